//! The checks against answers known by hand and against brute force.

use glam::{DVec3, Vec3};
use sweep8_bench::checking::{
    FREE_DIRECTIONS, FREE_STEP, LEFT_BELOW, LEFT_SIDEWAYS, STUCK_FRAMES, StuckTracker, Tree, crosses, left_level,
    not_finite, penetration,
};
use sweep8_bench::random::Random;

/// A vector in the cube with that half extent.
fn vector(random: &mut Random, half: f32) -> Vec3 {
    Vec3::from(random.signed_vector()) * half
}

type Level = (Vec<Vec3>, Vec<[u32; 3]>);

/// Triangles that share no corner, from their corners.
fn soup(triangles: &[[Vec3; 3]]) -> Level {
    let positions = triangles.iter().flatten().copied().collect();
    (positions, (0..triangles.len() as u32).map(|i| [3 * i, 3 * i + 1, 3 * i + 2]).collect())
}

fn tree(triangles: &[[Vec3; 3]]) -> Tree {
    let (positions, triangles) = soup(triangles);
    Tree::new(&positions, &triangles)
}

/// A large triangle in the plane `y = height`, facing up, with the origin well inside.
fn floor(height: f32) -> [Vec3; 3] {
    [Vec3::new(-50.0, height, -50.0), Vec3::new(0.0, height, 100.0), Vec3::new(50.0, height, -50.0)]
}

fn near(a: f64, b: f64) {
    assert!((a - b).abs() <= 1e-12, "{a} is not {b}");
}

/// Small ones in a 100 m cube, 140 m ones, needles 0.1 mm wide, needles 100 m long, doubles, and pieces of a far
/// cluster.
fn mixed_level(random: &mut Random, count: usize) -> Vec<[Vec3; 3]> {
    let mut level = Vec::with_capacity(count);
    for i in 0..count {
        let a = vector(random, 50.0);
        let triangle = match i % 8 {
            0 => [a, a + vector(random, 70.0), a + vector(random, 70.0)],
            1 => [a, a + vector(random, 1e-4), a + vector(random, 2.0)],
            2 => [a, a + Vec3::X * 100.0, a + vector(random, 1e-3)],
            3 if i > 8 => level[i - 8],
            4 => [Vec3::splat(3.0), Vec3::splat(3.0) + vector(random, 1.0), Vec3::splat(3.0) - vector(random, 1.0)],
            _ => [a, a + vector(random, 0.5), a + vector(random, 0.5)],
        };
        level.push(triangle);
    }
    level
}

#[test]
fn tree_finds_what_brute_force_finds() {
    let mut random = Random(8);
    let mut met = 0;
    for count in [1, 2, 4, 5, 9, 64, 3000] {
        let level = mixed_level(&mut random, count);
        let tree = tree(&level);
        assert_eq!(tree.len() + tree.left_out(), count);
        for round in 0..1000 {
            let scale = [0.0, 0.3, 2.0, 30.0][round % 4];
            let center = vector(&mut random, 60.0).as_dvec3();
            let half = vector(&mut random, scale).abs().as_dvec3();
            let (min, max) = (center - half, center + half);
            let mut found = Vec::new();
            tree.visit(min, max, |id, corners| {
                assert_eq!(*corners, level[id as usize].map(Vec3::as_dvec3));
                found.push(id);
            });
            found.sort_unstable();
            let brute: Vec<u32> = (0..count as u32)
                .filter(|&id| {
                    let [a, b, c] = level[id as usize].map(Vec3::as_dvec3);
                    let surface = (b - a).cross(c - a) != DVec3::ZERO;
                    let (low, high) = (a.min(b).min(c), a.max(b).max(c));
                    surface && low.cmple(max).all() && high.cmpge(min).all()
                })
                .collect();
            met += brute.len();
            assert_eq!(found, brute);
        }
    }
    assert!(met > 30_000, "the boxes met only {met} triangles: they test nothing");
}

#[test]
fn box_touching_a_corner_finds_the_triangle() {
    let tree = tree(&[[Vec3::ZERO, Vec3::X, Vec3::Y]]);
    let mut seen = 0;
    tree.visit(DVec3::splat(-1.0), DVec3::ZERO, |_, _| seen += 1);
    tree.visit(DVec3::splat(-1.0), DVec3::splat(-1e-300), |_, _| seen += 10);
    tree.visit(DVec3::splat(f64::NAN), DVec3::splat(f64::NAN), |_, _| seen += 100);
    assert_eq!(seen, 1);
}

