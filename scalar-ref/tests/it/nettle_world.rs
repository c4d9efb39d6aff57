//! Nettle, May 2000, held to its text: its figures and what it gets right; its flaws have a file of their own.

mod flaws;

use core::f64::consts::FRAC_1_SQRT_2;
use glam::DVec3;
use sweep8_scalar_ref::brute_force::{Contact, Triangle, distance, first_contact};
use sweep8_scalar_ref::nettle_world::{
    EPSILON, collide_and_slide, directional_radius, ellipsoid_intersection_point, nearest_collider,
    potential_colliders, ray_ellipsoid, sweep,
};
use sweep8_scalar_ref::random::Random;

/// Rounding of a few sums of numbers about ten.
const ROUNDING: f64 = 1e-13;

/// A large triangle in the plane `y = 0` that faces up.
const FLOOR: Triangle = [DVec3::new(-5.0, 0.0, -5.0), DVec3::new(0.0, 0.0, 7.0), DVec3::new(5.0, 0.0, -5.0)];

/// An upright character, metres.
const RADII: DVec3 = DVec3::new(0.4, 0.9, 0.4);

fn assert_near(got: f64, expected: f64) {
    assert!((got - expected).abs() < ROUNDING, "{got} is not {expected}");
}

fn assert_at(got: DVec3, expected: DVec3) {
    assert!(got.distance(expected) < ROUNDING, "{got} is not {expected}");
}

/// The exact judge's contact on an ellipsoid's way, in ellipsoid space about the start.
fn exact(triangle: &Triangle, radii: DVec3, center: DVec3, displacement: DVec3) -> Option<Contact> {
    first_contact(DVec3::ZERO, displacement / radii, &triangle.map(|v| (v - center) / radii))
}

/// Distance of an ellipsoid's centre to the triangle in ellipsoid space: below 1 it overlaps.
fn exact_distance(triangle: &Triangle, radii: DVec3, center: DVec3) -> f64 {
    distance(DVec3::ZERO, &triangle.map(|v| (v - center) / radii))
}

/// A large triangle through the origin with the given normal, which has no part along z.
fn slope(normal: DVec3) -> Triangle {
    let up_the_slope = DVec3::Z.cross(normal) * 50.0;
    let triangle = [DVec3::Z * 99.0, -up_the_slope - DVec3::Z * 50.0, up_the_slope - DVec3::Z * 50.0];
    assert!((triangle[1] - triangle[0]).cross(triangle[2] - triangle[0]).normalize().distance(normal) < ROUNDING);
    triangle
}

#[test]
fn ellipse_of_the_text_has_the_points_it_prints_and_neither_touches_the_plane() {
    // Figure 15: the unit vector (0.707, 0.707) scaled by the radii (3, 6) is (2.12, 4.242).
    let (radii, normal) = (DVec3::new(3.0, 6.0, 1.0), DVec3::new(FRAC_1_SQRT_2, FRAC_1_SQRT_2, 0.0));
    let on_ellipsoid = |p: DVec3| (p / radii).length();
    let of_text = normal * radii;
    assert!(of_text.distance(DVec3::new(2.12, 4.242, 0.0)) < 0.002);
    assert_near(on_ellipsoid(of_text), 1.0);
    // Its length √(4.5 + 18) is the radius in the pseudo-code, which is laid along the normal.
    assert_near(directional_radius(normal, radii), 22.5_f64.sqrt());
    let of_pseudo_code = -ellipsoid_intersection_point(DVec3::ZERO, radii, normal);
    assert_at(of_pseudo_code, DVec3::new(11.25_f64.sqrt(), 11.25_f64.sqrt(), 0.0));
    // 11.25 / 9 + 11.25 / 36: a quarter outside.
    assert_near(on_ellipsoid(of_pseudo_code), 1.25);
    // The point that touches: radii² n / |radii n|. It is as far along the normal as the pseudo-code's, the text's is
    // not.
    let touching = radii * radii * normal / 22.5_f64.sqrt();
    assert_near(on_ellipsoid(touching), 1.0);
    assert_near(touching.dot(normal), 22.5_f64.sqrt());
    assert_near(of_pseudo_code.dot(normal), 22.5_f64.sqrt());
    assert_near(of_text.dot(normal), 4.5);
    assert!(touching.distance(of_text) > 1.0 && touching.distance(of_pseudo_code) > 2.0);
}

