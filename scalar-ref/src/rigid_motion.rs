//! A rigid motion in `f64`: a mesh that turns and moves from one pose to another, and how near it comes to a body on the way.
//!
//! In: two poses of the same scale, triangles in mesh space, a body that stands still. Out: the pose at any time of the
//! motion, and the least distance over many times. The origin moves straight, the rotation is the normalized mean of both
//! quaternions on the shorter way: the motion that the kernel documents, computed here without cutting a step into parts.

use crate::brute_force::{Triangle, distance, to_ellipsoid_space};
use crate::capsule_sweep::UnitCapsule;
use glam::{DQuat, DVec3};

/// Pose of a mesh: maps a point `v` of the mesh to `translation + rotation * (scale * v)`.
#[derive(Clone, Copy, Debug)]
pub struct Pose {
    /// Position of the mesh's origin in this pose, world space, metres.
    pub translation: DVec3,
    /// Rotation from the mesh's axes to the world's, a unit quaternion.
    pub rotation: DQuat,
    /// Scale of the mesh in this pose along each of its own axes.
    pub scale: DVec3,
}

impl Pose {
    /// Maps a point from the mesh space of this pose to world space.
    #[must_use]
    pub fn point(&self, v: DVec3) -> DVec3 {
        self.translation + self.rotation * (self.scale * v)
    }

    /// Maps a point from world space to the mesh space of this pose.
    #[must_use]
    pub fn back(&self, point: DVec3) -> DVec3 {
        self.rotation.inverse() * (point - self.translation) / self.scale
    }

    /// Pose after the fraction `part`, 0 to 1, of the mesh's motion from this pose to another.
    #[must_use]
    pub fn towards(&self, other: &Self, part: f64) -> Self {
        let sign = if self.rotation.dot(other.rotation) < 0.0 { -1.0 } else { 1.0 };
        let rotation = self.rotation * (1.0 - part) + other.rotation * (sign * part);
        Self {
            translation: self.translation.lerp(other.translation, part),
            rotation: rotation.normalize(),
            scale: self.scale,
        }
    }
}

/// An ellipsoid along the axes, with or without a spine.
#[derive(Clone, Copy, Debug)]
pub struct Swept {
    /// Radii of the ellipsoid, metres.
    pub radii: DVec3,
    /// Half of the spine as a vector, metres; zero for an ellipsoid.
    pub half: DVec3,
}

impl From<DVec3> for Swept {
    /// The ellipsoid with these radii, metres.
    fn from(radii: DVec3) -> Self {
        Self { radii, half: DVec3::ZERO }
    }
}

/// Distance of a body from a mesh's triangles at a pose, in the ellipsoid's radii, minus 1: below 0 they overlap.
#[must_use]
pub fn gap(triangles: &[Triangle], pose: &Pose, center: DVec3, body: impl Into<Swept>) -> f64 {
    let Swept { radii, half } = body.into();
    let unit = UnitCapsule { center: DVec3::ZERO, half: half / radii };
    let far = |triangle: &Triangle| {
        let local = triangle.map(|v| to_ellipsoid_space(pose.point(v), center, radii));
        if half == DVec3::ZERO { distance(DVec3::ZERO, &local) } else { unit.distance(&local) }
    };
    triangles.iter().map(|triangle| far(triangle) - 1.0).fold(f64::INFINITY, f64::min)
}

/// Smallest [`gap`] of a body at rest from a moving mesh, over `samples + 1` evenly spaced fractions; and that fraction.
#[must_use]
pub fn least_gap(
    triangles: &[Triangle],
    [from, to]: [&Pose; 2],
    center: DVec3,
    body: impl Into<Swept>,
    samples: u32,
) -> (f64, f64) {
    let body = body.into();
    let at = |sample: u32| {
        let part = f64::from(sample) / f64::from(samples);
        (gap(triangles, &from.towards(to, part), center, body), part)
    };
    (0..=samples).map(at).fold((f64::INFINITY, 0.0), |least, next| if next.0 < least.0 { next } else { least })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_rod_that_turns_by_comes_nearest_in_the_middle() {
        let rod = [DVec3::X, DVec3::X * 2.0, DVec3::new(2.0, 0.0, 0.01)];
        let pose =
            |angle: f64| Pose { translation: DVec3::ZERO, rotation: DQuat::from_rotation_y(angle), scale: DVec3::ONE };
        let center = DVec3::new(1.5, 0.6, 0.0);
        let (least, part) = least_gap(&[rod], [&pose(-0.3), &pose(0.3)], center, DVec3::splat(0.5), 1_000);
        assert!((least - 0.2).abs() < 1e-4 && (part - 0.5).abs() < 0.02, "{least} at {part}");
        assert!(gap(&[rod], &pose(0.3), center, DVec3::splat(0.5)) > least);
        assert!((pose(0.3).back(pose(0.3).point(center)) - center).length() < 1e-12);
    }
}
