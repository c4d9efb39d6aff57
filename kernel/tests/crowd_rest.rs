//! Characters at rest are not moved, and that shows neither in the state nor in the report.
//!
//! A crowd that steps in one world is held against one that steps in two worlds of the same mesh by turns. Another
//! world ends all rest, so that the second crowd moves everybody in every step.

#[allow(dead_code, reason = "each test uses its own part")]
mod common;

use common::Random;
use common::worlds::{Level, quad, room, terrain, world_of};
use glam::Vec3;
use sweep8::inspect::count_at_rest;
use sweep8::limits::MAX_DISPLACEMENT;
use sweep8::{CharacterId, Crowd, CrowdReport, CrowdSettings, Ellipsoid, GravityPass, InputError, World};

const FRAME: f32 = 1.0 / 60.0;

const SHAPES: [Vec3; 3] = [Vec3::splat(0.5), Vec3::new(0.4, 0.9, 0.4), Vec3::new(0.9, 0.3, 0.6)];

/// More than two chunks of a step.
const CHARACTERS: usize = 150;

/// A crowd with rests and one without, of the same characters.
struct Pair {
    worlds: [World; 3],
    crowds: [Crowd; 2],
    ids: Vec<CharacterId>,
    steps: usize,
    /// How many characters were at rest before the steps, added up.
    left_out: usize,
}

impl Pair {
    fn new(level: &Level, half: f64, seed: u64) -> Self {
        let settings = CrowdSettings::default();
        let crowds = [Crowd::new(settings), Crowd::new(settings)];
        let worlds = [world_of(level), world_of(level), world_of(level)];
        let mut pair = Self { worlds, crowds, ids: Vec::new(), steps: 0, left_out: 0 };
        let mut random = Random(seed);
        for number in 0..CHARACTERS {
            pair.spawn(number, random.vector(half).as_vec3());
        }
        pair
    }

    fn spawn(&mut self, number: usize, center: Vec3) {
        let shape = Ellipsoid::new(SHAPES[number % SHAPES.len()]).unwrap();
        let [id, other] = self.crowds.each_mut().map(|crowd| crowd.spawn(shape, center));
        assert_eq!(id, other);
        self.ids.push(id);
    }

    /// Does the same to both.
    fn both<T: PartialEq + std::fmt::Debug>(&mut self, change: impl Fn(&mut Crowd) -> T) -> T {
        let [one, other] = self.crowds.each_mut().map(change);
        assert_eq!(one, other);
        one
    }

    fn at_rest(&self) -> usize {
        count_at_rest(&self.crowds[0])
    }

    fn step(&mut self, seconds: f32) -> CrowdReport {
        self.step_in(0, seconds)
    }

    /// Steps the crowd with rests in a world of its own, or in a copy.
    fn step_in(&mut self, world: usize, seconds: f32) -> CrowdReport {
        self.left_out += self.at_rest();
        let [with, without] = &mut self.crowds;
        let report = with.step(&self.worlds[world], seconds);
        assert_eq!(report, without.step(&self.worlds[1 + self.steps % 2], seconds), "step {}", self.steps);
        assert_eq!(with.state_hash(), without.state_hash(), "step {}", self.steps);
        assert_eq!(count_at_rest(with), count_at_rest(without), "both find out who rests, step {}", self.steps);
        self.steps += 1;
        report
    }

