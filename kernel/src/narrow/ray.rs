//! The ray test: where does a straight line cross each of eight triangles?
//!
//! In: the corners of eight triangles and a ray, any one frame. Out: which triangles the ray crosses, and how far along it.
//! 1. Corners relative to the origin, then sheared so that the ray runs along one axis.
//! 2. Three signed areas in the plane across it. An edge seen from the neighbouring triangle gives exactly the opposite
//!    number, and zero counts on both sides: no ray slips between two triangles that share an edge.
//! 3. The point at which a triangle is crossed: the average of the corners' places along the ray, weighted by the areas. This is
//!    one lane of many, so it is scalar and in `f64`: the areas of a needle are rounding in `f32`, and would put the point anywhere
//!    on it.
//!
//! Source: Woop, Benthin and Wald, "Watertight Ray/Triangle Intersection" (2013). They repeat a case with a zero area in double
//! precision; here both neighbours have it, and the lower id wins. A triangle seen edge-on has no area and is missed. A triangle
//! that the ray misses by less than the rounding of step 1 is crossed at its edge; one that only its areas accept is not: those of
//! a needle that points at the ray are nothing but rounding.
//!
//! The scalar twin of steps 1 and 2 is `sweep8_scalar_ref::twin::ray`: same names, same order, same bits.

use crate::base::tolerance::{BROAD_ON_RAY, RAY_ROUNDING, RAY_START_ROUNDING, REACH_ROUNDING};
use crate::base::triangle_point::closest_point;
use crate::frame::position::Position;
use crate::mesh::sides::Sides;
use crate::shape::axis::Axis;
use crate::simd::{Eight, LaneVec, Lanes};
use glam::{DVec3, Vec3, Vec3A, Vec3Swizzles};

/// The step of a ray and the values of [`Ray`] that depend on it alone; shared by rays from many origins.
#[derive(Clone, Copy, Debug)]
pub(crate) struct RayStep {
    /// Step of the ray in full precision, not zero, metres: otherwise rounding could end a segment before the surface that it ends on.
    pub(crate) exact: DVec3,
    /// Unit vector along the step, and the length of the step, metres.
    along: DVec3,
    length: f64,
    /// Two axes across the ray and its main axis, in an order that keeps the orientation of triangles. Not numbers: the compiler would
    /// check for each corner that they are below 3.
    axes: [Axis; 3],
    /// Slopes of the ray along the first two of `axes`, per unit along its main axis.
    shear: [f32; 2],
    /// Inverse of the ray's step along its main axis.
    inverse_step: f32,
}

impl RayStep {
    /// The step of a metre along x; fills unused entries of arrays.
    pub(crate) const ALONG_X: Self = Self {
        exact: DVec3::X,
        along: DVec3::X,
        length: 1.0,
        axes: [Axis::Y, Axis::Z, Axis::X],
        shear: [0.0; 2],
        inverse_step: 1.0,
    };

    #[inline(always)]
    pub(crate) fn new(exact: DVec3) -> Self {
        let step = Vec3A::from(exact.as_vec3());
        let size = step.abs();
        let (is_longer, is_back) = (size.xxy().cmpge(size.yzz()).bitmask(), step.cmplt(Vec3A::ZERO).bitmask());
        let axes = AXES[is_back as usize % 8][is_longer as usize % 8];
        let step = step.to_array();
        let main = step[axes[2] as usize];
        let shear = [step[axes[0] as usize] / main, step[axes[1] as usize] / main];
        Self { exact, along: exact.normalize(), length: exact.length(), axes, shear, inverse_step: 1.0 / main }
    }
}

/// The [axes](RayStep::axes) by the signs of a step, bit `i` for a negative component `i`, and by its longest component: bit 0 if x is not
/// shorter than y, 1 if x is not shorter than z, 2 if y is not shorter than z. A table, as the branches can't be predicted.
const AXES: [[[Axis; 3]; 8]; 8] = {
    let mut table = [[[Axis::X; 3]; 8]; 8];
    let mut place = 0;
    while place < 64 {
        let (is_back, is_longer) = (place / 8, place % 8);
        let (next, last, along) = if is_longer & 0b11 == 0b11 {
            (Axis::Y, Axis::Z, Axis::X)
        } else if is_longer & 0b100 != 0 {
            (Axis::Z, Axis::X, Axis::Y)
        } else {
            (Axis::X, Axis::Y, Axis::Z)
        };
        let is_back = is_back >> along as usize & 1 != 0;
        table[place / 8][is_longer] = if is_back { [last, next, along] } else { [next, last, along] };
        place += 1;
    }
    table
};

