//! Rays and segments through a world, and the walk of one through the tree, front to back.
//!
//! In: the tree, a position, a piece of a line as seen from there. Out: the nearest triangle that the piece passes, the
//! lowest id among equals.

use crate::base::input_error::{Field, InputError, check_center, check_distance};
use crate::base::tolerance::REACH_ROUNDING;
use crate::bvh::block::TriangleBlock;
use crate::bvh::boxes::Bounds;
use crate::bvh::traverse::nearest_first::{Pending, Visitor, walk};
use crate::bvh::tree::Tree;
use crate::frame::position::Position;
use crate::mesh::sides::Sides;
use crate::narrow::line::Line;
use crate::narrow::ray::{Ray, ray_block};
use crate::query::hit::RayHit;
use crate::query::scratch::Scratch;
use crate::simd::{LaneVec, Lanes, lanes_of, task};
use crate::world::filter::Filter;
use crate::world::solids::Solids;
use crate::world::triangle_world::World;
use glam::{DVec3, Vec3};

/// A triangle that the ray passes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Passed {
    /// Where, in steps of the ray.
    pub(crate) fraction: f32,
    /// The index of the instance, where there are several, and which of its triangles.
    pub(crate) instance: u32,
    pub(crate) triangle: u32,
    /// Its corners as seen from the place, mesh units.
    pub(crate) corners: [DVec3; 3],
}

/// A piece of a straight line: from `from` by parts of `step`, both displacements from a place, metres.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Piece {
    pub(crate) from: DVec3,
    pub(crate) step: DVec3,
    /// The parts of the step between which triangles count, ends included.
    pub(crate) parts: [f32; 2],
}

/// The first triangle that a piece of a line passes; of instances at the same place that with the lower index.
#[inline(always)]
pub(crate) fn first_passed<L: Lanes>(
    lanes: L,
    instances: Solids,
    position: Position,
    piece: &Piece,
    sides: Sides,
    scratch: &mut Scratch,
) -> Option<Passed> {
    if let Some(tree) = instances.only() {
        return first_of_mesh(lanes, tree, position, piece, sides, &mut scratch.stack);
    }
    lanes.call_outlined(FirstOfInstances { instances, position, piece, sides, scratch })
}

task! {
    /// One [`first_of_instances`].
    FirstOfInstances<'a> {
        instances: Solids<'a>,
        position: Position,
        piece: &'a Piece,
        sides: Sides,
        scratch: &'a mut Scratch,
    } = first_of_instances => Option<Passed>
}

/// The first triangle of all instances. A piece of a line stays one in the mesh space of each, and its parts stay the same
/// parts.
#[inline(always)]
fn first_of_instances<L: Lanes>(
    lanes: L,
    instances: Solids,
    position: Position,
    piece: &Piece,
    sides: Sides,
    scratch: &mut Scratch,
) -> Option<Passed> {
    let Scratch { near_instances, stack, .. } = scratch;
    let around = line_of(position, piece, instances.bounds()).around;
    instances.meeting(lanes, &around, near_instances);
    let mut first: Option<Passed> = None;
    for &index in near_instances.iter() {
        let Some(instance) = instances.get(index) else { continue };
        let placed = &instances.placed(instance);
        let [least, most] = piece.parts;
        let seen = Piece {
            from: placed.mesh_displacement(piece.from),
            step: placed.mesh_displacement(piece.step),
            parts: [least, first.map_or(most, |first| first.fraction)],
        };
        let position = Position::from(placed.in_mesh_space(position.to_dvec3()));
        let passed = first_of_mesh(lanes, &instance.mesh.tree, position, &seen, sides, stack);
        if let Some(passed) = passed
            && first.is_none_or(|first| passed.fraction < first.fraction)
        {
            first = Some(Passed { instance: index, ..passed });
        }
    }
    first
}

