//! A walk as bytes, and back: another process can continue it, with the same bits at its end.
//!
//! In: the state of a [walk](super::walk). Out: bytes; and from bytes the state, or a [`SavedWalkError`] that names the
//! fault.
//!
//! Numbers are in the byte order of the machine, which the first one shows. Without padding: a header, the words that
//! name the level, a row for each walker, the crowd and the motion of the world as the kernel saves them, and a
//! checksum of all bytes before it. Rows have a fixed size. Machines are not saved: their places are a function of
//! time.

use crate::random::mix;
use crate::walking::roaming::Roamer;
use crate::walking::settings::Settings;
use crate::walking::walkers::{Manner, WalkerState};
use bytemuck::{AnyBitPattern, Pod, Zeroable};
use glam::{DVec3, Vec3};
use sweep8::{Axis, EachOther, Ellipsoid, EllipsoidError, MoveMode, RestoreError, Shape};
use thiserror::Error;

/// First eight bytes of the file of a saved walk, as a little-endian number.
const MAGIC: u64 = u64::from_le_bytes(*b"sweep8wk");

/// Version of the byte layout of a saved walk.
const VERSION: u32 = 4;

/// Number of bytes of the checksum at the end of a saved walk.
const CHECKSUM: usize = size_of::<u64>();

/// Maximum number of frames walked that a saved walk may state.
const MOST_FRAMES: u64 = 1 << 40;
/// Maximum speed of a walker that a saved walk may state, m/s.
const MOST_SPEED: f32 = 1_000.0;
/// Maximum absolute coordinate of a position that a saved walk may state, metres.
const FARTHEST: f64 = 16_777_216.0;

/// Saved state of a walk, from which another process can continue the walk.
#[derive(Clone, Debug)]
pub struct SavedWalk {
    /// Text that names the scene or file of the level, from which the level can be built again.
    pub level: String,
    /// [Hash of the level's triangles](super::stage::Ground::hash), to detect another level.
    pub level_hash: u64,
    /// Settings of the walk; number of frames, threads and backend come from the process that continues the walk.
    pub settings: Settings,
    /// Number of frames walked so far.
    pub frame: u64,
    /// Saved states of the walkers, in the order of walker indices.
    pub walkers: Vec<SavedWalker>,
    /// Bytes of the crowd from [`Crowd::save_into`](sweep8::Crowd::save_into).
    pub crowd: Vec<u8>,
    /// Bytes of the world's motion from [`World::save_motion_into`](sweep8::World::save_motion_into).
    pub motion: Vec<u8>,
}

/// State of a walker that a saved walk keeps in addition to the bytes of the crowd.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SavedWalker {
    /// State that determines the walker's next desired velocities.
    pub walker: WalkerState,
    /// Position to which the walker is put back after it leaves the level, world space, metres.
    pub start: Vec3,
    /// Total displacement by which moving ground has carried the walker, world space, metres.
    pub carried: DVec3,
    /// True from when a machine crushed the walker until the walker is clear of all machines.
    pub is_crushed: bool,
}