/// A ray against which blocks of triangles are tested, with values that all lanes share.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Ray {
    step: RayStep,
    /// Position in the frame of the corners, and the origin of the ray relative to it, metres: subtracted one after the other.
    position: Position,
    origin: DVec3,
    /// First part of the position by the axes of the step.
    from: [f32; 3],
    /// Whether more than the first part of the position is to be subtracted.
    is_split: bool,
}

/// Where a ray crosses a triangle.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Crossing {
    /// Distance from the ray's origin, in steps.
    pub(crate) fraction: f32,
    /// Corners of the triangle relative to the ray's position, and their weights at the crossed point.
    pub(crate) corners: [DVec3; 3],
    pub(crate) weights: DVec3,
}

impl Ray {
    /// A ray from `origin`, relative to `position`, by multiples of a step; the frame of the corners, metres.
    #[inline(always)]
    pub(crate) fn new(position: Position, origin: DVec3, step: RayStep) -> Self {
        let (high, [x, y, z]) = (position.high.to_array(), step.axes);
        let from = [high[x as usize], high[y as usize], high[z as usize]];
        let is_split = !position.is_single() || origin.to_array().map(f64::to_bits) != [0; 3];
        Self { step, position, origin, from, is_split }
    }

    /// Corners of a triangle relative to the position, and relative to the origin.
    #[inline(always)]
    fn seen(&self, [a, b, c]: [Vec3; 3]) -> [[DVec3; 3]; 2] {
        let from = self.position.high.as_dvec3();
        let corners = [a.as_dvec3() - from, b.as_dvec3() - from, c.as_dvec3() - from];
        // Most queries start at three `f32`: there is nothing else to subtract.
        if self.is_split { without_rest_of(corners, self.position.low, self.origin) } else { [corners; 2] }
    }

    /// Where the ray crosses a triangle; `None` if it misses the triangle by more than the rounding of the lanes.
    #[inline(always)]
    pub(crate) fn cross(&self, corners: [Vec3; 3]) -> Option<Crossing> {
        let along = self.step.along;
        let [corners, triangle] = self.seen(corners);
        let [a, b, c] = triangle;
        let size = a.abs().max(b.abs()).max(c.abs()).max_element();
        let areas = [along.dot(c.cross(b)), along.dot(a.cross(c)), along.dot(b.cross(a))];
        let inside = areas.iter().all(|area| *area >= 0.0) || areas.iter().all(|area| *area <= 0.0);
        let all = areas[0] + areas[1] + areas[2];
        let on_face = (areas[0] * along.dot(a) + areas[1] * along.dot(b) + areas[2] * along.dot(c)) / all;
        // For triangles seen edge-on areas and weights are rounding in `f64`, too: the distance of the point decides.
        let is_on = |&(far, _): &(f64, DVec3)| is_near(along * far, triangle, RAY_ROUNDING * size);
        let on_face = (on_face, DVec3::from_array(areas) / all);
        // A point between the corners is no nearer to the triangle than its closest point: it shows most triangles without looking for
        // that one.
        let is_surely_on = |&(far, weights): &(f64, DVec3)| {
            let between = a * weights.x + b * weights.y + c * weights.z;
            let most = 0.5 * RAY_ROUNDING * size;
            (between - along * far).length_squared() <= most * most
        };
        // Each area is off by at most 20 times 2⁻⁵³ size². So the point between the corners and the one on the ray are both off by at
        // most 200 times 2⁻⁵³ size³ / all.
        let is_broad = all.abs() >= BROAD_ON_RAY * (size * size);
        let (far, weights) = if inside && (is_broad || is_surely_on(&on_face) || is_on(&on_face)) {
            on_face
        } else {
            Some(edges_crossed(along, triangle)).filter(is_on)?
        };
        // A ray that starts on the triangle crosses it there.
        let starts_on = far.abs() <= RAY_START_ROUNDING * size;
        let fraction = if starts_on { 0.0 } else { (far / self.step.length) as f32 };
        Some(Crossing { fraction, corners, weights })
    }
}

/// Corners without the second part of a position, and these without an origin. It gets no reference to the ray, which could then not lie
/// in registers.
#[inline(never)]
fn without_rest_of(corners: [DVec3; 3], low: Vec3, origin: DVec3) -> [[DVec3; 3]; 2] {
    let low = low.as_dvec3();
    let corners = corners.map(|corner| corner - low);
    [corners, corners.map(|corner| corner - origin)]
}

/// Whether a point is within a distance of a triangle.
#[inline(never)]
fn is_near(point: DVec3, triangle: [DVec3; 3], distance: f64) -> bool {
    point.distance(closest_point(point, triangle)) <= distance
}

