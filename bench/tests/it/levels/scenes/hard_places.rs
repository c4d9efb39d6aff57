//! Edges, shafts and gullies have the measures they were asked for.

use std::collections::BTreeSet;

use glam::{DVec3, Vec3};
use sweep8_bench::levels::Level;
use sweep8_bench::levels::scenes::edges::{HEIGHTS, LENGTHS};
use sweep8_bench::levels::scenes::gullies::{Stall, gullies};
use sweep8_bench::levels::scenes::shafts::{HEIGHT, SIDES, shafts};
use sweep8_bench::levels::scenes::{Scene, edges};

use super::geometry::{around, normal, ray, slope};

fn nearest(level: &Level, from: DVec3, direction: DVec3) -> Option<(f64, [Vec3; 3])> {
    let met = level.each_triangle().filter_map(|t| ray(from, direction, t).map(|far| (far, t)));
    met.min_by(|a, b| a.0.total_cmp(&b.0))
}

/// Area of all fronts seen from above.
fn level_area(level: &Level) -> f64 {
    level.each_triangle().map(|t| normal(t).y / 2.0).sum()
}

#[test]
fn edges_have_all_lengths_heights_and_slants() {
    let level = Scene::Edges.build();
    // The floor and four walls come first, two triangles each.
    let sheets: Vec<[Vec3; 3]> = level.each_triangle().skip(10).collect();
    let mut found = BTreeSet::new();
    let (mut leans, mut rising) = (BTreeSet::new(), 0);
    for [a, b, c] in &sheets {
        let length = a.distance(*b).round() as u32;
        let height = f32::midpoint(a.y, b.y);
        let number = HEIGHTS.iter().position(|h| (h - height).abs() < 1e-4).expect("a height of the list");
        found.insert((length, number));
        leans.insert((slope([*a, *b, *c]).round() as i32, (c.z - a.z).signum() as i32));
        rising += usize::from(a.y != b.y);
        assert!(a.y.min(b.y) > 0.02, "an edge dips into the floor");
        assert!(slope([*a, *b, *c]) < 90.1, "the front is below");
    }
    println!("{} sheets, {rising} of them rising, leans {leans:?}", sheets.len());
    for length in LENGTHS {
        let heights = found.iter().filter(|(found, _)| *found == length as u32).count();
        assert!(heights >= 3, "{length} m at {heights} heights");
    }
    assert!(leans.len() >= 4 && rising * 3 > sheets.len() && rising < sheets.len());
    // Everything stands on the floor, between the walls.
    let Some((low, high)) = level.bounds() else { panic!("empty") };
    assert!((high.x - low.x, low.y, high.y) == (3_100.0, -3.0, 3.0));
    let small = edges::edges(40.0, 5).finish();
    let lengths = small.each_triangle().skip(10).map(|[a, b, _]| a.distance(b));
    assert!(lengths.fold(0.0, f32::max) < 32.01, "cut to the floor");
}

#[test]
fn shafts_are_as_much_wider_than_bodies_as_they_say() {
    let (radii, gaps) = ([0.1, 0.5], [0.001, 0.01]);
    let level = shafts(&radii, &gaps, 3);
    let mut expected = Vec::new();
    for radius in radii {
        for gap in gaps {
            expected.extend(SIDES.map(|sides| (sides, f64::from(radius) + f64::from(gap))));
        }
    }
    assert_eq!(level.drop_points.len(), expected.len());
    for (point, (sides, wanted)) in level.drop_points.iter().zip(expected) {
        let point = point.as_dvec3();
        // The walls that are met from inside, and how far their planes are.
        let (mut walls, mut widths) = (BTreeSet::new(), Vec::new());
        for direction in around(360) {
            let (far, wall) = nearest(&level, point, direction).expect("closed all round");
            let n = normal(wall).normalize();
            assert!(n.dot(direction) < 0.0 && n.y == 0.0 && far < 2.1 * wanted);
            walls.insert([n.x, n.z].map(|v| (v * 1000.0).round() as i32));
            widths.push((wall[0].as_dvec3() - point).dot(n).abs());
        }
        // A normal that rounds to two neighbours counts twice.
        assert!((sides..=2 * sides).contains(&walls.len()), "{sides}: {walls:?}");
        assert!(widths.iter().all(|width| (width - wanted).abs() < 1e-5), "{sides} walls, {wanted}");
        let (floor, _) = nearest(&level, point, DVec3::NEG_Y).expect("a floor");
        assert!((point.y - floor).abs() < 1e-9);
        assert!(nearest(&level, point, DVec3::Y).is_none(), "open above");
    }
    // Towers cover what their shafts leave open: seen from above there is the floor once and once their tops.
    let tops: f64 = level
        .each_triangle()
        .filter(|t| t.iter().all(|p| p.y == HEIGHT) && slope(*t) < 1.0)
        .map(|t| normal(t).y / 2.0)
        .sum();
    let Some((low, high)) = level.bounds() else { panic!("empty") };
    let floor = f64::from(high.x - low.x) * f64::from(high.z - low.z);
    assert!(tops > 1.0 && (level_area(&level) - tops - floor).abs() < 1e-2);
    assert_ne!(level.hash(), shafts(&radii, &gaps, 4).hash());
}

#[test]
fn gullies_have_their_slopes_and_their_turn() {
    for (steep, turn) in [(45.0_f32, 60.0_f32), (60.0, 5.0), (60.0, 20.0), (50.0, 0.0)] {
        for is_gully in [true, false] {
            let stall =
                if is_gully { Stall::Gully { slope: steep, turn } } else { Stall::BesideWall { slope: steep, turn } };
            let level = gullies(&[stall], &[]);
            let mut downhill = BTreeSet::new();
            for triangle in level.each_triangle() {
                let (angle, n) = (slope(triangle), normal(triangle));
                if angle > 0.1 && angle < 89.9 {
                    assert!((angle - f64::from(steep)).abs() < 1e-2, "{angle} instead of {steep}");
                    downhill.insert((n.z.atan2(-n.x).to_degrees() * 10.0).round() as i32);
                } else {
                    assert!(n.y == 0.0 || n.normalize().y > 0.999_999);
                }
            }
            // Downhill is towards low x, and towards the crease from both sides.
            let wanted = (turn * 10.0).round() as i32;
            let sides = if is_gully { BTreeSet::from([-wanted, wanted]) } else { BTreeSet::from([-wanted]) };
            assert_eq!(downhill, sides, "{steep}, {turn}");
            // Ground everywhere between the walls, once.
            let Some((low, high)) = level.bounds() else { panic!("empty") };
            let box_area = f64::from(high.x - low.x) * f64::from(high.z - low.z);
            assert!((level_area(&level) - box_area).abs() < 1e-3, "{steep}, {turn}");
            for point in &level.drop_points {
                let (_, below) = nearest(&level, point.as_dvec3(), DVec3::NEG_Y).expect("ground");
                assert!((slope(below) - f64::from(steep)).abs() < 1e-2, "a drop point beside the slope");
            }
        }
    }
}

#[test]
fn funnels_of_the_gullies_are_closed_around() {
    let level = Scene::Gullies.build();
    assert!(level.drop_points.len() >= 50);
    for point in &level.drop_points {
        let point = point.as_dvec3();
        let (_, below) = nearest(&level, point, DVec3::NEG_Y).expect("ground");
        assert!(normal(below).y > 0.0);
        for direction in around(60) {
            let (_, met) = nearest(&level, point, direction).expect("a wall");
            assert!(normal(met).dot(direction) < 0.0, "a back is seen from {point}");
        }
    }
}
