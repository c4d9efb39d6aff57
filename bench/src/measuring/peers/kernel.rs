//! The kernel itself, behind the same traits as its peers.
//!
//! `World::sweep` also finds point, normal and triangle, as every engine here does. `Crowd::step` moves all characters in
//! one call: it sorts them by place and caches the blocks around each, which is its advantage over engines that move one
//! character per call. It runs on one thread. A walking character has the profile's default step height and snap distance.

use super::peer::{GRAVITY, SKIN, SNAP_DISTANCE, STEEPEST, STEP_HEIGHT, SweepPeer, WalkPeer};
use crate::levels::Level;
use crate::levels::world_of;
use crate::measuring::workload::{Motion, ball};
use crate::simulating::simulation::FRAME;
use glam::{DVec3, Vec3};
use sweep8::{CharacterId, CharacterProfile, CharacterSettings, Crowd, CrowdSettings, MoveMode, Sides, World};

/// Name of the sweep8 kernel in the tables.
const NAME: &str = "sweep8";

pub(super) struct Sweeper {
    world: World,
}

impl Sweeper {
    pub(super) fn new(level: &Level) -> Self {
        Self { world: world_of(level) }
    }
}

impl SweepPeer for Sweeper {
    fn name(&self) -> &'static str {
        NAME
    }

    fn sweep_all(&mut self, motions: &[Motion], answers: &mut Vec<Option<f32>>) {
        let ball = ball();
        answers.extend(motions.iter().map(|&(start, motion)| {
            self.world.sweep(&ball, start, motion, Sides::Both).expect("input in range").map(|hit| hit.fraction)
        }));
    }
}

pub(super) struct Walkers {
    world: World,
    crowd: Crowd,
    ids: Vec<CharacterId>,
    pool: rayon::ThreadPool,
}

impl Walkers {
    pub(super) fn new(level: &Level, starts: &[Vec3], mode: MoveMode) -> Self {
        let gravity = Vec3::NEG_Y * GRAVITY;
        let mut crowd = Crowd::new(CrowdSettings { gravity, ..CrowdSettings::default() }).expect("settings in range");
        let settings = CharacterSettings {
            shape: ball(),
            skin: SKIN,
            max_slope_angle: STEEPEST,
            mode,
            step_height: STEP_HEIGHT,
            snap_distance: SNAP_DISTANCE,
            ..CharacterSettings::default()
        };
        let profile = CharacterProfile::new(&settings).expect("settings in range");
        let ids = starts.iter().map(|&start| crowd.spawn(&profile, start).expect("in range")).collect();
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
        self.crowd.position(self.ids[character]).expect("in the crowd").to_dvec3()
    }

    fn desired(&mut self, character: usize, velocity: Vec3) {
        self.crowd.set_desired_velocity(self.ids[character], velocity).expect("in range");
    }

    fn step(&mut self) {
        let Self { world, crowd, pool, .. } = self;
        let report = pool.install(|| crowd.step(world, FRAME)).expect("a time step");
        assert_eq!(report.refused, 0);
    }
}
