//! Cases that a fuzz target found once, each with its numbers, smaller, and a sentence on what was wrong.

use glam::Vec3;
use sweep8::{Ellipsoid, Hit, Mesh, Sides, SlideSettings, World};

/// A line without motion along an axis was taken to leave at once a box whose far side it lies in: nothing times a huge
/// reciprocal is nothing. It takes a coordinate of exactly 0, where boxes do not grow by rounding.
#[test]
fn a_line_in_the_side_of_a_triangles_box_at_the_origin_is_not_lost() {
    // Found as a segment in the plane z = 0 through an edge that lies in it.
    let found =
        [Vec3::new(0.096_307_23, 0.0, 0.0), Vec3::new(0.615_919_6, 0.0, 0.0), Vec3::new(1.539_799_2, 0.0, -0.382)];
    let world = World::from_mesh(Mesh::new(&found, &[[0, 1, 2]]).unwrap());
    let (from, to) = (Vec3::new(0.0, -0.307_962_3, 0.0), Vec3::new(1.148_050_3, 0.307_962_3, 0.0));
    let hit = world.segment(from, to, Sides::Both).unwrap().expect("the edge is on the way");
    assert!((hit.distance - 0.651_4).abs() < 1e-3, "{hit:?}");

    // Straight onto an edge, on all axes, from both sides, with the triangle on either side of the line.
    for axis in 0..3 {
        let turned = |v: Vec3| Vec3::from_array([v[axis], v[(axis + 1) % 3], v[(axis + 2) % 3]]);
        for (beyond, above) in [(-1.0, 1.0), (1.0, 1.0), (-1.0, -1.0), (1.0, -1.0)] {
            let corners =
                [Vec3::new(-1.0, 0.0, 0.0), Vec3::new(1.0, 0.0, 0.0), Vec3::new(0.0, 0.0, beyond)].map(turned);
            let world = World::from_mesh(Mesh::new(&corners, &[[0, 1, 2]]).unwrap());
            let (origin, down) = (turned(Vec3::Y * above), turned(Vec3::Y * -above));
            let hit = world.ray(origin, down, f32::INFINITY, Sides::Both).unwrap();
            assert_eq!(hit.map(|hit| hit.distance), Some(1.0), "axis {axis}, beyond {beyond}, from {above}");
        }
    }
}

/// The nearest hit of one triangle, alone and with others around it that are far from the way.
fn alone_and_among_others(radii: Vec3, center: Vec3, displacement: Vec3, corners: [Vec3; 3]) -> [Option<Hit>; 2] {
    let shape = Ellipsoid::new(radii).unwrap();
    let far = [1, 2, 3, 4, 5, 6, 7, 8, 9].map(|i| corners.map(|v| v + Vec3::Y * (1e4 * i as f32)));
    let others = [&[corners], &far[..]].concat();
    [vec![corners], others].map(|triangles| {
        let indices: Vec<[u32; 3]> = (0..triangles.len() as u32).map(|i| [3 * i, 3 * i + 1, 3 * i + 2]).collect();
        let world = World::from_mesh(Mesh::new(triangles.as_flattened(), &indices).unwrap());
        world.sweep(&shape, center, displacement, Sides::Front).unwrap()
    })
}

/// Boxes grew by the rounding of each axis alone, while a distance in ellipsoid space is rounded as its largest
/// coordinate: with radii of 5 cm and 3.4 m, whether a triangle was looked at depended on the boxes around it.
#[test]
fn a_touch_within_rounding_does_not_depend_on_what_else_is_in_the_world() {
    let [alone, among] = alone_and_among_others(
        Vec3::new(0.05, 3.393_304_3, 0.050_018_623),
        Vec3::new(23.513_313, 3.404_979, -1.000_668_8),
        Vec3::new(-46.926_63, -0.023_010_038, 1.828_132_5),
        [
            Vec3::new(-0.136_602_54, 0.0, -0.136_602_54),
            Vec3::new(0.123_205_08, 0.0, 0.013_397_47),
            Vec3::new(0.163_397_48, 0.0, -0.136_602_54),
        ],
    );
    assert_eq!(alone, among);
    assert!(alone.is_some(), "the block test touches it by rounding, and nothing may hide it");
}

/// Over kilometres a miss by a hundredth of a radius is a touch within rounding, but boxes grew by the rounding of
/// corners alone: whether a slide of four kilometres touched an edge on its way depended on the boxes around it.
#[test]
fn a_long_way_past_an_edge_does_not_depend_on_what_else_is_in_the_world() {
    let mut touches = 0;
    for miss in 0..400_u16 {
        let height = -0.298_203_74 * (1.0 + 1e-4 * f32::from(miss));
        let [alone, among] = alone_and_among_others(
            Vec3::new(0.05, 0.298_203_74, 0.050_000_07),
            Vec3::new(1.431_977_7, height, -0.451_757_2),
            Vec3::new(4_088.0, 0.0, 4_088.0),
            [Vec3::ZERO, Vec3::new(5.468_75, 33.335_47, 0.001_149_368_5), Vec3::new(5.468_75, 0.0, 0.0)],
        );
        assert_eq!(alone, among, "passed {height} m below it");
        touches += u32::from(alone.is_some());
    }
    assert!(touches > 50, "{touches} touched");
}

