//! A position in two parts: an `f32`, and the remainder below its last place.
//!
//! 10 km from the origin neighbouring `f32` are 1 mm apart. With the second part a character moves as finely there as at the
//! origin.

use crate::base::field::Field;
use crate::base::input_error::{InputError, check_center, check_vector};
use crate::base::tolerance::MAX_LOW;
use bytemuck::{Pod, Zeroable};
use core::fmt;
use core::ops::{Add, Sub};
use glam::{DVec3, Vec3};

/// A position in two parts, world space, metres: its rounding to `f32`, and the remainder below its last place.
///
/// ```
/// use glam::{DVec3, Vec3};
/// use sweep8::Position;
///
/// let far = DVec3::new(5_000.000_01, 0.0, -3.0);
/// let position = Position::from(far);
/// assert!((position.to_dvec3() - far).length() < 1e-9);
/// assert_eq!(position.to_vec3(), Vec3::new(5_000.0, 0.0, -3.0));
/// assert_eq!(Position::from(Vec3::X).low, Vec3::ZERO);
///
/// let moved = position + Vec3::Y * 0.25;
/// assert_eq!(moved - position, DVec3::Y * 0.25);
/// assert_eq!(moved.to_string(), "[5000.00001, 0.25, -3]");
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Pod, Zeroable)]
#[repr(C)]
pub struct Position {
    /// Position rounded to `f32`, world space, metres.
    pub high: Vec3,
    /// Remainder of the position that the rounding of `high` leaves, metres.
    pub low: Vec3,
}

impl From<Vec3> for Position {
    #[inline]
    fn from(high: Vec3) -> Self {
        Self::new(high)
    }
}

impl From<DVec3> for Position {
    /// Splits a position into the sum of two `f32`: precise to 1 µm at the largest coordinate.
    #[inline]
    fn from(position: DVec3) -> Self {
        let high = position.as_vec3();
        Self { high, low: (position - high.as_dvec3()).as_vec3() }
    }
}

impl From<Position> for Vec3 {
    /// Returns the position rounded to `f32`, world space, metres.
    #[inline]
    fn from(position: Position) -> Self {
        position.to_vec3()
    }
}

impl From<Position> for DVec3 {
    #[inline]
    fn from(position: Position) -> Self {
        position.to_dvec3()
    }
}

impl Add<Vec3> for Position {
    type Output = Self;

    /// Returns the position moved by a displacement, metres.
    #[inline]
    fn add(self, offset: Vec3) -> Self {
        self.moved(offset)
    }
}

impl Sub for Position {
    type Output = DVec3;

    /// Displacement from `other` to this position, metres.
    #[inline]
    fn sub(self, other: Self) -> DVec3 {
        self.to_dvec3() - other.to_dvec3()
    }
}

impl fmt::Display for Position {
    /// Formats the position as a `DVec3`, see [`to_dvec3`](Self::to_dvec3).
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.to_dvec3(), f)
    }
}

impl Position {
    #[inline(always)]
    pub(crate) fn new(high: Vec3) -> Self {
        Self { high, low: Vec3::ZERO }
    }

    /// Returns the position rounded to `f32`, world space, metres.
    #[inline]
    #[must_use]
    pub fn to_vec3(self) -> Vec3 {
        self.high
    }

    /// Returns the position as the sum of both `f32` parts, exact but for the last place of an `f64`.
    #[inline]
    #[must_use]
    pub fn to_dvec3(self) -> DVec3 {
        self.high.as_dvec3() + self.low.as_dvec3()
    }

    /// Checks that both parts of the start position of a move are in range.
    #[inline]
    pub(crate) fn check(self) -> Result<(), InputError> {
        check_center(self.high)?;
        check_vector(Field::PositionLow, self.low, MAX_LOW)
    }

    /// Checks the position of a query; returns it so that `high` is its rounding to `f32` and `low` the remainder.
    #[inline(always)]
    pub(crate) fn checked(self) -> Result<Self, InputError> {
        check_center(self.high)?;
        if self.low == Vec3::ZERO { Ok(self) } else { self.in_order() }
    }

    /// Whether the position is no more than three `f32`: its second part is 0, not −0, so that a subtraction of it changes nothing, not
    /// even the sign of a zero.
    #[inline(always)]
    pub(crate) fn is_single(self) -> bool {
        self.low.to_array().map(f32::to_bits) == [0; 3]
    }

    /// Returns the same position so that `high` is its rounding to `f32` and `low` the remainder, because boxes use only `high`.
    #[inline(never)]
    fn in_order(self) -> Result<Self, InputError> {
        self.check()?;
        Ok(self.moved(Vec3::ZERO))
    }

    /// Returns the position moved by `offset`, metres. Exact but for the rounding of `low + offset` (Knuth's two-sum, 1969).
    #[inline(always)]
    pub(crate) fn moved(self, offset: Vec3) -> Self {
        let step = self.low + offset;
        let high = self.high + step;
        let taken = high - self.high;
        let low = (self.high - (high - taken)) + (step - taken);
        Self { high, low }
    }
}
