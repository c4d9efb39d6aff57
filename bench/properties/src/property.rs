//! The list of all properties; each has the name of its fuzz target.

use crate::finding::{Finding, Outcome};
use crate::{
    callbacks, character_promises, cooked_input, crowd_neighbours, crowd_order, crowd_restore, gltf_input, mesh_input,
    moving_world, obj_input, platforms, replay_input, slide_promises, stuck, sweep_oracle, sweep_twin, time_step,
    turned_bodies, walk_promises, world_instances, world_queries,
};

/// A property of the library that must hold for every input, and its check.
#[derive(Clone, Copy, Debug)]
pub struct Property {
    /// Name of the property, which is also the name of its fuzz target.
    pub name: &'static str,
    /// Checks the property on the test case that the bytes encode.
    pub check: fn(&[u8]) -> Result<Outcome, Finding>,
}

impl Property {
    /// Every property of the library that is checked, with its name and its check.
    pub const ALL: [Property; 21] = [
        Property { name: "sweep_twin", check: sweep_twin::check },
        Property { name: "sweep_oracle", check: sweep_oracle::check },
        Property { name: "world_queries", check: world_queries::check },
        Property { name: "world_instances", check: world_instances::check },
        Property { name: "moving_world", check: moving_world::check },
        Property { name: "platforms", check: platforms::check },
        Property { name: "turned_bodies", check: turned_bodies::check },
        Property { name: "callbacks", check: callbacks::check },
        Property { name: "slide_promises", check: slide_promises::check },
        Property { name: "character_promises", check: character_promises::check },
        Property { name: "walk_promises", check: walk_promises::check },
        Property { name: "stuck", check: stuck::check },
        Property { name: "crowd_order", check: crowd_order::check },
        Property { name: "crowd_neighbours", check: crowd_neighbours::check },
        Property { name: "crowd_restore", check: crowd_restore::check },
        Property { name: "replay_input", check: replay_input::check },
        Property { name: "time_step", check: time_step::check },
        Property { name: "mesh_input", check: mesh_input::check },
        Property { name: "cooked_input", check: cooked_input::check },
        Property { name: "obj_input", check: obj_input::check },
        Property { name: "gltf_input", check: gltf_input::check },
    ];

    /// Returns the property with this name; `None` if there is none.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|property| property.name == name)
    }

    /// Checks one test case as a fuzz target does.
    ///
    /// # Panics
    /// If there is a finding, with its text.
    pub fn demand(&self, bytes: &[u8]) {
        if let Err(finding) = (self.check)(bytes) {
            panic!("{}: {finding}", self.name);
        }
    }
}
