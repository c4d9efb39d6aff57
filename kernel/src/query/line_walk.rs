//! The walk of a straight line through the tree, front to back: finds the triangles that it crosses.
//!
//! In: the tree, a position, a piece of a line relative to it, and a [`TakeCrossed`], the receiver of the first triangle, any, or
//! each. Out: the receiver.

use crate::bvh::block::TriangleBlock;
use crate::bvh::boxes::Bounds;
use crate::bvh::node::Node;
use crate::bvh::traverse::nearest_first::{Pending, Visitor, walk};
use crate::bvh::tree::Tree;
use crate::frame::position::Position;
use crate::mesh::sides::Sides;
use crate::narrow::line::{ChildrenOnLine, Line};
use crate::narrow::ray::{Ray, RayStep, ray_block};
use crate::query::crossed::{Crossed, Piece, TakeCrossed};
use crate::query::scratch::Scratch;
use crate::simd::{Lanes, lanes_of, task};
use crate::world::solids::Solids;
use alloc::vec::Vec;
use glam::Vec3;

task! {
    /// A task that offers the triangles of all instances that a piece crosses. The piece is mapped to the mesh space of each instance,
    /// where it is a line with the same fractions.
    pub(crate) struct CrossInstances<'a, T: TakeCrossed> {
        pub(crate) instances: Solids<'a>,
        pub(crate) position: Position,
        pub(crate) piece: &'a Piece,
        pub(crate) sides: Sides,
        pub(crate) scratch: &'a mut Scratch,
        pub(crate) take: T,
    }
    fn run<L>(lanes) -> T {
        let mut take = take;
        let Scratch { near_instances, stack, .. } = scratch;
        let around = line_of(position, piece, instances.bounds()).around;
        instances.meeting(lanes, &around, near_instances);
        for &index in near_instances.iter() {
            let Some(instance) = instances.get(index) else { continue };
            let placed = &instances.placed(instance);
            let [least, most] = piece.parts;
            let most = take.limit(most);
            if most < 0.0 {
                break;
            }
            let seen = Piece {
                from: placed.mesh_displacement(piece.from),
                step: placed.mesh_displacement(piece.step),
                parts: [least, most],
            };
            let position = Position::from(placed.in_mesh_space(position.to_dvec3()));
            let step = &RayStep::new(seen.step);
            take = cross_mesh(lanes, &instance.mesh.tree, index, position, &seen, step, sides, stack, take);
        }
        take
    }
}

/// Converts a line segment relative to `position` to a [`Line`] for tests against boxes, among triangles in `bounds`.
#[inline(always)]
fn line_of(position: Position, &Piece { from, step, parts: [_, most] }: &Piece, bounds: Bounds) -> Line {
    let (origin, way) = (position.moved(from.as_vec3()).high, step.as_vec3());
    Line::new(origin, way, way * most, Vec3::ZERO, Vec3::ZERO, bounds)
}

task! {
    /// Task that calls a receiver for the triangles of a mesh that a line segment crosses; position and segment in mesh space.
    pub(crate) struct CrossMesh<'a, T: TakeCrossed> {
        pub(crate) tree: &'a Tree,
        pub(crate) position: Position,
        pub(crate) piece: &'a Piece,
        /// The step of the piece.
        pub(crate) step: &'a RayStep,
        pub(crate) sides: Sides,
        pub(crate) stack: &'a mut Vec<Pending>,
        pub(crate) take: T,
    }
    fn run<L>(lanes) -> T {
        cross_mesh(lanes, tree, 0, position, piece, step, sides, stack, take)
    }
}

#[inline(always)]
#[allow(clippy::too_many_arguments, reason = "a walk, and what of it differs between instances")]
fn cross_mesh<L: Lanes, T: TakeCrossed>(
    lanes: L,
    tree: &Tree,
    instance: u32,
    position: Position,
    piece: &Piece,
    step: &RayStep,
    sides: Sides,
    stack: &mut Vec<Pending>,
    take: T,
) -> T {
    let &Piece { from, parts: [least, most], .. } = piece;
    let line = line_of(position, piece, tree.bounds);
    let (around, ray) = (tree.grid.corners(lanes, &line.around), Ray::new(position, from, step));
    let mut visitor = RayVisitor { lanes, instance, position, line, around, ray, least, most, sides, take };
    walk(lanes, tree, stack, &mut visitor);
    visitor.take
}

struct RayVisitor<L: Lanes, T> {
    lanes: L,
    instance: u32,
    position: Position,
    line: Line,
    /// Corners of the box around the line, in units of the tree's grid.
    around: L::Corners,
    ray: Ray,
    least: f32,
    most: f32,
    sides: Sides,
    take: T,
}

impl<L: Lanes, T: TakeCrossed> Visitor<L> for RayVisitor<L, T> {
    type Opened<'n> = ChildrenOnLine<'n, L>;

    #[inline(always)]
    fn around(&self) -> L::Corners {
        self.around
    }

    #[inline(always)]
    fn open<'n>(&self, node: &'n Node) -> ChildrenOnLine<'n, L> {
        self.line.children_of(self.lanes, node)
    }

    #[inline(always)]
    fn near(&mut self, node: &ChildrenOnLine<'_, L>, group: usize) -> (L::Mask, L::Float) {
        node.entering(self.lanes, group, self.limit())
    }

    #[inline(always)]
    fn block(&mut self, blocks: &[TriangleBlock], index: usize) {
        let (lanes, block) = (self.lanes, &blocks[index]);
        let crossed = ray_block(lanes, &block.corners, &self.ray, self.limit(), self.sides);
        for lane in lanes_of(lanes.bits(crossed)) {
            let [a, b, c] = block.triangle(lane);
            let corners = [self.position.to(a), self.position.to(b), self.position.to(c)];
            let Some((fraction, weights)) = self.ray.cross(corners) else { continue };
            if fraction >= self.least && fraction <= self.limit() {
                let (instance, triangle) = (self.instance, block.ids[lane]);
                self.take.take(Crossed { fraction, instance, triangle, corners, weights });
            }
        }
    }

    #[inline(always)]
    fn limit(&self) -> f32 {
        self.take.limit(self.most)
    }
}
