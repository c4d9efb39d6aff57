//! The rooms of a level and the passages between them, for walkers.
//!
//! In: a [`Plan`] on a grid of square cells. Out: [`Rooms`]: the room of a place, the passages that leave it, distances
//! between rooms, and for each passage the path to it and through it from any cell of its room.
//!
//! A passage is one-way; its number with the lowest bit flipped is the passage back. In a wide one the paths keep to
//! the right; a narrow one has room for one walker at a time.

use super::field::{Cell, CellBox, Field};
use glam::{DVec3, Vec3};
use std::collections::VecDeque;

/// Number of grid cells on the path from a character to the point that it walks towards.
const AHEAD: usize = 3;

/// Extra cost of cells: next to walls, so that paths keep clear of them; in a wide passage near its middle and on its
/// left, so that there are two lanes.
const BESIDE_WALL: u32 = 20;
const NEAR_MIDDLE: u32 = 20;
const ON_THE_LEFT: u32 = 60;

/// Maximum width of a narrow door, grid cells.
const NARROW: usize = 2;

/// Tolerance of floor height differences, metres.
const LEVEL: f32 = 0.01;

/// Square grid of a level's open cells, with its rooms and corridors; input of [`Rooms::new`].
#[derive(Clone, Debug)]
pub struct Plan {
    /// Corner of the grid with the lowest x and z, metres.
    pub low: [f32; 2],
    /// Side length of a square grid cell, metres.
    pub cell: f32,
    /// Number of grid cells along x and along z.
    pub size: [usize; 2],
    /// Height of the floor, row by row along z, at the corners as in [`Column`](super::scenes::columns::Column); `None`
    /// for a closed cell.
    pub floors: Vec<Option<[f32; 4]>>,
    /// Maximum height difference between neighbouring cells that characters can step over, metres.
    pub step: f32,
    /// Range of grid cells of each room: open cells in the range and outside of corridors belong to the room.
    pub grounds: Vec<CellBox>,
    /// Corridors between the rooms of `grounds`.
    pub corridors: Vec<Corridor>,
}

/// A straight corridor between two rooms of a [`Plan`].
#[derive(Clone, Copy, Debug)]
pub struct Corridor {
    /// Indices in [`Plan::grounds`] of the rooms at the corridor's start and end.
    pub rooms: [usize; 2],
    /// Axis along which the corridor leads: 0 for x, 1 for z.
    pub axis: usize,
    /// Range of grid cells of the corridor, including both door frames.
    pub cells: CellBox,
    /// Range of the door's cells on the axis across the corridor: first, and exclusive end.
    pub door: [usize; 2],
}

/// Rooms of a level, the one-way passages between them, and routes through the passages.
#[derive(Clone, Debug, PartialEq)]
pub struct Rooms {
    low: [f32; 2],
    cell: f32,
    size: [usize; 2],
    regions: Vec<Region>,
    passages: Vec<Passage>,
    /// Indices of the passages that leave each room, by room index.
    exits: Vec<Vec<u16>>,
    /// Number of passages on the shortest route between each two rooms: one row per start room; `u16::MAX` without a route.
    distances: Vec<u16>,
}

/// The room or corridor of a level that contains a place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Region {
    /// The place is neither in a room nor in a corridor.
    Other,
    /// The place is in the room with this index.
    Room(u16),
    /// The place is in a corridor; the index of one of its two passages, which lead in opposite directions.
    Corridor(u16),
}

#[derive(Clone, Debug, PartialEq)]
struct Passage {
    rooms: [u16; 2],
    is_narrow: bool,
    field: Field,
}

