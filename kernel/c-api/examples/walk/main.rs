//! 1,000 people climb stairs, take a lift and walk on, for half a minute: the same as `walk.c` and `walk.cpp` through
//! the crate itself, which prints the same line.

#[cfg(test)]
mod by_calls_of_c;

use std::error::Error;
use sweep8::glam::{DVec3, Vec3};
use sweep8::{CharacterProfile, CharacterSettings, Crowd, CrowdSettings, EachOther, Mesh, Placement, World};

/// Walks them all, and says where they are.
fn walk() -> Result<String, Box<dyn Error>> {
    let mut world = World::new();
    let [slab, block] =
        [Mesh::cuboid(Vec3::new(20.0, 0.5, 24.0))?.cook(), Mesh::cuboid(Vec3::new(5.0, 1.5, 24.0))?.cook()];
    let at = |x, y| Placement::at(DVec3::new(x, y, 0.0));
    world.add(&slab, at(-20.0, -0.5))?;
    for k in (0..12).map(f64::from) {
        world.add(&block, at(5.0 + k * 0.5, -1.25 + k * 0.25))?;
    }
    let lift = world.add(&block, at(20.5625, 1.5))?;
    world.add(&block, at(30.625, 4.5))?;
    world.add(&slab, at(55.625, 5.5))?;

    let mut crowd = Crowd::new(CrowdSettings::default())?;
    let settings = CharacterSettings { each_other: EachOther::Solid, ..CharacterSettings::default() };
    let person = CharacterProfile::new(&settings)?;
    for i in 0..1000 {
        let floor = DVec3::new(-1.0 - f64::from(i / 40), 0.0, f64::from(i % 40) - 19.5);
        let id = crowd.spawn_standing(&person, floor)?;
        crowd.set_desired_velocity(id, Vec3::X * (1.5 + (i % 8) as f32 * 0.125))?;
    }
    let mut standing = 0;
    for frame in 0..1800 {
        let time = frame % 512;
        world.move_to(lift, at(20.5625, 1.5 + f64::from(time.min(512 - time)) * 3.0 / 256.0))?;
        standing = crowd.step_in(&world.begin_step(1.0 / 60.0)?).standing;
    }
    Ok(format!("state hash {:016x}, {standing} stand", crowd.state_hash()))
}

fn main() -> Result<(), Box<dyn Error>> {
    println!("{}", walk()?);
    Ok(())
}
