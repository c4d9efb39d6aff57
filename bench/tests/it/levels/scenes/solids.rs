//! Scenes of small triangles: closed, as dense as they say, and with room to stand.

use std::collections::BTreeMap;

use glam::{DVec3, Vec3};
use sweep8_bench::levels::Level;
use sweep8_bench::levels::scenes::builder::Builder;
use sweep8_bench::levels::scenes::loft::{Frame, Outline, bar, circle, prism, spline, turned};
use sweep8_bench::levels::scenes::{Scene, dense, furniture, vaults};

use super::dungeon::open_borders;
use super::geometry::{normal, ray, slope};

/// A border of a triangle, from one vertex to the other.
type Border = ([u32; 3], [u32; 3]);

/// Borders that are not used as often in one direction as in the other. There are none where the triangles from `first`
/// on are the skins of solids without T-junctions.
fn unmatched(level: &Level, first: usize) -> usize {
    let mut counts: BTreeMap<Border, i32> = BTreeMap::new();
    for triangle in level.each_triangle().skip(first) {
        let bits = triangle.map(|p| p.to_array().map(f32::to_bits));
        for k in 0..3 {
            let (from, to) = (bits[k], bits[(k + 1) % 3]);
            let (border, step) = if from < to { ((from, to), 1) } else { ((to, from), -1) };
            *counts.entry(border).or_default() += step;
        }
    }
    counts.values().filter(|&&count| count != 0).count()
}

/// Six times the volume inside of the triangles from `first` on: negative where fronts face inwards.
fn volume(level: &Level, first: usize) -> f64 {
    let middle = level.corners(first)[0].as_dvec3();
    let corners = level.each_triangle().skip(first).map(|corners| corners.map(|p| p.as_dvec3() - middle));
    corners.map(|[a, b, c]| a.dot(b.cross(c))).sum()
}

fn edges(level: &Level, first: usize) -> Vec<f64> {
    let sides = |t: [Vec3; 3]| [0, 1, 2].map(|k| f64::from(t[k].distance(t[(k + 1) % 3])));
    let mut edges: Vec<f64> = level.each_triangle().skip(first).flat_map(sides).collect();
    edges.sort_by(f64::total_cmp);
    edges
}

fn at_part(sorted: &[f64], part: f64) -> f64 {
    sorted[((sorted.len() - 1) as f64 * part) as usize]
}

#[test]
fn parts_of_a_turn_have_their_sine_and_cosine() {
    for step in -100..=300 {
        let part = f64::from(step) / 200.0;
        let [cos, sin] = circle(part).map(f64::from);
        let angle = part * std::f64::consts::TAU;
        assert!((cos - angle.cos()).abs() < 6e-8 && (sin - angle.sin()).abs() < 6e-8, "{part}: {cos}, {sin}");
    }
    assert_eq!([0.0, 0.25, 0.5, 0.75].map(circle), [[1.0, 0.0], [0.0, 1.0], [-1.0, 0.0], [0.0, -1.0]]);
}

#[test]
fn every_solid_of_the_lofts_is_closed_and_faces_outwards() {
    let frame = Frame::upright(Vec3::new(3.0, 1.0, -2.0), 0.13).moved(0.1, 0.2, 0.3).turned(0.4).lying();
    let solid = |build: &dyn Fn(&mut Builder)| {
        let mut builder = Builder::new("solid");
        build(&mut builder);
        builder.finish()
    };
    // A profile that begins and ends in a point, one that begins and ends in a disc, and one that jumps in width.
    let point = spline(&[[0.0, 0.0], [0.4, 0.5], [0.1, 0.8], [0.0, 1.0]], 0.05);
    let disc = spline(&[[0.5, 0.0], [0.2, 0.5], [0.6, 1.0]], 0.03);
    let jump = vec![[0.01, 0.0], [1.0, 0.1], [1.0, 0.2], [0.01, 0.3]];
    let outline = Outline::rectangle([0.5, 0.2], 0.1, 0.02, 0.05);
    let path: Vec<Vec3> = (0..=10).map(|k| circle(f64::from(k) / 40.0)).map(|[x, y]| Vec3::new(x, y, 0.0)).collect();
    let solids = [
        solid(&|builder| turned(builder, &frame, &point, 0.05)),
        solid(&|builder| turned(builder, &frame, &disc, 0.03)),
        solid(&|builder| turned(builder, &frame, &jump, 0.1)),
        solid(&|builder| prism(builder, &frame, &outline, 0.6, 0.05, [0.02, 0.1])),
        solid(&|builder| prism(builder, &frame, &outline, 0.1, 0.05, [0.02, 0.1])),
        solid(&|builder| bar(builder, &path, Vec3::Z, 0.1, 12)),
    ];
    for (number, level) in solids.iter().enumerate() {
        assert!(level.each_triangle().all(|t| normal(t) != DVec3::ZERO), "{number}: degenerate");
        assert_eq!(unmatched(level, 0), 0, "{number}: open");
        assert!(volume(level, 0) > 0.0, "{number}: inside out");
    }
    let [_, _, _, block, _, quarter] = solids.each_ref().map(|level| volume(level, 0) / 6.0);
    assert!((0.2..0.24).contains(&block), "a block of 1 m by 0.4 m by 0.6 m with rounded borders: {block} m³");
    let ideal = std::f64::consts::FRAC_PI_2 * std::f64::consts::PI * 0.01;
    assert!((0.93..1.0).contains(&(quarter / ideal)), "a quarter of a ring: {quarter} m³");
    let mut open = solids[0].clone();
    open.triangles.pop();
    assert_eq!(unmatched(&open, 0), 3, "a hole would be noticed");
}

