//! Fauerby's document of November 2000: what its text promises, and each of its flaws at the place where it shows.
//!
//! Here the detection; the point in the triangle, the response and the meshes in files of their own.

mod meshes;
mod polygon_point;
mod respond;

use crate::flats::step;
use glam::DVec3;
use sweep8_scalar_ref::brute_force::first_contact;
use sweep8_scalar_ref::classic::{closest_on_perimeter, plane_normal, ray_plane};
use sweep8_scalar_ref::fauerby::detect::{CollisionRecord, Side, check_triangles, classify_point, intersect_ray_plane};
use sweep8_scalar_ref::fauerby::sweep;
use sweep8_scalar_ref::random::Random;
use sweep8_scalar_ref::testkit::families::{Case, FAMILIES, orders};
use sweep8_scalar_ref::testkit::level::{RADII, sheet};

#[test]
fn head_on_ball_stops_where_it_touches_the_face() {
    let stop = sweep(&[sheet(DVec3::ZERO, DVec3::Y)], DVec3::ONE, DVec3::Y * 3.0, DVec3::Y * -5.0).unwrap();
    assert!(stop.center.distance(DVec3::Y) < 1e-12);
    assert!(stop.point.length() < 1e-12 && stop.normal.distance(DVec3::Y) < 1e-12);
}

#[test]
fn contact_within_a_front_face_equals_the_exact_one_for_any_radii() {
    let mut compared = 0;
    for (name, family) in FAMILIES {
        let mut random = Random(31);
        for _ in 0..5_000 {
            let Case { center, displacement, triangle } = family(&mut random);
            let Some(contact) = first_contact(center, displacement, &triangle) else { continue };
            let inside = closest_on_perimeter(&triangle, contact.point).distance(contact.point) > 1e-6;
            // Farther off than what the document takes for on the plane.
            let in_front = plane_normal(&triangle).dot(center - triangle[0]) > 1.002;
            let grazes = plane_normal(&triangle).dot(displacement) > -1e-3;
            if !inside || !in_front || grazes || contact.fraction > 1.0 - 1e-9 {
                continue;
            }
            let radii = DVec3::new(random.scale(0.1, 10.0), random.scale(0.1, 10.0), random.scale(0.1, 10.0));
            let stop = sweep(&[triangle.map(|v| v * radii)], radii, center * radii, displacement * radii);
            let stop = stop.unwrap_or_else(|| panic!("{name}: no stop"));
            let off = (stop.center / radii).distance(center + displacement * contact.fraction);
            assert!(off < 1e-6, "{name}: off by {off:e}");
            compared += 1;
        }
    }
    assert!(compared > 1_000, "{compared}");
}

#[test]
fn back_face_is_not_looked_at_in_any_vertex_order() {
    for triangle in orders(sheet(DVec3::ZERO, DVec3::Y)) {
        let above = sweep(&[triangle], DVec3::ONE, DVec3::Y * 3.0, DVec3::Y * -5.0);
        let below = sweep(&[triangle], DVec3::ONE, DVec3::Y * -3.0, DVec3::Y * 5.0);
        assert!(above.is_some() != below.is_some());
        assert_eq!(above.is_some(), plane_normal(&triangle).y > 0.0);
    }
}

#[test]
fn low_step_met_at_a_sharp_angle_is_missed_as_the_note_of_2002_says() {
    // The centre passes 0.8 above the edge, so the exact contact is at z = 0.6: 1.4 of 4 · 0.6 to go. Where the ball
    // meets the riser's plane (z = 1) the nearest point of the perimeter lies 0.8 · 1 beside the centre's way, and
    // 0.8 below: a miss. For the top, which spans the ball, it lies 0.8 · 2 beside it.
    let (center, displacement) = (DVec3::new(0.0, 1.0, 2.0), DVec3::new(0.8, 0.0, -0.6) * 4.0);
    let step = step(0.2);
    let exact = step.iter().filter_map(|triangle| first_contact(center, displacement, triangle));
    let fraction = exact.map(|contact| contact.fraction).fold(f64::INFINITY, f64::min);
    assert!((fraction - 1.4 / 2.4).abs() < 1e-12);
    assert_eq!(sweep(&step, DVec3::ONE, center, displacement), None);

    let head_on = sweep(&step, DVec3::ONE, center, DVec3::Z * -4.0).unwrap();
    assert!(head_on.center.distance(DVec3::new(0.0, 1.0, 0.6)) < 1e-12);
}

