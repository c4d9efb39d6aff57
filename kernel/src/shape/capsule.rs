//! A capsule: a ball swept along a segment.

use crate::base::field::Field;
use crate::base::input_error::{InputError, check_number};
use crate::base::tolerance::{MAX_RADIUS, MIN_RADIUS};
use crate::shape::axis::Axis;

/// A ball of one radius swept along a segment about its centre, the *spine*: all points within the radius of that segment.
///
/// The whole length is twice the half height and twice the radius. Upright (along y) unless [`along`](Self::along) says otherwise;
/// an [`OrientedShape`](crate::OrientedShape) turns it in any direction.
///
/// ```
/// use glam::Vec3;
/// use sweep8::{Capsule, Mesh, Sides, World};
///
/// let wall = [Vec3::new(2.0, -9.0, -9.0), Vec3::new(2.0, -9.0, 9.0), Vec3::new(2.0, 9.0, 0.0)];
/// let world = World::from_mesh(Mesh::new(&wall, &[[0, 1, 2]])?);
/// // 1.8 m high: a cylinder of 1 m between two half balls.
/// let person = Capsule::new(0.4, 0.5)?;
/// assert!((Capsule::from_height(0.4, 1.8)?.half_height() - 0.5).abs() < 1e-6);
/// let hit = world.sweep(person, Vec3::ZERO, Vec3::X * 4.0, Sides::Both)?.expect("a wall");
/// assert!((hit.fraction - 0.4).abs() < 1e-6);
/// // It touches all along its side: the middle is reported.
/// assert!((hit.point - Vec3::X * 2.0).length() < 1e-6);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Capsule {
    radius: f32,
    half_height: f32,
    axis: Axis,
}

impl Capsule {
    /// An upright capsule. `half_height` is half the length of the spine, metres: without the two half balls, so that the capsule is
    /// `2 · (half_height + radius)` high. It may be 0, for a ball.
    ///
    /// # Errors
    /// [`InputError`] names the radius outside of [`MIN_RADIUS`](crate::limits::MIN_RADIUS) to
    /// [`MAX_RADIUS`](crate::limits::MAX_RADIUS), or the half height that is neither 0 nor in that range.
    ///
    /// ```
    /// use sweep8::{Capsule, Field};
    ///
    /// let error = Capsule::new(0.4, -0.5).expect_err("no height is negative");
    /// assert_eq!(error.field(), Field::HalfHeight);
    /// assert_eq!(error.to_string(), "`half_height` is -0.5, must be 0, or 0.0001 to 100000 m");
    /// ```
    pub fn new(radius: f32, half_height: f32) -> Result<Self, InputError> {
        check_number(Field::Radius, radius, MIN_RADIUS, MAX_RADIUS)?;
        check_half_length(half_height)?;
        Ok(Self { radius, half_height, axis: Axis::Y })
    }

    /// An upright capsule of the whole height `height`, metres, both half balls included; at least twice the radius.
    ///
    /// # Errors
    /// As [`new`](Self::new), for the half height `height / 2 - radius`.
    pub fn from_height(radius: f32, height: f32) -> Result<Self, InputError> {
        Self::new(radius, height * 0.5 - radius)
    }

    /// This capsule with its spine along another axis of the body.
    #[must_use]
    pub fn along(self, axis: Axis) -> Self {
        Self { axis, ..self }
    }

    /// Radius of the capsule, metres.
    #[must_use]
    pub fn radius(&self) -> f32 {
        self.radius
    }

    /// Half the length of the spine, metres: from the centre to the centre of each half ball.
    #[must_use]
    pub fn half_height(&self) -> f32 {
        self.half_height
    }

    /// Axis of the body along which the spine lies.
    #[must_use]
    pub fn axis(&self) -> Axis {
        self.axis
    }
}

/// Checks half the length of a spine, metres.
pub(super) fn check_half_length(half: f32) -> Result<(), InputError> {
    if half == 0.0 { Ok(()) } else { check_number(Field::HalfHeight, half, MIN_RADIUS, MAX_RADIUS) }
}
