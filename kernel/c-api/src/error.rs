//! How a call ends: a code, and a text that the calling thread keeps.

use std::cell::{Cell, RefCell};
use std::ffi::{CStr, c_char};
use std::fmt::Write;
use std::panic::{AssertUnwindSafe, catch_unwind};
use sweep8::{
    BackendError, BodyError, CookedError, DeformError, EllipsoidError, InputError, MeshError, RestoreError, SpawnError,
};
use thiserror::Error;

/// The result of a call. Every code but `S8_OK` is an error: the call has changed and written nothing, and
/// `s8_error_message` says why.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u32)]
#[must_use]
pub enum s8_code {
    /// The call succeeded.
    S8_OK = 0,
    /// A required pointer is NULL.
    S8_ERROR_NULL = 1,
    /// An array, a state or bytes are not aligned: states to 16 bytes, shared bytes to 64, everything else as C
    /// requires.
    S8_ERROR_ALIGNMENT = 2,
    /// A number in an argument is NaN or out of its range.
    S8_ERROR_OUT_OF_RANGE = 3,
    /// The length of an array does not match the call, or is larger than memory.
    S8_ERROR_LENGTH = 4,
    /// An id belongs to a character or an instance that was removed.
    S8_ERROR_REMOVED = 5,
    /// An id belongs to another crowd or world.
    S8_ERROR_FOREIGN = 6,
    /// An instance has a target: begin a step of the world, or cancel the target with `s8_world_place`.
    S8_ERROR_HAS_TARGET = 7,
    /// The body of a character would overlap the world where the call puts it.
    S8_ERROR_NO_ROOM = 8,
    /// The data that a mesh is made of is invalid.
    S8_ERROR_MESH = 9,
    /// Bytes that a call reads are not a save: they were cut, changed, or written by another version.
    S8_ERROR_RESTORE = 10,
    /// The instance is not deformable: it shares its mesh, so its vertices cannot move.
    S8_ERROR_SHARED = 11,
    /// The world or the crowd is in a step: see the message for the call that ends it.
    S8_ERROR_IN_STEP = 12,
    /// The step that the call needs has ended, or was not begun.
    S8_ERROR_NO_STEP = 13,
    /// A bug of this library. Free the handles that the call used, and please report it.
    S8_ERROR_PANIC = 14,
    /// The processor lacks the instructions that a backend needs.
    S8_ERROR_BACKEND = 15,
    /// The program was compiled with a header of another version than the library: the message of `s8_check_header`
    /// says where they differ.
    S8_ERROR_VERSION = 16,
}

use s8_code::{
    S8_ERROR_ALIGNMENT, S8_ERROR_BACKEND, S8_ERROR_FOREIGN, S8_ERROR_HAS_TARGET, S8_ERROR_IN_STEP, S8_ERROR_LENGTH,
    S8_ERROR_MESH, S8_ERROR_NO_ROOM, S8_ERROR_NO_STEP, S8_ERROR_NULL, S8_ERROR_OUT_OF_RANGE, S8_ERROR_PANIC,
    S8_ERROR_REMOVED, S8_ERROR_RESTORE, S8_ERROR_SHARED, S8_ERROR_VERSION, S8_OK,
};

