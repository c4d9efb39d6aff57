//! Properties that must hold for all input, each written once: the fuzz targets and the tests run the same functions.
//!
//! In: bytes, from a fuzzer, a seeded generator or the [`corpus`]. Out: the property holds, the bytes are no case, or a
//! [`Finding`]. [`Property`] lists them.
//!
//! 1. A property decodes the bytes into a case (`bytes`; several share `soup` and `nooks`). All randomness is in the
//!    bytes: no clock, no generator.
//! 2. It compares the kernel with something that does not share its code: a scalar twin, `f64`, worlds of a single
//!    triangle, another order.
//! 3. Its finding carries every number of the case.

mod bytes;
mod callbacks;
mod capsule_oracle;
mod character_promises;
mod cooked_input;
pub mod corpus;
mod crowd_neighbours;
mod crowd_order;
mod crowd_restore;
mod face;
mod finding;
mod gltf_input;
mod mesh_input;
mod moving_world;
mod nooks;
mod obj_input;
mod platforms;
mod prisms;
mod property;
mod replay_input;
mod scene;
mod slide_promises;
mod soup;
mod stuck;
mod sweep_oracle;
mod sweep_twin;
mod time_step;
mod turned_bodies;
mod usable;
mod walk_promises;
mod world_instances;
mod world_queries;

pub use finding::{Finding, Outcome};
pub use property::Property;
