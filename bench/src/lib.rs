//! Scenes, checks and the crowd program of sweep8.
//!
//! In: a scene's name, a Wavefront OBJ or glTF file, or a cooked level. Out: a [`Level`](levels::Level), which is plain positions and
//! triangles: tests, benches, fuzz seeds and the crowd program all walk on the same ones. Or [`Parts`](levels::Parts), some of which
//! move.
//!
//! | folder | what lives there |
//! |---|---|
//! | [`levels`] | the level, scenes in code, OBJ and glTF files; levels of parts, and machines that move them |
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

/// The Rust of each document, compiled and run. `.ci/docs` fails if a document with Rust is missing here.
#[cfg(doctest)]
mod documents {
    #[doc = include_str!("../../README.md")]
    mod readme {}
    #[doc = include_str!("../../docs/getting-started.md")]
    mod getting_started {}
    #[doc = include_str!("../../docs/character.md")]
    mod character {}
    #[doc = include_str!("../../docs/recipes.md")]
    mod recipes {}
    #[doc = include_str!("../../docs/crowd.md")]
    mod crowd {}
    #[doc = include_str!("../../docs/worlds.md")]
    mod worlds {}
    #[doc = include_str!("../../docs/queries.md")]
    mod queries {}
    #[doc = include_str!("../../docs/cooked-worlds.md")]
    mod cooked_worlds {}
    #[doc = include_str!("../../docs/determinism.md")]
    mod determinism {}
}
