//! The comparison of a program's header with the library: what differs is named.

use crate::testkit::{ok, refused};
use std::ffi::CString;
use std::ptr::null;
use sweep8_c::error::s8_code;
use sweep8_c::error::s8_code::{S8_ERROR_NULL, S8_ERROR_VERSION};
use sweep8_c::layout::{S8_VERSION_MAJOR, S8_VERSION_MINOR, S8_VERSION_PATCH, SIZES, s8_check_sizes, s8_struct_size};

/// The call of a program whose header has these structs, and a minor version so much later.
fn check(structs: &[(&str, usize)], later: u32) -> s8_code {
    let names: Vec<_> = structs.iter().map(|(name, _)| CString::new(*name).expect("a name")).collect();
    let pairs = structs.iter().zip(&names);
    let structs: Vec<_> = pairs.map(|(&(_, size), name)| s8_struct_size { name: name.as_ptr(), size }).collect();
    let (minor, count) = (S8_VERSION_MINOR + later, structs.len());
    // SAFETY: there are so many, and their names end with 0.
    unsafe { s8_check_sizes(S8_VERSION_MAJOR, minor, S8_VERSION_PATCH, structs.as_ptr(), count) }
}

#[test]
fn the_header_of_this_library_fits() {
    ok(check(SIZES, 0));
    ok(check(&[], 0));
}

#[test]
fn a_struct_of_another_size_is_named() {
    let mut sizes = SIZES.to_vec();
    let state = sizes.iter_mut().find(|(name, _)| *name == "s8_state").expect("it is there");
    state.1 = 144;
    let text = "`s8_state` has 144 bytes in the header of this program, and 128 in the library";
    refused(check(&sizes, 0), S8_ERROR_VERSION, "s8_state", text);
    refused(check(&sizes, 1), S8_ERROR_VERSION, "s8_state", text);
}

#[test]
fn a_struct_that_the_library_lacks_is_named() {
    let text = "the header of this program has a struct `s8_rope`, and the library does not";
    refused(check(&[("s8_vec3", 12), ("s8_rope", 64)], 0), S8_ERROR_VERSION, "structs", text);
}

#[test]
fn another_version_is_refused() {
    let text = format!(
        "the header of this program has version {S8_VERSION_MAJOR}.{}.{S8_VERSION_PATCH}, the library {}",
        S8_VERSION_MINOR + 1,
        env!("CARGO_PKG_VERSION")
    );
    refused(check(SIZES, 1), S8_ERROR_VERSION, "version", &text);
}

#[test]
fn null_is_refused() {
    let nameless = s8_struct_size { name: null(), size: 12 };
    let check = |structs, count| {
        // SAFETY: there is one, or NULL is looked at.
        unsafe { s8_check_sizes(S8_VERSION_MAJOR, S8_VERSION_MINOR, S8_VERSION_PATCH, structs, count) }
    };
    refused(check(&raw const nameless, 1), S8_ERROR_NULL, "name", "`name` is NULL");
    refused(check(null(), 1), S8_ERROR_NULL, "structs", "`structs` is NULL");
}
