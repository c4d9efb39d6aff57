//! Cases that queries once answered wrong, each with its numbers and what was wrong.

use glam::Vec3;
use sweep8::{Ellipsoid, Mesh, Sides, SlideSettings, World};
use sweep8_scalar_ref::brute_force::{distance, segment_crosses};

fn world_of(corners: [Vec3; 3]) -> World {
    World::from_mesh(Mesh::new(&corners, &[[0, 1, 2]]).expect("finite"))
}

/// The world's own test of "at least this far" in `f64`.
fn apart(center: Vec3, corners: [Vec3; 3]) -> f64 {
    distance(center.as_dvec3(), &corners.map(Vec3::as_dvec3))
}

/// The direction out was that of a rounding, or up, which here lies along the triangle: moved so, the ball stayed in
/// it.
#[test]
fn a_ball_on_a_triangle_too_thin_for_a_normal_leaves_across_it() {
    let ball = Ellipsoid::ball(1.0).expect("a ball");
    for (corners, center) in [
        ([Vec3::NEG_Y, Vec3::Y, Vec3::new(1e-30, 0.0, 0.0)], Vec3::new(0.0, 0.3, 0.0)),
        ([Vec3::NEG_X, Vec3::X, Vec3::new(0.0, 1e-30, 0.0)], Vec3::new(0.3, 0.0, 0.0)),
        ([Vec3::NEG_Z, Vec3::Z, Vec3::new(0.0, 1e-30, 0.0)], Vec3::new(0.0, 0.0, -0.2)),
    ] {
        let world = world_of(corners);
        let mut contacts = Vec::new();
        world.depenetrate(&ball, center, Sides::Both, &mut contacts).expect("finite");
        let [contact] = contacts[..] else { panic!("one triangle, {} contacts", contacts.len()) };
        let moved = center + contact.normal * contact.depth;
        assert!(apart(moved, corners) > 1.0 - 1e-6, "{contact:?} leads to {}", apart(moved, corners));
    }
}

/// The push ended on the surface, rounding found it again, thirty-two times: 4e-9 m were left of a single triangle.
#[test]
fn a_push_out_of_one_triangle_leaves_no_crumb() {
    let corners = [
        Vec3::new(-2.331_457_4, 0.940_919_76, -0.103_110_16),
        Vec3::new(-2.312_246_6, -0.343_169_57, -0.501_419_6),
        Vec3::new(-2.709_408_8, -1.417_337_8, -0.553_286_25),
    ];
    let center = Vec3::new(-2.326_552_6, -0.048_678_935, -0.265_684_28);
    let ball = Ellipsoid::ball(0.35).expect("a ball");
    let world = world_of(corners);
    let mut contacts = Vec::new();
    let out = world.depenetrate(&ball, center, Sides::Both, &mut contacts).expect("finite");
    assert_eq!((contacts.len(), out.depth_left), (1, 0.0));
}

/// A coordinate of exactly 0 gave a box no room for rounding: the ray along the other axis left it at once.
#[test]
fn a_ray_down_onto_a_rim_in_a_coordinate_plane_hits() {
    let world = world_of([Vec3::new(1.85, 0.0, -0.37), Vec3::new(2.22, 0.0, 0.0), Vec3::new(1.85, 0.0, 0.0)]);
    let origin = Vec3::new(2.22, 2.25, 0.0);
    let hit = world.ray(origin, Vec3::NEG_Y, f32::INFINITY, Sides::Both).expect("finite");
    assert_eq!(hit.map(|hit| hit.distance), Some(2.25));
}

/// The ray was cut at the far corner of the world, rounded down.
#[test]
fn rays_aimed_at_the_corners_of_a_box_from_inside_hit_them() {
    let half = Vec3::new(3.1, 2.3, 4.7);
    let corner = |i: u32| {
        let sign = |bit: u32| if i >> bit & 1 == 0 { -1.0 } else { 1.0 };
        half * Vec3::new(sign(0), sign(1), sign(2))
    };
    let positions: Vec<Vec3> = (0..8).map(corner).collect();
    let quads = [[0, 1, 3, 2], [4, 6, 7, 5], [0, 4, 5, 1], [2, 3, 7, 6], [0, 2, 6, 4], [1, 5, 7, 3]];
    let triangles: Vec<[u32; 3]> = quads.iter().flat_map(|&[a, b, c, d]| [[a, b, c], [a, c, d]]).collect();
    let world = World::from_mesh(Mesh::new(&positions, &triangles).expect("finite"));
    for step in 0..1000 {
        let origin = half * Vec3::new(0.9, 0.7, 0.5) * (f32::from(step as i16) * 0.001);
        for &target in &positions {
            let hit = world.ray(origin, target - origin, f32::INFINITY, Sides::Both).expect("finite");
            assert!(hit.is_some(), "from {origin} to {target}");
        }
    }
}

