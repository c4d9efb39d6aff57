//! Walkers that go from room to room, as characters of games do: towards a random room, through one passage after the
//! other, around obstacles, giving way to each other.
//!
//! In: the [`Rooms`] of a level; every frame, all positions. Out: the aim of each walker.
//! 1. A random room is drawn, and one of the passages that lead nearer to it. The passage's field gives the path to it
//!    and through it.
//! 2. A narrow corridor is one-way and changes its direction every ten seconds; in the last of them it is closed, so
//!    that it is empty at the change. A walker that finds a passage closed takes another, or strolls about.
//! 3. A walker that sees [somebody come](super::oncoming) keeps to the right, or to the left where that is nearer.
//! 4. A walker that makes no progress steps aside for a moment, usually to the right; if that does not help, it steps
//!    back. Sometimes it draws another room.
//!
//! The state of a walker is its [`Roamer`]; the time decides which passages are open.

use crate::levels::rooms::{Region, Rooms};
use crate::random::Random;
use crate::walking::oncoming::{People, Side};
use glam::{DVec3, Vec3};
use std::sync::Arc;

/// Time for which a narrow corridor keeps its one-way direction, seconds.
const TURN_SECONDS: u64 = 10;
/// Part of a narrow corridor's one-way period in which walkers may enter, seconds, so that the corridor is empty at the change.
const ENTER_SECONDS: u64 = 6;

/// One in this many walkers without progress chooses a new room to go to.
const ELSEWHERE: usize = 4;
/// One in this many walkers that step aside goes to the left, the others to the right.
const LEFT: usize = 4;

/// Number of rooms drawn for a walker's new goal; the nearest becomes the goal, so that not all walkers cross the middle.
const DRAWN: usize = 4;

/// Cosine and sine of the angle by which a walker turns to evade another one, 35 degrees, written out so that no
/// platform's library rounds them differently.
const PASSING: (f32, f32) = (0.819_152, 0.573_576_45);

/// Room index that stands for "no room".
const NO_ROOM: u16 = u16::MAX;
/// Passage index that stands for "no passage".
const NO_PASSAGE: u16 = u16::MAX;
/// Cell index that stands for "no cell".
const NO_CELL: u32 = u32::MAX;

/// Rooms of a level, with all walkers and the time, which decides which passages are open to roaming walkers.
#[derive(Clone, Debug)]
pub struct Roads {
    rooms: Arc<Rooms>,
    people: People,
    /// Number of whole seconds since the walk began.
    second: u64,
}

/// Route of one walker that roams from room to room.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Roamer {
    /// Index of the room that is the walker's goal.
    pub goal: u16,
    /// Index of the passage that the walker goes to, or is in.
    pub passage: u16,
    /// Index of the grid cell that the walker goes to next; `NO_CELL` while the walker strolls or steps aside.
    pub aim: u32,
}

impl Default for Roamer {
    fn default() -> Self {
        Self { goal: NO_ROOM, passage: NO_PASSAGE, aim: NO_CELL }
    }
}

impl Roads {
    /// Creates the roads through the rooms of a level, without walkers.
    #[must_use]
    pub fn new(rooms: Arc<Rooms>) -> Self {
        Self { people: People::default(), second: 0, rooms }
    }

    /// Replaces all walkers and sets the time to `frame` / `hz`; each entry is a walker's position, metres, and desired velocity, m/s.
    pub fn look(&mut self, each: impl Iterator<Item = (Vec3, Vec3)> + Clone, frame: u64, hz: u64) {
        self.people.take_in(each);
        self.second = frame / hz.max(1);
    }

    /// Returns the direction in which a walker with the level unit heading `ahead` and a speed in m/s evades another one, if
    /// one is in its way.
    #[must_use]
    pub fn around(&self, place: DVec3, ahead: Vec3, speed: f32) -> Option<Vec3> {
        let right = Vec3::new(-ahead.z, 0.0, ahead.x) * PASSING.1;
        let side = self.people.side(place.as_vec3(), ahead, speed)?;
        Some(ahead * PASSING.0 + if side == Side::Right { right } else { -right })
    }

