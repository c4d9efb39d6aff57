//! Before a step: colliders that were spawned, despawned, moved or changed.

use crate::collider::{Collider, ColliderKind, ColliderLayers};
use crate::handle::ColliderHandle;
use crate::mesh_source::CookedMeshes;
use crate::placement::placement_of;
use crate::queue::{Queue, with_queue};
use crate::refusal::{ColliderError, ColliderRefused, Refusals};
use crate::simulation::Sweep8;
use bevy_asset::Assets;
use bevy_ecs::change_detection::Tick;
use bevy_ecs::entity::EntityHashSet;
use bevy_ecs::prelude::*;
use bevy_math::Vec3;
use bevy_mesh::Mesh;
use bevy_transform::components::Transform;
use bevy_transform::helper::TransformHelper;
use sweep8::{Field, InputError, InstanceId, InstanceKind, Placement};

/// Largest relative difference between two scales of a child that count as equal: turning parents round the scale by
/// less.
const SCALE_ROUNDING: f32 = 1e-5;

/// Removes instances from the world whose collider component or entity is gone.
pub(crate) fn remove_gone(
    mut sweep8: ResMut<Sweep8>,
    mut queue: ResMut<Queue>,
    mut refusals: ResMut<Refusals<ColliderError>>,
) {
    sweep8.removed.clear();
    for (id, entity) in queue.gone_colliders.drain(..) {
        remove(&mut sweep8, id, entity);
        refusals.forget(entity);
    }
}

/// Removes a collider's instance from the library's world, if the world still contains it.
fn remove(sweep8: &mut Sweep8, id: InstanceId, entity: Entity) {
    let Sweep8 { world, colliders, removed, sensors, .. } = sweep8;
    if world.kind(id) == Ok(InstanceKind::Sensor) {
        *sensors -= 1;
    }
    if world.remove(id).is_ok() {
        colliders.remove(id.index());
        removed.push((id, entity));
    }
}

/// Adds new colliders in the order of spawning. A collider stays queued while its asset has not loaded or its transform
/// is refused. A collider that was inserted again replaces the earlier one, which stays until then.
pub(crate) fn add_colliders(
    mut sweep8: ResMut<Sweep8>,
    mut queue: ResMut<Queue>,
    mut cooked: ResMut<CookedMeshes>,
    mut refusals: ResMut<Refusals<ColliderError>>,
    assets: Option<Res<Assets<Mesh>>>,
    colliders: Query<(Ref<Collider>, &ColliderKind, &ColliderLayers, Option<&ColliderHandle>)>,
    transforms: Query<(&Transform, Option<&ChildOf>)>,
    helper: TransformHelper,
    mut commands: Commands,
) {
    let mut seen = EntityHashSet::default();
    let mut refused = Vec::new();
    let arrived = std::mem::take(&mut queue.colliders);
    for entity in arrived {
        let Ok((collider, &kind, layers, before)) = colliders.get(entity) else {
            refusals.forget(entity);
            continue;
        };
        if !seen.insert(entity) {
            continue;
        }
        let mut add = || -> Result<Option<ColliderHandle>, ColliderError> {
            let (transform, parent) = transforms.get(entity).map_err(|_| ColliderError::NoTransform)?;
            let placement = placement_of(entity, transform, parent, &helper)?;
            let Some(mesh) = cooked.of(&collider, assets.as_deref())? else { return Ok(None) };
            let id = sweep8.world.add(&mesh, placement)?;
            Ok(Some(ColliderHandle { id, placement }))
        };
        let added = add();
        match &added {
            Ok(Some(handle)) => {
                if let Some(before) = before {
                    remove(&mut sweep8, before.id, entity);
                }
                let id = handle.id;
                sweep8.colliders.insert(id.index(), id, entity);
                change(&mut sweep8, id, kind, *layers);
            }
            // The cause may go away, so the collider stays queued.
            Ok(None) | Err(ColliderError::Input(_) | ColliderError::Sheared | ColliderError::NoTransform) => {
                queue.colliders.push(entity);
            }
            Err(_) => {}
        }
        if let Some(error) = refusals.note("collider", entity, added.as_ref().map(|_| ()).map_err(Clone::clone)) {
            refused.push(ColliderRefused { entity, error });
        }
        if let Ok(Some(handle)) = added {
            commands.queue(insert_handle(entity, handle, collider.last_changed()));
        }
    }
    cooked.end_step();
    // After all handles are inserted: an observer may despawn any of these entities.
    for refusal in refused {
        commands.trigger(refusal);
    }
}

