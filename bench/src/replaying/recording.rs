//! A run of a crowd as a file: its start, and the changes from outside between its steps.
//!
//! In: the data of the [`Recorder`](super::recorder::Recorder). Out: bytes; and from bytes the run, or a [`FileError`]
//! that names the fault.
//!
//! The fields, one after the other:
//! 1. The words that name the level, and a hash of its triangles. Its motion is a function of scene and frame.
//! 2. The settings of the run: seed, speed, behaviour, frames in a second, frames between checks. The replay needs only
//!    the time step of these.
//! 3. Number of earlier frames, frames of the run, the profile, and the placements of instances that had moved before
//!    (none in a run from the beginning).
//! 4. A state and an input of each character: their differences from the one before.
//! 5. A block for each frame, and one for the changes after the last: changes of states (of teleported characters),
//!    changes of inputs. A frame without changes takes two bytes.
//! 6. The state hash after every [`HASH_EVERY`] frames, and at the end.

use crate::replaying::changes::Change;
use crate::replaying::fields::{Reader, Writer};
use crate::replaying::file::{FileError, Kind, closed, opened};
use crate::replaying::plain::{
    INPUT, STATE, input_of, read_profile, state_of, words_of, words_of_input, write_profile,
};
use crate::walking::settings::Settings;
use crate::walking::walkers::Manner;
use glam::Vec3;
use sweep8::{CharacterProfile, CharacterSettings, CharacterState, MoveInput, Placement};

/// Number of frames from one state hash in a recording to the next.
pub const HASH_EVERY: u64 = 60;

/// Minimum number of bytes that one character's start takes in a recording's file.
const CHARACTER: usize = 2;
/// Minimum number of bytes that one frame takes in a recording's file.
const FRAME: usize = 2;
/// Minimum number of bytes that one instance that has moved takes in a recording's file.
const MOVED: usize = 53;

/// Maximum number of frames before the recording begins that a recording's file may state.
const MOST_FRAMES: u64 = 1 << 40;
/// Maximum number of frames per second that a recording's file may state.
const MOST_HZ: u32 = 1_000_000;

/// A recorded run of a crowd, which can be repeated bit for bit.
#[derive(Clone, Debug)]
pub struct Recording {
    /// Text that names the scene or file of the level, from which a replay can build the level again.
    pub level: String,
    /// [Hash of the level's triangles](crate::walking::stage::Ground::hash), to detect another level.
    pub level_hash: u64,
    /// Settings of the recorded walk; number of threads and backend come from the process that replays the recording.
    pub settings: Settings,
    /// Number of frames walked before the recording begins.
    pub first: u64,
    /// Profile of all characters in the run.
    pub profile: CharacterProfile,
    /// Instances that had moved before the run: instance index, ascending, and placement at the start in world space.
    pub moved: Vec<(u32, Placement)>,
    /// State and input of each character at the start of the run, in the order of character indices.
    pub starts: Vec<(CharacterState, MoveInput)>,
    /// Encoded changes of states and inputs by the program: a block before each frame, and one after the last frame.
    pub(super) blocks: Vec<u8>,
    /// State hashes of the crowd: one after every [`HASH_EVERY`] frames, and one at the end of the run.
    pub hashes: Vec<u64>,
}

/// Changes of characters' states and inputs that the program made between two steps of the crowd.
pub(super) struct Block {
    pub(super) states: Vec<Change<STATE>>,
    pub(super) inputs: Vec<Change<INPUT>>,
}

impl Block {
    pub(super) fn write(&self, writer: &mut Writer) {
        Change::write(writer, &self.states);
        Change::write(writer, &self.inputs);
    }

    pub(super) fn read(reader: &mut Reader<'_>, characters: usize) -> Option<Self> {
        Some(Self { states: Change::read(reader, characters)?, inputs: Change::read(reader, characters)? })
    }
}

impl Recording {
    /// Returns the number of recorded frames.
    #[must_use]
    pub fn frames(&self) -> u64 {
        self.settings.frames as u64
    }

    /// Returns the state hash of the crowd at the end of the recorded run.
    #[must_use]
    pub fn end_hash(&self) -> u64 {
        self.hashes.last().copied().unwrap_or_default()
    }

