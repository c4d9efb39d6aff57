//! An app without a window; each update makes one fixed step of 1/64 s. Transforms are those of the last step, not
//! interpolated ones.

#![allow(dead_code, reason = "each test takes what it needs")]

use bevy::prelude::*;
use bevy::time::TimeUpdateStrategy;
use bevy_sweep8::prelude::*;

/// Seconds of a step: Bevy's default.
pub(crate) const STEP: f32 = 1.0 / 64.0;

/// Height of the centre of a person that stands at height 0, metres: radius plus skin.
pub(crate) const STANDING: f32 = 0.91;

pub(crate) fn app() -> App {
    let mut app = interpolating_app();
    app.register_required_components::<Character, NoTransformInterpolation>()
        .register_required_components::<Collider, NoTransformInterpolation>();
    app
}

/// The same app, with interpolated transforms.
pub(crate) fn interpolating_app() -> App {
    let mut app = App::new();
    app.add_plugins((MinimalPlugins, TransformPlugin, AssetPlugin::default(), Sweep8Plugin))
        .init_asset::<Mesh>()
        .insert_resource(TimeUpdateStrategy::FixedTimesteps(1));
    app.update(); // the first frame of an app takes no time
    assert_eq!(app.world().resource::<Sweep8>().steps(), 0);
    app
}

/// A floor of 40 by 40 m, the upper side at height 0.
pub(crate) fn spawn_floor(app: &mut App) -> Entity {
    app.world_mut().spawn((Collider::cuboid(Vec3::new(20.0, 0.5, 20.0)), Transform::from_xyz(0.0, -0.5, 0.0))).id()
}

/// Spawns a person that stands at a place of height 0.
pub(crate) fn spawn_person(app: &mut App, x: f32, z: f32) -> Entity {
    let person = Character::default();
    let place = person.standing_on(Vec3::new(x, 0.0, z), Vec3::Y);
    app.world_mut().spawn((person, Transform::from_translation(place))).id()
}

pub(crate) fn step(app: &mut App, steps: u32) {
    for _ in 0..steps {
        app.update();
    }
}

pub(crate) fn translation(app: &App, entity: Entity) -> Vec3 {
    app.world().get::<Transform>(entity).expect("it has a transform").translation
}

pub(crate) fn output(app: &App, entity: Entity) -> CharacterOutput {
    *app.world().get::<CharacterOutput>(entity).expect("it is a character")
}

pub(crate) fn sweep8(app: &App) -> &Sweep8 {
    app.world().resource::<Sweep8>()
}

/// Events of one kind, in the order of their arrival.
#[derive(Resource)]
pub(crate) struct Told<E>(pub(crate) Vec<E>);

/// Collects the events of a kind.
pub(crate) fn listen<E: EntityEvent + Clone>(app: &mut App)
where
    for<'a> E::Trigger<'a>: Send,
{
    app.insert_resource(Told::<E>(Vec::new()));
    app.add_observer(|event: On<E>, mut told: ResMut<Told<E>>| told.0.push(event.event().clone()));
}

/// Takes the events that arrived since the last call.
pub(crate) fn told<E: EntityEvent>(app: &mut App) -> Vec<E> {
    std::mem::take(&mut app.world_mut().resource_mut::<Told<E>>().0)
}
