//! The desired velocities of the characters: headings that change now and then.
//!
//! In: a seed, and every frame, the position of each walker. Out: its desired velocity. A walker keeps a heading for
//! some time; without progress for a third of a second it turns by a quarter, as people do in a corner. The turn hides
//! a fault which ends with the heading, so in a [mixed](Manner::Mixed) crowd every other walker is patient: it keeps
//! each heading for up to four seconds, even against an obstacle, and stands idle from time to time. Each walker has
//! its own random generator, so that its path does not depend on the number of others. No trigonometry: a heading is a
//! point of the disc, so that it has the same bits on every machine.
//!
//! A [roaming](Manner::Roaming) crowd goes from room to room, where the level [knows its rooms](super::roaming), and
//! its walkers jump from time to time.

use crate::levels::rooms::Rooms;
use crate::random::{Random, mix};
use crate::walking::roaming::{Roads, Roamer};
use glam::{DVec3, Vec3};
use std::fmt::{self, Display};
use std::str::FromStr;
use std::sync::Arc;

/// Frame rate for which the frame counts of the walkers are given, frames per second.
const HZ: usize = 60;

/// Minimum and maximum time for which a walker keeps a heading, in frames at 60 Hz: 1/3 s to 1.5 s.
const HEADING_FRAMES: (usize, usize) = (20, 90);

/// Maximum time for which a patient walker keeps a heading, in frames at 60 Hz: 4 s, twice the time that makes a character stuck.
const PATIENT_FRAMES: usize = 240;

/// One in this many headings of a patient walker is zero: the walker stands idle, and slides on ground too steep to stand.
const IDLE_EVERY: usize = 5;

/// Number of frames, at 60 Hz, without progress after which a walker turns.
const PATIENCE: usize = 20;
/// Minimum distance that a walker must move to make progress, metres.
const PROGRESS: f64 = 0.05;

/// Speed of the slowest walker, as a fraction of the maximum speed of all walkers.
const SLOWEST_PART: f32 = 0.5;

/// Longest time, in frames, until a roaming walker updates its aim; also the time for which it evades another one or
/// steps aside.
const ROAMING_FRAMES: usize = 30;
const PASSING_FRAMES: usize = 6;
const ASIDE_FRAMES: (usize, usize) = (8, 24);

/// Mean time between two jumps of a roaming walker, seconds.
const JUMP_SECONDS: usize = 12;
/// Upward speed at which a walker jumps, m/s: 0.6 m high.
const JUMP_SPEED: f32 = 3.5;

/// Manner in which walkers choose their desired velocities.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Manner {
    /// Walkers follow random headings; a walker that makes no progress takes another heading.
    #[default]
    Turning,
    /// Walkers with even indices change heading when they make no progress; those with odd indices keep on pressing against obstacles.
    Mixed,
    /// Walkers go from room to room, evade each other and jump at times; on a level without rooms they behave as in `Turning`.
    Roaming,
}

impl Manner {
    /// List of every manner of walking.
    pub const ALL: [Self; 3] = [Self::Turning, Self::Mixed, Self::Roaming];

    /// Returns the name of the manner on the command line.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Turning => "turning",
            Self::Mixed => "mixed",
            Self::Roaming => "roaming",
        }
    }
}

impl Display for Manner {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Manner {
    type Err = String;

    fn from_str(name: &str) -> Result<Self, String> {
        let named = Self::ALL.into_iter().find(|manner| manner.name() == name);
        named.ok_or_else(|| {
            let [turning, mixed, roaming] = Self::ALL.map(Self::name);
            format!("walkers are {turning}, {mixed} or {roaming}")
        })
    }
}

/// Desired velocities of all walkers, with the states that determine the walkers' next velocities.
#[derive(Clone, Debug)]
pub struct Walkers {
    each: Vec<Walker>,
    manner: Manner,
    hz: usize,
    /// Rooms and passages for roaming walkers; `None` on a level without rooms.
    roads: Option<Roads>,
}

#[derive(Clone, Debug)]
struct Walker {
    random: Random,
    velocity: Vec3,
    speed: f32,
    frames_left: usize,
    /// Centre of the walker where it last made progress, without its displacement by moving ground, metres.
    anchor: DVec3,
    /// Number of frames since the walker's last progress.
    waiting: usize,
    roamer: Roamer,
}

/// State of a walker that determines its next desired velocities.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct WalkerState {
    /// State of the walker's random generator, see [`Random::state`].
    pub random: u64,
    /// Current desired velocity of the walker, world space, m/s.
    pub velocity: Vec3,
    /// Speed of the walker's desired velocity when it walks, m/s.
    pub speed: f32,
    /// Number of frames until the walker chooses a new heading.
    pub frames_left: u32,
    /// Centre of the walker where it last made progress, without its displacement by moving ground, world space, metres.
    pub anchor: DVec3,
    /// Number of frames since the walker last made progress.
    pub waiting: u32,
    /// Route of the walker, if it roams from room to room.
    pub roamer: Roamer,
}

