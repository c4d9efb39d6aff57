//! A level as its file describes it: meshes, and instances that place them.
//!
//! Plain data, in metres, y up. Readers check that every index is in range and every position finite; they do not look for
//! duplicates or triangles without area, which [`Mesh::cook`](sweep8::Mesh::cook) drops.

use crate::Format;
use glam::{DAffine3, Vec3};
use sweep8::{CookedMesh, Placement};

/// A level that was read from a file or from bytes.
#[derive(Clone, Debug, PartialEq)]
pub struct Level {
    /// Name of the level: its file's name without folder and extension.
    pub name: String,
    /// Format from which the level was read.
    pub format: Format,
    /// Meshes of the level, each in its own mesh space, metres. An OBJ and a cooked level have one.
    pub meshes: Vec<LevelMesh>,
    /// Instances of the meshes: of a glTF each node with a mesh, parents first; otherwise one, not moved.
    pub instances: Vec<LevelInstance>,
    /// Names of the materials, by material index. A glTF's last one is for triangles without a material; other formats have none.
    pub material_names: Vec<String>,
    /// Counts of the elements of a glTF file that the level leaves out or changes.
    pub left_out: LeftOut,
}

/// A mesh of a [`Level`]: triangles to walk on.
#[derive(Clone, Debug, Default)]
pub struct LevelMesh {
    /// Name of the mesh in a glTF; otherwise the name of the level.
    pub name: String,
    /// Vertices, in mesh space, metres; all finite.
    pub positions: Vec<Vec3>,
    /// Indices into `positions` of the corners of each triangle, counter-clockwise seen from the front.
    pub triangles: Vec<[u32; 3]>,
    /// Index in [`Level::material_names`] of each triangle's material; an empty list for a mesh without materials.
    pub materials: Vec<u16>,
    /// Mesh of a cooked level, as it is in the file; `None` in other formats. It has the same triangles: set it to `None` when
    /// you change them.
    pub cooked: Option<CookedMesh>,
}

/// Compares names, triangles and materials. A cooked mesh is not compared, as its triangles are.
impl PartialEq for LevelMesh {
    fn eq(&self, other: &Self) -> bool {
        self.name == other.name
            && self.positions == other.positions
            && self.triangles == other.triangles
            && self.materials == other.materials
    }
}

/// An instance of one of a level's meshes.
#[derive(Clone, Debug, PartialEq)]
pub struct LevelInstance {
    /// Name of the instance's glTF node; otherwise the name of the level.
    pub name: String,
    /// Index of the instance's mesh in [`Level::meshes`].
    pub mesh: usize,
    /// Placement of the mesh in world space.
    pub placement: Placement,
}

/// Counts of the elements of a glTF file that the level leaves out or changes; all 0 for other formats.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LeftOut {
    /// Number of primitives of points or lines in the glTF file, which the level leaves out.
    pub primitives: usize,
    /// Number of glTF nodes whose transform leaves their mesh no area; the level leaves them out.
    pub nodes: usize,
    /// Number of glTF nodes whose transform is not a rotation and scale: each gets its own copy of the mesh.
    pub baked: usize,
    /// Number of glTF nodes whose mesh a skeleton deforms; the level leaves them out.
    pub skinned: usize,
    /// Number of glTF nodes whose mesh has morph targets with weights at rest; the level leaves them out.
    pub morphed: usize,
}

impl Level {
    /// Creates a level of one mesh, not moved.
    pub(crate) fn of_mesh(format: Format, mesh: LevelMesh) -> Self {
        let name = mesh.name.clone();
        let instance = LevelInstance { name: name.clone(), mesh: 0, placement: Placement::IDENTITY };
        Self {
            name,
            format,
            meshes: vec![mesh],
            instances: vec![instance],
            material_names: Vec::new(),
            left_out: LeftOut::default(),
        }
    }

    /// Returns the corners of an instance's triangle, world space, metres, rounded to `f32`, counter-clockwise seen from its
    /// front; `None` if there is no such instance or triangle.
    #[must_use]
    pub fn corners(&self, instance: usize, triangle: usize) -> Option<[Vec3; 3]> {
        let LevelInstance { mesh, placement, .. } = self.instances.get(instance)?;
        let map = map_of(placement);
        let corners = self.meshes.get(*mesh)?.corners(triangle)?;
        let [a, b, c] = corners.map(|corner| map.transform_point3(corner.as_dvec3()).as_vec3());
        let is_mirrored = placement.scale.to_array().into_iter().filter(|along| *along < 0.0).count() % 2 == 1;
        Some(if is_mirrored { [a, c, b] } else { [a, b, c] })
    }

    /// Returns the number of triangles of all instances.
    #[must_use]
    pub fn triangle_count(&self) -> usize {
        let counts = self.instances.iter().filter_map(|instance| self.meshes.get(instance.mesh));
        counts.map(|mesh| mesh.triangles.len()).sum()
    }
}

impl LevelMesh {
    /// Returns the corners of a triangle, mesh space, metres; `None` if there is no such triangle, or an index is out of range.
    #[must_use]
    pub fn corners(&self, triangle: usize) -> Option<[Vec3; 3]> {
        let &[a, b, c] = self.triangles.get(triangle)?;
        let corner = |index: u32| self.positions.get(index as usize).copied();
        Some([corner(a)?, corner(b)?, corner(c)?])
    }
}

/// Returns a placement's transform from mesh space to world space.
pub(crate) fn map_of(placement: &Placement) -> DAffine3 {
    let (scale, rotation) = (placement.scale.as_dvec3(), placement.rotation.as_dquat().normalize());
    DAffine3::from_scale_rotation_translation(scale, rotation, placement.translation)
}
