//! Suter 1999, held to its text: the worked example in every reading of its signs, and each of its flaws.

use core::f64::consts::{FRAC_1_SQRT_2, SQRT_2};
use glam::DVec3;
use sweep8_scalar_ref::brute_force::{Triangle, distance, first_contact};
use sweep8_scalar_ref::suter::{
    Body, Plane, PlaneCollision, Sphere, bounding_radius, edge_planes, move_body, move_sphere, plane_collision,
    push_back, sweep, triangle_collision,
};

/// Rounding of a few sums of numbers about ten.
const ROUNDING: f64 = 1e-13;

/// A large triangle in the plane `x = 0` that faces `+x`.
const WALL: Triangle = [DVec3::new(0.0, -9.0, -9.0), DVec3::new(0.0, 9.0, -9.0), DVec3::new(0.0, 0.0, 9.0)];

/// The places of the worked example.
const V1: DVec3 = DVec3::splat(1.0);
const V2: DVec3 = DVec3::splat(4.0);
const V3: DVec3 = DVec3::splat(1.2);

fn assert_near(got: f64, expected: f64) {
    assert!((got - expected).abs() < ROUNDING, "{got} is not {expected}");
}

fn assert_at(got: DVec3, expected: DVec3) {
    assert!(got.distance(expected) < ROUNDING, "{got} is not {expected}");
}

#[test]
fn worked_example_holds_with_its_printed_normal() {
    // 0.7071 (1 + 1) - 2, 0.7071 (4 + 4) - 2, 0.7071 (1.2 + 1.2) - 2.
    let plane = Plane { normal: DVec3::new(FRAC_1_SQRT_2, FRAC_1_SQRT_2, 0.0), d: 2.0 };
    assert_near(plane.formula_3(V1), SQRT_2 - 2.0);
    assert_near(plane.formula_3(V2), 4.0 * SQRT_2 - 2.0);
    assert_near(plane.formula_3(V3), 1.2 * SQRT_2 - 2.0);
    assert_eq!(plane_collision(&plane, V1, V2, 0.5), Some(PlaneCollision::ChangedSide));
    // No change of sign, but 0.303 away: a radius of 0.5 intersects, one of 0.3 does not.
    assert_eq!(plane_collision(&plane, V1, V3, 0.5), Some(PlaneCollision::WithinRadius));
    assert_eq!(plane_collision(&plane, V1, V3, 0.3), None);
    // The other start that the text names for the same sphere.
    assert_eq!(plane.formula_3(DVec3::new(1.0, 1.0, 0.0)), plane.formula_3(V1));
}

#[test]
fn worked_example_fails_with_the_sign_of_its_normal_kept() {
    let minus = Plane { normal: DVec3::new(-1.0, -1.0, 0.0), d: 2.0 }.with_unit_normal();
    assert_near(minus.formula_3(V1), -SQRT_2 - 2.0);
    assert_near(minus.formula_3(V2), -4.0 * SQRT_2 - 2.0);
    assert_eq!(plane_collision(&minus, V1, V2, 0.5), None);
    assert_eq!(plane_collision(&minus, V1, V3, 0.5), None);
    // Read as n·v + D it is the printed plane seen from its other side, and holds again.
    let plus = Plane { d: -2.0, ..minus };
    assert_near(plus.formula_3(V1), 2.0 - SQRT_2);
    assert_near(plus.formula_3(V2), 2.0 - 4.0 * SQRT_2);
    assert_near(plus.formula_3(V3), 2.0 - 1.2 * SQRT_2);
    assert_eq!(plane_collision(&plus, V1, V2, 0.5), Some(PlaneCollision::ChangedSide));
    assert_eq!(plane_collision(&plus, V1, V3, 0.5), Some(PlaneCollision::WithinRadius));
}

