//! Validated triangles.
//!
//! In: positions and index triples as an engine has them. Out: a [`Mesh`] all of whose numbers are in range, or an error that names
//! the index and the reason. Nothing is repaired and nothing is dropped here.

use crate::base::input_error::InputError;
use crate::base::tolerance::{MAX_COORDINATE, MAX_TRIANGLES};
use crate::mesh::area::has_area;
use crate::mesh::material::{Material, Materials};
use crate::shape::bounding_sphere::bounding_sphere;
use crate::shape::sphere::Sphere;
use alloc::vec::Vec;
use glam::Vec3;
use thiserror::Error;

/// The reason why a mesh was refused.
///
/// ```
/// use glam::Vec3;
/// use sweep8::{Mesh, MeshError};
///
/// let error = Mesh::new(&[Vec3::ZERO, Vec3::X, Vec3::NAN], &[[0, 1, 2]]).expect_err("a corner is no number");
/// assert!(matches!(error, MeshError::NotFinite { position: 2, .. }));
/// assert_eq!(error.to_string(), "position 2 is [NaN, NaN, NaN]: every coordinate must be finite");
/// ```
#[derive(Clone, Debug, PartialEq, Error)]
#[non_exhaustive]
pub enum MeshError {
    /// Error: a vertex position of the input has a NaN or infinite component.
    #[error("position {position} is {value}: every coordinate must be finite")]
    NotFinite {
        /// Index of the invalid vertex position in the input.
        position: usize,
        /// The invalid vertex position from the input.
        value: Vec3,
    },
    /// Error: a vertex position of the input is beyond [`MAX_COORDINATE`](crate::limits::MAX_COORDINATE).
    #[error("position {position} is {value}: every coordinate must be within ±2^24 m")]
    TooFar {
        /// Index of the invalid vertex position in the input.
        position: usize,
        /// The invalid vertex position from the input.
        value: Vec3,
    },
    /// Error: a triangle of the input has the index of a vertex position that does not exist.
    #[error("triangle {triangle} names position {position}, but there are only {count}")]
    IndexOutOfRange {
        /// Index of the triangle that has the invalid index.
        triangle: usize,
        /// Index of a vertex position that the triangle has and that does not exist.
        position: u32,
        /// Number of vertex positions in the input.
        count: usize,
    },
    /// Error: the number of material indices in the input differs from the number of triangles.
    #[error("{given} materials are given for {triangles} triangles: there must be one each")]
    MaterialCount {
        /// Number of material indices in the input.
        given: usize,
        /// Number of triangles of the mesh, each of which needs one material index.
        triangles: usize,
    },
    /// Error: a triangle of the input has the index of a material that does not exist.
    #[error("triangle {triangle} names material {material}, but there are only {count}")]
    MaterialOutOfRange {
        /// Index of the triangle that has the invalid material index.
        triangle: usize,
        /// Material index that the triangle has and that does not exist.
        material: u16,
        /// Number of materials in the input.
        count: usize,
    },
    /// Error: a material's coefficient of friction is negative, NaN or infinite.
    #[error("material {material} has friction {friction}: it must be a finite number of at least 0")]
    Friction {
        /// Index of the material with the invalid friction.
        material: usize,
        /// The invalid coefficient of friction from the input.
        friction: f32,
    },
    /// Error: a material's coefficient of restitution is not 0 to 1.
    #[error("material {material} has restitution {restitution}: it must be 0 to 1")]
    Restitution {
        /// Index of the material with the invalid restitution.
        material: usize,
        /// The invalid coefficient of restitution from the input.
        restitution: f32,
    },
    /// Error: a velocity of a material's surface is too long, NaN or infinite.
    #[error(
        "material {material} has the velocities {velocity} m/s and {angular_velocity} rad/s: each must be 0 to 4096 long"
    )]
    SurfaceVelocity {
        /// Index of the material with the invalid velocity.
        material: usize,
        /// [Velocity](Material::velocity) from the input.
        velocity: Vec3,
        /// [Angular velocity](Material::angular_velocity) from the input.
        angular_velocity: Vec3,
    },
    /// Error: the input has more triangles than [`MAX_TRIANGLES`](crate::limits::MAX_TRIANGLES).
    #[error("{count} triangles are too many for one mesh, the limit is 2^28: split it")]
    TooManyTriangles {
        /// Number of triangles in the input.
        count: usize,
    },
    /// Error: a height of a heightfield is NaN, infinite, or beyond [`MAX_COORDINATE`](crate::limits::MAX_COORDINATE).
    #[error("the height of column {column}, row {row} is {value}, must be -16777216 to 16777216 m")]
    Height {
        /// Column of the invalid height in the heightfield: its index along x.
        column: u32,
        /// Row of the invalid height in the heightfield: its index along z.
        row: u32,
        /// The invalid height of the heightfield's input, metres.
        value: f32,
    },
    /// Error: a parameter of a cuboid, capsule or heightfield is out of its range.
    #[error(transparent)]
    Parameter(#[from] InputError),
}

