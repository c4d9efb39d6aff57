//! The shape of a mesh that deforms: its vertices, and a tree that follows them.
//!
//! In: vertices at other places. Out: the same tree over the triangles as they are then, as exact as one built anew: queries answer
//! the same bits, only by more or fewer boxes.
//! 1. A vertex that changes marks the blocks that use it, and the nodes above them: a bit for each child.
//! 2. From the root down along the marks: the marked blocks are written anew, and on the way back the boxes of the nodes above,
//!    as far up as boxes change. The walk skips nodes and blocks without a mark.
//! 3. The grid that nodes count in is laid with room around the triangles. Only where a vertex leaves that room, or the mesh has
//!    become small in it, it is laid anew; then every node is written, from boxes that are kept.
//!
//! Every triangle keeps its lane. While it has no area the lane is empty, as in a block that is not full: there is no surface to
//! touch. Copies of a triangle keep their lanes, too; the lower id wins every tie.

use crate::base::tolerance::MAX_COORDINATE;
use crate::bvh::block::{NO_TRIANGLE, TriangleBlock};
use crate::bvh::boxes::Bounds;
use crate::bvh::build::deduplicate::{beginning_with, first_corner};
use crate::bvh::corner_order::set_first_corner;
use crate::bvh::grid::Grid;
use crate::bvh::node::Node;
use crate::bvh::topology::Topology;
use crate::bvh::tree::Tree;
use crate::mesh::area::has_area;
use crate::mesh::mesh::Mesh;
use alloc::sync::Arc;
use alloc::vec;
use alloc::vec::Vec;
use glam::{Vec3, Vec3A};

/// Room of the grid to each side, in parts of the extent of all triangles. With one half the grid is twice as large as the
/// triangles, and they lie in as many cells as in a grid without room: cells are powers of two.
const GRID_ROOM: f32 = 0.5;

/// How many times as large as the triangles, along its longest axis, the grid may be. Larger, and rounding of its far ends would
/// be seen in the smallest cells.
const MOST_GRID: f32 = 64.0;

/// The boxes of blocks, or of nodes.
#[derive(Clone, Debug)]
struct TreeBoxes {
    /// Empty where no triangle has an area.
    around: Vec<Bounds>,
    /// Largest extent of a triangle along an axis, mesh units.
    largest: Vec<f32>,
}

impl TreeBoxes {
    fn new(count: usize) -> Self {
        Self { around: vec![Bounds::EMPTY; count], largest: vec![0.0; count] }
    }

    /// Sets one; whether it was another.
    fn set(&mut self, place: usize, around: Bounds, largest: f32) -> bool {
        let is_other = self.around[place] != around || self.largest[place].to_bits() != largest.to_bits();
        (self.around[place], self.largest[place]) = (around, largest);
        is_other
    }

    fn bytes(&self) -> usize {
        size_of_val(&self.around[..]) + size_of_val(&self.largest[..])
    }
}

/// The lists of a tree that a refit writes, and its grid.
struct Lists<'a> {
    grid: &'a mut Grid,
    nodes: &'a mut [Node],
    blocks: &'a mut [TriangleBlock],
    first_corners: &'a mut [u8],
}

/// The shape of a mesh that deforms.
#[derive(Clone, Debug)]
pub(crate) struct Refit {
    topology: Arc<Topology>,
    vertices: Vec<Vec3>,
    blocks: TreeBoxes,
    nodes: TreeBoxes,
    /// Of each node the children that change, a bit each; none but while vertices are set.
    changed: Vec<u64>,
    /// The box that the grid is laid over, with room; empty until the grid is laid.
    covered: Bounds,
}

