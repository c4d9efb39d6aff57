//! The two-way map between the mesh space of a placed mesh and ellipsoid space: that of points, and back that of displacements and of
//! the ellipsoid's extents, from which boxes in mesh space are made.
//!
//! In: ellipsoid space about a character in the world, and the maps of a placement. Out: the map of points, the rows of the matrix back,
//! half extents along the axes of mesh space.

use crate::frame::ellipsoid_space::Space;
use crate::frame::placed_view::PlacedView;
use crate::frame::placement::Placed;
use glam::{DVec3, Vec3};

/// Map between the mesh space of a placed instance and the ellipsoid space around one position.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PlacedSpace {
    /// Map of points from mesh space to ellipsoid space.
    pub(crate) view: PlacedView,
    /// Rows of the matrix that maps displacements from world space to mesh space.
    pub(crate) inverse_rows: [Vec3; 3],
    /// Half extents of the box around the character's ellipsoid along the axes of mesh space.
    pub(crate) extents: Vec3,
}

impl PlacedSpace {
    #[inline]
    pub(crate) fn new(space: &Space, placed: &Placed) -> Self {
        let (inverse_rows, radii) = (placed.inverse_rows(), space.radii.as_dvec3());
        let extents = Vec3::from_array(inverse_rows.map(|row| (row * radii).length() as f32));
        Self { view: PlacedView::new(space, placed), inverse_rows: inverse_rows.map(DVec3::as_vec3), extents }
    }

    /// Maps a displacement from world space to the mesh space of the instance.
    #[inline]
    pub(crate) fn mesh_displacement(&self, v: Vec3) -> Vec3 {
        Vec3::from_array(self.inverse_rows.map(|row| row.dot(v)))
    }
}
