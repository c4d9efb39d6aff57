//! The slide of a body of several parts.

use crate::body::s8_body;
use crate::error::{guard, s8_code};
use crate::outcome::{S8_MAX_CONTACTS, s8_outcome, tell};
use crate::pointer::{array_out, given};
use crate::slide::{s8_slide_settings, settings_of};
use crate::types::{s8_dvec3, s8_vec3};
use crate::world::s8_world;
use std::mem::MaybeUninit;

/// Moves a body of up to eight parts from `place` by `displacement`, world space, metres, at most 4096 m along each axis: its parts slide
/// as one along what is in their way, without gravity and without turning, and each keeps the skin. `parts` may be NULL, or has room for
/// `S8_MAX_CONTACTS` numbers: it receives the part of each contact of the outcome. Settings NULL: the defaults.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn s8_world_slide_body(
    world: Option<&s8_world>,
    body: Option<&s8_body>,
    place: s8_dvec3,
    displacement: s8_vec3,
    settings: Option<&s8_slide_settings>,
    outcome: Option<&mut MaybeUninit<s8_outcome>>,
    parts: *mut u32,
) -> s8_code {
    guard(|| {
        let (world, body) = (given(world, "world")?.get(), given(body, "body")?);
        let outcome = given(outcome, "outcome")?;
        // SAFETY: the caller promises room for so many, or none.
        let parts = unsafe { array_out(parts, if parts.is_null() { 0 } else { S8_MAX_CONTACTS }, "parts") }?;
        let found = world.slide_body(&body.body, place, displacement.into(), &settings_of(settings)?)?;
        tell(&found.slide, outcome);
        for (out, (part, _)) in parts.iter_mut().zip(found.contacts()) {
            out.write(part as u32);
        }
        Ok(())
    })
}
