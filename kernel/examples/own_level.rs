//! A level of yours: reads a Wavefront OBJ file (metres, y up), drops a character onto it, and lets it walk for five seconds.
//!
//! Run it with `cargo run --release -p sweep8 --example own_level -- level.obj`; without a file it makes a small level of its own.

use sweep8::glam::Vec3;
use sweep8::{CharacterProfile, CharacterState, Mesh, MoveInput, Sides, World};

/// Four steps between two floors.
const STAIRS: &str = "\
v -5 0 -2\nv -5 0 2\nv 0 0 2\nv 0 0 -2\nv 0 0.3 2\nv 0 0.3 -2\nv 0.5 0.3 2\nv 0.5 0.3 -2\nv 0.5 0.6 2\nv 0.5 0.6 -2
v 6 0.6 2\nv 6 0.6 -2\nf 1 2 3 4\nf 4 3 5 6\nf 6 5 7 8\nf 8 7 9 10\nf 10 9 11 12\n";

fn load(path: Option<String>) -> Result<Mesh, Box<dyn std::error::Error>> {
    let options = tobj::LoadOptions { triangulate: true, single_index: true, ..Default::default() };
    let (models, _) = match path {
        Some(path) => tobj::load_obj(&path, &options).map_err(|error| format!("{path}: {error}"))?,
        None => tobj::load_obj_buf(&mut STAIRS.as_bytes(), &options, |_| Ok(Default::default()))?,
    };
    let (mut positions, mut triangles) = (Vec::new(), Vec::new());
    for model in models {
        let first = positions.len() as u32;
        positions.extend(model.mesh.positions.chunks_exact(3).map(Vec3::from_slice));
        triangles.extend(model.mesh.indices.chunks_exact(3).map(|corner| [0, 1, 2].map(|k| first + corner[k])));
    }
    Ok(Mesh::new(&positions, &triangles)?)
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let world = World::from_mesh(load(std::env::args().nth(1))?);
    let (low, high) = world.bounds().ok_or("the level has no triangle")?;
    let report = world.report();
    println!("{} triangles, {:.0} bytes each, from {low} to {high}", report.triangles, report.bytes_per_triangle());

    // The floor below the middle of the left side.
    let profile = CharacterProfile::default();
    let above = Vec3::new(low.x + 2.0, high.y + 2.0, (low.z + high.z) * 0.5);
    let floor = world.ray(above, Vec3::NEG_Y, high.y - low.y + 3.0, Sides::Both)?.ok_or("no floor below the start")?;
    let mut state = CharacterState::standing(floor.point, &profile, Vec3::Y);
    let input = MoveInput { desired_velocity: Vec3::X * 1.5, ..MoveInput::EARTH };
    for second in 1..=5 {
        for _ in 0..60 {
            world.move_character(&profile, &mut state, &input, 1.0 / 60.0)?;
        }
        let feet = state.feet(&profile, Vec3::Y).to_vec3();
        println!("{second:2} s: feet at {feet:.2}, {:?}", state.ground());
    }
    Ok(())
}
