//! Colliders that move by themselves and with their parents.

mod common;

use bevy::prelude::*;
use bevy::time::TimeUpdateStrategy;
use bevy_sweep8::prelude::*;
use bevy_sweep8::sweep8::Material;
use bevy_sweep8::{ColliderHandle, TransformInterpolation};
use common::{STANDING, STEP, app, output, spawn_floor, spawn_person, step, sweep8, translation};
use std::time::Duration;

/// Displacement and rotation of an entity in each step.
#[derive(Component)]
struct Mover {
    way: Vec3,
    turn: f32,
}

fn app_with_movers() -> App {
    let mut app = app();
    app.add_systems(FixedUpdate, |mut movers: Query<(&Mover, &mut Transform)>| {
        for (mover, mut transform) in &mut movers {
            transform.translation += mover.way;
            transform.rotate_y(mover.turn);
        }
    });
    app
}

#[test]
fn a_lift_carries_who_stands_on_it() {
    let mut app = app_with_movers();
    let lift = (Collider::cuboid(Vec3::new(2.0, 0.5, 2.0)), Transform::from_xyz(0.0, -0.5, 0.0));
    let lift = app.world_mut().spawn((lift, Mover { way: Vec3::Y / 64.0, turn: 0.0 })).id();
    let person = spawn_person(&mut app, 0.5, 0.0);
    step(&mut app, 64);
    // It was added in the first step, which does not move it: its motion begins from there.
    assert!((translation(&app, lift).y - 0.5).abs() < 1e-5);
    assert!((translation(&app, person).y - translation(&app, lift).y - 0.5 - STANDING).abs() < 1e-3);
    assert!((output(&app, person).displacement - Vec3::Y / 64.0).length() < 1e-4);
}

#[test]
fn a_wall_pushes_who_is_in_its_way() {
    let mut app = app_with_movers();
    spawn_floor(&mut app);
    let wall = (Collider::cuboid(Vec3::new(0.25, 1.0, 2.0)), Transform::from_xyz(-2.0, 1.5, 0.0));
    app.world_mut().spawn((wall, Mover { way: Vec3::X / 16.0, turn: 0.0 }));
    let person = spawn_person(&mut app, 0.0, 0.0);
    step(&mut app, 64);
    let wall_front = -2.0 + 64.0 / 16.0 + 0.25;
    assert!((translation(&app, person).x - wall_front - 0.4).abs() < 0.02, "{}", translation(&app, person));
}

#[test]
fn a_collider_goes_where_its_parent_goes() {
    let mut app = app_with_movers();
    // The deck of a ferry, 3 m ahead of its middle, which turns and moves; on a trailer that is scaled.
    let ferry = app.world_mut().spawn((Transform::default(), Mover { way: Vec3::X / 64.0, turn: 0.01 })).id();
    let trailer = (Transform::from_xyz(0.0, 0.0, 3.0).with_scale(Vec3::splat(2.0)), ChildOf(ferry));
    let trailer = app.world_mut().spawn(trailer).id();
    let deck = (Collider::cuboid(Vec3::new(1.0, 0.25, 1.0)), Transform::from_xyz(0.0, -0.25, 0.0), ChildOf(trailer));
    let deck = app.world_mut().spawn(deck).id();
    let person = spawn_person(&mut app, 0.0, 3.0);
    for k in 1..=100_u16 {
        step(&mut app, 1);
        let turn = Quat::from_rotation_y(0.01 * f32::from(k));
        let there = Vec3::X * f32::from(k) / 64.0 + turn * (Vec3::Z * 3.0);
        let id = app.world().get::<ColliderHandle>(deck).expect("it is one").id();
        let placement = sweep8(&app).world().placement(id).expect("it is there");
        assert!((placement.translation.as_vec3() - there - Vec3::NEG_Y * 0.5).length() < 1e-4, "step {k}");
        assert!(placement.rotation.angle_between(turn) < 1e-3 && (placement.scale - 2.0).length() < 1e-5);
        let person_there = translation(&app, person);
        assert!((person_there - there - Vec3::Y * STANDING).length() < 0.05, "step {k}: {person_there} of {there}");
    }
    let turned = output(&app, person).turned_by;
    assert!((turned.to_axis_angle().1 - 0.01).abs() < 1e-4, "{turned}");
    let facing = app.world().get::<Transform>(person).expect("it has one").rotation;
    // In the step in which both were spawned, nothing was carried.
    assert!((facing.to_axis_angle().1 - 0.99).abs() < 0.011, "the ground turned it, too: {facing}");
}

#[test]
fn a_disc_that_turns_drawn_still_turns_who_stands_on_it() {
    let mut app = app_with_movers();
    // A level square about the origin, of a material that turns by a radian in 64 steps.
    let corners =
        [Vec3::new(-4.0, 0.0, -4.0), Vec3::new(-4.0, 0.0, 4.0), Vec3::new(4.0, 0.0, 4.0), Vec3::new(4.0, 0.0, -4.0)];
    let turning = Material { angular_velocity: Vec3::Y, ..Material::default() };
    let disc = bevy_sweep8::sweep8::Mesh::new(&corners, &[[0, 1, 2], [0, 2, 3]]).expect("a mesh");
    let disc = disc.with_materials(&[turning], &[0, 0]).expect("a material for each").cook();
    app.world_mut().spawn(Collider::cooked(disc));
    let person = spawn_person(&mut app, 2.0, 0.0);
    // In the step in which both are spawned, nothing is carried.
    step(&mut app, 65);
    let turned = output(&app, person).turned_by;
    assert!((turned.to_scaled_axis() - Vec3::Y / 64.0).length() < 1e-5, "{turned}");
    let facing = app.world().get::<Transform>(person).expect("it has one").rotation;
    assert!((facing.to_scaled_axis() - Vec3::Y).length() < 0.02, "{facing}");
    let there = Quat::from_rotation_y(1.0) * (Vec3::X * 2.0);
    assert!((translation(&app, person) - there - Vec3::Y * STANDING).length() < 0.05, "{}", translation(&app, person));
}

