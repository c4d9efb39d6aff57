//! The walk of `bench/speed.py` in Rust, beside it.
//!
//! In: a level, and a folder with `starts.f64` [n, 3] (places of the floor) and `wishes.f32` [turns, n, 3], little-endian; then a line for
//! each turn on the standard input. Out: for each, the seconds that its frames took on one thread, and the sum of the bits of all
//! distances that were sensed; at the end the hash of the states.
//!
//!     walk LEVEL FOLDER FRAMES RAYS GROUP SEEN
//!
//! GROUP people are in each group (0: all in one), and rays see people if SEEN is 1.

use std::error::Error;
use std::io::{BufRead, Write, stdin, stdout};
use std::path::{Path, PathBuf};
use std::time::Instant;
use sweep8::glam::{DVec3, Vec3};
use sweep8::{Capsule, CharacterProfile, CharacterSettings, Crowd, SenseRays, Sensed, World};
use sweep8_levels::Level;

/// How far rays go, metres.
const SIGHT: f32 = 20.0;

/// Numbers of a file, of `N` bytes each.
fn read<T, const N: usize>(path: &Path, of: fn([u8; N]) -> T) -> Result<Vec<T>, Box<dyn Error>> {
    let bytes = std::fs::read(path)?;
    let (numbers, rest) = bytes.as_chunks::<N>();
    if !rest.is_empty() {
        return Err(format!("{} has {} bytes, must be a multiple of {N}", path.display(), bytes.len()).into());
    }
    Ok(numbers.iter().map(|&bytes| of(bytes)).collect())
}

/// One turn: everybody walks to a new side. Returns the sum of the bits of all distances.
fn turn(
    crowd: &mut Crowd,
    world: &World,
    wishes: &[Vec3],
    frames: usize,
    rays: &SenseRays<'_>,
    answers: &mut [Sensed],
) -> Result<u64, sweep8::InputError> {
    let mut bits = 0;
    crowd.set_desired_velocities(wishes)?;
    for _ in 0..frames {
        crowd.step(world, 1.0 / 60.0)?;
        if !answers.is_empty() {
            crowd.sense(world, rays, answers)?;
        }
    }
    for answer in answers {
        bits += u64::from(answer.distance.to_bits());
    }
    Ok(bits)
}

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [level, folder, numbers @ ..] = arguments.as_slice() else {
        return Err("usage: walk LEVEL FOLDER FRAMES RAYS GROUP SEEN".into());
    };
    let numbers: Vec<usize> = numbers.iter().map(|number| number.parse()).collect::<Result<_, _>>()?;
    let &[frames, rays, people, seen] = numbers.as_slice() else {
        return Err("usage: walk LEVEL FOLDER FRAMES RAYS GROUP SEEN".into());
    };
    let folder = PathBuf::from(folder);
    let world = Level::read(Path::new(level))?.world()?;
    let starts: Vec<f64> = read(&folder.join("starts.f64"), f64::from_le_bytes)?;
    let wishes: Vec<f32> = read(&folder.join("wishes.f32"), f32::from_le_bytes)?;
    let wishes: Vec<Vec3> = wishes.chunks_exact(3).map(Vec3::from_slice).collect();
    let shape = Capsule::new(0.3, 0.6)?.into();
    let settings = CharacterSettings { shape, step_height: 0.4, ..CharacterSettings::default() };
    let profile = CharacterProfile::new(&settings)?;
    let mut crowd = Crowd::default();
    for (row, floor) in starts.chunks_exact(3).enumerate() {
        let id = crowd.spawn_standing(&profile, DVec3::from_slice(floor))?;
        if let Some(group) = row.checked_div(people) {
            crowd.set_group(id, u32::try_from(group)?)?;
        }
    }
    let angle = |ray| ray as f64 * (std::f64::consts::TAU / rays as f64);
    let directions: Vec<Vec3> =
        (0..rays).map(|ray| DVec3::new(angle(ray).cos(), 0.0, angle(ray).sin()).as_vec3()).collect();
    let layers = if seen == 1 { u32::MAX } else { 0 };
    let rays_of_each = SenseRays { layers, ..SenseRays::new(&directions, SIGHT) };
    let mut answers = vec![Sensed::default(); crowd.len() * rays];
    let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build()?;
    for line in stdin().lock().lines() {
        let place = line?.parse::<usize>()? * crowd.len();
        let wishes = wishes.get(place..place + crowd.len()).ok_or("there is no such turn")?;
        let begun = Instant::now();
        let bits = pool.install(|| turn(&mut crowd, &world, wishes, frames, &rays_of_each, &mut answers))?;
        println!("{} {bits}", begun.elapsed().as_secs_f64());
        stdout().flush()?;
    }
    println!("{:016x}", crowd.state_hash());
    Ok(())
}
