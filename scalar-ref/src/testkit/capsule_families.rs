//! Families of random cases for the sweep of a capsule of radius 1 against a triangle, each with a difficulty of its own.
//!
//! The spine lies along one of the three axes; half of it is 0.001 to 20 radii long.

use crate::brute_force::Triangle;
use crate::capsule_sweep::UnitCapsule;
use crate::random::Random;
use crate::testkit::families::{Case, Family};
use core::f64::consts::TAU;
use glam::{DQuat, DVec3};

/// Test case of a sweep: the motion of a capsule of radius 1, and a triangle.
#[derive(Clone, Copy, Debug)]
pub struct CapsuleCase {
    /// Capsule at the start of its motion.
    pub capsule: UnitCapsule,
    /// Axis of the spine: 0, 1 or 2.
    pub axis: usize,
    /// Displacement of the capsule's centre.
    pub displacement: DVec3,
    /// Triangle against which the capsule is swept, with its vertices in any order.
    pub triangle: Triangle,
}

/// Half the length of a spine: as short as rounding, as a person's, as long as a snake's; often whole numbers.
fn half_length(random: &mut Random) -> f64 {
    match random.whole(0, 3) as u32 {
        0 => random.scale(1e-3, 1.0),
        1 => random.whole(1, 20),
        _ => random.scale(0.3, 20.0),
    }
}

/// A spine along a random axis: number of the axis, and half of it as a vector.
fn spine(random: &mut Random) -> (usize, DVec3) {
    let axis = random.whole(0, 2) as usize;
    (axis, DVec3::AXES[axis] * half_length(random))
}

/// A place on a spine, -1 to 1: an end in half of the cases.
fn place(random: &mut Random) -> f64 {
    [1.0, -1.0, random.range(-1.0, 1.0), random.range(-1.0, 1.0)][random.whole(0, 3) as usize]
}

/// A sign.
fn sign(random: &mut Random) -> f64 {
    random.range(-1.0, 1.0).signum()
}

/// Makes a case of a sphere that of a capsule with that sphere at some place of its spine.
pub fn with_spine(random: &mut Random, family: fn(&mut Random) -> Case) -> CapsuleCase {
    let Case { center, displacement, triangle } = family(random);
    let (axis, half) = spine(random);
    let center = center + half * place(random);
    CapsuleCase { capsule: UnitCapsule { center, half }, axis, displacement, triangle }
}

/// A frame whose first vector is the axis of the spine, to rounding or with a small tilt.
fn frame(random: &mut Random, axis: usize) -> [DVec3; 3] {
    let along = DVec3::AXES[axis];
    let across = DVec3::AXES[(axis + 1) % 3];
    let turn = DQuat::from_axis_angle(along, random.range(0.0, TAU));
    let tilt = match random.whole(0, 2) as u32 {
        0 => DQuat::IDENTITY,
        1 => DQuat::from_axis_angle(random.direction(), random.scale(1e-9, 1e-6)),
        _ => DQuat::from_axis_angle(random.direction(), random.scale(1e-6, 1e-2)),
    };
    [along, across, along.cross(across)].map(|v| tilt * (turn * v))
}

/// Moves a capsule so that its centre is at `target` after a part of the way.
fn towards(random: &mut Random, target: DVec3, displacement: DVec3) -> DVec3 {
    target - displacement * random.range(0.0, 1.0)
}

/// A spine along a face: the triangle's plane holds the spine's direction, and the capsule comes in at any angle.
fn along_a_face(random: &mut Random) -> CapsuleCase {
    let (axis, half) = spine(random);
    let [along, across, normal] = frame(random, axis);
    let size = random.scale(0.05, 40.0);
    let corner = |random: &mut Random| (along * random.range(-1.0, 1.0) + across * random.range(-1.0, 1.0)) * size;
    let triangle = [corner(random), corner(random), corner(random)];
    let middle = (triangle[0] + triangle[1] + triangle[2]) / 3.0;
    let over = middle + along * random.range(-1.2, 1.2) * half.length() + across * random.range(-1.0, 1.0) * size * 0.3;
    let displacement = (random.direction() - normal * random.scale(1e-6, 2.0)) * random.scale(0.01, 20.0);
    let center = towards(random, over + normal, displacement);
    CapsuleCase { capsule: UnitCapsule { center, half }, axis, displacement, triangle }
}

/// A spine along an edge, beside it by a radius.
fn along_an_edge(random: &mut Random) -> CapsuleCase {
    let (axis, half) = spine(random);
    let [along, across, normal] = frame(random, axis);
    let length = random.scale(0.01, 60.0);
    let apex = along * random.range(-0.5, 1.5) * length + across * random.scale(1e-3, 20.0);
    let triangle = [DVec3::ZERO, along * length, apex];
    let angle = random.range(0.0, TAU);
    let beside = across * angle.cos() + normal * angle.sin();
    let at = along * (random.range(0.0, 1.0) * length + random.range(-1.1, 1.1) * half.length());
    let off = 1.0 + random.scale(1e-9, 0.1) * sign(random);
    let displacement = match random.whole(0, 2) as u32 {
        0 => along * random.scale(0.1, 30.0) * sign(random) - beside * random.scale(1e-7, 0.1),
        _ => random.direction() * random.scale(0.1, 20.0),
    };
    let center = towards(random, at + beside * off, displacement);
    CapsuleCase { capsule: UnitCapsule { center, half }, axis, displacement, triangle }
}