impl Walkers {
    /// Creates a walker at each of `starts` (metres), of random full speeds from `speed / 2` to `speed`, m/s; `Turning`, at 60 Hz.
    #[must_use]
    pub fn new(starts: &[DVec3], speed: f32, seed: u64) -> Self {
        let walker = |(number, &anchor): (u64, &DVec3)| {
            let mut random = Random::new(mix(seed) ^ mix(number.wrapping_add(1)));
            let speed = speed * random.range_f32(SLOWEST_PART, 1.0);
            Walker {
                random,
                velocity: Vec3::ZERO,
                speed,
                frames_left: 0,
                anchor,
                waiting: 0,
                roamer: Roamer::default(),
            }
        };
        let each = (0..).zip(starts).map(walker).collect();
        Self { each, manner: Manner::Turning, hz: HZ, roads: None }
    }

    /// Creates walkers that continue from saved states, with `Manner::Turning`, at 60 Hz.
    #[must_use]
    pub fn going_on(states: impl IntoIterator<Item = WalkerState>) -> Self {
        let walker = |state: WalkerState| {
            let WalkerState { random, velocity, speed, frames_left, anchor, waiting, roamer } = state;
            let [frames_left, waiting] = [frames_left, waiting].map(|frames| frames as usize);
            Walker { random: Random::new(random), velocity, speed, frames_left, anchor, waiting, roamer }
        };
        Self { each: states.into_iter().map(walker).collect(), manner: Manner::Turning, hz: HZ, roads: None }
    }

    /// Iterates over the states of all walkers, in the order of walker indices.
    pub fn states(&self) -> impl Iterator<Item = WalkerState> + '_ {
        self.each.iter().map(|walker| {
            let &Walker { ref random, velocity, speed, frames_left, anchor, waiting, roamer } = walker;
            let [frames_left, waiting] = [frames_left, waiting].map(|frames| frames as u32);
            WalkerState { random: random.state(), velocity, speed, frames_left, anchor, waiting, roamer }
        })
    }

    /// Sets the manner and the frame rate (Hz) of the walkers.
    #[must_use]
    pub fn with_manner(self, manner: Manner, hz: u32) -> Self {
        Self { manner, hz: hz as usize, ..self }
    }

    /// Gives the walkers the rooms of their level to roam in; `None` on a level without rooms.
    #[must_use]
    pub fn among(self, rooms: Option<Arc<Rooms>>) -> Self {
        let rooms = rooms.filter(|_| self.manner == Manner::Roaming);
        Self { roads: rooms.map(Roads::new), ..self }
    }

    /// Shows all walkers' positions (metres) before frame `frame` (from 0) to roaming walkers, so that they evade each other.
    pub fn look(&mut self, positions: &[DVec3], frame: u64) {
        if let Some(roads) = &mut self.roads {
            let each = self.each.iter().zip(positions);
            roads.look(each.map(|(walker, place)| (place.as_vec3(), walker.velocity)), frame, self.hz as u64);
        }
    }

    /// Advances walker `index` at `position` (metres) by one frame; returns its desired velocity, m/s, if it chose a new one.
    pub fn turn(&mut self, index: usize, position: DVec3) -> Option<Vec3> {
        let is_patient = self.is_patient(index);
        let walker = self.each.get_mut(index)?;
        match &self.roads {
            Some(roads) => walker.roam(position, roads, self.hz),
            None => walker.turn(position, is_patient, self.hz),
        }
    }

    /// Draws whether walker `index` jumps in this frame; returns the upward jump speed, m/s, or `None` without a jump.
    pub fn jump(&mut self, index: usize) -> Option<f32> {
        let jumps = self.manner == Manner::Roaming;
        let walker = self.each.get_mut(index).filter(|_| jumps)?;
        (walker.random.below(JUMP_SECONDS * self.hz) == 0).then_some(JUMP_SPEED)
    }

    /// Returns true if walker `index` is patient: it keeps its heading even if it makes no progress.
    #[must_use]
    pub fn is_patient(&self, index: usize) -> bool {
        self.manner == Manner::Mixed && index % 2 == 1
    }

    /// Returns the desired velocity of walker `index`, world space, m/s.
    #[must_use]
    pub fn velocity(&self, index: usize) -> Vec3 {
        self.each.get(index).map_or(Vec3::ZERO, |walker| walker.velocity)
    }
}

