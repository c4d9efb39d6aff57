//! Small levels: a floor with boxes, ramps, stairs, ceilings and rough ground on it.

use crate::bytes::{Reader, Writer};
use glam::{Quat, Vec3};
use sweep8_bench::levels::scenes::builder::trig;

/// Maximum number of parts of a test level: ramps, stairs, boxes and the like.
const PARTS: u8 = 6;

/// Half the side of the test level's floor, metres.
const FLOOR: f32 = 8.0;
/// Maximum distance of a part from the middle of the test level's floor, metres.
const FARTHEST: f32 = 2.5;

/// Number of cells along a side of a test level's rough ground.
const CELLS: usize = 3;
/// Maximum number of steps of a test level's flight of stairs.
const STEPS: u8 = 6;

/// Returns the two triangles of a quad with a corner and two edge vectors; its front faces along `along × across`.
fn quad(corner: Vec3, along: Vec3, across: Vec3) -> [[Vec3; 3]; 2] {
    let [b, c, d] = [corner + along, corner + along + across, corner + across];
    [[corner, b, c], [corner, c, d]]
}

/// Returns the triangles of a box between two corners, without its bottom face.
fn cuboid(low: Vec3, high: Vec3) -> Vec<[Vec3; 3]> {
    let size = high - low;
    let [x, y, z] = [Vec3::X * size.x, Vec3::Y * size.y, Vec3::Z * size.z];
    [quad(low + y, z, x), quad(low, z, y), quad(low + x, y, z), quad(low, y, x), quad(low + z, x, y)].concat()
}

/// Returns the triangles of a ramp that rises towards +x by an angle in degrees, with side and back faces.
fn ramp(degrees: f32, length: f32, half: f32) -> Vec<[Vec3; 3]> {
    let (sine, cosine, _) = trig(degrees);
    let [run, rise] = [length * cosine, length * sine];
    let at = |x: f32, y: f32, side: f32| Vec3::new(x, y, side * half);
    let mut all: Vec<_> = quad(at(0.0, 0.0, -1.0), Vec3::Z * (2.0 * half), Vec3::new(run, rise, 0.0)).into();
    all.extend(quad(at(run, 0.0, -1.0), Vec3::Y * rise, Vec3::Z * (2.0 * half)));
    all.push([at(0.0, 0.0, 1.0), at(run, 0.0, 1.0), at(run, rise, 1.0)]);
    all.push([at(0.0, 0.0, -1.0), at(run, rise, -1.0), at(run, 0.0, -1.0)]);
    all
}

/// Returns the triangles of a flight of stairs that rises towards +x; lengths in metres.
fn stairs(count: u8, height: f32, depth: f32, half: f32) -> Vec<[Vec3; 3]> {
    let step = |step: u8| {
        let [from, to] = [step, step + 1].map(f32::from);
        let low = Vec3::new(from * depth, if step == 0 { 0.0 } else { from * height }, -half);
        let far = if step + 1 == count { 1.5 } else { 0.0 };
        cuboid(low, Vec3::new(to * depth + far, to * height, half))
    };
    (0..count).flat_map(step).collect()
}

/// Returns the triangles of rough ground of cells with side `cell`, metres; the reader's bytes select the heights.
fn rough(reader: &mut Reader<'_>, cell: f32, height: f32) -> Vec<[Vec3; 3]> {
    let heights = [(); (CELLS + 1) * (CELLS + 1)].map(|()| (f32::from(reader.byte()) / 255.0 - 0.3) * height);
    let at = |x: usize, z: usize| {
        let level = |place: usize| (place as f32 - CELLS as f32 / 2.0) * cell;
        Vec3::new(level(x), heights[x * (CELLS + 1) + z], level(z))
    };
    let cells = (0..CELLS).flat_map(|x| (0..CELLS).map(move |z| (x, z)));
    let pair = |(x, z): (usize, usize)| {
        let [a, b, c, d] = [at(x, z), at(x, z + 1), at(x + 1, z + 1), at(x + 1, z)];
        if (x + z) % 2 == 0 { [[a, b, c], [a, c, d]] } else { [[a, b, d], [b, c, d]] }
    };
    cells.flat_map(pair).collect()
}

