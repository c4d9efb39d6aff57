//! Where Nettle, May 2000, fails: each of the named flaws, with the exact judge beside it.

use super::{FLOOR, RADII, ROUNDING, assert_at, assert_near, exact, exact_distance, slope};
use core::f64::consts::FRAC_1_SQRT_2;
use glam::DVec3;
use sweep8_scalar_ref::brute_force::{distance, first_contact};
use sweep8_scalar_ref::nettle_world::{
    EPSILON, MAX_MOTIONS, collide_and_slide, ellipsoid_intersection_point, plane_intersection_point, slide_vector,
    sweep,
};
use sweep8_scalar_ref::random::Random;
use sweep8_scalar_ref::testkit::families::{FAMILIES, orders};

#[test]
fn no_stop_is_before_the_triangle_in_any_family() {
    // Late or missed, never early: what it finds is a point of the triangle.
    let (mut right, mut late, mut missed) = (0, 0, 0);
    for (seed, (name, family)) in FAMILIES.into_iter().enumerate() {
        let mut random = Random(seed as u64);
        for _ in 0..2_000 {
            let case = family(&mut random);
            for triangle in orders(case.triangle) {
                let normal = (triangle[1] - triangle[0]).cross(triangle[2] - triangle[0]);
                let found = sweep(&[triangle], DVec3::ONE, case.center, case.displacement);
                if let Some(stop) = found {
                    let apart = distance(stop.center, &triangle);
                    assert!(apart < 1.0 + 1e-9, "{name}: stopped {apart} apart, {case:?}");
                }
                let contact = first_contact(case.center, case.displacement, &triangle);
                let Some(contact) = contact.filter(|c| c.fraction > 0.0) else { continue };
                if normal.dot(case.displacement) > 0.0 {
                    continue;
                }
                match found {
                    // Grazing, the way to a contact hangs on the root of the rounding.
                    Some(stop) if distance(stop.center, &triangle) > 1.0 - 1e-5 => right += 1,
                    Some(stop) => {
                        late += 1;
                        let way = stop.center.distance(case.center);
                        assert!(way > contact.fraction * case.displacement.length(), "{name}: early, {case:?}");
                    }
                    None => missed += 1,
                }
            }
        }
    }
    println!("{right} right, {late} late, {missed} missed");
    assert!(right > 5_000 && late > 500 && missed > 500, "{right} right, {late} late, {missed} missed");
}

#[test]
fn an_ellipsoid_sinks_into_a_mild_slope() {
    // 20°: the point lies 0.857 from the centre along the normal, 0.293 to the side, and meets the slope there.
    let (sin, cos) = 20.0_f64.to_radians().sin_cos();
    let hill = slope(DVec3::new(sin, cos, 0.0));
    let (center, displacement) = (DVec3::Y * 3.0, DVec3::Y * -4.0);
    let radius = ((0.4 * sin).powi(2) + (0.9 * cos).powi(2)).sqrt();
    let contact = exact(&hill, RADII, center, displacement).unwrap();
    assert_near(contact.fraction * 4.0, (3.0 * cos - radius) / cos);
    // Straight up from there to the ellipsoid's lower half.
    let side = radius * sin;
    let lower_half = 3.0 - 0.9 * (1.0 - (side / 0.4).powi(2)).sqrt();
    let expected = lower_half - side * sin / cos;
    let stop = sweep(&[hill], RADII, center, displacement).unwrap();
    assert_near(center.y - stop.center.y, expected);
    assert!(expected > contact.fraction * 4.0 + 0.19, "later by 19 cm");
    assert!(exact_distance(&hill, RADII, stop.center) < 0.8);
}

#[test]
fn an_ellipsoid_falls_through_a_steep_slope() {
    // 45°: the point is 0.696 / √2 = 0.492 beside the centre, and the ellipsoid is 0.4 wide.
    let hill = slope(DVec3::new(FRAC_1_SQRT_2, FRAC_1_SQRT_2, 0.0));
    let (center, displacement) = (DVec3::Y * 3.0, DVec3::Y * -6.0);
    assert!(exact(&hill, RADII, center, displacement).is_some());
    let point = ellipsoid_intersection_point(center, RADII, DVec3::new(FRAC_1_SQRT_2, FRAC_1_SQRT_2, 0.0));
    assert!(point.x < -0.49);
    assert_eq!(sweep(&[hill], RADII, center, displacement), None);
    assert_eq!(collide_and_slide(&[hill], RADII, center, displacement, DVec3::ZERO), DVec3::Y * -3.0);
    // A ball does not.
    assert!(sweep(&[hill], DVec3::splat(0.9), center, displacement).is_some());
}

