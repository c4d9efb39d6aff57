//! Scenes, checks and the crowd program of sweep8.
//!
//! In: a scene's name, a Wavefront OBJ file or a cooked level. Out: a [`Level`](levels::Level), which is plain positions and triangles:
//! tests, benches, fuzz seeds and the crowd program all walk on the same ones. Or [`Parts`](levels::Parts), some of which move.
//!
//! | folder | what lives there |
//! |---|---|
//! | [`levels`] | the level, scenes in code, OBJ files; levels of parts, and machines that move them |
//! | [`walking`] | places to stand, walkers with changing desired velocities, the simulation |
//! | [`replaying`] | runs as files, made again and cut into single moves |
//! | [`judging`] | independent checks of a walk, the hunt for faults, accuracy against an oracle, properties of all input |
//! | [`measuring`] | workloads, times, the slowest moves, records of each commit, other engines (feature `peers`) |
//! | [`showing`] | table, picture and charts |
//!
//! Beside them [`random`], the numbers that a seed gives, and [`command_line`], what programs here share.
//!
//! Scenes, places and desired velocities come from seeds alone; only the simulation, the hunt and [`measuring`] read a
//! clock.

pub mod command_line;
pub mod judging;
pub mod levels;
pub mod measuring;
pub mod random;
pub mod replaying;
pub mod showing;
pub mod walking;

/// The example of the repository's README, compiled and run.
#[cfg(doctest)]
#[doc = include_str!("../../README.md")]
struct Readme;

/// The controller of the documents, compiled and run.
#[cfg(doctest)]
#[doc = include_str!("../../docs/controller.md")]
struct Controller;

/// The worlds that move of the documents, compiled and run.
#[cfg(doctest)]
#[doc = include_str!("../../docs/worlds.md")]
struct Worlds;

/// The cooked worlds of the documents, compiled and run.
#[cfg(doctest)]
#[doc = include_str!("../../docs/cooked-worlds.md")]
struct CookedWorlds;
