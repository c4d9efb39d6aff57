//! Work on a given number of threads.

/// Runs work in a rayon pool of so many threads.
#[cfg(feature = "rayon")]
pub(crate) fn on_threads<T: Send>(threads: usize, work: impl FnOnce() -> T + Send) -> T {
    rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap().install(work)
}

/// Runs work on the one thread that there is.
#[cfg(not(feature = "rayon"))]
pub(crate) fn on_threads<T>(_: usize, work: impl FnOnce() -> T) -> T {
    work()
}
