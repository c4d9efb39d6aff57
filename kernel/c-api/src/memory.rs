//! Memory that calls use again, so that they allocate nothing once it is warm.

use crate::error::{guard, s8_code};
use crate::pointer::given;
use std::cell::Cell;
use sweep8::{
    CharacterId, CharacterMemory, CharacterOverlap, ClosestPoint, ClosestPointQuery, Hit, InputError, MoveMemory,
    OrientedShape, Overlap, OverlapQuery, Position, RayHit, RayQuery, Sensed, SweepQuery,
};

/// The lists that query calls fill before C gets a copy; each thread keeps them, so that warm calls allocate nothing.
#[derive(Default)]
pub(crate) struct Lists {
    pub(crate) hits: Vec<Hit>,
    pub(crate) ray_hits: Vec<RayHit>,
    pub(crate) overlaps: Vec<Overlap>,
    pub(crate) characters: Vec<CharacterOverlap>,
    pub(crate) ids: Vec<CharacterId>,
    pub(crate) sweeps: (Vec<SweepQuery<OrientedShape, Position>>, Answers<Option<Hit>>),
    pub(crate) rays: (Vec<RayQuery<Position>>, Answers<Option<RayHit>>),
    pub(crate) overlap_tests: (Vec<OverlapQuery<OrientedShape, Position>>, Answers<bool>),
    pub(crate) closest_points: (Vec<ClosestPointQuery<Position>>, Answers<Option<ClosestPoint>>),
    pub(crate) sensed: Vec<Sensed>,
}

/// The answers of many queries: an answer or an error for each.
pub(crate) type Answers<A> = Vec<Result<A, InputError>>;

thread_local! {
    static LISTS: Cell<Lists> = Cell::default();
}

/// Runs `call` with the lists of this thread; with new, empty lists if another call uses them or the thread is ending.
pub(crate) fn with_lists<T>(call: impl FnOnce(&mut Lists) -> T) -> T {
    let mut lists = LISTS.try_with(Cell::take).unwrap_or_default();
    let answer = call(&mut lists);
    // A thread that is ending drops them here.
    let _ = LISTS.try_with(|kept| kept.set(lists));
    answer
}

/// Memory for `s8_world_move_characters`, one for each array of states. It makes steps faster and changes no result.
/// It also holds the events and contacts of the last step.
#[derive(Default)]
pub struct s8_move_memory {
    pub(crate) memory: MoveMemory,
}

/// Memory for `s8_world_move_character_with`, one for each character. It makes moves faster and changes no result.
#[derive(Default)]
pub struct s8_character_memory {
    pub(crate) memory: CharacterMemory,
}

/// A buffer for the bytes of saved worlds, crowds and meshes, which grows as needed.
#[derive(Default)]
pub struct s8_bytes {
    pub(crate) bytes: Vec<u8>,
}

/// Makes memory for moves of an array of characters; free it with `s8_move_memory_free`.
#[unsafe(no_mangle)]
pub extern "C" fn s8_move_memory_new() -> Box<s8_move_memory> {
    Box::default()
}

/// Sets the number of steps between two sortings of the characters by place; 0 never sorts. Changes speed, not results.
/// Default 16.
#[unsafe(no_mangle)]
pub extern "C" fn s8_move_memory_set_sort_every(memory: Option<&mut s8_move_memory>, steps: u32) -> s8_code {
    guard(|| {
        let memory = &mut given(memory, "memory")?.memory;
        *memory = std::mem::take(memory).with_sort_every(steps);
        Ok(())
    })
}

/// Frees memory for moves of an array of characters; NULL is allowed.
#[unsafe(no_mangle)]
pub extern "C" fn s8_move_memory_free(memory: Option<Box<s8_move_memory>>) {
    drop(memory);
}

/// Makes memory for moves of one character; free it with `s8_character_memory_free`.
#[unsafe(no_mangle)]
pub extern "C" fn s8_character_memory_new() -> Box<s8_character_memory> {
    Box::default()
}

/// Frees memory for moves of one character; NULL is allowed.
#[unsafe(no_mangle)]
pub extern "C" fn s8_character_memory_free(memory: Option<Box<s8_character_memory>>) {
    drop(memory);
}

/// Makes an empty buffer for saved bytes; free it with `s8_bytes_free`.
#[unsafe(no_mangle)]
pub extern "C" fn s8_bytes_new() -> Box<s8_bytes> {
    Box::default()
}

/// Frees a buffer for saved bytes; NULL is allowed.
#[unsafe(no_mangle)]
pub extern "C" fn s8_bytes_free(bytes: Option<Box<s8_bytes>>) {
    drop(bytes);
}

/// The saved bytes in a buffer, valid until the next save into it or until it is freed; NULL for NULL.
#[unsafe(no_mangle)]
pub extern "C" fn s8_bytes_data(bytes: Option<&s8_bytes>) -> *const u8 {
    bytes.map_or(std::ptr::null(), |bytes| bytes.bytes.as_ptr())
}

/// The number of saved bytes in a buffer; 0 for NULL.
#[unsafe(no_mangle)]
pub extern "C" fn s8_bytes_size(bytes: Option<&s8_bytes>) -> usize {
    bytes.map_or(0, |bytes| bytes.bytes.len())
}
