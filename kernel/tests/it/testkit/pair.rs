//! A crowd in which characters come to rest, beside the same crowd in which nobody does.

use super::Random;
use super::crowds::{new_crowd, profile_of};
use super::worlds::{Level, terrain, world_of};
use glam::Vec3;
use sweep8::inspect::count_at_rest;
use sweep8::{CharacterId, Crowd, StepReport, World};

pub(crate) const FRAME: f32 = 1.0 / 60.0;

pub(crate) const SHAPES: [Vec3; 3] = [Vec3::splat(0.5), Vec3::new(0.4, 0.9, 0.4), Vec3::new(0.9, 0.3, 0.6)];

/// More than two chunks of a step.
pub(crate) const CHARACTERS: usize = 150;

/// A crowd with rests and one without, of the same characters.
pub(crate) struct Pair {
    pub(crate) worlds: [World; 3],
    pub(crate) crowds: [Crowd; 2],
    pub(crate) ids: Vec<CharacterId>,
    steps: usize,
    /// How many characters were at rest before the steps, added up.
    pub(crate) left_out: usize,
}

impl Pair {
    pub(crate) fn new(level: &Level, half: f64, seed: u64) -> Self {
        // A clone knows the same ids.
        let crowd = new_crowd();
        let crowds = [crowd.clone(), crowd];
        let worlds = [world_of(level), world_of(level), world_of(level)];
        let mut pair = Self { worlds, crowds, ids: Vec::new(), steps: 0, left_out: 0 };
        let mut random = Random(seed);
        for number in 0..CHARACTERS {
            pair.spawn(number, random.vector(half).as_vec3());
        }
        pair
    }

    pub(crate) fn spawn(&mut self, number: usize, center: Vec3) {
        let profile = profile_of(SHAPES[number % SHAPES.len()]);
        let id = self.both(|crowd| crowd.spawn(&profile, center)).unwrap();
        self.ids.push(id);
    }

    /// Does the same to both.
    pub(crate) fn both<T: PartialEq + std::fmt::Debug>(&mut self, change: impl Fn(&mut Crowd) -> T) -> T {
        let [one, other] = self.crowds.each_mut().map(change);
        assert_eq!(one, other);
        one
    }

    pub(crate) fn at_rest(&self) -> usize {
        count_at_rest(&self.crowds[0])
    }

    pub(crate) fn step(&mut self, seconds: f32) -> StepReport {
        self.step_in(0, seconds)
    }

    /// Steps the crowd with rests in a world of its own, or in a copy.
    pub(crate) fn step_in(&mut self, world: usize, seconds: f32) -> StepReport {
        self.left_out += self.at_rest();
        let [with, without] = &mut self.crowds;
        let report = with.step(&self.worlds[world], seconds).unwrap();
        let other = without.step(&self.worlds[1 + self.steps % 2], seconds).unwrap();
        assert_eq!(report, other, "step {}", self.steps);
        assert_eq!(with.state_hash(), without.state_hash(), "step {}", self.steps);
        assert_eq!(count_at_rest(with), count_at_rest(without), "both find out who rests, step {}", self.steps);
        self.steps += 1;
        report
    }

    /// Steps until everybody rests.
    pub(crate) fn settle(&mut self) {
        for _ in 0..600 {
            self.step(FRAME);
            if self.at_rest() == self.ids.len() {
                return;
            }
        }
        panic!("{} of {} are at rest", self.at_rest(), self.ids.len());
    }
}

/// A floor of 16 m by 16 m, flat or nearly, over which all characters come to rest.
pub(crate) fn gentle(seed: u64, rough: f64) -> Pair {
    let mut pair = Pair::new(&terrain(&mut Random(seed), 32, 0.5, rough), 4.0, seed);
    for (number, id) in pair.ids.clone().into_iter().enumerate() {
        let center = Vec3::new((number % 12) as f32 - 5.5, 1.5, (number / 12) as f32 - 6.0);
        pair.both(|crowd| crowd.teleport(id, center)).unwrap();
    }
    pair
}

/// Some turn, some stop, a few are pushed for a step, put elsewhere, removed or added.
pub(crate) fn disturb(pair: &mut Pair, random: &mut Random, half: f64, walkers: f64) {
    for id in pair.ids.clone() {
        let walks = id.index() % 2 == 0 && walkers > 0.0;
        match random.whole(0, 199) as u32 {
            0..10 if walks => {
                let velocity = (random.direction() * random.range(0.0, 6.0)).as_vec3();
                pair.both(|crowd| crowd.set_desired_velocity(id, velocity)).unwrap();
            }
            10..14 => pair.both(|crowd| crowd.set_desired_velocity(id, Vec3::ZERO)).unwrap(),
            14 => {
                // Pushed for no time: the old velocity is back before the step.
                pair.both(|crowd| {
                    let input = *crowd.input(id).unwrap();
                    crowd.set_desired_velocity(id, Vec3::X).unwrap();
                    crowd.jump(id, 3.0).unwrap();
                    crowd.set_input(id, &input)
                })
                .unwrap();
            }
            15 => pair.both(|crowd| crowd.set_desired_velocity(id, Vec3::new(1.0, 0.0, 0.2))).unwrap(),
            16 => {
                let center = random.vector(half).as_vec3();
                pair.both(|crowd| crowd.teleport(id, center)).unwrap();
            }
            17 => {
                // To where he is: at rest there is another state than that of the last step.
                let center = pair.crowds[0].position(id).unwrap();
                pair.both(|crowd| crowd.teleport(id, center)).unwrap();
            }
            18 => {
                pair.both(|crowd| crowd.despawn(id)).unwrap();
                pair.ids.retain(|&other| other != id);
                let center = random.vector(half).as_vec3();
                pair.spawn(id.index(), center);
            }
            19 => pair.both(|crowd| crowd.jump(id, 1.0)).unwrap(),
            20 => {
                let change = (random.direction() * random.range(0.0, 3.0)).as_vec3();
                pair.both(|crowd| crowd.add_impulse(id, change)).unwrap();
            }
            _ => {}
        }
    }
}
