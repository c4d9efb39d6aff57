//! One character, moved by plain data: it walks, climbs a step, jumps, and stops at a wall.
//!
//! Run it with `cargo run --release -p sweep8 --example one_character`.

use sweep8::glam::{DVec3, Vec3};
use sweep8::{CharacterProfile, CharacterState, Mesh, MoveInput, Placement, World};

const STEP: f32 = 1.0 / 60.0; // seconds

fn main() -> Result<(), Box<dyn std::error::Error>> {
    // Boxes by their half extents: a floor, a step of 0.3 m from x = 2 on, a wall at x = 6.
    let mut world = World::new();
    for (half_extents, center) in [
        (Vec3::new(20.0, 0.5, 20.0), DVec3::new(0.0, -0.5, 0.0)),
        (Vec3::new(4.0, 0.15, 2.0), DVec3::new(6.0, 0.15, 0.0)),
        (Vec3::new(0.5, 3.0, 2.0), DVec3::new(6.5, 3.0, 0.0)),
    ] {
        world.add(&Mesh::cuboid(half_extents)?.cook(), Placement::at(center))?;
    }

    // The default profile suits a human of 1.8 m. Many characters may share one.
    let profile = CharacterProfile::default();
    let mut state = CharacterState::standing(Vec3::ZERO, &profile, Vec3::Y);
    let mut input = MoveInput { desired_velocity: Vec3::X * 2.0, ..MoveInput::EARTH };

    println!("{:>5}  {:>6}  {:>6}  {:>7}  ground", "s", "x", "feet", "status");
    for frame in 0..240_u16 {
        input.jump_speed = if frame == 150 { 4.0 } else { 0.0 }; // m/s, for one step
        let outcome = world.move_character(&profile, &mut state, &input, STEP)?;
        if frame % 20 == 19 {
            let feet = state.feet(&profile, Vec3::Y).to_vec3();
            println!(
                "{:5.2}  {:6.2}  {:6.2}  {:>7}  {:?}",
                f32::from(frame + 1) * STEP,
                feet.x,
                feet.y,
                format!("{:?}", outcome.status),
                outcome.ground
            );
        }
    }
    Ok(())
}
