//! Sphere against sphere, segment and triangle: an unsigned post on primitive relations, without a year in its print.
//!
//! In: two primitives in one Euclidean frame. Out: whether they collide, and in a second form of each function the
//! vector that object 1 (always the first argument) is to be moved by so that they do not.
//!
//! 1. *Sphere, sphere*: the centres' distance against the sum of the radii; the vector lies along the line of the
//!    centres.
//! 2. *Sphere, segment*: the point of the segment nearest to the centre; the vector is the connection of the two.
//! 3. *Sphere, triangle*: distance to the plane against the radius, with or without the back; `P`, the centre's foot on
//!    the plane; the points of all three sides nearest to `P`. `P` is inside if from there each of them lies on the
//!    other side than the opposite corner. Then the plane's normal gives the vector, otherwise the nearest of the three
//!    points.
//!
//! The flaws, all kept, each with a test of its name in `tests/primitives.rs`:
//! - the vector of two spheres has the wrong sign: it moves sphere 1 *into* sphere 2. Negated, it is exact;
//! - the vector of sphere and segment is the whole connection, not what is missing of the radius: it doubles the
//!   distance;
//! - a centre on the other centre, or on a side of the triangle, divides by zero: the vector is NaN;
//! - a centre on the segment has the vector zero, and so has one in the triangle's face, where `sgn(0)` is 0;
//! - touching exactly is a collision with spheres, segments and the face, and none with a side of the triangle;
//! - both sides count: a centre that got behind a face is pushed out at the back. Front only, as the text advises,
//!   keeps the back of a box's side from pushing, and lets go of a centre as soon as it is behind the face;
//! - only the place is judged and no way to it: in [`sweep`], a motion crosses a triangle thinner than itself unseen;
//! - triangles push one after the other, none is asked again, and in ellipsoid space: no shortest way out in metres.
//!
//! The text wants the dot product of its inside test to be "at least 0", its code wants it below 0: the code is right,
//! also for obtuse triangles, where `P` has no foot on a side. `saturate` of NaN is 0, as in shading languages; so a
//! triangle without area, which has no normal, is felt at its first two corners and nowhere else.

use crate::brute_force::{Triangle, to_ellipsoid_space};
use crate::classics::classic::{Stop, plane_normal};
use glam::DVec3;

/// A sphere, in any frame and unit.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sphere {
    /// Centre of the sphere, in the unit and frame of the shapes it is tested against.
    pub center: DVec3,
    /// Radius of the sphere, in the unit of its centre.
    pub radius: f64,
}

/// Sides of a triangle that collide.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sides {
    /// Front and back: the distance to the plane counts without its sign, as in the printed code.
    Both,
    /// Front side (counter-clockwise) only, with the centre in front of the plane, as the text advises.
    Front,
}

/// Overlap of a sphere and a triangle: nearest point, and the way out.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Overlap {
    /// Point of the triangle that the method regards as nearest to the sphere's centre.
    pub point: DVec3,
    /// Vector by which to move the sphere out of the triangle; zero or NaN in the cases that the module documents.
    pub vector: DVec3,
}

/// Whether two spheres overlap or touch.
#[must_use]
pub fn sphere_sphere(s1: &Sphere, s2: &Sphere) -> bool {
    let sum = s1.radius + s2.radius;
    s1.center.distance_squared(s2.center) <= sum * sum
}

/// Vector by which to move sphere 1, if the spheres overlap or touch. Flaws: it points into sphere 2; NaN for equal centres.
#[must_use]
pub fn sphere_sphere_vector(s1: &Sphere, s2: &Sphere) -> Option<DVec3> {
    let apart = s1.center - s2.center;
    let length = apart.length();
    let sum = s1.radius + s2.radius;
    (length <= sum).then(|| apart * ((length - sum) / length))
}

/// Point of the segment nearest to `p`; for a segment without length its end, because comparisons with NaN are false.
#[must_use]
pub fn closest_point_on_segment(p: DVec3, start: DVec3, end: DVec3) -> DVec3 {
    let d = end - start;
    let fraction = (p - start).dot(d) / d.length_squared();
    if fraction <= 0.0 {
        start
    } else if fraction < 1.0 {
        start + d * fraction
    } else {
        end
    }
}

/// Whether a sphere overlaps or touches a segment.
#[must_use]
pub fn sphere_segment(sphere: &Sphere, start: DVec3, end: DVec3) -> bool {
    let nearest = closest_point_on_segment(sphere.center, start, end);
    sphere.center.distance_squared(nearest) <= sphere.radius * sphere.radius
}

/// Vector by which to move the sphere, if it overlaps or touches the segment. Flaw: the whole vector from its nearest point.
#[must_use]
pub fn sphere_segment_vector(sphere: &Sphere, start: DVec3, end: DVec3) -> Option<DVec3> {
    let vector = sphere.center - closest_point_on_segment(sphere.center, start, end);
    (vector.length_squared() <= sphere.radius * sphere.radius).then_some(vector)
}

