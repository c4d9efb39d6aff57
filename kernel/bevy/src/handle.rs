//! The character of the crowd, or the instance of the world, that belongs to an entity.

use crate::queue::with_queue;
use bevy_ecs::lifecycle::HookContext;
use bevy_ecs::prelude::*;
use bevy_ecs::world::DeferredWorld;
use bevy_math::Vec3;
use bevy_transform::components::GlobalTransform;
use sweep8::{CharacterId, InstanceId, Placement};

/// The id of an entity's character in the crowd; inserted in its first step. Use it with
/// [`Sweep8::crowd`](crate::Sweep8::crowd).
///
/// ```
/// use bevy_ecs::prelude::*;
/// use bevy_sweep8::{CharacterHandle, Sweep8};
///
/// fn print_feet(characters: Query<&CharacterHandle>, sweep8: Res<Sweep8>) -> Result {
///     for handle in &characters {
///         println!("{}", sweep8.crowd().feet(handle.id())?);
///     }
///     Ok(())
/// }
/// # bevy_app::App::new().add_systems(bevy_app::Update, print_feet);
/// ```
#[derive(Component, Debug)]
#[component(on_remove = character_forgotten, clone_behavior = Ignore)]
pub struct CharacterHandle {
    pub(crate) id: CharacterId,
    /// Translation of the character's transform that the plugin wrote last; any other translation is a teleport.
    pub(crate) written: Vec3,
    /// Global transform of the entity's parent in this step; `None` for a root.
    pub(crate) parent: Option<GlobalTransform>,
    /// True if the settings of the entity's `Character` have changed, but the crowd does not have them yet.
    pub(crate) is_waiting: bool,
    pub(crate) is_watched: bool,
}

impl CharacterHandle {
    pub(crate) fn new(id: CharacterId, written: Vec3) -> Self {
        Self { id, written, parent: None, is_waiting: false, is_watched: false }
    }

    /// Returns the id of the entity's character in the crowd.
    #[must_use]
    pub fn id(&self) -> CharacterId {
        self.id
    }
}

/// The id of an entity's instance in the world; inserted in its first step. Use it with
/// [`Sweep8::world`](crate::Sweep8::world).
///
/// ```
/// use bevy_ecs::prelude::*;
/// use bevy_sweep8::{ColliderHandle, Sweep8};
///
/// fn count_triangles(colliders: Query<&ColliderHandle>, sweep8: Res<Sweep8>) -> Result {
///     for handle in &colliders {
///         println!("{}", sweep8.world().mesh(handle.id())?.report().triangles);
///     }
///     Ok(())
/// }
/// # bevy_app::App::new().add_systems(bevy_app::Update, count_triangles);
/// ```
#[derive(Component, Debug)]
#[component(on_remove = collider_forgotten, clone_behavior = Ignore)]
pub struct ColliderHandle {
    pub(crate) id: InstanceId,
    /// Last placement at which the collider was put, or to which it was sent as a target, world space.
    pub(crate) placement: Placement,
}

impl ColliderHandle {
    /// Returns the id of the entity's collider in the world.
    #[must_use]
    pub fn id(&self) -> InstanceId {
        self.id
    }
}

fn character_forgotten(world: DeferredWorld, HookContext { entity, .. }: HookContext) {
    if let Some(id) = world.get::<CharacterHandle>(entity).map(CharacterHandle::id) {
        with_queue(world, |queue| queue.gone_characters.push((id, entity)));
    }
}

fn collider_forgotten(world: DeferredWorld, HookContext { entity, .. }: HookContext) {
    if let Some(id) = world.get::<ColliderHandle>(entity).map(ColliderHandle::id) {
        with_queue(world, |queue| queue.gone_colliders.push((id, entity)));
    }
}
