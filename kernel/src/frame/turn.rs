//! The map to *body space*: world space moved and turned back, so that a turned body's centre is the origin and its axes are the
//! axes of the space.
//!
//! In: a centre and an orientation. Out: the maps between world space and body space, in `f64`. In body space the ellipsoid lies
//! along the axes, and a placed mesh has another placement instead. So a turned ellipsoid needs no arithmetic of its own.

use crate::frame::position::Position;
use glam::{DMat3, DQuat, DVec3, Quat, Vec3};

/// Maps between world space and the body space of a turned body, whose origin is the body's centre and whose axes are the body's.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Turn {
    center: DVec3,
    /// Rotation from world axes to the body's axes.
    pub(super) back: DQuat,
    /// Matrix of the rotation from world axes to the body's axes.
    pub(super) to_body: DMat3,
    to_world: DMat3,
}

impl Turn {
    /// Makes the maps between world space and body space of a body; its orientation may have any length but zero.
    pub(crate) fn new(center: Position, orientation: Quat) -> Self {
        let orientation = orientation.as_dquat().normalize();
        let to_world = DMat3::from_quat(orientation);
        let back = orientation.conjugate();
        Self { center: center.to_dvec3(), back, to_body: to_world.transpose(), to_world }
    }

    /// The centre of the body, world space, metres, rounded.
    pub(crate) fn center(&self) -> Vec3 {
        self.center.as_vec3()
    }

    /// Maps a direction or displacement from world space to the body's axes.
    pub(crate) fn body_displacement(&self, v: Vec3) -> Vec3 {
        (self.to_body * v.as_dvec3()).as_vec3()
    }

    /// Maps a direction or displacement from the body's axes to world space.
    pub(crate) fn world_displacement(&self, v: Vec3) -> Vec3 {
        (self.to_world * v.as_dvec3()).as_vec3()
    }

    /// Maps a point from world space to body space, whose origin is the body's centre.
    pub(super) fn body_point(&self, point: DVec3) -> DVec3 {
        self.to_body * (point - self.center)
    }

    /// Maps a point from body space, whose origin is the body's centre, to world space.
    pub(crate) fn world_point(&self, point: DVec3) -> DVec3 {
        self.center + self.to_world * point
    }

    /// Middle and half extents, world space, of the axis-aligned box around a box in body space.
    pub(crate) fn world_box(&self, middle: DVec3, half: DVec3) -> [DVec3; 2] {
        [self.world_point(middle), sizes(&self.to_world) * half]
    }

    /// Middle and half extents, body space, of the axis-aligned box around a box in world space.
    pub(crate) fn body_box(&self, middle: DVec3, half: DVec3) -> [DVec3; 2] {
        [self.body_point(middle), sizes(&self.to_body) * half]
    }
}

/// Matrix of the absolute values of a rotation matrix's elements, which maps half extents of boxes.
fn sizes(turn: &DMat3) -> DMat3 {
    DMat3 { x_axis: turn.x_axis.abs(), y_axis: turn.y_axis.abs(), z_axis: turn.z_axis.abs() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use core::f32::consts::FRAC_PI_2;

    #[test]
    fn what_points_along_an_axis_of_the_body_points_along_that_axis_in_body_space() {
        // The body's head points to -x.
        let turn = Turn::new(Position::new(Vec3::ONE), Quat::from_rotation_z(FRAC_PI_2));
        assert!((turn.body_displacement(Vec3::NEG_X) - Vec3::Y).length() < 1e-7);
        assert!((turn.world_displacement(Vec3::Y) + Vec3::X).length() < 1e-7);
        assert!((turn.body_point(DVec3::new(0.0, 1.0, 1.0)) - DVec3::Y).length() < 1e-7, "a metre before the head");
    }

    #[test]
    fn a_point_beside_a_body_that_is_far_out_keeps_its_digits() {
        let center = Position::from(DVec3::new(1.25, 1e7, -1e7 + 0.1));
        let turn = Turn::new(center, Quat::from_rotation_x(0.3));
        let point = center.to_dvec3() + DVec3::new(0.25, -0.5, 1.0);
        assert!((turn.body_point(point).length() - DVec3::new(0.25, -0.5, 1.0).length()).abs() < 1e-8);
        assert!((turn.world_point(turn.body_point(point)) - point).length() < 1e-8);
    }

    #[test]
    fn the_box_around_a_turned_box_holds_its_corners_and_no_more() {
        let turn = Turn::new(Position::new(Vec3::new(7.0, 0.0, -2.0)), Quat::from_rotation_y(0.7));
        let (middle, half) = (DVec3::new(1.0, 2.0, 3.0), DVec3::new(0.5, 1.0, 0.25));
        let [there, size] = turn.world_box(middle, half);
        let mut farthest = DVec3::ZERO;
        for corner in 0..8 {
            let side = |axis: u32| if corner >> axis & 1 == 0 { -1.0 } else { 1.0 };
            let corner = middle + half * DVec3::new(side(0), side(1), side(2));
            farthest = farthest.max((turn.world_point(corner) - there).abs());
        }
        assert!((farthest - size).length() < 1e-12, "{farthest} and {size}");
        let [back, larger] = turn.body_box(there, size);
        assert!((back - middle).length() < 1e-12 && larger.cmpge(half).all());
    }
}
