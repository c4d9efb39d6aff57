//! Why accuracy cannot be measured.

use sweep8::MeshError;
use thiserror::Error;

/// Why there is nothing to measure.
#[derive(Debug, Error)]
pub enum AccuracyError {
    /// The level's mesh was refused.
    #[error("{level} cannot be used: {cause}")]
    Mesh {
        /// Name of the level.
        level: String,
        /// The error of the kernel.
        cause: MeshError,
    },
    /// There is no triangle with an area.
    #[error("{level} has no triangle with an area; export the level with its faces")]
    NoSurface {
        /// Name of the level.
        level: String,
    },
    /// No start without an overlap was found.
    #[error("found no room in {family} to start a sweep of a body 1.8 m high; check that lengths are metres")]
    NoStart {
        /// Name of the family or level.
        family: String,
    },
    /// The threads could not be started.
    #[error("cannot start the threads: {0}")]
    Threads(#[from] rayon::ThreadPoolBuildError),
}
