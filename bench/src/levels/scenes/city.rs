//! A city of some thirty meshes and thousands of instances of them: houses, streets, stairs, lamps, cars, patches of ground.
//!
//! In: lots along both sides, instances in all, a seed. Out: [`Parts`]. A lot is 20 m wide: a patch of ground, a street
//! along its edge with kerbs, lamps and a car, a house and a hut behind it, each with a door, stairs or a lift; then
//! things are strewn over all lots until the number of instances is reached. Every second row is turned about, lots are
//! mirrored at random, houses are scaled unevenly, and strewn things are turned, scaled, and partly mirrored.
//!
//! Doors, lifts and half of the cars move, about one in ten instances. They move at 0.5 to 10 m/s.

use super::builder::Builder;
use super::pieces::{block, blocks, disc, ground, house, post, rise};
use super::spot::Spot;
use crate::levels::Parts;
use crate::levels::machine::{Drive, Machine};
use crate::random::Random;
use glam::Vec3;
use std::f32::consts::TAU;

/// Side of a square lot of the city, metres.
const LOT: f32 = 20.0;

/// Height of the walls around the city, metres.
const WALL: f32 = 8.0;

/// Width, depth and height of a house, metres.
const HOUSE: [f32; 3] = [8.0, 7.0, 3.2];
/// Width, depth and height of a tower, metres.
const TOWER: [f32; 3] = [6.0, 6.0, 9.0];
/// Width, depth and height of a hut, metres.
const HUT: [f32; 3] = [4.0, 4.0, 2.8];
/// Width and height of the houses' doorways, metres.
const DOOR: [f32; 2] = [1.5, 2.3];

/// Height of the deck that a lift of the city reaches, metres.
const DECK: f32 = 3.0;

/// Speeds from which those of the city's doors are drawn, m/s.
const DOORS: [f32; 4] = [0.5, 1.0, 1.5, 3.0];
/// Speeds from which those of the city's lifts are drawn, m/s.
const LIFTS: [f32; 4] = [0.5, 1.0, 2.0, 4.0];
/// Speeds from which those of the city's driving cars are drawn, m/s.
const CARS: [f32; 5] = [2.0, 4.0, 6.0, 8.0, 10.0];

/// One lot in this number of the city's lots has a lift.
const LIFT_EVERY: usize = 4;

/// Indices of the city's meshes in [`Parts::meshes`].
struct Meshes {
    wall: usize,
    grounds: [usize; 5],
    houses: [usize; 2],
    hut: usize,
    leaf: usize,
    panel: usize,
    kerb: usize,
    lamp: usize,
    lantern: usize,
    cars: [usize; 3],
    stairs: [usize; 2],
    deck: usize,
    lift: usize,
    strewn: Vec<usize>,
}

/// Builds a city of `columns` by `rows` lots with `instances` mesh instances.
#[must_use]
pub fn city([columns, rows]: [usize; 2], instances: usize, seed: u64) -> Parts {
    let mut parts = Parts::new("city");
    let meshes = meshes(&mut parts, seed);
    let mut random = Random::new(seed);
    let mut lots = Vec::new();
    for row in 0..rows {
        for column in 0..columns {
            let along = |index: usize, count: usize| f64::from(LOT) * (index as f64 - 0.5 * (count as f64 - 1.0));
            // Turned by half a turn, so that streets lie side by side.
            let part = if row % 2 == 0 { 0.0 } else { 0.5 };
            let spot = Spot::new(along(column, columns), along(row, rows), part);
            let mirrored = if random.below(2) == 0 { Vec3::ONE } else { Vec3::new(-1.0, 1.0, 1.0) };
            lot(&mut parts, &meshes, &spot.scaled(mirrored), lots.len(), &mut random);
            lots.push(spot);
        }
    }
    let [x, z] = [columns, rows].map(|count| LOT * count as f32);
    for (part, side, length) in [(0.0, z, x), (0.5, z, x), (0.25, x, z), (0.75, x, z)] {
        let spot = Spot::new(0.0, 0.0, part).scaled(Vec3::new(length, 1.0, 1.0));
        parts.add(meshes.wall, spot.at(Vec3::Z * (0.5 * side)));
    }
    while parts.parts.len() < instances {
        strew(&mut parts, &meshes, &lots[random.below(lots.len())], &mut random);
    }
    parts
}

