//! Refits the tree of a deformable mesh to vertices that move.
//!
//! In: new positions of vertices. Out: the same tree over the moved triangles, as exact as a new one: queries give the same bits,
//! and only visit more or fewer boxes.
//! 1. A vertex that changes marks the blocks that use it, and the nodes above them: a bit for each child.
//! 2. A traversal from the root along the marks rewrites the marked blocks, and on its way back the boxes of the nodes above, as far up
//!    as boxes change. It skips nodes and blocks without a mark.
//! 3. The grid that nodes count in has room around the triangles. Only if a vertex leaves that room, or the mesh has become small
//!    in it, a new grid is laid; then every node is rewritten, from stored boxes.
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

/// Largest size of the grid along its longest axis, in sizes of the triangles. Larger, and rounding at its far ends would show in
/// the smallest cells.
const MOST_GRID: f32 = 64.0;

/// Exact boxes of all blocks, or of all nodes, of a deformable mesh's tree.
#[derive(Clone, Debug)]
struct TreeBoxes {
    /// Box of each block or node, mesh space; empty if no triangle in it has an area.
    around: Vec<Bounds>,
    /// For each block or node, the largest extent of one of its triangles along an axis, mesh units.
    largest: Vec<f32>,
}

impl TreeBoxes {
    fn new(count: usize) -> Self {
        Self { around: vec![Bounds::EMPTY; count], largest: vec![0.0; count] }
    }

    /// Sets the box and largest triangle extent of the block or node `place`; returns true if either changed.
    fn set(&mut self, place: usize, around: Bounds, largest: f32) -> bool {
        let is_other = self.around[place] != around || self.largest[place].to_bits() != largest.to_bits();
        (self.around[place], self.largest[place]) = (around, largest);
        is_other
    }

    fn bytes(&self) -> usize {
        size_of_val(&self.around[..]) + size_of_val(&self.largest[..])
    }
}

/// Nodes, blocks and first corners of a tree that a refit rewrites, and the tree's grid.
struct Lists<'a> {
    grid: &'a mut Grid,
    nodes: &'a mut [Node],
    blocks: &'a mut [TriangleBlock],
    first_corners: &'a mut [u8],
}

/// Vertices of a deformable mesh, and the data that is needed to refit its tree to moved vertices.
#[derive(Clone, Debug)]
pub(crate) struct Refit {
    topology: Arc<Topology>,
    vertices: Vec<Vec3>,
    blocks: TreeBoxes,
    nodes: TreeBoxes,
    /// For each node, a bit mask of its children that contain moved vertices; all zero except during a refit.
    changed: Vec<u64>,
    /// Box that the tree's grid covers, the triangles with a margin, mesh space; empty until a refit lays a grid.
    covered: Bounds,
}

impl Refit {
    /// Makes the refit data of a mesh and its tree, which has a lane for every triangle; lays a grid with a margin.
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

    /// Current vertices of the deformable mesh, mesh space, metres.
    pub(crate) fn vertices(&self) -> &[Vec3] {
        &self.vertices
    }

    /// Whether any of these new positions (vertex index, mesh space) differs from the current position of its vertex.
    pub(crate) fn differs(&self, mut vertices: impl Iterator<Item = (usize, Vec3)>) -> bool {
        vertices.any(|(vertex, to)| is_other(self.vertices[vertex], to))
    }

    /// Moves vertices and refits the tree. The caller has checked indices and coordinates. `note` receives boxes, mesh space, that
    /// contain all changed triangles before and after.
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

    /// Rewrites all blocks and nodes of the tree that are marked as changed.
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
            // No triangle had an area before: nodes still hold the boxes that the tree was built over.
            self.write_nodes(&mut lists);
        }
        (tree.nodes, tree.blocks) = (nodes.into(), blocks.into());
        tree.first_corners.packed = first_corners.into();
    }

    /// Rewrites the marked blocks and nodes below `node`, then its child boxes; returns true if the box around the node changed.
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

    /// Rewrites the triangles of block `number` from the vertices; returns true if the box around the block changed.
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

    /// Rewrites the boxes of the children `others` of a node, or all if the node's own box changed; returns whether that box changed.
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
        // A node that leaves the grid is rewritten once a new grid is laid.
        self.nodes.set(node, all, largest)
    }

    /// Whether the tree's grid contains the box `all` around all triangles and is not too large for it.
    fn grid_fits(&self, all: &Bounds) -> bool {
        let longest = |of: &Bounds| of.extent().max_element();
        holds(&self.covered, all) && longest(&self.covered) <= longest(all) * MOST_GRID
    }

    /// Lays a new grid over the box `all` around all triangles, and rewrites all nodes; returns the box that the grid covers.
    fn lay_grid(&mut self, lists: &mut Lists, all: &Bounds) -> Bounds {
        let room = all.extent() * GRID_ROOM;
        // Adding 0 removes negative zeros: processors differ in which of two zeros is the lesser.
        self.covered = Bounds { low: all.low - room + Vec3A::ZERO, high: all.high + room + Vec3A::ZERO };
        *lists.grid = Grid::over(&self.covered);
        self.write_nodes(lists);
        self.covered
    }

    /// Rewrites all nodes of the tree from the stored boxes of their children.
    fn write_nodes(&self, lists: &mut Lists) {
        for node in &mut *lists.nodes {
            let (children, is_lowest) = (node.children(), node.is_lowest());
            let around = &if is_lowest { &self.blocks } else { &self.nodes }.around[children.clone()];
            *node = Node::new(lists.grid, around, children.start, is_lowest);
        }
    }

    /// Memory that a deformable mesh needs in addition to its tree, bytes.
    pub(crate) fn bytes(&self) -> usize {
        let Self { topology, vertices, blocks, nodes, changed, .. } = self;
        topology.bytes() + size_of_val(&vertices[..]) + blocks.bytes() + nodes.bytes() + size_of_val(&changed[..])
    }
}

/// Whether the positions `vertex` and `to` differ in any bit: the sign of a zero counts.
fn is_other(vertex: Vec3, to: Vec3) -> bool {
    vertex.to_array().map(f32::to_bits) != to.to_array().map(f32::to_bits)
}

/// Whether the box `outer` contains the box `inner`; every box contains an empty one.
fn holds(outer: &Bounds, inner: &Bounds) -> bool {
    inner.is_empty() || outer.holds(inner)
}
