//! The response: what it must give in corners, on slopes and over many frames, and what it promises in random rooms.

use core::f64::consts::FRAC_1_SQRT_2;
use glam::DVec3;
use sweep8_scalar_ref::brute_force::{Triangle, distance, segment_crosses, to_ellipsoid_space};
use sweep8_scalar_ref::random::Random;
use sweep8_scalar_ref::slide::{
    HULL_SHARE, Outcome, Plane, Settings, Status, fall, project, slide, walk, walk_and_fall,
};
use sweep8_scalar_ref::testkit::level::{
    RADII, SETTINGS, above, box_of, gap_to_plane, least_on_path, length_of, sheet,
};

#[test]
fn nothing_in_the_way_is_free() {
    let desired = DVec3::new(1.0, 2.0, -3.0);
    let out = slide(&[sheet(DVec3::Y * -50.0, DVec3::Y)], RADII, DVec3::ZERO, desired, &SETTINGS);
    assert_eq!(
        out,
        Outcome { center: desired, status: Status::Free, path: vec![DVec3::ZERO, desired], normals: vec![] }
    );
    let still = slide(&[sheet(DVec3::Y * -1.0, DVec3::Y)], RADII, DVec3::ZERO, DVec3::ZERO, &SETTINGS);
    assert_eq!((still.center, still.status, still.path.len()), (DVec3::ZERO, Status::Free, 1));
}

#[test]
fn head_on_into_a_wall_stops_one_skin_before_it() {
    let out = slide(&[sheet(DVec3::X * 2.0, DVec3::X)], RADII, DVec3::ZERO, DVec3::X * 5.0, &SETTINGS);
    assert_eq!(out.status, Status::Blocked);
    assert!((out.center - DVec3::X * (2.0 - RADII.x - SETTINGS.skin)).length() < 1e-13);
    assert!(out.normals.len() == 1 && out.normals[0].distance(DVec3::NEG_X) < 1e-13);
}

#[test]
fn head_on_into_any_plane_keeps_the_part_of_the_skin_that_the_hull_grants() {
    let mut random = Random(11);
    let ratio: f64 = 0.9 / 0.4;
    let granted = HULL_SHARE * 2.0 * ratio.sqrt() / (1.0 + ratio) + (1.0 - HULL_SHARE);
    let mut least = f64::INFINITY;
    for _ in 0..2_000 {
        let normal = random.direction();
        let out = slide(&[sheet(DVec3::ZERO, normal)], RADII, normal * 3.0, normal * -5.0, &SETTINGS);
        least = least.min(gap_to_plane(out.center, RADII, DVec3::ZERO, normal) / SETTINGS.skin);
    }
    assert!(least >= granted && least < granted + 0.01, "{least} of the skin, {granted} granted");
}

#[test]
fn walking_on_a_floor_keeps_height_and_speed() {
    let floor = [sheet(DVec3::ZERO, DVec3::Y)];
    let start = above(DVec3::new(-10.0, 0.0, 3.0), DVec3::Y, SETTINGS.skin);
    let (mut center, step) = (start, DVec3::new(0.08, 0.0, -0.01));
    for frame in 1..=250 {
        let out = walk_and_fall(&floor, RADII, center, step, DVec3::Y * -0.02, &SETTINGS);
        assert_eq!(out.status, Status::Grounded);
        center = out.center;
        let expected = start + step * f64::from(frame);
        assert!(center.distance(expected) < 1e-9, "frame {frame}: {center} not {expected}");
    }
}

/// A slope of 50° that rises towards -x, so that `n = (sin 50°, cos 50°, 0)`, and `v = (-1, -0.3, 0.2)` straight into
/// it and aside. The rest of `v` on the plane has the length `√(|v|² - (v·n)²) = √(1.13 - 0.9194) = 0.459`. Had the
/// response taken place in ellipsoid space, `v/r` projected there on the plane with normal `r·n` and scaled back, it
/// would be 1.147: faster than `v` itself, which has 1.063.
#[test]
fn fifty_degree_slope_gives_the_length_of_world_space() {
    let (sin, cos) = 50.0_f64.to_radians().sin_cos();
    let (normal, desired) = (DVec3::new(sin, cos, 0.0), DVec3::new(-1.0, -0.3, 0.2));
    let hull = RADII + HULL_SHARE * SETTINGS.skin;
    let start = normal * ((hull * normal).length() + (1.0 - HULL_SHARE) * SETTINGS.skin);
    let out = slide(&[sheet(DVec3::ZERO, normal)], RADII, start, desired, &SETTINGS);
    let right = (desired.length_squared() - desired.dot(normal).powi(2)).sqrt();
    assert_eq!(out.status, Status::Slid);
    assert!((length_of(&out.path) - right).abs() < 1e-12 && (right - 0.459).abs() < 5e-4, "{right}");
    assert!((out.center - start - (desired - normal * desired.dot(normal))).length() < 1e-12);

    let (local_desired, local_normal) = (desired / RADII, (normal * RADII).normalize());
    let wrong = ((local_desired - local_normal * local_desired.dot(local_normal)) * RADII).length();
    assert!((wrong - 1.147).abs() < 5e-4 && wrong > desired.length(), "{wrong}");
}

