//! Worlds: instances of meshes, which come, go and move.

use crate::error::{Error, guard, s8_code};
use crate::memory::s8_bytes;
use crate::mesh::{checked, s8_mesh, s8_mesh_data};
use crate::open_crowd_step::OpenCrowds;
use crate::open_step::s8_step;
use crate::pointer::{array, given};
use crate::types::{s8_instance_id, s8_placement, s8_vec3};
use std::mem::MaybeUninit;
use std::ptr::NonNull;
use sweep8::glam::Vec3;
use sweep8::{InstanceId, InstanceKind, World};

/// A world of triangles: instances of meshes. Any number of threads may query it at a time, while none changes it.
pub struct s8_world {
    /// The world, a box of this handle's own; a pointer and not a reference, because an open step borrows it.
    world: NonNull<World>,
    /// The world's step, open or not. It lives as long as the world, so that calls can refuse a step that has ended.
    pub(crate) step: NonNull<s8_step>,
}

// SAFETY: both pointers are boxes of this world's own, and what lies in them may be sent and shared.
unsafe impl Send for s8_world {}
// SAFETY: as above; calls that change it have it exclusively.
unsafe impl Sync for s8_world {}

impl s8_world {
    /// Makes the handle of a world, without an open step.
    pub(crate) fn of(world: World) -> Self {
        Self { world: NonNull::from(Box::leak(Box::new(world))), step: s8_step::boxed() }
    }

    /// Returns the world's step, open or not.
    #[inline]
    pub(crate) fn step(&self) -> &s8_step {
        // SAFETY: a box of this world's own, changed only by `s8_step` calls that have the world exclusively.
        unsafe { self.step.as_ref() }
    }

    /// Returns the world to read, also while a step is open.
    #[inline]
    pub(crate) fn get(&self) -> &World {
        match self.step().world() {
            Some(world) => world,
            // SAFETY: a box of this world's own, and no step has borrowed it.
            None => unsafe { self.world.as_ref() },
        }
    }

    /// Returns the world to read; an error while a step of the world is open.
    #[inline]
    pub(crate) fn at_rest(&self) -> Result<&World, Error> {
        if self.step().world().is_some() { Err(Error::InStep) } else { Ok(self.get()) }
    }

    /// Returns the counter of crowd steps that have begun in this world and have not ended.
    pub(crate) fn open_crowds(&self) -> &OpenCrowds {
        &self.step().open_crowds
    }

    /// Checks that no open step of a crowd borrows the world.
    pub(crate) fn check_no_crowd(&self) -> Result<(), Error> {
        if self.open_crowds().are_none() { Ok(()) } else { Err(Error::HasCrowdStep) }
    }

    /// Returns the world to change; an error while a step of the world, or of a crowd in it, is open.
    pub(crate) fn get_mut(&mut self) -> Result<&mut World, Error> {
        self.at_rest()?;
        self.check_no_crowd()?;
        // SAFETY: a box of this world's own, which no step has borrowed, and this call has it exclusively.
        Ok(unsafe { self.world.as_mut() })
    }
}

impl Drop for s8_world {
    fn drop(&mut self) {
        // SAFETY: both are boxes that `of` made; the step, which may borrow the world, goes first.
        unsafe {
            drop(Box::from_raw(self.step.as_ptr()));
            drop(Box::from_raw(self.world.as_ptr()));
        }
    }
}

/// The kind of an instance: the characters that it blocks. A new instance is solid.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u32)]
pub enum s8_kind {
    /// The instance blocks all characters.
    S8_KIND_SOLID = 0,
    /// Blocks characters and slides that begin a step on its front; others pass through: a platform to jump through
    /// from below. Queries treat it as solid.
    S8_KIND_ONE_SIDED = 1,
    /// Blocks no character: a region. Queries see it if their filter says so; events report the characters that enter
    /// and leave it.
    S8_KIND_SENSOR = 2,
}

fn kind_of(code: u32) -> Result<InstanceKind, Error> {
    match code {
        0 => Ok(InstanceKind::Solid),
        1 => Ok(InstanceKind::OneSided),
        2 => Ok(InstanceKind::Sensor),
        value => Err(Error::Code { field: "kind", value, range: "one of s8_kind" }),
    }
}

