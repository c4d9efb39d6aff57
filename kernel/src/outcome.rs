//! What a slide answers.

use crate::clip::MAX_ITERATIONS;
use crate::contact::Touch;
use crate::refusal::Refusal;
use crate::witness::{SlideEnd, Witness};
use glam::Vec3;

/// A surface touched in a slide.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct SlideContact {
    /// The touched point of the triangle, world space, metres.
    pub point: Vec3,
    /// Unit normal of the contact, world space, towards the ellipsoid.
    pub normal: Vec3,
    /// Index of the triangle in the mesh.
    pub triangle: u32,
    /// The triangle's [material](crate::Material); 0 where none was given.
    pub material: u16,
}

/// How a slide ended.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum SlideStatus {
    /// Nothing was in the way of the wish.
    #[default]
    Free,
    /// Something was touched, and the wish was followed along it to its end.
    Slid,
    /// The surfaces touched leave no way along the wish, or hold it by friction; the rest of it is dropped.
    Blocked,
    /// The bound on sweeps was reached before wish or gravity was used up; the rest of it is dropped. Named before all
    /// others, an overlap too.
    OutOfIterations,
    /// The ellipsoid overlapped at the start and could not be pushed free; it moved only where that goes no deeper.
    Overlapping,
    /// The input was refused; nothing moved.
    Refused(Refusal),
}

/// What carries the character after gravity acted.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum Ground {
    /// Nothing, or gravity was not asked for.
    #[default]
    Air,
    /// A surface no steeper than the setting allows; its contact normal.
    Floor(Vec3),
    /// Steeper surfaces only, along which it slides; the normal of the last one.
    Steep(Vec3),
    /// Steep surfaces that hold it, together as in a funnel, or by friction; the normal of the last one.
    Wedged(Vec3),
}

impl Ground {
    /// Whether the character stands: on a floor, or held between steep surfaces.
    #[inline]
    #[must_use]
    pub fn is_support(&self) -> bool {
        matches!(self, Self::Floor(_) | Self::Wedged(_))
    }
}

/// Most contacts that one slide can report: two passes.
pub(crate) const MAX_CONTACTS: usize = 2 * MAX_ITERATIONS;

/// Most corners of one path: a contact each, the ends of two passes, and the end of a recovery.
pub(crate) const MAX_CORNERS: usize = MAX_CONTACTS + 3;

/// Where a slide led.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SlideOutcome {
    /// The new centre, world space, metres, rounded to `f32`. It may lie beyond the largest coordinate, and is then
    /// refused as the start of another move.
    pub center: Vec3,
    /// The displacement from the old centre, metres: finer than `center` far from the origin.
    pub travel: Vec3,
    /// How the wish ended.
    pub status: SlideStatus,
    /// What carries the character, where gravity was asked for.
    pub ground: Ground,
    /// Length of the path of both passes, metres: never longer than wish and gravity together.
    pub path: f32,
    /// How far it went along gravity, metres: in gravity's own pass, or of the whole travel where gravity was joined to
    /// the wish.
    pub fall: f32,
    /// How far recovery from an overlap at the start moved the centre, metres; not part of `path`.
    pub recovered: f32,
    contacts: [SlideContact; MAX_CONTACTS],
    corners: [Vec3; MAX_CORNERS],
    contact_count: u32,
    corner_count: u32,
}

impl SlideContact {
    const NONE: Self = Self { point: Vec3::ZERO, normal: Vec3::ZERO, triangle: 0, material: 0 };
}

impl Default for SlideOutcome {
    #[inline]
    fn default() -> Self {
        Self::NOTHING
    }
}

impl SlideOutcome {
    /// That of a slide that has not begun. A constant, which is written once; a derived default makes each list by itself and
    /// copies it.
    pub(crate) const NOTHING: Self = Self {
        center: Vec3::ZERO,
        travel: Vec3::ZERO,
        status: SlideStatus::Free,
        ground: Ground::Air,
        path: 0.0,
        fall: 0.0,
        recovered: 0.0,
        contacts: [SlideContact::NONE; MAX_CONTACTS],
        corners: [Vec3::ZERO; MAX_CORNERS],
        contact_count: 0,
        corner_count: 0,
    };

    /// The surfaces touched, in the order they were.
    #[inline]
    #[must_use]
    pub fn contacts(&self) -> &[SlideContact] {
        &self.contacts[..self.contact_count as usize]
    }

    /// The path: displacements from the old centre, metres, of the points where it turned and of its end. Straight in
    /// between; empty where nothing moved.
    #[inline]
    #[must_use]
    pub fn corners(&self) -> &[Vec3] {
        &self.corners[..self.corner_count as usize]
    }

    /// The [material](crate::Material) of what carries the character; `None` in the air.
    #[must_use]
    pub fn ground_material(&self) -> Option<u16> {
        let (Ground::Floor(ground) | Ground::Steep(ground) | Ground::Wedged(ground)) = self.ground else { return None };
        self.contacts().iter().rfind(|contact| contact.normal == ground).map(|contact| contact.material)
    }

    /// What is known when it is over.
    pub(crate) fn end_at(&mut self, center: Vec3, end: &SlideEnd) {
        self.center = center;
        (self.status, self.ground) = (end.status, end.ground);
        (self.travel, self.fall, self.recovered) = (end.travel, end.fall, end.recovered);
    }

    fn push_corner(&mut self, corner: Vec3) {
        if let Some(free) = self.corners.get_mut(self.corner_count as usize) {
            *free = corner;
            self.corner_count += 1;
        }
    }

    fn push_contact(&mut self, contact: SlideContact) {
        if let Some(free) = self.contacts.get_mut(self.contact_count as usize) {
            *free = contact;
            self.contact_count += 1;
        }
    }
}

impl Witness for SlideOutcome {
    /// What lies behind the counts is left.
    fn begins(&mut self) {
        (self.path, self.contact_count, self.corner_count) = (0.0, 0, 0);
    }

    fn touches(&mut self, touch: &Touch, normal: Vec3, material: u16) {
        self.push_contact(SlideContact { point: touch.point(), normal, triangle: touch.triangle, material });
    }

    fn moves(&mut self, travel: Vec3, length: f32) {
        self.path += length;
        self.push_corner(travel);
    }
}