/// The way of a piece, among triangles that lie in `bounds`.
#[inline(always)]
fn line_of(position: Position, &Piece { from, step, parts: [_, most] }: &Piece, bounds: Bounds) -> Line {
    let (origin, way) = (position.moved(from.as_vec3()).high, step.as_vec3());
    Line::new(origin, way, way * most, Vec3::ZERO, Vec3::ZERO, bounds)
}

task! {
    /// One [`first_of_mesh`].
    FirstOfMesh<'a> {
        tree: &'a Tree,
        position: Position,
        piece: &'a Piece,
        sides: Sides,
        stack: &'a mut Vec<Pending>,
    } = first_of_mesh => Option<Passed>
}

/// The first triangle of a mesh; place and piece in its space.
#[inline(always)]
fn first_of_mesh<L: Lanes>(
    lanes: L,
    tree: &Tree,
    position: Position,
    piece: &Piece,
    sides: Sides,
    stack: &mut Vec<Pending>,
) -> Option<Passed> {
    let &Piece { from, step, parts: [least, most] } = piece;
    let line = line_of(position, piece, tree.bounds);
    let (around, ray) = (tree.grid.corners(lanes, &line.around), Ray::new(from, step));
    let mut visitor = RayVisitor { lanes, position, line, around, ray, least, most, sides, first: None };
    walk(lanes, tree, stack, &mut visitor);
    visitor.first
}

struct RayVisitor<L: Lanes> {
    lanes: L,
    position: Position,
    line: Line,
    /// The corners of the box around it.
    around: L::Corners,
    ray: Ray,
    least: f32,
    most: f32,
    sides: Sides,
    first: Option<Passed>,
}

impl<L: Lanes> Visitor<L> for RayVisitor<L> {
    #[inline(always)]
    fn around(&self) -> L::Corners {
        self.around
    }

    #[inline(always)]
    fn near(&mut self, low: LaneVec<L::Float>, high: LaneVec<L::Float>) -> (L::Mask, L::Float) {
        self.line.entering(self.lanes, low, high, self.limit())
    }

    #[inline(always)]
    fn block(&mut self, blocks: &[TriangleBlock], index: usize) {
        let (lanes, block) = (self.lanes, &blocks[index]);
        let high = lanes.splat3(self.position.high);
        let low = lanes.splat3(self.position.low);
        let [a, b, c] = lanes.load_corners(&block.corners);
        let corners = lanes.store_corners([a - high - low, b - high - low, c - high - low]);
        let passed = ray_block(lanes, &corners, &self.ray, self.limit(), self.sides);
        for lane in lanes_of(lanes.bits(passed)) {
            let [a, b, c] = block.triangle(lane);
            let corners = [self.position.to(a), self.position.to(b), self.position.to(c)];
            let Some(fraction) = self.ray.fraction(corners) else { continue };
            let triangle = block.ids[lane];
            let counts = fraction >= self.least && fraction <= self.limit();
            if counts && self.first.is_none_or(|first| (fraction, triangle) < (first.fraction, first.triangle)) {
                self.first = Some(Passed { fraction, instance: 0, triangle, corners });
            }
        }
    }

