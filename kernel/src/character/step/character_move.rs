//! The move of a character in a step: from its velocity and its input to a slide of two passes, and back.
//!
//! In: profile, state, input, time step. Out: the new state. `move_passes.rs` has 1 to 3.
//! 1. An impulse changes the velocity. A jump leaves the ground with at least its speed.
//! 2. Gravity acts: in a step of `t` the velocity goes from `v` to `v + g t`, and the character by `v t + g t²/2`, so that a
//!    jump reaches the same height at any time step. A fall is no faster than the profile allows. With drag the velocity decays
//!    exponentially meanwhile, by [`Decay`](crate::base::exponential::Decay). Friction and damping of the floor slow the level
//!    velocity of a character that stands. A desire is no force: under gravity its part along up does not count.
//! 3. The first pass is the desired displacement, a push away from [others](crate::character::others::neighbourhood) that overlap and, if
//!    the character stands, the level part of the velocity. The second pass is the rest; a floor ends it. In mode
//!    [`MoveMode::Walk`](crate::MoveMode::Walk) a character that stands and does not rise [walks](crate::character::slide::run_passes): the
//!    first pass is level, follows the floors, and goes over steps; it snaps to ground below before the second.
//! 4. Surfaces turn the velocity as they turn its displacement: a character that hits a ceiling falls at once.
//!    A character that slides down a steep surface is swept straight down. The length of that sweep is such that its
//!    projection on the surface is the character's velocity. So the surface is found again in every step, however short,
//!    and friction is applied once. If the sweep finds nothing, or first a surface that the velocity points away from, the
//!    character leaves the slope and keeps its velocity. See `docs/math/slopes.md`.
//! 5. Ground takes the part of the velocity along up. On a steep surface the level part is gone after a step that did not move the
//!    character.
//! 6. In a step in which instances move, 1 to 5 are done in the [frame](crate::character::carried::frame) of what carries the
//!    character, after that and other movers have moved it. If the profile says so, a character keeps the velocity of moving ground
//!    when it leaves it, or that ground as its frame, and gives up as much when it comes to moving ground.

use crate::base::field::Field;
use crate::base::input_error::{InputError, check_center, check_move, check_vector};
use crate::base::tolerance::{LEVEL_ROUNDING, MAX_DISPLACEMENT, REST_PART, SLOWEST_ON_GROUND};
use crate::character::carried::frame::{Bond, Frame, given_up, knocked, slides_in_frame};
use crate::character::carried::ride::{Ride, reached_velocity, still_ride, velocity_of_ground};
use crate::character::collide::block_cache::BlockCache;
use crate::character::model::ground::{Ground, Surface};
use crate::character::model::move_input::MoveInput;
use crate::character::model::profile::CharacterProfile;
use crate::character::model::slide_end::{Ridden, SlideEnd};
use crate::character::model::state::CharacterState;
use crate::character::model::status::SlideStatus;
use crate::character::others::neighbourhood::Neighbourhood;
use crate::character::slide::passes::{MovingFrame, Passes};
use crate::character::slide::slide::{Slide, slide};
use crate::character::slide::slide_observer::SlideObserver;
use crate::character::step::move_passes::{brake, counted_desire, is_grounded, is_within_skin, passes};
use crate::character::step::tell_pushes::tell_pushes;
use crate::frame::position::Position;
use crate::frame::turn::Turn;
use crate::query::scratch::{MoverPart, Scratch};
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
    /// Cache of the triangle blocks near the character; `None` where nothing is kept from move to move.
    pub(crate) block_cache: Option<&'a mut BlockCache>,
    pub(crate) observer: &'a mut W,
    pub(crate) scratch: &'a mut Scratch,
}

