//! A refusal has a named error, is reported once, and changes nothing.

mod common;

use bevy::asset::RenderAssetUsages;
use bevy::mesh::PrimitiveTopology;
use bevy::prelude::*;
use bevy_sweep8::prelude::*;
use bevy_sweep8::sweep8::{Field, InputError, MeshError};
use bevy_sweep8::{CharacterError, CharacterHandle, ColliderError, ColliderHandle};
use common::{STANDING, app, listen, output, spawn_floor, spawn_person, step, sweep8, told, translation};

/// The field for which a collider was refused.
fn field_of(error: &ColliderError) -> Option<Field> {
    if let ColliderError::Input(error) = error { Some(error.field()) } else { None }
}

#[test]
fn a_transform_that_is_refused_leaves_the_collider_where_it_was() {
    let mut app = app();
    listen::<ColliderRefused>(&mut app);
    let floor = spawn_floor(&mut app);
    let person = spawn_person(&mut app, 0.0, 0.0);
    step(&mut app, 2);
    let good = *app.world().get::<Transform>(floor).expect("it has one");
    let cases = [
        (Transform { translation: Vec3::new(0.0, f32::NAN, 0.0), ..good }, Field::Translation),
        (Transform { translation: Vec3::X * 1e9, ..good }, Field::Translation),
        (Transform { rotation: Quat::from_xyzw(0.0, f32::INFINITY, 0.0, 1.0), ..good }, Field::Rotation),
        (Transform { scale: Vec3::new(1.0, 0.0, 1.0), ..good }, Field::Scale),
        (Transform { scale: Vec3::splat(2_000.0), ..good }, Field::Scale),
    ];
    for (bad, field) in cases {
        // Written in every step, reported once.
        for _ in 0..3 {
            *app.world_mut().get_mut::<Transform>(floor).expect("it has one") = bad;
            step(&mut app, 1);
        }
        let refused = told::<ColliderRefused>(&mut app);
        assert_eq!(refused.len(), 1, "{refused:?}");
        assert_eq!((refused[0].entity, field_of(&refused[0].error)), (floor, Some(field)));
        assert!(output(&app, person).is_grounded(), "the floor is where it was");
        *app.world_mut().get_mut::<Transform>(floor).expect("it has one") = good;
        step(&mut app, 1);
        assert_eq!(told::<ColliderRefused>(&mut app).len(), 0);
    }
}

#[test]
fn a_collider_with_a_bad_transform_waits_until_that_is_good() {
    let mut app = app();
    listen::<ColliderRefused>(&mut app);
    let block = app.world_mut().spawn((Collider::cuboid(Vec3::ONE), Transform::from_xyz(f32::NAN, 0.0, 0.0))).id();
    step(&mut app, 3);
    let refused = told::<ColliderRefused>(&mut app);
    assert_eq!((refused.len(), field_of(&refused[0].error)), (1, Some(Field::Translation)));
    assert!(app.world().get::<ColliderHandle>(block).is_none());
    app.world_mut().get_mut::<Transform>(block).expect("it has one").translation = Vec3::ZERO;
    step(&mut app, 1);
    assert!(app.world().get::<ColliderHandle>(block).is_some());
    assert_eq!(told::<ColliderRefused>(&mut app).len(), 0);
    // Despawning an entity that waits is safe.
    let other = app.world_mut().spawn((Collider::cuboid(Vec3::ONE), Transform::from_xyz(f32::NAN, 0.0, 0.0))).id();
    step(&mut app, 1);
    app.world_mut().despawn(other);
    step(&mut app, 1);
    assert_eq!(told::<ColliderRefused>(&mut app).len(), 1);
    assert_eq!(sweep8(&app).world().instances().count(), 1);
}

#[test]
fn a_transform_that_shears_is_refused() {
    let mut app = app();
    listen::<ColliderRefused>(&mut app);
    let parent = app.world_mut().spawn(Transform::from_scale(Vec3::new(1.0, 1.0, 3.0))).id();
    let turned = Transform::from_rotation(Quat::from_rotation_y(0.5));
    let block = app.world_mut().spawn((Collider::cuboid(Vec3::ONE), turned, ChildOf(parent))).id();
    step(&mut app, 2);
    let refused = told::<ColliderRefused>(&mut app);
    assert_eq!(refused.len(), 1);
    assert_eq!((refused[0].entity, &refused[0].error), (block, &ColliderError::Sheared));
}