    #[inline(always)]
    fn limit(&self) -> f32 {
        self.first.map_or(self.most, |first| first.fraction)
    }
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
    /// use sweep8::{Mesh, Scratch, Sides, World};
    ///
    /// let floor = [Vec3::new(-9.0, 0.0, -9.0), Vec3::new(0.0, 0.0, 9.0), Vec3::new(9.0, 0.0, -9.0)];
    /// let world = World::from_mesh(Mesh::new(&floor, &[[0, 1, 2]])?);
    /// let hit = world.ray(Vec3::new(1.0, 3.0, 1.0), Vec3::NEG_Y, f32::INFINITY, Sides::Both, &mut Scratch::new())?;
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
        origin: Vec3,
        direction: Vec3,
        distance: f32,
        filter: impl Into<Filter>,
        scratch: &mut Scratch,
    ) -> Result<Option<RayHit>, InputError> {
        self.cast(origin, direction, distance, filter.into(), scratch)
    }

    fn cast(
        &self,
        origin: Vec3,
        direction: Vec3,
        distance: f32,
        filter: Filter,
        scratch: &mut Scratch,
    ) -> Result<Option<RayHit>, InputError> {
        check_center(origin)?;
        check_distance(distance)?;
        let along = direction.as_dvec3().normalize_or_zero();
        if !direction.is_finite() || along == DVec3::ZERO {
            return Err(InputError::out_of_range(Field::Direction, direction.length()));
        }
        let Some((low, high)) = self.bounds() else { return Ok(None) };
        // No triangle is farther than the far corner of the box around all; a ray that ends there by rounding must
        // not miss it.
        let farthest = (low - origin).abs().max((high - origin).abs()).length() * (1.0 + REACH_ROUNDING);
        Ok(self.passed(origin, along, distance.min(farthest), filter, scratch))
    }

    /// The first triangle that the segment between two points passes, its ends included.
    ///
    /// World space, metres. Otherwise as [`ray`](World::ray). A segment without length passes nothing.
    ///
    /// ```
    /// use glam::Vec3;
    /// use sweep8::{Mesh, Scratch, Sides, World};
    ///
    /// let wall = [Vec3::new(2.0, -9.0, -9.0), Vec3::new(2.0, -9.0, 9.0), Vec3::new(2.0, 9.0, 0.0)];
    /// let world = World::from_mesh(Mesh::new(&wall, &[[0, 1, 2]])?);
    /// let (eye, target) = (Vec3::ZERO, Vec3::new(8.0, 0.0, 0.0));
    /// let between = world.segment(eye, target, Sides::Both, &mut Scratch::new())?.expect("the wall is between");
    /// assert_eq!(between.distance, 2.0);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`InputError`] names what is wrong with one of the points.
    #[doc(alias = "line of sight")]
    pub fn segment(
        &self,
        from: Vec3,
        to: Vec3,
        filter: impl Into<Filter>,
        scratch: &mut Scratch,
    ) -> Result<Option<RayHit>, InputError> {
        self.cast_between(from, to, filter.into(), scratch)
    }

    fn cast_between(
        &self,
        from: Vec3,
        to: Vec3,
        filter: Filter,
        scratch: &mut Scratch,
    ) -> Result<Option<RayHit>, InputError> {
        check_center(from)?;
        check_center(to)?;
        if from == to {
            return Ok(None);
        }
        let step = to.as_dvec3() - from.as_dvec3();
        Ok(self.passed(from, step, 1.0, filter, scratch))
    }

    /// The first triangle within `limit` steps.
    #[inline(always)]
    fn passed(&self, origin: Vec3, step: DVec3, limit: f32, filter: Filter, scratch: &mut Scratch) -> Option<RayHit> {
        let sides = filter.sides;
        let piece = Piece { from: DVec3::ZERO, step, parts: [0.0, limit] };
        let (instances, position) = (self.asked_for(filter), Position::new(origin));
        let passed = match instances.only() {
            Some(tree) => {
                let stack = &mut scratch.stack;
                self.lanes.run(FirstOfMesh { tree, position, piece: &piece, sides, stack })?
            }
            None => self.lanes.run(FirstOfInstances { instances, position, piece: &piece, sides, scratch })?,
        };
        let way = step * f64::from(passed.fraction);
        let [a, b, c] = passed.corners;
        let front = (b - a).cross(c - a);
        let (instance, front, material) = if let Some(tree) = instances.only() {
            (instances.only_id(), front, tree.materials.of(passed.triangle))
        } else {
            let instance = instances.get(passed.instance)?;
            let material = instance.mesh.tree.materials.of(passed.triangle);
            (instances.id(passed.instance), instances.placed(instance).world_normal(front), material)
        };
        let front = front.normalize_or_zero();
        Some(RayHit {
            distance: way.length() as f32,
            point: (origin.as_dvec3() + way).as_vec3(),
            normal: if front.dot(step) > 0.0 { -front } else { front }.as_vec3(),
            instance,
            triangle: passed.triangle,
            material,
        })
    }
}