/// Makes a world without triangles; free it with `s8_world_free`.
#[unsafe(no_mangle)]
pub extern "C" fn s8_world_new() -> Box<s8_world> {
    Box::new(s8_world::of(World::new()))
}

/// Frees a world; NULL is allowed. An open step ends; crowds and meshes stay. Finish the steps of crowds in it first.
#[unsafe(no_mangle)]
pub extern "C" fn s8_world_free(world: Option<Box<s8_world>>) {
    drop(world);
}

pub(crate) fn change(world: Option<&mut s8_world>, change: impl FnOnce(&mut World) -> Result<(), Error>) -> s8_code {
    guard(|| change(given(world, "world")?.get_mut()?))
}

pub(crate) fn ask<T>(
    world: Option<&s8_world>,
    answer: Option<&mut MaybeUninit<T>>,
    field: &'static str,
    ask: impl FnOnce(&World) -> Result<T, Error>,
) -> s8_code {
    guard(|| {
        let (world, answer) = (given(world, "world")?, given(answer, field)?);
        answer.write(ask(world.get())?);
        Ok(())
    })
}

/// Adds an instance of a mesh, whose triangles are shared. Of surfaces that are touched at the same time, the one of
/// the instance with the lower index counts. Placement NULL: mesh space is world space. `id` may be NULL.
#[unsafe(no_mangle)]
pub extern "C" fn s8_world_add(
    world: Option<&mut s8_world>,
    mesh: Option<&s8_mesh>,
    placement: Option<&s8_placement>,
    id: Option<&mut MaybeUninit<s8_instance_id>>,
) -> s8_code {
    change(world, |world| {
        let (mesh, placement) = (given(mesh, "mesh")?, placement.copied().map(Into::into).unwrap_or_default());
        let added = world.add(&mesh.mesh, placement)?;
        if let Some(id) = id {
            id.write(added.into());
        }
        Ok(())
    })
}

/// Adds an instance whose vertices can move, with a mesh of its own. Placement NULL: mesh space is world space. `id`
/// must not be NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn s8_world_add_deformable(
    world: Option<&mut s8_world>,
    data: Option<&s8_mesh_data>,
    placement: Option<&s8_placement>,
    id: Option<&mut MaybeUninit<s8_instance_id>>,
) -> s8_code {
    change(world, |world| {
        let (id, placement) = (given(id, "id")?, placement.copied().map(Into::into).unwrap_or_default());
        // SAFETY: the caller of this call promises it.
        let mesh = unsafe { checked(given(data, "data")?) }?;
        id.write(world.add_deformable(mesh.cook_deformable(), placement)?.into());
        Ok(())
    })
}

/// Moves vertices of a deformable instance at once, mesh space, metres: `count` of them, from index `first` on. They
/// neither carry nor push characters; the next move of a character that they overlap pushes it out.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn s8_world_set_vertices(
    world: Option<&mut s8_world>,
    id: s8_instance_id,
    first: usize,
    vertices: *const s8_vec3,
    count: usize,
) -> s8_code {
    change(world, |world| {
        // SAFETY: the caller promises so many vertices.
        let vertices = unsafe { array(vertices, count, "vertices") }?;
        Ok(world.set_vertices(id.into(), first, bytemuck::cast_slice::<_, Vec3>(vertices))?)
    })
}

/// Removes an instance; its id is refused from now on. Characters that stood on it are in the air.
#[unsafe(no_mangle)]
pub extern "C" fn s8_world_remove(world: Option<&mut s8_world>, id: s8_instance_id) -> s8_code {
    change(world, |world| Ok(world.remove(id.into())?))
}

/// Moves an instance at once, without carrying or pushing characters. Cancels its target.
#[unsafe(no_mangle)]
pub extern "C" fn s8_world_place(
    world: Option<&mut s8_world>,
    id: s8_instance_id,
    placement: Option<&s8_placement>,
) -> s8_code {
    change(world, |world| Ok(world.place(id.into(), (*given(placement, "placement")?).into())?))
}

/// Sets where an instance moves in the next step, which `s8_world_begin_step` begins: a door, a lift, a turntable. It
/// carries the characters that stand on it, and pushes those in its way. The scale stays the same; the instance turns
/// by at most 90 degrees and moves by at most 4096 m.
#[unsafe(no_mangle)]
pub extern "C" fn s8_world_move_to(
    world: Option<&mut s8_world>,
    id: s8_instance_id,
    target: Option<&s8_placement>,
) -> s8_code {
    change(world, |world| Ok(world.move_to(id.into(), (*given(target, "target")?).into())?))
}

