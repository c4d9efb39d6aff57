//! Once warm, a crowd whose characters meet each other steps without an allocation.

use crate::ALLOCATOR;
use glam::Vec3;
use stats_alloc::Region;
use sweep8::{CharacterProfile, CharacterSettings, Crowd, CrowdSettings, EachOther};
use sweep8_bench::levels::scenes::Scene;
use sweep8_bench::levels::world_of;
use sweep8_bench::random::Random;

pub(crate) fn a_warm_step_of_characters_that_meet_allocates_nothing() {
    let world = world_of(&Scene::Big.build());
    let mut crowd = Crowd::new(CrowdSettings::default()).expect("they are in range");
    let mut random = Random::new(5);
    // So few that they are one task, on this thread.
    let ids: Vec<_> = (0..60_u8)
        .map(|number| {
            let each_other = if number % 3 == 0 { EachOther::Soft } else { EachOther::Solid };
            let settings = CharacterSettings { each_other, ..CharacterSettings::default() };
            let profile = CharacterProfile::new(&settings).expect("they are in range");
            let place = Vec3::new(f32::from(number % 8), 0.92, f32::from(number / 8));
            crowd.spawn(&profile, place).expect("it is in range")
        })
        .collect();
    let mut overlapping = 0;
    for round in 0..600 {
        for (index, &id) in ids.iter().enumerate() {
            if index % 2 == 0 && random.below(30) == 0 {
                let velocity = Vec3::new(random.range_f32(-3.0, 3.0), 0.0, random.range_f32(-3.0, 3.0));
                crowd.set_desired_velocity(id, velocity).expect("in range");
            }
            if random.below(2_000) == 0 {
                crowd.teleport(id, Vec3::new(3.0, 0.92, 3.0)).expect("in range");
            }
        }
        let region = Region::new(ALLOCATOR);
        let report = crowd.step(&world, 1.0 / 60.0).expect("it is a time step");
        let change = region.change();
        assert!(round < 200 || change.allocations + change.reallocations == 0, "round {round}: {change:?}");
        overlapping += report.overlapping_others;
    }
    assert!(overlapping > 100, "{overlapping} times somebody overlapped another");
}
