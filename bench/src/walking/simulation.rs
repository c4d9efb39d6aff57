//! A crowd that walks through a level, timed, and checked by what shares no code with the kernel.
//!
//! In: a level and settings. Out: figures, counts and paths.
//! 1. The world is built, places are found, walkers get their desired velocities.
//! 2. Every frame the crowd takes one step; only that is timed, and only its allocations are counted.
//! 3. Every few frames and at the end, outside of the timed part, all characters are checked in `f64`: the path since
//!    the last check crosses no triangle, the ellipsoid overlaps none, nobody is stuck, every number is finite.
//! 4. Whoever has not moved for a quarter of a second, though it desires to, is looked at in that very frame: is it
//!    frozen?
//!
//! Some moves of each frame are recorded for the [`tails`](crate::measuring::tails); they are made again elsewhere.
//!
//! All of it runs inside one rayon pool: handing work to a pool from outside makes rayon allocate.

use crate::judging::check::{FrozenTracker, StuckTracker, Tree, is_frozen, left_level, not_finite, penetration};
use crate::judging::hull::Hull;
use crate::levels::Level;
use crate::measuring::tails::Sampler;
use crate::walking::path_hash::path_hash;
use crate::walking::places::{self, PlacesError};
use crate::walking::trail::{Frame, Mover, Start};
use crate::walking::walkers::{Manner, Walkers};
use glam::{DVec3, Vec3};
use rayon::prelude::*;
use std::ops::Add;
use std::sync::Arc;
use std::time::{Duration, Instant};
use sweep8::{
    Backend, BackendError, CharacterId, CharacterProfile, Crowd, Ellipsoid, Ground, Mesh, MeshError, MeshReport,
    StepReport, World,
};
use thiserror::Error;

/// Time step at 60 Hz, seconds.
pub const FRAME: f32 = 1.0 / 60.0;

/// Paths kept for the picture.
const PATHS: usize = 300;

/// Points kept of each path.
const PATH_POINTS: usize = 400;

/// Frames until memory is warm: allocations are counted after them.
const WARM_FRAMES: usize = 30;

/// Centres remembered for all characters together until their paths are looked at, about 100 MB: so that checks may be
/// as rare as one likes.
const TRAIL_POINTS: usize = 1_000_000;

/// What to simulate.
#[derive(Clone, Debug)]
pub struct Settings {
    /// How many characters.
    pub characters: usize,
    /// How many frames.
    pub frames: usize,
    /// Frames in a second, above 0.
    pub hz: u32,
    /// Threads of the pool; 0 takes one for each processor.
    pub threads: usize,
    /// Seed of places and desired velocities.
    pub seed: u64,
    /// Shape of every character.
    pub shape: Ellipsoid,
    /// Largest desired speed, m/s.
    pub speed: f32,
    /// What walkers do that get nowhere.
    pub manner: Manner,
    /// Frames between two checks.
    pub verify_every: usize,
    /// Lanes of the kernel.
    pub backend: Backend,
}

impl Settings {
    /// Time step, seconds.
    #[must_use]
    pub fn seconds(&self) -> f32 {
        1.0 / self.hz as f32
    }
}

