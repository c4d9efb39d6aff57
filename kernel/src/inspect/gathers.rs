//! Gathers of many, and how much memory they touch.

use crate::bvh::block::TriangleBlock;
use crate::bvh::node::{MOST_CHILDREN, Node};
use crate::bvh::tree::Tree;
use crate::character::collide::gather::{Reach, gather};
use crate::frame::ellipsoid_space::Space;
use crate::frame::position::Position;
use crate::narrow::candidate_block::CandidateBlock;
use crate::narrow::mesh_boxes::MeshBoxes;
use crate::query::scratch::Scratch;
use crate::shape::ellipsoid::Ellipsoid;
use crate::simd::{Lanes, Task};
use crate::world::triangle_world::World;
use alloc::vec::Vec;
use glam::Vec3;

/// The mesh of a world that has no other instances.
fn only_mesh(world: &World) -> &Tree {
    world.instances.only().expect("a world of one mesh, which lies as it is")
}

/// Gathers what each of many ellipsoids may touch that slides from a centre by a desired displacement; how many
/// triangles that is in all. Nothing is remembered from one to the next.
#[must_use]
pub fn gather_all(world: &World, shape: &Ellipsoid, moves: &[(Vec3, Vec3)], scratch: &mut Scratch) -> u64 {
    world.lanes.run(GatherAll { tree: only_mesh(world), shape: *shape, moves, scratch })
}

struct GatherAll<'a> {
    tree: &'a Tree,
    shape: Ellipsoid,
    moves: &'a [(Vec3, Vec3)],
    scratch: &'a mut Scratch,
}

impl Task for GatherAll<'_> {
    type Output = u64;

    #[inline(always)]
    fn run<L: Lanes>(self, lanes: L) -> u64 {
        let mut triangles = 0;
        for &(center, desired) in self.moves {
            let space = Space::new(self.shape, Position::new(center));
            let reach = Reach::of_slide(desired, Vec3::ZERO, 0.0);
            gather(lanes, self.tree, &space, reach, None, self.scratch);
            triangles += self.scratch.candidates.count() as u64;
        }
        triangles
    }
}

/// The nodes and blocks that all gathers read and write, summed up.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Touched {
    /// Nodes that a walk looks at.
    pub nodes: u64,
    /// Blocks of the world whose lanes are held against the box.
    pub blocks: u64,
    /// Blocks of candidates that are written.
    pub candidates: u64,
}

impl Touched {
    /// Bytes of these nodes and blocks of the world, which are read.
    #[must_use]
    pub fn read(&self) -> u64 {
        self.nodes * size_of::<Node>() as u64 + self.blocks * size_of::<TriangleBlock>() as u64
    }

    /// Bytes of these blocks of candidates, which are written.
    #[must_use]
    pub fn written(&self) -> u64 {
        self.candidates * size_of::<CandidateBlock>() as u64
    }
}

/// The nodes and blocks that [`gather_all`] touches.
#[must_use]
pub fn touched(world: &World, shape: &Ellipsoid, moves: &[(Vec3, Vec3)], scratch: &mut Scratch) -> Touched {
    world.lanes.run(Touch { tree: only_mesh(world), shape: *shape, moves, scratch })
}

struct Touch<'a> {
    tree: &'a Tree,
    shape: Ellipsoid,
    moves: &'a [(Vec3, Vec3)],
    scratch: &'a mut Scratch,
}

impl Task for Touch<'_> {
    type Output = Touched;

    #[inline(always)]
    fn run<L: Lanes>(self, lanes: L) -> Touched {
        let mut touched = Touched::default();
        let mut waiting = Vec::<&Node>::new();
        for &(center, desired) in self.moves {
            let space = Space::new(self.shape, Position::new(center));
            let reach = Reach::of_slide(desired, Vec3::ZERO, 0.0);
            gather(lanes, self.tree, &space, reach, None, self.scratch);
            touched.candidates += self.scratch.candidates.blocks().len() as u64;
            let corners = self.tree.grid.corners(lanes, &space.near(reach.middle, reach.radius, self.tree.largest));
            waiting.extend(self.tree.nodes.first());
            while let Some(node) = waiting.pop() {
                touched.nodes += 1;
                let met = node.meeting(lanes, corners);
                if node.is_lowest() {
                    touched.blocks += u64::from(met.count_ones());
                } else {
                    let children = self.tree.nodes[node.first()..].iter().take(MOST_CHILDREN).enumerate();
                    waiting.extend(children.filter(|(child, _)| met >> child & 1 == 1).map(|(_, node)| node));
                }
            }
        }
        touched
    }
}
