//! The ray test: where does a straight line pass through each of eight triangles?
//!
//! In: a block of the world and a ray, mesh space. Out: how far along it each triangle is passed, or that it is not.
//! 1. Corners relative to the origin, then sheared so that the ray runs along one axis.
//! 2. Three signed areas in the plane across it. An edge seen from the neighbouring triangle gives exactly the opposite
//!    number, and zero counts on both sides: no ray slips between two triangles that share an edge.
//! 3. Their average of the corners' places along the axis is how far the plane is.
//!
//! Source: Woop, Benthin and Wald, "Watertight Ray/Triangle Intersection" (2013). They repeat a case with a zero area in
//! double precision; here both neighbours have it, and the lower id is taken. A triangle seen edge-on has no area and is
//! passed by.
//!
//! The scalar twin is `sweep8_scalar_ref::twin::ray`: same names, same order, same bits.

use crate::block::TriangleBlock;
use crate::lanes::{LaneVec, Lanes};
use crate::sides::Sides;
use glam::Vec3;

/// A ray, with what all lanes share.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Ray {
    origin: Vec3,
    /// The axes across and along the ray, so that the turn of a triangle is kept.
    axes: [usize; 3],
    /// Slope of the ray across the axis it runs along.
    shear: [f32; 2],
    /// One over its step along that axis.
    inverse_step: f32,
}

impl Ray {
    /// From `origin` by parts of `step`, which is not zero; mesh space, metres.
    pub(crate) fn new(origin: Vec3, step: Vec3) -> Self {
        let size = step.abs();
        let along = if size.x >= size.y && size.x >= size.z {
            0
        } else if size.y >= size.z {
            1
        } else {
            2
        };
        let (next, last) = ((along + 1) % 3, (along + 2) % 3);
        let axes = if step[along] < 0.0 { [last, next, along] } else { [next, last, along] };
        let shear = [step[axes[0]] / step[along], step[axes[1]] / step[along]];
        Self { origin, axes, shear, inverse_step: 1.0 / step[along] }
    }
}

/// The lanes that the ray passes at `0..=limit` of its step, and where.
#[inline(always)]
pub(crate) fn ray_block<L: Lanes>(
    lanes: L,
    block: &TriangleBlock,
    ray: &Ray,
    limit: f32,
    sides: Sides,
) -> (L::Mask, L::Float) {
    let zero = lanes.splat(0.0);
    let [x, y, z] = ray.axes;
    let sheared = block.corners.each_ref().map(|corner| {
        let along = lanes.load(&corner[z]) - lanes.splat(ray.origin[z]);
        LaneVec {
            x: lanes.load(&corner[x]) - lanes.splat(ray.origin[x]) - lanes.splat(ray.shear[0]) * along,
            y: lanes.load(&corner[y]) - lanes.splat(ray.origin[y]) - lanes.splat(ray.shear[1]) * along,
            z: along,
        }
    });
    let [a, b, c] = sheared;
    let areas = [c.x * b.y - c.y * b.x, a.x * c.y - a.y * c.x, b.x * a.y - b.y * a.x];
    let front = lanes.ge(areas[0], zero) & lanes.ge(areas[1], zero) & lanes.ge(areas[2], zero);
    let back = lanes.le(areas[0], zero) & lanes.le(areas[1], zero) & lanes.le(areas[2], zero);
    let inside = match sides {
        Sides::Both => front | back,
        Sides::Front => front,
    };
    let area = areas[0] + areas[1] + areas[2];
    let along = (areas[0] * a.z + areas[1] * b.z + areas[2] * c.z) / area;
    let fraction = along * lanes.splat(ray.inverse_step);
    // A triangle without area, seen so, has no fraction: the comparisons are false.
    let passed = inside & lanes.ge(fraction, zero) & lanes.le(fraction, lanes.splat(limit));
    (passed, fraction)
}