    /// Returns true if walkers may enter the passage now; a narrow passage is closed at times.
    fn is_open(&self, passage: u16) -> bool {
        let is_turn = || self.turn_of(passage) == passage && self.second % TURN_SECONDS < ENTER_SECONDS;
        !self.rooms.is_narrow(passage) || is_turn()
    }

    /// Returns the open direction of a narrow corridor: `passage`, or the passage of the same corridor in the other direction.
    fn turn_of(&self, passage: u16) -> u16 {
        let turn = u64::from(passage >> 1) + self.second / TURN_SECONDS;
        passage & !1 | (turn % 2) as u16
    }
}

impl Roamer {
    /// Returns true if the walker goes to a grid cell of its route, and neither strolls nor steps aside.
    #[must_use]
    pub fn has_aim(&self) -> bool {
        self.aim != NO_CELL
    }

    /// Returns the point that the walker goes to from `place`: the middle of a cell, at the height of `place`, and whether the cell
    /// has changed. `None` if the walker has no route and strolls.
    pub fn aim(&mut self, place: DVec3, roads: &Roads, random: &mut Random) -> Option<(Vec3, bool)> {
        self.choose(place, roads, random);
        let ahead = roads.rooms.ahead(self.passage, place);
        let (cell, middle) = ahead.unwrap_or((NO_CELL, Vec3::ZERO));
        let is_new = std::mem::replace(&mut self.aim, cell) != cell;
        ahead.map(|_| (middle, is_new))
    }

    /// Returns a velocity perpendicular to the walker's `velocity`, both in m/s, with which a walker without progress steps aside.
    pub fn give_way(&mut self, place: DVec3, velocity: Vec3, roads: &Roads, random: &mut Random) -> Vec3 {
        self.aim = NO_CELL;
        if random.below(ELSEWHERE) == 0 {
            self.goal = NO_ROOM;
            if !matches!(roads.rooms.region(place), Region::Corridor(_)) {
                self.passage = NO_PASSAGE;
            }
        }
        let right = Vec3::new(-velocity.z, 0.0, velocity.x);
        if random.below(LEFT) == 0 { -right } else { right }
    }

    /// Chooses a new goal room and passage if the walker at `place` (world space, metres) needs one.
    fn choose(&mut self, place: DVec3, roads: &Roads, random: &mut Random) {
        let rooms = &roads.rooms;
        match rooms.region(place) {
            Region::Room(room) => {
                let is_on_its_way = rooms.ends(self.passage).is_some_and(|[from, _]| from == room);
                if is_on_its_way && roads.is_open(self.passage) {
                    return;
                }
                if self.goal == room || rooms.distance(room, self.goal).is_none() {
                    let mut draw = || {
                        // A room other than this one.
                        let drawn = random.below(rooms.len().saturating_sub(1)) as u16;
                        drawn + u16::from(drawn >= room)
                    };
                    let drawn: [u16; DRAWN] = std::array::from_fn(|_| draw());
                    let far = |goal: &u16| rooms.distance(room, *goal).unwrap_or(u16::MAX);
                    self.goal = drawn.into_iter().min_by_key(far).unwrap_or(NO_ROOM);
                }
                let is_nearer = |passage: u16| {
                    let after = rooms.ends(passage).and_then(|[_, to]| rooms.distance(to, self.goal));
                    after < rooms.distance(room, self.goal)
                };
                let open: Vec<u16> = rooms.exits(room).iter().copied().filter(|&exit| roads.is_open(exit)).collect();
                let nearer: Vec<u16> = open.iter().copied().filter(|&exit| is_nearer(exit)).collect();
                let of = if nearer.is_empty() { open } else { nearer };
                self.passage = of.get(random.below(of.len())).copied().unwrap_or(NO_PASSAGE);
            }
            Region::Corridor(number) if rooms.is_narrow(number) => self.passage = roads.turn_of(number),
            // A walker may have been pushed into another corridor.
            Region::Corridor(number) if number | 1 != self.passage | 1 => {
                self.passage = number + random.below(2) as u16;
            }
            Region::Corridor(_) | Region::Other => {}
        }
    }
}
