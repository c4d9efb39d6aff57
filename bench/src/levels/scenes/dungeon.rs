//! A procedural dungeon: rooms on different floors, corridors, stairs, ramps, pits, pillars, thin walls.
//!
//! In: number of rooms both ways and a seed. Out: a sealed level.
//!
//! 1. Each slot of a square grid gets a room of random size, place, floor height and kind.
//! 2. Neighbouring rooms are joined by a straight corridor between two door frames: level, with stairs, or a ramp.
//!    Every room can be reached: all joints along x exist, and all along z in the first column.
//! 3. Rooms are furnished by kind (`dungeon_rooms`) and get alcoves where there is rock behind the wall.
//! 4. All of this is dug into [`Columns`], whose shell is closed. After that the rooms get closed boxes, then thin
//!    sheets; neither can open the shell.
//! 5. The level has its [`Rooms`], for walkers that go from one to another.
//!
//! Measures: columns of 0.5 m, steps of 0.25 m, and no passage lower than 1.9 m or narrower than 1 m. The catacombs are
//! the same with larger measures: doors are 2 m wide, so that two walkers have room side by side.

use glam::Vec3;
use std::sync::Arc;

use super::builder::{Builder, pieces};
use super::columns::{Column, Columns};
use super::dungeon_plan::{CELL, Plan, Room, RoomKind, STEP};
use super::dungeon_rooms::furnish;
use crate::levels::Level;
use crate::levels::field::CellBox;
use crate::levels::rooms::{self, Corridor, Rooms};
use crate::random::Random;

/// Side of the square that is reserved for a room of the dungeon, grid cells.
const SLOT: usize = 28;
/// Width of the rock between a room and the border of its reserved square, grid cells; corridors have their stairs there.
const MARGIN: usize = 5;
/// Width of the solid border around the dungeon, grid cells.
const BORDER: usize = 2;
/// Number of grid cells with a level floor at each end of a corridor: the door frame and a landing.
const LANDING: usize = 2;

const KINDS: [RoomKind; 6] =
    [RoomKind::Plain, RoomKind::Hall, RoomKind::Pillars, RoomKind::Pit, RoomKind::Divided, RoomKind::Terraces];

/// Dimensions in which the dungeon and the catacombs differ, in grid cells.
#[derive(Clone, Copy)]
struct Measures {
    smallest_room: usize,
    /// Minimum width of a corridor, grid cells; other corridors are a cell wider.
    corridor: usize,
    door: usize,
}

const DUNGEON: Measures = Measures { smallest_room: 12, corridor: 3, door: 2 };
const CATACOMBS: Measures = Measures { smallest_room: 14, corridor: 5, door: 4 };

/// A generated dungeon, with counts of its triangles and a place in each room.
#[derive(Clone, Debug)]
pub struct Dungeon {
    /// All triangles of the dungeon: the shell, then the boxes, then the sheets.
    pub level: Level,
    /// Number of triangles of the dungeon's shell, which come first and form a closed surface.
    pub shell_triangles: usize,
    /// Number of triangles of the dungeon's closed surfaces, the shell and the boxes in it, which come before the sheets.
    pub closed_triangles: usize,
    /// A point on the floor of each room, 0.5 m clear of walls and furnishings; world space, metres.
    pub rooms: Vec<Vec3>,
}

/// Builds a dungeon of `rooms_x` by `rooms_z` rooms; each room takes 14 m along x and z.
///
/// # Panics
///
/// When one of the counts is 0.
#[must_use]
pub fn dungeon(rooms_x: usize, rooms_z: usize, seed: u64) -> Dungeon {
    dig_out("dungeon", [rooms_x, rooms_z], DUNGEON, seed)
}

/// Builds a dungeon with doors and corridors that are wide enough for two.
///
/// # Panics
///
/// When one of the counts is 0.
#[must_use]
pub fn catacombs(rooms_x: usize, rooms_z: usize, seed: u64) -> Dungeon {
    dig_out("catacombs", [rooms_x, rooms_z], CATACOMBS, seed)
}

