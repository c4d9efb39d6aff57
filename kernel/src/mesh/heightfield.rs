//! Terrain: heights on a regular grid.
//!
//! In: heights, row by row, and the distances between them. Out: one position for each height, and two triangles for each cell,
//! which face up.

use crate::base::field::Field;
use crate::base::input_error::{InputError, check_length, check_number};
use crate::base::tolerance::{MAX_COORDINATE, MAX_GRID_SIDE, MAX_TRIANGLES, MIN_MESH_SIZE};
use crate::mesh::mesh::{Mesh, MeshError};
use alloc::vec::Vec;
use glam::{Vec2, Vec3};

impl Mesh {
    /// A terrain of `columns` heights along +x by `rows` heights along +z, starting at the origin; its triangles face up, towards
    /// +y.
    ///
    /// `columns`, `rows`: the number of heights, not of cells, along each side, from 2 to 65,536. `cell_size`: the distance between
    /// neighbouring columns along x, and in its `y` between neighbouring rows along z, metres, from 0.0001 on. `heights`: `columns
    /// · rows` values, metres, within ±[`MAX_COORDINATE`](crate::limits::MAX_COORDINATE), row by row: `heights[row · columns +
    /// column]` is the y of the position with that index, at x = `column · cell_size.x` and z = `row · cell_size.y`. The grid must
    /// end within `MAX_COORDINATE`, too, and have no more than [`MAX_TRIANGLES`](crate::limits::MAX_TRIANGLES).
    ///
    /// The diagonal of each cell runs from its corner at (column, row) to that at (column + 1, row + 1). In the cell with index `k
    /// = row · (columns - 1) + column`, triangle `2 k` has the corner at (column, row + 1) and triangle `2 k + 1` that at (column +
    /// 1, row). A height that is NaN is refused; for a terrain with a hole, give [`Mesh::new`] the triangles around it.
    ///
    /// ```
    /// use glam::{Vec2, Vec3};
    /// use sweep8::{Mesh, Sides, World};
    ///
    /// // Three columns, two rows: level for 2 m, then rising.
    /// let mut heights = [0.0, 0.0, 1.0, 0.0, 0.0, 1.0];
    /// let ramp = Mesh::heightfield(3, 2, Vec2::new(2.0, 4.0), &heights)?;
    /// assert_eq!((ramp.positions()[5], ramp.triangle_count()), (Vec3::new(4.0, 1.0, 4.0), 4));
    /// let world = World::from_mesh(ramp);
    /// let hit = world.ray(Vec3::new(3.0, 9.0, 1.0), Vec3::NEG_Y, 99.0, Sides::Front)?;
    /// assert_eq!(hit.expect("there is ground").point.y, 0.5);
    ///
    /// heights[4] = f32::NAN;
    /// let error = Mesh::heightfield(3, 2, Vec2::ONE, &heights).expect_err("there are no holes");
    /// assert_eq!(error.to_string(), "the height of column 1, row 1 is NaN, must be -16777216 to 16777216 m");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`MeshError::Height`] names the first height that is refused, [`MeshError::Parameter`] another parameter or a number
    /// of heights that does not fit, [`MeshError::TooManyTriangles`] the number of triangles.
    #[doc(alias = "terrain")]
    #[doc(alias = "height map")]
    pub fn heightfield(columns: u32, rows: u32, cell_size: Vec2, heights: &[f32]) -> Result<Self, MeshError> {
        for (field, count) in [(Field::Columns, columns), (Field::Rows, rows)] {
            check_number(field, count as f32, 2.0, MAX_GRID_SIDE as f32)?;
        }
        for (size, count) in [(cell_size.x, columns), (cell_size.y, rows)] {
            check_number(Field::CellSize, size, MIN_MESH_SIZE, MAX_COORDINATE)?;
            if place(size, count - 1) > MAX_COORDINATE {
                return Err(InputError::out_of_range(Field::CellSize, size).into());
            }
        }
        // In 64 bits: 32 could overflow, and `usize` has 32 on some platforms.
        let triangles = 2 * u64::from(columns - 1) * u64::from(rows - 1);
        if triangles > MAX_TRIANGLES as u64 {
            return Err(MeshError::TooManyTriangles { count: usize::try_from(triangles).unwrap_or(usize::MAX) });
        }
        let width = columns as usize;
        check_length(Field::Heights, heights.len(), width * rows as usize)?;

        let mut positions = Vec::with_capacity(heights.len());
        for (row, heights) in (0..).zip(heights.chunks_exact(width)) {
            for (column, &value) in (0..).zip(heights) {
                if !(-MAX_COORDINATE..=MAX_COORDINATE).contains(&value) {
                    return Err(bad_height(column, row, value));
                }
                positions.push(Vec3::new(place(cell_size.x, column), value, place(cell_size.y, row)));
            }
        }
        Ok(Self::from_valid(positions, cells(columns, rows)))
    }
}

/// Mesh-space coordinate of the heightfield's column or row `index`, metres, rounded only once.
fn place(cell_size: f32, index: u32) -> f32 {
    (f64::from(cell_size) * f64::from(index)) as f32
}

/// Makes the two triangles of each heightfield cell, as indices of positions that are stored row by row.
fn cells(columns: u32, rows: u32) -> Vec<[u32; 3]> {
    let mut triangles = Vec::with_capacity(2 * (columns - 1) as usize * (rows - 1) as usize);
    for row in 1..rows {
        for column in 1..columns {
            let [far, near] = [row, row - 1].map(|row| row * columns + column);
            triangles.extend([[near - 1, far - 1, far], [near - 1, far, near]]);
        }
    }
    triangles
}

