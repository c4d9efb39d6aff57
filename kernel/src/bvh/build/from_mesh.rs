//! From validated triangles to blocks of eight under a tree of nodes with up to 64 children.
//!
//! In: a [`Mesh`]. Out: nodes, the root first, and blocks; the children of a node follow each other.
//! 1. Triangles without area are left out; the others are sorted so that copies follow each other, and copies are left out, too
//!    ([`deduplicate`](crate::bvh::build::deduplicate)).
//! 2. The rest is put into clusters of up to 64 neighbouring triangles
//!    ([`ploc_clusters`](crate::bvh::build::ploc)), and each of these is cut into blocks
//!    ([`partition`](crate::bvh::build::partition)).
//! 3. All blocks are cut into the children of the root, and these into theirs, full ones, so that the tree is no higher
//!    than it must be. (Built bottom up, as the clusters are, large boxes overlap: a box of one metre met twice as many
//!    nodes.)

use crate::base::elements::Elements;
use crate::base::unique::unique_number;
use crate::bvh::block::TriangleBlock;
use crate::bvh::boxes::Bounds;
use crate::bvh::build::deduplicate::{beginning_with, first_corner, leave_out_copies, with_area};
use crate::bvh::build::partition::Partitioner;
use crate::bvh::build::ploc::{in_morton_order, ploc_clusters};
use crate::bvh::corner_order::{FirstCorners, set_first_corner, unturned};
use crate::bvh::grid::Grid;
use crate::bvh::node::{MOST_CHILDREN, Node};
use crate::bvh::tree::Tree;
use crate::mesh::mesh::Mesh;
use crate::simd::WIDTH;
use alloc::vec;
use alloc::vec::Vec;
use glam::Vec3;

/// Builds the tree over all triangles of `mesh` that have an area and are no copies.
pub(crate) fn build_tree(mesh: &Mesh) -> Tree {
    build(mesh, &with_area(mesh), leave_out_copies)
}

/// Builds the tree over all triangles of a deformable mesh: any may get an area later, and copies may separate.
pub(crate) fn build_whole_tree(mesh: &Mesh) -> Tree {
    let all: Vec<u32> = (0..mesh.triangle_count() as u32).collect();
    build(mesh, &all, |_, _, _| ())
}

/// Builds the tree over the triangles `kept` of a mesh, without those that `leave_out` removes from the list in Morton order.
fn build(mesh: &Mesh, kept: &[u32], leave_out: impl Fn(&mut Vec<(u64, u32)>, &Mesh, &[u32])) -> Tree {
    let mut tree = Tree {
        id: unique_number(),
        triangles: mesh.triangle_count(),
        nodes: Elements::default(),
        blocks: Elements::default(),
        degenerate: mesh.triangle_count() - kept.len(),
        duplicates: 0,
        largest: 0.0,
        bounds: Bounds::NONE,
        grid: Grid::over(&Bounds::NONE),
        covered: Bounds::NONE,
        materials: mesh.materials().clone(),
        first_corners: FirstCorners { packed: unturned(mesh.triangle_count()).into() },
    };
    if !kept.is_empty() {
        fill(&mut tree, mesh, kept, leave_out);
    }
    tree
}