#[test]
fn a_unit_normal_with_the_old_d_is_another_plane() {
    // -x - y + 2 = 0 contains (1, 1, 1). Dividing the normal alone moves the plane 2 - 2/√2 = 0.586 away from there.
    let equation = Plane { normal: DVec3::new(-1.0, -1.0, 0.0), d: -2.0 };
    assert_eq!(equation.formula_3(V1), 0.0);
    assert_near(equation.with_unit_normal().formula_3(V1), 2.0 - SQRT_2);
    // D divided as well gives distances, and the start of the worked example lies in its plane.
    let divided = Plane { d: -2.0 / SQRT_2, ..equation.with_unit_normal() };
    assert_near(divided.formula_3(V1), 0.0);
    assert_near(divided.formula_3(V3), -0.2 * SQRT_2);
    assert_near(divided.formula_3(V2), -3.0 * SQRT_2);
}

#[test]
fn formula_1_divides_the_distance_by_the_length_of_the_vector() {
    // (0, 6, 8) is 10 long and 4 above the plane y = 2.
    let plane = Plane { normal: DVec3::Y, d: 2.0 };
    assert_eq!(plane.formula_3(DVec3::new(0.0, 6.0, 8.0)), 4.0);
    assert_near(plane.formula_1(DVec3::new(0.0, 6.0, 8.0)), 0.4);
    assert_eq!(plane.formula_3(DVec3::ZERO), -2.0);
    assert_eq!(plane.formula_1(DVec3::ZERO), f64::NEG_INFINITY);
}

#[test]
fn equally_distant_vertices_are_bounded() {
    let center = DVec3::new(3.0, -2.0, 5.0);
    let cube: Vec<DVec3> = (0..8_u8)
        .map(|bits| {
            let side = |bit: u8| if bits & bit == 0 { -1.0 } else { 1.0 };
            center + DVec3::new(side(1), side(2), side(4))
        })
        .collect();
    assert_near(bounding_radius(&cube, center), 3.0_f64.sqrt());
}

#[test]
fn the_mean_distance_leaves_corners_outside_the_sphere() {
    // A post with a foot: (2 + 2 + 0.5 + 0.5) / 4 = 1.25.
    let post = [DVec3::Y * 2.0, DVec3::Y * -2.0, DVec3::X * 0.5, DVec3::X * -0.5];
    let radius = bounding_radius(&post, DVec3::ZERO);
    assert_eq!(radius, 1.25);
    assert_eq!(post.iter().filter(|v| v.length() > radius).count(), 2);
    // An upright ellipsoid is the sphere of the mean of its radii, (0.4 + 0.9 + 0.4) / 3, and its feet are in the
    // floor.
    let radii = DVec3::new(0.4, 0.9, 0.4);
    let floor = [DVec3::new(-5.0, 0.0, -5.0), DVec3::new(0.0, 0.0, 7.0), DVec3::new(5.0, 0.0, -5.0)];
    let stop = sweep(&[floor], radii, DVec3::Y * 2.0, DVec3::Y * -1.9).unwrap();
    assert_at(stop.center, DVec3::Y * 1.7 / 3.0);
    assert!(stop.center.y < radii.y);
}

#[test]
fn finer_parts_pull_the_mean_distance_to_them() {
    let coarse = [DVec3::Y * 2.0, DVec3::X];
    let fine = [DVec3::Y * 2.0, DVec3::X, DVec3::X, DVec3::X];
    assert_eq!(bounding_radius(&coarse, DVec3::ZERO), 1.5);
    assert_eq!(bounding_radius(&fine, DVec3::ZERO), 1.25);
}

#[test]
fn perpendicular_planes_have_the_third_corner_on_their_positive_side() {
    let [a, b, c] = WALL;
    for (triangle, normal) in [([a, b, c], DVec3::X), ([a, b, c], DVec3::NEG_X), ([a, c, b], DVec3::X)] {
        let [first, second, third] = triangle;
        let opposite = [third, first, second];
        for (plane, third) in edge_planes(&triangle, normal).iter().zip(opposite) {
            assert!(plane.formula_3(third) > 1.0);
            assert_near(plane.normal.x, 0.0);
            assert_near(plane.normal.length(), 1.0);
            let on_it = triangle.iter().filter(|v| plane.formula_3(**v).abs() < ROUNDING).count();
            assert_eq!(on_it, 2);
        }
    }
}

