//! The boxes and triangles that a unit sphere comes near on its way.
//!
//! In: a motion, the fraction of it that counts, boxes or triangles; ellipsoid space. Out: a predicate for each, and a fraction before
//! which the sphere reaches none of the boxes.
//!
//! A box is out of reach if an axis separates it from the segment of the centre by more than the radius. Two axes are tried:
//! 1. The shortest way from the segment's box. It is exact for a motion along an axis, and decides large boxes.
//! 2. The shortest way from the segment to the middle of the box. It follows the motion in any direction, and decides small boxes:
//!    those of dense meshes.
//!
//! A triangle is out of reach if the first of these axes separates its box, or if the shortest way from the segment to its middle separates
//! its corners. The gap along that way is nearly the distance of a small triangle, and takes no normal and no root.
//!
//! All is conservative: a dropped box or triangle is farther than the radius by more than the rounding of a sweep, and by more than the
//! margin by which a face wins over the edge of its neighbour. So a sweep needs no margin for that behind its best contact,
//! [`SEAM_WINDOW`](crate::base::tolerance::SEAM_WINDOW), which is hundreds of times as much for small triangles: two centimetres
//! around the place where a person touches a floor.
//!
//! Middles and extents of boxes, and all values compared with them, are doubled: it saves half of the operations that compute them.

