//! The ground of a character at a position.
//!
//! In: triangles, rules, a centre. Out: the kind of ground, and its normal.
//!
//! All surfaces that the hull is about to touch count, wherever the move met them, including those it is about to touch on its way
//! down:
//!
//! 1. If one of them is a floor, it carries; for a walking character so does the edge of a step that it rests on halfway.
//! 2. Otherwise those that face up are steep ground. They hold the character if nothing remains of the way down between all of
//!    them: a funnel.

use super::hull::{Hull, Touch};
use super::steps::{Rules, step_below};
use crate::brute_force::Triangle;
use crate::slide::{Plane, project};
use glam::DVec3;

/// Largest distance to a surface that carries a character, as a fraction of the skin: twice the gap that a stop keeps.
const NEAR: f64 = 0.25;

/// Length below which nothing remains of a motion down, as a fraction of the whole motion: the surfaces hold the character.
const HELD: f64 = 1e-4;

/// Largest cosine between up and a wall's normal at which the wall counts as vertical: rounding of normals in `f32`.
pub(super) const UPRIGHT: f64 = 9.6e-7;

/// Ground of a character: the kind of surface that carries the character.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Ground {
    /// No surface carries the character.
    Air,
    /// A floor carries the character; the normal of the floor.
    Floor(DVec3),
    /// Steep surfaces, down which the character slides, carry it; the normal of one of them.
    Steep(DVec3),
    /// Steep surfaces carry and hold the character, as in a funnel; the normal of one of them.
    HeldBySteep(DVec3),
}

impl Ground {
    /// Whether the character stands on this ground.
    #[must_use]
    pub fn is_grounded(&self) -> bool {
        matches!(self, Self::Floor(_) | Self::HeldBySteep(_))
    }

    /// Whether this ground and another are of the same kind, whatever their normals.
    #[must_use]
    pub fn is_like(&self, other: &Self) -> bool {
        std::mem::discriminant(self) == std::mem::discriminant(other)
    }
}

/// Ground that carries a character at `center`. `walks`: it stood and walks, so that a stair step carries it halfway, too.
#[must_use]
pub fn ground_at(triangles: &[Triangle], center: DVec3, rules: &Rules, walks: bool) -> Ground {
    let hull = Hull::new(triangles, rules.radii, rules.skin, rules.face_sine);
    let mut touched = hull.touched(center, NEAR * rules.skin);
    // A stop on the way down leaves its gap along the normal: before a grazed edge this is a long way.
    let down = rules.up * -rules.snap_distance;
    let is_near = |touch: &Touch| -touch.fraction * down.dot(touch.normal) <= NEAR * rules.skin;
    touched.extend(hull.first(center, down).filter(is_near));
    if let Some(floor) = touched.iter().map(|touch| touch.normal).find(|&normal| rules.is_floor(normal)) {
        return Ground::Floor(floor);
    }
    let carries = |touch: &&Touch| touch.normal.dot(rules.up) > UPRIGHT;
    if walks
        && let Some(floor) = touched.iter().filter(carries).find_map(|touch| step_below(&hull, center, touch, rules))
    {
        return Ground::Floor(floor);
    }
    let Some(steep) = touched.iter().find(carries).map(|touch| touch.normal) else { return Ground::Air };
    let planes: Vec<Plane> = touched.iter().map(|touch| Plane::through_origin(touch.normal)).collect();
    if project(-rules.up, &planes).length() <= HELD { Ground::HeldBySteep(steep) } else { Ground::Steep(steep) }
}
