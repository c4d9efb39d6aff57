//! From a lane and a fraction to a contact: point, normal, depth.
//!
//! In: the triangle's corners in ellipsoid space, the motion, the fraction. Out: the contact in the world.
//! 1. The centre at the fraction, and the point of the triangle closest to it: face, or minimum over the clamped edges
//!    ("the last outside edge" is wrong for 2.9 % of obtuse cases).
//! 2. The normal is the line between the two, back in the world `n / r`.
//!
//! One contact a sweep, so this is scalar and in `f64`: the normal then has no error of its own, also beside a triangle
//! of 100 m.

use crate::nearest::Lane;
use crate::space::Space;
use crate::sphere::closest_on_segment;
use glam::{DVec3, Vec3};

/// A contact in ellipsoid space.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Contact {
    /// The touched point of the triangle, relative to the centre of ellipsoid space.
    pub(crate) point: DVec3,
    /// Unit vector from the triangle towards the sphere's centre.
    pub(crate) normal: DVec3,
    /// `1 - distance`: positive where the sphere overlaps.
    pub(crate) depth: f64,
}

impl Contact {
    /// The contact of a unit sphere at `center` with the triangle of a lane.
    pub(crate) fn of(center: DVec3, lane: &Lane) -> Self {
        let corners = lane.corners.map(|corner| Vec3::from_array(corner).as_dvec3());
        let point = closest_point(center, corners);
        let apart = center - point;
        let distance = apart.length();
        let normal = if distance > f64::from(f32::EPSILON) { apart / distance } else { facing(center, corners) };
        Self { point, normal, depth: 1.0 - distance }
    }

    /// The same with the face's normal where the face is touched. At its rim the line to the centre leans by up to the
    /// root of a rounding; what is to slide along the face must not take that lean for the surface.
    pub(crate) fn along_face(center: DVec3, lane: &Lane) -> Self {
        if !lane.is_face {
            return Self::of(center, lane);
        }
        let corners = lane.corners.map(|corner| Vec3::from_array(corner).as_dvec3());
        let point = closest_point(center, corners);
        Self { point, normal: facing(center, corners), depth: 1.0 - center.distance(point) }
    }

    /// The contact normal in the world, unit length.
    pub(crate) fn world_normal(&self, space: &Space) -> Vec3 {
        (self.normal / space.radii.as_dvec3()).normalize().as_vec3()
    }

    /// How far the ellipsoid must move along the world normal until it no longer overlaps, metres; 0 where it does not.
    pub(crate) fn world_depth(&self, space: &Space) -> f32 {
        (self.depth.max(0.0) / (self.normal / space.radii.as_dvec3()).length()) as f32
    }

    /// The touched point in the world, metres.
    pub(crate) fn world_point(&self, space: &Space) -> Vec3 {
        let offset = self.point * space.radii.as_dvec3();
        (space.place.center.as_dvec3() + space.place.rest.as_dvec3() + offset).as_vec3()
    }
}

/// The point of a triangle closest to `p`.
pub(crate) fn closest_point(p: DVec3, [a, b, c]: [DVec3; 3]) -> DVec3 {
    let normal = (b - a).cross(c - a);
    let inside = |from: DVec3, to: DVec3| normal.cross(to - from).dot(p - from) > 0.0;
    if inside(a, b) && inside(b, c) && inside(c, a) {
        return p - normal * (normal.dot(p - a) / normal.length_squared());
    }
    [closest_on_segment(p, b, c), closest_on_segment(p, c, a)].into_iter().fold(
        closest_on_segment(p, a, b),
        |best, next| {
            if next.distance_squared(p) < best.distance_squared(p) { next } else { best }
        },
    )
}

/// The triangle's unit normal towards a centre, its front for one in the plane; up where it has none.
fn facing(center: DVec3, [a, b, c]: [DVec3; 3]) -> DVec3 {
    let front = (b - a).cross(c - a).try_normalize().unwrap_or(DVec3::Y);
    if front.dot(center - a) < 0.0 { -front } else { front }
}