    /// Steps until everybody rests.
    fn settle(&mut self) {
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
fn gentle(seed: u64, rough: f64) -> Pair {
    let mut pair = Pair::new(&terrain(&mut Random(seed), 32, 0.5, rough), 4.0, seed);
    for (number, id) in pair.ids.clone().into_iter().enumerate() {
        let center = Vec3::new((number % 12) as f32 - 5.5, 1.5, (number / 12) as f32 - 6.0);
        assert_eq!(pair.both(|crowd| crowd.set_position(id, center)), None);
    }
    pair
}

/// Some turn, some stop, a few are pushed for a step, put elsewhere, removed or added.
fn disturb(pair: &mut Pair, random: &mut Random, half: f64, walkers: f64) {
    for id in pair.ids.clone() {
        let walks = id.index() % 2 == 0 && walkers > 0.0;
        match random.whole(0, 199) as u32 {
            0..10 if walks => {
                let velocity = (random.direction() * random.range(0.0, 6.0)).as_vec3();
                pair.both(|crowd| crowd.set_velocity(id, velocity));
            }
            10..14 => _ = pair.both(|crowd| crowd.set_velocity(id, Vec3::ZERO)),
            14 => {
                // Pushed for no time: the old velocity is back before the step.
                pair.both(|crowd| {
                    let velocity = crowd.velocity(id).unwrap();
                    assert_eq!(crowd.set_velocity(id, Vec3::X), None);
                    crowd.set_velocity(id, velocity)
                });
            }
            15 => _ = pair.both(|crowd| crowd.set_velocity(id, Vec3::new(1.0, 0.0, 0.2))),
            16 => {
                let center = random.vector(half).as_vec3();
                assert_eq!(pair.both(|crowd| crowd.set_position(id, center)), None);
            }
            17 => {
                // To where he is: at rest there is another state than that of the last step.
                let center = pair.crowds[0].position(id);
                assert_eq!(pair.both(|crowd| crowd.set_position(id, center)), None);
            }
            18 => {
                assert!(pair.both(|crowd| crowd.despawn(id)));
                pair.ids.retain(|&other| other != id);
                let center = random.vector(half).as_vec3();
                pair.spawn(id.index(), center);
            }
            _ => {}
        }
    }
}

#[test]
fn half_stand_half_walk_some_are_pushed_put_elsewhere_removed_and_added() {
    for seed in 0..3 {
        let mut random = Random(100 + seed);
        let rough = terrain(&mut random, 24, 0.6, 0.15);
        let rooms = room(&mut random, 6.0, 6, 20);
        for (level, half) in [(rough, 5.0), (rooms, 4.0)] {
            let mut pair = Pair::new(&level, half, seed);
            for step in 0..300 {
                if step >= 60 {
                    disturb(&mut pair, &mut random, half, 0.5);
                }
                pair.step(FRAME);
            }
            let moves = CHARACTERS * 300;
            assert!((moves / 10..moves).contains(&pair.left_out), "{} of {moves} moves left out", pair.left_out);
        }
    }
}

#[test]
fn everybody_on_a_floor_comes_to_rest_and_only_who_is_touched_moves_again() {
    let mut pair = gentle(1, 0.05);
    pair.settle();
    let all = pair.ids.len();
    let report = pair.step(FRAME);
    assert_eq!(report.standing, all as u64);
    assert!(report.contacts >= report.standing, "{report:?}");
    let [pushed, moved, removed, same, negative] = [3, 64, 70, 99, 149].map(|number| pair.ids[number]);

    assert_eq!(pair.both(|crowd| crowd.set_velocity(same, Vec3::ZERO)), None);
    assert_eq!(pair.at_rest(), all, "the same bits");
    assert_eq!(pair.both(|crowd| crowd.set_velocity(negative, Vec3::new(0.0, -0.0, 0.0))), None);
    assert_eq!(pair.at_rest(), all - 1, "other bits");
    assert_eq!(pair.both(|crowd| crowd.set_velocity(pushed, Vec3::X)), None);
    let center = pair.crowds[0].position(moved);
    assert_eq!(pair.both(|crowd| crowd.set_position(moved, center)), None);
    assert_eq!(pair.at_rest(), all - 3);
    assert!(pair.both(|crowd| crowd.despawn(removed)));
    pair.ids.retain(|&id| id != removed);
    assert_eq!(pair.at_rest(), all - 4, "its slot is taken by another, who rests");
    pair.spawn(0, center);
    assert_eq!(pair.at_rest(), all - 4);

    let refused = pair.both(|crowd| crowd.set_velocity(same, Vec3::splat(f32::NAN)));
    assert_eq!(refused, Some(InputError::DisplacementNotFinite));
    assert_eq!(pair.at_rest(), all - 4, "what is refused changes nothing");
    pair.step(FRAME);
    assert_eq!(pair.both(|crowd| crowd.set_velocity(pushed, Vec3::ZERO)), None);
    pair.settle();
}

#[test]
fn other_settings_another_time_step_and_another_world_move_everybody_again() {
    let mut pair = gentle(2, 0.0);
    pair.settle();
    let (all, settings) = (pair.ids.len(), CrowdSettings::default());
    let others = [
        CrowdSettings { gravity: Vec3::new(0.0, -9.8, 0.0), ..settings },
        CrowdSettings { gravity: Vec3::new(-0.0, -9.81, 0.0), ..settings },
        CrowdSettings { max_fall_speed: 54.0, ..settings },
        CrowdSettings { skin: 0.02, ..settings },
        CrowdSettings { max_iterations: 7, ..settings },
        CrowdSettings { gravity_pass: GravityPass::Joined, ..settings },
        CrowdSettings { floor_cosine: 0.6, ..settings },
        CrowdSettings { sides: sweep8::Sides::Front, ..settings },
    ];
    for other in others {
        for back in [settings, other] {
            // For one step, and for as long as it takes to settle.
            pair.both(|crowd| crowd.set_settings(other));
            pair.step(FRAME);
            pair.both(|crowd| crowd.set_settings(back));
            if back == other && other.gravity_pass == GravityPass::Separate {
                pair.settle();
            }
            pair.both(|crowd| crowd.set_settings(settings));
            pair.settle();
        }
    }
    // Sorting shows in nothing; neither do settings that are gone before the step.
    pair.both(|crowd| crowd.set_settings(CrowdSettings { sort_every: 1, ..settings }));
    pair.step(FRAME);
    pair.both(|crowd| crowd.set_settings(others[3]));
    pair.both(|crowd| crowd.set_settings(settings));
    pair.step(FRAME);
    assert_eq!(pair.at_rest(), all);

    for seconds in [1.0 / 30.0, 1.0 / 59.99, 1.0 / 144.0, 1.0 / 1000.0, 1e-25] {
        pair.step(seconds);
        pair.step(FRAME);
        pair.step(FRAME);
        pair.step(seconds);
        pair.step(seconds);
        pair.settle();
    }
    for world in [1, 2, 0] {
        pair.step_in(world, FRAME);
        pair.step(FRAME);
        pair.settle();
    }
}

#[test]
fn who_rests_on_a_floor_or_a_slope_keeps_the_skin_at_any_time_step() {
    for degrees in [0.0_f32, 20.0, 48.0] {
        let (sine, cosine) = degrees.to_radians().sin_cos();
        let along = Vec3::new(cosine, -sine, 0.0) * 18.0;
        let world = world_of(&quad(along * -0.5 - Vec3::Z * 9.0, Vec3::Z * 18.0, along));
        for rate in [30_u16, 60, 144, 240, 1_000] {
            let mut crowd = Crowd::new(CrowdSettings::default());
            let ball = Ellipsoid::ball(0.5).unwrap();
            let id = crowd.spawn(ball, Vec3::Y * (0.55 / cosine));
            for _ in 0..2 * rate {
                crowd.step(&world, 1.0 / f32::from(rate));
            }
            let rest = crowd.position_f64(id);
            crowd.step(&world, 1.0 / f32::from(rate));
            assert_eq!(crowd.position_f64(id), rest, "{degrees}° at {rate} Hz");
            let normal = Vec3::new(sine, cosine, 0.0).as_dvec3();
            let gap = (normal.dot(rest) - 0.5) / 0.01;
            assert!((gap - 1.0).abs() < 1e-3, "{gap} of the skin, {degrees}° at {rate} Hz");
        }
    }
}

#[test]
fn who_rests_on_a_floor_falls_in_a_world_without_it() {
    let world_at = |height: f32| world_of(&quad(Vec3::new(-9.0, height, -9.0), Vec3::Z * 18.0, Vec3::X * 18.0));
    let (floor, pit) = (world_at(0.0), world_at(-20.0));
    let mut crowd = Crowd::new(CrowdSettings::default());
    for number in 0..CHARACTERS {
        let shape = Ellipsoid::new(SHAPES[number % SHAPES.len()]).unwrap();
        crowd.spawn(shape, Vec3::new((number % 12) as f32 - 5.5, 1.0, (number / 12) as f32 - 6.0));
    }
    let steps = |crowd: &mut Crowd, world| (0..300).fold(0, |_, _| crowd.step(world, FRAME).standing);
    for (world, other) in [(&floor, &pit), (&pit, &floor)] {
        assert_eq!(steps(&mut crowd, world), CHARACTERS as u64);
        assert_eq!(count_at_rest(&crowd), CHARACTERS);
        let hash = crowd.state_hash();
        let report = crowd.step(other, FRAME);
        assert_eq!((report.standing, report.contacts), (0, 0));
        assert_ne!(crowd.state_hash(), hash);
        for id in crowd.ids().collect::<Vec<_>>() {
            assert_eq!(crowd.set_position(id, crowd.position(id)), None);
        }
    }
}

#[test]
fn steps_that_move_nobody_end_no_rest() {
    let mut pair = gentle(3, 0.05);
    pair.settle();
    let (all, settings) = (pair.ids.len(), CrowdSettings::default());
    assert_eq!(pair.step(0.0), CrowdReport::default());
    assert_eq!(pair.step(f32::NAN).error, Some(InputError::TimeStep));
    pair.both(|crowd| crowd.set_settings(CrowdSettings { skin: -1.0, ..settings }));
    assert_eq!(pair.step(FRAME).error, Some(InputError::Settings));
    pair.both(|crowd| crowd.set_settings(settings));
    assert_eq!(pair.at_rest(), all);
    assert_eq!(pair.step(FRAME).standing, all as u64);
}

#[test]
fn a_refused_character_rests_and_is_counted_as_refused_in_every_step() {
    let mut pair = gentle(4, 0.05);
    pair.settle();
    let (all, far) = (pair.ids.len(), pair.ids[77]);
    assert_eq!(pair.both(|crowd| crowd.set_velocity(far, Vec3::X * MAX_DISPLACEMENT)), None);
    for rested in [all - 1, all - 1, all, all] {
        assert_eq!(pair.at_rest(), rested);
        let report = pair.step(FRAME);
        assert_eq!((report.refused, report.standing), (1, all as u64 - 1));
    }
    // The same velocity is none too fast for a shorter step.
    assert_eq!(pair.step(1e-4).refused, 0);
    assert_eq!(pair.both(|crowd| crowd.set_velocity(far, Vec3::ZERO)), None);
    pair.step(FRAME);
}

#[cfg(feature = "rayon")]
#[test]
fn any_number_of_threads_leaves_out_the_same_moves() {
    let run = |threads| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        let (mut pair, mut random) = (gentle(5, 0.1), Random(5));
        pool.install(|| {
            let step = |step| {
                if step >= 60 {
                    disturb(&mut pair, &mut random, 4.0, 0.5);
                }
                let report = pair.step(FRAME);
                (report, pair.at_rest(), pair.crowds[0].state_hash())
            };
            (0..150).map(step).collect::<Vec<_>>()
        })
    };
    let on_one = run(1);
    assert!(on_one.iter().any(|&(_, at_rest, _)| at_rest > CHARACTERS / 2));
    for threads in [2, 3] {
        assert!(run(threads) == on_one, "{threads} threads");
    }
}
