//! Errors for the bytes of a cooked mesh.

use crate::base::tolerance::{MAX_COORDINATE, MAX_TRIANGLES};
use glam::Vec3;
use thiserror::Error;

/// The reason why bytes were refused as a cooked mesh. Accidental damage shows as [`NotAMesh`](Self::NotAMesh),
/// [`Version`](Self::Version), [`Length`](Self::Length) or [`Checksum`](Self::Checksum); all later variants except
/// [`Alignment`](Self::Alignment) mean that the bytes do not come from [`CookedMesh::to_bytes`](crate::CookedMesh::to_bytes).
///
/// ```
/// use glam::Vec3;
/// use sweep8::{CookedError, CookedMesh, Mesh};
///
/// let bytes = Mesh::new(&[Vec3::ZERO, Vec3::Z, Vec3::X], &[[0, 1, 2]])?.cook().to_bytes();
/// let cut_short = CookedMesh::from_bytes(&bytes[..bytes.len() - 1]).expect_err("a byte is missing");
/// assert_eq!(cut_short, CookedError::Length { given: 967, expected: 968 });
/// let other = CookedMesh::from_bytes(b"v 0 0 0").expect_err("it is something else");
/// assert_eq!(other.to_string(), "these bytes are not a cooked mesh of this byte order");
/// # Ok::<(), sweep8::MeshError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Error)]
#[non_exhaustive]
pub enum CookedError {
    /// The bytes do not begin with the header of a cooked mesh.
    #[error("these bytes are not a cooked mesh of this byte order")]
    NotAMesh,
    /// The bytes have a version that this library cannot read.
    #[error("the cooked mesh is of version {found}, must be {expected}: cook it again with this version")]
    Version {
        /// The version of the bytes.
        found: u32,
        /// The version that this library reads.
        expected: u32,
    },
    /// There are too few or too many bytes.
    #[error("the cooked mesh has {given} bytes, must have {expected}: it was cut short, or something was added")]
    Length {
        /// The number of bytes given.
        given: u64,
        /// The number of bytes that the header announces.
        expected: u64,
    },
    /// The checksum does not match: bytes were changed.
    #[error("the checksum does not fit: bytes of the cooked mesh were changed")]
    Checksum,
    /// Shared storage begins at an address where nodes and blocks are not aligned.
    #[error("the cooked mesh begins {over} bytes behind a multiple of 64: align it, or copy it")]
    Alignment {
        /// The address modulo 64.
        over: usize,
    },
    /// More triangles than [`MAX_TRIANGLES`](crate::limits::MAX_TRIANGLES).
    #[error("the header counts {count} triangles, the limit is 2^28")]
    TooManyTriangles {
        /// The count in the header.
        count: u32,
    },
    /// Triangles in blocks and triangles left out do not add up to those of the mesh.
    #[error("the header counts {triangles} triangles, {left_out} of them left out, but blocks hold {held}")]
    Count {
        /// Number of triangles of the mesh.
        triangles: u32,
        /// Number of triangles left out, as the header says.
        left_out: u64,
        /// Number of triangles in blocks.
        held: u64,
    },
    /// The box under the grid is no box, too large, or given without a tree.
    #[error(
        "the box of the header is {low} to {high}: both must be within ±2^25 m, the first below the second, and 0 without nodes"
    )]
    Box {
        /// The low corner of that box.
        low: Vec3,
        /// The high corner of that box.
        high: Vec3,
    },
    /// A byte between the parts is not 0.
    #[error("byte {at} belongs to no part, and must be 0")]
    Gap {
        /// Offset of the byte.
        at: u64,
    },
    /// The children of a node are not the next unclaimed ones: blocks and nodes lie in the order of a walk, each below one node.
    #[error("the children of node {node} are not the next nodes or blocks in order")]
    Children {
        /// Number of the node.
        node: u32,
    },
    /// The tree is higher than any cooked one.
    #[error("node {node} lies deeper than any node of a cooked mesh")]
    Depth {
        /// Number of the node.
        node: u32,
    },
    /// Some nodes or blocks are the child of no node.
    #[error("{nodes} nodes and {blocks} blocks are children of no node")]
    Unreached {
        /// Number of such nodes.
        nodes: u32,
        /// Number of such blocks.
        blocks: u32,
    },
    /// The boxes in a node are not those of its children.
    #[error("the boxes in node {node} are not the boxes of its children")]
    NodeBoxes {
        /// Number of the node.
        node: u32,
    },
    /// A block extends beyond the box under the grid.
    #[error("block {block} extends beyond the box in the header")]
    Outside {
        /// Number of the block.
        block: u32,
    },
    /// A lane names a triangle that the mesh does not have.
    #[error("lane {lane} of block {block} names triangle {triangle}, but there are only {count}")]
    TriangleOutOfRange {
        /// Number of the block.
        block: u32,
        /// Lane of the block.
        lane: u32,
        /// The triangle it names.
        triangle: u32,
        /// Number of triangles.
        count: u32,
    },
    /// Two lanes name the same triangle.
    #[error("triangle {triangle} appears twice")]
    Twice {
        /// Id of the triangle.
        triangle: u32,
    },
    /// A lane without a triangle does not hold the placeholder corners.
    #[error("lane {lane} of block {block} holds no triangle, but has corners")]
    Lane {
        /// Number of the block.
        block: u32,
        /// Lane of the block.
        lane: u32,
    },
    /// A corner is not finite, or beyond [`MAX_COORDINATE`](crate::limits::MAX_COORDINATE).
    #[error("a corner of triangle {triangle} is {value}: every coordinate must be within ±2^24 m")]
    Corner {
        /// Id of the triangle.
        triangle: u32,
        /// The corner.
        value: Vec3,
    },
    /// A triangle has no area.
    #[error("triangle {triangle} has no area, and must be left out")]
    NoArea {
        /// Id of the triangle.
        triangle: u32,
    },
    /// The first corner of a triangle is not 0, 1 or 2.
    #[error("triangle {triangle} has a first corner that is not 0, 1 or 2")]
    FirstCorner {
        /// Id of the triangle, which may be one beyond the last.
        triangle: u32,
    },
    /// A triangle names a material that does not exist.
    #[error("triangle {triangle} names material {material}, but there are only {count}")]
    MaterialOutOfRange {
        /// Id of the triangle.
        triangle: u32,
        /// The material it names.
        material: u16,
        /// Number of materials.
        count: u32,
    },
    /// A coefficient of friction is negative, NaN or infinite.
    #[error("material {material} has friction {friction}: it must be a finite number of at least 0")]
    Friction {
        /// Index into the materials.
        material: u32,
        /// The friction.
        friction: f32,
    },
}

// The texts above repeat these values.
const _: () = assert!(MAX_COORDINATE == 16_777_216.0 && MAX_TRIANGLES == 1 << 28);
