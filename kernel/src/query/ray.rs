//! Rays and segments through a world: the first triangle that a line crosses.
//!
//! In: a line, checked. Out: the nearest triangle; ties go to the lower id. Queries for all triangles or any are in
//! [`all_on_line`](crate::query::all_on_line).

use crate::base::field::Field;
use crate::base::input_error::{InputError, check_distance};
use crate::base::tolerance::REACH_ROUNDING;
use crate::bvh::corner_order::CornerOrder;
use crate::frame::position::Position;
use crate::narrow::ray::RayStep;
use crate::query::crossed::{Crossed, FirstCrossed, Piece};
use crate::query::hit::RayHit;
use crate::query::line_walk::{CrossInstances, CrossMesh};
use crate::query::scratch::Scratch;
use crate::query::thread_memory::call_memory;
use crate::world::filter::{Filter, Skip};
use crate::world::instance_id::InstanceId;
use crate::world::solids::Solids;
use crate::world::world::World;
use glam::{DVec3, Vec3};

/// Line of a ray or segment query with checked input: from `origin` by up to `limit` steps.
#[derive(Clone, Copy, Debug)]
pub(super) struct CheckedLine {
    pub(super) origin: Position,
    step: DVec3,
    limit: f32,
}

impl CheckedLine {
    pub(super) fn piece(&self) -> Piece {
        Piece { from: DVec3::ZERO, step: self.step, parts: [0.0, self.limit] }
    }

    /// Whether the line crosses a triangle from its front; `None` if its instance does not exist.
    pub(super) fn is_front(&self, instances: Solids, crossed: &Crossed) -> Option<bool> {
        let [a, b, c] = crossed.corners;
        let mut front = (b - a).cross(c - a);
        if instances.only().is_none() {
            front = instances.placed(instances.get(crossed.instance)?).world_normal(front);
        }
        Some(front.dot(self.step) <= 0.0)
    }

    /// The line's step, for tests against triangles in world space.
    pub(super) fn ray_step(&self) -> RayStep {
        RayStep::new(self.step)
    }

    /// Distance from the line's origin to the point where it crosses a triangle, metres.
    #[inline(always)]
    fn distance(&self, crossed: &Crossed) -> f32 {
        (self.step * f64::from(crossed.fraction)).length() as f32
    }

    /// Converts a triangle that this line crosses to a ray hit; `None` if its instance does not exist.
    #[inline(always)]
    pub(super) fn hit(&self, instances: Solids, crossed: &Crossed) -> Option<RayHit> {
        let way = self.step * f64::from(crossed.fraction);
        let [a, b, c] = crossed.corners;
        let front = (b - a).cross(c - a);
        let triangle = crossed.triangle;
        let (tree, instance, front) = if let Some(tree) = instances.only() {
            (tree, instances.only_id(), front)
        } else {
            let instance = instances.get(crossed.instance)?;
            (&*instance.mesh.tree, instances.id(crossed.instance), instances.placed(instance).world_normal(front))
        };
        let front = front.normalize_or_zero();
        let is_front = front.dot(self.step) <= 0.0;
        let face_normal = front.as_vec3();
        // A mirrored instance keeps the order of the corners themselves.
        let order = CornerOrder { first: tree.first_corners.of(triangle), is_mirrored: false };
        Some(RayHit {
            distance: self.distance(crossed),
            point: (self.origin.to_dvec3() + way).as_vec3(),
            normal: if is_front { face_normal } else { -face_normal },
            face_normal,
            barycentric: order.in_mesh(crossed.weights),
            is_front,
            instance,
            triangle,
            material: tree.materials.of(triangle),
        })
    }
}

/// Unit vector along the direction of a ray; an error if the direction has no length or is not finite.
pub(crate) fn checked_direction(direction: Vec3) -> Result<DVec3, InputError> {
    let step = unit_along(direction);
    if direction.is_finite() && step != DVec3::ZERO {
        Ok(step)
    } else {
        Err(InputError::out_of_range(Field::Direction, direction.length()))
    }
}

/// Unit vector along a checked direction.
#[inline(always)]
pub(crate) fn unit_along(direction: Vec3) -> DVec3 {
    direction.as_dvec3().normalize_or_zero()
}

/// Upper bound of the distance from a position to anything in a box, metres: that of its far corner. It exceeds the corner by
/// rounding, so that a ray does not end before it.
pub(crate) fn farthest_from(origin: Position, (low, high): (Vec3, Vec3)) -> f32 {
    let farthest = (low - origin.high).abs().max((high - origin.high).abs()) + origin.low.abs();
    farthest.length() * (1.0 + REACH_ROUNDING)
}

/// Checked line from one point to another; `None` if they are equal, an error if one is out of range.
pub(super) fn along_segment(from: Position, to: Position) -> Result<Option<CheckedLine>, InputError> {
    let (origin, to) = (from.checked()?, to.checked()?);
    let step = to.to_dvec3() - origin.to_dvec3();
    Ok((step != DVec3::ZERO).then_some(CheckedLine { origin, step, limit: 1.0 }))
}