#[test]
fn embedded_face_is_hit_at_the_depth_of_the_overlap_wherever_the_ball_is_going() {
    // 0.3 deep: stopped after 0.3 of its way, along the floor, upwards, and downwards into it.
    let floor = [sheet(DVec3::ZERO, DVec3::Y)];
    let center = DVec3::Y * 0.7;
    for direction in [DVec3::X, DVec3::Y, DVec3::NEG_Y] {
        let stop = sweep(&floor, DVec3::ONE, center, direction * 5.0).unwrap();
        assert!(stop.center.distance(center + direction * 0.3) < 1e-12, "{stop:?}");
    }
    let halfway = sweep(&floor, DVec3::ONE, DVec3::Y * 0.5, DVec3::Y * -5.0).unwrap();
    assert!(halfway.center.length() < 1e-12 && halfway.normal.is_normalized(), "the centre on the face: {halfway:?}");
    assert!(sweep(&floor, DVec3::ONE, center, DVec3::Y * -0.31).is_some());
    assert_eq!(sweep(&floor, DVec3::ONE, center, DVec3::Y * -0.29), None, "shorter than the depth: free to go deeper");
}

#[test]
fn ball_that_touches_or_overlaps_by_less_than_a_thousandth_falls_through() {
    let floor = [sheet(DVec3::ZERO, DVec3::Y)];
    let falls = |height: f64| sweep(&floor, DVec3::ONE, DVec3::Y * height, DVec3::Y * -5.0);
    assert!(falls(1.0 + 1e-9).is_some());
    assert_eq!(falls(1.0), None, "a distance of 0 does not count");
    assert_eq!(falls(1.0 - 0.0009), None, "on the plane, so that its distance is negative");
    assert!(falls(1.0 - 0.0011).is_some(), "spanning");
}

#[test]
fn point_is_on_the_plane_up_to_a_thousandth() {
    let classify = |height: f64| classify_point(DVec3::new(3.0, 2.0 + height, -1.0), DVec3::Y * 2.0, DVec3::Y);
    assert_eq!(
        [0.0011, 0.0009, 0.0, -0.0009, -0.0011].map(classify),
        [Side::Front, Side::OnPlane, Side::OnPlane, Side::OnPlane, Side::Back]
    );
}

#[test]
fn ray_along_a_plane_answers_minus_one_as_if_that_were_a_distance() {
    assert_eq!(intersect_ray_plane(DVec3::Y * 5.0, DVec3::X, DVec3::ZERO, DVec3::Y), -1.0);
    assert!(ray_plane(DVec3::Y * 5.0, DVec3::X, DVec3::ZERO, DVec3::Y).is_infinite());
    assert_eq!(intersect_ray_plane(DVec3::Y * 5.0, DVec3::NEG_Y, DVec3::ZERO, DVec3::Y), 5.0);
    let floor = [sheet(DVec3::ZERO, DVec3::Y)];
    assert_eq!(sweep(&floor, DVec3::ONE, DVec3::Y * 2.0, DVec3::X * 9.0), None, "refused in the last step only");
}

#[test]
fn triangle_without_area_is_passed_over() {
    let slivers = [[DVec3::ZERO; 3], [DVec3::NEG_X, DVec3::ZERO, DVec3::X]];
    assert_eq!(sweep(&slivers, RADII, DVec3::Y * 3.0, DVec3::Y * -9.0), None);
    let with_floor = [slivers[0], slivers[1], sheet(DVec3::Y * -1.0, DVec3::Y)];
    assert_eq!(sweep(&with_floor, RADII, DVec3::Y * 3.0, DVec3::Y * -9.0).unwrap().triangle, 2);
    assert_eq!(sweep(&with_floor, RADII, DVec3::Y * 3.0, DVec3::ZERO), None);
}

#[test]
fn point_of_the_sphere_that_hits_arrives_at_the_point_of_the_triangle() {
    let mut collisions = 0;
    for (name, family) in FAMILIES {
        let mut random = Random(37);
        for _ in 0..2_000 {
            let Case { center, displacement, triangle } = family(&mut random);
            let mut record = CollisionRecord::default();
            check_triangles(&mut record, 0, &[triangle], center, displacement);
            let Some(collision) = record.nearest.filter(|_| !record.stuck) else { continue };
            let size = 1.0 + center.length() + displacement.length();
            let arrived = collision.sphere_point + displacement.normalize() * collision.distance;
            assert!(arrived.distance(collision.polygon_point) < 1e-12 * size, "{name}: {collision:?}");
            assert!((collision.sphere_point.distance(center) - 1.0).abs() < 1e-6 * size, "{name}: {collision:?}");
            collisions += 1;
        }
    }
    assert!(collisions > 1_000, "{collisions}");
}
