//! The memory of a worker: one for each thread of the pool.

use crate::crowd::contacts::CharacterContact;
use crate::query::scratch::Scratch;

/// What a worker needs while it moves characters. A worker locks its own, so that no lock ever waits.
#[derive(Debug, Default)]
pub(super) struct Worker {
    pub(super) scratch: Scratch,
    /// Of those whose contacts are recorded, and whom this worker moved.
    pub(super) contacts: Vec<CharacterContact>,
}

#[cfg(feature = "rayon")]
pub(super) fn worker_count() -> usize {
    rayon::current_num_threads()
}

#[cfg(feature = "rayon")]
pub(super) fn worker_index() -> usize {
    rayon::current_thread_index().unwrap_or(0)
}

#[cfg(not(feature = "rayon"))]
pub(super) fn worker_count() -> usize {
    1
}

#[cfg(not(feature = "rayon"))]
pub(super) fn worker_index() -> usize {
    0
}
