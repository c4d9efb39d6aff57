//! Stairs, corners, floors and bumps have the measures they were asked for.

use std::collections::BTreeSet;

use glam::{DVec3, Vec3};
use sweep8_bench::levels::Level;
use sweep8_bench::levels::scenes::{corners, flat, stairs};

use super::geometry::{normal, ray, slope};

#[test]
fn stairs_have_their_measures() {
    let level = stairs::stairs(0.25, 0.35, 12, 4.0).finish();
    let heights: BTreeSet<u32> = level.each_triangle().filter(|t| slope(*t) < 1.0).map(|t| t[0].y.to_bits()).collect();
    let expected: BTreeSet<u32> = (0_u8..=12).map(|i| (f32::from(i) * 0.25).to_bits()).collect();
    assert_eq!(heights, expected);
    let risers: Vec<_> = level.each_triangle().filter(|t| slope(*t) > 1.0).collect();
    assert_eq!(risers.len(), 12 * 4 * 2);
    assert!(risers.iter().all(|t| normal(*t).normalize() == DVec3::NEG_X));
    let places: BTreeSet<u32> = risers.iter().map(|t| t[0].x.to_bits()).collect();
    assert_eq!(places, (0_u8..12).map(|i| (f32::from(i) * 0.35).to_bits()).collect());
    // No step at all is a floor.
    assert!(stairs::stairs(0.25, 0.35, 0, 4.0).finish().each_triangle().all(|t| slope(t) == 0.0));
}

#[test]
fn corners_have_their_angle() {
    for degrees in [10.0_f32, 30.0, 45.0, 90.0, 120.0, 170.0] {
        let level = corners::v_corner(degrees, 10.0).finish();
        let mut sides = BTreeSet::new();
        for triangle in level.each_triangle() {
            let n = normal(triangle).normalize();
            if n.y.abs() < 0.5 {
                sides.insert((n.z.atan2(n.x).to_degrees() * 1000.0).round() as i64);
            } else {
                assert!(n.y > 0.999_999);
            }
        }
        // The walls' normals open by what the walls do not; the third wall faces back.
        let wanted = (90.0 - f64::from(degrees) / 2.0) * 1000.0;
        for side in [wanted, -wanted, 180_000.0] {
            let found = sides
                .iter()
                .any(|s| (*s as f64 - side).abs() <= 5.0 || (*s as f64 + 180_000.0).abs() <= 5.0 && side == 180_000.0);
            assert!(found, "{degrees}: {sides:?}");
        }
        assert!(sides.len() <= 12, "{degrees}: {sides:?}");
    }
    for degrees in [5.0_f32, 20.0, 60.0] {
        let level = corners::ceiling_wedge(degrees, 10.0).finish();
        let ceiling = level.each_triangle().map(slope).filter(|s| *s > 90.0).collect::<Vec<_>>();
        assert!(!ceiling.is_empty() && ceiling.iter().all(|s| (180.0 - s - f64::from(degrees)).abs() < 1e-3));
        let crest = stairs::crest(degrees, 4.0, 4.0).finish();
        assert!(crest.each_triangle().map(slope).all(|s| s == 0.0 || (s - f64::from(degrees)).abs() < 1e-3));
        assert!(crest.positions.iter().any(|p| p.x == 0.0 && p.y > 0.0));
    }
    for (sides, bottom) in [(3, 0.3), (4, 0.0), (12, 0.3)] {
        let level = corners::funnel(sides, 65.0, bottom, 2.0, 6.0).finish();
        let steep = level.each_triangle().map(slope).filter(|s| (s - 65.0).abs() < 0.01).count();
        assert_eq!(steep, if bottom > 0.0 { 2 * sides } else { sides });
        assert!(level.each_triangle().map(slope).all(|s| s < 90.01));
    }
}

