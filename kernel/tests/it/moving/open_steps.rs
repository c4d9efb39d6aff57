//! A step of a world that is open or was never closed: clones, saves and calls beside it see instances at rest at their targets.

use crate::testkit::crowds::{new_crowd, profile_of};
use glam::{DVec3, Vec3};
use sweep8::{CharacterId, Crowd, InstanceId, Mesh, MoveMemory, Placement, World};

const FRAME: f32 = 1.0 / 60.0;
const PERSON: Vec3 = Vec3::new(0.4, 0.9, 0.4);

/// A deck that moves by 0.1 m a step, and a rider that has stood on it for some steps.
fn deck() -> (World, InstanceId, Crowd, CharacterId) {
    let mut world = World::new();
    let deck = world.add(&Mesh::cuboid(Vec3::new(9.0, 0.5, 9.0)).unwrap().cook(), at(0)).unwrap();
    world.add(&Mesh::cuboid(Vec3::ONE).unwrap().cook(), Placement::at(DVec3::Z * 50.0)).unwrap();
    let mut crowd = new_crowd();
    let rider = crowd.spawn_standing(&profile_of(PERSON), Vec3::ZERO).unwrap();
    for frame in 1..=10 {
        world.move_to(deck, at(frame)).unwrap();
        crowd.step_in(&world.begin_step(FRAME).unwrap());
    }
    (world, deck, crowd, rider)
}

fn at(frame: u32) -> Placement {
    Placement::at(DVec3::new(0.1 * f64::from(frame), -0.5, 0.0))
}

/// Ways that a rider goes in 60 steps of a world that is in no step of its own: by a crowd, alone, and in a slice.
fn ways(world: &World, mut crowd: Crowd, rider: CharacterId) -> [DVec3; 3] {
    let start = crowd.position(rider).unwrap().to_dvec3();
    let profile = profile_of(PERSON);
    let input = *crowd.input(rider).unwrap();
    let mut alone = *crowd.state(rider).unwrap();
    let (mut slice, mut memory) = ([alone], MoveMemory::new());
    for _ in 0..60 {
        crowd.step(world, FRAME).unwrap();
        world.move_character(&profile, &mut alone, &input, FRAME).unwrap();
        world.move_characters(&[profile], &mut slice, &[input], FRAME, &mut memory).unwrap();
    }
    [crowd.position(rider).unwrap(), alone.position, slice[0].position].map(|end| end.to_dvec3() - start)
}

/// No more than the velocity of the deck leads on: none, as the rider stays on its ground.
fn assert_stays(ways: [DVec3; 3], case: &str) {
    assert!(ways.iter().all(|way| way.length() < 1e-3), "{case}: {ways:?}");
}

#[test]
fn a_clone_of_the_world_of_a_step_carries_nobody() {
    let (mut world, deck, crowd, rider) = deck();
    world.move_to(deck, at(11)).unwrap();
    let step = world.begin_step(FRAME).unwrap();
    let clone = step.world().clone();
    assert_eq!(clone.placement(deck), Ok(at(11)));
    assert_stays(ways(&clone, crowd.clone(), rider), "clone");
    assert_stays(ways(step.world(), crowd.clone(), rider), "the world of the step itself, beside its calls");
    // The step goes on as before.
    let mut crowd = crowd;
    let before = crowd.position(rider).unwrap().to_dvec3();
    crowd.step_in(&step);
    assert!((crowd.position(rider).unwrap().to_dvec3() - before - DVec3::X * 0.1).length() < 1e-4);
    // And a step of the clone is one.
    let mut clone = clone;
    clone.move_to(deck, at(13)).unwrap();
    let before = crowd.position(rider).unwrap().to_dvec3();
    crowd.step_in(&clone.begin_step(FRAME).unwrap());
    assert!((crowd.position(rider).unwrap().to_dvec3() - before - DVec3::X * 0.2).length() < 1e-4);
}

#[test]
fn a_motion_saved_in_a_step_has_no_targets() {
    let (mut world, deck, crowd, rider) = deck();
    world.move_to(deck, at(11)).unwrap();
    let (mut inside, mut after) = (Vec::new(), Vec::new());
    let step = world.begin_step(FRAME).unwrap();
    step.world().save_motion_into(&mut inside);
    drop(step);
    world.save_motion_into(&mut after);
    assert!(inside == after, "the same bytes as after the step");
    let (mut other, deck, ..) = self::deck();
    other.restore_motion(&inside).unwrap();
    assert_eq!(other.placement(deck), Ok(at(11)));
    assert_stays(ways(&other, crowd, rider), "restored");
}

#[test]
fn a_step_that_is_forgotten_is_over() {
    let (mut world, deck, crowd, rider) = deck();
    world.move_to(deck, at(11)).unwrap();
    std::mem::forget(world.begin_step(FRAME).unwrap());
    assert_stays(ways(&world, crowd.clone(), rider), "after a forgotten step");
    let mut bytes = Vec::new();
    world.save_motion_into(&mut bytes);
    world.restore_motion(&bytes).unwrap();
    assert_stays(ways(&world, crowd.clone(), rider), "restored");
    // The next step has its own targets, and no others.
    for with_target in [false, true] {
        std::mem::forget(world.begin_step(FRAME).unwrap());
        if with_target {
            world.move_to(deck, at(13)).unwrap();
        }
        let step = world.begin_step(FRAME).unwrap();
        let mut crowd = crowd.clone();
        let before = crowd.position(rider).unwrap().to_dvec3();
        crowd.step_in(&step);
        let way = if with_target { 0.2 } else { 0.0 };
        let gone = crowd.position(rider).unwrap().to_dvec3() - before;
        assert!((gone - DVec3::X * way).length() < 1e-3, "{gone}, {with_target}");
    }
    // Instances may go and come.
    world.move_to(deck, at(14)).unwrap();
    std::mem::forget(world.begin_step(FRAME).unwrap());
    world.remove(deck).unwrap();
    let other = world.add(&Mesh::cuboid(Vec3::new(9.0, 0.5, 9.0)).unwrap().cook(), at(0)).unwrap();
    world.move_to(other, at(1)).unwrap();
    assert_eq!(world.begin_step(FRAME).unwrap().world().placement(other), Ok(at(1)));
}
