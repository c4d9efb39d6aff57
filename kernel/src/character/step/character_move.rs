//! The move of a character in a step: from its velocity and its input to a slide of two passes, and back.
//!
//! In: profile, state, input, time step. Out: the new state.
//! 1. An impulse changes the velocity. A jump leaves the ground with at least its speed.
//! 2. Gravity acts: in a step of `t` the velocity goes from `v` to `v + g t`, and the character by `v t + g t²/2`, so that a
//!    jump reaches the same height at any time step. A fall is no faster than the profile allows.
//! 3. The first pass is the desired displacement, a push away from [others](crate::character::others::neighbourhood) that overlap and, if the
//!    character stands, the level part of the velocity. The second pass is the rest; a floor ends it. In mode [`MoveMode::Walk`]
//!    a character that stands and does not rise [walks](crate::character::slide::run_passes): the first pass is level, follows the floors, and goes
//!    over steps; it snaps to ground below before the second.
//! 4. Surfaces turn the velocity as they turn its displacement: a character that hits a ceiling falls at once.
//!    A character that slides down a steep surface is swept straight down. The length of that sweep is such that its
//!    projection on the surface is the character's velocity. So the surface is found again in every step, however short,
//!    and friction is applied once. If the sweep finds nothing, or first a surface that the velocity points away from, the
//!    character leaves the slope and keeps its velocity. See `docs/math/slopes.md`.
//! 5. Ground takes the part of the velocity along up; the level part decays. On a steep surface the level part is gone after a step
//!    that did not move the character.
//! 6. If the profile says so, a character keeps the velocity of moving ground when it leaves it, and gives up as much when it comes to
//!    moving ground.

use crate::base::field::Field;
use crate::base::input_error::{InputError, check_center, check_move, check_vector};
use crate::base::tolerance::{
    LEVEL_COSINE, LEVEL_ROUNDING, MAX_DISPLACEMENT, MIDDLE_PART, REST_PART, SLOWEST_ON_GROUND,
};
use crate::character::carried::ride::{Ride, ground_velocities};
use crate::character::collide::block_cache::BlockCache;
use crate::character::model::ground::{Ground, Surface};
use crate::character::model::move_input::MoveInput;
use crate::character::model::profile::CharacterProfile;
use crate::character::model::profile::MoveMode;
use crate::character::model::slide_end::{Ridden, SlideEnd};
use crate::character::model::state::CharacterState;
use crate::character::model::status::SlideStatus;
use crate::character::others::neighbourhood::Neighbourhood;
use crate::character::slide::passes::Passes;
use crate::character::slide::slide::{Slide, slide};
use crate::character::slide::slide_observer::SlideObserver;
use crate::query::scratch::Scratch;
use crate::simd::Lanes;
use crate::world::solids::Solids;
use glam::Vec3;

/// Arguments of one character's move by a time step. State and input must have been checked.
pub(crate) struct CharacterMove<'a, W: ?Sized> {
    pub(crate) instances: Solids<'a>,
    pub(crate) profile: &'a CharacterProfile,
    pub(crate) state: &'a mut CharacterState,
    pub(crate) input: &'a MoveInput,
    pub(crate) seconds: f32,
    /// Bounds from other characters on the move; `None` if other characters are ignored.
    pub(crate) neighbourhood: Option<&'a Neighbourhood>,
    /// Cache of the triangle blocks near the character; `None` outside of a crowd.
    pub(crate) block_cache: Option<&'a mut BlockCache>,
    pub(crate) observer: &'a mut W,
    pub(crate) scratch: &'a mut Scratch,
}

/// Moves a character whose body axes are the axes of the instances' space; on an error the state stays unchanged.
#[inline(always)]
pub(super) fn move_along_axes<L: Lanes, W: SlideObserver>(
    lanes: L,
    about: CharacterMove<W>,
) -> Result<SlideEnd, InputError> {
    let CharacterMove { instances, profile, state, input, seconds, neighbourhood, block_cache, observer, scratch } =
        about;
    let passes = passes(profile, state, input, seconds, neighbourhood);
    check_vector(Field::Velocity, passes.velocities[0] + passes.velocities[1], MAX_DISPLACEMENT)?;
    check_move(passes.displacements[0])?;
    check_move(passes.displacements[1])?;
    check_center(state.position.high)?;
    let mut before = None;
    let mut ridden = Ridden::NOT;
    if instances.are_moving() {
        before = Some(*state);
        ridden = lanes.call_outlined(Ride { instances, profile, state, up: passes.up, scratch })?;
        if let Some(index) = ridden.crushed_by {
            observer.begins();
            let ground_surface = Surface::of_instance(instances.id(index));
            let end = SlideEnd { travel: ridden.moved, ridden, ground_surface, ..SlideEnd::CRUSHED };
            state.velocity = Vec3::ZERO;
            end_in(profile, state, &end);
            return Ok(end);
        }
    }
    let about = Slide {
        instances,
        shape: profile.shape(),
        position: &mut state.position,
        before: ridden.moved,
        passes: &passes,
        neighbourhood,
        rules: &profile.rules,
        block_cache,
        observer,
        scratch,
    };
    let mut end = slide(lanes, about);
    let stood = is_grounded(state.ground_code);
    let about = StepFacts { profile, gravity: input.gravity, stood, moved: end.travel - ridden.moved, seconds };
    state.velocity = velocity_after(&about, &passes, &end);
    if let Some(before) = before {
        end.ridden = ridden;
        if ridden.is_out_of_iterations {
            end.status = SlideStatus::OutOfIterations;
        }
        end_in(profile, state, &end);
        if profile.settings().keeps_ground_velocity {
            keep_velocity(instances, profile, &before, state, passes.up, seconds);
        }
    } else {
        end_in(profile, state, &end);
    }
    Ok(end)
}

