//! Judges in `f64` the face that a hit reports: its normal, the weights of its corners, and the side of the contact.
//!
//! In: a placed triangle, in the order of its mesh and counter-clockwise seen from its front, and the tolerance of its
//! corners. Out: the first fault. Within the tolerance of a decision either answer is right.

use glam::{DVec3, Vec3};
use sweep8::{ClosestPoint, Hit, Overlap, RayHit};
use sweep8_scalar_ref::brute_force::Triangle;

/// Rounding error of a hit's barycentric weights and of their sum.
const WEIGHT_ROUNDING: f64 = 2e-7;

/// Tolerated deviation of a hit's unit normal: the rounding error of its components.
const LEAN: f64 = 1e-6;

/// The face of a triangle that a hit reports, to be checked.
#[derive(Clone, Copy, Debug)]
pub(crate) struct GivenFace {
    point: Vec3,
    normal: Vec3,
    barycentric: Vec3,
    is_front: bool,
}

macro_rules! given_of {
    ($($hit:ty),*) => {$(
        impl From<&$hit> for GivenFace {
            fn from(hit: &$hit) -> Self {
                let (point, normal) = (hit.point, hit.face_normal);
                Self { point, normal, barycentric: hit.barycentric, is_front: hit.is_front }
            }
        }
    )*};
}
given_of!(Hit, RayHit, Overlap, ClosestPoint);

/// Viewpoint of a query, which decides whether its hit meets the front or the back of a face.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Seen {
    /// The query sees the face from this position, world space, metres.
    From(DVec3),
    /// The query sees the face along this unit direction.
    Along(DVec3),
}

impl GivenFace {
    /// Returns the first fault of the reported face, if there is one; the triangle's corners may be off by `allowed` metres.
    pub(crate) fn complaint(&self, front: &Triangle, mesh: &Triangle, seen: Seen, allowed: f64) -> Option<String> {
        let weights = self.barycentric.as_dvec3();
        let in_range = weights.cmpge(DVec3::ZERO).all() && weights.cmple(DVec3::ONE).all();
        if !in_range || (weights.element_sum() - 1.0).abs() > WEIGHT_ROUNDING {
            return Some(format!("weights {weights}"));
        }
        let [a, b, c] = *mesh;
        let size = a.distance(b).max(b.distance(c)).max(c.distance(a));
        let rounded = WEIGHT_ROUNDING * (size + self.point.as_dvec3().abs().max_element());
        let off = (a * weights.x + b * weights.y + c * weights.z).distance(self.point.as_dvec3());
        if off > 2.0 * allowed + rounded {
            return Some(format!("the weights give a point {off} m from it, {allowed} allowed"));
        }
        let given = self.normal.as_dvec3();
        if (given.length() - 1.0).abs() > LEAN {
            return Some(format!("no unit normal: {given}"));
        }
        let across = (front[1] - front[0]).cross(front[2] - front[0]);
        let (normal, height) = (across.normalize_or_zero(), across.length() / size);
        let lean = LEAN + 4.0 * allowed / height;
        if lean > 0.5 {
            // This error of the corners can turn the plane by any angle about its longest edge.
            return None;
        }
        if normal.cross(given).length() > lean || normal.dot(given) < 0.0 {
            return Some(format!("the normal is {normal}, a lean of {lean} allowed"));
        }
        let is_front = match seen {
            Seen::From(place) => {
                let reach = front.iter().map(|v| v.distance(place)).fold(0.0, f64::max);
                let above = normal.dot(place - front[0]);
                (above.abs() > allowed * (1.0 + reach / height)).then_some(above > 0.0)
            }
            Seen::Along(along) => (normal.dot(along).abs() > lean).then_some(normal.dot(along) < 0.0),
        };
        is_front.filter(|is_front| *is_front != self.is_front).map(|is_front| format!("the front is met: {is_front}"))
    }
}
