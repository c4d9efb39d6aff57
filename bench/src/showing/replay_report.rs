//! The report of a replay, of a run or of one move: one JSON object for programs, a short table for people.

use crate::drawing::numbers::{counted, grouped};
use crate::replaying::one_move::Move;
use crate::replaying::plain::Difference;
use crate::replaying::recording::{HASH_EVERY, Recording};
use crate::replaying::replay::Replayed;
use crate::walking::settings::name_of;
use serde::Serialize;
use std::fmt::{self, Display};
use sweep8::SlideStatus;

/// The figures of a replayed run.
#[derive(Clone, Debug, Serialize)]
pub struct ReplayReport {
    /// Name of the scene or file.
    pub level: String,
    /// Characters.
    pub characters: usize,
    /// Frames.
    pub frames: usize,
    /// Frames before the recorded run.
    pub frames_before: u64,
    /// Frames in a second.
    pub hz: u32,
    /// Threads.
    pub threads: usize,
    /// Seed of places and desired velocities.
    pub seed: u64,
    /// Behaviour of the walkers.
    pub walkers: &'static str,
    /// Mode of moves.
    pub mode: &'static str,
    /// Radii of the characters, metres.
    pub radii: [f32; 3],
    /// Lane backend of the kernel.
    pub backend: &'static str,
    /// Number of touched surfaces over all moves.
    pub contacts: u64,
    /// Hash of the whole state at the end, hexadecimal.
    pub state_hash: String,
    /// The recorded hash.
    pub recorded_hash: String,
    /// True if every hash equals the recorded one.
    pub same: bool,
    /// The first frame whose hash differs from the recorded one.
    pub parted_at: Option<u64>,
}

impl ReplayReport {
    /// The figures of a replay on a level.
    #[must_use]
    pub fn new(level: &str, recording: &Recording, replayed: &Replayed) -> Self {
        let settings = &recording.settings;
        Self {
            level: level.to_owned(),
            characters: settings.characters,
            frames: settings.frames,
            frames_before: recording.first,
            hz: settings.hz,
            threads: replayed.threads,
            seed: settings.seed,
            walkers: settings.manner.name(),
            mode: name_of(settings.mode),
            radii: settings.shape.radii().to_array(),
            backend: settings.backend.name(),
            contacts: replayed.totals.contacts,
            state_hash: format!("{:016x}", replayed.state_hash),
            recorded_hash: format!("{:016x}", replayed.recorded_hash),
            same: replayed.is_same(),
            parted_at: replayed.parted_at,
        }
    }

    /// The first difference from the recording, in words, if there is one.
    #[must_use]
    pub fn parted(&self) -> Option<String> {
        let at = self.parted_at?;
        let after = at.saturating_sub(1) / HASH_EVERY * HASH_EVERY;
        Some(format!("the run must have the recorded hashes, and differs between frames {after} and {at}"))
    }
}

impl Display for ReplayReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (characters, frames) = (counted(self.characters, "character"), counted(self.frames, "frame"));
        let threads = counted(self.threads, "thread");
        line(f, "level", &self.level)?;
        line(f, "moves", &format_args!("{characters}, {frames}, {threads}, {} Hz", self.hz))?;
        line(f, "contacts", &grouped(self.contacts))?;
        line(f, "state hash", &self.state_hash)?;
        line(f, "recorded", &self.recorded_hash)?;
        match self.parted_at {
            None => line(f, "replay", &"the recorded bits"),
            Some(at) => line(f, "replay", &format_args!("other bits, first seen in frame {}", grouped(at))),
        }
    }
}

/// The result of one replayed move.
#[derive(Clone, Debug, Serialize)]
pub struct MoveReport {
    /// Words that name the level of the move.
    pub level: String,
    /// The frame of the move, from 1.
    pub frame: u64,
    /// Index of the character.
    pub character: u32,
    /// Time step, seconds.
    pub seconds: f32,
    /// Instances in the file of the move.
    pub instances: usize,
    /// Triangles in the file of the move; 0 if it needs its level.
    pub triangles: usize,
    /// True if the move needs its level.
    pub needs_level: bool,
    /// Status at the end of the move.
    pub status: String,
    /// Position at the end of the move, metres.
    pub position: [f32; 3],
    /// True if the result has the recorded bits.
    pub same: bool,
    /// The fields of the state that differ.
    pub differences: Vec<String>,
}

impl MoveReport {
    /// The report of a move and its differences from the recording.
    #[must_use]
    pub fn new(one: &Move, differences: &[Difference]) -> Self {
        let status: SlideStatus = one.after.status();
        Self {
            level: one.origin.level.clone(),
            frame: one.origin.frame,
            character: one.origin.character,
            seconds: one.seconds,
            instances: one.instances.len(),
            triangles: one.triangle_count(),
            needs_level: one.is_whole,
            status: format!("{status:?}"),
            position: one.after.position.to_vec3().to_array(),
            same: differences.is_empty(),
            differences: differences.iter().map(Difference::to_string).collect(),
        }
    }

    /// The differences, in words, if there are any.
    #[must_use]
    pub fn parted(&self) -> Option<String> {
        let differences = self.differences.join("; ");
        (!self.same).then(|| format!("the move must give the recorded bits: {differences}"))
    }
}

impl Display for MoveReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        line(f, "level", &self.level)?;
        line(f, "move", &format_args!("frame {}, character {}", grouped(self.frame), grouped(self.character.into())))?;
        if self.needs_level {
            line(f, "triangles", &"those of the level")?;
        } else {
            let instances = counted(self.instances, "instance");
            line(f, "triangles", &format_args!("{} of {instances}", grouped(self.triangles as u64)))?;
        }
        let [x, y, z] = self.position;
        line(f, "ended", &format_args!("{} at {x}, {y}, {z}", self.status))?;
        line(f, "replay", if self.same { &"the recorded bits" } else { &"other bits" })
    }
}

fn line(f: &mut fmt::Formatter<'_>, name: &str, value: &dyn Display) -> fmt::Result {
    writeln!(f, "  {name:<22}{value}")
}
