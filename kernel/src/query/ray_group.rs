//! Several rays at a time: each descends to the first node of which its box meets more than one child, or a block, before any of them
//! is traversed.
//!
//! In: rays, the mesh of a world. Out: the first triangle that each crosses, the same bits as one by one.
//! 1. Every ray gets its unit vector and the box around it.
//! 2. Level by level, each goes down to the only child that its box meets. Most short rays end here: they meet none.
//! 3. The tree is traversed along each of the others, one after the other, each from the node of which it meets several children, or
//!    blocks.
//!
//! A ray alone waits for its unit vector, for its box, and at each level for the node. Here the others fill that time. It is the group
//! prefetching of Chen, Ailamaki, Gibbons and Mowry (2004), who look up hash tables so. To take turns in step 3, too, was slower
//! (`bench/log/performance.md`).

use crate::base::input_error::InputError;
use crate::bvh::traverse::nearest_first::Pending;
use crate::bvh::tree::Tree;
use crate::frame::position::Position;
use crate::mesh::sides::Sides;
use crate::narrow::line::Line;
use crate::narrow::ray::RayStep;
use crate::query::crossed::{Crossed, FirstCrossed};
use crate::query::hit::RayHit;
use crate::query::line_traversal::{cross_node, line_of};
use crate::query::many_queries::RayQuery;
use crate::query::ray::{CheckedLine, FirstTriangle, along_ray_in};
use crate::query::scratch::Scratch;
use crate::simd::{Lanes, task};
use crate::world::filter::Filter;
use crate::world::instance_id::InstanceId;
use crate::world::world::World;
use alloc::vec::Vec;
use glam::Vec3;

/// Number of rays that are led down together: enough to fill the time, few enough to stay in the first cache.
pub(crate) const GROUP_SIZE: usize = 16;

/// Answer to one ray of a bulk call.
type Answer = Result<Option<RayHit>, InputError>;

/// Rays on their way down a tree, together.
struct RayGroup<'t> {
    tree: &'t Tree,
    rays: [Option<Led>; GROUP_SIZE],
    count: usize,
}

/// One ray on its way down.
#[derive(Clone, Copy)]
struct Led {
    line: CheckedLine,
    sides: Sides,
    boxes: Line,
    /// Index of the node that it has come to.
    node: usize,
    /// Place of its query, and of the answer.
    slot: usize,
}

impl<'t> RayGroup<'t> {
    #[inline(always)]
    fn new(tree: &'t Tree) -> Self {
        Self { tree, rays: [None; GROUP_SIZE], count: 0 }
    }

    /// Adds a ray through the mesh of the tree, which has triangles; at most [`GROUP_SIZE`] in all.
    #[inline(always)]
    fn add(&mut self, line: CheckedLine, sides: Sides, slot: usize) {
        debug_assert!(self.count < GROUP_SIZE, "a group has {GROUP_SIZE} rays");
        let boxes = line_of(line.origin, &line.piece(), self.tree.bounds);
        self.rays[self.count % GROUP_SIZE] = Some(Led { line, sides, boxes, node: 0, slot });
        self.count += 1;
    }

    /// Leads all rays down; returns those that have met more than one child, or a block, a bit each.
    #[inline(always)]
    fn lead_down<L: Lanes>(&mut self, lanes: L) -> u32 {
        let tree = self.tree;
        let (mut going, mut to_traverse) = ((1_u32 << self.count.min(GROUP_SIZE)) - 1, 0_u32);
        while going != 0 {
            let mut of_level = going;
            going = 0;
            while of_level != 0 {
                let bit = of_level & of_level.wrapping_neg();
                of_level ^= bit;
                let Some(ray) = &mut self.rays[bit.trailing_zeros() as usize % GROUP_SIZE] else { continue };
                let Some(node) = tree.nodes.get(ray.node) else { continue };
                let met = node.meeting(lanes, tree.grid.corners(lanes, &ray.boxes.around));
                if met == 0 {
                    continue;
                }
                let child = node.first() + met.trailing_zeros() as usize;
                if node.is_lowest() {
                    lanes.prefetch(&tree.blocks[child]);
                    to_traverse |= bit;
                    continue;
                }
                lanes.prefetch(&tree.nodes[child]);
                if met.is_power_of_two() {
                    ray.node = child;
                    going |= bit;
                } else {
                    to_traverse |= bit;
                }
            }
        }
        to_traverse
    }

    /// Traverses the tree along the ray of the lowest bit of a mask, which it takes out of the mask; returns it with the first triangle
    /// that it crosses. `steps` are those of all slots, if the caller has them.
    #[inline(always)]
    fn traverse_next<L: Lanes>(
        &self,
        lanes: L,
        to_traverse: &mut u32,
        steps: &[RayStep],
        stack: &mut Vec<Pending>,
    ) -> Option<(Led, Crossed)> {
        let number = to_traverse.trailing_zeros() as usize % GROUP_SIZE;
        *to_traverse &= to_traverse.wrapping_sub(1);
        let ray = self.rays[number]?;
        let Led { line, sides, boxes, node, slot } = ray;
        let (tree, piece, take) = (self.tree, &line.piece(), FirstCrossed::default());
        let along = (line.origin, piece, boxes);
        let (node, step) = (&tree.nodes[node], steps.get(slot));
        let first = cross_node::<L, _, true>(lanes, tree, node, 0, along, step, sides, stack, take);
        Some((ray, first.0?))
    }
}

