//! Crowds: who is in one, and what becomes of it.
//!
//! In: profiles, places, bytes of a save. Out: ids, addresses of [columns](crate::columns), bytes.

use crate::arguments::{places, vector};
use crate::border::exports;
use crate::crowd::{Crowd, character};
use crate::world::number_of;
use sweep8::CrowdSettings;
use sweep8::glam::{DVec3, Quat};

exports! {
    fn crowd_new(x: f64, y: f64, z: f64) |state| {
        let settings = CrowdSettings { gravity: vector([x, y, z]), ..CrowdSettings::default() };
        Ok(state.tables.crowds.add(Crowd::new(sweep8::Crowd::new(settings)?)))
    }

    /// Answers with the address of the columns and the number of rows for which they have room; returns the number of characters.
    fn crowd_columns(crowd: u32) |state| {
        let crowd = state.tables.crowds.get_mut(crowd)?;
        let [address, capacity, count] = crowd.columns();
        state.output.clear();
        state.output.put(&[address as f64, capacity as f64]);
        Ok(count as f64)
    }

    /// Adds characters at places, or standing on them; answers with their ids.
    fn crowd_spawn(crowd: u32, profile: u32, count: u32, stands: u32) |state| {
        let places: Vec<DVec3> = places(&mut state.input, count)?;
        let profile = state.tables.profiles.get(profile)?;
        let ids = state.tables.crowds.get_mut(crowd)?.spawn(profile, &places, stands != 0)?;
        let ids: Vec<f64> = ids.into_iter().map(character).collect();
        state.output.clear();
        state.output.put(&ids);
        Ok(ids.len() as f64)
    }

    fn crowd_despawn(crowd: u32, id: f64) |state| {
        let crowd = state.tables.crowds.get_mut(crowd)?;
        crowd.despawn(id)
    }

    fn crowd_row(crowd: u32, id: f64) |state| Ok(state.tables.crowds.get_mut(crowd)?.row(id)? as f64)

    /// Answers with the centre and the feet, in full precision.
    fn crowd_place(crowd: u32, id: f64) |state| {
        let crowd = state.tables.crowds.get_mut(crowd)?;
        let id = crowd.id(id)?;
        let (center, feet) = (crowd.crowd.position(id)?.to_dvec3(), crowd.crowd.feet(id)?.to_dvec3());
        state.output.clear();
        state.output.put(&[center.to_array(), feet.to_array()]);
        Ok(0.0)
    }

    fn crowd_teleport(crowd: u32, id: f64, x: f64, y: f64, z: f64) |state| {
        state.tables.crowds.get_mut(crowd)?.change(id, |crowd, id| crowd.teleport(id, DVec3::new(x, y, z)))
    }

    fn crowd_place_feet(crowd: u32, id: f64, x: f64, y: f64, z: f64) |state| {
        state.tables.crowds.get_mut(crowd)?.change(id, |crowd, id| crowd.place_feet(id, DVec3::new(x, y, z)))
    }

    fn crowd_set_profile(crowd: u32, world: u32, id: f64, profile: u32) |state| {
        let (world, profile) = (&state.tables.worlds.get(world)?.world, state.tables.profiles.get(profile)?);
        state.tables.crowds.get_mut(crowd)?.change(id, |crowd, id| crowd.set_profile(world, id, profile))
    }

    fn crowd_turn(crowd: u32, world: u32, id: f64, x: f64, y: f64, z: f64, w: f64) |state| {
        let world = &state.tables.worlds.get(world)?.world;
        let orientation = Quat::from_xyzw(x as f32, y as f32, z as f32, w as f32);
        state.tables.crowds.get_mut(crowd)?.change(id, |crowd, id| crowd.turn(world, id, orientation))
    }

    fn crowd_watch_contacts(crowd: u32, id: f64, watch: u32) |state| {
        let crowd = state.tables.crowds.get_mut(crowd)?;
        let id = crowd.id(id)?;
        if watch == 0 { crowd.crowd.unwatch_contacts(id)? } else { crowd.crowd.watch_contacts(id)? }
        Ok(0.0)
    }

    /// Answers with the contacts of the last step, 15 numbers each; returns how many.
    fn crowd_contacts(crowd: u32, id: f64) |state| {
        let crowd = state.tables.crowds.get_mut(crowd)?;
        let id = crowd.id(id)?;
        let contacts = crowd.crowd.contacts(id)?;
        state.output.clear();
        for told in contacts {
            let of = &told.contact;
            state.output.put(&[number_of(of.instance), f64::from(of.triangle), f64::from(of.material)]);
            for vector in [of.point, of.normal, told.face_normal, told.surface_velocity] {
                state.output.put(&vector.as_dvec3().to_array());
            }
        }
        Ok(contacts.len() as f64)
    }

    /// Answers with bytes; returns their number.
    fn crowd_save(crowd: u32) |state| {
        let crowd = state.tables.crowds.get_mut(crowd)?;
        crowd.take_inputs()?;
        let mut bytes = Vec::new();
        crowd.crowd.save_into(&mut bytes);
        state.output.clear();
        state.output.put(&bytes);
        Ok(bytes.len() as f64)
    }

    fn crowd_restore(crowd: u32, length: u32) |state| {
        let crowd = state.tables.crowds.get_mut(crowd)?;
        crowd.restore(state.input.take(length as usize)?)
    }

    /// Answers with the hash.
    fn crowd_state_hash(crowd: u32) |state| {
        let hash = state.tables.crowds.get_mut(crowd)?.crowd.state_hash();
        state.output.clear();
        state.output.put(&[hash]);
        Ok(0.0)
    }
}
