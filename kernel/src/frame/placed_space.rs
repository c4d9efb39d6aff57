//! The map from the mesh space of a placed mesh to ellipsoid space: `A · ((v - high) - low)`.
//!
//! In: ellipsoid space about a character in the world, and the maps of a placement. Out: the position of the character in mesh
//! space, and the matrix `A` from there to ellipsoid space.
//!
//! The centre is mapped to mesh space in `f64` and subtracted first: the distance of the instance from the world's origin costs no
//! precision, and corners near the character keep their digits. `A` is placement and radii in one matrix, so that rotated and
//! unevenly scaled meshes are exact without a copy of any triangle.
//!
//! Source: Nettle 2000, for the ellipsoid as a unit sphere; here with a rotated and scaled mesh.

use crate::frame::ellipsoid_space::Space;
use crate::frame::placement::Placed;
use crate::frame::position::Position;
use glam::{DMat3, DVec3, Vec3};

/// Map from the mesh space of a placed instance to the ellipsoid space around one position.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PlacedSpace {
    /// The centre of the character's ellipsoid, mesh space of the instance.
    pub(crate) position: Position,
    /// Columns of the matrix that maps displacements from mesh space to ellipsoid space.
    pub(crate) columns: [Vec3; 3],
    /// Absolute values of the elements of `columns`, which map half extents of boxes.
    pub(super) sizes: [Vec3; 3],
    /// Rows of the matrix that maps displacements from world space to mesh space.
    pub(crate) inverse_rows: [Vec3; 3],
    /// Half extents of the box around the character's ellipsoid along the axes of mesh space.
    pub(crate) extents: Vec3,
    pub(super) is_mirrored: bool,
}

impl PlacedSpace {
    #[inline]
    pub(crate) fn new(space: &Space, placed: &Placed) -> Self {
        let position = Position::from(placed.in_mesh_space(space.position.to_dvec3()));
        let inverse_radii = space.inverse_radii.as_dvec3();
        let DMat3 { x_axis, y_axis, z_axis } = placed.linear;
        let columns = [x_axis, y_axis, z_axis].map(|column| (column * inverse_radii).as_vec3());
        let inverse_rows = placed.inverse_rows();
        let radii = space.radii.as_dvec3();
        let extents = Vec3::from_array(inverse_rows.map(|row| (row * radii).length() as f32));
        Self {
            position,
            columns,
            sizes: columns.map(Vec3::abs),
            inverse_rows: inverse_rows.map(DVec3::as_vec3),
            extents,
            is_mirrored: placed.is_mirrored(),
        }
    }

    /// Maps a displacement from world space to the mesh space of the instance.
    #[inline]
    pub(crate) fn mesh_displacement(&self, v: Vec3) -> Vec3 {
        Vec3::from_array(self.inverse_rows.map(|row| row.dot(v)))
    }

    /// Upper bound of the length in ellipsoid space of a unit vector along each axis of mesh space.
    #[inline]
    pub(crate) fn amplification(&self) -> Vec3 {
        Vec3::from_array(self.sizes.map(Vec3::element_sum))
    }
}
