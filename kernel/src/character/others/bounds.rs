//! A half-space of motions that gives way by some metres: the bound that a surface or another character sets to a motion.

use crate::base::active_sets::HalfSpace;
use crate::base::tolerance::{CLIP_ROUNDING, MAX_NEIGHBOURS};
use glam::{DVec3, Vec3};

/// Motions `m` with `normal · m >= -gives`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Bound {
    pub(crate) normal: Vec3,
    /// How far a motion may lead behind it, metres.
    pub(crate) gives: f32,
}

impl Bound {
    /// How far inside a motion ends, metres; negative where it ends outside.
    #[inline(always)]
    pub(crate) fn outward(&self, motion: Vec3) -> f32 {
        self.normal.dot(motion) + self.gives
    }

    /// How far it still gives way after a motion, metres; 0 where the motion ends outside.
    #[inline(always)]
    pub(crate) fn room(&self, motion: Vec3) -> f32 {
        self.outward(motion).max(0.0)
    }

    /// Whether a motion of this length leads out of it by no more than normals are rounded.
    #[inline(always)]
    pub(crate) fn allows(&self, motion: DVec3, length: f64) -> bool {
        let gives = f64::from(self.gives);
        self.normal.as_dvec3().dot(motion) + gives >= -f64::from(CLIP_ROUNDING) * (length + gives)
    }

    /// The motions that it lets through, in `f64`.
    #[inline(always)]
    pub(crate) fn half_space(&self) -> HalfSpace {
        HalfSpace { normal: self.normal.as_dvec3(), distance: -f64::from(self.gives) }
    }
}

/// The bounds of one pass.
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

    /// Has only those left that a displacement leads out of, and they do not give way.
    #[inline(never)]
    pub(crate) fn press(&mut self, displacement: Vec3) {
        let known = *self;
        self.count = 0;
        for bound in known.all().iter().filter(|bound| bound.outward(displacement) < 0.0) {
            self.push(Bound { gives: 0.0, ..*bound });
        }
    }
}
