//! First cases for the fuzz targets, taken from the scenes.
//!
//! In: the name of a property, a seed. Out: some dozens of its cases, small: a triangle of a scene with its nearest
//! neighbours, a character on it, walking. `stuck` gets nooks and `time_step` creases with the measures of scenes, and
//! `slide_promises` also some places of its own.

use crate::property::Property;
use crate::{
    callbacks, character_promises, cooked_input, crowd_neighbours, crowd_order, crowd_restore, gltf_input, mesh_input,
    moving_world, obj_input, platforms, replay_input, slide_promises, stuck, sweep_oracle, sweep_twin, time_step,
    turned_bodies, walk_promises, world_instances, world_queries,
};
use glam::Vec3;
use std::fs;
use std::io;
use std::path::Path;
use sweep8_bench::levels::Level;
use sweep8_bench::levels::scenes::Scene;
use sweep8_bench::random::Random;

/// Number of starts in each scene from which test cases are made.
const PER_SCENE: usize = 3;

/// Number of triangles near a start that a test case gets.
const NEIGHBOURS: usize = 14;

/// Number of a scene's triangles that are searched for neighbours, which are mostly near each other in the list.
const LOOKED_AT: usize = 4_000;

/// Radii of a standing person, the character of the test cases, metres.
const PERSON: Vec3 = Vec3::new(0.4, 0.9, 0.4);

/// Test case of `stuck` from the fuzzer: a ring of 86° whose bottom fits the character with a gap of less than the skin.
const SQUEEZED: [u8; 45] = [
    4, 255, 255, 51, 55, 63, 0, 15, 0, 25, 255, 255, 255, 255, 191, 255, 255, 0, 0, 0, 55, 205, 0, 58, 49, 0, 0, 193,
    255, 255, 47, 4, 4, 255, 0, 255, 255, 0, 255, 162, 255, 255, 7, 10, 128,
];

/// Test case of `stuck` from the fuzzer: a shaft that fits a flat character with a gap of less than the skin.
const NARROW: [u8; 78] = [
    2, 205, 204, 204, 62, 102, 128, 191, 0, 0, 0, 1, 0, 33, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 151, 151, 151, 151,
    151, 151, 151, 151, 151, 151, 151, 151, 151, 151, 151, 151, 151, 151, 151, 151, 151, 151, 151, 151, 151, 151, 151,
    151, 151, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 102, 248, 255, 255, 255, 59, 0, 255, 255,
];

/// Start of a test case in a scene: a character and nearby triangles, with the middle of a triangle as the origin.
struct Start {
    triangles: Vec<[Vec3; 3]>,
    center: Vec3,
    walk: Vec3,
    number: u8,
}

/// Returns the test cases of all properties that are made from these scenes, grouped by property.
#[must_use]
pub fn cases(scenes: &[Scene], seed: u64) -> Vec<(Property, Vec<Vec<u8>>)> {
    let mut random = Random::new(seed);
    let mut starts = Vec::new();
    for scene in scenes {
        let level = scene.build();
        for _ in 0..PER_SCENE {
            starts.push(start(&level, &mut random, starts.len() as u8));
        }
    }
    let encoded = |property: Property| {
        let cases = match property.name {
            "stuck" => nooks(),
            "time_step" => creases(),
            "slide_promises" => {
                let walks = starts.iter().map(|start| encode(property.name, start));
                walks.chain(slide_promises::cases()).collect()
            }
            name => starts.iter().map(|start| encode(name, start)).collect(),
        };
        (property, cases)
    };
    Property::ALL.map(encoded).into()
}

/// Writes the test cases of all scenes into one folder for each property below `folder`; returns their number.
///
/// # Errors
/// [`io::Error`] of the system if a folder or file cannot be written.
pub fn save(folder: &Path, seed: u64) -> io::Result<usize> {
    let mut count = 0;
    for (property, cases) in cases(&Scene::ALL, seed) {
        let folder = folder.join(property.name);
        fs::create_dir_all(&folder)?;
        for (number, bytes) in cases.iter().enumerate() {
            fs::write(folder.join(format!("scene-{number:03}")), bytes)?;
        }
        count += cases.len();
    }
    Ok(count)
}

