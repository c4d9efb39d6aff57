//! A cuboid about the origin.
//!
//! In: half of its extents along x, y and z. Out: eight positions and twelve triangles that face outside, two for each face.

use crate::base::field::Field;
use crate::base::input_error::check_number;
use crate::base::tolerance::{MAX_COORDINATE, MIN_MESH_SIZE};
use crate::mesh::mesh::{Mesh, MeshError};
use glam::Vec3;

/// Corner `k` lies on the positive side of x, y and z where bit 0, 1 and 2 of `k` is set. The corners of each face run
/// counter-clockwise as seen from outside.
const FACES: [[u32; 4]; 6] = [[1, 3, 7, 5], [0, 4, 6, 2], [2, 6, 7, 3], [0, 1, 5, 4], [4, 5, 7, 6], [0, 2, 3, 1]];

impl Mesh {
    /// A closed box about the origin whose faces are perpendicular to the axes and face outside.
    ///
    /// `half_extents`: half of the length along x, y and z, mesh space, metres, each from 0.0001 to
    /// [`MAX_COORDINATE`](crate::limits::MAX_COORDINATE). Triangles 0 and 1 are the face at +x, 2 and 3 that at -x, then
    /// +y, -y, +z, -z.
    ///
    /// ```
    /// use glam::Vec3;
    /// use sweep8::{Mesh, Sides, World};
    ///
    /// let crate_of_wood = Mesh::cuboid(Vec3::new(0.5, 0.25, 0.5))?;
    /// assert_eq!(crate_of_wood.triangle_count(), 12);
    /// let world = World::from_mesh(crate_of_wood);
    /// let hit = world.ray(Vec3::new(0.1, 3.0, 0.2), Vec3::NEG_Y, 9.0, Sides::Front)?;
    /// assert_eq!(hit.expect("it is below").point.y, 0.25);
    ///
    /// let flat = Mesh::cuboid(Vec3::new(0.5, 0.0, 0.5)).expect_err("it has no height");
    /// assert_eq!(flat.to_string(), "`half_extents` is 0, must be 0.0001 to 16777216 m along each axis");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`MeshError::Parameter`] names the first half extent that is refused.
    #[doc(alias = "box")]
    pub fn cuboid(half_extents: Vec3) -> Result<Self, MeshError> {
        for half in half_extents.to_array() {
            check_number(Field::HalfExtents, half, MIN_MESH_SIZE, MAX_COORDINATE)?;
        }
        let side = |corner: u32, bit: u32| if corner >> bit & 1 == 1 { 1.0 } else { -1.0 };
        let corner = |k: u32| half_extents * Vec3::new(side(k, 0), side(k, 1), side(k, 2));
        let triangles = FACES.iter().flat_map(|&[a, b, c, d]| [[a, b, c], [a, c, d]]);
        Ok(Self::from_valid((0..8).map(corner).collect(), triangles.collect()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::input_error::InputError;
    use crate::mesh::test_surfaces::{assert_closed, volume};

    const SIZES: [Vec3; 5] = [
        Vec3::ONE,
        Vec3::new(0.5, 0.25, 2.0),
        Vec3::splat(MIN_MESH_SIZE),
        Vec3::splat(MAX_COORDINATE),
        Vec3::new(MAX_COORDINATE, MIN_MESH_SIZE, 1.0),
    ];

    #[test]
    fn a_cuboid_is_closed_and_has_its_volume() {
        for half in SIZES {
            let mesh = Mesh::cuboid(half).unwrap();
            assert_eq!((mesh.positions().len(), mesh.triangle_count()), (8, 12));
            assert_closed(&mesh);
            assert_eq!(mesh.bounds(), Some((-half, half)));
            let expected = 8.0 * half.as_dvec3().element_product();
            assert!((volume(&mesh) / expected - 1.0).abs() < 1e-12, "{half}: {} of {expected}", volume(&mesh));
        }
    }

    #[test]
    fn the_faces_of_a_cuboid_come_in_the_order_that_is_documented() {
        let half = Vec3::new(1.0, 2.0, 3.0);
        let mesh = Mesh::cuboid(half).unwrap();
        let normals = [Vec3::X, Vec3::NEG_X, Vec3::Y, Vec3::NEG_Y, Vec3::Z, Vec3::NEG_Z];
        for index in 0..mesh.triangle_count() {
            let (normal, [a, b, c]) = (normals[index / 2], mesh.corners(index));
            assert_eq!((b - a).cross(c - a).normalize(), normal, "triangle {index}");
            assert_eq!(a * normal.abs(), half * normal, "triangle {index}");
        }
    }

    #[test]
    fn a_half_extent_out_of_its_range_is_refused_by_name() {
        let too_large = MAX_COORDINATE.next_up();
        let too_small = MIN_MESH_SIZE.next_down();
        for value in [0.0, -0.0, -1.0, too_small, too_large, f32::NAN, f32::INFINITY, f32::NEG_INFINITY] {
            for axis in 0..3 {
                let mut half = Vec3::ONE;
                half[axis] = value;
                let expected = InputError::OutOfRange { field: Field::HalfExtents, value };
                assert_eq!(Mesh::cuboid(half).unwrap_err(), MeshError::Parameter(expected), "{half}");
            }
        }
    }
}