#[test]
fn triangles_without_surface_are_left_out_and_counted() {
    let positions = [Vec3::ZERO, Vec3::X, Vec3::X * 2.0, Vec3::Y, Vec3::NAN, Vec3::new(1.0, 1e-30, 0.0)];
    let triangles = [[0, 1, 3], [0, 1, 2], [0, 0, 3], [1, 1, 1], [0, 1, 4], [0, 1, 77], [0, 1, 5]];
    let tree = Tree::new(&positions, &triangles);
    assert_eq!((tree.len(), tree.left_out()), (2, 5));
    let mut found = Vec::new();
    tree.visit(DVec3::splat(-9.0), DVec3::splat(9.0), |id, _| found.push(id));
    found.sort_unstable();
    assert_eq!(found, [0, 6], "a triangle 1e-30 m wide has a surface");
}

#[test]
fn empty_level_answers_no_to_everything() {
    let tree = Tree::new(&[], &[]);
    assert!(tree.is_empty() && tree.bounds().is_none());
    assert_eq!(penetration(&tree, DVec3::ZERO, DVec3::ONE), 0.0);
    assert!(!crosses(&tree, DVec3::ZERO, DVec3::ONE));
    assert!(!left_level(&tree, DVec3::splat(-1e9)));
}

#[test]
fn a_million_equal_centroids_build_a_shallow_tree() {
    let positions: Vec<Vec3> =
        (1..=300).flat_map(|i| [Vec3::X, Vec3::Y, -Vec3::X - Vec3::Y].map(|p| p * i as f32)).collect();
    let triangles: Vec<[u32; 3]> = (0..1_000_000).map(|i| 3 * (i % 300)).map(|i| [i, i + 1, i + 2]).collect();
    let tree = Tree::new(&positions, &triangles);
    let mut seen = 0;
    tree.visit(DVec3::splat(-1.0), DVec3::splat(1.0), |_, _| seen += 1);
    assert_eq!(seen, 1_000_000);
}

#[test]
fn sphere_in_a_floor_is_as_deep_as_it_is_low() {
    let tree = tree(&[floor(0.0)]);
    for (height, deep) in [(0.5, 0.0), (0.500_001, 0.0), (0.25, 0.25), (0.375, 0.125), (-0.25, 0.25), (0.0, 0.5)] {
        near(penetration(&tree, DVec3::new(0.3, height, -0.2), DVec3::splat(0.5)), deep);
    }
}

#[test]
fn ellipsoid_in_a_floor_a_wall_and_both() {
    let radii = DVec3::new(0.5, 1.0, 0.25);
    let wall = [Vec3::new(0.0, -50.0, -50.0), Vec3::new(0.0, 100.0, 0.0), Vec3::new(0.0, -50.0, 50.0)];
    near(penetration(&tree(&[floor(0.0)]), DVec3::Y * 0.75, radii), 0.25);
    near(penetration(&tree(&[wall]), DVec3::X * 0.375, radii), 0.125);
    // Both at half a radius: the deeper one in metres counts, in any order.
    let center = DVec3::new(0.25, 0.5, 0.0);
    near(penetration(&tree(&[floor(0.0), wall]), center, radii), 0.5);
    near(penetration(&tree(&[wall, floor(0.0)]), center, radii), 0.5);
}

#[test]
fn ellipsoid_on_a_slope_is_as_deep_as_its_support() {
    // The half-extent of an ellipsoid along a world unit normal n is |n * r|: independent of ellipsoid space.
    let radii = DVec3::new(0.4, 0.9, 0.6);
    let mut random = Random(3);
    for _ in 0..500 {
        let normal = vector(&mut random, 1.0).as_dvec3();
        let Some(normal) = normal.try_normalize() else { continue };
        let u = normal.any_orthonormal_vector();
        let v = normal.cross(u);
        let corners = [u * 40.0, v * 40.0 - u * 20.0, -v * 40.0 - u * 20.0].map(DVec3::as_vec3);
        // The corners were rounded to f32: take the plane they really span.
        let [a, b, c] = corners.map(Vec3::as_dvec3);
        let normal = (b - a).cross(c - a).normalize();
        let tree = tree(&[corners]);
        let support = (normal * radii).length();
        for share in [0.0, 0.2, 0.7, 0.999, 1.001] {
            let center = a + (b - a) / 3.0 + (c - a) / 3.0 + normal * (share * support);
            near(penetration(&tree, center, radii), (support * (1.0 - share)).max(0.0));
        }
    }
}

