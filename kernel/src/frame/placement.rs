//! The placement of a mesh instance: rotation, scale (negative mirrors) and translation.
//!
//! In: rotation, scale and translation as a user gives them, checked. Out: the maps between mesh space and world space, in `f64`.

use crate::base::field::Field;
use crate::base::input_error::{InputError, check_number};
use crate::base::tolerance::{MAX_COORDINATE, MAX_SCALE, UNIT_ROUNDING};
use crate::frame::turn::Turn;
use glam::{DMat3, DQuat, DVec3, Quat, Vec3};

/// The placement of an instance: a point `v` of its mesh is at `translation + rotation · (scale · v)` in the world.
///
/// ```
/// use glam::{DVec3, Quat, Vec3};
/// use sweep8::Placement;
///
/// let placement = Placement { rotation: Quat::from_rotation_y(0.5), ..Placement::at(DVec3::new(1e7, 0.0, 0.0)) };
/// assert_eq!(placement.scale, Vec3::ONE);
/// assert!(placement.check().is_ok());
/// assert!(Placement { scale: Vec3::new(1.0, 0.0, 1.0), ..placement }.check().is_err(), "flat");
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Placement {
    /// Position of the origin of the instance's mesh, world space, metres.
    pub translation: DVec3,
    /// Rotation of the instance from mesh axes to world axes, a unit quaternion.
    pub rotation: Quat,
    /// Scale of the mesh along each of its axes, before the rotation. A negative scale mirrors; front sides stay front sides.
    pub scale: Vec3,
}

impl Default for Placement {
    fn default() -> Self {
        Self::IDENTITY
    }
}

impl Placement {
    /// Placement under which mesh space equals world space.
    pub const IDENTITY: Self = Self { translation: DVec3::ZERO, rotation: Quat::IDENTITY, scale: Vec3::ONE };

    /// Placement of an instance without rotation and scale; the origin of its mesh is at `translation`, world space, metres.
    #[must_use]
    pub const fn at(translation: DVec3) -> Self {
        Self { translation, ..Self::IDENTITY }
    }

    /// Accepts a placement that is valid for an instance.
    ///
    /// # Errors
    /// [`InputError`] names the field that is out of its range.
    pub fn check(&self) -> Result<(), InputError> {
        for value in self.translation.to_array() {
            check_number(Field::Translation, value as f32, -MAX_COORDINATE, MAX_COORDINATE)?;
        }
        let length = self.rotation.length_squared();
        check_number(Field::Rotation, length, 1.0 - UNIT_ROUNDING, 1.0 + UNIT_ROUNDING)?;
        for value in self.scale.to_array() {
            if !(MAX_SCALE.recip()..=MAX_SCALE).contains(&value.abs()) {
                return Err(InputError::out_of_range(Field::Scale, value));
            }
        }
        Ok(())
    }

    /// Rotation of the placement from mesh axes to world axes, normalised to the last place of `f64`.
    pub(crate) fn unit_rotation(&self) -> DQuat {
        self.rotation.as_dquat().normalize()
    }
}

/// Maps of a placed instance between mesh space and world space, in `f64`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Placed {
    pub(crate) translation: DVec3,
    /// Matrix that maps displacements from mesh to world space: a scale, then a rotation, so that its columns are at right angles.
    pub(crate) linear: DMat3,
    /// Inverse squared length of each column of `linear`: the factors that turn the columns into the rows of the inverse map.
    inverse_squares: DVec3,
}

impl Placed {
    pub(crate) fn new(placement: &Placement) -> Self {
        Self::of(placement.translation, placement.unit_rotation(), placement.scale.as_dvec3())
    }

    /// Makes the maps of a placement; `rotation` must have unit length.
    pub(crate) fn of(translation: DVec3, rotation: DQuat, scale: DVec3) -> Self {
        let linear = DMat3::from_quat(rotation) * DMat3::from_diagonal(scale);
        Self { translation, linear, inverse_squares: (scale * scale).recip() }
    }

