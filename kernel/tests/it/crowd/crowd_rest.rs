//! Characters at rest are not moved, and that shows neither in the state nor in the report.
//!
//! A crowd that steps in one world is held against one that steps in two worlds of the same mesh by turns. Another
//! world ends all rest, so that the second crowd moves everybody in every step.

use crate::testkit::Random;
use crate::testkit::crowds::{checked, new_crowd, profile_of};
use crate::testkit::pair::{CHARACTERS, FRAME, Pair, SHAPES, disturb, gentle};
use crate::testkit::worlds::{quad, room, terrain, world_of};
use glam::Vec3;
use sweep8::StepReport;
use sweep8::inspect::count_at_rest;
use sweep8::limits::{MAX_DISPLACEMENT, MAX_MOVE};
use sweep8::{CharacterSettings, Crowd, CrowdSettings, Field, InputError, MoveMode, Sides, SlopeSpeed};

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

    pair.both(|crowd| crowd.set_desired_velocity(same, Vec3::ZERO)).unwrap();
    assert_eq!(pair.at_rest(), all, "the same bits");
    pair.both(|crowd| crowd.set_desired_velocity(negative, Vec3::new(0.0, -0.0, 0.0))).unwrap();
    assert_eq!(pair.at_rest(), all - 1, "other bits");
    pair.both(|crowd| crowd.set_desired_velocity(pushed, Vec3::X)).unwrap();
    let center = pair.crowds[0].position(moved).unwrap().to_vec3();
    pair.both(|crowd| crowd.teleport(moved, center)).unwrap();
    assert_eq!(pair.at_rest(), all - 3);
    pair.both(|crowd| crowd.despawn(removed)).unwrap();
    pair.ids.retain(|&id| id != removed);
    assert_eq!(pair.at_rest(), all - 4, "its slot is taken by another, who rests");
    pair.spawn(0, center);
    assert_eq!(pair.at_rest(), all - 4);

    let refused = pair.both(|crowd| crowd.set_desired_velocity(same, Vec3::splat(f32::NAN)));
    assert_eq!(refused, Err(InputError::OutOfRange { field: Field::DesiredVelocity, value: f32::NAN }));
    assert_eq!(pair.at_rest(), all - 4, "what is refused changes nothing");
    pair.step(FRAME);
    pair.both(|crowd| crowd.set_desired_velocity(pushed, Vec3::ZERO)).unwrap();
    pair.settle();
}

/// Gives all in both crowds the default profile with other settings than the shape.
fn set_profiles(pair: &mut Pair, settings: CharacterSettings) {
    let Pair { worlds, crowds, ids, .. } = pair;
    for &id in &*ids {
        for crowd in &mut *crowds {
            let shape = crowd.profile(id).unwrap().shape();
            let profile = checked(CharacterSettings { shape, ..settings });
            crowd.set_profile(&worlds[0], id, &profile).unwrap();
        }
    }
}