/// Fills an empty tree with nodes and blocks over the triangles `kept`, without those that `leave_out` removes.
fn fill(tree: &mut Tree, mesh: &Mesh, kept: &[u32], leave_out: impl Fn(&mut Vec<(u64, u32)>, &Mesh, &[u32])) {
    let box_of = |&id: &u32| {
        // Adding 0 removes negative zeros: processors differ in which of two zeros is the lesser.
        let [a, b, c] = mesh.corners(id as usize).map(|corner| corner + Vec3::ZERO);
        Bounds { low: a.min(b).min(c).into(), high: a.max(b).max(c).into() }
    };
    let bounds: Vec<Bounds> = kept.iter().map(box_of).collect();
    tree.largest = bounds.iter().map(|bounds| bounds.extent().max_element()).fold(0.0, f32::max);
    tree.bounds = Bounds::around(&bounds);
    (tree.covered, tree.grid) = (tree.bounds, Grid::over(&tree.bounds));

    let mut sorted = in_morton_order(&bounds);
    leave_out(&mut sorted, mesh, kept);
    tree.duplicates = kept.len() - sorted.len();

    let mut partitioner = Partitioner::default();
    let (groups, boxes) = group(&bounds, &sorted, &mut partitioner);
    let members: Vec<u32> = (0..groups.len() as u32).collect();
    let order = Vec::with_capacity(groups.len());
    let mut nest = Nest { grid: &tree.grid, boxes: &boxes, nodes: vec![Node::EMPTY], order };
    nest.write(0, &members, &mut partitioner);
    nest.nodes.shrink_to_fit();
    let mut blocks = Vec::with_capacity(groups.len());
    let mut first_corners = unturned(mesh.triangle_count());
    for &group in &nest.order {
        let mut block = TriangleBlock::EMPTY;
        let members = groups[group as usize].iter().take_while(|&&member| member != NONE);
        for (lane, &member) in members.enumerate() {
            let id = kept[member as usize];
            let corners = mesh.corners(id as usize);
            let first = first_corner(corners);
            block.set(lane, id, beginning_with(first, corners));
            set_first_corner(&mut first_corners, id, first);
        }
        blocks.push(block);
    }
    tree.nodes = nest.nodes.into();
    tree.blocks = blocks.into();
    tree.first_corners.packed = first_corners.into();
}

/// Maximum number of triangles in a cluster that is then cut into blocks. Larger clusters gain nothing, and take longer.
const MOST_PARTITIONED: usize = WIDTH * WIDTH;

/// Indices, in the list of kept triangles, of up to eight triangles that become a block.
type Group = [u32; WIDTH];

/// Placeholder index for a missing triangle in a group of fewer than eight.
const NONE: u32 = u32::MAX;

/// Packs triangles, taken in `order`, into groups of up to eight; returns the groups and the boxes around them.
fn group(bounds: &[Bounds], order: &[(u64, u32)], partitioner: &mut Partitioner) -> (Vec<Group>, Vec<Bounds>) {
    let (mut groups, mut boxes) = (Vec::new(), Vec::new());
    let mut around = Vec::with_capacity(MOST_PARTITIONED);
    ploc_clusters(bounds, order, MOST_PARTITIONED, &mut |members| {
        around.clear();
        around.extend(members.iter().map(|&member| bounds[member as usize]));
        partitioner.partition(&around, WIDTH, 1, &mut |places, around| {
            let mut group = [NONE; WIDTH];
            for (member, &place) in group.iter_mut().zip(places) {
                *member = members[place as usize];
            }
            groups.push(group);
            boxes.push(around);
        });
    });
    (groups, boxes)
}

/// Nodes of a tree while they are built from the root down over the boxes of groups, and the resulting order of the groups.
struct Nest<'a> {
    grid: &'a Grid,
    boxes: &'a [Bounds],
    nodes: Vec<Node>,
    order: Vec<u32>,
}

impl Nest<'_> {
    /// Writes the node with index `node` over the groups `members`, and all nodes below it.
    fn write(&mut self, node: usize, members: &[u32], partitioner: &mut Partitioner) {
        let boxes: Vec<Bounds> = members.iter().map(|&member| self.boxes[member as usize]).collect();
        if members.len() <= MOST_CHILDREN {
            self.nodes[node] = Node::new(self.grid, &boxes, self.order.len(), true);
            self.order.extend_from_slice(members);
            return;
        }
        // The most boxes that one child can contain in a tree of the least height.
        let mut size = MOST_CHILDREN;
        while size * MOST_CHILDREN < members.len() {
            size *= MOST_CHILDREN;
        }
        let mut below: Vec<Vec<u32>> = Vec::with_capacity(MOST_CHILDREN);
        let mut children = Vec::with_capacity(MOST_CHILDREN);
        partitioner.partition(&boxes, size, size, &mut |places, around| {
            below.push(places.iter().map(|&place| members[place as usize]).collect());
            children.push(around);
        });
        let first = self.nodes.len();
        self.nodes[node] = Node::new(self.grid, &children, first, false);
        self.nodes.resize(first + children.len(), Node::EMPTY);
        for (child, members) in below.iter().enumerate() {
            self.write(first + child, members, partitioner);
        }
    }
}
