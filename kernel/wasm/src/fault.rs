//! Why a call fails, as text for the page.

use thiserror::Error;

/// Why a call failed. All but the last are the kernel's own words, or say what a page can do wrong before the kernel sees it.
#[derive(Debug, Error)]
pub(crate) enum Fault {
    #[cfg(feature = "crowds")]
    #[error(transparent)]
    Input(#[from] sweep8::InputError),
    #[cfg(feature = "crowds")]
    #[error("row {0}: {1}")]
    Row(usize, sweep8::InputError),
    #[cfg(feature = "crowds")]
    #[error(transparent)]
    Ellipsoid(#[from] sweep8::EllipsoidError),
    #[cfg(feature = "crowds")]
    #[error(transparent)]
    Mesh(#[from] sweep8::MeshError),
    #[cfg(feature = "crowds")]
    #[error(transparent)]
    Spawn(#[from] sweep8::SpawnError),
    #[cfg(feature = "crowds")]
    #[error(transparent)]
    Restore(#[from] sweep8::RestoreError),
    #[cfg(feature = "crowds")]
    #[error(transparent)]
    Cooked(#[from] sweep8::CookedError),
    #[cfg(feature = "crowds")]
    #[error("`{0}` {1} does not exist in this {2}")]
    NotThere(&'static str, f64, &'static str),
    #[cfg(feature = "crowds")]
    #[error("this {0} was freed")]
    Freed(&'static str),
    #[cfg(feature = "crowds")]
    #[error("`crowds` has the same crowd twice, must be a list of different crowds")]
    SameCrowd,
    #[cfg(feature = "levels")]
    #[error(transparent)]
    Level(#[from] sweep8_levels::LevelError),
    /// The two sides of the border differ: no call of a user leads here.
    #[error("the arguments are not those of this version of the module")]
    Arguments,
}
