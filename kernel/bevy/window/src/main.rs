//! A scene to look at: 300 people roam over stairs, a lift, a turning disc and a ferry; you control one of them.
//!
//! WASD or arrows walk, space jumps, Q and E turn the view, G draws the last step of each character. `--picture FILE`
//! saves a picture after eight seconds and ends.

use bevy::core_pipeline::tonemapping::Tonemapping;
use bevy::prelude::*;
use bevy::render::view::screenshot::{Screenshot, save_to_disk};
use bevy_sweep8::prelude::*;
use bevy_sweep8::{Sweep8Gizmos, Sweep8GizmosPlugin};

/// The character that the keys control.
#[derive(Component)]
struct Player;

/// A character that walks to and fro.
#[derive(Component)]
struct Walker {
    heading: f32,
}

/// A collider that goes up and down, in metres.
#[derive(Component)]
struct Lift {
    height: f32,
}

/// A collider that turns, in radians per second.
#[derive(Component)]
struct Disc(f32);

/// The angle from which the camera looks at the player.
#[derive(Resource, Default)]
struct View(f32);

fn main() -> AppExit {
    let mut app = App::new();
    app.add_plugins((DefaultPlugins, Sweep8Plugin, Sweep8GizmosPlugin))
        .init_resource::<View>()
        .add_systems(Startup, (spawn_level, spawn_people, hide_gizmos))
        .add_systems(Update, (steer, turn_view, look, toggle_gizmos).chain())
        .add_systems(FixedUpdate, (move_lifts, turn_discs, roam))
        .add_observer(jump_off_the_wall);
    let mut arguments = std::env::args().skip_while(|argument| argument != "--picture").skip(1);
    if let Some(file) = arguments.next() {
        app.add_systems(Update, take_picture(file));
    }
    app.run()
}

fn spawn_level(
    mut commands: Commands,
    mut meshes: ResMut<Assets<Mesh>>,
    mut materials: ResMut<Assets<StandardMaterial>>,
) {
    let [stone, wood, metal] =
        [Color::srgb(0.55, 0.57, 0.6), Color::srgb(0.6, 0.42, 0.25), Color::srgb(0.3, 0.45, 0.65)]
            .map(|color| materials.add(StandardMaterial { base_color: color, perceptual_roughness: 0.9, ..default() }));
    let round = meshes.add(Cylinder::new(4.0, 0.2));
    let mut block = |half: Vec3, at: Transform, material: &Handle<StandardMaterial>| {
        let shape = Mesh3d(meshes.add(Cuboid::from_size(half * 2.0)));
        (Collider::cuboid(half), at, shape, MeshMaterial3d(material.clone()))
    };
    commands.spawn(block(Vec3::new(25.0, 0.5, 25.0), Transform::from_xyz(0.0, -0.5, 0.0), &stone));
    for k in (0..10_u8).map(f32::from) {
        let step = Transform::from_xyz(8.0 + k * 0.4, -0.4 + k * 0.2, 0.0);
        commands.spawn(block(Vec3::new(2.0, 0.6, 3.0), step, &stone));
    }
    commands.spawn(block(Vec3::new(3.0, 1.0, 8.0), Transform::from_xyz(16.5, 1.0, 0.0), &stone));
    let lift = block(Vec3::new(1.5, 0.1, 1.5), Transform::from_xyz(16.5, -0.09, 9.6), &metal);
    commands.spawn((lift, Lift { height: 2.1 }));
    let ramp = Transform::from_xyz(-10.0, 0.6, 0.0).with_rotation(Quat::from_rotation_z(-0.35));
    commands.spawn(block(Vec3::new(4.0, 0.2, 3.0), ramp, &wood));
    // A drawn asset, and a collider that follows a parent.
    let disc = (Mesh3d(round.clone()), Collider::Mesh(round), MeshMaterial3d(wood.clone()), Disc(0.6));
    let disc = commands.spawn((disc, Transform::from_xyz(0.0, 0.1, -12.0))).id();
    let post = block(Vec3::new(0.3, 1.0, 0.3), Transform::from_xyz(2.5, 1.0, 0.0), &metal);
    commands.spawn((post, ChildOf(disc)));

    let sun = Transform::from_xyz(10.0, 20.0, 8.0).looking_at(Vec3::ZERO, Vec3::Y);
    commands.spawn((DirectionalLight { shadow_maps_enabled: true, illuminance: 9_000.0, ..default() }, sun));
    commands.insert_resource(GlobalAmbientLight { brightness: 400.0, ..default() });
    commands.spawn((Camera3d::default(), Tonemapping::AcesFitted, Transform::default()));
}

fn spawn_people(
    mut commands: Commands,
    mut meshes: ResMut<Assets<Mesh>>,
    mut materials: ResMut<Assets<StandardMaterial>>,
) {
    let body = meshes.add(Sphere::new(1.0).mesh().uv(24, 16));
    let nose = meshes.add(Cuboid::new(0.15, 0.1, 0.3));
    let [yours, others, dark] = [Color::srgb(0.9, 0.3, 0.2), Color::srgb(0.35, 0.6, 0.4), Color::srgb(0.1, 0.1, 0.1)]
        .map(|color| materials.add(StandardMaterial { base_color: color, ..default() }));
    let person = Character::from(CharacterSettings { each_other: EachOther::Solid, ..default() });
    let shape = person.settings.shape.radii();
    for i in 0..301_u16 {
        let floor = Vec3::new(f32::from(i % 20) * 1.5 - 18.0, 0.0, f32::from(i / 20) * 1.1 + 5.0);
        let place = Transform::from_translation(person.standing_on(floor, Vec3::Y));
        let mut who = commands.spawn((person, place, Visibility::default()));
        let color = if i == 150 { &yours } else { &others };
        // A child draws the body, because a character ignores its scale.
        who.with_children(|who| {
            who.spawn((Mesh3d(body.clone()), MeshMaterial3d(color.clone()), Transform::from_scale(shape)));
            who.spawn((Mesh3d(nose.clone()), MeshMaterial3d(dark.clone()), Transform::from_xyz(0.0, 0.5, -0.4)));
        });
        if i == 150 {
            who.insert((Player, CharacterContacts::default()));
        } else {
            who.insert(Walker { heading: f32::from(i) * 2.4 });
        }
    }
}

