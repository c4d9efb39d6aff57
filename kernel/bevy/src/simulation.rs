//! The world and the crowd, and the map from their ids to entities.

use bevy_ecs::prelude::*;
use bevy_math::Vec3;
use bevy_reflect::Reflect;
use bevy_reflect::prelude::ReflectDefault;
use sweep8::{CharacterId, Crowd, InstanceId, MoveInput, StepReport, Surface, World as Triangles};

/// Acceleration of gravity for all characters without their own, world space, m/s². Up is opposite to it. Default (0,
/// -9.81, 0).
///
/// ```
/// use bevy_app::App;
/// use bevy_math::Vec3;
/// use bevy_sweep8::prelude::*;
///
/// App::new().insert_resource(Gravity(Vec3::new(0.0, -1.62, 0.0))); // on the moon
/// ```
#[derive(Resource, Clone, Copy, Debug, PartialEq, Reflect)]
#[reflect(Resource, Debug, Default, PartialEq)]
pub struct Gravity(pub Vec3);

impl Default for Gravity {
    fn default() -> Self {
        Self(MoveInput::EARTH.gravity)
    }
}

/// All colliders and characters as they are after the last step, for queries from any schedule. Spawning, changing and
/// despawning take effect in the next step.
///
/// ```
/// use bevy_ecs::prelude::*;
/// use bevy_math::Vec3;
/// use bevy_sweep8::Sweep8;
/// use bevy_sweep8::sweep8::Sides;
///
/// #[derive(Component)]
/// struct Turret;
///
/// fn look_ahead(sweep8: Res<Sweep8>, mut commands: Commands) -> Result {
///     // The first collider within 50 m along +x.
///     let hit = sweep8.world().ray(Vec3::Y, Vec3::X, 50.0, Sides::Both)?;
///     if let Some(entity) = hit.and_then(|hit| sweep8.collider(hit.instance)) {
///         commands.entity(entity).insert(Turret);
///     }
///     Ok(())
/// }
/// # bevy_app::App::new().add_systems(bevy_app::Update, look_ahead);
/// ```
#[derive(Resource, Debug, Default)]
pub struct Sweep8 {
    pub(crate) world: Triangles,
    pub(crate) crowd: Crowd,
    pub(crate) report: StepReport,
    pub(crate) characters: Entities<CharacterId>,
    pub(crate) colliders: Entities<InstanceId>,
    /// Colliders removed before the coming step; events of that step may still refer to them.
    pub(crate) removed: Vec<(InstanceId, Entity)>,
    /// Number of sensor colliders in the world.
    pub(crate) sensors: u32,
    /// Number of fixed steps since the app started.
    pub(crate) steps: u64,
}

impl Sweep8 {
    /// Returns the library's world with all colliders, for ray casts, sweeps and overlap tests.
    #[must_use]
    pub fn world(&self) -> &Triangles {
        &self.world
    }

    /// Returns the crowd of all characters: their states, ray casts and sweeps against them, and the state hash.
    #[must_use]
    pub fn crowd(&self) -> &Crowd {
        &self.crowd
    }

    /// Returns the counts of characters in the last step: free, blocked, crushed and so on.
    #[must_use]
    pub fn report(&self) -> StepReport {
        self.report
    }

    /// Returns the number of fixed steps since the app started.
    #[must_use]
    pub fn steps(&self) -> u64 {
        self.steps
    }

    /// Returns the entity of a character; `None` if the character was removed.
    #[must_use]
    pub fn character(&self, id: CharacterId) -> Option<Entity> {
        self.characters.get(id.index(), |named| named == id)
    }

    /// Returns the entity of a collider; `None` if the collider was removed.
    #[must_use]
    pub fn collider(&self, id: InstanceId) -> Option<Entity> {
        self.colliders.get(id.index(), |named| named == id)
    }

    /// Returns the entity of a collider, even if the collider was removed before the last step.
    pub(crate) fn collider_of_event(&self, id: InstanceId) -> Option<Entity> {
        let removed = || self.removed.iter().find(|&&(removed, _)| removed == id).map(|&(_, entity)| entity);
        self.collider(id).or_else(removed)
    }

    /// Returns the entity of the collider to which a touched surface belongs; `None` if the collider was removed.
    pub(crate) fn collider_of(&self, surface: Surface) -> Option<Entity> {
        surface.instance_id().and_then(|id| self.collider(id))
    }
}

/// Map from characters or instances of the library to Bevy entities, by the index of the id.
#[derive(Debug)]
pub(crate) struct Entities<Id>(Vec<Option<(Id, Entity)>>);

impl<Id> Default for Entities<Id> {
    fn default() -> Self {
        Self(Vec::new())
    }
}

impl<Id: Copy> Entities<Id> {
    pub(crate) fn insert(&mut self, index: usize, id: Id, entity: Entity) {
        if self.0.len() <= index {
            self.0.resize_with(index + 1, || None);
        }
        self.0[index] = Some((id, entity));
    }

    pub(crate) fn remove(&mut self, index: usize) {
        if let Some(entry) = self.0.get_mut(index) {
            *entry = None;
        }
    }

    /// Returns the entity at an index of this map, if `is_right` accepts the id that is stored with the entity.
    pub(crate) fn get(&self, index: usize, is_right: impl FnOnce(Id) -> bool) -> Option<Entity> {
        let &(id, entity) = self.0.get(index)?.as_ref()?;
        is_right(id).then_some(entity)
    }
}