#[test]
fn directional_radius_is_the_distance_of_the_touching_plane() {
    // No point of the ellipsoid lies beyond it along the normal, and one lies on it.
    let mut random = Random(1);
    for _ in 0..2_000 {
        let radii = DVec3::new(random.scale(0.1, 3.0), random.scale(0.1, 3.0), random.scale(0.1, 3.0));
        let normal = random.direction();
        let reach = directional_radius(normal, radii);
        let farthest = radii * radii * normal / reach;
        assert_near((farthest / radii).length(), 1.0);
        assert_near(farthest.dot(normal), reach);
        assert!((random.direction() * radii).dot(normal) <= reach + ROUNDING);
    }
}

#[test]
fn ray_to_an_ellipsoid_ends_at_its_first_point() {
    let mut random = Random(2);
    let mut hits = 0;
    for _ in 0..5_000 {
        let radii = DVec3::new(random.scale(0.2, 3.0), random.scale(0.2, 3.0), random.scale(0.2, 3.0));
        let (center, origin) = (random.vector(5.0), random.vector(10.0));
        let direction = (center + random.vector(2.0) - origin).normalize();
        let apart = |t: f64| ((origin + direction * t - center) / radii).length();
        if apart(0.0) <= 1.0 {
            continue;
        }
        // The line's nearest point in ellipsoid space decides whether it hits.
        let u = direction / radii;
        let least = apart(((center - origin) / radii).dot(u) / u.length_squared());
        let found = ray_ellipsoid(origin, direction, center, radii);
        if let Some(t) = found.filter(|_| least < 0.999) {
            hits += 1;
            assert!((apart(t) - 1.0).abs() < 1e-11, "{} on the ellipsoid", apart(t));
            assert!((1..100).all(|part| apart(t * f64::from(part) / 100.0) > 1.0), "an earlier point");
        }
        assert!((least - 1.0).abs() < 1e-9 || found.is_some() == (least < 1.0));
    }
    assert!(hits > 1_000, "{hits}");
    // From inside, the first point lies behind.
    assert_near(ray_ellipsoid(DVec3::ZERO, DVec3::Y, DVec3::ZERO, RADII).unwrap(), -0.9);
}

#[test]
fn potential_colliders_are_what_is_left_in_the_box_and_not_whose_corners_are() {
    let (center, displacement) = (DVec3::new(0.0, 0.5, 0.0), DVec3::new(0.2, -0.1, 0.0));
    let huge = FLOOR.map(|v| v * 100.0);
    // Its bounding box covers everything, and it passes far from the ellipsoid.
    let oblique = [DVec3::new(20.0, 0.0, 0.0), DVec3::new(0.0, 20.0, 0.0), DVec3::new(0.0, 0.0, 20.0)];
    let above = FLOOR.map(|v| v + DVec3::Y * 1.41);
    let touching_the_box = FLOOR.map(|v| v + DVec3::Y * 1.4);
    let list = [huge, oblique, above, touching_the_box];
    assert_eq!(potential_colliders(&list, RADII, center, displacement), [0, 3]);
}

#[test]
fn ball_that_runs_head_on_or_obliquely_into_a_face_stops_at_the_exact_contact() {
    let mut random = Random(3);
    for _ in 0..2_000 {
        let (turn, radius) = (random.turn(), random.range(0.1, 2.0));
        let triangle = FLOOR.map(|v| turn * v);
        let start = DVec3::new(random.range(-0.5, 0.5), random.range(2.1, 4.0), random.range(-0.5, 0.5));
        let way = DVec3::new(random.range(-1.0, 1.0), -start.y, random.range(-1.0, 1.0));
        let (start, way) = (turn * start, turn * way);
        let stop = sweep(&[triangle], DVec3::splat(radius), start, way).unwrap();
        let contact = exact(&triangle, DVec3::splat(radius), start, way).unwrap();
        assert!(stop.center.distance(start + way * contact.fraction) < 1e-11, "{stop:?}");
        assert!(stop.point.distance(start + contact.point * radius) < 1e-11, "{stop:?}");
        assert!(stop.normal.distance(turn * DVec3::Y) < 1e-11, "{stop:?}");
    }
}

#[test]
fn ellipsoid_that_runs_along_its_axis_into_a_face_stops_at_the_exact_contact() {
    let (center, displacement) = (DVec3::new(0.3, 3.0, 0.7), DVec3::new(0.5, -2.5, -0.25));
    let stop = sweep(&[FLOOR], RADII, center, displacement).unwrap();
    // 2.1 down to a height of 0.9, of 2.5.
    assert_at(stop.center, center + displacement * 0.84);
    assert_near(exact(&FLOOR, RADII, center, displacement).unwrap().fraction, 0.84);
    assert_at(stop.normal, DVec3::Y);
}

