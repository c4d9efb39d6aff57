//! Shapes and how they lie to each other: bounding spheres, the normals of an ellipsoid, spheres, segments
//! and triangles.

use crate::testkit::families::{Case, FAMILIES, orders};
use crate::testkit::{Random, cases};
use glam::{DVec3, Vec3};
use sweep8::{Ellipsoid, Mesh, Segment, Sphere, Triangle};
use sweep8_scalar_ref::brute_force::{closest_point, distance};

fn bounding_sphere(points: &[Vec3]) -> Sphere {
    Mesh::new(points, &[]).unwrap().bounding_sphere().expect("there are points")
}

/// The smallest sphere about some points, radius only: the largest over all choices of two, three and four of the
/// smallest that holds the choice, whose centre is in the plane or the space of it.
fn smallest_radius(points: &[DVec3]) -> f64 {
    let holds = |center: DVec3, radius: f64| points.iter().all(|p| p.distance(center) <= radius * (1.0 + 1e-9) + 1e-12);
    let mut least = f64::INFINITY;
    let mut consider = |center: DVec3, on: DVec3| {
        let radius = center.distance(on);
        if radius < least && holds(center, radius) {
            least = radius;
        }
    };
    for (i, &a) in points.iter().enumerate() {
        consider(a, a);
        for (j, &b) in points.iter().enumerate().skip(i + 1) {
            consider((a + b) * 0.5, a);
            for (k, &c) in points.iter().enumerate().skip(j + 1) {
                let (u, v) = (b - a, c - a);
                let normal = u.cross(v);
                // About three points: equally far from all, in their plane.
                let across = v.cross(normal) * u.length_squared() + normal.cross(u) * v.length_squared();
                consider(a + across / (2.0 * normal.length_squared()), a);
                for &d in &points[k + 1..] {
                    let w = d - a;
                    let from = v.cross(w) * u.length_squared() + w.cross(u) * v.length_squared();
                    let from = from + u.cross(v) * w.length_squared();
                    consider(a + from / (2.0 * u.dot(v.cross(w))), a);
                }
            }
        }
    }
    least
}

#[test]
fn a_bounding_sphere_holds_every_point_and_is_little_larger_than_the_smallest() {
    let mut random = Random(1_300);
    let (mut worst, mut mean) = (1.0_f64, 0.0);
    for _ in 0..3_000 {
        let stretch = DVec3::from_array([0; 3].map(|_| random.scale(0.01, 10.0)));
        let far = random.direction() * [0.0, 100.0, 1e4][random.whole(0, 2) as usize];
        let count = random.whole(2, 12) as usize;
        let points: Vec<Vec3> = (0..count).map(|_| (far + random.vector(1.0) * stretch).as_vec3()).collect();
        let sphere = bounding_sphere(&points);
        let exact: Vec<DVec3> = points.iter().map(|p| p.as_dvec3()).collect();
        let center = sphere.center.as_dvec3();
        let outside = exact.iter().find(|p| p.distance(center) > f64::from(sphere.radius));
        assert!(outside.is_none(), "{outside:?} outside of {sphere:?}, {points:?}");
        let least = smallest_radius(&exact);
        // The centre is rounded to f32, and the radius is measured from there.
        let rounded = center.abs().max_element() * 1.2e-7;
        let times = (f64::from(sphere.radius) - rounded) / least;
        (worst, mean) = (worst.max(times), mean + times / 3_000.0);
        assert!(times < 1.1, "{times} times the smallest, {points:?}");
    }
    println!("{mean:.4} times the smallest on the average, {worst:.4} at most");
}

#[test]
fn a_bounding_sphere_of_thousands_of_points_holds_them_all() {
    let mut random = Random(1_301);
    for far in [0.0, 50.0, 1e3, 1e5, 1e7] {
        let middle = random.direction() * far;
        // All on one sphere: none may be outside by rounding.
        let points: Vec<Vec3> = (0..5_000).map(|_| (middle + random.direction() * 3.0).as_vec3()).collect();
        let sphere = bounding_sphere(&points);
        let (center, radius) = (sphere.center.as_dvec3(), f64::from(sphere.radius));
        assert!(points.iter().all(|p| p.as_dvec3().distance(center) <= radius), "at {far}: {sphere:?}");
        let rounded = 3.0 * (1.0 + far * 1.2e-7);
        assert!(radius < 1.1 * rounded, "at {far}: {sphere:?}");
    }
}