/// The areas of a needle that lies on a line with the ray, far beside it, are rounding; when they came out as zeros
/// and one number above, the ray hit it, thirty metres off.
#[test]
fn a_ray_does_not_hit_a_needle_that_points_at_it_from_afar() {
    let needle = [
        Vec3::new(31.640_625, -12.207_682, 0.096_307_23),
        Vec3::new(31.608_984, -12.195_474, 0.096_210_93),
        Vec3::new(31.608_984, -12.195_474, 0.096_212_454),
    ];
    let origin = Vec3::new(-0.001_525_878_9, -2.328_306_4e-8, -2.328_306_4e-8);
    let heading = Vec3::new(0.428_198_8, -0.391_165_8, 1.833_328_2);
    // Large ones in the same block, without which nobody would look at the needle.
    let sheet = [Vec3::new(-90.0, -50.0, -90.0), Vec3::new(0.0, -50.0, 90.0), Vec3::new(90.0, -50.0, -90.0)];
    let roof = sheet.map(|v| v + Vec3::Y * 200.0);
    let world_around = |needle: [Vec3; 3]| {
        let triangles = [needle, sheet, roof];
        World::from_mesh(Mesh::new(triangles.as_flattened(), &[[0, 1, 2], [3, 4, 5], [6, 7, 8]]).unwrap())
    };
    let world = world_around(needle);
    for distance in [12.0, 50.0] {
        for sides in [Sides::Both, Sides::Front] {
            assert_eq!(world.ray(origin, heading, distance, sides), Ok(None));
        }
    }
    // Needles of 4 cm, thirty metres beside a ray, all around, each pointing at it.
    let mut hits = 0;
    for step in 0..20_000_u16 {
        let angle = f32::from(step) * 0.01;
        let out = Vec3::new(angle.cos(), 0.2 * (angle * 0.37).sin(), angle.sin());
        let along = Vec3::Y * (f32::from(step) * 1e-3 - 10.0);
        let needle = [along + out * 30.0, along + out * 30.04, along + out * 30.04 + Vec3::new(1e-6, 1.5e-6, 1e-6)];
        let hit = world_around(needle).ray(Vec3::Y * -20.0, Vec3::Y, 60.0, Sides::Both).unwrap();
        hits += u32::from(hit.is_some());
    }
    assert_eq!(hits, 0, "needles thirty metres beside the ray were hit");
}

/// A fraction is an `f32`: over three kilometres its last place is 0.2 mm, and a stop kept no more than an eighth of the
/// skin off, however long the way: thin skins were entered.
#[test]
fn a_long_fall_onto_a_floor_keeps_a_thin_skin() {
    let floor = [Vec3::new(-9.0, 0.0, -9.0), Vec3::new(0.0, 0.0, 9.0), Vec3::new(9.0, 0.0, -9.0)];
    let world = World::from_mesh(Mesh::new(&floor, &[[0, 1, 2]]).unwrap());
    let ball = Ellipsoid::ball(0.5).unwrap();
    let settings = SlideSettings { skin: 0.001, ..SlideSettings::default() };
    for case in 0..200_u16 {
        let height = 2_000.0 + 7.3 * f32::from(case);
        let out = world.slide(&ball, Vec3::Y * height, Vec3::Y * -4_000.0, &settings).unwrap();
        let gap = f64::from(out.position.to_vec3().y) - 0.5;
        assert!((0.000_874..0.003).contains(&gap), "from {height} m it ends {gap} m above the floor");
        // The next move brings it as near as a short one does.
        let out = world.slide(&ball, out.position.to_vec3(), Vec3::Y * -1.0, &settings).unwrap();
        assert!((f64::from(out.position.to_vec3().y) - 0.501).abs() < 1e-6, "{out:?}");
    }
}

/// The judge held a contact against the plane of a needle that is 56 m long and less high than a coordinate there is exact:
/// its normal is rounding, while that of the contact was right.
#[test]
fn a_needle_less_high_than_rounding_is_touched_with_the_normal_of_the_surface_around_it() {
    let tip = [Vec3::new(0.0, -0.765_366_7, 11.592_007), Vec3::new(4.447_065_4e-9, -0.738_064_65, 11.542_006_5)];
    let corners = [
        tip[0],
        tip[1],
        Vec3::new(1.443_550_1e-9, -0.788_064_66, 11.542_006_5),
        Vec3::new(1.466_833e-6, 26.536_667, -38.408_085),
    ];
    let world = World::from_mesh(Mesh::new(&corners, &[[0, 1, 2], [1, 0, 3]]).unwrap());
    let shape = Ellipsoid::new(Vec3::new(0.4, 0.9, 0.4)).unwrap();
    let center = Vec3::new(-0.390_179_04, 44.844_364, 23.532_27);
    let displacement = Vec3::new(-0.019_641_876, -91.191_4, -23.930_445);
    let hit = world
        .sweep(&shape, center, displacement, Sides::Both)
        .expect("input in range")
        .expect("it passes 1 cm into the surface");
    assert!(hit.normal.distance(Vec3::NEG_X) < 1e-3, "{hit:?}");
}
