//! Small levels, and what a path through them is measured by; metres, world space.

use crate::brute_force::{Triangle, least_distance_along, to_ellipsoid_space};
use crate::slide::{HULL_SHARE, Settings};
use core::f64::consts::TAU;
use glam::{DQuat, DVec3};

/// Radii of an upright character in tests, metres.
pub const RADII: DVec3 = DVec3::new(0.4, 0.9, 0.4);
/// Slide settings for tests: one centimetre of skin, and floors up to 45°.
pub const SETTINGS: Settings =
    Settings { skin: 0.01, max_iterations: 8, slope_cosine: 0.7, up: DVec3::Y, friction: 0.0 };

/// Makes a triangle around `point` in the plane with this normal, with its corners 100 m away.
#[must_use]
pub fn sheet(point: DVec3, normal: DVec3) -> Triangle {
    let (x, y) = normal.normalize().any_orthonormal_pair();
    [0.0, 1.0, 2.0].map(|third: f64| {
        let (sin, cos) = (TAU * third / 3.0).sin_cos();
        point + (x * cos + y * sin) * 100.0
    })
}

/// Makes the twelve triangles of a box from its centre, half extents and rotation.
#[must_use]
pub fn box_of(center: DVec3, half: DVec3, turn: DQuat) -> Vec<Triangle> {
    let corner = |bits: usize| {
        let sign = |bit: usize| if bits & bit == 0 { -1.0 } else { 1.0 };
        center + turn * (half * DVec3::new(sign(1), sign(2), sign(4)))
    };
    let quads = [[0, 1, 3, 2], [4, 5, 7, 6], [0, 1, 5, 4], [2, 3, 7, 6], [0, 2, 6, 4], [1, 3, 7, 5]];
    quads.iter().flat_map(|[a, b, c, d]| [[a, b, c], [a, c, d]]).map(|t| t.map(|bits| corner(*bits))).collect()
}

/// Distance from the ellipsoid at `center` to the plane through `point`, along the plane's normal, metres; negative if the two overlap.
#[must_use]
pub fn gap_to_plane(center: DVec3, radii: DVec3, point: DVec3, normal: DVec3) -> f64 {
    (center - point).dot(normal) - (radii * normal).length()
}

/// Centre of an ellipsoid with [`RADII`] that keeps the distance `gap` to the plane through `foot` with this normal.
#[must_use]
pub fn above(foot: DVec3, normal: DVec3, gap: f64) -> DVec3 {
    foot + normal * (gap - gap_to_plane(DVec3::ZERO, RADII, DVec3::ZERO, normal))
}

/// Length of a path through these points.
#[must_use]
pub fn length_of(path: &[DVec3]) -> f64 {
    path.windows(2).map(|ends| ends[0].distance(ends[1])).sum()
}

/// Smallest distance of the triangles from the centre along `path`, in units of the hull (body plus skin): 1 touches it.
#[must_use]
pub fn least_on_path(path: &[DVec3], radii: DVec3, triangles: &[Triangle]) -> f64 {
    let hull = radii + HULL_SHARE * SETTINGS.skin;
    let mut least = f64::INFINITY;
    for ends in path.windows(2) {
        for triangle in triangles {
            let local = triangle.map(|v| to_ellipsoid_space(v, ends[0], hull));
            least = least.min(least_distance_along(DVec3::ZERO, (ends[1] - ends[0]) / hull, &local));
        }
    }
    least
}
