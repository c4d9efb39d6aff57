//! Pools of threads.

/// A pool of that many threads.
///
/// # Panics
///
/// When the system refuses to start them.
pub(super) fn pool(threads: usize) -> rayon::ThreadPool {
    rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap_or_else(|error| panic!("no threads: {error}"))
}
