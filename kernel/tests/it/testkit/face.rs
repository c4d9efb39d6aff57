//! Judging the face of a hit in `f64`: its normal, the weights of its corners, and which of its sides it is met from.

use super::facing::{has_front_to, plane_of};
use glam::{DVec3, Vec3};
use sweep8::{CharacterContact, ClosestPoint, Hit, Overlap, RayHit};
use sweep8_scalar_ref::brute_force::Triangle;

/// The face of a hit, as the hit reports it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct GivenFace {
    pub(crate) point: Vec3,
    pub(crate) normal: Vec3,
    pub(crate) barycentric: Vec3,
    pub(crate) is_front: bool,
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

impl From<&CharacterContact> for GivenFace {
    fn from(touched: &CharacterContact) -> Self {
        let &CharacterContact { contact, face_normal: normal, barycentric, is_front, .. } = touched;
        Self { point: contact.point, normal, barycentric, is_front }
    }
}

/// From where a face is met.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Seen {
    /// From a place.
    From(DVec3),
    /// Along a unit vector.
    Along(DVec3),
}

impl GivenFace {
    /// The first error of the face; `front` has the corners counter-clockwise seen from the front, `mesh` in the order of the mesh,
    /// both where they lie. Corners may be off by `allowed` metres.
    pub(crate) fn complaint(&self, front: &Triangle, mesh: &Triangle, seen: Seen, allowed: f64) -> Option<String> {
        let weights = self.barycentric.as_dvec3();
        let in_range = weights.cmpge(DVec3::ZERO).all() && weights.cmple(DVec3::ONE).all();
        if !in_range || (weights.element_sum() - 1.0).abs() > 2e-7 {
            return Some(format!("weights {weights}"));
        }
        // Weights are rounded, and so is the point.
        let size = mesh[0].distance(mesh[1]).max(mesh[1].distance(mesh[2])).max(mesh[2].distance(mesh[0]));
        let rounded = 2e-7 * size + 1.2e-7 * self.point.as_dvec3().abs().max_element();
        let sum = mesh[0] * weights.x + mesh[1] * weights.y + mesh[2] * weights.z;
        let off = sum.distance(self.point.as_dvec3());
        if off > 2.0 * allowed + rounded {
            return Some(format!("the weights give a point {off} m from it, {allowed} allowed"));
        }
        let (normal, least_height) = plane_of(front);
        let given = self.normal.as_dvec3();
        if (given.length() - 1.0).abs() > 1e-6 {
            return Some(format!("no unit normal: {given}"));
        }
        let leans = 1e-6 + 4.0 * allowed / least_height;
        if leans < 0.5 && (normal.cross(given).length() > leans || normal.dot(given) < 0.0) {
            return Some(format!("the normal is {normal}, {leans} allowed"));
        }
        let is_front = match seen {
            Seen::From(place) => has_front_to(front, place, allowed),
            Seen::Along(along) => (normal.dot(along).abs() > leans).then_some(normal.dot(along) < 0.0),
        };
        is_front.filter(|is_front| *is_front != self.is_front).map(|is_front| format!("front is {is_front}"))
    }
}
