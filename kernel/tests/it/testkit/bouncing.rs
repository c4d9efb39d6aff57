//! Worlds of parallelograms that turn velocities back, and the ball that bounces in them.

use crate::testkit::crowds::checked;
use glam::Vec3;
use sweep8::{CharacterProfile, CharacterSettings, Ellipsoid, Material, Mesh, MoveMode, World};

/// A corner and two sides of parallelograms, each with its restitution.
pub(crate) type Quad = (Vec3, [Vec3; 2], f32);

pub(crate) fn mesh_of(quads: &[Quad]) -> Mesh {
    let (mut positions, mut triangles, mut of_triangle) = (Vec::new(), Vec::new(), Vec::new());
    for (place, &(corner, [one, other], _)) in quads.iter().enumerate() {
        let first = positions.len() as u32;
        positions.extend([corner, corner + one, corner + one + other, corner + other]);
        triangles.extend([[first, first + 1, first + 2], [first, first + 2, first + 3]]);
        of_triangle.extend([place as u16; 2]);
    }
    let kinds: Vec<Material> =
        quads.iter().map(|&(_, _, restitution)| Material::default().bouncing(restitution)).collect();
    Mesh::new(&positions, &triangles).unwrap().with_materials(&kinds, &of_triangle).unwrap()
}

pub(crate) fn made_of(quads: &[Quad]) -> World {
    World::from_mesh(mesh_of(quads))
}

pub(crate) fn floor_quad(restitution: f32) -> Quad {
    (Vec3::new(-90.0, 0.0, -90.0), [Vec3::Z * 180.0, Vec3::X * 180.0], restitution)
}

pub(crate) fn floor(restitution: f32) -> World {
    made_of(&[floor_quad(restitution)])
}

pub(crate) fn ball(mode: MoveMode) -> CharacterProfile {
    let shape = Ellipsoid::new(Vec3::splat(0.25)).unwrap();
    checked(CharacterSettings { shape: shape.into(), mode, max_fall_speed: 1e3, ..CharacterSettings::default() })
}
