//! Slides, friction, gravity in one run and in two, and how a move ends.

use crate::flats::step;
use core::f64::consts::FRAC_1_SQRT_2;
use glam::DVec3;
use sweep8_scalar_ref::brute_force::Triangle;
use sweep8_scalar_ref::nettle_scaled::detect::{Faces, nearest_collision};
use sweep8_scalar_ref::nettle_scaled::potential::potential_colliders;
use sweep8_scalar_ref::nettle_scaled::respond::{EPSILON, Exit, MAX_RECURSION, Scene, slide_vector};
use sweep8_scalar_ref::nettle_scaled::transform::{EllipsoidSpace, NormalRule};
use sweep8_scalar_ref::testkit::level::{RADII, sheet};

/// Fronts only, normals as they should be, no friction.
fn scene(triangles: &[Triangle]) -> Scene<'_> {
    Scene { triangles, frictions: &[], faces: Faces::Front, normals: NormalRule::InverseTranspose }
}

#[test]
fn slide_in_ellipsoid_space_gains_speed_1147_where_459_is_right() {
    // A slope of 50° that rises towards -x.
    let (sin, cos) = 50.0_f64.to_radians().sin_cos();
    let normal = DVec3::new(sin, cos, 0.0);
    let velocity = DVec3::new(-1.0, -0.3, 0.2);
    let right = velocity - normal * velocity.dot(normal);
    assert!((right.length() - 0.459).abs() < 5e-4, "{}", right.length());

    // The collision at the start of the way: all of the velocity is left to slide with.
    let slope = [sheet(DVec3::ZERO, normal)];
    let space = EllipsoidSpace::from_radii(RADII);
    let center = normal * (RADII * normal).length();
    let colliders = potential_colliders(&slope, &space, center, velocity, NormalRule::InverseTranspose);
    // A hair above, as rounding may call what touches embedded.
    let source = space.point(center + normal * 1e-9);
    let collision = nearest_collision(source, space.vector(velocity), &colliders, Faces::Front).unwrap();
    let slide = space.vector_to_world(slide_vector(&collision, source, space.vector(velocity)));
    assert!((slide.length() - 1.147).abs() < 5e-4, "{}", slide.length());
    assert!(slide.length() > velocity.length(), "longer than the whole velocity was");

    let outcome = scene(&slope).collision_detection(&space, space.point_to_world(source), velocity, DVec3::ZERO);
    assert_eq!((outcome.exit, outcome.collisions), (Exit::Arrived, 1));
    assert!((outcome.center.distance(center) - 1.147).abs() < 3e-3, "{}", outcome.center.distance(center));
}

#[test]
fn slide_of_a_ball_is_the_projection_of_what_was_left() {
    // 45° into the floor from height 2: after √2 of 3·√2 the ball touches, and of (2, -2) the part along the floor is
    // left.
    let floor = [sheet(DVec3::ZERO, DVec3::Y)];
    let space = EllipsoidSpace::from_radii(DVec3::ONE);
    let velocity = DVec3::new(3.0, -3.0, 0.0);
    let outcome = scene(&floor).collision_detection(&space, DVec3::Y * 2.0, velocity, DVec3::ZERO);
    assert_eq!((outcome.exit, outcome.collisions), (Exit::Arrived, 1));
    assert!(outcome.center.distance(DVec3::new(3.0, 1.0, 0.0)) < 4.0 * EPSILON, "{:?}", outcome.center);
}

#[test]
fn gap_of_epsilon_along_the_velocity_all_but_vanishes_when_grazing() {
    // Head-on the gap is EPSILON; at a slope of 1 in 100 it is EPSILON / 100.
    let floor = [sheet(DVec3::ZERO, DVec3::Y)];
    let space = EllipsoidSpace::from_radii(DVec3::ONE);
    let head_on = scene(&floor).collision_detection(&space, DVec3::Y * 2.0, DVec3::Y * -3.0, DVec3::ZERO);
    assert_eq!(head_on.exit, Exit::Spent);
    assert!((head_on.center.y - 1.0 - EPSILON).abs() < 1e-12);
    let grazing = DVec3::new(1.0, -0.01, 0.0);
    let held = Scene { frictions: &[1.0], ..scene(&floor) };
    let held = held.collision_detection(&space, DVec3::Y * 1.0005, grazing, DVec3::ZERO);
    assert_eq!((held.exit, held.collisions), (Exit::Spent, 1));
    assert!((held.center.y - 1.0 - 0.01 * EPSILON).abs() < 1e-7, "{}", held.center.y - 1.0);
    // The sliding plane is taken from the centre pulled back, so that it is tilted by EPSILON: the slide climbs.
    let slid = scene(&floor).collision_detection(&space, DVec3::Y * 1.0005, grazing, DVec3::ZERO);
    assert!((slid.center.y - held.center.y - 0.95 * EPSILON).abs() < 1e-7, "{}", slid.center.y - 1.0);
    // Pushed at a wall from nearer than EPSILON, the body is taken backwards.
    let near = scene(&floor).collision_detection(&space, DVec3::Y * 1.0001, DVec3::NEG_Y, DVec3::ZERO);
    assert!((near.center.y - 1.0 - EPSILON).abs() < 1e-12);
}

