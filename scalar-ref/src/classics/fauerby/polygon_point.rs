//! Is a point of a triangle's plane in the triangle, and which point of the outline is nearest if not? And what the
//! print of either does.
//!
//! In: a triangle and a point of its plane, any one frame. Out: yes or no; a point. In the triangle:
//!
//! 1. Three unit vectors from the corners to the point.
//! 2. The arc cosine of each pair's dot product is the angle under which the point sees an edge.
//! 3. The angles add up to a full turn inside and to less outside; 0.005 is allowed for.
//!
//! Source: Fauerby, "Collision detection & Response", November 2000, step 4. Flaws kept:
//!
//! - the margin is an angle, so that it grows with the triangle: beside the middle of an edge of length `L` a point
//!   up to `L / 1600` outside is let in, 6 cm at 100 m. The sum falls by `4h/L` for each of two sights at a height
//!   `h` outside;
//! - rounding takes the dot product of opposite vectors beyond -1, where the arc cosine is no number: points on the
//!   outline are turned away. So is a corner itself, from which no direction leads to it.
//!
//! Flaws of the print, which the running system cannot have had, and which are functions of their own here:
//!
//! - the vectors of the angles are not made unit vectors, though the sentence before calls for them
//!   ([`is_in_triangle_as_printed`]): right only where a point happens to be 1 away from all corners;
//! - the edge is not made a unit vector, though a comment says that it is ([`closest_on_line_as_printed`]): right
//!   only on edges of length 1. The running system uses the shared
//!   [`closest_on_segment`](crate::classics::classic::closest_on_segment).

use crate::brute_force::Triangle;
use glam::DVec3;
use std::f64::consts::TAU;

/// Largest difference between a full turn and a point's angle sum at which it counts as in a triangle, radians; as documented.
pub const ANGLE_MARGIN: f64 = 0.005;

/// Whether a point is in a triangle, by angles between unit vectors, as in the author's program.
#[must_use]
pub fn is_in_triangle(point: DVec3, triangle: &Triangle) -> bool {
    makes_full_turn(triangle.map(|corner| (point - corner).normalize()))
}

/// Whether a point is in a triangle, as the document prints the test, with vectors of any length; almost always false.
#[must_use]
pub fn is_in_triangle_as_printed(point: DVec3, triangle: &Triangle) -> bool {
    makes_full_turn(triangle.map(|corner| point - corner))
}

/// The point of the segment from `a` to `b` nearest to `p` as the document prints it: off by the square of the edge's
/// length, and held against the ends by its length.
#[must_use]
pub fn closest_on_line_as_printed(a: DVec3, b: DVec3, p: DVec3) -> DVec3 {
    let c = p - a;
    let edge = b - a;
    let t = edge.dot(c);
    if t < 0.0 {
        a
    } else if t > edge.length() {
        b
    } else {
        a + edge * t
    }
}

/// Whether the angles between three vectors add up to a full turn; false for NaN (an arc cosine or a zero vector).
fn makes_full_turn([v1, v2, v3]: [DVec3; 3]) -> bool {
    let total_angles = v1.dot(v2).acos() + v2.dot(v3).acos() + v3.dot(v1).acos();
    (total_angles - TAU).abs() <= ANGLE_MARGIN
}
