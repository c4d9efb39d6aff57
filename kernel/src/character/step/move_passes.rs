//! The two passes of a character's step: what it desires, and its fall.
//!
//! In: profile, state and input at the start of the step, and what slows it on the floor. Out: displacement and velocity of each pass, and
//! the floor that the character walks on. `character_move.rs` says what the passes are, and slides by them.

use crate::base::exponential::{Decay, way_to_stop};
use crate::base::tolerance::{LEVEL_COSINE, LEVEL_ROUNDING, LOOK_PART, MIDDLE_PART, TOUCH_PART};
use crate::character::model::ground::Ground;
use crate::character::model::move_input::MoveInput;
use crate::character::model::profile::{CharacterProfile, CharacterSettings, MoveMode};
use crate::character::model::state::CharacterState;
use crate::character::others::neighbourhood::Neighbourhood;
use crate::character::slide::passes::{Passes, RestsOnEdge};
use crate::world::solids::Solids;
use glam::{DVec3, Vec3};

/// Computes the displacements and velocities of the two slide passes of a character's move: desired motion and fall. `place` is the
/// character's centre in the world: in body space `state` has another one.
#[inline(always)]
pub(super) fn passes(
    profile: &CharacterProfile,
    (state, place): (&CharacterState, Vec3),
    input: &MoveInput,
    seconds: f32,
    brake: Brake,
    neighbourhood: Option<&Neighbourhood>,
) -> Passes {
    let up = input.up();
    let stands = is_grounded(state.ground_code);
    let mut velocity = state.velocity + input.impulse;
    let mut level = Vec3::ZERO;
    let mut control = profile.settings().air_control;
    if input.jump_speed > 0.0 && (stands || is_on_heads(profile, neighbourhood, up)) {
        velocity += up * (input.jump_speed - velocity.dot(up)).max(0.0);
    }
    if stands {
        level = velocity - up * velocity.dot(up);
        control = 1.0;
    }
    let settings = profile.settings();
    let fall = |velocity| fall([velocity, level], input.gravity, settings, up, seconds);
    let [second, then] = fall(velocity);
    let floor = if stands { floor_of_walk(profile, state, input, up, velocity) } else { None };
    let [mean, mut level_after] = if brake.is_on() { slowed(level, brake, seconds) } else { [level; 2] };
    let mut first = (counted_desire(input, up) * control + mean) * seconds;
    if let Some(others) = neighbourhood {
        if others.yields {
            let across = floor.map(|_| up);
            (first, level_after) = (others.yielding(first, across), others.yielding_velocity(level_after, across));
        } else {
            first += others.push;
        }
    }
    if floor.is_some() {
        first -= up * first.dot(up);
    }
    let hovers = input.gravity == Vec3::ZERO && floor.is_none() && hovers(&[first, second], up);
    let (rests_on_floor, edge) =
        if floor.is_some() { rests(profile, (state, place), up) } else { (false, RestsOnEdge::No) };
    let (mut falls, mut leaving) = ([second, then], None);
    if state.fall_speed > 0.0 && input.impulse == Vec3::ZERO {
        (falls, leaving) = (fall(up * -state.fall_speed), Some(falls));
    }
    let [second, then] = falls;
    // In one piece, at the end: it is large, and would be copied.
    Passes {
        displacements: [first, second],
        velocities: [level_after, then],
        began: velocity - level,
        leaving,
        lands: !stands && !is_within_skin(profile, then, input.gravity),
        hovers,
        max_fall_speed: settings.max_fall_speed,
        up,
        floor,
        rests_on_floor,
        edge,
        frame: None,
    }
}

/// Whether others carry a character in the air on their heads: its fall is at a bound of one of them that is no steeper than a floor.
#[cold]
#[inline(never)]
fn is_on_heads(profile: &CharacterProfile, neighbourhood: Option<&Neighbourhood>, up: Vec3) -> bool {
    let (cosine, look) = (profile.rules.slope_cosine, LOOK_PART * profile.rules.skin);
    let bounds = neighbourhood.map(Neighbourhood::bounds).unwrap_or_default();
    bounds.iter().any(|bound| bound.gives <= look && bound.normal.dot(up) >= cosine)
}

