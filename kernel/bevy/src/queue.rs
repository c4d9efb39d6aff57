//! Entities that were spawned, removed or lost their parents since the last step, in this order: component hooks and
//! an observer fill the queue, and the next step empties it.
//!
//! The library numbers entities in the order of spawning; a query would list them by archetype. Messages of removals
//! would be lost: they live for two frames, and a step may last many frames.

use bevy_ecs::prelude::*;
use bevy_ecs::world::DeferredWorld;
use sweep8::{CharacterId, InstanceId};

/// Entities that were spawned or removed since the last step, and entities that still wait to be added.
#[derive(Resource, Debug, Default)]
pub(crate) struct Queue {
    /// Entities with a new [`Character`](crate::Character) that is not in the crowd yet, in the order of spawning.
    pub(crate) characters: Vec<Entity>,
    /// Entities with a new [`Collider`](crate::Collider) that is not in the world yet: its asset may not have loaded.
    pub(crate) colliders: Vec<Entity>,
    /// Colliders that lost their parent: their local transform did not change, but is now in world space.
    pub(crate) released: Vec<Entity>,
    pub(crate) gone_characters: Vec<(CharacterId, Entity)>,
    pub(crate) gone_colliders: Vec<(InstanceId, Entity)>,
}

/// Calls `act` with the queue of spawned and removed entities; does nothing in an app without the plugin.
pub(crate) fn with_queue(mut world: DeferredWorld, act: impl FnOnce(&mut Queue)) {
    if let Some(mut queue) = world.get_resource_mut::<Queue>() {
        act(&mut queue);
    }
}
