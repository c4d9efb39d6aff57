//! Sphere against triangle in `f64`: nearest point, first contact, crossing.
//!
//! In: a unit sphere (centre, displacement) and a triangle, all in ellipsoid space. Out: the nearest point, the
//! fraction of the displacement at first contact, the least distance on the way. [`segment_crosses`] works in any
//! space.
//!
//! 1. *Frame*: the longest edge gives the axis, the third vertex with that axis projected out gives the direction
//!    across, their cross product the normal. The normal of a needle is then uncertain only by a turn about its long
//!    edge, which moves no point of the needle; the cross product of two edges would also tip it along its length.
//! 2. *Nearest point*: the nearest of three clamped edges and of the foot on the plane, if that lies in the triangle. A
//!    triangle without area has no frame and is its three segments.
//! 3. *First contact*, analytic: the smallest fraction over the face, three cylinders about the edges, three spheres
//!    about the vertices (Fauerby, "Improved Collision detection and Response", 2003). Differently from there, the
//!    edge's axis and then the direction of motion are projected out before a quadratic is formed, and the root is
//!    taken as `c / (-b + √D)`.
//! 4. *First contact by bisection*, independent of 3: the distance to a convex set is a convex function of the
//!    fraction. Golden section (Kiefer 1953) finds where it is least, bisection where it falls to one before that.
//!
//! No tolerance decides anything here: features overlap by rounding at worst, and the nearest of them is taken.

use glam::{DVec2, DVec3};
use robust::{Coord3D, orient3d};

/// Three vertices, in the frame that each function states; both windings mean the same triangle.
pub type Triangle = [DVec3; 3];

/// First contact of a moving unit sphere with a triangle, ellipsoid space.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Contact {
    /// Fraction of the sphere's displacement at the contact, `0.0..=1.0`; `0.0` also if the sphere starts overlapping.
    pub fraction: f64,
    /// Touched point of the triangle, ellipsoid space; the nearest point if the sphere starts overlapping.
    pub point: DVec3,
}

/// Maps a world point into ellipsoid space, where the ellipsoid at `center` is the unit sphere about the origin.
///
/// `v`, `center` and `radii` (each > 0) in metres along the world axes; the result in radii. The centre is subtracted
/// before the division, so that nothing is lost far from the world's origin.
#[must_use]
pub fn to_ellipsoid_space(v: DVec3, center: DVec3, radii: DVec3) -> DVec3 {
    (v - center) / radii
}

/// The point of the closed triangle nearest to `p`; any one Euclidean frame, any unit.
///
/// Exact up to rounding for needles; a triangle of collinear or equal vertices counts as its three segments.
#[must_use]
pub fn closest_point(p: DVec3, triangle: &Triangle) -> DVec3 {
    let [a, b, c] = *triangle;
    let mut nearest = closest_on_segment(p, a, b);
    let others = [Some(closest_on_segment(p, b, c)), Some(closest_on_segment(p, c, a)), foot_in_face(p, triangle)];
    for candidate in others.into_iter().flatten() {
        if p.distance_squared(candidate) < p.distance_squared(nearest) {
            nearest = candidate;
        }
    }
    nearest
}

/// Distance from `p` to the closed triangle, >= 0, in the frame and unit of [`closest_point`].
#[must_use]
pub fn distance(p: DVec3, triangle: &Triangle) -> f64 {
    p.distance(closest_point(p, triangle))
}

/// First contact of the unit sphere at `center`, moved by `displacement`, with the triangle; analytic, two-sided.
///
/// Ellipsoid space. A start with a distance below one gives fraction 0. A sphere that starts exactly touching is in
/// contact only if it approaches. `None`: the way is free to the end, or there is no displacement and no overlap.
#[must_use]
pub fn first_contact(center: DVec3, displacement: DVec3, triangle: &Triangle) -> Option<Contact> {
    let start = closest_point(center, triangle);
    if center.distance(start) < 1.0 {
        return Some(Contact { fraction: 0.0, point: start });
    }
    let [a, b, c] = *triangle;
    let features = [
        touch_face(center, displacement, triangle),
        touch_edge(center, displacement, a, b),
        touch_edge(center, displacement, b, c),
        touch_edge(center, displacement, c, a),
        touch_vertex(center, displacement, a),
        touch_vertex(center, displacement, b),
        touch_vertex(center, displacement, c),
    ];
    let reached = features.into_iter().flatten().filter(|contact| contact.fraction <= 1.0);
    reached.min_by(|x, y| x.fraction.total_cmp(&y.fraction))
}