/// Desired velocity that counts, m/s: under gravity only its level part, because a desire is no force that could hold a character up.
#[inline(always)]
pub(super) fn counted_desire(input: &MoveInput, up: Vec3) -> Vec3 {
    let desired = input.desired_velocity;
    if input.gravity == Vec3::ZERO { desired } else { desired - up * desired.dot(up) }
}

/// Whether a character without gravity, with these displacements of its passes, stands on a floor that it touches: it neither rises nor
/// falls.
#[cold]
#[inline(never)]
fn hovers(&[first, second]: &[Vec3; 2], up: Vec3) -> bool {
    up != Vec3::ZERO && second == Vec3::ZERO && !rises(first, up)
}

/// Whether a motion leads upwards, by more than rounding.
#[inline(always)]
fn rises(motion: Vec3, up: Vec3) -> bool {
    let rise = motion.dot(up);
    rise > 0.0 && rise > LEVEL_ROUNDING * motion.length()
}

/// Displacement and velocity after it of a fall, in metres and m/s; `level` is the part of the velocity that belongs to the first pass.
#[inline(always)]
fn fall(
    [velocity, level]: [Vec3; 2],
    gravity: Vec3,
    &CharacterSettings { max_fall_speed, drag, .. }: &CharacterSettings,
    up: Vec3,
    seconds: f32,
) -> [Vec3; 2] {
    if drag > 0.0 {
        return fall_with_drag([velocity, level], gravity, [drag, max_fall_speed], up, seconds);
    }
    let mut then = velocity + gravity * seconds;
    let too_fast = -then.dot(up) - max_fall_speed;
    if too_fast > 0.0 {
        then += up * too_fast;
    }
    let mean = (velocity + then) * 0.5;
    [(mean - level) * seconds, then - level]
}

/// Displacement and velocity after it of a [`fall`] that drag slows by `drag` parts a second.
#[cold]
#[inline(never)]
fn fall_with_drag(
    [velocity, level]: [Vec3; 2],
    gravity: Vec3,
    [drag, max_fall_speed]: [f32; 2],
    up: Vec3,
    seconds: f32,
) -> [Vec3; 2] {
    let (falling, gained) = ((velocity - level).as_dvec3(), gravity.as_dvec3() * f64::from(seconds));
    let Decay { left, mean, second } = Decay::after(f64::from(drag) * f64::from(seconds));
    let [mut mean, after] = [falling * mean + gained * second, falling * left + gained * mean].map(DVec3::as_vec3);
    let mut then = after + level;
    let too_fast = -then.dot(up) - max_fall_speed;
    if too_fast > 0.0 {
        then += up * too_fast;
        mean = (velocity + then) * 0.5 - level;
    }
    [mean * seconds, then - level]
}

/// Friction and damping that slow the level velocity of a standing character.
#[derive(Clone, Copy)]
pub(super) struct Brake {
    /// Deceleration by the friction of the floor, m/s².
    grip: f32,
    /// [`CharacterSettings::ground_damping`], 1/s.
    damping: f32,
}

impl Brake {
    /// Nothing slows the character.
    pub(super) const OFF: Self = Self { grip: 0.0, damping: 0.0 };

    #[inline(always)]
    fn is_on(self) -> bool {
        self.grip.max(self.damping) > 0.0
    }
}

/// Mean velocity in a step, and velocity after it, m/s, of a level velocity that grip and damping slow: the same path at any time step.
#[cold]
#[inline(never)]
fn slowed(level: Vec3, Brake { grip, damping }: Brake, seconds: f32) -> [Vec3; 2] {
    let [speed, grip, damping, seconds] = [level.length(), grip, damping, seconds].map(f64::from);
    if speed == 0.0 {
        return [level; 2];
    }
    let Decay { left, mean, second } = Decay::after(damping * seconds);
    let lost = grip * seconds;
    let mut after = speed * left - lost * mean;
    let mut mean = speed * mean - lost * second;
    if after <= 0.0 && lost > 0.0 {
        // It stops within the step.
        (mean, after) = (speed * (speed / lost) * way_to_stop(speed * damping / grip), 0.0);
    }
    [mean, after].map(|part| level * (part / speed) as f32)
}

