//! The distance that an idle character flies or slides down a crease does not depend on the time step.
//!
//! In: two steep planes that meet in a crease, each turned about it by its own angle: a gully, or a slope beside a wall;
//! an ellipsoid, with or without a spine, close to both; an impulse. It moves idle at 30, 60 and 240 Hz.
//!
//! 1. *Flight*: far above the planes the impulse carries it for a second as Galilei's law says: by `v t + g t²/2`.
//! 2. *Slide*: from the first second to the fourth it slides as far, within 2 %. A character that does not slide all
//!    the time is not checked: a crease can be too narrow, or too level.

use crate::bytes::{Reader, Writer};
use crate::finding::{Finding, Outcome, demand};
use crate::soup::world_of;
use glam::Vec3;
use sweep8::{CharacterProfile, Crowd, CrowdSettings, Ellipsoid, Ground, Shape, World};
use sweep8_bench::levels::scenes::builder::trig;

/// Frame rates at which the same slide is compared, Hz.
const RATES: [u16; 3] = [30, 60, 240];

/// Time after the start at which the measurement of the slide begins, seconds.
const FROM: u16 = 1;
/// Time after the start at which the measurement of the slide ends, seconds.
const TO: u16 = 4;

/// Allowed relative difference between the distances slid at two frame rates.
const DIFFERENCE: f64 = 0.02;

/// Maximum component of the test impulse, m/s; a fall of one second stays below the profile's maximum speed.
const IMPULSE: f32 = 20.0;

/// Height of a flight above the planes, metres, and tolerance of its end: rounding of velocities and displacements in
/// 240 steps.
const HEIGHT: f32 = 2_000.0;
const FLIGHT_ROUNDING: f64 = 1e-4;

/// Half the length of the two steep planes, and their height, metres.
const SIZE: f32 = 200.0;

/// Minimum and maximum sum of the rotations of the two planes about their crease, degrees.
const ANGLES: [f32; 2] = [10.0, 150.0];

pub(crate) fn check(bytes: &[u8]) -> Result<Outcome, Finding> {
    let mut reader = Reader::new(bytes);
    let radii = Vec3::from_array([(); 3].map(|()| reader.between(0.2, 1.0)));
    let Ok(shape) = Ellipsoid::new(radii) else { return Ok(Outcome::Skipped) };
    let steep = reader.between(30.0, 75.0);
    let turns = [reader.between(0.0, 90.0), reader.between(0.0, 90.0)];
    let gaps = [reader.between(0.01, 0.3), reader.between(0.01, 0.3)];
    let impulse = reader.vector(1e-3, IMPULSE);
    let shape = reader.spine(shape);
    let (triangles, normals) = crease(steep, turns);
    let world = world_of(&triangles);
    for rate in RATES {
        check_flight(&world, shape, impulse, rate)?;
    }
    let slope_cosine = CharacterProfile::default().settings().max_slope_angle.cos();
    let cosines = turns.map(|turn| trig(steep).1 * trig(turn).1);
    let angle = turns[0] + turns[1];
    if !(ANGLES[0]..=ANGLES[1]).contains(&angle) || cosines.iter().any(|&cosine| cosine > slope_cosine - 0.01) {
        return Ok(Outcome::Skipped);
    }
    let start = above(normals, [0, 1].map(|side| extent(&shape, normals[side]) + gaps[side]));
    let mut ways = [0.0; RATES.len()];
    for (way, rate) in ways.iter_mut().zip(RATES) {
        let Some(slid) = slide(&world, shape, start, rate) else { return Ok(Outcome::Skipped) };
        *way = slid;
    }
    let [least, most] = [f64::min, f64::max].map(|of| ways.into_iter().reduce(of).unwrap_or_default());
    demand(most - least <= DIFFERENCE * least, || {
        format!(
            "slid {ways:?} m at {RATES:?} Hz: {radii:?} from {start:?}, {steep}°, turned by {turns:?}; {triangles:?}"
        )
    })?;
    Ok(Outcome::Held)
}

