//! Replays a recorded run.
//!
//! In: a [`Recording`] and its level. Out: whether the crowd had the recorded hashes; or moves of it, [cut
//! out](super::cut), which can be repeated alone.
//!
//! A replay has no walkers and no checks. It restores the crowd's start, sets the recorded inputs, and steps the crowd
//! on the same [stage](crate::walking::stage).

use crate::replaying::cut::{CutError, Moment, cut_out};
use crate::replaying::one_move::{Move, Origin};
use crate::replaying::player::{Player, Refused};
use crate::replaying::recording::{HASH_EVERY, Recording};
use crate::walking::stage::{Ground, Stage, StageError};
use sweep8::inspect::has_moved;
use sweep8::{Backend, CharacterState, EachOther, InputError, MoveInput, StepReport};
use thiserror::Error;

/// Error: a recording cannot be replayed on a level.
#[derive(Debug, Error)]
pub enum ReplayError {
    /// Error: the world of the level could not be built.
    #[error("{level} cannot be used: {cause}")]
    Stage {
        /// Name of the level for the replay.
        level: String,
        /// Reason why the world could not be built.
        cause: StageError,
    },
    /// Error: the recording was made on another level.
    #[error("the level {level} has changed since the run was recorded")]
    Level {
        /// Name of the level for the replay.
        level: String,
    },
    /// Error: the kernel refuses a recorded state or input of a character.
    #[error("before frame {frame}, of character {character}: {cause}")]
    Refused {
        /// Frame of the run before which the state or input was set, from 1.
        frame: u64,
        /// Index of the character with the refused state or input.
        character: usize,
        /// Error of the kernel, the reason for the refusal.
        cause: InputError,
    },
    /// Error: the recording moves an instance that the level does not have, or to a placement that the kernel refuses.
    #[error("its instance {index} does not match the level {level}: {cause}")]
    Instance {
        /// Name of the level for the replay.
        level: String,
        /// Index of the recorded instance in the world.
        index: u32,
        /// Error of the kernel, the reason for the refusal.
        cause: InputError,
    },
    /// Error: the kernel refuses the step because a machine moves too far in a frame.
    #[error("a machine of {level} moves too far in frame {frame}: {cause}")]
    Machine {
        /// Name of the level with the machine.
        level: String,
        /// Frame of the run that failed, from 1.
        frame: u64,
        /// Error of the kernel, the reason for the refusal.
        cause: InputError,
    },
    /// Error: the recording does not contain a move that is to be cut out.
    #[error("it has no move {frame}:{character}: frames are 1 to {frames}, characters 0 to {}", characters - 1)]
    NoMove {
        /// Frame of the requested move, from 1.
        frame: u64,
        /// Index of the character of the requested move.
        character: usize,
        /// Number of frames in the recording.
        frames: u64,
        /// Number of characters in the recording.
        characters: usize,
    },
    /// Error: a move cannot be cut out of the run into a file of its own.
    #[error(transparent)]
    Cut(#[from] CutError),
    /// Error: the threads of the replay could not be started.
    #[error("cannot start the threads: {0}")]
    Threads(#[from] rayon::ThreadPoolBuildError),
}

/// Result of the replay of a recorded run: state hashes, first difference and counts.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Replayed {
    /// State hash of the crowd at the end of the replay.
    pub state_hash: u64,
    /// State hash of the crowd at the end of the recording.
    pub recorded_hash: u64,
    /// First frame, from 1, whose state hash differs from the recorded one; `None` if no hash differs.
    pub parted_at: Option<u64>,
    /// Counts that the kernel reports, summed over all steps of the replay.
    pub totals: StepReport,
    /// Number of threads that stepped the crowd.
    pub threads: usize,
}

impl Replayed {
    /// Returns true if every state hash of the replay equals the recorded hash.
    #[must_use]
    pub fn is_same(&self) -> bool {
        self.parted_at.is_none()
    }
}

/// Position of a move in a run: frame, from 1, and index of the character.
pub type Place = (u64, usize);

/// Replays a run; `progress` gets the number of frames done.
///
/// # Errors
/// [`ReplayError`] names the mismatch.
pub fn replay(
    ground: Ground,
    recording: &Recording,
    threads: usize,
    progress: &(dyn Fn(u64) + Sync),
) -> Result<Replayed, ReplayError> {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build()?;
    pool.install(|| replay_here(ground, recording, progress))
}

/// Replays a run on the threads of the current pool.
///
/// # Errors
/// As [`replay`].
pub fn replay_here(
    ground: Ground,
    recording: &Recording,
    progress: &(dyn Fn(u64) + Sync),
) -> Result<Replayed, ReplayError> {
    let mut parted_at = None;
    let mut totals = StepReport::default();
    let mut run = Run::new(ground, recording)?;
    for frame in 1..=recording.frames() {
        run.turn(frame)?;
        totals = totals + run.step(frame)?;
        if frame.is_multiple_of(HASH_EVERY) {
            let recorded = recording.hashes.get((frame / HASH_EVERY - 1) as usize);
            if recorded != Some(&run.player.crowd.state_hash()) {
                parted_at = parted_at.or(Some(frame));
            }
        }
        progress(frame);
    }
    run.turn(recording.frames() + 1)?;
    let (state_hash, recorded_hash) = (run.player.crowd.state_hash(), recording.end_hash());
    if state_hash != recorded_hash {
        parted_at = parted_at.or(Some(recording.frames()));
    }
    Ok(Replayed { state_hash, recorded_hash, parted_at, totals, threads: rayon::current_num_threads() })
}

/// Cuts moves out of a run, which can be repeated alone; returns them sorted by frame and character.
///
/// # Errors
/// [`ReplayError`] names the mismatch.
pub fn cut(ground: Ground, recording: &Recording, places: &[Place]) -> Result<Vec<Move>, ReplayError> {
    let (frames, characters) = (recording.frames(), recording.starts.len());
    for &(frame, character) in places {
        if frame == 0 || frame > frames || character >= characters {
            return Err(ReplayError::NoMove { frame, character, frames, characters });
        }
    }
    let mut places = places.to_vec();
    places.sort_unstable();
    let mut moves = Vec::with_capacity(places.len());
    let mut run = Run::new(ground, recording)?;
    for frame in 1..=places.last().map_or(0, |place| place.0) {
        run.turn(frame)?;
        let here: Vec<usize> = places.iter().filter(|place| place.0 == frame).map(|place| place.1).collect();
        if here.is_empty() {
            run.step(frame)?;
            continue;
        }
        let before: Vec<_> = here.iter().map(|&character| run.character(character)).collect();
        let everybody = run.everybody();
        let mut moment = run.moment();
        run.step(frame)?;
        moment.end(&run.stage.world);
        for (&character, (state, input)) in here.iter().zip(before) {
            let origin = Origin {
                level: recording.level.clone(),
                level_hash: recording.level_hash,
                frame,
                character: character as u32,
            };
            let (after, _) = run.character(character);
            let seconds = recording.settings.seconds();
            let alone = Move {
                origin,
                profile: recording.profile,
                state,
                input,
                others: Vec::new(),
                seconds,
                instances: Vec::new(),
                is_whole: false,
                after,
            };
            let others: Vec<_> = everybody.iter().filter(|other| other.key != state.key).copied().collect();
            moves.push(cut_out(ground, &moment, &others, alone)?);
        }
    }
    Ok(moves)
}

/// A replay in progress: the recording, the world of its level and the repeated crowd.
struct Run<'a> {
    level: String,
    recording: &'a Recording,
    stage: Stage,
    player: Player<'a>,
}