/// Moves a character whose body axes are the axes of the instances' space; on an error the state stays unchanged.
///
/// One function of more than 60 lines: it holds the only, inlined, slide of a character.
#[inline(always)]
pub(super) fn move_along_axes<L: Lanes, W: SlideObserver>(
    lanes: L,
    about: CharacterMove<W>,
) -> Result<SlideEnd, InputError> {
    let CharacterMove { instances, profile, state, input, seconds, neighbourhood, mut block_cache, observer, scratch } =
        about;
    check_center(state.position.high)?;
    let mut entered = None;
    if instances.are_moving() || instances.has_moving_surfaces() || state.ground_surface.is_frame() {
        let before = *state;
        let is_bounded = neighbourhood.is_some_and(|others| !others.bounds().is_empty());
        let (ridden, frame) = match still_ride(lanes, instances, profile, state, is_bounded, block_cache.as_deref_mut())
        {
            Some(still) => still,
            None => lanes.call_outlined(Ride { instances, profile, state, input, is_bounded, seconds, scratch })?,
        };
        entered = Some(Entered { before, place: state.position, ridden, frame });
    }
    let brake = brake(instances, profile, state, input);
    let place = instances.turn().map_or(state.position.high, Turn::center);
    let mut passes = passes(profile, (state, place), input, seconds, brake, neighbourhood);
    let mut before_slide = Vec3::ZERO;
    if let Some(entered) = &entered {
        before_slide = entered.ridden.moved;
        let frame = enter_frame(&mut passes, profile, entered, seconds);
        if entered.frame.is_pushed && frame.gives_velocity {
            let stands = entered.frame.bond == Bond::Stands;
            let desired = counted_desire(input, passes.up) * if stands { 1.0 } else { profile.settings().air_control };
            give_velocity(&mut passes, desired, &entered.frame, instances, &frame, scratch);
        }
    }
    if let Err(error) = check_passes(&passes) {
        if let Some(entered) = &entered {
            *state = entered.before;
        }
        return Err(error);
    }
    if let Some(entered) = &entered
        && let Some(by) = entered.ridden.crushed_by
    {
        return Ok(crush(instances, profile, state, entered, by, observer, scratch, seconds));
    }
    let about = Slide {
        instances,
        shape: profile.shape(),
        position: &mut state.position,
        before: before_slide,
        passes: &passes,
        neighbourhood,
        rules: &profile.rules,
        block_cache,
        observer: &mut *observer,
        scratch: &mut *scratch,
    };
    let mut end = slide(lanes, about);
    if end.is_squeezed
        && let Some(entered) = &entered
        && let Some(by) = first_pusher(&scratch.mover_parts, entered)
    {
        return Ok(crush(instances, profile, state, entered, by, observer, scratch, seconds));
    }
    let stood = is_grounded(state.ground_code);
    let about = StepFacts { profile, gravity: input.gravity, stood, moved: end.travel - before_slide, seconds };
    state.velocity = velocity_after(&about, &passes, &end);
    if let Some(entered) = &entered {
        end.ridden = Ridden { moved: entered.frame.told, ..entered.ridden };
        if end.ridden.is_out_of_iterations {
            end.status = SlideStatus::OutOfIterations;
        }
        end_in(profile, state, &end);
        leave_frame(instances, profile, entered, state, passes.up, seconds);
        if end.ridden.is_pushed {
            tell_pushes(instances, &entered.frame, &mut scratch.mover_parts, observer, seconds);
        }
    } else {
        end_in(profile, state, &end);
    }
    Ok(end)
}

/// A step in which instances move, after its ride.
struct Entered {
    /// State at the start of the step.
    before: CharacterState,
    /// Place of the character after the ride.
    place: Position,
    ridden: Ridden,
    frame: Frame,
}

/// Index of the first mover that has pushed a character in a step; `None` if none has.
fn first_pusher(movers: &[MoverPart], entered: &Entered) -> Option<u32> {
    let pushers = movers.iter().filter(|part| part.push.is_some()).map(|part| part.instance);
    if entered.ridden.is_pushed { pushers.min() } else { None }
}

