//! Shapes that move: an ellipsoid, or an ellipsoid swept along a segment.
//!
//! In: radii, half the length of the segment (the *spine*) and its axis. Out: the same, as every query takes it. A spine of length 0
//! is an ellipsoid; three equal radii and a spine are a capsule.

use crate::base::input_error::InputError;
use crate::shape::axis::Axis;
use crate::shape::capsule::{Capsule, check_half_length};
use crate::shape::ellipsoid::{Ellipsoid, touching};
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
    ///
    /// ```
    /// use sweep8::{Capsule, Ellipsoid, Shape};
    ///
    /// assert_eq!(Shape::from(Capsule::new(0.4, 0.5)?).ellipsoid(), Ellipsoid::ball(0.4)?);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[inline(always)]
    #[must_use]
    pub fn ellipsoid(&self) -> Ellipsoid {
        Ellipsoid::valid(self.radii)
    }

    /// Whether the shape has a spine, so that it is no ellipsoid.
    #[inline(always)]
    pub(crate) fn has_spine(&self) -> bool {
        // One comparison of whole numbers: the half length is never -0.
        self.half_length.to_bits() != 0
    }

    /// Largest half extent of the shape along the axes of its body, metres.
    #[inline(always)]
    pub(crate) fn largest(&self) -> f32 {
        if self.has_spine() { self.half_extents().max_element() } else { self.radii.max_element() }
    }

    /// Vector from the centre to an end of the spine, metres; zero for an ellipsoid.
    #[inline(always)]
    pub(crate) fn spine(&self) -> Vec3 {
        self.axis.unit() * self.half_length
    }

    /// The shape with every radius longer by `by` metres, along the same spine: the hull of a slide.
    ///
    /// Along the axes, and for a ball or a capsule everywhere, the hull is `by` away along the normal; between the axes of an ellipsoid
    /// less, at most 8 % less for radii 0.4 and 0.9 (see `docs/math/hull.md`).
    #[inline(always)]
    pub(crate) fn grown(self, by: f32) -> Self {
        Self { radii: self.radii + Vec3::splat(by), ..self }
    }

    /// The shape with all radii multiplied by `factor`, along the same spine.
    #[inline(always)]
    pub(crate) fn scaled(self, factor: f32) -> Self {
        Self { radii: self.radii * factor, ..self }
    }

    /// The shape whose radii are the minima of those of both, axis by axis; both must have the same spine.
    #[inline(always)]
    pub(crate) fn within(self, other: Self) -> Self {
        Self { radii: self.radii.min(other.radii), ..self }
    }

    /// Distance from the centre to the tangent plane across `direction`, of unit length, metres: half the extent along it.
    #[inline(always)]
    pub(crate) fn extent(&self, direction: Vec3) -> f32 {
        let of_ellipsoid = (self.radii * direction).length();
        if self.has_spine() { of_ellipsoid + self.spine().dot(direction).abs() } else { of_ellipsoid }
    }

    /// The vector from the contact point with a surface of this normal to the centre; the shape's own outward normal there is
    /// `-normal`. A spine along the surface touches it all along: the point is in the middle.
    #[inline(always)]
    pub(crate) fn touching(&self, normal: Vec3) -> Vec3 {
        let of_ellipsoid = touching(self.radii, normal);
        if self.has_spine() { of_ellipsoid + self.spine_towards(normal) } else { of_ellipsoid }
    }

    /// Whether the shape lies on a surface with this normal rather than stands on it: with its spine, which is touched anywhere along it.
    #[inline(always)]
    pub(crate) fn lies_on(&self, normal: Vec3) -> bool {
        self.has_spine() && normal.dot(self.axis.unit()).abs() <= LYING
    }

    /// Vector from the end of the spine that touches a surface with this normal to the centre; zero for a spine along the surface.
    #[inline(always)]
    fn spine_towards(&self, normal: Vec3) -> Vec3 {
        let [own, ..] = self.axis.indices();
        let along = normal[own];
        let mut spine = Vec3::ZERO;
        if along.abs() > LEVEL_SPINE {
            spine[own] = self.half_length.copysign(along);
        }
        spine
    }
}

/// Cosine of the angle between a normal and the spine up to which a shape lies on the surface: 60°.
const LYING: f32 = 0.5;

/// Cosine of the angle between a normal and the spine up to which the spine counts as lying along the surface: a few roundings of a
/// unit normal, which would throw the touched point from end to end.
const LEVEL_SPINE: f32 = 1e-6;

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
