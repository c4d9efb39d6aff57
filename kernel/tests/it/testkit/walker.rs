//! The judge of moved characters, in `f64`: clearance and crossings over all triangles of a level.

use glam::{DVec3, Vec3};
use sweep8_scalar_ref::brute_force::{Triangle, distance, segment_crosses, to_ellipsoid_space};

/// Part of the skin by which the hull is grown: as the kernel documents.
const HULL: f64 = 0.875;

/// A level, a shape and its skin.
pub(crate) struct Judge<'a> {
    pub(crate) triangles: &'a [Triangle],
    pub(crate) radii: Vec3,
    pub(crate) skin: f32,
}

impl Judge<'_> {
    /// Least distance to any triangle in the space of the ellipsoid grown by `by` metres: 1 touches.
    fn least(&self, center: DVec3, by: f64) -> f64 {
        let radii = self.radii.as_dvec3() + by;
        let near = radii.max_element() * 1.5;
        let apart = |t: &Triangle| distance(DVec3::ZERO, &t.map(|v| to_ellipsoid_space(v, center, radii)));
        self.triangles.iter().filter(|t| boxes_meet(t, center, near)).map(apart).fold(1.5, f64::min)
    }

    /// In the space of the hull.
    pub(crate) fn hull_distance(&self, center: DVec3) -> f64 {
        self.least(center, HULL * f64::from(self.skin))
    }

    /// In the space of the ellipsoid itself.
    pub(crate) fn distance(&self, center: DVec3) -> f64 {
        self.least(center, 0.0)
    }

    /// The first triangle that the segment passes through.
    pub(crate) fn crossed(&self, from: DVec3, to: DVec3) -> Option<usize> {
        let (middle, near) = (0.5 * (from + to), 0.5 * from.distance(to) + 1e-3);
        self.triangles.iter().position(|t| boxes_meet(t, middle, near) && segment_crosses(from, to, t))
    }

    /// Where the centre was when the hull touched `point` with that normal.
    pub(crate) fn touching_center(&self, point: Vec3, normal: Vec3) -> DVec3 {
        let radii = self.radii.as_dvec3() + HULL * f64::from(self.skin);
        point.as_dvec3() + (normal.as_dvec3() * radii).normalize() * radii
    }
}

fn boxes_meet(triangle: &Triangle, center: DVec3, half: f64) -> bool {
    let low = triangle[0].min(triangle[1]).min(triangle[2]);
    let high = triangle[0].max(triangle[1]).max(triangle[2]);
    (low - center).max_element() <= half && (center - high).max_element() <= half
}
