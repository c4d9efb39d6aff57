//! The number of worker threads, the index of this one, and a fork for two tasks: on the current rayon pool, or on one thread.

#[cfg(feature = "rayon")]
pub(crate) fn worker_count() -> usize {
    rayon::current_num_threads()
}

#[cfg(feature = "rayon")]
pub(crate) fn worker_index() -> usize {
    rayon::current_thread_index().unwrap_or(0)
}

/// Runs both functions, in parallel if a thread is free.
#[cfg(feature = "rayon")]
#[inline]
pub(crate) fn join<A: Send, B: Send>(one: impl FnOnce() -> A + Send, other: impl FnOnce() -> B + Send) -> (A, B) {
    rayon::join(one, other)
}

#[cfg(not(feature = "rayon"))]
pub(crate) fn worker_count() -> usize {
    1
}

#[cfg(not(feature = "rayon"))]
pub(crate) fn worker_index() -> usize {
    0
}

#[cfg(not(feature = "rayon"))]
#[inline]
pub(crate) fn join<A, B>(one: impl FnOnce() -> A, other: impl FnOnce() -> B) -> (A, B) {
    (one(), other())
}
