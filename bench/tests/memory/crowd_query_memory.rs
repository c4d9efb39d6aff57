//! Once warm, queries about characters allocate nothing, steps between them included, and nor do events of sensors.

use crate::ALLOCATOR;
use glam::{DVec3, Vec3};
use stats_alloc::Region;
use sweep8::{
    CharacterFilter, CharacterProfile, Crowd, CrowdSettings, Ellipsoid, EventMask, InstanceKind, Mesh, Placement, World,
};
use sweep8_bench::random::Random;

pub(crate) fn warm_queries_about_characters_and_events_of_sensors_allocate_nothing() {
    let mut world = World::new();
    let floor = Mesh::cuboid(Vec3::new(40.0, 0.5, 40.0)).expect("it is a box").cook();
    world.add(&floor, Placement::at(DVec3::Y * -0.5)).expect("it is in range");
    let region = Mesh::cuboid(Vec3::new(3.0, 2.0, 3.0)).expect("it is a box").cook();
    for place in [-5.0, 5.0] {
        let id = world.add(&region, Placement::at(DVec3::new(place, 1.0, 0.0))).expect("it is in range");
        world.set_kind(id, InstanceKind::Sensor).expect("it is there");
    }
    let mut crowd = Crowd::new(CrowdSettings::default()).expect("in range");
    crowd.record_events(EventMask::ALL);
    let mut random = Random::new(3);
    // So few that they are one task, on this thread.
    for number in 0..60_u8 {
        let place = Vec3::new(f32::from(number % 8) - 4.0, 0.91, f32::from(number / 8) - 4.0);
        let id = crowd.spawn(&CharacterProfile::default(), place).expect("in range");
        let velocity = Vec3::new(random.range_f32(-3.0, 3.0), 0.0, random.range_f32(-3.0, 3.0));
        crowd.set_desired_velocity(id, velocity).expect("in range");
    }
    let (ball, all, mut list) = (Ellipsoid::ball(2.0).expect("it is a shape"), CharacterFilter::default(), Vec::new());
    let (mut hits, mut told) = (0, 0);
    for round in 0..200 {
        let ahead = random.range_f32(-4.0, 4.0);
        let region = Region::new(ALLOCATOR);
        crowd.step(&world, 1.0 / 60.0).expect("it is a time step");
        let (from, way) = (Vec3::new(-20.0, 1.0, ahead), Vec3::X * 40.0);
        hits += usize::from(crowd.ray(from, way, 40.0, all).expect("in range").is_some());
        hits += usize::from(crowd.sweep(&ball, from, way, all).expect("in range").is_some());
        crowd.overlap_all(&ball, from + way * 0.5, all, &mut list).expect("in range");
        hits += list.len();
        told += crowd.events().len();
        let change = region.change();
        assert!(round < 150 || change.allocations + change.reallocations == 0, "round {round}: {change:?}");
    }
    assert!(hits > 300 && told > 1_000, "{hits} hits, {told} events");
}