    /// Encodes the recording as the bytes of a replay file.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        let &Self { ref level, level_hash, ref settings, first, ref profile, .. } = self;
        let mut writer = Writer::default();
        writer.text(level);
        writer.long(level_hash);
        writer.long(settings.seed);
        writer.floats(&[settings.speed]);
        writer.byte(Manner::ALL.iter().position(|&manner| manner == settings.manner).unwrap_or_default() as u8);
        for number in [u64::from(settings.hz), settings.verify_every as u64, first, settings.frames as u64] {
            writer.number(number);
        }
        write_profile(&mut writer, profile);
        writer.number(self.moved.len() as u64);
        for (index, placement) in &self.moved {
            writer.number((*index).into());
            writer.placement(placement);
        }
        writer.number(self.starts.len() as u64);
        let (mut state_before, mut input_before) = before_all();
        for (state, input) in &self.starts {
            let (state, input) = (words_of(state), words_of_input(input));
            Change::write(&mut writer, Change::between(0, &state_before, &state).as_slice());
            Change::write(&mut writer, Change::between(0, &input_before, &input).as_slice());
            (state_before, input_before) = (state, input);
        }
        writer.0.extend(&self.blocks);
        for &hash in &self.hashes {
            writer.long(hash);
        }
        closed(Kind::Recording, &writer.0)
    }

    /// Reads a run from the bytes of a file; threads and the backend come from `here`. Memory is in proportion to the
    /// bytes.
    ///
    /// # Errors
    /// [`FileError`] names the fault. The kernel checks states and inputs in the replay.
    pub fn from_bytes(bytes: &[u8], here: &Settings) -> Result<Self, FileError> {
        let mut reader = opened(Kind::Recording, bytes)?;
        let reader = &mut reader;
        let none = |what| move || FileError::Value { what, kind: Kind::Recording.name() };
        let level = reader.text().ok_or_else(none("words that name the level"))?;
        let level_hash = reader.long().ok_or_else(none("words that name the level"))?;
        let (settings, first) = read_settings(reader, here).ok_or_else(none("settings"))?;
        let profile = read_profile(reader, Kind::Recording)?;
        let moved = read_moved(reader).ok_or_else(none("instances"))?;
        let starts = read_starts(reader).ok_or_else(none("characters"))?;
        let &CharacterSettings { shape, mode, each_other, .. } = profile.settings();
        let settings = Settings { characters: starts.len(), shape, mode, each_other, ..settings };
        let from = reader.0;
        let frames = settings.frames as u64;
        for _ in 0..=frames {
            Block::read(reader, starts.len()).ok_or_else(none("frames"))?;
        }
        let blocks = from[..from.len() - reader.0.len()].to_vec();
        let hashes: Option<Vec<u64>> = (0..=frames / HASH_EVERY).map(|_| reader.long()).collect();
        let hashes = hashes.filter(|_| reader.0.is_empty()).ok_or_else(none("hashes"))?;
        Ok(Self { level, level_hash, settings, first, profile, moved, starts, blocks, hashes })
    }
}

/// Returns words of the default state and input, relative to which a file encodes the first character's start.
fn before_all() -> ([u32; STATE], [u32; INPUT]) {
    (words_of(&CharacterState::new(Vec3::ZERO)), words_of_input(&MoveInput::EARTH))
}

fn read_settings(reader: &mut Reader<'_>, here: &Settings) -> Option<(Settings, u64)> {
    let seed = reader.long()?;
    let [speed] = reader.floats()?;
    let manner = *Manner::ALL.get(usize::from(reader.byte()?))?;
    let hz = reader.index().filter(|hz| (1..=MOST_HZ).contains(hz))?;
    let verify_every = usize::try_from(reader.number()?).ok()?;
    let first = reader.number().filter(|first| *first <= MOST_FRAMES)?;
    let frames = reader.count(FRAME)?;
    Some((Settings { frames, hz, seed, speed, manner, verify_every, ..here.clone() }, first))
}

fn read_moved(reader: &mut Reader<'_>) -> Option<Vec<(u32, Placement)>> {
    let count = reader.count(MOVED)?;
    let moved: Option<Vec<_>> = (0..count).map(|_| Some((reader.index()?, reader.placement()?))).collect();
    moved.filter(|moved| moved.is_sorted_by(|(a, _), (b, _)| a < b))
}

fn read_starts(reader: &mut Reader<'_>) -> Option<Vec<(CharacterState, MoveInput)>> {
    let count = reader.count(CHARACTER)?;
    let (mut state, mut input) = before_all();
    let mut starts = Vec::with_capacity(count);
    for _ in 0..count {
        let Block { states, inputs } = Block::read(reader, 1)?;
        state = states.iter().fold(state, |state, change| change.applied(state));
        input = inputs.iter().fold(input, |input, change| change.applied(input));
        starts.push((state_of(state), input_of(input)));
    }
    Some(starts)
}
