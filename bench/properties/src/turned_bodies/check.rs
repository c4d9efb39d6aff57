//! Checks the moves of a turned body, step by step.

use super::walk::Walk;
use super::{queries, turn, twin};
use crate::bytes::{Reader, Writer};
use crate::finding::{Finding, Outcome, demand};
use crate::scene::{self, Body, FRAME, HULL, PLACE_ROUNDING, Scene, read_turn};
use glam::{DVec3, Vec3};
use sweep8::{Backend, CharacterProfile, CharacterState, MoveInput, MoveMemory, SlideOutcome, World};
use sweep8_scalar_ref::brute_force::segment_crosses;

const STEPS: usize = 6;

/// Relative tolerance of the length of a character's motion without a contact.
const WAY_ROUNDING: f64 = 1e-6;

/// Encodes a test case of a rotated character as bytes; different `number`s give different cases.
pub(crate) fn encode(shape: Vec3, center: Vec3, walk: Vec3, number: u8, triangles: &[[Vec3; 3]]) -> Vec<u8> {
    let mut writer = Writer::default();
    writer.vector(Vec3::new(1.5, 0.2, -0.4) * f32::from(number % 3));
    scene::write(&mut writer, shape, center, walk, number, triangles);
    writer.byte(number);
    writer.finish()
}

/// A world on one backend in which the test's character moves in batches, with the memory of its previous steps.
struct Way {
    name: &'static str,
    world: World,
    memory: MoveMemory,
}

pub(crate) fn check(bytes: &[u8]) -> Result<Outcome, Finding> {
    let mut reader = Reader::new(bytes);
    let to = read_turn(&mut reader);
    let Some(mut scene) = Scene::read(&mut reader) else { return Ok(Outcome::Skipped) };
    scene.profile = CharacterProfile::of_shape(reader.spine(scene.profile.shape().ellipsoid()));
    let mut ways: Vec<Way> = Backend::available()
        .map(|backend| Way {
            name: backend.name(),
            world: scene.world.clone().with_backend(backend).expect("it is available"),
            memory: MoveMemory::new(),
        })
        .collect();
    let mut state = scene.state;
    for step in 0..STEPS {
        turn::check(&scene, step, &state, to)?;
        let (before, input) = (state, scene.input_of(step));
        queries::check(&scene, step, &state, input.desired_velocity)?;
        let out = scene.world.move_character(&scene.profile, &mut state, &input, FRAME);
        for way in &mut ways {
            let mut states = [before];
            let report = way.world.move_characters(&[scene.profile], &mut states, &[input], FRAME, &mut way.memory);
            let same = bytemuck::bytes_of(&states[0]) == bytemuck::bytes_of(&state);
            demand(report.is_ok() && same, || {
                scene.finding(step, &before, &format!("{state:?}, but {:?} in a batch, {}", states[0], way.name))
            })?;
        }
        // It fell too far, or is too fast: refused with an error.
        let Ok(out) = out else { return Ok(Outcome::Held) };
        judge(&scene, step, [&before, &state], &input, &out)?;
        twin::check(&scene, step, [&before, &state], &input, &out)?;
    }
    Ok(Outcome::Held)
}

/// Distance to a floor at which a body touches it, as a fraction of the skin.
const LOOK_PART: f64 = 0.25;

/// Checks promises 1 and 2 of the library for a character's step, in `f64` over all triangles.
fn judge(
    scene: &Scene,
    step: usize,
    [before, after]: [&CharacterState; 2],
    input: &MoveInput,
    out: &SlideOutcome,
) -> Result<(), Finding> {
    let finding = |what: &str| scene.finding(step, before, &format!("{what}: {out:?}"));
    let by = HULL * f64::from(scene.profile.settings().skin);
    let [from, to] = [before, after].map(|state| Body::of(&scene.profile, state, by));
    demand(to.center.is_finite() && after.orientation == before.orientation, || finding("nowhere, or turned"))?;
    let way = from.center.distance(to.center);
    let all: Vec<_> = scene.parts.iter().flat_map(|part| part.lying().map(|(_, triangle)| triangle)).collect();
    let is_clear = |triangle| from.apart(triangle) > 1.0 + from.allowed(triangle, way);
    if !all.iter().all(is_clear) {
        return Ok(());
    }
    for triangle in &all {
        let apart = to.apart(triangle);
        demand(apart > 1.0 - to.allowed(triangle, way), || {
            finding(&format!("the hull ends {apart} off {triangle:?}"))
        })?;
    }
    let waypoints = out.waypoints().iter().map(|waypoint| from.center + waypoint.as_dvec3());
    let path: Vec<DVec3> = [from.center].into_iter().chain(waypoints).collect();
    let crossed = |triangle: &&_| path.windows(2).any(|ends| segment_crosses(ends[0], ends[1], triangle));
    let crossed = all.iter().find(crossed);
    demand(crossed.is_none(), || finding(&format!("crosses {crossed:?}")))?;
    if before.velocity != Vec3::ZERO || input.gravity != Vec3::ZERO {
        return Ok(());
    }
    // Without a fall, the desired displacement is the whole motion.
    let (displacement, up) = (input.desired_velocity.as_dvec3() * f64::from(FRAME), input.up().as_dvec3());
    let rounding = WAY_ROUNDING * displacement.length().max(way) + PLACE_ROUNDING * from.center.length();
    let stands = before.ground().is_grounded() && displacement.dot(up) <= rounding;
    // Of a body that lies along an edge with its whole spine both are its ground: it goes up over that edge.
    let off = if stands && from.half != DVec3::ZERO {
        0.0
    } else if stands {
        let walk = Walk { profile: &scene.profile, from: &from, to: to.center, up, triangles: &all };
        walk.off(before.ground(), displacement)
    } else if from.is_free_along(displacement, &all) {
        let aside = to.center - from.center - displacement;
        // Without gravity, but with an up, a body that touches a floor is lowered to it.
        let look = if out.ground.is_grounded() { LOOK_PART * f64::from(scene.profile.settings().skin) } else { 0.0 };
        (aside + up * (-aside.dot(up)).clamp(0.0, look)).length()
    } else {
        0.0
    };
    demand(off <= rounding, || finding(&format!("{off} m off a way that is free")))
}
