//! A hull that lies exactly on a floor does not freeze where it walks against a wall.
//!
//! In: an ellipsoid whose hull lies on a floor to a few units in the last place, near a wall that leans by up to a
//! hundredth, any heading, gravity or none.
//!
//! No slide runs out of sweeps without motion: on a path of less than a thousandth of the displacement.

use super::{HULL_PART, SKIN, parallelogram};
use crate::properties::bytes::{Reader, Writer};
use crate::properties::soup::world_of;
use crate::properties::{Finding, Outcome, demand};
use glam::{Vec2, Vec3};
use sweep8::{Ellipsoid, Scratch, SlideSettings, SlideStatus};

/// Units in the last place around the height at which the hull lies on the floor.
const PLACES: u8 = 9;

/// Largest lean of the wall, its tangent.
const LEAN: f32 = 0.01;

/// Path that is motion, as part of the displacement.
const MOTION: f64 = 1e-3;

pub(super) fn check(reader: &mut Reader<'_>) -> Result<Outcome, Finding> {
    let kind = reader.byte();
    let radii = if kind & 1 == 0 { Vec3::splat(reader.between(0.1, 1.0)) } else { reader.radii(0.1, 1.2) };
    let Ok(shape) = Ellipsoid::new(radii) else { return Ok(Outcome::Skipped) };
    let heading =
        |reader: &mut Reader<'_>| Vec2::new(reader.between(-1.0, 1.0), reader.between(-1.0, 1.0)).normalize_or(Vec2::X);
    let (facing, lean, places) = (heading(reader), reader.between(-LEAN, LEAN), reader.byte() % PLACES);
    let (out, along) = (Vec3::new(facing.x, 0.0, facing.y), Vec3::new(-facing.y, 0.0, facing.x));
    let floor = parallelogram(Vec3::new(-20.0, 0.0, -20.0), Vec3::Z * 40.0, Vec3::X * 40.0);
    let wall = parallelogram(along * -20.0 - Vec3::Y - out * lean, (Vec3::Y + out * lean) * 10.0, along * 40.0);
    let world = world_of(&[floor, wall].concat());

    let hull = (HULL_PART * f64::from(SKIN)) as f32;
    let y = f32::from_bits((radii.y + hull).to_bits() + u32::from(places) - u32::from(PLACES / 2));
    let (gap, beside) = (reader.between(0.0, 0.03), reader.between(-1.0, 1.0));
    let start = out * ((radii * out).length() + hull + y * lean + gap) + along * beside + Vec3::Y * y;
    let toward = heading(reader);
    let wish = (out * -toward.x.abs() + along * toward.y) * reader.between(0.003, 0.07);
    for gravity in [Vec3::ZERO, Vec3::Y * (-9.81 / 3600.0)] {
        let settings = SlideSettings { gravity, ..SlideSettings::default() };
        let outcome = world.slide(&shape, start, wish, &settings, &mut Scratch::new());
        let moved = f64::from(outcome.path) >= MOTION * wish.as_dvec3().length();
        demand(outcome.status != SlideStatus::OutOfIterations || moved, || {
            format!(
                "frozen: {radii:?} from {start:?} by {wish:?}, gravity {gravity:?}: {outcome:?}; {floor:?}, {wall:?}"
            )
        })?;
    }
    Ok(Outcome::Held)
}

/// The bytes of a case: a ball or a person that walks against a wall at an angle.
pub(super) fn write(writer: &mut Writer, number: u8) {
    writer.byte(number);
    for radius in &[0.5, 0.9, 0.4][..if number & 1 == 0 { 1 } else { 3 }] {
        writer.number(*radius);
    }
    writer.number(0.6).number(0.1 * f32::from(number) - 0.5).number(2e-3 * f32::from(number) - 0.01).byte(number);
    writer.number(0.003).number(0.2).number(0.5).number(0.7).number(0.02);
}
