//! A plain bounding volume tree, so that the checks do not rely on the kernel's.
//!
//! In: positions and triangles of the level, in metres. Out: every triangle whose box meets a box given in f64.
//!
//! Built from the top by median split: the widest axis of the centroids' bounds, `select_nth_unstable_by` at the
//! middle, until four triangles or fewer are left. Always halving the count bounds the depth by 32 whatever the
//! triangles look like (all centroids equal, needles, a 140 m floor above millimetres), so neither the recursion of
//! the build nor the fixed stack of the query can overflow; the build takes O(n log n). Boxes are kept in f32: they
//! bound f32 points, so they are exact, and comparing them with an f64 box is exact too.
//!
//! Triangles without a surface are left out and counted, as the kernel does: the cross product of two edges, each
//! difference and product in f64, is exactly zero. Triangles with an invalid index or a position that is not finite are
//! left out, too.

use std::cmp::Ordering;

use glam::{DVec3, Vec3};
use sweep8_scalar_ref::brute_force::Triangle;

/// Maximum number of triangles in a leaf of the tree: so few cost less to test than another box.
const LEAF: usize = 4;

/// Size of a traversal's node stack for any tree: `u32` triangle counts halve at each level, and one node waits at each level.
const STACK: usize = 40;

/// An axis-aligned box in world space, metres; both corners are inside the box.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bounds {
    /// The corner of the box with the smallest coordinates, metres.
    pub min: Vec3,
    /// The corner of the box with the largest coordinates, metres.
    pub max: Vec3,
}

impl Bounds {
    const EMPTY: Self = Self { min: Vec3::INFINITY, max: Vec3::NEG_INFINITY };

    fn with(self, p: Vec3) -> Self {
        Self { min: self.min.min(p), max: self.max.max(p) }
    }

    /// Returns true if this box and the box `min..=max` share a point. A box with a NaN shares no point with any other.
    fn meets(&self, min: DVec3, max: DVec3) -> bool {
        self.min.as_dvec3().cmple(max).all() && self.max.as_dvec3().cmpge(min).all()
    }
}

/// A node of the triangle tree; the left child of an inner node is the next node, `link` is the index of the right child.
#[derive(Clone, Copy, Debug)]
struct Node {
    bounds: Bounds,
    /// In an inner node, the index of the right child; in a leaf, the index of the first triangle.
    link: u32,
    /// Number of triangles of the leaf, 0 for an inner node.
    count: u32,
}

/// A triangle of the tree with its own copy of the corners, so that a leaf reads contiguous memory.
#[derive(Clone, Copy, Debug)]
struct Item {
    corners: [Vec3; 3],
    id: u32,
}

impl Item {
    fn bounds(&self) -> Bounds {
        self.corners.iter().fold(Bounds::EMPTY, |b, &p| b.with(p))
    }

    /// Returns three times the centroid along an axis, as a sort key: the sum of the corners, which cannot overflow in f64.
    fn centroid3(&self, axis: usize) -> f64 {
        self.corners.iter().map(|p| f64::from(p[axis])).sum()
    }
}

/// Bounding volume tree over all triangles of a level that have an area, for the checks.
#[derive(Clone, Debug, Default)]
pub struct Tree {
    nodes: Vec<Node>,
    items: Vec<Item>,
    left_out: usize,
}

impl Tree {
    /// Builds the tree over `triangles`, indices into `positions` (metres).
    ///
    /// Accepts any input; [`Tree::left_out`] counts the triangles that cannot be part of a surface.
    #[must_use]
    pub fn new(positions: &[Vec3], triangles: &[[u32; 3]]) -> Self {
        let corner = |i: u32| positions.get(i as usize).copied().filter(|p| p.is_finite());
        let mut items = Vec::with_capacity(triangles.len());
        for (id, &[a, b, c]) in (0_u32..).zip(triangles) {
            if let (Some(a), Some(b), Some(c)) = (corner(a), corner(b), corner(c))
                && has_surface([a, b, c])
            {
                items.push(Item { corners: [a, b, c], id });
            }
        }
        let left_out = triangles.len() - items.len();
        let mut nodes = Vec::with_capacity(items.len());
        if !items.is_empty() {
            build(&mut nodes, &mut items, 0);
        }
        Self { nodes, items, left_out }
    }

