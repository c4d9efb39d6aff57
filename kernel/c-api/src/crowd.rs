//! Crowds: many characters with ids, moved together.

use crate::error::{Error, guard, s8_code};
use crate::memory::s8_bytes;
use crate::open_step::s8_step;
use crate::pointer::{array, given};
use crate::profile::s8_settings;
use crate::report::{s8_report, tell};
use crate::types::{s8_character_id, s8_dvec3, s8_vec3};
use crate::world::s8_world;
use std::mem::MaybeUninit;
use sweep8::{CharacterProfile, Crowd, CrowdSettings};

/// Many characters that are moved together, on all threads of the feature `rayon`, with the same bits on any number of
/// them. Read-only calls may come from any number of threads while none changes it. Lists of it are in the order of the
/// indices of ids.
pub struct s8_crowd {
    pub(crate) crowd: Crowd,
}

/// The settings that all characters of a crowd share, unless they are told otherwise.
#[derive(Clone, Copy, Debug, PartialEq)]
#[repr(C)]
pub struct s8_crowd_settings {
    /// Acceleration of gravity that a character is spawned with, world space, m/s^2. Its opposite is up. Default (0,
    /// -9.81, 0).
    pub gravity: s8_vec3,
    /// Steps between two sortings by place; 0 never sorts. Changes speed, not results. Default 16.
    pub sort_every: u32,
}

/// The default settings of a crowd.
#[unsafe(no_mangle)]
pub extern "C" fn s8_crowd_settings_default() -> s8_crowd_settings {
    let CrowdSettings { gravity, sort_every } = CrowdSettings::default();
    s8_crowd_settings { gravity: gravity.into(), sort_every }
}

pub(crate) fn change(crowd: Option<&mut s8_crowd>, change: impl FnOnce(&mut Crowd) -> Result<(), Error>) -> s8_code {
    guard(|| change(&mut given(crowd, "crowd")?.crowd))
}

pub(crate) fn ask<T>(
    crowd: Option<&s8_crowd>,
    answer: Option<&mut MaybeUninit<T>>,
    field: &'static str,
    ask: impl FnOnce(&Crowd) -> Result<T, Error>,
) -> s8_code {
    guard(|| {
        let (crowd, answer) = (given(crowd, "crowd")?, given(answer, field)?);
        answer.write(ask(&crowd.crowd)?);
        Ok(())
    })
}

/// A crowd of nobody; free it with `s8_crowd_free`. Settings NULL: the defaults.
#[unsafe(no_mangle)]
pub extern "C" fn s8_crowd_new(
    settings: Option<&s8_crowd_settings>,
    crowd: Option<&mut MaybeUninit<Box<s8_crowd>>>,
) -> s8_code {
    guard(|| {
        let settings = settings.map_or_else(CrowdSettings::default, |&s8_crowd_settings { gravity, sort_every }| {
            CrowdSettings { gravity: gravity.into(), sort_every }
        });
        given(crowd, "crowd")?.write(Box::new(s8_crowd { crowd: Crowd::new(settings)? }));
        Ok(())
    })
}

/// A copy of a crowd, independent of it: ids of the one name the same characters in the other. Free it with
/// `s8_crowd_free`.
#[unsafe(no_mangle)]
pub extern "C" fn s8_crowd_clone(crowd: Option<&s8_crowd>, copy: Option<&mut MaybeUninit<Box<s8_crowd>>>) -> s8_code {
    ask(crowd, copy, "copy", |crowd| Ok(Box::new(s8_crowd { crowd: crowd.clone() })))
}

/// Frees a crowd; NULL is allowed.
#[unsafe(no_mangle)]
pub extern "C" fn s8_crowd_free(crowd: Option<Box<s8_crowd>>) {
    drop(crowd);
}