#[test]
fn v_corner_comes_to_rest() {
    for half_angle in [5.0_f64, 30.0, 45.0, 60.0, 85.0] {
        // Two upright walls that meet at x = 4, open towards -x.
        let (sin, cos) = half_angle.to_radians().sin_cos();
        let walls = [DVec3::new(-sin, 0.0, cos), DVec3::new(-sin, 0.0, -cos)].map(|n| sheet(DVec3::X * 4.0, n));
        let mut center = DVec3::new(-2.0, 0.0, 0.1);
        for frame in 0..400 {
            let out = slide(&walls, RADII, center, DVec3::new(0.1, 0.0, 0.001), &SETTINGS);
            if frame > 300 {
                assert_eq!((out.status, out.center), (Status::Blocked, center), "{half_angle}°, frame {frame}");
            }
            center = out.center;
        }
        assert!(least_on_path(&[center, center], RADII, &walls) >= 1.0, "{half_angle}°");
    }
}

#[test]
fn gutter_of_two_slopes_leads_along_the_crease() {
    let slopes = [DVec3::new(1.0, 1.0, 0.0), DVec3::new(-1.0, 1.0, 0.0)].map(|n| sheet(DVec3::ZERO, n));
    let start = DVec3::Y * (2.0 * SETTINGS.skin + (RADII * DVec3::new(1.0, 1.0, 0.0)).length());
    let out = slide(&slopes, RADII, start, DVec3::new(0.1, -1.0, 0.7), &SETTINGS);
    assert_eq!((out.status, out.normals.len()), (Status::Slid, 2));
    let moved = out.center - start;
    assert!((moved.z - 0.7).abs() < 1e-12 && moved.x.abs() < 0.03 && moved.y.abs() < 0.03, "{moved}");
}

#[test]
fn three_planes_stop() {
    let corner = [DVec3::X, DVec3::Y, DVec3::Z].map(|n| sheet(DVec3::ZERO, n));
    let start = RADII + SETTINGS.skin * 2.0;
    let out = slide(&corner, RADII, start, DVec3::new(-1.0, -0.9, -1.1), &SETTINGS);
    assert_eq!((out.status, out.normals.len()), (Status::Blocked, 3));
    assert!((out.center - (RADII + SETTINGS.skin)).abs().max_element() < 1e-12, "{}", out.center);
}

#[test]
fn too_few_iterations_have_a_name() {
    let corner = [DVec3::X, DVec3::Y, DVec3::Z].map(|n| sheet(DVec3::ZERO, n));
    let settings = Settings { max_iterations: 2, ..SETTINGS };
    let out = slide(&corner, RADII, RADII + 0.02, DVec3::new(-1.0, -0.9, -1.1), &settings);
    assert_eq!(out.status, Status::OutOfIterations);
    assert!(least_on_path(&out.path, RADII, &corner) >= 1.0);
}

#[test]
fn fall_stops_on_a_floor_and_slides_down_a_steep_slope() {
    let out = fall(&[sheet(DVec3::ZERO, DVec3::Y)], RADII, DVec3::Y * 2.0, DVec3::Y * -5.0, &SETTINGS);
    assert_eq!(out.status, Status::Grounded);
    assert!((out.center.y - RADII.y - SETTINGS.skin).abs() < 1e-13 && out.normals.len() == 1);

    let steep = DVec3::new(0.8, 0.6, 0.0);
    let start = above(DVec3::ZERO, steep, 0.02);
    let out = fall(&[sheet(DVec3::ZERO, steep)], RADII, start, DVec3::Y * -1.0, &SETTINGS);
    assert_eq!(out.status, Status::Slid);
    assert!(out.center.x - start.x > 0.4);
}

