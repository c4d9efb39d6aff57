//! Simulates a crowd that walks through a level: times its steps, and checks them by code that shares nothing with the
//! kernel.
//!
//! In: a level, or the parts of one, and settings. Out: figures, counts and paths.
//! 1. The world is built, places are found, walkers get their desired velocities.
//! 2. Every frame the crowd takes one step; only that is timed, and only its allocations are counted. With machines the
//!    timed part includes their targets, the step of the world and the step of the crowd.
//! 3. Every few frames and at the end, outside of the timed part, all characters are checked in `f64`: the path since
//!    the last check crosses no triangle, the ellipsoid overlaps none, no character is stuck, every number is finite.
//! 4. A character that has not moved for a quarter of a second, although it desires to, is checked for being frozen in
//!    that frame. If characters meet each other, only those with no other one near are checked.
//!
//! A walk can be [saved](crate::walking::saved_walk) at its end and continued: the result has the same bits as without
//! the break. A walk can be [recorded](crate::replaying).
//!
//! Some moves of each frame are recorded for the [`tails`](crate::walking::tails); which repeats them.
//!
//! All of it runs inside one rayon pool: handing work to a pool from outside makes rayon allocate.

use crate::replaying::recorder::{About, Recorder};
use crate::replaying::recording::Recording;
pub use crate::walking::counts::{Counts, Fault, Sighting};
pub use crate::walking::door_walkers::Passed;
use crate::walking::path_hash::path_hash;
use crate::walking::places::PlacesError;
use crate::walking::saved_walk::{SavedWalk, SavedWalkError};
pub use crate::walking::settings::{Settings, each_other_of, mode_of, name_of, name_of_each_other};
use crate::walking::stage::{Ground, Judge, Stage, StageError};
use crate::walking::trail::Start;
use crate::walking::walk::Walk;
use glam::Vec3;
use std::sync::Arc;
use std::time::Duration;
use sweep8::{InputError, MeshReport, StepReport, World};
use thiserror::Error;

/// Time step of a simulation at 60 Hz, seconds.
pub const FRAME: f32 = 1.0 / 60.0;

/// Number of frames of the warm-up of a simulation; heap allocations are counted after the warm-up.
const WARM_FRAMES: usize = 30;

