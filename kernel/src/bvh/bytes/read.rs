//! Reads a tree from bytes.
//!
//! In: bytes, copied or shared. Out: a tree with every number checked, or the fault.
//! 1. Header, length and gaps ([`layout`](crate::bvh::bytes::layout)).
//! 2. Nodes and blocks ([`check_tree`](crate::bvh::bytes::check_tree)), read once from memory: each part is hashed just before it is
//!    checked, while it is in the cache.
//! 3. First corners and materials.
//! 4. The hash, compared last. Damage is told as damage all the same, wherever it lies: where a check fails the hash is computed
//!    anew, and a wrong one is the fault.

use crate::base::elements::{Elements, SharedBytes};
use crate::base::tolerance::MAX_COORDINATE;
use crate::base::unique::unique_number;
use crate::bvh::boxes::Bounds;
use crate::bvh::bytes::check_tree::check_tree;
use crate::bvh::bytes::cooked_error::CookedError;
use crate::bvh::bytes::hash::{Hash, hash_of};
use crate::bvh::bytes::layout::{ALIGNMENT, CookedHeader, Measures, StoredMaterial, split_hash};
use crate::bvh::corner_order::FirstCorners;
use crate::bvh::grid::Grid;
use crate::bvh::tree::Tree;
use crate::mesh::material::Materials;
use alloc::vec;
use bytemuck::Pod;
use core::ops::Range;
use glam::Vec3A;

/// Bytes of a cooked mesh, and the way to make slices of elements of them: by copying or by sharing memory.
pub(super) trait Source {
    fn bytes(&self) -> &[u8];

    /// Checks whether elements can be read from these bytes as they lie: their alignment.
    fn check(&self) -> Result<(), CookedError>;

    /// Elements in a range of the bytes, which must contain whole elements.
    fn elements<T: Pod>(&self, range: Range<usize>) -> Elements<T>;
}

/// Bytes of a cooked mesh at any address, from which elements are copied.
pub(super) struct Copied<'a>(pub(super) &'a [u8]);

impl Source for Copied<'_> {
    fn bytes(&self) -> &[u8] {
        self.0
    }

    fn check(&self) -> Result<(), CookedError> {
        Ok(())
    }

    fn elements<T: Pod>(&self, range: Range<usize>) -> Elements<T> {
        let mut elements = vec![T::zeroed(); range.len() / size_of::<T>()];
        bytemuck::cast_slice_mut(&mut elements).copy_from_slice(&self.0[range]);
        elements.into()
    }
}

impl Source for SharedBytes {
    fn bytes(&self) -> &[u8] {
        self
    }

    fn check(&self) -> Result<(), CookedError> {
        let over = self.as_ptr().addr() % ALIGNMENT;
        if over == 0 { Ok(()) } else { Err(CookedError::Alignment { over }) }
    }

    fn elements<T: Pod>(&self, range: Range<usize>) -> Elements<T> {
        self.shared(range)
    }
}

/// Reads and checks the tree in the bytes of a cooked mesh.
pub(super) fn read(source: &impl Source) -> Result<Tree, CookedError> {
    let header = CookedHeader::open(source.bytes())?;
    read_checked(&header, source).map_err(|fault| {
        let (bytes, hash) = split_hash(source.bytes());
        if hash_of(bytes) == *hash { fault } else { CookedError::Checksum }
    })
}

/// Reads and checks the tree in bytes with this header. If the bytes are damaged any fault may be the result.
fn read_checked(header: &CookedHeader, source: &impl Source) -> Result<Tree, CookedError> {
    header.check_gaps(source.bytes())?;
    let tree = tree_of(header, source)?;
    let (bytes, expected) = split_hash(source.bytes());
    let [nodes, blocks, ..] = header.parts();
    let mut hash = Hash::new();
    hash.take(&bytes[..nodes.start]);
    hash.take(bytemuck::cast_slice(&tree.nodes));
    hash.take(&bytes[nodes.end..blocks.start]);
    let found = check_tree(&tree, &mut hash)?;
    let (held, left_out) = (found.triangles, u64::from(header.degenerate) + u64::from(header.duplicates));
    // A deformable mesh leaves no triangle out, but a lane is empty while its triangle has no area.
    if left_out > 0 && held + left_out != u64::from(header.triangles) {
        return Err(CookedError::Count { triangles: header.triangles, left_out, held });
    }
    // Compared bit by bit: without triangles the box has no numbers.
    if bytemuck::bytes_of(&Measures::new(&found.bounds, found.largest)) != bytemuck::bytes_of(&header.measures) {
        return Err(CookedError::Measures);
    }
    hash.take(&bytes[blocks.end..]);
    check_first_corners(&tree.first_corners, header.triangles)?;
    check_materials(&tree.materials)?;
    if hash.end() == *expected { Ok(tree) } else { Err(CookedError::Checksum) }
}

