//! What sweeps, gathers and queries are counted on: blocks, and worlds with motions in them.

use glam::Vec3;
use std::hint::black_box;
use sweep8::inspect::Blocks;
use sweep8::{Backend, Ellipsoid, World};
use sweep8_bench::levels::scenes::Scene;
use sweep8_bench::levels::world_of;
use sweep8_bench::measuring::workload::{
    Eight, Motion, capsule, displacements, motions, motions_of, sweep_all, sweep_all_of,
};

/// Blocks whose distance from a unit sphere is between `low` and `high`.
pub(crate) fn prepared(of: fn(f32, f32, usize, u64) -> Vec<Eight>, low: f32, high: f32) -> (Blocks, Vec<Vec3>) {
    (Blocks::new(Backend::best(), &of(low, high, 256, 1)), displacements(16, 2))
}

/// Half the length of the spine of the capsule that is swept against blocks, radii.
pub(crate) const HALF_SPINE: f32 = 1.25;

/// A level's world with motions in it.
pub(crate) struct Given {
    pub(crate) world: World,
    pub(crate) moves: Vec<Motion>,
}

pub(crate) fn moves(scene: Scene, length: f32) -> Given {
    let level = scene.build();
    let world = world_of(&level);
    let moves = motions(&level, &world, length, 1_000, 1);
    // Warm-up: all reused memory has its size afterwards.
    black_box(sweep_all(&world, &moves));
    Given { world, moves }
}

/// Motions of a capsule of the size of a person.
pub(crate) fn capsule_moves(scene: Scene, length: f32) -> Given {
    let level = scene.build();
    let world = world_of(&level);
    let moves = motions_of(capsule(), &level, &world, length, 1_000, 1);
    black_box(sweep_all_of(capsule(), &world, &moves));
    black_box(sweep_all_of(Ellipsoid::HUMAN, &world, &moves));
    Given { world, moves }
}