/// Why there was nothing to simulate.
#[derive(Debug, Error)]
pub enum SimulationError {
    /// The level's mesh was refused.
    #[error("{level} cannot be used: {cause}")]
    Mesh {
        /// Name of the level.
        level: String,
        /// What the kernel said.
        cause: MeshError,
    },
    /// Nobody can stand.
    #[error(transparent)]
    Places(#[from] PlacesError),
    /// This processor does not have the backend.
    #[error(transparent)]
    Backend(#[from] BackendError),
    /// The threads could not be started.
    #[error("cannot start the threads: {0}")]
    Threads(#[from] rayon::ThreadPoolBuildError),
}

/// What the checks found. Counts are of characters and checks: one that stays wrong is counted again at every check.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Counts {
    /// Paths between two checks that cross a triangle.
    pub fell_through: u64,
    /// Ellipsoids that overlap a triangle.
    pub penetrating: u64,
    /// Deepest overlap, metres.
    pub max_penetration: f64,
    /// Characters that were stuck at least once.
    pub stuck: u64,
    /// How often a character froze.
    pub frozen: u64,
    /// Positions that are not finite.
    pub not_finite: u64,
    /// Characters that walked off an open edge and were put back.
    pub left_level: u64,
}

impl Counts {
    /// Whether every count that must be zero is.
    #[must_use]
    pub fn is_clean(&self) -> bool {
        self.fell_through + self.penetrating + self.stuck + self.frozen + self.not_finite == 0
    }
}

impl Add for Counts {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        Self {
            fell_through: self.fell_through + other.fell_through,
            penetrating: self.penetrating + other.penetrating,
            max_penetration: self.max_penetration.max(other.max_penetration),
            stuck: self.stuck + other.stuck,
            frozen: self.frozen + other.frozen,
            not_finite: self.not_finite + other.not_finite,
            left_level: self.left_level + other.left_level,
        }
    }
}

/// What came out of it.
#[derive(Clone, Debug)]
pub struct Simulation {
    /// The world that was walked in.
    pub built: Arc<World>,
    /// What became of the mesh.
    pub world: MeshReport,
    /// Time to build the world.
    pub build: Duration,
    /// Threads of the pool.
    pub threads: usize,
    /// Time of every step.
    pub steps: Vec<Duration>,
    /// What the kernel counted, over all steps.
    pub totals: StepReport,
    /// What the checks found.
    pub counts: Counts,
    /// Hash of the state at the end.
    pub state_hash: u64,
    /// Hash of positions and velocities at the end.
    pub path_hash: u64,
    /// Allocations in all steps after the first few.
    pub allocations: u64,
    /// Number of those steps.
    pub warm_frames: u64,
    /// Ways of some characters, a point every few frames; one that is not finite where a character was put back.
    pub paths: Vec<Vec<Vec3>>,
    /// Where everybody ended.
    pub ends: Vec<Vec3>,
    /// What some moves began with, spread over all frames.
    pub starts: Vec<Start>,
}

/// Runs the simulation.
///
/// `allocations` reads a counter of the process's allocations; `progress` is called with the number of frames done.
///
/// # Errors
/// [`SimulationError`] says why there was nothing to simulate.
///
/// # Panics
/// Never: all that is asked of the crowd is in range.
pub fn run(
    level: &Level,
    settings: &Settings,
    allocations: &(dyn Fn() -> u64 + Sync),
    progress: &(dyn Fn(usize) + Sync),
) -> Result<Simulation, SimulationError> {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(settings.threads).build()?;
    pool.install(|| {
        let mesh = Mesh::new(&level.positions, &level.triangles)
            .map_err(|cause| SimulationError::Mesh { level: level.name.clone(), cause })?;
        let started = Instant::now();
        let world = Arc::new(World::from_mesh(mesh).with_backend(settings.backend)?);
        let build = started.elapsed();
        let places = places::find(level, &world, &settings.shape, settings.characters, settings.seed)?;
        let mut walk = Walk::new(level, &world, settings, places);
        let mut steps = Vec::with_capacity(settings.frames);
        let mut totals = StepReport::default();
        let mut allocated = 0;
        for frame in 0..settings.frames {
            walk.turn();
            let before = allocations();
            let started = Instant::now();
            let report = walk.crowd.step(&world, walk.mover.seconds).expect("a time step");
            steps.push(started.elapsed());
            if frame >= WARM_FRAMES {
                allocated += allocations() - before;
            }
            totals = totals + report;
            walk.watch(frame);
            let done = frame + 1;
            if done.is_multiple_of(settings.verify_every.max(1)) || done == settings.frames {
                walk.verify();
            }
            progress(done);
        }
        Ok(Simulation {
            world: world.report(),
            build,
            threads: rayon::current_num_threads(),
            steps,
            totals,
            counts: walk.counts,
            state_hash: walk.crowd.state_hash(),
            path_hash: path_hash(&walk.crowd),
            allocations: allocated,
            warm_frames: settings.frames.saturating_sub(WARM_FRAMES) as u64,
            ends: walk.ids.iter().map(|&id| walk.crowd.position(id).expect("in the crowd")).collect(),
            paths: walk.paths,
            starts: walk.sampler.finish(),
            built: Arc::clone(&world),
        })
    })
}

/// A crowd on its way, and those who watch it.
struct Walk<'a> {
    shape: Ellipsoid,
    hull: Hull<'a>,
    tree: Tree,
    crowd: Crowd,
    ids: Vec<CharacterId>,
    starts: Vec<Vec3>,
    walkers: Walkers,
    tracker: StuckTracker,
    frozen: FrozenTracker,
    was_stuck: Vec<bool>,
    /// Every frame since the paths were last looked at, that one included.
    trail: Vec<Frame>,
    /// The frame that is being stepped.
    next: Frame,
    mover: Mover<'a>,
    /// Whose path has crossed a triangle since the last check.
    crossed: Vec<bool>,
    counts: Counts,
    paths: Vec<Vec<Vec3>>,
    path_every: usize,
    sampler: Sampler,
}

impl<'a> Walk<'a> {
    fn new(level: &Level, world: &'a World, settings: &Settings, starts: Vec<Vec3>) -> Self {
        let (profile, seconds) = (CharacterProfile::of_shape(settings.shape), settings.seconds());
        let mut crowd = Crowd::default();
        let ids: Vec<CharacterId> =
            starts.iter().map(|&start| crowd.spawn(&profile, start).expect("in range")).collect();
        let at: Vec<DVec3> = starts.iter().map(|start| start.as_dvec3()).collect();
        let shown = ids.len().min(PATHS);
        Self {
            shape: settings.shape,
            hull: Hull::new(world, &settings.shape, profile.settings().skin),
            tree: Tree::new(&level.positions, &level.triangles),
            crowd,
            walkers: Walkers::new(&at, settings.speed, settings.seed).with_manner(settings.manner, settings.hz),
            tracker: StuckTracker::new(at.iter().copied()).with_frames_of(seconds),
            frozen: FrozenTracker::new(at.iter().copied()).with_frames_of(seconds),
            was_stuck: vec![false; ids.len()],
            trail: vec![Frame { positions: at, ..Frame::default() }],
            next: Frame::default(),
            mover: Mover { world, profile, seconds },
            crossed: vec![false; ids.len()],
            counts: Counts::default(),
            // Spread over the ids, so that small and large ids are shown alike.
            paths: (0..shown).map(|place| vec![starts[place * starts.len() / shown]]).collect(),
            path_every: settings.frames.div_ceil(PATH_POINTS).max(1),
            sampler: Sampler::new(ids.len(), settings.frames, settings.seed),
            ids,
            starts,
        }
    }