#[test]
fn ball_that_runs_head_on_into_a_face_stops_at_the_exact_contact() {
    for turned in
        [WALL, WALL.map(|v| DVec3::new(v.y + 1.0, v.x, -v.z) * 0.5), WALL.map(|v| DVec3::new(v.z, v.x, v.y) - 7.0)]
    {
        let normal = (turned[1] - turned[0]).cross(turned[2] - turned[0]).normalize();
        let middle = (turned[0] + turned[1] + turned[2]) / 3.0;
        let (radius, start, displacement) = (0.5, middle + normal * 3.0, normal * -2.75);
        let stop = sweep(&[turned], DVec3::splat(radius), start, displacement).unwrap();
        let unit = turned.map(|v| (v - start) / radius);
        let exact = first_contact(DVec3::ZERO, displacement / radius, &unit).unwrap();
        assert_at(stop.center, start + displacement * exact.fraction);
        assert_at(stop.point, start + exact.point * radius);
        assert_at(stop.normal, normal);
        assert_eq!(stop.triangle, 0);
    }
}

#[test]
fn ball_that_jumps_over_a_wall_in_one_frame_is_put_back_before_it() {
    // 5 in front, 7 behind: radius + 7 along the normal.
    let end = move_sphere(&[WALL], 0.5, DVec3::X * 5.0, DVec3::X * -7.0);
    assert_at(end, DVec3::X * 0.5);
}

#[test]
fn pushing_back_leaves_the_motion_along_the_wall() {
    let end = move_sphere(&[WALL], 0.5, DVec3::X, DVec3::new(-1.0, 2.0, -1.5));
    assert_at(end, DVec3::new(0.5, 2.0, -1.5));
    // Straight into the wall, and nothing remains.
    let resting = DVec3::X * 0.5;
    assert_at(move_sphere(&[WALL], 0.5, resting, resting - DVec3::X), resting);
}

#[test]
fn free_way_ends_where_it_would_and_stops_nowhere() {
    assert_eq!(sweep(&[WALL], DVec3::splat(0.5), DVec3::X * 5.0, DVec3::new(-4.0, 3.0, 0.0)), None);
    assert_eq!(move_sphere(&[WALL], 0.5, DVec3::X * 5.0, DVec3::X), DVec3::X);
    let needle = [DVec3::ZERO, DVec3::X, DVec3::X * 2.0];
    for triangle in [needle, [DVec3::ONE; 3]] {
        assert_eq!(sweep(&[triangle], DVec3::ONE, DVec3::Y * 3.0, DVec3::Y * -6.0), None);
    }
}

#[test]
fn a_sphere_beside_an_edge_does_not_feel_it() {
    // The lower edge runs along y at z = -9; the centre is 0.1 beside it, in the plane.
    let to = DVec3::new(0.0, 0.0, -9.1);
    assert!(distance(to, &WALL) < 0.1 + ROUNDING);
    assert_eq!(triangle_collision(&WALL, DVec3::new(3.0, 0.0, -9.1), to, 0.5), None);
    // 0.1 inside of it, it does.
    let inside = DVec3::new(0.0, 0.0, -8.9);
    assert_eq!(triangle_collision(&WALL, DVec3::new(3.0, 0.0, -8.9), inside, 0.5), Some(PlaneCollision::WithinRadius));
}

#[test]
fn a_sphere_over_a_corner_does_not_feel_it() {
    let to = DVec3::new(0.2, 0.0, 9.1);
    assert!(distance(to, &WALL) < 0.25);
    assert_eq!(sweep(&[WALL], DVec3::splat(0.5), to + DVec3::X, -DVec3::X), None);
}