/// Reads one part of a test level from the test case's bytes and returns its triangles.
fn part(reader: &mut Reader<'_>) -> Vec<[Vec3; 3]> {
    let (kind, place, spin) = (reader.byte(), reader.vector(1e-3, FARTHEST), reader.byte());
    let [a, b, c] = [(); 3].map(|()| reader.between(0.0, 1.0));
    let piece = match kind % 6 {
        0 => {
            let half = Vec3::new(0.05 + a, 0.0, 0.05 + b);
            cuboid(-half, half + Vec3::Y * (0.01 + 1.2 * c * c))
        }
        1 => ramp(3.0 + 82.0 * a, 0.3 + 3.0 * b, 0.3 + 1.5 * c),
        2 => stairs(1 + reader.byte() % STEPS, 0.03 + 0.5 * a, 0.05 + 0.5 * b, 0.3 + 2.0 * c),
        3 => rough(reader, 0.2 + 0.8 * a, b * (0.2 + 0.8 * a)),
        4 => {
            // A ceiling, which may slope down.
            let lean = Vec3::new(3.0, 2.0 * (b - 0.5), 0.0);
            quad(Vec3::new(-1.5, 0.5 + 2.5 * a, -1.0), lean, Vec3::Z * 2.0 * c).into()
        }
        // A thin wall, or a fence.
        _ => quad(Vec3::new(0.0, 0.0, -1.0 - a), Vec3::Z * (2.0 + b), Vec3::Y * (0.05 + 1.5 * c * c)).into(),
    };
    let turn = match spin % 4 {
        0 => Quat::IDENTITY,
        // Exactly a quarter turn.
        1 => Quat::from_xyzw(0.0, std::f32::consts::FRAC_1_SQRT_2, 0.0, std::f32::consts::FRAC_1_SQRT_2),
        _ => {
            let (sine, cosine, _) = trig(f32::from(spin) * 0.7);
            Quat::from_xyzw(0.0, sine, 0.0, cosine)
        }
    };
    let offset = place * Vec3::new(1.0, if kind >= 192 { 0.2 } else { 0.0 }, 1.0);
    piece.iter().map(|triangle| triangle.map(|v| turn * v + offset)).collect()
}

/// Reads a test level that stands on `y = 0`, y up, from the test case's bytes; returns its triangles.
pub(super) fn read(reader: &mut Reader<'_>) -> Vec<[Vec3; 3]> {
    let mut level: Vec<_> =
        quad(Vec3::new(-FLOOR, 0.0, -FLOOR), Vec3::Z * (2.0 * FLOOR), Vec3::X * (2.0 * FLOOR)).into();
    for _ in 0..reader.byte() % (PARTS + 1) {
        level.extend(part(reader));
    }
    level
}

/// Encodes a test level of a few parts as bytes; different `number`s give different levels.
pub(super) fn write(writer: &mut Writer, number: u8) {
    let count = 2 + number % 4;
    writer.byte(count);
    for index in 0..count {
        let kind = number.wrapping_mul(5).wrapping_add(index * 7);
        let share = f32::from(kind.wrapping_mul(41)) / 255.0;
        let spot = f32::from(number.wrapping_mul(59).wrapping_add(index.wrapping_mul(83))) / 255.0;
        writer.byte(kind).vector(Vec3::new(2.0 * spot - 1.0, share, 1.0 - 2.0 * share)).byte(kind.wrapping_mul(3));
        for size in [share, 1.0 - share * 0.7, 0.3 + 0.5 * spot] {
            writer.number(size);
        }
        match kind % 6 {
            2 => {
                writer.byte(3 + index);
            }
            3 => {
                for corner in 0..((CELLS + 1) * (CELLS + 1)) as u8 {
                    writer.byte(corner.wrapping_mul(97).wrapping_add(number));
                }
            }
            _ => {}
        }
    }
}
