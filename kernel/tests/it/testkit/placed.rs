//! Worlds of instances, with all their triangles in `f64` where they lie, by index of the instance and of the triangle.

use super::Random;
use super::worlds::{Level, rounded};
use glam::{DVec3, Quat, Vec3};
use sweep8::{CookedMesh, InstanceId, Mesh, Placement, World};
use sweep8_scalar_ref::brute_force::Triangle;

/// A world and what brute force sees of it.
pub(crate) struct PlacedWorld {
    pub(crate) world: World,
    pub(crate) triangles: Vec<Triangle>,
    /// Whose each of them is.
    pub(crate) owners: Vec<(InstanceId, u32)>,
}

/// A point of a mesh in the world.
pub(crate) fn placed_point(placement: &Placement, v: Vec3) -> DVec3 {
    let rotation = placement.rotation.as_dquat().normalize();
    placement.translation + rotation * (placement.scale.as_dvec3() * v.as_dvec3())
}

/// A triangle of a mesh in the world; in a mirror two corners change places, so that its front stays its front.
pub(crate) fn placed_triangle(placement: &Placement, corners: &[Vec3; 3]) -> Triangle {
    let [a, b, c] = corners.map(|v| placed_point(placement, v));
    if placement.scale.to_array().iter().product::<f32>() < 0.0 { [a, c, b] } else { [a, b, c] }
}

/// A mesh in which every triangle has corners of its own.
pub(crate) fn cook(level: &[[Vec3; 3]]) -> CookedMesh {
    let positions: Vec<Vec3> = level.iter().flatten().copied().collect();
    let triangles: Vec<[u32; 3]> = (0..level.len() as u32).map(|id| [3 * id, 3 * id + 1, 3 * id + 2]).collect();
    Mesh::new(&positions, &triangles).unwrap().cook()
}

/// Any rotation.
pub(crate) fn turned(random: &mut Random) -> Quat {
    random.turn().as_quat().normalize()
}

/// Sizes along the axes between two bounds, a fifth of them mirrored.
pub(crate) fn scaled(random: &mut Random, least: f64, most: f64) -> Vec3 {
    let mut one = || (random.scale(least, most) * if random.range(0.0, 1.0) < 0.2 { -1.0 } else { 1.0 }) as f32;
    Vec3::new(one(), one(), one())
}

/// Triangles about the origin, about `far` metres out and up to `size` metres large.
pub(crate) fn loose(random: &mut Random, count: usize, far: f64, size: f64) -> Level {
    let one = |random: &mut Random| {
        let middle = random.vector(far);
        [0; 3].map(|_| middle + random.direction() * random.range(0.1 * size, size))
    };
    rounded(&(0..count).map(|_| one(random)).collect::<Vec<_>>())
}

impl PlacedWorld {
    pub(crate) fn new() -> Self {
        Self { world: World::new(), triangles: Vec::new(), owners: Vec::new() }
    }

    pub(crate) fn add(&mut self, level: &[[Vec3; 3]], mesh: &CookedMesh, placement: Placement) -> InstanceId {
        let id = self.world.add(mesh, placement).unwrap();
        for (triangle, corners) in level.iter().enumerate() {
            self.triangles.push(placed_triangle(&placement, corners));
            self.owners.push((id, triangle as u32));
        }
        id
    }

    /// The triangle that a result names.
    pub(crate) fn named(&self, instance: InstanceId, triangle: u32) -> &Triangle {
        let place = self.owners.iter().position(|&owner| owner == (instance, triangle));
        &self.triangles[place.expect("the triangle is in the world")]
    }

    /// A triangle with its corners in the order of its mesh.
    pub(crate) fn in_mesh(&self, instance: InstanceId, triangle: u32) -> Triangle {
        let &[a, b, c] = self.named(instance, triangle);
        let scale = self.world.placement(instance).unwrap().scale;
        if scale.to_array().iter().product::<f32>() < 0.0 { [a, c, b] } else { [a, b, c] }
    }

    /// All triangles as one mesh, rounded to `f32`.
    pub(crate) fn baked(&self) -> Level {
        rounded(&self.triangles)
    }
}

/// Soups of loose triangles, turned, scaled and mirrored, within some metres of a place.
pub(crate) fn soups(random: &mut Random, about: DVec3, instances: usize) -> PlacedWorld {
    let mut placed = PlacedWorld::new();
    let levels = [(); 2].map(|()| {
        let count = random.whole(3, 40) as usize;
        loose(random, count, 1.5, 0.8)
    });
    let meshes = levels.each_ref().map(|level| cook(level));
    for instance in 0..instances {
        let (level, mesh) = (&levels[instance % 2], &meshes[instance % 2]);
        let (rotation, scale) = (turned(random), scaled(random, 0.4, 2.5));
        placed.add(level, mesh, Placement { translation: about + random.vector(3.0), rotation, scale });
    }
    placed
}
