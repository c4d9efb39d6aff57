//! Bounds of a motion: half-spaces from surfaces or other characters, which a motion may leave by some metres.

use crate::base::active_sets::HalfSpace;
use crate::base::tolerance::{CLIP_ROUNDING, MAX_NEIGHBOURS};
use glam::{DVec3, Vec3};

/// Half-space of the motions `m` that another character or a surface allows: `normal · m >= -gives`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Bound {
    pub(crate) normal: Vec3,
    /// Distance that a motion may go behind the bound's plane through its start, metres.
    pub(crate) gives: f32,
}

impl Bound {
    /// Signed distance from the bound to the end of a motion, metres; negative if the motion violates the bound.
    #[inline(always)]
    pub(crate) fn outward(&self, motion: Vec3) -> f32 {
        self.normal.dot(motion) + self.gives
    }

    /// Distance that may still be moved towards the bound after `motion`, metres; 0 if `motion` already violates the bound.
    #[inline(always)]
    pub(crate) fn room(&self, motion: Vec3) -> f32 {
        self.outward(motion).max(0.0)
    }

    /// Whether a motion of length `length`, metres, satisfies the bound, to the rounding of normals.
    #[inline(always)]
    pub(crate) fn allows(&self, motion: DVec3, length: f64) -> bool {
        let gives = f64::from(self.gives);
        self.normal.as_dvec3().dot(motion) + gives >= -f64::from(CLIP_ROUNDING) * (length + gives)
    }

    /// The motions that the bound allows, as a half-space in `f64`.
    #[inline(always)]
    pub(crate) fn half_space(&self) -> HalfSpace {
        HalfSpace { normal: self.normal.as_dvec3(), distance: -f64::from(self.gives) }
    }
}

/// Bounds from other characters on the motion in one pass of a slide.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PassBounds {
    list: [Bound; MAX_NEIGHBOURS],
    count: usize,
}

impl PassBounds {
    pub(crate) fn new() -> Self {
        Self { list: [Bound { normal: Vec3::ZERO, gives: 0.0 }; MAX_NEIGHBOURS], count: 0 }
    }

    pub(crate) fn push(&mut self, bound: Bound) {
        self.list[self.count] = bound;
        self.count += 1;
    }

    #[inline(always)]
    pub(crate) fn all(&self) -> &[Bound] {
        &self.list[..self.count]
    }

    /// Keeps only the bounds that `displacement` violates, and makes them strict: they then allow no motion behind their planes.
    #[inline(never)]
    pub(crate) fn press(&mut self, displacement: Vec3) {
        let known = *self;
        self.count = 0;
        for bound in known.all().iter().filter(|bound| bound.outward(displacement) < 0.0) {
            self.push(Bound { gives: 0.0, ..*bound });
        }
    }
}
