//! Every triangle that a moving shape touches, or whether it touches any: the entry points that users call.

use crate::base::input_error::{InputError, check_displacement};
use crate::frame::position::Position;
use crate::narrow::mover::ShapeSpace;
use crate::narrow::sweep::hits::{Rule, Start};
use crate::query::contact::ContactSpace;
use crate::query::hit::Hit;
use crate::query::scratch::Scratch;
use crate::query::sweep::each::{AnyTouched, EachTouched, NotSkippedTouched, SweepEach, TakeTouched, TouchedTriangle};
use crate::query::thread_memory::call_memory;
use crate::query::viewpoint::Viewpoint;
use crate::shape::oriented_shape::OrientedShape;
use crate::world::filter::Filter;
use crate::world::world::World;
use alloc::vec::Vec;
use glam::Vec3;

impl World {
    /// Every triangle that `shape` touches when it moves from `center` by the whole `displacement`, as if no triangle stopped it.
    ///
    /// World space, metres. Each hit is the one that [`sweep`](World::sweep) would report for its triangle alone; triangles
    /// overlapped at the start have fraction 0 and `overlap > 0`. Sorted by fraction, then by [index](crate::InstanceId::index) of
    /// the instance, then by triangle. The first fraction is that of [`sweep`](World::sweep); that call reports the deepest of
    /// several overlaps at the start, and the face at a seam.
    ///
    /// The hits replace what is in `hits`; nothing is allocated once that is large enough.
    ///
    /// ```
    /// use glam::Vec3;
    /// use sweep8::{Ellipsoid, Mesh, Sides, World};
    ///
    /// // Two walls behind each other.
    /// let wall = |x| [Vec3::new(x, -9.0, -9.0), Vec3::new(x, -9.0, 9.0), Vec3::new(x, 9.0, 0.0)];
    /// let corners: Vec<Vec3> = [4.0, 2.0].into_iter().flat_map(wall).collect();
    /// let world = World::from_mesh(Mesh::new(&corners, &[[0, 1, 2], [3, 4, 5]])?);
    /// let (ball, mut hits) = (Ellipsoid::ball(0.5)?, Vec::new());
    /// world.sweep_all(&ball, Vec3::ZERO, Vec3::X * 7.0, Sides::Both, &mut hits)?;
    /// let met: Vec<_> = hits.iter().map(|hit| (hit.fraction * 7.0, hit.triangle)).collect();
    /// assert_eq!(met, [(1.5, 1), (3.5, 0)]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`InputError`] names the field that is refused: centre or displacement; `hits` stays as it was.
    #[doc(alias = "shape cast all")]
    pub fn sweep_all(
        &self,
        shape: impl Into<OrientedShape>,
        center: impl Into<Position>,
        displacement: Vec3,
        filter: impl Into<Filter>,
        hits: &mut Vec<Hit>,
    ) -> Result<(), InputError> {
        let (shape, position) = (shape.into(), center.into().checked()?);
        check_displacement(displacement)?;
        if shape.has_spine() {
            self.hits_of(&Viewpoint::of_capsule(shape, position), displacement, filter.into(), hits);
        } else {
            self.hits_of(&Viewpoint::new(shape.ellipsoid(), position), displacement, filter.into(), hits);
        }
        Ok(())
    }

    /// Writes every hit of checked input to `hits`, sorted as in `World::sweep_all`.
    fn hits_of<S: ContactSpace>(
        &self,
        viewpoint: &Viewpoint<S>,
        displacement: Vec3,
        filter: Filter,
        hits: &mut Vec<Hit>,
    ) {
        hits.clear();
        let (space, instances) = (viewpoint.space.of_ellipsoid(), self.asked_for(filter));
        let way = space.displacement(viewpoint.displacement(displacement)).as_dvec3();
        let note = |TouchedTriangle { fraction, lane, overlaps, instance: index }: TouchedTriangle| {
            let Some(instance) = instances.get(index) else { return };
            let contact = viewpoint.space.contact(way * f64::from(fraction), &lane);
            let face = contact.world_face(space.radii, instances.corner_order(index, lane.triangle));
            hits.push(viewpoint.world_hit(Hit {
                fraction,
                point: contact.world_point(space),
                normal: contact.world_normal(space),
                face_normal: face.normal,
                barycentric: face.barycentric,
                is_front: face.is_front,
                instance: instances.id(index),
                triangle: lane.triangle,
                overlap: if overlaps { contact.world_depth(space).max(f32::MIN_POSITIVE) } else { 0.0 },
                material: instance.mesh.tree.materials.of(lane.triangle),
            }));
        };
        self.touch(viewpoint, displacement, filter, &mut EachTouched(note), &mut call_memory());
        hits.sort_unstable_by(|a: &Hit, b| {
            let ids = |hit: &Hit| (hit.instance.index(), hit.triangle);
            a.fraction.total_cmp(&b.fraction).then(ids(a).cmp(&ids(b)))
        });
    }

    /// Whether `shape` touches any triangle when it moves from `center` by `displacement`, so that [`sweep`](World::sweep) returns
    /// a hit. The search ends with the first triangle it finds, which need not be the first one touched.
    ///
    /// ```
    /// use glam::Vec3;
    /// use sweep8::{Ellipsoid, Mesh, Sides, World};
    ///
    /// let wall = [Vec3::new(2.0, -9.0, -9.0), Vec3::new(2.0, -9.0, 9.0), Vec3::new(2.0, 9.0, 0.0)];
    /// let world = World::from_mesh(Mesh::new(&wall, &[[0, 1, 2]])?);
    /// let ball = Ellipsoid::ball(0.5)?;
    /// assert!(world.sweep_any(&ball, Vec3::ZERO, Vec3::X * 3.0, Sides::Both)?);
    /// assert!(!world.sweep_any(&ball, Vec3::ZERO, Vec3::X, Sides::Both)?);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`InputError`] names the field that is refused: centre or displacement.
    pub fn sweep_any(
        &self,
        shape: impl Into<OrientedShape>,
        center: impl Into<Position>,
        displacement: Vec3,
        filter: impl Into<Filter>,
    ) -> Result<bool, InputError> {
        let (shape, position, filter) = (shape.into(), center.into().checked()?, filter.into());
        check_displacement(displacement)?;
        let mut any = AnyTouched::default();
        if shape.has_spine() {
            let viewpoint = &Viewpoint::of_capsule(shape, position);
            self.touch(viewpoint, displacement, filter, &mut any, &mut call_memory());
        } else {
            let viewpoint = &Viewpoint::new(shape.ellipsoid(), position);
            self.touch(viewpoint, displacement, filter, &mut any, &mut call_memory());
        }
        Ok(any.0)
    }

    /// Calls `take` for the triangles of the world that the shape touches on its displacement, in no order.
    fn touch<S: ShapeSpace>(
        &self,
        viewpoint: &Viewpoint<S>,
        displacement: Vec3,
        filter: Filter,
        take: &mut dyn TakeTouched,
        scratch: &mut Scratch,
    ) {
        let rule = Rule { start: Start::of(filter.approach_only), sides: filter.sides };
        let (instances, space) = (viewpoint.of(self.asked_for(filter)), &viewpoint.space);
        let displacement = viewpoint.displacement(displacement);
        let run = |taker: &mut dyn TakeTouched, scratch| {
            self.lanes.run(SweepEach { instances, space, displacement, rule, scratch, taker });
        };
        match self.skipped(filter.skip) {
            Some(skipped) => run(&mut NotSkippedTouched { skipped, take }, scratch),
            None => run(take, scratch),
        }
    }
}