/// Error: a saved walk cannot continue.
#[derive(Clone, Debug, PartialEq, Error)]
pub enum SavedWalkError {
    /// Error: the bytes do not begin with the mark of a saved walk.
    #[error("it is not a saved walk of this byte order")]
    NotAWalk,
    /// Error: the saved walk has a version that this program cannot read.
    #[error("it is a saved walk of version {found}, must be {VERSION}: save again with this program")]
    Version {
        /// Version of the saved walk.
        found: u32,
    },
    /// Error: the bytes of the saved walk are too few or too many.
    #[error("it has {given} bytes, must have {expected}: it was cut short, or something was added")]
    Length {
        /// Actual number of bytes of the saved walk.
        given: usize,
        /// Number of bytes that the header of the saved walk implies.
        expected: u64,
    },
    /// Error: the checksum of the saved walk does not match its bytes.
    #[error("its checksum does not match: bytes were changed")]
    Checksum,
    /// Error: a number in the saved walk is out of range.
    #[error("its {what} cannot belong to a walk")]
    Value {
        /// Name of the number that is out of range.
        what: &'static str,
    },
    /// Error: the radii of the characters in the saved walk are refused.
    #[error("its shape is refused: {0}")]
    Shape(#[from] EllipsoidError),
    /// Error: the kernel refuses the saved crowd or the saved motion of the world.
    #[error("its {what} is refused: {cause}")]
    Refused {
        /// Name of the refused part: crowd or motion.
        what: &'static str,
        /// Error of the kernel, the reason for the refusal.
        cause: RestoreError,
    },
    /// Error: the saved walk was saved on another level.
    #[error("the level {level} has changed since the walk was saved")]
    Level {
        /// Name of the level on which the walk was to be continued.
        level: String,
    },
}

#[derive(Clone, Copy, Pod, Zeroable)]
#[repr(C)]
struct Header {
    magic: u64,
    version: u32,
    manner: u32,
    frame: u64,
    seed: u64,
    level_hash: u64,
    verify_every: u64,
    level: u64,
    characters: u64,
    crowd: u64,
    motion: u64,
    hz: u32,
    speed: f32,
    radii: Vec3,
    /// Half the length of the spine, metres.
    half_length: f32,
    /// Numeric code of the axis of the spine.
    axis: u32,
    /// Numeric codes of the move mode and of the response to other characters.
    codes: u32,
}

#[derive(Clone, Copy, Pod, Zeroable)]
#[repr(C)]
struct Row {
    random: u64,
    anchor: DVec3,
    carried: DVec3,
    velocity: Vec3,
    speed: f32,
    start: Vec3,
    frames_left: u32,
    waiting: u32,
    is_crushed: u32,
    goal: u16,
    passage: u16,
    aim: u32,
}

impl Header {
    /// Size in bytes of the saved walk that this header describes; `u64::MAX` if the sizes of its parts overflow.
    fn size(&self) -> u64 {
        let rows = self.characters.saturating_mul(size_of::<Row>() as u64);
        let parts = [self.level, self.crowd, self.motion, rows];
        parts.into_iter().fold((size_of::<Self>() + CHECKSUM) as u64, u64::saturating_add)
    }
}

impl SavedWalk {
    /// Encodes the walk as bytes.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        let settings = &self.settings;
        let header = Header {
            magic: MAGIC,
            version: VERSION,
            manner: place_of(settings.manner),
            frame: self.frame,
            seed: settings.seed,
            level_hash: self.level_hash,
            verify_every: settings.verify_every as u64,
            level: self.level.len() as u64,
            characters: self.walkers.len() as u64,
            crowd: self.crowd.len() as u64,
            motion: self.motion.len() as u64,
            hz: settings.hz,
            speed: settings.speed,
            radii: settings.shape.radii(),
            half_length: settings.shape.half_length(),
            axis: place_of_axis(settings.shape.axis()),
            codes: settings.mode as u32 | (settings.each_other as u32) << 1,
        };
        let mut bytes = bytemuck::bytes_of(&header).to_vec();
        bytes.extend_from_slice(self.level.as_bytes());
        for walker in &self.walkers {
            bytes.extend_from_slice(bytemuck::bytes_of(&Row::from(walker)));
        }
        bytes.extend_from_slice(&self.crowd);
        bytes.extend_from_slice(&self.motion);
        bytes.extend_from_slice(&checksum(&bytes).to_ne_bytes());
        bytes
    }

    /// Reads a walk from bytes; frames, threads and the backend of `settings` come from `here`.
    ///
    /// # Errors
    /// [`SavedWalkError`] names the fault. The kernel checks its own part when the walk continues.
    pub fn from_bytes(bytes: &[u8], here: &Settings) -> Result<Self, SavedWalkError> {
        if !bytes.starts_with(&MAGIC.to_ne_bytes()) {
            return Err(SavedWalkError::NotAWalk);
        }
        let (given, least) = (bytes.len(), size_of::<Header>() + CHECKSUM);
        if given < least {
            return Err(SavedWalkError::Length { given, expected: least as u64 });
        }
        let header: Header = read(bytes);
        if header.version != VERSION {
            return Err(SavedWalkError::Version { found: header.version });
        }
        if given as u64 != header.size() {
            return Err(SavedWalkError::Length { given, expected: header.size() });
        }
        let (all, sum) = bytes.split_at(given - CHECKSUM);
        if checksum(all).to_ne_bytes() != *sum {
            return Err(SavedWalkError::Checksum);
        }
        let mut rest = &all[size_of::<Header>()..];
        let mut take = |count: u64, size: usize| {
            let (taken, after) = rest.split_at(count as usize * size);
            rest = after;
            taken
        };
        let level = String::from_utf8(take(header.level, 1).to_vec());
        let rows = take(header.characters, size_of::<Row>()).chunks_exact(size_of::<Row>());
        let walkers: Option<Vec<_>> = rows.map(|row| read::<Row>(row).walker()).collect();
        Ok(Self {
            level: level.map_err(|_| SavedWalkError::Value { what: "words that name the level" })?,
            level_hash: header.level_hash,
            settings: header.settings(here)?,
            frame: header.frame,
            walkers: walkers.ok_or(SavedWalkError::Value { what: "walkers" })?,
            crowd: take(header.crowd, 1).to_vec(),
            motion: take(header.motion, 1).to_vec(),
        })
    }
}