impl Rooms {
    /// Computes the rooms, passages and routes of a plan.
    ///
    /// # Panics
    /// If a corridor names a room that does not exist, or there are more than 65,535 rooms or passages.
    #[must_use]
    pub fn new(plan: &Plan) -> Self {
        let most = usize::from(u16::MAX);
        assert!(plan.grounds.len() <= most && 2 * plan.corridors.len() <= most, "rooms are counted in u16");
        let mut regions = vec![Region::Other; plan.floors.len()];
        let index = |cell: Cell| cell[1] * plan.size[0] + cell[0];
        for (room, ground) in (0..).zip(&plan.grounds) {
            each(*ground)
                .filter(|&cell| plan.floors[index(cell)].is_some())
                .for_each(|cell| regions[index(cell)] = Region::Room(room));
        }
        for (number, corridor) in (0..).zip(&plan.corridors) {
            each(corridor.cells)
                .filter(|&cell| plan.floors[index(cell)].is_some())
                .for_each(|cell| regions[index(cell)] = Region::Corridor(2 * number));
        }
        let mut exits = vec![Vec::new(); plan.grounds.len()];
        let mut passages = Vec::with_capacity(2 * plan.corridors.len());
        for corridor in &plan.corridors {
            for is_back in [false, true] {
                let passage = plan.passage(corridor, is_back, &regions);
                exits[usize::from(passage.rooms[0])].push(passages.len() as u16);
                passages.push(passage);
            }
        }
        let Plan { low, cell, size, .. } = *plan;
        let distances = distances(&exits, |passage| passages[usize::from(passage)].rooms[1].into());
        Self { low, cell, size, regions, passages, exits, distances }
    }

    /// Number of rooms of the level.
    #[must_use]
    pub fn len(&self) -> usize {
        self.exits.len()
    }

    /// Returns true if the level has no rooms.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.exits.is_empty()
    }

    /// Returns the room or corridor that contains a place (world space, metres).
    #[must_use]
    pub fn region(&self, place: DVec3) -> Region {
        self.cell(place).map_or(Region::Other, |[x, z]| self.regions[z * self.size[0] + x])
    }

    /// Returns the indices of the passages that leave the room with index `room`.
    #[must_use]
    pub fn exits(&self, room: u16) -> &[u16] {
        self.exits.get(usize::from(room)).map_or(&[], Vec::as_slice)
    }

    /// Returns the indices of the rooms that a passage leaves and enters; `None` for an unknown passage.
    #[must_use]
    pub fn ends(&self, passage: u16) -> Option<[u16; 2]> {
        Some(self.passages.get(usize::from(passage))?.rooms)
    }

    /// Returns true if the passage's doors are wide enough for only one character at a time.
    #[must_use]
    pub fn is_narrow(&self, passage: u16) -> bool {
        self.passages.get(usize::from(passage)).is_some_and(|passage| passage.is_narrow)
    }

    /// Returns the number of passages on the shortest route from one room to another; `None` if there is no route.
    #[must_use]
    pub fn distance(&self, from: u16, to: u16) -> Option<u16> {
        let at = usize::from(from) * self.len() + usize::from(to);
        self.distances.get(at).copied().filter(|&distance| distance < u16::MAX)
    }

    /// Returns the aim some cells ahead on the path from a place through a passage: the index of the cell, and its middle, at
    /// the height of the place. `None` without a path, and at the end of the passage.
    #[must_use]
    pub fn ahead(&self, passage: u16, place: DVec3) -> Option<(u32, Vec3)> {
        let field = &self.passages.get(usize::from(passage))?.field;
        let [x, z] = field.ahead(self.cell(place)?, AHEAD)?;
        let middle = |axis: usize, at: usize| self.low[axis] + (at as f32 + 0.5) * self.cell;
        let number = (z * self.size[0] + x) as u32;
        Some((number, Vec3::new(middle(0, x), place.y as f32, middle(1, z))))
    }

    fn cell(&self, place: DVec3) -> Option<Cell> {
        let at = [(0, place.x), (1, place.z)]
            .map(|(axis, along)| ((along - f64::from(self.low[axis])) / f64::from(self.cell)).floor());
        let inside = (0..2).all(|axis| at[axis] >= 0.0 && at[axis] < self.size[axis] as f64);
        inside.then(|| at.map(|along| along as usize))
    }
}