/// The brake on the level velocity of a character: off unless it stands on a floor that it does not leave.
#[inline(always)]
pub(super) fn brake(instances: Solids, profile: &CharacterProfile, state: &CharacterState, input: &MoveInput) -> Brake {
    let velocity = state.velocity + input.impulse;
    if velocity == Vec3::ZERO || !is_grounded(state.ground_code) {
        return Brake::OFF;
    }
    brake_of_ground(instances, profile, state, input)
}

/// [`brake`] of a standing character that has a velocity.
#[cold]
#[inline(never)]
fn brake_of_ground(instances: Solids, profile: &CharacterProfile, state: &CharacterState, input: &MoveInput) -> Brake {
    if input.jump_speed > 0.0 || rises(state.velocity + input.impulse, input.up()) {
        return Brake::OFF;
    }
    let [index, _] = state.ground_surface.instance;
    let is_floor = state.ground_normal.dot(input.up()) >= profile.rules.slope_cosine;
    let grip = match instances.get(index) {
        Some(instance) if is_floor && instances.id(index).without_tag() == state.ground_surface.instance => {
            let weight = -input.gravity.dot(state.ground_normal);
            instance.mesh.tree.materials.friction(state.ground_material) * weight.max(0.0)
        }
        _ => 0.0,
    };
    Brake { grip, damping: profile.settings().ground_damping }
}

/// Normal of the floor that a standing character walks on; up if steep surfaces hold it; `None` if it falls, slides, or moves off its
/// floor: with a jump up a slope that it runs up faster it stays on the slope.
#[inline(always)]
fn floor_of_walk(
    profile: &CharacterProfile,
    state: &CharacterState,
    input: &MoveInput,
    up: Vec3,
    velocity: Vec3,
) -> Option<Vec3> {
    let takes_off = input.gravity == Vec3::ZERO && rises(input.desired_velocity, up);
    let rises = takes_off
        || rises(velocity, up) && {
            let off = (velocity + counted_desire(input, up)).dot(state.ground_normal);
            off > LEVEL_ROUNDING * velocity.length()
        };
    if profile.settings().mode != MoveMode::Walk || rises || up == Vec3::ZERO {
        return None;
    }
    let normal = state.ground_normal;
    Some(if normal.dot(up) >= profile.rules.walk_cosine() { normal } else { up })
}

/// Whether a standing character rests on a floor, and not on the edge of a step, whose normal counts as up although it is touched
/// elsewhere, or between steep surfaces; and the point of that edge.
#[inline(always)]
fn rests(profile: &CharacterProfile, (state, place): (&CharacterState, Vec3), up: Vec3) -> (bool, RestsOnEdge) {
    let normal = state.ground_normal;
    let cosine = normal.dot(up);
    if cosine < profile.rules.walk_cosine() {
        return (false, RestsOnEdge::No);
    }
    let touched = state.ground_point - state.position.high;
    let from_floor = state.across_spine(profile, touched + state.touching(profile, normal));
    let is_floor =
        cosine < LEVEL_COSINE || from_floor.length_squared() <= MIDDLE_PART * MIDDLE_PART * touched.length_squared();
    let rounding = f32::EPSILON * place.abs().max_element();
    let is_rough = cosine >= LEVEL_COSINE && rounding > TOUCH_PART * profile.rules.skin;
    let edge = match (is_rough, is_floor) {
        (true, _) => RestsOnEdge::Unknown,
        (false, true) => RestsOnEdge::No,
        (false, false) => RestsOnEdge::At(touched),
    };
    (is_floor, edge)
}

/// Whether a character's fall in a step, with this velocity at its end, is no deeper than the thickness of its skin.
#[inline(always)]
pub(super) fn is_within_skin(profile: &CharacterProfile, fall: Vec3, gravity: Vec3) -> bool {
    let (square, skin) = (fall.length_squared(), profile.rules.skin);
    square * square <= 4.0 * skin * skin * gravity.length_squared()
}

/// Whether the ground code of a character state means that the character stands.
#[inline(always)]
pub(super) fn is_grounded(code: u8) -> bool {
    Ground::of_code(code, Vec3::ZERO).is_some_and(|ground| ground.is_grounded())
}
