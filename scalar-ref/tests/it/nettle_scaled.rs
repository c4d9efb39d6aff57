//! Nettle's revision of October 2000: what its text promises, and each of its flaws at the place where it shows.
//!
//! Here the detection; the transform, the potential colliders and the response in files of their own.

mod potential;
mod respond;
mod transform;

use crate::flats::{rectangle, step};
use glam::DVec3;
use sweep8_scalar_ref::brute_force::{distance, first_contact};
use sweep8_scalar_ref::classic::{closest_on_perimeter, plane_normal};
use sweep8_scalar_ref::nettle_scaled::detect::{Collider, Faces, nearest_collision};
use sweep8_scalar_ref::nettle_scaled::{sweep, sweep_two_sided};
use sweep8_scalar_ref::random::Random;
use sweep8_scalar_ref::testkit::families::{Case, FAMILIES, orders};
use sweep8_scalar_ref::testkit::level::{RADII, sheet};

#[test]
fn head_on_ball_stops_where_it_touches_the_face() {
    // From height 3 the ball of radius 1 falls 2 until it touches y = 0.
    let stop = sweep(&[sheet(DVec3::ZERO, DVec3::Y)], DVec3::ONE, DVec3::Y * 3.0, DVec3::Y * -5.0).unwrap();
    assert!(stop.center.distance(DVec3::Y) < 1e-12);
    assert!(stop.point.length() < 1e-12 && stop.normal.distance(DVec3::Y) < 1e-12);
}

#[test]
fn contact_within_a_front_face_equals_the_exact_one_for_any_radii() {
    let mut compared = 0;
    for (name, family) in FAMILIES {
        let mut random = Random(21);
        for _ in 0..5_000 {
            let Case { center, displacement, triangle } = family(&mut random);
            let Some(contact) = first_contact(center, displacement, &triangle) else { continue };
            let inside = closest_on_perimeter(&triangle, contact.point).distance(contact.point) > 1e-6;
            let in_front = plane_normal(&triangle).dot(center - triangle[0]) > 0.0;
            let grazes = plane_normal(&triangle).dot(displacement) > -1e-3;
            if !inside || !in_front || grazes || contact.fraction <= 1e-9 || contact.fraction > 1.0 - 1e-9 {
                continue;
            }
            let radii = DVec3::new(random.scale(0.1, 10.0), random.scale(0.1, 10.0), random.scale(0.1, 10.0));
            let stop = sweep(&[triangle.map(|v| v * radii)], radii, center * radii, displacement * radii);
            let stop = stop.unwrap_or_else(|| panic!("{name}: no stop"));
            let off = (stop.center / radii).distance(center + displacement * contact.fraction);
            assert!(off < 1e-6, "{name}: off by {off:e}");
            assert!(stop.normal.dot(displacement * radii) < 0.0, "{name}: {stop:?}");
            compared += 1;
        }
    }
    assert!(compared > 1_000, "{compared}");
}

#[test]
fn stop_touches_its_point_and_never_comes_before_a_contact() {
    for (name, family) in FAMILIES {
        let mut random = Random(22);
        for _ in 0..5_000 {
            let Case { center, displacement, triangle } = family(&mut random);
            for detect in [sweep, sweep_two_sided] {
                let Some(stop) = detect(&[triangle], DVec3::ONE, center, displacement) else { continue };
                let size = 1.0 + center.length().max(displacement.length());
                let apart = stop.center.distance(stop.point);
                assert!((apart - 1.0).abs() < 1e-7 * size, "{name}: {apart} apart");
                assert!(distance(stop.point, &triangle) < 1e-6 * size, "{name}: {stop:?}");
                assert!(distance(stop.center, &triangle) < 1.0 + 1e-7 * size, "{name}: too early, {stop:?}");
            }
        }
    }
}

#[test]
fn low_step_met_at_a_sharp_angle_is_missed() {
    // The centre passes 0.8 above the edge, so the exact contact is at z = 0.6: 1.4 of 4 · 0.6 to go. Where the ball
    // meets the riser's plane (z = 1) the nearest point of the perimeter lies 0.8 · 1 beside the centre's way, and
    // 0.8 below: a miss. For the top, whose plane is embedded, it lies 0.8 · 2 beside it.
    let (center, displacement) = (DVec3::new(0.0, 1.0, 2.0), DVec3::new(0.8, 0.0, -0.6) * 4.0);
    let step = step(0.2);
    let exact = step.iter().filter_map(|triangle| first_contact(center, displacement, triangle));
    let fraction = exact.map(|contact| contact.fraction).fold(f64::INFINITY, f64::min);
    assert!((fraction - 1.4 / 2.4).abs() < 1e-12);
    assert_eq!(sweep(&step, DVec3::ONE, center, displacement), None);
    assert_eq!(sweep_two_sided(&step, DVec3::ONE, center, displacement), None);

    let head_on = sweep(&step, DVec3::ONE, center, DVec3::Z * -4.0).unwrap();
    assert!(head_on.center.distance(DVec3::new(0.0, 1.0, 0.6)) < 1e-12);
}

#[test]
fn start_embedded_in_a_face_is_not_stopped_as_its_distance_is_negative() {
    let floor = [sheet(DVec3::ZERO, DVec3::Y)];
    for height in [0.5, 1.0 - 1e-9] {
        let center = DVec3::Y * height;
        assert_eq!(first_contact(center, DVec3::Y * -5.0, &floor[0]).unwrap().fraction, 0.0);
        assert_eq!(sweep(&floor, DVec3::ONE, center, DVec3::Y * -5.0), None);
    }
    let touching = sweep(&floor, DVec3::ONE, DVec3::Y, DVec3::Y * -5.0).unwrap();
    assert!(touching.center.distance(DVec3::Y) < 1e-12);
}

