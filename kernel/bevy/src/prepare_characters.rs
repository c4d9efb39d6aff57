//! Before a step: characters that were spawned, despawned, teleported or changed.

use crate::character::{Character, CharacterGroup, CharacterInput};
use crate::contacts::CharacterContacts;
use crate::handle::CharacterHandle;
use crate::interpolation::TransformInterpolation;
use crate::queue::{Queue, with_queue};
use crate::refusal::{CharacterError, CharacterRefused, Refusals};
use crate::simulation::{Gravity, Sweep8};
use bevy_ecs::entity::EntityHashSet;
use bevy_ecs::prelude::*;
use bevy_math::Vec3;
use bevy_transform::components::{GlobalTransform, Transform};
use bevy_transform::helper::TransformHelper;
use sweep8::CharacterProfile;

/// Removes characters from the crowd whose component or entity is gone.
pub(crate) fn remove_gone(
    mut sweep8: ResMut<Sweep8>,
    mut queue: ResMut<Queue>,
    mut refusals: ResMut<Refusals<CharacterError>>,
) {
    let Sweep8 { crowd, characters, .. } = &mut *sweep8;
    for (id, entity) in queue.gone_characters.drain(..) {
        if crowd.despawn(id).is_ok() {
            characters.remove(id.index());
        }
        refusals.forget(entity);
    }
}

/// Adds new characters to the crowd in the order of spawning. One with refused settings or transform stays queued.
pub(crate) fn add_characters(
    mut sweep8: ResMut<Sweep8>,
    mut queue: ResMut<Queue>,
    mut refusals: ResMut<Refusals<CharacterError>>,
    characters: Query<(&Character, &Transform, Option<&ChildOf>), Without<CharacterHandle>>,
    helper: TransformHelper,
    mut commands: Commands,
) {
    let mut seen = EntityHashSet::default();
    let mut refused = Vec::new();
    let arrived = std::mem::take(&mut queue.characters);
    for entity in arrived {
        let Ok((character, transform, parent)) = characters.get(entity) else {
            refusals.forget(entity);
            continue;
        };
        if !seen.insert(entity) {
            continue;
        }
        let mut add = || -> Result<CharacterHandle, CharacterError> {
            let profile = CharacterProfile::new(&character.settings)?;
            let parent = global_of(parent, &helper)?;
            let id = sweep8.crowd.spawn(&profile, in_world(parent.as_ref(), transform.translation))?;
            sweep8.characters.insert(id.index(), id, entity);
            Ok(CharacterHandle::new(id, transform.translation))
        };
        let added = add();
        if added.is_err() {
            queue.characters.push(entity);
        }
        if let Some(error) = refusals.note("character", entity, added.as_ref().map(|_| ()).map_err(|&error| error)) {
            refused.push(CharacterRefused { entity, error });
        }
        if let Ok(handle) = added {
            commands.queue(insert_handle(entity, handle));
        }
    }
    // After all handles are inserted: an observer may despawn any of these entities.
    for refusal in refused {
        commands.trigger(refusal);
    }
}

/// Inserts the handle of an entity. If an earlier command or observer has despawned the entity or removed its
/// `Character`, this removes the character from the crowd, because no hook will.
fn insert_handle(entity: Entity, handle: CharacterHandle) -> impl Command {
    move |world: &mut World| {
        if let Ok(mut it) = world.get_entity_mut(entity)
            && it.contains::<Character>()
        {
            it.insert(handle);
        } else {
            with_queue(world.into(), |queue| queue.gone_characters.push((handle.id, entity)));
        }
    }
}

/// Copies inputs and changed components of characters to the crowd.
pub(crate) fn update_characters(
    mut sweep8: ResMut<Sweep8>,
    gravity: Res<Gravity>,
    mut refusals: ResMut<Refusals<CharacterError>>,
    mut characters: Query<(
        Entity,
        Ref<Character>,
        &mut CharacterHandle,
        &mut CharacterInput,
        &Transform,
        Option<&mut TransformInterpolation>,
        Option<&ChildOf>,
        Has<CharacterContacts>,
        Option<&CharacterGroup>,
    )>,
    helper: TransformHelper,
    mut commands: Commands,
) {
    let Sweep8 { world, crowd, .. } = &mut *sweep8;
    for (entity, character, mut handle, mut input, transform, mut interpolation, parent, is_watched, group) in
        &mut characters
    {
        let handle = handle.bypass_change_detection();
        let id = handle.id;
        let mut jump = |translation| {
            if let Some(interpolation) = &mut interpolation {
                interpolation.jump(translation);
            }
        };
        let mut update = || -> Result<(), CharacterError> {
            handle.parent = global_of(parent, &helper)?;
            if transform.translation != handle.written {
                let before = std::mem::replace(&mut handle.written, transform.translation);
                // Interpolation ends here: also between a refused place and the place before it.
                jump(transform.translation);
                let moved = crowd.teleport(id, in_world(handle.parent.as_ref(), transform.translation));
                moved.inspect_err(|_| jump(before))?;
            }
            if is_watched != handle.is_watched {
                if is_watched {
                    crowd.watch_contacts(id)?;
                } else {
                    crowd.unwatch_contacts(id)?;
                }
                handle.is_watched = is_watched;
            }
            crowd.set_group(id, group.map_or(0, |group| group.0))?;
            crowd.set_input(id, &input.to_move(gravity.0))?;
            if handle.is_waiting || character.is_changed() {
                handle.is_waiting = true;
                let profile = CharacterProfile::new(&character.settings)?;
                if crowd.profile(id)? != &profile {
                    crowd.set_profile(world, id, &profile)?;
                }
                handle.is_waiting = false;
            }
            Ok(())
        };
        let updated = update();
        if input.is_momentary() {
            (input.jump_speed, input.impulse) = (0.0, Vec3::ZERO);
        }
        if let Some(error) = refusals.note("character", entity, updated) {
            commands.trigger(CharacterRefused { entity, error });
        }
    }
}

/// Computes the global transform of a character's parent from current local transforms; `None` without a parent.
fn global_of(parent: Option<&ChildOf>, helper: &TransformHelper) -> Result<Option<GlobalTransform>, CharacterError> {
    let Some(parent) = parent else { return Ok(None) };
    helper.compute_global_transform(parent.parent()).map(Some).map_err(|_| CharacterError::NoTransform)
}

/// Converts a translation from the space of a parent to world space; without a parent it is world space.
fn in_world(parent: Option<&GlobalTransform>, translation: Vec3) -> Vec3 {
    parent.map_or(translation, |parent| parent.transform_point(translation))
}
