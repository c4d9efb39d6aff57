//! The working memory that each thread keeps for its queries.
//!
//! A call takes the memory of its thread and puts it back when it ends, by a panic, too. Where it finds none it takes one from a pool
//! that all threads share, or makes one:
//!
//! - the first call on a thread, which keeps that memory until it ends; then the pool gets it;
//! - a call within a call, as of a contact filter that asks a world in turn: the pool gets it back;
//! - a call of a destructor while the thread ends, after its memory has gone to the pool: likewise;
//! - every call where there is no `std`, and so no memory of a thread: likewise.
//!
//! Memory is never freed: there is as much of it as there were calls at one time, and threads. It lies behind `&'static mut`: then the
//! memory of a thread needs no destructor, and a call no test whether that ran already. A call costs eight instructions more than with
//! memory that the caller hands over.

use crate::base::lock::Lock;
use crate::query::scratch::Scratch;
use alloc::boxed::Box;
use alloc::vec::Vec;
#[cfg(feature = "std")]
use core::cell::Cell;

#[cfg(feature = "std")]
std::thread_local! {
    /// Working memory of this thread's queries; `None` before the thread's first query, and while a query uses it.
    static OF_THREAD: Cell<Option<&'static mut Scratch>> = const { Cell::new(None) };

    static KEEPER: Keeper = const { Keeper { has_memory: Cell::new(false) } };
}

/// Pool of working memory for queries, with the memory that no thread owns at present.
static POOL: Lock<Vec<&'static mut Scratch>> = Lock::new(Vec::new());

/// Runs a call with working memory, which is as calls before have left it. A large result is better written through a reference: it
/// is copied on the way out.
#[cfg(feature = "std")]
#[inline(always)]
pub(crate) fn with_scratch<R>(run: impl FnOnce(&mut Scratch) -> R) -> R {
    let mut taken = OfThread(OF_THREAD.take());
    match &mut taken.0 {
        Some(scratch) => run(scratch),
        None => with_another(run),
    }
}

/// Runs `run` with working memory from the pool, in the state in which the last query left it.
#[cfg(not(feature = "std"))]
pub(crate) fn with_scratch<R>(run: impl FnOnce(&mut Scratch) -> R) -> R {
    with_another(run)
}

/// Runs `run` with memory from the pool, or new memory: for a thread without memory, or while another query uses it.
#[cfg_attr(feature = "std", cold)]
#[inline(never)]
fn with_another<R>(run: impl FnOnce(&mut Scratch) -> R) -> R {
    let mut another = Another(POOL.lock().pop());
    run(another.0.get_or_insert_with(|| Box::leak(Box::new(Scratch::new()))))
}

/// Guard that holds a thread's working memory while a query uses it, and gives it back to the thread.
#[cfg(feature = "std")]
struct OfThread(Option<&'static mut Scratch>);

#[cfg(feature = "std")]
impl Drop for OfThread {
    #[inline(always)]
    fn drop(&mut self) {
        if let Some(scratch) = self.0.take() {
            OF_THREAD.set(Some(scratch));
        }
    }
}

/// Guard that holds memory from the pool while a query uses it; then a thread without memory keeps it, otherwise the pool.
struct Another(Option<&'static mut Scratch>);

impl Drop for Another {
    fn drop(&mut self) {
        let Some(scratch) = self.0.take() else { return };
        #[cfg(feature = "std")]
        if KEEPER.try_with(|keeper| !keeper.has_memory.replace(true)) == Ok(true) {
            OF_THREAD.set(Some(scratch));
            return;
        }
        POOL.lock().push(scratch);
    }
}

/// Thread-local value whose destructor returns the thread's working memory to the pool when the thread ends.
#[cfg(feature = "std")]
struct Keeper {
    has_memory: Cell<bool>,
}

#[cfg(feature = "std")]
impl Drop for Keeper {
    fn drop(&mut self) {
        if let Some(scratch) = OF_THREAD.take() {
            POOL.lock().push(scratch);
        }
    }
}

/// Replaces the working memory of this thread and of the pool by new memory.
#[cfg(feature = "inspect")]
pub(crate) fn renew() {
    with_scratch(|scratch| *scratch = Scratch::new());
    POOL.lock().iter_mut().for_each(|scratch| **scratch = Scratch::new());
}
