//! Events of a step: each is triggered once, in order.

mod common;

use bevy::prelude::*;
use bevy_sweep8::prelude::*;
use common::{STEP, app, listen, output, spawn_floor, spawn_person, step, told};

#[test]
fn a_jump_leaves_the_ground_once_and_lands_once() {
    let mut app = app();
    listen::<Landed>(&mut app);
    listen::<LeftGround>(&mut app);
    spawn_floor(&mut app);
    let people = [0.0, 2.0].map(|x| spawn_person(&mut app, x, 0.0));
    step(&mut app, 2);
    let landed: Vec<Entity> = told::<Landed>(&mut app).iter().map(|landed| landed.entity).collect();
    assert_eq!(landed, people, "in the order of spawning");
    app.world_mut().get_mut::<CharacterInput>(people[1]).expect("it has one").jump_speed = 4.0;
    step(&mut app, 1);
    assert_eq!(told::<LeftGround>(&mut app), [LeftGround { entity: people[1] }]);
    assert_eq!(app.world().get::<CharacterInput>(people[1]).expect("it has one").jump_speed, 0.0, "it is taken");
    step(&mut app, 64);
    let landed = told::<Landed>(&mut app);
    assert_eq!((landed.len(), landed[0].entity), (1, people[1]));
    assert!((landed[0].velocity.y + 4.0).abs() < 0.2, "it comes down as fast as it left: {}", landed[0].velocity);
    assert_eq!(told::<LeftGround>(&mut app).len(), 0);
}

#[test]
fn an_impulse_acts_once() {
    let mut app = app();
    spawn_floor(&mut app);
    let person = spawn_person(&mut app, 0.0, 0.0);
    step(&mut app, 2);
    app.world_mut().get_mut::<CharacterInput>(person).expect("it has one").impulse = Vec3::Y * 3.0;
    step(&mut app, 1);
    let first = output(&app, person).velocity.y;
    step(&mut app, 1);
    let second = output(&app, person).velocity.y;
    assert!((first - second - 9.81 * STEP).abs() < 1e-4, "gravity alone: {first}, {second}");
}

#[test]
fn a_door_that_pushes_says_which_it_is_and_how_fast() {
    let mut app = app();
    listen::<Pushed>(&mut app);
    spawn_floor(&mut app);
    let door = (Collider::cuboid(Vec3::new(0.1, 1.0, 1.0)), Transform::from_xyz(-0.7, 1.1, 0.0));
    let door = app.world_mut().spawn(door).id();
    let person = spawn_person(&mut app, 0.0, 0.0);
    app.add_systems(FixedUpdate, move |mut transforms: Query<&mut Transform, With<Collider>>| {
        if let Ok(mut transform) = transforms.get_mut(door) {
            transform.translation.x += 2.0 * STEP;
        }
    });
    step(&mut app, 30);
    let pushes = told::<Pushed>(&mut app);
    assert!(pushes.len() > 15, "{}", pushes.len());
    for pushed in pushes {
        assert_eq!((pushed.entity, pushed.collider), (person, door));
        assert!((pushed.velocity - Vec3::X * 2.0).length() < 1e-3, "{}", pushed.velocity);
    }
}

#[test]
fn a_press_crushes_and_says_which() {
    let mut app = app();
    listen::<Crushed>(&mut app);
    spawn_floor(&mut app);
    let press = (Collider::cuboid(Vec3::new(2.0, 0.5, 2.0)), Transform::from_xyz(0.0, 3.0, 0.0));
    let press = app.world_mut().spawn(press).id();
    let person = spawn_person(&mut app, 0.0, 0.0);
    app.add_systems(FixedUpdate, move |mut transforms: Query<&mut Transform, With<Collider>>| {
        if let Ok(mut transform) = transforms.get_mut(press) {
            transform.translation.y = (transform.translation.y - 0.05).max(2.0);
        }
    });
    step(&mut app, 64);
    assert_eq!(told::<Crushed>(&mut app), [Crushed { entity: person, collider: Some(press) }]);
}

