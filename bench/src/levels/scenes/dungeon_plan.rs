//! The plan of a dungeon: its rooms, and everything that is dug into the rock or placed in it.
//!
//! `dungeon` places rooms and digs corridors, `dungeon_rooms` furnishes; both write into the plan, from which `dungeon`
//! builds the level.

use glam::Vec3;

use super::columns::Columns;
use crate::levels::rooms::Corridor;

/// Side of a column, and tread of a stair, in metres.
pub const CELL: f32 = 0.5;
/// Height of a step, in metres.
pub const STEP: f32 = 0.25;

/// The kind of a room, by its contents.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum RoomKind {
    /// Only alcoves.
    Plain,
    /// Large triangles, high ceiling.
    Hall,
    /// Pillars: some are parts of the shell, some are boxes that stand in the floor.
    Pillars,
    /// A pit with stairs.
    Pit,
    /// Free-standing thin walls: boxes of 5 cm and sheets without thickness.
    Divided,
    /// Terraces of one step each, and beams 2 m above the floor.
    Terraces,
}

/// A room: cells from `x0` and `z0` up to but without `x1` and `z1`.
#[derive(Clone, Copy, Debug)]
pub(super) struct Room {
    pub(super) x0: usize,
    pub(super) z0: usize,
    pub(super) x1: usize,
    pub(super) z1: usize,
    pub(super) floor: f32,
    pub(super) ceiling: f32,
    /// Largest triangle side, in cells.
    pub(super) piece: usize,
    pub(super) kind: RoomKind,
}

/// A thin upright sheet, which is touched from both sides.
#[derive(Clone, Copy, Debug)]
pub(super) struct Sheet {
    pub(super) from: [f32; 2],
    pub(super) to: [f32; 2],
    pub(super) heights: [f32; 2],
    /// True for two triangles back to back in the same place; otherwise there is one.
    pub(super) both_faces: bool,
}

/// Everything that is dug into the rock or placed in it.
#[derive(Debug)]
pub(super) struct Plan {
    pub(super) columns: Columns,
    pub(super) boxes: Vec<[Vec3; 2]>,
    pub(super) sheets: Vec<Sheet>,
    pub(super) corridors: Vec<Corridor>,
}
