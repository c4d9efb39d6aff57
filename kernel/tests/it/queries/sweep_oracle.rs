//! The sweep against `f64`: nothing missed, nothing invented, nothing too early or too late, on hard single triangles
//! and in whole meshes.
//!
//! The judge gets the very `f32` numbers that the kernel gets and knows no tree and no lanes (see `testkit/judge.rs`). A
//! figure a family is printed: the largest error of the distance at the contact, as part of what is allowed.

use crate::testkit::Random;
use crate::testkit::cases;
use crate::testkit::families::FAMILIES;
use crate::testkit::hard::{ALL, stretched};
use crate::testkit::judge::{Tally, Way, is_degenerate, judge, tolerance};
use crate::testkit::worlds::{Level, room, rounded, terrain, world_of};
use glam::{DVec3, Vec3};
use std::array;
use sweep8::inspect::{LaneResult, sweep_eight};
use sweep8::{Backend, Sides};
use sweep8_scalar_ref::brute_force::{Triangle, distance, least_distance_along};

const SHAPES: [Vec3; 5] =
    [Vec3::ONE, Vec3::splat(0.35), Vec3::new(0.4, 0.9, 0.4), Vec3::new(2.0, 0.3, 1.0), Vec3::new(0.1, 3.0, 0.5)];

/// Where characters are: at the origin, 1 km and 10 km away from it.
fn places(random: &mut Random) -> [DVec3; 3] {
    [DVec3::ZERO, random.direction() * 1e3, random.direction() * 1e4]
}

#[test]
fn world_sweep_agrees_with_f64_for_every_family_shape_and_place() {
    for (seed, (name, family)) in ALL.into_iter().enumerate() {
        let mut random = Random(1_000 + seed as u64);
        let mut tally = Tally::default();
        let mut degenerate = 0;
        for _ in 0..cases(1_500, 500) {
            for radii in SHAPES {
                for place in places(&mut random) {
                    let case = family(&mut random);
                    let case = stretched(&mut random, &case, radii.as_dvec3());
                    let placed = |v: DVec3| (place + v * radii.as_dvec3()).as_vec3();
                    let triangle = case.triangle.map(placed);
                    let displacement = (case.displacement * radii.as_dvec3()).as_vec3();
                    let way = Way { radii, center: placed(case.center), displacement };
                    let world = world_of(&[triangle]);
                    let hit =
                        world.sweep(&way.shape(), way.center, way.displacement, Sides::Both).expect("input in range");
                    if is_degenerate(&triangle) {
                        assert_eq!((hit, world.report().degenerate), (None, 1), "{name}: {triangle:?}");
                        degenerate += 1;
                        continue;
                    }
                    judge(&[triangle], &way, hit.as_ref(), &mut tally);
                }
            }
        }
        println!("{name}: {degenerate} without area");
        tally.settle(name);
        if name != "degenerate" {
            assert!(tally.sweeps > cases(15_000, 5_000), "{name}: {} sweeps", tally.sweeps);
            assert!(tally.later > cases(2_000, 600) || name == "embedded", "{name}: {} hits", tally.later);
        }
    }
}

/// The block test alone, in ellipsoid space: here triangles without area count, as their edges.
#[test]
fn block_sweep_agrees_with_f64_for_every_family() {
    for (seed, (name, family)) in ALL.into_iter().enumerate() {
        let mut random = Random(2_000 + seed as u64);
        let mut tally = Tally::default();
        for _ in 0..cases(10_000, 2_000) {
            let first = family(&mut random);
            let first = stretched(&mut random, &first, DVec3::ONE);
            let (start, displacement) = (first.center.as_vec3(), first.displacement.as_vec3());
            let triangles: [[Vec3; 3]; 8] = array::from_fn(|lane| {
                let case = if lane == 0 { first } else { family(&mut random) };
                case.triangle.map(|v| (v - case.center + first.center).as_vec3())
            });
            let swept = |triangles| sweep_eight(Backend::best(), &triangles, start, displacement, 1.0, false, false);
            let together = swept(triangles);
            let least = together.iter().filter_map(|lane| lane.fraction).fold(f32::INFINITY, f32::min);
            for (lane, triangle) in triangles.iter().enumerate() {
                let wide: Triangle = triangle.map(|v| v.as_dvec3() - start.as_dvec3());
                let d = displacement.as_dvec3();
                // By itself: among others its way may end before it is touched.
                let [alone, ..] = swept([*triangle; 8]);
                judge_block(&wide, d, alone.fraction, alone.start_square, &mut tally);
                let LaneResult { fraction, start_square, .. } = together[lane];
                let behind = fraction.is_none() && alone.fraction.is_some_and(|alone| alone > least);
                let same = fraction == alone.fraction || behind;
                assert!(same && start_square == alone.start_square, "{name}, lane {lane}: {together:?}, not {alone:?}");
            }
        }
        tally.settle(name);
        assert!(
            tally.sweeps == cases(80_000, 16_000) && tally.later + tally.overlaps > cases(5_000, 1_000),
            "{name}: too few"
        );
    }
}

