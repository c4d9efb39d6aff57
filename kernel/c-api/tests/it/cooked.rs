//! A cooked mesh goes to bytes and comes back, copied or lent; lent bytes are given back once, and only where they were taken.

use crate::testkit::{message, ok, read, refused};
use std::ffi::c_void;
use std::ptr::{null, null_mut};
use std::sync::atomic::{AtomicUsize, Ordering};
use sweep8_c::cooked::{s8_mesh_from_bytes, s8_mesh_from_shared, s8_mesh_from_trusted, s8_mesh_to_bytes};
use sweep8_c::error::s8_code::{S8_ERROR_ALIGNMENT, S8_ERROR_NULL, S8_ERROR_RESTORE};
use sweep8_c::memory::{s8_bytes, s8_bytes_data, s8_bytes_new, s8_bytes_size};
use sweep8_c::mesh::{s8_mesh, s8_mesh_capsule, s8_mesh_free, s8_mesh_get_report};
use sweep8_c::world::{s8_world_add, s8_world_free, s8_world_new};

/// 64 bytes at a multiple of 64.
#[derive(Clone, Copy)]
#[repr(C, align(64))]
struct Line([u8; 64]);

/// Counts how often bytes were given back, and looks whether they are those that were lent.
struct Lender {
    bytes: *const u8,
    size: usize,
    count: AtomicUsize,
}

extern "C" fn give_back(bytes: *const u8, size: usize, user: *mut c_void) {
    // SAFETY: each test gives a lender that outlives its meshes.
    let lender = unsafe { &*user.cast::<Lender>() };
    assert_eq!((bytes, size), (lender.bytes, lender.size));
    lender.count.fetch_add(1, Ordering::Relaxed);
}

fn capsule() -> Box<s8_mesh> {
    read(|out| s8_mesh_capsule(1.0, 0.5, 32, out))
}

fn bytes_of(mesh: &s8_mesh) -> Box<s8_bytes> {
    let mut bytes = s8_bytes_new();
    ok(s8_mesh_to_bytes(Some(mesh), Some(&mut bytes)));
    bytes
}

fn slice(bytes: &s8_bytes) -> &[u8] {
    // SAFETY: so many bytes lie there.
    unsafe { std::slice::from_raw_parts(s8_bytes_data(Some(bytes)), s8_bytes_size(Some(bytes))) }
}

/// The same bytes where nodes can be read, and as many as there are.
fn aligned(bytes: &s8_bytes) -> (Vec<Line>, usize) {
    let lines = slice(bytes).chunks(64).map(|chunk| {
        let mut line = Line([0; 64]);
        line.0[..chunk.len()].copy_from_slice(chunk);
        line
    });
    (lines.collect(), slice(bytes).len())
}

#[test]
fn a_mesh_comes_back_copied_and_lent() {
    let mesh = capsule();
    let bytes = bytes_of(&mesh);
    // SAFETY: so many bytes lie there.
    let copied = read(|out| unsafe { s8_mesh_from_bytes(slice(&bytes).as_ptr(), slice(&bytes).len(), out) });
    assert_eq!(slice(&bytes_of(&copied)), slice(&bytes));
    assert_eq!(read(|out| s8_mesh_get_report(Some(&copied), out)), read(|out| s8_mesh_get_report(Some(&mesh), out)));

    let (lines, size) = aligned(&bytes);
    let lender = Lender { bytes: lines.as_ptr().cast(), size, count: AtomicUsize::new(0) };
    let user = (&raw const lender).cast_mut().cast();
    // SAFETY: the lines stay as they are until the end of the test.
    let shared = read(|out| unsafe { s8_mesh_from_shared(lender.bytes, size, Some(give_back), user, out) });
    assert_eq!(slice(&bytes_of(&shared)), slice(&bytes));
    let mut world = s8_world_new();
    ok(s8_world_add(Some(&mut world), Some(&shared), None, None));
    s8_mesh_free(Some(shared));
    assert_eq!(lender.count.load(Ordering::Relaxed), 0, "the world has an instance");
    // On another thread, as an engine may.
    std::thread::spawn(move || s8_world_free(Some(world))).join().expect("it is freed");
    assert_eq!(lender.count.load(Ordering::Relaxed), 1);

    // SAFETY: as above.
    let for_ever = read(|out| unsafe { s8_mesh_from_shared(lender.bytes, size, None, null_mut(), out) });
    s8_mesh_free(Some(for_ever));
    assert_eq!(lender.count.load(Ordering::Relaxed), 1);

    // SAFETY: as above.
    let trusted = read(|out| unsafe { s8_mesh_from_trusted(lender.bytes, size, Some(give_back), user, out) });
    assert_eq!(slice(&bytes_of(&trusted)), slice(&bytes));
    s8_mesh_free(Some(trusted));
    assert_eq!(lender.count.load(Ordering::Relaxed), 2);
}