#[test]
fn a_sensor_tells_who_comes_and_goes_and_a_removed_one_lets_go() {
    let mut app = app();
    listen::<SensorEntered>(&mut app);
    listen::<SensorLeft>(&mut app);
    spawn_floor(&mut app);
    let area = (Collider::cuboid(Vec3::ONE), ColliderKind::Sensor, Transform::from_xyz(3.0, 1.0, 0.0));
    let sensor = app.world_mut().spawn(area).id();
    let character = spawn_person(&mut app, 0.0, 0.0);
    app.world_mut().get_mut::<CharacterInput>(character).expect("it has one").desired_velocity = Vec3::X * 2.0;
    step(&mut app, 64);
    assert_eq!(told::<SensorEntered>(&mut app), [SensorEntered { sensor, character }]);
    assert_eq!(told::<SensorLeft>(&mut app), []);
    app.world_mut().despawn(sensor);
    step(&mut app, 2);
    assert_eq!(told::<SensorLeft>(&mut app), [SensorLeft { sensor, character }]);
    assert_eq!(told::<SensorEntered>(&mut app), []);

    // The same by a change of its kind, without a despawn.
    let here = (Collider::cuboid(Vec3::ONE), ColliderKind::Sensor, Transform::from_xyz(2.0, 1.0, 0.0));
    let sensor = app.world_mut().spawn(here).id();
    app.world_mut().get_mut::<CharacterInput>(character).expect("it has one").desired_velocity = Vec3::ZERO;
    step(&mut app, 2);
    assert_eq!(told::<SensorEntered>(&mut app), [SensorEntered { sensor, character }]);
    app.world_mut().entity_mut(sensor).insert((ColliderKind::Solid, ColliderLayers(0)));
    step(&mut app, 2);
    assert_eq!(told::<SensorLeft>(&mut app), [SensorLeft { sensor, character }]);
}

#[test]
fn an_observer_of_one_sensor_hears_of_that_one_alone() {
    #[derive(Resource, Default)]
    struct Heard(u32);
    let mut app = app();
    app.init_resource::<Heard>();
    let area = || (Collider::cuboid(Vec3::ONE), ColliderKind::Sensor, Transform::from_xyz(0.0, 1.0, 0.0));
    app.world_mut().spawn(area());
    app.world_mut().spawn(area()).observe(|_: On<SensorEntered>, mut heard: ResMut<Heard>| heard.0 += 1);
    spawn_floor(&mut app);
    spawn_person(&mut app, 0.0, 0.0);
    step(&mut app, 4);
    assert_eq!(app.world().resource::<Heard>().0, 1);
}

#[test]
fn who_is_watched_tells_its_contacts_once_and_lists_them() {
    let mut app = app();
    listen::<ContactStarted>(&mut app);
    listen::<ContactEnded>(&mut app);
    let floor = spawn_floor(&mut app);
    let wall = (Collider::cuboid(Vec3::new(0.5, 2.0, 4.0)), Transform::from_xyz(2.0, 2.0, 0.0));
    let wall = app.world_mut().spawn(wall).id();
    let person = spawn_person(&mut app, 0.0, 0.0);
    spawn_person(&mut app, 0.0, 2.0); // nobody watches this one
    app.world_mut().entity_mut(person).insert((CharacterContacts::default(), CharacterInput::walk(Vec3::X * 2.0)));
    step(&mut app, 64);
    let started: Vec<_> = told::<ContactStarted>(&mut app).iter().map(|it| (it.entity, it.collider)).collect();
    assert_eq!(started, [(person, floor), (person, wall)]);
    let list = &app.world().get::<CharacterContacts>(person).expect("it is watched").list;
    let on_wall = list.iter().find(|contact| contact.collider == wall).expect("it leans on the wall");
    assert!((on_wall.details.contact.normal - Vec3::NEG_X).length() < 1e-4);
    app.world_mut().get_mut::<CharacterInput>(person).expect("it has one").desired_velocity = Vec3::NEG_X * 2.0;
    step(&mut app, 8);
    assert_eq!(told::<ContactEnded>(&mut app), [ContactEnded { entity: person, collider: wall }]);
    app.world_mut().entity_mut(person).remove::<CharacterContacts>();
    app.world_mut().get_mut::<CharacterInput>(person).expect("it has one").desired_velocity = Vec3::X * 2.0;
    step(&mut app, 64);
    assert_eq!(told::<ContactStarted>(&mut app), [], "it is watched no more");
}
