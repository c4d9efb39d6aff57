//! The working memory that each thread keeps for its queries.
//!
//! A call takes the memory of its thread, and puts it back at its end. A call within a call, as of a contact filter that asks the world
//! in turn, finds none and takes another from a pool that all threads share; so does a call while the thread ends, and every call
//! where there is no `std` and so no memory of a thread. A call that panics drops the memory that it has.

use crate::base::lock::Lock;
use crate::query::scratch::Scratch;
use alloc::boxed::Box;
use alloc::vec::Vec;
#[cfg(feature = "std")]
use core::cell::Cell;

#[cfg(feature = "std")]
std::thread_local! {
    /// None before the first call, and while a call has it.
    static OF_THREAD: Cell<Option<Box<Scratch>>> = const { Cell::new(None) };
}

/// Memory that no thread has.
#[expect(clippy::vec_box, reason = "a memory is handed on where it lies")]
static POOL: Lock<Vec<Box<Scratch>>> = Lock::new(Vec::new());

/// Runs a call with working memory, which is as calls before have left it.
#[inline(always)]
pub(crate) fn with_scratch<R>(run: impl FnOnce(&mut Scratch) -> R) -> R {
    let mut scratch = taken();
    let result = run(&mut scratch);
    put_back(scratch);
    result
}

#[cfg(feature = "std")]
#[inline(always)]
fn taken() -> Box<Scratch> {
    match OF_THREAD.try_with(Cell::take) {
        Ok(Some(scratch)) => scratch,
        _ => from_pool(),
    }
}

#[cfg(feature = "std")]
#[inline(always)]
fn put_back(scratch: Box<Scratch>) {
    let mut scratch = Some(scratch);
    // The memory of a call within this one goes to the pool.
    _ = OF_THREAD.try_with(|of_thread| scratch = of_thread.replace(scratch.take()));
    if let Some(scratch) = scratch {
        into_pool(scratch);
    }
}

#[cfg(not(feature = "std"))]
fn taken() -> Box<Scratch> {
    from_pool()
}

#[cfg(not(feature = "std"))]
fn put_back(scratch: Box<Scratch>) {
    into_pool(scratch);
}

#[cold]
#[inline(never)]
fn from_pool() -> Box<Scratch> {
    let kept = POOL.lock().pop();
    kept.unwrap_or_else(|| Box::new(Scratch::new()))
}

#[cold]
#[inline(never)]
fn into_pool(scratch: Box<Scratch>) {
    POOL.lock().push(scratch);
}

/// Drops the memory of this thread and that of the pool.
#[cfg(feature = "inspect")]
pub(crate) fn forget() {
    #[cfg(feature = "std")]
    OF_THREAD.take();
    POOL.lock().clear();
}
