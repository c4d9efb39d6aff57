//! `PhysX`, through the C functions of `physx-sys`.
//!
//! | file | what it does |
//! |---|---|
//! | `sdk` | the one SDK of the process, triangle meshes, conversions |
//! | `queries` | sweeps, rays, overlaps and closest points of `PxGeometryQuery` |
//! | `scene` | a level in a scene: actors, machines among them, and the step of the world |
//! | `walkers` | characters: capsule controllers |

mod queries;
mod scene;
mod sdk;
mod walkers;

pub(super) use queries::Queries;
pub(super) use walkers::Walkers;