use crate::base::tolerance::{CULL_ROUNDING, SEAM_ROUNDING};
use crate::frame::motion::Motion;
use crate::narrow::mover::Mover;
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

    /// Mask of the triangles that may overlap at the start or be the nearest contact of the shape that `mover` moves.
    #[inline(always)]
    pub(crate) fn meeting_triangles<L: Lanes, M: Mover>(
        &self,
        lanes: L,
        mover: &M,
        corners: &[LaneVec<L::Float>; 3],
    ) -> L::Mask {
        let meeting = self.meeting_corners(lanes, mover, corners);
        if !lanes.any(meeting) {
            return meeting;
        }
        let &[a, b, c] = corners;
        let [low, high] = mover.grown(lanes, lanes.min3(lanes.min3(a, b), c), lanes.max3(lanes.max3(a, b), c));
        meeting & self.near(lanes, low, high).0
    }

    /// Mask of the triangles that the shortest way from the shape to the middle of each does not separate from the shape.
    #[inline(always)]
    fn meeting_corners<L: Lanes, M: Mover>(&self, lanes: L, mover: &M, corners: &[LaneVec<L::Float>; 3]) -> L::Mask {
        let zero = lanes.splat(0.0);
        let [direction, start] = [lanes.splat3(self.direction), lanes.splat3(self.start * 0.5)];
        let [a, b, c] = [corners[0] - start, corners[1] - start, corners[2] - start];
        let middle = (a + b + c).scale(lanes.splat(1.0 / 3.0));
        let along = lanes.min(lanes.max(middle.dot(direction), zero), lanes.splat(self.length * 0.5));
        // Any axis may separate: its rounding does not matter.
        let mut axis = middle - direction.scale(along);
        let (mut spread, mut far) = (zero, one_norm(lanes, a) + one_norm(lanes, b) + one_norm(lanes, c));
        if M::HAS_SPINE {
            let spine = lanes.splat3(mover.spine());
            axis = axis - lanes.max3(lanes.min3(axis, spine), -spine);
            spread = lanes.abs(axis.dot(spine));
            far = far + one_norm(lanes, spine);
        }
        let nearest = lanes.min(lanes.min(axis.dot(a), axis.dot(b)), axis.dot(c));
        let farthest = lanes.max(axis.dot(lanes.splat3(self.displacement * 0.5)), zero) + spread;
        let apart = nearest - farthest;
        let reach = lanes.splat(self.radius * 0.5) + far * lanes.splat(CULL_ROUNDING + SEAM_ROUNDING);
        !(lanes.gt(apart, zero) & lanes.gt(apart * apart, axis.dot(axis) * (reach * reach)))
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
    use crate::frame::capsule_motion::CapsuleMotion;
    use crate::shape::axis::Axis;
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

    task! {
        /// Test task that returns the mask of `meeting_triangles` for eight triangles.
        struct AskTriangles<'a, M: Mover> {
            mover: &'a M,
            until: f32,
            corners: &'a [[Eight; 3]; 3],
        }
        fn run<L>(lanes) -> u32 {
            let swept = SweptSphere::new(mover.motion(), until);
            lanes.bits(swept.meeting_triangles(lanes, mover, &lanes.load_corners(corners)))
        }
    }

    /// Makes eight triangles that contain one of the points each, at a corner, on an edge or in the face; about `largest` in size at most.
    fn triangles_with(random: &mut Random, points: &[Vec3; WIDTH], largest: f32) -> [[Eight; 3]; 3] {
        let mut corners = [[[0.0; WIDTH]; 3]; 3];
        for (lane, point) in points.iter().enumerate() {
            let size = largest * 10.0_f32.powf(2.0 * random.signed() - 2.0);
            let [u, v] = [(); 2].map(|()| (random.signed() + 0.5).clamp(0.0, 1.0));
            let (e, f) = (Vec3::from(random.signed_vector()) * size, Vec3::from(random.signed_vector()) * size);
            let first = *point - e * (u * (1.0 - v)) - f * (u * v);
            for (corner, at) in [first, first + e, first + f].into_iter().enumerate() {
                for axis in 0..3 {
                    corners[corner][axis][lane] = at[axis];
                }
            }
        }
        corners
    }

    /// The unit sphere of a motion, and capsules of all axes and several lengths that move so.
    fn capsules_of(motion: Motion) -> impl Iterator<Item = CapsuleMotion> {
        let halves = [1e-3, 1.0, 300.0].into_iter();
        halves.flat_map(move |half| [Axis::X, Axis::Y, Axis::Z].map(|axis| CapsuleMotion::new(motion, axis, half)))
    }

    /// Asks each backend which of eight triangles a shape meets.
    fn met_by<M: Mover>(mover: &M, until: f32, corners: &[[Eight; 3]; 3]) -> impl Iterator<Item = (Backend, u32)> {
        Backend::available().map(move |backend| {
            let chosen = Chosen::new(backend).expect("it is available");
            (backend, chosen.run(AskTriangles { mover, until, corners }))
        })
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

    #[test]
    fn a_triangle_that_a_sphere_or_a_capsule_touches_on_its_way_is_met() {
        let mut random = Random(3);
        for case in 0..4_000 {
            let motion = motion(&mut random, case);
            let until = random.signed().abs();
            let at = until * if case % 3 == 0 { 1.0 } else { random.signed().abs() };
            let largest = [0.01, 1.0, 100.0][case % 3];
            let on_sphere: [DVec3; WIDTH] = core::array::from_fn(|lane| {
                let towards: DVec3 = random.signed_vector().normalize_or(Vec3A::X).as_dvec3();
                let near = if lane % 2 == 0 { 1.0 } else { f64::from(random.signed().abs()) };
                motion.at(at) + towards * near
            });
            let corners = triangles_with(&mut random, &on_sphere.map(DVec3::as_vec3), largest);
            for (backend, met) in met_by(&motion, until, &corners) {
                assert_eq!(met, 0xFF, "{backend}: {motion:?} touches {corners:?} at {at}");
            }
            for capsule in capsules_of(motion) {
                let along = (capsule.spine() * random.signed()).as_dvec3();
                let corners = triangles_with(&mut random, &on_sphere.map(|point| (point + along).as_vec3()), largest);
                for (backend, met) in met_by(&capsule, until, &corners) {
                    assert_eq!(met, 0xFF, "{backend}: {capsule:?} touches {corners:?} at {at}");
                }
            }
        }
    }

    #[test]
    fn a_small_triangle_that_a_sphere_passes_by_is_left_out_at_any_angle() {
        let mut random = Random(4);
        for case in 0..2_000 {
            let motion = motion(&mut random, case);
            let until = random.signed().abs();
            let across = Vec3::from(random.signed_vector()).cross(motion.direction).normalize_or(Vec3::X);
            let point = (motion.at(until * random.signed().abs()) + across.as_dvec3() * 1.03).as_vec3();
            let corners = triangles_with(&mut random, &[point; WIDTH], 0.01);
            for (backend, met) in met_by(&motion, until, &corners) {
                assert_eq!(met, 0, "{backend}: {motion:?} up to {until} meets {corners:?}");
            }
        }
    }

    #[test]
    fn a_small_triangle_beside_the_spine_of_a_capsule_at_its_start_is_left_out() {
        let mut random = Random(5);
        for case in 0..500 {
            for capsule in capsules_of(motion(&mut random, case)) {
                let across = Vec3::from(random.signed_vector()).cross(capsule.axis.unit()).normalize_or(Vec3::ONE);
                let along = capsule.spine() * random.signed();
                let point = capsule.motion.start + along + across * 1.03;
                let corners = triangles_with(&mut random, &[point; WIDTH], 0.01);
                for (backend, met) in met_by(&capsule, 0.0, &corners) {
                    assert_eq!(met, 0, "{backend}: {capsule:?} meets {corners:?}");
                }
            }
        }
    }
}
