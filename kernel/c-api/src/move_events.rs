//! Events in the last step of characters that their user keeps in an array, and contacts of those that are watched.

use crate::error::{Error, guard, s8_code};
use crate::event::{mask_of, s8_character_contact, s8_event};
use crate::memory::s8_move_memory;
use crate::pointer::{array_out, given, list};
use std::mem::MaybeUninit;
use sweep8::MoveMemory;

fn change(memory: Option<&mut s8_move_memory>, change: impl FnOnce(&mut MoveMemory) -> Result<(), Error>) -> s8_code {
    guard(|| change(&mut given(memory, "memory")?.memory))
}

/// Writes as many of the list `items` as `out` has room for, and their total number to `count`.
fn copy<T, Item>(
    memory: Option<&s8_move_memory>,
    out: Result<&mut [MaybeUninit<T>], Error>,
    count: Option<&mut MaybeUninit<usize>>,
    items: impl for<'a> FnOnce(&'a MoveMemory) -> &'a [Item],
) -> s8_code
where
    for<'a> T: From<&'a Item>,
{
    guard(|| {
        let (memory, count) = (given(memory, "memory")?, given(count, "count")?);
        count.write(list(out?, items(&memory.memory).iter().map(Into::into)));
        Ok(())
    })
}

/// Sets which events of an array of characters are recorded from the next step on: bits of `s8_event_mask`. Others cost
/// nothing. What was recorded before is forgotten.
#[unsafe(no_mangle)]
pub extern "C" fn s8_move_memory_record_events(memory: Option<&mut s8_move_memory>, mask: u32) -> s8_code {
    change(memory, |memory| {
        memory.record_events(mask_of(mask)?);
        Ok(())
    })
}

/// The number of recorded events of the last step of an array of characters; 0 for NULL.
#[unsafe(no_mangle)]
pub extern "C" fn s8_move_memory_event_count(memory: Option<&s8_move_memory>) -> usize {
    memory.map_or(0, |memory| memory.memory.events().len())
}

/// Copies the events of the last step of an array of characters; the index of an event's id is that of the character in
/// the array. Otherwise as `s8_crowd_copy_events`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn s8_move_memory_copy_events(
    memory: Option<&s8_move_memory>,
    events: *mut s8_event,
    capacity: usize,
    count: Option<&mut MaybeUninit<usize>>,
) -> s8_code {
    // SAFETY: the caller promises room for so many.
    let out = unsafe { array_out(events, capacity, "events") };
    copy(memory, out, count, MoveMemory::events)
}

/// Turns the recording of contacts of the character at an index of the array on or off, from the next step on.
#[unsafe(no_mangle)]
pub extern "C" fn s8_move_memory_watch_contacts(
    memory: Option<&mut s8_move_memory>,
    index: usize,
    on: bool,
) -> s8_code {
    change(memory, |memory| {
        if on {
            memory.watch_contacts(index);
        } else {
            memory.unwatch_contacts(index);
        }
        Ok(())
    })
}

/// Copies the contacts, in the last step, of the character at an index of the array. Otherwise as
/// `s8_crowd_copy_contacts`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn s8_move_memory_copy_contacts(
    memory: Option<&s8_move_memory>,
    index: usize,
    contacts: *mut s8_character_contact,
    capacity: usize,
    count: Option<&mut MaybeUninit<usize>>,
) -> s8_code {
    // SAFETY: the caller promises room for so many.
    let out = unsafe { array_out(contacts, capacity, "contacts") };
    copy(memory, out, count, |memory| memory.contacts(index))
}