fn judge_block(local: &Triangle, d: DVec3, fraction: Option<f32>, start_square: Option<f32>, tally: &mut Tally) {
    tally.sweeps += 1;
    let allowed = tolerance(local, d);
    let path = d * fraction.map_or(1.0, f64::from);
    let apart = distance(path, local);
    if let Some(square) = start_square {
        tally.overlaps += 1;
        let off = (f64::from(square).sqrt() - apart).abs();
        if fraction != Some(0.0) || off > allowed {
            tally.complain(|| format!("starts {apart} apart, not {}: {local:?}, {d}", square.sqrt()));
        }
        return;
    }
    let least = least_distance_along(DVec3::ZERO, path, local);
    tally.measure((1.0 - least) / allowed, || format!("too late or missed, {local:?}, {d}, {fraction:?}"));
    if least < 1.0 - allowed {
        tally.complain(|| format!("missed or too late: as near as {least} by {fraction:?}, {local:?}, {d}"));
    }
    if fraction.is_some() {
        tally.later += 1;
        tally.measure((apart - 1.0).abs() / allowed, || format!("at the contact, {local:?}, {d}, {fraction:?}"));
        if (apart - 1.0).abs() > allowed {
            tally.complain(|| format!("{apart} apart at {fraction:?}, {local:?}, {d}"));
        }
    } else {
        tally.misses += 1;
    }
}

/// Rooms, terrain, and a soup of all families, each moved to all places.
fn levels(random: &mut Random) -> Vec<(&'static str, f64, Level)> {
    let mut all = Vec::new();
    for place in places(random) {
        let at =
            |level: Level| -> Level { level.iter().map(|t| t.map(|v| (v.as_dvec3() + place).as_vec3())).collect() };
        all.push(("room", 4.0, at(room(random, 4.0, 6, 30))));
        all.push(("terrain", 8.0, at(terrain(random, 16, 1.0, 0.5))));
        let mut soup = Vec::new();
        for _ in 0..30 {
            for (_, family) in FAMILIES {
                let case = family(random);
                let target = random.vector(6.0);
                soup.push(case.triangle.map(|v| v - case.center + target));
            }
        }
        all.push(("soup", 6.0, at(rounded(&soup))));
    }
    all
}

/// Towards some point of the level, 0.01 to 100 m.
fn aimed(random: &mut Random, middle: DVec3, half: f64, center: Vec3) -> Vec3 {
    let target = middle + random.vector(half) * DVec3::new(1.0, 0.1, 1.0);
    ((target - center.as_dvec3()).normalize() * random.scale(0.01, 100.0)).as_vec3()
}

#[test]
fn whole_meshes_agree_with_f64_over_all_triangles() {
    let mut random = Random(3_000);
    for (name, half, level) in levels(&mut random) {
        let world = world_of(&level);
        let (low, high) = world.bounds().unwrap();
        let middle = (low.as_dvec3() + high.as_dvec3()) * 0.5;
        let mut tally = Tally::default();
        for _ in 0..250 {
            for radii in SHAPES {
                let radii = radii * random.scale(0.2, 1.0) as f32;
                let center = (middle + random.vector(half)).as_vec3();
                let displacement = aimed(&mut random, middle, half, center);
                let way = Way { radii, center, displacement };
                let hit = world.sweep(&way.shape(), way.center, way.displacement, Sides::Both).expect("input in range");
                judge(&level, &way, hit.as_ref(), &mut tally);
            }
        }
        tally.settle(&format!("{name} at {:.0} m", middle.length()));
        assert!(tally.sweeps == 1_250 && tally.later > 200 && tally.overlaps > 50, "{name}: too few");
    }
}