impl Refit {
    /// The shape of a mesh and its tree, in which every triangle has its lane.
    pub(crate) fn new(mesh: &Mesh, tree: &mut Tree) -> Self {
        let topology = Arc::new(Topology::new(mesh, tree));
        let mut refit = Self {
            topology,
            vertices: mesh.positions().to_vec(),
            blocks: TreeBoxes::new(tree.blocks.len()),
            nodes: TreeBoxes::new(tree.nodes.len()),
            changed: vec![0; tree.nodes.len()],
            covered: Bounds::EMPTY,
        };
        for block in 0..tree.blocks.len() {
            refit.topology.note_change(block, &mut refit.changed);
        }
        refit.follow(tree, &mut |_| ());
        refit
    }

    /// Where the vertices are, mesh space.
    pub(crate) fn vertices(&self) -> &[Vec3] {
        &self.vertices
    }

    /// Whether any of these vertices is elsewhere.
    pub(crate) fn differs(&self, mut vertices: impl Iterator<Item = (usize, Vec3)>) -> bool {
        vertices.any(|(vertex, to)| is_other(self.vertices[vertex], to))
    }

    /// Puts vertices elsewhere, which there are and which lie within the bounds of meshes. `note` is given boxes, mesh space, that
    /// hold all triangles that change, as they were and as they are.
    pub(crate) fn set(
        &mut self,
        tree: &mut Tree,
        vertices: impl Iterator<Item = (usize, Vec3)>,
        note: &mut impl FnMut(&Bounds),
    ) {
        for (vertex, to) in vertices {
            debug_assert!(to.abs().max_element() <= MAX_COORDINATE, "vertex {vertex} is not checked: {to}");
            if is_other(self.vertices[vertex], to) {
                self.vertices[vertex] = to;
                for &block in self.topology.users(vertex) {
                    self.topology.note_change(block as usize, &mut self.changed);
                }
            }
        }
        self.follow(tree, note);
    }

    /// Writes what is marked as changed.
    fn follow(&mut self, tree: &mut Tree, note: &mut impl FnMut(&Bounds)) {
        if self.changed.first().is_none_or(|children| *children == 0) {
            return;
        }
        let (mut nodes, mut blocks) = (tree.nodes.take(), tree.blocks.take());
        let mut first_corners = tree.first_corners.packed.take();
        let mut lists = Lists {
            grid: &mut tree.grid,
            nodes: &mut Arc::make_mut(&mut nodes)[..],
            blocks: &mut Arc::make_mut(&mut blocks)[..],
            first_corners: &mut Arc::make_mut(&mut first_corners)[..],
        };
        self.refit(&mut lists, 0, note);
        let around = self.nodes.around[0];
        let has_triangles = !around.is_empty();
        tree.bounds = if has_triangles { around } else { Bounds::NONE };
        tree.largest = self.nodes.largest[0];
        if has_triangles && !self.grid_fits(&around) {
            tree.covered = self.lay_grid(&mut lists, &around);
        } else if self.covered.is_empty() {
            // No triangle has had an area yet: nodes still hold the boxes that the tree was built over.
            self.write_nodes(&mut lists);
        }
        (tree.nodes, tree.blocks) = (nodes.into(), blocks.into());
        tree.first_corners.packed = first_corners.into();
    }

    /// Writes what has changed below a node; whether its own box is another.
    fn refit(&mut self, lists: &mut Lists, node: usize, note: &mut impl FnMut(&Bounds)) -> bool {
        let (first, is_lowest) = (lists.nodes[node].first(), lists.nodes[node].is_lowest());
        let mut changed = core::mem::take(&mut self.changed[node]);
        let mut others = 0;
        while changed != 0 {
            let slot = changed.trailing_zeros() as usize;
            changed &= changed - 1;
            let child = first + slot;
            let is_other = if is_lowest {
                let before = self.blocks.around[child];
                let is_other = self.write_block(lists, child);
                let both = before.union(&self.blocks.around[child]);
                note(&both);
                is_other
            } else {
                self.refit(lists, child, note)
            };
            others |= u64::from(is_other) << slot;
        }
        others != 0 && self.write_node(lists, node, others)
    }

