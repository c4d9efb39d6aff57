//! A world that moves: lifts, a wall that pushes, a disc that turns, a press, and a conveyor, with a crowd in between.

use crate::ground::{Failure, world};
use crate::hash::Hash;
use crate::walks::{CLOSE, EAST, STEP, Walk, ellipsoids, steer};
use sweep8::glam::{DQuat, DVec3, Vec3};
use sweep8::{Backend, EachOther, Material, Mesh, MoveMode, Placement};

/// Number of frames: lifts go up and come down again.
const FRAMES: u32 = 192;

/// A way to and fro, 0 to 1, in `period` frames.
fn to_and_fro(frame: u32, period: u32) -> f64 {
    let into = frame % period;
    2.0 * f64::from(into.min(period - into)) / f64::from(period)
}

pub(crate) fn run(backend: Backend) -> Result<u64, Failure> {
    let mut world = world(backend)?;
    let deck = Mesh::cuboid(Vec3::new(2.0, 0.25, 2.0))?.cook();
    let leaf = Mesh::cuboid(Vec3::new(0.25, 1.5, 6.0))?.cook();
    let belt = Mesh::cuboid(Vec3::new(3.0, 0.125, 1.5))?;
    let all = vec![0; belt.triangle_count()];
    let belt = belt.with_materials(&[Material::default().moving(Vec3::new(1.25, 0.0, 0.25))], &all)?.cook();
    world.add(&belt, Placement::at(EAST + DVec3::new(-4.0, 0.0625, 3.0)))?;
    let at = |x, y, z| Placement::at(EAST + DVec3::new(x, y, z));
    let lift = world.add(&deck, at(-8.0, 0.0, 0.0))?;
    let disc = world.add(&deck, at(0.0, 0.0, -3.0))?;
    let wall = world.add(&leaf, at(4.0, 1.5, 0.0))?;
    let press = world.add(&deck, at(-4.0, 3.0, -3.0))?;

    let people =
        Walk { shapes: ellipsoids()?, mode: MoveMode::Walk, each_other: EachOther::Soft, side: CLOSE, turns: false };
    let mut crowd = people.crowd(CLOSE)?;
    let (mut hash, mut rotation) = (Hash::new(), DQuat::IDENTITY);
    let turn = DQuat::from_xyzw(0.0, 0.015, 0.002, 1.0).normalize();
    for frame in 1..=FRAMES {
        steer(&mut crowd, frame as usize)?;
        rotation = (rotation * turn).normalize();
        world.move_to(lift, at(-8.0, 3.0 * to_and_fro(frame, 160), 0.0))?;
        world.move_to(disc, Placement { rotation: rotation.as_quat(), ..at(0.0, 0.0, -3.0) })?;
        world.move_to(wall, at(4.0 - 10.0 * to_and_fro(frame, 144), 1.5, 0.0))?;
        world.move_to(press, at(-4.0, 3.0 - 2.75 * to_and_fro(frame, 96), -3.0))?;
        crowd.step_in(&world.begin_step(STEP)?);
        if frame % 32 == 0 {
            hash.crowd(&crowd);
        }
    }
    Ok(hash.value())
}