/// An end of the spine touches a corner exactly, or the side does at the very end of the spine.
fn end_on_a_corner(random: &mut Random) -> CapsuleCase {
    let (axis, half) = spine(random);
    let size = random.scale(0.1, 30.0);
    let triangle = [random.vector(size), random.vector(size), random.vector(size)];
    let from = if random.whole(0, 1) == 0.0 {
        random.direction()
    } else {
        // Level with the end.
        let out = random.direction();
        (out - DVec3::AXES[axis] * out[axis]).normalize()
    };
    let displacement = (random.direction() - from * random.range(0.0, 2.0)) * random.scale(0.01, 20.0);
    let target = triangle[0] + from + half * sign(random);
    let center = towards(random, target, displacement);
    CapsuleCase { capsule: UnitCapsule { center, half }, axis, displacement, triangle }
}

/// The side comes to rest on an edge across it, at a flat angle: the touched point lies within rounding of an end of the spine, or of a
/// corner, or of both.
fn down_on_the_side(random: &mut Random) -> CapsuleCase {
    let (axis, half) = spine(random);
    let [along, across, normal] = frame(random, axis);
    let length = random.scale(0.1, 60.0);
    let lean = along * random.range(-1.0, 1.0);
    let edge = (across + lean) * length;
    let triangle = [DVec3::ZERO, edge, edge * random.range(-0.5, 1.5) - normal * random.scale(0.01, 20.0)];
    let hair = |random: &mut Random| random.scale(1e-9, 1e-2) * sign(random);
    let part = [hair(random), 1.0 + hair(random), random.range(0.0, 1.0)][random.whole(0, 2) as usize];
    let beside = [1.0 + hair(random), -1.0 + hair(random), random.range(-1.0, 1.0)][random.whole(0, 2) as usize];
    let slope = random.scale(1e-7, 0.1);
    let angle = random.range(0.0, TAU);
    let displacement = (along * angle.cos() + across * angle.sin() - normal * slope) * random.scale(0.1, 60.0);
    let center = towards(random, edge * part + half * beside + normal, displacement);
    CapsuleCase { capsule: UnitCapsule { center, half }, axis, displacement, triangle }
}

/// Moves along the spine, and grazes a corner with its side; edges from there lean a little into the way, or out of it.
fn along_the_spine(random: &mut Random) -> CapsuleCase {
    let (axis, half) = spine(random);
    let [along, across] = [DVec3::AXES[axis], DVec3::AXES[(axis + 1) % 3]];
    let turn = DQuat::from_axis_angle(along, random.range(0.0, TAU));
    let [beside, aside] = [across, along.cross(across)].map(|v| turn * v);
    let other = |random: &mut Random| {
        let length = random.scale(0.1, 60.0);
        let lean = beside * random.range(-1.0, 1.0) + aside * random.range(-1.0, 1.0);
        (along * sign(random) + lean * random.scale(1e-6, 1.0)) * length
    };
    let triangle = [DVec3::ZERO, other(random), other(random)];
    let drift = (beside * random.range(-1.0, 1.0) + aside * random.range(-1.0, 1.0)) * random.scale(1e-10, 1e-5);
    let displacement = (along * sign(random) + drift) * random.scale(0.1, 60.0);
    let off = 1.0 + random.scale(1e-9, 1e-5) * sign(random);
    let level = along * random.range(-2.0, 2.0) * half.length();
    let center = towards(random, beside * off + level, displacement);
    CapsuleCase { capsule: UnitCapsule { center, half }, axis, displacement, triangle }
}

/// The spine crosses the triangle at the start, or just not.
fn crossing(random: &mut Random) -> CapsuleCase {
    let (axis, half) = spine(random);
    let size = random.scale(0.1, 30.0);
    let triangle = [random.vector(size), random.vector(size), random.vector(size)];
    let (s, t) = (random.range(0.0, 1.0), random.range(0.0, 1.0));
    let (s, t) = if s + t > 1.0 { (1.0 - s, 1.0 - t) } else { (s, t) };
    let point = triangle[0] + (triangle[1] - triangle[0]) * s + (triangle[2] - triangle[0]) * t;
    let center = point + half * random.range(-1.05, 1.05);
    let displacement = random.direction() * random.scale(0.01, 10.0);
    CapsuleCase { capsule: UnitCapsule { center, half }, axis, displacement, triangle }
}

/// Name of a family of capsule cases, and function that generates a case of it.
pub type CapsuleFamily = (&'static str, fn(&mut Random) -> CapsuleCase);

/// Families of cases that only capsules have.
pub const CAPSULE_FAMILIES: [CapsuleFamily; 6] = [
    ("spine along a face", along_a_face),
    ("spine along an edge", along_an_edge),
    ("end on a corner", end_on_a_corner),
    ("down on the side", down_on_the_side),
    ("along the spine", along_the_spine),
    ("crossing", crossing),
];

/// A case of one of [`CAPSULE_FAMILIES`], or one of the given families of spheres with a spine.
pub fn any_capsule_case(random: &mut Random, spheres: &[Family]) -> CapsuleCase {
    let count = CAPSULE_FAMILIES.len() + spheres.len();
    let chosen = random.below(count);
    match CAPSULE_FAMILIES.get(chosen) {
        Some((_, family)) => family(random),
        None => with_spine(random, spheres[chosen - CAPSULE_FAMILIES.len()].1),
    }
}