    /// Writes the triangles of a block as they are now; whether its box is another.
    fn write_block(&mut self, lists: &mut Lists, number: usize) -> bool {
        let triangles = &self.topology.blocks[number];
        let block = &mut lists.blocks[number];
        *block = TriangleBlock::EMPTY;
        let (mut all, mut largest) = (Bounds::EMPTY, 0.0_f32);
        for (lane, (&id, corners)) in triangles.ids.iter().zip(&triangles.corners).enumerate() {
            if id == NO_TRIANGLE {
                continue;
            }
            let corners = corners.map(|vertex| self.vertices[vertex as usize]);
            if has_area(corners) {
                let first = first_corner(corners);
                block.set(lane, id, beginning_with(first, corners));
                set_first_corner(lists.first_corners, id, first);
                let around = Bounds::of_triangle(corners.map(Vec3A::from));
                all = all.union(&around);
                largest = largest.max(around.extent().max_element());
            }
        }
        self.blocks.set(number, all, largest)
    }

    /// Writes the boxes of these children of a node, a bit each, and of all where its own box is another; whether that is.
    fn write_node(&mut self, lists: &mut Lists, node: usize, mut others: u64) -> bool {
        let (children, is_lowest) = (lists.nodes[node].children(), lists.nodes[node].is_lowest());
        let below = if is_lowest { &self.blocks } else { &self.nodes };
        let around = &below.around[children.clone()];
        let all = Bounds::around(around);
        let largest = below.largest[children.clone()].iter().copied().fold(0.0, f32::max);
        if all == self.nodes.around[node] {
            while others != 0 {
                let slot = others.trailing_zeros() as usize;
                others &= others - 1;
                lists.nodes[node].set(lists.grid, slot, &around[slot]);
            }
        } else if holds(&self.covered, &all) {
            lists.nodes[node] = Node::new(lists.grid, around, children.start, is_lowest);
        }
        // A node that leaves the grid is written after the grid is laid anew.
        self.nodes.set(node, all, largest)
    }

    /// Whether the grid has room for all triangles, and is not too large for them.
    fn grid_fits(&self, all: &Bounds) -> bool {
        let longest = |of: &Bounds| of.extent().max_element();
        holds(&self.covered, all) && longest(&self.covered) <= longest(all) * MOST_GRID
    }

    /// Lays the grid anew, and writes all nodes; what the grid is laid over.
    fn lay_grid(&mut self, lists: &mut Lists, all: &Bounds) -> Bounds {
        let room = all.extent() * GRID_ROOM;
        // Without negative zeros: processors differ in which of two zeros is the lesser.
        self.covered = Bounds { low: all.low - room + Vec3A::ZERO, high: all.high + room + Vec3A::ZERO };
        *lists.grid = Grid::over(&self.covered);
        self.write_nodes(lists);
        self.covered
    }

    /// Writes all nodes, from the boxes that are kept.
    fn write_nodes(&self, lists: &mut Lists) {
        for node in &mut *lists.nodes {
            let (children, is_lowest) = (node.children(), node.is_lowest());
            let around = &if is_lowest { &self.blocks } else { &self.nodes }.around[children.clone()];
            *node = Node::new(lists.grid, around, children.start, is_lowest);
        }
    }

    /// Memory beside that of the tree, bytes.
    pub(crate) fn bytes(&self) -> usize {
        let Self { topology, vertices, blocks, nodes, changed, .. } = self;
        topology.bytes() + size_of_val(&vertices[..]) + blocks.bytes() + nodes.bytes() + size_of_val(&changed[..])
    }
}

/// By bits: of two zeros a triangle may be the other one.
fn is_other(vertex: Vec3, to: Vec3) -> bool {
    vertex.to_array().map(f32::to_bits) != to.to_array().map(f32::to_bits)
}

/// Whether a box holds another; an empty one is held by all.
fn holds(outer: &Bounds, inner: &Bounds) -> bool {
    inner.is_empty() || outer.holds(inner)
}