#[test]
fn a_bounding_sphere_of_one_place_is_that_place_and_of_a_line_half_of_it() {
    for place in [Vec3::ZERO, Vec3::new(1.5, -2.25, 1e7), Vec3::splat(1e-30)] {
        for count in [1, 2, 9] {
            assert_eq!(bounding_sphere(&vec![place; count]), Sphere { center: place, radius: 0.0 });
        }
    }
    let mut random = Random(1_302);
    for _ in 0..500 {
        // Whole steps along whole numbers: exactly on a line, its ends anywhere in the list.
        let step = Vec3::new(random.whole(-9, 9) as f32, random.whole(-9, 9) as f32, random.whole(1, 9) as f32);
        let mut parts: Vec<f32> = (0..8).map(|_| random.whole(-20, 20) as f32).collect();
        parts.extend([-21.0, 21.0]);
        parts.rotate_left(random.whole(0, 9) as usize);
        let sphere = bounding_sphere(&parts.iter().map(|&part| step * part).collect::<Vec<_>>());
        let half = 21.0 * step.length();
        assert!((sphere.radius / half - 1.0).abs() < 1e-6 && sphere.center.length() < 1e-5 * half, "{sphere:?}");
    }
    assert_eq!(
        Mesh::new(&[Vec3::X, Vec3::NEG_Y, Vec3::Z], &[]).unwrap().bounds(),
        Some((Vec3::NEG_Y, Vec3::new(1.0, 0.0, 1.0)))
    );
}

/// Numeric gradient of `x²/a² + y²/b² + z²/c²`.
#[test]
fn the_normal_at_a_point_is_the_gradient_of_the_ellipsoids_equation() {
    let mut random = Random(1_303);
    let mut worst = 0.0_f64;
    for _ in 0..20_000 {
        let radii = DVec3::from_array([0; 3].map(|_| random.scale(1e-3, 1e3))).as_vec3();
        let shape = Ellipsoid::new(radii).unwrap();
        let point = (random.direction() * radii.as_dvec3() * random.scale(0.01, 100.0)).as_vec3();
        let value = |p: DVec3| (p / radii.as_dvec3()).length_squared();
        let step = radii.as_dvec3() * 1e-3;
        let slope = |axis: DVec3| {
            let by = step * axis;
            (value(point.as_dvec3() + by) - value(point.as_dvec3() - by)) / (2.0 * by.length())
        };
        let gradient = DVec3::new(slope(DVec3::X), slope(DVec3::Y), slope(DVec3::Z)).normalize();
        let normal = shape.normal_at(point).expect("not the centre").as_dvec3();
        worst = worst.max(normal.distance(gradient));
        assert!(normal.distance(gradient) < 1e-6, "{radii}, {point}: {normal}, not {gradient}");
        // The tangent plane: nothing of the ellipsoid through the point lies beyond it.
        let scale = value(point.as_dvec3()).sqrt();
        let support = (normal * radii.as_dvec3()).length() * scale;
        assert!((normal.dot(point.as_dvec3()) / support - 1.0).abs() < 1e-6, "{radii}, {point}");
    }
    println!("normals at most {worst:e} from the gradient");
    let shape = Ellipsoid::new(Vec3::new(0.4, 0.9, 0.4)).unwrap();
    for nowhere in [Vec3::ZERO, -Vec3::ZERO, Vec3::NAN, Vec3::INFINITY, Vec3::new(0.0, f32::NEG_INFINITY, 0.0)] {
        assert_eq!(shape.normal_at(nowhere), None, "{nowhere}");
    }
    assert_eq!(shape.normal_at(Vec3::X * f32::MAX), Some(Vec3::X));
    assert_eq!(shape.normal_at(Vec3::NEG_Z * 1e-45), Some(Vec3::NEG_Z));
}

#[test]
fn spheres_that_touch_do_not_overlap_and_those_that_do_part_the_shortest_way() {
    let ball = |x: f32, y: f32, z: f32, radius: f32| Sphere { center: Vec3::new(x, y, z), radius };
    let unit = ball(0.0, 0.0, 0.0, 1.0);
    // The other, and the way out of it by hand.
    let figures = [
        (ball(2.0, 0.0, 0.0, 1.0), None),
        (ball(3.0, 4.0, 0.0, 4.0), None),
        (ball(0.0, 0.0, 1.5, 1.0), Some(Vec3::new(0.0, 0.0, -0.5))),
        (ball(3.0, 4.0, 0.0, 5.0), Some(Vec3::new(-0.6, -0.8, 0.0))),
        (ball(0.0, 0.0, 0.0, 0.5), Some(Vec3::new(0.0, 1.5, 0.0))),
        (ball(0.25, 0.0, 0.0, 0.0), Some(Vec3::new(-0.75, 0.0, 0.0))),
        (ball(1.0, 0.0, 0.0, 0.0), None),
    ];
    for (other, expected) in figures {
        assert_eq!(unit.overlaps(&other), expected.is_some(), "{other:?}");
        assert_eq!(other.overlaps(&unit), expected.is_some(), "{other:?}");
        match (unit.separation(&other), expected) {
            (Some(out), Some(expected)) => assert!((out - expected).length() < 1e-6, "{other:?}: {out}"),
            (out, expected) => assert_eq!(out, expected, "{other:?}"),
        }
    }
}

