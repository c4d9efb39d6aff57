//! Sphere against sphere, segment and triangle: hand-computed cases, each named flaw, and the exact judge at random.

use glam::DVec3;
use sweep8_scalar_ref::brute_force::{Triangle, closest_point, distance, first_contact};
use sweep8_scalar_ref::primitives::{
    Sides, Sphere, closest_point_on_segment, sphere_segment, sphere_segment_vector, sphere_sphere,
    sphere_sphere_vector, sphere_triangle, sphere_triangle_overlap, sweep,
};
use sweep8_scalar_ref::random::Random;
use sweep8_scalar_ref::testkit::families::{FAMILIES, orders};

/// Rounding of a few sums of numbers about ten.
const ROUNDING: f64 = 1e-13;

/// A large triangle in the plane `y = 0` that faces up.
const FLOOR: Triangle = [DVec3::new(-5.0, 0.0, -5.0), DVec3::new(0.0, 0.0, 7.0), DVec3::new(5.0, 0.0, -5.0)];

fn sphere(x: f64, y: f64, z: f64, radius: f64) -> Sphere {
    Sphere { center: DVec3::new(x, y, z), radius }
}

fn assert_at(got: DVec3, expected: DVec3) {
    assert!(got.distance(expected) < ROUNDING, "{got} is not {expected}");
}

fn moved(sphere: &Sphere, by: DVec3) -> Sphere {
    Sphere { center: sphere.center + by, ..*sphere }
}

#[test]
fn spheres_collide_up_to_the_sum_of_their_radii() {
    let still = sphere(0.0, 0.0, 0.0, 2.0);
    assert!(sphere_sphere(&sphere(3.0, 4.0, 0.0, 3.5), &still));
    assert!(sphere_sphere(&sphere(3.0, 4.0, 0.0, 3.0), &still), "touching");
    assert!(!sphere_sphere(&sphere(3.0, 4.0, 0.0, 2.5), &still));
    assert_eq!(sphere_sphere_vector(&sphere(3.0, 4.0, 0.0, 2.5), &still), None);
    assert_eq!(sphere_sphere_vector(&sphere(3.0, 4.0, 0.0, 3.0), &still), Some(DVec3::ZERO));
}

#[test]
fn the_vector_of_two_spheres_moves_the_first_into_the_second() {
    // 5 apart with radii of 2 and 4: (5 - 6) / 5 of (3, 4, 0), one metre towards the other sphere.
    let (first, second) = (sphere(3.0, 4.0, 0.0, 4.0), sphere(0.0, 0.0, 0.0, 2.0));
    let vector = sphere_sphere_vector(&first, &second).unwrap();
    assert_at(vector, DVec3::new(-0.6, -0.8, 0.0));
    assert!((moved(&first, vector).center.length() - 4.0).abs() < ROUNDING, "deeper");
    assert!((moved(&first, -vector).center.length() - 6.0).abs() < ROUNDING, "negated, it just separates them");
}

#[test]
fn equal_centres_have_no_vector_between_them() {
    let at_origin = sphere(0.0, 0.0, 0.0, 1.0);
    assert!(sphere_sphere(&at_origin, &at_origin));
    assert!(sphere_sphere_vector(&at_origin, &at_origin).unwrap().is_nan());
}

#[test]
fn nearest_point_of_a_segment_is_an_end_or_between_them() {
    let (start, end) = (DVec3::new(1.0, 0.0, 0.0), DVec3::new(5.0, 0.0, 0.0));
    for (p, expected) in [(-3.0, 1.0), (1.0, 1.0), (2.5, 2.5), (5.0, 5.0), (9.0, 5.0)] {
        assert_eq!(closest_point_on_segment(DVec3::new(p, 7.0, -2.0), start, end), DVec3::X * expected);
    }
    assert_eq!(closest_point_on_segment(DVec3::Y, start, start), start, "a segment of no length");
}

#[test]
fn sphere_reaches_a_segment_at_its_nearest_point() {
    let (start, end) = (DVec3::X, DVec3::X * 5.0);
    assert!(sphere_segment(&sphere(3.0, 1.0, 0.0, 1.0), start, end), "touching");
    assert!(!sphere_segment(&sphere(3.0, 1.0, 0.0, 0.999), start, end));
    // Beyond the end by 3, above by 4.
    assert!(sphere_segment(&sphere(8.0, 4.0, 0.0, 5.0), start, end));
    assert!(!sphere_segment(&sphere(8.0, 4.0, 0.0, 4.999), start, end));
    assert_eq!(sphere_segment_vector(&sphere(8.0, 4.0, 0.0, 4.999), start, end), None);
}

