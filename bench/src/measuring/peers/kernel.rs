//! The kernel itself, behind the same traits as its peers.
//!
//! `World::sweep` and `World::ray` also find point, normal and triangle, as every engine here does. `Crowd::step` moves all characters in
//! one call: it sorts them by place and caches the blocks around each, which is its advantage over engines that move one
//! character per call. It runs on one thread. A walking character has the profile's default step height and snap distance.
//!
//! Machines get targets, and move in the same step as the characters (`World::begin_step`, `Crowd::step_in`). Targets, the begin
//! of the step and its end count as the step of the world.

use super::form::Form;
use super::peer::{
    GRAVITY, QueryPeer, Question, SKIN, SNAP_DISTANCE, STEEPEST, STEP_HEIGHT, Times, WITHIN, WalkPeer, timed,
};
use crate::levels::{Level, Parts, world_of};
use crate::measuring::workload::Motion;
use crate::simulating::simulation::FRAME;
use crate::walking::machinery;
use glam::{DVec3, Vec3};
use sweep8::{
    CharacterId, CharacterProfile, CharacterSettings, Crowd, CrowdSettings, InstanceId, MoveMode, Placement, Shape,
    Sides, World,
};

/// Name of the sweep8 kernel in the tables.
pub(super) const NAME: &str = "sweep8";

/// Its name where it moves ellipsoids as wide and as high as the capsules.
pub(super) const OF_ELLIPSOIDS: &str = "sweep8, ellipsoid";

/// Whether something was found, as an answer.
fn yes(found: bool) -> Option<f32> {
    found.then_some(0.0)
}

pub(super) struct Queries {
    world: World,
    shape: Shape,
}

impl Queries {
    pub(super) fn new(level: &Level, form: Form) -> Self {
        Self { world: world_of(level), shape: form.shape() }
    }
}

impl QueryPeer for Queries {
    fn name(&self) -> &'static str {
        NAME
    }

    fn answer_all(&mut self, question: Question, motions: &[Motion], answers: &mut Vec<Option<f32>>) -> bool {
        let Self { world, shape } = self;
        let taken = "input in range";
        match question {
            Question::Sweep => answers.extend(motions.iter().map(|&(start, motion)| {
                world.sweep(*shape, start, motion, Sides::Both).expect(taken).map(|hit| hit.fraction)
            })),
            Question::Ray => answers.extend(motions.iter().map(|&(start, motion)| {
                let length = motion.length();
                world.ray(start, motion, length, Sides::Both).expect(taken).map(|hit| hit.distance / length)
            })),
            Question::AnyHit => {
                answers.extend(motions.iter().map(|&(start, motion)| {
                    yes(world.ray_any(start, motion, motion.length(), Sides::Both).expect(taken))
                }));
            }
            Question::Overlap => answers
                .extend(motions.iter().map(|&(start, _)| yes(world.overlap(*shape, start, Sides::Both).expect(taken)))),
            Question::ClosestPoint => answers.extend(motions.iter().map(|&(start, _)| {
                world.closest_point(start, WITHIN, Sides::Both).expect(taken).map(|closest| closest.distance)
            })),
        }
        true
    }
}

pub(super) struct Walkers {
    world: World,
    crowd: Crowd,
    ids: Vec<CharacterId>,
    /// Machines, with their placements after the last step.
    machines: Vec<(InstanceId, Placement)>,
    pool: rayon::ThreadPool,
    name: &'static str,
}

impl Walkers {
    pub(super) fn new(parts: &Parts, starts: &[Vec3], mode: MoveMode, shape: Shape, name: &'static str) -> Self {
        let meshes = machinery::cook(parts).expect("sound meshes");
        let world = machinery::world_of(parts, &meshes).expect("placements in range");
        let each = world.instances().zip(&parts.parts).filter(|(_, part)| part.machine.is_some());
        let machines = each.map(|(id, part)| (id, part.placement(0.0))).collect();
        let gravity = Vec3::NEG_Y * GRAVITY;
        let mut crowd = Crowd::new(CrowdSettings { gravity, ..CrowdSettings::default() }).expect("settings in range");
        let settings = CharacterSettings {
            shape,
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
        Self { world, crowd, ids, machines, pool, name }
    }
}

impl WalkPeer for Walkers {
    fn name(&self) -> &'static str {
        self.name
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

    fn step(&mut self, targets: &[Placement]) -> Times {
        let Self { world, crowd, machines, pool, .. } = self;
        let mut times = Times::default();
        let report = if machines.is_empty() {
            timed(&mut times.characters, || pool.install(|| crowd.step(world, FRAME))).expect("a time step")
        } else {
            let step = timed(&mut times.world, || {
                for ((id, place), target) in machines.iter_mut().zip(targets) {
                    // A machine that rests wakes nobody.
                    if place != target {
                        *place = *target;
                        world.move_to(*id, *target).expect("in range");
                    }
                }
                world.begin_step(FRAME).expect("a time step")
            });
            let report = timed(&mut times.characters, || pool.install(|| crowd.step_in(&step)));
            timed(&mut times.world, || drop(step));
            report
        };
        assert_eq!(report.refused, 0);
        times
    }
}