#[test]
fn friction_of_the_touched_surface_shortens_the_slide() {
    let triangles = [sheet(DVec3::Y * -9.0, DVec3::Y), sheet(DVec3::ZERO, DVec3::Y)];
    let space = EllipsoidSpace::from_radii(DVec3::ONE);
    let slid = |friction: f64| {
        let scene = Scene { frictions: &[0.9, friction], ..scene(&triangles) };
        scene.collision_detection(&space, DVec3::Y, DVec3::X * 2.0, DVec3::NEG_Y).center.x
    };
    let free = slid(0.0);
    assert!((free - 2.0).abs() < 0.01, "{free}");
    assert!((slid(0.25) - 0.75 * free).abs() < 1e-3 && (slid(1.0)).abs() < 2.0 * EPSILON);
}

#[test]
fn level_ground_takes_two_passes_joined_or_not_and_friction_works_only_when_joined() {
    let floor = [sheet(DVec3::ZERO, DVec3::Y)];
    let rough = Scene { frictions: &[0.5], ..scene(&floor) };
    let space = EllipsoidSpace::from_radii(DVec3::ONE);
    let (center, walk, gravity) = (DVec3::Y * (1.0 + EPSILON), DVec3::X * 2.0, DVec3::NEG_Y);
    let joined = rough.collision_detection(&space, center, walk, gravity);
    let [first, second] = rough.collision_detection_twice(&space, center, walk, gravity);
    assert_eq!((joined.collisions, first.collisions, second.collisions), (1, 0, 1));
    assert_eq!((joined.exit, first.exit, second.exit), (Exit::Arrived, Exit::Arrived, Exit::Spent));
    assert!((joined.center.x - 1.0).abs() < 0.01 && (second.center.x - 2.0).abs() < 1e-12);
}

#[test]
fn gravity_joined_takes_a_ball_off_the_edge_that_it_climbs_in_two_runs() {
    // Half way up, the ball touches the edge y = 2, z = 0 with the normal (0, 0.6, 0.8); uphill is (0, 0.8, -0.6). Of
    // the walk 1.2 · 0.6 = 0.72 leads up, of gravity 0.8 leads down: joined, the slide goes down by the 0.08 between
    // them.
    let step = step(2.0);
    let space = EllipsoidSpace::from_radii(DVec3::ONE);
    let uphill = DVec3::new(0.0, 0.8, -0.6);
    let start = DVec3::new(0.0, 2.6, 0.8) + DVec3::new(0.0, 0.6, 0.8) * 1e-9;
    let (walk, gravity) = (DVec3::Z * -1.2, DVec3::NEG_Y);
    let scene = scene(&step);
    let joined = scene.collision_detection(&space, start, walk, gravity);
    assert!((joined.center - start + uphill * 0.08).length() < 5.0 * EPSILON, "{:?}", joined.center - start);

    let [first, second] = scene.collision_detection_twice(&space, start, walk, gravity);
    assert!((first.center - start - uphill * 0.72).length() < 5.0 * EPSILON, "{:?}", first.center - start);
    let [_, landed] = scene.collision_detection_twice(&space, second.center, walk, gravity);
    assert!(landed.center.z < 0.0 && (landed.center.y - 3.0 - EPSILON).abs() < 1e-9, "{:?}", landed.center);
}

#[test]
fn standing_on_a_slope_slides_downhill_by_gravity_alone() {
    let normal = DVec3::new(FRAC_1_SQRT_2, FRAC_1_SQRT_2, 0.0);
    let slope = [sheet(DVec3::ZERO, normal)];
    let space = EllipsoidSpace::from_radii(DVec3::ONE);
    let outcome = scene(&slope).collision_detection(&space, normal * 1.001, DVec3::ZERO, DVec3::Y * -0.1);
    // Half of the fall is left along each axis: 0.1 · (0.5, -0.5).
    let expected = normal * 1.001 + DVec3::new(0.05, -0.05, 0.0);
    assert!(outcome.center.distance(expected) < 3.0 * EPSILON, "{:?}", outcome.center);
    let sticky = Scene { frictions: &[1.0], ..scene(&slope) };
    let held = sticky.collision_detection(&space, normal * 1.001, DVec3::ZERO, DVec3::Y * -0.1);
    assert_eq!(held.exit, Exit::Spent);
    assert!(held.center.distance(normal * 1.001) < 2.0 * EPSILON);
}

#[test]
fn sharp_groove_runs_out_of_recursion_and_says_so() {
    // Two walls that meet at 10° along z: every slide along one ends at the other and keeps cos 10° of its length.
    let (sin, cos) = 5.0_f64.to_radians().sin_cos();
    let groove = [sheet(DVec3::ZERO, DVec3::new(cos, sin, 0.0)), sheet(DVec3::ZERO, DVec3::new(-cos, sin, 0.0))];
    let space = EllipsoidSpace::from_radii(DVec3::ONE);
    let start = DVec3::new(0.1, 15.0, 0.0);
    let outcome = scene(&groove).collision_detection(&space, start, DVec3::Y * -50.0, DVec3::ZERO);
    assert_eq!((outcome.exit, outcome.collisions), (Exit::OutOfRecursion, MAX_RECURSION));
    assert!(outcome.center.is_finite());
}

#[test]
fn move_among_triangles_without_area_arrives() {
    let slivers = [[DVec3::ZERO; 3], [DVec3::NEG_X, DVec3::ZERO, DVec3::X]];
    let space = EllipsoidSpace::from_radii(RADII);
    let outcome = scene(&slivers).collision_detection(&space, DVec3::Y, DVec3::X, DVec3::NEG_Y);
    assert_eq!((outcome.center, outcome.exit, outcome.collisions), (DVec3::X, Exit::Arrived, 0));
    let still = scene(&slivers).collision_detection(&space, DVec3::Y, DVec3::ZERO, DVec3::ZERO);
    assert_eq!((still.center, still.exit), (DVec3::Y, Exit::Spent));
}
