//! The functions that the page calls, a file for each kind of thing.

#[cfg(feature = "crowds")]
mod crowd;
#[cfg(feature = "crowds")]
mod free;
#[cfg(feature = "levels")]
mod level;
#[cfg(feature = "crowds")]
mod mesh;
#[cfg(feature = "crowds")]
mod profile;
#[cfg(feature = "crowds")]
mod queries;
#[cfg(feature = "crowds")]
mod step;
#[cfg(feature = "crowds")]
mod world;
