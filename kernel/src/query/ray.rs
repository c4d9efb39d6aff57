//! Rays and segments through a world: the first triangle that a line crosses.
//!
//! In: a line, checked. Out: the nearest triangle; ties go to the lower id. Queries for all triangles or any are in
//! [`all_on_line`](crate::query::all_on_line).

use crate::base::input_error::{InputError, check_center, check_distance, checked_direction};
use crate::base::tolerance::REACH_ROUNDING;
use crate::bvh::boxes::Bounds;
use crate::bvh::corner_order::CornerOrder;
use crate::bvh::traverse::nearest_first::Pending;
use crate::bvh::tree::Tree;
use crate::frame::position::Position;
use crate::mesh::sides::Sides;
use crate::narrow::ray::RayStep;
use crate::query::crossed::{Crossed, FirstCrossed, Piece};
use crate::query::hit::RayHit;
use crate::query::line_traversal::{CrossInstances, CrossMesh, cross_mesh};
use crate::query::scratch::Scratch;
use crate::query::thread_memory::call_memory;
use crate::simd::task;
use crate::world::filter::{Filter, Skip};
use crate::world::instance_id::InstanceId;
use crate::world::solids::Solids;
use crate::world::world::World;
use alloc::vec::Vec;
use glam::{DVec3, Vec3, Vec3A};

/// Line of a ray or segment query with checked input: from `origin` by up to `limit` steps.
#[derive(Clone, Copy, Debug)]
pub(super) struct CheckedLine {
    pub(super) origin: Position,
    step: DVec3,
    limit: f32,
}

/// The first triangle that a ray crosses, without the details of a hit: its distance in metres, its instance, and its number.
pub(crate) type FirstTriangle = (f32, InstanceId, u32);

impl CheckedLine {
    /// A line of checked input.
    #[inline(always)]
    pub(super) fn new(origin: Position, step: DVec3, limit: f32) -> Self {
        Self { origin, step, limit }
    }

    #[inline(always)]
    pub(super) fn piece(&self) -> Piece {
        Piece { from: DVec3::ZERO, step: self.step, parts: [0.0, self.limit] }
    }

    /// Whether the line crosses a triangle from its front; `None` if its instance does not exist.
    pub(super) fn is_front(&self, instances: Solids, crossed: &Crossed) -> Option<bool> {
        let mut front = crossed.front();
        if instances.only().is_none() {
            front = instances.placed(instances.get(crossed.instance)?).world_normal(front);
        }
        Some(front.dot(self.step) <= 0.0)
    }

    /// Distance from the line's origin to the point where it crosses a triangle, metres.
    #[inline(always)]
    pub(super) fn distance(&self, crossed: &Crossed) -> f32 {
        (self.step * f64::from(crossed.fraction)).length() as f32
    }

    /// Converts a triangle that this line crosses to a ray hit; `None` if its instance does not exist.
    pub(super) fn hit(&self, instances: Solids, crossed: &Crossed) -> Option<RayHit> {
        let front = crossed.front();
        if let Some(tree) = instances.only() {
            return Some(self.hit_of(tree, instances.only_id(), front, crossed));
        }
        let instance = instances.get(crossed.instance)?;
        let front = instances.placed(instance).world_normal(front);
        Some(self.hit_of(&instance.mesh.tree, instances.id(crossed.instance), front, crossed))
    }

    /// As [`hit`](Self::hit), of an instance with this tree; `front` is a vector along the normal of the triangle's front, world space.
    #[inline(always)]
    pub(super) fn hit_of(&self, tree: &Tree, instance: InstanceId, front: DVec3, crossed: &Crossed) -> RayHit {
        let (way, triangle) = (self.step * f64::from(crossed.fraction), crossed.triangle);
        let front = unit_or_zero(front);
        let is_front = front.dot(self.step) <= 0.0;
        let face_normal = front.as_vec3();
        // A mirrored instance keeps the order of the corners themselves.
        let order = CornerOrder { first: tree.first_corners.of(triangle), is_mirrored: false };
        RayHit {
            distance: way.length() as f32,
            point: (self.origin.to_dvec3() + way).as_vec3(),
            normal: if is_front { face_normal } else { -face_normal },
            face_normal,
            barycentric: order.in_mesh(crossed.weights),
            is_front,
            instance,
            triangle,
            material: tree.materials.of(triangle),
        }
    }
}

/// Unit vector along a checked direction.
#[inline(always)]
pub(crate) fn unit_along(direction: Vec3) -> DVec3 {
    unit_or_zero(direction.as_dvec3())
}

/// Unit vector along a vector; zero if that has no direction. As `DVec3::normalize_or_zero`, whose test for finite numbers takes 20
/// instructions, as a comparison with infinity does.
#[inline(always)]
fn unit_or_zero(v: DVec3) -> DVec3 {
    let inverse = v.length_recip();
    if inverse > 0.0 && inverse <= f64::MAX { v * inverse } else { DVec3::ZERO }
}

