//! Frames between fixed steps do not change the steps.

mod common;

use bevy::prelude::*;
use bevy::time::TimeUpdateStrategy;
use bevy_sweep8::prelude::*;
use bevy_sweep8::{CharacterHandle, TransformInterpolation};
use common::{STANDING, STEP, interpolating_app, output, spawn_floor, spawn_person, sweep8, translation};
use std::time::Duration;

/// An app whose frames last a part of a step.
fn app_with_frames(part: f32) -> App {
    let mut app = interpolating_app();
    app.insert_resource(TimeUpdateStrategy::ManualDuration(Duration::from_secs_f32(STEP * part)));
    spawn_floor(&mut app);
    app
}

fn walker(app: &mut App, velocity: f32) -> Entity {
    let person = spawn_person(app, 0.0, 0.0);
    app.world_mut().get_mut::<CharacterInput>(person).expect("it has one").desired_velocity = Vec3::X * velocity;
    person
}

#[test]
fn a_walker_is_drawn_at_an_even_pace_behind_its_last_step() {
    let mut app = app_with_frames(0.3);
    let person = walker(&mut app, 2.0);
    for _ in 0..20 {
        app.update();
    }
    let per_frame = 2.0 * STEP * 0.3;
    for _ in 0..100 {
        let before = translation(&app, person).x;
        app.update();
        let way = translation(&app, person).x - before;
        assert!((way - per_frame).abs() < 1e-4, "{way} of {per_frame}");
        let behind = sweep8(&app).crowd().state(sweep8(&app).crowd().ids().next().expect("it is there"));
        let behind = behind.expect("it is there").position.to_vec3().x - translation(&app, person).x;
        assert!((0.0..=2.0 * STEP + 1e-4).contains(&behind), "no more than a step: {behind}");
    }
}

#[test]
fn who_opts_out_is_where_the_last_step_left_it() {
    let mut app = app_with_frames(0.3);
    let person = walker(&mut app, 2.0);
    for k in 0..60 {
        if k == 30 {
            // Also if the component is added while the app runs.
            app.world_mut().entity_mut(person).insert(NoTransformInterpolation);
            for _ in 0..4 {
                app.update();
            }
        }
        app.update();
        let id = sweep8(&app).crowd().ids().next();
        if let Some(id) = id.filter(|_| k >= 30) {
            assert_eq!(translation(&app, person), sweep8(&app).crowd().position(id).expect("it is there").to_vec3());
        }
    }
}

#[test]
fn frames_do_not_change_the_steps() {
    let hash_of = |part: f32| {
        let mut app = app_with_frames(part);
        app.add_systems(FixedUpdate, |mut colliders: Query<&mut Transform, With<Collider>>| {
            for mut transform in &mut colliders {
                transform.translation.x += 0.01;
                transform.rotate_y(0.01);
            }
        });
        walker(&mut app, 2.0);
        walker(&mut app, 3.0);
        while sweep8(&app).steps() < 60 {
            app.update();
        }
        (sweep8(&app).steps(), sweep8(&app).crowd().state_hash())
    };
    let whole = hash_of(1.0);
    for part in [0.13, 0.5, 0.9] {
        assert_eq!(hash_of(part), whole, "frames of {part} steps");
    }
}

#[test]
fn what_is_written_between_steps_stays_and_counts() {
    let mut app = app_with_frames(0.25);
    let person = walker(&mut app, 2.0);
    for _ in 0..20 {
        app.update();
    }
    // A new heading stays as it was written, also in frames without a step.
    let heading = Quat::from_rotation_y(1.0);
    app.world_mut().get_mut::<Transform>(person).expect("it has one").rotation = heading;
    for _ in 0..9 {
        app.update();
        assert_eq!(app.world().get::<Transform>(person).expect("it has one").rotation, heading);
    }
    // A written translation stays, too: it is not interpolated.
    app.world_mut().get_mut::<Transform>(person).expect("it has one").translation = Vec3::new(0.0, STANDING, 8.0);
    for _ in 0..9 {
        app.update();
        let there = translation(&app, person);
        assert!((there.z - 8.0).abs() < 1e-5 && (0.0..0.2).contains(&there.x), "{there}");
    }
}