#[test]
fn embedded_plane_whose_polygon_lies_ahead_is_hit_head_on() {
    // A wall's top at y = 0, 0.6 below the centre: touched when its edge at x = 2 is 0.8 ahead.
    let [_, top] = rectangle(DVec3::new(3.0, 0.0, 5.0), DVec3::Z * -10.0, DVec3::X * -1.0);
    assert!(plane_normal(&top).y > 0.0);
    let stop = sweep(&[top], DVec3::ONE, DVec3::Y * 0.6, DVec3::X * 5.0).unwrap();
    let exact = first_contact(DVec3::Y * 0.6, DVec3::X * 5.0, &top).unwrap();
    assert!((stop.center.x - 1.2).abs() < 1e-12 && (exact.fraction * 5.0 - 1.2).abs() < 1e-12);
}

#[test]
fn back_face_is_skipped_by_the_rule_and_stops_head_on_motion_without_it() {
    for triangle in orders(sheet(DVec3::ZERO, DVec3::Y)) {
        let above = sweep(&[triangle], DVec3::ONE, DVec3::Y * 3.0, DVec3::Y * -5.0);
        let below = sweep(&[triangle], DVec3::ONE, DVec3::Y * -3.0, DVec3::Y * 5.0);
        assert!(above.is_some() != below.is_some(), "only from the front");
        for side in [1.0, -1.0] {
            let stop = sweep_two_sided(&[triangle], DVec3::ONE, DVec3::Y * 3.0 * side, DVec3::Y * -5.0 * side).unwrap();
            assert!(stop.center.distance(DVec3::Y * side) < 1e-12 && stop.normal.distance(DVec3::Y * side) < 1e-12);
        }
    }
}

#[test]
fn without_the_back_face_rule_a_plane_far_behind_counts_as_embedded_and_oblique_motion_passes_it() {
    let floor = [sheet(DVec3::ZERO, DVec3::Y)];
    let start = DVec3::Y * -3.0;
    // 0.6 · 3 = 1.8 beside the way lies the start's foot, which the ball of radius 1 misses; exact: 2 of 0.8 · 5 up.
    let steep = DVec3::new(0.6, 0.8, 0.0) * 5.0;
    assert!((first_contact(start, steep, &floor[0]).unwrap().fraction - 0.5).abs() < 1e-12);
    assert_eq!(sweep_two_sided(&floor, DVec3::ONE, start, steep), None);
    // 0.28 · 3 = 0.84 beside the way: met, but late, after 3 · 0.96 - √(1 - 0.84²) instead of 2 / 0.96.
    let steeper = DVec3::new(0.28, 0.96, 0.0);
    let stop = sweep_two_sided(&floor, DVec3::ONE, start, steeper * 5.0).unwrap();
    let late = 3.0 * 0.96 - (1.0 - 0.84_f64.powi(2)).sqrt();
    assert!((stop.center.distance(start) - late).abs() < 1e-9);
    assert!(late > 2.0 / 0.96 + 0.2 && distance(stop.center, &floor[0]) < 0.8);
}

#[test]
fn motion_along_or_away_from_a_plane_is_free() {
    let floor = [sheet(DVec3::ZERO, DVec3::Y)];
    for displacement in [DVec3::X * 9.0, DVec3::Y * 9.0, DVec3::ZERO] {
        assert_eq!(sweep(&floor, DVec3::ONE, DVec3::Y * 2.0, displacement), None);
    }
}

#[test]
fn triangle_without_area_is_passed_over() {
    let slivers = [[DVec3::ZERO; 3], [DVec3::NEG_X, DVec3::ZERO, DVec3::X]];
    assert_eq!(sweep(&slivers, RADII, DVec3::Y * 3.0, DVec3::Y * -9.0), None);
    assert_eq!(sweep_two_sided(&slivers, RADII, DVec3::Y * 3.0, DVec3::Y * -9.0), None);
    let with_floor = [slivers[0], slivers[1], sheet(DVec3::Y * -1.0, DVec3::Y)];
    assert_eq!(sweep(&with_floor, RADII, DVec3::Y * 3.0, DVec3::Y * -9.0).unwrap().triangle, 2);
}

#[test]
fn nearest_of_several_polygons_is_taken_and_the_first_among_equals() {
    let at = |y: f64| sheet(DVec3::Y * y, DVec3::Y);
    let stop = sweep(&[at(-2.0), at(0.0), at(0.0), at(-1.0)], RADII, DVec3::Y * 3.0, DVec3::Y * -9.0).unwrap();
    assert_eq!(stop.triangle, 1);
    assert!((stop.center.y - 0.9).abs() < 1e-12);
}

#[test]
fn point_of_the_sphere_that_collides_arrives_at_the_point_of_the_polygon() {
    let mut collisions = 0;
    for (name, family) in FAMILIES {
        let mut random = Random(27);
        for _ in 0..2_000 {
            let Case { center, displacement, triangle } = family(&mut random);
            let collider = Collider { triangle: 0, corners: triangle, normal: plane_normal(&triangle) };
            let Some(collision) = nearest_collision(center, displacement, &[collider], Faces::Both) else { continue };
            let size = 1.0 + center.length() + displacement.length();
            let arrived = collision.intersection_point + displacement.normalize() * collision.distance;
            assert!(arrived.distance(collision.polygon_point) < 1e-12 * size, "{name}: {collision:?}");
            assert!((collision.intersection_point.distance(center) - 1.0).abs() < 1e-6 * size, "{name}: {collision:?}");
            collisions += 1;
        }
    }
    assert!(collisions > 1_000, "{collisions}");
}
