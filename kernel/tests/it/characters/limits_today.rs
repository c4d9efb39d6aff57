//! Limits that should go, with their figures: each test fails as soon as its figure is better, and is then replaced by
//! the promise. The README names those that a user meets.

use crate::testkit::Random;
use crate::testkit::worlds::{room, world_of};
use sweep8::{Ellipsoid, SlideSettings, SlideStatus};

#[test]
fn some_slides_that_are_blocked_among_loose_triangles_get_on_in_the_next_call() {
    let mut random = Random(12);
    let settings = SlideSettings::default();
    let (mut blocked, mut got_on) = (0_u32, 0_u32);
    for loose in [40, 200] {
        for _ in 0..40 {
            let world = world_of(&room(&mut random, 4.0, 3, loose));
            for _ in 0..300 {
                let shape = Ellipsoid::new((random.vector(0.15) + 0.3).as_vec3()).unwrap();
                let mut center = random.vector(3.0).as_vec3();
                let desired = random.direction().as_vec3() * random.range(0.05, 0.5) as f32;
                for _ in 0..6 {
                    let outcome = world.slide(&shape, center, desired, &settings).unwrap();
                    center = outcome.position.to_vec3();
                    if outcome.status == SlideStatus::Blocked {
                        let next = world.slide(&shape, center, desired, &settings).unwrap();
                        blocked += 1;
                        got_on += u32::from(next.path > 0.05 * desired.length());
                    }
                }
            }
        }
    }
    println!("{blocked} blocked, {got_on} of them got on by a twentieth or more");
    assert!(blocked > 4_000, "{blocked}");
    assert!(got_on > 0 && got_on < blocked / 10, "{got_on} of {blocked}: mended, or worse?");
}
