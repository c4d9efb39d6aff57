//! Why a glTF file is no level. Each prints as one line with the way out.

use std::path::PathBuf;
use thiserror::Error;

/// Why a glTF file could not be loaded.
#[derive(Debug, Error)]
#[error("{} {reason}", path.display())]
pub struct GltfError {
    /// The file asked for.
    pub path: PathBuf,
    /// Why it could not be loaded.
    pub reason: GltfReason,
}

/// Why a glTF file is no level. Names are those of the file; an element without one is called by its index.
#[derive(Debug, Error)]
pub enum GltfReason {
    /// The file could not be opened or read.
    #[error("cannot be read: {0}; check the path and that the file may be read")]
    CannotRead(std::io::Error),
    /// The file ends before what it announces.
    #[error("has {given} bytes and announces {expected}: it was cut short; copy or export it again")]
    Truncated {
        /// Bytes that there are.
        given: usize,
        /// Bytes that its header announces.
        expected: usize,
    },
    /// Neither JSON nor the binary container of glTF, or JSON that does not have what a glTF has.
    #[error("is not a glTF: {0}; export the level as glTF 2.0 (.glb or .gltf)")]
    NotGltf(String),
    /// It is of another version.
    #[error("is glTF {found:?}, must be 2.0; export it again")]
    Version {
        /// The version that the file states.
        found: String,
    },
    /// Its geometry is compressed.
    #[error("has geometry that is compressed ({extension}); export it without compression")]
    Compressed {
        /// The extension that does it.
        extension: &'static str,
    },
    /// It cannot be read without an extension that is not known here.
    #[error("needs the extension {extension:?}, which is not known here; export it without")]
    Extension {
        /// Name of the extension.
        extension: String,
    },
    /// A buffer is not there.
    #[error("needs the buffer {uri:?}, which cannot be read: {cause}; put it beside the file, or export a .glb")]
    MissingBuffer {
        /// How the file names it.
        uri: String,
        /// The error of the system.
        cause: std::io::Error,
    },
    /// A buffer that is not where it can be got from.
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
        /// Bytes that there are.
        given: usize,
        /// Bytes that are announced.
        expected: u64,
    },
    /// Numbers of a mesh are not where the file says, or not of a kind that they may be.
    #[error("has an accessor {accessor} {what}; export it again")]
    Accessor {
        /// Index of the accessor.
        accessor: usize,
        /// The fault of the accessor.
        what: &'static str,
    },
    /// Something is named that is not there.
    #[error("names {what} {index}, which is not there; export it again")]
    NotThere {
        /// Node, mesh, accessor, ….
        what: &'static str,
        /// Its index.
        index: usize,
    },
    /// A mesh names a vertex that is not there.
    #[error("has a mesh {mesh:?} that names vertex {vertex} of {count}; export it again")]
    Vertex {
        /// Name of the mesh.
        mesh: String,
        /// The vertex.
        vertex: u32,
        /// How many there are.
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
    /// A mesh that a skeleton deforms.
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
    /// A transform that leads out of all numbers.
    #[error("has a node {node:?} whose transform is not finite; export it again")]
    Transform {
        /// Name of the node.
        node: String,
    },
    /// More materials than ids.
    #[error("has {count} materials, the most are 65,535; join some")]
    TooManyMaterials {
        /// How many there are.
        count: usize,
    },
    /// More triangles than one mesh may have, every instance counted.
    #[error("has more than {most} triangles, every instance counted; split the level")]
    TooManyTriangles {
        /// The most.
        most: usize,
    },
    /// Nothing to walk on.
    #[error("has no triangles in its scene; export the level with its meshes")]
    NoTriangles,
}
