//! The body of a character for the checks: an ellipsoid along the axes of the world, swept along a spine.

use glam::DVec3;
use sweep8::Shape;
use sweep8_scalar_ref::capsule::Capsule;

/// An ellipsoid along the axes of the world, swept along its spine.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Body {
    /// Radii of the ellipsoid, metres.
    pub radii: DVec3,
    /// Half of the spine as a vector, metres; zero for an ellipsoid.
    pub spine: DVec3,
}

impl From<DVec3> for Body {
    /// The ellipsoid with these radii, metres.
    fn from(radii: DVec3) -> Self {
        Self { radii, spine: DVec3::ZERO }
    }
}

impl From<Shape> for Body {
    fn from(shape: Shape) -> Self {
        let spine = shape.axis().unit().as_dvec3() * f64::from(shape.half_length());
        Self { radii: shape.radii().as_dvec3(), spine }
    }
}

impl Body {
    /// Returns the body with all radii longer by `by` metres.
    #[must_use]
    pub fn grown(self, by: f64) -> Self {
        Self { radii: self.radii + by, ..self }
    }

    /// Returns half the extents of the body along the axes of the world, metres.
    #[must_use]
    pub fn half_extents(&self) -> DVec3 {
        self.radii + self.spine.abs()
    }

    /// Returns the capsule as which the body meets others, with its centre at `center`.
    #[must_use]
    pub fn capsule(&self, center: DVec3) -> Capsule {
        if self.spine == DVec3::ZERO {
            return Capsule::around(center, self.radii);
        }
        let along = self.spine.normalize().abs();
        let radius = (self.radii * (DVec3::ONE - along)).max_element();
        let longer = (self.radii.dot(along) - radius).max(0.0);
        Capsule::of_spine(center, self.spine + along * longer, radius)
    }
}
