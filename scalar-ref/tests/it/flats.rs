//! Large flat things to collide with, fronts counter-clockwise; metres.

use glam::DVec3;
use sweep8_scalar_ref::brute_force::Triangle;

/// A rectangle from `corner` along two sides, its front where their cross product points.
pub(crate) fn rectangle(corner: DVec3, side: DVec3, up: DVec3) -> [Triangle; 2] {
    [[corner, corner + side, corner + side + up], [corner, corner + side + up, corner + up]]
}

/// The front and top of a step along x that rises from `y = 0` at `z = 0`.
pub(crate) fn step(height: f64) -> Vec<Triangle> {
    let (lower, long) = (DVec3::X * -20.0, DVec3::X * 40.0);
    let riser = rectangle(lower, long, DVec3::Y * height);
    let top = rectangle(lower + DVec3::Y * height, long, DVec3::Z * -20.0);
    [riser, top].concat()
}