/// Adds the velocity of moving ground that the character left. On moving ground that it came to, takes off its velocity in the
/// direction of the ground's velocity, at most as much as that: the ground carries it now.
#[inline(never)]
fn keep_velocity(
    instances: Solids,
    profile: &CharacterProfile,
    before: &CharacterState,
    state: &mut CharacterState,
    up: Vec3,
    seconds: f32,
) {
    let [left, reached] = ground_velocities(instances, profile, [before, state], seconds);
    let level = |velocity: Vec3| velocity - up * velocity.dot(up);
    if is_grounded(state.ground_code) {
        let (velocity, reached) = (state.velocity + level(left), level(reached));
        let square = reached.length_squared();
        let part = if square > 0.0 { (velocity.dot(reached) / square).clamp(0.0, 1.0) } else { 0.0 };
        state.velocity = velocity - reached * part;
    } else {
        state.velocity += left;
    }
}

/// Computes the displacements and velocities of the two slide passes of a character's move: desired motion and fall.
#[inline(always)]
pub(super) fn passes(
    profile: &CharacterProfile,
    state: &CharacterState,
    input: &MoveInput,
    seconds: f32,
    neighbourhood: Option<&Neighbourhood>,
) -> Passes {
    let up = input.up();
    let stands = is_grounded(state.ground_code);
    let mut velocity = state.velocity + input.impulse;
    let mut level = Vec3::ZERO;
    let mut control = profile.settings().air_control;
    if stands {
        if input.jump_speed > 0.0 {
            velocity += up * (input.jump_speed - velocity.dot(up)).max(0.0);
        }
        level = velocity - up * velocity.dot(up);
        control = 1.0;
    }
    let max_fall_speed = profile.settings().max_fall_speed;
    let fall = |velocity: Vec3| {
        let mut then = velocity + input.gravity * seconds;
        let too_fast = -then.dot(up) - max_fall_speed;
        if too_fast > 0.0 {
            then += up * too_fast;
        }
        let mean = (velocity + then) * 0.5;
        [(mean - level) * seconds, then - level]
    };
    let [second, then] = fall(velocity);
    let mut first = (input.desired_velocity * control + level) * seconds;
    let floor = if stands { floor_of_walk(profile, state, up, [velocity, input.desired_velocity]) } else { None };
    let mut level_after = level;
    if let Some(others) = neighbourhood {
        if others.yields {
            let across = floor.map(|_| up);
            (first, level_after) = (others.yielding(first, across), others.yielding_velocity(level, across));
        } else {
            first += others.push;
        }
    }
    if floor.is_some() {
        first -= up * first.dot(up);
    }
    let mut passes = Passes {
        displacements: [first, second],
        velocities: [level_after, then],
        leaving: None,
        lands: false,
        max_fall_speed,
        up,
        floor,
        rests_on_floor: floor.is_some() && rests_on_floor(profile, state, up),
    };
    if state.fall_speed > 0.0 && input.impulse == Vec3::ZERO {
        passes.leaving = Some([second, then]);
        [passes.displacements[1], passes.velocities[1]] = fall(up * -state.fall_speed);
    }
    passes.lands = !stands && !is_settling(profile, &passes, input.gravity);
    passes
}