    /// Returns these maps between mesh space and world space as maps between mesh space and a turned body's body space.
    pub(crate) fn turned(&self, turn: &Turn) -> Self {
        let &Self { translation, linear, inverse_squares } = self;
        Self { translation: turn.body_point(translation), linear: turn.to_body * linear, inverse_squares }
    }

    /// Rows of the matrix that maps displacements from world space to mesh space.
    #[inline]
    pub(crate) fn inverse_rows(&self) -> [DVec3; 3] {
        let (DMat3 { x_axis, y_axis, z_axis }, squares) = (self.linear, self.inverse_squares);
        [x_axis * squares.x, y_axis * squares.y, z_axis * squares.z]
    }

    /// Maps a displacement from world space to the instance's mesh space.
    #[inline]
    pub(crate) fn mesh_displacement(&self, v: DVec3) -> DVec3 {
        let DMat3 { x_axis, y_axis, z_axis } = self.linear;
        DVec3::new(x_axis.dot(v), y_axis.dot(v), z_axis.dot(v)) * self.inverse_squares
    }

    /// Maps a point from world space to the instance's mesh space.
    #[inline]
    pub(crate) fn in_mesh_space(&self, point: DVec3) -> DVec3 {
        self.mesh_displacement(point - self.translation)
    }

    /// Maps a point from the instance's mesh space to world space.
    #[inline]
    pub(crate) fn in_world(&self, point: DVec3) -> DVec3 {
        self.translation + self.linear * point
    }

    /// The world-space normal, of any length, of a surface whose normal in mesh space is `normal`.
    pub(crate) fn world_normal(&self, normal: DVec3) -> DVec3 {
        self.linear * (normal * self.inverse_squares)
    }

    /// Whether the placement mirrors the mesh.
    pub(crate) fn is_mirrored(&self) -> bool {
        self.linear.determinant() < 0.0
    }

    /// Middle and half extents, world space, of the box around the box from `low` to `high` in mesh space.
    pub(crate) fn world_box(&self, low: DVec3, high: DVec3) -> [DVec3; 2] {
        let (middle, half) = ((low + high) * 0.5, (high - low) * 0.5);
        let DMat3 { x_axis, y_axis, z_axis } = self.linear;
        let extent = x_axis.abs() * half.x + y_axis.abs() * half.y + z_axis.abs() * half.z;
        [self.in_world(middle), extent]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn placement() -> Placement {
        Placement {
            translation: DVec3::new(3.0, -2.0, 9e6),
            rotation: Quat::from_euler(glam::EulerRot::XYZ, 0.3, 1.1, -0.7),
            scale: Vec3::new(0.5, -2.0, 3.0),
        }
    }

    #[test]
    fn a_point_goes_to_the_world_and_back() {
        let placed = Placed::new(&placement());
        let point = DVec3::new(1.5, -0.25, 7.0);
        let there = placed.in_world(point);
        assert!((placed.in_mesh_space(there) - point).length() < 1e-8);
        assert!(placed.is_mirrored());
    }

    #[test]
    fn a_normal_stays_across_its_surface_however_that_is_scaled() {
        let placed = Placed::new(&placement());
        let (along, across) = (DVec3::new(1.0, 2.0, -1.0), DVec3::new(3.0, 0.5, 4.0));
        let normal = placed.world_normal(along.cross(across));
        assert!(normal.dot(placed.linear * along).abs() < 1e-9 && normal.dot(placed.linear * across).abs() < 1e-9);
    }

    #[test]
    fn every_part_of_a_placement_is_refused_by_its_name() {
        let good = placement();
        assert!(good.check().is_ok());
        let refused = |placement: Placement| placement.check().unwrap_err().field();
        let far = DVec3::new(0.0, f64::NAN, 0.0);
        assert_eq!(refused(Placement { translation: far, ..good }), Field::Translation);
        assert_eq!(refused(Placement { rotation: good.rotation * 1.1, ..good }), Field::Rotation);
        for scale in [0.0, 1e-5, -1e9, f32::NAN, f32::INFINITY] {
            assert_eq!(refused(Placement { scale: Vec3::new(1.0, scale, 1.0), ..good }), Field::Scale);
        }
    }
}
