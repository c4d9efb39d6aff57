//! One sweep of an ellipsoid through the tree: the arguments that every regime takes.

use crate::bvh::tree::Tree;
use crate::frame::ellipsoid_space::Space;
use crate::narrow::sweep::hits::Rule;
use crate::query::scratch::Scratch;
use glam::Vec3;

/// One sweep: the unit sphere of `space` moved from its origin by `displacement`, metres. A contact behind the fraction
/// `before` need not be found; what ties with one at it is looked at, so that the answer is the same as without. `IS_NEAR`
/// is what [`is_near`] said; the answer does not depend on it.
pub(crate) struct SweepTask<'a, const IS_NEAR: bool> {
    pub(crate) tree: &'a Tree,
    pub(crate) space: &'a Space,
    pub(crate) displacement: Vec3,
    pub(crate) rule: Rule,
    pub(crate) before: f32,
    pub(crate) scratch: &'a mut Scratch,
}
