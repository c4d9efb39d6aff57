//! Crowds: many characters with ids, moved together.

use crate::error::{Error, guard, s8_code};
use crate::memory::{Lists, s8_bytes, with_lists};
use crate::open_crowd_step::OpenCrowdStep;
use crate::open_step::s8_step;
use crate::pointer::{array, array_out, given, list};
use crate::profile::{s8_profiles, s8_settings};
use crate::report::{s8_report, tell};
use crate::types::{s8_character_id, s8_dvec3, s8_vec3};
use crate::world::s8_world;
use std::mem::MaybeUninit;
use std::ptr::NonNull;
use sweep8::{CharacterProfile, Crowd, CrowdSettings};

/// Many characters that move together, with the feature `rayon` on all threads; the bits are the same on any number
/// of threads. Any number of threads may read it while none changes it. Arrays of all its characters are in the order
/// of the indices of their ids.
pub struct s8_crowd {
    /// The crowd, a box of this handle's own; a pointer and not a reference, because an open step borrows it.
    crowd: NonNull<Crowd>,
    /// The open step of the crowd; `None` between steps.
    pub(crate) step: Option<OpenCrowdStep>,
}

// SAFETY: the crowd is a box of this struct's own, and may be sent and shared.
unsafe impl Send for s8_crowd {}
// SAFETY: as above; calls that change it have it exclusively.
unsafe impl Sync for s8_crowd {}

impl s8_crowd {
    /// Makes the handle of a crowd, without an open step.
    fn boxed(crowd: Crowd) -> Box<Self> {
        Box::new(Self { crowd: NonNull::from(Box::leak(Box::new(crowd))), step: None })
    }

    /// Returns the crowd to read; an error while a step of the crowd is open.
    #[inline]
    pub(crate) fn get(&self) -> Result<&Crowd, Error> {
        if self.step.is_some() {
            return Err(Error::InCrowdStep);
        }
        // SAFETY: a box of this struct's own, which no step has borrowed.
        Ok(unsafe { self.crowd.as_ref() })
    }

    /// Returns the crowd to change; an error while a step of the crowd is open.
    #[inline]
    pub(crate) fn get_mut(&mut self) -> Result<&mut Crowd, Error> {
        self.get()?;
        // SAFETY: as above, and this call has it exclusively.
        Ok(unsafe { self.crowd.as_mut() })
    }
}

impl Drop for s8_crowd {
    fn drop(&mut self) {
        self.step = None;
        // SAFETY: a box that `boxed` made; the step, which borrowed it, has ended.
        drop(unsafe { Box::from_raw(self.crowd.as_ptr()) });
    }
}

/// The settings with which a crowd is made.
#[derive(Clone, Copy, Debug, PartialEq)]
#[repr(C)]
pub struct s8_crowd_settings {
    /// Acceleration of gravity that new characters get, world space, m/s^2; up is opposite to it. Default (0, -9.81,
    /// 0).
    pub gravity: s8_vec3,
    /// Number of steps between two sortings of the characters by place; 0 never sorts. Changes speed, not results.
    /// Default 16.
    pub sort_every: u32,
}

impl From<CrowdSettings> for s8_crowd_settings {
    fn from(CrowdSettings { gravity, sort_every }: CrowdSettings) -> Self {
        Self { gravity: gravity.into(), sort_every }
    }
}

impl From<s8_crowd_settings> for CrowdSettings {
    fn from(s8_crowd_settings { gravity, sort_every }: s8_crowd_settings) -> Self {
        Self { gravity: gravity.into(), sort_every }
    }
}

/// The default settings of a crowd.
#[unsafe(no_mangle)]
pub extern "C" fn s8_crowd_settings_default() -> s8_crowd_settings {
    CrowdSettings::default().into()
}

pub(crate) fn change(crowd: Option<&mut s8_crowd>, change: impl FnOnce(&mut Crowd) -> Result<(), Error>) -> s8_code {
    guard(|| change(given(crowd, "crowd")?.get_mut()?))
}

pub(crate) fn ask<T>(
    crowd: Option<&s8_crowd>,
    answer: Option<&mut MaybeUninit<T>>,
    field: &'static str,
    ask: impl FnOnce(&Crowd) -> Result<T, Error>,
) -> s8_code {
    guard(|| {
        let (crowd, answer) = (given(crowd, "crowd")?, given(answer, field)?);
        answer.write(ask(crowd.get()?)?);
        Ok(())
    })
}

