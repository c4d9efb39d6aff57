//! Threads, order of spawning, sorting, order of triangles and rest do not change a bit of any character.
//!
//! In: a soup, settings, some characters, each spawned 12 times, slightly apart: more than one chunk, so that threads
//! share them.
//!
//! 1. The reference is a crowd on one thread, spawned in order, never sorted.
//! 2. Others run on one to four threads, are spawned in another order, sorted, and walk in another tree of the same
//!    triangles.
//! 3. One walks among the triangles in reverse order. Ids decide ties, so ties to rounding are avoided: copies are left
//!    out, and every coordinate is moved by up to a millimetre, depending on its number. Characters that start with an
//!    overlap are not compared, others only until they are blocked.
//! 4. A crowd whose characters stand, stop, start and teleport is compared with one without rest, which is in another
//!    world of the same triangles in every second frame.

use crate::bytes::{Reader, Writer};
use crate::finding::{Finding, Outcome, demand};
use crate::soup::{Soup, has_area, without_copies, world_of, world_of_another_tree};
use glam::Vec3;
use rayon::{ThreadPool, ThreadPoolBuilder};
use std::sync::OnceLock;
use sweep8::{CharacterProfile, Crowd, CrowdSettings, Ellipsoid, Shape, Sides, SlideStatus, World};
use sweep8_bench::random::{mix, to_unit};

const TRIANGLES: usize = 40;

/// Maximum number of different characters in a test case, each of which is copied.
const CHARACTERS: u8 = 12;
/// Number of copies of each character in the test's crowd.
const COPIES: usize = 12;

/// Distance along each axis between two copies of a character, metres.
const SPACING: Vec3 = Vec3::new(0.37, 0.011, -0.23);

/// Maximum change of a coordinate of a test triangle's corner, metres.
const APART: f32 = 1e-3;

const FRAMES: usize = 6;

/// Number of frames in which a crowd with rest is compared with a crowd without.
const REST_FRAMES: usize = 16;
/// Length of a frame in the comparison of rest, seconds: so long that most characters land within a few frames.
const REST_FRAME: f32 = 1.0 / 15.0;

/// The arguments with which a test character is spawned.
#[derive(Clone, Copy, Debug)]
struct Spawn {
    shape: Shape,
    center: Vec3,
    velocity: Vec3,
}

/// What one frame did to one character; floats are stored as bits, so that results are compared exactly.
#[derive(Debug, PartialEq)]
struct Fared {
    place: [u64; 3],
    velocity: [u32; 3],
    status: SlideStatus,
    ground: String,
}

