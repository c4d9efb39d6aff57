//! Of `sweep8-bench` the modules that `instructions.rs` uses, compiled with cargo's own release profile.
//!
//! In: their files, where they lie. Out: a library of the same name. What else `sweep8-bench` has, pictures, tables, the
//! command line, would take minutes to compile and counts nothing.

#[path = "../src/level.rs"]
pub mod level;
#[path = "../src/places.rs"]
pub mod places;
#[path = "../src/random.rs"]
pub mod random;
#[path = "../src/scenes/mod.rs"]
pub mod scenes;
#[path = "../src/walkers.rs"]
pub mod walkers;
#[path = "../src/workload.rs"]
pub mod workload;