#[test]
fn tree_gives_the_bits_of_one_world_a_triangle() {
    let mut random = Random(4_000);
    let (mut later, mut overlaps, mut misses, mut seams) = (0, 0, 0, 0);
    for (name, half, level) in levels(&mut random) {
        let world = world_of(&level);
        let (low, high) = world.bounds().unwrap();
        let middle = (low.as_dvec3() + high.as_dvec3()) * 0.5;
        let alone: Vec<_> = level.iter().map(|t| world_of(&[*t])).collect();
        for _ in 0..200 {
            let radii = SHAPES[random.whole(0, 4) as usize] * random.scale(0.2, 1.0) as f32;
            let center = (middle + random.vector(half)).as_vec3();
            let displacement = aimed(&mut random, middle, half, center);
            let way = Way { radii, center, displacement };
            let hit = world.sweep(&way.shape(), center, displacement, Sides::Both).expect("input in range");
            let each = alone.iter().zip(0_u32..).filter_map(|(world, id)| {
                world
                    .sweep(&way.shape(), center, displacement, Sides::Both)
                    .expect("input in range")
                    .map(|hit| (hit, id))
            });
            // Lowest id among equal fractions: the first that is least. Of overlaps, any of those at fraction 0.
            let each: Vec<_> = each.collect();
            let first = each.iter().min_by(|a, b| a.0.fraction.total_cmp(&b.0.fraction));
            match (hit, first) {
                (None, None) => misses += 1,
                (Some(hit), Some((expected, id))) => {
                    assert_eq!(hit.fraction.to_bits(), expected.fraction.to_bits(), "{name}: {way:?}");
                    if hit.overlap > 0.0 {
                        overlaps += 1;
                        assert!(each.iter().any(|(h, id)| *id == hit.triangle && h.overlap == hit.overlap));
                    } else {
                        later += 1;
                        let own = each.iter().find(|(_, id)| *id == hit.triangle).unwrap().0;
                        if hit.triangle == *id {
                            assert_eq!((hit.point, hit.normal), (own.point, own.normal), "{name}: {way:?}");
                        } else {
                            // Over a seam the face is named, though its neighbour's edge is nearer by rounding.
                            seams += 1;
                            let behind = (own.fraction - hit.fraction) * (displacement / radii).length();
                            let largest = way.local(&level[hit.triangle as usize]).map(|v| v.abs().max_element());
                            let largest = largest.into_iter().fold(1.0, f64::max);
                            assert!(f64::from(behind) <= 1e-6 * largest, "{name}: {behind} behind, {way:?}");
                            let lean = lean_from_face(&level[hit.triangle as usize], own.normal, radii);
                            let size = largest + f64::from((displacement / radii).length());
                            assert!(lean * lean <= 3e-6 * size, "{name}: leans {lean}, {way:?}");
                        }
                    }
                }
                (hit, first) => panic!("{name}: {hit:?} from the tree, {first:?} alone, {way:?}"),
            }
        }
    }
    println!("{later} hits on the way, {seams} of them over seams, {overlaps} overlaps, {misses} misses");
    assert!(later > 300 && overlaps > 200 && misses > 20, "too few");
}

/// Sine between a contact normal and the face's, in ellipsoid space: over a seam, or at the rim of the face, no more
/// than the root of a rounding.
fn lean_from_face(triangle: &[Vec3; 3], normal: Vec3, radii: Vec3) -> f64 {
    let [a, b, c] = triangle.map(|v| v.as_dvec3() / radii.as_dvec3());
    let contact = (normal.as_dvec3() * radii.as_dvec3()).normalize();
    (b - a).cross(c - a).normalize().cross(contact).length()
}

#[test]
fn of_duplicate_triangles_the_lowest_id_is_hit() {
    let mut random = Random(5_000);
    let mut hits = 0;
    for _ in 0..300 {
        let fat: Vec<Triangle> = (0..9).map(|_| [0; 3].map(|_| random.vector(3.0))).collect();
        let copies = rounded(&fat);
        let level: Level = (0..4).flat_map(|_| copies.clone()).collect();
        let world = world_of(&level);
        for _ in 0..20 {
            let way = Way {
                radii: SHAPES[random.whole(0, 4) as usize],
                center: random.vector(5.0).as_vec3(),
                displacement: random.vector(8.0).as_vec3(),
            };
            if let Some(hit) =
                world.sweep(&way.shape(), way.center, way.displacement, Sides::Both).expect("input in range")
            {
                hits += 1;
                assert!(hit.triangle < 9, "copy {} of {way:?}", hit.triangle);
            }
        }
    }
    assert!(hits > 1_500, "{hits}");
}

/// A floor of two triangles, and a ball that comes down on it at 0.0001° to 0.6°, touching within rounding of the edge
/// they share: each may leave the contact to the other or to the edge, and one of the three has to take it.
#[test]
fn flat_landing_on_a_shared_edge_is_not_lost_between_two_triangles() {
    let mut random = Random(6_000);
    let mut tally = Tally::default();
    for _ in 0..20_000 {
        let (size, turn) = (random.scale(5.0, 200.0), random.turn());
        let mut corner = |x: f64| (turn * DVec3::new(x, 0.0, random.range(-0.5, 0.5) * x) * size).as_vec3();
        let (left, right) = (corner(-1.0), corner(1.0));
        let [a, b] = [-1.0, 1.0].map(|z| (turn * DVec3::Z * z * size).as_vec3());
        let level = [[a, b, right], [b, a, left]];
        let beside = random.scale(1e-9, 1e-3) * random.range(-1.0, 1.0).signum();
        let touching = DVec3::new(beside, 1.0, random.range(-0.5, 0.5) * size);
        let (sin, cos) = random.range(-1.3, 1.3).sin_cos();
        let heading = DVec3::new(cos, -random.scale(1e-6, 1e-2), sin);
        let displacement = turn * heading * random.range(0.1, 0.5) * size;
        let center = (turn * touching - displacement * random.range(0.0, 0.8)).as_vec3();
        let way = Way { radii: Vec3::ONE, center, displacement: displacement.as_vec3() };
        let hit =
            world_of(&level).sweep(&way.shape(), way.center, way.displacement, Sides::Both).expect("input in range");
        judge(&level, &way, hit.as_ref(), &mut tally);
    }
    tally.settle("shared edge");
    assert!(tally.later > 15_000, "too few");
}
