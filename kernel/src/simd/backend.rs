//! The choice of lanes: made once for a world, read once for a task.
//!
//! In: a [`Task`]. Out: its result; the same bits on every backend.

use crate::simd::{Avx2, Lanes, Portable, Task};
use core::fmt;
use thiserror::Error;

/// The instructions that implement eight lanes. All give the same bits; they differ in speed.
///
/// Guide: `docs/determinism.md`, of the [guides](crate#guides).
///
/// ```
/// use sweep8::{Backend, Mesh, World};
///
/// let world = World::from_mesh(Mesh::new(&[], &[])?);
/// assert_eq!(world.backend(), Backend::best());
/// let world = world.with_backend(Backend::Portable)?;
/// assert_eq!(world.backend().name(), "portable");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Backend {
    /// SIMD instructions that the program was compiled for: two SSE halves on x86-64, unless the compiler may use AVX.
    Portable,
    /// One SIMD register of 256 bits, on x86-64 processors with AVX2 (Intel since 2013, AMD since 2015).
    Avx2,
}

/// This processor lacks the instructions of a [`Backend`]; without the feature `std`: the program is not compiled for them.
///
/// ```
/// use sweep8::{Backend, BackendError, Mesh, World};
///
/// // A program that asks for AVX2 and goes on without it where the processor does not have it.
/// let world = World::from_mesh(Mesh::new(&[], &[])?);
/// match world.with_backend(Backend::Avx2) {
///     Ok(world) => assert_eq!(world.backend(), Backend::Avx2),
///     Err(BackendError(refused)) => assert!(Backend::available().all(|backend| backend != refused)),
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("this processor does not have what the backend {0} needs; Backend::best() is one that it has")]
pub struct BackendError(pub Backend);

impl Backend {
    /// Every backend (set of SIMD instructions), slowest first, also those that this processor does not support.
    pub const ALL: [Self; 2] = [Self::Portable, Self::Avx2];

    /// The backends that this processor supports, the slowest first; without the feature `std`, those that the program is compiled
    /// for.
    pub fn available() -> impl Iterator<Item = Self> {
        Self::ALL.into_iter().filter(|&backend| Chosen::new(backend).is_ok())
    }

    /// Returns the fastest backend that this processor supports.
    #[must_use]
    pub fn best() -> Self {
        Self::available().last().unwrap_or(Self::Portable)
    }

    /// Name of the backend for reports and messages, in lower case.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Portable => "portable",
            Self::Avx2 => "avx2",
        }
    }
}

impl fmt::Display for Backend {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A backend that this processor supports, with the token that proves it.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Chosen {
    Portable,
    Avx2(Avx2),
}

impl Chosen {
    pub(crate) fn new(backend: Backend) -> Result<Self, BackendError> {
        match backend {
            Backend::Portable => Ok(Self::Portable),
            Backend::Avx2 => Avx2::detect().map(Self::Avx2).ok_or(BackendError(backend)),
        }
    }

    /// Returns the fastest backend that this processor supports.
    pub(crate) fn best() -> Self {
        Self::new(Backend::best()).unwrap_or(Self::Portable)
    }

    pub(crate) fn backend(self) -> Backend {
        match self {
            Self::Portable => Backend::Portable,
            Self::Avx2(_) => Backend::Avx2,
        }
    }

    /// Runs a task with the SIMD lanes of this backend.
    #[inline]
    pub(crate) fn run<T: Task>(self, task: T) -> T::Output {
        match self {
            Self::Portable => Portable.call_outlined(task),
            Self::Avx2(lanes) => lanes.call_outlined(task),
        }
    }
}