impl Walker {
    fn turn(&mut self, position: DVec3, is_patient: bool, hz: usize) -> Option<Vec3> {
        let frames = |frames| frames_at(hz, frames);
        let gave_up = self.gives_up(position, !is_patient, hz);
        if self.frames_left > 0 && !gave_up {
            self.frames_left -= 1;
            return None;
        }
        let (shortest, longest) = (HEADING_FRAMES.0, if is_patient { PATIENT_FRAMES } else { HEADING_FRAMES.1 });
        self.frames_left = frames(shortest) + self.random.below(frames(longest) - frames(shortest));
        self.velocity = if is_patient && self.random.below(IDLE_EVERY) == 0 {
            Vec3::ZERO
        } else if gave_up {
            Vec3::new(-self.velocity.z, 0.0, self.velocity.x)
        } else {
            heading(&mut self.random) * self.speed
        };
        Some(self.velocity)
    }

    /// Advances a roaming walker at `position` (metres) by one frame; returns its desired velocity, m/s, if it chose a new one.
    fn roam(&mut self, position: DVec3, roads: &Roads, hz: usize) -> Option<Vec3> {
        let mut drawn = |(shortest, longest): (usize, usize)| {
            frames_at(hz, shortest) + self.random.below(frames_at(hz, longest) - frames_at(hz, shortest))
        };
        let (aside, stroll) = (drawn(ASIDE_FRAMES), drawn(HEADING_FRAMES));
        if let Some(times) = self.in_vain(position, hz) {
            let to_side = self.roamer.give_way(position, self.velocity, roads, &mut self.random);
            // If a step aside did not help, it steps back.
            self.velocity = if times == 1 { to_side } else { -self.velocity };
            self.frames_left = aside;
            return Some(self.velocity);
        }
        let is_due = self.frames_left == 0;
        self.frames_left = self.frames_left.saturating_sub(1);
        if !is_due && !self.roamer.has_aim() {
            return None;
        }
        let aim = self.roamer.aim(position, roads, &mut self.random);
        let way = aim.map_or(Vec3::ZERO, |(aim, _)| (aim - position.as_vec3()).with_y(0.0).normalize_or_zero());
        match aim {
            Some((_, is_new)) if way != Vec3::ZERO => {
                let around = roads.around(position, way, self.speed);
                if around.is_none() && !is_due && !is_new {
                    return None;
                }
                let frames = if around.is_some() { PASSING_FRAMES } else { ROAMING_FRAMES };
                (self.velocity, self.frames_left) = (around.unwrap_or(way) * self.speed, frames_at(hz, frames));
            }
            _ => (self.velocity, self.frames_left) = (heading(&mut self.random) * self.speed, stroll),
        }
        Some(self.velocity)
    }

    /// Returns how many times in a row the walker has run out of patience at this place; `None` in the frames between.
    fn in_vain(&mut self, position: DVec3, hz: usize) -> Option<usize> {
        let (waiting, patience) = (self.waits(position), frames_at(hz, PATIENCE));
        (waiting > 0 && waiting.is_multiple_of(patience)).then_some(waiting / patience)
    }

    /// Returns true, and starts counting anew, if the walker has made no progress for too long and `may` allows giving up.
    fn gives_up(&mut self, position: DVec3, may: bool, hz: usize) -> bool {
        let gives_up = self.waits(position) >= frames_at(hz, PATIENCE) && may;
        if gives_up {
            (self.anchor, self.waiting) = (position, 0);
        }
        gives_up
    }

    /// Updates and returns the walker's number of frames without progress, including this frame; `position` in metres.
    fn waits(&mut self, position: DVec3) -> usize {
        self.waiting = if position.distance(self.anchor) < PROGRESS { self.waiting + 1 } else { 0 };
        if self.waiting == 0 {
            self.anchor = position;
        }
        self.waiting
    }
}

/// Converts a number of frames at 60 Hz to frames at `hz`.
fn frames_at(hz: usize, frames: usize) -> usize {
    (frames * hz / HZ).max(1)
}

/// Draws a random horizontal unit vector.
fn heading(random: &mut Random) -> Vec3 {
    loop {
        let point = Vec3::new(random.range_f32(-1.0, 1.0), 0.0, random.range_f32(-1.0, 1.0));
        let square = point.length_squared();
        if square > 0.01 && square <= 1.0 {
            return point / square.sqrt();
        }
    }
}
