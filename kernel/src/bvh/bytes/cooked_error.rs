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
/// assert_eq!(cut_short, CookedError::Length { given: 1031, expected: 1032 });
/// let other = CookedMesh::from_bytes(b"v 0 0 0").expect_err("it is something else");
/// assert_eq!(other.to_string(), "these bytes are not a cooked mesh of this byte order");
/// # Ok::<(), sweep8::MeshError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Error)]
#[non_exhaustive]
pub enum CookedError {
    /// Error: the bytes do not begin with the header of a cooked mesh.
    #[error("these bytes are not a cooked mesh of this byte order")]
    NotAMesh,
    /// Error: the cooked mesh has a version that this library cannot read.
    #[error("the cooked mesh is of version {found}, must be {expected}: cook it again with this version")]
    Version {
        /// Version in the header of the cooked mesh.
        found: u32,
        /// Version of cooked meshes that this library reads.
        expected: u32,
    },
    /// Error: the bytes of the cooked mesh are fewer or more than its header announces.
    #[error("the cooked mesh has {given} bytes, must have {expected}: it was cut short, or something was added")]
    Length {
        /// Number of bytes in the slice to read from.
        given: u64,
        /// Number of bytes that the header of the cooked mesh announces.
        expected: u64,
    },
    /// Error: the checksum at the end of the cooked mesh does not match its bytes, so bytes were changed.
    #[error("the checksum does not fit: bytes of the cooked mesh were changed")]
    Checksum,
    /// Error: the shared storage of a cooked mesh starts at an address that is not aligned to 64 bytes.
    #[error("the cooked mesh begins {over} bytes behind a multiple of 64: align it, or copy it")]
    Alignment {
        /// Address of the storage of the cooked mesh modulo 64.
        over: usize,
    },
    /// Error: the header of the cooked mesh counts more triangles than [`MAX_TRIANGLES`](crate::limits::MAX_TRIANGLES).
    #[error("the header counts {count} triangles, the limit is 2^28")]
    TooManyTriangles {
        /// Number of triangles in the header of the cooked mesh.
        count: u32,
    },
    /// Error: the triangles in blocks and the triangles left out by cooking do not add up to those of the mesh.
    #[error("the header counts {triangles} triangles, {left_out} of them left out, but blocks hold {held}")]
    Count {
        /// Number of triangles of the mesh, according to the header of the cooked mesh.
        triangles: u32,
        /// Number of triangles that cooking left out (no area, or copies), according to the header.
        left_out: u64,
        /// Number of triangles in the blocks of the cooked mesh.
        held: u64,
    },
    /// Error: the bounding box in the header is invalid, too large, or set although there is no tree.
    #[error(
        "the box of the header is {low} to {high}: both must be within ±2^25 m, the first below the second, and 0 without nodes"
    )]
    Box {
        /// Low corner of the bounding box in the header, mesh space, metres.
        low: Vec3,
        /// High corner of the bounding box in the header, mesh space, metres.
        high: Vec3,
    },
    /// Error: the box around all triangles in the header, or the largest extent of one, is not that of the blocks.
    #[error(
        "the header states another box around all triangles, or another largest extent of one, than the blocks have"
    )]
    Measures,
    /// Error: a padding byte between the parts of the cooked mesh is not 0.
    #[error("byte {at} belongs to no part, and must be 0")]
    Gap {
        /// Offset of the wrong padding byte from the start of the cooked mesh.
        at: u64,
    },
    /// Error: the children of a tree node are not the next unclaimed nodes or blocks; a depth-first traversal must meet them in order.
    #[error("the children of node {node} are not the next nodes or blocks in order")]
    Children {
        /// Index of the tree node whose children are wrong.
        node: u32,
    },
    /// Error: the tree in the bytes has more levels than the tree of any cooked mesh.
    #[error("node {node} lies deeper than any node of a cooked mesh")]
    Depth {
        /// Index of a tree node on a level that is too deep.
        node: u32,
    },
    /// Error: some nodes or blocks of the tree are the child of no node.
    #[error("{nodes} nodes and {blocks} blocks are children of no node")]
    Unreached {
        /// Number of tree nodes without a parent.
        nodes: u32,
        /// Number of triangle blocks without a parent.
        blocks: u32,
    },
    /// Error: the child boxes stored in a tree node are not the boxes of its children.
    #[error("the boxes in node {node} are not the boxes of its children")]
    NodeBoxes {
        /// Index of the tree node with wrong boxes.
        node: u32,
    },
    /// Error: a triangle of a block extends beyond the bounding box in the header.
    #[error("block {block} extends beyond the box in the header")]
    Outside {
        /// Index of the block that extends beyond the bounding box.
        block: u32,
    },
    /// Error: a lane (triangle slot) of a block has a triangle id that the mesh does not have.
    #[error("lane {lane} of block {block} names triangle {triangle}, but there are only {count}")]
    TriangleOutOfRange {
        /// Index of the block with the wrong triangle id.
        block: u32,
        /// Index of the lane with the wrong triangle id in its block, 0 to 7.
        lane: u32,
        /// Triangle id that the mesh does not have.
        triangle: u32,
        /// Number of triangles of the mesh.
        count: u32,
    },
    /// Error: two lanes (triangle slots) of blocks have the same triangle id.
    #[error("triangle {triangle} appears twice")]
    Twice {
        /// Triangle id that occurs twice.
        triangle: u32,
    },
    /// Error: a lane (triangle slot) without a triangle does not hold the placeholder corners.
    #[error("lane {lane} of block {block} holds no triangle, but has corners")]
    Lane {
        /// Index of the block with wrong placeholder corners.
        block: u32,
        /// Index of the lane with wrong placeholder corners in its block, 0 to 7.
        lane: u32,
    },
    /// Error: a corner of a triangle is not finite, or beyond [`MAX_COORDINATE`](crate::limits::MAX_COORDINATE).
    #[error("a corner of triangle {triangle} is {value}: every coordinate must be within ±2^24 m")]
    Corner {
        /// Id of the triangle with the wrong corner.
        triangle: u32,
        /// Position of the wrong corner, mesh space, metres.
        value: Vec3,
    },
    /// Error: a triangle in a block has no area.
    #[error("triangle {triangle} has no area, and must be left out")]
    NoArea {
        /// Id of the triangle without area.
        triangle: u32,
    },
    /// Error: the stored number of the corner with which a triangle begins in its block is not 0, 1 or 2.
    #[error("triangle {triangle} has a first corner that is not 0, 1 or 2")]
    FirstCorner {
        /// Id of the triangle with the wrong corner number; it may be one beyond the last triangle.
        triangle: u32,
    },
    /// Error: a triangle has a material index that does not exist.
    #[error("triangle {triangle} names material {material}, but there are only {count}")]
    MaterialOutOfRange {
        /// Id of the triangle with the wrong material index.
        triangle: u32,
        /// Material index that does not exist.
        material: u16,
        /// Number of materials of the mesh.
        count: u32,
    },
    /// Error: the coefficient of friction of a material is negative, NaN or infinite.
    #[error("material {material} has friction {friction}: it must be a finite number of at least 0")]
    Friction {
        /// Index of the material with the wrong coefficient of friction.
        material: u32,
        /// Coefficient of friction that was refused.
        friction: f32,
    },
    /// Error: the coefficient of restitution of a material is not 0 to 1.
    #[error("material {material} has restitution {restitution}: it must be 0 to 1")]
    Restitution {
        /// Index of the material with the wrong coefficient of restitution.
        material: u32,
        /// Coefficient of restitution that was refused.
        restitution: f32,
    },
    /// Error: a velocity of a material's surface is too long, NaN or infinite.
    #[error("material {material} has a velocity of its surface that is longer than 4096, or no number")]
    SurfaceVelocity {
        /// Index of the material with the wrong velocity.
        material: u32,
    },
}

// The texts above repeat these values.
const _: () = assert!(MAX_COORDINATE == 16_777_216.0 && MAX_TRIANGLES == 1 << 28);