#[test]
fn a_sphere_leaves_a_segment_by_its_nearest_point() {
    let rod = Segment { from: Vec3::new(-2.0, 0.0, 0.0), to: Vec3::new(2.0, 0.0, 0.0) };
    let point = Segment { from: Vec3::Y, to: Vec3::Y };
    let ball = |x: f32, y: f32, radius: f32| Sphere { center: Vec3::new(x, y, 0.0), radius };
    // Sphere, segment, nearest point of it to the centre, way out by hand.
    let figures = [
        (ball(1.0, 0.5, 1.0), rod, Vec3::X, Some(Vec3::new(0.0, 0.5, 0.0))),
        (ball(1.0, 1.0, 1.0), rod, Vec3::X, None),
        (ball(5.0, 4.0, 5.5), rod, rod.to, Some(Vec3::new(0.3, 0.4, 0.0))),
        (ball(5.0, 4.0, 5.0), rod, rod.to, None),
        (ball(-1.5, 0.0, 0.75), rod, Vec3::new(-1.5, 0.0, 0.0), Some(Vec3::new(0.0, 0.75, 0.0))),
        (ball(0.0, 0.0, 2.0), point, Vec3::Y, Some(Vec3::NEG_Y)),
    ];
    for (sphere, segment, nearest, expected) in figures {
        assert_eq!(segment.closest_point(sphere.center), nearest, "{sphere:?}");
        assert_eq!(sphere.overlaps_segment(&segment), expected.is_some(), "{sphere:?}, {segment:?}");
        match (sphere.separation_from_segment(&segment), expected) {
            (Some(out), Some(expected)) => assert!((out - expected).length() < 1e-6, "{sphere:?}: {out}"),
            (out, expected) => assert_eq!(out, expected, "{sphere:?}, {segment:?}"),
        }
    }
}

/// Wherever they lie: the way out is as long as the overlap and leads to where they touch.
#[test]
fn separations_end_where_the_two_touch() {
    let mut random = Random(1_304);
    let mut overlapping = 0;
    for _ in 0..50_000 {
        let far = random.direction() * [0.0, 1e3, 1e6][random.whole(0, 2) as usize];
        let mut place = |half: f64| (far + random.vector(half)).as_vec3();
        let (one, other, from, to) = (place(2.0), place(2.0), place(4.0), place(4.0));
        let one = Sphere { center: one, radius: random.scale(0.01, 3.0) as f32 };
        let other = Sphere { center: other, radius: random.scale(0.01, 3.0) as f32 };
        let segment = Segment { from, to };
        let (a, b) = (one.center.as_dvec3(), other.center.as_dvec3());
        let reach = f64::from(one.radius) + f64::from(other.radius);
        assert_eq!(one.overlaps(&other), a.distance(b) < reach, "{one:?}, {other:?}");
        if let Some(out) = one.separation(&other) {
            overlapping += 1;
            assert!(((a + out.as_dvec3()).distance(b) - reach).abs() < 1e-6, "{one:?}, {other:?}: {out}");
            assert!((f64::from(out.length()) - (reach - a.distance(b))).abs() < 1e-6, "{one:?}, {other:?}: {out}");
        }
        // The nearest of many points of the segment is no nearer than the closest one.
        let distance = |p: DVec3| {
            let along = |k: i32| from.as_dvec3().lerp(to.as_dvec3(), f64::from(k) / 1_000.0).distance(p);
            (0..=1_000).map(along).fold(f64::INFINITY, f64::min)
        };
        if random.whole(0, 20) == 0.0 {
            let closest = segment.closest_point(one.center).as_dvec3().distance(a);
            let sampled = distance(a);
            let rounded = a.abs().max_element() * 1.2e-7 + 1e-6;
            assert!(
                closest <= sampled + rounded && sampled - closest < 0.02 + rounded,
                "{segment:?}, {one:?}: {closest}"
            );
            let out = one.separation_from_segment(&segment);
            assert_eq!(out.is_some(), one.overlaps_segment(&segment), "{segment:?}, {one:?}");
            assert!(out.is_none_or(|out| distance(a + out.as_dvec3()) > f64::from(one.radius) - 1e-5));
        }
    }
    println!("{overlapping} overlaps");
    assert!(overlapping > 5_000);
}