/// Makes a crowd without characters; free it with `s8_crowd_free`. Settings NULL: the defaults.
#[unsafe(no_mangle)]
pub extern "C" fn s8_crowd_new(
    settings: Option<&s8_crowd_settings>,
    crowd: Option<&mut MaybeUninit<Box<s8_crowd>>>,
) -> s8_code {
    guard(|| {
        let settings = settings.copied().map_or_else(CrowdSettings::default, Into::into);
        given(crowd, "crowd")?.write(s8_crowd::boxed(Crowd::new(settings)?));
        Ok(())
    })
}

/// Makes an independent copy of a crowd. Ids of either crowd name the same characters in both. Free it with
/// `s8_crowd_free`.
#[unsafe(no_mangle)]
pub extern "C" fn s8_crowd_clone(crowd: Option<&s8_crowd>, copy: Option<&mut MaybeUninit<Box<s8_crowd>>>) -> s8_code {
    ask(crowd, copy, "copy", |crowd| Ok(s8_crowd::boxed(crowd.clone())))
}

/// Makes a crowd a copy of `source`: for rollback, keep a few crowds and copy between them. Allocates nothing once the
/// crowd has held as much. Ids of `source` name the same characters in both.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn s8_crowd_clone_from(crowd: Option<&mut s8_crowd>, source: *const s8_crowd) -> s8_code {
    guard(|| {
        let crowd = given(crowd, "crowd")?;
        let is_itself = std::ptr::eq(crowd, source);
        let crowd = crowd.get_mut()?;
        if !is_itself {
            // SAFETY: NULL, or another crowd than the one that this call has exclusively.
            crowd.clone_from(given(unsafe { source.as_ref() }, "source")?.get()?);
        }
        Ok(())
    })
}

/// The settings that a crowd was made with.
#[unsafe(no_mangle)]
pub extern "C" fn s8_crowd_get_settings(
    crowd: Option<&s8_crowd>,
    settings: Option<&mut MaybeUninit<s8_crowd_settings>>,
) -> s8_code {
    ask(crowd, settings, "settings", |crowd| Ok((*crowd.settings()).into()))
}

/// Changes the settings of a crowd from the next step on. Characters whose gravity is that of the old settings get
/// the new one.
#[unsafe(no_mangle)]
pub extern "C" fn s8_crowd_set_settings(crowd: Option<&mut s8_crowd>, settings: Option<&s8_crowd_settings>) -> s8_code {
    change(crowd, |crowd| Ok(crowd.set_settings((*given(settings, "settings")?).into())?))
}

/// A copy of the table of profiles of a crowd. The field `profile` of the crowd's states is an index into it, which
/// stays as long as a character has the profile. Of profiles that no character has any more the crowd keeps the last
/// 64 at least; then new ones take their indices. Free the copy with `s8_profiles_free`.
#[unsafe(no_mangle)]
pub extern "C" fn s8_crowd_get_profiles(
    crowd: Option<&s8_crowd>,
    profiles: Option<&mut MaybeUninit<Box<s8_profiles>>>,
) -> s8_code {
    ask(crowd, profiles, "profiles", |crowd| Ok(Box::new(s8_profiles { profiles: crowd.profiles().to_vec() })))
}

/// Frees a crowd; NULL is allowed. An open step of the crowd ends.
#[unsafe(no_mangle)]
pub extern "C" fn s8_crowd_free(crowd: Option<Box<s8_crowd>>) {
    drop(crowd);
}

/// Makes the character profile of these settings, checked, or of the default settings.
fn profile_of(settings: Option<&s8_settings>) -> Result<CharacterProfile, Error> {
    settings.map_or_else(|| Ok(CharacterProfile::default()), s8_settings::profile)
}

/// Adds a character with its centre at `place`, world space, metres: in the air, without velocity, with the crowd's
/// gravity. Settings NULL: the defaults. `id` may be NULL.
#[unsafe(no_mangle)]
pub extern "C" fn s8_crowd_spawn(
    crowd: Option<&mut s8_crowd>,
    settings: Option<&s8_settings>,
    place: s8_dvec3,
    id: Option<&mut MaybeUninit<s8_character_id>>,
) -> s8_code {
    change(crowd, |crowd| {
        let spawned = crowd.spawn(&profile_of(settings)?, place)?;
        if let Some(id) = id {
            id.write(spawned.into());
        }
        Ok(())
    })
}

