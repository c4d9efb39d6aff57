//! Why a glTF file is no level. Each prints as one line with the remedy.

use std::path::PathBuf;
use thiserror::Error;

/// Error: a glTF file could not be read as a level.
#[derive(Debug, Error)]
#[error("{} {reason}", path.display())]
pub struct GltfError {
    /// Path of the glTF file that could not be loaded.
    pub path: PathBuf,
    /// Reason why the glTF file could not be loaded.
    pub reason: GltfReason,
}

/// Reason why a glTF file cannot be loaded as a level. Names come from the file; an element without a name is called by
/// its index.
#[derive(Debug, Error)]
pub enum GltfReason {
    /// Error: the glTF file ends before the length in its header.
    #[error("has {given} bytes and announces {expected}: it was cut short; copy or export it again")]
    Truncated {
        /// Number of bytes in the glTF file.
        given: usize,
        /// Number of bytes that the header of the glTF file declares.
        expected: usize,
    },
    /// Error: the file is neither JSON nor a binary glTF, or its JSON does not have the structure of a glTF.
    #[error("is not a glTF: {0}; export the level as glTF 2.0 (.glb or .gltf)")]
    NotGltf(String),
    /// Error: the file has an unsupported glTF version.
    #[error("is glTF {found:?}, must be 2.0; export it again")]
    Version {
        /// The unsupported glTF version that the file states.
        found: String,
    },
    /// Error: the geometry in the glTF file is compressed.
    #[error("has geometry that is compressed ({extension}); export it without compression")]
    Compressed {
        /// Name of the glTF extension that compresses the geometry.
        extension: &'static str,
    },
    /// Error: the file requires an unknown glTF extension.
    #[error("needs the extension {extension:?}, which this program does not know; export it without")]
    Extension {
        /// Name of the unknown glTF extension.
        extension: String,
    },
    /// Error: the file with the bytes of a glTF buffer could not be read.
    #[error("needs the buffer {uri:?}, which cannot be read: {cause}; put it next to the file, or export a .glb")]
    MissingBuffer {
        /// URI of the unreadable buffer, as the glTF file states it.
        uri: String,
        /// Error of the operating system when the buffer's file was read.
        cause: std::io::Error,
    },
    /// Error: the bytes of a glTF buffer cannot be located.
    #[error("has a buffer {buffer} {what}; export it again")]
    Buffer {
        /// Index of the faulty buffer in the glTF file.
        buffer: usize,
        /// Description of the fault of the glTF buffer.
        what: &'static str,
    },
    /// Error: a glTF buffer is shorter than its declared length.
    #[error("has a buffer {buffer} of {given} bytes that announces {expected}: it was cut short; export it again")]
    ShortBuffer {
        /// Index of the too short buffer in the glTF file.
        buffer: usize,
        /// Number of bytes that the glTF buffer has.
        given: usize,
        /// Number of bytes that the glTF file declares for the buffer.
        expected: u64,
    },
    /// Error: a glTF accessor lies outside of its buffer, or has a type that is not allowed.
    #[error("has an accessor {accessor} {what}; export it again")]
    Accessor {
        /// Index of the faulty accessor in the glTF file.
        accessor: usize,
        /// Description of the fault of the glTF accessor.
        what: &'static str,
    },
    /// Error: an index in the glTF file refers to an element that does not exist.
    #[error("names {what} {index}, which does not exist; export it again")]
    NotThere {
        /// Kind of the missing glTF element: node, mesh, accessor, …
        what: &'static str,
        /// Index of the missing element in the glTF file.
        index: usize,
    },
    /// Error: a face of a glTF mesh refers to a vertex that does not exist.
    #[error("has a mesh {mesh:?} that names vertex {vertex} of {count}; export it again")]
    Vertex {
        /// Name of the glTF mesh with the invalid vertex index.
        mesh: String,
        /// The vertex index for which the glTF mesh has no vertex.
        vertex: u32,
        /// Number of vertices of the glTF mesh.
        count: usize,
    },
    /// Error: a glTF mesh has a vertex position that is not finite.
    #[error(
        "has a mesh {mesh:?} with a position that is not a finite number in 32 bits; correct it or export it again"
    )]
    NotFinite {
        /// Name of the glTF mesh with the position that is not finite.
        mesh: String,
    },
    /// Error: the level has no mesh but such that a skeleton deforms.
    #[error(
        "has no mesh but such as node {node:?}, whose mesh a skeleton deforms; apply the pose to the mesh, or export the level"
    )]
    Skinned {
        /// Name of the glTF node whose mesh a skeleton deforms.
        node: String,
    },
    /// Error: the level has no mesh but such that morph targets change at rest.
    #[error("has no mesh but such as node {node:?}, which shape keys (morph targets) change; apply them")]
    Morphed {
        /// Name of the first glTF node whose mesh morph targets change.
        node: String,
    },
    /// Error: a glTF node is reached twice, so that the nodes form no tree.
    #[error("has a node {node:?} with two parents, or below itself; export it again")]
    NotATree {
        /// Name of the glTF node that is reached twice.
        node: String,
    },
    /// Error: the world transform of a glTF node overflows.
    #[error("has a node {node:?} whose transform is not finite; export it again")]
    Transform {
        /// Name of the glTF node whose transform overflows.
        node: String,
    },
    /// Error: the glTF file has more materials than there are material ids.
    #[error("has {count} materials, the most are 65,535; join some")]
    TooManyMaterials {
        /// Number of materials of the glTF file.
        count: usize,
    },
    /// Error: the glTF file has too many triangles for one mesh, counting every instance.
    #[error("has more than {most} triangles, every instance counted; split the level")]
    TooManyTriangles {
        /// Maximum number of triangles of a level, counting every instance.
        most: usize,
    },
    /// Error: the glTF file has no triangles in its scene.
    #[error("has no triangles in its scene; export the level with its meshes")]
    NoTriangles,
}
