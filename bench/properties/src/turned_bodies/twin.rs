//! An upright body in the world turned about it.

use crate::finding::{Finding, demand};
use crate::scene::{Body, FRAME, Scene};
use glam::{DMat3, DQuat, DVec3, Quat, Vec3};
use sweep8::{CharacterState, MoveInput, SlideOutcome, World};
use sweep8_scalar_ref::brute_force::distance;

/// Minimum sine of the angle between a motion and a surface at which rounding does not decide the length of the motion.
const STEEP: f32 = 0.1;

/// Allowed distance between a character and its twin in the turned world, as a fraction of 1 m plus the character's travel.
const TOLERANCE: f64 = 2e-5;

/// Minimum deviation between a normal and its twin that is more than the rounding of a face's corners; and the distance from a
/// face's rim within which rounding may decide between face and edge, whose normal leans.
const LEAN: f64 = 1e-4;
const RIM: f64 = 0.01;

/// Builds the scene's world in the frame of a body at `center`; `back` undoes the body's rotation.
pub(super) fn seen(scene: &Scene, center: DVec3, back: &DMat3) -> Option<World> {
    let mut world = World::new();
    for id in scene.world.instances() {
        let mut placement = scene.world.placement(id).ok()?;
        placement.translation = *back * (placement.translation - center);
        let rotation = DQuat::from_mat3(back) * placement.rotation.as_dquat();
        placement.rotation = if scene.is_exact { exact(rotation) } else { rotation.normalize().as_quat() };
        world.add(&scene.world.mesh(id).ok()?, placement).ok()?;
    }
    Some(world)
}

/// Rounds the quaternion components of a rotation to multiples of a half.
fn exact(rotation: DQuat) -> Quat {
    let [x, y, z, w] = rotation.to_array().map(|part| ((2.0 * part).round() / 2.0) as f32);
    Quat::from_xyzw(x, y, z, w)
}

/// Returns true if rounding decides nothing about a move: it has no contact, or one at a steep angle to the motion `along`.
fn is_decided(out: &SlideOutcome, along: Vec3) -> bool {
    match out.contacts() {
        [] => true,
        [contact] => contact.normal.dot(along.normalize_or_zero()) < -STEEP,
        _ => false,
    }
}

/// Moves the twin character in the rotated world by the same step and compares the results.
pub(super) fn check(
    scene: &Scene,
    step: usize,
    [before, after]: [&CharacterState; 2],
    input: &MoveInput,
    out: &SlideOutcome,
) -> Result<(), Finding> {
    let turn = DMat3::from_quat(before.orientation.as_dquat().normalize());
    let back = turn.transpose();
    let body = |v: Vec3| (back * v.as_dvec3()).as_vec3();
    let mut twin = CharacterState {
        position: Vec3::ZERO.into(),
        orientation: Quat::IDENTITY,
        velocity: body(before.velocity),
        ground_normal: body(before.ground_normal),
        last_safe_position: Vec3::ZERO,
        ..*before
    };
    let world = seen(scene, before.position.to_dvec3(), &back);
    let Some(world) = world else { return Ok(()) };
    let input = MoveInput {
        desired_velocity: body(input.desired_velocity),
        gravity: body(input.gravity),
        up: body(input.up),
        ..*input
    };
    let other = world.move_character(&scene.profile, &mut twin, &input, FRAME);
    let finding =
        |what: &str| scene.finding(step, before, &format!("{what}: {after:?}, {out:?}, but {twin:?}, {other:?}"));
    let Ok(other) = &other else { return Err(Finding(finding("the twin is refused"))) };
    let surfaces = |out: &SlideOutcome| -> Vec<(usize, u32)> {
        out.contacts().iter().map(|contact| (contact.instance.index(), contact.triangle)).collect()
    };
    if scene.is_exact {
        let in_world = |v: Vec3| (turn * v.as_dvec3()).as_vec3();
        let same = in_world(other.travel) == out.travel
            && in_world(twin.velocity) == after.velocity
            && in_world(twin.ground_normal) == after.ground_normal
            && (other.status, other.path, other.depenetrated_by) == (out.status, out.path, out.depenetrated_by)
            && (twin.ground_code, twin.fall_speed) == (after.ground_code, after.fall_speed)
            && surfaces(other) == surfaces(out);
        return demand(same, || finding("not as its twin"));
    }
    let along = input.desired_velocity;
    if out.depenetrated_by > 0.0 || surfaces(other) != surfaces(out) || !is_decided(other, along) {
        return Ok(());
    }
    if let ([contact], [given]) = (other.contacts(), out.contacts())
        && (turn * contact.normal.as_dvec3()).distance(given.normal.as_dvec3()) > LEAN
    {
        let body = Body { center: before.position.to_dvec3(), back, radii: DVec3::ONE, half: DVec3::ZERO };
        let part = scene.parts.iter().find(|part| part.id == given.instance);
        let named = part.and_then(|part| part.lying().find(|(number, _)| *number == given.triangle));
        let from_rim = named.map_or(f64::INFINITY, |(_, triangle)| {
            let [a, b, c] = body.local(&triangle);
            let sides = [[a, b, b], [b, c, c], [c, a, a]];
            sides.iter().map(|side| distance(contact.point.as_dvec3(), side)).fold(f64::INFINITY, f64::min)
        });
        return demand(from_rim < RIM, || finding("another normal than its twin has"));
    }
    let off = (turn * other.travel.as_dvec3()).distance(out.travel.as_dvec3());
    let allowed = TOLERANCE * (1.0 + out.travel.as_dvec3().length());
    demand(off < allowed, || finding(&format!("{off} m from its twin")))
}
