//! Furnishes the rooms of the dungeon: pillars, pits, terraces, beams, thin walls, alcoves.
//!
//! In: the plan with its rooms and corridors dug, and one room. Out: the same plan with more columns dug or filled, and
//! with boxes and sheets in the room. Nothing comes nearer than 1.25 m to a wall, so that no door is blocked; alcoves
//! are dug only into solid rock.

use glam::Vec3;

use super::columns::Column;
use super::dungeon_plan::{CELL, Plan, Room, RoomKind, STEP, Sheet};
use crate::random::Random;

/// Number of stair steps down into a dungeon room's pit.
const PIT_STEPS: usize = 6;
/// Depth by which boxes reach into floor and ceiling, metres: their ends are interior faces, which must not matter.
const SUNK: f32 = 0.1;
/// Thickness of a free-standing thin wall in a dungeon room, metres.
const THIN: f32 = 0.05;

/// Adds the furnishings of one room to the plan of the dungeon.
pub(super) fn furnish(plan: &mut Plan, room: &Room, random: &mut Random) {
    match room.kind {
        RoomKind::Plain | RoomKind::Hall => {}
        RoomKind::Pillars => pillars(plan, room),
        RoomKind::Pit => pit(plan, room),
        RoomKind::Divided => thin_walls(plan, room, random),
        RoomKind::Terraces => terraces(plan, room),
    }
    if room.kind != RoomKind::Hall {
        alcoves(plan, room, random);
    }
}

/// Adds a pillar every four grid cells to the room: filled columns and boxes of 0.4 m alternate, 1.5 m apart.
fn pillars(plan: &mut Plan, room: &Room) {
    for z in (room.z0 + 3..room.z1 - 3).step_by(4) {
        for x in (room.x0 + 3..room.x1 - 3).step_by(4) {
            if ((x - room.x0) / 4 + (z - room.z0) / 4).is_multiple_of(2) {
                plan.columns.set(x, z, None);
            } else {
                let [px, pz] = plan.columns.point(x, z);
                let low = Vec3::new(px + 0.05, room.floor - SUNK, pz + 0.05);
                let high = Vec3::new(px + CELL - 0.05, room.ceiling + SUNK, pz + CELL - 0.05);
                plan.boxes.push([low, high]);
            }
        }
    }
}

/// Adds a pit 1.5 m deep to the room; the first two rows of cells in it are the stairs.
fn pit(plan: &mut Plan, room: &Room) {
    for z in room.z0 + 3..room.z1 - 3 {
        for x in room.x0 + 3..room.x1 - 3 {
            let steps = if z < room.z0 + 5 { (x - room.x0 - 2).min(PIT_STEPS) } else { PIT_STEPS };
            let floor = room.floor - steps as f32 * STEP;
            plan.columns.set(x, z, Some(Column::flat(floor, room.ceiling, room.piece)));
        }
    }
}

/// Adds free-standing thin walls across the room, 2 m apart: box, sheet with one face, sheet with two faces, and so on.
fn thin_walls(plan: &mut Plan, room: &Room, random: &mut Random) {
    for (count, x) in (room.x0 + 3..room.x1 - 2).step_by(4).enumerate() {
        let start = room.z0 + 3 + random.below(3);
        let (from, to) = (plan.columns.point(x, start), plan.columns.point(x, room.z1 - 3));
        if count % 3 == 0 {
            let low = Vec3::new(from[0], room.floor - SUNK, from[1]);
            let high = Vec3::new(from[0] + THIN, room.ceiling + SUNK, to[1]);
            plan.boxes.push([low, high]);
        } else {
            let heights = [room.floor, room.ceiling];
            plan.sheets.push(Sheet { from, to, heights, both_faces: count % 3 == 2 });
        }
    }
}

/// Adds two terraces to the room that rise by one step each, below two beams with 2 m of headroom.
fn terraces(plan: &mut Plan, room: &Room) {
    for z in room.z0 + 3..room.z1 - 3 {
        for x in room.x0 + 3..room.x1 - 3 {
            let inner = (room.x0 + 5..room.x1 - 5).contains(&x) && (room.z0 + 5..room.z1 - 5).contains(&z);
            let floor = room.floor + if inner { 2.0 * STEP } else { STEP };
            let beam = x == room.x0 + 4 || x == room.x1 - 5;
            let ceiling = if beam { floor + 2.0 } else { room.ceiling };
            plan.columns.set(x, z, Some(Column::flat(floor, ceiling, room.piece)));
        }
    }
}

/// Adds niches to the room, 1 m wide, 1 m deep and 2 m high, with one attempt for each wall.
fn alcoves(plan: &mut Plan, room: &Room, random: &mut Random) {
    for side in 0..4 {
        let along_x = side % 2 == 0;
        let (low, high) = if along_x { (room.x0, room.x1) } else { (room.z0, room.z1) };
        let at = low + 1 + random.below(high - low - 3);
        let across = match side {
            0 => room.z0 - 2,
            1 => room.x0 - 2,
            2 => room.z1,
            _ => room.x1,
        };
        // One cell more of rock on the sides and behind, but not on the side of the room.
        let behind = if side < 2 { across - 1..across + 2 } else { across..across + 3 };
        let cell = |a: usize, b: usize| if along_x { (a, b) } else { (b, a) };
        let rock = (at - 1..at + 3).all(|a| {
            behind.clone().all(|b| {
                let (x, z) = cell(a, b);
                plan.columns.get(x, z).is_none()
            })
        });
        if !rock {
            continue;
        }
        for a in at..at + 2 {
            for b in across..across + 2 {
                let (x, z) = cell(a, b);
                plan.columns.set(x, z, Some(Column::flat(room.floor, room.floor + 2.0, 2)));
            }
        }
    }
}
