//! One sweep over the instances of a world.
//!
//! In: instances, the ellipsoid space of the shape, the start of the sweep in it, a displacement. Out: the nearest contact and its
//! instance.
//!
//! Each instance near the way is swept in its mesh space, up to the best contact so far; [within one](crate::query::sweep::dense)
//! the nearest triangles come first. Ties go to the instance with the lower index, so that the result is that of one mesh of all
//! triangles in the order of instances.

use crate::frame::ellipsoid_space::Space;
use crate::frame::motion::Motion;
use crate::frame::placed_space::PlacedSpace;
use crate::narrow::mesh_boxes::{MeshBoxes, Way};
use crate::narrow::sweep::hits::Rule;
use crate::narrow::sweep::nearest::Nearest;
use crate::query::scratch::Scratch;
use crate::query::sweep::dense::DenseSweep;
use crate::simd::{Lanes, task};
use crate::world::solids::Solids;
use core::mem::take;

task! {
    /// Arguments of [`sweep_instances`], a sweep over several instances, to be run on a SIMD backend.
    SweepInstances<'a> {
        instances: Solids<'a>,
        space: &'a Space,
        way: Way,
        rule: Rule,
        before: f32,
        scratch: &'a mut Scratch,
    } = sweep_instances => (Nearest, u32)
}

/// Sweeps the unit sphere of `space` along `way`, without contacts with what [lets it through](Scratch::let_through); no contact behind
/// the fraction `before` need be found. The index of the instance counts only where something is touched.
///
/// Seven arguments: the fields of its task, in their order.
#[inline(always)]
fn sweep_instances<L: Lanes>(
    lanes: L,
    instances: Solids,
    space: &Space,
    way: Way,
    rule: Rule,
    before: f32,
    scratch: &mut Scratch,
) -> (Nearest, u32) {
    let motion = Motion::new(space.displacement(way.offset), space.displacement(way.displacement));
    let mut near = take(&mut scratch.near_instances);
    instances.meeting(lanes, &space.around(&way, 1.0, instances.bounds()), &mut near);
    if scratch.let_through.has_instances() {
        near.retain(|&index| !scratch.let_through.has_instance(index));
    }
    let (mut nearest, mut of) = (Nearest::NONE, 0);
    for &index in &near {
        let Some(instance) = instances.get(index) else { continue };
        let view = &PlacedSpace::new(space, &instances.placed(instance));
        let (tree, before) = (&*instance.mesh.tree, nearest.fraction.min(before));
        let scratch = &mut *scratch;
        let sweep = DenseSweep { tree, view, way, motion: &motion, rule, before, instance: index, scratch };
        if nearest.join(&lanes.call_outlined(sweep)) {
            of = index;
        }
    }
    scratch.near_instances = near;
    (nearest, of)
}