/// The fraction that [`first_contact`] gives, found from [`distance`] alone.
///
/// Ellipsoid space; `0.0..=1.0`. `None` if the distance never falls to one, or is least at a start not below one.
#[must_use]
pub fn first_contact_by_bisection(center: DVec3, displacement: DVec3, triangle: &Triangle) -> Option<f64> {
    if distance(center, triangle) < 1.0 {
        return Some(0.0);
    }
    let (nearest_fraction, least) = least_along(center, displacement, triangle);
    if nearest_fraction == 0.0 || least > 1.0 {
        return None;
    }
    // The distance falls all the way from 0 to `nearest_fraction`: keep it above one at `before`, not above at `after`.
    let (mut before, mut after) = (0.0, nearest_fraction);
    loop {
        let middle = 0.5 * (before + after);
        if middle <= before || middle >= after {
            return Some(after);
        }
        if distance(center + displacement * middle, triangle) > 1.0 {
            before = middle;
        } else {
            after = middle;
        }
    }
}

/// Whether the unit sphere at `center` that overlaps the triangle gets deeper into it by more than `least` when it begins to move by
/// `displacement`; ellipsoid space.
///
/// The distance to a triangle is convex along a line: if it falls at all, it falls at once. So the distance a millionth of the way
/// ahead tells, and nothing needs to be known of faces, edges and corners.
#[must_use]
pub fn gets_deeper(center: DVec3, displacement: DVec3, triangle: &Triangle, least: f64) -> bool {
    let part = 1e-6;
    let change = distance(center + displacement * part, triangle) - distance(center, triangle);
    change / part < -least
}

/// Smallest distance from the moving point to the triangle over the fractions `0.0..=1.0`.
///
/// Frame and unit as in [`closest_point`]. Above one: a unit sphere misses; below one: it hits. A missed or an invented contact is
/// judged by this distance, as it stays exact where the fraction itself is ill-conditioned.
#[must_use]
pub fn least_distance_along(center: DVec3, displacement: DVec3, triangle: &Triangle) -> f64 {
    least_along(center, displacement, triangle).1
}

/// Does the segment from `a` to `b` cross the triangle from one side to the other?
///
/// Any one frame, any unit. The boundary belongs to the triangle, and two triangles that share an edge leave no gap
/// along it. A segment in the plane, one that ends on the plane, and a triangle without area do not cross.
///
/// Decided exactly for these coordinates, by Shewchuk's adaptive predicates (1997): a needle whose plane holds the
/// segment's line to rounding would otherwise be crossed from afar.
#[must_use]
pub fn segment_crosses(a: DVec3, b: DVec3, triangle: &Triangle) -> bool {
    let [v0, v1, v2] = *triangle;
    let changes_side = side(v0, v1, v2, a) * side(v0, v1, v2, b) < 0.0;
    // Which way the line turns about each edge: all the same way inside.
    let turns = [side(a, b, v0, v1), side(a, b, v1, v2), side(a, b, v2, v0)];
    let inside = turns.iter().all(|turn| *turn >= 0.0) || turns.iter().all(|turn| *turn <= 0.0);
    changes_side && inside
}

/// Side of the plane through `a`, `b` and `c` on which the point `d` lies: -1, 0 or 1, without rounding errors.
fn side(a: DVec3, b: DVec3, c: DVec3, d: DVec3) -> f64 {
    let [a, b, c, d] = [a, b, c, d].map(|DVec3 { x, y, z }| Coord3D { x, y, z });
    let volume = orient3d(a, b, c, d);
    if volume == 0.0 { 0.0 } else { volume.signum() }
}

/// Orthonormal frame in a triangle's plane: the longest edge runs from the origin to `(length, 0)`, the third vertex
/// lies at `apex` with `apex.y > 0`.
struct Frame {
    origin: DVec3,
    axis: DVec3,
    across: DVec3,
    normal: DVec3,
    length: f64,
    apex: DVec2,
}

impl Frame {
    /// Makes a frame in the plane of a triangle; `None` if rounding cannot distinguish the triangle from a segment or a point.
    fn new(triangle: &Triangle) -> Option<Self> {
        let [a, b, c] = *triangle;
        let turned = [[a, b, c], [b, c, a], [c, a, b]];
        let [v0, v1, v2] = turned.into_iter().max_by(|x, y| {
            let (x, y) = (x[0].distance_squared(x[1]), y[0].distance_squared(y[1]));
            x.total_cmp(&y)
        })?;
        let axis = (v1 - v0).try_normalize()?;
        // Projected out twice: the rounding that remains of the axis after the first time weighs as much as a needle's height.
        let across = reject(v2 - v0, axis).try_normalize()?;
        let across = reject(across, axis).try_normalize()?;
        let apex = DVec2::new((v2 - v0).dot(axis), (v2 - v0).dot(across));
        Some(Self { origin: v0, axis, across, normal: axis.cross(across), length: v0.distance(v1), apex })
    }

