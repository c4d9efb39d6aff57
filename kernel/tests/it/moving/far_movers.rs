//! Movers far from characters at rest: nobody wakes, however many they are.

use crate::testkit::Random;
use crate::testkit::crowds::profile_of;
use glam::{DVec3, Quat, Vec3};
use std::time::Instant;
use sweep8::inspect::count_left_out;
use sweep8::{Crowd, InstanceId, Mesh, Placement, World};

const FRAME: f32 = 1.0 / 60.0;

/// A floor of 200 m by 200 m, and 10,000 people at rest on it, two metres apart.
fn people() -> (World, Crowd) {
    let mut world = World::new();
    let tile = Mesh::cuboid(Vec3::new(5.0, 0.5, 5.0)).unwrap().cook();
    for (x, z) in (0..20).flat_map(|x| (0..20).map(move |z| (f64::from(x), f64::from(z)))) {
        world.add(&tile, Placement::at(DVec3::new(10.0 * x + 5.0, -0.5, 10.0 * z + 5.0))).unwrap();
    }
    let (mut crowd, person) = (Crowd::default(), profile_of(Vec3::new(0.4, 0.9, 0.4)));
    for (x, z) in (0..100_u8).flat_map(|x| (0..100_u8).map(move |z| (f32::from(x), f32::from(z)))) {
        crowd.spawn_standing(&person, Vec3::new(2.0 * x + 1.0, 0.0, 2.0 * z + 1.0)).unwrap();
    }
    (world, crowd)
}

/// `count` boxes at random places above the floor, and where each begins.
fn movers(world: &mut World, random: &mut Random, count: usize, height: f64) -> Vec<(InstanceId, DVec3)> {
    let mesh = Mesh::cuboid(Vec3::new(0.5, 0.5, 0.5)).unwrap().cook();
    (0..count)
        .map(|_| {
            let place = DVec3::new(random.range(0.0, 200.0), height + random.range(0.0, 5.0), random.range(0.0, 200.0));
            (world.add(&mesh, Placement::at(place)).unwrap(), place)
        })
        .collect()
}

/// Moves them all, round and round; steps the crowd; returns how many the step of the crowd moved, and the seconds that it took.
fn step(world: &mut World, crowd: &mut Crowd, movers: &[(InstanceId, DVec3)], number: u16) -> (usize, f64) {
    let angle = 0.05 * f32::from(number);
    let way = DVec3::new(f64::from(angle.sin()), 0.0, f64::from(angle.cos())) * 2.0;
    for &(id, place) in movers {
        let target = Placement { rotation: Quat::from_rotation_y(angle), ..Placement::at(place + way) };
        world.move_to(id, target).unwrap();
    }
    let open = world.begin_step(FRAME).unwrap();
    let (all, start) = (crowd.len(), Instant::now());
    let of_crowd = crowd.begin_step_in(&open, 1);
    let awake = all - count_left_out(&of_crowd);
    of_crowd.finish();
    (awake, start.elapsed().as_secs_f64())
}

#[test]
fn ten_thousand_at_rest_stay_so_under_up_to_a_thousand_movers_thirty_metres_above_them() {
    let mut random = Random(20);
    let mut table = Vec::new();
    for count in [0, 100, 1_000] {
        let (mut world, mut crowd) = people();
        let moving = movers(&mut world, &mut random, count, 30.0);
        let mut seconds = Vec::new();
        for number in 0..120 {
            let (awake, took) = step(&mut world, &mut crowd, &moving, number);
            if number >= 40 {
                assert_eq!(awake, 0, "{count} movers, step {number}");
                seconds.push(took);
            }
        }
        seconds.sort_by(f64::total_cmp);
        table.push((count, seconds[seconds.len() / 2] * 1e3));
    }
    println!("movers 30 m above, and milliseconds of a step of 10,000 at rest: {table:?}");
}

#[test]
fn of_ten_thousand_at_rest_those_near_movers_wake_and_no_others() {
    let mut random = Random(21);
    let (mut world, mut crowd) = people();
    let moving = movers(&mut world, &mut random, 200, 1.0);
    let awake = (0..80).map(|number| step(&mut world, &mut crowd, &moving, number).0).last().unwrap();
    // Way and box of a mover are within 3 m of its place, the surroundings of a person within 2 m. Few of those who are so near meet the box
    // of one step: others rest on.
    let near = crowd
        .ids()
        .filter(|&id| {
            let place = crowd.position(id).unwrap().to_dvec3();
            moving.iter().any(|(_, mover)| (*mover - place).with_y(0.0).abs().max_element() < 5.0 && mover.y < 5.0)
        })
        .count();
    println!("{awake} of 10,000 are awake, {near} are near a mover");
    assert!(10 * awake < near && awake > 50, "{awake} awake, {near} near");
}
