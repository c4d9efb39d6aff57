//! One sweep for all methods.
//!
//! In: an ellipsoid, its motion, triangles. Out: a [`Sweep`] with its candidates.
//!
//! 1. Candidates are the triangles whose box meets that of the swept ellipsoid, grown by 1 %.
//! 2. Each is also turned so that the start lies in front of it: most classics go through backs on purpose, which is no
//!    fault. Two-sided methods get the triangles as they are.
//! 3. Whether a start overlaps anything is decided in `f64`.

use glam::{DVec3, Vec3};
use sweep8::Ellipsoid;
use sweep8_scalar_ref::brute_force::{Triangle, distance, to_ellipsoid_space};

/// Growth of the swept box that selects candidate triangles, as a fraction of the ellipsoid's radii.
const GROWN: f64 = 0.01;

/// One test sweep that all methods answer; world space, metres.
#[derive(Clone, Debug)]
pub struct Sweep {
    /// The ellipsoid that the sweep moves.
    pub shape: Ellipsoid,
    /// Centre of the ellipsoid at the start of the sweep, metres.
    pub center: Vec3,
    /// Displacement of the ellipsoid over the whole sweep, metres.
    pub displacement: Vec3,
    /// Triangles near the sweep, with the same coordinates as in the world.
    pub candidates: Vec<Triangle>,
    /// The candidate triangles, with their winding changed so that their fronts face the start of the sweep.
    pub facing: Vec<Triangle>,
}

impl Sweep {
    /// Creates a sweep whose candidates are those of the `triangles` that are near its motion.
    pub fn new(
        shape: Ellipsoid,
        center: Vec3,
        displacement: Vec3,
        triangles: impl IntoIterator<Item = Triangle>,
    ) -> Self {
        let (low, high) = swept_box(&shape, center, displacement);
        let is_near = |[a, b, c]: &Triangle| a.min(*b).min(*c).cmple(high).all() && a.max(*b).max(*c).cmpge(low).all();
        let candidates: Vec<Triangle> = triangles.into_iter().filter(is_near).collect();
        let facing = candidates.iter().map(|&triangle| facing(triangle, center.as_dvec3())).collect();
        Self { shape, center, displacement, candidates, facing }
    }

    /// Returns true if the ellipsoid overlaps a candidate triangle at the start of the sweep.
    #[must_use]
    pub fn starts_inside(&self) -> bool {
        let [center, radii] = [self.center, self.shape.radii()].map(Vec3::as_dvec3);
        let apart = |t: &Triangle| distance(DVec3::ZERO, &t.map(|v| to_ellipsoid_space(v, center, radii)));
        self.candidates.iter().any(|triangle| apart(triangle) < 1.0)
    }
}

/// Returns the bounds of a swept ellipsoid (low and high corner), grown by `GROWN`; world space, metres.
pub(super) fn swept_box(shape: &Ellipsoid, center: Vec3, displacement: Vec3) -> (DVec3, DVec3) {
    let [start, way, radii] = [center, displacement, shape.radii()].map(Vec3::as_dvec3);
    let reach = radii * (1.0 + GROWN);
    (start + way.min(DVec3::ZERO) - reach, start + way.max(DVec3::ZERO) + reach)
}

/// Returns the triangle with its winding chosen so that its front faces `eye`; unchanged if `eye` is in its plane.
fn facing([a, b, c]: Triangle, eye: DVec3) -> Triangle {
    let is_behind = (b - a).cross(c - a).dot(eye - a) < 0.0;
    if is_behind { [a, c, b] } else { [a, b, c] }
}
