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

/// Report of the replay of a recorded run, as a table or as JSON.
#[derive(Clone, Debug, Serialize)]
pub struct ReplayReport {
    /// Name of the scene or level file.
    pub level: String,
    /// Number of characters in the run.
    pub characters: usize,
    /// Number of frames in the recording.
    pub frames: usize,
    /// Number of frames walked before the recording began.
    pub frames_before: u64,
    /// Number of simulated frames per second.
    pub hz: u32,
    /// Number of threads of the replay.
    pub threads: usize,
    /// Random seed of start places and desired velocities.
    pub seed: u64,
    /// Name of the manner in which the walkers chose their desired velocities.
    pub walkers: &'static str,
    /// Name of the characters' move mode.
    pub mode: &'static str,
    /// Radii of the characters' ellipsoid, metres.
    pub radii: [f32; 3],
    /// Half the length of the characters' spine, metres; 0 for ellipsoids.
    pub half_length: f32,
    /// Name of the kernel's SIMD backend in the replay.
    pub backend: &'static str,
    /// Number of surfaces that characters touched, summed over all moves of the run.
    pub contacts: u64,
    /// State hash of the crowd at the end of the replay, hexadecimal.
    pub state_hash: String,
    /// State hash of the crowd at the end of the recording, hexadecimal.
    pub recorded_hash: String,
    /// True if every state hash of the replay equals the recorded one.
    pub same: bool,
    /// First frame, from 1, whose state hash differs from the recorded one; `None` if no hash differs.
    pub parted_at: Option<u64>,
}

impl ReplayReport {
    /// Builds the report of the replay of `recording` on the level named `level`.
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
            half_length: settings.shape.half_length(),
            backend: settings.backend.name(),
            contacts: replayed.totals.contacts,
            state_hash: format!("{:016x}", replayed.state_hash),
            recorded_hash: format!("{:016x}", replayed.recorded_hash),
            same: replayed.is_same(),
            parted_at: replayed.parted_at,
        }
    }

    /// Returns a sentence about the first difference from the recording; `None` if there is none.
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

/// Report of the repetition of one recorded move, as a table or as JSON.
#[derive(Clone, Debug, Serialize)]
pub struct MoveReport {
    /// Text that names the level of the move.
    pub level: String,
    /// Frame of the run in which the move was made, from 1.
    pub frame: u64,
    /// Index of the character that moves.
    pub character: u32,
    /// Time step of the move, seconds.
    pub seconds: f32,
    /// Number of instances in the file of the move.
    pub instances: usize,
    /// Number of triangles in the file of the move; 0 if the move can be repeated only with its level.
    pub triangles: usize,
    /// True if the move can be repeated only with its level.
    pub needs_level: bool,
    /// Name of the character's status at the end of the move.
    pub status: String,
    /// Position of the character's centre at the end of the move, world space, metres.
    pub position: [f32; 3],
    /// True if the state after the repeated move has the recorded bits.
    pub same: bool,
    /// Descriptions of the fields of the character's state after the move that differ from the recording.
    pub differences: Vec<String>,
}

impl MoveReport {
    /// Builds the report of a repeated move; `differences` are the fields in which its result differs from the recorded state.
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

    /// Returns a sentence about the differences from the recording; `None` if there are none.
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
