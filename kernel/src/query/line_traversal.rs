//! The traversal of a straight line through the tree, front to back: finds the triangles that it crosses.
//!
//! In: the tree, a position, a piece of a line relative to it, and a [`TakeCrossed`], the receiver of the first triangle, any, or
//! each. Out: the receiver.

use crate::bvh::block::TriangleBlock;
use crate::bvh::boxes::Bounds;
use crate::bvh::node::Node;
use crate::bvh::traverse::nearest_first::{Pending, Visitor, traverse_from};
use crate::bvh::tree::Tree;
use crate::frame::position::Position;
use crate::mesh::sides::Sides;
use crate::narrow::line::{ChildrenOnLine, Line};
use crate::narrow::ray::{Crossing, Ray, RayStep, ray_block};
use crate::query::crossed::{Crossed, Piece, TakeCrossed};
use crate::query::scratch::Scratch;
use crate::simd::{Lanes, lanes_of, task};
use crate::world::solids::Solids;
use alloc::vec::Vec;
use glam::{DVec3, Vec3};

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
            take = cross_mesh::<L, T, true>(lanes, &instance.mesh.tree, index, position, &seen, None, sides, stack, take);
        }
        take
    }
}

/// Converts a line segment relative to `position` to a [`Line`] for tests against boxes, among triangles in `bounds`.
#[inline(always)]
pub(super) fn line_of(position: Position, &Piece { from, step, parts: [_, most] }: &Piece, bounds: Bounds) -> Line {
    let origin = if from == DVec3::ZERO { position.high } else { position.moved(from.as_vec3()).high };
    Line::of_point(origin, step.as_vec3(), most, bounds)
}

task! {
    /// Task that calls a receiver for the triangles of a mesh that a line segment crosses; position and segment in mesh space.
    pub(crate) struct CrossMesh<'a, T: TakeCrossed> {
        pub(crate) tree: &'a Tree,
        pub(crate) position: Position,
        pub(crate) piece: &'a Piece,
        /// The step of the piece, if the caller has it.
        pub(crate) step: Option<&'a RayStep>,
        pub(crate) sides: Sides,
        pub(crate) stack: &'a mut Vec<Pending>,
        pub(crate) take: T,
    }
    fn run<L>(lanes) -> T {
        cross_mesh::<L, T, true>(lanes, tree, 0, position, piece, step, sides, stack, take)
    }
}

/// Offers the triangles of a mesh that a piece crosses to a receiver; `IS_ORDERED`: the nearer first, which matters to a receiver that
/// lowers its limit.
#[inline(always)]
#[allow(clippy::too_many_arguments, reason = "a traversal, and what of it differs between instances")]
pub(super) fn cross_mesh<L: Lanes, T: TakeCrossed, const IS_ORDERED: bool>(
    lanes: L,
    tree: &Tree,
    instance: u32,
    position: Position,
    piece: &Piece,
    step: Option<&RayStep>,
    sides: Sides,
    stack: &mut Vec<Pending>,
    take: T,
) -> T {
    let Some(root) = tree.nodes.first() else { return take };
    let line = line_of(position, piece, tree.bounds);
    cross_node::<L, T, IS_ORDERED>(lanes, tree, root, instance, (position, piece, line), step, sides, stack, take)
}

/// As [`cross_mesh`], of the triangles below a node. The line is that of the position and the piece.
#[inline(always)]
#[allow(clippy::too_many_arguments, reason = "as of `cross_mesh`")]
pub(super) fn cross_node<'t, L: Lanes, T: TakeCrossed, const IS_ORDERED: bool>(
    lanes: L,
    tree: &'t Tree,
    node: &'t Node,
    instance: u32,
    (position, piece, line): (Position, &Piece, Line),
    step: Option<&RayStep>,
    sides: Sides,
    stack: &mut Vec<Pending>,
    take: T,
) -> T {
    let [least, most] = piece.parts;
    let around = tree.grid.corners(lanes, &line.around);
    let limit = take.limit(most);
    let ray = None;
    let mut visitor = RayVisitor::<L, T, IS_ORDERED> {
        lanes,
        instance,
        position,
        piece,
        step,
        line,
        around,
        ray,
        least,
        limit,
        sides,
        take,
    };
    traverse_from(lanes, tree, node, stack, &mut visitor);
    visitor.take
}

task! {
    /// Makes the ray along a piece, whose step the caller may have.
    struct MakeRay<'a> {
        position: Position,
        piece: &'a Piece,
        step: Option<&'a RayStep>,
    }
    fn run<L>(_) -> Ray {
        let step = match step {
            Some(step) => *step,
            None => RayStep::new(piece.step),
        };
        Ray::new(position, piece.from, step)
    }
}

task! {
    /// Tests one triangle, which the lanes do not exclude.
    struct CrossTriangle<'a> {
        ray: &'a Ray,
        corners: [Vec3; 3],
    }
    fn run<L>(_) -> Option<Crossing> {
        ray.cross(corners)
    }
}

struct RayVisitor<'a, L: Lanes, T, const IS_ORDERED: bool> {
    lanes: L,
    instance: u32,
    position: Position,
    piece: &'a Piece,
    step: Option<&'a RayStep>,
    line: Line,
    /// Corners of the box around the line, in units of the tree's grid.
    around: L::Corners,
    /// Made for the first block: a short ray mostly meets none.
    ray: Option<Ray>,
    least: f32,
    /// Largest fraction at which a triangle still counts; below 0 if none does.
    limit: f32,
    sides: Sides,
    take: T,
}

impl<L: Lanes, T: TakeCrossed, const IS_ORDERED: bool> Visitor<L> for RayVisitor<'_, L, T, IS_ORDERED> {
    type Opened<'n> = ChildrenOnLine<'n, L>;

    /// To test one box against the line takes as long as to test the triangles in it.
    const TAKES_ONE_UNTESTED: bool = true;

    const IS_ORDERED: bool = IS_ORDERED;

    #[inline(always)]
    fn around(&mut self) -> L::Corners {
        self.around
    }

    #[inline(always)]
    fn open<'n>(&self, node: &'n Node) -> ChildrenOnLine<'n, L> {
        self.line.children_of(self.lanes, node)
    }

    #[inline(always)]
    fn near(&mut self, node: &ChildrenOnLine<'_, L>, group: usize) -> (L::Mask, L::Float) {
        node.entering(self.lanes, group, self.limit)
    }

    #[inline(always)]
    fn block(&mut self, blocks: &[TriangleBlock], index: usize) {
        let (lanes, block) = (self.lanes, &blocks[index]);
        if self.ray.is_none() {
            let (position, piece, step) = (self.position, self.piece, self.step);
            self.ray = Some(lanes.call_shared(MakeRay { position, piece, step }));
        }
        let Some(ray) = &self.ray else { return };
        let crossed = ray_block(lanes, &block.corners, ray, self.limit, self.sides);
        for lane in lanes_of(lanes.bits(crossed)) {
            let triangle = CrossTriangle { ray, corners: block.triangle(lane) };
            let Some(Crossing { fraction, corners, weights }) = lanes.call_shared(triangle) else { continue };
            if fraction >= self.least && fraction <= self.limit {
                let (instance, triangle) = (self.instance, block.ids[lane]);
                self.take.take(Crossed { fraction, instance, triangle, corners, weights });
                self.limit = self.take.limit(self.limit);
            }
        }
    }

    #[inline(always)]
    fn limit(&self) -> f32 {
        self.limit
    }

    #[inline(always)]
    fn is_over(&self) -> bool {
        self.limit < 0.0
    }
}