fn meshes(parts: &mut Parts, seed: u64) -> Meshes {
    let mut wall = Builder::new("wall");
    // Its front towards -z, and without a top, on which a character could start.
    wall.wall([0.5, 0.0], [-0.5, 0.0], [-2.0, WALL], 1, 1);
    let wall = parts.mesh(wall.finish());
    let kinds = [(4, 0.0), (10, 0.1), (20, 0.15), (20, 0.3), (40, 0.1)];
    let grounds = kinds.map(|(cells, bump)| parts.mesh(ground(LOT, cells, bump, seed ^ u64::from(cells))));
    let car = |length: f32, height: f32, cabin: f32| {
        let (half, top) = (0.5 * length, 0.35 + height);
        blocks(&[[[-half, 0.2, -0.85], [half, top, 0.85]], [[-cabin, top, -0.75], [cabin, top + 0.6, 0.75]]])
    };
    let strewn = [
        blocks(&[
            [[-0.8, 0.35, -0.2], [0.8, 0.45, 0.2]],
            [[-0.7, -0.4, -0.15], [-0.6, 0.35, 0.15]],
            [[0.6, -0.4, -0.15], [0.7, 0.35, 0.15]],
        ]),
        post(1.2, 0.25, 12, 0.4),
        post(3.4, 0.15, 8, 0.4),
        post(1.6, 0.8, 16, 0.8),
        block([-0.4, -0.4, -0.4], [0.4, 0.6, 0.4]),
        block([-1.5, -0.4, -0.05], [1.5, 1.0, 0.05]),
        blocks(&[[[-1.0, -0.4, -0.5], [1.0, 0.1, 0.5]], [[-0.9, 0.1, -0.4], [0.9, 0.3, 0.4]]]),
        rise(1.6, 0.5, 1.5, 0),
        disc(0.9, 0.6, 7).moved(Vec3::Y * 0.2),
        blocks(&[
            [[-1.2, -0.4, -0.2], [-0.8, 2.4, 0.2]],
            [[0.8, -0.4, -0.2], [1.2, 2.4, 0.2]],
            [[-1.2, 2.4, -0.2], [1.2, 2.8, 0.2]],
        ]),
    ];
    Meshes {
        wall,
        grounds,
        houses: [HOUSE, TOWER].map(|size| parts.mesh(house(size, DOOR))),
        hut: parts.mesh(house(HUT, DOOR)),
        leaf: parts.mesh(block([0.0, 0.05, -0.04], [DOOR[0] - 0.04, DOOR[1] - 0.05, 0.04])),
        panel: parts.mesh(block([-0.85, 0.05, -0.04], [0.85, DOOR[1] + 0.1, 0.04])),
        kerb: parts.mesh(block([-2.5, -0.4, -0.15], [2.5, 0.12, 0.15])),
        lamp: parts.mesh(post(4.0, 0.12, 8, 0.4)),
        lantern: parts.mesh(post(0.8, 0.3, 12, 0.0)),
        cars: [(4.2, 0.5, 1.1), (3.4, 0.6, 0.9), (5.5, 1.4, 2.4)].map(|(l, h, c)| parts.mesh(car(l, h, c))),
        stairs: [(3.0, 0.99, 11), (2.4, 1.5, 6)].map(|(l, h, steps)| parts.mesh(rise(l, h, 1.6, steps))),
        deck: parts.mesh(block([1.05, -0.5, -1.0], [3.0, DECK, 1.0])),
        lift: parts.mesh(block([-1.0, -0.2, -1.0], [1.0, 0.0, 1.0])),
        strewn: strewn.map(|mesh| parts.mesh(mesh)).into(),
    }
}

