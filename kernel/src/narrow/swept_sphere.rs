//! The boxes that a unit sphere comes near on its way.
//!
//! In: a motion, the fraction of it that counts, boxes; ellipsoid space. Out: a predicate for each, and a fraction before which the
//! sphere reaches none of them.
//!
//! A box is out of reach if an axis separates it from the segment of the centre by more than the radius. Two axes are tried:
//! 1. The shortest way from the segment's box. It is exact for a motion along an axis, and decides large boxes.
//! 2. The shortest way from the segment to the middle of the box. It follows the motion in any direction, and decides small boxes:
//!    those of dense meshes.
//!
//! All is conservative: a dropped box is farther than the radius by more than the rounding of a sweep, and by more than the margin
//! by which a face wins over the edge of its neighbour. So a sweep needs no margin for that behind its best contact,
//! [`SEAM_WINDOW`](crate::base::tolerance::SEAM_WINDOW), which is hundreds of times as much for small triangles: two centimetres
//! around the place where a person touches a floor.
//!
//! Middles and extents of boxes, and all values compared with them, are doubled: it saves half of the operations that compute them.

use crate::base::tolerance::{CULL_ROUNDING, SEAM_ROUNDING};
use crate::frame::motion::Motion;
use crate::simd::{LaneVec, Lanes, one_norm};
use glam::Vec3;

/// Unit sphere swept along a straight line; all lengths but that of the whole motion are stored doubled.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SweptSphere {
    start: Vec3,
    direction: Vec3,
    /// Displacement of the sphere up to the fraction that counts, ellipsoid space, doubled.
    displacement: Vec3,
    length: f32,
    /// Middle of the box around the segment that the sphere's centre moves along, doubled.
    middle: Vec3,
    /// Half extents of the box around the segment that the sphere's centre moves along, doubled.
    extent: Vec3,
    /// Radius of the sphere plus the rounding that does not depend on the tested box, doubled.
    radius: f32,
    /// 1 over the length of the sphere's whole motion; 0 for a zero motion.
    inverse_length: f32,
}

/// Eight boxes relative to the start of a swept sphere, all lengths doubled.
struct DoubledBoxes<F> {
    /// Vector from the sphere's start to the middle of each box, doubled.
    middle: LaneVec<F>,
    extent: LaneVec<F>,
    /// Radius of the sphere plus the rounding of distances to points in each box, doubled.
    reach: F,
}

impl SweptSphere {
    /// Makes the swept sphere of a motion up to `fraction`: that of the best contact so far, or 1.
    #[inline(always)]
    pub(crate) fn new(motion: &Motion, fraction: f32) -> Self {
        let displacement = motion.displacement * (2.0 * fraction);
        let start = motion.start * 2.0;
        let size = 1.0 + motion.size + motion.start.abs().element_sum();
        Self {
            start,
            direction: motion.direction,
            displacement,
            length: motion.length * (2.0 * fraction),
            middle: start + displacement * 0.5,
            extent: displacement.abs() * 0.5,
            radius: 2.0 * (1.0 + SEAM_ROUNDING + CULL_ROUNDING * size),
            inverse_length: motion.inverse_length,
        }
    }

    /// Mask of the boxes that may contain an overlap at the start or the sphere's nearest contact.
    #[inline(always)]
    pub(crate) fn meeting<L: Lanes>(&self, lanes: L, low: LaneVec<L::Float>, high: LaneVec<L::Float>) -> L::Mask {
        let (near, boxes) = self.near(lanes, low, high);
        if lanes.any(near) { near & self.meeting_across(lanes, &boxes) } else { near }
    }

    /// As [`meeting`](Self::meeting), with a fraction of the motion before which the sphere does not reach the box; below 0 if it
    /// may overlap at the start.
    #[inline(always)]
    pub(crate) fn entering<L: Lanes>(
        &self,
        lanes: L,
        low: LaneVec<L::Float>,
        high: LaneVec<L::Float>,
    ) -> (L::Mask, L::Float) {
        let (near, boxes) = self.near(lanes, low, high);
        if !lanes.any(near) {
            return (near, boxes.reach);
        }
        let gap = gap(lanes, boxes.middle, boxes.extent);
        let enter = lanes.sqrt(gap.dot(gap)) - boxes.reach;
        (near & self.meeting_across(lanes, &boxes), enter * lanes.splat(0.5 * self.inverse_length))
    }

    /// Mask of the boxes that the sphere may reach by a first test (the gap to the box around its motion), and these boxes.
    #[inline(always)]
    fn near<L: Lanes>(
        &self,
        lanes: L,
        low: LaneVec<L::Float>,
        high: LaneVec<L::Float>,
    ) -> (L::Mask, DoubledBoxes<L::Float>) {
        let (middle, extent) = (low + high, high - low);
        let far = one_norm(lanes, middle) + (extent.x + extent.y + extent.z);
        let reach = lanes.splat(self.radius) + far * lanes.splat(CULL_ROUNDING + SEAM_ROUNDING);
        let gap = gap(lanes, middle - lanes.splat3(self.middle), extent + lanes.splat3(self.extent));
        let near = lanes.le(gap.dot(gap), reach * reach);
        (near, DoubledBoxes { middle: middle - lanes.splat3(self.start), extent, reach })
    }

