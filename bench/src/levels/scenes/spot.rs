//! A place with a direction and a scale, for instances of a level of parts.
//!
//! In: the frame of the spot; points and parts in its own axes. Out: placements.

use super::loft::circle;
use glam::{DVec3, Quat, Vec3};
use sweep8::Placement;

/// A place in a level with a rotation and a scale, relative to which instances are placed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Spot {
    placement: Placement,
}

impl Spot {
    /// Creates an unscaled spot on the ground at x and z, metres, rotated about y by `part` of a full turn.
    #[must_use]
    pub fn new(x: f64, z: f64, part: f64) -> Self {
        Self { placement: Placement { rotation: about_y(part), ..Placement::at(DVec3::new(x, 0.0, z)) } }
    }

    /// Creates an unscaled spot at the point `at` of this spot, rotated further about y by `part` of a full turn.
    #[must_use]
    pub fn turned(&self, at: Vec3, part: f64) -> Self {
        let Placement { rotation, .. } = self.placement;
        Self { placement: Placement { rotation: (rotation * about_y(part)).normalize(), ..self.at(at) } }
    }

    /// Returns this spot with its axes scaled by an additional factor each.
    #[must_use]
    pub fn scaled(&self, scale: Vec3) -> Self {
        Self { placement: Placement { scale: self.placement.scale * scale, ..self.placement } }
    }

    /// Returns the placement of a mesh with its origin at the point `point` of the spot, with the spot's rotation and scale.
    #[must_use]
    pub fn at(&self, point: Vec3) -> Placement {
        let Placement { translation, rotation, scale } = self.placement;
        let offset = rotation.as_dquat().normalize() * (scale * point).as_dvec3();
        Placement { translation: translation + offset, rotation, scale }
    }

    /// Multiplies a vector in the spot's axes by the spot's scale; does not rotate the vector.
    #[must_use]
    pub fn way(&self, way: Vec3) -> Vec3 {
        self.placement.scale * way
    }
}

/// Returns the rotation about y by `part` of a full turn, which takes x towards -z.
#[must_use]
pub fn about_y(part: f64) -> Quat {
    let [cosine, sine] = circle(0.5 * part);
    Quat::from_xyzw(0.0, sine, 0.0, cosine).normalize()
}
