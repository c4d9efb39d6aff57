//! Slides far from the origin, where an `f32` is coarser than what is left of a skin: with positions in two parts they keep
//! it.

use crate::testkit::Random;
use crate::testkit::crowds::{alone, profile_of};
use crate::testkit::walker::Judge;
use crate::testkit::worlds::{exactly, quad, world_of};
use glam::{DVec3, Vec3};
use sweep8::inspect::{TwoPasses, slide_and_fall};
use sweep8::{Ellipsoid, Position, SlideSettings};

const SKIN: f32 = 0.01;

#[test]
fn slides_five_kilometres_from_the_origin_keep_the_skin_as_a_crowd_does() {
    let mut random = Random(11);
    let ball = Ellipsoid::ball(0.5).unwrap();
    let far = Vec3::new(5_000.0, 0.0, -5_000.0);
    let floor = quad(far + Vec3::new(-20.0, 0.0, -20.0), Vec3::Z * 40.0, Vec3::X * 40.0);
    let wall = quad(far + Vec3::new(1.0, -5.0, -30.0), Vec3::new(0.1, 10.0, 0.0), Vec3::new(7.0, 0.0, 60.0));
    let level = [floor, wall].concat();
    let (world, triangles) = (world_of(&level), exactly(&level));
    let judge = Judge { triangles: &triangles, radii: Vec3::splat(0.5), skin: SKIN };
    let gap = |center: DVec3| (judge.distance(center) * 0.5 - 0.5) / f64::from(SKIN);
    let settings = TwoPasses { gravity: Vec3::Y * -0.0027, ..TwoPasses::default() };
    let start = far + Vec3::new(-1.0, 0.52, 0.0);
    let (mut crowd, id) = alone(&profile_of(Vec3::splat(0.5)), start);
    // Of slides with a fall, of bare slides that press on the floor, of a crowd.
    let mut positions = [Position::from(start); 2];
    let mut least = [f64::INFINITY; 3];
    for _ in 0..4_000 {
        let desired = (random.direction().as_vec3() * Vec3::new(1.0, 0.0, 1.0) + Vec3::X * 0.3) * 0.05;
        let fallen = slide_and_fall(&world, &ball, positions[0], desired, &settings);
        let pressed = desired - Vec3::Y * 0.0027;
        let slid = world.slide(&ball, positions[1], pressed, &SlideSettings::default()).unwrap();
        positions = [fallen.position, slid.position];
        crowd.set_desired_velocity(id, desired * 60.0).unwrap();
        crowd.step(&world, 1.0 / 60.0).unwrap();
        let centers = [positions[0].to_dvec3(), positions[1].to_dvec3(), crowd.position(id).unwrap().to_dvec3()];
        for (least, center) in least.iter_mut().zip(centers) {
            *least = least.min(gap(center));
        }
        for position in positions.iter_mut().filter(|position| (position.to_vec3() - start).length() > 8.0) {
            *position = start.into();
        }
        if (crowd.position(id).unwrap().to_vec3() - start).length() > 8.0 {
            crowd.teleport(id, start).unwrap();
        }
    }
    println!("gaps of at least {least:?} of the skin: slides that fall, bare slides, a crowd");
    assert!(least.iter().all(|&least| least > 0.8749), "{least:?}");
}