#[test]
fn floors_are_flat_and_cut_as_they_say() {
    let grid = flat::grid(6, 0.5).finish();
    assert_eq!((grid.triangles.len(), grid.positions.len()), (72, 49));
    // Neighbouring cells have opposite diagonals.
    let diagonals = grid.each_triangle().step_by(2).map(|[a, _, c]| ((c.x - a.x) * (c.z - a.z)).signum());
    let diagonals: Vec<f32> = diagonals.collect();
    assert!(diagonals.chunks(6).all(|row| row.windows(2).all(|pair| pair[0] == -pair[1])));

    for t_junctions in [false, true] {
        let [left, right] = flat::seam_chunks(20.0, t_junctions);
        let along = |level: &Level| {
            let seam = level.positions.iter().filter(|p| p.x == 0.0).map(|p| p.z.to_bits());
            seam.collect::<BTreeSet<_>>()
        };
        let only_left = along(&left).difference(&along(&right)).count();
        assert_eq!(only_left > 0, t_junctions);
        let both = flat::seam(20.0, t_junctions);
        assert_eq!(both.positions.len(), left.positions.len() + right.positions.len(), "not welded");
        let area: f64 = both.each_triangle().map(|t| normal(t).y / 2.0).sum();
        assert!((area - 400.0).abs() < 1e-3);
    }

    let big = flat::big_triangle(100.0).finish();
    assert_eq!((big.triangles.len(), slope(big.corners(0))), (1, 0.0));
    assert!(ray(DVec3::Y, DVec3::NEG_Y, big.corners(0)).is_some(), "the origin lies on it");
    let far = flat::far_away(big.clone(), Vec3::new(10_000.0, 5.0, 0.0));
    assert_eq!(far.corners(0)[0], big.corners(0)[0] + Vec3::new(10_000.0, 5.0, 0.0));
}

#[test]
fn needles_are_needles() {
    let (size, strips, extra) = (20.0, 10_500, 100);
    let level = flat::needles(size, strips, extra, 8);
    assert_eq!(level.triangles.len(), 2 * strips + 4 * extra);
    for triangle in level.each_triangle().take(2 * strips) {
        let area = normal(triangle);
        let longest = (0..3).map(|k| triangle[k].distance(triangle[(k + 1) % 3])).fold(0.0, f32::max);
        let height = area.length() / f64::from(longest);
        assert!(height / f64::from(longest) <= 1e-4, "{triangle:?}");
        assert!(area.x == 0.0 && area.y > 0.0 && area.z == 0.0, "{triangle:?}");
    }
    let area: f64 = level.each_triangle().take(2 * strips).map(|t| normal(t).y / 2.0).sum();
    assert!((area - 400.0).abs() < 1e-2, "{area}");
    let added = || level.each_triangle().skip(2 * strips);
    assert_eq!(added().filter(|t| normal(*t) == DVec3::ZERO).count(), 2 * extra);
    let floor: BTreeSet<_> = level.each_triangle().take(2 * strips).map(sorted).collect();
    assert_eq!(added().filter(|t| floor.contains(&sorted(*t))).count(), 2 * extra);
    // A corner named twice, and three different ones on a line.
    let named_twice = level.triangles.iter().filter(|[a, b, c]| a == b || b == c || a == c).count();
    assert_eq!(named_twice, extra);
}

fn sorted(triangle: [Vec3; 3]) -> [[u32; 3]; 3] {
    let mut corners = triangle.map(|p| p.to_array().map(f32::to_bits));
    corners.sort_unstable();
    corners
}

#[test]
fn humps_are_smaller_than_a_walker() {
    let level = flat::humps(10, 0.5, 0.2, 8).finish();
    assert_eq!(level.triangles.len(), 10 * 10 * 12);
    let (mut up, mut down) = (0, 0);
    for p in &level.positions {
        assert!(p.y.abs() <= 0.2);
        up += usize::from(p.y > 0.0);
        down += usize::from(p.y < 0.0);
    }
    assert_eq!((up, down), (50, 50));
    assert!(level.each_triangle().all(|t| normal(t).y > 0.0));
    let area: f64 = level.each_triangle().map(|t| normal(t).y / 2.0).sum();
    assert!((area - 25.0).abs() < 1e-4, "a floor without gaps or folds");
}