/// Inserts the handle of an entity. If an earlier command or observer has despawned the entity, or has removed or
/// replaced its `Collider`, this removes the instance, because no hook will.
fn insert_handle(entity: Entity, handle: ColliderHandle, inserted: Tick) -> impl Command {
    move |world: &mut World| {
        let is_same = |it: &EntityWorldMut| it.get_ref::<Collider>().is_some_and(|it| it.last_changed() == inserted);
        if let Ok(mut it) = world.get_entity_mut(entity) {
            if is_same(&it) {
                it.insert(handle);
                return;
            }
            // The handle belongs to the earlier instance, which is gone.
            it.remove::<ColliderHandle>();
        }
        with_queue(world.into(), |queue| queue.gone_colliders.push((handle.id, entity)));
    }
}

/// Queues a collider that loses its parent, to be moved; ignores one without a handle, which is not placed yet.
pub(crate) fn queue_released(
    released: On<Remove<ChildOf>>,
    handles: Query<(), With<ColliderHandle>>,
    mut queue: ResMut<Queue>,
) {
    if handles.contains(released.entity) {
        queue.released.push(released.entity);
    }
}

/// Sets the target for the coming step of each collider whose transform has changed.
pub(crate) fn move_colliders(
    mut sweep8: ResMut<Sweep8>,
    mut queue: ResMut<Queue>,
    mut refusals: ResMut<Refusals<ColliderError>>,
    moved: Query<Entity, (With<ColliderHandle>, Or<(Changed<Transform>, With<ChildOf>)>)>,
    mut colliders: Query<(&mut ColliderHandle, &Transform, Option<&ChildOf>)>,
    helper: TransformHelper,
    mut targets: Local<Vec<(InstanceId, Entity)>>,
    mut commands: Commands,
) {
    targets.clear();
    let entities = moved.iter().chain(queue.released.drain(..));
    targets.extend(entities.filter_map(|entity| Some((colliders.get(entity).ok()?.0.id, entity))));
    // Sorted by instance, because queries run by archetype.
    targets.sort_unstable();
    for (id, entity) in targets.drain(..) {
        let Ok((mut handle, transform, parent)) = colliders.get_mut(entity) else { continue };
        let mut send = |handle: &mut ColliderHandle| -> Result<(), ColliderError> {
            let mut target = placement_of(entity, transform, parent, &helper)?;
            let before = handle.placement;
            if parent.is_some() && is_same_scale(target.scale, before.scale) {
                target.scale = before.scale;
            }
            if target != before {
                send_to(&mut sweep8, id, target)?;
                handle.placement = target;
            }
            Ok(())
        };
        let sent = send(handle.bypass_change_detection());
        if let Some(error) = refusals.note("collider", entity, sent) {
            commands.trigger(ColliderRefused { entity, error });
        }
    }
}

/// Makes a collider move to `target` in the coming step, or puts it there at once if the change is no rigid motion.
fn send_to(sweep8: &mut Sweep8, id: InstanceId, target: Placement) -> Result<(), InputError> {
    match sweep8.world.move_to(id, target) {
        Err(error) if matches!(error.field(), Field::MovedScale | Field::Turn | Field::Move) => {
            sweep8.world.place(id, target)
        }
        sent => sent,
    }
}

fn is_same_scale(a: Vec3, b: Vec3) -> bool {
    (a - b).abs().cmple(b.abs() * SCALE_ROUNDING).all()
}

/// Copies changed kinds and layers of colliders to the world.
pub(crate) fn change_colliders(
    mut sweep8: ResMut<Sweep8>,
    colliders: Query<
        (&ColliderHandle, &ColliderKind, &ColliderLayers),
        Or<(Changed<ColliderKind>, Changed<ColliderLayers>)>,
    >,
) {
    for (handle, &kind, &layers) in &colliders {
        change(&mut sweep8, handle.id, kind, layers);
    }
}

fn change(sweep8: &mut Sweep8, id: InstanceId, kind: ColliderKind, ColliderLayers(layers): ColliderLayers) {
    let Sweep8 { world, sensors, .. } = sweep8;
    let kind = InstanceKind::from(kind);
    if let Ok(before) = world.kind(id)
        && before != kind
        && world.set_kind(id, kind).is_ok()
    {
        *sensors = *sensors + u32::from(kind == InstanceKind::Sensor) - u32::from(before == InstanceKind::Sensor);
    }
    if world.layers(id).is_ok_and(|before| before != layers) {
        // The id was valid a line above.
        let _ = world.set_layers(id, layers);
    }
}
