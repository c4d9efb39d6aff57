//! How walkers go from room to room, as characters of games do: towards a room that was drawn, through one
//! passage after the other, around what is in the way, giving way to each other.
//!
//! In: the [`Rooms`] of a level; every frame, where everybody is. Out: where each heads for.
//! 1. A room is drawn. Of the passages that lead nearer to it one is drawn; its field tells the way there and through
//!    it.
//! 2. Through a narrow corridor everybody goes the same way, by turns of ten seconds; in the last of them nobody
//!    enters it, so that it is empty when the turn changes. A walker that finds a passage closed takes another, or
//!    strolls about.
//! 3. A walker that sees [somebody come](super::oncoming) keeps to the right, or to the left where that is nearer.
//! 4. A walker that gets nowhere steps aside for a moment, to the right as a rule; where that leads nowhere it steps back.
//!    Sometimes it draws another room.
//!
//! All that is remembered of a walker is in its [`Roamer`]; what passages are open follows from the time.

use crate::levels::rooms::{Region, Rooms};
use crate::random::Random;
use crate::walking::oncoming::{People, Side};
use glam::{DVec3, Vec3};
use std::sync::Arc;

/// Seconds for which everybody goes the same way through a narrow corridor, and for which it may be entered.
const TURN_SECONDS: u64 = 10;
const ENTER_SECONDS: u64 = 6;

/// One in so many of those who get nowhere goes elsewhere; one in so many who step aside does so to the left.
const ELSEWHERE: usize = 4;
const LEFT: usize = 4;

/// Rooms of which the nearest is drawn, so that not everybody walks through the middle of a level.
const DRAWN: usize = 4;

/// Cosine and sine of the angle by which one turns to pass somebody, 35 degrees, written out so that no platform's
/// library rounds them another way.
const PASSING: (f32, f32) = (0.819_152, 0.573_576_45);

/// No room, no passage, no cell.
const NO_ROOM: u16 = u16::MAX;
const NO_PASSAGE: u16 = u16::MAX;
const NO_CELL: u32 = u32::MAX;

/// The rooms, and which passages are open.
#[derive(Clone, Debug)]
pub struct Roads {
    rooms: Arc<Rooms>,
    people: People,
    /// Whole seconds since the walk began.
    second: u64,
}

/// Where one walker goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Roamer {
    /// The room that it was drawn.
    pub goal: u16,
    /// The passage that it goes through, or to.
    pub passage: u16,
    /// The cell it heads for; none while it strolls or steps aside.
    pub aim: u32,
}

impl Default for Roamer {
    fn default() -> Self {
        Self { goal: NO_ROOM, passage: NO_PASSAGE, aim: NO_CELL }
    }
}

impl Roads {
    /// In these rooms.
    #[must_use]
    pub fn new(rooms: Arc<Rooms>) -> Self {
        Self { people: People::default(), second: 0, rooms }
    }

    /// Takes in where everybody is, metres, and what it desires, m/s, at a time in frames.
    pub fn look(&mut self, each: impl Iterator<Item = (Vec3, Vec3)> + Clone, frame: u64, hz: u64) {
        self.people.take_in(each);
        self.second = frame / hz.max(1);
    }

    /// Where one goes who heads for a level direction of length 1, with a speed in m/s, if somebody is in its way.
    #[must_use]
    pub fn around(&self, place: DVec3, ahead: Vec3, speed: f32) -> Option<Vec3> {
        let right = Vec3::new(-ahead.z, 0.0, ahead.x) * PASSING.1;
        let side = self.people.side(place.as_vec3(), ahead, speed)?;
        Some(ahead * PASSING.0 + if side == Side::Right { right } else { -right })
    }

    /// Whether one may enter a passage.
    fn is_open(&self, passage: u16) -> bool {
        let is_turn = || self.turn_of(passage) == passage && self.second % TURN_SECONDS < ENTER_SECONDS;
        !self.rooms.is_narrow(passage) || is_turn()
    }

    /// Which way everybody goes now through the narrow corridor of a passage. Corridors side by side go opposite ways.
    fn turn_of(&self, passage: u16) -> u16 {
        let turn = u64::from(passage >> 1) + self.second / TURN_SECONDS;
        passage & !1 | (turn % 2) as u16
    }
}

impl Roamer {
    /// Whether it heads for a cell, and neither strolls nor steps aside.
    #[must_use]
    pub fn has_aim(&self) -> bool {
        self.aim != NO_CELL
    }

    /// Where it heads for from a place: the middle of a cell, at the height of the place, and whether that is another
    /// cell than before. `None`: it knows no way, and strolls.
    pub fn aim(&mut self, place: DVec3, roads: &Roads, random: &mut Random) -> Option<(Vec3, bool)> {
        self.choose(place, roads, random);
        let ahead = roads.rooms.ahead(self.passage, place);
        let (cell, middle) = ahead.unwrap_or((NO_CELL, Vec3::ZERO));
        let is_new = std::mem::replace(&mut self.aim, cell) != cell;
        ahead.map(|_| (middle, is_new))
    }

    /// The velocity with which it steps aside when it gets nowhere with `velocity`; both in m/s.
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

    /// Draws a passage where it needs one.
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
                        // Another than this.
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
            // Somebody may have been pushed into another than its own.
            Region::Corridor(number) if number | 1 != self.passage | 1 => {
                self.passage = number + random.below(2) as u16;
            }
            Region::Corridor(_) | Region::Other => {}
        }
    }
}
