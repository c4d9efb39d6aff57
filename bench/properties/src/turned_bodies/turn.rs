//! Turning a body to another orientation.

use crate::finding::{Finding, demand};
use crate::scene::{Body, PLACE_ROUNDING, Part, Scene};
use glam::{DVec3, Quat, Vec3};
use sweep8::{CharacterState, InputError};
use sweep8_scalar_ref::brute_force::Triangle;

/// Tolerance of the position of a rotated character's feet, metres.
const FEET_ROUNDING: f64 = 1e-6;

/// Returns the extent of a rotated body from its centre along a unit direction, metres.
fn support(body: &Body, along: DVec3) -> f64 {
    let along = body.back * along;
    (body.radii * along).length() + body.half.dot(along).abs()
}

/// Rotates two copies of a character to `to`; checks that one keeps its centre and the other the position of its feet.
pub(super) fn check(scene: &Scene, step: usize, state: &CharacterState, to: Quat) -> Result<(), Finding> {
    for up in [Vec3::ZERO, Vec3::Y] {
        let mut turned = *state;
        let answer = scene.world.turn_character(&scene.profile, &mut turned, to, up);
        let finding = |what: &str| scene.finding(step, state, &format!("{what}: {answer:?} to {to} about {up}"));
        let before = Body::of(&scene.profile, state, 0.0);
        let mut there = Body::of(&scene.profile, &CharacterState { orientation: to, ..*state }, 0.0);
        let along = up.as_dvec3();
        there.center += along * (support(&there, along) - support(&before, along));
        let apart = |triangle: &Triangle| there.apart(triangle);
        match answer {
            Ok(()) => {
                let off = turned.position.to_dvec3().distance(there.center);
                let allowed = FEET_ROUNDING + PLACE_ROUNDING * there.center.length();
                let is_there = off < allowed && turned.orientation == to;
                demand(is_there, || finding(&format!("{off} m from where its feet stay")))?;
                for (number, triangle) in scene.parts.iter().flat_map(Part::lying) {
                    let is_clear = apart(&triangle) > 1.0 - there.allowed(&triangle, 0.0);
                    demand(is_clear, || finding(&format!("{} off triangle {number}", apart(&triangle))))?;
                }
            }
            Err(InputError::NoRoom { instance, triangle, .. }) => {
                let same = bytemuck::bytes_of(&turned) == bytemuck::bytes_of(state);
                demand(same, || finding("refused, and changed"))?;
                let part = scene.parts.iter().find(|part| part.id.index() == instance as usize);
                let named = part.and_then(|part| part.lying().find(|(number, _)| *number == triangle));
                let overlaps = named.is_some_and(|(_, named)| apart(&named) < 1.0 + there.allowed(&named, 0.0));
                demand(overlaps, || finding(&format!("no overlap: {:?}", named.map(|(_, named)| apart(&named)))))?;
            }
            // The place is out of range.
            Err(_) => (),
        }
    }
    Ok(())
}
