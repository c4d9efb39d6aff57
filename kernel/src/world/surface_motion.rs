//! The motion of a surface in itself, whose triangles lie still: of a conveyor, or of a disc that turns.
//!
//! In: a velocity and an angular velocity about the origin of the mesh, along its axes. Out: the exact displacement of a point of the
//! surface in a time, and its velocity. With the turn `θ = ω t` about a unit axis `a`, the displacement of a point `q` is
//! `(R - 1) q + (s + c [a]× + (1 - s) a aᵀ) v t`, with `s = sin θ / θ` and `c = (1 - cos θ) / θ`: the exponential of the twist `(v, ω)`.

use crate::mesh::material::Material;
use glam::{DQuat, DVec3};

/// Motion of a surface in itself; in the axes of its mesh until [`turned`](Self::turned).
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct SurfaceMotion {
    /// Velocity at the origin of the mesh, m/s.
    velocity: DVec3,
    /// Angular velocity about the origin of the mesh, radians per second.
    angular_velocity: DVec3,
}

impl SurfaceMotion {
    /// Converts the motion to other axes, to which the rotation leads from the present ones.
    pub(crate) fn turned(&self, rotation: DQuat) -> Self {
        let Self { velocity, angular_velocity } = *self;
        Self { velocity: rotation * velocity, angular_velocity: rotation * angular_velocity }
    }

    /// Velocity of the surface at a point relative to the origin of the mesh, m/s.
    pub(crate) fn velocity_at(&self, point: DVec3) -> DVec3 {
        self.velocity + self.angular_velocity.cross(point)
    }

    /// Displacement in some seconds of a part of the surface that is first at a point relative to the origin of the mesh, metres.
    pub(crate) fn displacement(&self, point: DVec3, seconds: f64) -> DVec3 {
        let Self { velocity, angular_velocity } = *self;
        let way = velocity * seconds;
        let speed = angular_velocity.length();
        let angle = speed * seconds;
        if angle == 0.0 {
            return way;
        }
        let axis = angular_velocity / speed;
        let (sine, half_sine) = (libm::sin(angle), libm::sin(0.5 * angle));
        // `1 - cos θ = 2 sin²(θ/2)`, which is exact for small angles, too.
        let versine = 2.0 * half_sine * half_sine;
        let turned = |v: DVec3, sine: f64, versine: f64| axis.cross(v) * sine + axis.cross(axis.cross(v)) * versine;
        turned(point, sine, versine) + way + turned(way, versine / angle, 1.0 - sine / angle)
    }

    /// Rotation of the surface in some seconds.
    pub(crate) fn rotation(&self, seconds: f64) -> DQuat {
        let speed = self.angular_velocity.length();
        if speed == 0.0 {
            return DQuat::IDENTITY;
        }
        let half = 0.5 * speed * seconds;
        let axis = self.angular_velocity / speed * libm::sin(half);
        DQuat::from_xyzw(axis.x, axis.y, axis.z, libm::cos(half))
    }

    /// Angle by which the surface turns about a unit axis in some seconds, radians.
    pub(crate) fn turn_about(&self, axis: DVec3, seconds: f64) -> f64 {
        self.angular_velocity.dot(axis) * seconds
    }
}

impl From<&Material> for SurfaceMotion {
    fn from(material: &Material) -> Self {
        Self { velocity: material.velocity.as_dvec3(), angular_velocity: material.angular_velocity.as_dvec3() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// By many small steps.
    fn followed(motion: &SurfaceMotion, point: DVec3, seconds: f64) -> DVec3 {
        let steps = 100_000;
        let (mut at, short) = (point, seconds / f64::from(steps));
        for _ in 0..steps {
            let middle = at + motion.velocity_at(at) * (0.5 * short);
            at += motion.velocity_at(middle) * short;
        }
        at - point
    }

    #[test]
    fn a_surface_moves_as_its_velocities_say_when_followed_in_small_steps() {
        for (velocity, angular_velocity) in [
            (DVec3::new(1.0, -2.0, 0.5), DVec3::ZERO),
            (DVec3::ZERO, DVec3::new(0.0, 3.0, 0.0)),
            (DVec3::new(1.0, -2.0, 0.5), DVec3::new(0.3, -1.0, 2.0)),
            (DVec3::new(1.0, 0.0, 0.5), DVec3::new(0.0, 1e-9, 0.0)),
        ] {
            let motion = SurfaceMotion { velocity, angular_velocity };
            for point in [DVec3::ZERO, DVec3::new(2.0, 0.3, -7.0)] {
                for seconds in [1e-3, 1.0 / 60.0, 1.0] {
                    let (told, true_way) = (motion.displacement(point, seconds), followed(&motion, point, seconds));
                    assert!(told.distance(true_way) < 1e-8, "{motion:?}, {point}, {seconds} s: {told}, not {true_way}");
                }
            }
        }
    }

    #[test]
    fn a_surface_turns_by_its_rotation() {
        let motion = SurfaceMotion { velocity: DVec3::ZERO, angular_velocity: DVec3::new(0.3, -1.0, 2.0) };
        let point = DVec3::new(2.0, 0.3, -7.0);
        let turned = motion.rotation(0.4) * point - point;
        assert!(turned.distance(motion.displacement(point, 0.4)) < 1e-12);
    }
}
