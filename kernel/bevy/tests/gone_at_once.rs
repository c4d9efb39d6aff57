//! Entities that observers despawn or change in the step in which the library adds them.

mod common;

use bevy::prelude::*;
use bevy_sweep8::prelude::*;
use bevy_sweep8::sweep8::Sides;
use bevy_sweep8::{CharacterHandle, ColliderHandle};
use common::{STANDING, app, spawn_floor, spawn_person, step, sweep8};

#[test]
fn a_child_collider_goes_with_its_refused_parent() {
    let mut app = app();
    app.add_observer(|refused: On<ColliderRefused>, mut commands: Commands| {
        commands.entity(refused.entity).despawn();
    });
    spawn_floor(&mut app);
    // Not a mesh: some of its triangles have no area.
    let parent = app.world_mut().spawn(Collider::cuboid(Vec3::new(1.0, 0.0, 1.0))).id();
    let child = app.world_mut().spawn((Collider::cuboid(Vec3::ONE), ChildOf(parent))).id();
    step(&mut app, 1);
    assert!([parent, child].iter().all(|&entity| app.world().get_entity(entity).is_err()));
    step(&mut app, 1);
    assert_eq!(sweep8(&app).world().instances().count(), 1, "the floor");
}

#[test]
fn a_child_character_goes_with_its_refused_parent() {
    let mut app = app();
    app.add_observer(|refused: On<CharacterRefused>, mut commands: Commands| {
        commands.entity(refused.entity).despawn();
    });
    spawn_floor(&mut app);
    let person = spawn_person(&mut app, 4.0, 0.0);
    let bad = Character::from(CharacterSettings { skin: -1.0, ..default() });
    let parent = app.world_mut().spawn(bad).id();
    let child = (Character::default(), Transform::from_xyz(0.0, STANDING, 0.0), ChildOf(parent));
    let child = app.world_mut().spawn(child).id();
    step(&mut app, 1);
    assert!([parent, child].iter().all(|&entity| app.world().get_entity(entity).is_err()));
    step(&mut app, 1);
    let ids: Vec<_> = sweep8(&app).crowd().ids().map(|id| sweep8(&app).character(id)).collect();
    assert_eq!(ids, [Some(person)]);
}

/// Spawns two blocks; when the first gets its handle, an observer acts on the second. Returns how many are left.
fn blocks_after(act: fn(EntityCommands)) -> (App, Entity, usize) {
    let mut app = app();
    let [first, second] = [0.0, 5.0].map(|x| {
        let block = (Collider::cuboid(Vec3::ONE), Transform::from_xyz(x, 0.0, 0.0));
        app.world_mut().spawn(block).id()
    });
    app.add_observer(move |added: On<Add<ColliderHandle>>, mut commands: Commands| {
        if added.entity == first {
            act(commands.entity(second));
        }
    });
    step(&mut app, 2);
    let count = sweep8(&app).world().instances().count();
    (app, second, count)
}

#[test]
fn a_collider_that_goes_before_it_has_its_handle_leaves_no_instance() {
    let (app, second, count) = blocks_after(|mut block| block.despawn());
    assert!(count == 1 && app.world().get_entity(second).is_err());
    let (app, second, count) = blocks_after(|mut block| {
        block.remove::<Collider>();
    });
    assert!(count == 1 && app.world().get::<ColliderHandle>(second).is_none());
}

#[test]
fn a_collider_that_is_inserted_again_before_it_has_its_handle_is_the_later_one() {
    let (app, second, count) = blocks_after(|mut block| {
        block.insert(Collider::cuboid(Vec3::splat(2.0)));
    });
    assert_eq!(count, 2);
    let from = Vec3::new(5.0, 10.0, 0.0);
    let hit = sweep8(&app).world().ray(from, Vec3::NEG_Y, 20.0, Sides::Both);
    let hit = hit.expect("a good ray").expect("it is there");
    assert_eq!((sweep8(&app).collider(hit.instance), hit.point.y), (Some(second), 2.0));
}

#[test]
fn a_character_that_goes_before_it_has_its_handle_leaves_the_crowd() {
    let acts: [fn(EntityCommands); 2] = [
        |mut person| person.despawn(),
        |mut person| {
            person.remove::<Character>();
        },
    ];
    for act in acts {
        let mut app = app();
        spawn_floor(&mut app);
        let [first, second] = [0.0, 2.0].map(|x| spawn_person(&mut app, x, 0.0));
        app.add_observer(move |added: On<Add<CharacterHandle>>, mut commands: Commands| {
            if added.entity == first {
                act(commands.entity(second));
            }
        });
        step(&mut app, 2);
        assert_eq!(sweep8(&app).crowd().len(), 1);
        assert!(app.world().get::<CharacterHandle>(second).is_none());
    }
}
