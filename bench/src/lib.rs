//! Scenes, checks and the crowd program of sweep8.
//!
//! In: a scene's name or a Wavefront OBJ file. Out: a [`level::Level`], which is plain positions and triangles: tests,
//! benches, fuzz seeds and the crowd program all walk on the same ones. On it: [`places`] to stand, [`walkers`] with
//! changing desired velocities, the [`simulation`] with its independent [`check`]s, its slowest moves ([`tails`]), and
//! what a person looks at, [`report`] and [`picture`]; and the [`hunt`], which is many simulations. Beside it
//! [`accuracy`], which holds the kernel and the classics against an oracle, [`properties`], which hold for all input
//! and are what fuzz targets and tests try to break, and [`speed`], which benches print and [`record`] keeps. With the
//! feature `peers` there are other engines, too, which do the same work on the same inputs.
//!
//! Scenes, places and desired velocities come from seeds alone; only the simulation, its tails, the hunt and [`speed`]
//! read a clock.

pub mod accuracy;
pub mod chart;
pub mod check;
pub mod command_line;
pub mod hull;
pub mod hunt;
pub mod level;
pub mod obj;
#[cfg(feature = "peers")]
pub mod peers;
pub mod picture;
pub mod places;
pub mod properties;
pub mod random;
pub mod record;
pub mod report;
pub mod scenes;
pub mod simulation;
pub mod speed;
pub mod tails;
pub mod trail;
pub mod walkers;
pub mod workload;