#[test]
fn start_too_deep_can_leave_and_walk_but_not_sink() {
    let start = DVec3::Y * (RADII.y - 0.05);
    for tilt in [DVec3::new(-1e-7, 1.0, 2e-7), DVec3::new(1e-6, 1.0, 0.0)] {
        // A floor that is level only up to rounding.
        let floor = [sheet(DVec3::ZERO, DVec3::Y), sheet(DVec3::ZERO, tilt), sheet(DVec3::ZERO, DVec3::NEG_Y)];
        let up = slide(&floor, RADII, start, DVec3::new(0.3, 0.5, 0.0), &SETTINGS);
        assert_eq!((up.status, up.center), (Status::Free, start + DVec3::new(0.3, 0.5, 0.0)));
        let down = slide(&floor, RADII, start, DVec3::NEG_Y, &SETTINGS);
        assert_eq!((down.status, down.center), (Status::Blocked, start));
        let along = slide(&floor, RADII, start, DVec3::new(0.5, -0.5, 0.0), &SETTINGS);
        assert_eq!((along.status, along.normals.len()), (Status::Slid, 1));
        assert!((along.center - start - DVec3::X * 0.5).length() < 1e-6, "{}", along.center);
    }
}

#[test]
fn gentle_bend_of_the_floor_is_climbed() {
    for degrees in [0.001_f64, 0.01, 0.1, 1.0, 5.0] {
        // Level for x < 0, rising for x > 0.
        let rise = degrees.to_radians().tan();
        let [near, far] = [-50.0, 50.0];
        let floor = [
            [DVec3::new(near, 0.0, near), DVec3::new(near, 0.0, far), DVec3::new(0.0, 0.0, near)],
            [DVec3::new(0.0, 0.0, near), DVec3::new(near, 0.0, far), DVec3::new(0.0, 0.0, far)],
            [DVec3::new(0.0, 0.0, near), DVec3::new(0.0, 0.0, far), DVec3::new(far, far * rise, 0.0)],
        ];
        let mut center = above(DVec3::X * -1.0, DVec3::Y, SETTINGS.skin);
        for _ in 0..60 {
            let out = walk_and_fall(&floor, RADII, center, DVec3::X * 0.1, DVec3::Y * -0.01, &SETTINGS);
            assert_eq!(out.status, Status::Grounded, "{degrees}°");
            assert!(least_on_path(&out.path, RADII, &floor) >= 1.0, "{degrees}°");
            center = out.center;
        }
        assert!((4.5..=5.0).contains(&center.x), "{degrees}°: held up at {center}");

        let start = above(DVec3::X * -1.0, DVec3::Y, SETTINGS.skin);
        let out = slide(&floor, RADII, start, DVec3::new(5.0, -0.2, 0.0), &SETTINGS);
        assert_eq!((out.status, out.normals.len()), (Status::Slid, 1 + usize::from(degrees > 0.05)), "{degrees}°");
        assert!(out.center.x > 3.9, "{degrees}°: held up at {}", out.center);
    }
}

#[test]
fn hull_that_touches_exactly_slides_off_freely() {
    let mut random = Random(4);
    for _ in 0..5_000 {
        let (normal, desired) = (random.direction(), random.direction());
        let start = normal * ((RADII + HULL_SHARE * SETTINGS.skin) * normal).length();
        let out = slide(&[sheet(DVec3::ZERO, normal)], RADII, start, desired, &SETTINGS);
        let expected = if desired.dot(normal) < 0.0 { desired - normal * desired.dot(normal) } else { desired };
        assert!((out.center - start - expected).length() < 1e-9, "{normal}, {desired}: {out:?}");
    }
}

#[test]
fn grazing_a_long_triangle_for_many_frames_keeps_the_skin() {
    for degrees in [0.01_f64, 0.03, 0.1, 0.3, 1.0] {
        for normal in [DVec3::Y, DVec3::new(0.6, 0.8, 0.0), DVec3::X, DVec3::new(0.3, 0.9, -0.2).normalize()] {
            let level = [sheet(DVec3::ZERO, normal)];
            let along = normal.any_orthonormal_vector();
            let (sin, cos) = degrees.to_radians().sin_cos();
            let step = (along * cos - normal * sin) * 0.083;
            let mut center = above(along * -20.0, normal, 0.05);
            let mut least = f64::INFINITY;
            for _ in 0..500 {
                center = slide(&level, RADII, center, step, &SETTINGS).center;
                least = least.min(gap_to_plane(center, RADII, DVec3::ZERO, normal));
            }
            assert!(least >= 0.5 * SETTINGS.skin, "{degrees}°, {normal}: gap {least}");
            assert!(center.dot(along) > 20.0, "{degrees}°: held up at {center}");
        }
    }
}