impl Header {
    fn settings(&self, here: &Settings) -> Result<Settings, SavedWalkError> {
        let manner = Manner::ALL.get(self.manner as usize);
        let is_walk = self.hz > 0
            && self.verify_every > 0
            && self.characters > 0
            && self.frame <= MOST_FRAMES
            && (0.0..=MOST_SPEED).contains(&self.speed);
        let each_other = [EachOther::Ignore, EachOther::Soft, EachOther::Solid].get(self.codes as usize >> 1).copied();
        let (Some(&manner), Some(each_other), true) = (manner, each_other, is_walk) else {
            return Err(SavedWalkError::Value { what: "settings" });
        };
        let ellipsoid = Ellipsoid::new(self.radii)?;
        let shape = AXES.get(self.axis as usize).and_then(|&axis| Shape::swept(ellipsoid, axis, self.half_length).ok());
        let Some(shape) = shape else { return Err(SavedWalkError::Value { what: "spine" }) };
        Ok(Settings {
            characters: self.characters as usize,
            hz: self.hz,
            seed: self.seed,
            shape,
            speed: self.speed,
            manner,
            mode: if self.codes & 1 == 0 { MoveMode::Walk } else { MoveMode::Slide },
            each_other,
            verify_every: self.verify_every as usize,
            ..here.clone()
        })
    }
}

impl From<&SavedWalker> for Row {
    fn from(saved: &SavedWalker) -> Self {
        let &SavedWalker { walker, start, carried, is_crushed } = saved;
        let WalkerState { random, velocity, speed, frames_left, anchor, waiting, roamer } = walker;
        let (is_crushed, Roamer { goal, passage, aim }) = (is_crushed.into(), roamer);
        Self { random, anchor, carried, velocity, speed, start, frames_left, waiting, is_crushed, goal, passage, aim }
    }
}

impl Row {
    /// Converts a walker's row of a saved walk to the walker; `None` if a number is out of range.
    fn walker(self) -> Option<SavedWalker> {
        let Self { random, anchor, carried, velocity, speed, start, frames_left, waiting, is_crushed, .. } = self;
        let roamer = Roamer { goal: self.goal, passage: self.passage, aim: self.aim };
        let is_place = |place: DVec3| place.abs().max_element() <= FARTHEST && place.is_finite();
        let is_speed = |speed: f32| (0.0..=MOST_SPEED).contains(&speed);
        let is_walker = is_place(anchor) && is_place(start.as_dvec3()) && carried.is_finite() && is_crushed <= 1;
        // Rounding may make a heading longer than 1.
        let moves = is_speed(speed) && velocity.y == 0.0 && is_speed(velocity.length() * 0.999);
        let walker = WalkerState { random, velocity, speed, frames_left, anchor, waiting, roamer };
        (is_walker && moves).then_some(SavedWalker { walker, start, carried, is_crushed: is_crushed == 1 })
    }
}

/// All axes of a spine; a saved walk has the place in this list.
const AXES: [Axis; 3] = [Axis::X, Axis::Y, Axis::Z];

fn place_of_axis(axis: Axis) -> u32 {
    AXES.iter().position(|&one| one == axis).unwrap_or_default() as u32
}

fn place_of(manner: Manner) -> u32 {
    (0..).zip(Manner::ALL).find(|&(_, one)| one == manner).map_or(0, |(place, _)| place)
}

/// Reads a value of type `T` from the start of the bytes, which need not be aligned.
fn read<T: AnyBitPattern>(bytes: &[u8]) -> T {
    bytemuck::pod_read_unaligned(&bytes[..size_of::<T>()])
}

/// Computes a checksum of a file's bytes that depends on every byte and its position.
pub(crate) fn checksum(bytes: &[u8]) -> u64 {
    let chunks = bytes.chunks_exact(size_of::<u64>());
    let rest = chunks.remainder().iter().fold(bytes.len() as u64, |sum, &byte| mix(sum ^ u64::from(byte)));
    chunks.fold(mix(rest), |sum, chunk| mix(sum.wrapping_add(1) ^ u64::from_le(read(chunk))))
}
