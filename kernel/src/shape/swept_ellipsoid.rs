//! What moves: an ellipsoid, or an ellipsoid swept along a segment.
//!
//! In: radii, half the length of the segment (the *spine*) and its axis. Out: the same, as every query takes it. A spine of length 0
//! is an ellipsoid; three equal radii and a spine are a capsule.

use crate::base::input_error::InputError;
use crate::shape::axis::Axis;
use crate::shape::capsule::{Capsule, check_half_length};
use crate::shape::ellipsoid::Ellipsoid;
use glam::Vec3;

/// A shape that moves, along the axes of its body: an [`Ellipsoid`], a [`Capsule`], or any ellipsoid swept along a segment.
///
/// ```
/// use glam::Vec3;
/// use sweep8::{Axis, Capsule, Ellipsoid, Shape};
///
/// let ball = Shape::from(Ellipsoid::ball(0.4)?);
/// assert_eq!(ball.half_length(), 0.0);
/// let capsule = Shape::from(Capsule::new(0.4, 0.5)?);
/// assert_eq!((capsule.radii(), capsule.half_length(), capsule.axis()), (Vec3::splat(0.4), 0.5, Axis::Y));
/// // A fish: flat, with a long straight middle.
/// let fish = Shape::swept(Ellipsoid::new(Vec3::new(0.05, 0.12, 0.2))?, Axis::Z, 0.3)?;
/// assert!((fish.half_extents() - Vec3::new(0.05, 0.12, 0.5)).length() < 1e-6);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[doc(alias = "collider")]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Shape {
    radii: Vec3,
    /// Half the length of the spine, metres; 0 for an ellipsoid.
    half_length: f32,
    axis: Axis,
}

impl Shape {
    /// `ellipsoid` swept along a segment about its centre, the spine: `half_length` metres to both sides along `axis`. With a half
    /// length of 0 it is the ellipsoid.
    ///
    /// # Errors
    /// [`InputError`] names the half length if it is neither 0 nor [`MIN_RADIUS`](crate::limits::MIN_RADIUS) to
    /// [`MAX_RADIUS`](crate::limits::MAX_RADIUS).
    pub fn swept(ellipsoid: Ellipsoid, axis: Axis, half_length: f32) -> Result<Self, InputError> {
        check_half_length(half_length)?;
        Ok(Self::of(ellipsoid.radii(), axis, half_length))
    }

    /// The axis of a shape without a spine is y, so that equal shapes compare as equal.
    #[inline(always)]
    pub(super) fn of(radii: Vec3, axis: Axis, half_length: f32) -> Self {
        if half_length == 0.0 {
            Self { radii, half_length: 0.0, axis: Axis::Y }
        } else {
            Self { radii, half_length, axis }
        }
    }

    /// Radii of the ellipsoid that is swept along the spine, along the axes of the body, metres; all equal for a capsule.
    #[inline]
    #[must_use]
    pub fn radii(&self) -> Vec3 {
        self.radii
    }

    /// Half the length of the spine, metres; 0 for an ellipsoid.
    #[inline]
    #[must_use]
    pub fn half_length(&self) -> f32 {
        self.half_length
    }

    /// Axis of the body along which the spine lies; y for an ellipsoid.
    #[inline]
    #[must_use]
    pub fn axis(&self) -> Axis {
        self.axis
    }

    /// Half extents of the shape along the axes of its body, metres.
    #[inline]
    #[must_use]
    pub fn half_extents(&self) -> Vec3 {
        self.radii + self.axis.unit() * self.half_length
    }

    /// The ellipsoid that is swept along the spine.
    #[inline(always)]
    pub(crate) fn ellipsoid(&self) -> Ellipsoid {
        Ellipsoid::valid(self.radii)
    }
}

impl From<Ellipsoid> for Shape {
    /// The ellipsoid: a shape without a spine.
    #[inline(always)]
    fn from(ellipsoid: Ellipsoid) -> Self {
        Self { radii: ellipsoid.radii(), half_length: 0.0, axis: Axis::Y }
    }
}

impl From<&Ellipsoid> for Shape {
    /// The ellipsoid: a shape without a spine.
    #[inline(always)]
    fn from(ellipsoid: &Ellipsoid) -> Self {
        Self::from(*ellipsoid)
    }
}

impl From<Capsule> for Shape {
    /// The capsule: a ball with a spine.
    #[inline(always)]
    fn from(capsule: Capsule) -> Self {
        Self::of(Vec3::splat(capsule.radius()), capsule.axis(), capsule.half_height())
    }
}

impl From<&Capsule> for Shape {
    /// The capsule: a ball with a spine.
    #[inline(always)]
    fn from(capsule: &Capsule) -> Self {
        Self::from(*capsule)
    }
}

impl From<&Shape> for Shape {
    /// Copies the shape.
    #[inline(always)]
    fn from(shape: &Shape) -> Self {
        *shape
    }
}
