//! Scenes by name: levels made from parameters and fixed seeds.
//!
//! `scene` has the names. Each family of scenes has a file with functions of all its measures, for tests that turn them.
//! The data goes from the families (`terrain`, `dungeon`, `stairs`, `corners`, `flat`, `dense`, `furniture`, `vaults`,
//! `edges`, `shafts`, `gullies`) through `builder`, which welds, `columns`, which closes a plan, or `loft`, which closes
//! curved solids, into a [`Level`](crate::levels::Level).

pub mod builder;
pub mod columns;
pub mod corners;
pub mod dense;
pub mod dungeon;
pub mod dungeon_plan;
mod dungeon_rooms;
pub mod edges;
pub mod flat;
pub mod furniture;
pub mod gullies;
mod joinery;
pub mod loft;
mod scene;
pub mod shafts;
pub mod stairs;
pub mod terrain;
pub mod vaults;

pub use scene::{Scene, UnknownScene, build};