#[test]
fn the_dense_floor_is_bumpy_and_walkable() {
    let level = Scene::DenseFloor.build();
    let cells = 750;
    assert_eq!(level.triangles.len(), 2 * cells * cells + 10);
    let floor = || level.each_triangle().take(2 * cells * cells);
    let mut slopes: Vec<f64> = floor().map(slope).collect();
    slopes.sort_by(f64::total_cmp);
    let [median, steepest] = [0.5, 1.0].map(|part| at_part(&slopes, part));
    println!("slopes of the dense floor: median {median:.1}, steepest {steepest:.1}");
    assert!((3.0..12.0).contains(&median) && steepest < 40.0);
    let lengths = edges(&level, 0);
    assert!((0.0039..0.006).contains(&at_part(&lengths, 0.5)));
    // Over the floor and behind nothing: a level area, and walls and ceiling all around.
    let area: f64 = floor().map(|t| normal(t).y / 2.0).sum();
    assert!((area - 9.0).abs() < 1e-4, "{area} m²");
    let small = dense::dense_floor(12, 0.004, 8);
    let from = DVec3::new(0.001, 1.0, 0.002);
    for direction in [DVec3::X, DVec3::NEG_X, DVec3::Y, DVec3::NEG_Y, DVec3::Z, DVec3::NEG_Z] {
        let met: Vec<_> = small.each_triangle().filter(|t| ray(from, direction, *t).is_some()).collect();
        assert!(!met.is_empty() && met.iter().all(|t| normal(*t).dot(direction) < 0.0), "{direction}");
    }
    assert_ne!(small.hash(), dense::dense_floor(12, 0.004, 9).hash());
}

#[test]
fn furniture_stands_in_closed_rooms() {
    let furniture::Furniture { level, shell_triangles } = furniture::furniture(0.003, 8);
    println!("furniture: {} triangles, {shell_triangles} in the shell", level.triangles.len());
    assert!((300_000..700_000).contains(&level.triangles.len()));
    assert_eq!(open_borders(&level, shell_triangles), []);
    assert_eq!(unmatched(&level, shell_triangles), 0);
    assert!(volume(&level, shell_triangles) > 0.0);
    // Not inside out, and of fine triangles.
    let lengths = edges(&level, shell_triangles);
    let [median, most] = [0.5, 0.9].map(|part| at_part(&lengths, part));
    println!("edges: median {median:.4} m, 90 % {most:.4} m");
    assert!((0.002..0.005).contains(&median) && most < 0.03);
    // Everything stands in a room: nothing reaches more than a joint's depth below the floor, or into a wall.
    let Some((low, high)) = level.bounds() else { panic!("empty") };
    assert!(low.y > -0.02 && high.y == 2.6);
    assert!(level.positions.iter().all(|p| p.x.abs() <= 5.75 && p.z.abs() <= 5.75));
    let coarse = furniture::furniture(0.012, 8);
    assert!(coarse.level.triangles.len() < level.triangles.len() / 5);
    assert_eq!(unmatched(&coarse.level, coarse.shell_triangles), 0);
    assert_ne!(coarse.level.hash(), furniture::furniture(0.012, 9).level.hash());
}

#[test]
fn vaults_are_closed_and_of_small_triangles() {
    for (bays, cuts, seed) in [([2, 2], 34, 8), ([1, 1], 6, 1), ([3, 2], 10, 2)] {
        let vaults::Vaults { level, shell_triangles } = vaults::vaults(bays, cuts, seed);
        let shell = Level { triangles: level.triangles[..shell_triangles].to_vec(), ..level.clone() };
        for (part, first) in [(&shell, 0), (&level, shell_triangles)] {
            assert_eq!(unmatched(part, first), 0, "{bays:?}");
        }
        assert!(volume(&shell, 0) < 0.0, "the shell is seen from inside");
        assert!(volume(&level, shell_triangles) > 0.0);
    }
    let level = Scene::Vaults.build();
    let lengths = edges(&level, 0);
    let [least, most, longest] = [0.01, 0.99, 1.0].map(|part| at_part(&lengths, part));
    println!("vaults: {} triangles, edges {least:.3} to {most:.3} m, longest {longest:.3} m", level.triangles.len());
    assert!((35_000..50_000).contains(&level.triangles.len()));
    assert!(least > 0.015 && most < 0.2 && longest < 0.7);
}
