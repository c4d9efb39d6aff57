//! Scenes by name: levels made from parameters and fixed seeds.
//!
//! `scene` has the names. Each family of scenes has a file with functions of all its measures, for tests that vary
//! them. The data goes from the families (`terrain`, `dungeon`, `stairs`, `corners`, `flat`, `dense`, `furniture`,
//! `vaults`, `edges`, `shafts`, `gullies`, `doorway`) through `builder`, which welds, `columns`, which closes a plan,
//! or `loft`, which closes curved solids, into a [`Level`](crate::levels::Level).
//!
//! `moving` names scenes with machines: `machines` and `city` put `pieces` in `spot`s, and make
//! [`Parts`](crate::levels::Parts).

pub mod builder;
pub mod city;
pub mod columns;
pub mod corners;
pub mod dense;
pub mod doorway;
pub mod dungeon;
pub mod dungeon_plan;
mod dungeon_rooms;
pub mod edges;
pub mod flat;
pub mod furniture;
pub mod gullies;
mod joinery;
pub mod loft;
pub mod machines;
mod moving;
pub mod pieces;
mod scene;
pub mod shafts;
pub mod spot;
pub mod stairs;
pub mod terrain;
pub mod vaults;

pub use moving::{AnyScene, MovingScene, catacombs};
pub use scene::{Scene, UnknownScene, build};
