//! A crate of another engine: a person pushes it by contacts, off its middle, so that it turns as well. Prints where both are.

use bevy::prelude::*;
use bevy::time::TimeUpdateStrategy;
use bevy_sweep8::prelude::*;

const STEP: f32 = 1.0 / 60.0; // seconds

/// A body of the engine: a cube of 1.2 m that goes along the floor, and turns about up.
#[derive(Component, Default)]
struct Body {
    mass: f32,
    velocity: Vec3,
    spin: f32,
}

fn spawn(mut commands: Commands) {
    commands.spawn((Collider::cuboid(Vec3::new(50.0, 0.5, 50.0)), Transform::from_xyz(0.0, -0.5, 0.0)));
    let body = Body { mass: 40.0, ..default() };
    commands.spawn((body, Collider::cuboid(Vec3::splat(0.6)), Transform::from_xyz(2.0, 0.6, 0.3)));
    let walk = CharacterInput::walk(Vec3::X * 1.5);
    commands.spawn((Character::default(), CharacterContacts::default(), walk, Transform::from_xyz(0.0, 0.91, 0.0)));
}

/// The step of the engine: friction, and the motion along the floor.
fn simulate(mut bodies: Query<(&mut Body, &mut Transform)>) {
    for (mut body, mut at) in &mut bodies {
        body.velocity *= 0.95;
        body.spin *= 0.95;
        at.translation += body.velocity * STEP;
        at.rotate_y(body.spin * STEP);
    }
}

/// Gives each body the impulse after which it has the velocity of the character along the normal, at the touched point. `velocity_into`
/// is relative to the surface. Several triangles of one body give several contacts: the strongest counts.
fn push(people: Query<&CharacterContacts>, mut bodies: Query<(Entity, &mut Body, &Transform)>) {
    for (entity, mut body, at) in &mut bodies {
        for contacts in &people {
            let own = contacts.list.iter().filter(|contact| contact.collider == entity).map(|contact| contact.details);
            let strongest = own.max_by(|a, b| a.velocity_into().length().total_cmp(&b.velocity_into().length()));
            let Some(about) = strongest else { continue };
            let (arm, inertia) = (about.contact.point - at.translation, body.mass * 1.2 * 1.2 / 6.0);
            let lever = arm.cross(about.contact.normal).y;
            let impulse = about.velocity_into() / (1.0 / about.mass + 1.0 / body.mass + lever * lever / inertia);
            let gained = impulse.with_y(0.0) / body.mass;
            body.velocity += gained;
            body.spin += arm.cross(impulse).y / inertia;
        }
    }
}

fn tell(
    sweep8: Res<Sweep8>,
    body: Single<&Transform, With<Body>>,
    person: Single<&Transform, With<Character>>,
    mut exit: MessageWriter<AppExit>,
) {
    if sweep8.steps().is_multiple_of(30) {
        let (at, (axis, angle)) = (body.translation, body.rotation.to_axis_angle());
        let (turned, walker) = (angle * axis.y, person.translation.x);
        println!("crate at {:.2}, {:.2}, turned by {turned:.2}; person at {walker:.2}", at.x, at.z);
    }
    if sweep8.steps() == 180 {
        exit.write(AppExit::Success);
    }
}

fn main() -> AppExit {
    App::new()
        .add_plugins((MinimalPlugins, TransformPlugin, Sweep8Plugin))
        .insert_resource(Time::<Fixed>::from_hz(60.0))
        .insert_resource(TimeUpdateStrategy::FixedTimesteps(1))
        .add_systems(Startup, spawn)
        .add_systems(FixedUpdate, simulate)
        .add_systems(FixedPostUpdate, (push, tell).chain().in_set(Sweep8Systems::Last))
        .run()
}