// The texts above repeat these values.
const _: () = assert!(MAX_COORDINATE == 16_777_216.0 && MAX_TRIANGLES == 1 << 28);

/// Triangles that passed validation. Mesh space, metres; front faces are counter-clockwise.
///
/// [`Mesh::new`] takes triangles as an engine has them; [`Mesh::cuboid`], [`Mesh::capsule`] and [`Mesh::heightfield`] make simple
/// meshes.
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
    materials: Materials,
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
        Ok(Self { positions: positions.to_vec(), triangles: triangles.to_vec(), materials: Materials::default() })
    }

    /// Makes a mesh without checks or copies; [`Mesh::new`] must accept its positions and triangles.
    pub(super) fn from_valid(positions: Vec<Vec3>, triangles: Vec<[u32; 3]>) -> Self {
        debug_assert!(Self::new(&positions, &triangles).is_ok(), "a simple mesh is not valid");
        Self { positions, triangles, materials: Materials::default() }
    }

    /// Adds `kinds` of surfaces to the mesh; `of_triangle` holds the index of one of them for each triangle. Without this call all
    /// friction is 0.
    ///
    /// # Errors
    /// [`MeshError`] names the first material or triangle that is wrong, and why.
    pub fn with_materials(mut self, kinds: &[Material], of_triangle: &[u16]) -> Result<Self, MeshError> {
        for (material, kind) in kinds.iter().enumerate() {
            let &Material { friction, restitution, velocity, angular_velocity } = kind;
            if !kind.has_valid_friction() {
                return Err(MeshError::Friction { material, friction });
            }
            if !kind.has_valid_restitution() {
                return Err(MeshError::Restitution { material, restitution });
            }
            if !kind.has_valid_velocities() {
                return Err(MeshError::SurfaceVelocity { material, velocity, angular_velocity });
            }
        }
        if of_triangle.len() != self.triangles.len() {
            return Err(MeshError::MaterialCount { given: of_triangle.len(), triangles: self.triangles.len() });
        }
        let count = kinds.len();
        if let Some(triangle) = of_triangle.iter().position(|&material| usize::from(material) >= count) {
            return Err(MeshError::MaterialOutOfRange { triangle, material: of_triangle[triangle], count });
        }
        self.materials = Materials::new(kinds.to_vec(), of_triangle.to_vec().into());
        Ok(self)
    }

    /// The smallest and the largest corner of the box around all positions, mesh space, metres; `None` without
    /// positions.
    #[must_use]
    pub fn bounds(&self) -> Option<(Vec3, Vec3)> {
        let first = *self.positions.first()?;
        Some(self.positions.iter().fold((first, first), |(low, high), &p| (low.min(p), high.max(p))))
    }

    /// A sphere around all positions, mesh space, metres; `None` without positions.
    ///
    /// At most a few per cent larger than the smallest such sphere: Ritter's sphere (1990), shrunk and grown again several times
    /// (Ericson 2005). Suter (1999) takes the *mean* distance of the positions, which leaves some of them outside.
    ///
    /// ```
    /// use glam::Vec3;
    /// use sweep8::Mesh;
    ///
    /// let cube: Vec<Vec3> = (0..8).map(|i| Vec3::new((i & 1) as f32, (i >> 1 & 1) as f32, (i >> 2) as f32)).collect();
    /// let mesh = Mesh::new(&cube, &[[0, 1, 2]])?;
    /// assert_eq!(mesh.bounds(), Some((Vec3::ZERO, Vec3::ONE)));
    /// let sphere = mesh.bounding_sphere().expect("there are positions");
    /// assert!(cube.iter().all(|corner| corner.distance(sphere.center) <= sphere.radius));
    /// assert!(sphere.radius < 0.9, "{}", sphere.radius);
    /// # Ok::<(), sweep8::MeshError>(())
    /// ```
    #[must_use]
    pub fn bounding_sphere(&self) -> Option<Sphere> {
        bounding_sphere(&self.positions)
    }

    /// Number of triangles of the input, including degenerate ones.
    #[must_use]
    pub fn triangle_count(&self) -> usize {
        self.triangles.len()
    }

    /// Vertex positions of the input, mesh space, metres.
    #[must_use]
    pub fn positions(&self) -> &[Vec3] {
        &self.positions
    }

    /// Index triples of the input; the index in this slice is the triangle's id in every hit.
    #[must_use]
    pub fn triangles(&self) -> &[[u32; 3]] {
        &self.triangles
    }

    /// Materials of the mesh: the list of materials, and the index into it for each triangle.
    pub(crate) fn materials(&self) -> &Materials {
        &self.materials
    }

    /// Corners of triangle `index`, mesh space, metres.
    pub(crate) fn corners(&self, index: usize) -> [Vec3; 3] {
        self.triangles[index].map(|corner| self.positions[corner as usize])
    }

    /// Whether triangle `index` has no area: such a triangle is left out of the cooked mesh.
    pub(crate) fn is_degenerate(&self, index: usize) -> bool {
        !has_area(self.corners(index))
    }
}
