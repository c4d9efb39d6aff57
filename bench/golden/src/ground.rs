//! The level of the scenes, 48 m square: hills in the west, stairs, walls and turned boxes in the east.

use sweep8::glam::{DVec3, Quat, Vec2, Vec3};
use sweep8::{Backend, CookedMesh, Material, Mesh, MeshError, Placement, World};

/// Number of corners of the hills along each axis, a metre apart.
const CORNERS: u32 = 33;

/// Error of a scene: the kernel refused a part of it, which no scene here expects.
pub(crate) type Failure = Box<dyn std::error::Error>;

/// Eight directions in the plane whose coordinates are short decimals.
pub(crate) const DIRECTIONS: [Vec3; 8] = {
    [
        Vec3::X,
        Vec3::new(0.8, 0.0, 0.6),
        Vec3::Z,
        Vec3::new(-0.6, 0.0, 0.8),
        Vec3::NEG_X,
        Vec3::new(-0.8, 0.0, -0.6),
        Vec3::NEG_Z,
        Vec3::new(0.6, 0.0, -0.8),
    ]
};

/// Whole numbers that look random: the high half of a linear congruential generator (Knuth, MMIX).
pub(crate) struct Numbers(pub(crate) u64);

impl Numbers {
    /// A number from 0 to 1, a multiple of 2⁻¹⁶.
    pub(crate) fn part(&mut self) -> f32 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 48) as f32 / 65_536.0
    }

    /// A point of a box from `low` to `high`.
    pub(crate) fn point(&mut self, low: Vec3, high: Vec3) -> Vec3 {
        let [x, y, z] = [0, 1, 2].map(|axis| low[axis] + (high[axis] - low[axis]) * self.part());
        Vec3::new(x, y, z)
    }
}

/// Height of the hills at a corner, metres: two waves of straight lines and a little noise.
fn height(column: u32, row: u32, numbers: &mut Numbers) -> f32 {
    let wave = |at: u32, length: u32| {
        let into = at % (2 * length);
        into.min(2 * length - into) as f32 / length as f32
    };
    1.75 * wave(column, 7) + 1.25 * wave(row + 3, 5) + 0.125 * numbers.part()
}

/// The hills, from (-32, 0, -16) to (0, 3, 16).
pub(crate) fn hills() -> Result<Mesh, MeshError> {
    let mut numbers = Numbers(1);
    let heights: Vec<f32> = (0..CORNERS * CORNERS).map(|k| height(k % CORNERS, k / CORNERS, &mut numbers)).collect();
    Mesh::heightfield(CORNERS, CORNERS, Vec2::ONE, &heights)
}

/// Builds the level for a lane backend.
pub(crate) fn world(backend: Backend) -> Result<World, Failure> {
    let mut world = World::new().with_backend(backend)?;
    // By way of bytes, in the byte order of this machine.
    let hills = CookedMesh::from_bytes(&hills()?.cook().to_bytes())?;
    world.add(&hills, Placement::at(DVec3::new(-32.0, 0.0, -16.0)))?;
    let floor = Mesh::cuboid(Vec3::new(12.0, 0.5, 16.0))?;
    let triangles = vec![0; floor.triangle_count()];
    let floor = floor.with_materials(&[Material::with_friction(0.25)], &triangles)?.cook();
    world.add(&floor, Placement::at(DVec3::new(12.0, 0.0, 0.0)))?;
    let block = Mesh::cuboid(Vec3::new(0.5, 0.25, 3.0))?.cook();
    for k in (0..10).map(f64::from) {
        world.add(&block, Placement::at(DVec3::new(6.0 + 0.375 * k, 0.25 + 0.25 * k, -8.0)))?;
    }
    let pillar = Mesh::capsule(0.75, 0.625, 12)?.cook();
    for k in (0..6).map(f64::from) {
        let rotation = Quat::from_xyzw(0.6 * 0.8, 0.0, 0.6 * 0.6, 0.8);
        let place = Placement {
            rotation,
            scale: Vec3::new(1.0, -1.5, 1.25),
            ..Placement::at(DVec3::new(3.0 + 3.5 * k, 1.0, 6.0 - 1.5 * k))
        };
        world.add(&pillar, place)?;
    }
    // Sharp triangles that stand in each other.
    let mut numbers = Numbers(2);
    let corners: Vec<Vec3> =
        (0..180).map(|_| numbers.point(Vec3::new(2.0, 0.25, 4.0), Vec3::new(20.0, 2.5, 15.0))).collect();
    let triangles: Vec<[u32; 3]> = (0..60).map(|k| [3 * k, 3 * k + 1, 3 * k + 2]).collect();
    let near: Vec<Vec3> = corners
        .iter()
        .enumerate()
        .map(|(k, &corner)| {
            let first = corners[k - k % 3];
            first + (corner - first) * 0.25
        })
        .collect();
    world.add(&Mesh::new(&near, &triangles)?.cook(), Placement::IDENTITY)?;
    Ok(world)
}
