//! Transforms between two fixed steps, for the renderer.
//!
//! A frame lies between two steps; it is drawn between the last two steps, at the part of a step by which time is past
//! the last one. The transform that is drawn is written after the fixed steps of a frame, and the true one is put back
//! before the next step, or when the component goes. A part of a transform that somebody else has written meanwhile
//! stays as it was written.

use bevy_ecs::lifecycle::HookContext;
use bevy_ecs::prelude::*;
use bevy_ecs::world::DeferredWorld;
use bevy_math::{Quat, Vec3};
use bevy_reflect::Reflect;
use bevy_reflect::prelude::ReflectDefault;
use bevy_time::{Fixed, Time};
use bevy_transform::components::Transform;

/// Draws an entity between the transforms of the last two fixed steps, so that it moves as smoothly as frames come.
/// Characters and colliders have it; give it to what else moves in fixed steps, as to the parent of a collider.
/// [`NoTransformInterpolation`] takes it from one; so does removing it.
///
/// From `FixedFirst` to `FixedLast` a transform is that of the step, elsewhere it is what is drawn. A system that
/// writes translation, rotation or scale in `Update` writes the true one: nothing is drawn between it and the one
/// before.
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
    /// At the start of the last step.
    from: Transform,
    /// At its end.
    to: Transform,
    /// The transform that is drawn, outside of fixed steps.
    drawn: Option<Transform>,
    /// Whether there was a step since it is there.
    has_stepped: bool,
}

/// An entity that is drawn where the last fixed step left it: no [`TransformInterpolation`].
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
    /// Nothing is drawn between what was before and this translation.
    pub(crate) fn jump(&mut self, translation: Vec3) {
        self.from.translation = translation;
    }

    /// Puts the true transform back where another one is drawn.
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

/// Without it nobody puts the true transform back: the drawn one would be a teleport of a character.
fn interpolation_discarded(mut world: DeferredWorld, HookContext { entity, .. }: HookContext) {
    if let Some(interpolation) = world.get::<TransformInterpolation>(entity).copied()
        && let Some(mut transform) = world.get_mut::<Transform>(entity)
    {
        interpolation.restore(&mut transform);
    }
}

/// Before a step: the true transforms again, from which it starts.
pub(crate) fn restore_transforms(mut entities: Query<(&mut Transform, &mut TransformInterpolation)>) {
    for (mut transform, mut interpolation) in &mut entities {
        interpolation.restore(&mut transform);
        (interpolation.drawn, interpolation.from, interpolation.has_stepped) = (None, *transform, true);
    }
}

/// After a step: where it led.
pub(crate) fn record_transforms(mut entities: Query<(&Transform, &mut TransformInterpolation)>) {
    for (transform, mut interpolation) in &mut entities {
        interpolation.to = *transform;
        if !interpolation.has_stepped {
            // Spawned in this step: it was not there before.
            (interpolation.from, interpolation.has_stepped) = (*transform, true);
        }
    }
}

/// After the steps of a frame: what is drawn.
pub(crate) fn draw_transforms(
    time: Res<Time<Fixed>>,
    mut entities: Query<(&mut Transform, &mut TransformInterpolation), Without<NoTransformInterpolation>>,
) {
    let part = time.overstep_fraction();
    for (mut transform, mut interpolation) in &mut entities {
        let TransformInterpolation { from, to, drawn, has_stepped } = *interpolation;
        // Nothing has moved: nobody's change is noticed by writing it again.
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
        // Where somebody else has written, that part of `drawn` goes on differing from the transform.
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

/// The rotation a part of the shorter way from one to another.
fn turned(from: Quat, to: Quat, part: f32) -> Quat {
    from.slerp(to, part)
}