#[test]
fn ellipsoid_over_a_corner_and_an_edge() {
    let radii = DVec3::new(0.5, 1.0, 0.25);
    let spike = [Vec3::ZERO, Vec3::new(0.1, -50.0, 0.1), Vec3::new(-0.1, -50.0, 0.1)];
    near(penetration(&tree(&[spike]), DVec3::Y * 0.75, radii), 0.25);
    near(penetration(&tree(&[spike]), DVec3::Y, radii), 0.0);
    // An edge along z at x = y = 0, met from 45° in ellipsoid space: normal (1, 1)/√2, in the world (2, 1)/√2 long.
    let edge = [Vec3::new(0.0, 0.0, -50.0), Vec3::new(0.0, 0.0, 50.0), Vec3::new(-50.0, -50.0, 0.0)];
    let center = DVec3::new(0.15, 0.3, 0.0);
    let (away, per_metre) = (0.3 * 2.0_f64.sqrt(), (2.5_f64).sqrt());
    near(penetration(&tree(&[edge]), center, radii), (1.0 - away) / per_metre);
}

#[test]
fn odd_ellipsoids_have_no_depth() {
    let tree = tree(&[floor(0.0)]);
    for radii in [DVec3::ZERO, DVec3::new(1.0, -1.0, 1.0), DVec3::splat(f64::NAN), DVec3::splat(f64::INFINITY)] {
        assert!(penetration(&tree, DVec3::ZERO, radii).is_nan());
    }
    assert!(penetration(&tree, DVec3::splat(f64::NAN), DVec3::ONE).is_nan());
}

#[test]
fn path_through_a_floor_crosses_and_one_beside_it_does_not() {
    let [a, b, c] = floor(0.0);
    for corners in [[a, b, c], [b, c, a], [c, a, b], [a, c, b], [c, b, a], [b, a, c]] {
        let tree = tree(&[corners]);
        let (up, down) = (DVec3::new(1.0, 0.01, 2.0), DVec3::new(1.2, -0.01, 2.0));
        assert!(crosses(&tree, up, down) && crosses(&tree, down, up));
        assert!(!crosses(&tree, up, DVec3::new(30.0, 0.01, 2.0)), "along the floor");
        assert!(!crosses(&tree, up, DVec3::new(1.2, 1e-9, 2.0)), "down to just above it");
        let beside = DVec3::new(60.0, 0.0, -60.0);
        assert!(!crosses(&tree, beside + DVec3::Y, beside - DVec3::Y));
        assert!(!crosses(&tree, up, up));
        assert!(!crosses(&tree, up, DVec3::NAN));
    }
}

#[test]
fn crossing_agrees_with_barycentric_brute_force() {
    let mut random = Random(11);
    let level: Vec<_> =
        (0..400).map(|_| [vector(&mut random, 10.0), vector(&mut random, 10.0), vector(&mut random, 10.0)]).collect();
    let tree = tree(&level);
    let (mut yes, mut no) = (0, 0);
    for _ in 0..4000 {
        let a = vector(&mut random, 10.0).as_dvec3();
        let b = a + vector(&mut random, 0.5).as_dvec3();
        let brute = level.iter().any(|corners| {
            let [p, q, r] = corners.map(Vec3::as_dvec3);
            // Moeller and Trumbore 1997, on the segment.
            let (e1, e2, d, s) = (q - p, r - p, b - a, a - p);
            let h = d.cross(e2);
            let det = e1.dot(h);
            let k = s.cross(e1);
            let (u, v, t) = (s.dot(h) / det, d.dot(k) / det, e2.dot(k) / det);
            u >= 0.0 && v >= 0.0 && u + v <= 1.0 && (0.0..=1.0).contains(&t)
        });
        assert_eq!(crosses(&tree, a, b), brute);
        if brute { yes += 1 } else { no += 1 }
    }
    assert!(yes > 300 && no > 300, "{yes} cross, {no} do not");
}

#[test]
fn level_is_left_downwards_and_sideways_only() {
    let tree = tree(&[floor(2.0)]);
    assert!(!left_level(&tree, DVec3::new(0.0, 2.0 - LEFT_BELOW, 0.0)));
    assert!(left_level(&tree, DVec3::new(0.0, 1.9 - LEFT_BELOW, 0.0)));
    assert!(!left_level(&tree, DVec3::Y * 1e6));
    assert!(!left_level(&tree, DVec3::new(50.0 + LEFT_SIDEWAYS, 3.0, 0.0)));
    assert!(left_level(&tree, DVec3::new(50.1 + LEFT_SIDEWAYS, 3.0, 0.0)));
    assert!(left_level(&tree, DVec3::new(0.0, 3.0, -50.1 - LEFT_SIDEWAYS)));
    assert!(!left_level(&tree, DVec3::NAN));
}

#[test]
fn not_finite_is_any_broken_coordinate() {
    assert!(!not_finite(DVec3::new(0.0, -1e300, 1.0)));
    assert!(not_finite(DVec3::new(0.0, f64::NAN, 1.0)));
    assert!(not_finite(DVec3::new(0.0, 0.0, f64::NEG_INFINITY)));
}

