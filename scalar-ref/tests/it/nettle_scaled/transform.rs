//! Ellipsoid space by radii, by a turn, by any map; normals as they should be and as they are printed.

use core::f64::consts::FRAC_PI_2;
use glam::{DAffine3, DMat3, DQuat, DVec3};
use sweep8_scalar_ref::classic::plane_normal;
use sweep8_scalar_ref::nettle_scaled::detect::{Faces, nearest_collision};
use sweep8_scalar_ref::nettle_scaled::potential::potential_colliders;
use sweep8_scalar_ref::nettle_scaled::transform::{EllipsoidSpace, NormalRule};
use sweep8_scalar_ref::nettle_scaled::{stop_in, sweep};
use sweep8_scalar_ref::random::Random;
use sweep8_scalar_ref::testkit::level::{RADII, sheet};

#[test]
fn normal_taken_by_the_inverse_transpose_stays_at_right_angles_to_the_scaled_surface() {
    let mut random = Random(23);
    for _ in 0..1_000 {
        let triangle = [random.vector(3.0), random.vector(3.0), random.vector(3.0)];
        let radii = DVec3::new(random.range(0.2, 3.0), random.range(0.2, 3.0), random.range(0.2, 3.0));
        let space = EllipsoidSpace::oriented(radii, random.turn());
        let normal = space.normal(plane_normal(&triangle), NormalRule::InverseTranspose);
        let [a, b, c] = space.triangle(&triangle);
        assert!(normal.dot((b - a).normalize()).abs() < 1e-9 && normal.dot((c - a).normalize()).abs() < 1e-9);
        assert!(normal.dot(plane_normal(&[a, b, c])) > 0.999, "and points to the front");
        assert!(space.normal_to_world(normal).distance(plane_normal(&triangle)) < 1e-9);
    }
}

#[test]
fn normal_scaled_as_printed_is_wrong_on_a_slope_and_stops_the_body_in_the_wrong_place() {
    // 45°: the scaled surface has its normal along (1 · 0.4, 1 · 0.9), the print gives (1 / 0.4, 1 / 0.9).
    let slope = [sheet(DVec3::ZERO, DVec3::new(1.0, 1.0, 0.0))];
    let space = EllipsoidSpace::from_radii(RADII);
    let printed = space.normal(plane_normal(&slope[0]), NormalRule::AsPrinted);
    assert!(printed.distance(DVec3::new(0.9, 0.4, 0.0).normalize()) < 1e-12);
    let right = space.normal(plane_normal(&slope[0]), NormalRule::InverseTranspose);
    assert!(right.distance(DVec3::new(0.4, 0.9, 0.0).normalize()) < 1e-12);
    let upright = space.normal(DVec3::Y, NormalRule::AsPrinted);
    assert_eq!(upright, DVec3::Y, "along an axis both agree");

    let (center, fall) = (DVec3::Y * 3.0, DVec3::Y * -9.0);
    let stopped_by = |rule: NormalRule| {
        let colliders = potential_colliders(&slope, &space, center, fall, rule);
        let collision = nearest_collision(space.point(center), space.vector(fall), &colliders, Faces::Front);
        collision.map(|collision| center.y - collision.distance * RADII.y)
    };
    // The lowest centre on the axis: √(0.4² + 0.9²) above the slope, measured straight up.
    let touching = 0.4_f64.hypot(0.9);
    assert!((stopped_by(NormalRule::InverseTranspose).unwrap() - touching).abs() < 1e-12);
    assert!(stopped_by(NormalRule::AsPrinted).is_none_or(|y| (y - touching).abs() > 0.1));
}

#[test]
fn turned_ellipsoid_stops_where_the_turned_world_stops_an_upright_one() {
    let mut random = Random(24);
    let mut stopped = 0;
    for _ in 0..10_000 {
        let turn = random.turn();
        let triangle = [random.vector(3.0), random.vector(3.0), random.vector(3.0)];
        let (center, displacement) = (random.vector(4.0), random.vector(8.0));
        let space = EllipsoidSpace::oriented(RADII, turn);
        let turned = stop_in(&space, &[triangle.map(|v| turn * v)], turn * center, turn * displacement, Faces::Front);
        let upright = sweep(&[triangle], RADII, center, displacement);
        assert_eq!(turned.is_some(), upright.is_some());
        let (Some(turned), Some(upright)) = (turned, upright) else { continue };
        assert!(turned.center.distance(turn * upright.center) < 1e-7);
        assert!(turned.normal.distance(turn * upright.normal) < 1e-7);
        stopped += 1;
    }
    assert!(stopped > 100, "{stopped}");
}

#[test]
fn sheared_and_moved_transform_stops_its_ellipsoid_on_the_floor() {
    let map = DAffine3 {
        matrix3: DMat3::from_cols(DVec3::new(0.5, 0.3, 0.0), DVec3::new(0.0, 0.8, 0.2), DVec3::new(0.1, 0.0, 0.6)),
        translation: DVec3::new(7.0, -2.0, 3.0),
    };
    let space = EllipsoidSpace::from_map(map);
    // The extent along y is the length of the matrix's second row: √(0.3² + 0.8²).
    let extent = 0.3_f64.hypot(0.8);
    assert!((space.half_extent().y - extent).abs() < 1e-15);
    let floor = [sheet(DVec3::ZERO, DVec3::Y)];
    let stop = stop_in(&space, &floor, DVec3::Y * 5.0, DVec3::new(1.0, -9.0, 0.5), Faces::Front).unwrap();
    assert!((stop.center.y - extent).abs() < 1e-12 && stop.normal.distance(DVec3::Y) < 1e-12);
}

#[test]
fn quarter_turn_swaps_the_radii() {
    let lying = EllipsoidSpace::oriented(RADII, DQuat::from_rotation_z(FRAC_PI_2));
    assert!(lying.half_extent().distance(DVec3::new(0.9, 0.4, 0.4)) < 1e-15);
    let stop = stop_in(&lying, &[sheet(DVec3::ZERO, DVec3::Y)], DVec3::Y * 3.0, DVec3::Y * -9.0, Faces::Front).unwrap();
    assert!((stop.center.y - 0.4).abs() < 1e-12);
}