#[test]
fn turning_a_bit_in_every_frame_adds_up() {
    let mut app = app_with_frames(0.3);
    let person = walker(&mut app, 2.0);
    app.add_systems(Update, move |mut transforms: Query<&mut Transform, With<Character>>| {
        if let Ok(mut transform) = transforms.get_mut(person) {
            transform.rotate_y(0.01);
        }
    });
    for _ in 0..100 {
        app.update();
    }
    let angle = app.world().get::<Transform>(person).expect("it has one").rotation.to_axis_angle().1;
    assert!((angle - 1.0).abs() < 1e-3, "{angle}");
}

#[test]
fn who_stays_is_not_written_again() {
    #[derive(Resource, Default)]
    struct Changes(u32);
    let mut app = app_with_frames(0.3);
    spawn_person(&mut app, 0.0, 0.0);
    app.init_resource::<Changes>();
    app.add_systems(Last, |changed: Query<(), Changed<Transform>>, mut changes: ResMut<Changes>| {
        changes.0 += u32::try_from(changed.iter().count()).expect("few");
    });
    for _ in 0..40 {
        app.update();
    }
    app.world_mut().resource_mut::<Changes>().0 = 0;
    for _ in 0..40 {
        app.update();
    }
    assert_eq!(app.world().resource::<Changes>().0, 0);
}

#[test]
fn a_place_that_is_refused_is_never_drawn() {
    let mut app = app_with_frames(0.3);
    let person = walker(&mut app, 2.0);
    for _ in 0..20 {
        app.update();
    }
    app.world_mut().get_mut::<Transform>(person).expect("it has one").translation = Vec3::NAN;
    let steps = sweep8(&app).steps();
    let mut drawn = 0;
    for _ in 0..10 {
        app.update();
        // Until the next step the transform is the written one.
        if sweep8(&app).steps() > steps {
            assert!(translation(&app, person).is_finite());
            drawn += 1;
        }
    }
    assert!(drawn > 5);
}

/// Removes or replaces the interpolation of a walker between two steps; checks that the walker walks on and that no
/// step changes.
fn assert_walks_on_after(act: fn(&mut EntityWorldMut)) -> (App, Entity) {
    let mut app = app_with_frames(0.3);
    let person = walker(&mut app, 2.0);
    for _ in 0..20 {
        app.update();
    }
    let id = app.world().get::<CharacterHandle>(person).expect("it is one").id();
    let center = |app: &App| sweep8(app).crowd().position(id).expect("it is there").to_vec3();
    assert_ne!(translation(&app, person), center(&app), "drawn between steps");
    act(&mut app.world_mut().entity_mut(person));
    assert_eq!(translation(&app, person), center(&app));
    let (start, steps) = (center(&app).x, sweep8(&app).steps());
    for _ in 0..100 {
        app.update();
        assert!(output(&app, person).is_grounded());
    }
    let steps = u16::try_from(sweep8(&app).steps() - steps).expect("few");
    let way = center(&app).x - start;
    assert!((way - 2.0 * STEP * f32::from(steps)).abs() < 1e-3, "{way} in {steps} steps");
    (app, person)
}

#[test]
fn a_character_whose_interpolation_is_removed_walks_on_and_teleports() {
    let (mut app, person) = assert_walks_on_after(|person| {
        person.remove::<TransformInterpolation>();
    });
    let there = Vec3::new(0.0, STANDING, 8.0);
    app.world_mut().get_mut::<Transform>(person).expect("it has one").translation = there;
    for _ in 0..9 {
        app.update();
        let now = translation(&app, person);
        assert!((now.z - 8.0).abs() < 1e-5 && (0.0..0.2).contains(&now.x), "{now}");
    }
    let id = app.world().get::<CharacterHandle>(person).expect("it is one").id();
    assert_eq!(translation(&app, person), sweep8(&app).crowd().position(id).expect("it is there").to_vec3());
    app.world_mut().get_mut::<CharacterInput>(person).expect("it has one").desired_velocity = Vec3::Z * 2.0;
    for _ in 0..100 {
        app.update();
    }
    let way = translation(&app, person).z - 8.0;
    assert!((way - 2.0 * STEP * 30.0).abs() < 2.1 * STEP, "30 steps, or one more or less: {way}");
}

#[test]
fn a_character_whose_interpolation_is_inserted_again_walks_on() {
    let (app, person) = assert_walks_on_after(|person| {
        person.insert(TransformInterpolation::default());
    });
    let id = app.world().get::<CharacterHandle>(person).expect("it is one").id();
    assert_ne!(
        translation(&app, person),
        sweep8(&app).crowd().position(id).expect("it is there").to_vec3(),
        "drawn again"
    );
}