#[test]
fn other_gravity_and_other_profiles_move_everybody_again() {
    let mut pair = gentle(2, 0.0);
    pair.settle();
    let (all, standard) = (pair.ids.len(), CrowdSettings::default());
    for gravity in [Vec3::new(0.0, -9.8, 0.0), Vec3::new(-0.0, -9.81, 0.0), Vec3::ZERO] {
        pair.both(|crowd| crowd.set_settings(CrowdSettings { gravity, ..standard })).unwrap();
        assert_eq!(pair.at_rest(), 0);
        pair.step(FRAME);
        pair.both(|crowd| crowd.set_settings(standard)).unwrap();
        assert_eq!(pair.at_rest(), 0);
        pair.settle();
    }
    let settings = CharacterSettings::default();
    let others = [
        CharacterSettings { max_fall_speed: 54.0, ..settings },
        CharacterSettings { skin: 0.02, ..settings },
        CharacterSettings { max_iterations: 7, ..settings },
        CharacterSettings { max_slope_angle: 0.9, ..settings },
        CharacterSettings { mode: MoveMode::Slide, ..settings },
        CharacterSettings { step_height: 0.3, ..settings },
        CharacterSettings { snap_distance: 0.3, ..settings },
        CharacterSettings { slope_speed: SlopeSpeed::Along, ..settings },
        CharacterSettings { sides: Sides::Front, ..settings },
        CharacterSettings { air_control: 0.5, ..settings },
        CharacterSettings { ground_damping: 5.0, ..settings },
    ];
    for other in others {
        // For one step, and for as long as it takes to settle.
        for settles in [false, true] {
            set_profiles(&mut pair, other);
            assert_eq!(pair.at_rest(), 0, "{other:?}");
            pair.step(FRAME);
            if settles {
                pair.settle();
            }
            set_profiles(&mut pair, settings);
            assert_eq!(pair.at_rest(), 0, "{other:?}");
            pair.settle();
        }
    }
    // Sorting shows in nothing; neither do profiles that are gone before the step.
    pair.both(|crowd| crowd.set_settings(CrowdSettings { sort_every: 1, ..standard })).unwrap();
    assert_eq!(pair.at_rest(), all);
    pair.step(FRAME);
    set_profiles(&mut pair, others[1]);
    set_profiles(&mut pair, settings);
    pair.step(FRAME);
    assert_eq!(pair.at_rest(), all);
}

#[test]
fn another_time_step_and_another_world_move_everybody_again() {
    let mut pair = gentle(2, 0.0);
    pair.settle();
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
            let mut crowd = new_crowd();
            let id = crowd.spawn(&profile_of(Vec3::splat(0.5)), Vec3::Y * (0.55 / cosine)).unwrap();
            for _ in 0..2 * rate {
                crowd.step(&world, 1.0 / f32::from(rate)).unwrap();
            }
            let rest = crowd.position(id).unwrap().to_dvec3();
            crowd.step(&world, 1.0 / f32::from(rate)).unwrap();
            assert_eq!(crowd.position(id).unwrap().to_dvec3(), rest, "{degrees}° at {rate} Hz");
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
    let mut crowd = new_crowd();
    for number in 0..CHARACTERS {
        let place = Vec3::new((number % 12) as f32 - 5.5, 1.0, (number / 12) as f32 - 6.0);
        crowd.spawn(&profile_of(SHAPES[number % SHAPES.len()]), place).unwrap();
    }
    let steps = |crowd: &mut Crowd, world| (0..300).fold(0, |_, _| crowd.step(world, FRAME).unwrap().standing);
    for (world, other) in [(&floor, &pit), (&pit, &floor)] {
        assert_eq!(steps(&mut crowd, world), CHARACTERS as u64);
        assert_eq!(count_at_rest(&crowd), CHARACTERS);
        let hash = crowd.state_hash();
        let report = crowd.step(other, FRAME).unwrap();
        assert_eq!((report.standing, report.contacts), (0, 0));
        assert_ne!(crowd.state_hash(), hash);
        for id in crowd.ids().collect::<Vec<_>>() {
            crowd.teleport(id, crowd.position(id).unwrap()).unwrap();
        }
    }
}

#[test]
fn steps_that_move_nobody_end_no_rest() {
    let mut pair = gentle(3, 0.05);
    pair.settle();
    let (all, world) = (pair.ids.len(), world_of(&[]));
    assert_eq!(pair.step(0.0), StepReport::default());
    assert_eq!(pair.step(-0.0), StepReport::default());
    let refused = pair.both(|crowd| crowd.step(&world, f32::NAN));
    assert_eq!(refused, Err(InputError::OutOfRange { field: Field::TimeStep, value: f32::NAN }));
    let refused = pair.both(|crowd| {
        crowd.set_settings(CrowdSettings { gravity: Vec3::splat(f32::INFINITY), ..CrowdSettings::default() })
    });
    assert_eq!(refused, Err(InputError::OutOfRange { field: Field::Gravity, value: f32::INFINITY }));
    assert_eq!(pair.at_rest(), all);
    assert_eq!(pair.step(FRAME).standing, all as u64);
}

