//! Steps of a world: the time in which instances go to their targets.

use crate::contact_filter::{Callback, s8_contact_filter};
use crate::error::{Error, guard, s8_code};
use crate::open_step::s8_step;
use crate::pointer::given;
use crate::types::{s8_instance_id, s8_vec3};
use crate::world::s8_world;
use std::ffi::c_void;
use std::mem::MaybeUninit;
use std::ptr::NonNull;
use sweep8::WorldStep;

fn begin(
    world: Option<&mut s8_world>,
    seconds: f32,
    callback: Option<Callback>,
    step: Option<&mut MaybeUninit<*const s8_step>>,
) -> Result<(), Error> {
    let world = given(world, "world")?;
    let world_memory = NonNull::from(world.get_mut()?);
    // SAFETY: the world lies in a box that lives until the step has ended (`s8_world::drop`), and while a step is open
    // it is reached through that alone (`s8_world::get`, `get_mut`).
    let open = unsafe { &mut *world_memory.as_ptr() }.begin_step(seconds)?;
    // SAFETY: a box of the world's own; a step that is not open is used by nobody.
    unsafe { world.step.as_mut() }.begin(open, callback);
    if let Some(step) = step {
        step.write(world.step.as_ptr().cast_const());
    }
    Ok(())
}

/// Begins a step of `seconds`, 0 or more: instances move to their targets. Then move characters with the step, any
/// number of crowds and arrays, from any threads, and end it with `s8_world_end_step`. Until then the world can be
/// queried, and not changed. A step of 0 s moves nothing. `step` may be NULL.
#[unsafe(no_mangle)]
pub extern "C" fn s8_world_begin_step(
    world: Option<&mut s8_world>,
    seconds: f32,
    step: Option<&mut MaybeUninit<*const s8_step>>,
) -> s8_code {
    guard(|| begin(world, seconds, None, step))
}

/// Begins a step in which only contacts that a callback keeps block characters; otherwise as `s8_world_begin_step`.
/// Threads that move characters call it with `user`, several at the same time. It must give the same answer to the
/// same contact, and return. Layers are faster where they suffice.
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

/// Ends the step of a world. All instances are then at their targets.
#[unsafe(no_mangle)]
pub extern "C" fn s8_world_end_step(world: Option<&mut s8_world>) -> s8_code {
    guard(|| {
        let world = given(world, "world")?;
        world.step().get()?;
        world.check_no_crowd()?;
        // SAFETY: a box of the world's own, which this call has exclusively.
        unsafe { world.step.as_mut() }.end();
        Ok(())
    })
}

/// The velocity of a triangle's surface at a point of it, world space, m/s: the mean over the step of the point of its
/// mesh that is there at the end of the step, and that of its material. For contacts and hits.
#[unsafe(no_mangle)]
pub extern "C" fn s8_step_get_surface_velocity(
    step: Option<&s8_step>,
    instance: s8_instance_id,
    triangle: u32,
    point: s8_vec3,
    velocity: Option<&mut MaybeUninit<s8_vec3>>,
) -> s8_code {
    guard(|| {
        let (step, velocity) = (given(step, "step")?.get()?, given(velocity, "velocity")?);
        velocity.write(step.surface_velocity(instance.into(), triangle, point.into())?.into());
        Ok(())
    })
}

/// The angle by which a triangle's surface turns about an axis in the whole step, radians: that of its instance, and that of its
/// material. World space; of the axis, such as up, only the direction counts. For the view of a character that stands there: ask
/// before its crowd is stepped.
#[unsafe(no_mangle)]
pub extern "C" fn s8_step_get_surface_turn(
    step: Option<&s8_step>,
    instance: s8_instance_id,
    triangle: u32,
    axis: s8_vec3,
    angle: Option<&mut MaybeUninit<f32>>,
) -> s8_code {
    guard(|| {
        let (step, angle) = (given(step, "step")?.get()?, given(angle, "angle")?);
        angle.write(step.surface_turn(instance.into(), triangle, axis.into())?);
        Ok(())
    })
}

/// The duration of a step of a world, seconds; 0 for NULL and for a step that has ended.
#[unsafe(no_mangle)]
pub extern "C" fn s8_step_seconds(step: Option<&s8_step>) -> f32 {
    step.and_then(|step| step.get().ok()).map_or(0.0, WorldStep::seconds)
}
