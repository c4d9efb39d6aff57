//! The calls that write a cooked mesh to bytes and read it back.

use crate::base::elements::SharedBytes;
use crate::bvh::bytes::cooked_error::CookedError;
use crate::bvh::bytes::hash::hash_of;
use crate::bvh::bytes::layout::{CookedHeader, HASH, MAGIC, Measures, StoredMaterial, VERSION};
use crate::bvh::bytes::read::{Copied, read, read_trusted};
use crate::bvh::cooked_mesh::CookedMesh;
use crate::bvh::tree::Tree;
use alloc::sync::Arc;
use alloc::vec::Vec;
use bytemuck::{NoUninit, Zeroable};

impl CookedMesh {
    /// The whole mesh as bytes, for a file. [`from_bytes`](Self::from_bytes) and [`from_shared`](Self::from_shared) read them in a
    /// small part of the time that cooking takes; the result answers every query with the same bits.
    ///
    /// The same mesh gives the same bytes on every machine of one byte order. They are little-endian; a big-endian machine writes
    /// its own order, and each refuses the other's with [`CookedError::NotAMesh`]. They belong to one
    /// version of the layout: a later sweep8 may refuse them with [`CookedError::Version`]; then cook
    /// the mesh again. About 45 bytes a triangle.
    ///
    /// ```
    /// use glam::Vec3;
    /// use sweep8::{CookedMesh, Mesh};
    ///
    /// let floor = [Vec3::new(-9.0, 0.0, -9.0), Vec3::new(0.0, 0.0, 9.0), Vec3::new(9.0, 0.0, -9.0)];
    /// let floor = Mesh::new(&floor, &[[0, 1, 2]])?.cook();
    /// let bytes = floor.to_bytes();
    /// let again = CookedMesh::from_bytes(&bytes)?;
    /// assert_eq!((again.report(), again.to_bytes()), (floor.report(), bytes));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        let Tree { ref nodes, ref blocks, ref materials, ref first_corners, covered, ref bounds, largest, .. } =
            *self.tree;
        let (low, high) = if nodes.is_empty() { Default::default() } else { (covered.low.into(), covered.high.into()) };
        let header = CookedHeader {
            magic: MAGIC,
            version: VERSION,
            triangles: self.tree.triangles as u32,
            degenerate: self.tree.degenerate as u32,
            duplicates: self.tree.duplicates as u32,
            nodes: nodes.len() as u32,
            blocks: blocks.len() as u32,
            kinds: materials.kinds.len() as u32,
            low,
            high,
            measures: Measures::new(bounds, largest),
            ..CookedHeader::zeroed()
        };
        let kinds: Vec<StoredMaterial> = materials.kinds.iter().map(Into::into).collect();
        let [at_nodes, at_blocks, at_materials, at_first_corners, at_kinds] = header.parts();
        let size = header.size() as usize;
        let mut bytes = Vec::with_capacity(size);
        put(&mut bytes, 0, &[header]);
        put(&mut bytes, at_nodes.start, nodes);
        put(&mut bytes, at_blocks.start, blocks);
        put(&mut bytes, at_materials.start, &materials.of_triangle);
        put(&mut bytes, at_first_corners.start, &first_corners.packed);
        put(&mut bytes, at_kinds.start, &kinds);
        bytes.resize(size - HASH, 0);
        let hash = hash_of(&bytes);
        put(&mut bytes, size - HASH, &hash);
        bytes
    }

    /// Reads a mesh from the bytes of [`to_bytes`](Self::to_bytes), which are copied: they may have any alignment.
    ///
    /// Checks everything, so that no bytes lead to a panic later, to a wrong answer about the triangles in them, or to a number
    /// that is not finite. Takes time in proportion to the number of triangles, on the calling thread.
    ///
    /// # Errors
    /// [`CookedError`] names the fault and its place.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, CookedError> {
        read(&Copied(bytes)).map(|tree| Self { tree: Arc::new(tree) })
    }

    /// Reads a mesh from the bytes of [`to_bytes`](Self::to_bytes) without a copy: a file that is mapped into memory, so that
    /// several processes share one level; an asset of an engine. The mesh, its clones and its instances keep the storage alive.
    ///
    /// The bytes must begin at a multiple of 64, as a page does, and must not change while the storage exists: they are checked
    /// here as [`from_bytes`](Self::from_bytes) checks them, and never again. If a mapped file changes, a query may return any
    /// answer, panic, or never return and take memory without bound; the safety rules of the mapping library hold as well.
    ///
    /// ```
    /// use glam::Vec3;
    /// use std::sync::Arc;
    /// use sweep8::{CookedMesh, Mesh, World};
    ///
    /// /// Bytes at a multiple of 64, as the mapping of a file is.
    /// #[repr(align(64))]
    /// struct Page([u8; 4096], usize);
    ///
    /// impl AsRef<[u8]> for Page {
    ///     fn as_ref(&self) -> &[u8] {
    ///         &self.0[..self.1]
    ///     }
    /// }
    ///
    /// let bytes = Mesh::new(&[Vec3::ZERO, Vec3::Z, Vec3::X], &[[0, 1, 2]])?.cook().to_bytes();
    /// let mut page = Page([0; 4096], bytes.len());
    /// page.0[..bytes.len()].copy_from_slice(&bytes);
    /// let floor = CookedMesh::from_shared(Arc::new(page))?;
    /// assert_eq!(floor.report().triangles, 1);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`CookedError`] names the fault and its place.
    #[doc(alias = "mmap")]
    pub fn from_shared(storage: Arc<dyn AsRef<[u8]> + Send + Sync>) -> Result<Self, CookedError> {
        read(&SharedBytes::new(storage)).map(|tree| Self { tree: Arc::new(tree) })
    }

    /// As [`from_shared`](Self::from_shared), without a look at what is in the bytes: for a file that the game has signed, or has checked
    /// when it was installed. Reads the header only, so that any level is there in microseconds; pages come from the disk when they
    /// are first needed.
    ///
    /// Changes since [`to_bytes`](Self::to_bytes) are not noticed: a query may then return any answer, panic, or never return and take
    /// memory without bound. While the storage itself stays as it is, that is no undefined behaviour.
    ///
    /// # Errors
    /// [`CookedError`] for bytes of another kind, version or length, or that do not begin at a multiple of 64.
    pub fn from_trusted(storage: Arc<dyn AsRef<[u8]> + Send + Sync>) -> Result<Self, CookedError> {
        read_trusted(&SharedBytes::new(storage)).map(|tree| Self { tree: Arc::new(tree) })
    }
}

/// Appends zeros up to the offset `at`, a multiple of the alignment, then the bytes of the elements.
fn put<T: NoUninit>(bytes: &mut Vec<u8>, at: usize, elements: &[T]) {
    bytes.resize(at, 0);
    bytes.extend_from_slice(bytemuck::cast_slice(elements));
}
