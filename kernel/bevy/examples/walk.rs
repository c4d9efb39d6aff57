//! 1,000 people climb stairs, take a lift and walk on, for half a minute. `kernel/c-api/examples/walk` makes the same
//! walk and prints the same line; `.ci/bevy` compares them.

use bevy::prelude::*;
use bevy::time::TimeUpdateStrategy;
use bevy_sweep8::prelude::*;

#[derive(Component)]
struct Lift;

/// Builds the app; every update makes one step, however long it takes.
fn app() -> App {
    let mut app = App::new();
    app.add_plugins((MinimalPlugins, TransformPlugin, Sweep8Plugin))
        .insert_resource(Time::<Fixed>::from_hz(60.0))
        .insert_resource(TimeUpdateStrategy::FixedTimesteps(1))
        .add_systems(Startup, spawn)
        .add_systems(FixedUpdate, move_lift)
        .add_systems(FixedPostUpdate, finish.in_set(Sweep8Systems::Last));
    app
}

fn spawn(mut commands: Commands) {
    let [slab, block] = [Vec3::new(20.0, 0.5, 24.0), Vec3::new(5.0, 1.5, 24.0)].map(Collider::cuboid);
    commands.spawn((slab.clone(), Transform::from_xyz(-20.0, -0.5, 0.0)));
    for k in (0..12_u8).map(f32::from) {
        commands.spawn((block.clone(), Transform::from_xyz(5.0 + k * 0.5, -1.25 + k * 0.25, 0.0)));
    }
    commands.spawn((Lift, block.clone(), Transform::from_xyz(20.5625, 1.5, 0.0)));
    commands.spawn((block, Transform::from_xyz(30.625, 4.5, 0.0)));
    commands.spawn((slab, Transform::from_xyz(55.625, 5.5, 0.0)));

    let person = Character::from(CharacterSettings { each_other: EachOther::Solid, ..default() });
    for i in 0..1000_u16 {
        let floor = Vec3::new(-1.0 - f32::from(i / 40), 0.0, f32::from(i % 40) - 19.5);
        let place = Transform::from_translation(person.standing_on(floor, Vec3::Y));
        let walk = CharacterInput::walk(Vec3::X * (1.5 + f32::from(i % 8) * 0.125));
        commands.spawn((person, place, walk));
    }
}

fn move_lift(mut lift: Single<&mut Transform, With<Lift>>, mut frame: Local<u16>) {
    let time = *frame % 512;
    lift.translation.y = 1.5 + f32::from(time.min(512 - time)) * 3.0 / 256.0;
    *frame += 1;
}

fn finish(sweep8: Res<Sweep8>, mut exit: MessageWriter<AppExit>) {
    if sweep8.steps() == 1800 {
        println!("state hash {:016x}, {} stand", sweep8.crowd().state_hash(), sweep8.report().standing);
        exit.write(AppExit::Success);
    }
}

fn main() -> AppExit {
    app().run()
}
