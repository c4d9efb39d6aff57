//! Rays and segments through a world: the first triangle that one passes.
//!
//! In: where a line goes, checked. Out: the nearest triangle, the lowest id among equals. All and any of them are in
//! [`all_on_line`](crate::query::all_on_line).

use crate::base::field::Field;
use crate::base::input_error::{InputError, check_distance};
use crate::base::tolerance::REACH_ROUNDING;
use crate::bvh::corner_order::CornerOrder;
use crate::frame::position::Position;
use crate::query::hit::RayHit;
use crate::query::line_walk::{PassInstances, PassMesh};
use crate::query::passed::{FirstPassed, Passed, Piece};
use crate::query::thread_memory::with_scratch;
use crate::world::filter::Filter;
use crate::world::solids::Solids;
use crate::world::triangle_world::World;
use glam::{DVec3, Vec3};

/// A line that was checked: from `origin` by up to `limit` steps.
#[derive(Clone, Copy, Debug)]
pub(super) struct Along {
    pub(super) origin: Position,
    step: DVec3,
    limit: f32,
}

impl Along {
    pub(super) fn piece(&self) -> Piece {
        Piece { from: DVec3::ZERO, step: self.step, parts: [0.0, self.limit] }
    }

    /// The hit on a triangle that is passed.
    #[inline(always)]
    pub(super) fn hit(&self, instances: Solids, passed: &Passed) -> Option<RayHit> {
        let way = self.step * f64::from(passed.fraction);
        let [a, b, c] = passed.corners;
        let front = (b - a).cross(c - a);
        let triangle = passed.triangle;
        let (tree, instance, front) = if let Some(tree) = instances.only() {
            (tree, instances.only_id(), front)
        } else {
            let instance = instances.get(passed.instance)?;
            (&*instance.mesh.tree, instances.id(passed.instance), instances.placed(instance).world_normal(front))
        };
        let front = front.normalize_or_zero();
        let is_front = front.dot(self.step) <= 0.0;
        let face_normal = front.as_vec3();
        // In a mirror the corners themselves keep their order.
        let order = CornerOrder { first: tree.first_corners.of(triangle), is_mirrored: false };
        Some(RayHit {
            distance: way.length() as f32,
            point: (self.origin.to_dvec3() + way).as_vec3(),
            normal: if is_front { face_normal } else { -face_normal },
            face_normal,
            barycentric: order.in_mesh(passed.weights),
            is_front,
            instance,
            triangle,
            material: tree.materials.of(triangle),
        })
    }
}

/// The direction of a ray, unit length.
pub(crate) fn checked_direction(direction: Vec3) -> Result<DVec3, InputError> {
    let step = direction.as_dvec3().normalize_or_zero();
    if direction.is_finite() && step != DVec3::ZERO {
        Ok(step)
    } else {
        Err(InputError::out_of_range(Field::Direction, direction.length()))
    }
}

/// Nothing in a box is farther from a place, metres: the far corner is not. A ray that ends there by rounding must not
/// miss it.
pub(crate) fn farthest_from(origin: Position, (low, high): (Vec3, Vec3)) -> f32 {
    let farthest = (low - origin.high).abs().max((high - origin.high).abs()) + origin.low.abs();
    farthest.length() * (1.0 + REACH_ROUNDING)
}

/// A segment; none where it has no length.
pub(super) fn along_segment(from: Position, to: Position) -> Result<Option<Along>, InputError> {
    let (origin, to) = (from.checked()?, to.checked()?);
    let step = to.to_dvec3() - origin.to_dvec3();
    Ok((step != DVec3::ZERO).then_some(Along { origin, step, limit: 1.0 }))
}

impl World {
    /// The first triangle that a ray from `origin` along `direction` passes within `distance` metres.
    ///
    /// World space. `direction` may have any length that is not zero; `distance` may be infinite. A ray that runs along
    /// a triangle's plane passes it by; one that runs through an edge or corner of a closed surface hits one of the
    /// triangles there.
    ///
    /// ```
    /// use glam::Vec3;
    /// use sweep8::{Mesh, Sides, World};
    ///
    /// let floor = [Vec3::new(-9.0, 0.0, -9.0), Vec3::new(0.0, 0.0, 9.0), Vec3::new(9.0, 0.0, -9.0)];
    /// let world = World::from_mesh(Mesh::new(&floor, &[[0, 1, 2]])?);
    /// let hit = world.ray(Vec3::new(1.0, 3.0, 1.0), Vec3::NEG_Y, f32::INFINITY, Sides::Both)?;
    /// let hit = hit.expect("there is a floor");
    /// assert_eq!((hit.distance, hit.point, hit.normal), (3.0, Vec3::new(1.0, 0.0, 1.0), Vec3::Y));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// Source: Woop, Benthin and Wald 2013, for the test of a triangle.
    ///
    /// # Errors
    /// [`InputError`] names what is wrong with origin, direction or distance.
    #[doc(alias = "raycast")]
    pub fn ray(
        &self,
        origin: impl Into<Position>,
        direction: Vec3,
        distance: f32,
        filter: impl Into<Filter>,
    ) -> Result<Option<RayHit>, InputError> {
        Ok(self.first_on(self.along_ray(origin.into(), direction, distance)?, filter.into()))
    }

    /// The first triangle that the segment between two points passes, its ends included.
    ///
    /// World space, metres. Otherwise as [`ray`](World::ray). A segment without length passes nothing.
    ///
    /// ```
    /// use glam::Vec3;
    /// use sweep8::{Mesh, Sides, World};
    ///
    /// let wall = [Vec3::new(2.0, -9.0, -9.0), Vec3::new(2.0, -9.0, 9.0), Vec3::new(2.0, 9.0, 0.0)];
    /// let world = World::from_mesh(Mesh::new(&wall, &[[0, 1, 2]])?);
    /// let (eye, target) = (Vec3::ZERO, Vec3::new(8.0, 0.0, 0.0));
    /// let between = world.segment(eye, target, Sides::Both)?.expect("the wall is between");
    /// assert_eq!(between.distance, 2.0);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`InputError`] names what is wrong with one of the points.
    #[doc(alias = "line of sight")]
    pub fn segment(
        &self,
        from: impl Into<Position>,
        to: impl Into<Position>,
        filter: impl Into<Filter>,
    ) -> Result<Option<RayHit>, InputError> {
        Ok(self.first_on(along_segment(from.into(), to.into())?, filter.into()))
    }

    /// A ray as far as there is anything; none where there is nothing.
    pub(super) fn along_ray(
        &self,
        origin: Position,
        direction: Vec3,
        distance: f32,
    ) -> Result<Option<Along>, InputError> {
        let origin = origin.checked()?;
        check_distance(distance)?;
        let step = checked_direction(direction)?;
        let bounds = self.bounds();
        Ok(bounds.map(|bounds| Along { origin, step, limit: distance.min(farthest_from(origin, bounds)) }))
    }

    /// The first triangle on a line.
    #[inline(always)]
    fn first_on(&self, line: Option<Along>, filter: Filter) -> Option<RayHit> {
        let line = line?;
        let (instances, sides) = (self.asked_for(filter), filter.sides);
        let (position, piece) = (line.origin, &line.piece());
        let take = FirstPassed::default();
        let passed = with_scratch(|scratch| match instances.only() {
            Some(tree) => {
                let stack = &mut scratch.stack;
                self.lanes.run(PassMesh { tree, position, piece, sides, stack, take })
            }
            None => self.lanes.run(PassInstances { instances, position, piece, sides, scratch, take }),
        });
        line.hit(instances, &passed.0?)
    }
}
