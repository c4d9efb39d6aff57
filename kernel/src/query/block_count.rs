//! Counts the blocks of eight triangles that sweeps tested: an exact measure of their work.
//!
//! Only `inspect` reads it. Without the feature of that name a counter has no size and no instructions. No result depends on it.

/// Number of blocks of eight triangles that sweeps tested; counts only with the feature `inspect`.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct BlockCount {
    #[cfg(feature = "inspect")]
    blocks: u64,
}

#[cfg(feature = "inspect")]
impl BlockCount {
    #[inline(always)]
    pub(crate) fn add(&mut self, blocks: usize) {
        self.blocks += blocks as u64;
    }

    pub(crate) fn get(self) -> u64 {
        self.blocks
    }
}

#[cfg(not(feature = "inspect"))]
impl BlockCount {
    #[inline(always)]
    #[allow(clippy::unused_self, clippy::needless_pass_by_ref_mut, reason = "the same call, where nothing is counted")]
    pub(crate) fn add(&mut self, _: usize) {}
}
