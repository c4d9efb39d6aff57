//! A character neither stops for good while a direction is free, nor trembles for ever.
//!
//! In: a nook, a character in it, its desired displacement. Out: a finding whose text is a test of the public API with
//! the exact numbers.
//!
//! 1. The character starts without overlap and walks with one desired velocity for 1,200 frames of 1/60 s. It
//!    *trembles* if in the last 600 it moves by more than a thousandth of its smallest radius in most frames, and ends
//!    within a hundredth of that path from where it was.
//! 2. Then it tries 16 horizontal directions, one after the other, over 128 frames. It is *stuck* if it never got 1 cm
//!    away although a sweep along one of them is free for 0.1 m.

use crate::bytes::{Reader, Writer};
use crate::finding::{Finding, Outcome, demand};
use crate::nooks::Nook;
use glam::{DVec3, Vec3};
use std::fmt::Write;
use sweep8::{CharacterId, CharacterProfile, Crowd, Mesh, Sides, World};
use sweep8_bench::checking::{FREE_DIRECTIONS, FREE_STEP, STUCK_DISTANCE};

/// Number of frames that the test's character walks before the check for trembling.
const SETTLE: usize = 600;
/// Number of frames in which the character is checked for trembling.
const WATCH: usize = 600;

/// Minimum motion of the character in a frame that counts as trembling, as a fraction of its smallest radius.
const TREMBLE: f64 = 1e-3;

/// Ratio of the character's net motion to its path length below which it made no progress.
const NOWHERE: f64 = 0.01;

/// Number of frames that the character walks in each of the 16 directions.
const PER_DIRECTION: usize = 8;

const FRAME: f32 = 1.0 / 60.0;

pub(crate) fn check(bytes: &[u8]) -> Result<Outcome, Finding> {
    let Some(nook) = Nook::read(&mut Reader::new(bytes)) else { return Ok(Outcome::Skipped) };
    let Ok(mesh) = Mesh::new(&nook.level.positions, &nook.level.triangles) else { return Ok(Outcome::Skipped) };
    let shape = nook.shape;
    let world = World::from_mesh(mesh);
    if world.overlap(&shape, nook.start, Sides::Both) != Ok(false) {
        return Ok(Outcome::Skipped);
    }
    let mut crowd = Crowd::default();
    let Ok(id) = crowd.spawn(&CharacterProfile::of_shape(shape), nook.start) else { return Ok(Outcome::Skipped) };
    if crowd.set_desired_velocity(id, nook.velocity).is_err() {
        return Ok(Outcome::Skipped);
    }
    for _ in 0..SETTLE {
        step(&mut crowd, &world);
    }
    demand(!trembles(&mut crowd, &world, id, shape.radii()), || as_test(&nook, "trembles"))?;
    let place = crowd.position(id).expect("in the crowd");
    let is_free = |direction: &Vec3| world.sweep(&shape, place, *direction * FREE_STEP, Sides::Both) == Ok(None);
    let way = FREE_DIRECTIONS.iter().find(|direction| is_free(direction));
    let got_away = gets_away(&mut crowd, &world, id, nook.velocity.length());
    demand(got_away || way.is_none(), || as_test(&nook, "is_stuck"))?;
    Ok(Outcome::Held)
}

/// Encodes a test case of a character in a nook: its kind and the code of a spine, and three sizes from 0 to 1.
pub(crate) fn encode(kind: [u8; 2], start: Vec3, heading: Vec3, sizes: [f32; 3]) -> Vec<u8> {
    let mut writer = Writer::default();
    Nook::write(&mut writer, kind, start, heading, sizes);
    writer.finish()
}

fn step(crowd: &mut Crowd, world: &World) {
    crowd.step(world, FRAME).expect("a time step");
}

/// Continues the character's walk; returns true if many of its motions made no progress.
fn trembles(crowd: &mut Crowd, world: &World, id: CharacterId, radii: Vec3) -> bool {
    let least = TREMBLE * f64::from(radii.min_element());
    let start = crowd.position(id).expect("in the crowd").to_dvec3();
    let (mut before, mut path, mut moving) = (start, 0.0, 0);
    for _ in 0..WATCH {
        step(crowd, world);
        let now = crowd.position(id).expect("in the crowd").to_dvec3();
        let moved = now.distance(before);
        path += moved;
        moving += usize::from(moved > least);
        before = now;
    }
    2 * moving > WATCH && before.distance(start) < NOWHERE * path
}