/// Adds a character that stands on a level floor at `floor`, world space, metres: its feet are its skin above that point,
/// against the crowd's gravity. Without gravity its centre is at `floor`. It is in the air until the first step finds
/// the floor. Settings NULL: the defaults. `id` may be NULL.
#[unsafe(no_mangle)]
pub extern "C" fn s8_crowd_spawn_standing(
    crowd: Option<&mut s8_crowd>,
    settings: Option<&s8_settings>,
    floor: s8_dvec3,
    id: Option<&mut MaybeUninit<s8_character_id>>,
) -> s8_code {
    change(crowd, |crowd| {
        let spawned = crowd.spawn_standing(&profile_of(settings)?, floor)?;
        if let Some(id) = id {
            id.write(spawned.into());
        }
        Ok(())
    })
}

/// Adds `count` characters with the same settings, as `s8_crowd_spawn` does, with their centres at `places`; `ids`
/// receives as many ids, in that order, and may be NULL. If one place is refused, which the message names, none is added.
/// Settings NULL: the defaults.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn s8_crowd_spawn_many(
    crowd: Option<&mut s8_crowd>,
    settings: Option<&s8_settings>,
    places: *const s8_dvec3,
    count: usize,
    ids: *mut s8_character_id,
) -> s8_code {
    change(crowd, |crowd| {
        let room = if ids.is_null() { 0 } else { count };
        // SAFETY: the caller promises so many places, and room for as many ids where it is not NULL.
        let (places, ids) = unsafe { (array(places, count, "places")?, array_out(ids, room, "ids")?) };
        let profile = profile_of(settings)?;
        with_lists(|Lists { ids: spawned, .. }| {
            spawned.clear();
            crowd.spawn_many(&profile, places, spawned)?;
            list(ids, spawned.iter().map(|&id| id.into()));
            Ok(())
        })
    })
}

/// Removes a character; its id is refused from now on.
#[unsafe(no_mangle)]
pub extern "C" fn s8_crowd_despawn(crowd: Option<&mut s8_crowd>, id: s8_character_id) -> s8_code {
    change(crowd, |crowd| Ok(crowd.despawn(id.into())?))
}

/// The number of characters in the crowd; 0 for NULL, and while a step of the crowd is open.
#[unsafe(no_mangle)]
pub extern "C" fn s8_crowd_count(crowd: Option<&s8_crowd>) -> usize {
    crowd.and_then(|crowd| crowd.get().ok()).map_or(0, Crowd::len)
}

/// Whether a character is in the crowd; `false` for NULL, and while a step of the crowd is open.
#[unsafe(no_mangle)]
pub extern "C" fn s8_crowd_contains(crowd: Option<&s8_crowd>, id: s8_character_id) -> bool {
    crowd.and_then(|crowd| crowd.get().ok()).is_some_and(|crowd| crowd.contains(id.into()))
}

/// A hash of a crowd: its ids and every bit of its states. Equal crowds have equal hashes, on every supported
/// machine and number of threads. 0 for NULL, and while a step of the crowd is open.
#[unsafe(no_mangle)]
pub extern "C" fn s8_crowd_state_hash(crowd: Option<&s8_crowd>) -> u64 {
    crowd.and_then(|crowd| crowd.get().ok()).map_or(0, Crowd::state_hash)
}

/// Moves all characters by `seconds`, 0 or more, in a world in which nothing moves: if an instance has a target, or a
/// step is open, use `s8_crowd_step_in`. Jumps and impulses apply once. `report` may be NULL.
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

/// As `s8_crowd_step`, in an open step of a world and for its duration: moving instances carry and push characters.
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

/// Saves a crowd: after `s8_crowd_restore` the same ids name the same characters, and the next steps give the same
/// bits, on every supported machine of the same byte order. Allocates nothing once the buffer is large enough.
#[unsafe(no_mangle)]
pub extern "C" fn s8_crowd_save(crowd: Option<&s8_crowd>, bytes: Option<&mut s8_bytes>) -> s8_code {
    guard(|| {
        given(crowd, "crowd")?.get()?.save_into(&mut given(bytes, "bytes")?.bytes);
        Ok(())
    })
}

/// Restores a crowd from bytes of `s8_crowd_save`. Bytes that were cut, changed or written by another version are
/// refused, and the crowd stays as it is.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn s8_crowd_restore(crowd: Option<&mut s8_crowd>, bytes: *const u8, size: usize) -> s8_code {
    change(crowd, |crowd| {
        // SAFETY: the caller promises so many bytes.
        Ok(crowd.restore(unsafe { array(bytes, size, "bytes") }?)?)
    })
}