#[cold]
#[inline(never)]
fn bad_height(column: u32, row: u32, value: f32) -> MeshError {
    MeshError::Height { column, row, value }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mesh::test_surfaces::{assert_distinct, edges};
    use alloc::vec;
    use std::collections::HashSet;
    use sweep8_scalar_ref::random::Random;

    fn random_heights(count: u32, scale: f32) -> Vec<f32> {
        let mut random = Random(29);
        (0..count).map(|_| random.signed() * scale).collect()
    }

    #[test]
    fn positions_of_a_heightfield_have_the_given_heights_at_their_places_and_all_fronts_are_up() {
        let sizes = [Vec2::ONE, Vec2::new(0.3, 7.1), Vec2::splat(MIN_MESH_SIZE), Vec2::new(1e5, MIN_MESH_SIZE)];
        for (columns, rows) in [(2, 2), (2, 9), (9, 2), (33, 17), (3, 500)] {
            for (size, scale) in sizes.into_iter().flat_map(|size| [0.0, 1.0, MAX_COORDINATE].map(|s| (size, s))) {
                let heights = random_heights(columns * rows, scale);
                let mesh = Mesh::heightfield(columns, rows, size, &heights).unwrap();
                assert_distinct(&mesh);
                for (row, column) in (0..rows).flat_map(|row| (0..columns).map(move |column| (row, column))) {
                    let index = (row * columns + column) as usize;
                    let [x, y, z] = mesh.positions()[index].to_array();
                    assert_eq!(y.to_bits(), heights[index].to_bits());
                    assert_eq!((x, z), (column as f32 * size.x, row as f32 * size.y));
                }
                for index in 0..mesh.triangle_count() {
                    let [a, b, c] = mesh.corners(index).map(Vec3::as_dvec3);
                    assert!((b - a).cross(c - a).y > 0.0, "triangle {index} faces down");
                }
            }
        }
    }

    #[test]
    fn triangles_of_a_heightfield_share_their_edges_but_for_its_border_and_come_in_the_documented_order() {
        let (columns, rows) = (5, 4);
        let mesh = Mesh::heightfield(columns, rows, Vec2::ONE, &random_heights(columns * rows, 1.0)).unwrap();
        assert_eq!(mesh.triangle_count(), 2 * 4 * 3);
        let edges: HashSet<[u32; 2]> = edges(&mesh).into_iter().collect();
        assert_eq!(edges.len(), 3 * mesh.triangle_count(), "two triangles run along an edge in one direction");
        let border = edges.iter().filter(|&&[a, b]| !edges.contains(&[b, a])).count();
        assert_eq!(border, 2 * (4 + 3));
        for (row, column) in (0..rows - 1).flat_map(|row| (0..columns - 1).map(move |column| (row, column))) {
            let cell = (row * (columns - 1) + column) as usize;
            let corners = [0, 1].map(|half| mesh.triangles()[2 * cell + half]);
            let at = |column: u32, row: u32| row * columns + column;
            let (diagonal, halves) =
                ([at(column, row), at(column + 1, row + 1)], [at(column, row + 1), at(column + 1, row)]);
            for (corners, third) in corners.into_iter().zip(halves) {
                assert!(corners.contains(&third) && diagonal.iter().all(|d| corners.contains(d)), "cell {cell}");
            }
        }
    }

    #[test]
    fn a_side_cell_size_or_number_of_heights_that_does_not_fit_is_refused_by_name() {
        let refused = |columns, rows, size, count: usize, expected: InputError| {
            let error = Mesh::heightfield(columns, rows, size, &vec![0.0; count]).unwrap_err();
            assert_eq!(error, MeshError::Parameter(expected));
        };
        for count in [0, 1, MAX_GRID_SIDE + 1, u32::MAX] {
            let of = |field| InputError::OutOfRange { field, value: count as f32 };
            refused(count, 2, Vec2::ONE, 4, of(Field::Columns));
            refused(2, count, Vec2::ONE, 4, of(Field::Rows));
        }
        let too_small = MIN_MESH_SIZE.next_down();
        for value in [0.0, -1.0, too_small, 1e7, MAX_COORDINATE, f32::MAX, f32::NAN, f32::INFINITY] {
            let expected = InputError::OutOfRange { field: Field::CellSize, value };
            refused(3, 3, Vec2::new(value, 1.0), 9, expected);
            refused(3, 3, Vec2::new(1.0, value), 9, expected);
        }
        assert!(Mesh::heightfield(3, 3, Vec2::splat(MAX_COORDINATE / 2.0), &[MAX_COORDINATE; 9]).is_ok());
        for given in [0, 11, 13, 20] {
            refused(
                3,
                4,
                Vec2::ONE,
                given,
                InputError::Length { field: Field::Heights, given: given as u32, expected: 12 },
            );
        }
        let error = Mesh::heightfield(MAX_GRID_SIDE, MAX_GRID_SIDE, Vec2::ONE, &[]).unwrap_err();
        assert_eq!(error, MeshError::TooManyTriangles { count: 2 * 65_535 * 65_535 });
    }

    #[test]
    fn the_first_bad_height_is_refused_with_its_column_and_row() {
        let too_high = MAX_COORDINATE.next_up();
        for value in [f32::NAN, f32::INFINITY, f32::NEG_INFINITY, too_high, -too_high] {
            for index in 0..12_u32 {
                let mut heights = [0.0; 12];
                heights[index as usize..].fill(value);
                let error = Mesh::heightfield(3, 4, Vec2::ONE, &heights).unwrap_err();
                let MeshError::Height { column, row, value: named } = error else { panic!("{error}") };
                assert_eq!((column, row, named.to_bits()), (index % 3, index / 3, value.to_bits()));
            }
        }
    }
}
