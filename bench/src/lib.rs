//! Scenes, checks and the crowd program of sweep8.
//!
//! In: a scene's name, a Wavefront OBJ or glTF file, or a cooked level. Out: a [`Level`](levels::Level), which is plain
//! positions and triangles: tests, benches, fuzz seeds and the crowd program all use them. Or [`Parts`](levels::Parts),
//! some of which move.
//!
//! Each folder imports those above it in this table only.
//!
//! | folder | what lives there |
//! |---|---|
//! | [`levels`] | the level, scenes in code, OBJ and glTF files; levels of parts, and machines that move them |
//! | [`drawing`] | charts, figures and numbers, as pictures and tables share them |
//! | [`checking`] | checks of a walk that share no code with the kernel |
//! | [`walking`] | places to stand, walkers with changing desired velocities, the stage that steps them, the slowest moves |
//! | [`replaying`] | runs as files, made again and cut into single moves |
//! | [`simulating`] | the walk of a crowd from its first frame to its last |
//! | [`exploring`] | which floors characters can get to and leave, and what is wrong with a level |
//! | [`judging`] | the hunt for faults, accuracy against an oracle, walks by where a hull can stand |
//! | [`measuring`] | workloads, times, records of each commit, other engines (feature `peers`) |
//! | [`showing`] | the table and the picture of a run |
//!
//! Also [`random`], the random generator, and [`command_line`], which programs share.
//!
//! Scenes, places and desired velocities come from seeds alone; only [`simulating`], the hunt and [`measuring`] read a
//! clock.

pub mod checking;
pub mod command_line;
pub mod drawing;
pub mod exploring;
pub mod judging;
pub mod levels;
pub mod measuring;
pub mod replaying;
pub mod showing;
pub mod simulating;
pub mod walking;

pub use sweep8_scalar_ref::random;

/// Compiles the Rust code of each document and runs it as a test. `.ci/docs` fails if a document with Rust is missing here.
#[cfg(doctest)]
mod documents {
    #[doc = include_str!("../../README.md")]
    mod readme {}
    #[doc = include_str!("../../CHANGELOG.md")]
    mod changelog {}
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
