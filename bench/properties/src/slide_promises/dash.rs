//! A hull does not sink through a long edge while it moves fast along it.
//!
//! In: a sheet of one or two triangles that hangs from an edge of 10 m to 3 km, with any rotation; an ellipsoid next to
//! the edge, with a gap of 0 to 2 skins; one to four moves of 1 to 100 m along the edge that lead in by a
//! hundred-thousandth to a tenth of their length.
//!
//! After every move the hull is no deeper in the sheet than it was before the move, and not in it if it was not, in
//! `f64`. The exact travel is judged, not the rounded centre. The tolerance is the rounding of the corners in `f32`,
//! which grows with their distance.

use super::geometry::{HULL_PART, SKIN, apart, exactly, largest, support};
use crate::bytes::{Reader, Writer};
use crate::finding::{Finding, Outcome, demand};
use crate::soup::world_of;
use glam::{Quat, Vec3};
use sweep8::{Ellipsoid, SlideSettings};

/// Lengths of the long edges along which the test's bodies dash, metres.
const LENGTHS: [f32; 6] = [10.0, 30.0, 100.0, 300.0, 1_000.0, 3_000.0];

/// Maximum fractions of a dash's length that lead into the edge; each dash takes one of them.
const SLOPES: [f32; 5] = [1e-5, 1e-4, 1e-3, 1e-2, 1e-1];

/// Maximum number of dashes per test case.
const MOVES: u8 = 4;

/// Allowed depth per unit of the largest coordinate in the hull's space: a corner is rounded where the centre is subtracted
/// and where it is divided by the radii, each time by half a unit in the last place.
const ROUNDING: f64 = 1.2e-7;

/// Allowed increase of the penetration depth in a dash in addition to [`ROUNDING`], radii.
const LEAST_ROUNDING: f64 = 1e-6;

pub(super) fn check(reader: &mut Reader<'_>) -> Result<Outcome, Finding> {
    let kind = reader.byte();
    let length = LENGTHS[usize::from(reader.byte()) % LENGTHS.len()];
    let parts = [(); 4].map(|()| reader.between(-1.0, 1.0));
    let turn = Quat::from_array(parts);
    let turn = if turn.length_squared() > 1e-6 { turn.normalize() } else { Quat::IDENTITY };
    let radii = if kind & 1 == 0 { Vec3::splat(reader.between(0.05, 1.0)) } else { reader.radii(0.05, 2.0) };
    let Ok(shape) = Ellipsoid::new(radii) else { return Ok(Outcome::Skipped) };
    let triangles = sheet(length, kind & 2 == 0).map(|triangle| triangle.map(|corner| turn * corner));
    let triangles = if kind & 2 == 0 { &triangles[..1] } else { &triangles[..] };
    let (world, exact) = (world_of(triangles), exactly(triangles));

    let [along, up, side] = [Vec3::X, Vec3::Y, Vec3::Z].map(|axis| turn * axis);
    let out = (up + side * reader.between(-2.0, 2.0)).normalize();
    let place = along * (reader.between(-0.4, 0.4) * length);
    let mut center = place + out * reader.between(0.0, 2.0 * SKIN) - support(radii, out);
    let hull = radii.as_dvec3() + HULL_PART * f64::from(SKIN);
    for _ in 0..=reader.byte() % MOVES {
        let far = reader.between(-100.0, 100.0);
        let slope = SLOPES[usize::from(reader.byte()) % SLOPES.len()] * reader.between(0.0, 1.0);
        let aside = slope * reader.between(-1.0, 1.0);
        let desired = along * far - (out * slope + out.cross(along) * aside) * far.abs();
        let slid = world.slide(&shape, center, desired, &SlideSettings::default());
        let outcome = slid.expect("a slide in range");
        let (start, end) = (center.as_dvec3(), center.as_dvec3() + outcome.travel.as_dvec3());
        let size = largest(start, hull, &exact).max(largest(end, hull, &exact));
        let [before, after] = [start, end].map(|center| apart(center, hull, &exact));
        let deeper = before.min(1.0) - after;
        demand(deeper <= LEAST_ROUNDING + ROUNDING * size, || {
            format!(
                "the hull is {after} off a long edge, {deeper} deeper than allowed, after {before}: {radii:?} from \
                 {center:?} by {desired:?}: {outcome:?}; {triangles:?}"
            )
        })?;
        center = outcome.position.to_vec3();
    }
    Ok(Outcome::Held)
}

/// Encodes a test case: a ball or an ellipsoid that dashes along a long edge and back.
pub(super) fn write(writer: &mut Writer, number: u8) {
    writer.byte(number).byte(2 + number).number(1.0).number(0.3 * f32::from(number)).number(0.2).number(0.1);
    writer.number(0.4);
    if number & 1 == 1 {
        writer.number(0.9).number(0.4);
    }
    writer.number(0.2 * f32::from(number) - 1.0).number(-0.2).number(0.009).byte(3);
    for (far, slope, part) in [(6.0, 2, 0.2), (-40.0, 3, 0.2), (70.0, 2, 0.9), (-3.0, 4, 0.5)] {
        writer.number(far).byte(slope).number(part).number(0.1);
    }
}

/// Returns a sheet below an edge along x through the origin: one triangle, or the two triangles of a rectangle.
fn sheet(length: f32, is_triangle: bool) -> [[Vec3; 3]; 2] {
    let half = 0.5 * length;
    let [from, to] = [-half, half].map(|x| Vec3::new(x, 0.0, 0.0));
    if is_triangle {
        return [[from, to, Vec3::new(0.0, -half, 0.0)]; 2];
    }
    let [below_from, below_to] = [from, to].map(|corner| corner - Vec3::Y * half);
    [[from, to, below_to], [from, below_to, below_from]]
}
