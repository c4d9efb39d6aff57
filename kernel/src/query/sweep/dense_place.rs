//! Whether a single sweep is in a dense place, among so many triangles that it should not test all in the box around its way.
//!
//! In: what a sweep has counted. Out: a predicate. Larger limits, and sweeps among some hundred small triangles take up to twice as long;
//! smaller, and sweeps over ordinary ground begin anew for nothing.

/// Largest number of blocks in the box around a single sweep that are all tested. At 16, sweeps of 1 m on terrain take a tenth longer, as
/// their traversal is made twice.
const MOST_LISTED: usize = 32;

/// Whether a single sweep with this number of blocks in the box around it is in a dense place.
#[inline(always)]
pub(super) fn is_dense(blocks: usize) -> bool {
    blocks > MOST_LISTED
}

/// Largest number of times that a long sweep sweeps eight triangles. At 3, sweeps of 10 m on terrain take a fifth longer.
const MOST_EIGHTS: usize = 8;

/// Whether a long sweep that has swept eight triangles this number of times is in a dense place.
#[inline(always)]
pub(super) fn is_dense_on_way(eights: usize) -> bool {
    eights > MOST_EIGHTS
}