/// Reads the tree in the bytes of a cooked mesh; checks the header only.
pub(super) fn read_trusted(source: &impl Source) -> Result<Tree, CookedError> {
    tree_of(&CookedHeader::open(source.bytes())?, source)
}

/// Makes the tree with this header; checks the box of the grid only.
fn tree_of(header: &CookedHeader, source: &impl Source) -> Result<Tree, CookedError> {
    source.check()?;
    let [nodes, blocks, of_triangle, first_corners, kinds] = header.parts();
    let kinds: Elements<StoredMaterial> = source.elements(kinds);
    let covered = covered(header)?;
    Ok(Tree {
        id: unique_number(),
        nodes: source.elements(nodes),
        blocks: source.elements(blocks),
        triangles: header.triangles as usize,
        degenerate: header.degenerate as usize,
        duplicates: header.duplicates as usize,
        largest: header.measures.largest,
        bounds: header.measures.bounds(),
        grid: Grid::over(&covered),
        covered,
        materials: Materials::new(kinds.iter().map(Into::into).collect(), source.elements(of_triangle)),
        first_corners: FirstCorners { packed: source.elements(first_corners) },
    })
}

/// Box in the header that the grid of the tree covers, mesh space; an error if it is invalid.
fn covered(header: &CookedHeader) -> Result<Bounds, CookedError> {
    let &CookedHeader { low, high, .. } = header;
    if header.nodes == 0 && bytemuck::bytes_of(&[low, high]).iter().all(|&byte| byte == 0) {
        return Ok(Bounds::NONE);
    }
    let covered = Bounds { low: Vec3A::from(low), high: Vec3A::from(high) };
    // The grid of a deformable mesh has room around its triangles, half of their extent to each side.
    let most = Vec3A::splat(2.0 * MAX_COORDINATE);
    let all = Bounds { low: -most, high: most };
    let is_box = covered.low.cmple(covered.high).all() && all.holds(&covered);
    if header.nodes > 0 && is_box { Ok(covered) } else { Err(CookedError::Box { low: low.into(), high: high.into() }) }
}

/// Checks that the first-corner number of each triangle is 0 to 2, and that only zeros follow the last.
fn check_first_corners(first_corners: &FirstCorners, triangles: u32) -> Result<(), CookedError> {
    let packed = &first_corners.packed;
    // A bit for each pair of bits that is 3.
    let no_corner = |byte: u8| byte & byte >> 1 & 0b0101_0101;
    // All at once, which compiles to vectors, before they are searched one by one.
    if packed.iter().fold(0, |all, &byte| all | no_corner(byte)) != 0
        && let Some(place) = packed.iter().position(|&byte| no_corner(byte) != 0)
    {
        let inside = no_corner(packed[place]).trailing_zeros() / 2;
        return Err(CookedError::FirstCorner { triangle: 4 * place as u32 + inside });
    }
    let behind_last = triangles % 4;
    if behind_last != 0 && packed.last().is_some_and(|byte| byte >> (2 * behind_last) != 0) {
        return Err(CookedError::FirstCorner { triangle: triangles });
    }
    Ok(())
}

/// Checks materials read from bytes by the rules of [`Mesh::with_materials`](crate::mesh::mesh::Mesh::with_materials).
fn check_materials(materials: &Materials) -> Result<(), CookedError> {
    let Materials { kinds, of_triangle, .. } = materials;
    if let Some(material) = kinds.iter().position(|kind| !kind.has_valid_friction()) {
        return Err(CookedError::Friction { material: material as u32, friction: kinds[material].friction });
    }
    if let Some(material) = kinds.iter().position(|kind| !kind.has_valid_restitution()) {
        return Err(CookedError::Restitution { material: material as u32, restitution: kinds[material].restitution });
    }
    if let Some(material) = kinds.iter().position(|kind| !kind.has_valid_velocities()) {
        return Err(CookedError::SurfaceVelocity { material: material as u32 });
    }
    let count = kinds.len();
    if let Some(triangle) = of_triangle.iter().position(|&material| usize::from(material) >= count) {
        let material = of_triangle[triangle];
        return Err(CookedError::MaterialOutOfRange { triangle: triangle as u32, material, count: count as u32 });
    }
    Ok(())
}
