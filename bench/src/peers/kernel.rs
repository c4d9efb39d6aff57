//! The kernel itself, behind the same traits as its peers.
//!
//! `World::sweep` also finds point, normal and triangle, as every engine here does. `Crowd::step` moves all characters in
//! one call: it sorts them by place and caches the blocks around each, which is its advantage over engines that move one
//! character per call. It runs on one thread.

use super::{GRAVITY, SKIN, STEEPEST, SweepPeer, WalkPeer};
use crate::level::Level;
use crate::simulation::FRAME;
use crate::workload::{Motion, ball, world_of};
use glam::{DVec3, Vec3};
use sweep8::{CharacterId, Crowd, CrowdSettings, Scratch, World};

/// Its name in tables.
const NAME: &str = "sweep8";

pub(super) struct Sweeper {
    world: World,
    scratch: Scratch,
}

impl Sweeper {
    pub(super) fn new(level: &Level) -> Self {
        Self { world: world_of(level), scratch: Scratch::new() }
    }
}

impl SweepPeer for Sweeper {
    fn name(&self) -> &'static str {
        NAME
    }

    fn sweep_all(&mut self, motions: &[Motion], answers: &mut Vec<Option<f32>>) {
        let ball = ball();
        answers.extend(
            motions.iter().map(|&(start, motion)| {
                self.world.sweep(&ball, start, motion, &mut self.scratch).map(|hit| hit.fraction)
            }),
        );
    }
}

pub(super) struct Walkers {
    world: World,
    crowd: Crowd,
    ids: Vec<CharacterId>,
    pool: rayon::ThreadPool,
}

impl Walkers {
    pub(super) fn new(level: &Level, starts: &[Vec3]) -> Self {
        let settings = CrowdSettings {
            gravity: Vec3::NEG_Y * GRAVITY,
            skin: SKIN,
            floor_cosine: STEEPEST.cos(),
            ..CrowdSettings::default()
        };
        let mut crowd = Crowd::new(settings);
        let ids = starts.iter().map(|&start| crowd.spawn(ball(), start)).collect();
        let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build().expect("a thread");
        Self { world: world_of(level), crowd, ids, pool }
    }
}

impl WalkPeer for Walkers {
    fn name(&self) -> &'static str {
        NAME
    }

    fn count(&self) -> usize {
        self.ids.len()
    }

    fn center(&self, character: usize) -> DVec3 {
        self.crowd.position_f64(self.ids[character])
    }

    fn desired(&mut self, character: usize, velocity: Vec3) {
        assert_eq!(self.crowd.set_velocity(self.ids[character], velocity), None);
    }

    fn step(&mut self) {
        let Self { world, crowd, pool, .. } = self;
        let report = pool.install(|| crowd.step(world, FRAME));
        assert_eq!((report.error, report.refused), (None, 0));
    }
}
