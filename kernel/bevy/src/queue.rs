//! Entities that came, went or lost their parents since the last step, in that order: hooks of components and an
//! observer fill the queue, the next step empties it.
//!
//! The order in which entities are spawned is the order in which the library numbers them. A query would give them by
//! archetype. Messages of removals would be lost: they live for two frames, of which there may be many in a step.

use bevy_ecs::prelude::*;
use bevy_ecs::world::DeferredWorld;
use sweep8::{CharacterId, InstanceId};

/// Empty between the beginning of a step and the first that comes or goes after it, but for those that have to wait.
#[derive(Resource, Debug, Default)]
pub(crate) struct Queue {
    /// Entities with a new [`Character`](crate::Character).
    pub(crate) characters: Vec<Entity>,
    /// Entities with a new [`Collider`](crate::Collider); one whose asset has not loaded waits.
    pub(crate) colliders: Vec<Entity>,
    /// Colliders that lost their parent: their own transform did not change, but is now in world space.
    pub(crate) released: Vec<Entity>,
    pub(crate) gone_characters: Vec<(CharacterId, Entity)>,
    pub(crate) gone_colliders: Vec<(InstanceId, Entity)>,
}

/// Changes the queue of a world; one without the plugin keeps none.
pub(crate) fn with_queue(mut world: DeferredWorld, act: impl FnOnce(&mut Queue)) {
    if let Some(mut queue) = world.get_resource_mut::<Queue>() {
        act(&mut queue);
    }
}