/// Normal of the floor that a standing character walks on; up if steep surfaces hold it; `None` if it falls, slides, or moves off its
/// floor: with a jump up a slope that it runs up faster it stays on the slope. `wish` is the desired velocity, m/s.
#[inline(always)]
fn floor_of_walk(
    profile: &CharacterProfile,
    state: &CharacterState,
    up: Vec3,
    [velocity, wish]: [Vec3; 2],
) -> Option<Vec3> {
    let rise = velocity.dot(up);
    let rises = rise > 0.0 && rise > LEVEL_ROUNDING * velocity.length() && {
        let off = (velocity + wish).dot(state.ground_normal);
        off > LEVEL_ROUNDING * velocity.length()
    };
    if profile.settings().mode != MoveMode::Walk || rises || up == Vec3::ZERO {
        return None;
    }
    let normal = state.ground_normal;
    Some(if normal.dot(up) >= profile.rules.walk_cosine() { normal } else { up })
}

/// Whether a standing character rests on a floor, and not on the edge of a step, whose normal counts as up although it is touched
/// elsewhere, or between steep surfaces.
#[inline(always)]
fn rests_on_floor(profile: &CharacterProfile, state: &CharacterState, up: Vec3) -> bool {
    let normal = state.ground_normal;
    let cosine = normal.dot(up);
    cosine >= profile.rules.walk_cosine() && {
        let touched = state.ground_point - state.position.high;
        let from_floor = touched + state.touching(profile, normal);
        cosine < LEVEL_COSINE || from_floor.length_squared() <= MIDDLE_PART * MIDDLE_PART * touched.length_squared()
    }
}

/// Velocity that the character keeps after a step, m/s.
#[inline(always)]
fn velocity_after(about: &StepFacts, passes: &Passes, end: &SlideEnd) -> Vec3 {
    let &StepFacts { profile, gravity, stood, moved, seconds } = about;
    let [first, second] = end.velocities;
    let velocity = match end.ground {
        Ground::Air => return first + second,
        Ground::Steep(_) => return velocity_on_steep(first + second, passes.up, moved, seconds),
        // A character that lands keeps its level velocity, unless it fell no farther than through the skin: that is settling.
        // If it stood before, the second pass had gravity's velocity only, turned aside by walls on the way down.
        Ground::Floor(_) if !stood => {
            if is_settling(profile, passes, gravity) {
                first
            } else {
                first + second
            }
        }
        Ground::Floor(_) | Ground::HeldBySteep(_) => first,
    };
    let level = velocity - passes.up * velocity.dot(passes.up);
    if level.length_squared() <= SLOWEST_ON_GROUND * SLOWEST_ON_GROUND {
        return Vec3::ZERO;
    }
    level / (1.0 + profile.settings().ground_damping * seconds)
}

/// Velocity that a character keeps on a steep surface, m/s. No friction ends the level part, which may cancel the desired velocity
/// exactly, along a groove between two edges: a step that does not move the character takes it.
#[inline(never)]
fn velocity_on_steep(velocity: Vec3, up: Vec3, moved: Vec3, seconds: f32) -> Vec3 {
    let level = velocity - up * velocity.dot(up);
    let least = REST_PART * seconds;
    if moved.length_squared() <= least * least * level.length_squared() { velocity - level } else { velocity }
}

/// Whether a character's fall in a step is no deeper than the thickness of its skin.
#[inline(always)]
fn is_settling(profile: &CharacterProfile, passes: &Passes, gravity: Vec3) -> bool {
    let (square, skin) = (passes.velocities[1].length_squared(), profile.rules.skin);
    square * square <= 4.0 * skin * skin * gravity.length_squared()
}

/// Facts about a step that, together with the end of its slide, determine the velocity after the step.
struct StepFacts<'a> {
    profile: &'a CharacterProfile,
    gravity: Vec3,
    /// Whether the character stood on ground before the step (now it may not).
    stood: bool,
    /// Displacement of the character by its own motion, without that of moving instances, metres.
    moved: Vec3,
    seconds: f32,
}

/// Writes the end of a slide to the character's state: ground, status, fall speed, last safe position.
#[inline(always)]
pub(super) fn end_in(profile: &CharacterProfile, state: &mut CharacterState, end: &SlideEnd) {
    state.fall_speed = if end.ground.is_grounded() { 0.0 } else { end.fall_speed };
    state.ground_code = end.ground.code();
    state.status_code = end.status as u8;
    state.ground_material = end.ground_material;
    state.ground_normal = end.ground.normal().unwrap_or_default();
    let touched = |normal| end.edge_of_step.unwrap_or_else(|| -state.touching(profile, normal));
    state.ground_point = end.ground.normal().map_or(Vec3::ZERO, |normal| state.position.high + touched(normal));
    state.ground_surface = end.ground_surface;
    if end.ground.is_grounded() && end.status != SlideStatus::Overlapping {
        state.last_safe_position = state.position.high;
    }
}

/// Whether the ground code of a character state means that the character stands.
#[inline(always)]
fn is_grounded(code: u8) -> bool {
    Ground::of_code(code, Vec3::ZERO).is_some_and(|ground| ground.is_grounded())
}
