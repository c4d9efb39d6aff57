//! Characters without a desired velocity come to rest, bit for bit: on floors, stairs, walkable slopes and in corners,
//! at any time step.
//!
//! Most do in a second, and who slides out of a gully onto a floor as soon as that speed has decayed. On some slopes the last bits of the
//! sweep's fraction make a character sink for some hundred steps, by nanometres a step, as its position is kept finer than a sweep can
//! measure.

use glam::Vec3;
use sweep8::inspect::count_at_rest;
use sweep8::{CharacterProfile, Crowd, Ellipsoid, Mesh, World};
use sweep8_bench::levels::scenes::Scene;
use sweep8_bench::levels::world_of;
use sweep8_bench::walking::places;
use sweep8_scalar_ref::testkit::cases::cases;

const PERSON: Vec3 = Vec3::new(0.4, 0.9, 0.4);
const BALL: Vec3 = Vec3::splat(0.5);
const FLAT: Vec3 = Vec3::new(0.9, 0.3, 0.6);

/// Time steps, seconds.
const TIME_STEPS: [f32; 6] = [1.0 / 30.0, 1.0 / 60.0, 1.0 / 72.0, 1.0 / 144.0, 1.0 / 240.0, 1.0 / 1000.0];

/// After so many seconds, and so many steps, nobody sinks by more than [`SINKING`] a step.
const SECONDS: f32 = 4.0;
const STEPS: usize = 100;

/// Metres a step: two units in the last place of the largest radius, the rounding of a sweep.
const SINKING: f64 = 2e-7;

/// After so many steps everybody is at rest.
const MOST_STEPS: usize = 100;

/// Steps a crowd of characters at `starts` until all have to be at rest; what is wrong.
fn complaint(world: &World, shape: Ellipsoid, starts: &[Vec3], seconds: f32) -> Option<String> {
    let mut crowd = Crowd::default();
    let ids: Vec<_> =
        starts.iter().map(|&start| crowd.spawn(&CharacterProfile::of_shape(shape), start).expect("in range")).collect();
    let steps = STEPS.max((SECONDS / seconds) as usize);
    for _ in 0..steps {
        crowd.step(world, seconds).expect("a time step");
    }
    for _ in steps..MOST_STEPS {
        let before: Vec<_> = ids.iter().map(|&id| crowd.position(id).expect("in the crowd").to_dvec3()).collect();
        crowd.step(world, seconds).expect("a time step");
        let sinking = ids
            .iter()
            .zip(&before)
            .find(|&(&id, place)| place.distance(crowd.position(id).expect("in the crowd").to_dvec3()) > SINKING);
        if let Some((&id, place)) = sinking {
            return Some(format!(
                "from {place} to {}, {:?}",
                crowd.position(id).expect("in the crowd").to_dvec3(),
                crowd.ground(id)
            ));
        }
    }
    let hash = crowd.state_hash();
    crowd.step(world, seconds).expect("a time step");
    let at_rest = count_at_rest(&crowd);
    (at_rest < ids.len() || crowd.state_hash() != hash).then(|| format!("{at_rest} of {} are at rest", ids.len()))
}

#[test]
fn everybody_who_stands_in_a_scene_comes_to_rest_to_the_bit() {
    for scene in Scene::ALL {
        let level = scene.build();
        let world = world_of(&level);
        for radii in [PERSON, BALL] {
            let shape = Ellipsoid::new(radii).expect("radii are positive");
            let starts = places::find(&level, &world, &shape, cases(300, 60), 3).expect("there are floors");
            for seconds in TIME_STEPS {
                let complaint = complaint(&world, shape, &starts, seconds);
                assert_eq!(complaint, None, "{scene}, radii {radii}, steps of {seconds} s");
            }
        }
    }
}

/// A plane that rises along x by `rise`, turned about y by an angle of that tangent.
fn slope(rise: f32, turn: f32) -> World {
    let cosine = (1.0 + turn * turn).sqrt().recip();
    let corner = |x: f32, z: f32| Vec3::new((x - z * turn) * cosine, x * rise, (x * turn + z) * cosine);
    let corners = [corner(-50.0, -50.0), corner(-50.0, 50.0), corner(50.0, 50.0), corner(50.0, -50.0)];
    World::from_mesh(Mesh::new(&corners, &[[0, 1, 2], [0, 2, 3]]).expect("a slope"))
}

#[test]
fn everybody_on_a_walkable_slope_comes_to_rest_to_the_bit() {
    for rise in [0.0, 0.002, 0.017, 0.1, 0.2, 0.36, 0.577, 0.84, 1.0, 1.15, 1.19] {
        for turn in [0.0, 0.42, 1.96] {
            let world = slope(rise, turn);
            let cosine = (1.0 + turn * turn).sqrt().recip();
            for radii in [PERSON, BALL, FLAT] {
                let shape = Ellipsoid::new(radii).expect("radii are positive");
                let starts: Vec<_> = (0..40_u8)
                    .map(|k| {
                        let (x, z) = (f32::from(k % 8) - 3.7, f32::from(k / 8) - 2.1);
                        Vec3::new(x, (x + z * turn) * cosine * rise + 1.8 + 0.01 * f32::from(k), z)
                    })
                    .collect();
                for seconds in TIME_STEPS {
                    let complaint = complaint(&world, shape, &starts, seconds);
                    assert_eq!(complaint, None, "rise {rise}, turn {turn}, radii {radii}, steps of {seconds} s");
                }
            }
        }
    }
}
