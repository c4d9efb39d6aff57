//! The working memory that each thread keeps for its queries.
//!
//! A call takes the memory of its thread and puts it back when it ends, by a panic, too. Where it finds none it takes one from a pool
//! that all threads share, or makes one:
//!
//! - the first call on a thread, which keeps that memory until it ends; then the pool gets it;
//! - a call within a call, as of a contact filter that asks a world in turn: the pool gets it when the outer call ends;
//! - a call of a destructor while the thread ends, after its memory has gone to the pool: the pool gets it back;
//! - every call where there is no `std`, and so no memory of a thread: likewise.
//!
//! Memory is never freed: there is as much of it as there were calls at one time, and threads. It lies behind `&'static mut`: then the
//! memory of a thread needs no destructor, and a call no test whether that ran already.

use crate::base::lock::Lock;
use crate::query::scratch::Scratch;
use alloc::boxed::Box;
use alloc::vec::Vec;
#[cfg(feature = "std")]
use core::cell::Cell;
use core::ops::{Deref, DerefMut};

#[cfg(feature = "std")]
std::thread_local! {
    /// Memory of this thread; `None` before the first call, and while a call uses it.
    static OF_THREAD: Cell<Option<&'static mut Scratch>> = const { Cell::new(None) };

    static KEEPER: Keeper = const { Keeper };
}

/// Pool of memory that no thread owns.
static POOL: Lock<Vec<&'static mut Scratch>> = Lock::new(Vec::new());

/// Working memory of one call, in the state in which the last call left it. A guard: the memory is put back when it is dropped.
pub(crate) struct CallMemory {
    /// `None` only after the memory was put back.
    scratch: Option<&'static mut Scratch>,
    /// True if the memory goes back to the thread when the call ends, false if it goes to the pool of all threads.
    #[cfg(feature = "std")]
    is_of_thread: bool,
}

/// Takes working memory for a call.
#[inline(always)]
pub(crate) fn call_memory() -> CallMemory {
    #[cfg(feature = "std")]
    if let Some(scratch) = OF_THREAD.take() {
        return CallMemory { scratch: Some(scratch), is_of_thread: true };
    }
    from_pool()
}

/// Takes memory from the pool, or makes it: for a thread that has none, or whose memory another call uses.
#[cfg_attr(feature = "std", cold)]
#[inline(never)]
fn from_pool() -> CallMemory {
    let scratch = POOL.lock().pop().unwrap_or_else(|| Box::leak(Box::new(Scratch::new())));
    // Fails while the thread ends: what it kept now would be lost.
    #[cfg(feature = "std")]
    let is_of_thread = KEEPER.try_with(|_| ()).is_ok();
    CallMemory {
        scratch: Some(scratch),
        #[cfg(feature = "std")]
        is_of_thread,
    }
}

impl Deref for CallMemory {
    type Target = Scratch;

    #[inline(always)]
    fn deref(&self) -> &Scratch {
        self.scratch.as_deref().expect("memory is put back by `drop` only")
    }
}

impl DerefMut for CallMemory {
    #[inline(always)]
    fn deref_mut(&mut self) -> &mut Scratch {
        self.scratch.as_deref_mut().expect("memory is put back by `drop` only")
    }
}

impl Drop for CallMemory {
    #[inline(always)]
    fn drop(&mut self) {
        let Some(scratch) = self.scratch.take() else { return };
        #[cfg(feature = "std")]
        let spare = if self.is_of_thread { OF_THREAD.replace(Some(scratch)) } else { Some(scratch) };
        #[cfg(not(feature = "std"))]
        let spare = Some(scratch);
        if let Some(spare) = spare {
            to_pool(spare);
        }
    }
}

/// Returns memory to the pool.
#[cfg_attr(feature = "std", cold)]
#[inline(never)]
fn to_pool(scratch: &'static mut Scratch) {
    POOL.lock().push(scratch);
}

/// Returns the memory of a thread to the pool when the thread ends.
#[cfg(feature = "std")]
struct Keeper;

#[cfg(feature = "std")]
impl Drop for Keeper {
    fn drop(&mut self) {
        if let Some(scratch) = OF_THREAD.take() {
            to_pool(scratch);
        }
    }
}

/// Replaces the memory of this thread and of the pool by new memory.
#[cfg(feature = "inspect")]
pub(crate) fn renew() {
    *call_memory() = Scratch::new();
    POOL.lock().iter_mut().for_each(|scratch| **scratch = Scratch::new());
}
