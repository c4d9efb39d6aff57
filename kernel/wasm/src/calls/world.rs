//! Worlds: instances of meshes, and how they move.
//!
//! In: numbers of meshes, placements. Out: numbers that name instances.

use crate::arguments::vector;
use crate::border::exports;
use crate::exchange::Exchange;
use crate::fault::Fault;
use crate::world::{World, number_of};
use sweep8::glam::{DVec3, Quat};
use sweep8::{InstanceKind, Placement};

/// The placement in the arguments: translation, rotation, scale.
fn placement(input: &mut Exchange) -> Result<Placement, Fault> {
    let [tx, ty, tz, rx, ry, rz, rw, sx, sy, sz] = input.numbers()?;
    let placement = Placement {
        translation: DVec3::new(tx, ty, tz),
        rotation: Quat::from_xyzw(rx as f32, ry as f32, rz as f32, rw as f32),
        scale: vector([sx, sy, sz]),
    };
    placement.check()?;
    Ok(placement)
}

exports! {
    fn world_new() |state| Ok(state.tables.worlds.add(World::new()))

    /// Adds an instance of a mesh at a placement; returns its number.
    fn world_add(world: u32, mesh: u32) |state| {
        let world = state.tables.worlds.get_mut(world)?;
        world.add(state.tables.meshes.get(mesh)?, placement(&mut state.input)?)
    }

    fn world_remove(world: u32, instance: f64) |state| {
        state.tables.worlds.get_mut(world)?.change(instance, |world, id| world.remove(id))
    }

    fn world_place(world: u32, instance: f64) |state| {
        let placement = placement(&mut state.input)?;
        state.tables.worlds.get_mut(world)?.change(instance, |world, id| world.place(id, placement))
    }

    fn world_move_to(world: u32, instance: f64) |state| {
        let placement = placement(&mut state.input)?;
        let world = state.tables.worlds.get_mut(world)?;
        world.change(instance, |world, id| world.move_to(id, placement))?;
        world.has_targets = true;
        Ok(0.0)
    }

    fn world_set_layers(world: u32, instance: f64, layers: u32) |state| {
        state.tables.worlds.get_mut(world)?.change(instance, |world, id| world.set_layers(id, layers))
    }

    /// 0 solid, 1 solid from its front, 2 a sensor.
    fn world_set_kind(world: u32, instance: f64, kind: u32) |state| {
        let kind = match kind {
            0 => InstanceKind::Solid,
            1 => InstanceKind::OneSided,
            _ => InstanceKind::Sensor,
        };
        state.tables.worlds.get_mut(world)?.change(instance, |world, id| world.set_kind(id, kind))
    }

    /// Answers with translation, rotation and scale.
    fn world_placement(world: u32, instance: f64) |state| {
        let world = state.tables.worlds.get(world)?;
        let Placement { translation, rotation, scale } = world.world.placement(world.id(instance)?)?;
        state.output.clear();
        state.output.put(&translation.to_array());
        state.output.put(&rotation.as_dquat().to_array());
        state.output.put(&scale.as_dvec3().to_array());
        Ok(0.0)
    }

    /// A number for the mesh of an instance.
    fn world_mesh(world: u32, instance: f64) |state| {
        let world = state.tables.worlds.get(world)?;
        let mesh = world.world.mesh(world.id(instance)?)?;
        Ok(state.tables.meshes.add(mesh))
    }

    /// Answers with the numbers of all instances; returns how many there are.
    fn world_instances(world: u32) |state| {
        let all: Vec<f64> = state.tables.worlds.get(world)?.world.instances().map(number_of).collect();
        state.output.clear();
        state.output.put(&all);
        Ok(all.len() as f64)
    }

    /// Answers with the two corners of the box around everything; returns 0 if there is none.
    fn world_bounds(world: u32) |state| {
        let bounds = state.tables.worlds.get(world)?.world.bounds();
        let (low, high) = bounds.unwrap_or_default();
        state.output.clear();
        state.output.put(&[low.to_array(), high.to_array()]);
        Ok(f64::from(u8::from(bounds.is_some())))
    }

    /// Answers with the corners of all triangles in world space, 9 numbers each; returns the number of triangles.
    fn world_triangles(world: u32) |state| {
        let world = &state.tables.worlds.get(world)?.world;
        let mut all = Vec::new();
        for id in world.instances() {
            let (mesh, at) = (world.mesh(id)?, world.placement(id)?);
            let rotation = at.rotation.as_dquat();
            let is_mirrored = at.scale.to_array().iter().filter(|along| **along < 0.0).count() % 2 == 1;
            for (_, mut corners) in mesh.triangles() {
                if is_mirrored {
                    corners.swap(1, 2);
                }
                for corner in corners {
                    let placed = at.translation + rotation * (at.scale * corner).as_dvec3();
                    all.extend(placed.as_vec3().to_array());
                }
            }
        }
        state.output.clear();
        state.output.put(&all);
        Ok((all.len() / 9) as f64)
    }

    /// Answers with bytes; returns their number.
    fn world_save_motion(world: u32) |state| {
        let mut bytes = Vec::new();
        state.tables.worlds.get(world)?.world.save_motion_into(&mut bytes);
        state.output.clear();
        state.output.put(&bytes);
        Ok(bytes.len() as f64)
    }

    fn world_restore_motion(world: u32, length: u32) |state| {
        let world = state.tables.worlds.get_mut(world)?;
        world.world.restore_motion(state.input.take(length as usize)?)?;
        world.has_targets = true; // The save may have some; a step without any has the same bits.
        Ok(0.0)
    }
}