#[test]
fn a_child_that_is_released_counts_where_its_own_transform_says() {
    let mut app = app_with_movers();
    let parent = app.world_mut().spawn(Transform::from_xyz(0.0, 5.0, 0.0)).id();
    let block = app.world_mut().spawn((Collider::cuboid(Vec3::ONE), ChildOf(parent))).id();
    step(&mut app, 1);
    let height = |app: &App| {
        let id = app.world().get::<ColliderHandle>(block).expect("it is one").id();
        sweep8(app).world().placement(id).expect("it is there").translation.y
    };
    assert_eq!(height(&app), 5.0);
    app.world_mut().entity_mut(block).remove::<ChildOf>();
    step(&mut app, 1);
    assert_eq!(height(&app), 0.0);
    app.world_mut().entity_mut(block).insert(ChildOf(parent));
    step(&mut app, 1);
    assert_eq!(height(&app), 5.0);
}

#[test]
fn a_child_that_is_released_in_any_frame_between_two_steps_counts_where_its_own_transform_says() {
    let mut app = app_with_movers();
    app.insert_resource(TimeUpdateStrategy::ManualDuration(Duration::from_secs_f32(STEP / 5.0)));
    let parent = app.world_mut().spawn(Transform::from_xyz(0.0, 5.0, 0.0)).id();
    let block = app.world_mut().spawn(Collider::cuboid(Vec3::ONE)).id();
    let height_after_next_step = |app: &mut App| {
        let steps = sweep8(app).steps();
        while sweep8(app).steps() == steps {
            app.update();
        }
        let id = app.world().get::<ColliderHandle>(block).expect("it is one").id();
        sweep8(app).world().placement(id).expect("it is there").translation.y
    };
    for frames in 0..5 {
        app.world_mut().entity_mut(block).insert(ChildOf(parent));
        assert_eq!(height_after_next_step(&mut app), 5.0);
        step(&mut app, frames);
        app.world_mut().entity_mut(block).remove::<ChildOf>();
        assert_eq!(height_after_next_step(&mut app), 0.0, "released {frames} frames after a step");
    }
}

#[test]
fn a_character_with_a_parent_is_where_it_is_in_the_world() {
    let mut app = app_with_movers();
    spawn_floor(&mut app);
    let camp = Transform::from_xyz(4.0, 0.0, 2.0).with_rotation(Quat::from_rotation_y(1.0));
    let camp = app.world_mut().spawn((camp, Mover { way: Vec3::X / 64.0, turn: 0.0 })).id();
    let person = (Character::default(), Transform::from_xyz(1.0, STANDING, 0.0), ChildOf(camp));
    let person = app.world_mut().spawn(person).id();
    step(&mut app, 1);
    let world_translation = |app: &App| {
        let camp = *app.world().get::<Transform>(camp).expect("it has one");
        camp.transform_point(translation(app, person))
    };
    let before = world_translation(&app);
    step(&mut app, 64);
    let after = world_translation(&app);
    assert!((after - before).length() < 1e-4, "the camp moves on, who stands on the floor stays: {before} to {after}");
    assert!(output(&app, person).is_grounded());
}

#[test]
fn what_is_no_motion_puts_a_collider_there_at_once() {
    let mut app = app_with_movers();
    spawn_floor(&mut app);
    let block = app.world_mut().spawn((Collider::cuboid(Vec3::ONE), Transform::from_xyz(9.0, 1.0, 0.0))).id();
    let person = spawn_person(&mut app, 0.0, 0.0);
    step(&mut app, 2);
    let cases = [
        Transform::from_xyz(9.0, 1.0, 0.0).with_scale(Vec3::new(0.5, 1.0, 2.0)),
        Transform::from_xyz(9.0, 1.0, 0.0).with_rotation(Quat::from_rotation_y(3.0)),
        Transform::from_xyz(9.0, 9_000.0, 0.0),
    ];
    for transform in cases {
        *app.world_mut().get_mut::<Transform>(block).expect("it has one") = transform;
        step(&mut app, 1);
        let id = app.world().get::<ColliderHandle>(block).expect("it is one").id();
        let placement = sweep8(&app).world().placement(id).expect("it is there");
        assert_eq!(placement.translation.as_vec3(), transform.translation);
        assert_eq!((placement.rotation, placement.scale), (transform.rotation, transform.scale));
    }
    assert!(translation(&app, person).x.abs() < 1e-6);
}

#[test]
fn a_parent_that_is_drawn_between_steps_places_its_colliders_by_its_true_transform() {
    let mut app = app_with_movers();
    app.insert_resource(TimeUpdateStrategy::ManualDuration(Duration::from_secs_f32(STEP * 0.4)));
    let parent = (Transform::default(), TransformInterpolation::default(), Mover { way: Vec3::X, turn: 0.0 });
    let parent = app.world_mut().spawn(parent).id();
    let block = app.world_mut().spawn((Collider::cuboid(Vec3::ONE), ChildOf(parent))).id();
    let mut between = 0;
    for _ in 0..50 {
        app.update();
        let steps = sweep8(&app).steps();
        if steps > 0 {
            let id = app.world().get::<ColliderHandle>(block).expect("it is one").id();
            let there = sweep8(&app).world().placement(id).expect("it is there").translation.x;
            assert_eq!(there, f64::from(u16::try_from(steps).expect("few")));
            between += u32::from(translation(&app, parent).x.fract() != 0.0);
        }
    }
    assert!(between > 20, "it is drawn between steps: {between}");
}