#[test]
fn the_vector_of_sphere_and_segment_doubles_the_distance() {
    let (start, end) = (DVec3::X, DVec3::X * 5.0);
    let after = |height: f64| {
        let ball = sphere(3.0, height, 0.0, 1.0);
        let vector = sphere_segment_vector(&ball, start, end).unwrap();
        assert_at(vector, DVec3::Y * height);
        moved(&ball, vector).center.y
    };
    // 0.75 away it should be moved by 0.25, and is by 0.75; 0.25 away by 0.75, and is by 0.25. Right at half the radius
    // only.
    assert_eq!(after(0.75), 1.5);
    assert_eq!(after(0.25), 0.5);
    assert_eq!(after(0.5), 1.0);
}

#[test]
fn a_centre_on_the_segment_has_the_vector_zero() {
    let on_it = sphere(3.0, 0.0, 0.0, 1.0);
    assert_eq!(sphere_segment_vector(&on_it, DVec3::X, DVec3::X * 5.0), Some(DVec3::ZERO));
}

#[test]
fn sphere_over_a_face_is_lifted_by_what_is_missing_of_its_radius() {
    for sides in [Sides::Both, Sides::Front] {
        let ball = sphere(0.5, 0.75, 1.0, 1.0);
        let overlap = sphere_triangle_overlap(&ball, &FLOOR, sides).unwrap();
        assert_at(overlap.vector, DVec3::Y * 0.25);
        assert_at(overlap.point, DVec3::new(0.5, 0.0, 1.0));
        assert!(sphere_triangle(&ball, &FLOOR, sides));
        assert!(!sphere_triangle(&sphere(0.5, 1.001, 1.0, 1.0), &FLOOR, sides));
    }
}

#[test]
fn sphere_beside_an_edge_or_a_corner_is_pushed_away_from_it() {
    // 0.3 beside the edge at z = -5 and 0.4 above: 0.5 away, and 0.5 more along (0, 0.8, -0.6).
    let ball = sphere(1.0, 0.4, -5.3, 1.0);
    let overlap = sphere_triangle_overlap(&ball, &FLOOR, Sides::Both).unwrap();
    assert_at(overlap.point, DVec3::new(1.0, 0.0, -5.0));
    assert_at(overlap.vector, DVec3::new(0.0, 0.4, -0.3));
    // The same beyond the corner at z = 7.
    let overlap = sphere_triangle_overlap(&sphere(0.0, 0.4, 7.3, 1.0), &FLOOR, Sides::Both).unwrap();
    assert_at(overlap.point, DVec3::Z * 7.0);
    assert_at(overlap.vector, DVec3::new(0.0, 0.4, 0.3));
}

#[test]
fn two_sided_form_agrees_with_the_exact_distance_in_every_family() {
    let (mut collisions, mut undecided) = (0, 0);
    for (seed, (name, family)) in FAMILIES.into_iter().enumerate() {
        // Their normals are rounding or nothing, and the document knows no other way to a plane.
        if name == "needle" || name == "degenerate" {
            continue;
        }
        let mut random = Random(seed as u64);
        for _ in 0..10_000 {
            let case = family(&mut random);
            let ball = Sphere { center: case.center + case.displacement * random.range(0.0, 1.0), radius: 1.0 };
            let apart = distance(ball.center, &case.triangle);
            let size = case.triangle.iter().fold(ball.center.length(), |size, v| size.max(v.length()));
            let [a, b, c] = case.triangle;
            let height = (b - a).cross(c - a).length() / (b - a).length().max((c - a).length()).max((c - b).length());
            // A normal is off by rounding over the height, and tips over the length.
            let rounding = 1e-14 * size * (1.0 + size / height);
            if (apart - 1.0).abs() < rounding || apart < 1e-6 {
                undecided += 1;
                continue;
            }
            for triangle in orders(case.triangle) {
                let overlap = sphere_triangle_overlap(&ball, &triangle, Sides::Both);
                assert_eq!(overlap.is_some(), apart < 1.0, "{name}: {apart} apart, {case:?}");
                assert_eq!(sphere_triangle(&ball, &triangle, Sides::Both), apart < 1.0, "{name}: {case:?}");
                let Some(overlap) = overlap else { continue };
                collisions += 1;
                let off = overlap.point.distance(closest_point(ball.center, &triangle));
                assert!(off < rounding, "{name}: nearest point off by {off:e}, {case:?}");
                let separated = distance(ball.center + overlap.vector, &triangle);
                assert!((separated - 1.0).abs() < rounding, "{name}: then {separated} apart, {case:?}");
            }
        }
    }
    assert!(collisions > 100_000 && undecided < 5_000, "{collisions} collisions, {undecided} undecided");
}

