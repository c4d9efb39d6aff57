//! The profiles of a crowd: those that no character has any more make room for new ones, and that shows in no result.

use crate::testkit::Random;
use crate::testkit::cases;
use crate::testkit::crowds::{new_crowd, profile_of};
use crate::testkit::worlds::{quad, world_of};
use glam::Vec3;
use sweep8::inspect::count_left_out;
use sweep8::{CharacterProfile, CharacterState, Crowd, MoveInput, World};

const FRAME: f32 = 1.0 / 60.0;

fn floor() -> World {
    world_of(&quad(Vec3::new(-90.0, 0.0, -90.0), Vec3::Z * 180.0, Vec3::X * 180.0))
}

/// A person that crouches more or less deeply.
fn crouching(height: f32) -> CharacterProfile {
    profile_of(Vec3::new(0.4, height, 0.4))
}

#[test]
fn a_height_that_changes_in_each_frame_leaves_no_profiles_behind_and_wakes_nobody() {
    let (world, mut crowd) = (floor(), new_crowd());
    let person = CharacterProfile::default();
    let player = crowd.spawn_standing(&person, Vec3::ZERO).unwrap();
    for k in 0..100_u8 {
        crowd.spawn_standing(&person, Vec3::new(3.0 + f32::from(k % 10), 0.0, f32::from(k / 10) - 5.0)).unwrap();
    }
    crowd.set_desired_velocity(player, Vec3::X * 0.1).unwrap();
    // The same alone, with a state of its own.
    let mut alone = CharacterState { key: crowd.state(player).unwrap().key, ..*crowd.state(player).unwrap() };
    let input = *crowd.input(player).unwrap();
    let (frames, mut bytes, mut most) = (cases(100_000, 10_000), Vec::new(), 0);
    for frame in 0..frames {
        // No two of them alike.
        let profile = crouching(0.5 + 0.4 * (frame as f32 / frames as f32));
        let rise = profile.feet_below(Vec3::Y) - crowd.profile(player).unwrap().feet_below(Vec3::Y);
        crowd.set_profile(&world, player, &profile).unwrap();
        let step = crowd.begin_step(&world, FRAME, 1).unwrap();
        if frame >= 10 {
            assert_eq!(count_left_out(&step), 100, "frame {frame}");
        }
        step.finish();
        alone.position = alone.position + Vec3::Y * rise;
        world.move_character(&profile, &mut alone, &input, FRAME).unwrap();
        let state = crowd.state(player).unwrap();
        assert_eq!((state.position, state.ground()), (alone.position, alone.ground()), "frame {frame}");
        if frame % 100 == 99 {
            crowd.save_into(&mut bytes);
            most = most.max(bytes.len());
        }
    }
    println!("{frames} heights: {} profiles, and a save of at most {most} bytes", crowd.profiles().len());
    assert!(crowd.profiles().len() <= 66 && most < 40_000, "{} profiles, {most} bytes", crowd.profiles().len());
}

#[test]
fn states_of_the_last_64_profiles_come_back_with_theirs() {
    let (world, mut crowd) = (floor(), new_crowd());
    let player = crowd.spawn_standing(&crouching(0.5), Vec3::ZERO).unwrap();
    let mut states = Vec::new();
    for number in 0..300_u16 {
        let profile = crouching(0.5 + 1e-3 * f32::from(number));
        crowd.set_profile(&world, player, &profile).unwrap();
        crowd.step(&world, FRAME).unwrap();
        states.push((*crowd.state(player).unwrap(), profile));
        let (past, profile) = states[states.len().saturating_sub(64)];
        let now = *crowd.state(player).unwrap();
        crowd.set_state(player, &past).unwrap();
        assert_eq!(crowd.profile(player), Ok(&profile), "{number}");
        crowd.set_states(&[now]).unwrap();
        assert_eq!(crowd.profile(player), Ok(&states[states.len() - 1].1), "{number}");
    }
}

#[test]
fn new_profiles_take_no_place_that_somebody_has() {
    let (world, mut crowd) = (floor(), new_crowd());
    let persons = [0.5, 0.6, 0.7].map(crouching);
    let ids = persons.map(|person| crowd.spawn_standing(&person, Vec3::X * person.feet_below(Vec3::Y) * 20.0).unwrap());
    let player = crowd.spawn_standing(&crouching(0.8), Vec3::ZERO).unwrap();
    for number in 0..200_u16 {
        crowd.set_profile(&world, player, &crouching(0.8 - 1e-3 * f32::from(number))).unwrap();
        for (id, person) in ids.iter().zip(&persons) {
            assert_eq!(crowd.profile(*id), Ok(person), "{number}");
        }
    }
}

