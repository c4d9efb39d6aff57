//! Steps of a world: the time in which instances go to their targets.

use crate::contact_filter::{Callback, s8_contact_filter};
use crate::error::{Error, guard, s8_code};
use crate::pointer::given;
use crate::world::s8_world;
use std::ffi::c_void;
use std::mem::MaybeUninit;
use std::ptr::NonNull;
use sweep8::{World, WorldStep};

/// A step that was begun. It is a part of its world: not to be freed, and of no use after `s8_world_end_step`, where
/// calls refuse it as long as the world lives.
pub struct s8_step {
    /// The step, which borrows the world. Before the filter, which it borrows, so that it goes first.
    open: Option<WorldStep<'static>>,
    filter: Option<NonNull<Callback>>,
}

// SAFETY: the filter is a box of this step's own, and what lies in it may be sent and shared, as the user of a filter promises.
unsafe impl Send for s8_step {}
// SAFETY: as above; calls that begin and end it have it exclusively.
unsafe impl Sync for s8_step {}

impl s8_step {
    /// A step that was not begun.
    pub(crate) fn boxed() -> NonNull<Self> {
        NonNull::from(Box::leak(Box::new(Self { open: None, filter: None })))
    }

    #[inline]
    pub(crate) fn world(&self) -> Option<&World> {
        self.open.as_ref().map(WorldStep::world)
    }

    /// The step, if it was not ended.
    #[inline]
    pub(crate) fn get(&self) -> Result<&WorldStep<'static>, Error> {
        self.open.as_ref().ok_or(Error::NoStep)
    }

    fn end(&mut self) {
        self.open = None;
        if let Some(filter) = self.filter.take() {
            // SAFETY: a box of this step's own, which nothing borrows now that the step has ended.
            drop(unsafe { Box::from_raw(filter.as_ptr()) });
        }
    }
}

impl Drop for s8_step {
    fn drop(&mut self) {
        self.end();
    }
}

fn begin(
    world: Option<&mut s8_world>,
    seconds: f32,
    callback: Option<Callback>,
    step: Option<&mut MaybeUninit<*const s8_step>>,
) -> Result<(), Error> {
    let world = given(world, "world")?;
    let world_memory = NonNull::from(world.get_mut()?);
    // SAFETY: the world lies in a box that lives until the step has ended (`s8_world::drop`), and while a step is open it is reached
    // through that alone (`s8_world::get`, `get_mut`).
    let mut open = unsafe { &mut *world_memory.as_ptr() }.begin_step(seconds)?;
    // SAFETY: a box of the world's own; a step that is not open is used by nobody.
    let place = unsafe { world.step.as_mut() };
    if let Some(callback) = callback {
        let callback = NonNull::from(Box::leak(Box::new(callback)));
        place.filter = Some(callback);
        // SAFETY: the box lives until the step has ended (`end`).
        open = open.filtered(unsafe { callback.as_ref() }.as_filter());
    }
    place.open = Some(open);
    if let Some(step) = step {
        step.write(world.step.as_ptr().cast_const());
    }
    Ok(())
}

/// Begins a step of so many seconds, 0 or more: instances go to their targets. Move characters with the step, as many
/// crowds and arrays as there are, from any threads, then end it with `s8_world_end_step`. In between the world can be
/// asked, and not be changed. A step of 0 s moves nothing.
#[unsafe(no_mangle)]
pub extern "C" fn s8_world_begin_step(
    world: Option<&mut s8_world>,
    seconds: f32,
    step: Option<&mut MaybeUninit<*const s8_step>>,
) -> s8_code {
    guard(|| begin(world, seconds, None, step))
}

/// The same, where everybody who is moved is stopped only by the contacts that a callback keeps. It is called with
/// `user` from any thread that moves characters, at the same time; it must answer the same to the same question, and
/// return. Layers are faster where they suffice.
#[unsafe(no_mangle)]
pub extern "C" fn s8_world_begin_filtered_step(
    world: Option<&mut s8_world>,
    seconds: f32,
    filter: s8_contact_filter,
    user: *mut c_void,
    step: Option<&mut MaybeUninit<*const s8_step>>,
) -> s8_code {
    guard(|| {
        let function = given(filter, "filter")?;
        begin(world, seconds, Some(Callback::new(function, user)), step)
    })
}

/// Ends the step of a world: all instances are where they went.
#[unsafe(no_mangle)]
pub extern "C" fn s8_world_end_step(world: Option<&mut s8_world>) -> s8_code {
    guard(|| {
        let world = given(world, "world")?;
        world.step().get()?;
        // SAFETY: a box of the world's own, which this call has exclusively.
        unsafe { world.step.as_mut() }.end();
        Ok(())
    })
}

/// The time that a step takes, seconds; 0 for NULL and for one that was ended.
#[unsafe(no_mangle)]
pub extern "C" fn s8_step_seconds(step: Option<&s8_step>) -> f32 {
    step.and_then(|step| step.get().ok()).map_or(0.0, WorldStep::seconds)
}
