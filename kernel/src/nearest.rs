//! The nearest of many contacts: fraction first, then the deeper overlap, then the lower triangle id.
//!
//! In: what each block's sweep found. Out: one lane. The order of blocks never shows.
//!
//! A face goes before an edge or corner that is nearer by no more than rounding. Over a seam the centre stands above
//! one triangle, but the neighbour's edge touches at a fraction that differs by less than an ulp, and a contact line to
//! that edge leans by the square root of the ulp: a level floor of many triangles would have normals off by a
//! thousandth.

use crate::lanes::{WIDTH, lanes_of};
use crate::motion::Motion;
use crate::sweep::BlockHits;
use crate::tolerance::{SEAM_ROUNDING, SEAM_WINDOW};
use glam::{Vec3, Vec3A};

/// The best contact so far.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Nearest {
    /// Fraction of the displacement: the least of all, also where a face was taken for a seam's edge.
    pub(crate) fraction: f32,
    /// The lane that has it, if any.
    pub(crate) found: Option<Lane>,
    /// Least squared distance at the start of all triangles, contact or not; 1 where none overlaps.
    pub(crate) least_square: f32,
    rank: Rank,
}

/// Where a contact was found.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Lane {
    pub(crate) triangle: u32,
    /// Vectors of four, which can be read in parts right after they were written.
    pub(crate) corners: [Vec3A; 3],
    /// Whether the contact is with the face, not with the outline.
    pub(crate) is_face: bool,
}

/// What contacts are compared by: less is nearer. Fraction and squared distance at the start, each less its rounding
/// for a face, then the id.
type Rank = (f32, f32, u32);

impl Nearest {
    /// Nothing yet; contacts up to the whole displacement count.
    pub(crate) const NONE: Self =
        Self { fraction: 1.0, found: None, least_square: 1.0, rank: (f32::INFINITY, f32::INFINITY, u32::MAX) };

    /// The fraction beyond which no contact can win.
    #[inline(always)]
    pub(crate) fn limit(&self, motion: &Motion) -> f32 {
        winning_limit(self.fraction, motion)
    }

    /// Takes in what was found in one block. `corners` is asked for lanes that touch only.
    #[inline(always)]
    pub(crate) fn take(
        &mut self,
        found: &BlockHits,
        motion: &Motion,
        ids: &[u32; WIDTH],
        corners: impl Fn(usize) -> [Vec3A; 3],
    ) {
        for lane in lanes_of(found.overlaps) {
            self.least_square = self.least_square.min(found.start_square[lane]);
        }
        for lane in lanes_of(found.hits) {
            let (fraction, triangle, corners) = (found.fraction[lane], ids[lane], corners(lane));
            let overlaps = found.overlaps & (1 << lane) != 0;
            let start_square = if overlaps { found.start_square[lane] } else { 1.0 };
            let is_face = found.faces & (1 << lane) != 0;
            let rounding = if is_face { rounding(motion.start, corners) } else { 0.0 };
            let near = (fraction - rounding * motion.inverse_length).max(0.0);
            let deep = start_square - 2.0 * rounding * start_square.sqrt();
            let rank = (near, deep, triangle);
            self.fraction = self.fraction.min(fraction);
            if rank < self.rank {
                self.found = Some(Lane { triangle, corners, is_face });
                self.rank = rank;
            }
        }
    }
}

/// The fraction beyond which no contact can win against one at `fraction`.
#[inline(always)]
pub(crate) fn winning_limit(fraction: f32, motion: &Motion) -> f32 {
    (fraction + SEAM_WINDOW * motion.inverse_length).min(1.0)
}

/// Rounding of the distance between a centre and a triangle.
pub(crate) fn rounding(center: Vec3, [a, b, c]: [Vec3A; 3]) -> f32 {
    let center = Vec3A::from(center);
    let apart = (a - center).abs().max((b - center).abs()).max((c - center).abs());
    (SEAM_ROUNDING * apart.max_element().max(1.0)).min(SEAM_WINDOW)
}
