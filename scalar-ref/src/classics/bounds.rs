//! A box, and whether a triangle reaches into it, by clipping.
//!
//! In: boxes and triangles in one frame. Out: the part of a triangle in a box; empty exactly if the closed box and the closed
//! triangle have no point in common. It finds a large triangle that a small box pierces far from every corner, and rejects one that
//! only runs past a corner of the box.
//!
//! 1. Cut by one of the six sides after the other; walking round the outline, keep a corner that lies inside, and where
//!    an edge changes sides add the point where it does.
//! 2. A point made on a side of the box gets that side's coordinate itself, so that rounding does not cut it off again.
//!
//! Source: Sutherland and Hodgman, "Reentrant polygon clipping" (1974). Both documents of Nettle name it, and leave it
//! to the reader.

use crate::brute_force::Triangle;
use glam::DVec3;

/// Axis-aligned box in any frame; closed, so that a touching triangle counts as reaching it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bounds {
    /// Corner of the box with the smallest coordinates.
    pub min: DVec3,
    /// Corner of the box with the largest coordinates.
    pub max: DVec3,
}

impl Bounds {
    /// Makes the box around a body at `center` with these half extents.
    #[must_use]
    pub fn about(center: DVec3, half_extent: DVec3) -> Self {
        Self { min: center - half_extent, max: center + half_extent }
    }

    /// Smallest box around two boxes.
    #[must_use]
    pub fn union(self, other: Self) -> Self {
        Self { min: self.min.min(other.min), max: self.max.max(other.max) }
    }

    /// Box around a body on its straight motion from `source` to `destination`.
    #[must_use]
    pub fn of_way(source: DVec3, destination: DVec3, half_extent: DVec3) -> Self {
        Self::about(source, half_extent).union(Self::about(destination, half_extent))
    }

    /// The part of the triangle in the box, as the outline of a convex polygon; empty if they have no point in common.
    ///
    /// Three to nine corners, some of which may coincide. A triangle without area is clipped as the segment or point
    /// it is.
    #[must_use]
    pub fn clip(&self, triangle: &Triangle) -> Vec<DVec3> {
        let mut outline = triangle.to_vec();
        for axis in 0..3 {
            outline = keep(&outline, axis, self.min[axis], |coordinate, side| coordinate >= side);
            outline = keep(&outline, axis, self.max[axis], |coordinate, side| coordinate <= side);
        }
        outline
    }

    /// Whether the closed box and the closed triangle have a common point.
    #[must_use]
    pub fn reaches(&self, triangle: &Triangle) -> bool {
        !self.clip(triangle).is_empty()
    }
}

/// Clips a polygon to the half-space `inside` of the plane at `side` along an axis; `inside` compares a coordinate to `side`.
fn keep(outline: &[DVec3], axis: usize, side: f64, inside: impl Fn(f64, f64) -> bool) -> Vec<DVec3> {
    let mut kept = Vec::with_capacity(outline.len() + 1);
    for (i, &to) in outline.iter().enumerate() {
        let from = outline[if i == 0 { outline.len() - 1 } else { i - 1 }];
        let (from_inside, to_inside) = (inside(from[axis], side), inside(to[axis], side));
        if from_inside != to_inside {
            let mut crossing = from.lerp(to, (side - from[axis]) / (to[axis] - from[axis]));
            crossing[axis] = side;
            kept.push(crossing);
        }
        if to_inside {
            kept.push(to);
        }
    }
    kept
}
