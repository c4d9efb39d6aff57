//! Why accuracy cannot be measured.

use sweep8::MeshError;
use thiserror::Error;

/// Error: the accuracy measurement cannot start.
#[derive(Debug, Error)]
pub enum AccuracyError {
    /// Error: the kernel rejected the mesh of a measured level.
    #[error("{level} cannot be used: {cause}")]
    Mesh {
        /// Name of the level with the rejected mesh.
        level: String,
        /// Error that the kernel returned for the mesh.
        cause: MeshError,
    },
    /// Error: a measured level has no triangle with an area.
    #[error("{level} has no triangle with an area; export the level with its faces")]
    NoSurface {
        /// Name of the level without an area.
        level: String,
    },
    /// Error: no start position of a sweep without an overlap was found.
    #[error("found no room in {family} to start a sweep of a body 1.8 m high; check that lengths are metres")]
    NoStart {
        /// Name of the family or level without a start position.
        family: String,
    },
    /// Error: the thread pool of the measurement could not be started.
    #[error("cannot start the threads: {0}")]
    Threads(#[from] rayon::ThreadPoolBuildError),
}
