//! A shape whose axes are turned.

use crate::base::input_error::{InputError, check_orientation};
use crate::shape::axis::Axis;
use crate::shape::capsule::Capsule;
use crate::shape::ellipsoid::Ellipsoid;
use crate::shape::oriented_ellipsoid::OrientedEllipsoid;
use crate::shape::swept_ellipsoid::Shape;
use glam::{DVec3, Quat};

/// A shape and its orientation, the rotation from its axes to those of the world: what queries take. [`Ellipsoid`], [`Capsule`],
/// [`Shape`] and [`OrientedEllipsoid`] convert to it.
///
/// ```
/// use glam::{Quat, Vec3};
/// use sweep8::{Capsule, Mesh, OrientedShape, Sides, World};
///
/// let wall = [Vec3::new(2.0, -9.0, -9.0), Vec3::new(2.0, -9.0, 9.0), Vec3::new(2.0, 9.0, 0.0)];
/// let world = World::from_mesh(Mesh::new(&wall, &[[0, 1, 2]])?);
/// // It leans by 30° towards the wall: the upper end of its spine is half a metre ahead of its centre.
/// let leaning = OrientedShape::new(Capsule::new(0.4, 1.0)?, Quat::from_rotation_z(-30_f32.to_radians()))?;
/// let hit = world.sweep(leaning, Vec3::ZERO, Vec3::X * 4.0, Sides::Both)?.expect("a wall");
/// assert!((hit.fraction - 1.1 / 4.0).abs() < 1e-6);
///
/// assert!(OrientedShape::new(Capsule::new(0.4, 1.0)?, Quat::from_xyzw(0.0, 0.0, 0.0, 2.0)).is_err(), "no rotation");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[doc(alias("rotated", "isometry", "pose"))]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct OrientedShape {
    /// The ellipsoid that is swept along the spine. Kept as a whole: a query of an ellipsoid takes it without a look at its parts, and
    /// the compiler still knows which of them are constant.
    ellipsoid: OrientedEllipsoid,
    /// Half the length of the spine, metres; 0 for an ellipsoid.
    half_length: f32,
    axis: Axis,
}

impl OrientedShape {
    /// `shape`, turned by `orientation`: a unit quaternion, as that of a [state](crate::CharacterState::orientation).
    ///
    /// # Errors
    /// [`InputError`] names the orientation if it is not finite, or if its squared length differs from 1 by more than a thousandth.
    pub fn new(shape: impl Into<Shape>, orientation: Quat) -> Result<Self, InputError> {
        check_orientation(orientation)?;
        Ok(Self::turned(shape.into(), orientation))
    }

    /// Makes a shape with an orientation that must have been checked.
    pub(crate) fn turned(shape: Shape, orientation: Quat) -> Self {
        let ellipsoid = OrientedEllipsoid::turned(shape.ellipsoid(), orientation);
        Self { ellipsoid, half_length: shape.half_length(), axis: shape.axis() }
    }

    /// Half extents of the shape's bounding box along the world's axes, metres.
    pub(crate) fn half_extents(&self) -> DVec3 {
        let of_ellipsoid = self.ellipsoid.half_extents();
        if !self.has_spine() {
            return of_ellipsoid;
        }
        of_ellipsoid + self.spine().abs()
    }

    /// Half of the spine as a vector, world space, metres; zero for an ellipsoid.
    pub(crate) fn spine(&self) -> DVec3 {
        self.ellipsoid.axes() * (self.axis.unit().as_dvec3() * f64::from(self.half_length))
    }

    /// The shape with every radius longer by `by` metres, along the same spine.
    pub(crate) fn grown(&self, by: f32) -> Self {
        Self::turned(self.shape().grown(by), self.orientation())
    }

    /// The shape without its orientation: radii and spine along its own axes.
    #[inline]
    #[must_use]
    pub fn shape(&self) -> Shape {
        Shape::of(self.ellipsoid.shape().radii(), self.axis, self.half_length)
    }

    /// Orientation of the shape: the rotation from its axes to the world's.
    #[inline]
    #[must_use]
    pub fn orientation(&self) -> Quat {
        self.ellipsoid.orientation()
    }

    /// Whether the shape has a spine, so that it is no ellipsoid.
    #[inline(always)]
    pub(crate) fn has_spine(&self) -> bool {
        self.half_length != 0.0
    }

    /// Whether the shape's axes differ from the world's.
    #[inline(always)]
    pub(crate) fn is_turned(&self) -> bool {
        self.ellipsoid.is_turned()
    }

    /// The ellipsoid that is swept along the spine, with its orientation.
    #[inline(always)]
    pub(crate) fn ellipsoid(&self) -> OrientedEllipsoid {
        self.ellipsoid
    }
}

/// Shapes without an orientation lie along the axes of the world.
macro_rules! from_unturned {
    ($($kind:ty)*) => {$(
        impl From<$kind> for OrientedShape {
            /// The shape with its axes along the world's.
            #[inline(always)]
            fn from(shape: $kind) -> Self {
                let shape = Shape::from(shape);
                Self { ellipsoid: shape.ellipsoid().into(), half_length: shape.half_length(), axis: shape.axis() }
            }
        }

        impl From<&$kind> for OrientedShape {
            /// The shape with its axes along the world's.
            #[inline(always)]
            fn from(shape: &$kind) -> Self {
                Self::from(*shape)
            }
        }
    )*};
}
from_unturned!(Ellipsoid Capsule Shape);

impl From<OrientedEllipsoid> for OrientedShape {
    /// The turned ellipsoid: a shape without a spine.
    #[inline(always)]
    fn from(of: OrientedEllipsoid) -> Self {
        Self { ellipsoid: of, half_length: 0.0, axis: Axis::Y }
    }
}

impl From<&OrientedEllipsoid> for OrientedShape {
    /// The turned ellipsoid: a shape without a spine.
    #[inline(always)]
    fn from(of: &OrientedEllipsoid) -> Self {
        Self::from(*of)
    }
}

impl From<&OrientedShape> for OrientedShape {
    /// Copies the shape.
    #[inline(always)]
    fn from(shape: &OrientedShape) -> Self {
        *shape
    }
}