/// Adds the static instances of the lot with index `number` to the city.
fn lot(parts: &mut Parts, meshes: &Meshes, spot: &Spot, number: usize, random: &mut Random) {
    let at = |x: f32, z: f32| spot.at(Vec3::new(x, 0.0, z));
    parts.add(meshes.grounds[random.below(meshes.grounds.len())], at(0.0, 0.0));
    for piece in 0..4 {
        let x = 5.0 * piece as f32 - 7.5;
        parts.add(meshes.kerb, at(x, -4.0));
    }
    for x in [-5.0, 5.0] {
        parts.add(meshes.lamp, at(x, -3.4));
        parts.add(meshes.lantern, spot.at(Vec3::new(x, 3.5, -3.4)));
    }
    let drives = number.is_multiple_of(2);
    let (car, speed) = (meshes.cars[random.below(meshes.cars.len())], CARS[random.below(CARS.len())]);
    if drives {
        let way = spot.way(Vec3::X * 13.0);
        let drive = Drive::Slide { way, speed, rest: random.range_f32(0.0, 3.0) };
        parts.add_machine(car, at(-6.5, -7.2), Machine { drive, ahead: random.range_f32(0.0, 20.0) });
    } else {
        parts.add(car, at(random.range_f32(-6.0, 6.0), -7.2));
    }

    let tall = random.below(5) == 0;
    let size = Vec3::new(random.range_f32(0.85, 1.1), random.range_f32(0.95, 1.4), random.range_f32(0.8, 1.1));
    let place = spot.scaled(size);
    let house = |x: f32, z: f32| place.at(Vec3::new(x, 0.0, z));
    // In the axes of the house, so that its door fits at any scale.
    let (x, z) = (-4.5, 4.0);
    parts.add(meshes.houses[usize::from(tall)], house(x, z));
    let depth = if tall { TOWER[1] } else { HOUSE[1] };
    let front = z - 0.5 * depth + 0.125;
    if random.below(10) < 7 {
        let (part, speed) = (0.26, DOORS[random.below(DOORS.len())]);
        let drive = Drive::Swing {
            axis: Vec3::Y,
            part,
            seconds: part * TAU * DOOR[0] / speed,
            rest: random.range_f32(0.5, 3.0),
        };
        let hinge = house(x - 0.5 * DOOR[0] + 0.02, front);
        parts.add_machine(meshes.leaf, hinge, Machine { drive, ahead: random.range_f32(0.0, 20.0) });
    }
    parts.add(meshes.hut, at(5.0, 1.2));
    if random.below(10) < 7 {
        let drive = Drive::Slide {
            way: spot.way(Vec3::X * 1.7),
            speed: DOORS[random.below(DOORS.len())],
            rest: random.range_f32(0.5, 3.0),
        };
        let machine = Machine { drive, ahead: random.range_f32(0.0, 20.0) };
        parts.add_machine(meshes.panel, at(5.0, 1.2 - 0.5 * HUT[1] - 0.08), machine);
    }
    if number.is_multiple_of(LIFT_EVERY) {
        let speed = LIFTS[random.below(LIFTS.len())];
        let drive = Drive::Slide { way: Vec3::Y * (DECK - 0.08), speed, rest: random.range_f32(0.5, 3.0) };
        parts.add(meshes.deck, at(5.0, 7.0));
        parts.add_machine(
            meshes.lift,
            spot.at(Vec3::new(5.0, 0.08, 7.0)),
            Machine { drive, ahead: random.range_f32(0.0, 20.0) },
        );
    } else {
        parts.add(meshes.stairs[random.below(meshes.stairs.len())], at(4.0, 7.0));
    }
}

/// Adds one strewn instance at a random place of a lot of the city, off the street.
fn strew(parts: &mut Parts, meshes: &Meshes, lot: &Spot, random: &mut Random) {
    let at = Vec3::new(random.range_f32(-9.5, 9.5), random.range_f32(-0.1, 0.1), random.range_f32(-3.0, 9.5));
    let mut scale = || random.range_f32(0.7, 1.5);
    let scale = Vec3::new(scale(), scale(), scale());
    let mirrored = Vec3::new(if random.below(3) == 0 { -1.0 } else { 1.0 }, 1.0, 1.0);
    let spot = lot.turned(at, f64::from(random.unit())).scaled(scale * mirrored);
    parts.add(meshes.strewn[random.below(meshes.strewn.len())], spot.at(Vec3::ZERO));
}
