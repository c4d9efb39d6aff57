//! Four rooms with furniture of fine triangles: near it, thousands of triangles lie within reach of a person.
//!
//! In: the length of an edge and a seed. Out: a shell of rooms and doors, and closed solids in it.
//!
//! 1. Two by two rooms of 5.5 m with a door between each two neighbours are dug into [`Columns`], which closes them.
//! 2. Each room is furnished by its kind; the seed decides the angles of chairs, the sizes of books, and the places of
//!    balls.
//! 3. Nothing blocks a door, and most of the floor is free.

use super::builder::Builder;
use super::columns::{Column, Columns};
use super::joinery::{ball, book, bowl, chair, round_table, shelf, table};
use super::loft::Frame;
use crate::levels::Level;
use crate::random::Random;
use glam::Vec3;

/// Side of a grid cell from which the rooms are built, metres.
const CELL: f32 = 0.5;
/// Side of a square room, grid cells.
const ROOM: usize = 11;
/// Range along a room's wall of the grid cells of its door.
const DOOR: std::ops::Range<usize> = 4..7;
/// Height of the rooms, metres.
const CEILING: f32 = 2.6;
/// Height of the doors between the rooms, metres.
const LINTEL: f32 = 2.2;

/// A level of rooms with furniture, and the number of triangles of the closed shell around its rooms.
#[derive(Clone, Debug)]
pub struct Furniture {
    /// All triangles of the rooms: the shell, then the furniture.
    pub level: Level,
    /// Number of triangles of the rooms' shell, which come first. The other triangles form closed solids.
    pub shell_triangles: usize,
}

/// Builds rooms with furniture whose curved parts have triangle edges of about `edge` metres.
#[must_use]
pub fn furniture(edge: f32, seed: u64) -> Furniture {
    let mut builder = Builder::new("furniture");
    let columns = rooms();
    columns.emit(&mut builder);
    let shell_triangles = builder.triangle_count();
    let mut random = Random::new(seed);
    let middle = 0.5 * CELL * (ROOM + 1) as f32;
    let room = |x: f32, z: f32| Frame::upright(Vec3::new(x * middle, 0.0, z * middle), 0.0);
    dining_room(&mut builder, &room(-1.0, -1.0), edge, &mut random);
    library(&mut builder, &room(1.0, -1.0), edge, &mut random);
    parlour(&mut builder, &room(-1.0, 1.0), edge, &mut random);
    study(&mut builder, &room(1.0, 1.0), edge, &mut random);
    Furniture { level: builder.finish(), shell_triangles }
}

fn rooms() -> Columns {
    let side = 2 * ROOM + 3;
    let mut columns = Columns::new(side, side, CELL);
    for z in 1..side - 1 {
        for x in 1..side - 1 {
            // The wall between the rooms is one cell thick.
            let [inner_x, inner_z] = [x, z].map(|at| (at - 1) % (ROOM + 1));
            let ceiling = match (inner_x == ROOM, inner_z == ROOM) {
                (false, false) => CEILING,
                (true, false) if DOOR.contains(&inner_z) => LINTEL,
                (false, true) if DOOR.contains(&inner_x) => LINTEL,
                _ => continue,
            };
            columns.set(x, z, Some(Column::flat(0.0, ceiling, 4)));
        }
    }
    columns
}

/// Draws a small random angle by which a piece of furniture stands askew, as a fraction of a full turn.
fn askew(random: &mut Random) -> f64 {
    f64::from(random.range_f32(-0.06, 0.06))
}

fn dining_room(builder: &mut Builder, room: &Frame, edge: f32, random: &mut Random) {
    let place = room.turned(askew(random));
    table(builder, &place, [0.65, 0.4], edge);
    for (x, z, part) in [(-0.3, -0.7, 0.0), (0.3, 0.75, 0.5)] {
        chair(builder, &place.moved(x, 0.0, z).turned(part + askew(random)), edge);
    }
    bowl(builder, &place.moved(0.1, 0.75, 0.05), 0.1, edge);
    ball(builder, &place.moved(-0.35, 0.75, -0.1), 0.045, edge);
}

fn library(builder: &mut Builder, room: &Frame, edge: f32, random: &mut Random) {
    for (x, z, part) in [(1.6, -2.5, 0.0), (2.5, 1.7, 0.25)] {
        let place = room.moved(x, 0.0, z).turned(part);
        let boards = shelf(builder, &place, 0.9, edge);
        for height in boards.into_iter().skip(1).take(2) {
            let mut x = -0.4;
            let end = random.range_f32(-0.1, 0.3);
            while x < end {
                let size = [random.range_f32(0.022, 0.05), random.range_f32(0.19, 0.29), random.range_f32(0.13, 0.18)];
                x += size[0] + 0.004;
                // As many gaps as books.
                if random.below(2) > 0 {
                    book(builder, &place.moved(x - 0.5 * size[0], height, 0.03), size, edge);
                }
            }
        }
    }
    ball(builder, &room.moved(0.4, 0.0, 0.6), 0.08, edge);
}

fn parlour(builder: &mut Builder, room: &Frame, edge: f32, random: &mut Random) {
    round_table(builder, room, 0.5, edge);
    for part in [0.1, 0.6] {
        let place = room.turned(part + askew(random)).moved(0.0, 0.0, 0.85);
        chair(builder, &place.turned(0.5 + askew(random)), edge);
    }
    bowl(builder, &room.moved(0.05, 0.75, 0.0), 0.11, edge);
}

fn study(builder: &mut Builder, room: &Frame, edge: f32, random: &mut Random) {
    let desk = room.moved(1.2, 0.0, 2.2).turned(0.5);
    table(builder, &desk, [0.6, 0.35], edge);
    for x in [-0.3, -0.1, 0.35] {
        // A pile of lying books.
        let mut height = 0.75;
        for _ in 0..2 {
            let size = [random.range_f32(0.025, 0.04), random.range_f32(0.2, 0.26), random.range_f32(0.14, 0.18)];
            let lying =
                desk.moved(x, height + 0.5 * size[0], 0.0).turned(askew(random)).moved(0.0, 0.0, -0.5 * size[1]);
            book(builder, &lying.lying(), size, edge);
            height += size[0];
        }
    }
    chair(builder, &desk.moved(0.05, 0.0, 0.6).turned(0.5 + askew(random)), edge);
    let place = room.moved(2.5, 0.0, -1.7).turned(0.25);
    for height in shelf(builder, &place, 0.9, edge).into_iter().skip(1).take(2) {
        bowl(builder, &place.moved(random.range_f32(-0.25, -0.1), height, 0.0), 0.07, edge);
        ball(builder, &place.moved(random.range_f32(0.15, 0.3), height, 0.01), 0.05, edge);
    }
    for _ in 0..3 {
        let (x, z) = (random.range_f32(-1.8, 0.5), random.range_f32(-0.6, 0.6));
        ball(builder, &room.moved(x, 0.0, z), random.range_f32(0.03, 0.07), edge);
    }
}