#[test]
fn random_rooms_keep_every_promise() {
    let mut random = Random(2024);
    let (mut moves, mut by_status, mut least, mut least_gap) = (0, [0; 5], f64::INFINITY, f64::INFINITY);
    for room in 0..60 {
        let round = room % 3 == 0;
        let radii = if round { DVec3::splat(random.range(0.2, 0.8)) } else { (random.vector(0.45) + 0.6).abs() };
        let turn = random.turn();
        let mut triangles = box_of(random.vector(100.0), random.vector(1.0) + 4.0, turn);
        let middle = triangles.iter().flatten().sum::<DVec3>() / 36.0;
        for _ in 0..3 {
            let half = random.vector(0.4) + 0.5;
            triangles.extend(box_of(middle + random.vector(4.0), half, random.turn()));
        }
        triangles.extend((0..4).map(|_| [0; 3].map(|_| middle + random.vector(4.0))));

        let hull = radii + HULL_SHARE * SETTINGS.skin;
        let clear = |p: &DVec3| {
            let apart = |t: &Triangle| distance(DVec3::ZERO, &t.map(|v| to_ellipsoid_space(v, *p, hull)));
            triangles.iter().all(|t| apart(t) >= 1.0)
        };
        let starts: Vec<DVec3> = (0..200).map(|_| middle + turn * random.vector(3.0)).filter(clear).take(4).collect();
        for start in starts {
            let mut center = start;
            for _ in 0..15 {
                let (desired, drop) =
                    (random.direction() * random.scale(0.01, 8.0), DVec3::Y * -random.scale(0.01, 1.0));
                let walk = walk(&triangles, radii, center, desired, &SETTINGS);
                let fallen = fall(&triangles, radii, walk.center, drop, &SETTINGS);
                let both = walk_and_fall(&triangles, radii, center, desired, drop, &SETTINGS);
                assert_eq!((both.center, both.path.len()), (fallen.center, walk.path.len() + fallen.path.len() - 1));
                for (out, desired) in [(&walk, desired), (&fallen, drop)] {
                    assert!(length_of(&out.path) <= desired.length() * (1.0 + 1e-12), "room {room}: speed gained");
                    assert!(out.path.last() == Some(&out.center) && out.center.is_finite());
                    least = least.min(least_on_path(&out.path, radii, &triangles));
                    by_status[out.status as usize] += 1;
                    moves += 1;
                }
                for ends in both.path.windows(2) {
                    let crossed = triangles.iter().any(|t| segment_crosses(ends[0], ends[1], t));
                    assert!(!crossed, "room {room}: through a triangle, {ends:?}");
                }
                center = fallen.center;
                if round {
                    let gap = triangles.iter().map(|t| distance(center, t)).fold(f64::INFINITY, f64::min) - radii.x;
                    least_gap = least_gap.min(gap);
                }
            }
        }
    }
    println!(
        "{moves} moves, by status {by_status:?}, least hull distance 1{:+.1e}, least gap {least_gap}",
        least - 1.0
    );
    assert!(moves > 5_000 && least >= 1.0 - 1e-9, "{moves} moves, {least}");
    assert!(least_gap >= HULL_SHARE * SETTINGS.skin - 1e-9, "{least_gap}");
}

/// The nearest point `p` of a convex set: in it, and `desired - p` leads away from every other point of it.
#[test]
fn projection_on_random_planes_is_the_nearest_free_point() {
    let mut random = Random(3);
    let mut corners = 0;
    for _ in 0..20_000 {
        let mut plane = || {
            let gives = if random.range(0.0, 1.0) < 0.5 { 0.0 } else { random.range(0.0, 2.0) };
            Plane { normal: random.direction(), gives }
        };
        let planes: Vec<Plane> = (0..5).map(|_| plane()).collect();
        let planes = &planes[..random.whole(1, 5) as usize];
        let desired = random.vector(3.0);
        let p = project(desired, planes);
        let is_free = |x: DVec3, slack: f64| planes.iter().all(|plane| x.dot(plane.normal) + plane.gives >= -slack);
        assert!(is_free(p, 1e-11), "{p} lies behind a plane");
        let touched = planes.iter().filter(|plane| (p.dot(plane.normal) + plane.gives).abs() < 1e-11).count();
        corners += usize::from(touched == 3 && p.length() > 0.01);
        for _ in 0..60 {
            let other = random.vector(3.0);
            assert!(
                !is_free(other, 0.0) || (desired - p).dot(other - p) <= 1e-10,
                "{other} is nearer to {desired} than {p}"
            );
        }
    }
    assert!(corners > 100, "{corners} ended in a corner of three planes");
}

#[test]
fn projection_between_opposite_planes_stays_between_them() {
    let planes = [DVec3::X, DVec3::NEG_X].map(Plane::through_origin);
    assert_eq!(project(DVec3::new(3.0, 4.0, 0.0), &planes), DVec3::Y * 4.0);
    let wedge = [DVec3::X, DVec3::new(-FRAC_1_SQRT_2, FRAC_1_SQRT_2, 0.0), DVec3::NEG_Y].map(Plane::through_origin);
    assert_eq!(project(DVec3::new(1.0, 1.0, 0.0), &wedge), DVec3::ZERO);
}
