//! The boxes that a straight motion enters, and when.
//!
//! In: a motion; boxes, eight at a time, mesh space. Out: a predicate for each, and the fraction at which the line enters it. Both
//! are conservative: rounding may keep a box that the line misses, and never drops one that it enters.
//!
//! A box grown by the half extents of the moving shape contains every centre from which the shape touches it: the line of the
//! centre is tested against the slabs of this box (Kay and Kajiya 1986).

use crate::base::tolerance::{REACH_ROUNDING, SLOWEST};
use crate::bvh::boxes::Bounds;
use crate::narrow::way_box::{way, way_extents};
use crate::simd::{LaneVec, Lanes};
use glam::{Vec3, Vec3A};

/// A straight motion of a shape's centre, mesh space, for tests against boxes that are grown by the shape's half extents.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Line {
    /// Reciprocal of the motion's step, by axis, 1/metre.
    inverse: Vec3,
    /// Start of the motion plus the half extents of the moving shape, mesh space, metres: for the low sides of boxes.
    from: Vec3,
    /// Start of the motion minus the half extents of the moving shape, mesh space, metres: for the high sides of boxes.
    to: Vec3,
    /// Box that meets every box that the shape touches on its motion, mesh space.
    pub(crate) around: Bounds,
}

impl Line {
    /// A line from `origin` by `step`, as far as `reach` (component by component, metres, at least `step`), for a shape with the
    /// half extents `half`, among triangles that lie in `bounds`. `inverse_half` is one over `half`, 0 for a point.
    #[inline(always)]
    pub(crate) fn new(origin: Vec3, step: Vec3, reach: Vec3, half: Vec3, inverse_half: Vec3, bounds: Bounds) -> Self {
        // Slightly early in, slightly late out: the points of entry and exit are rounded, too, as fractions are.
        let grow = way_extents(origin, reach, half, inverse_half, bounds) + Vec3A::from(reach).abs() * REACH_ROUNDING;
        let around = way(origin, reach, grow);
        let (origin, step) = (Vec3A::from(origin), Vec3A::from(step));
        let slowest = Vec3A::splat(SLOWEST);
        let steps = Vec3A::select(step.abs().cmplt(slowest), slowest, step);
        Self { inverse: steps.recip().into(), from: (origin + grow).into(), to: (origin - grow).into(), around }
    }

    /// Mask of the boxes that the line enters before the fraction `limit` of its step, and the fraction at which it enters each.
    #[inline(always)]
    pub(crate) fn entering<L: Lanes>(
        &self,
        lanes: L,
        low: LaneVec<L::Float>,
        high: LaneVec<L::Float>,
        limit: f32,
    ) -> (L::Mask, L::Float) {
        let inverse = lanes.splat3(self.inverse);
        let a = (low - lanes.splat3(self.from)).multiply(inverse);
        let b = (high - lanes.splat3(self.to)).multiply(inverse);
        let enter = lanes.max(lanes.max(lanes.min(a.x, b.x), lanes.min(a.y, b.y)), lanes.min(a.z, b.z));
        let leave = lanes.min(lanes.min(lanes.max(a.x, b.x), lanes.max(a.y, b.y)), lanes.max(a.z, b.z));
        let meets = lanes.le(enter, leave) & lanes.ge(leave, lanes.splat(0.0)) & lanes.le(enter, lanes.splat(limit));
        (meets, enter)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::simd::{Backend, Chosen, Eight, WIDTH, task};
    use sweep8_scalar_ref::random::Random;

    task! {
        /// Test task that returns the mask of the boxes that a line enters before the fraction `limit` of its step.
        struct Enter<'a> {
            line: &'a Line,
            boxes: &'a [[Eight; 3]; 2],
            limit: f32,
        }
        fn run<L>(lanes) -> u32 {
            let [low, high] = boxes;
            lanes.bits(line.entering(lanes, lanes.load3(low), lanes.load3(high), limit).0)
        }
    }

    #[test]
    fn a_line_enters_every_box_that_it_is_at_by_then_to_the_last_place() {
        let mut random = Random(1);
        let bounds = Bounds::about(Vec3A::ZERO, Vec3A::splat(1e5));
        for case in 0..20_000 {
            let far = [0.0, 1.0, 1e4][case % 3];
            let origin = Vec3::from(random.signed_vector()) * far;
            let along = [Vec3::ONE, Vec3::X, Vec3::new(1e-3, 1.0, 0.0), Vec3::new(1.0, 1e-28, -1e-9)][case / 3 % 4];
            let reach = Vec3::from(random.signed_vector()) * along * 10.0_f32.powf(3.0 * random.signed());
            let half = if case % 2 == 0 { Vec3::ZERO } else { Vec3::new(0.4, 0.9, 0.4) };
            // A ray has many steps within its reach; a sweep has one.
            let steps = if half == Vec3::ZERO { 1.0 + 99.0 * random.signed().abs() } else { 1.0 };
            let inverse_half = if half == Vec3::ZERO { Vec3::ZERO } else { half.recip() };
            let line = Line::new(origin, reach / steps, reach, half, inverse_half, bounds);
            let by_then = steps * random.signed().abs();
            let mut boxes = [[[0.0; WIDTH]; 3]; 2];
            let [lows, highs] = &mut boxes;
            for axis in 0..3 {
                let at = f64::from(origin[axis]) + f64::from((reach / steps)[axis]) * f64::from(by_then);
                let half = f64::from(half[axis]);
                for (low, high) in lows[axis].iter_mut().zip(&mut highs[axis]) {
                    // The near or far side of a box that a shape with these half extents just reaches.
                    let size = random.signed().abs();
                    if random.signed() < 0.0 {
                        *low = ((at + half) as f32).next_down();
                        *high = *low + size;
                    } else {
                        *high = ((at - half) as f32).next_up();
                        *low = *high - size;
                    }
                }
            }
            for backend in Backend::available() {
                let entered = Chosen::new(backend).expect("it is available").run(Enter {
                    line: &line,
                    boxes: &boxes,
                    limit: by_then,
                });
                assert_eq!(entered, 0xFF, "{backend}: {line:?} is at {boxes:?} by {by_then}");
            }
        }
    }
}