/// Ends the step of a character for which a mover leaves no room: where it was pushed to, and without a motion of its own.
///
/// A ride tells this of a body that it cannot push; a slide of one that the last push has left exactly as much room as it needs, to
/// rounding, so that it does not fit any more.
#[inline(never)]
#[expect(clippy::too_many_arguments, reason = "all that a move has at its end")]
fn crush<W: SlideObserver + ?Sized>(
    instances: Solids,
    profile: &CharacterProfile,
    state: &mut CharacterState,
    entered: &Entered,
    by: u32,
    observer: &mut W,
    scratch: &mut Scratch,
    seconds: f32,
) -> SlideEnd {
    observer.begins();
    let ridden = Ridden { crushed_by: Some(by), ..entered.ridden };
    if ridden.is_pushed {
        tell_pushes(instances, &entered.frame, &mut scratch.mover_parts, observer, seconds);
    }
    let ground_surface = Surface::of_instance(instances.id(by));
    let end = SlideEnd { travel: ridden.moved, ridden, ground_surface, ..SlideEnd::CRUSHED };
    (state.position, state.velocity) = (entered.place, Vec3::ZERO);
    end_in(profile, state, &end);
    end
}

/// Checks velocity and displacements of a move.
#[inline(always)]
fn check_passes(passes: &Passes) -> Result<(), InputError> {
    check_vector(Field::Velocity, passes.velocities[0] + passes.velocities[1], MAX_DISPLACEMENT)?;
    check_move(passes.displacements[0])?;
    check_move(passes.displacements[1])
}

/// Makes the passes those of a character that its frame has carried, and movers have pushed: without what they have already done
/// for it. In the air it makes up for what kept it from being carried.
#[inline(never)]
fn enter_frame(passes: &mut Passes, profile: &CharacterProfile, entered: &Entered, seconds: f32) -> MovingFrame {
    let Entered { ridden, frame, .. } = entered;
    let gives_velocity = frame.bond != Bond::Stands || profile.settings().keeps_push_velocity;
    let moving = MovingFrame { velocity: frame.velocity, seconds, gives_velocity };
    passes.frame = Some(moving);
    let beyond = ridden.moved - frame.carried;
    let is_rounding = beyond.length() <= LEVEL_ROUNDING * frame.carried.length();
    let beyond = if is_rounding { Vec3::ZERO } else { beyond };
    if frame.is_pushed {
        let push = if passes.floor.is_some() { passes.level(beyond) } else { beyond };
        passes.displacements = without_push(passes.displacements, push);
        if let Some([leaving, _]) = &mut passes.leaving {
            *leaving = without_push([Vec3::ZERO, *leaving], push)[1];
        }
    } else if frame.bond != Bond::Stands {
        passes.displacements[1] -= beyond;
        if let Some([leaving, _]) = &mut passes.leaving {
            *leaving -= beyond;
        }
    }
    moving
}

/// Gives a character the velocity of the movers that have pushed it, as far as its own motion does not lead away from them.
#[inline(never)]
fn give_velocity(
    passes: &mut Passes,
    desired: Vec3,
    entered: &Frame,
    instances: Solids,
    frame: &MovingFrame,
    scratch: &Scratch,
) {
    let level = passes.velocities[0];
    let movers = &scratch.mover_parts;
    if entered.bond == Bond::Stands {
        let velocities = [level, desired, Vec3::ZERO];
        let change = knocked(instances, movers, entered.carrier, velocities, (frame.velocity, frame.seconds));
        passes.velocities[0] += passes.level(change);
        return;
    }
    let velocities = [passes.fell(), desired, passes.fell() - passes.began];
    let change = knocked(instances, movers, entered.carrier, velocities, (frame.velocity, frame.seconds));
    passes.began += change;
    // A character that hovers has no fall: its velocity is that of the first pass.
    passes.velocities[usize::from(!passes.hovers)] += change;
    if let Some([_, velocity]) = &mut passes.leaving {
        *velocity += change;
    }
}

/// Whether the surface that a character stands on after a step, of the instance that carried it, moves in itself as that which carried
/// it.
fn is_same_surface(instances: Solids, frame: &Frame, state: &CharacterState) -> bool {
    let Surface { instance: [index, _], triangle } = state.ground_surface;
    !instances.has_moving_surfaces() || instances.surface_motion(index, triangle) == frame.surface
}

