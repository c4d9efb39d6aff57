//! One of the three axes of a body.

use glam::Vec3;

/// An axis of a body: of the world for a shape without orientation, of its own for a turned one.
///
/// ```
/// use sweep8::{Axis, Capsule};
///
/// // A dog: it lies along z, its nose 0.6 m before its middle.
/// let dog = Capsule::new(0.2, 0.4)?.along(Axis::Z);
/// assert_eq!(dog.axis(), Axis::Z);
/// # Ok::<(), sweep8::InputError>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Axis {
    /// The x axis of the body.
    X,
    /// The y axis of the body: that of an upright capsule in a world whose y axis points up.
    #[default]
    Y,
    /// The z axis of the body.
    Z,
}

impl Axis {
    /// The unit vector along this axis.
    ///
    /// ```
    /// assert_eq!(sweep8::Axis::Z.unit(), glam::Vec3::Z);
    /// ```
    #[inline]
    #[must_use]
    pub fn unit(self) -> Vec3 {
        match self {
            Self::X => Vec3::X,
            Self::Y => Vec3::Y,
            Self::Z => Vec3::Z,
        }
    }

    /// Number of this axis in saves: 0 for y, the default, so that a word that was reserved has its meaning.
    pub(crate) fn code(self) -> u32 {
        match self {
            Self::Y => 0,
            Self::Z => 1,
            Self::X => 2,
        }
    }

    /// The axis of a number in saves; `None` if there is none.
    pub(crate) fn of_code(code: u32) -> Option<Self> {
        [Self::Y, Self::Z, Self::X].get(code as usize).copied()
    }

    /// Index of this axis in a vector, then of the two axes that follow it in a circle.
    #[inline(always)]
    pub(crate) fn indices(self) -> [usize; 3] {
        match self {
            Self::X => [0, 1, 2],
            Self::Y => [1, 2, 0],
            Self::Z => [2, 0, 1],
        }
    }

    /// Turns a vector so that its part along this axis becomes `y`: a rotation that permutes the components.
    #[inline(always)]
    pub(crate) fn upright(self, v: Vec3) -> Vec3 {
        match self {
            Self::X => Vec3::new(v.z, v.x, v.y),
            Self::Y => v,
            Self::Z => Vec3::new(v.y, v.z, v.x),
        }
    }
}
