//! From a lane and a fraction to a contact: point, normal, depth.
//!
//! In: the triangle's corners in ellipsoid space, the motion, the fraction. Out: the contact in the world.
//! 1. The centre at the fraction, and the point of the triangle closest to it: face, or minimum over the clamped edges
//!    ("the last outside edge" is wrong for 2.9 % of obtuse cases).
//! 2. The normal is the line between the two, back in the world `n / r`.
//!
//! One contact a sweep, so this is scalar and in `f64`: the normal then has no error of its own, also beside a triangle
//! of 100 m.

use crate::base::tolerance::CONTACT_ROUNDING;
use crate::frame::ellipsoid_space::Space;
use crate::frame::position::Position;
use crate::narrow::lane::Lane;
use crate::narrow::triangle_point::{closest_point, front, towards};
use glam::{DVec3, Vec3, Vec3A};

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
    #[inline(always)]
    pub(crate) fn of(center: DVec3, lane: &Lane) -> Self {
        let corners = lane.corners.map(Vec3A::as_dvec3);
        let point = closest_point(center, corners);
        let apart = center - point;
        let distance = apart.length();
        let normal = if distance > CONTACT_ROUNDING {
            apart / distance
        } else {
            towards(center - corners[0], front(corners)).normalize()
        };
        Self { point, normal, depth: 1.0 - distance }
    }

    /// The contact normal in the world, unit length.
    pub(crate) fn world_normal(&self, space: &Space) -> Vec3 {
        world_normal(self.normal, space.radii)
    }

    /// How far the ellipsoid must move along the world normal until it no longer overlaps, metres; 0 where it does not.
    pub(crate) fn world_depth(&self, space: &Space) -> f32 {
        (self.depth.max(0.0) / (self.normal / space.radii.as_dvec3()).length()) as f32
    }

    /// The touched point in the world, metres.
    pub(crate) fn world_point(&self, space: &Space) -> Vec3 {
        world_point(self.point, space.position, space.radii)
    }
}

/// A sphere that touches a triangle at a fraction of a motion, ellipsoid space, and where that space lies in the world: a
/// surface to slide along.
///
/// Its vectors are those of four: what is read in other parts than it was written in has to wait until all that was written
/// before it has left the processor's queue.
pub(crate) struct Touch {
    pub(crate) start: Vec3A,
    pub(crate) displacement: Vec3A,
    pub(crate) corners: [Vec3A; 3],
    /// See [`Position`].
    pub(crate) high: Vec3A,
    pub(crate) low: Vec3A,
    pub(crate) radii: Vec3A,
    pub(crate) fraction: f32,
    pub(crate) triangle: u32,
    /// Whether the face is touched, not the outline.
    pub(crate) is_face: bool,
}

impl Touch {
    /// The unit normal of the surface in the world, towards the sphere.
    ///
    /// It is the face's where the face is touched. At its rim the line to the centre leans by up to the root of a
    /// rounding; what is to slide along the face must not take that lean for the surface. Nothing is scaled to unit length
    /// on the way to the world: roots and divisions wait for each other, and a slide waits for them.
    #[inline(always)]
    pub(crate) fn normal(&self) -> Vec3A {
        let across = if self.is_face { None } else { self.off_edges() };
        let normal = across.unwrap_or_else(|| {
            let corners = self.corners.map(Vec3A::as_dvec3);
            towards(self.sphere() - corners[0], front(corners))
        });
        world_normal(normal, self.radii.into()).into()
    }

    /// From the outline to the centre, ellipsoid space; `None` where that is no direction.
    #[inline(never)]
    fn off_edges(&self) -> Option<DVec3> {
        let center = self.sphere();
        let across = center - closest_point(center, self.corners.map(Vec3A::as_dvec3));
        (across.length_squared() > CONTACT_ROUNDING * CONTACT_ROUNDING).then_some(across)
    }

    /// The touched point in the world, metres.
    pub(crate) fn point(&self) -> Vec3 {
        let point = closest_point(self.sphere(), self.corners.map(Vec3A::as_dvec3));
        let position = Position { high: self.high.into(), low: self.low.into() };
        world_point(point, position, self.radii.into())
    }

    /// The centre of the sphere when it touches, ellipsoid space.
    #[inline(always)]
    fn sphere(&self) -> DVec3 {
        self.start.as_dvec3() + self.displacement.as_dvec3() * f64::from(self.fraction)
    }
}

/// A point of ellipsoid space in the world, metres.
fn world_point(point: DVec3, position: Position, radii: Vec3) -> Vec3 {
    let offset = point * radii.as_dvec3();
    (position.high.as_dvec3() + position.low.as_dvec3() + offset).as_vec3()
}

/// The unit normal in the world of a surface with the normal `normal`, of any length, in ellipsoid space: `n / r`, times
/// the product of the radii.
#[inline(always)]
fn world_normal(normal: DVec3, radii: Vec3) -> Vec3 {
    let radii = radii.as_dvec3();
    (normal * DVec3::new(radii.y * radii.z, radii.z * radii.x, radii.x * radii.y)).normalize().as_vec3()
}
