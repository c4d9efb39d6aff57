//! How many threads work at a time, and which of them this one is: those of the current rayon pool, or one.

#[cfg(feature = "rayon")]
pub(crate) fn worker_count() -> usize {
    rayon::current_num_threads()
}

#[cfg(feature = "rayon")]
pub(crate) fn worker_index() -> usize {
    rayon::current_thread_index().unwrap_or(0)
}

#[cfg(not(feature = "rayon"))]
pub(crate) fn worker_count() -> usize {
    1
}

#[cfg(not(feature = "rayon"))]
pub(crate) fn worker_index() -> usize {
    0
}
