//! The map of points from the mesh space of a placed mesh to ellipsoid space: `A · ((v - high) - low)`.
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
use glam::{DMat3, Vec3};

/// Map of points from the mesh space of a placed instance to the ellipsoid space around one position.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PlacedView {
    /// The centre of the character's ellipsoid, mesh space of the instance.
    pub(crate) position: Position,
    /// Columns of the matrix that maps displacements from mesh space to ellipsoid space.
    pub(crate) columns: [Vec3; 3],
    pub(super) is_mirrored: bool,
}

impl PlacedView {
    #[inline]
    pub(crate) fn new(space: &Space, placed: &Placed) -> Self {
        let position = Position::from(placed.in_mesh_space(space.position.to_dvec3()));
        let inverse_radii = space.inverse_radii.as_dvec3();
        let DMat3 { x_axis, y_axis, z_axis } = placed.linear;
        let columns = [x_axis, y_axis, z_axis].map(|column| (column * inverse_radii).as_vec3());
        Self { position, columns, is_mirrored: placed.is_mirrored() }
    }

    /// Upper bound of the length in ellipsoid space of a unit vector along each axis of mesh space.
    #[inline]
    pub(crate) fn amplification(&self) -> Vec3 {
        Vec3::from_array(self.columns.map(|column| column.abs().element_sum()))
    }
}
