//! The scenes hold what they promise: sound data, the same bytes on each build, closed where they say so, and the
//! measures in their names.

mod dungeon;
mod geometry;
mod hard_places;
mod shapes;
mod solids;

use std::collections::BTreeSet;

use geometry::{around, hits, normal, ray, slope};
use glam::{DVec3, Vec3};
use sweep8_bench::levels::scenes::builder::{Builder, trig};
use sweep8_bench::levels::scenes::dungeon::dungeon;
use sweep8_bench::levels::scenes::terrain::{RIM_HEIGHT, terrain};
use sweep8_bench::levels::scenes::{Scene, build};
use sweep8_bench::random::Random;

#[test]
fn every_scene_is_sound_and_has_a_name() {
    let mut names = BTreeSet::new();
    for scene in Scene::ALL {
        let level = scene.build();
        println!(
            "{scene:13} {:7} triangles, hash {:#018x}: {}",
            level.triangles.len(),
            level.hash(),
            scene.description()
        );
        assert!(names.insert(scene.name()), "{scene} twice");
        assert_eq!(scene.name().parse(), Ok(scene));
        assert_eq!(level.name, scene.name());
        assert!(!level.triangles.is_empty(), "{scene}");
        assert!(level.positions.iter().all(|p| p.is_finite()), "{scene}");
        assert!(level.triangles.iter().flatten().all(|&i| (i as usize) < level.positions.len()), "{scene}");
        let degenerate = level.each_triangle().filter(|t| normal(*t) == DVec3::ZERO).count();
        assert_eq!(degenerate, if scene == Scene::Needles { 400 } else { 0 }, "{scene}");
        assert_eq!(level.hash(), scene.build().hash(), "{scene} differs from build to build");
    }
    assert_eq!(build("grid"), Some(Scene::Grid.build()));
    assert_eq!(build("Grid"), None);
    let unknown = "castle".parse::<Scene>().expect_err("no such scene").to_string();
    assert!(unknown.contains("castle") && Scene::names().all(|name| unknown.contains(name)), "{unknown}");
}

/// Equal on every machine and in debug and release. A deliberate change of a scene changes its line, and with it the
/// hashes of every crowd that walks there.
#[test]
fn scenes_are_the_same_bytes_everywhere() {
    let expected = [
        (Scene::Dungeon, 0x28f5_848e_a3f9_b995),
        (Scene::Terrain, 0x71a6_9833_26bf_30ce),
        (Scene::Stairs, 0x8d6e_8003_9f8a_363d),
        (Scene::VCorner, 0x47cd_c7ba_fb09_5c24),
        (Scene::Wedge, 0x4778_c0fb_73d7_625d),
        (Scene::Funnel, 0x1fed_eac4_8298_1dc0),
        (Scene::Seam, 0xc0e8_edd3_8fef_22b0),
        (Scene::SeamMatched, 0x19c6_90d0_184b_356d),
        (Scene::Grid, 0x800d_198d_ca99_e041),
        (Scene::Crest, 0x07c4_fbdb_c4b4_2229),
        (Scene::Humps, 0xaf1d_75e7_19b6_a754),
        (Scene::Needles, 0x581a_770c_102d_0e66),
        (Scene::Big, 0x29b2_d35f_b377_6c37),
        (Scene::Far, 0x086f_e32d_c325_709f),
        (Scene::DenseFloor, 0x6e7c_948b_b83a_65eb),
        (Scene::Furniture, 0x2711_6169_88b8_5cf8),
        (Scene::Vaults, 0xd973_b761_ab0a_069e),
        (Scene::Edges, 0x1bb6_d623_9f4e_a48f),
        (Scene::Shafts, 0xd9ad_f10d_9bb9_6f5e),
        (Scene::Gullies, 0x402a_2f0c_61d2_b3ea),
        (Scene::Doorway, 0xb390_826a_e782_88ed),
    ];
    assert_eq!(expected.map(|(scene, _)| scene), Scene::ALL);
    for (scene, hash) in expected {
        assert_eq!(scene.build().hash(), hash, "{scene}: {:#018x}", scene.build().hash());
    }
}

#[test]
fn nobody_walks_off_a_scene() {
    for scene in Scene::ALL {
        let level = scene.build();
        let Some((low, high)) = level.bounds() else { panic!("{scene} is empty") };
        let middle = (low + high).as_dvec3() * 0.5;
        // The large ones have tests of their own, and rays against them take long.
        if matches!(scene, Scene::Dungeon | Scene::Terrain | Scene::Vaults) || scene.is_dense() {
            continue;
        }
        for direction in around(300) {
            // From over the highest ground: whoever stands anywhere is not higher than that.
            let from = DVec3::new(middle.x, f64::from(high.y) - 0.5, middle.z);
            assert!(hits(&level, from, direction), "{scene}: open towards {direction}");
        }
        let mut random = Random::new(3);
        for _ in 0..300 {
            let size = high - low;
            let from = low + Vec3::new(random.unit(), 1.0, random.unit()) * size;
            if scene == Scene::VCorner && from.z.abs() > trig(22.4).2 * from.x
                || scene == Scene::Gullies
                || scene == Scene::Funnel && Vec3::new(from.x, 0.0, from.z).length() > 9.6
            {
                continue;
            }
            assert!(hits(&level, from.as_dvec3(), DVec3::NEG_Y), "{scene}: no ground under {from}");
        }
    }
}

