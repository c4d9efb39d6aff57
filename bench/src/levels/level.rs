//! A level: triangles to walk on, as plain data.
//!
//! In: a builder (`scenes`, `file`). Out: positions in metres, y up, and triangles as three indices, counter-clockwise
//! seen from the free side. Nothing is checked or sorted here; a level may hold degenerate triangles and duplicates on
//! purpose.

use crate::levels::cooked_mesh::Cooked;
use crate::levels::door::Door;
use crate::levels::rooms::Rooms;
use glam::Vec3;
use std::sync::Arc;
use sweep8::{CookedMesh, Mesh, MeshError, World};

/// A level: a named list of triangles that characters can walk on.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Level {
    /// Name of the level: of the scene, or of the file without its folder and extension.
    pub name: String,
    /// Vertices of the level, in metres, y up.
    pub positions: Vec<Vec3>,
    /// Indices into `positions` of the corners of each triangle, counter-clockwise seen from the front.
    pub triangles: Vec<[u32; 3]>,
    /// Points in the air, metres. A character with room at a point may start straight below it, also in narrow or steep
    /// places. Most levels have none.
    pub drop_points: Vec<Vec3>,
    /// Doorway of the level that all characters walk through; `None` for most levels.
    pub door: Option<Door>,
    /// Rooms and passages of the level; `None` if the scene's generator does not provide them.
    pub rooms: Option<Arc<Rooms>>,
    /// Cooked mesh of the level; `None` if the level does not come from a cooked file.
    pub cooked: Option<Cooked>,
}

impl Level {
    /// Creates a level with this name and no triangles.
    #[must_use]
    pub fn new(name: &str) -> Self {
        Self { name: name.to_owned(), ..Self::default() }
    }

    /// Returns the lowest and highest corner of the bounding box of all vertices, metres; `None` for a level without vertices.
    #[must_use]
    pub fn bounds(&self) -> Option<(Vec3, Vec3)> {
        let first = *self.positions.first()?;
        Some(self.positions.iter().fold((first, first), |(low, high), p| (low.min(*p), high.max(*p))))
    }

    /// Returns the three corners of one triangle, metres.
    ///
    /// # Panics
    ///
    /// When `triangle` or one of its indices is out of range.
    #[must_use]
    pub fn corners(&self, triangle: usize) -> [Vec3; 3] {
        self.triangles[triangle].map(|i| self.positions[i as usize])
    }

    /// Returns the length of the longest edge, metres; 0 without triangles.
    ///
    /// # Panics
    ///
    /// When an index is out of range.
    #[must_use]
    pub fn longest_edge(&self) -> f32 {
        let edges = self.each_triangle().flat_map(|[a, b, c]| [b - a, c - b, a - c]);
        edges.map(Vec3::length).fold(0.0, f32::max)
    }

    /// Returns the corners of every triangle, in order, metres.
    ///
    /// # Panics
    ///
    /// When an index is out of range.
    pub fn each_triangle(&self) -> impl Iterator<Item = [Vec3; 3]> + '_ {
        (0..self.triangles.len()).map(|i| self.corners(i))
    }

    /// Appends the triangles of `other`. Vertices are not merged: a border shared by both stays a seam of two rows of
    /// vertices.
    ///
    /// # Panics
    ///
    /// When both levels together have more vertices than a `u32` can count.
    pub fn append(&mut self, other: &Level) {
        self.cooked = None;
        let base = u32::try_from(self.positions.len()).expect("vertices are counted in u32");
        self.positions.extend_from_slice(&other.positions);
        self.triangles.extend(other.triangles.iter().map(|t| t.map(|i| base + i)));
        self.drop_points.extend_from_slice(&other.drop_points);
    }

    /// Returns the level with positions moved by `offset`, metres. Far from the origin the positions are rounded to `f32`, as in
    /// a file. Its rooms are dropped.
    #[must_use]
    pub fn moved(mut self, offset: Vec3) -> Self {
        (self.rooms, self.cooked) = (None, None);
        for p in self.positions.iter_mut().chain(&mut self.drop_points) {
            *p += offset;
        }
        if let Some(door) = &mut self.door {
            door.middle += offset;
        }
        self
    }

    /// Returns the level's cooked mesh: the one from its file, or a mesh cooked now.
    ///
    /// # Errors
    /// [`MeshError`] if the triangles do not form a mesh.
    pub fn cook(&self) -> Result<CookedMesh, MeshError> {
        match &self.cooked {
            Some(Cooked(mesh)) => Ok(mesh.clone()),
            None => Mesh::new(&self.positions, &self.triangles).map(Mesh::cook),
        }
    }

    /// Returns a hash of every bit of the positions and triangles, without name, drop points, door and rooms: FNV-1a, 64 bits, over
    /// 32-bit words.
    #[must_use]
    pub fn hash(&self) -> u64 {
        let positions = self.positions.iter().flat_map(|p| p.to_array().map(f32::to_bits));
        let triangles = self.triangles.iter().flatten().copied();
        positions
            .chain(triangles)
            .fold(0xcbf2_9ce4_8422_2325, |h, word| (h ^ u64::from(word)).wrapping_mul(0x0000_0100_0000_01b3))
    }
}

/// Builds a `World` from all triangles of a level.
///
/// # Panics
///
/// When the level has an index out of range or a coordinate that the kernel refuses; the built-in scenes have neither.
#[must_use]
pub fn world_of(level: &Level) -> World {
    let mesh = Mesh::new(&level.positions, &level.triangles).unwrap_or_else(|error| panic!("{}: {error}", level.name));
    World::from_mesh(mesh)
}