    /// Projection of `p` onto the triangle's plane, if the closed triangle contains it; `None` otherwise.
    fn foot(&self, p: DVec3) -> Option<DVec3> {
        let offset = p - self.origin;
        let at = DVec2::new(offset.dot(self.axis), offset.dot(self.across));
        let far_corner = DVec2::new(self.length, 0.0);
        let above_base = at.y >= 0.0;
        let right_of_left_edge = self.apex.perp_dot(at) <= 0.0;
        let left_of_right_edge = (self.apex - far_corner).perp_dot(at - far_corner) >= 0.0;
        let inside = above_base && right_of_left_edge && left_of_right_edge;
        inside.then(|| self.origin + self.axis * at.x + self.across * at.y)
    }
}

/// Returns `v` without its component along the unit vector `axis`.
fn reject(v: DVec3, axis: DVec3) -> DVec3 {
    v - axis * v.dot(axis)
}

fn foot_in_face(p: DVec3, triangle: &Triangle) -> Option<DVec3> {
    Frame::new(triangle)?.foot(p)
}

pub(crate) fn closest_on_segment(p: DVec3, a: DVec3, b: DVec3) -> DVec3 {
    let edge = b - a;
    let length_squared = edge.length_squared();
    if length_squared == 0.0 {
        return a;
    }
    a + edge * ((p - a).dot(edge) / length_squared).clamp(0.0, 1.0)
}

/// The sphere meets the plane, and does so inside the triangle. Called without overlap only: then a centre that is
/// nearer to the plane than one has its foot outside, and clamping the fraction at 0 costs nothing but rounding.
fn touch_face(center: DVec3, displacement: DVec3, triangle: &Triangle) -> Option<Contact> {
    let frame = Frame::new(triangle)?;
    let height = (center - frame.origin).dot(frame.normal);
    let approach = -displacement.dot(frame.normal) * height.signum();
    if approach <= 0.0 {
        return None;
    }
    let fraction = ((height.abs() - 1.0) / approach).max(0.0);
    let point = frame.foot(center + displacement * fraction)?;
    Some(Contact { fraction, point })
}

/// First contact of a unit sphere with the edge from `a` to `b`, if its touched point lies between the ends.
fn touch_edge(center: DVec3, displacement: DVec3, a: DVec3, b: DVec3) -> Option<Contact> {
    let axis = (b - a).try_normalize()?;
    let offset = center - a;
    let fraction = fall_to_one(reject(offset, axis), reject(displacement, axis))?;
    let along = (offset + displacement * fraction).dot(axis);
    let between = along >= 0.0 && along <= a.distance(b);
    between.then(|| Contact { fraction, point: a + axis * along })
}

fn touch_vertex(center: DVec3, displacement: DVec3, vertex: DVec3) -> Option<Contact> {
    let fraction = fall_to_one(center - vertex, displacement)?;
    Some(Contact { fraction, point: vertex })
}

/// Smallest fraction, >= 0 and not bounded above, at which `|offset + fraction · displacement|` has fallen to one; 0 if
/// it is below one and falling.
///
/// With `b = offset · direction` and `beside` the part of the offset that the motion leaves alone, the distance
/// travelled solves `s² + 2bs + (|offset|² - 1) = 0`, whose discriminant `b² - |offset|² + 1` is `1 - |beside|²`
/// without the cancellation.
fn fall_to_one(offset: DVec3, displacement: DVec3) -> Option<f64> {
    let direction = displacement.try_normalize()?;
    let b = offset.dot(direction);
    let discriminant = 1.0 - reject(offset, direction).length_squared();
    if b >= 0.0 || discriminant < 0.0 {
        return None;
    }
    let excess = (offset.length_squared() - 1.0).max(0.0);
    Some(excess / (-b + discriminant.sqrt()) / displacement.length())
}

/// Fraction in `0.0..=1.0` at which the distance is least, and that distance; the first one probed among equals, 0
/// before all.
///
/// Golden section. Of two probes the interval between them is always kept, so neither a flat part nor rounding on one
/// can lose more than the rounding itself: a convex function that is level between the probes cannot fall beyond them.
fn least_along(center: DVec3, displacement: DVec3, triangle: &Triangle) -> (f64, f64) {
    /// Inverse golden ratio: the fraction of its interval that each probe of a golden-section search keeps.
    const KEPT: f64 = 0.618_033_988_749_894_9;
    /// Number of probes of a golden-section search: `KEPT` to this power is below 2⁻⁵³, so the interval has shrunk to rounding.
    const PROBES: u32 = 80;
    let at = |fraction: f64| (fraction, distance(center + displacement * fraction, triangle));
    let nearer = |x: (f64, f64), y: (f64, f64)| if y.1 < x.1 { y } else { x };
    let mut best = nearer(at(0.0), at(1.0));
    let (mut low, mut high) = (0.0, 1.0);
    let (mut left, mut right) = (at(1.0 - KEPT), at(KEPT));
    for _ in 0..PROBES {
        best = nearer(nearer(best, left), right);
        if left.1 <= right.1 {
            high = right.0;
            right = left;
            left = at(high - (high - low) * KEPT);
        } else {
            low = left.0;
            left = right;
            right = at(low + (high - low) * KEPT);
        }
    }
    best
}
