//! Once warm, a crowd is saved, restored and cloned into without an allocation.

use crate::ALLOCATOR;
use stats_alloc::Region;
use sweep8::Crowd;
use sweep8_bench::levels::scenes::Scene;
use sweep8_bench::walking::scripted::{crowd_in, walk};

pub(crate) fn saving_restoring_and_cloning_into_a_warm_crowd_allocate_nothing() {
    let (world, mut crowd) = crowd_in(Scene::Stairs, 500);
    walk(&world, &mut crowd, 0..40);
    let (mut save, mut other, mut third) = (Vec::new(), Crowd::default(), Crowd::default());
    // Once to warm, then counted.
    for round in 0..2 {
        let region = Region::new(ALLOCATOR);
        crowd.save_into(&mut save);
        other.restore(&save).expect("a save");
        third.clone_from(&crowd);
        let change = region.change();
        let count = change.allocations + change.reallocations;
        assert!((round == 0) == (count > 0), "round {round}: {count} allocations");
    }
    assert_eq!([other.state_hash(), third.state_hash()], [crowd.state_hash(); 2]);
}
