//! A cooked mesh: blocks and tree, shared by all its instances.

#[cfg(feature = "std")]
use crate::base::spans::span;
use crate::bvh::block::NO_TRIANGLE;
#[cfg(feature = "std")]
use crate::bvh::build::from_mesh::build_tree;
use crate::bvh::tree::Tree;
use crate::mesh::material::Material;
#[cfg(feature = "std")]
use crate::mesh::mesh::Mesh;
use crate::simd::WIDTH;
use alloc::sync::Arc;
use core::ops::Add;
use glam::Vec3;

/// The result of cooking a mesh: numbers of triangles kept and left out, and the size of the tree.
///
/// ```
/// use glam::Vec3;
/// use sweep8::Mesh;
///
/// // A triangle, a copy of it, and one whose corners lie on a line.
/// let corners = [Vec3::ZERO, Vec3::Z, Vec3::X, Vec3::Z * 2.0];
/// let report = Mesh::new(&corners, &[[0, 1, 2], [0, 1, 2], [0, 1, 3]])?.cook().report();
/// assert_eq!((report.triangles, report.degenerate, report.duplicates), (3, 1, 1));
/// assert_eq!(report.blocks, 1);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct MeshReport {
    /// Number of triangles of the mesh, including those that cooking leaves out.
    pub triangles: usize,
    /// Triangles without area (exactly: corners that coincide or lie on a line). Cooking leaves them out: they have no surface to
    /// touch.
    pub degenerate: usize,
    /// Copies of a triangle with a lower id: the same corners in the same turning order. Cooking leaves them out: the lower id wins
    /// every tie.
    pub duplicates: usize,
    /// Number of blocks of up to eight triangles in the cooked mesh.
    pub blocks: usize,
    /// Number of nodes of the tree over the blocks of the cooked mesh.
    pub nodes: usize,
    /// Memory of the cooked mesh, bytes: blocks, nodes, materials and first corners.
    pub bytes: usize,
}

impl MeshReport {
    /// Memory of the cooked mesh per triangle of the mesh, bytes; 0 for a mesh without triangles.
    #[must_use]
    pub fn bytes_per_triangle(&self) -> f64 {
        if self.triangles == 0 { 0.0 } else { self.bytes as f64 / self.triangles as f64 }
    }
}

impl Add for MeshReport {
    type Output = Self;

    /// Adds the counts and sizes of two reports.
    fn add(self, other: Self) -> Self {
        Self {
            triangles: self.triangles + other.triangles,
            degenerate: self.degenerate + other.degenerate,
            duplicates: self.duplicates + other.duplicates,
            blocks: self.blocks + other.blocks,
            nodes: self.nodes + other.nodes,
            bytes: self.bytes + other.bytes,
        }
    }
}

/// A mesh prepared for queries: its blocks of triangles and the tree over them. Read-only; clones and all
/// [instances](crate::World::add) share the memory. Any thread can cook a mesh and send it to another.
///
/// Guide: `docs/cooked-worlds.md`, of the [guides](crate#guides).
///
/// ```
/// use glam::{DVec3, Vec3};
/// use sweep8::{CookedMesh, Mesh, Placement, World};
///
/// let stair = Mesh::new(&[Vec3::ZERO, Vec3::Z, Vec3::X], &[[0, 1, 2]])?;
/// let stair: CookedMesh = std::thread::spawn(move || stair.cook()).join().expect("it cooks");
/// let mut world = World::new();
/// for floor in 0..10 {
///     world.add(&stair, Placement::at(DVec3::Y * 3.0 * f64::from(floor)))?;
/// }
/// assert_eq!(world.instances().count(), 10);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct CookedMesh {
    pub(crate) tree: Arc<Tree>,
}

const _: () = {
    const fn can_go_to_any_thread<T: Send + Sync>() {}
    can_go_to_any_thread::<CookedMesh>();
};

#[cfg(feature = "std")]
impl Mesh {
    /// Prepares the mesh for queries.
    ///
    /// Leaves out triangles without area and copies of others, and counts them in the [report](CookedMesh::report). Takes time in
    /// proportion to the number of triangles, on the calling thread.
    #[must_use]
    pub fn cook(self) -> CookedMesh {
        span!(DEBUG, "Mesh::cook", triangles = self.triangle_count());
        // The blocks hold all that queries need; the mesh's own lists are dropped here.
        CookedMesh { tree: Arc::new(build_tree(&self)) }
    }
}

impl CookedMesh {
    /// Report of the cooking of this mesh: numbers of triangles, blocks and nodes, and memory.
    #[must_use]
    pub fn report(&self) -> MeshReport {
        let Tree { triangles, degenerate, duplicates, ref blocks, ref nodes, ref materials, ref first_corners, .. } =
            *self.tree;
        MeshReport {
            triangles,
            degenerate,
            duplicates,
            blocks: blocks.len(),
            nodes: nodes.len(),
            bytes: size_of_val(&nodes[..]) + size_of_val(&blocks[..]) + materials.bytes() + first_corners.bytes(),
        }
    }

    /// Id and corners of each triangle in the cooked mesh, mesh space, metres, the corners in the order of the mesh. Triangles that
    /// cooking left out are missing. The order is that of the blocks, neighbours near each other: always the same, but unrelated to
    /// ids.
    ///
    /// ```
    /// use glam::Vec3;
    /// use sweep8::Mesh;
    ///
    /// let corners = [Vec3::X, Vec3::ZERO, Vec3::Z];
    /// let mesh = Mesh::new(&corners, &[[0, 0, 1], [0, 1, 2]])?.cook();
    /// assert!(mesh.triangles().eq([(1, corners)]), "the first has no area");
    /// # Ok::<(), sweep8::MeshError>(())
    /// ```
    pub fn triangles(&self) -> impl Iterator<Item = (u32, [Vec3; 3])> + '_ {
        let Tree { blocks, first_corners, .. } = &*self.tree;
        let lanes = blocks.iter().flat_map(|block| (0..WIDTH).map(move |lane| (block, lane)));
        lanes.filter(|(block, lane)| block.ids[*lane] != NO_TRIANGLE).map(|(block, lane)| {
            let id = block.ids[lane];
            let mut corners = block.triangle(lane);
            corners.rotate_right(usize::from(first_corners.of(id)));
            (id, corners)
        })
    }

    /// Index of a triangle's material in the [materials](Self::materials); 0 if the mesh had none.
    #[must_use]
    pub fn material_of(&self, triangle: u32) -> u16 {
        self.tree.materials.of(triangle)
    }

    /// Materials of the mesh, to which hits refer by index; empty if the mesh had none.
    #[must_use]
    pub fn materials(&self) -> &[Material] {
        &self.tree.materials.kinds
    }
}