/// Makes the character walk in 16 directions; returns true if it gets away from its position.
fn gets_away(crowd: &mut Crowd, world: &World, id: CharacterId, speed: f32) -> bool {
    let start: DVec3 = crowd.position(id).expect("in the crowd").to_dvec3();
    for direction in FREE_DIRECTIONS {
        crowd.set_desired_velocity(id, direction * speed).expect("in range");
        for _ in 0..PER_DIRECTION {
            step(crowd, world);
            if crowd.position(id).expect("in the crowd").to_dvec3().distance(start) >= STUCK_DISTANCE {
                return true;
            }
        }
    }
    false
}

/// Returns Rust source of a test with the public API that fails in the same way (`what`) as the character in the nook.
fn as_test(nook: &Nook, what: &str) -> String {
    let list = |numbers: &[Vec3]| {
        numbers.iter().fold(String::new(), |mut text, v| {
            // Writing to a string cannot fail; `{:?}` of an f32 reads back to the same bits.
            let _ = write!(text, "\n        Vec3::new({:?}, {:?}, {:?}),", v.x, v.y, v.z);
            text
        })
    };
    let vector = |v: Vec3| format!("Vec3::new({:?}, {:?}, {:?})", v.x, v.y, v.z);
    let ellipsoid = format!("Ellipsoid::new({}).unwrap()", vector(nook.shape.radii()));
    let (axis, half_length) = (nook.shape.axis(), nook.shape.half_length());
    let shape = if half_length == 0.0 {
        ellipsoid
    } else {
        format!("Shape::swept({ellipsoid}, Axis::{axis:?}, {half_length:?}).unwrap()")
    };
    let head = format!(
        "#[test]\nfn a_character_in_a_nook_does_not_become_one_that_{what}() {{\n    let positions = [{}\n    ];\n    \
         let triangles = {:?};\n    let world = World::from_mesh(Mesh::new(&positions, &triangles).unwrap());\n    \
         let shape = {};\n    let mut crowd = Crowd::default();\n    \
         let id = crowd.spawn(&CharacterProfile::of_shape(shape), {}).unwrap();\n    crowd.set_desired_velocity(id, {}).unwrap();\n    \
         for _ in 0..{SETTLE} {{\n        crowd.step(&world, 1.0 / 60.0).unwrap();\n    }}\n    \
         let start = crowd.position(id).unwrap().to_dvec3();\n",
        list(&nook.level.positions),
        nook.level.triangles,
        shape,
        vector(nook.start),
        vector(nook.velocity),
    );
    let tail = if what == "trembles" {
        format!(
            "    let (mut before, mut path) = (start, 0.0);\n    for _ in 0..{WATCH} {{\n        \
             crowd.step(&world, 1.0 / 60.0).unwrap();\n        path += crowd.position(id).unwrap().to_dvec3().distance(before);\n        \
             before = crowd.position(id).unwrap().to_dvec3();\n    }}\n    \
             assert!(path < 0.1 || before.distance(start) >= {NOWHERE:?} * path, \"{{path}} m and back\");\n}}\n"
        )
    } else {
        format!(
            "    for direction in [{}\n    ] {{\n        crowd.set_desired_velocity(id, direction * {:?}).unwrap();\n        \
             for _ in 0..{PER_DIRECTION} {{\n            crowd.step(&world, 1.0 / 60.0).unwrap();\n        }}\n        \
             if crowd.position(id).unwrap().to_dvec3().distance(start) >= {STUCK_DISTANCE:?} {{\n            return;\n        }}\n    \
             }}\n    panic!(\"stuck at {{start}}\");\n}}\n",
            list(&FREE_DIRECTIONS),
            nook.velocity.length(),
        )
    };
    format!("{what} in a nook; as a test:\n{head}{tail}")
}
