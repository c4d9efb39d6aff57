//! Once warm, queries for all hits allocate nothing, in a world of one mesh and in one of instances.

use crate::ALLOCATOR;
use glam::{DVec3, Quat, Vec3};
use stats_alloc::Region;
use sweep8::{Ellipsoid, InputError, Mesh, Placement, Scratch, Sides, World};

/// Hits of each kind, asked for along and across the world.
fn ask(world: &World, scratch: &mut Scratch) -> Result<usize, InputError> {
    let (ball, sides, mut hits) = (Ellipsoid::ball(0.6).expect("it is a shape"), Sides::Both, 0);
    for number in 0..40_u8 {
        let from = Vec3::new(f32::from(number) * 0.5 - 10.0, 0.3, -20.0);
        let way = Vec3::new(0.02, 0.01, 1.0) * 40.0;
        hits += world.ray_all(from, way, f32::INFINITY, sides, scratch)?.len();
        hits += world.segment_all(from, from + way, sides, scratch)?.len();
        hits += world.sweep_all(&ball, from, way, sides, scratch)?.len();
        hits += world.overlap_all(&ball, from + way * 0.5, sides, scratch)?.len();
        hits += usize::from(world.ray_any(from, way, 40.0, sides, scratch)?);
        hits += usize::from(world.segment_any(from, from + way, sides, scratch)?);
        hits += usize::from(world.sweep_any(&ball, from, way, sides, scratch)?);
    }
    Ok(hits)
}

pub(crate) fn warm_queries_for_all_hits_allocate_nothing() {
    let mesh = Mesh::capsule(0.7, 0.5, 24).expect("it is a capsule").cook();
    let mut many = World::new();
    for place in 0..64_u8 {
        let at = DVec3::new(f64::from(place % 8) * 2.0 - 8.0, 0.0, f64::from(place / 8) * 2.0 - 8.0);
        let rotation = Quat::from_rotation_x(f32::from(place));
        many.add(&mesh, Placement { rotation, ..Placement::at(at) }).expect("it is in range");
    }
    let mut one = World::new();
    one.add(&mesh, Placement::IDENTITY).expect("it is in range");
    for world in [one, many] {
        let mut scratch = Scratch::new();
        // Once to warm, then counted.
        for round in 0..2 {
            let region = Region::new(ALLOCATOR);
            let hits = ask(&world, &mut scratch).expect("queries in range");
            let change = region.change();
            let count = change.allocations + change.reallocations;
            assert!((round == 0) == (count > 0), "round {round}: {count} allocations");
            assert!(hits > 10, "{hits} hits");
        }
    }
}