#[test]
fn fronts_face_the_free_side() {
    // The first thing met from above the middle of a scene is the front of some ground.
    for scene in Scene::ALL {
        let level = scene.build();
        let Some((low, high)) = level.bounds() else { panic!("{scene} is empty") };
        let start = (low + high).as_dvec3() * 0.5 + DVec3::new(0.013, 0.0, 0.007);
        let start = if scene == Scene::Dungeon {
            dungeon(6, 6, 8).rooms[0].as_dvec3() + DVec3::Y
        } else if matches!(scene, Scene::Furniture | Scene::Vaults) {
            // There are walls in the middle, or a column.
            DVec3::new(1.3, 2.1, 1.2)
        } else {
            start.with_y(f64::from(high.y) - 0.1)
        };
        let directions = around(16).chain([DVec3::NEG_Y]);
        for direction in directions {
            let direction = (direction + DVec3::new(0.001, 0.0, 0.002)).normalize();
            let mut nearest = (f64::INFINITY, DVec3::ZERO);
            for triangle in level.each_triangle() {
                if let Some(t) = ray(start, direction, triangle)
                    && t < nearest.0
                {
                    nearest = (t, normal(triangle));
                }
            }
            // The wedge starts over its ceiling, which is seen from behind; the rim of the terrain is lower in places.
            let over =
                scene == Scene::Wedge && direction.y < -0.9 || scene == Scene::Terrain && nearest.0.is_infinite();
            assert!(over || nearest.1.dot(direction) < 0.0, "{scene}: back seen towards {direction} at {}", nearest.0);
        }
    }
}

#[test]
fn a_box_and_an_enclosure_face_the_right_way() {
    let mut builder = Builder::new("box");
    builder.cuboid(Vec3::ONE, Vec3::new(2.0, 3.0, 4.0));
    let level = builder.finish();
    assert_eq!((level.triangles.len(), level.positions.len()), (12, 8));
    let center = DVec3::new(1.5, 2.0, 2.5);
    assert!(level.each_triangle().all(|t| normal(t).dot(t[0].as_dvec3() - center) > 0.0));

    let mut builder = Builder::new("yard");
    builder.floor([-4.0, -2.0], [4.0, 2.0], 0.0, 4, 2);
    builder.enclose(3.0);
    let level = builder.finish();
    assert_eq!(level.bounds(), Some((Vec3::new(-4.0, -1.0, -2.0), Vec3::new(4.0, 3.0, 2.0))));
    assert!(level.each_triangle().all(|t| normal(t).dot(DVec3::new(0.0, 0.1, 0.0) - t[0].as_dvec3()) > 0.0));
}

#[test]
fn terrain_has_walkable_hills_and_a_rim() {
    let level = Scene::Terrain.build();
    assert_eq!(level.triangles.len(), 524_288);
    assert_eq!(level.positions.len(), 513 * 513);
    let border = 128.0;
    let mut slopes = Vec::new();
    for triangle in level.each_triangle() {
        let slope = slope(triangle);
        if triangle.iter().any(|p| p.x.abs() == border || p.z.abs() == border) {
            assert!(slope > 60.0, "rim of {slope} degrees");
        } else {
            slopes.push(slope);
        }
    }
    slopes.sort_by(f64::total_cmp);
    let at = |part: f64| slopes[((slopes.len() - 1) as f64 * part) as usize];
    println!("slopes: median {:.1}, 90 % {:.1}, 99 % {:.1}, steepest {:.1}", at(0.5), at(0.9), at(0.99), at(1.0));
    assert!((5.0..20.0).contains(&at(0.5)) && (30.0..42.0).contains(&at(1.0)));

    // The edge is more than 4 m above the ground one cell inside, all along.
    let at = |i: usize, j: usize| level.positions[j * 513 + i].y;
    for k in 1..512 {
        for (edge, inside) in [((k, 0), (k, 1)), ((k, 512), (k, 511)), ((0, k), (1, k)), ((512, k), (511, k))] {
            let rise = at(edge.0, edge.1) - at(inside.0, inside.1);
            assert!((4.0..RIM_HEIGHT + 2.0).contains(&rise), "{rise} m at {k}");
        }
    }
    assert_eq!(terrain(3, 5, 1.0, 1).triangles.len(), 30);
    assert_ne!(terrain(8, 8, 1.0, 1).hash(), terrain(8, 8, 1.0, 2).hash());
    assert!(terrain(0, 0, 1.0, 1).triangles.is_empty());
}

#[test]
fn random_numbers_keep_their_range() {
    let mut random = Random::new(42);
    let mut seen = [0_usize; 10];
    for _ in 0..10_000 {
        let unit = random.unit();
        assert!((0.0..1.0).contains(&unit));
        assert!((-3.0..=5.0).contains(&random.range_f32(-3.0, 5.0)));
        assert!((0.0..=std::f32::consts::TAU).contains(&random.angle()));
        seen[random.below(10)] += 1;
    }
    assert!(seen.iter().all(|&count| (800..1200).contains(&count)), "{seen:?}");
    assert_eq!(random.below(0), 0);
    assert_ne!(Random::new(1).next_u64(), Random::new(2).next_u64());
    // The published generator's first number for this seed.
    assert_eq!(Random::new(1_234_567).next_u64(), 6_457_827_717_110_365_317);
}