#[test]
fn inside_test_holds_where_an_obtuse_triangle_has_no_foot_on_a_side() {
    // Obtuse at the origin; the point is inside, and beyond that corner as seen along the first side.
    let obtuse = [DVec3::new(-10.0, 0.0, 0.0), DVec3::ZERO, DVec3::new(10.0, 5.0, 0.0)];
    let [a, b, c] = obtuse;
    let inside = DVec3::new(2.0, 1.5, 0.0);
    assert!((inside - b).dot(b - a) > 0.0);
    assert_at(closest_point(inside, &obtuse), inside);
    // Nearest on the first side is its end: the product with the opposite corner is -2 * 8 - 1.5 * 3.5, below 0.
    assert_eq!((b - inside).dot(c - inside), -21.25);
    let overlap =
        sphere_triangle_overlap(&Sphere { center: inside + DVec3::Z * 0.5, radius: 1.0 }, &obtuse, Sides::Both);
    assert_at(overlap.unwrap().vector, DVec3::Z * 0.5);
}

#[test]
fn a_centre_in_the_face_collides_and_has_the_vector_zero() {
    let overlap = sphere_triangle_overlap(&sphere(0.0, 0.0, 0.0, 1.0), &FLOOR, Sides::Both).unwrap();
    assert_eq!(overlap.vector, DVec3::ZERO);
}

#[test]
fn a_centre_on_a_side_divides_by_zero() {
    let on_side = sphere(1.0, 0.0, -5.0, 1.0);
    assert!(sphere_triangle(&on_side, &FLOOR, Sides::Both));
    assert!(sphere_triangle_overlap(&on_side, &FLOOR, Sides::Both).unwrap().vector.is_nan());
    // Swept to that place it stays there, with the normal of the face towards where it came from.
    let stop = sweep(&[FLOOR], DVec3::ONE, DVec3::new(1.0, -4.0, -5.0), DVec3::Y * 4.0).unwrap();
    assert_eq!((stop.center, stop.normal), (on_side.center, DVec3::NEG_Y));
}

#[test]
fn touching_counts_on_the_face_and_not_on_a_side() {
    assert!(sphere_triangle(&sphere(0.0, 1.0, 0.0, 1.0), &FLOOR, Sides::Both));
    let beside = sphere(1.0, 0.0, -6.0, 1.0);
    assert!(!sphere_triangle(&beside, &FLOOR, Sides::Both));
    assert_eq!(sphere_triangle_overlap(&beside, &FLOOR, Sides::Both), None);
    assert!(sphere_triangle(&sphere(1.0, 0.0, -5.999, 1.0), &FLOOR, Sides::Both));
}

#[test]
fn a_centre_that_got_behind_a_face_is_pushed_out_at_the_back() {
    let sunk = sphere(0.0, -0.25, 0.0, 1.0);
    let overlap = sphere_triangle_overlap(&sunk, &FLOOR, Sides::Both).unwrap();
    assert_at(overlap.vector, DVec3::Y * -0.75);
    // By the rule for the front it is let go.
    assert_eq!(sphere_triangle_overlap(&sunk, &FLOOR, Sides::Front), None);
    assert!(!sphere_triangle(&sunk, &FLOOR, Sides::Front));
}

#[test]
fn the_back_of_a_box_side_pushes_sideways_unless_fronts_alone_count() {
    // A sphere that sank by 0.1 into the top of a box, 0.2 from the edge to the side that faces +x.
    let side = [DVec3::new(0.0, 0.0, -9.0), DVec3::new(0.0, 0.0, 9.0), DVec3::new(0.0, -9.0, 0.0)];
    assert_eq!((side[1] - side[0]).cross(side[2] - side[0]).normalize(), DVec3::X);
    let ball = sphere(-0.2, 0.9, 0.0, 1.0);
    let pushed = sphere_triangle_overlap(&ball, &side, Sides::Both).unwrap();
    assert!(pushed.vector.x < -0.01 && pushed.vector.y > 0.0, "away from the edge, over the box: {}", pushed.vector);
    assert_eq!(sphere_triangle_overlap(&ball, &side, Sides::Front), None);
}

#[test]
fn a_triangle_without_area_is_felt_at_its_first_two_corners_only() {
    let line = [DVec3::ZERO, DVec3::X * 4.0, DVec3::X * 8.0];
    for (x, expected) in [(0.0, true), (4.0, true), (2.0, false), (8.0, false)] {
        assert_eq!(sphere_triangle(&sphere(x, 0.5, 0.0, 1.0), &line, Sides::Both), expected, "at {x}");
    }
    let stop = sweep(&[line], DVec3::ONE, DVec3::new(4.0, 3.0, 0.0), DVec3::Y * -2.5).unwrap();
    assert_at(stop.center, DVec3::new(4.0, 1.0, 0.0));
    let point = [DVec3::ONE; 3];
    assert_at(
        sweep(&[point], DVec3::ONE, DVec3::Y, DVec3::new(1.0, 0.5, 1.0)).unwrap().center,
        DVec3::new(1.0, 2.0, 1.0),
    );
    let within = sweep(&[point], DVec3::ONE, DVec3::Y, DVec3::new(1.0, 0.0, 1.0)).unwrap();
    assert_eq!((within.center, within.normal), (DVec3::ONE, DVec3::ZERO));
}

