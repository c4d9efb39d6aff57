//! Which triangles reach into a box: by hand, and against points sampled all over them.

use glam::DVec3;
use sweep8_scalar_ref::bounds::Bounds;
use sweep8_scalar_ref::brute_force::{distance, to_ellipsoid_space};
use sweep8_scalar_ref::nettle_scaled::potential::potential_colliders;
use sweep8_scalar_ref::nettle_scaled::transform::{EllipsoidSpace, NormalRule};
use sweep8_scalar_ref::random::Random;
use sweep8_scalar_ref::testkit::level::{RADII, sheet};

#[test]
fn box_of_the_way_holds_start_and_destination() {
    let way = Bounds::of_way(DVec3::new(1.0, 2.0, 3.0), DVec3::new(-4.0, 2.5, 3.0), RADII);
    assert!(way.min.distance(DVec3::new(-4.4, 1.1, 2.6)) < 1e-15);
    assert!(way.max.distance(DVec3::new(1.4, 3.4, 3.4)) < 1e-15);
}

#[test]
fn huge_polygon_pierced_by_a_tiny_box_reaches_it_without_a_corner_inside() {
    let tiny = Bounds::about(DVec3::new(0.2, 0.0, 0.1), DVec3::splat(0.01));
    let cut = tiny.clip(&sheet(DVec3::ZERO, DVec3::Y));
    // The plane cuts the box in its middle: a square of 0.02 by 0.02.
    let area: f64 = (1..cut.len() - 1).map(|i| (cut[i] - cut[0]).cross(cut[i + 1] - cut[0]).length() / 2.0).sum();
    assert!((area - 4e-4).abs() < 1e-15, "{area}");
}

#[test]
fn polygon_past_the_corner_of_a_box_does_not_reach_it_though_its_own_box_does() {
    // The plane x + y + z = 4 passes by the corner (1, 1, 1) of a box whose sides it enters the range of.
    let unit = Bounds::about(DVec3::ZERO, DVec3::ONE);
    let cut_off = [DVec3::X * 4.0, DVec3::Y * 4.0, DVec3::Z * 4.0];
    assert!(!unit.reaches(&cut_off));
    // x + y + z = 3 has just the corner in common with it.
    assert!(unit.reaches(&cut_off.map(|corner| corner * 0.75)));
    let point = [DVec3::splat(0.5); 3];
    assert!(unit.reaches(&point) && !unit.reaches(&point.map(|corner| corner * 3.0)));
}

#[test]
fn clipping_agrees_with_points_sampled_all_over_the_triangle() {
    const STEPS: i32 = 60;
    let mut random = Random(25);
    let (mut reached, mut apart) = (0, 0);
    for _ in 0..2_000 {
        let triangle = [random.vector(2.0), random.vector(2.0), random.vector(2.0)];
        let half = DVec3::new(random.range(0.05, 0.8), random.range(0.05, 0.8), random.range(0.05, 0.8));
        let bounds = Bounds::about(random.vector(2.0), half);
        let [a, b, c] = triangle;
        let mut nearest = f64::INFINITY;
        for i in 0..=STEPS {
            for j in 0..=STEPS - i {
                let (s, t) = (f64::from(i) / f64::from(STEPS), f64::from(j) / f64::from(STEPS));
                let point = a + (b - a) * s + (c - a) * t;
                nearest = nearest.min(point.distance(point.clamp(bounds.min, bounds.max)));
            }
        }
        let spacing = (b - a).length().max((c - a).length()).max((c - b).length()) / f64::from(STEPS);
        let cut = bounds.clip(&triangle);
        if cut.is_empty() {
            apart += 1;
            assert!(nearest > 0.0, "a sampled point lies in the box");
        } else {
            reached += 1;
            assert!(nearest <= spacing, "no sampled point is near the box: {nearest}");
        }
        for corner in cut {
            assert!(corner.cmpge(bounds.min - 1e-12).all() && corner.cmple(bounds.max + 1e-12).all());
            assert!(distance(corner, &triangle) < 1e-12);
        }
    }
    assert!(reached > 200 && apart > 200, "{reached} {apart}");
}

#[test]
fn only_what_reaches_into_the_box_becomes_a_potential_collider() {
    let triangles = [sheet(DVec3::Y * -50.0, DVec3::Y), sheet(DVec3::ZERO, DVec3::Y), [DVec3::X * 9.0; 3]];
    let space = EllipsoidSpace::from_radii(RADII);
    let found = potential_colliders(&triangles, &space, DVec3::Y * 0.8, DVec3::X, NormalRule::InverseTranspose);
    assert_eq!(found.iter().map(|collider| collider.triangle).collect::<Vec<_>>(), [1]);
    let corner = to_ellipsoid_space(triangles[1][0], DVec3::ZERO, RADII);
    assert!(found[0].corners[0].distance(corner) < 1e-12);
}

#[test]
fn box_without_thickness_is_still_pierced() {
    // Every crossing lies on both sides of the box at once: a rounding off one of them would lose it.
    let mut random = Random(26);
    for axis in 0..3 {
        for _ in 0..2_000 {
            let (mut half, mut across) = (DVec3::splat(50.0), DVec3::ZERO);
            half[axis] = 0.0;
            across[axis] = 1.0;
            let center = random.vector(1.0);
            let [from, to] = [across, -across].map(|side| center + side * 3.0 + random.vector(2.0));
            assert!(Bounds::about(center, half).reaches(&[from, to, to + random.vector(1.0)]));
        }
    }
}