#[test]
fn a_refused_character_is_refused_in_every_step_and_does_not_rest() {
    let mut pair = gentle(4, 0.05);
    pair.settle();
    let (all, far) = (pair.ids.len(), pair.ids[77]);
    let before = *pair.crowds[0].state(far).unwrap();
    pair.both(|crowd| crowd.set_desired_velocity(far, Vec3::X * MAX_DISPLACEMENT)).unwrap();
    for _ in 0..4 {
        assert_eq!(pair.at_rest(), all - 1);
        let report = pair.step(FRAME);
        assert_eq!((report.refused, report.standing), (1, all as u64 - 1));
        assert_eq!(report.first_refused.character(), Some(far));
        let value = MAX_DISPLACEMENT * FRAME;
        assert!(value > MAX_MOVE);
        assert_eq!(report.first_refused.error(), Some(InputError::OutOfRange { field: Field::Move, value }));
        assert_eq!(pair.crowds[0].state(far), Ok(&before));
    }
    assert_eq!(pair.at_rest(), all - 1);
    // The same velocity is none too fast for a shorter step.
    assert_eq!(pair.step(1e-4).refused, 0);
    pair.both(|crowd| crowd.set_desired_velocity(far, Vec3::ZERO)).unwrap();
    pair.step(FRAME);
}

#[test]
fn a_watched_character_never_rests_and_has_the_same_results() {
    let mut pair = gentle(6, 0.05);
    pair.settle();
    let all = pair.ids.len();
    let mut unwatched = pair.crowds[0].clone();
    let (watched, mut random) = (pair.ids.iter().copied().step_by(3).collect::<Vec<_>>(), Random(6));
    let watch = |pair: &mut Pair, is_watched| {
        for &id in &watched {
            pair.both(|crowd| if is_watched { crowd.watch_contacts(id) } else { crowd.unwatch_contacts(id) }).unwrap();
        }
    };
    watch(&mut pair, true);
    for step in 0..200 {
        assert!(pair.at_rest() <= all - watched.len());
        if (20..60).contains(&step) {
            let id = pair.ids[random.range(0.0, all as f64) as usize];
            let velocity = Vec3::new(random.range(-3.0, 3.0) as f32, 0.0, 1.0) * (step % 2) as f32;
            pair.both(|crowd| crowd.set_desired_velocity(id, velocity)).unwrap();
            unwatched.set_desired_velocity(id, velocity).unwrap();
        } else if step == 60 {
            for &id in &pair.ids.clone() {
                pair.both(|crowd| crowd.set_desired_velocity(id, Vec3::ZERO)).unwrap();
                unwatched.set_desired_velocity(id, Vec3::ZERO).unwrap();
            }
        }
        let before: Vec<_> = watched.iter().map(|&id| pair.crowds[0].contacts(id).unwrap().to_vec()).collect();
        let report = pair.step(FRAME);
        assert_eq!(report, unwatched.step(&pair.worlds[0], FRAME).unwrap(), "step {step}");
        assert_eq!(pair.crowds[0].state_hash(), unwatched.state_hash(), "step {step}");
        for (&id, before) in watched.iter().zip(before) {
            let contacts = pair.both(|crowd| crowd.contacts(id).unwrap().to_vec());
            if (1..20).contains(&step) || step == 199 {
                // At rest, were it not watched.
                assert!(!contacts.is_empty() && contacts == before, "step {step}: {contacts:?}, before {before:?}");
            }
        }
    }
    assert_eq!((pair.at_rest(), count_at_rest(&unwatched)), (all - watched.len(), all));
    watch(&mut pair, false);
    pair.step(FRAME);
    assert_eq!(pair.at_rest(), all);
    assert!(watched.iter().all(|&id| pair.crowds[0].contacts(id).unwrap().is_empty()));
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
