//! A crowd for measurements: balls that walk at up to 4 m/s, turn from time to time, and fall.
//!
//! In: a world, places to stand. Out: frames of 1/60 s, of which only the step is timed, and a hash of the state. The crowd
//! walks for half a second first, so that all have landed and memory is warm.

use crate::measuring::workload::ball;
use crate::simulating::simulation::FRAME;
use crate::walking::machinery::Machinery;
use crate::walking::walkers::Walkers;
use glam::Vec3;
use std::time::{Duration, Instant};
use sweep8::{CharacterId, CharacterProfile, Crowd, StepReport, World};

/// Number of untimed frames that a crowd walks before it is timed.
pub const WARM_FRAMES: usize = 30;

/// Maximum desired speed of a character, m/s.
pub const SPEED: f32 = 4.0;

/// Minimum fraction of grounded characters in every frame: about seven in ten are, the others are in the air, because
/// nothing snaps them to a slope that they walk down.
const STANDING: f64 = 0.4;

/// A timed crowd of balls that walk in a world, with their desired velocities.
pub struct Walk {
    crowd: Crowd,
    walkers: Walkers,
    ids: Vec<CharacterId>,
    /// Number of frames among machines so far.
    among: u32,
}

impl Walk {
    /// Spawns a crowd at `starts` and walks the warm-up frames, on the threads of the calling thread pool.
    ///
    /// # Panics
    /// If a start is out of range.
    #[must_use]
    pub fn new(world: &World, starts: &[Vec3]) -> Self {
        let mut crowd = Crowd::default();
        let ids: Vec<_> = starts
            .iter()
            .map(|&start| crowd.spawn(&CharacterProfile::of_shape(ball()), start).expect("in range"))
            .collect();
        let starts: Vec<_> = ids.iter().map(|&id| crowd.position(id).expect("in the crowd").to_dvec3()).collect();
        let mut walk = Self { crowd, walkers: Walkers::new(&starts, SPEED, 1), ids, among: 0 };
        for _ in 0..WARM_FRAMES {
            walk.turn();
            walk.crowd.step(world, FRAME).expect("a time step");
        }
        walk
    }

    /// Walks `count` frames; returns the duration of the steps.
    ///
    /// # Panics
    ///
    /// When a character was refused or overlaps, or most characters are not grounded, so that the time has no meaning.
    pub fn frames(&mut self, world: &World, count: usize) -> Duration {
        self.timed(count, |crowd| {
            let started = Instant::now();
            let report = crowd.step(world, FRAME).expect("a time step");
            let time = started.elapsed();
            assert!(report.overlapping == 0, "{report:?}");
            (time, report)
        })
    }

    /// Walks `count` frames in a world whose machines move; returns the duration of the steps, in which the machines move, too.
    ///
    /// # Panics
    ///
    /// When a character was refused, or most characters are not grounded.
    pub fn frames_among(&mut self, world: &mut World, machinery: &mut Machinery, count: usize) -> Duration {
        let mut frame = self.among;
        let time = self.timed(count, |crowd| {
            frame += 1;
            for &(id, placement) in machinery.turn(f64::from(FRAME) * f64::from(frame)) {
                world.move_to(id, placement).expect("in range");
            }
            let started = Instant::now();
            let report = crowd.step_in(&world.begin_step(FRAME).expect("a time step"));
            (started.elapsed(), report)
        });
        self.among = frame;
        time
    }

    /// Sums the times of `count` frames, of each of which `step` makes the step.
    fn timed(&mut self, count: usize, mut step: impl FnMut(&mut Crowd) -> (Duration, StepReport)) -> Duration {
        let mut time = Duration::ZERO;
        for _ in 0..count {
            self.turn();
            let (of_step, report) = step(&mut self.crowd);
            time += of_step;
            let StepReport { standing, refused, .. } = report;
            assert!(refused == 0 && standing as f64 >= STANDING * self.ids.len() as f64, "{report:?}");
        }
        time
    }

    /// Returns the time of a move, nanoseconds, averaged over `count` frames.
    ///
    /// # Panics
    ///
    /// In the same cases as [`Walk::frames`].
    pub fn ns_per_move(&mut self, world: &World, count: usize) -> f64 {
        let time = self.frames(world, count);
        self.per_move(time, count)
    }

    /// A part of the time of `count` frames for each move, nanoseconds.
    #[must_use]
    pub fn per_move(&self, time: Duration, count: usize) -> f64 {
        time.as_secs_f64() * 1e9 / (count * self.ids.len()) as f64
    }

    /// Returns the hash of the states of all characters, for a comparison of runs.
    #[must_use]
    pub fn hash(&self) -> u64 {
        self.crowd.state_hash()
    }

    fn turn(&mut self) {
        for (index, &id) in self.ids.iter().enumerate() {
            if let Some(velocity) = self.walkers.turn(index, self.crowd.position(id).expect("in the crowd").to_dvec3())
            {
                self.crowd.set_desired_velocity(id, velocity).expect("in range");
            }
        }
    }
}
