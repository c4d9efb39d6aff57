//! Worlds of triangles, and the levels that they are made of.

use glam::Vec3;
use sweep8::{Material, Mesh, World};

pub(crate) use sweep8_scalar_ref::testkit::triangles::{Level, exactly, grid, quad, room, rounded, terrain};

/// A world in which every triangle has corners of its own.
pub(crate) fn world_of(level: &[[Vec3; 3]]) -> World {
    let positions: Vec<Vec3> = level.iter().flatten().copied().collect();
    let triangles: Vec<[u32; 3]> = (0..level.len() as u32).map(|id| [3 * id, 3 * id + 1, 3 * id + 2]).collect();
    World::from_mesh(Mesh::new(&positions, &triangles).unwrap())
}

/// The same with frictions, and one of them for each triangle.
pub(crate) fn made_of(level: &[[Vec3; 3]], frictions: &[f32], of_triangle: &[u16]) -> World {
    let positions: Vec<Vec3> = level.iter().flatten().copied().collect();
    let triangles: Vec<[u32; 3]> = (0..level.len() as u32).map(|id| [3 * id, 3 * id + 1, 3 * id + 2]).collect();
    let kinds: Vec<Material> = frictions.iter().copied().map(Material::with_friction).collect();
    World::from_mesh(Mesh::new(&positions, &triangles).unwrap().with_materials(&kinds, of_triangle).unwrap())
}

/// A floor at y = 0 and, where asked for, a slope that rises from x = 1 m towards +x by this many degrees.
pub(crate) fn floor_and_slope(degrees: Option<f32>) -> World {
    let mut level = quad(Vec3::new(-20.0, 0.0, -20.0), Vec3::Z * 40.0, Vec3::X * 40.0);
    if let Some(degrees) = degrees {
        let (sine, cosine) = degrees.to_radians().sin_cos();
        level.extend(quad(Vec3::new(1.0, 0.0, -20.0), Vec3::Z * 40.0, Vec3::new(cosine, sine, 0.0) * 20.0));
    }
    world_of(&level)
}
