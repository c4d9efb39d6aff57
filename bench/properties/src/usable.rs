//! A world that was accepted is safe to use.
//!
//! In: a world made of any input that the library took, and its triangles. A character with ordinary values near one of
//! its triangles and one with any values sweep through it, slide, move alone, and step in a crowd: every answer is
//! finite, and nothing panics; the state after a move is accepted as the start of another.

use crate::bytes::Reader;
use crate::finding::{Finding, demand};
use glam::Vec3;
use sweep8::{
    CharacterProfile, CharacterState, Crowd, Ellipsoid, Hit, MoveInput, Sides, SlideOutcome, SlideSettings, World,
};

/// Number of frames that a test crowd walks in the world.
const FRAMES: u32 = 3;

/// Length of a frame of the test, seconds.
const FRAME: f32 = 1.0 / 60.0;

/// Checks that the answers of `world` near the point `beside` (metres) are valid and finite; `reader` supplies arguments.
pub(crate) fn check(world: &World, beside: Vec3, reader: &mut Reader<'_>) -> Result<(), Finding> {
    let tame = (Vec3::new(0.4, 0.9, 0.4), beside + reader.vector(1e-3, 4.0), reader.vector(1e-3, 8.0));
    let wild = (reader.raw_vector(), reader.raw_vector(), reader.raw_vector());
    let mut crowd = Crowd::default();
    for (radii, center, desired) in [tame, wild] {
        let Ok(shape) = Ellipsoid::new(radii) else { continue };
        let case = |what: &dyn std::fmt::Debug| format!("{what:?}: {radii:?} at {center:?} by {desired:?}");
        for sides in [Sides::Both, Sides::Front] {
            if let Ok(Some(hit)) = world.sweep(&shape, center, desired, sides) {
                demand(is_sound(&hit, world), || case(&hit))?;
            }
        }
        if let Ok(out) = world.slide(&shape, center, desired, &SlideSettings::default()) {
            demand(is_finite(&out), || case(&out))?;
        }
        let profile = CharacterProfile::of_shape(shape);
        let mut state = CharacterState::new(center);
        let input = MoveInput { desired_velocity: desired, impulse: desired * 0.1, ..MoveInput::EARTH };
        for _ in 0..FRAMES {
            let before = state;
            match world.move_character(&profile, &mut state, &input, FRAME) {
                Ok(out) => demand(is_finite(&out), || case(&out))?,
                Err(error) => {
                    let [now, before] = [&state, &before].map(bytemuck::bytes_of);
                    demand(now == before, || case(&format!("{error}, but another state")))?;
                    break;
                }
            }
            let left = CharacterState { position: center.into(), ..state }.check(1);
            demand(left.is_ok(), || case(&left))?;
        }
        if let Ok(id) = crowd.spawn(&profile, center) {
            // A refused velocity leaves the character standing.
            let _ = crowd.set_desired_velocity(id, desired);
        }
    }
    for _ in 0..FRAMES {
        crowd.step(world, FRAME).expect("a time step");
    }
    let lost = crowd
        .ids()
        .map(|id| crowd.position(id).expect("in the crowd").to_dvec3())
        .find(|position| !position.is_finite());
    demand(lost.is_none(), || format!("a character went to {lost:?}: {tame:?}, {wild:?}"))
}

fn is_finite(out: &SlideOutcome) -> bool {
    let numbers = [out.path, out.depenetrated_by];
    let contacts = out.contacts().iter().all(|contact| contact.point.is_finite() && contact.normal.is_finite());
    out.position.to_vec3().is_finite() && out.travel.is_finite() && numbers.iter().all(|n| n.is_finite()) && contacts
}

fn is_sound(hit: &Hit, world: &World) -> bool {
    let numbers = hit.point.is_finite() && hit.overlap.is_finite() && hit.overlap >= 0.0;
    let unit = (hit.normal.length() - 1.0).abs() < 1e-5;
    numbers && unit && (0.0..=1.0).contains(&hit.fraction) && (hit.triangle as usize) < world.report().triangles
}
