//! A hull in contact with a plane, with a crease of two planes, or with two facing planes slides along them.
//!
//! In: an ellipsoid; a plane of any slope that its hull touches to a few units in the last place; a displacement along
//! the plane, off it or into it by up to a millionth. Then another plane of any slope, both touched alike; a
//! displacement into both. Then a passage between the first plane and one that faces it, both touched alike; a
//! displacement along the passage and into the first.
//!
//! 1. *Plane*: the path is as long as the displacement, within a thousandth.
//! 2. *Crease*: if the part of the displacement along the crease is the nearest to it of all that lead into neither
//!    plane, the path is as long as that part, within a hundredth.
//! 3. *Passage*: the path is as long as the part of the displacement along the passage, within a hundredth.

use super::geometry::{HULL_PART, SKIN, direction, heading, in_crease, parallelogram, valley};
use crate::bytes::{Reader, Writer};
use crate::finding::{Finding, Outcome, demand};
use crate::soup::world_of;
use crate::time_step::above;
use glam::{Vec2, Vec3};
use sweep8::{Ellipsoid, SlideOutcome, SlideSettings, World};

/// Number of distances between hull and plane that are tried around contact, one unit in the last place apart.
const PLACES: u32 = 13;

/// Maximum fraction of the displacement along a plane that leads away from the plane or into it.
const LEAN: f32 = 1e-6;

/// Half the side of a test plane, metres.
const SIZE: f32 = 20.0;

/// Minimum fraction of the displacement along a plane that a slide must reach.
const ON_PLANE: f64 = 0.999;
/// Minimum fraction of the displacement's part along a crease that a slide must reach.
const IN_CREASE: f64 = 0.99;
/// Minimum fraction of the displacement's part along a passage that a slide must reach.
const IN_PASSAGE: f64 = 0.99;

/// Minimum sine of the angle between two test planes that meet in a crease.
const LEAST_SINE: f32 = 0.2;

pub(super) fn check(reader: &mut Reader<'_>) -> Result<Outcome, Finding> {
    let kind = reader.byte();
    let radii = if kind & 1 == 0 { Vec3::splat(reader.between(0.1, 1.0)) } else { reader.radii(0.1, 1.2) };
    let Ok(shape) = Ellipsoid::new(radii) else { return Ok(Outcome::Skipped) };
    let normals = [(); 2].map(|()| direction(Vec3::from_array([(); 3].map(|()| reader.between(-1.0, 1.0))), Vec3::Y));
    let heading = heading(Vec2::new(reader.between(-1.0, 1.0), reader.between(-1.0, 1.0)));
    let parts = [reader.between(-1.0, 1.0), reader.between(0.05, 1.0), reader.between(0.05, 1.0)];
    let (length, lean, beside) = (reader.between(3e-3, 2.0), reader.between(-LEAN, LEAN), reader.between(-0.5, 0.5));
    on_plane(&shape, normals[0], heading, [length, lean, beside])?;
    in_passage(&shape, normals[0], heading, parts[1], [length, beside])?;
    in_crease_of(&shape, normals, parts, [length, beside])
}

/// Encodes a test case: a ball or a person that slides on a slope, and in the slope's crease with another slope.
pub(super) fn write(writer: &mut Writer, number: u8) {
    writer.byte(number);
    for radius in &[0.5, 0.9, 0.4][..if number & 1 == 0 { 1 } else { 3 }] {
        writer.number(*radius);
    }
    let turn = 0.1 * f32::from(number);
    writer.vector(Vec3::new(0.3, turn, 0.7)).vector(Vec3::new(-0.8, 0.5 - turn, 0.2)).number(0.8).number(0.6);
    writer.vector(Vec3::new(0.6, 0.3, 0.7)).number(0.06).number(1e-7 * f32::from(number) - 5e-7).number(0.1);
}