/// Everything that counts profiles, at random.
fn disturb(crowd: &mut Crowd, world: &World, random: &mut Random) {
    let ids: Vec<_> = crowd.ids().collect();
    let any = |random: &mut Random| ids[random.below(ids.len())];
    let profile = crouching(random.range_f32(0.5, 0.9));
    match random.below(8) {
        0 => {
            let place = Vec3::new(random.range_f32(-80.0, 80.0), 0.0, random.range_f32(-80.0, 80.0));
            crowd.spawn_standing(&profile, place).unwrap();
        }
        1 if ids.len() > 20 => crowd.despawn(any(random)).unwrap(),
        2 => {
            let [one, other] = [any(random), any(random)];
            let state = *crowd.state(one).unwrap();
            let key = crowd.state(other).unwrap().key;
            crowd.set_state(other, &CharacterState { key, position: crowd.position(other).unwrap(), ..state }).unwrap();
        }
        3 => {
            let mut states: Vec<_> = ids.iter().map(|&id| *crowd.state(id).unwrap()).collect();
            let profile = states[0].profile;
            for state in &mut states {
                state.profile = profile;
            }
            if random.below(20) == 0 {
                crowd.set_states(&states).unwrap();
            }
        }
        _ => drop(crowd.set_profile(world, any(random), &profile)),
    }
}

#[test]
fn clones_and_restored_crowds_go_on_with_the_same_places_and_bits_whatever_happens() {
    let world = floor();
    for seed in 0..cases(40, 8) as u64 {
        let (mut crowd, mut random) = (new_crowd(), Random(seed));
        for k in 0..40_u8 {
            let profile = crouching(random.range_f32(0.5, 0.9));
            crowd.spawn_standing(&profile, Vec3::new(f32::from(k % 8), 0.0, f32::from(k / 8))).unwrap();
        }
        for _ in 0..200 {
            disturb(&mut crowd, &world, &mut random);
        }
        let (mut bytes, mut restored, mut again) = (Vec::new(), new_crowd(), Vec::new());
        crowd.save_into(&mut bytes);
        restored.restore(&bytes).unwrap();
        restored.save_into(&mut again);
        assert!(bytes == again, "a save of what was restored is the same");
        let mut all = [crowd.clone(), restored, crowd];
        for step in 0..300 {
            let state = random.state();
            for crowd in &mut all {
                random = Random(state);
                disturb(crowd, &world, &mut random);
                crowd.step(&world, FRAME).unwrap();
            }
            let [one, other, crowd] = &all;
            assert_eq!([one.state_hash(), other.state_hash()], [crowd.state_hash(); 2], "seed {seed}, step {step}");
            assert_eq!([one.profiles(), other.profiles()], [crowd.profiles(); 2], "seed {seed}, step {step}");
            for id in crowd.ids() {
                assert_eq!(one.state(id), crowd.state(id), "seed {seed}, step {step}");
            }
        }
        let [.., crowd] = all;
        let used = crowd.ids().map(|id| crowd.state(id).unwrap().profile).collect::<std::collections::BTreeSet<_>>();
        assert!(crowd.profiles().len() <= used.len().max(60) + 128 + 1, "{} of {}", crowd.profiles().len(), used.len());
    }
}

#[test]
fn what_a_step_reads_is_the_profile_and_not_its_place() {
    let world = floor();
    let mut crowds = [new_crowd(), new_crowd()];
    // The second crowd has had others before.
    for number in 0..500_u16 {
        let id = crowds[1].spawn_standing(&crouching(0.3 + 1e-3 * f32::from(number)), Vec3::ZERO).unwrap();
        crowds[1].despawn(id).unwrap();
    }
    assert!(crowds[1].profiles().len() <= 64, "{}", crowds[1].profiles().len());
    let profile = crouching(0.77);
    let input = MoveInput { desired_velocity: Vec3::X, ..MoveInput::EARTH };
    let ends = crowds.each_mut().map(|crowd| {
        let id = crowd.spawn_standing(&profile, Vec3::ZERO).unwrap();
        crowd.set_input(id, &input).unwrap();
        for _ in 0..60 {
            crowd.step(&world, FRAME).unwrap();
        }
        crowd.position(id).unwrap()
    });
    assert_eq!(ends[0], ends[1]);
}
