//! The byte layout of a cooked mesh.
//!
//! A [`CookedHeader`] of 128 bytes; nodes; blocks; the material of each triangle, where there are materials; the first corners, two bits a
//! triangle; the [`StoredMaterial`]s; and a hash of all before it, XXH3 of 64 bits. Each of these begins at a multiple of 64
//! bytes, and zeros fill the gaps: what is mapped at the beginning of a page can be used as it lies.
//!
//! Numbers are little-endian. A machine of the other byte order writes and reads its own order; the first number shows which. The
//! same mesh gives the same bytes on every machine of one order.
//!
//! [`VERSION`] counts changes of this layout and of everything stored as it is used: nodes, blocks, and the algorithm that builds a
//! node over its children.

use crate::base::tolerance::MAX_TRIANGLES;
use crate::bvh::block::TriangleBlock;
use crate::bvh::boxes::Bounds;
use crate::bvh::bytes::cooked_error::CookedError;
use crate::bvh::node::Node;
use crate::mesh::material::Material;
use bytemuck::{Pod, Zeroable};
use core::ops::Range;
use glam::Vec3A;

/// Magic number at the start of every cooked mesh.
pub(super) const MAGIC: u64 = u64::from_le_bytes(*b"sweep8me");

/// Version of the byte layout of cooked meshes, in their headers.
pub(super) const VERSION: u32 = 4;

/// Alignment of each part of a cooked mesh, bytes: the alignment of nodes and blocks.
pub(super) const ALIGNMENT: usize = 64;
const _: () = assert!(align_of::<Node>() == ALIGNMENT && align_of::<TriangleBlock>() == ALIGNMENT);

/// Size of the hash at the end of a cooked mesh, bytes.
pub(super) const HASH: usize = size_of::<u64>();

/// Number of parts of a cooked mesh between header and hash; [`CookedHeader::parts`] lists them.
pub(super) const PARTS: usize = 5;

/// A material in a cooked mesh.
#[derive(Clone, Copy, Debug, Pod, Zeroable)]
#[repr(C)]
pub(super) struct StoredMaterial {
    friction: f32,
    velocity: [f32; 3],
    angular_velocity: [f32; 3],
    restitution: f32,
}

/// Header of a cooked mesh: its first 128 bytes.
#[derive(Clone, Copy, Debug, Pod, Zeroable)]
#[repr(C)]
pub(super) struct CookedHeader {
    pub(super) magic: u64,
    pub(super) version: u32,
    /// Number of triangles of the mesh, including those that cooking left out.
    pub(super) triangles: u32,
    pub(super) degenerate: u32,
    pub(super) duplicates: u32,
    pub(super) nodes: u32,
    pub(super) blocks: u32,
    /// Number of materials of the mesh.
    pub(super) kinds: u32,
    /// Low corner of the box that the grid of the tree covers, mesh space, metres; zeros for a tree without nodes.
    pub(super) low: [f32; 3],
    pub(super) high: [f32; 3],
    /// Values that follow from the blocks, for a mesh that is loaded without a look at them.
    pub(super) measures: Measures,
    pub(super) unused: [u32; 10],
}

/// Values of a tree that follow from its blocks, as a header holds them.
#[derive(Clone, Copy, Debug, Pod, Zeroable)]
#[repr(C)]
pub(super) struct Measures {
    /// Low corner of the box around all triangles, mesh space, metres; [`Bounds::NONE`] if there are none.
    low: [f32; 3],
    high: [f32; 3],
    /// Largest extent of a triangle along an axis, metres.
    pub(super) largest: f32,
}

impl Measures {
    /// Zeros lose their sign: which of several wins depends on the order in which triangles are met.
    pub(super) fn new(bounds: &Bounds, largest: f32) -> Self {
        let unsigned = |corner: Vec3A| (corner + Vec3A::ZERO).into();
        Self { low: unsigned(bounds.low), high: unsigned(bounds.high), largest: largest + 0.0 }
    }

