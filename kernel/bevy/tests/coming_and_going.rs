//! Characters and colliders that are spawned, changed and despawned while an app runs.

mod common;

use bevy::prelude::*;
use bevy_sweep8::prelude::*;
use bevy_sweep8::sweep8::{Field, InputError};
use bevy_sweep8::{CharacterError, CharacterHandle, ColliderHandle};
use common::{STANDING, app, listen, output, spawn_floor, spawn_person, step, sweep8, told, translation};

#[test]
fn who_is_despawned_is_gone_from_the_crowd_and_the_others_walk_on() {
    let mut app = app();
    spawn_floor(&mut app);
    let people: Vec<Entity> = (0..10_u8).map(|k| spawn_person(&mut app, f32::from(k) - 5.0, 0.0)).collect();
    step(&mut app, 4);
    for &person in &people {
        app.world_mut().get_mut::<CharacterInput>(person).expect("it has one").desired_velocity = Vec3::Z;
    }
    for &person in people.iter().step_by(2) {
        app.world_mut().despawn(person);
    }
    app.world_mut().entity_mut(people[1]).remove::<Character>();
    let left_there = translation(&app, people[1]);
    step(&mut app, 64);
    assert_eq!(sweep8(&app).crowd().len(), 4);
    assert_eq!(translation(&app, people[1]), left_there, "it is no character any more");
    assert!(app.world().get::<CharacterHandle>(people[1]).is_none());
    for &person in [3, 5, 7, 9].map(|k| &people[k]) {
        let id = app.world().get::<CharacterHandle>(person).expect("it is one").id();
        assert_eq!(sweep8(&app).character(id), Some(person));
        assert!((translation(&app, person).z - 1.0).abs() < 1e-3);
    }
    // A new character takes a freed index, with a new id.
    let late = spawn_person(&mut app, 0.0, 3.0);
    step(&mut app, 1);
    let id = app.world().get::<CharacterHandle>(late).expect("it is one").id();
    assert_eq!((id.generation(), sweep8(&app).character(id)), (1, Some(late)));
}

#[test]
fn a_collider_that_is_despawned_carries_nobody_any_more() {
    let mut app = app();
    let floor = spawn_floor(&mut app);
    let person = spawn_person(&mut app, 0.0, 0.0);
    step(&mut app, 2);
    assert_eq!(output(&app, person).ground_collider, Some(floor));
    app.world_mut().despawn(floor);
    step(&mut app, 8);
    let after = output(&app, person);
    assert_eq!((after.ground, after.ground_collider), (Ground::Air, None));
    assert!(translation(&app, person).y < STANDING - 0.05, "it falls");
    assert_eq!(sweep8(&app).world().instances().count(), 0);
}

#[test]
fn a_collider_that_is_inserted_again_is_another_one_at_the_new_place() {
    let mut app = app();
    spawn_floor(&mut app);
    let block = app.world_mut().spawn((Collider::cuboid(Vec3::ONE), Transform::from_xyz(5.0, 1.0, 0.0))).id();
    let person = spawn_person(&mut app, 0.0, 0.0);
    step(&mut app, 1);
    let before = app.world().get::<ColliderHandle>(block).expect("it is one").id();
    let mut block_again = app.world_mut().entity_mut(block);
    // Inserted twice before a step: the last one counts.
    block_again.insert((Collider::cuboid(Vec3::splat(2.0)), Transform::from_xyz(1.0, 1.0, 0.0)));
    block_again.insert(Collider::cuboid(Vec3::new(0.25, 1.0, 0.25)));
    step(&mut app, 1);
    let after = app.world().get::<ColliderHandle>(block).expect("it is one").id();
    assert_ne!(before, after);
    assert_eq!((sweep8(&app).collider(before), sweep8(&app).collider(after)), (None, Some(block)));
    assert_eq!(sweep8(&app).world().instances().count(), 2);
    assert!(translation(&app, person).x.abs() < 1e-6, "0.35 m of room are between them: nobody is pushed");
}

#[test]
fn a_removed_collider_component_leaves_the_entity_and_takes_the_instance() {
    let mut app = app();
    let floor = spawn_floor(&mut app);
    step(&mut app, 1);
    app.world_mut().entity_mut(floor).remove::<Collider>();
    step(&mut app, 1);
    assert!(app.world().get::<ColliderHandle>(floor).is_none() && app.world().get::<Transform>(floor).is_some());
    assert_eq!(sweep8(&app).world().instances().count(), 0);
}

#[test]
fn a_written_translation_is_a_teleport() {
    let mut app = app();
    spawn_floor(&mut app);
    let person = spawn_person(&mut app, 0.0, 0.0);
    step(&mut app, 2);
    app.world_mut().get_mut::<Transform>(person).expect("it has one").translation = Vec3::new(3.0, 4.0, 0.0);
    step(&mut app, 1);
    let there = translation(&app, person);
    assert!(there.x == 3.0 && there.y < 4.0 && there.y > 3.99, "{there}");
    assert_eq!(output(&app, person).ground, Ground::Air);
}

