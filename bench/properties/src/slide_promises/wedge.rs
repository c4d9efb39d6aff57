//! A character that walks into a narrow wedge of two upright walls gets within a skin of both, and rests.
//!
//! In: a floor, two walls that meet in an upright line, an upright round body that walks into the wedge between them, up to 50° aside,
//! at 30, 60 or 144 Hz.
//!
//! 1. *In*: it comes to rest, bit for bit, at most 1.35 skins before the place where the hull touches both walls. A
//!    stop keeps its distance along the normal of a wall, which is much longer along the wedge.
//! 2. *Clear*: there the hull overlaps neither.

use super::geometry::{HULL_PART, SKIN, apart, exactly, largest, parallelogram};
use crate::bytes::{Reader, Writer};
use crate::finding::{Finding, Outcome, demand};
use crate::soup::world_of;
use glam::{DVec2, Vec3};
use sweep8::{CharacterProfile, CharacterState, Ellipsoid, MoveInput};
use sweep8_bench::levels::scenes::builder::trig;

/// Range of the angle between the two walls of a test wedge, degrees.
const ANGLES: [f32; 2] = [2.5, 60.0];
/// Maximum angle between the direction of the walk and the middle of the wedge, degrees.
const ASIDE: f32 = 50.0;

/// Range of the test body's radii, metres; the largest body reaches the end of the narrowest wedge.
const RADII: [f32; 2] = [0.1, 0.6];

/// Half the size of the floor, the length and the heights of the walls, and the distance from its end at which a walk
/// begins, metres.
const FLOOR: f32 = 40.0;
const LENGTH: f32 = 39.0;
const HEIGHTS: [f32; 2] = [3.0, 6.0];
const BEFORE: [f32; 2] = [0.2, 1.5];

/// Steps a second, walking speed, m/s, and maximum number of steps until rest: the last 1e-6 m into a wedge of 2.5° take up to
/// 600.
const RATES: [f32; 3] = [30.0, 60.0, 144.0];
const SPEEDS: [f32; 2] = [2.0, 6.0];
const STEPS: usize = 3_000;

/// Maximum distance of the body at rest from the place where its hull touches both walls, as a multiple of the skin.
const LEFT: f64 = 1.35;

/// Rounding error of a distance between hull and wall per unit of the largest coordinate, ellipsoid space.
const ROUNDING: f64 = 1e-6;

/// Returns the horizontal unit vector at an angle in degrees from +x towards +z.
fn level(degrees: f32) -> Vec3 {
    let (sine, cosine, _) = trig(degrees);
    Vec3::new(cosine, 0.0, sine)
}

pub(super) fn check(reader: &mut Reader<'_>) -> Result<Outcome, Finding> {
    let rate = RATES[usize::from(reader.byte()) % RATES.len()];
    let (radius, half_height) = (reader.between(RADII[0], RADII[1]), reader.between(0.2, 1.2));
    let angle = reader.between(ANGLES[0], ANGLES[1]);
    let (heading, aside) = (reader.between(0.0, 360.0), reader.between(-ASIDE, ASIDE));
    let (speed, height) = (reader.between(SPEEDS[0], SPEEDS[1]), reader.between(HEIGHTS[0], HEIGHTS[1]));
    let before = reader.between(BEFORE[0], BEFORE[1]);
    let Ok(shape) = Ellipsoid::new(Vec3::new(radius, half_height, radius)) else { return Ok(Outcome::Skipped) };
    let mut triangles =
        parallelogram(Vec3::new(-FLOOR, 0.0, -FLOOR), Vec3::Z * 2.0 * FLOOR, Vec3::X * 2.0 * FLOOR).to_vec();
    for side in [-0.5, 0.5] {
        let along = level(heading + side * angle) * LENGTH;
        triangles.extend(parallelogram(Vec3::NEG_Y * 0.5, along, Vec3::Y * height));
    }
    let world = world_of(&triangles);
    let hull = f64::from(radius) + HULL_PART * f64::from(SKIN);
    let deepest = hull / f64::from(0.5 * angle).to_radians().sin();
    let start = level(heading) * (deepest as f32 + before) + Vec3::Y * (half_height + SKIN);
    let input = MoveInput { desired_velocity: level(heading + 180.0 + aside) * speed, ..MoveInput::EARTH };
    let profile = CharacterProfile::of_shape(shape);
    let (mut state, mut rests) = (CharacterState::new(start), false);
    for _ in 0..STEPS {
        let before = state;
        let moved = world.move_character(&profile, &mut state, &input, 1.0 / rate);
        moved.map_err(|error| Finding(error.to_string()))?;
        rests = bytemuck::bytes_of(&before) == bytemuck::bytes_of(&state);
        if rests {
            break;
        }
    }
    let at = state.position.to_dvec3();
    let left = DVec2::new(at.x, at.z).length() - deepest;
    let say = |what: &str| {
        format!(
            "{what}: radii {radius} and {half_height}, {angle}° at {heading}°, {aside}° aside, {speed} m/s, {rate} Hz: {left} m left, {state:?}"
        )
    };
    demand(rests, || say("no rest"))?;
    let radii = shape.radii().as_dvec3() + HULL_PART * f64::from(SKIN);
    let rounding = ROUNDING * largest(at, radii, &exactly(&triangles)) * radii.max_element();
    demand(left > -rounding, || say("in a wall"))?;
    demand(left < LEFT * f64::from(SKIN), || say("rests too far before both walls"))?;
    let distance = apart(at, radii, &exactly(&triangles));
    demand(distance > 1.0 - rounding, || say("in something"))?;
    Ok(Outcome::Held)
}

/// Encodes a test case: a person that walks into wedges of 2.5° to 48°.
pub(super) fn write(writer: &mut Writer, number: u8) {
    let number_of = f32::from(number);
    writer.byte(number).number(0.4).number(0.9).number(2.5 + number_of * number_of * 0.7);
    writer.number(number_of * 40.0).number(number_of * 12.0 - 45.0).number(2.0).number(4.0).number(1.0);
}
