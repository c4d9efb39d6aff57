//! Gathers for many characters, and the memory that they touch.

use crate::bvh::block::TriangleBlock;
use crate::bvh::node::{MOST_CHILDREN, Node};
use crate::bvh::tree::Tree;
use crate::character::collide::gather::{Reach, gather};
use crate::frame::ellipsoid_space::Space;
use crate::frame::position::Position;
use crate::narrow::candidate_block::CandidateBlock;
use crate::query::scratch::Scratch;
use crate::query::thread_memory::call_memory;
use crate::shape::ellipsoid::Ellipsoid;
use crate::simd::task;
use crate::world::world::World;
use alloc::vec::Vec;
use glam::Vec3;

/// Tree of the mesh in a world of one mesh without a placement.
fn only_mesh(world: &World) -> &Tree {
    world.instances.only().expect("a world of one mesh, which lies as it is")
}

/// Gathers the triangles that each of many ellipsoids may touch on a slide from a centre by a desired displacement; returns their
/// total number. Nothing is cached between gathers.
#[must_use]
pub fn gather_all(world: &World, shape: &Ellipsoid, moves: &[(Vec3, Vec3)]) -> u64 {
    world.lanes.run(GatherAll { tree: only_mesh(world), shape: *shape, moves, scratch: &mut call_memory() })
}

task! {
    struct GatherAll<'a> {
        tree: &'a Tree,
        shape: Ellipsoid,
        moves: &'a [(Vec3, Vec3)],
        scratch: &'a mut Scratch,
    }
    fn run<L>(lanes) -> u64 {
        let mut triangles = 0;
        for &(center, desired) in moves {
            let space = Space::new(shape, Position::new(center));
            let reach = Reach::of_slide(desired, Vec3::ZERO, 0.0);
            gather(lanes, tree, &space, reach.sought(&space, tree.largest), None, scratch);
            triangles += scratch.candidates.count() as u64;
        }
        triangles
    }
}

/// Numbers of nodes and blocks that the searches for triangles near many characters (gathers) read and write.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct GatherCounts {
    /// Number of tree nodes that all gathers visit, summed.
    pub nodes: u64,
    /// Number of the world's triangle blocks whose lanes are tested against the box of a gather, summed.
    pub blocks: u64,
    /// Number of blocks of nearby triangles that gathers write, summed.
    pub candidates: u64,
}

impl GatherCounts {
    /// Number of bytes of the world's nodes and blocks that gathers visit.
    #[must_use]
    pub fn read(&self) -> u64 {
        self.nodes * size_of::<Node>() as u64 + self.blocks * size_of::<TriangleBlock>() as u64
    }

    /// Number of bytes of the blocks of nearby triangles that gathers write.
    #[must_use]
    pub fn written(&self) -> u64 {
        self.candidates * size_of::<CandidateBlock>() as u64
    }
}

/// Counts the nodes and blocks that [`gather_all`] reads and writes for the same arguments.
#[must_use]
pub fn touched(world: &World, shape: &Ellipsoid, moves: &[(Vec3, Vec3)]) -> GatherCounts {
    world.lanes.run(CountTouched { tree: only_mesh(world), shape: *shape, moves, scratch: &mut call_memory() })
}

task! {
    struct CountTouched<'a> {
        tree: &'a Tree,
        shape: Ellipsoid,
        moves: &'a [(Vec3, Vec3)],
        scratch: &'a mut Scratch,
    }
    fn run<L>(lanes) -> GatherCounts {
        let mut touched = GatherCounts::default();
        let mut waiting = Vec::<&Node>::new();
        for &(center, desired) in moves {
            let space = Space::new(shape, Position::new(center));
            let reach = Reach::of_slide(desired, Vec3::ZERO, 0.0);
            let sought = reach.sought(&space, tree.largest);
            gather(lanes, tree, &space, sought, None, scratch);
            touched.candidates += scratch.candidates.blocks().len() as u64;
            let corners = tree.grid.corners(lanes, &sought.near);
            waiting.extend(tree.nodes.first());
            while let Some(node) = waiting.pop() {
                touched.nodes += 1;
                let met = node.meeting(lanes, corners);
                if node.is_lowest() {
                    touched.blocks += u64::from(met.count_ones());
                } else {
                    let children = tree.nodes[node.first()..].iter().take(MOST_CHILDREN).enumerate();
                    waiting.extend(children.filter(|(child, _)| met >> child & 1 == 1).map(|(_, node)| node));
                }
            }
        }
        touched
    }
}
