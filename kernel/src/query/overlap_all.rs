//! All triangles that a shape overlaps at a position.
//!
//! In: ellipsoid space about the position. Out: each overlapped triangle with depth, way out and nearest point; sorted by instance,
//! then by triangle.

use crate::base::input_error::InputError;
use crate::frame::position::Position;
use crate::narrow::lane::Lane;
use crate::query::contact::ContactSpace;
use crate::query::hit::Overlap;
use crate::query::overlap::EachOverlapOfWorld;
use crate::query::scratch::Scratch;
use crate::query::thread_memory::call_memory;
use crate::query::viewpoint::Viewpoint;
use crate::shape::oriented_shape::OrientedShape;
use crate::world::filter::Filter;
use crate::world::world::World;
use alloc::vec::Vec;
use core::ops::ControlFlow;
use glam::DVec3;

impl World {
    /// Every triangle that `shape` overlaps at `center`, sorted by [index](crate::InstanceId::index) of the instance, then by
    /// triangle. Touching is not overlapping.
    ///
    /// World space, metres. They are the contacts of [`depenetrate`](World::depenetrate), without its displacement. They replace what is
    /// in `overlaps`; nothing is allocated once that is large enough.
    ///
    /// ```
    /// use glam::Vec3;
    /// use sweep8::{Ellipsoid, Mesh, Sides, World};
    ///
    /// let crate_ = World::from_mesh(Mesh::cuboid(Vec3::splat(0.5))?);
    /// let (ball, mut overlaps) = (Ellipsoid::ball(0.2)?, Vec::new());
    /// crate_.overlap_all(&ball, Vec3::new(0.2, 0.6, 0.1), Sides::Both, &mut overlaps)?;
    /// assert!(overlaps.iter().all(|overlap| overlap.face_normal == Vec3::Y && overlap.is_front));
    /// let deepest = overlaps.iter().map(|overlap| overlap.depth).fold(0.0, f32::max);
    /// assert!((deepest - 0.1).abs() < 1e-6);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`InputError`] names the centre if it is refused; `overlaps` stays as it was.
    pub fn overlap_all(
        &self,
        shape: impl Into<OrientedShape>,
        center: impl Into<Position>,
        filter: impl Into<Filter>,
        overlaps: &mut Vec<Overlap>,
    ) -> Result<(), InputError> {
        let (shape, position, filter) = (shape.into(), center.into().checked()?, filter.into());
        if shape.has_spine() {
            let viewpoint = &Viewpoint::of_capsule(shape, position);
            self.list_overlaps(viewpoint, filter, overlaps, &mut call_memory());
        } else {
            let viewpoint = &Viewpoint::new(shape.ellipsoid(), position);
            self.list_overlaps(viewpoint, filter, overlaps, &mut call_memory());
        }
        Ok(())
    }

    /// Replaces the contents of `overlaps` by all triangles that the shape overlaps, sorted as in `World::overlap_all`.
    pub(crate) fn list_overlaps<S: ContactSpace>(
        &self,
        viewpoint: &Viewpoint<S>,
        filter: Filter,
        overlaps: &mut Vec<Overlap>,
        scratch: &mut Scratch,
    ) {
        overlaps.clear();
        let (instances, shape_space, sides) = (viewpoint.of(self.asked_for(filter)), &viewpoint.space, filter.sides);
        let space = shape_space.of_ellipsoid();
        let note = &mut |index, overlap: Lane| {
            let instance = instances.get(index);
            let contact = shape_space.contact(DVec3::ZERO, &overlap);
            let face = contact.world_face(space.radii, instances.corner_order(index, overlap.triangle));
            overlaps.push(viewpoint.world_overlap(Overlap {
                instance: instances.id(index),
                triangle: overlap.triangle,
                // An overlap that the lanes found counts, even if it is less than their rounding.
                depth: contact.world_depth(space).max(f32::MIN_POSITIVE),
                normal: contact.world_normal(space),
                point: contact.world_point(space),
                face_normal: face.normal,
                barycentric: face.barycentric,
                is_front: face.is_front,
                material: instance.map_or(0, |instance| instance.mesh.tree.materials.of(overlap.triangle)),
            }));
            ControlFlow::Continue(())
        };
        self.lanes.run(EachOverlapOfWorld { instances, space: shape_space, sides, scratch, take: note });
        overlaps.sort_unstable_by_key(|overlap| (overlap.instance.index(), overlap.triangle));
    }
}
