//! A cooked mesh whose vertices can move.

use crate::base::spans::span;
use crate::bvh::build::from_mesh::build_whole_tree;
use crate::bvh::cooked_mesh::{CookedMesh, MeshReport};
use crate::bvh::refit::Refit;
use crate::mesh::mesh::Mesh;
use alloc::sync::Arc;
use glam::Vec3;

/// A mesh prepared for queries whose vertices an instance can [move](crate::World::set_vertices): terrain that is dug up, a cloth,
/// a body of water. Triangles and materials stay as they are.
///
/// Cooking leaves nothing out: a triangle without area may get one later, and copies may part. Each instance owns its vertices.
/// Clones share their memory until one of them is deformed, which copies it once. About 80 bytes a triangle.
///
/// ```
/// use glam::Vec3;
/// use sweep8::{DeformableMesh, Ellipsoid, Mesh, Placement, Sides, World};
///
/// let floor = [Vec3::new(-9.0, 0.0, -9.0), Vec3::new(0.0, 0.0, 9.0), Vec3::new(9.0, 0.0, -9.0)];
/// let floor: DeformableMesh = Mesh::new(&floor, &[[0, 1, 2]])?.cook_deformable();
/// let mut world = World::new();
/// let [still, lifted] = [floor.clone(), floor].map(|floor| world.add_deformable(floor, Placement::IDENTITY));
/// let raised: Vec<Vec3> = world.vertices(lifted?)?.iter().map(|vertex| vertex + Vec3::Y).collect();
/// world.set_vertices(lifted?, 0, &raised)?;
///
/// let ball = Ellipsoid::ball(0.5)?;
/// let hit = world.sweep(&ball, Vec3::Y * 3.5, Vec3::NEG_Y * 4.0, Sides::Both)?.expect("the upper one");
/// assert_eq!((hit.instance, hit.fraction), (lifted?, 0.5));
/// assert_eq!(world.vertices(still?)?[1], Vec3::Z * 9.0);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct DeformableMesh {
    pub(crate) mesh: CookedMesh,
    pub(crate) refit: Arc<Refit>,
}

impl Mesh {
    /// Prepares the mesh for queries and for vertices that move: see [`World::set_vertices`](crate::World::set_vertices).
    ///
    /// For a mesh that never deforms, [`cook`](Self::cook) needs half of the memory, and its instances share it.
    #[must_use]
    pub fn cook_deformable(self) -> DeformableMesh {
        span!(DEBUG, "Mesh::cook_deformable", triangles = self.triangle_count());
        let mut tree = build_whole_tree(&self);
        let refit = Refit::new(&self, &mut tree);
        DeformableMesh { mesh: CookedMesh { tree: Arc::new(tree) }, refit: Arc::new(refit) }
    }
}

impl DeformableMesh {
    /// Report of the cooking of this mesh: no triangle is left out.
    #[must_use]
    pub fn report(&self) -> MeshReport {
        report(&self.mesh, Some(&self.refit))
    }

    /// Vertices of the mesh, mesh space, metres: all positions, including unused ones.
    #[must_use]
    pub fn vertices(&self) -> &[Vec3] {
        self.refit.vertices()
    }
}

/// Report of a cooked mesh, plus the memory of its [`Refit`] data if it is deformable.
pub(crate) fn report(mesh: &CookedMesh, refit: Option<&Refit>) -> MeshReport {
    let report = mesh.report();
    MeshReport { bytes: report.bytes + refit.map_or(0, Refit::bytes), ..report }
}