/// The reason why a call from C is refused; its text is the message that C reads.
#[derive(Debug, Error)]
pub(crate) enum Error {
    #[error("`{0}` is NULL")]
    Null(&'static str),
    #[error("`{field}` is not aligned to {alignment} bytes")]
    Alignment { field: &'static str, alignment: usize },
    #[error("`{field}` has {count} elements: more than memory can hold")]
    TooMany { field: &'static str, count: usize },
    #[error("`{field}` has {given} elements, must have {expected}")]
    Length { field: &'static str, given: usize, expected: usize },
    #[error("`{field}` is {value}, must be {range}")]
    Code { field: &'static str, value: u32, range: &'static str },
    #[error("`{field}` is {index}, must be {range}")]
    Index { field: &'static str, index: usize, range: &'static str },
    #[error("the world is in a step: end it with s8_world_end_step")]
    InStep,
    #[error("the crowd is in a step: end it with s8_crowd_finish_step")]
    InCrowdStep,
    #[error("a crowd is in a step in this world: end it with s8_crowd_finish_step")]
    HasCrowdStep,
    #[error("the crowd is in no step: begin one with s8_crowd_begin_step")]
    NoCrowdStep,
    #[error("the step was ended, or not begun: begin one with s8_world_begin_step")]
    NoStep,
    #[error("`{name}` has {given} bytes in the header of this program, and {expected} in the library")]
    StructSize { name: &'static str, given: usize, expected: usize },
    #[error("the header of this program has a struct `{0}`, and the library does not")]
    UnknownStruct(String),
    #[error("the header of this program has version {major}.{minor}.{patch}, the library {}", env!("CARGO_PKG_VERSION"))]
    Version { major: u32, minor: u32, patch: u32 },
    #[error("a fault of sweep8: a panic was caught at the border")]
    Panic,
    #[error("{}", InputText(*.0))]
    Input(#[from] InputError),
    #[error(transparent)]
    Spawn(#[from] SpawnError),
    #[error(transparent)]
    Mesh(#[from] MeshError),
    #[error(transparent)]
    Shape(#[from] EllipsoidError),
    #[error(transparent)]
    Body(#[from] BodyError),
    #[error("this processor does not have what the backend {} needs", .0.0)]
    Backend(#[from] BackendError),
    #[error(transparent)]
    Cooked(#[from] CookedError),
    #[error(transparent)]
    Restore(#[from] RestoreError),
    #[error("{}", DeformText(*.0))]
    Deform(#[from] DeformError),
}

/// Formats an input error of the kernel with the names of C calls, for the message that C reads.
struct InputText(InputError);

impl std::fmt::Display for InputText {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.0 {
            InputError::HasTarget { index } => write!(
                f,
                "`instance` {index} has a target: step with s8_world_begin_step, or take it back with s8_world_place"
            ),
            other => other.fmt(f),
        }
    }
}

/// Formats an error of setting vertices with the names of C calls, for the message that C reads.
struct DeformText(DeformError);

impl std::fmt::Display for DeformText {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.0 {
            DeformError::Shared { instance } => {
                write!(
                    f,
                    "`instance` {instance} shares its mesh: add one that is to deform with s8_world_add_deformable"
                )
            }
            DeformError::Input(error) => InputText(error).fmt(f),
            other => other.fmt(f),
        }
    }
}

/// Returns the code that a C call returns for an input error of the kernel.
pub(crate) fn code_of(error: InputError) -> s8_code {
    match error {
        InputError::Length { .. } => S8_ERROR_LENGTH,
        InputError::Removed { .. } | InputError::RemovedInstance { .. } => S8_ERROR_REMOVED,
        InputError::Foreign { .. } | InputError::ForeignInstance { .. } => S8_ERROR_FOREIGN,
        InputError::HasTarget { .. } => S8_ERROR_HAS_TARGET,
        InputError::NoRoom { .. } => S8_ERROR_NO_ROOM,
        _ => S8_ERROR_OUT_OF_RANGE,
    }
}

impl Error {
    fn code(&self) -> s8_code {
        match *self {
            Self::Input(error) | Self::Mesh(MeshError::Parameter(error)) | Self::Deform(DeformError::Input(error)) => {
                code_of(error)
            }
            Self::Null(_) => S8_ERROR_NULL,
            Self::Alignment { .. } | Self::Cooked(CookedError::Alignment { .. }) => S8_ERROR_ALIGNMENT,
            Self::TooMany { .. } | Self::Length { .. } | Self::Deform(DeformError::VertexCount { .. }) => {
                S8_ERROR_LENGTH
            }
            Self::Spawn(error) => code_of(error.error()),
            Self::InStep | Self::InCrowdStep | Self::HasCrowdStep => S8_ERROR_IN_STEP,
            Self::NoStep | Self::NoCrowdStep => S8_ERROR_NO_STEP,
            Self::Panic => S8_ERROR_PANIC,
            Self::Mesh(_) => S8_ERROR_MESH,
            Self::Restore(_) | Self::Cooked(_) => S8_ERROR_RESTORE,
            Self::Deform(DeformError::Shared { .. }) => S8_ERROR_SHARED,
            Self::Body(BodyError::NoParts) => S8_ERROR_LENGTH,
            Self::Backend(_) => S8_ERROR_BACKEND,
            Self::StructSize { .. } | Self::UnknownStruct(_) | Self::Version { .. } => S8_ERROR_VERSION,
            Self::Code { .. } | Self::Index { .. } | Self::Shape(_) | Self::Body(_) | Self::Deform(_) => {
                S8_ERROR_OUT_OF_RANGE
            }
        }
    }

    fn field(&self) -> &'static str {
        match *self {
            Self::Null(field)
            | Self::Alignment { field, .. }
            | Self::TooMany { field, .. }
            | Self::Length { field, .. }
            | Self::Index { field, .. }
            | Self::Code { field, .. } => field,
            Self::InStep | Self::HasCrowdStep => "world",
            Self::InCrowdStep | Self::NoCrowdStep => "crowd",
            Self::Spawn(error) => error.error().field().name(),
            Self::NoStep => "step",
            Self::StructSize { name, .. } => name,
            Self::UnknownStruct(_) => "structs",
            Self::Version { .. } => "version",
            Self::Panic => "",
            Self::Input(error) | Self::Mesh(MeshError::Parameter(error)) | Self::Deform(DeformError::Input(error)) => {
                error.field().name()
            }
            Self::Mesh(MeshError::NotFinite { .. } | MeshError::TooFar { .. }) => "positions",
            Self::Mesh(MeshError::MaterialCount { .. } | MeshError::MaterialOutOfRange { .. }) => "triangle_materials",
            Self::Mesh(MeshError::Friction { .. }) => "frictions",
            Self::Mesh(MeshError::Restitution { .. }) => "restitutions",
            Self::Mesh(MeshError::SurfaceVelocity { .. }) => "velocities",
            Self::Mesh(MeshError::Height { .. }) => "heights",
            Self::Mesh(_) => "indices",
            Self::Shape(_) => "radii",
            Self::Body(_) => "parts",
            Self::Backend(_) => "backend",
            Self::Restore(_) | Self::Cooked(_) => "bytes",
            Self::Deform(DeformError::Shared { .. }) => "instances",
            Self::Deform(_) => "vertices",
        }
    }
}

/// Size of the buffer for an error message, bytes, with the 0 at its end; longer messages are cut.
const TEXT: usize = 256;

/// A text in a fixed buffer with a 0 at its end, so that C can read it through a pointer.
#[repr(C)]
struct Text {
    bytes: [u8; TEXT],
    length: usize,
}

impl Text {
    const EMPTY: Self = Self { bytes: [0; TEXT], length: 0 };

    fn clear(&mut self) {
        self.length = 0;
        self.bytes[0] = 0;
    }
}

impl Write for Text {
    fn write_str(&mut self, text: &str) -> std::fmt::Result {
        let room = TEXT - 1 - self.length;
        let fits = (0..=room.min(text.len())).rev().find(|&end| text.is_char_boundary(end)).unwrap_or(0);
        self.bytes[self.length..self.length + fits].copy_from_slice(&text.as_bytes()[..fits]);
        self.length += fits;
        self.bytes[self.length] = 0;
        Ok(())
    }
}

thread_local! {
    static MESSAGE: RefCell<Text> = const { RefCell::new(Text::EMPTY) };
    static FIELD: RefCell<Text> = const { RefCell::new(Text::EMPTY) };
    static CODE: Cell<s8_code> = const { Cell::new(S8_OK) };
}

/// The message of the last error of this thread: a sentence that names field, value and range, such as "`skin` is
/// -0.2, must be 0 to 100000 m". UTF-8, ends with 0, at most 255 bytes; empty before the first error. Do not free it:
/// it is valid until the next error in this thread, or the end of the thread. Calls that succeed leave it as it is,
/// except steps of many characters: if a step refuses a character, the message says why.
#[unsafe(no_mangle)]
pub extern "C" fn s8_error_message() -> *const c_char {
    MESSAGE.with(|text| text.as_ptr().cast_const().cast())
}

/// The field or argument that `s8_error_message` is about, such as "skin"; empty where there is none. Valid as long
/// as the message.
#[unsafe(no_mangle)]
pub extern "C" fn s8_error_field() -> *const c_char {
    FIELD.with(|text| text.as_ptr().cast_const().cast())
}

/// The code of the last error in this thread; `S8_OK` before the first error.
#[unsafe(no_mangle)]
pub extern "C" fn s8_error_code() -> s8_code {
    CODE.get()
}

/// The version of the library, such as "0.1.0". A constant: do not free it.
#[unsafe(no_mangle)]
pub extern "C" fn s8_version() -> *const c_char {
    const VERSION: &CStr = match CStr::from_bytes_with_nul(concat!(env!("CARGO_PKG_VERSION"), "\0").as_bytes()) {
        Ok(version) => version,
        Err(_) => c"",
    };
    VERSION.as_ptr()
}

/// Keeps the code, the message and the field of an error for the calls that read them in this thread; returns the code.
#[cold]
#[inline(never)]
pub(crate) fn keep(error: &Error) -> s8_code {
    let texts: [(_, &dyn std::fmt::Display); 2] = [(&MESSAGE, error), (&FIELD, &error.field())];
    for (place, text) in texts {
        place.with_borrow_mut(|kept| {
            kept.clear();
            // A text takes what has room, and never fails.
            let _ = write!(kept, "{text}");
        });
    }
    CODE.set(error.code());
    error.code()
}

/// Runs the work of a C call: turns an error or a panic into a code, and keeps its message.
#[inline]
pub(crate) fn guard(call: impl FnOnce() -> Result<(), Error>) -> s8_code {
    match catch_unwind(AssertUnwindSafe(call)) {
        Ok(Ok(())) => S8_OK,
        Ok(Err(error)) => keep(&error),
        Err(_) => keep(&Error::Panic),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn message() -> &'static str {
        // SAFETY: the text ends with 0 and stays where it is while this thread lives.
        unsafe { CStr::from_ptr(s8_error_message()) }.to_str().expect("it is UTF-8")
    }

    #[test]
    fn a_panic_becomes_a_code_and_a_message() {
        let code = guard(|| panic!("on purpose"));
        assert_eq!((code, s8_error_code()), (S8_ERROR_PANIC, S8_ERROR_PANIC));
        assert_eq!(message(), "a fault of sweep8: a panic was caught at the border");
        assert_eq!(guard(|| Ok(())), S8_OK);
        assert_eq!(s8_error_code(), S8_ERROR_PANIC, "a call that succeeds leaves what was kept");
    }

    #[test]
    fn a_long_text_is_cut_at_a_letter() {
        let mut text = Text::EMPTY;
        write!(text, "{}é", "x".repeat(TEXT - 2)).expect("it never fails");
        assert_eq!((text.length, text.bytes[TEXT - 2]), (TEXT - 2, 0));
        assert!(std::str::from_utf8(&text.bytes[..text.length]).is_ok());
    }

    #[test]
    fn another_thread_has_a_message_of_its_own() {
        assert_eq!(guard(|| Err(Error::Null("world"))), S8_ERROR_NULL);
        std::thread::spawn(|| assert_eq!((message(), s8_error_code()), ("", S8_OK))).join().expect("it holds");
        assert_eq!(message(), "`world` is NULL");
    }
}