#[test]
fn an_embedded_face_is_found_and_then_passed_through() {
    let (center, displacement) = (DVec3::Y * 0.999, DVec3::Y * -2.0);
    assert_at(plane_intersection_point(&FLOOR, DVec3::ONE, center, displacement), DVec3::ZERO);
    assert_eq!(sweep(&[FLOOR], DVec3::ONE, center, displacement), None);
    let end = collide_and_slide(&[FLOOR], DVec3::ONE, center, displacement, DVec3::ZERO);
    assert_at(end, DVec3::Y * -1.001);
    assert_eq!(exact(&FLOOR, DVec3::ONE, center, displacement).unwrap().fraction, 0.0);
    // Just touching it still holds.
    assert_at(sweep(&[FLOOR], DVec3::ONE, DVec3::Y, displacement).unwrap().center, DVec3::Y);
}

#[test]
fn a_low_step_met_at_a_sharp_angle_is_missed() {
    // The riser ends 0.2 over the ground, the ball stands at 1; 0.8 over the edge, it touches 0.6 before the riser.
    let riser = [DVec3::new(-9.0, 0.2, 0.0), DVec3::new(0.0, -9.0, 0.0), DVec3::new(9.0, 0.2, 0.0)];
    let center = DVec3::new(-1.0, 1.0, 0.7);
    let (sin, cos) = 20.0_f64.to_radians().sin_cos();
    let displacement = DVec3::new(cos, 0.0, -sin) * 2.0;
    // 0.1 nearer to the riser along the way: 0.1 / sin 20° = 0.292.
    let contact = exact(&riser, DVec3::ONE, center, displacement).unwrap();
    assert_near(contact.fraction * 2.0, 0.1 / sin);
    // The plane is embedded, the perimeter's point straight before the centre, and the ray back passes at 0.7 cos 20°.
    let foot = plane_intersection_point(&riser, DVec3::ONE, center, displacement);
    assert_at(foot, DVec3::new(-1.0, 1.0, 0.0));
    assert!(0.7 * cos > 0.6);
    assert_eq!(sweep(&[riser], DVec3::ONE, center, displacement), None);
    assert!(exact_distance(&riser, DVec3::ONE, center + displacement) < 0.81, "deep in the edge");
    // Straight at it, it is found: the way back is the way to the nearest point.
    assert_at(sweep(&[riser], DVec3::ONE, center, DVec3::Z * -2.0).unwrap().center, DVec3::new(-1.0, 1.0, 0.6));
}

#[test]
fn planes_that_face_away_are_passed_through() {
    let [a, b, c] = FLOOR;
    let ceiling = [a, c, b];
    let (center, displacement) = (DVec3::Y * 3.0, DVec3::Y * -6.0);
    assert!(sweep(&[FLOOR], DVec3::ONE, center, displacement).is_some());
    assert_eq!(sweep(&[ceiling], DVec3::ONE, center, displacement), None);
    let end = collide_and_slide(&[ceiling], DVec3::ONE, center, displacement, DVec3::ZERO);
    assert_eq!(end, DVec3::Y * -3.0);
}

#[test]
fn stopping_short_leaves_less_room_where_the_motion_grazes() {
    // Down by 1 in 100, to just behind the contact: what is left slides by little more than a millimetre.
    let (sin, cos) = (0.01, (1.0_f64 - 1e-4).sqrt());
    let center = DVec3::new(0.0, 1.02, 0.0);
    let velocity = DVec3::new(cos, -sin, 0.0) * (2.0 + 0.1 * EPSILON);
    let end = collide_and_slide(&[FLOOR], DVec3::ONE, center, velocity, DVec3::ZERO);
    let gap = end.y - 1.0;
    assert!(gap > 0.0 && gap < 1.2 * EPSILON * sin, "{gap}");
    // Head on it is all of it.
    let end = collide_and_slide(&[FLOOR], DVec3::ONE, center, DVec3::Y * -1.0, DVec3::ZERO);
    assert!((end.y - 1.0 - EPSILON).abs() < ROUNDING);
}

#[test]
fn a_contact_nearer_than_the_epsilon_moves_back() {
    let center = DVec3::Y * (1.0 + 0.4 * EPSILON);
    let end = collide_and_slide(&[FLOOR], DVec3::ONE, center, DVec3::Y * -1.0, DVec3::ZERO);
    assert!((end.y - 1.0 - EPSILON).abs() < ROUNDING, "{end}");
    assert!(end.y > center.y);
}

#[test]
fn a_motion_shorter_than_the_epsilon_is_not_made() {
    let gravity = DVec3::Y * (-0.9 * EPSILON);
    assert_eq!(collide_and_slide(&[], RADII, DVec3::Y * 50.0, DVec3::ZERO, gravity), DVec3::Y * 50.0);
    assert_eq!(collide_and_slide(&[], RADII, DVec3::Y * 50.0, gravity, gravity), DVec3::Y * 50.0 + gravity * 2.0);
}

