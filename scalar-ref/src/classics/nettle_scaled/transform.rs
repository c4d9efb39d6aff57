//! Ellipsoid space of Nettle's revision: the map that makes one ellipsoid the unit sphere, and what it does to normals.
//!
//! In: a radius vector, or any affine map of the unit sphere onto an ellipsoid. Out: points, vectors and normals
//! carried either way.
//!
//! 1. *Points* take the whole map, *vectors* (velocities, differences) its linear part.
//! 2. *Normals* of planes take the inverse transpose of the linear part and are re-normalised. The text only says to
//!    scale the surface normals along with the geometry and to re-normalise them; doing that with the map of the
//!    points, [`NormalRule::AsPrinted`], tips every normal that does not lie on an axis the wrong way.
//!
//! Source: Nettle, "Generic Collision Detection for Games Using Ellipsoids", revised October 2000, "Making it
//! ellipsoidal".

use crate::brute_force::Triangle;
use glam::{DAffine3, DMat3, DQuat, DVec3};

/// Rule that maps the unit normal of a surface to ellipsoid space.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NormalRule {
    /// Maps normals by the inverse transpose: the normal stays at right angles to the scaled surface.
    InverseTranspose,
    /// Maps normals like points, as the text can be read. Flaw: wrong wherever the map scales unevenly.
    AsPrinted,
}

/// Affine map between world space, metres, and the space in which one ellipsoid is the unit sphere.
#[derive(Clone, Copy, Debug)]
pub struct EllipsoidSpace {
    to_world: DAffine3,
    from_world: DAffine3,
}

impl EllipsoidSpace {
    /// Makes the space of an ellipsoid with its axes along the world's; `radii` in metres, each > 0.
    #[must_use]
    pub fn from_radii(radii: DVec3) -> Self {
        Self::from_map(DAffine3::from_scale(radii))
    }

    /// The space of an oriented ellipsoid: `radii` along its own axes, which `turn` (a unit quaternion) lays into the
    /// world.
    #[must_use]
    pub fn oriented(radii: DVec3, turn: DQuat) -> Self {
        Self::from_map(DAffine3::from_scale_rotation_translation(radii, turn, DVec3::ZERO))
    }

    /// Makes the space of the ellipsoid to which `to_world` maps the unit sphere; the map must be invertible.
    #[must_use]
    pub fn from_map(to_world: DAffine3) -> Self {
        Self { to_world, from_world: to_world.inverse() }
    }

    /// Maps a point from world space, metres, to ellipsoid space.
    #[must_use]
    pub fn point(&self, world: DVec3) -> DVec3 {
        self.from_world.transform_point3(world)
    }

    /// Maps a displacement from world space, metres, to ellipsoid space.
    #[must_use]
    pub fn vector(&self, world: DVec3) -> DVec3 {
        self.from_world.transform_vector3(world)
    }

    /// Maps the corners of a triangle from world space, metres, to ellipsoid space.
    #[must_use]
    pub fn triangle(&self, world: &Triangle) -> Triangle {
        world.map(|corner| self.point(corner))
    }

    /// Maps the unit normal of a plane from world space to a unit vector in ellipsoid space, by the rule `rule`.
    #[must_use]
    pub fn normal(&self, world: DVec3, rule: NormalRule) -> DVec3 {
        match rule {
            NormalRule::InverseTranspose => (self.to_world.matrix3.transpose() * world).normalize(),
            NormalRule::AsPrinted => self.vector(world).normalize(),
        }
    }

    /// Maps a point from ellipsoid space to world space, metres.
    #[must_use]
    pub fn point_to_world(&self, point: DVec3) -> DVec3 {
        self.to_world.transform_point3(point)
    }

    /// Maps a displacement from ellipsoid space to world space, metres.
    #[must_use]
    pub fn vector_to_world(&self, vector: DVec3) -> DVec3 {
        self.to_world.transform_vector3(vector)
    }

    /// Maps the normal of a plane from ellipsoid space to a unit vector in world space: `n / radii`, normalised, for plain radii.
    #[must_use]
    pub fn normal_to_world(&self, normal: DVec3) -> DVec3 {
        (self.from_world.matrix3.transpose() * normal).normalize()
    }

    /// Half extents of the ellipsoid along the world's axes, metres.
    #[must_use]
    pub fn half_extent(&self) -> DVec3 {
        let DMat3 { x_axis, y_axis, z_axis } = self.to_world.matrix3;
        (x_axis * x_axis + y_axis * y_axis + z_axis * z_axis).map(f64::sqrt)
    }
}
