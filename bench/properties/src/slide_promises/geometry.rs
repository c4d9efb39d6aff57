//! Geometry that all kinds share: the hull, distances in `f64`, and simple shapes.

use glam::{DVec3, Vec2, Vec3};
use sweep8_scalar_ref::brute_force::{Triangle, distance, to_ellipsoid_space};

/// Growth of the ellipsoid to its hull, as a fraction of the skin, as the kernel documents.
pub(super) const HULL_PART: f64 = 0.875;

/// The library's default skin, metres.
pub(super) const SKIN: f32 = 0.01;

/// Minimum sine of the angle between a motion and a plane, and minimum fraction of a motion along a crease: below, rounding
/// decides.
pub(super) const CLEAR: f64 = 0.02;

/// Square of a length below which a vector has no direction: squares of shorter lengths lose digits, and the vector divided by
/// its length is not of unit length.
const SHORT: f32 = 1e-12;

/// Returns a vector normalized, or `instead` if it is too short for that.
pub(super) fn direction(vector: Vec3, instead: Vec3) -> Vec3 {
    if vector.length_squared() > SHORT { vector.normalize() } else { instead }
}

/// Returns a horizontal vector (x, z) normalized, or +x if it is too short for that.
pub(super) fn heading(vector: Vec2) -> Vec2 {
    if vector.length_squared() > SHORT { vector.normalize() } else { Vec2::X }
}

/// Returns the minimum distance from the ellipsoid's centre to the triangles in its ellipsoid space, radii: 1 means contact.
pub(super) fn apart(center: DVec3, radii: DVec3, triangles: &[Triangle]) -> f64 {
    let each = triangles.iter().map(|triangle| distance(DVec3::ZERO, &local(triangle, center, radii)));
    each.fold(f64::INFINITY, f64::min)
}

/// Returns the largest coordinate of the triangles in the ellipsoid space about `center`, radii.
pub(super) fn largest(center: DVec3, radii: DVec3, triangles: &[Triangle]) -> f64 {
    let corners = triangles.iter().flat_map(|triangle| local(triangle, center, radii));
    corners.map(|v| v.abs().max_element()).fold(0.0, f64::max)
}

fn local(triangle: &Triangle, center: DVec3, radii: DVec3) -> Triangle {
    triangle.map(|v| to_ellipsoid_space(v, center, radii))
}

/// Converts triangles to `f64`, without rounding.
pub(super) fn exactly(triangles: &[[Vec3; 3]]) -> Vec<Triangle> {
    triangles.iter().map(|triangle| triangle.map(Vec3::as_dvec3)).collect()
}

/// Returns the two triangles of a parallelogram with this corner and sides; its front faces along the cross product of the
/// sides.
pub(super) fn parallelogram(corner: Vec3, first: Vec3, second: Vec3) -> [[Vec3; 3]; 2] {
    let [a, b, c, d] = [corner, corner + first, corner + first + second, corner + second];
    [[a, b, c], [a, c, d]]
}

/// Returns the vector from an ellipsoid's centre to its contact with a plane whose normal points to the centre.
pub(super) fn support(radii: Vec3, normal: Vec3) -> Vec3 {
    -radii * radii * normal / (radii * normal).length()
}

/// Builds a valley through the origin whose sides have these normals, of this size, metres: returns its triangles and the direction
/// of the crease.
pub(super) fn valley(normals: [Vec3; 2], size: f32) -> (Vec<[Vec3; 3]>, Vec3) {
    let crease = normals[0].cross(normals[1]).normalize();
    let sides = [crease.cross(normals[0]), normals[1].cross(crease)];
    let side = |up: Vec3| parallelogram(crease * -size, crease * (2.0 * size), up * size);
    (sides.map(side).concat(), crease)
}

/// Returns the part of a motion along the crease of two planes, if it is the nearest to the motion of all that lead into
/// neither: the motion leads into both, and its part along either leads into the other.
pub(super) fn in_crease([one, other]: [DVec3; 2], motion: DVec3) -> Option<DVec3> {
    let leads_into = |motion: DVec3, normal: DVec3, length: f64| motion.dot(normal) < -CLEAR * length;
    let without = |normal: DVec3| motion - normal * motion.dot(normal);
    let crease = one.cross(other).try_normalize()?;
    let (along, length) = (crease * crease.dot(motion), motion.length());
    let is_nearest = leads_into(motion, one, length)
        && leads_into(motion, other, length)
        && leads_into(without(one), other, length)
        && leads_into(without(other), one, length)
        && along.length() > CLEAR * length;
    is_nearest.then_some(along)
}