#[test]
fn ball_that_falls_straight_beside_an_edge_stops_at_the_exact_contact() {
    // 0.6 beside the edge at z = -5: contact at a height of 0.8, with the edge's point below the nearest.
    let (center, displacement) = (DVec3::new(1.0, 2.8, -5.6), DVec3::Y * -4.0);
    let stop = sweep(&[FLOOR], DVec3::ONE, center, displacement).unwrap();
    assert_at(stop.center, DVec3::new(1.0, 0.8, -5.6));
    assert_at(stop.point, DVec3::new(1.0, 0.0, -5.0));
    assert_at(stop.normal, DVec3::new(0.0, 0.8, -0.6));
    // 0.1 short of that the way is free, though the floor is in the box.
    assert_eq!(potential_colliders(&[FLOOR], DVec3::ONE, center, DVec3::Y * -1.9), [0]);
    assert_eq!(sweep(&[FLOOR], DVec3::ONE, center, DVec3::Y * -1.9), None);
    // Figure 9, left: 1.1 beside it the ray back never meets the sphere.
    assert_eq!(sweep(&[FLOOR], DVec3::ONE, DVec3::new(1.0, 2.8, -6.1), displacement), None);
}

#[test]
fn nearest_of_several_wins_and_the_first_of_equals() {
    let shelf = FLOOR.map(|v| v + DVec3::Y * 0.5);
    let (center, displacement) = (DVec3::Y * 3.0, DVec3::Y * -3.0);
    let nearest = |list: &[Triangle]| nearest_collider(list, DVec3::ONE, center, displacement).unwrap();
    assert_eq!(nearest(&[FLOOR, shelf]).triangle, 1);
    assert_eq!(nearest(&[FLOOR, shelf, shelf]).triangle, 1);
    let collider = nearest(&[FLOOR, shelf]);
    assert_near(collider.distance, 1.5);
    assert_at(collider.polygon_point, DVec3::Y * 0.5);
    assert_at(collider.ellipsoid_point, DVec3::Y * 2.0);
}

#[test]
fn no_motion_and_motion_along_a_plane_stop_nowhere() {
    assert_eq!(sweep(&[FLOOR], RADII, DVec3::Y * 2.0, DVec3::ZERO), None);
    assert_eq!(sweep(&[FLOOR], RADII, DVec3::Y * 2.0, DVec3::X * 2.0), None);
    assert_eq!(collide_and_slide(&[FLOOR], RADII, DVec3::Y * 2.0, DVec3::ZERO, DVec3::ZERO), DVec3::Y * 2.0);
}

#[test]
fn gravity_alone_slides_downhill_and_is_not_added_to_the_slide() {
    // On 45°, one metre of gravity leaves 0.707 m along the slope, up to a few EPSILON.
    let normal = DVec3::new(FRAC_1_SQRT_2, FRAC_1_SQRT_2, 0.0);
    let start = normal * (1.0 + EPSILON);
    let end = collide_and_slide(&[slope(normal)], DVec3::ONE, start, DVec3::ZERO, DVec3::NEG_Y);
    assert!((end - start).distance(DVec3::new(0.5, -0.5, 0.0)) < 4.0 * EPSILON, "{}", end - start);
    // On a level floor it stays.
    let rests = DVec3::Y * (1.0 + EPSILON);
    let end = collide_and_slide(&[FLOOR], DVec3::ONE, rests, DVec3::ZERO, DVec3::NEG_Y);
    assert!(end.distance(rests) < ROUNDING, "{end}");
}

#[test]
fn ball_rolls_up_a_stair_lower_than_its_centre_and_not_a_higher_one() {
    // Figure 7: steps of 0.2 m against a riser at x = 0 and the tread behind it.
    let climb = |height: f64| {
        let riser = [DVec3::new(0.0, height, 9.0), DVec3::new(0.0, height, -9.0), DVec3::new(0.0, height - 9.0, 0.0)];
        let tread = [DVec3::new(0.0, height, 9.0), DVec3::new(9.0, height, 0.0), DVec3::new(0.0, height, -9.0)];
        let mut center = DVec3::new(-2.0, 1.0, 0.0);
        for _ in 0..30 {
            center = collide_and_slide(&[riser, tread], DVec3::ONE, center, DVec3::X * 0.2, DVec3::ZERO);
        }
        center
    };
    let up = climb(0.3);
    assert!(up.x > 1.0 && up.y > 1.299, "{up}");
    let before = climb(1.2);
    assert!(before.x < -0.999 && before.y < 1.1, "{before}");
}
