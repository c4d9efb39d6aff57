//! Levels of files: what the crate `sweep8_levels` reads, as the program walks in it.
//!
//! In: a path. Out: one mesh, from a Wavefront OBJ or a cooked level; or meshes and their instances, from a glTF.

use super::cooked_mesh::Cooked;
use super::level::Level;
use super::parts::Parts;
use std::path::Path;
use sweep8_levels::{Format, LeftOut, LevelError, LevelMesh};

/// A level file: one mesh, or meshes with instances.
#[derive(Clone, Debug)]
pub enum LevelFile {
    /// The level is a single mesh, from a Wavefront OBJ or a cooked level.
    Mesh(Level),
    /// The level has meshes and instances, from a glTF, and counts of what the file has besides.
    Parts(Parts, LeftOut),
}

/// Loads the level in a file: metres, y up, triangles counter-clockwise seen from the front.
///
/// # Errors
/// [`LevelError`] names the file and the fault.
pub fn load(path: &Path) -> Result<LevelFile, LevelError> {
    sweep8_levels::Level::read(path).map(LevelFile::from)
}

impl From<sweep8_levels::Level> for LevelFile {
    fn from(mut read: sweep8_levels::Level) -> Self {
        match (read.format, read.meshes.pop()) {
            (Format::Obj | Format::Cooked, Some(mesh)) => Self::Mesh(mesh.into()),
            (_, last) => {
                read.meshes.extend(last);
                let left_out = read.left_out;
                Self::Parts(read.into(), left_out)
            }
        }
    }
}

impl From<LevelMesh> for Level {
    fn from(LevelMesh { name, positions, triangles, cooked, .. }: LevelMesh) -> Self {
        Self { name, positions, triangles, cooked: cooked.map(Cooked), ..Self::default() }
    }
}

impl From<sweep8_levels::Level> for Parts {
    fn from(read: sweep8_levels::Level) -> Self {
        let mut parts = Self { material_names: read.material_names, ..Self::new(&read.name) };
        for mut mesh in read.meshes {
            let materials = std::mem::take(&mut mesh.materials);
            parts.mesh_of(mesh.into(), materials);
        }
        for instance in read.instances {
            parts.add(instance.mesh, instance.placement);
        }
        parts
    }
}

impl LevelFile {
    /// Returns all triangles of the level as one mesh, instances included.
    #[must_use]
    pub fn into_mesh(self) -> Level {
        match self {
            Self::Mesh(level) => level,
            Self::Parts(parts, _) => parts.flattened(0.0).0,
        }
    }
}