/// Error: a simulation could not run.
#[derive(Debug, Error)]
pub enum SimulationError {
    /// Error: the world of the level could not be built.
    #[error("{level} cannot be used: {cause}")]
    Stage {
        /// Name of the level.
        level: String,
        /// Reason why the world could not be built.
        cause: StageError,
    },
    /// Error: the search for start places found no place on the level where a character can stand.
    #[error(transparent)]
    Places(#[from] PlacesError),
    /// Error: the kernel refuses a step because a machine moves too far in a frame.
    #[error("a machine of {level} moves too far in a frame, {cause}; use a higher --hz")]
    Machine {
        /// Name of the level with the machine.
        level: String,
        /// Error of the kernel, the reason for the refusal.
        cause: InputError,
    },
    /// Error: the saved walk cannot continue on this level.
    #[error(transparent)]
    Saved(#[from] SavedWalkError),
    /// Error: the threads of the simulation could not be started.
    #[error("cannot start the threads: {0}")]
    Threads(#[from] rayon::ThreadPoolBuildError),
}

/// Where a simulation starts and which results it keeps; the default starts a new walk and keeps no extra results.
#[derive(Clone, Copy, Debug, Default)]
pub struct Course<'a> {
    /// Saved walk to continue; `None` starts a new walk.
    pub from: Option<&'a SavedWalk>,
    /// Text that names the level in the saved walk; `None` if the walk is not to be saved at its end.
    pub saved_as: Option<&'a str>,
    /// Text that names the level in the recording; `None` if the run is not to be recorded.
    pub recorded_as: Option<&'a str>,
}

/// Results of the simulation of a walk.
#[derive(Clone, Debug)]
pub struct Simulation {
    /// Kernel's world of the level at the end of the simulation.
    pub built: Arc<World>,
    /// Mesh report of the kernel's world: number of triangles, and of triangles left out.
    pub world: MeshReport,
    /// Number of instances of the level that move (machines).
    pub machines: usize,
    /// Time that it took to build the kernel's world.
    pub build: Duration,
    /// Number of threads that stepped the crowd.
    pub threads: usize,
    /// Duration of each step of the crowd.
    pub steps: Vec<Duration>,
    /// Counts that the kernel reports, summed over all steps.
    pub totals: StepReport,
    /// Counts of faults and events that the checks found in the walk.
    pub counts: Counts,
    /// First fault of each kind that the checks found in the walk.
    pub faults: Vec<Fault>,
    /// Places of faults, and of characters that left the level, in the order in which the checks found them.
    pub sightings: Vec<Sighting>,
    /// Mean number of rooms that a character has been in, and number of rooms; `None` on a level without rooms.
    pub rooms_seen: Option<(f64, usize)>,
    /// Characters with another one within this many metres were not checked for being stuck or frozen; `None` if
    /// characters ignore each other.
    pub others_within: Option<f64>,
    /// State hash of the crowd at the end of the simulation.
    pub state_hash: u64,
    /// Hash of the positions and velocities of all characters at the end of the simulation.
    pub path_hash: u64,
    /// Number of heap allocations in all steps after the warm-up.
    pub allocations: u64,
    /// Number of steps after the warm-up during which allocations were counted.
    pub warm_frames: u64,
    /// Counts of the characters that came through the doorway; `None` on a level without a doorway.
    pub passed: Option<Passed>,
    /// Paths of some characters, with a point every few frames, and a point that is not finite where a character was
    /// put back.
    pub paths: Vec<Vec<Vec3>>,
    /// Saved walk at the end of the simulation; `None` if the [`Course`] did not request one.
    pub saved: Option<SavedWalk>,
    /// Recording of the run; `None` if the [`Course`] did not request one.
    pub recording: Option<Recording>,
    /// Centre of each character at the end of the simulation, world space, metres.
    pub ends: Vec<Vec3>,
    /// Starts of a sample of the characters' moves, spread over all frames, to measure these moves later.
    pub starts: Vec<Start>,
}

/// Runs the simulation.
///
/// `allocations` reads a counter of the process's allocations; `progress` is called with the number of frames done.
///
/// # Errors
/// [`SimulationError`] gives the reason.
///
/// # Panics
/// Never: all input to the crowd is in range.
pub fn run<'a>(
    ground: impl Into<Ground<'a>>,
    settings: &Settings,
    allocations: &(dyn Fn() -> u64 + Sync),
    progress: &(dyn Fn(usize) + Sync),
) -> Result<Simulation, SimulationError> {
    run_course(ground, settings, Course::default(), allocations, progress)
}

/// Runs a simulation that continues a saved walk, or saves or records its own. A continued walk keeps the settings with
/// which it was saved; only frames, threads and the backend come from `settings`.
///
/// # Errors
/// As [`run`].
///
/// # Panics
/// As [`run`].
pub fn run_course<'a>(
    ground: impl Into<Ground<'a>>,
    settings: &Settings,
    course: Course,
    allocations: &(dyn Fn() -> u64 + Sync),
    progress: &(dyn Fn(usize) + Sync),
) -> Result<Simulation, SimulationError> {
    let ground = ground.into();
    let Settings { frames, threads, backend, .. } = *settings;
    let settings = course
        .from
        .map_or_else(|| settings.clone(), |saved| Settings { frames, threads, backend, ..saved.settings.clone() });
    let settings = &settings;
    let is_named = course.from.is_some() || course.saved_as.is_some() || course.recorded_as.is_some();
    let hash = if is_named { ground.hash() } else { 0 };
    let pool = rayon::ThreadPoolBuilder::new().num_threads(settings.threads).build()?;
    pool.install(|| {
        let level = || ground.name().to_owned();
        let mut stage =
            Stage::new(ground, settings.backend).map_err(|cause| SimulationError::Stage { level: level(), cause })?;
        let first = course.from.map_or(0, |saved| saved.frame);
        let time = |frame: u64| frame as f64 / f64::from(settings.hz);
        let mut walk = if let Some(saved) = course.from {
            if saved.level_hash != hash {
                return Err(SavedWalkError::Level { level: level() }.into());
            }
            stage
                .restore(&saved.motion, time(first))
                .map_err(|cause| SavedWalkError::Refused { what: "motion", cause })?;
            Walk::going_on(settings, &stage.judge, saved, ground.rooms())?
        } else {
            let places = ground.places(&stage.world, settings)?;
            Walk::new(settings, &stage.judge, places, ground.rooms())
        };
        if let Some(door) = ground.door() {
            walk.lead_through(door, settings);
        }
        let mut recorder = course.recorded_as.map(|words| {
            Recorder::new(About { level: (words.to_owned(), hash), settings, first }, &stage.world, &walk.crowd)
        });
        let mut saved = None;
        let mut steps = Vec::with_capacity(settings.frames);
        let mut totals = StepReport::default();
        let mut allocated = 0;
        for frame in 0..settings.frames {
            walk.turn(first + frame as u64);
            if let Some(recorder) = &mut recorder {
                recorder.before(&walk.crowd);
            }
            let done = frame + 1;
            let end = first + done as u64;
            let Walk { crowd, riders, ids, mover, .. } = &mut walk;
            let stepped = stage
                .step(crowd, settings.seconds(), time(end), allocations, |crowd, step, machinery| {
                    riders.follow(ids, &mover.profile, crowd, step, machinery);
                })
                .map_err(|cause| SimulationError::Machine { level: level(), cause })?;
            if let Some(recorder) = &mut recorder {
                recorder.after(&walk.crowd, done as u64);
            }
            steps.push(stepped.time);
            if frame >= WARM_FRAMES {
                allocated += stepped.allocations;
            }
            totals = totals + stepped.report;
            walk.watch(&stage, frame);
            let is_due = end.is_multiple_of(settings.verify_every.max(1) as u64);
            if is_due {
                walk.verify(&stage, done as u64);
            }
            if done == settings.frames {
                // The check at the end may put characters back, which a walk without this break would not do; so the
                // walk is saved before it.
                let kept = course.saved_as.map(|words| walk.saved(settings, &stage, (words.to_owned(), hash), end));
                saved = kept;
                if !is_due {
                    walk.verify(&stage, done as u64);
                }
            }
            progress(done);
        }
        let Stage { world, build, judge } = stage;
        let (faults, sightings) = walk.faults.into_lists();
        Ok(Simulation {
            world: world.report(),
            machines: if let Judge::Moving(machinery) = &judge { machinery.len() } else { 0 },
            build,
            threads: rayon::current_num_threads(),
            steps,
            totals,
            counts: walk.counts,
            faults,
            sightings,
            rooms_seen: walk.seen.as_ref().map(|seen| (seen.average(), seen.rooms())),
            others_within: walk.others_within,
            state_hash: walk.crowd.state_hash(),
            path_hash: path_hash(&walk.crowd),
            allocations: allocated,
            warm_frames: settings.frames.saturating_sub(WARM_FRAMES) as u64,
            ends: walk.ids.iter().map(|&id| walk.crowd.position(id).expect("in the crowd").to_vec3()).collect(),
            passed: walk.door.map(|door| door.passed().clone()),
            paths: walk.paths,
            saved,
            recording: recorder.map(|recorder| recorder.finish(&walk.crowd)),
            starts: walk.sampler.finish(),
            built: Arc::new(world),
        })
    })
}
