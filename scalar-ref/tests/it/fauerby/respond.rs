//! Slides, gravity in one call and in two, being stuck, and riding on lifts.

use crate::flats::step;
use glam::DVec3;
use sweep8_scalar_ref::fauerby::detect::is_in_sphere;
use sweep8_scalar_ref::fauerby::meshes::Mesh;
use sweep8_scalar_ref::fauerby::respond::{Body, Exit, MAX_RECURSION, VERY_SMALL, slide_vector, tangent_normal};
use sweep8_scalar_ref::random::Random;
use sweep8_scalar_ref::testkit::level::{RADII, sheet};

#[test]
fn tangent_plane_of_an_ellipsoid_holds_the_tangents_of_curves_through_the_point() {
    let mut random = Random(35);
    for _ in 0..1_000 {
        let radii = DVec3::new(random.range(0.2, 3.0), random.range(0.2, 3.0), random.range(0.2, 3.0));
        let on_sphere = random.direction();
        let normal = tangent_normal(on_sphere * radii, radii);
        assert!((normal.length() - 1.0).abs() < 1e-12 && normal.dot(on_sphere * radii) > 0.0);
        // A great circle of the sphere, scaled, is a curve on the ellipsoid; so is its tangent, scaled.
        let (x, y) = on_sphere.any_orthonormal_pair();
        assert!(normal.dot((x * radii).normalize()).abs() < 1e-9 && normal.dot((y * radii).normalize()).abs() < 1e-9);
        // And it is what a normal of ellipsoid space becomes.
        assert!(normal.distance((on_sphere / radii).normalize()) < 1e-12);
        assert!(
            tangent_normal(on_sphere, DVec3::ONE).distance(on_sphere) < 1e-12,
            "of a unit sphere: the point itself"
        );
    }
}

#[test]
fn slide_in_ellipsoid_space_gains_speed_1147_where_459_is_right() {
    // A slope of 50° that rises towards -x.
    let (sin, cos) = 50.0_f64.to_radians().sin_cos();
    let normal = DVec3::new(sin, cos, 0.0);
    let velocity = DVec3::new(-1.0, -0.3, 0.2);
    let right = velocity - normal * velocity.dot(normal);
    assert!((right.length() - 0.459).abs() < 5e-4, "{}", right.length());

    // The body touches the slope from the start: all of the velocity is left to slide with.
    let center = normal * (RADII * normal).length();
    let touched = RADII * RADII * normal * -1.0 / (RADII * normal).length() + center;
    let slide = slide_vector(touched / RADII, center / RADII, (center + velocity) / RADII) * RADII;
    assert!((slide.length() - 1.147).abs() < 5e-4, "{}", slide.length());

    let start = center + normal * 1e-9;
    let mut body = Body::new(RADII, start);
    let outcome = body.move_by(&[Mesh::new(vec![sheet(DVec3::ZERO, normal)])], velocity);
    assert_eq!((outcome.exit, outcome.collisions), (Exit::Arrived, 1));
    let gone = body.position.distance(start);
    assert!((gone - 1.147).abs() < 3e-3 && gone > velocity.length(), "{gone}");
}

#[test]
fn level_ground_takes_two_calls_apart_and_two_recursions_joined() {
    let mut floor = [Mesh::new(vec![sheet(DVec3::ZERO, DVec3::Y)])];
    let start = Body::new(DVec3::ONE, DVec3::Y * (1.0 + VERY_SMALL));
    let (walk, gravity) = (DVec3::X * 2.0, DVec3::NEG_Y);
    let mut apart = start;
    let [first, second] = apart.step(&mut floor, walk, gravity);
    assert_eq!((first.exit, first.collisions), (Exit::Arrived, 0), "the walk hits nothing");
    assert_eq!((second.exit, second.collisions), (Exit::Spent, 1), "the fall hits at right angles and does not slide");
    assert!(apart.position.distance(DVec3::new(2.0, 1.0 + VERY_SMALL, 0.0)) < 1e-12);
    let mut joined = start;
    let outcome = joined.move_by(&floor, walk + gravity);
    assert_eq!((outcome.exit, outcome.collisions), (Exit::Arrived, 1));
    assert!((joined.position.x - 2.0).abs() < 5.0 * VERY_SMALL);
}

#[test]
fn gravity_joined_takes_a_ball_off_the_edge_that_a_call_of_its_own_lets_it_climb() {
    // Touching the edge y = 2, z = 0 with the normal (0, 0.6, 0.8): 1.2 · 0.6 of the walk leads uphill, 0.8 of
    // gravity down.
    let mut step = [Mesh::new(step(2.0))];
    let uphill = DVec3::new(0.0, 0.8, -0.6);
    let start = DVec3::new(0.0, 2.6, 0.8) + DVec3::new(0.0, 0.6, 0.8) * 1e-9;
    let (walk, gravity) = (DVec3::Z * -1.2, DVec3::NEG_Y);
    let mut joined = Body::new(DVec3::ONE, start);
    joined.move_by(&step, walk + gravity);
    assert!((joined.position - start + uphill * 0.08).length() < 5.0 * VERY_SMALL, "{:?}", joined.position);
    let mut apart = Body::new(DVec3::ONE, start);
    for _ in 0..2 {
        apart.step(&mut step, walk, gravity);
    }
    assert!(apart.position.z < 0.0 && (apart.position.y - 3.0 - VERY_SMALL).abs() < 1e-9, "{:?}", apart.position);
}

