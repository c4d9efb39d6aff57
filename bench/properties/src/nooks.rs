//! Generates places in which a character may get stuck.
//!
//! In: the bytes of a case. Out: a [`Nook`] on a floor, y up, the nook at the origin: a wedge of two walls, a pit, a
//! group of pillars, a ceiling that comes down, or a ring of steep slopes.

use crate::bytes::{Reader, Writer};
use glam::Vec3;
use sweep8::{Ellipsoid, Shape};
use sweep8_bench::levels::Level;
use sweep8_bench::levels::scenes::builder::{Builder, trig};
use sweep8_bench::levels::scenes::corners;

/// Half the side of the nook's floor, metres.
const HALF: f32 = 12.0;
/// Height of the nook's walls, metres.
const WALL: f32 = 3.0;

/// Maximum number of pillars of a nook.
const PILLARS: u8 = 6;

/// A place in which a character may get stuck, with the character's shape, start and desired velocity.
#[derive(Clone, Debug)]
pub(crate) struct Nook {
    pub(crate) level: Level,
    pub(crate) shape: Shape,
    /// Start position of the character: horizontal coordinates, and height above the floor, metres.
    pub(crate) start: Vec3,
    /// Horizontal desired velocity of the character, m/s.
    pub(crate) velocity: Vec3,
}

impl Nook {
    pub(crate) fn read(reader: &mut Reader<'_>) -> Option<Self> {
        let kind = reader.byte();
        let (wide, tall) = (reader.between(0.2, 1.0), reader.between(0.2, 1.2));
        let radii = Vec3::new(wide, tall, if kind < 128 { wide } else { reader.between(0.2, 1.0) });
        let (x, z, up) = (reader.around(1e-3, 4.0), reader.around(1e-3, 4.0), reader.between(0.0, 3.0));
        let heading = Vec3::new(reader.around(1e-3, 1.0), 0.0, reader.around(1e-3, 1.0));
        let velocity = heading.normalize_or(Vec3::X) * reader.between(0.5, 6.0);
        let [angle, size, depth] = [(); 3].map(|()| reader.between(0.0, 1.0));
        let level = match kind % 5 {
            0 => wedge(10.0 + 160.0 * angle, 2.0 + 8.0 * size),
            1 => pit(wide * (0.5 + 2.0 * size), 0.05 + depth, angle),
            2 => pillars(reader, 0.05 + size * 0.6, 0.2 + 3.0 * depth),
            3 => ceiling(5.0 + 55.0 * angle, 0.5 * depth),
            _ => ring(3 + (size * 9.0) as usize, 46.0 + 40.0 * angle, wide * 2.0 * depth),
        };
        let shape = reader.spine(Ellipsoid::new(radii).ok()?);
        let feet = tall + shape.half_length() * shape.axis().unit().y;
        Some(Self { level, shape, start: Vec3::new(x, feet + 0.02 + up, z), velocity })
    }

    /// Encodes a nook of a kind as bytes, with the code of a spine and three sizes from 0 to 1 (angle, size, depth).
    pub(crate) fn write(writer: &mut Writer, [kind, spine]: [u8; 2], start: Vec3, heading: Vec3, sizes: [f32; 3]) {
        writer.byte(kind).number(0.4).number(0.9);
        writer.number(start.x).number(start.z).number(start.y);
        writer.number(heading.x).number(heading.z).number(3.0);
        for size in sizes {
            writer.number(size);
        }
        writer.byte(4);
        for side in [1.0, -1.0] {
            writer.number(side).number(0.7).number(0.7 * side).number(-side);
        }
        writer.byte(spine);
    }
}

/// Builds a nook of two walls that meet at the origin at an angle in degrees and open along +x.
fn wedge(degrees: f32, length: f32) -> Level {
    let mut builder = floor();
    let (sin, cos, _) = trig(degrees / 2.0);
    for side in [sin, -sin] {
        let end = [length * cos, length * side];
        let (from, to) = if side > 0.0 { (end, [0.0; 2]) } else { ([0.0; 2], end) };
        builder.wall(from, to, [0.0, WALL], 1, 1);
    }
    builder.finish()
}

/// Builds a square hole in the floor, half side and depth in metres; rotated about the upright axis by a fraction of a right
/// angle.
fn pit(half: f32, depth: f32, turn: f32) -> Level {
    let (sin, cos, _) = trig(90.0 * turn);
    let at = |x: f32, y: f32, z: f32| Vec3::new(cos * x - sin * z, y, sin * x + cos * z);
    let ring = [[-1.0, -1.0], [-1.0, 1.0], [1.0, 1.0], [1.0, -1.0]];
    let mut builder = Builder::new("pit");
    for side in 0..4 {
        let ([ax, az], [bx, bz]) = (ring[side], ring[(side + 1) % 4]);
        let (a, b) = (at(ax * half, 0.0, az * half), at(bx * half, 0.0, bz * half));
        builder.quad([at(ax * HALF, 0.0, az * HALF), at(bx * HALF, 0.0, bz * HALF), b, a]);
        builder.quad([a, b, b - Vec3::Y * depth, a - Vec3::Y * depth]);
    }
    builder.quad(ring.map(|[x, z]| at(x * half, -depth, z * half)));
    builder.finish()
}

/// Builds a nook of upright boxes on the floor at positions that the test case's bytes select.
fn pillars(reader: &mut Reader<'_>, half: f32, height: f32) -> Level {
    let mut builder = floor();
    for _ in 0..reader.byte() % (PILLARS + 1) {
        let middle = Vec3::new(reader.around(1e-3, 2.0), 0.0, reader.around(1e-3, 2.0));
        let side = Vec3::new(half, 0.0, half);
        builder.cuboid(middle - side, middle + side + Vec3::Y * height);
    }
    builder.finish()
}

/// Builds a nook of a floor and a ceiling at height `lowest` along x = -2 that rises along +x by an angle in degrees.
fn ceiling(degrees: f32, lowest: f32) -> Level {
    let mut builder = floor();
    let top = lowest + trig(degrees).2 * 10.0;
    let at = Vec3::new;
    builder.quad([at(-2.0, lowest, -HALF), at(8.0, top, -HALF), at(8.0, top, HALF), at(-2.0, lowest, HALF)]);
    builder.finish()
}

/// Builds a nook of a ring of slopes (angle in degrees) around a level bottom of radius `bottom`, metres.
fn ring(sides: usize, degrees: f32, bottom: f32) -> Level {
    corners::funnel(sides, degrees, bottom, bottom + 2.0, HALF).finish()
}

fn floor() -> Builder {
    let mut builder = Builder::new("nook");
    builder.floor([-HALF, -HALF], [HALF, HALF], 0.0, 1, 1);
    builder
}
