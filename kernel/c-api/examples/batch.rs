//! 1,000 people walk up stairs for as many frames as the first argument says: the same as `batch.c` through the crate
//! itself. `.ci/c-cost` counts the instructions of both.

use std::error::Error;
use sweep8::glam::{DVec3, Vec3};
use sweep8::{CharacterProfile, CharacterState, Mesh, MoveInput, MoveMemory, Placement, World};

fn main() -> Result<(), Box<dyn Error>> {
    let frames: u32 = std::env::args().nth(1).ok_or("how many frames?")?.parse()?;
    let mut world = World::new();
    let [slab, block] =
        [Mesh::cuboid(Vec3::new(20.0, 0.5, 24.0))?.cook(), Mesh::cuboid(Vec3::new(5.0, 1.5, 24.0))?.cook()];
    let at = |x, y| Placement::at(DVec3::new(x, y, 0.0));
    world.add(&slab, at(-20.0, -0.5))?;
    for k in (0..12).map(f64::from) {
        world.add(&block, at(5.0 + k * 0.5, -1.25 + k * 0.25))?;
    }
    let profiles = [CharacterProfile::default()];
    let mut states: Vec<CharacterState> = (0..1000)
        .map(|i| DVec3::new(-1.0 - f64::from(i / 40), 0.0, f64::from(i % 40) - 19.5))
        .map(|floor| CharacterState::standing(floor, &profiles[0], Vec3::Y))
        .collect();
    let inputs: Vec<MoveInput> = (0..1000)
        .map(|i| MoveInput { desired_velocity: Vec3::X * (1.5 + (i % 8) as f32 * 0.125), ..MoveInput::EARTH })
        .collect();
    let mut memory = MoveMemory::new();
    let mut standing = 0;
    for _ in 0..frames {
        standing = world.move_characters(&profiles, &mut states, &inputs, 1.0 / 60.0, &mut memory)?.standing;
    }
    println!("{standing} stand, the last at x = {:.4}", states[999].position.to_vec3().x);
    Ok(())
}
