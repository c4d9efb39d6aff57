//! One sweep of a shape through the tree: the arguments that every regime takes.

use crate::bvh::tree::Tree;
use crate::frame::ellipsoid_space::Space;
use crate::narrow::sweep::hits::Rule;
use crate::query::scratch::Scratch;
use glam::Vec3;

/// One sweep: the unit sphere or capsule of `space` moves from its origin by `displacement`, metres. Contacts behind the fraction `before`
/// need not be found; ties at it are considered, so that the result is the same as without the bound. `IS_NEAR` is the result of
/// [`is_near`](crate::query::sweep::regime); the contact does not depend on it. The result is `None` in a
/// [dense place](crate::query::sweep::dense_place), where a [`DenseSweep`](crate::query::sweep::dense::DenseSweep) finds the contact.
pub(crate) struct SweepTask<'a, const IS_NEAR: bool, S = Space> {
    pub(crate) tree: &'a Tree,
    pub(crate) space: &'a S,
    pub(crate) displacement: Vec3,
    pub(crate) rule: Rule,
    pub(crate) before: f32,
    pub(crate) scratch: &'a mut Scratch,
}