/// Whether a sphere overlaps the triangle or touches its face.
#[must_use]
pub fn sphere_triangle(sphere: &Sphere, triangle: &Triangle, sides: Sides) -> bool {
    let Some(foot) = Foot::new(sphere, triangle, sides) else { return false };
    let near = |side_point: &DVec3| side_point.distance_squared(sphere.center) < sphere.radius * sphere.radius;
    foot.inside || foot.on_sides.iter().any(near)
}

/// Point and vector of the overlap, if the sphere overlaps the triangle or touches its face; `None` otherwise.
#[must_use]
pub fn sphere_triangle_overlap(sphere: &Sphere, triangle: &Triangle, sides: Sides) -> Option<Overlap> {
    let foot = Foot::new(sphere, triangle, sides)?;
    if foot.inside {
        let missing = (sphere.radius - foot.distance.abs()).max(0.0);
        return Some(Overlap { point: foot.p, vector: foot.normal * missing * sign(foot.distance) });
    }
    let [first, others @ ..] = foot.on_sides;
    let nearer = |best: DVec3, next: DVec3| {
        let closer = next.distance_squared(sphere.center) < best.distance_squared(sphere.center);
        if closer { next } else { best }
    };
    let point = others.into_iter().fold(first, nearer);
    let shortest = point - sphere.center;
    let length = shortest.length();
    let vector = shortest * ((length - sphere.radius) / length);
    (length < sphere.radius).then_some(Overlap { point, vector })
}

/// Where this method stops an ellipsoid at `center`, moved by `displacement`; world space, metres. `None`: nothing
/// overlaps.
///
/// In ellipsoid space the unit sphere at its destination is separated from the triangles one after the other,
/// two-sided; a vector that is NaN moves nothing. The triangle, the point and the normal are those of the first one
/// that overlaps, the centre is where all vectors leave it. Where the vector has no direction the normal is the face's
/// towards the start, and zero without a face.
#[must_use]
pub fn sweep(triangles: &[Triangle], radii: DVec3, center: DVec3, displacement: DVec3) -> Option<Stop> {
    let to_world = |local: DVec3| center + local * radii;
    let mut sphere = Sphere { center: displacement / radii, radius: 1.0 };
    let mut first = None;
    for (index, triangle) in triangles.iter().enumerate() {
        let local = triangle.map(|v| to_ellipsoid_space(v, center, radii));
        let Some(overlap) = sphere_triangle_overlap(&sphere, &local, Sides::Both) else { continue };
        let face = plane_normal(&local);
        let towards_start = face * face.dot(-local[0]).signum();
        let normal = overlap.vector.try_normalize().or(towards_start.try_normalize()).unwrap_or_default();
        first.get_or_insert((index, to_world(overlap.point), (normal / radii).normalize_or_zero()));
        if overlap.vector.is_finite() {
            sphere.center += overlap.vector;
        }
    }
    first.map(|(triangle, point, normal)| Stop { triangle, center: to_world(sphere.center), point, normal })
}

/// Projection of a sphere's centre onto the plane of a triangle, if the plane is near enough.
struct Foot {
    /// Unit normal of the triangle onto whose plane the sphere's centre is projected.
    normal: DVec3,
    /// Signed distance of the sphere's centre from the triangle's plane; negative behind it.
    distance: f64,
    /// Sphere's centre, projected onto the triangle's plane.
    p: DVec3,
    /// Points of the triangle's three sides nearest to the projected centre.
    on_sides: [DVec3; 3],
    /// Whether the projected centre lies inside the triangle, its sides excluded.
    inside: bool,
}

impl Foot {
    fn new(sphere: &Sphere, triangle: &Triangle, sides: Sides) -> Option<Self> {
        let [v0, v1, v2] = *triangle;
        let normal = plane_normal(triangle);
        let distance = normal.dot(sphere.center - v0);
        let ruled_out = match sides {
            Sides::Both => distance.abs() > sphere.radius,
            Sides::Front => distance < 0.0 || distance > sphere.radius,
        };
        if ruled_out {
            return None;
        }
        let p = sphere.center - normal * distance;
        let on_side = |start: DVec3, end: DVec3| {
            let side = end - start;
            start + side * saturate((p - start).dot(side) / side.length_squared())
        };
        let on_sides = [on_side(v0, v1), on_side(v0, v2), on_side(v1, v2)];
        let inside = on_sides.iter().zip([v2, v1, v0]).all(|(on, opposite)| (*on - p).dot(opposite - p) < 0.0);
        Some(Self { normal, distance, p, on_sides, inside })
    }
}

/// Clamps a number to `0.0..=1.0`; NaN becomes 0.
fn saturate(x: f64) -> f64 {
    if x > 0.0 { x.min(1.0) } else { 0.0 }
}

/// Sign of a number: -1, 0 or 1 (`f64::signum` never returns 0).
fn sign(x: f64) -> f64 {
    if x == 0.0 { 0.0 } else { x.signum() }
}
