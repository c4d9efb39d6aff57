//! Where a slide finds its triangles. [`regime`](crate::query::sweep::regime) chooses.

/// Where the sweeps of one slide find the triangles to test: in gathered candidates, or in the tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum SlideRegime {
    /// Sweeps test candidate triangles that were gathered once for the whole slide.
    Gathered,
    /// Sweeps traverse the tree, in the ellipsoid space of the slide, because too many triangles are in reach for a gather.
    Dense,
    /// Sweeps traverse the tree, each in the ellipsoid space around its own start, because the motion is too long for a gather.
    Far,
    /// Sweeps are those of a hull with a spine, in one of the other regimes, which the collision set keeps apart: so ellipsoids need no
    /// test for it.
    Spine,
}
