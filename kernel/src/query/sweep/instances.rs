//! One sweep over the instances of a world.
//!
//! In: instances, the ellipsoid space of the shape, the start of the sweep in it, a displacement. Out: the nearest contact and its
//! instance.
//!
//! Each instance near the way is swept in its mesh space, up to the best contact so far; [within one](crate::query::sweep::dense)
//! the nearest triangles come first. Ties go to the instance with the lower index, so that the result is that of one mesh of all
//! triangles in the order of instances.

use crate::narrow::mesh_boxes::Way;
use crate::narrow::mover::ShapeSpace;
use crate::narrow::sweep::hits::Rule;
use crate::narrow::sweep::nearest::Nearest;
use crate::query::scratch::Scratch;
use crate::query::sweep::dense::DenseSweep;
use crate::simd::task;
use crate::world::solids::Solids;
use core::mem::take;

task! {
    /// Task that sweeps the shape of `space` along `way`, without contacts with what [lets it through](Scratch::let_through); no contact
    /// behind the fraction `before` need be found. The index of the instance counts only where something is touched.
    pub(crate) struct SweepInstances<'a, S: ShapeSpace> {
        pub(crate) instances: Solids<'a>,
        pub(crate) space: &'a S,
        pub(crate) way: Way,
        pub(crate) rule: Rule,
        pub(crate) before: f32,
        pub(crate) scratch: &'a mut Scratch,
    }
    fn run<L>(lanes) -> (Nearest, u32) {
        let motion = space.mover(&way);
        let mut near = take(&mut scratch.near_instances);
        instances.meeting(lanes, &space.around(&way, 1.0, instances.bounds()), &mut near);
        if scratch.let_through.has_instances() {
            near.retain(|&index| !scratch.let_through.has_instance(index));
        }
        let (mut nearest, mut of) = (Nearest::NONE, 0);
        for &index in &near {
            let Some(instance) = instances.get(index) else { continue };
            let view = &space.placed(&instances.placed(instance));
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
}