    /// Lets walkers change their minds.
    fn turn(&mut self) {
        self.next = Frame::default();
        for (index, &id) in self.ids.iter().enumerate() {
            if let Some(velocity) = self.walkers.turn(index, self.crowd.position_f64(id).expect("in the crowd")) {
                self.crowd.set_desired_velocity(id, velocity).expect("in range");
            }
            let (state, input) = (self.crowd.state(id), self.crowd.input(id));
            self.next.starts.push(Start::new(state.expect("in the crowd"), input.expect("in the crowd")));
        }
        self.sampler.record(|index| self.next.starts[index]);
    }

    /// Writes down where everybody is.
    fn watch(&mut self, frame: usize) {
        let now: Vec<DVec3> = self.ids.iter().map(|&id| self.crowd.position_f64(id).expect("in the crowd")).collect();
        for (index, &position) in now.iter().enumerate() {
            let velocity = self.walkers.velocity(index);
            // A patient walker stands before a wall for longer than that, and no fault is in it: stuck is who tries to get
            // out and does not. Whether it could go where it desires to, the other tracker asks.
            let tries = if self.walkers.is_patient(index) { 0.0 } else { velocity.length() };
            self.tracker.frame(index, tries, position);
            if self.frozen.frame(index, velocity, position) {
                let floor = self.crowd.ground(self.ids[index]).ok().and_then(floor_of);
                let is_frozen = is_frozen(position, velocity, floor, |from, way| self.hull.is_free(from, way));
                self.counts.frozen += u64::from(is_frozen);
            }
        }
        if frame.is_multiple_of(self.path_every) {
            let shown = self.paths.len();
            for (place, path) in self.paths.iter_mut().enumerate() {
                path.push(now[place * now.len() / shown].as_vec3());
            }
        }
        self.trail.push(Frame { positions: now, ..std::mem::take(&mut self.next) });
        if self.trail.len() * self.ids.len() >= TRAIL_POINTS {
            self.follow_paths();
        }
    }

    /// Looks for crossings on the paths so far, and forgets all of them but their ends.
    fn follow_paths(&mut self) {
        let (tree, trail, mover) = (&self.tree, &self.trail, &self.mover);
        self.crossed.par_iter_mut().enumerate().for_each(|(index, crossed)| {
            *crossed |= trail.windows(2).any(|two| mover.crosses(tree, &two[0], &two[1], index));
        });
        self.trail.drain(..self.trail.len() - 1);
    }

    /// Checks everybody, and puts back who left.
    fn verify(&mut self) {
        self.follow_paths();
        let radii = self.shape.radii().as_dvec3();
        let (tree, now) = (&self.tree, &self.trail[0].positions);
        let depths: Vec<f64> = now.par_iter().map(|&position| penetration(tree, position, radii)).collect();
        for (crossed, &depth) in self.crossed.iter_mut().zip(&depths) {
            self.counts.fell_through += u64::from(std::mem::take(crossed));
            self.counts.penetrating += u64::from(depth > 0.0);
            self.counts.max_penetration = self.counts.max_penetration.max(depth);
        }
        self.counts.not_finite += now.iter().filter(|&&position| not_finite(position)).count() as u64;

        let hull = &mut self.hull;
        for index in self.tracker.stuck(|index| now[index], |from, way| hull.is_free(from, way)) {
            self.counts.stuck += u64::from(!self.was_stuck[index]);
            self.was_stuck[index] = true;
        }

        let mut from = now.clone();
        let shown = self.paths.len();
        for (index, position) in from.iter_mut().enumerate() {
            if left_level(&self.tree, *position) {
                self.counts.left_level += 1;
                self.crowd.teleport(self.ids[index], self.starts[index]).expect("in range");
                *position = self.starts[index].as_dvec3();
                self.tracker.restart(index, *position);
                self.frozen.restart(index, *position);
                if let Some(path) = (0..shown).find(|place| place * self.ids.len() / shown == index) {
                    self.paths[path].push(Vec3::NAN);
                }
            }
        }
        self.trail.clear();
        self.trail.push(Frame { positions: from, ..Frame::default() });
    }
}

/// The normal of a floor; nothing else can be walked up.
fn floor_of(ground: Ground) -> Option<Vec3> {
    if let Ground::Floor(normal) = ground { Some(normal) } else { None }
}