    /// Number of triangles in the tree; triangles without an area are not counted.
    #[must_use]
    pub fn len(&self) -> usize {
        self.items.len()
    }

    /// Returns true if the tree has no triangle.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.items.is_empty()
    }

    /// Number of triangles that the tree leaves out: zero area, an invalid index, or a position that is not finite.
    #[must_use]
    pub fn left_out(&self) -> usize {
        self.left_out
    }

    /// Returns the bounding box of all triangles of the tree, metres; `None` for an empty tree.
    #[must_use]
    pub fn bounds(&self) -> Option<Bounds> {
        self.nodes.first().map(|n| n.bounds)
    }

    /// Calls `visit` with the index and corners of every triangle whose box meets the box `min..=max` (metres).
    ///
    /// The order is fixed by the tree. The search allocates no memory. A box with a NaN finds nothing.
    pub fn visit(&self, min: DVec3, max: DVec3, mut visit: impl FnMut(u32, &Triangle)) {
        self.any(min, max, |id, triangle| {
            visit(id, triangle);
            false
        });
    }

    /// Works as [`Tree::visit`], but stops at the first triangle for which `found` returns true; returns whether there is
    /// one.
    pub fn any(&self, min: DVec3, max: DVec3, mut found: impl FnMut(u32, &Triangle) -> bool) -> bool {
        let mut stack = [0_u32; STACK];
        let mut depth = usize::from(!self.nodes.is_empty());
        while depth > 0 {
            depth -= 1;
            let index = stack[depth];
            let node = &self.nodes[index as usize];
            if !node.bounds.meets(min, max) {
                continue;
            }
            if node.count == 0 {
                // The right child waits below the left one, so the traversal follows the order of memory.
                stack[depth] = node.link;
                stack[depth + 1] = index + 1;
                depth += 2;
                continue;
            }
            for item in &self.items[node.link as usize..][..node.count as usize] {
                if item.bounds().meets(min, max) && found(item.id, &item.corners.map(Vec3::as_dvec3)) {
                    return true;
                }
            }
        }
        false
    }
}

/// Returns true if a triangle has an area: the cross product of two edges is not exactly zero in f64.
fn has_surface(corners: [Vec3; 3]) -> bool {
    let [a, b, c] = corners.map(Vec3::as_dvec3);
    (b - a).cross(c - a) != DVec3::ZERO
}

/// Appends the subtree over `items` to `nodes`; `first` is the index of `items[0]` among all items. Recurses at most 32 deep.
fn build(nodes: &mut Vec<Node>, items: &mut [Item], first: u32) {
    let bounds = items.iter().flat_map(|t| t.corners).fold(Bounds::EMPTY, Bounds::with);
    let node = nodes.len();
    nodes.push(Node { bounds, link: first, count: items.len() as u32 });
    if items.len() <= LEAF {
        return;
    }
    let axis = widest_centroid_axis(items);
    let middle = items.len() / 2;
    items.select_nth_unstable_by(middle, |a, b| match a.centroid3(axis).total_cmp(&b.centroid3(axis)) {
        // Ties are broken by index, so that the same level gives the same tree.
        Ordering::Equal => a.id.cmp(&b.id),
        order => order,
    });
    let (left, right) = items.split_at_mut(middle);
    build(nodes, left, first);
    nodes[node].link = nodes.len() as u32;
    nodes[node].count = 0;
    build(nodes, right, first + middle as u32);
}

/// Returns the axis (0 to 2) along which the centroids of the triangles are spread the widest.
fn widest_centroid_axis(items: &[Item]) -> usize {
    let spread = |axis: usize| {
        let mut range = (f64::INFINITY, f64::NEG_INFINITY);
        for item in items {
            let x = item.centroid3(axis);
            range = (range.0.min(x), range.1.max(x));
        }
        range.1 - range.0
    };
    let [x, y, z] = [0, 1, 2].map(spread);
    if x >= y && x >= z {
        0
    } else if y >= z {
        1
    } else {
        2
    }
}
