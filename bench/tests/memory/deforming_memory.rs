//! Once warm, a world is deformed, by patches and as a whole, and a crowd steps in it, without an allocation.

use crate::ALLOCATOR;
use glam::Vec3;
use stats_alloc::Region;
use sweep8::{CharacterProfile, Crowd, CrowdSettings};
use sweep8_bench::measuring::deforming::{Deforming, EDGE};

pub(crate) fn a_warm_deformation_allocates_nothing() {
    let Deforming { level, mut world, id } = Deforming::new();
    // So few that they are one task, on this thread.
    let mut crowd = Crowd::new(CrowdSettings::default()).expect("they are in range");
    for number in 0..60_u8 {
        let place = Vec3::new(f32::from(number % 8), 0.0, f32::from(number / 8)) * EDGE;
        crowd.spawn(&CharacterProfile::default(), place + Vec3::Y * 12.0).expect("it is in range");
    }
    let patch = Deforming::new().patch(20);
    let mut places = vec![Vec3::ZERO; patch.len()];
    // The second half is beyond the grid of the first.
    let wholes: Vec<Vec<Vec3>> = [1.0, 1.2, 5.0, 0.01, 30.0]
        .map(|factor| level.positions.iter().map(|v| *v * Vec3::new(1.0, factor, 1.0)).collect())
        .into();
    // Until all have landed and were lifted with the ground once, then counted.
    for round in 0..600_u16 {
        let by = Vec3::Y * (0.01 * f32::from(round % 7));
        for (place, &vertex) in places.iter_mut().zip(&patch) {
            *place = level.positions[vertex as usize] + by;
        }
        let region = Region::new(ALLOCATOR);
        world.set_vertices_at(id, &patch, &places).expect("in range");
        crowd.step(&world, 1.0 / 60.0).expect("it is a time step");
        let change = region.change();
        assert!(round < 300 || change.allocations + change.reallocations == 0, "round {round}: {change:?}");
    }
    // Once each, so that the table of changed cells is as large as they need, then counted.
    for round in 0..20_u16 {
        let whole = &wholes[usize::from(round) % wholes.len()];
        let region = Region::new(ALLOCATOR);
        world.set_vertices(id, 0, whole).expect("in range");
        let change = region.change();
        let is_warm = usize::from(round) >= wholes.len();
        assert!(!is_warm || change.allocations + change.reallocations == 0, "the whole, round {round}: {change:?}");
    }
}