fn dig_out(name: &str, [rooms_x, rooms_z]: [usize; 2], measures: Measures, seed: u64) -> Dungeon {
    assert!(rooms_x > 0 && rooms_z > 0, "a dungeon needs rooms");
    let mut random = Random::new(seed);
    let columns = Columns::new(rooms_x * SLOT + 2 * BORDER, rooms_z * SLOT + 2 * BORDER, CELL);
    let mut plan = Plan { columns, boxes: Vec::new(), sheets: Vec::new(), corridors: Vec::new() };

    let mut rooms = Vec::new();
    for j in 0..rooms_z {
        for i in 0..rooms_x {
            let kind = KINDS[(i + 2 * j + random.below(2)) % KINDS.len()];
            let slot = [BORDER + i * SLOT, BORDER + j * SLOT];
            let room = place_room(slot, j, measures.smallest_room, kind, &mut random);
            dig(&mut plan.columns, &room);
            rooms.push(room);
        }
    }
    for j in 0..rooms_z {
        for i in 0..rooms_x {
            let here = j * rooms_x + i;
            let mut joined = |there: usize, axis: usize, random: &mut Random| {
                let both = [&rooms[here], &rooms[there]];
                let (cells, door) = join(&mut plan.columns, both, axis, measures, random);
                plan.corridors.push(Corridor { rooms: [here, there], axis, cells, door });
            };
            if i + 1 < rooms_x {
                joined(here + 1, 0, &mut random);
            }
            if j + 1 < rooms_z && (i == 0 || random.unit() < 0.7) {
                joined(here + rooms_x, 1, &mut random);
            }
        }
    }
    for room in &rooms {
        furnish(&mut plan, room, &mut random);
    }
    build(name, &plan, &rooms)
}

fn place_room([slot_x, slot_z]: [usize; 2], row: usize, smallest: usize, kind: RoomKind, random: &mut Random) -> Room {
    let mut side = |slot: usize| {
        let largest = SLOT - 2 * MARGIN;
        let length = smallest + random.below(largest - smallest + 1);
        let start = slot + MARGIN + random.below(largest - length + 1);
        (start, start + length)
    };
    let ((x0, x1), (z0, z1)) = (side(slot_x), side(slot_z));
    // Neighbours differ by at most six steps, for which the shortest corridor has room; often by none, so that there
    // are level corridors.
    let steps = 2 * row + [0, 0, 0, 1, 3, 4][random.below(6)];
    let floor = steps as f32 * STEP;
    let (height, piece) = match kind {
        RoomKind::Hall => (5.0, 16),
        RoomKind::Divided | RoomKind::Plain => (3.0, 2 + random.below(3)),
        _ => (random.range_f32(3.0, 4.0).floor() + 0.5, 2),
    };
    Room { x0, z0, x1, z1, floor, ceiling: floor + height, piece, kind }
}

fn dig(columns: &mut Columns, room: &Room) {
    for z in room.z0..room.z1 {
        for x in room.x0..room.x1 {
            columns.set(x, z, Some(Column::flat(room.floor, room.ceiling, room.piece)));
        }
    }
}

/// How a corridor of the dungeon changes its height: by stairs or by a ramp.
#[derive(Clone, Copy, PartialEq)]
enum Rise {
    Stairs { stepped_ceiling: bool },
    Ramp,
}

/// Digs the corridor from room `a` to room `b`, which lies behind it along x or along z; returns its cells, and the
/// range of its doors across it.
fn join(
    columns: &mut Columns,
    [a, b]: [&Room; 2],
    axis: usize,
    measures: Measures,
    random: &mut Random,
) -> (CellBox, [usize; 2]) {
    let along_x = axis == 0;
    // In the corridor's own axes: `start..end` along it, `low..low + width` across.
    let (start, end) = if along_x { (a.x1, b.x0) } else { (a.z1, b.z0) };
    let (low, high) = if along_x { (a.z0.max(b.z0), a.z1.min(b.z1)) } else { (a.x0.max(b.x0), a.x1.min(b.x1)) };
    let width = measures.corridor + random.below(2);
    let low = low + 1 + random.below(high - low - width - 1);
    let steps = ((b.floor - a.floor).abs() / STEP).round() as usize;
    let headroom = [1.9_f32, 2.0, 2.0, 2.5][random.below(4)];
    let rise = match random.below(3) {
        0 => Rise::Ramp,
        choice => Rise::Stairs { stepped_ceiling: choice == 1 },
    };
    let length = end - start;
    // Stairs start at a random place after the first landing; a ramp fills the corridor between the landings.
    let slack = length - 2 * LANDING - steps;
    let lead = LANDING + random.below(slack + 1);

    // Floor at the line before cell `k`, and whether it slopes from there to the next line.
    let ramp = rise == Rise::Ramp && steps != 0;
    let ramp_length = length - 2 * LANDING;
    let ramp_line = |k: usize| {
        let part = k.saturating_sub(LANDING).min(ramp_length);
        if part == ramp_length { b.floor } else { a.floor + (b.floor - a.floor) * (part as f32 / ramp_length as f32) }
    };
    let stair = |k: usize| {
        let risen = (k + 1).saturating_sub(lead).min(steps) as f32 * STEP;
        if b.floor > a.floor { a.floor + risen } else { a.floor - risen }
    };
    let highest = a.floor.max(b.floor);
    // Door frames are narrower if that leaves a metre.
    let door = low + (width - measures.door) / 2;
    let door = [door, door + measures.door];
    for k in 0..length {
        let (before, after) = if ramp { (ramp_line(k), ramp_line(k + 1)) } else { (stair(k), stair(k)) };
        let frame = k == 0 || k + 1 == length;
        let ceiling = match rise {
            _ if frame => before + headroom.min(2.0),
            _ if steps == 0 => highest + headroom,
            Rise::Stairs { stepped_ceiling: true } => before + 2.5,
            _ => highest + 2.2,
        };
        let [from, to] = if frame { door } else { [low, low + width] };
        for across in from..to {
            let floor = if along_x { [before, after, before, after] } else { [before, before, after, after] };
            let (x, z) = if along_x { (start + k, across) } else { (across, start + k) };
            columns.set(x, z, Some(Column { floor, ceiling, piece: 2 }));
        }
    }
    let corner = |along: usize, across: usize| if along_x { [along, across] } else { [across, along] };
    ([corner(start, low), corner(end, low + width)], door)
}