impl<'a> Run<'a> {
    fn new(ground: Ground, recording: &'a Recording) -> Result<Self, ReplayError> {
        let level = ground.name().to_owned();
        if ground.hash() != recording.level_hash {
            return Err(ReplayError::Level { level });
        }
        let backend: Backend = recording.settings.backend;
        let mut stage =
            Stage::new(ground, backend).map_err(|cause| ReplayError::Stage { level: level.clone(), cause })?;
        let refused = |Refused { character, cause }| ReplayError::Refused { frame: 1, character, cause };
        let player = Player::new(recording).map_err(refused)?;
        stage
            .go_on_from(&recording.moved, recording.first as f64 / f64::from(recording.settings.hz))
            .map_err(|(index, cause)| ReplayError::Instance { level: level.clone(), index, cause })?;
        Ok(Self { level, recording, stage, player })
    }

    /// Applies the changes that the recorded program made before frame `frame`, from 1.
    fn turn(&mut self, frame: u64) -> Result<(), ReplayError> {
        self.player.turn().map_err(|Refused { character, cause }| ReplayError::Refused { frame, character, cause })
    }

    fn step(&mut self, frame: u64) -> Result<StepReport, ReplayError> {
        let settings = &self.recording.settings;
        let end = (self.recording.first + frame) as f64 / f64::from(settings.hz);
        let stepped = self.stage.step(&mut self.player.crowd, settings.seconds(), end, &|| 0, |_, _, _| ());
        let level = || self.level.clone();
        stepped.map(|stepped| stepped.report).map_err(|cause| ReplayError::Machine { level: level(), frame, cause })
    }

    fn character(&self, index: usize) -> (CharacterState, MoveInput) {
        let Player { crowd, ids, .. } = &self.player;
        let id = ids[index];
        (*crowd.state(id).expect("in the crowd"), *crowd.input(id).expect("in the crowd"))
    }

    /// Copies position, orientation and key of all characters, to find a move's neighbours; empty if characters ignore each other.
    fn everybody(&self) -> Vec<CharacterState> {
        let Player { crowd, ids, .. } = &self.player;
        if self.recording.profile.settings().each_other == EachOther::Ignore {
            return Vec::new();
        }
        let seen = |&id| {
            let &CharacterState { position, orientation, key, .. } = crowd.state(id).expect("in the crowd");
            CharacterState { orientation, key, ..CharacterState::new(position) }
        };
        ids.iter().map(seen).collect()
    }

    /// Records all instances of the replay's world before a step.
    fn moment(&self) -> Moment {
        Moment::before(&self.stage.world, |id| has_moved(&self.stage.world, id))
    }
}
