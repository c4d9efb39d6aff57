//! The character's shape, and its map of directions.
//!
//! In: three radii. Out: the scale into ellipsoid space, where the shape is the unit sphere, and world normals of contacts found
//! there.
//!
//! A normal `n` of ellipsoid space becomes `normalize(n / r)` in the world: the gradient of the ellipsoid's equation
//! (Fauerby 2000, "tangent plane of an ellipsoid").

use crate::base::tolerance::{MAX_RADIUS, MIN_RADIUS};
use glam::{DVec3, Vec3};
use thiserror::Error;

/// The vector from the contact point with a surface of this normal to the centre of the ellipsoid; the ellipsoid's own outward
/// normal there is `-normal`.
#[inline(always)]
pub(crate) fn touching(radii: Vec3, normal: Vec3) -> Vec3 {
    let along = radii * normal;
    radii * along / along.length()
}

/// Why an ellipsoid was refused.
///
/// ```
/// use glam::Vec3;
/// use sweep8::{Ellipsoid, EllipsoidError};
///
/// let error = Ellipsoid::new(Vec3::new(0.4, -0.9, 0.4)).expect_err("no radius is negative");
/// assert_eq!(error, EllipsoidError::NotPositive { axis: 'y', value: -0.9 });
/// assert_eq!(error.to_string(), "the radius along y is -0.9: it must be greater than 0");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Error)]
#[non_exhaustive]
pub enum EllipsoidError {
    /// Error: a radius of the ellipsoid is NaN or infinite.
    #[error("the radius along {axis} is {value}: it must be finite")]
    NotFinite {
        /// Axis of the invalid radius: `'x'`, `'y'` or `'z'`.
        axis: char,
        /// The invalid radius from the input, metres.
        value: f32,
    },
    /// Error: a radius of the ellipsoid is zero or negative.
    #[error("the radius along {axis} is {value}: it must be greater than 0")]
    NotPositive {
        /// Axis of the invalid radius: `'x'`, `'y'` or `'z'`.
        axis: char,
        /// The invalid radius from the input, metres.
        value: f32,
    },
    /// Error: an ellipsoid's radius is outside [`MIN_RADIUS`](crate::limits::MIN_RADIUS) to [`MAX_RADIUS`](crate::limits::MAX_RADIUS).
    #[error("the radius along {axis} is {value} m: it must lie between 0.0001 m and 100000 m")]
    OutOfRange {
        /// Axis of the invalid radius: `'x'`, `'y'` or `'z'`.
        axis: char,
        /// The invalid radius from the input, metres.
        value: f32,
    },
}

/// An ellipsoid with its axes along those of the world, given by its three radii, metres.
///
/// ```
/// use glam::Vec3;
/// use sweep8::Ellipsoid;
///
/// let person = Ellipsoid::new(Vec3::new(0.4, 0.9, 0.4))?;
/// assert_eq!(person.radii().y, 0.9);
/// assert!(Ellipsoid::new(Vec3::new(0.4, 0.0, 0.4)).is_err());
/// # Ok::<(), sweep8::EllipsoidError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(try_from = "Vec3", into = "Vec3"))]
pub struct Ellipsoid {
    radii: Vec3,
}

impl TryFrom<Vec3> for Ellipsoid {
    type Error = EllipsoidError;

    /// Makes an ellipsoid from its radii along x, y and z, metres, with the checks of [`Ellipsoid::new`].
    fn try_from(radii: Vec3) -> Result<Self, EllipsoidError> {
        Self::new(radii)
    }
}

impl From<Ellipsoid> for Vec3 {
    /// Returns the [radii](Ellipsoid::radii) of the ellipsoid, metres.
    fn from(ellipsoid: Ellipsoid) -> Self {
        ellipsoid.radii
    }
}

impl Ellipsoid {
    /// Ellipsoid of a standing human, 1.8 m tall along y: radii (0.4, 0.9, 0.4) m.
    pub const HUMAN: Self = Self { radii: Vec3::new(0.4, 0.9, 0.4) };

    /// An ellipsoid of these radii, metres, each finite and between
    /// [`MIN_RADIUS`](crate::limits::MIN_RADIUS) and [`MAX_RADIUS`](crate::limits::MAX_RADIUS).
    ///
    /// # Errors
    /// [`EllipsoidError`] names the axis, its value and the reason.
    pub fn new(radii: Vec3) -> Result<Self, EllipsoidError> {
        for (axis, value) in [('x', radii.x), ('y', radii.y), ('z', radii.z)] {
            if !value.is_finite() {
                return Err(EllipsoidError::NotFinite { axis, value });
            }
            if value <= 0.0 {
                return Err(EllipsoidError::NotPositive { axis, value });
            }
            if !(MIN_RADIUS..=MAX_RADIUS).contains(&value) {
                return Err(EllipsoidError::OutOfRange { axis, value });
            }
        }
        Ok(Self { radii })
    }

    /// A ball, radius in metres.
    ///
    /// # Errors
    /// As [`Ellipsoid::new`].
    pub fn ball(radius: f32) -> Result<Self, EllipsoidError> {
        Self::new(Vec3::splat(radius))
    }

    /// Radii of the ellipsoid along x, y and z, metres.
    #[inline]
    #[must_use]
    pub fn radii(&self) -> Vec3 {
        self.radii
    }

    /// The unit normal of the tangent plane at a point of the surface, outward; `None` for the centre and for a point
    /// that is not finite.
    ///
    /// `point` is relative to the centre, world axes, metres. A point off the surface gives the normal of the ellipsoid
    /// of the same proportions that goes through it.
    ///
    /// ```
    /// use glam::Vec3;
    /// use sweep8::Ellipsoid;
    ///
    /// let person = Ellipsoid::new(Vec3::new(0.4, 0.9, 0.4))?;
    /// assert_eq!(person.normal_at(Vec3::new(0.0, 0.9, 0.0)), Some(Vec3::Y));
    /// let aslant = person.normal_at(Vec3::new(0.24, 0.72, 0.0)).expect("not the centre");
    /// assert!((aslant - Vec3::new(1.5, 0.8888889, 0.0).normalize()).length() < 1e-6);
    /// # Ok::<(), sweep8::EllipsoidError>(())
    /// ```
    ///
    /// Source: Fauerby 2000, from the gradient of `x²/a² + y²/b² + z²/c²`.
    #[must_use]
    pub fn normal_at(&self, point: Vec3) -> Option<Vec3> {
        let radii = self.radii.as_dvec3();
        (point.as_dvec3() / (radii * radii)).try_normalize().map(DVec3::as_vec3)
    }

    /// The ellipsoid of radii that have been checked.
    #[inline(always)]
    pub(super) fn valid(radii: Vec3) -> Self {
        Self { radii }
    }
}