    pub(super) fn bounds(&self) -> Bounds {
        Bounds { low: self.low.into(), high: self.high.into() }
    }
}

const _: () = assert!(size_of::<CookedHeader>() == 2 * ALIGNMENT);

impl CookedHeader {
    /// The ranges of nodes, blocks, materials of triangles, first corners and materials. Only for a header whose
    /// [`size`](Self::size) equals that of bytes in memory: then every end fits in a `usize`.
    pub(super) fn parts(&self) -> [Range<usize>; PARTS] {
        self.places().map(|part| part.start as usize..part.end as usize)
    }

    fn places(&self) -> [Range<u64>; PARTS] {
        let [triangles, nodes, blocks, kinds] = [self.triangles, self.nodes, self.blocks, self.kinds].map(u64::from);
        let materials = if kinds == 0 { 0 } else { triangles };
        let sizes = [
            nodes * size_of::<Node>() as u64,
            blocks * size_of::<TriangleBlock>() as u64,
            materials * size_of::<u16>() as u64,
            triangles.div_ceil(4),
            kinds * size_of::<StoredMaterial>() as u64,
        ];
        let mut end = size_of::<Self>() as u64;
        sizes.map(|size| {
            let start = end.next_multiple_of(ALIGNMENT as u64);
            end = start + size;
            start..end
        })
    }

    /// Total number of bytes of a cooked mesh with this header, including the hash.
    pub(super) fn size(&self) -> u64 {
        let [.., last] = self.places();
        last.end.next_multiple_of(ALIGNMENT as u64) + HASH as u64
    }

    /// Reads the header of a cooked mesh; checks the number of bytes.
    pub(super) fn open(bytes: &[u8]) -> Result<Self, CookedError> {
        let given = bytes.len() as u64;
        if !bytes.starts_with(&MAGIC.to_ne_bytes()) {
            return Err(CookedError::NotAMesh);
        }
        let least = size_of::<Self>() + HASH;
        if bytes.len() < least {
            return Err(CookedError::Length { given, expected: least as u64 });
        }
        let header: Self = bytemuck::pod_read_unaligned(&bytes[..size_of::<Self>()]);
        if header.version != VERSION {
            return Err(CookedError::Version { found: header.version, expected: VERSION });
        }
        if given != header.size() {
            return Err(CookedError::Length { given, expected: header.size() });
        }
        if header.triangles as usize > MAX_TRIANGLES {
            return Err(CookedError::TooManyTriangles { count: header.triangles });
        }
        Ok(header)
    }

    /// Checks that all padding bytes between the parts of a cooked mesh are zero.
    pub(super) fn check_gaps(&self, bytes: &[u8]) -> Result<(), CookedError> {
        let (bytes, _) = split_hash(bytes);
        let parts = self.parts();
        let begins = [core::mem::offset_of!(Self, unused)].into_iter().chain(parts.iter().map(|part| part.end));
        let ends = parts.iter().map(|part| part.start).chain([bytes.len()]);
        for (begin, end) in begins.zip(ends) {
            if let Some(behind) = bytes[begin..end].iter().position(|&byte| byte != 0) {
                return Err(CookedError::Gap { at: (begin + behind) as u64 });
            }
        }
        Ok(())
    }
}

impl From<&Material> for StoredMaterial {
    fn from(&Material { friction, restitution, velocity, angular_velocity }: &Material) -> Self {
        Self { friction, velocity: velocity.into(), angular_velocity: angular_velocity.into(), restitution }
    }
}

impl From<&StoredMaterial> for Material {
    fn from(&StoredMaterial { friction, velocity, angular_velocity, restitution }: &StoredMaterial) -> Self {
        Self { friction, restitution, velocity: velocity.into(), angular_velocity: angular_velocity.into() }
    }
}

/// The bytes of a whole cooked mesh before its hash, and the hash.
pub(super) fn split_hash(bytes: &[u8]) -> (&[u8], &[u8]) {
    bytes.split_at(bytes.len() - HASH)
}