#[test]
fn sharp_groove_runs_out_of_recursion_and_says_so() {
    let (sin, cos) = 5.0_f64.to_radians().sin_cos();
    let walls = [DVec3::new(cos, sin, 0.0), DVec3::new(-cos, sin, 0.0)].map(|normal| sheet(DVec3::ZERO, normal));
    let mut body = Body::new(DVec3::ONE, DVec3::new(0.1, 15.0, 0.0));
    let outcome = body.move_by(&[Mesh::new(walls.to_vec())], DVec3::Y * -50.0);
    assert_eq!((outcome.exit, outcome.collisions), (Exit::OutOfRecursion, MAX_RECURSION));
    assert!(body.position.is_finite());
}

#[test]
fn stuck_body_goes_back_to_its_last_safe_position() {
    let floor = [Mesh::new(vec![sheet(DVec3::ZERO, DVec3::Y)])];
    let mut body = Body::new(DVec3::ONE, DVec3::Y * 2.0);
    body.move_by(&floor, DVec3::X);
    assert_eq!((body.last_safe, body.position), (DVec3::Y * 2.0, DVec3::new(1.0, 2.0, 0.0)));
    body.move_by(&floor, DVec3::X);
    assert_eq!((body.last_safe.x, body.position.x), (1.0, 2.0), "it follows the body, a call behind");
    body.position.y = 0.5;
    let outcome = body.move_by(&floor, DVec3::X);
    assert_eq!((outcome.exit, body.position), (Exit::Stuck, DVec3::new(1.0, 2.0, 0.0)));
    // Touching counts as inside.
    assert!(is_in_sphere(DVec3::X, DVec3::ZERO, 1.0) && !is_in_sphere(DVec3::X * 1.000_001, DVec3::ZERO, 1.0));
}

#[test]
fn stuck_body_is_frozen_even_where_it_could_leave() {
    let floor = [Mesh::new(vec![sheet(DVec3::ZERO, DVec3::Y)])];
    let mut body = Body::new(DVec3::ONE, DVec3::Y * 0.5);
    for _ in 0..5 {
        assert_eq!(body.move_by(&floor, DVec3::Y * 3.0).exit, Exit::Stuck);
    }
    assert_eq!(body.position, DVec3::Y * 0.5);
}

#[test]
fn lift_takes_its_passenger_up_along_and_down() {
    let mut lift = [Mesh::new(vec![sheet(DVec3::ZERO, DVec3::Y)])];
    let gravity = DVec3::Y * -0.3;
    let mut body = Body::new(RADII, DVec3::Y * 1.0);
    body.step(&mut lift, DVec3::ZERO, gravity);
    assert_eq!(body.carried_by, Some(0));
    let rest = body.position;
    for motion in [DVec3::Y * 0.1, DVec3::new(0.2, 0.05, 0.0), DVec3::Y * -0.1] {
        lift[0].velocity = motion;
        let (from, lift_from) = (body.position, lift[0].world.translation);
        for _ in 0..10 {
            let outcomes = body.step(&mut lift, DVec3::ZERO, gravity);
            assert!(outcomes.iter().all(|outcome| outcome.exit != Exit::Stuck), "{motion:?}: {outcomes:?}");
        }
        let (gone, lifted) = (body.position - from, lift[0].world.translation - lift_from);
        assert!((lifted - motion * 10.0).length() < 1e-12);
        assert!((gone - lifted).length() < 10.0 * VERY_SMALL, "{motion:?}: {gone:?}");
    }
    assert!((body.position.y - rest.y - 0.5).abs() < 1e-2);
}

#[test]
fn lift_that_arrives_at_one_who_does_not_ride_it_gets_inside_and_leaves_him_stuck() {
    let mut lift = [Mesh::new(vec![sheet(DVec3::ZERO, DVec3::Y)])];
    lift[0].velocity = DVec3::Y * 0.1;
    let mut body = Body::new(RADII, DVec3::Y * 1.15);
    let outcomes: Vec<Exit> = (0..6).map(|_| body.step(&mut lift, DVec3::ZERO, DVec3::Y * -0.001)[1].exit).collect();
    assert_eq!(outcomes.last(), Some(&Exit::Stuck), "{outcomes:?}");
    assert!(body.position.y - 0.9 < lift[0].world.translation.y - 0.1, "the lift went on into the body");
    assert_eq!(body.step(&mut lift, DVec3::Y, DVec3::ZERO)[0].exit, Exit::Stuck, "and no jump leads out");
}

#[test]
fn gap_left_along_the_velocity_all_but_vanishes_when_grazing() {
    // Down by 1 in 100 from a gap of 0.0005: touched after 0.05 along the floor, and too little is left to slide with.
    let floor = [Mesh::new(vec![sheet(DVec3::ZERO, DVec3::Y)])];
    let mut grazing = Body::new(DVec3::ONE, DVec3::Y * 1.0005);
    let outcome = grazing.move_by(&floor, DVec3::new(1.0, -0.01, 0.0) * 0.050_000_01);
    assert_eq!((outcome.exit, outcome.collisions), (Exit::Spent, 1));
    assert!((grazing.position.y - 1.0 - 0.01 * VERY_SMALL).abs() < 1e-8, "{:e}", grazing.position.y - 1.0);
    let mut head_on = Body::new(DVec3::ONE, DVec3::Y * 2.0);
    head_on.move_by(&floor, DVec3::Y * -3.0);
    assert!((head_on.position.y - 1.0 - VERY_SMALL).abs() < 1e-12);
}