#[test]
fn an_oblique_way_through_the_face_that_ends_beside_it_is_missed() {
    // Crosses the plane at (0, 0, 0), in the middle of the face, and ends 11 below, where the triangle ends at 9.
    let (from, to) = (DVec3::new(1.0, 0.0, 11.0), DVec3::new(-1.0, 0.0, -11.0));
    assert_eq!(plane_collision(&Plane::of(&WALL), from, to, 0.5), Some(PlaneCollision::ChangedSide));
    assert_eq!(triangle_collision(&WALL, from, to, 0.5), None);
    assert_eq!(move_sphere(&[WALL], 0.5, from, to), to);
}

#[test]
fn a_way_round_the_triangle_that_ends_behind_it_is_a_collision() {
    // Crosses the plane at z = -13.5, 4.5 beyond the edge, and ends 3 behind the face.
    let (from, to) = (DVec3::new(1.0, 0.0, -15.0), DVec3::new(-3.0, 0.0, -8.0));
    let local = WALL.map(|v| (v - from) / 0.5);
    assert_eq!(first_contact(DVec3::ZERO, (to - from) / 0.5, &local), None);
    assert_eq!(triangle_collision(&WALL, from, to, 0.5), Some(PlaneCollision::ChangedSide));
    assert_at(move_sphere(&[WALL], 0.5, from, to), DVec3::new(0.5, 0.0, -8.0));
}

#[test]
fn a_sphere_that_comes_from_behind_is_thrown_to_the_front() {
    // 0.3 behind: 0.5 - (-0.3) along the normal, out at the other side.
    let to = DVec3::X * -0.3;
    assert_at(push_back(&Plane::of(&WALL), to, 0.5), DVec3::X * 0.8);
    assert_at(move_sphere(&[WALL], 0.5, DVec3::X * -3.0, to), DVec3::X * 0.5);
}

#[test]
fn a_sphere_that_came_through_from_behind_is_drawn_back_to_the_front() {
    // It is 4 in front of the wall and free: 0.5 - 4 is a push of -3.5.
    let end = move_sphere(&[WALL], 0.5, DVec3::X * -1.0, DVec3::X * 4.0);
    assert_at(end, DVec3::X * 0.5);
}

#[test]
fn in_a_sharp_corner_the_last_triangle_wins() {
    // The wall x = 0, and one that leans over it at 45° and faces (-1, 1): both are pushed off, one after the other.
    let leaning_normal = DVec3::new(-1.0, 1.0, 0.0).normalize();
    let along = DVec3::new(1.0, 1.0, 0.0);
    let leaning = [along * -9.0 - DVec3::Z * 9.0, DVec3::Z * 12.0, along * 9.0 - DVec3::Z * 9.0];
    assert!((Plane::of(&leaning).normal - leaning_normal).length() < ROUNDING);
    let (from, to) = (DVec3::new(1.0, 5.0, 0.0), DVec3::new(0.4, 1.0, 0.0));
    let end = move_sphere(&[WALL, leaning], 0.5, from, to);
    // After the wall at (0.5, 1); from there 0.5/√2 off the leaning one, so by 0.5 - 0.354 along (-1, 1)/√2.
    let push = (0.5 - 0.5 * FRAC_1_SQRT_2) * FRAC_1_SQRT_2;
    assert_at(end, DVec3::new(0.5 - push, 1.0 + push, 0.0));
    assert!(distance(end, &WALL) < 0.4, "it is in the wall again");
    // In the other order it ends elsewhere, clear of the wall.
    let other = move_sphere(&[leaning, WALL], 0.5, from, to);
    assert_near(other.x, 0.5);
    assert!(other.distance(end) > 0.1);
    // The sweep tells of the first collision and gives the centre after all.
    let stop = sweep(&[WALL, leaning], DVec3::splat(0.5), from, to - from).unwrap();
    assert_eq!((stop.triangle, stop.normal), (0, DVec3::X));
    assert_at(stop.point, DVec3::Y);
    assert_at(stop.center, end);
}

