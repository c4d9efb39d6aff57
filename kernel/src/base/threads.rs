//! How many threads work at a time, which of them this one is, and work for two: those of the current rayon pool, or one.

#[cfg(feature = "rayon")]
pub(crate) fn worker_count() -> usize {
    rayon::current_num_threads()
}

#[cfg(feature = "rayon")]
pub(crate) fn worker_index() -> usize {
    rayon::current_thread_index().unwrap_or(0)
}

/// Does both, at the same time where two threads are free.
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
