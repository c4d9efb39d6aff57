//! A world of one mesh that does not move: its tree, the backend it is asked with, and a report.

use crate::bvh::boxes::Bounds;
use crate::bvh::build::from_mesh::build_tree;
use crate::bvh::tree::Tree;
use crate::mesh::material::Material;
use crate::mesh::triangle_mesh::Mesh;
use crate::simd::{Backend, BackendError, Chosen};
use glam::Vec3;

/// What became of a mesh when it was made into a world.
///
/// ```
/// use glam::Vec3;
/// use sweep8::{Mesh, World};
///
/// // A triangle, a copy of it, and one whose corners lie on a line.
/// let corners = [Vec3::ZERO, Vec3::Z, Vec3::X, Vec3::Z * 2.0];
/// let world = World::from_mesh(Mesh::new(&corners, &[[0, 1, 2], [0, 1, 2], [0, 1, 3]])?);
/// let report = world.report();
/// assert_eq!((report.triangles, report.degenerate, report.duplicates), (3, 1, 1));
/// assert_eq!(report.blocks, 1);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct WorldReport {
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
    /// Memory of blocks, nodes and materials, bytes.
    pub bytes: usize,
}

impl WorldReport {
    /// Memory for each triangle of the mesh, bytes; 0 for a mesh without triangles.
    #[must_use]
    pub fn bytes_per_triangle(&self) -> f64 {
        if self.triangles == 0 { 0.0 } else { self.bytes as f64 / self.triangles as f64 }
    }
}

/// Triangles that characters move through. Read-only once built: any number of threads may ask it at a time, each with
/// a [`Scratch`](crate::Scratch) of its own.
///
/// ```
/// use glam::Vec3;
/// use sweep8::{Sides, Ellipsoid, Mesh, Scratch, World};
///
/// let corner = |x, z| Vec3::new(x, 0.0, z);
/// let floor = [corner(-5.0, -5.0), corner(-5.0, 5.0), corner(5.0, 5.0), corner(5.0, -5.0)];
/// let mesh = Mesh::new(&floor, &[[0, 1, 2], [0, 2, 3]])?;
/// let world = World::from_mesh(mesh);
/// let person = Ellipsoid::new(Vec3::new(0.4, 0.9, 0.4))?;
///
/// let fall = Vec3::new(0.0, -4.0, 0.0);
/// let hit = world.sweep(&person, Vec3::new(1.0, 2.9, 1.0), fall, Sides::Both, &mut Scratch::new())?.expect("there is a floor");
/// assert!((hit.fraction - 0.5).abs() < 1e-6);
/// assert_eq!(hit.normal, Vec3::Y);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct World {
    pub(crate) tree: Tree,
    pub(crate) lanes: Chosen,
    report: WorldReport,
}

impl World {
    /// Builds the world of a mesh. Mesh space is world space.
    ///
    /// Triangles without area, and copies of others, are left out and counted in the [report](World::report). Takes
    /// time in proportion to the number of triangles, on the calling thread.
    #[must_use]
    pub fn from_mesh(mesh: Mesh) -> Self {
        let tree = build_tree(&mesh);
        let report = WorldReport {
            triangles: mesh.triangle_count(),
            degenerate: tree.degenerate,
            duplicates: tree.duplicates,
            blocks: tree.blocks.len(),
            nodes: tree.nodes.len(),
            bytes: size_of_val(&tree.nodes[..]) + size_of_val(&tree.blocks[..]) + tree.materials.bytes(),
        };
        // The blocks hold all that queries need; the mesh's own lists end here.
        drop(mesh);
        Self { tree, lanes: Chosen::best(), report }
    }

    /// The same world, asked with another backend than the [best](Backend::best): to compare their speed.
    ///
    /// # Errors
    /// [`BackendError`] if this processor does not have it.
    pub fn with_backend(self, backend: Backend) -> Result<Self, BackendError> {
        Ok(Self { lanes: Chosen::new(backend)?, ..self })
    }

    /// The lanes that queries, slides and crowds in this world run on.
    #[must_use]
    pub fn backend(&self) -> Backend {
        self.lanes.backend()
    }

    /// The kinds of surfaces that materials in hits name by their index; empty where the mesh had none.
    #[must_use]
    pub fn materials(&self) -> &[Material] {
        &self.tree.materials.kinds
    }

    /// What became of the mesh.
    #[must_use]
    pub fn report(&self) -> &WorldReport {
        &self.report
    }

    /// The smallest and the largest corner of the box around all triangles, world space, metres; `None` where there is
    /// no triangle.
    #[must_use]
    pub fn bounds(&self) -> Option<(Vec3, Vec3)> {
        let Bounds { low, high } = self.tree.bounds;
        (!self.tree.nodes.is_empty()).then_some((low.into(), high.into()))
    }
}