/// Adds a character with its centre at a place of the world, metres: in the air, without velocity, with the crowd's
/// gravity. Settings NULL: the defaults. `id` may be NULL.
#[unsafe(no_mangle)]
pub extern "C" fn s8_crowd_spawn(
    crowd: Option<&mut s8_crowd>,
    settings: Option<&s8_settings>,
    place: s8_dvec3,
    id: Option<&mut MaybeUninit<s8_character_id>>,
) -> s8_code {
    change(crowd, |crowd| {
        let profile = settings.map_or_else(|| Ok(CharacterProfile::default()), s8_settings::profile)?;
        let spawned = crowd.spawn(&profile, place)?;
        if let Some(id) = id {
            id.write(spawned.into());
        }
        Ok(())
    })
}

/// Removes a character; its id names nobody from now on.
#[unsafe(no_mangle)]
pub extern "C" fn s8_crowd_despawn(crowd: Option<&mut s8_crowd>, id: s8_character_id) -> s8_code {
    change(crowd, |crowd| Ok(crowd.despawn(id.into())?))
}

/// How many characters there are; 0 for NULL.
#[unsafe(no_mangle)]
pub extern "C" fn s8_crowd_count(crowd: Option<&s8_crowd>) -> usize {
    crowd.map_or(0, |crowd| crowd.crowd.len())
}

/// Whether a character is in the crowd; `false` for NULL.
#[unsafe(no_mangle)]
pub extern "C" fn s8_crowd_contains(crowd: Option<&s8_crowd>, id: s8_character_id) -> bool {
    crowd.is_some_and(|crowd| crowd.crowd.contains(id.into()))
}

/// A hash of all that the crowd is: who is in it, and every bit of their states. Equal crowds have equal hashes, on
/// every machine and number of threads. 0 for NULL.
#[unsafe(no_mangle)]
pub extern "C" fn s8_crowd_state_hash(crowd: Option<&s8_crowd>) -> u64 {
    crowd.map_or(0, |crowd| crowd.crowd.state_hash())
}

/// Moves all characters by `seconds`, 0 or more, in a world in which nothing moves: where an instance has a target, or
/// a step is open, take `s8_crowd_step_in`. Jumps and impulses act once. Report NULL: not told.
#[unsafe(no_mangle)]
pub extern "C" fn s8_crowd_step(
    crowd: Option<&mut s8_crowd>,
    world: Option<&s8_world>,
    seconds: f32,
    report: Option<&mut MaybeUninit<s8_report>>,
) -> s8_code {
    change(crowd, |crowd| {
        tell(crowd.step(given(world, "world")?.at_rest()?, seconds)?, report);
        Ok(())
    })
}

/// Moves all characters in a step, by its time, carried and pushed by what moves. As `s8_crowd_step`.
#[unsafe(no_mangle)]
pub extern "C" fn s8_crowd_step_in(
    crowd: Option<&mut s8_crowd>,
    step: Option<&s8_step>,
    report: Option<&mut MaybeUninit<s8_report>>,
) -> s8_code {
    change(crowd, |crowd| {
        tell(crowd.step_in(given(step, "step")?.get()?), report);
        Ok(())
    })
}

/// Saves the crowd: after `s8_crowd_restore` the same ids name the same characters, and the following steps have the
/// same bits, on any machine. Allocates nothing once the bytes are as large.
#[unsafe(no_mangle)]
pub extern "C" fn s8_crowd_save(crowd: Option<&s8_crowd>, bytes: Option<&mut s8_bytes>) -> s8_code {
    guard(|| {
        given(crowd, "crowd")?.crowd.save_into(&mut given(bytes, "bytes")?.bytes);
        Ok(())
    })
}

/// Makes the crowd what it was when the bytes were saved. Bytes that were cut, changed or made by another version are
/// refused, and it stays as it is.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn s8_crowd_restore(crowd: Option<&mut s8_crowd>, bytes: *const u8, size: usize) -> s8_code {
    change(crowd, |crowd| {
        // SAFETY: the caller promises so many bytes.
        Ok(crowd.restore(unsafe { array(bytes, size, "bytes") }?)?)
    })
}
