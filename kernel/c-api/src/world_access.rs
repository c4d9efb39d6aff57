//! The instances, bounds and report of a world, copies of it, and the backend of its queries and moves.

use crate::error::{Error, guard, s8_code};
use crate::mesh::{s8_mesh, s8_mesh_report};
use crate::pointer::{array, array_out, given, list};
use crate::types::{s8_instance_id, s8_vec3};
use crate::world::{ask, change, s8_world};
use std::mem::MaybeUninit;
use sweep8::glam::Vec3;
use sweep8::{Backend, World};

/// The set of processor instructions that compute queries and moves. All give the same bits, at different speeds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u32)]
pub enum s8_backend {
    /// The backend that runs on any processor.
    S8_BACKEND_PORTABLE = 0,
    /// The backend that needs x86-64 with AVX2.
    S8_BACKEND_AVX2 = 1,
}

fn backend_of(code: u32) -> Result<Backend, Error> {
    match code {
        0 => Ok(Backend::Portable),
        1 => Ok(Backend::Avx2),
        value => Err(Error::Code { field: "backend", value, range: "one of s8_backend" }),
    }
}

/// Makes an independent copy of a world. Meshes are shared, except deformable ones. Ids of either world name the same
/// instances in both. In a step the copy has the instances at their targets, and is in no step. Free the copy with
/// `s8_world_free`.
#[unsafe(no_mangle)]
pub extern "C" fn s8_world_clone(world: Option<&s8_world>, copy: Option<&mut MaybeUninit<Box<s8_world>>>) -> s8_code {
    guard(|| {
        let (world, copy) = (given(world, "world")?, given(copy, "copy")?);
        copy.write(Box::new(s8_world::of(world.get().clone())));
        Ok(())
    })
}

/// Makes a world a copy of `source`, as `s8_world_clone`. `world` may not be in a step. It allocates;
/// `s8_world_save_motion` and `s8_world_restore_motion`, for placements and targets only, do not.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn s8_world_clone_from(world: Option<&mut s8_world>, source: *const s8_world) -> s8_code {
    guard(|| {
        let world = given(world, "world")?;
        let is_itself = std::ptr::eq(world, source);
        let world = world.get_mut()?;
        if !is_itself {
            // SAFETY: NULL, or another world than the one that this call has exclusively.
            world.clone_from(given(unsafe { source.as_ref() }, "source")?.get());
        }
        Ok(())
    })
}

/// The mesh of an instance, sharing its triangles; of a deformable instance as it is now. Free it with
/// `s8_mesh_free`. While the mesh of a deformable instance is kept, the next change of its vertices copies the
/// triangles once.
#[unsafe(no_mangle)]
pub extern "C" fn s8_world_get_mesh(
    world: Option<&s8_world>,
    id: s8_instance_id,
    mesh: Option<&mut MaybeUninit<Box<s8_mesh>>>,
) -> s8_code {
    ask(world, mesh, "mesh", |world| Ok(Box::new(s8_mesh { mesh: world.mesh(id.into())? })))
}

/// Copies the vertices of a deformable instance, mesh space, metres, in the order of the data that it was added with.
/// `count` receives how many there are; at most `capacity` of them are written to `vertices`, which may be NULL where
/// `capacity` is 0.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn s8_world_copy_vertices(
    world: Option<&s8_world>,
    id: s8_instance_id,
    vertices: *mut s8_vec3,
    capacity: usize,
    count: Option<&mut MaybeUninit<usize>>,
) -> s8_code {
    ask(world, count, "count", |world| {
        // SAFETY: the caller promises room for so many.
        let out = unsafe { array_out(vertices, capacity, "vertices") }?;
        Ok(list(out, world.vertices(id.into())?.iter().map(|&vertex| vertex.into())))
    })
}

/// Moves single vertices of a deformable instance at once: the vertex with index `indices[k]` to `places[k]`, mesh
/// space, metres, for each of `count`. Of several places for one vertex the last counts. Otherwise as
/// `s8_world_set_vertices`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn s8_world_set_vertices_at(
    world: Option<&mut s8_world>,
    id: s8_instance_id,
    indices: *const u32,
    places: *const s8_vec3,
    count: usize,
) -> s8_code {
    change(world, |world| {
        // SAFETY: the caller promises so many of each.
        let (indices, places) = unsafe { (array(indices, count, "indices")?, array(places, count, "places")?) };
        Ok(world.set_vertices_at(id.into(), indices, bytemuck::cast_slice::<_, Vec3>(places))?)
    })
}

/// Sets the backend of a world: one of `s8_backend`. A new world has the fastest that the processor supports.
#[unsafe(no_mangle)]
pub extern "C" fn s8_world_set_backend(world: Option<&mut s8_world>, backend: u32) -> s8_code {
    change(world, |world| {
        let with = world.clone().with_backend(backend_of(backend)?)?;
        *world = with;
        Ok(())
    })
}

/// The backend of a world: one of `s8_backend`.
#[unsafe(no_mangle)]
pub extern "C" fn s8_world_get_backend(world: Option<&s8_world>, backend: Option<&mut MaybeUninit<u32>>) -> s8_code {
    ask(world, backend, "backend", |world| {
        Ok(match world.backend() {
            Backend::Avx2 => s8_backend::S8_BACKEND_AVX2 as u32,
            _ => s8_backend::S8_BACKEND_PORTABLE as u32,
        })
    })
}

/// Copies the ids of all instances, in the order of their indices. `count` receives how many there are; at most
/// `capacity` of them are written to `ids`, which may be NULL where `capacity` is 0.
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
        for (place, id) in out.iter_mut().zip(world.instances()) {
            place.write(id.into());
        }
        Ok(world.instance_count())
    })
}

/// The smallest and the largest corner of a box around all triangles, world space, metres. `is_any` receives whether
/// there are triangles; the corners are written only then.
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

/// The number of instances in a world; 0 for NULL.
#[unsafe(no_mangle)]
pub extern "C" fn s8_world_instance_count(world: Option<&s8_world>) -> usize {
    world.map_or(0, |world| world.get().instance_count())
}

/// The counts of all meshes of a world, each mesh once.
#[unsafe(no_mangle)]
pub extern "C" fn s8_world_get_report(
    world: Option<&s8_world>,
    report: Option<&mut MaybeUninit<s8_mesh_report>>,
) -> s8_code {
    ask(world, report, "report", |world| Ok(world.report().into()))
}
