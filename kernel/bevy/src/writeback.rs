//! Copies the results of a step to components and events.

use crate::character::CharacterOutput;
use crate::contacts::{CharacterContacts, Contact};
use crate::event::{
    ContactEnded, ContactStarted, Crushed, Landed, LeftGround, Pushed, SensorEntered, SensorLeft, StepEvent, StepEvents,
};
use crate::handle::CharacterHandle;
use crate::refusal::{CharacterError, CharacterRefused};
use crate::simulation::Sweep8;
use bevy_ecs::prelude::*;
use bevy_math::{Quat, Vec3};
use bevy_transform::components::Transform;
use sweep8::{CharacterId, EventKind, InputError};

/// Writes transforms and outputs of all characters after a step, and collects their events.
pub(crate) fn write_characters(
    sweep8: Res<Sweep8>,
    mut characters: Query<(
        Entity,
        &mut CharacterHandle,
        &mut Transform,
        &mut CharacterOutput,
        Option<&mut CharacterContacts>,
    )>,
    mut events: ResMut<StepEvents>,
    mut contacts_before: Local<Vec<Contact>>,
) {
    for (entity, mut handle, mut transform, mut output, contacts) in &mut characters {
        let handle = handle.bypass_change_detection();
        let (id, before) = (handle.id, *output);
        // The id of a handle stays valid as long as the handle exists.
        let Ok(after) = output_of(&sweep8, id) else { continue };
        write_transform(&sweep8, handle, &mut transform, after.turned_by);
        output.set_if_neq(after);
        let number = id.index();
        if let Some(mut contacts) = contacts {
            std::mem::swap(&mut contacts.list, &mut contacts_before);
            write_contacts(&sweep8, (id, entity), &contacts_before, &mut contacts.list, &mut events.0);
        }
        if after.is_grounded() != before.is_grounded() {
            events.0.push((
                number,
                if after.is_grounded() {
                    StepEvent::Landed(Landed { entity, velocity: before.velocity })
                } else {
                    StepEvent::LeftGround(LeftGround { entity })
                },
            ));
        }
        if after.is_crushed() && !before.is_crushed() {
            events.0.push((number, StepEvent::Crushed(Crushed { entity, collider: after.crushed_by })));
        }
    }
}

/// Builds the output component of a character from the last step.
fn output_of(sweep8: &Sweep8, id: CharacterId) -> Result<CharacterOutput, InputError> {
    let (crowd, state) = (sweep8.crowd(), sweep8.crowd().state(id)?);
    let displacement = crowd.position(id)? - crowd.previous_position(id)?;
    let turn = crowd.turned_by(id)?;
    let turned_by = if turn == 0.0 { Quat::IDENTITY } else { Quat::from_axis_angle(crowd.input(id)?.up(), turn) };
    Ok(CharacterOutput {
        ground: state.ground(),
        ground_point: state.ground_point,
        ground_collider: sweep8.collider_of(state.ground_surface),
        ground_material: state.ground_material,
        velocity: state.velocity,
        displacement: displacement.as_vec3(),
        turned_by,
        status: state.status(),
        crushed_by: state.crushed_by().and_then(|id| sweep8.collider_of_event(id)),
    })
}

/// Writes the centre, and turns the transform with the ground. Writes only changed values, so that change detection
/// stays quiet.
fn write_transform(sweep8: &Sweep8, handle: &mut CharacterHandle, transform: &mut Mut<Transform>, turned_by: Quat) {
    let Ok(center) = sweep8.crowd().position(handle.id).map(Vec3::from) else { return };
    let translation = match &handle.parent {
        None => center,
        Some(parent) => parent.affine().inverse().transform_point3(center),
    };
    if transform.translation != translation {
        transform.translation = translation;
    }
    handle.written = translation;
    if turned_by != Quat::IDENTITY {
        let above = handle.parent.map_or(Quat::IDENTITY, |parent| parent.rotation());
        transform.rotation = (above.inverse() * turned_by * above * transform.rotation).normalize();
    }
}

/// Updates the contact list `now` of a character, and collects events of contacts that started or ended since `before`.
fn write_contacts(
    sweep8: &Sweep8,
    (id, entity): (CharacterId, Entity),
    before: &[Contact],
    now: &mut Vec<Contact>,
    events: &mut Vec<(usize, StepEvent)>,
) {
    let Ok(touched) = sweep8.crowd().contacts(id) else { return };
    now.clear();
    now.extend(
        touched
            .iter()
            .filter_map(|&details| Some(Contact { collider: sweep8.collider(details.contact.instance)?, details })),
    );
    for (k, &Contact { collider, details }) in now.iter().enumerate() {
        let is_first = |list: &[Contact]| !list.iter().any(|other| other.collider == collider);
        if is_first(before) && is_first(&now[..k]) {
            events.push((id.index(), StepEvent::ContactStarted(ContactStarted { entity, collider, details })));
        }
    }
    for (k, &Contact { collider, .. }) in before.iter().enumerate() {
        let is_last = |list: &[Contact]| !list.iter().any(|other| other.collider == collider);
        if is_last(now) && is_last(&before[k + 1..]) {
            events.push((id.index(), StepEvent::ContactEnded(ContactEnded { entity, collider })));
        }
    }
}

/// Collects events of characters that movers pushed, and that entered or left sensors.
pub(crate) fn collect_crowd_events(sweep8: Res<Sweep8>, mut events: ResMut<StepEvents>) {
    for event in sweep8.crowd().events() {
        let Some(character) = sweep8.character(event.character) else { continue };
        let told = match event.kind {
            EventKind::Pushed { instance, velocity } => sweep8
                .collider_of_event(instance)
                .map(|collider| StepEvent::Pushed(Pushed { entity: character, collider, velocity })),
            EventKind::SensorEntered { instance } => sweep8
                .collider_of_event(instance)
                .map(|sensor| StepEvent::SensorEntered(SensorEntered { sensor, character })),
            EventKind::SensorLeft { instance } => {
                sweep8.collider_of_event(instance).map(|sensor| StepEvent::SensorLeft(SensorLeft { sensor, character }))
            }
            _ => None,
        };
        events.0.extend(told.map(|told| (event.character.index(), told)));
    }
}

/// Triggers [`CharacterRefused`](crate::CharacterRefused) for the first character whose move the last step refused.
pub(crate) fn tell_refused_moves(
    sweep8: Res<Sweep8>,
    mut last: Local<Option<(Entity, InputError)>>,
    mut commands: Commands,
) {
    let first = sweep8.report().first_refused;
    let now = first.character().and_then(|id| sweep8.character(id)).zip(first.error());
    if now != *last
        && let Some((entity, error)) = now
    {
        log::warn!("the move of character {entity} is refused: {error}");
        commands.trigger(CharacterRefused { entity, error: CharacterError::Input(error) });
    }
    *last = now;
}