/// The placement of an instance; in a step, the placement at the end of the step.
#[unsafe(no_mangle)]
pub extern "C" fn s8_world_get_placement(
    world: Option<&s8_world>,
    id: s8_instance_id,
    placement: Option<&mut MaybeUninit<s8_placement>>,
) -> s8_code {
    ask(world, placement, "placement", |world| Ok(world.placement(id.into())?.into()))
}

/// Sets the layers of an instance, a bit each; a new one is in layer 0, whose bit is 1. Queries, slides and
/// characters see instances that share a layer with their mask. No one sees an instance without layers: a door that
/// is open.
#[unsafe(no_mangle)]
pub extern "C" fn s8_world_set_layers(world: Option<&mut s8_world>, id: s8_instance_id, layers: u32) -> s8_code {
    change(world, |world| Ok(world.set_layers(id.into(), layers)?))
}

/// The layers of an instance, a bit each.
#[unsafe(no_mangle)]
pub extern "C" fn s8_world_get_layers(
    world: Option<&s8_world>,
    id: s8_instance_id,
    layers: Option<&mut MaybeUninit<u32>>,
) -> s8_code {
    ask(world, layers, "layers", |world| Ok(world.layers(id.into())?))
}

/// Makes an instance solid, one-sided or a sensor: one of `s8_kind`.
#[unsafe(no_mangle)]
pub extern "C" fn s8_world_set_kind(world: Option<&mut s8_world>, id: s8_instance_id, kind: u32) -> s8_code {
    change(world, |world| Ok(world.set_kind(id.into(), kind_of(kind)?)?))
}

/// The kind of an instance: one of `s8_kind`.
#[unsafe(no_mangle)]
pub extern "C" fn s8_world_get_kind(
    world: Option<&s8_world>,
    id: s8_instance_id,
    kind: Option<&mut MaybeUninit<u32>>,
) -> s8_code {
    ask(world, kind, "kind", |world| {
        Ok(match world.kind(id.into())? {
            InstanceKind::OneSided => s8_kind::S8_KIND_ONE_SIDED as u32,
            InstanceKind::Sensor => s8_kind::S8_KIND_SENSOR as u32,
            _ => s8_kind::S8_KIND_SOLID as u32,
        })
    })
}

/// Stores a number of the caller with an instance, such as the index of an entity.
#[unsafe(no_mangle)]
pub extern "C" fn s8_world_set_user_data(world: Option<&mut s8_world>, id: s8_instance_id, user_data: u64) -> s8_code {
    change(world, |world| Ok(world.set_user_data(id.into(), user_data)?))
}

/// The number that was stored with an instance; 0 without one.
#[unsafe(no_mangle)]
pub extern "C" fn s8_world_get_user_data(
    world: Option<&s8_world>,
    id: s8_instance_id,
    user_data: Option<&mut MaybeUninit<u64>>,
) -> s8_code {
    ask(world, user_data, "user_data", |world| Ok(world.user_data(id.into())?))
}

/// Saves placements and targets of all instances, for rollback; not the meshes. Allocates nothing once the buffer is
/// large enough.
#[unsafe(no_mangle)]
pub extern "C" fn s8_world_save_motion(world: Option<&s8_world>, bytes: Option<&mut s8_bytes>) -> s8_code {
    guard(|| {
        given(world, "world")?.get().save_motion_into(&mut given(bytes, "bytes")?.bytes);
        Ok(())
    })
}

/// Restores placements and targets of all instances from bytes of `s8_world_save_motion`. The world must have the
/// same instances as at the save.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn s8_world_restore_motion(
    world: Option<&mut s8_world>,
    bytes: *const u8,
    size: usize,
) -> s8_code {
    change(world, |world| {
        // SAFETY: the caller promises so many bytes.
        let bytes = unsafe { array(bytes, size, "bytes") }?;
        Ok(world.restore_motion(bytes)?)
    })
}

const _: () = assert!(size_of::<InstanceId>() == size_of::<s8_instance_id>());
