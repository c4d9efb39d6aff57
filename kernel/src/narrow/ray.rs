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

use crate::base::tolerance::{RAY_ROUNDING, RAY_START_ROUNDING, REACH_ROUNDING};
use crate::base::triangle_point::closest_point;
use crate::frame::position::Position;
use crate::mesh::sides::Sides;
use crate::simd::{Eight, LaneVec, Lanes};
use glam::{DVec3, Vec3};

/// The step of a ray, and what of a [`Ray`] follows from the step alone: rays from many origins share it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct RayStep {
    /// Step of the ray in full precision, not zero, metres: otherwise rounding could end a segment before the surface that it ends on.
    pub(crate) exact: DVec3,
    /// Unit vector along the step, and the length of the step, metres.
    along: DVec3,
    length: f64,
    /// Indices of two axes across the ray and of its main axis, in an order that keeps the orientation of triangles.
    axes: [usize; 3],
    /// Slopes of the ray along the first two of `axes`, per unit along its main axis.
    shear: [f32; 2],
    /// Inverse of the ray's step along its main axis.
    inverse_step: f32,
}

impl RayStep {
    pub(crate) fn new(exact: DVec3) -> Self {
        let step = exact.as_vec3();
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
        let inverse_step = 1.0 / step[along];
        Self { exact, along: exact.normalize(), length: exact.length(), axes, shear, inverse_step }
    }
}

/// A ray against which blocks of triangles are tested, with values that all lanes share.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Ray {
    origin: DVec3,
    step: RayStep,
    /// Parts of the ray's origin in the frame of the corners, by axis: they are subtracted one after the other.
    from: [[f32; 3]; 3],
    /// Whether any of these parts but the first is not zero.
    is_split: bool,
}

impl Ray {
    /// A ray from `origin`, relative to `position`, by multiples of a step; the frame of the corners, metres.
    pub(crate) fn new(position: Position, origin: DVec3, step: &RayStep) -> Self {
        let rest = origin.as_vec3();
        let from = [position.high.to_array(), position.low.to_array(), rest.to_array()];
        let is_split = position.low != Vec3::ZERO || rest != Vec3::ZERO;
        Self { origin, step: *step, from, is_split }
    }

    /// The point where the ray crosses a triangle, in steps, and the weights of the corners there; `None` if it misses the triangle
    /// by more than the rounding of the lanes.
    pub(crate) fn cross(&self, corners: [DVec3; 3]) -> Option<(f32, DVec3)> {
        let along = self.step.along;
        let triangle = corners.map(|corner| corner - self.origin);
        let [a, b, c] = triangle;
        let size = a.abs().max(b.abs()).max(c.abs()).max_element();
        let areas = [along.dot(c.cross(b)), along.dot(a.cross(c)), along.dot(b.cross(a))];
        let inside = areas.iter().all(|area| *area >= 0.0) || areas.iter().all(|area| *area <= 0.0);
        let all = areas[0] + areas[1] + areas[2];
        let on_face = (areas[0] * along.dot(a) + areas[1] * along.dot(b) + areas[2] * along.dot(c)) / all;
        // For triangles seen edge-on areas and weights are rounding in `f64`, too: the distance of the point decides.
        let is_on = |(far, _): &(f64, DVec3)| {
            let point = along * *far;
            point.distance(closest_point(point, triangle)) <= RAY_ROUNDING * size
        };
        let on_face = (on_face, DVec3::from_array(areas) / all);
        // A point between the corners is no nearer to the triangle than its closest point: it shows most triangles without looking for
        // that one.
        let is_surely_on = |(far, weights): &(f64, DVec3)| {
            let between = a * weights.x + b * weights.y + c * weights.z;
            let most = 0.5 * RAY_ROUNDING * size;
            (between - along * *far).length_squared() <= most * most
        };
        let (far, weights) = if inside && (is_surely_on(&on_face) || is_on(&on_face)) {
            on_face
        } else {
            Some(edges_crossed(along, triangle)).filter(is_on)?
        };
        // A ray that starts on the triangle crosses it there.
        let starts_on = far.abs() <= RAY_START_ROUNDING * size;
        Some((if starts_on { 0.0 } else { (far / self.step.length) as f32 }, weights))
    }
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
fn relative<L: Lanes>(lanes: L, corner: &[Eight; 3], axes: [usize; 3], ray: &Ray) -> LaneVec<L::Float> {
    let of = |axis: usize| lanes.load(&corner[axis]) - lanes.splat(ray.from[0][axis]);
    LaneVec { x: of(axes[0]), y: of(axes[1]), z: of(axes[2]) }
}

/// A corner without the other parts of the ray's origin.
#[inline(always)]
fn without_rest<L: Lanes>(lanes: L, corner: LaneVec<L::Float>, axes: [usize; 3], ray: &Ray) -> LaneVec<L::Float> {
    let [_, low, rest] = &ray.from;
    let of = |at, axis: usize| at - lanes.splat(low[axis]) - lanes.splat(rest[axis]);
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
    // The compiler does not know that these are below 3, and would check it for each corner.
    let [x, y, z] = ray.step.axes;
    let axes = [x.min(2), y.min(2), z.min(2)];
    let mut corners = [relative(lanes, a, axes, ray), relative(lanes, b, axes, ray), relative(lanes, c, axes, ray)];
    // Most queries start at three `f32`: there is nothing else to subtract.
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