fn steer(
    keys: Res<ButtonInput<KeyCode>>,
    view: Res<View>,
    mut player: Single<(&mut CharacterInput, &mut Transform), With<Player>>,
) {
    let is_down = |keys_of: [KeyCode; 2]| f32::from(u8::from(keys.any_pressed(keys_of)));
    let right = is_down([KeyCode::KeyD, KeyCode::ArrowRight]) - is_down([KeyCode::KeyA, KeyCode::ArrowLeft]);
    let back = is_down([KeyCode::KeyS, KeyCode::ArrowDown]) - is_down([KeyCode::KeyW, KeyCode::ArrowUp]);
    let velocity = Quat::from_rotation_y(view.0) * Vec3::new(right, 0.0, back).normalize_or_zero() * 5.0;
    let (input, transform) = &mut *player;
    input.desired_velocity = velocity;
    if keys.just_pressed(KeyCode::Space) {
        input.jump_speed = 5.0;
    }
    if velocity != Vec3::ZERO {
        transform.look_to(velocity, Vec3::Y);
    }
}

fn turn_view(keys: Res<ButtonInput<KeyCode>>, time: Res<Time>, mut view: ResMut<View>) {
    for (key, way) in [(KeyCode::KeyQ, -1.5), (KeyCode::KeyE, 1.5)] {
        if keys.pressed(key) {
            view.0 += way * time.delta_secs();
        }
    }
}

fn look(
    view: Res<View>,
    player: Single<&Transform, With<Player>>,
    mut camera: Single<&mut Transform, (With<Camera3d>, Without<Player>)>,
) {
    let from = player.translation + Quat::from_rotation_y(view.0) * Vec3::new(0.0, 7.0, 13.0);
    **camera = Transform::from_translation(from).looking_at(player.translation, Vec3::Y);
}

fn roam(mut walkers: Query<(&mut Walker, &mut CharacterInput, &mut Transform, &CharacterOutput)>, time: Res<Time>) {
    for (mut walker, mut input, mut transform, output) in &mut walkers {
        // A walker that makes no progress, or reaches the rim, turns.
        let is_slow = output.displacement.length() < 0.4 * time.delta_secs();
        let is_far = transform.translation.x.abs().max(transform.translation.z.abs()) > 22.0;
        if is_far {
            walker.heading = transform.translation.x.atan2(transform.translation.z);
        } else if is_slow {
            walker.heading += 0.7;
        }
        let direction = -Vec3::new(walker.heading.sin(), 0.0, walker.heading.cos());
        input.desired_velocity = direction * 1.6;
        transform.look_to(direction, Vec3::Y);
    }
}

fn move_lifts(mut lifts: Query<(&Lift, &mut Transform)>, time: Res<Time>) {
    for (lift, mut transform) in &mut lifts {
        transform.translation.y = -0.09 + lift.height * (0.5 - 0.5 * (time.elapsed_secs() * 0.8).cos());
    }
}

fn turn_discs(mut discs: Query<(&Disc, &mut Transform)>, time: Res<Time>) {
    for (&Disc(speed), mut transform) in &mut discs {
        transform.rotate_y(speed * time.delta_secs());
    }
}

/// Touching a post throws the player off.
fn jump_off_the_wall(
    touched: On<ContactStarted>,
    posts: Query<(), With<ChildOf>>,
    mut inputs: Query<&mut CharacterInput>,
) {
    if posts.contains(touched.collider)
        && let Ok(mut input) = inputs.get_mut(touched.entity)
    {
        input.impulse = touched.details.contact.normal * 4.0 + Vec3::Y * 3.0;
    }
}

fn hide_gizmos(mut store: ResMut<GizmoConfigStore>) {
    store.config_mut::<Sweep8Gizmos>().0.enabled = false;
}

fn toggle_gizmos(keys: Res<ButtonInput<KeyCode>>, mut store: ResMut<GizmoConfigStore>) {
    if keys.just_pressed(KeyCode::KeyG) {
        let config = store.config_mut::<Sweep8Gizmos>().0;
        config.enabled = !config.enabled;
    }
}

/// Saves a picture to a file, and ends.
fn take_picture(file: String) -> impl FnMut(Commands, Res<Sweep8>, Local<u32>, MessageWriter<AppExit>) {
    move |mut commands, sweep8, mut waited, mut exit| {
        if sweep8.steps() < 8 * 64 {
            return;
        }
        if *waited == 0 {
            commands.spawn(Screenshot::primary_window()).observe(save_to_disk(file.clone()));
        }
        *waited += 1;
        if *waited == 60 {
            exit.write(AppExit::Success);
        }
    }
}