/// Returns the distance from the centre of a shape to its tangent plane with this normal, metres.
fn extent(shape: &Shape, normal: Vec3) -> f32 {
    (shape.radii() * normal).length() + shape.half_length() * shape.axis().unit().dot(normal).abs()
}

/// Encodes a test case of a slide in a gully, or on a slope beside a wall, as bytes; `spine`: the code of a spine.
pub(crate) fn encode(steep: f32, turns: [f32; 2], spine: u8) -> Vec<u8> {
    let mut writer = Writer::default();
    writer.number(0.4).number(0.9).number(0.4).number(steep).number(turns[0]).number(turns[1]);
    writer.number(0.05).number(0.02).vector(Vec3::new(3.0, 0.1 * steep, -1.0)).byte(spine);
    writer.finish()
}

/// Checks that a character with this impulse flies in one second at `rate` Hz as far as a free flight.
fn check_flight(world: &World, shape: Shape, impulse: Vec3, rate: u16) -> Result<(), Finding> {
    let mut crowd = Crowd::default();
    let start = Vec3::Y * HEIGHT;
    let id = crowd.spawn(&CharacterProfile::of_shape(shape), start).expect("in range");
    crowd.add_impulse(id, impulse).expect("in range");
    for _ in 0..rate {
        crowd.step(world, 1.0 / f32::from(rate)).expect("a time step");
    }
    let expected = impulse.as_dvec3() + CrowdSettings::default().gravity.as_dvec3() * 0.5;
    let flown = crowd.position(id).expect("in the crowd").to_dvec3() - start.as_dvec3();
    demand(flown.distance(expected) <= FLIGHT_ROUNDING, || {
        format!("flew by {flown} m in a second at {rate} Hz, not {expected}: {shape:?}, impulse {impulse:?}")
    })
}

/// Builds two planes that meet in a crease through the origin, which descends along +x at an angle in degrees; each is turned
/// about it from its level position, to either side. Returns their triangles and normals.
fn crease(steep: f32, turns: [f32; 2]) -> (Vec<[Vec3; 3]>, [Vec3; 2]) {
    let (sine, cosine, _) = trig(steep);
    let (down, up) = (Vec3::new(cosine, -sine, 0.0), Vec3::new(sine, cosine, 0.0));
    let side = |turn: f32, across: Vec3| {
        let (sine, cosine, _) = trig(turn);
        let (rises, normal) = (across * cosine + up * sine, up * cosine - across * sine);
        let [a, b] = [down * -SIZE, down * SIZE];
        let [c, d] = [b, a].map(|corner| corner + rises * SIZE);
        ([[a, b, c], [a, c, d]], normal)
    };
    let (first, second) = (side(turns[0], Vec3::Z), side(turns[1], Vec3::NEG_Z));
    ([first.0, second.0].concat(), [first.1, second.1])
}

/// Returns the point at these distances in front of two planes through the origin that is nearest to their crease, metres.
pub(crate) fn above([a, b]: [Vec3; 2], [from_a, from_b]: [f32; 2]) -> Vec3 {
    let cosine = a.dot(b);
    let sine_square = 1.0 - cosine * cosine;
    a * ((from_a - cosine * from_b) / sine_square) + b * ((from_b - cosine * from_a) / sine_square)
}

/// Returns how far an idle character slides down from `start` at `rate` Hz, metres; `None` if it does not slide all the time.
fn slide(world: &World, shape: Shape, start: Vec3, rate: u16) -> Option<f64> {
    let mut crowd = Crowd::default();
    let id = crowd.spawn(&CharacterProfile::of_shape(shape), start).expect("in range");
    let seconds = 1.0 / f32::from(rate);
    for _ in 0..FROM * rate {
        crowd.step(world, seconds).expect("a time step");
    }
    let from = crowd.position(id).expect("in the crowd").to_dvec3();
    for _ in FROM * rate..TO * rate {
        crowd.step(world, seconds).expect("a time step");
        if !matches!(crowd.ground(id), Ok(Ground::Steep(_))) {
            return None;
        }
    }
    Some(crowd.position(id).expect("in the crowd").to_dvec3().distance(from))
}