/// A ray of a bulk call from three `f32`, not checked.
#[derive(Clone, Copy)]
struct Asked {
    origin: Vec3,
    direction: Vec3,
    distance: f32,
    sides: Sides,
    slot: usize,
}

impl Asked {
    const NOTHING: Self =
        Self { origin: Vec3::ZERO, direction: Vec3::ZERO, distance: 0.0, sides: Sides::Both, slot: 0 };
}

task! {
    /// Task that checks up to [`GROUP_SIZE`] rays and casts them through a world of one mesh.
    struct CastGroup<'a> {
        tree: &'a Tree,
        instance: InstanceId,
        asked: &'a [Asked],
        answers: &'a mut [Answer],
        stack: &'a mut Vec<Pending>,
    }
    fn run<L>(lanes) {
        let mut group = RayGroup::new(tree);
        for &Asked { origin, direction, distance, sides, slot } in asked {
            answers[slot] = Ok(None);
            match along_ray_in(tree, origin, direction, distance) {
                Ok(Some(line)) => group.add(line, sides, slot),
                Ok(None) => {}
                Err(refused) => answers[slot] = Err(refused),
            }
        }
        let mut to_traverse = group.lead_down(lanes);
        while to_traverse != 0 {
            if let Some((ray, crossed)) = group.traverse_next(lanes, &mut to_traverse, &[], stack) {
                answers[ray.slot] = Ok(Some(ray.line.hit_of(tree, instance, crossed.front(), &crossed)));
            }
        }
    }
}

task! {
    /// Task that finds the first triangle of up to [`GROUP_SIZE`] rays from one place through a world of one mesh, which has triangles.
    struct FirstOfGroup<'a> {
        tree: &'a Tree,
        instance: InstanceId,
        origin: Position,
        steps: &'a [RayStep],
        distance: f32,
        sides: Sides,
        found: &'a mut [Option<FirstTriangle>],
        stack: &'a mut Vec<Pending>,
    }
    fn run<L>(lanes) {
        let mut group = RayGroup::new(tree);
        for (slot, step) in steps.iter().enumerate() {
            group.add(CheckedLine::new(origin, step.exact, distance), sides, slot);
        }
        let mut to_traverse = group.lead_down(lanes);
        while to_traverse != 0 {
            if let Some((ray, crossed)) = group.traverse_next(lanes, &mut to_traverse, steps, stack) {
                found[ray.slot] = Some((ray.line.distance(&crossed), instance, crossed.triangle));
            }
        }
    }
}

impl World {
    /// As [`ray`](World::ray), of several queries, with the memory of the call.
    pub(super) fn cast_groups<P: Into<Position> + Copy>(
        &self,
        queries: &[RayQuery<P>],
        answers: &mut [Answer],
        scratch: &mut Scratch,
    ) {
        for (queries, answers) in queries.chunks(GROUP_SIZE).zip(answers.chunks_mut(GROUP_SIZE)) {
            let (mut asked, mut count, mut mesh) = ([Asked::NOTHING; GROUP_SIZE], 0, None);
            for (slot, &RayQuery { origin, direction, distance, filter }) in queries.iter().enumerate() {
                let origin: Position = origin.into();
                if let Some(tree) = self.only_unskipped(filter)
                    && origin.is_single()
                {
                    let (origin, sides) = (origin.high, filter.sides);
                    asked[count % GROUP_SIZE] = Asked { origin, direction, distance, sides, slot };
                    count += 1;
                    mesh = Some((tree, self.asked_for(filter).only_id()));
                } else {
                    answers[slot] = self.ray_among(origin, direction, distance, filter, scratch);
                }
            }
            if let Some(mesh) = mesh {
                self.cast_group(mesh, &asked[..count], answers, &mut scratch.stack);
            }
        }
    }

    /// Casts rays through the only mesh of the world. A function of its own: the call above is compiled for each kind of origin.
    #[inline(never)]
    fn cast_group(
        &self,
        (tree, instance): (&Tree, InstanceId),
        asked: &[Asked],
        answers: &mut [Answer],
        stack: &mut Vec<Pending>,
    ) {
        self.lanes.run(CastGroup { tree, instance, asked, answers, stack });
    }

    /// As [`first_triangle`](World::first_triangle), of up to [`GROUP_SIZE`] rays from one place: `found` has an element for each of
    /// `steps`.
    pub(crate) fn first_triangles(
        &self,
        origin: Position,
        steps: &[RayStep],
        distance: f32,
        filter: Filter,
        found: &mut [Option<FirstTriangle>],
        scratch: &mut Scratch,
    ) {
        let Some(tree) = self.only_unskipped(filter) else {
            for (step, found) in steps.iter().zip(found) {
                *found = self.first_triangle(origin, step, distance, filter, scratch);
            }
            return;
        };
        found.fill(None);
        let (instance, sides, stack) = (self.asked_for(filter).only_id(), filter.sides, &mut scratch.stack);
        self.lanes.run(FirstOfGroup { tree, instance, origin, steps, distance, sides, found, stack });
    }
}
