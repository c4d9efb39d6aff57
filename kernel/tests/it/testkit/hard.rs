//! More families of hard cases, for single precision: motions along edges, towards the rim of a sheet, beside triangles
//! of a thousand radii.

use super::Random;
use super::families::{Case, FAMILIES, Family};
use glam::DVec3;
use sweep8_scalar_ref::brute_force::first_contact;

/// Moves at a small angle to an edge, about a radius beside it: the quadratic across the edge is nearly empty.
fn along_an_edge(random: &mut Random) -> Case {
    let length = random.scale(0.3, 100.0);
    let turn = random.turn();
    let apex = DVec3::new(random.range(-0.5, 1.5) * length, random.scale(1e-3, 1.0) * length, 0.0);
    let triangle = [DVec3::ZERO, DVec3::X * length, apex];
    let beside = DVec3::new(0.0, -random.range(0.0, 1.0), random.range(-1.0, 1.0)).normalize();
    let off = 1.0 + random.scale(1e-7, 0.5) * random.range(-0.3, 1.0).signum();
    let lean = random.vector(1.0) * random.scale(1e-7, 0.1);
    let displacement = (DVec3::X + lean) * random.scale(0.1, 2.0) * length;
    let center = DVec3::X * random.range(-1.0, 1.0) * length + beside * off;
    Case { center: turn * center, displacement: turn * displacement, triangle: triangle.map(|v| turn * v) }
}

/// Moves in the plane of a sheet, or nearly, from outside towards one of its edges.
fn towards_the_rim(random: &mut Random) -> Case {
    let size = random.scale(0.05, 50.0);
    let turn = random.turn();
    let triangle = [DVec3::new(0.0, 0.0, -size), DVec3::new(0.0, 0.0, size), DVec3::X * size * random.range(0.1, 2.0)];
    let above = random.scale(1e-8, 1.1) * random.range(-1.0, 1.0).signum();
    let center = DVec3::new(-random.range(1.0, 6.0), above, random.range(-1.0, 1.0) * size);
    let angle = random.range(-1.4, 1.4);
    let tilt = random.scale(1e-8, 1e-2) * random.range(-1.0, 1.0).signum();
    let displacement = DVec3::new(angle.cos(), tilt, angle.sin()) * random.range(1.0, 20.0);
    Case { center: turn * center, displacement: turn * displacement, triangle: triangle.map(|v| turn * v) }
}

/// Edges of up to a thousand radii, met at 0.01° to 90°.
fn vast(random: &mut Random) -> Case {
    let size = random.scale(100.0, 1000.0);
    let turn = random.turn();
    let third = std::f64::consts::TAU / 3.0;
    let corner = |k: f64, random: &mut Random| {
        let angle = (k + random.range(0.0, 0.8)) * third;
        DVec3::new(angle.cos(), 0.0, angle.sin()) * size
    };
    let triangle = [corner(0.0, random), corner(1.0, random), corner(2.0, random)];
    let angle = random.scale(1.7e-4, 1.57);
    let around = random.range(0.0, std::f64::consts::TAU);
    let heading = DVec3::new(angle.cos() * around.cos(), -angle.sin(), angle.cos() * around.sin());
    let foot = DVec3::new(random.range(-1.2, 1.2), 0.0, random.range(-1.2, 1.2)) * size;
    let travel = random.scale(0.05, 50.0);
    let center = foot + DVec3::Y - heading * travel * random.range(0.0, 1.5);
    Case { center: turn * center, displacement: turn * heading * travel, triangle: triangle.map(|v| turn * v) }
}

/// Sinks on a sheet at a flat angle and would touch its face within rounding of an edge, coming from outside: the face
/// must not leave the contact to the edge and the edge not to the face.
fn down_on_the_rim(random: &mut Random) -> Case {
    let size = random.scale(1.0, 300.0);
    let turn = random.turn();
    let apex = DVec3::new(random.range(0.3, 1.0), 0.0, random.range(-1.0, 1.0)) * size;
    let triangle = [DVec3::new(0.0, 0.0, -size), DVec3::new(0.0, 0.0, size), apex];
    let slope = random.scale(1e-6, 0.1);
    let inside = random.scale(1e-9, 1e-2) * random.range(-1.0, 1.0).signum();
    let touching = DVec3::new(inside, 1.0, random.range(-0.9, 0.9) * size);
    let angle = random.range(-1.3, 1.3);
    let displacement = DVec3::new(angle.cos(), -slope, angle.sin()) * random.range(0.1, 1.0) * size;
    let center = touching - displacement * random.range(0.0, 0.8);
    Case { center: turn * center, displacement: turn * displacement, triangle: triangle.map(|v| turn * v) }
}

