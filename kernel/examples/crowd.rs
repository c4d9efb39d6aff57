//! A thousand characters who block each other, moved by all threads, and the time of a move.
//!
//! Run it with `cargo run --release -p sweep8 --example crowd`.

use std::time::Instant;
use sweep8::glam::{Vec2, Vec3};
use sweep8::{
    CharacterProfile, CharacterSettings, Crowd, CrowdSettings, EachOther, EventKind, EventMask, Mesh, Position, World,
};

const SIDE: u32 = 65; // corners of the terrain along each axis, a metre apart
const FRAMES: u32 = 600;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    // Gentle hills.
    let height = |x: f32, z: f32| 1.5 * (x * 0.2).sin() * (z * 0.15).cos();
    let heights: Vec<f32> = (0..SIDE * SIDE).map(|k| height((k % SIDE) as f32, (k / SIDE) as f32)).collect();
    let world = World::from_mesh(Mesh::heightfield(SIDE, SIDE, Vec2::ONE, &heights)?);

    let mut crowd = Crowd::new(CrowdSettings::default())?;
    let person = CharacterSettings { each_other: EachOther::Solid, ..CharacterSettings::default() };
    let person = CharacterProfile::new(&person)?;
    let floor = |k: u32| {
        let (x, z) = ((k % 32) as f32 * 1.5 + 8.0, (k / 32) as f32 * 1.5 + 8.0);
        person.standing_on(Vec3::new(x, height(x, z) + 0.2, z), Vec3::Y)
    };
    let (places, mut ids): (Vec<Position>, _) = ((0..1000).map(floor).collect(), Vec::new());
    crowd.spawn_many(&person, &places, &mut ids)?; // all of them, or nobody and an error

    // Everybody walks in a circle of their own; two threads or twenty give the same bits.
    crowd.record_events(EventMask::GROUND);
    let (mut landings, begin) = (0, Instant::now());
    for frame in 0..FRAMES {
        for (k, &id) in ids.iter().enumerate() {
            let angle = frame as f32 / 120.0 + k as f32;
            crowd.set_desired_velocity(id, Vec3::new(angle.cos(), 0.0, angle.sin()) * 1.4)?;
        }
        crowd.step(&world, 1.0 / 60.0)?;
        landings += crowd.events().iter().filter(|event| event.kind == EventKind::GroundEntered).count();
    }
    let (moves, seconds) = (FRAMES * ids.len() as u32, begin.elapsed().as_secs_f64());

    let grounded = ids.iter().filter(|&&id| crowd.ground(id).is_ok_and(|ground| ground.is_grounded())).count();
    println!("{moves} moves in {seconds:.2} s: {:.2} µs a move", seconds * 1e6 / f64::from(moves));
    println!(
        "{landings} landings; {grounded} of {} stand on the hills; state hash {:016x}",
        ids.len(),
        crowd.state_hash()
    );
    Ok(())
}
