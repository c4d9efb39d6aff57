//! Validated triangles.
//!
//! In: positions and index triples as an engine has them. Out: a [`Mesh`] whose every number can be trusted by what
//! follows, or an error that names the index and the reason. Nothing is repaired and nothing is dropped here.

use crate::tolerance::{MAX_COORDINATE, MAX_TRIANGLES};
use glam::{DVec3, Vec3};
use thiserror::Error;

/// Why a mesh was refused.
#[derive(Clone, Debug, PartialEq, Error)]
#[non_exhaustive]
pub enum MeshError {
    /// A position has a NaN or infinite component.
    #[error("position {position} is {value}: every coordinate must be finite")]
    NotFinite {
        /// Index into the positions.
        position: usize,
        /// The position as given.
        value: Vec3,
    },
    /// A position is beyond [`MAX_COORDINATE`](crate::limits::MAX_COORDINATE).
    #[error("position {position} is {value}: every coordinate must be within ±2^24 m")]
    TooFar {
        /// Index into the positions.
        position: usize,
        /// The position as given.
        value: Vec3,
    },
    /// A triangle names a position that does not exist.
    #[error("triangle {triangle} names position {position}, but there are only {count}")]
    IndexOutOfRange {
        /// Index into the triangles.
        triangle: usize,
        /// The position it names.
        position: u32,
        /// Number of positions.
        count: usize,
    },
    /// More triangles than [`MAX_TRIANGLES`](crate::limits::MAX_TRIANGLES).
    #[error("{count} triangles are too many for one mesh, the limit is 2^28: split it")]
    TooManyTriangles {
        /// Number of triangles given.
        count: usize,
    },
}

/// Triangles that passed validation. Mesh space, metres; front faces are counter-clockwise.
///
/// ```
/// use glam::Vec3;
/// use sweep8::{Mesh, MeshError};
///
/// let positions = [Vec3::ZERO, Vec3::X, Vec3::Y];
/// let mesh = Mesh::new(&positions, &[[0, 1, 2]])?;
/// assert_eq!(mesh.triangle_count(), 1);
///
/// let wrong = Mesh::new(&positions, &[[0, 1, 3]]);
/// assert_eq!(wrong.unwrap_err().to_string(), "triangle 0 names position 3, but there are only 3");
/// # Ok::<(), MeshError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Mesh {
    positions: Vec<Vec3>,
    triangles: Vec<[u32; 3]>,
}

impl Mesh {
    /// Checks and copies a triangle list.
    ///
    /// `positions` are in mesh space, metres, within ±[`MAX_COORDINATE`](crate::limits::MAX_COORDINATE);
    /// each entry of `triangles` holds three indices into them. Positions that no triangle names are allowed; an empty
    /// mesh is a world in which everything is free.
    ///
    /// # Errors
    /// [`MeshError`] names the first position or triangle that is wrong, and why.
    pub fn new(positions: &[Vec3], triangles: &[[u32; 3]]) -> Result<Self, MeshError> {
        if triangles.len() > MAX_TRIANGLES {
            return Err(MeshError::TooManyTriangles { count: triangles.len() });
        }
        for (position, &value) in positions.iter().enumerate() {
            if !value.is_finite() {
                return Err(MeshError::NotFinite { position, value });
            }
            if value.abs().max_element() > MAX_COORDINATE {
                return Err(MeshError::TooFar { position, value });
            }
        }
        let count = positions.len();
        for (triangle, corners) in triangles.iter().enumerate() {
            if let Some(&position) = corners.iter().find(|&&corner| corner as usize >= count) {
                return Err(MeshError::IndexOutOfRange { triangle, position, count });
            }
        }
        Ok(Self { positions: positions.to_vec(), triangles: triangles.to_vec() })
    }

    /// Number of triangles, degenerate ones included.
    #[must_use]
    pub fn triangle_count(&self) -> usize {
        self.triangles.len()
    }

    /// The positions as given, mesh space, metres.
    #[must_use]
    pub fn positions(&self) -> &[Vec3] {
        &self.positions
    }

    /// The index triples as given; the place in this slice is the triangle's id in every hit.
    #[must_use]
    pub fn triangles(&self) -> &[[u32; 3]] {
        &self.triangles
    }

    /// The three corners of triangle `index`.
    pub(crate) fn corners(&self, index: usize) -> [Vec3; 3] {
        self.triangles[index].map(|corner| self.positions[corner as usize])
    }

    /// Whether triangle `index` has no area at all. Differences of `f32` and their products are exact in `f64` (but for
    /// corners some 2²⁹ times closer to each other than to the origin), so this is a fact, not a tolerance.
    pub(crate) fn is_degenerate(&self, index: usize) -> bool {
        let [a, b, c] = self.corners(index).map(Vec3::as_dvec3);
        (b - a).cross(c - a) == DVec3::ZERO
    }
}