#[test]
fn bytes_that_are_refused_stay_the_callers() {
    let bytes = bytes_of(&capsule());
    let (mut lines, size) = aligned(&bytes);
    let cut = "the cooked mesh has 135 bytes, must have 136: it was cut short, or something was added";
    let other = "these bytes are not a cooked mesh of this byte order";
    let lender = Lender { bytes: lines.as_ptr().cast(), size, count: AtomicUsize::new(0) };
    let user: *mut c_void = (&raw const lender).cast_mut().cast();
    let mut out = std::mem::MaybeUninit::uninit();
    // SAFETY: the pointers are NULL, or as many bytes lie there.
    unsafe {
        refused(s8_mesh_from_bytes(lender.bytes, 135, Some(&mut out)), S8_ERROR_RESTORE, "bytes", cut);
        refused(s8_mesh_from_bytes(null(), 0, Some(&mut out)), S8_ERROR_RESTORE, "bytes", other);
        refused(s8_mesh_from_bytes(null(), 9, Some(&mut out)), S8_ERROR_NULL, "bytes", "`bytes` is NULL");
        refused(s8_mesh_from_bytes(lender.bytes, size, None), S8_ERROR_NULL, "mesh", "`mesh` is NULL");
        let code = s8_mesh_from_shared(lender.bytes, 135, Some(give_back), user, Some(&mut out));
        refused(code, S8_ERROR_RESTORE, "bytes", cut);
        let code = s8_mesh_from_shared(null(), 9, Some(give_back), user, Some(&mut out));
        refused(code, S8_ERROR_NULL, "bytes", "`bytes` is NULL");
        let code = s8_mesh_from_shared(lender.bytes, size, Some(give_back), user, None);
        refused(code, S8_ERROR_NULL, "mesh", "`mesh` is NULL");
    }
    let mut farther = vec![Line([0; 64]); lines.len() + 1];
    let place = farther.as_mut_ptr().cast::<u8>();
    // SAFETY: there is a line more than the bytes need.
    unsafe {
        place.add(16).copy_from_nonoverlapping(lender.bytes, size);
        let code = s8_mesh_from_shared(place.add(16), size, Some(give_back), user, Some(&mut out));
        let text = "the cooked mesh begins 16 bytes behind a multiple of 64: align it, or copy it";
        refused(code, S8_ERROR_ALIGNMENT, "bytes", text);
    }
    lines[3].0[9] ^= 4;
    // SAFETY: as above.
    let code = unsafe { s8_mesh_from_shared(lines.as_ptr().cast(), size, Some(give_back), user, Some(&mut out)) };
    refused(code, S8_ERROR_RESTORE, "bytes", "the checksum does not fit: bytes of the cooked mesh were changed");
    // SAFETY: as above.
    let unchecked = read(|out| unsafe { s8_mesh_from_trusted(lines.as_ptr().cast(), size, None, null_mut(), out) });
    s8_mesh_free(Some(unchecked));
    assert_eq!(lender.count.load(Ordering::Relaxed), 0);
    refused(s8_mesh_to_bytes(None, Some(&mut s8_bytes_new())), S8_ERROR_NULL, "mesh", "`mesh` is NULL");
    assert_eq!(message(), "`mesh` is NULL");
}
