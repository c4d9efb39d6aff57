//! The way of a turned body that walks: it stood, and does not rise.
//!
//! In: the body before and after, without a velocity and without gravity; the ground that it stood on; what it desires. Out: whether it
//! went all the level way, if nothing is in the way along its ground. It follows that ground, down too, and not the height that it desires,
//! and comes down on what is below. Where that is too steep it may go aside, and is not judged.

use crate::scene::Body;
use glam::DVec3;
use sweep8::{CharacterProfile, Ground};
use sweep8_scalar_ref::brute_force::{Contact, Triangle, first_contact};

/// Leeway of the cosine of the steepest floor, and the part of a snap up to which every floor below is in reach.
const LEEWAY: f64 = 1e-3;
const NEAR_PART: f64 = 0.5;

/// Part of a way by which it leans off the ground along which it leads.
const LEAN: f64 = 1e-6;

/// A walk of a body among triangles; world space, metres.
pub(super) struct Walk<'a> {
    pub(super) profile: &'a CharacterProfile,
    pub(super) from: &'a Body,
    pub(super) to: DVec3,
    pub(super) up: DVec3,
    pub(super) triangles: &'a [Triangle],
}

impl Walk<'_> {
    /// How far the end is off the level way that is desired, or above the ground along which it leads; zero if something is in the way.
    pub(super) fn off(&self, ground: Ground, desired: DVec3) -> f64 {
        let Ground::Floor(normal) = ground else { return 0.0 };
        let (normal, level) = (normal.as_dvec3(), desired - self.up * desired.dot(self.up));
        let along = level - self.up * (normal.dot(level) / normal.dot(self.up));
        if normal.dot(self.up) < self.floor_cosine() || !self.from.is_free_along(along, self.triangles) {
            return 0.0;
        }
        let aside = self.to - self.from.center - along - normal * (LEAN * level.length());
        let above = aside.dot(self.up).max(0.0);
        if self.comes_down_on_floor(along) { aside.reject_from_normalized(self.up).length().max(above) } else { above }
    }

    fn floor_cosine(&self) -> f64 {
        f64::from(self.profile.settings().max_slope_angle).cos() + LEEWAY
    }

    /// Whether the body, straight down from the end of its way, comes to a floor within a snap, or to nothing at all.
    fn comes_down_on_floor(&self, along: DVec3) -> bool {
        let (radii, back) = (self.from.radii, self.from.back);
        let snap = f64::from(self.profile.settings().snap_distance);
        let depth = snap + along.length() + 2.0 * radii.max_element();
        let there = Body { center: self.from.center + along, ..*self.from };
        let down = back * (self.up * -depth) / radii;
        let contacts = self.triangles.iter().filter_map(|t| first_contact(DVec3::ZERO, down, &there.local(t)));
        let Some(Contact { fraction, point }) = contacts.min_by(|a, b| a.fraction.total_cmp(&b.fraction)) else {
            return true;
        };
        let normal = (back.transpose() * ((down * fraction - point) / radii)).normalize_or_zero();
        fraction * depth <= NEAR_PART * snap && normal.dot(self.up) >= self.floor_cosine()
    }
}
