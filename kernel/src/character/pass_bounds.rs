//! The bounds that others put on one pass: a short list, which is there only where there are others.
//!
//! In: bounds, with what is left of the gaps. Out: which motions they let through.

use crate::base::tolerance::MAX_NEIGHBOURS;
use crate::character::bound::Bound;
use glam::Vec3;

/// The bounds of one pass.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PassBounds {
    list: [Bound; MAX_NEIGHBOURS],
    count: usize,
}

impl PassBounds {
    pub(super) fn new() -> Self {
        Self { list: [Bound { normal: Vec3::ZERO, gives: 0.0 }; MAX_NEIGHBOURS], count: 0 }
    }

    pub(super) fn push(&mut self, bound: Bound) {
        self.list[self.count] = bound;
        self.count += 1;
    }

    #[inline(always)]
    pub(super) fn all(&self) -> &[Bound] {
        &self.list[..self.count]
    }

    /// Has only those left that a displacement leads out of, and they do not give way.
    #[inline(never)]
    pub(super) fn press(&mut self, displacement: Vec3) {
        let known = *self;
        self.count = 0;
        for bound in known.all().iter().filter(|bound| bound.outward(displacement) < 0.0) {
            self.push(Bound { gives: 0.0, ..*bound });
        }
    }
}