pub(crate) fn check(bytes: &[u8]) -> Result<Outcome, Finding> {
    let mut reader = Reader::new(bytes);
    let mode = reader.byte();
    let settings = CrowdSettings { sort_every: 0, ..CrowdSettings::default() };
    let mut spawns = Vec::new();
    for _ in 0..=reader.byte() % CHARACTERS {
        let (radii, center, velocity) = (reader.radii(0.1, 2.0), reader.vector(1e-3, 10.0), reader.vector(1e-3, 20.0));
        let Ok(shape) = Ellipsoid::new(radii) else { return Ok(Outcome::Skipped) };
        let shape = Shape::from(shape);
        spawns.extend((0..COPIES).map(|k| Spawn { shape, center: center + SPACING * k as f32, velocity }));
    }
    let Some(soup) = Soup::read(&mut reader, TRIANGLES) else { return Ok(Outcome::Skipped) };
    for copies in spawns.chunks_mut(COPIES) {
        let shape = reader.spine(copies[0].shape.ellipsoid());
        for spawn in copies {
            spawn.shape = shape;
        }
    }
    let kept = without_copies(&soup.triangles);
    let triangles: Vec<_> = kept.iter().map(|&id| apart(id as u64, soup.triangles[id])).filter(has_area).collect();
    let reversed: Vec<_> = triangles.iter().rev().copied().collect();
    let (world, other, reversed) = (world_of(&triangles), world_of_another_tree(&triangles), world_of(&reversed));

    let straight: Vec<usize> = (0..spawns.len()).collect();
    let shuffled: Vec<usize> = straight.iter().map(|index| (index * 5 + usize::from(mode)) % spawns.len()).collect();
    // 5 has no divisor in common with a number of characters that is a multiple of 12, unless that is one of 5 too.
    let shuffled = if spawns.len() % 5 == 0 { straight.iter().rev().copied().collect() } else { shuffled };
    let sorted = CrowdSettings { sort_every: 1 + u32::from(mode % 4), ..settings };
    let expected = walk(&world, settings, &spawns, &straight, 1);
    // Depenetration takes the deepest overlap at the start, and of two equal ones the lower id. The reverse order has
    // other ids.
    let starts_clear: Vec<bool> = spawns
        .iter()
        .map(|spawn| {
            let radii = spawn.shape.radii() + CharacterProfile::of_shape(spawn.shape).settings().skin;
            let hull = Ellipsoid::new(radii)
                .ok()
                .and_then(|hull| Shape::swept(hull, spawn.shape.axis(), spawn.shape.half_length()).ok());
            hull.is_some_and(|hull| world.overlap(hull, spawn.center, Sides::Both) == Ok(false))
        })
        .collect();
    // A blocked character lies within rounding of all surfaces that block it: in the next frame its sweep can touch several at
    // the same fraction, to the bit, and the lower id goes first.
    let until_rest = |index: usize| {
        let rest = expected.iter().position(|frame| frame[index].status == SlideStatus::Blocked);
        rest.map_or(FRAMES, |frame| frame + 1)
    };
    let all = vec![FRAMES; spawns.len()];
    let free: Vec<usize> =
        (0..spawns.len()).map(|index| if starts_clear[index] { until_rest(index) } else { 0 }).collect();
    let runs = [
        ("again on 2 threads", &world, settings, &straight, 2, &all),
        ("shuffled, on 4 threads", &world, settings, &shuffled, 4, &all),
        ("sorted, on 3 threads", &world, sorted, &straight, 3, &all),
        ("another tree, shuffled and sorted", &other, sorted, &shuffled, 2, &all),
        ("triangles in reverse", &reversed, settings, &straight, 1, &free),
    ];
    for (name, world, settings, order, threads, frames) in runs {
        let got = walk(world, settings, &spawns, order, threads);
        for (frame, (got, expected)) in got.iter().zip(&expected).enumerate() {
            let differs = (0..spawns.len()).find(|&index| frame < frames[index] && got[index] != expected[index]);
            demand(differs.is_none(), || {
                let index = differs.unwrap_or_default();
                format!(
                    "{name}, frame {frame}: character {index} of {}, {:?}: {:?}, not {:?}; {settings:?}, triangles \
                     {triangles:?}",
                    spawns.len(),
                    spawns[index],
                    got[index],
                    expected[index],
                )
            })?;
        }
    }
    rests_do_not_show([&world, &other], sorted, &spawns)?;
    Ok(Outcome::Held)
}

