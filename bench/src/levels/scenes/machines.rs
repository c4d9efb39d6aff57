//! A hall of machines: lifts, discs, platforms, doors, bars, presses and drawbridges, at 0.5 to 10 m/s.
//!
//! In: bays along both sides and a seed. Out: [`Parts`]. The hall is cut into square bays with one machine each; all
//! kinds are equally frequent, and neighbours have different kinds. A bay is turned at random, and speed, rest and
//! offset of its machine are random. Around the machine are the parts of its kind: a gallery beside a lift, ramps up to
//! the ledges of a platform, walls with doorways, the wall that a press closes on.
//!
//! Nothing keeps a character out of a closing gap: many are crushed, on purpose.

use super::builder::Builder;
use super::pieces::{block, disc, doorway, rise};
use super::spot::Spot;
use crate::levels::machine::{Drive, Machine};
use crate::levels::{Level, Parts};
use crate::random::Random;
use glam::Vec3;
use std::f32::consts::TAU;

/// Side of the square bay of the hall that holds one machine, metres.
const BAY: f32 = 9.0;

/// Height of the walls around the hall of machines, metres.
const WALL: f32 = 5.0;
/// Distance between the outermost bays and the walls, metres, because the ramp of a bay juts out.
const AISLE: f32 = 2.0;

/// Speeds from which that of a machine's fastest point is drawn, m/s.
const SPEEDS: [f32; 10] = [0.5, 0.7, 1.0, 1.4, 2.0, 2.8, 4.0, 5.5, 7.5, 10.0];

/// Height above the floor of slabs at rest, metres: low enough for a character to roll over.
const STEP: f32 = 0.08;

/// Length of a turning bar from its axis to one end, metres.
const BAR: f32 = 3.2;
/// Radius of a turning disc, metres.
const RADIUS: f32 = 3.0;
/// Length of a drawbridge, metres.
const BRIDGE: f32 = 3.6;
/// Rotation of a drawbridge from one end of its swing to the other, as a fraction of a full turn.
const BRIDGE_SWING: f32 = 0.22;

/// Height above the floor of the gallery beside a lift, metres.
const GALLERY: f32 = 3.0;
/// Height above the floor of the ledges beside a moving platform, metres.
const LEDGE: f32 = 1.2;

/// Number of kinds of bays, each with another machine.
const KINDS: usize = 8;

/// Indices of the hall's meshes in [`Parts::meshes`].
struct Meshes {
    lift: usize,
    gallery: usize,
    disc: usize,
    sill: usize,
    platform: usize,
    ledge: usize,
    ramp: usize,
    doorway: usize,
    swinging: usize,
    sliding: usize,
    bar: usize,
    axle: usize,
    plate: usize,
    anvil: usize,
    bridge: usize,
}

/// Builds a hall of `columns` by `rows` bays along x and z, each with a machine.
#[must_use]
pub fn machines([columns, rows]: [usize; 2], seed: u64) -> Parts {
    let mut parts = Parts::new("machines");
    let hall = parts.mesh(hall([columns, rows]));
    parts.add(hall, Spot::new(0.0, 0.0, 0.0).at(Vec3::ZERO));
    let meshes = meshes(&mut parts);
    let mut random = Random::new(seed);
    for row in 0..rows {
        for column in 0..columns {
            let along = |index: usize, count: usize| f64::from(BAY) * (index as f64 - 0.5 * (count as f64 - 1.0));
            let spot = Spot::new(along(column, columns), along(row, rows), f64::from(random.unit()));
            // Neighbours along z differ by three kinds, along x by one.
            bay(&mut parts, &meshes, (column + 3 * row) % KINDS, &spot, &mut random);
        }
    }
    parts
}

/// Builds the floor and walls of the hall for this number of bays along x and z.
fn hall(bays: [usize; 2]) -> Level {
    let [x, z] = bays.map(|count| 0.5 * BAY * count as f32 + AISLE);
    let [columns, rows] = bays.map(|count| 3 * count);
    let mut builder = Builder::new("hall");
    builder.floor([-x, -z], [x, z], 0.0, columns, rows);
    builder.enclose(WALL);
    builder.finish()
}

