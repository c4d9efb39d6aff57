//! Memory that calls use again, so that they allocate nothing once it is warm.

use sweep8::{CharacterOverlap, Hit, MoveMemory, Overlap, RayHit};

/// Working memory of queries, slides and moves of single characters: one for each thread, for any world. Holds no
/// results.
#[derive(Default)]
pub struct s8_scratch {
    pub(crate) hits: Vec<Hit>,
    pub(crate) ray_hits: Vec<RayHit>,
    pub(crate) overlaps: Vec<Overlap>,
    pub(crate) characters: Vec<CharacterOverlap>,
}

/// Memory of `s8_world_move_characters`: one for each array of states. It makes steps fast and shows in no result.
#[derive(Default)]
pub struct s8_move_memory {
    pub(crate) memory: MoveMemory,
}

/// Bytes of a save, which grow as needed and are used again.
#[derive(Default)]
pub struct s8_bytes {
    pub(crate) bytes: Vec<u8>,
}

/// New working memory; free it with `s8_scratch_free`.
#[unsafe(no_mangle)]
pub extern "C" fn s8_scratch_new() -> Box<s8_scratch> {
    Box::default()
}

/// Frees working memory; NULL is allowed.
#[unsafe(no_mangle)]
pub extern "C" fn s8_scratch_free(scratch: Option<Box<s8_scratch>>) {
    drop(scratch);
}

/// New memory of nobody yet; free it with `s8_move_memory_free`.
#[unsafe(no_mangle)]
pub extern "C" fn s8_move_memory_new() -> Box<s8_move_memory> {
    Box::default()
}

/// Frees memory of moves; NULL is allowed.
#[unsafe(no_mangle)]
pub extern "C" fn s8_move_memory_free(memory: Option<Box<s8_move_memory>>) {
    drop(memory);
}

/// New bytes, none yet; free them with `s8_bytes_free`.
#[unsafe(no_mangle)]
pub extern "C" fn s8_bytes_new() -> Box<s8_bytes> {
    Box::default()
}

/// Frees bytes; NULL is allowed.
#[unsafe(no_mangle)]
pub extern "C" fn s8_bytes_free(bytes: Option<Box<s8_bytes>>) {
    drop(bytes);
}

/// Where the bytes lie, until they are saved into again or freed; NULL for NULL.
#[unsafe(no_mangle)]
pub extern "C" fn s8_bytes_data(bytes: Option<&s8_bytes>) -> *const u8 {
    bytes.map_or(std::ptr::null(), |bytes| bytes.bytes.as_ptr())
}

/// How many there are; 0 for NULL.
#[unsafe(no_mangle)]
pub extern "C" fn s8_bytes_size(bytes: Option<&s8_bytes>) -> usize {
    bytes.map_or(0, |bytes| bytes.bytes.len())
}