/// Upper bound of the distance from a position to anything in a box, metres: that of its far corner. It exceeds the corner by
/// rounding, so that a ray does not end before it.
#[inline(always)]
pub(crate) fn farthest_from(origin: Position, &Bounds { low, high }: &Bounds) -> f32 {
    let from = Vec3A::from(origin.high);
    let farthest = (low - from).abs().max((high - from).abs()) + Vec3A::from(origin.low).abs();
    farthest.length() * (1.0 + REACH_ROUNDING)
}

/// Checked line from one point to another; `None` if they are equal, an error if one is out of range.
pub(super) fn along_segment(from: Position, to: Position) -> Result<Option<CheckedLine>, InputError> {
    let (origin, to) = (from.checked()?, to.checked()?);
    let step = to.to_dvec3() - origin.to_dvec3();
    Ok((step != DVec3::ZERO).then_some(CheckedLine { origin, step, limit: 1.0 }))
}

/// Checked line of a ray from three `f32` through the mesh of a world, cut where the mesh ends; `None` if it has no triangles.
#[inline(always)]
pub(super) fn along_ray_in(
    tree: &Tree,
    origin: Vec3,
    direction: Vec3,
    distance: f32,
) -> Result<Option<CheckedLine>, InputError> {
    check_center(origin)?;
    check_distance(distance)?;
    let origin = Position::new(origin);
    let step = checked_direction(direction)?;
    // No ray that is shorter than the mesh is long needs to be cut.
    let mut limit = distance;
    if distance > tree.bounds.high.x - tree.bounds.low.x {
        limit = limit.min(farthest_from(origin, &tree.bounds));
    }
    Ok((!tree.nodes.is_empty()).then_some(CheckedLine { origin, step, limit }))
}

task! {
    /// Task that finds the first triangle of a world of one mesh that a ray from three `f32` crosses. Most queries are of this kind. It
    /// checks the ray itself, so that all of a query is compiled for the lanes and nothing is copied between.
    struct FirstOnRay<'a> {
        tree: &'a Tree,
        instance: InstanceId,
        origin: &'a Vec3,
        direction: &'a Vec3,
        distance: f32,
        sides: Sides,
        stack: &'a mut Vec<Pending>,
    }
    fn run<L>(lanes) -> Result<Option<RayHit>, InputError> {
        let Some(line) = along_ray_in(tree, *origin, *direction, distance)? else { return Ok(None) };
        let (piece, take) = (&line.piece(), FirstCrossed::default());
        let first = cross_mesh::<L, _, true>(lanes, tree, 0, line.origin, piece, None, sides, stack, take);
        let Some(crossed) = &first.0 else { return Ok(None) };
        Ok(Some(line.hit_of(tree, instance, crossed.front(), crossed)))
    }
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
        if let Some(tree) = self.only_unskipped(filter)
            && origin.is_single()
        {
            let (instance, sides, stack) = (self.asked_for(filter).only_id(), filter.sides, &mut scratch.stack);
            let (origin, direction) = (&origin.high, &direction);
            return self.lanes.run(FirstOnRay { tree, instance, origin, direction, distance, sides, stack });
        }
        self.ray_among(origin, direction, distance, filter, scratch)
    }

    /// As [`ray_in`](Self::ray_in), from any position, among all instances, without the surface that the filter skips.
    #[inline(never)]
    pub(super) fn ray_among(
        &self,
        origin: Position,
        direction: Vec3,
        distance: f32,
        filter: Filter,
        scratch: &mut Scratch,
    ) -> Result<Option<RayHit>, InputError> {
        Ok(self.first_on(self.along_ray(origin, direction, distance)?, filter, scratch))
    }

    /// The only mesh of the world, if the filter skips nothing of it. Most queries are of such worlds: they have a traversal of their own.
    #[inline(always)]
    pub(super) fn only_unskipped(&self, filter: Filter) -> Option<&Tree> {
        if filter.skip == Skip::Nothing { self.asked_for(filter).only() } else { None }
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
        self.bounds().map(|(low, high)| farthest_from(origin, &Bounds { low: low.into(), high: high.into() }))
    }

    /// The first triangle that a ray crosses, as in [`ray`](World::ray). The input is checked, `step` is a unit vector, and `distance` is
    /// at most [`farthest_from`](Self::farthest_from); `scratch` is the memory of the call.
    pub(crate) fn first_triangle(
        &self,
        origin: Position,
        step: &RayStep,
        distance: f32,
        filter: Filter,
        scratch: &mut Scratch,
    ) -> Option<FirstTriangle> {
        let line = CheckedLine::new(origin, step.exact, distance);
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
                let stack = &mut scratch.stack;
                self.lanes.run(CrossMesh { tree, position, piece, step, sides, stack, take })
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
