//! Pools of threads.

/// Creates a thread pool of `threads` threads.
///
/// # Panics
///
/// When the operating system refuses to start the threads.
pub(super) fn pool(threads: usize) -> rayon::ThreadPool {
    rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap_or_else(|error| panic!("no threads: {error}"))
}
