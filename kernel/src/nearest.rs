//! The nearest of many contacts: fraction first, then the deeper overlap, then the lower triangle id.
//!
//! In: what each block's sweep found. Out: one lane. No geometry happens here, and the order of blocks never shows.

use crate::lanes::WIDTH;
use crate::sweep::BlockHits;

/// The best contact so far.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Nearest {
    /// Fraction of the displacement; what the next block must not exceed.
    pub(crate) fraction: f32,
    /// Squared distance at the start; 1 where the start does not overlap.
    pub(crate) start_square: f32,
    /// The lane that has it, if any.
    pub(crate) found: Option<Lane>,
}

/// Where a contact was found.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Lane {
    pub(crate) triangle: u32,
    pub(crate) corners: [[f32; 3]; 3],
}

impl Nearest {
    /// Nothing yet; contacts up to the whole displacement count.
    pub(crate) const NONE: Self = Self { fraction: 1.0, start_square: 1.0, found: None };

    /// Takes in what was found in one block. `ids` and `corners` are asked for lanes that win only.
    #[inline(always)]
    pub(crate) fn take(&mut self, found: &BlockHits, ids: &[u32; WIDTH], corners: impl Fn(usize) -> [[f32; 3]; 3]) {
        let mut hits = found.hits;
        while hits != 0 {
            let lane = hits.trailing_zeros() as usize % WIDTH;
            hits &= hits - 1;
            let fraction = found.fraction[lane];
            let overlaps = found.overlaps & (1 << lane) != 0;
            let start_square = if overlaps { found.start_square[lane] } else { 1.0 };
            let wins = match self.found {
                None => true,
                Some(best) => {
                    let key = (fraction, start_square, ids[lane]);
                    key < (self.fraction, self.start_square, best.triangle)
                }
            };
            if wins {
                *self =
                    Self { fraction, start_square, found: Some(Lane { triangle: ids[lane], corners: corners(lane) }) };
            }
        }
    }
}
