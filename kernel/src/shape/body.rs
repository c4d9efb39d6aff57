//! A body of several ellipsoids or capsules.

use crate::base::tolerance::MAX_RADIUS;
use crate::shape::oriented_shape::OrientedShape;
use alloc::vec::Vec;
use glam::Vec3;
use thiserror::Error;

/// One ellipsoid or capsule of a body.
///
/// ```
/// use glam::Vec3;
/// use sweep8::{Body, BodyPart, Ellipsoid};
///
/// let torso = BodyPart { shape: Ellipsoid::new(Vec3::new(0.3, 0.45, 0.25))?, offset: Vec3::ZERO };
/// let head = BodyPart { shape: Ellipsoid::ball(0.15)?, offset: Vec3::Y * 0.6 };
/// assert_eq!(Body::new(&[torso, head])?.parts()[1].offset, head.offset);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BodyPart<S = OrientedShape> {
    /// Shape of this part of the body: anything that converts to an [`OrientedShape`]. One without an orientation lies along the axes
    /// of the world.
    pub shape: S,
    /// Offset from the body's centre to that of the part, world space, metres, each component within
    /// ±[`MAX_RADIUS`](crate::limits::MAX_RADIUS).
    pub offset: Vec3,
}

/// The reason why a body was refused.
///
/// ```
/// use sweep8::{Body, BodyError, BodyPart};
///
/// let parts: [BodyPart; 0] = [];
/// assert_eq!(Body::new(&parts), Err(BodyError::NoParts));
/// assert_eq!(BodyError::NoParts.to_string(), "a body needs at least one part");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Error)]
#[non_exhaustive]
pub enum BodyError {
    /// Error: the body's list of parts is empty.
    #[error("a body needs at least one part")]
    NoParts,
    /// Error: the offset of a part from the body's centre is NaN, infinite or out of range.
    #[error("part {part} lies at {offset}: every component must be finite and within ±1e5 m")]
    Offset {
        /// Index of the body's part with the invalid offset.
        part: usize,
        /// The invalid offset from the input, metres.
        offset: Vec3,
    },
}

/// Several ellipsoids or capsules that move as one: a head, a torso, legs.
///
/// ```
/// use glam::Vec3;
/// use sweep8::{Body, BodyPart, Ellipsoid, Mesh, Sides, World};
///
/// let part = |x, y, z, height| Ok::<_, sweep8::EllipsoidError>(BodyPart {
///     shape: Ellipsoid::new(Vec3::new(x, y, z))?,
///     offset: Vec3::new(0.0, height, 0.0),
/// });
/// let body = Body::new(&[part(0.14, 0.16, 0.14, 0.7)?, part(0.3, 0.45, 0.25, 0.2)?, part(0.25, 0.5, 0.25, -0.4)?])?;
///
/// // A lintel at the height of the head.
/// let lintel = [Vec3::new(2.0, 0.6, -9.0), Vec3::new(2.0, 0.6, 9.0), Vec3::new(2.0, 9.0, 0.0)];
/// let world = World::from_mesh(Mesh::new(&lintel, &[[0, 1, 2]])?);
/// let walk = Vec3::new(4.0, 0.0, 0.0);
/// let met = world.sweep_body(&body, Vec3::ZERO, walk, Sides::Both)?.expect("it is too low");
/// assert_eq!(met.part, 0, "the head is hit");
/// assert!((met.hit.fraction - (2.0 - 0.14) / 4.0).abs() < 1e-6);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[doc(alias = "compound")]
#[derive(Clone, Debug, PartialEq)]
pub struct Body {
    parts: Vec<BodyPart>,
}

impl Body {
    /// Maximum number of parts of a body that [slides](crate::World::slide_body). A sweep takes any number.
    pub const MAX_SLIDING_PARTS: usize = 8;

    /// Makes a body of parts that all have shapes of one type; for others convert each to an [`OrientedShape`]. The index of a part in the
    /// slice names it in hits.
    ///
    /// ```
    /// use glam::{Quat, Vec3};
    /// use sweep8::{Axis, Body, BodyPart, Capsule, Ellipsoid, OrientedShape};
    ///
    /// let trunk = OrientedShape::new(Capsule::new(0.35, 0.6)?.along(Axis::Z), Quat::from_rotation_y(0.2))?;
    /// let head = OrientedShape::from(Ellipsoid::ball(0.2)?);
    /// let body = Body::new(&[
    ///     BodyPart { shape: trunk, offset: Vec3::ZERO },
    ///     BodyPart { shape: head, offset: Vec3::new(0.2, 0.7, 1.0) },
    /// ])?;
    /// assert_eq!(body.parts()[0].shape, trunk);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`BodyError`] names the first part that is wrong, and why.
    pub fn new<S: Copy + Into<OrientedShape>>(parts: &[BodyPart<S>]) -> Result<Self, BodyError> {
        if parts.is_empty() {
            return Err(BodyError::NoParts);
        }
        for (part, &BodyPart { offset, .. }) in parts.iter().enumerate() {
            if !offset.is_finite() || offset.abs().max_element() > MAX_RADIUS {
                return Err(BodyError::Offset { part, offset });
            }
        }
        let parts = parts.iter().map(|&BodyPart { shape, offset }| BodyPart { shape: shape.into(), offset });
        Ok(Self { parts: parts.collect() })
    }

    /// Parts of the body, in the order of the input.
    #[must_use]
    pub fn parts(&self) -> &[BodyPart] {
        &self.parts
    }
}