/// Areas of a needle in `f32` weighed the distance: the hit lay centimetres off the triangle.
#[test]
fn a_ray_onto_a_needle_hits_the_needle() {
    let (from, to) = (Vec3::new(-4.0, 1.0, -3.0), Vec3::new(4.0, -1.0, 3.0));
    let corners = [from, to, Vec3::new(0.0, 1e-3, 1e-3)];
    let world = world_of(corners);
    let mut hits = 0;
    for step in 1..200 {
        let target = from.lerp(Vec3::new(0.0, 0.5e-3, 0.5e-3), step as f32 / 200.0);
        let origin = target + Vec3::new(0.3, 5.0, -0.2);
        let Some(hit) = world.ray(origin, target - origin, 9.0, Sides::Both).expect("finite") else {
            continue;
        };
        hits += 1;
        assert!(apart(hit.point, corners) < 1e-5, "{hit:?} is {} off", apart(hit.point, corners));
    }
    assert!(hits > 20, "{hits} hits");
}

/// The end of the segment was compared after a rounded difference and a rounded average: one in ten ended before the
/// floor.
#[test]
fn a_segment_that_ends_on_a_floor_or_wall_touches_it() {
    let floor = world_of([Vec3::new(-9.0, 0.7, -9.0), Vec3::new(0.0, 0.7, 9.0), Vec3::new(9.0, 0.7, -9.0)]);
    for step in 1..1000 {
        let height = 0.7 + step as f32 * 0.003;
        let (above, on) = (Vec3::new(1.0, height, 1.0), Vec3::new(1.0, 0.7, 1.0));
        let aslant = Vec3::new(0.3, height, -0.9);
        for (from, to) in [(above, on), (on, above), (aslant, on), (on, aslant)] {
            let hit = floor.segment(from, to, Sides::Both).expect("finite");
            assert!(hit.is_some(), "from {from} to {to}");
        }
        let hit = floor.ray(above, Vec3::NEG_Y, height - 0.7, Sides::Both).expect("finite");
        assert!(hit.is_some_and(|hit| hit.distance == height - 0.7), "{hit:?} from {height}");
    }
}

/// The pushes led around the end of a wall, and their sum, which is what is returned, straight through it.
#[test]
fn the_way_out_of_two_crossing_sheets_leads_through_neither() {
    let sheets = [
        [Vec3::new(-1.58, -0.64, -0.14), Vec3::new(1.9, -0.78, 1.82), Vec3::new(0.16, 0.74, -0.02)],
        [Vec3::new(0.0, -0.94, 0.82), Vec3::new(1.92, 1.88, 1.36), Vec3::new(-1.46, -1.14, -1.86)],
    ];
    let world = World::from_mesh(Mesh::new(sheets.as_flattened(), &[[0, 1, 2], [3, 4, 5]]).expect("finite"));
    let ball = Ellipsoid::ball(0.8).expect("a ball");
    let crosses = |from: Vec3, to: Vec3| {
        let [from, to] = [from, to].map(Vec3::as_dvec3);
        sheets.iter().any(|sheet| segment_crosses(from, to, &sheet.map(Vec3::as_dvec3)))
    };
    let start = Vec3::new(0.445, 0.115, 0.49);
    let mut center = start;
    let mut rounds = 0;
    while world.overlap(&ball, center, Sides::Both).expect("finite") {
        let out = world.depenetrate(&ball, center, Sides::Both, &mut Vec::new()).expect("finite");
        assert!(!crosses(center, center + out.displacement), "round {rounds}: through a sheet, {out:?}");
        center += out.displacement;
        rounds += 1;
        assert!(rounds <= 10, "still inside at {center}");
    }

    let rest = world.slide(&ball, start, Vec3::ZERO, &SlideSettings::default()).unwrap();
    let mut from = start;
    for &corner in rest.waypoints() {
        assert!(!crosses(from, start + corner), "the slide's recovery led through a sheet");
        from = start + corner;
    }
}

/// One answer found the overlap in the lanes and none in `f64`: the loop that anybody would write never ended.
#[test]
fn asking_the_way_out_until_nothing_overlaps_ends_at_once() {
    let person = Ellipsoid::new(Vec3::new(0.4, 0.9, 0.4)).expect("a person");
    for (size, far) in [(9.0, 0.0), (90.0, 0.0), (9.0, 1000.0)] {
        let (sine, cosine) = 0.5_f32.sin_cos();
        let at = |x: f32, z: f32| Vec3::new(far + x * cosine, x * sine, z);
        let world = world_of([at(-size, -size), at(0.0, size), at(size, -size)]);
        let mut most = 0;
        for step in 0..500 {
            let along = step as f32 * 0.004 - 1.0;
            let mut center = at(along, 0.1) + Vec3::Y * (0.3 + step as f32 * 0.001);
            let mut rounds = 0;
            while world.overlap(&person, center, Sides::Both).expect("finite") {
                center +=
                    world.depenetrate(&person, center, Sides::Both, &mut Vec::new()).expect("finite").displacement;
                rounds += 1;
                assert!(rounds <= 3, "{size} m, {far} m out, start {step}: still overlapping after {rounds} rounds");
            }
            most = most.max(rounds);
        }
        println!("{size} m, {far} m out: at most {most} rounds");
        assert!(most > 0);
    }
}
