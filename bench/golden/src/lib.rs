//! Small scenes that end in the same bits on every machine: what `.ci/determinism` runs on each target.
//!
//! In: a [`Scene`] and a lane backend. Out: its hash, which [`Scene::golden`] has. The scenes of `tests/golden.rs` in `bench/` are
//! larger and checked on the way, but need threads and a long list of packages; these need the kernel alone, are compiled
//! within a minute, and walk for a second. Each kind of motion has one: walking, sliding, worlds that move, neighbours, capsules; and
//! so have queries.
//!
//! Scenes are made of sums, products and roots alone, so that they are the same on every platform themselves.

mod ground;
mod hash;
mod moving;
mod queries;
mod scene;
mod walks;

pub use scene::Scene;