#[test]
fn layers_and_kinds_may_change_at_any_time() {
    let mut app = app();
    spawn_floor(&mut app);
    let door = (Collider::cuboid(Vec3::new(0.25, 2.0, 4.0)), Transform::from_xyz(2.0, 2.0, 0.0));
    let door = app.world_mut().spawn(door).id();
    let person = spawn_person(&mut app, 0.0, 0.0);
    app.world_mut().get_mut::<CharacterInput>(person).expect("it has one").desired_velocity = Vec3::X * 4.0;
    step(&mut app, 64);
    let closed = translation(&app, person).x;
    assert!(closed < 1.35, "{closed}");
    *app.world_mut().get_mut::<ColliderLayers>(door).expect("it has one") = ColliderLayers(0);
    step(&mut app, 64);
    let id = app.world().get::<ColliderHandle>(door).expect("it is one").id();
    assert_eq!(sweep8(&app).world().layers(id), Ok(0));
    let way = translation(&app, person).x - closed;
    assert!((way - 4.0).abs() < 1e-3, "it is open: {way} from {closed}, {:?}", output(&app, person));
}

#[test]
fn who_crouches_stands_up_where_there_is_room() {
    let mut app = app();
    spawn_floor(&mut app);
    listen::<CharacterRefused>(&mut app);
    // A ceiling at 1.4 m over x from -2 to 2.
    app.world_mut().spawn((Collider::cuboid(Vec3::new(2.0, 0.5, 4.0)), Transform::from_xyz(0.0, 1.9, 0.0)));
    let crouching = CharacterSettings {
        shape: Ellipsoid::new(Vec3::new(0.4, 0.5, 0.4)).expect("a shape").into(),
        ..CharacterSettings::default()
    };
    let crawler =
        (Character::from(crouching), Transform::from_xyz(0.0, 0.51, 0.0), CharacterInput::walk(Vec3::X * 2.0));
    let crawler = app.world_mut().spawn(crawler).id();
    step(&mut app, 2);
    *app.world_mut().get_mut::<Character>(crawler).expect("it is one") = Character::default();
    step(&mut app, 32);
    assert!((translation(&app, crawler).y - 0.51).abs() < 1e-3, "there is no room");
    let refused = told::<CharacterRefused>(&mut app);
    assert_eq!(refused.len(), 1, "once for one cause: {refused:?}");
    assert!(matches!(refused[0].error, CharacterError::Input(InputError::NoRoom { field: Field::Profile, .. })));
    step(&mut app, 96);
    assert!((translation(&app, crawler).y - STANDING).abs() < 1e-3, "it is out, and has stood up");
}

#[test]
fn entities_that_were_there_before_the_plugin_take_part() {
    let mut app = App::new();
    app.add_plugins((MinimalPlugins, TransformPlugin));
    spawn_floor(&mut app);
    let person = spawn_person(&mut app, 0.0, 0.0);
    app.add_plugins(Sweep8Plugin).insert_resource(bevy::time::TimeUpdateStrategy::FixedTimesteps(1));
    step(&mut app, 3);
    assert!(output(&app, person).is_grounded());
}

#[test]
fn entities_that_were_there_before_the_plugin_are_numbered_in_the_order_of_spawning() {
    let mut app = App::new();
    app.add_plugins((MinimalPlugins, TransformPlugin));
    let colliders = [spawn_floor(&mut app), spawn_floor(&mut app)];
    let people = [0.0, 2.0].map(|x| spawn_person(&mut app, x, 0.0));
    app.add_plugins(Sweep8Plugin).insert_resource(bevy::time::TimeUpdateStrategy::FixedTimesteps(1));
    step(&mut app, 2);
    let numbers_of_colliders =
        colliders.map(|collider| app.world().get::<ColliderHandle>(collider).expect("it is one").id().index());
    let numbers_of_people =
        people.map(|person| app.world().get::<CharacterHandle>(person).expect("it is one").id().index());
    assert_eq!((numbers_of_colliders, numbers_of_people), ([0, 1], [0, 1]));
}

#[test]
fn characters_of_different_groups_walk_through_each_other() {
    let mut app = app();
    spawn_floor(&mut app);
    let solid = Character::from(CharacterSettings { each_other: EachOther::Solid, ..default() });
    let mut spawn = |x: f32, speed: f32| {
        let walk = CharacterInput::walk(Vec3::X * speed);
        app.world_mut().spawn((solid, walk, Transform::from_xyz(x, STANDING, 0.0))).id()
    };
    let [walker, stays] = [spawn(-1.5, 2.0), spawn(0.0, 0.0)];
    app.world_mut().entity_mut(stays).insert(CharacterGroup(3));
    step(&mut app, 96);
    assert!((translation(&app, walker).x - 1.5).abs() < 0.05, "nobody is in its way");
    app.world_mut().get_mut::<CharacterInput>(walker).expect("it walks").desired_velocity = Vec3::X * -2.0;
    app.world_mut().entity_mut(stays).remove::<CharacterGroup>();
    step(&mut app, 96);
    assert!(translation(&app, walker).x > 0.5, "they meet again");
}
