//! A deforming terrain for benches: a patch of it is dug up, or all of its vertices move.
//!
//! In: the motion of the vertices. Out: the same surface with a refitted tree and with a tree cooked anew, each a world
//! of one mesh, so that the same code queries both.

use crate::levels::Level;
use crate::levels::scenes::terrain;
use crate::random::Random;
use glam::{Quat, Vec3};
use std::ops::Range;
use sweep8::{InstanceId, Mesh, Placement, World};

/// Number of cells along each side of the terrain that deforms: 100,352 triangles in all.
pub const SIDE: usize = 224;

/// Edge length of a square terrain cell, metres.
pub const EDGE: f32 = 0.5;

/// How the vertices of the terrain move from their cooked positions.
#[derive(Clone, Copy, Debug)]
pub enum Deformation {
    /// Moves each vertex in a random direction, by up to this many cell edge lengths.
    Strewn(f32),
    /// Moves each vertex up or down, by up to this many cell edge lengths.
    Heights(f32),
    /// Rotates all vertices about the vertical axis through the middle, by this many radians there, falling to zero at the rim.
    Twist(f32),
    /// Stretches the terrain along x by this factor.
    Stretch(f32),
    /// Moves each triangle as a rigid piece in a random direction, by up to this many cell edge lengths; needs separate vertices.
    Apart(f32),
}

/// A terrain in a world of its own, as one instance that deforms.
pub struct Deforming {
    /// The terrain before any deformation, as it was cooked.
    pub level: Level,
    /// World that contains only the terrain.
    pub world: World,
    /// Id of the terrain's instance in the world.
    pub id: InstanceId,
}

fn mesh_of(level: &Level, vertices: &[Vec3]) -> Mesh {
    Mesh::new(vertices, &level.triangles).expect("a terrain in range")
}

impl Default for Deforming {
    fn default() -> Self {
        Self::new()
    }
}

impl Deforming {
    /// Creates the undeformed terrain.
    ///
    /// # Panics
    /// Never: the terrain is in range.
    #[must_use]
    pub fn new() -> Self {
        Self::of(terrain::terrain(SIDE, SIDE, EDGE, 1))
    }

    /// Creates the terrain with separate vertices for every triangle.
    ///
    /// # Panics
    /// Never: the terrain is in range.
    #[must_use]
    pub fn in_pieces() -> Self {
        let level = terrain::terrain(SIDE, SIDE, EDGE, 1);
        let positions = level.triangles.iter().flatten().map(|&corner| level.positions[corner as usize]).collect();
        let triangles = (0..level.triangles.len() as u32).map(|id| [3 * id, 3 * id + 1, 3 * id + 2]).collect();
        Self::of(Level { positions, triangles, ..level })
    }

    fn of(level: Level) -> Self {
        let mut world = World::new();
        let mesh = mesh_of(&level, &level.positions).cook_deformable();
        let id = world.add_deformable(mesh, Placement::IDENTITY).expect("a terrain in range");
        Self { level, world, id }
    }

    /// Replaces the current deformation by `by`, relative to the cooked terrain.
    ///
    /// # Panics
    /// If a vertex is out of range.
    pub fn deform(&mut self, by: Deformation) {
        let mut random = Random::new(7);
        let half = 0.5 * SIDE as f32 * EDGE;
        let mut aside = move || {
            let mut one = || random.range_f32(-1.0, 1.0);
            Vec3::new(one(), one(), one()).clamp_length_max(1.0)
        };
        let mut of_piece = Vec3::ZERO;
        let to = |(number, &v): (usize, &Vec3)| match by {
            Deformation::Strewn(edges) => v + aside() * (edges * EDGE),
            Deformation::Apart(edges) => {
                if number % 3 == 0 {
                    of_piece = aside() * (edges * EDGE);
                }
                v + of_piece
            }
            Deformation::Heights(edges) => v + Vec3::Y * (aside().y * edges * EDGE),
            Deformation::Twist(turn) => {
                let inside = (1.0 - Vec3::new(v.x, 0.0, v.z).length() / half).max(0.0);
                Quat::from_rotation_y(turn * inside) * v
            }
            Deformation::Stretch(factor) => v * Vec3::new(factor, 1.0, 1.0),
        };
        let vertices: Vec<Vec3> = self.level.positions.iter().enumerate().map(to).collect();
        self.world.set_vertices(self.id, 0, &vertices).expect("in range");
    }

    /// Returns the indices of a square of vertices in the middle of the terrain, `side` vertices wide.
    #[must_use]
    pub fn patch(&self, side: usize) -> Vec<u32> {
        let run: Range<usize> = SIDE / 2 - side / 2..SIDE / 2 - side / 2 + side;
        run.clone().flat_map(|z| run.clone().map(move |x| (z * (SIDE + 1) + x) as u32)).collect()
    }

    /// Returns the deformed surface as a level.
    ///
    /// # Panics
    /// Never.
    #[must_use]
    pub fn level_now(&self) -> Level {
        Level { positions: self.world.vertices(self.id).expect("it deforms").to_vec(), ..self.level.clone() }
    }

    /// Returns two worlds of the deformed mesh: one with the refitted tree, one with a tree cooked anew.
    ///
    /// # Panics
    /// Never.
    #[must_use]
    pub fn refitted_and_anew(&self) -> [World; 2] {
        let mut refitted = World::new();
        let mesh = self.world.mesh(self.id).expect("it is there");
        refitted.add(&mesh, Placement::IDENTITY).expect("in range");
        let vertices = self.world.vertices(self.id).expect("it deforms");
        [refitted, World::from_mesh(mesh_of(&self.level, vertices))]
    }
}
