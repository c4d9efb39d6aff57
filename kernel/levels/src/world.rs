//! From a level to what the kernel queries: cooked meshes, and a world of all instances.

use crate::{Level, LevelMesh};
use sweep8::{CookedMesh, InputError, Material, Mesh, MeshError, World};
use thiserror::Error;

/// Error: the kernel refused a part of a level, which is usually too far from the origin. Prints as one line.
#[derive(Clone, Debug, Error, PartialEq)]
pub enum LevelWorldError {
    /// Error: a mesh of the level was refused.
    #[error("the mesh {mesh:?} cannot be used: {cause}")]
    Mesh {
        /// Name of the refused mesh.
        mesh: String,
        /// Error that the kernel returned for the mesh.
        cause: MeshError,
    },
    /// Error: the placement of an instance was refused.
    #[error("the instance {instance:?} cannot be used: {cause}")]
    Placement {
        /// Name of the instance with the refused placement.
        instance: String,
        /// Error that the kernel returned for the placement.
        cause: InputError,
    },
    /// Error: an instance names a mesh that the level does not have. No reader makes such a level.
    #[error("the instance {instance:?} is of mesh {mesh}, must be less than {count}")]
    NoMesh {
        /// Name of the instance with the invalid index.
        instance: String,
        /// Index of the mesh that does not exist.
        mesh: usize,
        /// Number of meshes of the level.
        count: usize,
    },
}

impl Level {
    /// Builds a world of all instances, in their order: the `n`th instance of the level is that with index `n`. Every material
    /// is [`Material::default()`]; for others cook the meshes with [`LevelMesh::cook`] and add them.
    ///
    /// # Errors
    /// [`LevelWorldError`] names the mesh or instance that the kernel refuses.
    pub fn world(&self) -> Result<World, LevelWorldError> {
        let materials = vec![Material::default(); self.material_names.len()];
        let cooked = |mesh: &LevelMesh| {
            mesh.cook(&materials).map_err(|cause| LevelWorldError::Mesh { mesh: mesh.name.clone(), cause })
        };
        let meshes = self.meshes.iter().map(cooked).collect::<Result<Vec<_>, _>>()?;
        let mut world = World::new();
        for instance in &self.instances {
            let name = || instance.name.clone();
            let mesh = meshes.get(instance.mesh).ok_or_else(|| LevelWorldError::NoMesh {
                instance: name(),
                mesh: instance.mesh,
                count: meshes.len(),
            })?;
            let added = world.add(mesh, instance.placement);
            added.map_err(|cause| LevelWorldError::Placement { instance: name(), cause })?;
        }
        Ok(world)
    }
}

impl LevelMesh {
    /// Cooks the mesh, or returns that of a cooked level, which keeps its own materials. `materials` has one for each of
    /// [`Level::material_names`]; a mesh without materials takes none of them.
    ///
    /// # Errors
    /// [`MeshError`] if the triangles do not form a mesh, or a triangle's material is not in `materials`.
    pub fn cook(&self, materials: &[Material]) -> Result<CookedMesh, MeshError> {
        if let Some(cooked) = &self.cooked {
            return Ok(cooked.clone());
        }
        let mesh = Mesh::new(&self.positions, &self.triangles)?;
        let mesh = if self.materials.is_empty() { mesh } else { mesh.with_materials(materials, &self.materials)? };
        Ok(mesh.cook())
    }
}