fn on_plane(shape: &Ellipsoid, normal: Vec3, heading: Vec2, [length, lean, beside]: [f32; 3]) -> Result<(), Finding> {
    let (across, along) = normal.any_orthonormal_pair();
    let plane = parallelogram((across + along) * -SIZE, across * (2.0 * SIZE), along * (2.0 * SIZE));
    let world = world_of(&plane);
    let desired = (across * heading.x + along * heading.y + normal * lean) * length;
    for places in 0..PLACES {
        let start = across * beside + normal * touching(shape, normal, places);
        let outcome = slide(&world, shape, start, desired);
        demand(f64::from(outcome.path) >= ON_PLANE * desired.as_dvec3().length(), || {
            format!("stopped on a plane: {shape:?} from {start:?} by {desired:?}: {outcome:?}; {plane:?}")
        })?;
    }
    Ok(())
}

/// Checks a slide between two facing walls; `into` is the displacement into one wall per unit of displacement along both.
fn in_passage(
    shape: &Ellipsoid,
    normal: Vec3,
    heading: Vec2,
    into: f32,
    [length, beside]: [f32; 2],
) -> Result<(), Finding> {
    let (across, along) = normal.any_orthonormal_pair();
    let heading = across * heading.x + along * heading.y;
    let desired = (heading - normal * into).normalize() * length;
    let expected = f64::from(length) / f64::from(into).hypot(1.0);
    for places in 0..PLACES * PLACES {
        let touching = [touching(shape, normal, places % PLACES), touching(shape, normal, places / PLACES)];
        // One triangle each: the rounding of their corners could bend two, and leave no room at their seam.
        let side = |middle: Vec3| {
            let corner = middle - (across + along) * SIZE;
            [corner, corner + across * (4.0 * SIZE), corner + along * (4.0 * SIZE)]
        };
        let sides = [side(normal * -touching[0]), side(normal * touching[1])];
        let start = across * beside;
        let outcome = slide(&world_of(&sides), shape, start, desired);
        demand(f64::from(outcome.path) >= IN_PASSAGE * expected, || {
            format!("stopped in a passage: {shape:?} from {start:?} by {desired:?}: {outcome:?}; {sides:?}")
        })?;
    }
    Ok(())
}

/// Checks a slide in a crease; `parts` are the displacement along the crease, into the first plane and into the second.
fn in_crease_of(
    shape: &Ellipsoid,
    normals: [Vec3; 2],
    parts: [f32; 3],
    [length, beside]: [f32; 2],
) -> Result<Outcome, Finding> {
    if normals[0].cross(normals[1]).length() < LEAST_SINE {
        return Ok(Outcome::Held);
    }
    let (triangles, crease) = valley(normals, SIZE);
    let desired = crease * parts[0] - normals[0] * parts[1] - normals[1] * parts[2];
    let desired = desired.normalize_or(crease) * length;
    let Some(expected) = in_crease(normals.map(Vec3::as_dvec3), desired.as_dvec3()) else {
        return Ok(Outcome::Held);
    };
    let world = world_of(&triangles);
    for places in 0..PLACES * PLACES {
        let touching = [touching(shape, normals[0], places % PLACES), touching(shape, normals[1], places / PLACES)];
        let start = above(normals, touching) + crease * beside;
        let outcome = slide(&world, shape, start, desired);
        demand(f64::from(outcome.path) >= IN_CREASE * expected.length(), || {
            format!(
                "stopped in a crease: {shape:?} from {start:?} by {desired:?}, not {expected}: {outcome:?}; \
                 {triangles:?}"
            )
        })?;
    }
    Ok(Outcome::Held)
}

fn slide(world: &World, shape: &Ellipsoid, start: Vec3, desired: Vec3) -> SlideOutcome {
    world.slide(shape, start, desired, &SlideSettings::default()).expect("input in range")
}

/// Returns the distance from a plane with this normal at which the hull touches it, metres, off by some units in the last
/// place.
fn touching(shape: &Ellipsoid, normal: Vec3, places: u32) -> f32 {
    let hull = shape.radii() + (HULL_PART * f64::from(SKIN)) as f32;
    f32::from_bits((hull * normal).length().to_bits() + places - PLACES / 2)
}
