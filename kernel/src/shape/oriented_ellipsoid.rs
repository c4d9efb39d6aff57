//! An ellipsoid whose axes are turned.

use crate::base::input_error::{InputError, check_orientation};
use crate::shape::ellipsoid::Ellipsoid;
use glam::{DMat3, DVec3, Quat};

/// An ellipsoid and its orientation, the rotation from its axes to those of the world: the shape of queries. Every query also
/// accepts an axis-aligned [`Ellipsoid`], which costs less.
///
/// ```
/// use glam::{Quat, Vec3};
/// use std::f32::consts::FRAC_PI_2;
/// use sweep8::{Ellipsoid, Mesh, OrientedEllipsoid, Sides, World};
///
/// let wall = [Vec3::new(2.0, -9.0, -9.0), Vec3::new(2.0, -9.0, 9.0), Vec3::new(2.0, 9.0, 0.0)];
/// let world = World::from_mesh(Mesh::new(&wall, &[[0, 1, 2]])?);
/// let standing = Ellipsoid::HUMAN;
/// // Who lies head first along x comes to the wall half a metre earlier: radii 0.9 and 0.4.
/// let lying = OrientedEllipsoid::new(standing, Quat::from_rotation_z(FRAC_PI_2))?;
/// let way = Vec3::X * 2.0;
/// let upright = world.sweep(&standing, Vec3::ZERO, way, Sides::Both)?.expect("a wall");
/// let turned = world.sweep(lying, Vec3::ZERO, way, Sides::Both)?.expect("a wall");
/// assert!((upright.fraction - 0.8).abs() < 1e-6 && (turned.fraction - 0.55).abs() < 1e-6);
///
/// assert!(OrientedEllipsoid::new(standing, Quat::from_xyzw(0.0, 0.0, 0.0, 2.0)).is_err(), "no rotation");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[doc(alias("rotated", "isometry", "pose"))]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct OrientedEllipsoid {
    shape: Ellipsoid,
    orientation: Quat,
    /// Whether the orientation is not the identity. A stored flag, because the compiler knows it where an [`Ellipsoid`] is
    /// converted, and could not derive it from quaternions.
    is_turned: bool,
}

impl From<Ellipsoid> for OrientedEllipsoid {
    /// Makes an ellipsoid with its axes along the world's.
    #[inline(always)]
    fn from(shape: Ellipsoid) -> Self {
        Self { shape, orientation: Quat::IDENTITY, is_turned: false }
    }
}

impl From<&Ellipsoid> for OrientedEllipsoid {
    /// Makes an ellipsoid with its axes along the world's.
    #[inline(always)]
    fn from(shape: &Ellipsoid) -> Self {
        Self::from(*shape)
    }
}

impl From<&OrientedEllipsoid> for OrientedEllipsoid {
    /// Copies the ellipsoid.
    #[inline(always)]
    fn from(shape: &OrientedEllipsoid) -> Self {
        *shape
    }
}

impl OrientedEllipsoid {
    /// `shape`, turned by `orientation`: a unit quaternion, as that of a [state](crate::CharacterState::orientation).
    ///
    /// # Errors
    /// [`InputError`] names the orientation if it is not finite, or if its squared length differs from 1 by more than a thousandth.
    pub fn new(shape: Ellipsoid, orientation: Quat) -> Result<Self, InputError> {
        check_orientation(orientation)?;
        Ok(Self::turned(shape, orientation))
    }

    /// Makes an ellipsoid from an orientation that must have been checked.
    pub(crate) fn turned(shape: Ellipsoid, orientation: Quat) -> Self {
        Self { shape, orientation, is_turned: orientation != Quat::IDENTITY }
    }

    /// The ellipsoid without its orientation: radii along its own axes, metres.
    #[inline]
    #[must_use]
    pub fn shape(&self) -> Ellipsoid {
        self.shape
    }

    /// Orientation of the ellipsoid: the rotation from the ellipsoid's axes to the world's.
    #[inline]
    #[must_use]
    pub fn orientation(&self) -> Quat {
        self.orientation
    }

    /// Whether the ellipsoid's axes differ from the world's.
    #[inline(always)]
    pub(crate) fn is_turned(&self) -> bool {
        self.is_turned
    }

    /// Axes of the ellipsoid, world space, unit length.
    pub(crate) fn axes(&self) -> DMat3 {
        if self.is_turned { DMat3::from_quat(self.orientation.as_dquat().normalize()) } else { DMat3::IDENTITY }
    }

    /// Half extents of the ellipsoid's bounding box along the world's axes, metres.
    pub(crate) fn half_extents(&self) -> DVec3 {
        let (axes, radii) = (self.axes(), self.shape.radii().as_dvec3());
        DVec3::from_array([0, 1, 2].map(|axis| (axes.row(axis) * radii).length()))
    }
}