#[test]
fn a_push_that_clears_the_next_triangle_is_the_last() {
    // A second wall 0.2 behind the first: 0.3 from where the sphere would go, 0.7 from where the first one puts it.
    let behind = WALL.map(|v| v - DVec3::X * 0.2);
    assert_at(move_sphere(&[WALL, behind], 0.5, DVec3::X * 2.0, DVec3::X * 0.1), DVec3::X * 0.5);
}

/// Head, torso and legs, and the sphere about all of them.
fn person(whole: f64) -> Body {
    let sphere = |height: f64, radius: f64| Sphere { offset: DVec3::Y * height, radius };
    Body { whole: sphere(0.0, whole), parts: vec![sphere(0.7, 0.2), sphere(0.0, 0.4), sphere(-0.6, 0.3)] }
}

#[test]
fn the_part_that_touches_pushes_the_whole_body() {
    // The large sphere of 1 finds the wall at 0.35; of the parts only the torso of 0.4 is in it, by 0.05.
    let end = move_body(&[WALL], &person(1.0), DVec3::X * 2.0, DVec3::X * 0.35);
    assert_at(end, DVec3::X * 0.4);
    // The large sphere collides and no part does: nothing happens.
    let near = DVec3::X * 0.6;
    assert_eq!(move_body(&[WALL], &person(1.0), DVec3::X * 2.0, near), near);
}

#[test]
fn one_part_that_is_the_whole_moves_like_the_sphere() {
    let sphere = Sphere { offset: DVec3::ZERO, radius: 0.5 };
    let body = Body { whole: sphere, parts: vec![sphere] };
    let (from, to) = (DVec3::X, DVec3::new(-1.0, 2.0, -1.5));
    assert_eq!(move_body(&[WALL], &body, from, to), move_sphere(&[WALL], 0.5, from, to));
}

#[test]
fn what_the_large_sphere_does_not_touch_no_part_feels() {
    // A ceiling at 0.8 over the centre that faces down: the head, up to 0.9, is in it. The mean distance of the ends of
    // head, torso and legs, (0.9 + 0.9 + 0.4 + 0.4) / 4, ends below it.
    let ceiling = [DVec3::new(-9.0, 0.8, -9.0), DVec3::new(9.0, 0.8, -9.0), DVec3::new(0.0, 0.8, 9.0)];
    assert_eq!(Plane::of(&ceiling).normal, DVec3::NEG_Y);
    let ends = [DVec3::Y * 0.9, DVec3::Y * -0.9, DVec3::X * 0.4, DVec3::X * -0.4];
    let mean = bounding_radius(&ends, DVec3::ZERO);
    let from = DVec3::Y * -1.0;
    assert_eq!(move_body(&[ceiling], &person(mean), from, DVec3::ZERO), DVec3::ZERO);
    // A large sphere that bounds finds it, and the head pushes the body down by 0.1.
    assert_at(move_body(&[ceiling], &person(0.9), from, DVec3::ZERO), DVec3::Y * -0.1);
}

#[test]
fn a_beam_beside_the_centre_is_not_felt_by_the_head() {
    // The beam is before the head alone; the large sphere's centre is below its lower edge, so it is no candidate.
    let beam = [DVec3::new(0.0, 0.5, -1.0), DVec3::new(0.0, 0.9, -1.0), DVec3::new(0.0, 0.7, 1.0)];
    let (from, to) = (DVec3::X, DVec3::X * 0.1);
    assert!(triangle_collision(&beam, from + DVec3::Y * 0.7, to + DVec3::Y * 0.7, 0.2).is_some());
    assert_eq!(move_body(&[beam], &person(1.0), from, to), to);
}