    /// Mask of the boxes that the sphere may reach by a second test, across its motion, which follows motions in any direction.
    #[inline(always)]
    fn meeting_across<L: Lanes>(&self, lanes: L, boxes: &DoubledBoxes<L::Float>) -> L::Mask {
        let &DoubledBoxes { middle, extent, reach } = boxes;
        let zero = lanes.splat(0.0);
        let direction = lanes.splat3(self.direction);
        let along = lanes.min(lanes.max(middle.dot(direction), zero), lanes.splat(self.length));
        let axis = middle - direction.scale(along);
        let sizes = LaneVec { x: lanes.abs(axis.x), y: lanes.abs(axis.y), z: lanes.abs(axis.z) };
        let farthest = lanes.max(axis.dot(lanes.splat3(self.displacement)), zero);
        let nearest = axis.dot(middle) - sizes.dot(extent);
        lanes.le(nearest - farthest, reach * lanes.sqrt(axis.dot(axis)))
    }
}

/// Gaps between boxes and a point by axis, from the middles of the boxes relative to the point. 0 where the point is within a box
/// along an axis.
#[inline(always)]
fn gap<L: Lanes>(lanes: L, middle: LaneVec<L::Float>, extent: LaneVec<L::Float>) -> LaneVec<L::Float> {
    let zero = lanes.splat(0.0);
    LaneVec {
        x: lanes.max(lanes.abs(middle.x) - extent.x, zero),
        y: lanes.max(lanes.abs(middle.y) - extent.y, zero),
        z: lanes.max(lanes.abs(middle.z) - extent.z, zero),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::simd::{Backend, Chosen, Eight, WIDTH, task};
    use glam::{DVec3, Vec3A};
    use sweep8_scalar_ref::random::Random;

    task! {
        /// Test task that returns the masks of `meeting` and `entering` for eight boxes, and the fractions of `entering`.
        struct AskMeeting<'a> {
            swept: &'a SweptSphere,
            boxes: &'a [[Eight; 3]; 2],
        }
        fn run<L>(lanes) -> (u32, u32, Eight) {
            let [low, high] = boxes;
            let (low, high) = (lanes.load3(low), lanes.load3(high));
            let (near, enter) = swept.entering(lanes, low, high);
            (lanes.bits(swept.meeting(lanes, low, high)), lanes.bits(near), lanes.store(enter))
        }
    }

    /// Makes a test motion of any length, zero included, that starts near the origin.
    fn motion(random: &mut Random, case: usize) -> Motion {
        let along = [Vec3::ONE, Vec3::X, Vec3::new(1e-3, 1.0, 0.0), Vec3::ZERO][case % 4];
        let length = 10.0_f32.powf(3.0 * random.signed() - 1.0);
        Motion::new(Vec3::from(random.signed_vector()) * 3.0, Vec3::from(random.signed_vector()) * along * length)
    }

    /// Makes eight boxes that contain one of the points each, at a corner or inside; at most `largest` in size.
    fn boxes_with(random: &mut Random, points: &[Vec3; WIDTH], largest: f32) -> [[Eight; 3]; 2] {
        let mut boxes = [[[0.0; WIDTH]; 3]; 2];
        for (lane, point) in points.iter().enumerate() {
            let size = largest * 10.0_f32.powf(2.0 * random.signed() - 2.0);
            for axis in 0..3 {
                let inside = (random.signed() + 0.5).clamp(0.0, 1.0);
                boxes[0][axis][lane] = point[axis] - size * inside;
                boxes[1][axis][lane] = point[axis] + size * (1.0 - inside);
            }
        }
        boxes
    }

    #[test]
    fn a_box_that_holds_what_a_sphere_touches_is_met_not_later_than_it_is_touched() {
        let mut random = Random(1);
        for case in 0..20_000 {
            let motion = motion(&mut random, case);
            let until = random.signed().abs();
            let at = until * if case % 3 == 0 { 1.0 } else { random.signed().abs() };
            // Points within the radius of the sphere, to rounding.
            let points: [Vec3; WIDTH] = core::array::from_fn(|lane| {
                let towards: DVec3 = random.signed_vector().normalize_or(Vec3A::X).as_dvec3();
                let near = if lane % 2 == 0 { 1.0 } else { f64::from(random.signed().abs()) };
                (motion.at(at) + towards * near).as_vec3()
            });
            let boxes = boxes_with(&mut random, &points, [0.01, 1.0, 100.0][case % 3]);
            let swept = SweptSphere::new(&motion, until);
            for backend in Backend::available() {
                let (met, entered, enter) =
                    Chosen::new(backend).expect("it is available").run(AskMeeting { swept: &swept, boxes: &boxes });
                assert_eq!((met, entered), (0xFF, 0xFF), "{backend}: {motion:?} touches {points:?} in {boxes:?}");
                assert!(enter.iter().all(|enter| *enter <= at), "{backend}: {enter:?} is later than {at}");
            }
        }
    }

    #[test]
    fn a_small_box_that_a_sphere_passes_by_is_left_out_whichever_way_it_goes() {
        let mut random = Random(2);
        for case in 0..2_000 {
            let motion = motion(&mut random, case);
            let until = random.signed().abs();
            // Points off the segment, or behind its end.
            let across = Vec3::from(random.signed_vector()).cross(motion.direction).normalize_or(Vec3::X);
            let aside: DVec3 = if case % 2 == 0 { across } else { motion.direction }.normalize_or(Vec3::Y).as_dvec3();
            let point = (motion.at(if case % 2 == 0 { until * 0.5 } else { until }) + aside * 1.03).as_vec3();
            let boxes = boxes_with(&mut random, &[point; WIDTH], 0.01);
            for backend in Backend::available() {
                let chosen = Chosen::new(backend).expect("it is available");
                let (met, entered, _) =
                    chosen.run(AskMeeting { swept: &SweptSphere::new(&motion, until), boxes: &boxes });
                assert_eq!((met, entered), (0, 0), "{backend}: {motion:?} up to {until} meets {boxes:?}");
            }
        }
    }
}