#[test]
fn bad_meshes_are_refused_by_their_fault() {
    let mut app = app();
    listen::<ColliderRefused>(&mut app);
    let points = || Mesh::new(PrimitiveTopology::PointList, RenderAssetUsages::MAIN_WORLD);
    let list = || Mesh::new(PrimitiveTopology::TriangleList, RenderAssetUsages::MAIN_WORLD);
    let corners = vec![[0.0, 0.0, 0.0], [0.0, 0.0, 1.0], [f32::NAN, 0.0, 0.0]];
    let mut handed_over = list().with_inserted_attribute(Mesh::ATTRIBUTE_POSITION, corners.clone());
    handed_over.take_gpu_data().expect("it has them");
    let flat = vec![[0.0, 0.0], [0.0, 1.0], [1.0, 0.0]];
    let cases = [
        points().with_inserted_attribute(Mesh::ATTRIBUTE_POSITION, corners.clone()),
        list().with_inserted_attribute(Mesh::ATTRIBUTE_UV_0, flat),
        handed_over,
        list().with_inserted_attribute(Mesh::ATTRIBUTE_POSITION, corners),
    ];
    for mesh in cases {
        let mesh = app.world_mut().resource_mut::<Assets<Mesh>>().add(mesh);
        app.world_mut().spawn(Collider::Mesh(mesh));
    }
    app.world_mut().spawn(Collider::cuboid(Vec3::new(1.0, 0.0, 1.0)));
    step(&mut app, 3);
    let refused: Vec<ColliderError> =
        told::<ColliderRefused>(&mut app).into_iter().map(|refused| refused.error).collect();
    assert_eq!(refused[..3], [ColliderError::NoTriangles, ColliderError::NoPositions, ColliderError::InRenderWorld]);
    assert!(matches!(refused[3], ColliderError::Mesh(MeshError::NotFinite { position: 2, .. })), "{}", refused[3]);
    assert!(matches!(refused[4], ColliderError::Mesh(_)) && refused.len() == 5, "{}", refused[4]);
}

#[test]
fn without_assets_of_meshes_a_mesh_is_refused() {
    let mut app = App::new();
    app.add_plugins((MinimalPlugins, Sweep8Plugin));
    app.insert_resource(bevy::time::TimeUpdateStrategy::FixedTimesteps(1));
    listen::<ColliderRefused>(&mut app);
    app.world_mut().spawn(Collider::Mesh(Handle::default()));
    step(&mut app, 3);
    let refused = told::<ColliderRefused>(&mut app);
    assert_eq!((refused.len(), &refused[0].error), (1, &ColliderError::NoMeshAssets));
}

#[test]
fn what_a_character_may_not_have_is_refused_by_its_field() {
    let mut app = app();
    listen::<CharacterRefused>(&mut app);
    spawn_floor(&mut app);
    let person = spawn_person(&mut app, 0.0, 0.0);
    step(&mut app, 2);
    let refused_field = |app: &mut App, change: &dyn Fn(&mut EntityWorldMut)| {
        change(&mut app.world_mut().entity_mut(person));
        step(app, 3);
        let refused = told::<CharacterRefused>(app);
        assert!(refused.len() == 1 && refused[0].entity == person, "{refused:?}");
        assert!(output(app, person).is_grounded() && translation(app, person).is_finite());
        let CharacterError::Input(error) = refused[0].error else { panic!("{}", refused[0].error) };
        error.field()
    };
    let input = |input: CharacterInput| {
        move |entity: &mut EntityWorldMut| {
            *entity.get_mut::<CharacterInput>().expect("it has one") = input;
        }
    };
    assert_eq!(refused_field(&mut app, &input(CharacterInput::walk(Vec3::X * f32::NAN))), Field::DesiredVelocity);
    assert_eq!(refused_field(&mut app, &input(CharacterInput { up: Vec3::ONE, ..default() })), Field::Up);
    let gravity = Some(Vec3::splat(f32::INFINITY));
    assert_eq!(refused_field(&mut app, &input(CharacterInput { gravity, ..default() })), Field::Gravity);
    // Valid again, but for the translation.
    let lost = |entity: &mut EntityWorldMut| {
        *entity.get_mut::<CharacterInput>().expect("it has one") = CharacterInput::default();
        entity.get_mut::<Transform>().expect("it has one").translation = Vec3::NAN;
    };
    assert_eq!(refused_field(&mut app, &lost), Field::Position);
    let settings = |entity: &mut EntityWorldMut| {
        entity.get_mut::<Character>().expect("it is one").settings.air_control = 2.0;
    };
    assert_eq!(refused_field(&mut app, &settings), Field::AirControl);
}

#[test]
fn a_character_with_bad_settings_waits_until_they_are_good() {
    let mut app = app();
    listen::<CharacterRefused>(&mut app);
    spawn_floor(&mut app);
    let bad = Character::from(CharacterSettings { skin: -1.0, ..default() });
    let person = app.world_mut().spawn((bad, Transform::from_xyz(0.0, STANDING, 0.0))).id();
    step(&mut app, 2);
    assert_eq!(told::<CharacterRefused>(&mut app).len(), 1);
    assert!(app.world().get::<CharacterHandle>(person).is_none());
    app.world_mut().get_mut::<Character>(person).expect("it is one").settings.skin = 0.01;
    step(&mut app, 2);
    assert!(output(&app, person).is_grounded());
}

#[test]
fn a_move_that_is_too_long_is_told_and_the_character_stays() {
    let mut app = app();
    listen::<CharacterRefused>(&mut app);
    spawn_floor(&mut app);
    let person = spawn_person(&mut app, 0.0, 0.0);
    step(&mut app, 2);
    app.world_mut().get_mut::<CharacterInput>(person).expect("it has one").desired_velocity = Vec3::X * 1e6;
    step(&mut app, 3);
    let refused = told::<CharacterRefused>(&mut app);
    assert_eq!(refused.len(), 1, "{refused:?}");
    assert!(matches!(refused[0].error, CharacterError::Input(InputError::OutOfRange { field: Field::Move, .. })));
    assert_eq!((translation(&app, person).x, sweep8(&app).report().refused), (0.0, 1));
}
