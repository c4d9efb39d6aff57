//! Why a glTF file is no level. Each prints as one line with the remedy.

use std::path::PathBuf;
use thiserror::Error;

/// Error: a glTF file could not be loaded.
#[derive(Debug, Error)]
#[error("{} {reason}", path.display())]
pub struct GltfError {
    /// Path of the requested file.
    pub path: PathBuf,
    /// Reason of the failure.
    pub reason: GltfReason,
}

/// Reason why a glTF file is no level. Names come from the file; an element without a name is called by its index.
#[derive(Debug, Error)]
pub enum GltfReason {
    /// Error: the file could not be opened or read.
    #[error("cannot be read: {0}; check the path and that the file may be read")]
    CannotRead(std::io::Error),
    /// Error: the file ends before the length in its header.
    #[error("has {given} bytes and announces {expected}: it was cut short; copy or export it again")]
    Truncated {
        /// Number of bytes in the file.
        given: usize,
        /// Number of bytes that the header declares.
        expected: usize,
    },
    /// Error: the file is neither JSON nor a binary glTF, or its JSON does not have the structure of a glTF.
    #[error("is not a glTF: {0}; export the level as glTF 2.0 (.glb or .gltf)")]
    NotGltf(String),
    /// Error: the file has an unsupported glTF version.
    #[error("is glTF {found:?}, must be 2.0; export it again")]
    Version {
        /// The version that the file states.
        found: String,
    },
    /// Error: the geometry is compressed.
    #[error("has geometry that is compressed ({extension}); export it without compression")]
    Compressed {
        /// Name of the compressing extension.
        extension: &'static str,
    },
    /// Error: the file requires an unknown extension.
    #[error("needs the extension {extension:?}, which this program does not know; export it without")]
    Extension {
        /// Name of the extension.
        extension: String,
    },
    /// Error: a buffer's file could not be read.
    #[error("needs the buffer {uri:?}, which cannot be read: {cause}; put it next to the file, or export a .glb")]
    MissingBuffer {
        /// URI of the buffer in the file.
        uri: String,
        /// The operating system's error.
        cause: std::io::Error,
    },
    /// Error: a buffer cannot be located.
    #[error("has a buffer {buffer} {what}; export it again")]
    Buffer {
        /// Index of the buffer.
        buffer: usize,
        /// Description of the buffer's fault.
        what: &'static str,
    },
    /// Error: a buffer is shorter than its declared length.
    #[error("has a buffer {buffer} of {given} bytes that announces {expected}: it was cut short; export it again")]
    ShortBuffer {
        /// Index of the buffer.
        buffer: usize,
        /// Number of bytes in the buffer.
        given: usize,
        /// Number of bytes that the file declares for the buffer.
        expected: u64,
    },
    /// Error: an accessor lies outside of its buffer, or has a type that is not allowed.
    #[error("has an accessor {accessor} {what}; export it again")]
    Accessor {
        /// Index of the accessor.
        accessor: usize,
        /// Description of the accessor's fault.
        what: &'static str,
    },
    /// Error: an index refers to an element that does not exist.
    #[error("names {what} {index}, which does not exist; export it again")]
    NotThere {
        /// Kind of the missing element: node, mesh, accessor, …
        what: &'static str,
        /// Index of the missing element.
        index: usize,
    },
    /// Error: a mesh refers to a vertex that does not exist.
    #[error("has a mesh {mesh:?} that names vertex {vertex} of {count}; export it again")]
    Vertex {
        /// Name of the mesh.
        mesh: String,
        /// Index of the missing vertex.
        vertex: u32,
        /// Number of vertices of the mesh.
        count: usize,
    },
    /// Error: a mesh has a position that is not finite.
    #[error(
        "has a mesh {mesh:?} with a position that is not a finite number in 32 bits; correct it or export it again"
    )]
    NotFinite {
        /// Name of the mesh.
        mesh: String,
    },
    /// Error: a skeleton deforms the mesh of a node.
    #[error(
        "has a node {node:?} whose mesh a skeleton deforms; apply the pose to the mesh, or leave it out of the level"
    )]
    Skinned {
        /// Name of the node.
        node: String,
    },
    /// Error: a mesh has morph targets.
    #[error("has a mesh {mesh:?} with morph targets (shape keys); apply them, or leave it out of the level")]
    Morphed {
        /// Name of the mesh.
        mesh: String,
    },
    /// Error: a node is reached twice, so that the nodes form no tree.
    #[error("has a node {node:?} with two parents, or below itself; export it again")]
    NotATree {
        /// Name of the node.
        node: String,
    },
    /// Error: the transform of a node overflows.
    #[error("has a node {node:?} whose transform is not finite; export it again")]
    Transform {
        /// Name of the node.
        node: String,
    },
    /// Error: the file has more materials than there are material ids.
    #[error("has {count} materials, the most are 65,535; join some")]
    TooManyMaterials {
        /// Number of materials.
        count: usize,
    },
    /// Error: the file has too many triangles for one mesh, counting every instance.
    #[error("has more than {most} triangles, every instance counted; split the level")]
    TooManyTriangles {
        /// Maximum number of triangles.
        most: usize,
    },
    /// Error: the level has no triangles.
    #[error("has no triangles in its scene; export the level with its meshes")]
    NoTriangles,
}
