//! Calls as a test makes them: what they write, and what they say where they are refused.

use std::ffi::CStr;
use std::mem::MaybeUninit;
use sweep8_c::error::{s8_code, s8_error_field, s8_error_message};

/// Accepts a call.
#[track_caller]
pub(crate) fn ok(code: s8_code) {
    assert_eq!(code, s8_code::S8_OK, "{}", message());
}

/// Accepts a call, and returns the value that it writes.
#[track_caller]
pub(crate) fn read<T>(call: impl FnOnce(Option<&mut MaybeUninit<T>>) -> s8_code) -> T {
    let mut out = MaybeUninit::uninit();
    ok(call(Some(&mut out)));
    // SAFETY: a call that is accepted has written it.
    unsafe { out.assume_init() }
}

/// Accepts a refusal with this code, field and text.
#[track_caller]
pub(crate) fn refused(call: s8_code, code: s8_code, field: &str, text: &str) {
    assert_eq!((call, named(), message()), (code, field.into(), text.into()));
}

/// The sentence of the last refusal of this thread.
pub(crate) fn message() -> String {
    // SAFETY: it ends with 0, and stays until the next refusal of this thread.
    unsafe { CStr::from_ptr(s8_error_message()) }.to_string_lossy().into_owned()
}

fn named() -> String {
    // SAFETY: as above.
    unsafe { CStr::from_ptr(s8_error_field()) }.to_string_lossy().into_owned()
}