/// Moves nearly along an edge, sinks on it at a flat angle, and would touch its line within rounding of the corner it
/// comes over.
fn down_on_the_corner(random: &mut Random) -> Case {
    let length = random.scale(1.0, 300.0);
    let turn = random.turn();
    let apex = DVec3::new(random.range(-0.5, 1.5), 0.0, random.scale(1e-2, 1.0)) * length;
    let triangle = [DVec3::ZERO, DVec3::X * length, apex];
    let beside = DVec3::new(0.0, random.range(-1.0, 1.0), -random.range(0.0, 1.0)).normalize();
    let slope = random.scale(1e-6, 0.1);
    let inside = random.scale(1e-9, 1e-2) * random.range(-1.0, 1.0).signum();
    let displacement = (DVec3::X - beside * slope) * random.range(0.1, 1.0) * length;
    let center = DVec3::X * inside + beside - displacement * random.range(0.0, 0.8);
    Case { center: turn * center, displacement: turn * displacement, triangle: triangle.map(|v| turn * v) }
}

/// A needle with a short base, met or passed at its ends: its normal is made of rounding, and its base may lie along
/// it.
fn splinter(random: &mut Random) -> Case {
    let length = random.scale(0.5, 100.0);
    let base = length * random.scale(1e-8, 1e-2);
    let turn = random.turn();
    let triangle = [DVec3::ZERO, DVec3::Y * base, DVec3::new(length, base * random.range(-0.5, 1.5), 0.0)];
    let end = DVec3::X * if random.whole(0, 1) == 0.0 { 0.0 } else { length };
    let passed = end + random.direction() * random.range(0.0, 1.5);
    let displacement = random.direction() * random.scale(0.1, 20.0);
    let center = passed - displacement * random.range(0.0, 1.0);
    Case { center: turn * center, displacement: turn * displacement, triangle: triangle.map(|v| turn * v) }
}

/// Small beside the sphere: edges of 0.001 to 0.1, steps as small.
fn fine(random: &mut Random) -> Case {
    let size = random.scale(1e-3, 0.1);
    let triangle = [random.vector(size), random.vector(size), random.vector(size)];
    let from = random.direction();
    let step = random.scale(1e-3, 0.1);
    let center = triangle[0] + from * (1.0 + step * random.range(0.0, 1.0));
    let displacement = (random.direction() - from).normalize_or(from) * step;
    Case { center, displacement, triangle }
}

/// The case as it is; the same contact from far behind; the same contact at the end of a short step; in radii; lengths
/// in metres.
pub(crate) fn stretched(random: &mut Random, case: &Case, radii: DVec3) -> Case {
    let Some(contact) = first_contact(case.center, case.displacement, &case.triangle) else { return *case };
    let length = (case.displacement * radii).length();
    if contact.fraction == 0.0 || length < 1e-6 {
        return *case;
    }
    let metres = match random.whole(0, 2) as u32 {
        0 => return *case,
        1 => random.scale(0.01, 0.1),
        _ => random.scale(10.0, 100.0),
    };
    let displacement = case.displacement * (metres / length);
    let touching = case.center + case.displacement * contact.fraction;
    Case { center: touching - displacement * random.range(0.2, 1.1), displacement, ..*case }
}

/// All of them.
pub(crate) const ALL: [Family; 16] = {
    let [a, b, c, d, e, f, g, h, i] = FAMILIES;
    [
        a,
        b,
        c,
        d,
        e,
        f,
        g,
        h,
        i,
        ("along an edge", along_an_edge),
        ("towards the rim", towards_the_rim),
        ("vast", vast),
        ("down on the rim", down_on_the_rim),
        ("down on the corner", down_on_the_corner),
        ("splinter", splinter),
        ("fine", fine),
    ]
};
