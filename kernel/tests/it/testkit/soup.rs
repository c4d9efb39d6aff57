//! Soups of random triangles for the queries that look around a place or along a line, each kind with a difficulty of
//! its own.

use super::Random;
use super::worlds::{Level, grid, rounded};
use glam::{DVec3, Vec3};
use sweep8_scalar_ref::brute_force::Triangle;

/// A name and a maker of about so many triangles, within some metres of the origin.
pub(crate) type Kind = (&'static str, fn(&mut Random, usize) -> Vec<Triangle>);

/// Corners anywhere near a place.
fn loose(random: &mut Random, count: usize) -> Vec<Triangle> {
    let one = |random: &mut Random| {
        let middle = random.vector(4.0);
        [0; 3].map(|_| middle + random.vector(1.5))
    };
    (0..count).map(|_| one(random)).collect()
}

/// One long edge and the third corner near its line, somewhere along it or past its ends.
fn thin(random: &mut Random, count: usize, along: [f64; 2], height: [f64; 2]) -> Vec<Triangle> {
    let one = |random: &mut Random| {
        let length = random.scale(0.5, 10.0);
        let apex = DVec3::new(random.range(along[0], along[1]), random.scale(height[0], height[1]), 0.0) * length;
        let (middle, turn) = (random.vector(4.0), random.turn());
        [DVec3::X * -0.5 * length, DVec3::X * 0.5 * length, apex].map(|v| middle + turn * v)
    };
    (0..count).map(|_| one(random)).collect()
}

fn needles(random: &mut Random, count: usize) -> Vec<Triangle> {
    thin(random, count, [-0.7, 0.7], [1e-7, 1e-3])
}

fn slivers(random: &mut Random, count: usize) -> Vec<Triangle> {
    thin(random, count, [-0.2, 0.2], [1e-3, 0.1])
}

/// Bumpy ground in which all neighbours share edges.
fn seams(random: &mut Random, count: usize) -> Vec<Triangle> {
    let cells = (count as f64 / 2.0).sqrt().ceil();
    let level = grid(cells as i32, 10.0 / cells, |_, _| random.range(-0.7, 0.7));
    level.into_iter().map(|t| t.map(Vec3::as_dvec3)).collect()
}

/// From a millimetre to a hundred metres.
fn mixed(random: &mut Random, count: usize) -> Vec<Triangle> {
    let one = |random: &mut Random| {
        let (middle, size) = (random.vector(4.0), random.scale(1e-3, 100.0));
        [0; 3].map(|_| middle + random.vector(size))
    };
    (0..count).map(|_| one(random)).collect()
}

/// All of them.
pub(crate) const KINDS: [Kind; 5] =
    [("loose", loose), ("needles", needles), ("slivers", slivers), ("seams", seams), ("mixed sizes", mixed)];

/// One to about 200 triangles of a kind, at the origin or 1 or 10 km away, and where they are.
pub(crate) fn soup(random: &mut Random, make: fn(&mut Random, usize) -> Vec<Triangle>) -> (Level, DVec3) {
    let far = [0.0, 0.0, 1e3, 1e4][random.whole(0, 3) as usize];
    let place = random.direction() * far;
    let count = random.scale(1.0, 201.0) as usize;
    let triangles: Vec<Triangle> = make(random, count).into_iter().map(|t| t.map(|v| v + place)).collect();
    (rounded(&triangles), place)
}

/// Some point of a triangle, often of its outline.
pub(crate) fn point_of(random: &mut Random, [a, b, c]: &Triangle) -> DVec3 {
    let on_edge = a.lerp(*b, random.range(0.0, 1.0));
    match random.whole(0, 3) as u32 {
        0 => *a,
        1 => on_edge,
        _ => on_edge.lerp(*c, random.range(0.0, 1.0)),
    }
}