/// Steps a crowd on three threads in the first world, and one on the calling thread in both alternately: a change of
/// the world ends every rest.
fn rests_do_not_show(worlds: [&World; 2], settings: CrowdSettings, spawns: &[Spawn]) -> Result<(), Finding> {
    // A clone has the same ids.
    let crowd = Crowd::new(settings).expect("settings in range");
    let mut crowds = [crowd.clone(), crowd];
    let ids: Vec<_> = spawns
        .iter()
        .map(|spawn| {
            crowds
                .each_mut()
                .map(|crowd| crowd.spawn(&CharacterProfile::of_shape(spawn.shape), spawn.center).expect("in range"))[0]
        })
        .collect();
    for frame in 0..REST_FRAMES {
        for crowd in &mut crowds {
            for (index, (spawn, &id)) in spawns.iter().zip(&ids).enumerate() {
                // Every second character stands; those of the others that started in this frame stop in the seventh
                // after it.
                match (index % 2, (frame + index) % 14) {
                    (0, _) | (_, 7) => crowd.set_desired_velocity(id, Vec3::ZERO).expect("in range"),
                    (_, 0) => crowd.set_desired_velocity(id, spawn.velocity).expect("in range"),
                    _ => {}
                }
                if (3 * frame + index) % 41 == 0 {
                    crowd.teleport(id, spawn.center).expect("in range");
                }
            }
        }
        let [with, without] = &mut crowds;
        let report = pools()[2].install(|| with.step(worlds[0], REST_FRAME));
        let expected = without.step(worlds[(frame + 1) % 2], REST_FRAME);
        demand(report == expected && with.state_hash() == without.state_hash(), || {
            let differs = ids.iter().position(|&id| with.state(id) != without.state(id));
            format!(
                "with rests, frame {frame}: {report:?}, not {expected:?}; {differs:?} of {spawns:?} fares otherwise; \
                 {settings:?}",
            )
        })?;
    }
    Ok(())
}

/// Encodes a test case of a crowd in different orders as bytes.
pub(crate) fn encode(shape: Vec3, center: Vec3, displacement: Vec3, mode: u8, triangles: &[[Vec3; 3]]) -> Vec<u8> {
    let mut writer = Writer::default();
    writer.byte(mode).byte(6);
    for turn in 0..7_i16 {
        let turn = f32::from(turn - 3) * 0.7;
        writer.vector(shape).vector(center + Vec3::new(turn, 0.1 * turn, -turn)).vector(displacement * turn);
    }
    Soup::write(&mut writer, shape, center, displacement, 0, triangles);
    for spawn in 0..7 {
        writer.byte(mode.wrapping_add(spawn));
    }
    writer.finish()
}

/// Moves each coordinate of a triangle's corners by up to [`APART`] metres, differently for each `id`, to avoid ties.
fn apart(id: u64, triangle: [Vec3; 3]) -> [Vec3; 3] {
    let mut number = 9 * id;
    triangle.map(|corner| {
        corner
            + Vec3::from_array([(); 3].map(|()| {
                number += 1;
                (to_unit(mix(number)) - 0.5) * 2.0 * APART
            }))
    })
}

/// Spawns the characters in the given `order` and walks; returns every frame's result of each, indexed as in `spawns`.
fn walk(
    world: &World,
    settings: CrowdSettings,
    spawns: &[Spawn],
    order: &[usize],
    threads: usize,
) -> [Vec<Fared>; FRAMES] {
    let mut crowd = Crowd::new(settings).expect("settings in range");
    let mut ids = vec![None; spawns.len()];
    for &index in order {
        let Spawn { shape, center, velocity } = spawns[index];
        let id = crowd.spawn(&CharacterProfile::of_shape(shape), center).expect("in range");
        crowd.set_desired_velocity(id, velocity).expect("in range");
        ids[index] = Some(id);
    }
    [(); FRAMES].map(|()| {
        pools()[threads - 1].install(|| crowd.step(world, 1.0 / 60.0)).expect("a time step");
        let fared = |&id| {
            let state = crowd.state(id).expect("in the crowd");
            Fared {
                place: state.position.to_dvec3().to_array().map(f64::to_bits),
                velocity: state.velocity.to_array().map(f32::to_bits),
                status: state.status(),
                ground: format!("{:?}", state.ground()),
            }
        };
        ids.iter().flatten().map(fared).collect()
    })
}

/// Returns the thread pools that the test shares, of one to four threads.
fn pools() -> &'static [ThreadPool; 4] {
    static POOLS: OnceLock<[ThreadPool; 4]> = OnceLock::new();
    POOLS.get_or_init(|| {
        [1, 2, 3, 4]
            .map(|threads| ThreadPoolBuilder::new().num_threads(threads).build().expect("four threads can be started"))
    })
}
