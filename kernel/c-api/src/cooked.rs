//! Cooked meshes as bytes, and meshes of such bytes.

use crate::error::{Error, guard, s8_code};
use crate::memory::s8_bytes;
use crate::mesh::s8_mesh;
use crate::pointer::{array, given};
use std::ffi::c_void;
use std::mem::MaybeUninit;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use sweep8::{CookedError, CookedMesh};

/// A callback that frees the bytes which `s8_mesh_from_shared` used, with the arguments of that call. It is called
/// once, on the thread that releases them last, and must not call this library.
pub type s8_free = Option<extern "C" fn(bytes: *const u8, size: usize, user: *mut c_void)>;

/// Bytes of a cooked mesh that a C program lends, and its callback that frees them.
struct Lent {
    bytes: *const u8,
    size: usize,
    free: s8_free,
    user: *mut c_void,
    /// Whether a mesh uses the lent bytes: bytes that were refused stay the caller's, and are not freed.
    is_taken: AtomicBool,
}

// SAFETY: the bytes are only read. The caller promises that they stay as they are until they are given back, and that `free` may be
// called on any thread with `user`, which nothing here follows.
unsafe impl Send for Lent {}
// SAFETY: as above.
unsafe impl Sync for Lent {}

impl AsRef<[u8]> for Lent {
    fn as_ref(&self) -> &[u8] {
        // SAFETY: promised by the caller as long as this is there; the pointer and size were looked at when it was made.
        unsafe { array(self.bytes, self.size, "bytes") }.unwrap_or_default()
    }
}

impl Drop for Lent {
    fn drop(&mut self) {
        if let Some(free) = self.free.filter(|_| self.is_taken.load(Ordering::Relaxed)) {
            free(self.bytes, self.size, self.user);
        }
    }
}

fn hand_out(mesh: &mut MaybeUninit<Box<s8_mesh>>, made: CookedMesh) {
    mesh.write(Box::new(s8_mesh { mesh: made }));
}

/// Saves a cooked mesh, to be kept in a file. `s8_mesh_from_bytes` and `s8_mesh_from_shared` load it in a fraction of
/// the time of cooking, and give the same bits in every answer. The same mesh gives the same bytes on any machine;
/// another version of this library may refuse them. About 45 bytes a triangle.
#[unsafe(no_mangle)]
pub extern "C" fn s8_mesh_to_bytes(mesh: Option<&s8_mesh>, bytes: Option<&mut s8_bytes>) -> s8_code {
    guard(|| {
        let (mesh, bytes) = (given(mesh, "mesh")?, given(bytes, "bytes")?);
        bytes.bytes = mesh.mesh.to_bytes();
        Ok(())
    })
}

/// Loads a mesh from bytes of `s8_mesh_to_bytes`, at any address; copies them. Bytes that were cut, changed or
/// written by another version are refused.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn s8_mesh_from_bytes(
    bytes: *const u8,
    size: usize,
    mesh: Option<&mut MaybeUninit<Box<s8_mesh>>>,
) -> s8_code {
    guard(|| {
        let mesh = given(mesh, "mesh")?;
        // SAFETY: the caller promises so many bytes.
        hand_out(mesh, CookedMesh::from_bytes(unsafe { array(bytes, size, "bytes") }?)?);
        Ok(())
    })
}

/// Loads a mesh from bytes of `s8_mesh_to_bytes` without a copy. Their address must be a multiple of 64: a file that
/// is mapped into memory, which several processes can share.
///
/// On an error the caller keeps the bytes, and `free` is not called. On success the bytes must stay unchanged at
/// their address until `free` is called with `bytes`, `size` and `user`: once, on any thread, when the mesh and all
/// worlds and copies of worlds with instances of it are gone. With NULL for `free` they must stay for ever.
///
/// Bytes that change meanwhile are undefined behaviour: a mapped file that somebody writes or truncates, say.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn s8_mesh_from_shared(
    bytes: *const u8,
    size: usize,
    free: s8_free,
    user: *mut c_void,
    mesh: Option<&mut MaybeUninit<Box<s8_mesh>>>,
) -> s8_code {
    // SAFETY: the caller promises so many bytes.
    unsafe {
        use_lent(Lent { bytes, size, free, user, is_taken: AtomicBool::new(false) }, mesh, CookedMesh::from_shared)
    }
}

/// As `s8_mesh_from_shared`, without a look at what is in the bytes: for a file that the game has signed, or has checked
/// when it was installed. Reads the first 128 bytes only, so that any level is there in microseconds. What was changed
/// since `s8_mesh_to_bytes` is not noticed: a query may then answer anything, end the process by a panic, or never return.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn s8_mesh_from_trusted(
    bytes: *const u8,
    size: usize,
    free: s8_free,
    user: *mut c_void,
    mesh: Option<&mut MaybeUninit<Box<s8_mesh>>>,
) -> s8_code {
    // SAFETY: the caller promises so many bytes.
    unsafe {
        use_lent(Lent { bytes, size, free, user, is_taken: AtomicBool::new(false) }, mesh, CookedMesh::from_trusted)
    }
}

/// Makes a mesh of bytes that the caller has lent, by `load`.
///
/// # Safety
/// The bytes must be there until their `free` is called.
unsafe fn use_lent(
    lent: Lent,
    mesh: Option<&mut MaybeUninit<Box<s8_mesh>>>,
    load: impl FnOnce(Arc<dyn AsRef<[u8]> + Send + Sync>) -> Result<CookedMesh, CookedError>,
) -> s8_code {
    guard(|| {
        let mesh = given(mesh, "mesh")?;
        // SAFETY: as above.
        unsafe { array(lent.bytes, lent.size, "bytes") }?;
        let lent = Arc::new(lent);
        let made = load(Arc::clone(&lent) as _).map_err(Error::from)?;
        lent.is_taken.store(true, Ordering::Relaxed);
        hand_out(mesh, made);
        Ok(())
    })
}
