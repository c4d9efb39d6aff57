//! What the characters want: headings that change now and then.
//!
//! In: a seed, and every frame where each walker is. Out: its desired velocity. A heading is kept for some time;
//! who gets nowhere with it for a third of a second turns by a quarter, as people do in a corner. That hides a fault
//! which ends with the heading, so in a [mixed](Manner::Mixed) crowd every other walker is patient: it keeps each
//! heading for up to four seconds, whatever is in the way, and stands idle now and then. Each walker draws
//! from a generator of its own, so that its way does not depend on how many others there are. No trigonometry: a
//! heading is a point of the disc, so that it has the same bits on every machine.

use crate::random::{Random, mix};
use glam::{DVec3, Vec3};
use std::fmt::{self, Display};
use std::str::FromStr;

/// Frames in a second for which the numbers of frames below are meant.
const HZ: usize = 60;

/// Shortest and longest time that a heading is kept, in frames: 1/3 s to 1.5 s.
const HEADING_FRAMES: (usize, usize) = (20, 90);

/// Longest time that a patient walker keeps a heading, in frames: 4 s, twice what makes a character stuck.
const PATIENT_FRAMES: usize = 240;

/// Of so many headings of a patient walker one is to stand idle, so that it slides where it cannot stand.
const IDLE_EVERY: usize = 5;

/// Frames without progress after which a walker turns, and what counts as progress, metres.
const PATIENCE: usize = 20;
const PROGRESS: f64 = 0.05;

/// Slowest walker, as part of the given speed.
const SLOWEST_PART: f32 = 0.5;

/// What walkers do that get nowhere.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Manner {
    /// Everybody turns.
    #[default]
    Turning,
    /// Those with even numbers turn, those with odd numbers are patient.
    Mixed,
}

impl Manner {
    /// Every manner.
    pub const ALL: [Self; 2] = [Self::Turning, Self::Mixed];

    /// What it is called at the command line.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Turning => "turning",
            Self::Mixed => "mixed",
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
        named.ok_or_else(|| format!("walkers are {}", Self::ALL.map(Self::name).join(" or ")))
    }
}

/// The desired velocities of all walkers.
#[derive(Clone, Debug)]
pub struct Walkers {
    each: Vec<Walker>,
    manner: Manner,
    hz: usize,
}

#[derive(Clone, Debug)]
struct Walker {
    random: Random,
    velocity: Vec3,
    speed: f32,
    frames_left: usize,
    /// Where it last got on, and for how many frames it has not since.
    anchor: DVec3,
    waiting: usize,
}

/// All that a walker goes on from.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct WalkerState {
    /// See [`Random::state`].
    pub random: u64,
    /// Its desired velocity, m/s.
    pub velocity: Vec3,
    /// Its speed, m/s.
    pub speed: f32,
    /// Frames until it changes its heading.
    pub frames_left: u32,
    /// Where it last got on, metres.
    pub anchor: DVec3,
    /// For how many frames it has not since.
    pub waiting: u32,
}

impl Walkers {
    /// One walker at each of `starts` (metres), with speeds of half of `speed` to `speed`, m/s; all turn, at 60 Hz.
    #[must_use]
    pub fn new(starts: &[DVec3], speed: f32, seed: u64) -> Self {
        let walker = |(number, &anchor): (u64, &DVec3)| {
            let mut random = Random::new(mix(seed) ^ mix(number.wrapping_add(1)));
            let speed = speed * random.range(SLOWEST_PART, 1.0);
            Walker { random, velocity: Vec3::ZERO, speed, frames_left: 0, anchor, waiting: 0 }
        };
        let each = (0..).zip(starts).map(walker).collect();
        Self { each, manner: Manner::Turning, hz: HZ }
    }

    /// Walkers who go on from there; all turn, at 60 Hz.
    #[must_use]
    pub fn going_on(states: impl IntoIterator<Item = WalkerState>) -> Self {
        let walker = |state: WalkerState| {
            let WalkerState { random, velocity, speed, frames_left, anchor, waiting } = state;
            let [frames_left, waiting] = [frames_left, waiting].map(|frames| frames as usize);
            Walker { random: Random::new(random), velocity, speed, frames_left, anchor, waiting }
        };
        Self { each: states.into_iter().map(walker).collect(), manner: Manner::Turning, hz: HZ }
    }

    /// What each goes on from.
    pub fn states(&self) -> impl Iterator<Item = WalkerState> + '_ {
        self.each.iter().map(|walker| {
            let &Walker { ref random, velocity, speed, frames_left, anchor, waiting } = walker;
            let [frames_left, waiting] = [frames_left, waiting].map(|frames| frames as u32);
            WalkerState { random: random.state(), velocity, speed, frames_left, anchor, waiting }
        })
    }

    /// The same walkers in a manner, with so many frames in a second.
    #[must_use]
    pub fn with_manner(self, manner: Manner, hz: u32) -> Self {
        Self { manner, hz: hz as usize, ..self }
    }

    /// Advances walker `index`, who is at `position` (metres), by one frame; its new velocity, m/s, if it turned.
    pub fn turn(&mut self, index: usize, position: DVec3) -> Option<Vec3> {
        let is_patient = self.is_patient(index);
        self.each.get_mut(index)?.turn(position, is_patient, self.hz)
    }

    /// Whether walker `index` keeps a heading with which it gets nowhere.
    #[must_use]
    pub fn is_patient(&self, index: usize) -> bool {
        self.manner == Manner::Mixed && index % 2 == 1
    }

    /// The desired velocity of walker `index`, m/s.
    #[must_use]
    pub fn velocity(&self, index: usize) -> Vec3 {
        self.each.get(index).map_or(Vec3::ZERO, |walker| walker.velocity)
    }
}

impl Walker {
    fn turn(&mut self, position: DVec3, is_patient: bool, hz: usize) -> Option<Vec3> {
        let frames = |frames: usize| (frames * hz / HZ).max(1);
        self.waiting = if position.distance(self.anchor) < PROGRESS { self.waiting + 1 } else { 0 };
        let gave_up = !is_patient && self.waiting >= frames(PATIENCE);
        if self.waiting == 0 || gave_up {
            (self.anchor, self.waiting) = (position, 0);
        }
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
}

/// A horizontal unit vector.
fn heading(random: &mut Random) -> Vec3 {
    loop {
        let point = Vec3::new(random.range(-1.0, 1.0), 0.0, random.range(-1.0, 1.0));
        let square = point.length_squared();
        if square > 0.01 && square <= 1.0 {
            return point / square.sqrt();
        }
    }
}
