//! The end of things.

use crate::border::exports;

exports! {
    fn mesh_free(mesh: u32) |state| { state.tables.meshes.free(mesh); Ok(0.0) }
    fn world_free(world: u32) |state| { state.tables.worlds.free(world); Ok(0.0) }
    fn profile_free(profile: u32) |state| { state.tables.profiles.free(profile); Ok(0.0) }
    fn crowd_free(crowd: u32) |state| { state.tables.crowds.free(crowd); Ok(0.0) }
}
