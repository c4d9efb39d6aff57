//! A crate of another engine: a person pushes it by contacts, off its middle, so that it turns as well.
//!
//! Run it with `cargo run --release -p sweep8 --example push`.

use sweep8::glam::{DVec3, Quat, Vec3};
use sweep8::{CharacterContact, CharacterProfile, Crowd, CrowdSettings, InstanceId, Mesh, Placement, World};

const STEP: f32 = 1.0 / 60.0; // seconds

/// A body of the engine: a cube of 1.2 m that goes along the floor, and turns about up.
struct Body {
    instance: InstanceId,
    mass: f32,
    place: DVec3,
    angle: f32,
    velocity: Vec3,
    spin: f32,
}

impl Body {
    /// Takes the impulse after which character and body have the same velocity along the normal, at the touched point. `velocity_into`
    /// is relative to the surface. Several triangles of one body give several contacts: the strongest counts.
    fn push(&mut self, contacts: &[CharacterContact]) {
        let own = contacts.iter().filter(|about| about.contact.instance == self.instance);
        let speed = |about: &CharacterContact| about.velocity_into().length();
        let Some(about) = own.max_by(|a, b| speed(a).total_cmp(&speed(b))) else { return };
        let (arm, inertia) = (about.contact.point - self.place.as_vec3(), self.mass * 1.2 * 1.2 / 6.0);
        let lever = arm.cross(about.contact.normal).y;
        let impulse = about.velocity_into() / (1.0 / about.mass + 1.0 / self.mass + lever * lever / inertia);
        self.velocity += impulse.with_y(0.0) / self.mass;
        self.spin += arm.cross(impulse).y / inertia;
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut world = World::new();
    world.add(&Mesh::cuboid(Vec3::new(50.0, 0.5, 50.0))?.cook(), Placement::at(DVec3::Y * -0.5))?;
    let place = DVec3::new(2.0, 0.6, 0.3);
    let instance = world.add(&Mesh::cuboid(Vec3::splat(0.6))?.cook(), Placement::at(place))?;
    let mut body = Body { instance, mass: 40.0, place, angle: 0.0, velocity: Vec3::ZERO, spin: 0.0 };
    let mut crowd = Crowd::new(CrowdSettings::default())?;
    let person = crowd.spawn_standing(&CharacterProfile::default(), Vec3::ZERO)?;
    crowd.watch_contacts(person)?;
    crowd.set_desired_velocity(person, Vec3::X * 1.5)?;
    for frame in 1..=180 {
        // The step of the engine: friction, and the motion along the floor. Then the character's, which meets the body there.
        (body.velocity, body.spin) = (body.velocity * 0.95, body.spin * 0.95);
        body.place += (body.velocity * STEP).as_dvec3();
        body.angle += body.spin * STEP;
        let rotation = Quat::from_rotation_y(body.angle);
        world.move_to(instance, Placement { rotation, ..Placement::at(body.place) })?;
        crowd.step_in(&world.begin_step(STEP)?);
        body.push(crowd.contacts(person)?);
        if frame % 30 == 0 {
            let (at, walker) = (body.place, crowd.position(person)?.to_vec3());
            println!("crate at {:.2}, {:.2}, turned by {:.2}; person at {:.2}", at.x, at.z, body.angle, walker.x);
        }
    }
    Ok(())
}