#[test]
fn a_sphere_leaves_a_triangle_the_shortest_way_and_touches_it_then() {
    let mut random = Random(2_530);
    let (mut overlaps, mut faces, mut edges) = (0, 0, 0);
    for (name, family) in FAMILIES {
        for _ in 0..cases(20_000, 4_000) {
            let Case { triangle, center, .. } = family(&mut random);
            let far = random.direction() * [0.0, 0.0, 1e3][random.whole(0, 2) as usize];
            for corners in orders(triangle).into_iter().take(2) {
                let corners = corners.map(|v| (v + far).as_vec3());
                let center = (center + far).as_vec3();
                let (exact, exact_center) = (corners.map(Vec3::as_dvec3), center.as_dvec3());
                let (triangle, nearest) = (Triangle { corners }, closest_point(exact_center, &exact));
                let apart = nearest.distance(exact_center);
                let radius = (apart * random.scale(0.3, 3.0)) as f32;
                let sphere = Sphere { center, radius };
                let allowed = 1e-9 * (1.0 + extent(&exact, exact_center)) + 2e-7 * f64::from(radius);
                // In `f32` the closest point is rounded once.
                let rounding = 1.2e-7 * (1.0 + extent(&exact, DVec3::ZERO));
                let given = triangle.closest_point(center).as_dvec3();
                assert!((given.distance(exact_center) - apart).abs() < rounding, "{name}: {given}, not {nearest}");
                let clear = (f64::from(radius) - apart).abs() > allowed;
                let expected = apart < f64::from(radius);
                assert!(!clear || sphere.overlaps_triangle(&triangle) == expected, "{name}: {apart}, {sphere:?}");
                let Some(out) = sphere.separation_from_triangle(&triangle) else {
                    assert!(!clear || !expected, "{name}: no way out of {triangle:?}, {sphere:?}");
                    continue;
                };
                overlaps += 1;
                let out = out.as_dvec3();
                assert!((out.length() - (f64::from(radius) - apart)).abs() < allowed, "{name}: depth {out}");
                let then = distance(exact_center + out, &exact);
                assert!((then - f64::from(radius)).abs() < allowed + 1e-6 * apart, "{name}: {then} apart, {sphere:?}");
                let normal = (exact[1] - exact[0]).cross(exact[2] - exact[0]).normalize_or_zero();
                *(if out.normalize().dot(normal).abs() > 1.0 - 1e-9 { &mut faces } else { &mut edges }) += 1;
            }
        }
    }
    println!("{overlaps} overlaps, {faces} with faces, {edges} with edges and corners");
    assert!(faces > cases(5_000, 1_000) && edges > cases(5_000, 1_000), "{faces}, {edges}");
}

fn extent(triangle: &[DVec3; 3], from: DVec3) -> f64 {
    triangle.iter().map(|v| (*v - from).abs().max_element()).fold(0.0, f64::max)
}

#[test]
fn a_sphere_about_a_point_of_a_triangle_leaves_by_its_front_and_one_without_area_by_a_fixed_way() {
    let corners = [Vec3::new(-1.0, 0.0, -1.0), Vec3::new(0.0, 0.0, 1.0), Vec3::new(1.0, 0.0, -1.0)];
    let floor = Triangle { corners };
    for center in [Vec3::ZERO, corners[0], Vec3::new(0.0, 0.0, -1.0)] {
        let sphere = Sphere { center, radius: 0.5 };
        assert_eq!(sphere.separation_from_triangle(&floor), Some(Vec3::Y * 0.5), "{center}");
        let [a, b, c] = corners;
        let ceiling = Triangle { corners: [a, c, b] };
        assert_eq!(sphere.separation_from_triangle(&ceiling), Some(Vec3::Y * -0.5));
    }
    let point = Triangle { corners: [Vec3::ONE; 3] };
    let sphere = Sphere { center: Vec3::ONE, radius: 2.0 };
    let out = sphere.separation_from_triangle(&point).expect("it overlaps");
    assert!((out.length() - 2.0).abs() < 1e-6);
    let touching = Sphere { center: Vec3::Y * 0.5, radius: 0.5 };
    assert!(!touching.overlaps_triangle(&floor) && touching.separation_from_triangle(&floor).is_none());
}
