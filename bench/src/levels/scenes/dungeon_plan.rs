//! The plan of a dungeon: its rooms, and everything that is dug into the rock or placed in it.
//!
//! `dungeon` places rooms and digs corridors, `dungeon_rooms` furnishes; both write into the plan, from which `dungeon`
//! builds the level.

use glam::Vec3;

use super::columns::Columns;
use crate::levels::rooms::Corridor;

/// Side of a grid cell of the dungeon, which is also the depth of a stair's tread, metres.
pub const CELL: f32 = 0.5;
/// Height of one step of the dungeon's stairs, metres.
pub const STEP: f32 = 0.25;

/// Kind of a dungeon room, which decides its furnishings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum RoomKind {
    /// A room with alcoves only.
    Plain,
    /// A room of large triangles with a high ceiling.
    Hall,
    /// A room with pillars: some are parts of the level's closed shell, some are boxes that stand in the floor.
    Pillars,
    /// A room with a pit and stairs into the pit.
    Pit,
    /// A room with free-standing thin walls: boxes of 5 cm and sheets without thickness.
    Divided,
    /// A room with terraces that each rise by one step, and beams 2 m above the floor.
    Terraces,
}

/// A dungeon room: the grid cells from `x0` and `z0` up to `x1` and `z1`, exclusive.
#[derive(Clone, Copy, Debug)]
pub(super) struct Room {
    pub(super) x0: usize,
    pub(super) z0: usize,
    pub(super) x1: usize,
    pub(super) z1: usize,
    pub(super) floor: f32,
    pub(super) ceiling: f32,
    /// Maximum side of a triangle of the room's floor, ceiling and walls, grid cells.
    pub(super) piece: usize,
    pub(super) kind: RoomKind,
}

/// A thin upright sheet in the dungeon that characters can touch from both sides.
#[derive(Clone, Copy, Debug)]
pub(super) struct Sheet {
    pub(super) from: [f32; 2],
    pub(super) to: [f32; 2],
    pub(super) heights: [f32; 2],
    /// True if the sheet has two triangles of opposite winding in the same place; false if it has one triangle.
    pub(super) both_faces: bool,
}

/// Grid columns, boxes and sheets of a dungeon before its triangles are built.
#[derive(Debug)]
pub(super) struct Plan {
    pub(super) columns: Columns,
    pub(super) boxes: Vec<[Vec3; 2]>,
    pub(super) sheets: Vec<Sheet>,
    pub(super) corridors: Vec<Corridor>,
}