/// The displacements of both passes without the part in which a push has already moved the character, metres: first that of its
/// velocity, then the desired one.
fn without_push([first, second]: [Vec3; 2], push: Vec3) -> [Vec3; 2] {
    let square = push.length_squared();
    if square == 0.0 {
        return [first, second];
    }
    let of_second = (second.dot(push) / square).clamp(0.0, 1.0);
    let of_first = (first.dot(push) / square).clamp(0.0, 1.0 - of_second);
    [first - push * of_first, second - push * of_second]
}

/// Makes the velocity of a character again that of the world, or relative to the ground that it stands on or that is its frame. On moving
/// ground that it came to, the ground takes what the character has in the direction of its own velocity, at most as much as that.
#[inline(never)]
fn leave_frame(
    instances: Solids,
    profile: &CharacterProfile,
    entered: &Entered,
    state: &mut CharacterState,
    up: Vec3,
    seconds: f32,
) {
    let Entered { before, frame, .. } = entered;
    let settings = profile.settings();
    let keeps = settings.keeps_ground_velocity;
    let level = |velocity: Vec3| velocity - up * velocity.dot(up);
    let [index, _] = state.ground_surface.instance;
    if is_grounded(state.ground_code) {
        if frame.carrier == Some(index) && is_same_surface(instances, frame, state) {
            return;
        }
        if keeps || frame.bond != Bond::Stands {
            state.velocity += level(frame.velocity);
        }
        if keeps {
            let reached = reached_velocity(instances, profile, state, seconds);
            state.velocity = given_up(state.velocity, level(reached));
        }
        return;
    }
    if slides_in_frame(profile, state) {
        let is_carrier = frame.carrier == Some(index);
        if keeps || frame.bond != Bond::Stands {
            state.velocity += if is_carrier { frame.of_surface } else { frame.velocity };
        }
        if !is_carrier {
            state.velocity -= velocity_of_ground(instances, state, seconds);
        }
        return;
    }
    let Surface { instance: [index, generation], .. } = before.ground_surface;
    let is_there = instances.get(index).is_some() && instances.id(index).without_tag() == [index, generation];
    let names_frame = match frame.bond {
        // One that slid down it keeps it as one that stood on it does.
        Bond::Named => is_there && (before.ground_surface.is_frame() || frame.carrier.is_some()),
        Bond::Stands => settings.keeps_ground_frame && frame.carrier.is_some(),
        Bond::Flies => false,
    };
    if names_frame && state.ground_code == Ground::Air.code() {
        state.ground_surface = Surface::frame(instances.id(index));
        if keeps {
            state.velocity += frame.of_surface;
        }
    } else if keeps || frame.bond != Bond::Stands {
        state.velocity += frame.velocity;
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
            if is_within_skin(profile, passes.velocities[1], gravity) {
                first
            } else {
                first + second
            }
        }
        Ground::Floor(_) | Ground::HeldBySteep(_) => first,
    };
    let level = velocity - passes.up * velocity.dot(passes.up);
    let slowest = SLOWEST_ON_GROUND * profile.shape().radii().min_element();
    if level.length_squared() <= slowest * slowest { Vec3::ZERO } else { level }
}

/// Velocity that a character keeps on a steep surface, m/s. No friction ends the level part, which may cancel the desired velocity
/// exactly, along a groove between two edges: a step that does not move the character takes it.
#[inline(never)]
fn velocity_on_steep(velocity: Vec3, up: Vec3, moved: Vec3, seconds: f32) -> Vec3 {
    let level = velocity - up * velocity.dot(up);
    let least = REST_PART * seconds;
    if moved.length_squared() <= least * least * level.length_squared() { velocity - level } else { velocity }
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
    // No closure: it would be a call.
    (state.ground_normal, state.ground_point) = match (end.ground.normal(), end.touched_point) {
        (None, _) => (Vec3::ZERO, Vec3::ZERO),
        (Some(normal), Some(touched)) => (normal, state.position.high + touched),
        (Some(normal), None) => (normal, state.position.high - state.touching(profile, normal)),
    };
    state.ground_surface = end.ground_surface;
    if end.ground.is_grounded() && end.status != SlideStatus::Overlapping {
        state.last_safe_position = state.position.high;
    }
}