fn start(level: &Level, random: &mut Random, number: u8) -> Start {
    let first = random.below(level.triangles.len());
    let [a, b, c] = level.corners(first);
    let middle = (a + b + c) / 3.0;
    let window = first.saturating_sub(LOOKED_AT / 2)..(first + LOOKED_AT / 2).min(level.triangles.len());
    let mut near: Vec<[Vec3; 3]> = window.map(|index| level.corners(index).map(|v| v - middle)).collect();
    let apart = |t: &[Vec3; 3]| t.iter().map(|v| v.length_squared()).fold(f32::INFINITY, f32::min);
    near.sort_by(|x, y| apart(x).total_cmp(&apart(y)));
    near.truncate(NEIGHBOURS);
    let up = (b - a).cross(c - a).normalize_or(Vec3::Y);
    let walk = Vec3::new(random.range_f32(-2.0, 2.0), random.range_f32(-0.5, 0.2), random.range_f32(-2.0, 2.0));
    Start { triangles: near, center: up * random.range_f32(0.5, 1.3), walk, number }
}

fn encode(name: &str, start: &Start) -> Vec<u8> {
    let Start { triangles, center, walk, number } = start;
    let (center, walk, number) = (*center, *walk, *number);
    match name {
        "sweep_twin" => {
            let local = |index: usize| triangles[index % triangles.len()].map(|v| (v - center) / PERSON);
            sweep_twin::encode(&std::array::from_fn(local), Vec3::ZERO, walk / PERSON, number)
        }
        "sweep_oracle" => sweep_oracle::encode(PERSON, center, walk, number, triangles),
        "world_queries" => world_queries::encode(PERSON, center, walk, number, triangles),
        "world_instances" => world_instances::encode(PERSON, center, walk, number, triangles),
        "moving_world" => moving_world::encode(PERSON, center, walk, number, triangles),
        "platforms" => platforms::encode(PERSON, center, walk, number, triangles),
        "callbacks" => callbacks::encode(PERSON, center, walk, number, triangles),
        "turned_bodies" => turned_bodies::encode(PERSON, center, walk, number, triangles),
        "slide_promises" => slide_promises::encode(PERSON, center, walk, number, triangles),
        "character_promises" => character_promises::encode(PERSON, center, walk, number),
        "walk_promises" => walk_promises::encode(number, u32::from(number)),
        "crowd_order" => crowd_order::encode(PERSON, center, walk, number, triangles),
        "replay_input" => replay_input::encode(PERSON, center, walk, number, triangles),
        "crowd_neighbours" => crowd_neighbours::encode(PERSON, center, walk, number, triangles),
        "crowd_restore" => crowd_restore::encode(PERSON, center, walk, number, triangles),
        "cooked_input" => cooked_input::encode(number, triangles),
        "mesh_input" => mesh_input::encode(triangles),
        "gltf_input" => gltf_input::encode(number, triangles),
        _ => obj_input::encode(triangles),
    }
}

/// Returns test cases of `stuck` in every kind of nook, small and large, blunt and sharp, entered from two sides.
fn nooks() -> Vec<Vec<u8>> {
    let mut cases = Vec::new();
    for kind in 0..5 {
        for angle in [0.1, 0.5, 0.8] {
            for (size, depth) in [(0.2, 0.3), (0.7, 0.8)] {
                for heading in [Vec3::NEG_X, Vec3::new(-0.8, 0.0, 0.6)] {
                    let code = [kind, cases.len() as u8];
                    cases.push(stuck::encode(code, Vec3::new(2.0, 0.1, 0.2), heading, [angle, size, depth]));
                }
            }
        }
    }
    cases.extend([SQUEEZED.to_vec(), NARROW.to_vec()]);
    cases
}

/// Returns test cases of `time_step`: gullies, and slopes beside a wall, steep and less steep.
fn creases() -> Vec<Vec<u8>> {
    let turns = [[60.0, 60.0], [20.0, 20.0], [50.0, 70.0], [5.0, 90.0], [0.0, 60.0], [90.0, 40.0]];
    let steep = [52.0, 60.0, 70.0, 75.0];
    let drawn = turns.iter().flat_map(|&turns| steep.map(|steep| (steep, turns)));
    drawn.zip(0..).map(|((steep, turns), spine)| time_step::encode(steep, turns, spine)).collect()
}
