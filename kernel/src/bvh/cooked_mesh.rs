//! A mesh made ready to be met: blocks and tree, shared by all instances of it.

#[cfg(feature = "std")]
use crate::base::spans::span;
use crate::bvh::block::NO_TRIANGLE;
#[cfg(feature = "std")]
use crate::bvh::build::from_mesh::build_tree;
use crate::bvh::tree::Tree;
use crate::mesh::material::Material;
#[cfg(feature = "std")]
use crate::mesh::triangle_mesh::Mesh;
use crate::simd::WIDTH;
use alloc::sync::Arc;
use derive_more::Add;
use glam::Vec3;

/// The result of cooking a mesh: triangles of the mesh, those that were left out, and the size of the tree.
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
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Add)]
#[non_exhaustive]
pub struct MeshReport {
    /// Triangles of the mesh, degenerate ones included.
    pub triangles: usize,
    /// Triangles without area (exactly: corners that coincide or lie on a line). They are left out: they have no
    /// surface to touch.
    pub degenerate: usize,
    /// Copies of a triangle with a lower id: the same corners in the same turning order. They are left out: the lower
    /// id wins every tie.
    pub duplicates: usize,
    /// Blocks of up to eight triangles.
    pub blocks: usize,
    /// Nodes of the tree above them.
    pub nodes: usize,
    /// Memory of blocks, nodes, materials and orders of corners, bytes.
    pub bytes: usize,
}

impl MeshReport {
    /// Memory for each triangle of the mesh, bytes; 0 for a mesh without triangles.
    #[must_use]
    pub fn bytes_per_triangle(&self) -> f64 {
        if self.triangles == 0 { 0.0 } else { self.bytes as f64 / self.triangles as f64 }
    }
}

/// A mesh made ready to be met: its blocks of triangles and the tree over them. Read-only; clones share the memory, and so do
/// all [instances](crate::World::add) of it. It can be made on any thread, and sent to another.
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
    /// Makes the mesh ready to be met.
    ///
    /// Triangles without area, and copies of others, are left out and counted in the [report](CookedMesh::report). Takes
    /// time in proportion to the number of triangles, on the calling thread.
    #[must_use]
    pub fn cook(self) -> CookedMesh {
        span!(DEBUG, "Mesh::cook", triangles = self.triangle_count());
        // The blocks hold all that queries need; the mesh's own lists end here.
        CookedMesh { tree: Arc::new(build_tree(&self)) }
    }
}

impl CookedMesh {
    /// The result of cooking the mesh.
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

    /// Id and corners of each triangle that is in it, mesh space, metres, the corners in the order of the mesh. Those that were left
    /// out are not there. In the order of blocks, which lie near each other where triangles do: it is always the same, but says
    /// nothing about ids.
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

    /// The material of a triangle, an index into the [materials](Self::materials); 0 where the mesh had none.
    #[must_use]
    pub fn material_of(&self, triangle: u32) -> u16 {
        self.tree.materials.of(triangle)
    }

    /// The kinds of surfaces that materials in hits name by their index; empty where the mesh had none.
    #[must_use]
    pub fn materials(&self) -> &[Material] {
        &self.tree.materials.kinds
    }
}
