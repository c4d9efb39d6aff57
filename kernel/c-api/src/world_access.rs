//! The instances, bounds and report of a world, copies of it, and the backend of its queries and moves.

use crate::error::{Error, guard, s8_code};
use crate::mesh::s8_mesh_report;
use crate::pointer::{array_out, given, list};
use crate::types::{s8_instance_id, s8_vec3};
use crate::world::{ask, change, s8_world};
use std::mem::MaybeUninit;
use sweep8::{Backend, World};

/// The implementation that computes queries and moves: each gives the same bits, at another speed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u32)]
pub enum s8_backend {
    /// Any processor.
    S8_BACKEND_PORTABLE = 0,
    /// x86-64 with AVX2.
    S8_BACKEND_AVX2 = 1,
}

fn backend_of(code: u32) -> Result<Backend, Error> {
    match code {
        0 => Ok(Backend::Portable),
        1 => Ok(Backend::Avx2),
        value => Err(Error::Code { field: "backend", value, range: "one of s8_backend" }),
    }
}

/// A copy of a world, independent of it; meshes are shared, but for those that deform. Ids of the one name the same
/// instances in the other. Not in a step. Free it with `s8_world_free`.
#[unsafe(no_mangle)]
pub extern "C" fn s8_world_clone(world: Option<&s8_world>, copy: Option<&mut MaybeUninit<Box<s8_world>>>) -> s8_code {
    guard(|| {
        let (world, copy) = (given(world, "world")?, given(copy, "copy")?);
        copy.write(Box::new(s8_world::of(world.at_rest()?.clone())));
        Ok(())
    })
}

/// Sets the backend of a world, one of `s8_backend`. A new world takes the fastest that the processor has.
#[unsafe(no_mangle)]
pub extern "C" fn s8_world_set_backend(world: Option<&mut s8_world>, backend: u32) -> s8_code {
    change(world, |world| {
        let with = world.clone().with_backend(backend_of(backend)?)?;
        *world = with;
        Ok(())
    })
}

/// Which of `s8_backend` a world is asked with.
#[unsafe(no_mangle)]
pub extern "C" fn s8_world_get_backend(world: Option<&s8_world>, backend: Option<&mut MaybeUninit<u32>>) -> s8_code {
    ask(world, backend, "backend", |world| {
        Ok(match world.backend() {
            Backend::Avx2 => s8_backend::S8_BACKEND_AVX2 as u32,
            _ => s8_backend::S8_BACKEND_PORTABLE as u32,
        })
    })
}

/// The ids of all instances. `count` is how many there are; of these as many are written as have room in `ids`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn s8_world_copy_ids(
    world: Option<&s8_world>,
    ids: *mut s8_instance_id,
    capacity: usize,
    count: Option<&mut MaybeUninit<usize>>,
) -> s8_code {
    ask(world, count, "count", |world| {
        // SAFETY: the caller promises room for so many.
        let out = unsafe { array_out(ids, capacity, "ids") }?;
        let all: Vec<s8_instance_id> = world.instances().map(Into::into).collect();
        Ok(list(out, all.into_iter()))
    })
}

/// The smallest and the largest corner of the box around all triangles, world space, metres. `is_any` says whether there
/// are triangles; the corners are written only then.
#[unsafe(no_mangle)]
pub extern "C" fn s8_world_get_bounds(
    world: Option<&s8_world>,
    low: Option<&mut MaybeUninit<s8_vec3>>,
    high: Option<&mut MaybeUninit<s8_vec3>>,
    is_any: Option<&mut MaybeUninit<bool>>,
) -> s8_code {
    ask(world, is_any, "is_any", |world: &World| {
        let (low, high) = (given(low, "low")?, given(high, "high")?);
        let bounds = world.bounds();
        if let Some((lowest, highest)) = bounds {
            low.write(lowest.into());
            high.write(highest.into());
        }
        Ok(bounds.is_some())
    })
}

/// How many instances there are; 0 for NULL.
#[unsafe(no_mangle)]
pub extern "C" fn s8_world_instance_count(world: Option<&s8_world>) -> usize {
    world.map_or(0, |world| world.get().instances().count())
}

/// The report of all meshes, each counted once.
#[unsafe(no_mangle)]
pub extern "C" fn s8_world_get_report(
    world: Option<&s8_world>,
    report: Option<&mut MaybeUninit<s8_mesh_report>>,
) -> s8_code {
    ask(world, report, "report", |world| Ok(world.report().into()))
}