/// Computes the rooms and passages of the dungeon's plan, for characters that walk between rooms.
fn rooms_of(plan: &Plan, rooms: &[Room]) -> Rooms {
    let size = plan.columns.size();
    let mut floors: Vec<_> = (0..size[0] * size[1])
        .map(|index| plan.columns.get(index % size[0], index / size[0]).map(|column| column.floor))
        .collect();
    // A box or sheet in a cell, or on its border, closes the cell.
    let [x0, z0] = plan.columns.point(0, 0);
    let mut close = |low: [f32; 2], high: [f32; 2]| {
        let cells = |axis: usize, origin: f32| {
            let first = ((low[axis] - origin) / CELL).floor() as usize;
            first..(((high[axis] - origin) / CELL).ceil() as usize).max(first + 1)
        };
        for z in cells(1, z0) {
            for x in cells(0, x0) {
                floors[z * size[0] + x] = None;
            }
        }
    };
    for [low, high] in &plan.boxes {
        close([low.x, low.z], [high.x, high.z]);
    }
    for sheet in &plan.sheets {
        close(sheet.from, sheet.to);
    }
    let slot = |at: usize| BORDER + (at - BORDER) / SLOT * SLOT;
    let ground = |room: &Room| {
        let low = [room.x0, room.z0].map(slot);
        [low, low.map(|along| along + SLOT)]
    };
    Rooms::new(&rooms::Plan {
        low: [x0, z0],
        cell: CELL,
        size,
        floors,
        step: STEP,
        grounds: rooms.iter().map(ground).collect(),
        corridors: plan.corridors.clone(),
    })
}

fn build(name: &str, plan: &Plan, rooms: &[Room]) -> Dungeon {
    let mut builder = Builder::new(name);
    plan.columns.emit(&mut builder);
    let shell_triangles = builder.triangle_count();
    for [low, high] in &plan.boxes {
        builder.cuboid(*low, *high);
    }
    let closed_triangles = builder.triangle_count();
    for sheet in &plan.sheets {
        let length = (sheet.to[0] - sheet.from[0]).abs() + (sheet.to[1] - sheet.from[1]).abs();
        let (u, v) = (pieces(length, 1.0), pieces(sheet.heights[1] - sheet.heights[0], 1.5));
        builder.wall(sheet.from, sheet.to, sheet.heights, u, v);
        if sheet.both_faces {
            builder.wall(sheet.to, sheet.from, sheet.heights, u, v);
        }
    }
    // 1 m from two walls, where `dungeon_rooms` places nothing.
    let on_floor = |room: &Room| {
        let [x, z] = plan.columns.point(room.x0 + 2, room.z0 + 2);
        Vec3::new(x, room.floor, z)
    };
    let level = Level { rooms: Some(Arc::new(rooms_of(plan, rooms))), ..builder.finish() };
    Dungeon { level, shell_triangles, closed_triangles, rooms: rooms.iter().map(on_floor).collect() }
}
