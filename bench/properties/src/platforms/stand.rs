//! The side of a one-sided sheet that a body is on, in `f64`.
//!
//! In: the triangles of a sheet in the space of the hull, fronts counter-clockwise, and half of the hull's spine there. Out: on its front,
//! going through it, far from it; `None` if rounding may decide.

use glam::DVec3;
use sweep8_scalar_ref::brute_force::{Triangle, closest_point, segment_crosses};
use sweep8_scalar_ref::capsule_sweep::prism;

/// Minimum cosine between a face's normal and the direction to the centre of a body on its front: 45°.
const ON_FRONT: f64 = std::f64::consts::FRAC_1_SQRT_2;

/// Maximum overlap of body and sheet that counts as rounding, radii: a depenetrated body is on the front of the sheet.
const HAIR: f64 = 3e-5;

/// Minimum difference of a face's cosine from [`ON_FRONT`] that exceeds rounding, in addition to the corners' rounding.
const COSINE: f64 = 1e-4;

/// Tolerance of a distance to a triangle in ellipsoid space, per unit of the coordinates from which it is computed.
const TOLERANCE: f64 = 1e-5;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Stand {
    /// The body is on the front of the one-sided sheet, and the sheet stops the body.
    Front,
    /// The one-sided sheet lets the body through.
    Through,
    /// The body cannot reach the one-sided sheet in this step.
    Far,
}

/// Returns the tolerance of the distance from a spine about the origin to a triangle in ellipsoid space, radii.
pub(super) fn allowed(triangle: &Triangle, half: DVec3) -> f64 {
    TOLERANCE * (1.0 + half.length() + triangle.iter().map(|v| v.abs().max_element()).fold(0.0, f64::max))
}

/// Returns the vector from the spine `half` to both sides of the origin to the nearest point of a triangle: the nearest point of the prism
/// of both. Zero if the spine crosses the triangle.
pub(super) fn nearest(triangle: &Triangle, half: DVec3) -> DVec3 {
    if half == DVec3::ZERO {
        return closest_point(DVec3::ZERO, triangle);
    }
    if segment_crosses(-half, half, triangle) {
        return DVec3::ZERO;
    }
    let surfaces = prism(triangle, half).into_iter().filter(|[a, b, c]| (b - a).cross(c - a) != DVec3::ZERO);
    let points = surfaces.map(|surface| closest_point(DVec3::ZERO, &surface));
    points.min_by(|a, b| a.length().total_cmp(&b.length())).unwrap_or(DVec3::INFINITY)
}

/// Returns how a sheet meets the unit sphere swept along a spine, `half` to both sides of the origin, which moves by up to `reach`; `None`
/// if rounding may decide.
pub(super) fn stand(sheet: &[Triangle], half: DVec3, reach: f64) -> Option<Stand> {
    let points: Vec<DVec3> = sheet.iter().map(|triangle| nearest(triangle, half)).collect();
    let least = points.iter().map(|point| point.length()).fold(f64::INFINITY, f64::min);
    let rounding = sheet.iter().map(|triangle| allowed(triangle, half)).fold(0.0, f64::max);
    if least > 1.0 + reach + rounding {
        return Some(Stand::Far);
    }
    if least < 1.0 - HAIR - rounding {
        return Some(Stand::Through);
    }
    if least < 1.0 + rounding {
        return None;
    }
    // At a fold several triangles are nearest: the answer counts if they agree.
    let as_near = sheet.iter().zip(&points).filter(|(_, point)| point.length() < least + rounding);
    let mut agreed = None;
    for (&[a, b, c], point) in as_near {
        let face = (b - a).cross(c - a);
        let longest = [b - a, c - b, a - c].map(DVec3::length).into_iter().fold(0.0, f64::max);
        let cosine = -point.normalize().dot(face.normalize());
        let unsure = COSINE + 4.0 * rounding * longest / face.length();
        let own = if (cosine - ON_FRONT).abs() < unsure {
            return None;
        } else if cosine > ON_FRONT {
            Stand::Front
        } else {
            Stand::Through
        };
        if *agreed.get_or_insert(own) != own {
            return None;
        }
    }
    agreed
}