/// Runs `frames` frames of one character and gives the candidates at the end.
fn run(tracker: &mut StuckTracker, frames: u32, desired: f32, position: impl Fn(u32) -> DVec3) -> Vec<usize> {
    for frame in 0..frames {
        tracker.frame(0, desired, position(frame));
    }
    tracker.candidates().collect()
}

#[test]
fn pushing_without_progress_makes_a_candidate_after_120_frames() {
    let mut tracker = StuckTracker::new([DVec3::ONE]);
    assert!(run(&mut tracker, STUCK_FRAMES - 1, 1.0, |_| DVec3::ONE).is_empty());
    assert_eq!(run(&mut tracker, 1, 1.0, |_| DVec3::ONE), [0]);
    assert_eq!(run(&mut tracker, 500, 1.0, |_| DVec3::ONE), [0], "and it stays one");
    assert!(run(&mut tracker, 1, 1.0, |_| DVec3::ONE * 1.1).is_empty(), "until it gets away");
}

#[test]
fn trembling_in_place_is_no_progress_but_creeping_is() {
    let mut tracker = StuckTracker::new([DVec3::ZERO]);
    assert_eq!(run(&mut tracker, 300, 1.0, |f| DVec3::X * (f64::from(f % 2) * 0.009)), [0]);
    tracker.restart(0, DVec3::ZERO);
    // 0.1 mm a frame: 1.2 cm in 120 frames.
    assert!(run(&mut tracker, 300, 1.0, |f| DVec3::Z * (f64::from(f) * 1e-4)).is_empty());
    tracker.restart(0, DVec3::ZERO);
    // 0.05 mm a frame: 6 mm in 120 frames.
    assert_eq!(run(&mut tracker, 150, 1.0, |f| DVec3::Z * (f64::from(f) * 5e-5)), [0]);
}

#[test]
fn standing_still_at_will_is_not_stuck() {
    let mut tracker = StuckTracker::new([DVec3::ZERO]);
    assert!(run(&mut tracker, 1000, 0.0, |_| DVec3::ZERO).is_empty());
    assert!(run(&mut tracker, 1000, f32::NAN, |_| DVec3::ZERO).is_empty());
    run(&mut tracker, 100, 1.0, |_| DVec3::ZERO);
    run(&mut tracker, 1, 0.0, |_| DVec3::ZERO);
    assert!(run(&mut tracker, 100, 1.0, |_| DVec3::ZERO).is_empty(), "a rest starts over");
}

#[test]
fn broken_positions_and_unknown_numbers_are_survived() {
    let mut tracker = StuckTracker::new([DVec3::ZERO]);
    assert!(run(&mut tracker, 500, 1.0, |_| DVec3::NAN).is_empty());
    assert_eq!(run(&mut tracker, 200, 1.0, |_| DVec3::ONE), [0], "finite again, and watched again");
    tracker.frame(7, 1.0, DVec3::ONE);
    tracker.restart(7, DVec3::ONE);
    assert_eq!((tracker.len(), tracker.is_empty()), (1, false));
}

#[test]
fn only_candidates_with_a_way_out_are_stuck() {
    let mut tracker = StuckTracker::new((0..3).map(|i| DVec3::X * f64::from(i)));
    for _ in 0..STUCK_FRAMES {
        tracker.frame(0, 1.0, DVec3::ZERO);
        tracker.frame(1, 1.0, DVec3::X);
        tracker.frame(2, 0.0, DVec3::X * 2.0);
    }
    let mut asked = Vec::new();
    let stuck: Vec<usize> = tracker
        .stuck(
            |i| DVec3::X * i as f64,
            |from, step| {
                asked.push(from.x);
                // Character 0 is walled in; 1 can leave towards -z only; 2 must not be asked about.
                from.x == 1.0 && step.z < -0.09 && step.x == 0.0
            },
        )
        .collect();
    assert_eq!(stuck, [1]);
    assert_eq!(asked.iter().filter(|&&x| x == 0.0).count(), 16);
    assert!(!asked.contains(&2.0));
}

#[test]
fn free_directions_are_sixteen_even_horizontal_unit_vectors() {
    assert!((FREE_STEP - 0.1).abs() < 1e-9);
    for (i, d) in FREE_DIRECTIONS.iter().enumerate() {
        let next = FREE_DIRECTIONS[(i + 1) % 16];
        assert_eq!(d.y, 0.0);
        assert!((d.length() - 1.0).abs() < 1e-6);
        assert!((d.dot(next) - (std::f32::consts::PI / 8.0).cos()).abs() < 1e-6);
    }
}