#[test]
fn stopping_short_tilts_the_sliding_plane() {
    // The centre is one EPSILON back along the motion when the normal is taken from it: 45°, so 0.707 mm back and up.
    let (center, velocity) = (DVec3::new(-2.0, 2.0, 0.0), DVec3::new(2.0, -2.0, 0.0));
    let end = collide_and_slide(&[FLOOR], DVec3::ONE, center, velocity, DVec3::ZERO);
    let short = EPSILON * FRAC_1_SQRT_2;
    // Contact at (-1, 1); the normal is (-short, 1 + short), and along the plane across it 1 m is left, less a little.
    let source = DVec3::new(-1.0 - short, 1.0 + short, 0.0);
    let climbs = DVec3::new(1.0 + short, short, 0.0).normalize();
    let left = climbs * (center + velocity - source).dot(climbs);
    assert_at(end, source + left);
    assert!(end.y > source.y, "it climbs {} on a level floor", end.y - source.y);
}

#[test]
fn an_ellipsoid_slides_into_the_corner_that_it_should_slide_along() {
    // The ellipsoid's point at 30°: (0.346, 0.45) from its centre.
    let corner = DVec3::new(2.0, 0.45, 0.0);
    let blade = [corner, DVec3::new(2.0, 3.0, 1.0), DVec3::new(2.0, 3.0, -1.0)];
    let displacement = DVec3::X * 3.0;
    let stop = sweep(&[blade], RADII, DVec3::ZERO, displacement).unwrap();
    assert_at(stop.center, DVec3::X * (2.0 - 0.4 * 30.0_f64.to_radians().cos()));
    assert_at(stop.point, corner);
    let contact = exact(&blade, RADII, DVec3::ZERO, displacement).unwrap();
    assert_at(stop.center, displacement * contact.fraction);
    // The ellipsoid's normal is its offset over radii², nearly level; the method's is the offset itself, 52° up.
    let offset = corner - stop.center;
    let outward = (offset / (RADII * RADII)).normalize();
    assert!(outward.x > 0.96 && -stop.normal.x < 0.62);
    let slide = slide_vector(corner, stop.center, displacement);
    assert_near(slide.dot(stop.normal), 0.0);
    assert!(slide.dot(outward) > 0.4 * slide.length(), "the next motion leads on into the corner: {slide}");
}

#[test]
fn the_second_sliding_plane_leads_into_the_first_again() {
    // A ball in a wedge of 60° that opens towards +x, between a ceiling and a ramp, in touch with both.
    let (ramp_normal, ceiling_normal) = (DVec3::new(0.75_f64.sqrt(), 0.5, 0.0), DVec3::NEG_Y);
    let desired = DVec3::new(-1.0, 0.5, 0.0);
    let off = |normal: DVec3, velocity: DVec3| slide_vector(-normal, DVec3::ZERO, velocity);
    let first = off(ceiling_normal, desired);
    assert_near(first.dot(ceiling_normal), 0.0);
    let second = off(ramp_normal, first);
    assert_near(second.dot(ramp_normal), 0.0);
    assert!(second.dot(ceiling_normal) < -0.4 * second.length(), "into the first plane: {second}");
}

/// Where a ball of half a metre ends that runs into a crease along z between two faces at this angle, and along it.
fn end_in_crease(degrees: f64) -> DVec3 {
    let (sin, cos) = (degrees.to_radians() / 2.0).sin_cos();
    let faces = [slope(DVec3::new(sin, -cos, 0.0)), slope(DVec3::new(sin, cos, 0.0))];
    let touches_both = DVec3::X * (0.5 / sin);
    let start = touches_both + DVec3::X * 0.1;
    collide_and_slide(&faces, DVec3::splat(0.5), start, DVec3::new(-2.0, 0.3, 1.0), DVec3::ZERO) - touches_both
}

#[test]
fn a_sharp_crease_uses_up_the_passes() {
    // Each pass leaves the cosine of what still runs into the crease. The way along it is 1 m.
    for degrees in [10.0, 30.0, 60.0] {
        let end = end_in_crease(degrees);
        assert!((end.z - 1.0).abs() < 0.05 && end.length() < 1.05, "{degrees}°: {end}");
    }
    let end = end_in_crease(3.0);
    let needed = (EPSILON / 2.0).ln() / 3.0_f64.to_radians().cos().ln();
    assert!(needed > f64::from(MAX_MOTIONS));
    assert!(end.z < 0.7 && end.length() < 0.7, "{end}");
}

#[test]
fn a_triangle_without_area_is_never_hit() {
    for triangle in [[DVec3::X * -3.0, DVec3::ZERO, DVec3::X * 3.0], [DVec3::ZERO; 3]] {
        let (center, displacement) = (DVec3::Y * 3.0, DVec3::Y * -6.0);
        assert!(exact(&triangle, RADII, center, displacement).is_some());
        assert_eq!(sweep(&[triangle], RADII, center, displacement), None);
        let end = collide_and_slide(&[triangle], RADII, center, displacement, DVec3::ZERO);
        assert_eq!(end, center + displacement);
    }
}
