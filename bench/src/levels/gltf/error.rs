//! Why a glTF file is no level. Each prints as one line with the remedy.

use std::path::PathBuf;
use thiserror::Error;

/// Why a glTF file could not be loaded.
#[derive(Debug, Error)]
#[error("{} {reason}", path.display())]
pub struct GltfError {
    /// The requested file.
    pub path: PathBuf,
    /// The reason.
    pub reason: GltfReason,
}

/// Why a glTF file is no level. Names come from the file; an element without a name is called by its index.
#[derive(Debug, Error)]
pub enum GltfReason {
    /// The file could not be opened or read.
    #[error("cannot be read: {0}; check the path and that the file may be read")]
    CannotRead(std::io::Error),
    /// The file ends too early.
    #[error("has {given} bytes and announces {expected}: it was cut short; copy or export it again")]
    Truncated {
        /// Number of bytes.
        given: usize,
        /// Number of bytes that its header announces.
        expected: usize,
    },
    /// Neither JSON nor the binary container of glTF, or JSON without the structure of a glTF.
    #[error("is not a glTF: {0}; export the level as glTF 2.0 (.glb or .gltf)")]
    NotGltf(String),
    /// The file has another version.
    #[error("is glTF {found:?}, must be 2.0; export it again")]
    Version {
        /// The version that the file states.
        found: String,
    },
    /// The geometry is compressed.
    #[error("has geometry that is compressed ({extension}); export it without compression")]
    Compressed {
        /// The compressing extension.
        extension: &'static str,
    },
    /// The file requires an unknown extension.
    #[error("needs the extension {extension:?}, which this program does not know; export it without")]
    Extension {
        /// Name of the extension.
        extension: String,
    },
    /// A buffer does not exist.
    #[error("needs the buffer {uri:?}, which cannot be read: {cause}; put it next to the file, or export a .glb")]
    MissingBuffer {
        /// URI of the buffer in the file.
        uri: String,
        /// The error of the system.
        cause: std::io::Error,
    },
    /// A buffer cannot be located.
    #[error("has a buffer {buffer} {what}; export it again")]
    Buffer {
        /// Index of the buffer.
        buffer: usize,
        /// The fault of the buffer.
        what: &'static str,
    },
    /// A buffer ends before its length.
    #[error("has a buffer {buffer} of {given} bytes that announces {expected}: it was cut short; export it again")]
    ShortBuffer {
        /// Index of the buffer.
        buffer: usize,
        /// Number of bytes.
        given: usize,
        /// Number of bytes that the file announces.
        expected: u64,
    },
    /// Numbers of a mesh are not at their announced place, or have a type that is not allowed.
    #[error("has an accessor {accessor} {what}; export it again")]
    Accessor {
        /// Index of the accessor.
        accessor: usize,
        /// The fault of the accessor.
        what: &'static str,
    },
    /// An index names an element that does not exist.
    #[error("names {what} {index}, which does not exist; export it again")]
    NotThere {
        /// Kind of element: node, mesh, accessor, ….
        what: &'static str,
        /// Index of the element.
        index: usize,
    },
    /// A mesh names a vertex that does not exist.
    #[error("has a mesh {mesh:?} that names vertex {vertex} of {count}; export it again")]
    Vertex {
        /// Name of the mesh.
        mesh: String,
        /// The vertex.
        vertex: u32,
        /// Number of vertices.
        count: usize,
    },
    /// A position is not a finite number.
    #[error(
        "has a mesh {mesh:?} with a position that is not a finite number in 32 bits; correct it or export it again"
    )]
    NotFinite {
        /// Name of the mesh.
        mesh: String,
    },
    /// A skeleton deforms a mesh.
    #[error(
        "has a node {node:?} whose mesh a skeleton deforms; apply the pose to the mesh, or leave it out of the level"
    )]
    Skinned {
        /// Name of the node.
        node: String,
    },
    /// A mesh with morph targets.
    #[error("has a mesh {mesh:?} with morph targets (shape keys); apply them, or leave it out of the level")]
    Morphed {
        /// Name of the mesh.
        mesh: String,
    },
    /// A node is reached twice.
    #[error("has a node {node:?} with two parents, or below itself; export it again")]
    NotATree {
        /// Name of the node.
        node: String,
    },
    /// A transform overflows.
    #[error("has a node {node:?} whose transform is not finite; export it again")]
    Transform {
        /// Name of the node.
        node: String,
    },
    /// There are more materials than ids.
    #[error("has {count} materials, the most are 65,535; join some")]
    TooManyMaterials {
        /// Number of materials.
        count: usize,
    },
    /// There are too many triangles for one mesh, every instance counted.
    #[error("has more than {most} triangles, every instance counted; split the level")]
    TooManyTriangles {
        /// The maximum.
        most: usize,
    },
    /// The level has no triangles.
    #[error("has no triangles in its scene; export the level with its meshes")]
    NoTriangles,
}