#[test]
fn ellipsoid_that_runs_head_on_into_a_face_stops_at_the_exact_contact() {
    // Along an axis of the ellipsoid: the way out in ellipsoid space is the way it came.
    let radii = DVec3::new(0.4, 0.9, 0.5);
    let (center, displacement) = (DVec3::new(0.5, 4.0, 1.0), DVec3::Y * -3.5);
    let stop = sweep(&[FLOOR], radii, center, displacement).unwrap();
    let local = FLOOR.map(|v| (v - center) / radii);
    let exact = first_contact(DVec3::ZERO, displacement / radii, &local).unwrap();
    assert_at(stop.center, center + displacement * exact.fraction);
    assert_at(stop.point, center + exact.point * radii);
    assert_eq!((stop.triangle, stop.normal), (0, DVec3::Y));
    // A ball, in any direction.
    let mut random = Random(3);
    for _ in 0..1_000 {
        let (turn, radius) = (random.turn(), random.range(0.1, 3.0));
        let triangle = FLOOR.map(|v| turn * v);
        let (start, way) = (turn * (DVec3::Y * 5.0), turn * (DVec3::Y * -(5.0 - radius * random.range(0.01, 0.99))));
        let stop = sweep(&[triangle], DVec3::splat(radius), start, way).unwrap();
        let local = triangle.map(|v| (v - start) / radius);
        let exact = first_contact(DVec3::ZERO, way / radius, &local).unwrap();
        assert!(stop.center.distance(start + way * exact.fraction) < 1e-12, "{stop:?}");
        assert!(stop.normal.distance(turn * DVec3::Y) < 1e-12, "{stop:?}");
    }
}

#[test]
fn a_move_longer_than_the_ellipsoid_passes_a_floor_unseen() {
    assert_eq!(sweep(&[FLOOR], DVec3::ONE, DVec3::Y * 2.0, DVec3::Y * -4.0), None);
    let local = FLOOR.map(|v| v - DVec3::Y * 2.0);
    assert!(first_contact(DVec3::ZERO, DVec3::Y * -4.0, &local).is_some());
}

#[test]
fn separating_in_ellipsoid_space_is_not_the_shortest_way_out_in_metres() {
    // A slope of 45° through the origin, radii (0.4, 0.9, 0.4); the destination is 0.3 above it, along y.
    let along = DVec3::new(1.0, -1.0, 0.0);
    let slope = [along * -20.0 + DVec3::Z * 20.0, along * 20.0 + DVec3::Z * 20.0, DVec3::Z * -40.0];
    let radii = DVec3::new(0.4, 0.9, 0.4);
    let normal = DVec3::new(1.0, 1.0, 0.0).normalize();
    let stop = sweep(&[slope], radii, DVec3::Y * 2.0, DVec3::Y * -1.7).unwrap();
    assert!(stop.normal.distance(normal) < ROUNDING);
    // It ends touching the slope; the shortest way is along the normal, this one along (r² n): by (0.16, 0.81).
    let depth = (radii * normal).length() - 0.3 * normal.y;
    let vector = stop.center - DVec3::Y * 0.3;
    assert!((vector.dot(normal) - depth).abs() < ROUNDING);
    assert!((vector.x / vector.y - 0.16 / 0.81).abs() < 1e-12);
    assert!(vector.length() > 1.1 * depth, "{} for {depth}", vector.length());
}

#[test]
fn in_a_sharp_corner_the_last_triangle_wins() {
    // The floor, and a ceiling that leans over it at 45° and faces (1, -1): the second push sinks the ball again.
    let along = DVec3::new(1.0, 1.0, 0.0);
    let leaning = [along * -20.0 - DVec3::Z * 20.0, along * 20.0 - DVec3::Z * 20.0, DVec3::Z * 40.0];
    let way = DVec3::new(0.0, -2.5, 0.0);
    let stop = sweep(&[FLOOR, leaning], DVec3::ONE, DVec3::new(1.8, 3.0, 0.0), way).unwrap();
    // After the floor at (1.8, 1), 0.8/√2 off the ceiling; then (1 - 0.566)/√2 along (1, -1).
    let push = (1.0 - 0.8 / 2.0_f64.sqrt()) / 2.0_f64.sqrt();
    assert_at(stop.center, DVec3::new(1.8 + push, 1.0 - push, 0.0));
    assert!(distance(stop.center, &FLOOR) < 0.7, "it is in the floor again");
    assert_eq!((stop.triangle, stop.normal), (0, DVec3::Y));
}
