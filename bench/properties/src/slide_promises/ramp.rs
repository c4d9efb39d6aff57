//! A character walks up a ramp next to a slope too steep to stand on.
//!
//! In: a floor and a steep slope that meet in a crease; an ellipsoid close to both; a level displacement that leads
//! into both, and along either of them into the other.
//!
//! *Along the crease*: after some moves, each covers the part of the desired displacement along the crease, within a
//! fiftieth. The slope is a wall for a climb, but the ramp carries, so gravity does not take the motion back.

use super::geometry::{CLEAR, HULL_PART, SKIN, in_crease, valley};
use crate::bytes::{Reader, Writer};
use crate::finding::{Finding, Outcome, demand};
use crate::soup::world_of;
use crate::time_step::above;
use glam::{DVec3, Vec3};
use sweep8::Ellipsoid;
use sweep8::inspect::{TwoPasses, slide_and_fall};
use sweep8_bench::levels::scenes::builder::trig;

/// Range of the test ramp's angle, degrees; 50 is the maximum walkable slope.
const RAMPS: [f32; 2] = [2.0, 48.0];
/// Range of the angle of the steep slope beside the ramp, degrees.
const SLOPES: [f32; 2] = [52.0, 88.0];

/// Half the length of the crease between ramp and slope, and the height of both, metres.
const SIZE: f32 = 20.0;

/// Number of moves up the ramp before the checked moves.
const SETTLE: usize = 6;
/// Number of checked moves up the ramp.
const WATCH: usize = 4;

/// Minimum fraction of the desired displacement's part along the crease that a move must reach.
const GONE: f64 = 0.98;

pub(super) fn check(reader: &mut Reader<'_>) -> Result<Outcome, Finding> {
    let kind = reader.byte();
    let radii = if kind & 1 == 0 { Vec3::splat(reader.between(0.1, 1.0)) } else { reader.radii(0.1, 1.2) };
    let Ok(shape) = Ellipsoid::new(radii) else { return Ok(Outcome::Skipped) };
    let angles = [reader.between(RAMPS[0], RAMPS[1]), reader.between(SLOPES[0], SLOPES[1])];
    let headings = [(); 3].map(|()| reader.between(0.0, 360.0));
    let gaps = [reader.between(0.0, 0.02), reader.between(0.0, 0.02)];
    let desired = level(headings[2]) * reader.between(0.01, 0.1);
    let normals = [0, 1].map(|plane| {
        let (sine, cosine, _) = trig(angles[plane]);
        level(headings[plane]) * sine + Vec3::Y * cosine
    });
    let Some(expected) = along_crease(normals.map(Vec3::as_dvec3), desired.as_dvec3()) else {
        return Ok(Outcome::Skipped);
    };
    let (triangles, _) = valley(normals, SIZE);
    let world = world_of(&triangles);
    let hull = (HULL_PART * f64::from(SKIN)) as f32;
    let mut center = above(normals, [0, 1].map(|plane| (radii * normals[plane]).length() + hull + gaps[plane]));
    let settings = TwoPasses { gravity: Vec3::Y * (-9.81 / 3600.0), ..TwoPasses::default() };
    for number in 0..SETTLE + WATCH {
        let outcome = slide_and_fall(&world, &shape, center, desired, &settings);
        let gone = outcome.travel.as_dvec3().dot(expected) / expected.length_squared();
        demand(number < SETTLE || gone >= GONE, || {
            format!(
                "move {number} goes by {gone} of {expected} up a ramp: {radii:?} from {center:?} by {desired:?}: {outcome:?}; \
                 {triangles:?}"
            )
        })?;
        center = outcome.position.to_vec3();
    }
    Ok(Outcome::Held)
}

/// Encodes a test case: a ball or a person that walks in the crease of a ramp and a steep slope.
pub(super) fn write(writer: &mut Writer, number: u8) {
    writer.byte(number);
    for radius in &[0.5, 0.9, 0.4][..if number & 1 == 0 { 1 } else { 3 }] {
        writer.number(*radius);
    }
    let turn = f32::from(number) * 20.0;
    writer.number(30.0).number(60.0 + 2.0 * f32::from(number)).number(turn).number(turn + 100.0).number(turn + 225.0);
    writer.number(0.001).number(0.001).number(0.05);
}

/// Returns the horizontal unit vector at an angle in degrees from +x towards +z.
fn level(degrees: f32) -> Vec3 {
    let (sine, cosine, _) = trig(degrees);
    Vec3::new(cosine, 0.0, sine)
}

/// Returns the part of a horizontal displacement along the crease, if nothing nearer to it leads into neither ramp nor slope: along
/// the wall that the slope is for a walk, it would lead into the ramp.
fn along_crease([ramp, slope]: [DVec3; 2], desired: DVec3) -> Option<DVec3> {
    let wall = DVec3::new(slope.x, 0.0, slope.z).normalize();
    let along_wall = desired - wall * desired.dot(wall);
    in_crease([ramp, slope], desired).filter(|_| along_wall.dot(ramp) < -CLEAR * desired.length())
}