impl World {
    /// The first triangle that a ray from `origin` along `direction` crosses within `distance` metres.
    ///
    /// World space. `direction` may have any length that is not zero; `distance` may be infinite. A ray in the plane of a triangle
    /// does not cross it; one through an edge or corner of a closed surface hits one of the triangles there. A ray that starts on a
    /// surface, or at a point of it that was rounded, may hit that surface: [`Filter::skip`] names the triangle to pass.
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
    /// [`InputError`] names the field that is refused: origin, direction or distance.
    #[doc(alias = "raycast")]
    pub fn ray(
        &self,
        origin: impl Into<Position>,
        direction: Vec3,
        distance: f32,
        filter: impl Into<Filter>,
    ) -> Result<Option<RayHit>, InputError> {
        self.ray_in(origin.into(), direction, distance, filter.into(), &mut call_memory())
    }

    /// As [`ray`](World::ray), with the memory of the call.
    #[inline(always)]
    pub(super) fn ray_in(
        &self,
        origin: Position,
        direction: Vec3,
        distance: f32,
        filter: Filter,
        scratch: &mut Scratch,
    ) -> Result<Option<RayHit>, InputError> {
        Ok(self.first_on(self.along_ray(origin, direction, distance)?, filter, scratch))
    }

    /// The first triangle that the segment between two points crosses, its ends included.
    ///
    /// World space, metres. Otherwise as [`ray`](World::ray). A segment without length crosses nothing.
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
    /// [`InputError`] names the point that is refused.
    #[doc(alias = "line of sight")]
    pub fn segment(
        &self,
        from: impl Into<Position>,
        to: impl Into<Position>,
        filter: impl Into<Filter>,
    ) -> Result<Option<RayHit>, InputError> {
        Ok(self.first_on(along_segment(from.into(), to.into())?, filter.into(), &mut call_memory()))
    }

    /// Checked line of a ray, cut where the world's bounding box ends; `None` in an empty world.
    pub(super) fn along_ray(
        &self,
        origin: Position,
        direction: Vec3,
        distance: f32,
    ) -> Result<Option<CheckedLine>, InputError> {
        let origin = origin.checked()?;
        check_distance(distance)?;
        Ok(self.along_checked_ray(origin, checked_direction(direction)?, distance))
    }

    /// As [`along_ray`](Self::along_ray), of checked input along a unit vector.
    fn along_checked_ray(&self, origin: Position, step: DVec3, distance: f32) -> Option<CheckedLine> {
        Some(CheckedLine { origin, step, limit: distance.min(self.farthest_from(origin)?) })
    }

    /// Upper bound of the distance from a position to anything in the world, metres; `None` in an empty world.
    pub(crate) fn farthest_from(&self, origin: Position) -> Option<f32> {
        self.bounds().map(|bounds| farthest_from(origin, bounds))
    }

    /// The first triangle that a ray crosses, without the details of a hit: its distance in metres, its instance, and its number, as
    /// [`ray`](World::ray) has them. Of checked input along a unit vector, with the memory of the call; `distance` is at most the
    /// [farthest](Self::farthest_from).
    pub(crate) fn first_triangle(
        &self,
        origin: Position,
        step: &RayStep,
        distance: f32,
        filter: Filter,
        scratch: &mut Scratch,
    ) -> Option<(f32, InstanceId, u32)> {
        let line = CheckedLine { origin, step: step.exact, limit: distance };
        let crossed = self.first_crossed(&line, Some(step), filter, scratch)?;
        let instances = self.asked_for(filter);
        let instance = if instances.only().is_some() { instances.only_id() } else { instances.id(crossed.instance) };
        Some((line.distance(&crossed), instance, crossed.triangle))
    }

    /// Ray hit on the first triangle that the line crosses; `None` without a line or a crossed triangle.
    #[inline(always)]
    fn first_on(&self, line: Option<CheckedLine>, filter: Filter, scratch: &mut Scratch) -> Option<RayHit> {
        let line = line?;
        line.hit(self.asked_for(filter), &self.first_crossed(&line, None, filter, scratch)?)
    }

    /// The first triangle that the line crosses; `step` is that of the line, if the caller has it already.
    #[inline(always)]
    fn first_crossed(
        &self,
        line: &CheckedLine,
        step: Option<&RayStep>,
        filter: Filter,
        scratch: &mut Scratch,
    ) -> Option<Crossed> {
        if filter.skip != Skip::Nothing {
            return self.first_but_skipped(line, filter, scratch);
        }
        let (instances, sides) = (self.asked_for(filter), filter.sides);
        let (position, piece) = (line.origin, &line.piece());
        let take = FirstCrossed::default();
        let crossed = match instances.only() {
            Some(tree) => {
                let (step, stack) = (step.copied().unwrap_or_else(|| line.ray_step()), &mut scratch.stack);
                self.lanes.run(CrossMesh { tree, position, piece, step: &step, sides, stack, take })
            }
            None => self.lanes.run(CrossInstances { instances, position, piece, sides, scratch, take }),
        };
        crossed.0
    }

    /// As [`first_crossed`](Self::first_crossed), with a filter that skips a surface.
    #[inline(never)]
    fn first_but_skipped(&self, line: &CheckedLine, filter: Filter, scratch: &mut Scratch) -> Option<Crossed> {
        let mut first = FirstCrossed::default();
        self.cross(line, filter, &mut first, scratch);
        first.0
    }
}