impl Plan {
    /// Creates the passage through a corridor from its start to its end, or in the opposite direction if `is_back`.
    fn passage(&self, corridor: &Corridor, is_back: bool, regions: &[Region]) -> Passage {
        let &Corridor { mut rooms, axis, cells, door } = corridor;
        if is_back {
            rooms.reverse();
        }
        let is_narrow = door[1] - door[0] <= NARROW;
        // The right hand: that of x is z, that of z is -x.
        let right = if (axis == 0) == is_back { -1.0 } else { 1.0 };
        let middle = (door[0] + door[1]) as f32 / 2.0;
        let aside = |cell: Cell| (cell[1 - axis] as f32 + 0.5 - middle) * right;
        let in_corridor = |cell: Cell| inside(cells, cell);
        let ground = self.grounds[rooms[0]];
        let cost = |cell: Cell| {
            self.floor(cell)?;
            if in_corridor(cell) {
                return Some(match aside(cell) {
                    _ if is_narrow => 0,
                    aside if aside < 0.0 => ON_THE_LEFT,
                    aside if aside < 1.0 => NEAR_MIDDLE,
                    _ => 0,
                });
            }
            let is_of_room = |room: usize| regions[cell[1] * self.size[0] + cell[0]] == Region::Room(room as u16);
            let is_free = || is_of_room(rooms[0]) || is_of_room(rooms[1]);
            is_free().then(|| if self.is_beside_wall(cell) { BESIDE_WALL } else { 0 })
        };
        // The cells of the other room before its door, on the right.
        let beyond = if is_back { cells[0][axis] - 1 } else { cells[1][axis] };
        let goals = (door[0]..door[1]).map(|across| if axis == 0 { [beyond, across] } else { [across, beyond] });
        let goals: Vec<Cell> = goals.filter(|&goal| is_narrow || aside(goal) > 0.0).collect();
        let around =
            goals.iter().fold(joined(ground, cells), |around, &[x, z]| joined(around, [[x, z], [x + 1, z + 1]]));
        let field = Field::new(around, &goals, cost, |from, to| self.is_step(from, to));
        Passage { rooms: rooms.map(|room| room as u16), is_narrow, field }
    }

    fn floor(&self, [x, z]: Cell) -> Option<[f32; 4]> {
        if x < self.size[0] && z < self.size[1] { self.floors[z * self.size[0] + x] } else { None }
    }

    /// Returns true if the floors of two neighbouring cells meet within one step height, so that characters can walk across.
    fn is_step(&self, from: Cell, to: Cell) -> bool {
        let (Some(here), Some(there)) = (self.floor(from), self.floor(to)) else { return false };
        // The corners that both cells share, in each of them.
        let shared: [[usize; 2]; 2] = match (to[0].cmp(&from[0]), to[1].cmp(&from[1])) {
            (std::cmp::Ordering::Greater, _) => [[1, 0], [3, 2]],
            (std::cmp::Ordering::Less, _) => [[0, 1], [2, 3]],
            (_, std::cmp::Ordering::Greater) => [[2, 0], [3, 1]],
            (_, _) => [[0, 2], [1, 3]],
        };
        shared.into_iter().all(|[mine, other]| (there[other] - here[mine]).abs() <= self.step + LEVEL)
    }

    /// Returns true if a neighbour of the grid cell is closed, or its floor differs in height by more than two steps.
    fn is_beside_wall(&self, [x, z]: Cell) -> bool {
        let around = each([[x.saturating_sub(1), z.saturating_sub(1)], [x + 2, z + 2]]);
        let Some(here) = self.floor([x, z]) else { return true };
        let mut around = around.map(|cell| self.floor(cell));
        // A flight of stairs rises by one step from cell to cell, by two diagonally.
        around.any(|there| there.is_none_or(|there| (there[0] - here[0]).abs() > 2.0 * self.step + LEVEL))
    }
}

/// Returns the lengths of the shortest routes between each two rooms, in passages; `end` is the room that a passage enters.
fn distances(exits: &[Vec<u16>], end: impl Fn(u16) -> usize) -> Vec<u16> {
    let count = exits.len();
    let mut distances = vec![u16::MAX; count * count];
    for from in 0..count {
        let row = &mut distances[from * count..(from + 1) * count];
        row[from] = 0;
        let mut reached = VecDeque::from([from]);
        while let Some(room) = reached.pop_front() {
            for next in exits[room].iter().map(|&passage| end(passage)) {
                if row[next] == u16::MAX {
                    row[next] = row[room] + 1;
                    reached.push_back(next);
                }
            }
        }
    }
    distances
}

fn each([low, high]: CellBox) -> impl Iterator<Item = Cell> {
    (low[1]..high[1]).flat_map(move |z| (low[0]..high[0]).map(move |x| [x, z]))
}

fn inside([low, high]: CellBox, cell: Cell) -> bool {
    (0..2).all(|axis| (low[axis]..high[axis]).contains(&cell[axis]))
}

fn joined([low, high]: CellBox, [other_low, other_high]: CellBox) -> CellBox {
    let at = |axis: usize| (low[axis].min(other_low[axis]), high[axis].max(other_high[axis]));
    let ((x0, x1), (z0, z1)) = (at(0), at(1));
    [[x0, z0], [x1, z1]]
}
