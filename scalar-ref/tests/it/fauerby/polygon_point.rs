//! The point in the triangle by angles, and what the print lacks.

use core::f64::consts::TAU;
use glam::DVec3;
use sweep8_scalar_ref::brute_force::{Triangle, least_distance_along};
use sweep8_scalar_ref::fauerby::polygon_point::{
    closest_on_line_as_printed, is_in_triangle, is_in_triangle_as_printed,
};
use sweep8_scalar_ref::fauerby::sweep;
use sweep8_scalar_ref::random::Random;

/// Equilateral about the origin in the plane y = 0, fronts up.
fn equilateral(circumradius: f64) -> Triangle {
    [0.0, 1.0, 2.0].map(|third: f64| {
        let (sin, cos) = (TAU * third / 3.0).sin_cos();
        DVec3::new(cos, 0.0, -sin) * circumradius
    })
}

#[test]
fn sum_of_angles_tells_inside_from_outside_of_an_ordinary_triangle() {
    let mut random = Random(32);
    for _ in 0..20_000 {
        let [a, b, c] = [random.vector(3.0), random.vector(3.0), random.vector(3.0)];
        let [s, t] = [random.range(-0.5, 1.5), random.range(-0.5, 1.5)];
        // How far from the outline, as a share of the height over each edge.
        let inside_by = s.min(t).min(1.0 - s - t);
        let slender = (b - a).cross(c - a).length() < 0.3 * (b - a).length().max((c - a).length()).powi(2);
        if inside_by.abs() > 0.05 && !slender {
            assert_eq!(is_in_triangle(a + (b - a) * s + (c - a) * t, &[a, b, c]), inside_by > 0.0);
        }
    }
}

#[test]
fn sum_of_angles_lets_in_a_point_six_centimetres_outside_a_triangle_of_a_hundred_metres() {
    // Beside the middle of the edge each sight is π - 2 atan(h / 50): two of them fall short of 2π by 4h / 50.
    let triangle = [DVec3::X * -50.0, DVec3::X * 50.0, DVec3::Z * -86.6];
    assert!(is_in_triangle(DVec3::Z * 0.060, &triangle), "0.0048 short");
    assert!(!is_in_triangle(DVec3::Z * 0.065, &triangle), "0.0052 short");
    // A ball of 5 cm that falls past the edge 6 cm away is stopped in mid air.
    let (center, displacement) = (DVec3::new(0.0, 1.0, 0.06), DVec3::Y * -3.0);
    let small = DVec3::splat(0.05);
    let scaled = triangle.map(|v| v / small);
    assert!(least_distance_along(center / small, displacement / small, &scaled) > 1.19);
    assert!((sweep(&[triangle], small, center, displacement).unwrap().center.y - 0.05).abs() < 1e-12);
}

#[test]
fn arc_cosine_of_rounding_turns_points_of_the_outline_and_corners_away() {
    let mut random = Random(33);
    let mut refused = 0;
    for _ in 0..2_000 {
        let triangle = [random.vector(3.0), random.vector(3.0), random.vector(3.0)];
        let [a, b, _] = triangle;
        let point = a.lerp(b, random.range(0.1, 0.9));
        let opposite = (point - a).normalize().dot((point - b).normalize());
        assert_eq!(is_in_triangle(point, &triangle), opposite >= -1.0, "{triangle:?}");
        refused += u32::from(opposite < -1.0);
        assert!(!is_in_triangle(a, &triangle), "a corner");
    }
    assert!(refused > 100, "{refused}");
}

#[test]
fn angles_as_printed_are_right_only_where_all_corners_are_one_away() {
    for (circumradius, as_printed) in [(0.5, false), (1.0, true), (2.0 / 3.0_f64.sqrt(), false), (40.0, false)] {
        let triangle = equilateral(circumradius);
        assert!(is_in_triangle(DVec3::ZERO, &triangle));
        assert_eq!(is_in_triangle_as_printed(DVec3::ZERO, &triangle), as_printed, "{circumradius}");
    }
    let mut random = Random(34);
    let mut accepted = 0;
    for _ in 0..20_000 {
        let triangle @ [a, b, c] = [random.vector(1.0), random.vector(1.0), random.vector(1.0)];
        accepted += u32::from(is_in_triangle_as_printed((a + b + c) / 3.0, &triangle));
    }
    assert!(accepted < 200, "{accepted}");
}

#[test]
fn nearest_point_of_an_edge_as_printed_is_right_only_on_edges_of_length_one() {
    let on =
        |length: f64, x: f64| closest_on_line_as_printed(DVec3::ZERO, DVec3::X * length, DVec3::new(x, 1.0, 0.0)).x;
    assert_eq!(on(1.0, 0.25), 0.25);
    // Length 2: t = 2 · 0.25, and a + 2 · t is 4 times as far. At 0.75, t = 1.5 is within the "length" and 3 beyond
    // the end.
    assert_eq!((on(2.0, 0.25), on(2.0, 0.75), on(2.0, 1.25)), (1.0, 3.0, 2.0));
    // Length 0.5: a quarter of the way.
    assert_eq!(on(0.5, 0.25), 0.0625);
}
