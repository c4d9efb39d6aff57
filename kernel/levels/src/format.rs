//! The formats of levels.

/// Format of a level's file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Format {
    /// Wavefront OBJ, of which the positions and faces are read: one mesh.
    Obj,
    /// glTF 2.0, binary or text: meshes with instances and materials.
    Gltf,
    /// A mesh that [`CookedMesh::to_bytes`](sweep8::CookedMesh::to_bytes) wrote.
    Cooked,
}
