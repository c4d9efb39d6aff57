//! Jolt, through thin C functions of `oxijolt-sys`; `joltc-sys` wraps neither casts nor `CharacterVirtual`.
//!
//! | file | what it does |
//! |---|---|
//! | `scene` | a level in a Jolt world: bodies, machines among them, and the step of the world |
//! | `queries` | casts, rays and collisions of `NarrowPhaseQuery` |
//! | `walkers` | characters: `CharacterVirtual` |

mod queries;
mod scene;
mod walkers;

pub(super) use queries::Queries;
pub(super) use walkers::Walkers;
