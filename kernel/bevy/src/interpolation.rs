//! Transforms between two fixed steps, for the renderer.
//!
//! A frame lies between two fixed steps. It shows a transform between those of the last two steps, at the share of a
//! step that has elapsed since the last one. The plugin writes the drawn transform after the fixed steps of a frame,
//! and restores the true one before the next step, or when the component is removed. If another system has written a
//! part of the transform meanwhile, that part stays.

use bevy_ecs::lifecycle::HookContext;
use bevy_ecs::prelude::*;
use bevy_ecs::world::DeferredWorld;
use bevy_math::{Quat, Vec3};
use bevy_reflect::Reflect;
use bevy_reflect::prelude::ReflectDefault;
use bevy_time::{Fixed, Time};
use bevy_transform::components::Transform;

/// Draws an entity between the transforms of the last two fixed steps, so that it moves as smoothly as frames come.
/// Characters and colliders have it by default; add it to other entities that move in fixed steps, such as the parent
/// of a collider. [`NoTransformInterpolation`] turns it off for an entity; so does removing it.
///
/// From `FixedFirst` to `FixedLast` a transform is that of the step; elsewhere it is the drawn one. A system that
/// writes translation, rotation or scale in `Update` writes the true one, which is not interpolated.
///
/// ```
/// use bevy_app::App;
/// use bevy_math::Vec3;
/// use bevy_sweep8::prelude::*;
/// use bevy_sweep8::TransformInterpolation;
/// use bevy_transform::components::Transform;
///
/// let mut app = App::new();
/// let train = app.world_mut().spawn((Transform::default(), TransformInterpolation::default())).id();
/// let carriage = app.world_mut().spawn(Collider::cuboid(Vec3::ONE)).id();
/// app.world_mut().entity_mut(train).add_child(carriage);
/// ```
#[derive(Component, Clone, Copy, Debug, Default, Reflect)]
#[reflect(Component, Debug, Default)]
#[component(on_discard = interpolation_discarded)]
pub struct TransformInterpolation {
    /// True transform of the entity at the start of the last fixed step.
    from: Transform,
    /// True transform of the entity at the end of the last fixed step.
    to: Transform,
    /// Transform that was drawn between fixed steps, interpolated; `None` during fixed steps.
    drawn: Option<Transform>,
    /// True after the first fixed step of the entity with this component.
    has_stepped: bool,
}

/// Draws an entity where the last fixed step left it, without [`TransformInterpolation`].
///
/// ```
/// use bevy_sweep8::prelude::*;
///
/// let on_a_server = (Character::default(), NoTransformInterpolation);
/// # let _ = on_a_server;
/// ```
#[derive(Component, Clone, Copy, Debug, Default, Reflect)]
#[reflect(Component, Debug, Default)]
pub struct NoTransformInterpolation;

impl TransformInterpolation {
    /// Makes the entity appear at `translation` without interpolation from earlier translations: for a teleport.
    pub(crate) fn jump(&mut self, translation: Vec3) {
        self.from.translation = translation;
    }

    /// Restores the true transform in place of the drawn one, except parts that another system has written since.
    fn restore(&self, transform: &mut Mut<Transform>) {
        let TransformInterpolation { to, drawn, .. } = *self;
        if let Some(drawn) = drawn
            && drawn != to
        {
            let true_one = Transform {
                translation: if transform.translation == drawn.translation {
                    to.translation
                } else {
                    transform.translation
                },
                rotation: if transform.rotation == drawn.rotation { to.rotation } else { transform.rotation },
                scale: if transform.scale == drawn.scale { to.scale } else { transform.scale },
            };
            transform.set_if_neq(true_one);
        }
    }
}

/// Restores the true transform when the component is removed: otherwise the drawn one would be a teleport of a
/// character.
fn interpolation_discarded(mut world: DeferredWorld, HookContext { entity, .. }: HookContext) {
    if let Some(interpolation) = world.get::<TransformInterpolation>(entity).copied()
        && let Some(mut transform) = world.get_mut::<Transform>(entity)
    {
        interpolation.restore(&mut transform);
    }
}

/// Restores the transforms of the last fixed step before the next one, in place of the interpolated ones.
pub(crate) fn restore_transforms(mut entities: Query<(&mut Transform, &mut TransformInterpolation)>) {
    for (mut transform, mut interpolation) in &mut entities {
        interpolation.restore(&mut transform);
        (interpolation.drawn, interpolation.from, interpolation.has_stepped) = (None, *transform, true);
    }
}

/// Records the transforms at the end of a fixed step, for the interpolation between steps.
pub(crate) fn record_transforms(mut entities: Query<(&Transform, &mut TransformInterpolation)>) {
    for (transform, mut interpolation) in &mut entities {
        interpolation.to = *transform;
        if !interpolation.has_stepped {
            // Spawned in this step: it has no earlier transform.
            (interpolation.from, interpolation.has_stepped) = (*transform, true);
        }
    }
}

/// Interpolates transforms between the last two fixed steps' ends and writes them to be drawn, once a frame.
pub(crate) fn draw_transforms(
    time: Res<Time<Fixed>>,
    mut entities: Query<(&mut Transform, &mut TransformInterpolation), Without<NoTransformInterpolation>>,
) {
    let part = time.overstep_fraction();
    for (mut transform, mut interpolation) in &mut entities {
        let TransformInterpolation { from, to, drawn, has_stepped } = *interpolation;
        // Nothing has moved: writing the same value would trigger change detection.
        if !has_stepped || (from == to && drawn.is_none_or(|drawn| drawn == to)) {
            continue;
        }
        let before = drawn.unwrap_or(to);
        let mut next = *transform;
        if transform.translation == before.translation {
            next.translation = from.translation.lerp(to.translation, part);
        }
        if transform.rotation == before.rotation {
            next.rotation =
                if from.rotation == to.rotation { to.rotation } else { turned(from.rotation, to.rotation, part) };
        }
        if transform.scale == before.scale {
            next.scale = from.scale.lerp(to.scale, part);
        }
        // If another system has written a part, that part of `drawn` keeps differing from the transform.
        interpolation.drawn = Some(Transform {
            translation: if transform.translation == before.translation {
                next.translation
            } else {
                before.translation
            },
            rotation: if transform.rotation == before.rotation { next.rotation } else { before.rotation },
            scale: if transform.scale == before.scale { next.scale } else { before.scale },
        });
        transform.set_if_neq(next);
    }
}

/// Interpolates between two rotations along the shorter arc; `part` is 0 at `from`, 1 at `to`.
fn turned(from: Quat, to: Quat, part: f32) -> Quat {
    from.slerp(to, part)
}
