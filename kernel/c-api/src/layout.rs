//! The version of the interface and the sizes of its structs, which a program can compare with its own.

use crate::body::s8_body_part;
use crate::contact_filter::s8_contact_view;
use crate::crowd::s8_crowd_settings;
use crate::crowd_query::{s8_character_filter, s8_character_hit, s8_character_overlap};
use crate::crowd_sense::{s8_sense_rays, s8_sensed};
use crate::debug_line::s8_line;
use crate::error::{Error, guard, s8_code};
use crate::event::{s8_character_contact, s8_event};
use crate::hit::{s8_closest, s8_depenetration, s8_face, s8_filter, s8_hit, s8_overlap, s8_ray_hit};
use crate::mesh::{s8_mesh_data, s8_mesh_report};
use crate::mesh_access::s8_triangle;
use crate::outcome::{s8_contact, s8_outcome};
use crate::pointer::array;
use crate::profile::s8_settings;
use crate::query_many::{
    s8_closest_answer, s8_closest_query, s8_overlap_answer, s8_overlap_query, s8_ray_answer, s8_ray_query,
    s8_sweep_answer, s8_sweep_query,
};
use crate::report::s8_report;
use crate::slide::s8_slide_settings;
use crate::state::{s8_input, s8_state};
use crate::types::{
    s8_character_id, s8_dvec3, s8_instance_id, s8_placement, s8_position, s8_quat, s8_shape, s8_surface, s8_vec3,
};
use std::ffi::{CStr, c_char};

/// The first number of the version of this header. A library with another one does not work with it.
pub const S8_VERSION_MAJOR: u32 = 0;
/// The second number of the version of this header. While the first is 0, another one breaks programs; later a larger
/// one only adds calls.
pub const S8_VERSION_MINOR: u32 = 1;
/// The third number of the version of this header: it counts corrections.
pub const S8_VERSION_PATCH: u32 = 0;

/// Converts a part of the version in Cargo.toml from text to a number.
const fn number(text: &str) -> u32 {
    match u32::from_str_radix(text, 10) {
        Ok(number) => number,
        Err(_) => u32::MAX,
    }
}

const _: () = assert!(
    S8_VERSION_MAJOR == number(env!("CARGO_PKG_VERSION_MAJOR"))
        && S8_VERSION_MINOR == number(env!("CARGO_PKG_VERSION_MINOR"))
        && S8_VERSION_PATCH == number(env!("CARGO_PKG_VERSION_PATCH"))
);

/// The name of a struct and its size in the program, for `s8_check_sizes`. This struct stays as it is in all versions.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct s8_struct_size {
    /// The name of the struct, such as `s8_state`; ends with 0.
    pub name: *const c_char,
    /// The `sizeof` of the struct in the program, bytes.
    pub size: usize,
}

macro_rules! sizes {
    ($($of:ident),+ $(,)?) => {
        /// The name of each struct whose fields C can see, with its size in this library, bytes.
        pub const SIZES: &[(&str, usize)] = &[$((stringify!($of), size_of::<$of>())),+];
    };
}

sizes!(
    s8_struct_size,
    s8_vec3,
    s8_dvec3,
    s8_quat,
    s8_position,
    s8_placement,
    s8_instance_id,
    s8_character_id,
    s8_surface,
    s8_shape,
    s8_mesh_data,
    s8_mesh_report,
    s8_triangle,
    s8_contact_view,
    s8_filter,
    s8_face,
    s8_hit,
    s8_ray_hit,
    s8_overlap,
    s8_closest,
    s8_depenetration,
    s8_body_part,
    s8_sweep_query,
    s8_ray_query,
    s8_overlap_query,
    s8_closest_query,
    s8_sweep_answer,
    s8_ray_answer,
    s8_overlap_answer,
    s8_closest_answer,
    s8_slide_settings,
    s8_contact,
    s8_outcome,
    s8_settings,
    s8_state,
    s8_input,
    s8_report,
    s8_crowd_settings,
    s8_character_filter,
    s8_character_hit,
    s8_character_overlap,
    s8_sense_rays,
    s8_sensed,
    s8_event,
    s8_character_contact,
    s8_line,
);

/// Whether a program with a header of version `header` works with a library of version `library`.
fn is_compatible(header: [u32; 2], library: [u32; 2]) -> bool {
    let ([major, minor], [library_major, library_minor]) = (header, library);
    major == library_major && (minor == library_minor || (major > 0 && minor < library_minor))
}

/// Compares the header that a program was compiled with to this library: the size of each struct, then the version.
/// The error names the first struct that differs. Programs call `s8_check_header`, which passes their sizes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn s8_check_sizes(
    major: u32,
    minor: u32,
    patch: u32,
    structs: *const s8_struct_size,
    count: usize,
) -> s8_code {
    guard(|| {
        // SAFETY: the caller promises so many.
        for &s8_struct_size { name, size } in unsafe { array(structs, count, "structs") }? {
            if name.is_null() {
                return Err(Error::Null("name"));
            }
            // SAFETY: not NULL; the caller promises that it ends with 0.
            let name = unsafe { CStr::from_ptr(name) }.to_string_lossy();
            let Some(&(name, expected)) = SIZES.iter().find(|(known, _)| *known == name) else {
                return Err(Error::UnknownStruct(name.into_owned()));
            };
            if size != expected {
                return Err(Error::StructSize { name, given: size, expected });
            }
        }
        if !is_compatible([major, minor], [S8_VERSION_MAJOR, S8_VERSION_MINOR]) {
            return Err(Error::Version { major, minor, patch });
        }
        Ok(())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn before_1_0_each_minor_version_stands_alone_and_later_ones_keep_older_programs() {
        assert!(is_compatible([0, 1], [0, 1]));
        assert!(!is_compatible([0, 1], [0, 2]) && !is_compatible([0, 2], [0, 1]));
        assert!(is_compatible([1, 2], [1, 2]) && is_compatible([1, 2], [1, 3]));
        assert!(!is_compatible([1, 3], [1, 2]) && !is_compatible([1, 2], [2, 2]) && !is_compatible([0, 1], [1, 1]));
    }
}