/// Where a line through the origin passes nearest to a triangle's edges: distance along it, and weights of the edge point.
#[inline(never)]
fn edges_crossed(along: DVec3, [a, b, c]: [DVec3; 3]) -> (f64, DVec3) {
    let nearest_on = |from: DVec3, to: DVec3, first: DVec3, second: DVec3| {
        let across = |v: DVec3| v - along * along.dot(v);
        let (start, edge) = (across(from), across(to - from));
        let square = edge.length_squared();
        let part = if square > 0.0 { (-start.dot(edge) / square).clamp(0.0, 1.0) } else { 0.0 };
        ((start + edge * part).length_squared(), along.dot(from.lerp(to, part)), first.lerp(second, part))
    };
    let edges = [nearest_on(b, c, DVec3::Y, DVec3::Z), nearest_on(c, a, DVec3::Z, DVec3::X)];
    let first = nearest_on(a, b, DVec3::X, DVec3::Y);
    let (_, far, weights) = edges.into_iter().fold(first, |best, next| if next.0 < best.0 { next } else { best });
    (far, weights)
}

/// One corner of each lane's triangle, relative to the first part of the ray's origin, by `axes`.
#[inline(always)]
fn relative<L: Lanes>(lanes: L, corner: &[Eight; 3], axes: [Axis; 3], ray: &Ray) -> LaneVec<L::Float> {
    let of = |place: usize| lanes.load(&corner[axes[place] as usize]) - lanes.splat(ray.from[place]);
    LaneVec { x: of(0), y: of(1), z: of(2) }
}

/// A corner without the other parts of the ray's origin.
#[inline(always)]
fn without_rest<L: Lanes>(lanes: L, corner: LaneVec<L::Float>, axes: [Axis; 3], ray: &Ray) -> LaneVec<L::Float> {
    let (low, rest) = (ray.position.low.to_array(), ray.origin.as_vec3().to_array());
    let of = |at, axis: Axis| at - lanes.splat(low[axis as usize]) - lanes.splat(rest[axis as usize]);
    LaneVec { x: of(corner.x, axes[0]), y: of(corner.y, axes[1]), z: of(corner.z, axes[2]) }
}

/// A corner sheared so that the ray runs along the third axis.
#[inline(always)]
fn sheared<L: Lanes>(lanes: L, corner: LaneVec<L::Float>, [x, y]: [f32; 2]) -> LaneVec<L::Float> {
    LaneVec { x: corner.x - lanes.splat(x) * corner.z, y: corner.y - lanes.splat(y) * corner.z, z: corner.z }
}

/// Mask of the lanes whose triangle the ray crosses, among the triangles that extend into `0..=limit` of its step.
#[inline(always)]
pub(crate) fn ray_block<L: Lanes>(lanes: L, corners: &[[Eight; 3]; 3], ray: &Ray, limit: f32, sides: Sides) -> L::Mask {
    let zero = lanes.splat(0.0);
    let [a, b, c] = corners;
    let axes = ray.step.axes;
    let mut corners = [relative(lanes, a, axes, ray), relative(lanes, b, axes, ray), relative(lanes, c, axes, ray)];
    if ray.is_split {
        corners = [
            without_rest(lanes, corners[0], axes, ray),
            without_rest(lanes, corners[1], axes, ray),
            without_rest(lanes, corners[2], axes, ray),
        ];
    }
    let shear = ray.step.shear;
    let [a, b, c] =
        [sheared(lanes, corners[0], shear), sheared(lanes, corners[1], shear), sheared(lanes, corners[2], shear)];
    let areas = [c.x * b.y - c.y * b.x, a.x * c.y - a.y * c.x, b.x * a.y - b.y * a.x];
    let front = lanes.ge(areas[0], zero) & lanes.ge(areas[1], zero) & lanes.ge(areas[2], zero);
    let back = lanes.le(areas[0], zero) & lanes.le(areas[1], zero) & lanes.le(areas[2], zero);
    let inside = match sides {
        Sides::Both => front | back,
        Sides::Front => front,
    };
    // Seen edge-on, all three areas are zero: that is front and back.
    let inside = inside & !(front & back);
    let step = lanes.splat(ray.step.inverse_step);
    let at = [a.z * step, b.z * step, c.z * step];
    let first = lanes.min(lanes.min(at[0], at[1]), at[2]);
    let last = lanes.max(lanes.max(at[0], at[1]), at[2]);
    inside & lanes.ge(last, zero) & lanes.le(first, lanes.splat(limit * (1.0 + REACH_ROUNDING)))
}
