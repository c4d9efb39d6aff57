//! A hull exactly on a floor does not freeze when it walks against a wall.
//!
//! In: an ellipsoid whose hull lies on a floor to a few units in the last place, anywhere or on the seam of the floor's
//! triangles, near a wall that leans by up to a hundredth, any heading, gravity or none.
//!
//! 1. *Not frozen*: no slide runs out of sweeps without motion, on a path of less than a thousandth of the displacement.
//! 2. *Along the wall*: a slide moves along the wall as far as desired, within a hundredth; a motion straight into the
//!    wall may stop.

use super::geometry::{HULL_PART, SKIN, heading, parallelogram};
use crate::bytes::{Reader, Writer};
use crate::finding::{Finding, Outcome};
use crate::soup::world_of;
use glam::{Vec2, Vec3};
use sweep8::inspect::{TwoPasses, slide_and_fall};
use sweep8::{Ellipsoid, SlideOutcome, SlideStatus};

/// Number of hull heights that are tried around contact with the floor, one unit in the last place apart.
const PLACES: u32 = 9;

/// Maximum tangent of the test wall's angle with the vertical.
const LEAN: f32 = 0.01;

/// Minimum length of a slide's path that counts as motion, as a fraction of the displacement.
const MOTION: f64 = 1e-3;

/// Minimum fraction of the desired displacement along the wall that a slide must keep, and minimum such displacement for which
/// this is checked.
const ALONG: f64 = 0.99;
const LEAST_ALONG: f64 = 0.02;

pub(super) fn check(reader: &mut Reader<'_>) -> Result<Outcome, Finding> {
    let kind = reader.byte();
    let radii = if kind & 1 == 0 { Vec3::splat(reader.between(0.1, 1.0)) } else { reader.radii(0.1, 1.2) };
    let Ok(shape) = Ellipsoid::new(radii) else { return Ok(Outcome::Skipped) };
    let headed = |reader: &mut Reader<'_>| heading(Vec2::new(reader.between(-1.0, 1.0), reader.between(-1.0, 1.0)));
    let (facing, lean) = (headed(reader), reader.between(-LEAN, LEAN));
    let (out, along) = (Vec3::new(facing.x, 0.0, facing.y), Vec3::new(-facing.y, 0.0, facing.x));
    let floor = parallelogram(Vec3::new(-20.0, 0.0, -20.0), Vec3::Z * 40.0, Vec3::X * 40.0);
    let wall = parallelogram(along * -20.0 - Vec3::Y - out * lean, (Vec3::Y + out * lean) * 10.0, along * 40.0);
    let world = world_of(&[floor, wall].concat());

    let hull = (HULL_PART * f64::from(SKIN)) as f32;
    let (gap, beside) = (reader.between(0.0, 0.03), reader.between(-1.0, 1.0));
    let toward = headed(reader);
    let desired = (out * -toward.x.abs() + along * toward.y) * reader.between(0.003, 0.07);
    for places in 0..PLACES {
        let y = f32::from_bits((radii.y + hull).to_bits() + places - PLACES / 2);
        let off = (radii * out).length() + hull + y * lean + gap;
        // Anywhere, or on the seam of the floor's triangles, where x and z are equal.
        let seam = off * (out.z - out.x) / (along.x - along.z);
        let besides = [beside, if seam.abs() < 2.0 { seam + 0.02 * beside } else { -beside }];
        for start in besides.map(|beside| out * off + along * beside + Vec3::Y * y) {
            for gravity in [Vec3::ZERO, Vec3::Y * (-9.81 / 3600.0)] {
                let settings = TwoPasses { gravity, ..TwoPasses::default() };
                let outcome = slide_and_fall(&world, &shape, start, desired, &settings);
                check_motion(desired, along, &outcome).map_err(|what| {
                    Finding(format!(
                        "{what}: {radii:?} from {start:?} by {desired:?}, gravity {gravity:?}: {outcome:?}; {floor:?}, {wall:?}"
                    ))
                })?;
            }
        }
    }
    Ok(Outcome::Held)
}

fn check_motion(desired: Vec3, along: Vec3, outcome: &SlideOutcome) -> Result<(), String> {
    let [desired, travel, along] = [desired, outcome.travel, along].map(Vec3::as_dvec3);
    if outcome.status == SlideStatus::OutOfIterations && f64::from(outcome.path) < MOTION * desired.length() {
        return Err("frozen".to_owned());
    }
    // Depenetration may have moved it the other way.
    let (wished, gone) = (desired.dot(along), travel.dot(along) * desired.dot(along).signum());
    let least = ALONG * wished.abs() - f64::from(outcome.depenetrated_by);
    if wished.abs() > LEAST_ALONG * desired.length() && gone < least {
        return Err(format!("only {gone} m of {wished} along the wall"));
    }
    Ok(())
}

/// Encodes a test case: a ball or a person on a floor that walks against a wall at an angle.
pub(super) fn write(writer: &mut Writer, number: u8) {
    writer.byte(number);
    for radius in &[0.5, 0.9, 0.4][..if number & 1 == 0 { 1 } else { 3 }] {
        writer.number(*radius);
    }
    writer.number(0.6).number(0.1 * f32::from(number) - 0.5).number(2e-3 * f32::from(number) - 0.01);
    writer.number(0.003).number(0.2).number(0.5).number(0.7).number(0.02);
}
