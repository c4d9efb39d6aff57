//! A lift that carries its riders, and a door that pushes whoever stands in its way.
//!
//! Run it with `cargo run --release -p sweep8 --example lift`.

use sweep8::glam::{DVec3, Vec3};
use sweep8::{CharacterProfile, Crowd, CrowdSettings, Mesh, Placement, World};

const STEP: f32 = 1.0 / 60.0; // seconds

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut world = World::new();
    let floor = Mesh::cuboid(Vec3::new(10.0, 0.5, 10.0))?.cook();
    world.add(&floor, Placement::at(DVec3::Y * -0.5))?;
    let deck = Mesh::cuboid(Vec3::new(1.0, 0.1, 1.0))?.cook();
    let lift = world.add(&deck, Placement::at(DVec3::Y * 0.1))?;
    let leaf = Mesh::cuboid(Vec3::new(0.1, 1.0, 1.0))?.cook();
    let door = world.add(&leaf, Placement::at(DVec3::new(3.0, 1.0, 5.0)))?;

    let mut crowd = Crowd::new(CrowdSettings::default())?;
    let person = CharacterProfile::default();
    let rider = crowd.spawn_standing(&person, Vec3::new(0.0, 0.2, 0.0))?;
    let pushed = crowd.spawn_standing(&person, Vec3::new(3.6, 0.0, 5.0))?;

    println!("{:>5}  {:>6}  {:>6}  {:>12}", "s", "deck", "rider", "pushed along x");
    for frame in 1..=180_u16 {
        // Targets say where instances are at the end of the step. Both ends of a way are exact.
        let seconds = f64::from(frame) * f64::from(STEP);
        let height = 0.1 + 1.5 * (1.0 - (seconds * 2.0).cos());
        world.move_to(lift, Placement::at(DVec3::Y * height))?;
        world.move_to(door, Placement::at(DVec3::new(3.0 + 0.5 * seconds, 1.0, 5.0)))?;
        let step = world.begin_step(STEP)?;
        crowd.step_in(&step);
        drop(step); // From here on the targets are where the instances are.
        if frame % 30 == 0 {
            let (rider, pushed) = (crowd.feet(rider)?.to_vec3(), crowd.position(pushed)?.to_vec3());
            println!("{seconds:5.2}  {:6.2}  {:6.2}  {:12.2}", height + 0.1, rider.y, pushed.x);
        }
    }
    Ok(())
}
