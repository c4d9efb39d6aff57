//! Families of random cases for the sweep of a unit sphere against a triangle, each with a difficulty of its own.

use crate::brute_force::Triangle;
use crate::random::Random;
use glam::DVec3;

/// Test case of a sweep: the motion of a unit sphere, and a triangle.
#[derive(Clone, Copy, Debug)]
pub struct Case {
    /// Centre of the unit sphere at the start of its motion.
    pub center: DVec3,
    /// Displacement of the unit sphere's centre.
    pub displacement: DVec3,
    /// Triangle against which the sphere is swept, with its vertices in any order.
    pub triangle: Triangle,
}

/// Makes a test case whose triangle has three random vertices.
fn fat(random: &mut Random) -> Case {
    let triangle = [random.vector(3.0), random.vector(3.0), random.vector(3.0)];
    aimed(random, triangle, 8.0)
}

/// Makes a test case with a triangle whose height is 1e-4 to 1e-7 of its length, and a sphere aimed near a point of it.
fn needle(random: &mut Random) -> Case {
    let length = random.range(1.0, 10.0);
    let height = length * random.scale(1e-7, 1e-4);
    let turn = random.turn();
    let flat = [DVec3::ZERO, DVec3::X * length, DVec3::new(random.range(-0.2, 1.2) * length, height, 0.0)];
    aimed(random, flat.map(|v| turn * v), 3.0)
}

/// Makes a test case with the riser of a low step, met at a flat angle by a sphere that stands on the floor.
fn low_step(random: &mut Random) -> Case {
    let (height, half) = (random.scale(1e-3, 0.5), random.range(0.5, 20.0));
    let lower = DVec3::new(-half, 0.0, 0.0);
    let riser = [lower, DVec3::new(-half, height, 0.0), DVec3::new(half, height, 0.0)];
    let angle = random.scale(1e-4, 0.3);
    let gap = height * random.scale(1e-4, 1.0);
    // Beside the upper edge at the height of the centre: nearer than this, it overlaps.
    let reach = (1.0 - (1.0 + gap - height).powi(2)).max(0.0).sqrt();
    let center = DVec3::new(random.range(-half, half), 1.0 + gap, reach + angle * random.range(-0.1, 5.0));
    let displacement = DVec3::new(angle.cos(), 0.0, -angle.sin()) * random.range(0.1, 10.0);
    let turn = random.turn();
    Case { center: turn * center, displacement: turn * displacement, triangle: riser.map(|v| turn * v) }
}

/// Makes a test case whose sphere passes a point of the triangle, often of its rim, at a distance of 1 ± 1e-3 to 1e-12.
fn grazing(random: &mut Random) -> Case {
    let mut case = fat(random);
    let [a, b, _] = case.triangle;
    let passed = match random.whole(0, 2) as u32 {
        0 => a,
        1 => a.lerp(b, random.range(0.0, 1.0)),
        _ => point_of(random, &case.triangle),
    };
    let ahead = case.displacement.normalize();
    let side = random.direction();
    let side = (side - ahead * side.dot(ahead)).normalize();
    let miss = random.scale(1e-12, 1e-3) * random.range(-1.0, 1.0).signum();
    case.center = passed + side * (1.0 + miss) - case.displacement * random.range(0.0, 1.0);
    case
}

/// Makes a test case whose sphere overlaps the triangle at the start.
fn embedded(random: &mut Random) -> Case {
    let mut case = fat(random);
    case.center = point_of(random, &case.triangle) + random.direction() * random.range(0.0, 0.999);
    case
}

/// Makes a test case whose sphere moves parallel to the triangle's plane, slightly nearer or farther than where it touches it.
fn along_a_sheet(random: &mut Random) -> Case {
    let off = random.scale(1e-9, 0.1) * random.range(-1.0, 1.0).signum();
    at_height(random, 1.0 + off)
}

/// Makes a test case whose sphere moves parallel to the triangle's plane at a distance of one radius, so that rounding decides.
fn touching_a_sheet(random: &mut Random) -> Case {
    at_height(random, 1.0)
}

fn at_height(random: &mut Random, height: f64) -> Case {
    let mut case = fat(random);
    let [a, b, c] = case.triangle;
    let normal = (b - a).cross(c - a).normalize();
    case.displacement = (b - a) * random.range(-2.0, 2.0) + (c - a) * random.range(-2.0, 2.0);
    case.center = point_of(random, &case.triangle) + normal * height - case.displacement * random.range(-0.5, 1.5);
    case
}

/// Makes a test case whose triangle has edges of up to 100 radii of the sphere.
fn long(random: &mut Random) -> Case {
    let triangle = [random.direction() * 50.0, random.direction() * 50.0, random.direction() * 50.0];
    aimed(random, triangle, 5.0)
}

/// Makes a test case whose triangle has exactly collinear or equal vertices, with whole numbers as coordinates.
fn degenerate(random: &mut Random) -> Case {
    let mut whole = || DVec3::new(random.whole(-3, 3), random.whole(-3, 3), random.whole(-3, 3));
    let (a, step) = (whole(), whole());
    let multiple = random.whole(-2, 3);
    let b = a + step * random.whole(0, 1);
    aimed(random, [a, b, a + step * multiple], 4.0)
}

/// Makes a test case whose sphere starts up to `far` from a point of the triangle, and moves towards a place near that point.
fn aimed(random: &mut Random, triangle: Triangle, far: f64) -> Case {
    let target = point_of(random, &triangle);
    let center = target + random.direction() * random.range(0.5, far);
    let displacement = (target + random.vector(1.1) - center) * random.range(0.2, 2.5);
    Case { center, displacement, triangle }
}

/// Name of a family of test cases, and function that generates a case of it.
pub type Family = (&'static str, fn(&mut Random) -> Case);

/// Families of test cases: all kinds of sphere sweeps that have ever been hard.
pub const FAMILIES: [Family; 9] = [
    ("fat", fat),
    ("needle", needle),
    ("low step", low_step),
    ("grazing", grazing),
    ("embedded", embedded),
    ("along a sheet", along_a_sheet),
    ("touching a sheet", touching_a_sheet),
    ("long", long),
    ("degenerate", degenerate),
];

/// Returns a random point of the triangle.
fn point_of(random: &mut Random, [a, b, c]: &Triangle) -> DVec3 {
    let (mut s, mut t) = (random.range(0.0, 1.0), random.range(0.0, 1.0));
    if s + t > 1.0 {
        (s, t) = (1.0 - s, 1.0 - t);
    }
    *a + (*b - *a) * s + (*c - *a) * t
}

/// Returns the triangle with its vertices in all six orders.
#[must_use]
pub fn orders([a, b, c]: Triangle) -> [Triangle; 6] {
    [[a, b, c], [b, c, a], [c, a, b], [a, c, b], [c, b, a], [b, a, c]]
}