fn meshes(parts: &mut Parts) -> Meshes {
    Meshes {
        lift: parts.mesh(block([-1.3, -0.2, -1.3], [1.3, 0.0, 1.3])),
        gallery: parts.mesh(block([1.35, GALLERY - 0.2, -2.0], [4.2, GALLERY, 2.0])),
        disc: parts.mesh(disc(RADIUS, 0.2, 24)),
        sill: parts.mesh(block([-3.5, 0.3, -0.1], [3.5, 1.0, 0.1])),
        platform: parts.mesh(block([-1.2, -0.2, -1.2], [1.2, 0.0, 1.2])),
        ledge: parts.mesh(block([0.0, -0.5, -1.2], [1.6, LEDGE, 1.2])),
        ramp: parts.mesh(rise(2.8, LEDGE, 1.6, 0)),
        doorway: parts.mesh(doorway(8.0, 3.0, 0.2, [1.4, 2.2])),
        swinging: parts.mesh(block([0.0, 0.03, -0.04], [1.36, 2.15, 0.04])),
        sliding: parts.mesh(block([-0.8, 0.03, -0.05], [0.8, 2.3, 0.05])),
        bar: parts.mesh(block([-BAR, -0.1, -0.1], [BAR, 0.1, 0.1])),
        axle: parts.mesh(block([-0.15, -0.5, -0.15], [0.15, 1.6, 0.15])),
        plate: parts.mesh(block([-0.2, 0.03, -1.6], [0.2, 2.4, 1.6])),
        anvil: parts.mesh(block([-0.4, -0.5, -2.2], [0.0, 2.6, 2.2])),
        bridge: parts.mesh(block([0.0, 0.0, -1.2], [BRIDGE, 0.15, 1.2])),
    }
}

/// Adds a machine of a kind to a bay of the hall, with the static instances around it.
fn bay(parts: &mut Parts, meshes: &Meshes, kind: usize, spot: &Spot, random: &mut Random) {
    let speed = SPEEDS[random.below(SPEEDS.len())];
    let rest = random.range_f32(0.0, 2.0);
    let ahead = random.range_f32(0.0, 20.0);
    let slide = |way: Vec3| Machine { drive: Drive::Slide { way, speed, rest }, ahead };
    let turn = |radius: f32| {
        let axis = if ahead < 10.0 { Vec3::Y } else { Vec3::NEG_Y };
        Machine { drive: Drive::Turn { axis, seconds: TAU * radius / speed }, ahead }
    };
    let swing = |axis: Vec3, part: f32, radius: f32| {
        let seconds = part * TAU * radius / speed;
        Machine { drive: Drive::Swing { axis, part, seconds, rest }, ahead }
    };
    let at = |x: f32, y: f32, z: f32| spot.at(Vec3::new(x, y, z));
    match kind {
        0 => {
            parts.add(meshes.gallery, at(0.0, 0.0, 0.0));
            parts.add_machine(meshes.lift, at(0.0, STEP, 0.0), slide(Vec3::Y * (GALLERY - STEP)));
        }
        1 => {
            if random.below(2) == 0 {
                parts.add(meshes.sill, at(0.0, 0.0, 0.0));
            }
            parts.add_machine(meshes.disc, at(0.0, STEP, 0.0), turn(RADIUS));
        }
        2 => {
            parts.add(meshes.ledge, at(2.6, 0.0, 0.0));
            parts.add(meshes.ledge, at(-4.2, 0.0, 0.0));
            parts.add(meshes.ramp, spot.turned(Vec3::new(-3.4, 0.0, 4.0), 0.25).at(Vec3::ZERO));
            parts.add_machine(meshes.platform, at(-1.38, LEDGE, 0.0), slide(Vec3::X * 2.76));
        }
        3 => {
            parts.add(meshes.doorway, at(0.0, 0.0, 0.0));
            parts.add_machine(meshes.swinging, at(-0.68, 0.0, 0.0), swing(Vec3::Y, 0.25, 1.36));
        }
        4 => {
            parts.add(meshes.doorway, at(0.0, 0.0, 0.0));
            parts.add_machine(meshes.sliding, at(0.0, 0.0, 0.16), slide(Vec3::X * 1.6));
        }
        5 => {
            parts.add(meshes.axle, at(0.0, 0.0, 0.0));
            parts.add_machine(meshes.bar, at(0.0, 0.9, 0.0), turn(BAR));
        }
        6 => {
            parts.add(meshes.anvil, at(-3.6, 0.0, 0.0));
            parts.add_machine(meshes.plate, at(2.0, 0.0, 0.0), slide(Vec3::X * -5.4));
        }
        _ => {
            let bridge = swing(Vec3::Z, BRIDGE_SWING, BRIDGE);
            parts.add_machine(meshes.bridge, at(-1.8, 0.02, 0.0), bridge);
        }
    }
}
