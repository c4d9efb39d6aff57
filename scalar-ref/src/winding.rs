//! How often does a surface wind round a point? The sum of the solid angles of its triangles.
//!
//! In: a point and triangles in `f64`, any one frame; fronts are counter-clockwise. Out: the winding number. A closed surface gives an
//! integer: 1 inside of a solid whose fronts are outside, 0 outside, -1 in a cavity. An open surface gives a fraction. No ray is
//! cast, and no edge is special.
//!
//! Source: Van Oosterom and Strackee, "The Solid Angle of a Plane Triangle" (1983); Jacobson, Kavan and Sorkine-Hornung, "Robust
//! Inside-Outside Segmentation using Generalized Winding Numbers" (2013), for what the sum means where it is no integer.

use crate::brute_force::Triangle;
use core::f64::consts::TAU;
use glam::DVec3;

/// The winding number of the triangles round `point`.
///
/// On a triangle it has no value, and near one it is as exact as the distance from it is to the rounding of the coordinates.
#[must_use]
pub fn winding_number(point: DVec3, triangles: &[Triangle]) -> f64 {
    triangles.iter().map(|triangle| half_angle(triangle.map(|v| v - point))).sum::<f64>() / TAU
}

/// Half of the solid angle under which the origin sees a triangle; positive if it sees the back.
fn half_angle([a, b, c]: Triangle) -> f64 {
    let [far_a, far_b, far_c] = [a.length(), b.length(), c.length()];
    let volume = a.dot(b.cross(c));
    let rest = far_a * far_b * far_c + a.dot(b) * far_c + b.dot(c) * far_a + c.dot(a) * far_b;
    volume.atan2(rest)
}
