//! Instances that move a character before it moves by itself: one carries it, others push it.
//!
//! In: a state at the start of the step. Out: the place of the character when all movers are at their ends, its velocity relative to
//! what carries it, the angle that its ground turned it by, and the instance that crushed it.
//! 1. The instance that [carries](crate::character::carried::frame) a character moves it by the exact motion of the point that it
//!    stands on, or of its centre in the air.
//! 2. The step is cut into equal parts, short enough that a mover that turns goes straight in each, to a part of the skin.
//! 3. In each part the character is [carried and pushed](crate::character::carried::push).
//! 4. A mover that pushes a character in the air becomes the frame of its move instead, if it goes straight past the character or
//!    is a floor, and the parts are made again: the character then meets its surface as if that lay still, and lands on it. If other
//!    characters bound its move, only a floor does: a push overrides bounds, a motion in the frame of the mover would not.

use crate::base::input_error::InputError;
use crate::base::tolerance::LEVEL_ROUNDING;
use crate::character::carried::arm::Arm;
use crate::character::carried::frame::{
    Bond, FloorAtStart, FloorThere, Frame, FrameInAir, KeepStopping, given_up, rider, slides_in_frame,
};
use crate::character::carried::push::{PushPart, Pushed};
use crate::character::carried::rider::{ListNear, MovingInstance, MovingSurface, Rider, box_about, mover, tenant};
use crate::character::collide::block_cache::BlockCache;
use crate::character::model::ground::Surface;
use crate::character::model::move_input::MoveInput;
use crate::character::model::profile::{CharacterProfile, CharacterSettings};
use crate::character::model::slide_end::Ridden;
use crate::character::model::state::CharacterState;
use crate::frame::position::Position;
use crate::query::scratch::{MoverPart, PushTouch, Scratch};
use crate::simd::{Lanes, task};
use crate::world::solids::Solids;
use crate::world::surface_velocity::{surface_velocity, velocity_along};
use alloc::vec::Vec;
use core::mem::take;
use glam::Vec3;

/// How far above and below a body in the air a surface of a mover makes the air there go along with the mover, metres.
const IN_AIR: f32 = 100.0;

/// The ride of a character that no mover carries, and near which nothing moves, as its block cache knows; `None` where that is not sure.
#[inline(always)]
pub(crate) fn still_ride<L: Lanes>(
    lanes: L,
    instances: Solids,
    profile: &CharacterProfile,
    state: &CharacterState,
    is_bounded: bool,
    block_cache: Option<&mut BlockCache>,
) -> Option<(Ridden, Frame)> {
    let Surface { instance: [index, _], .. } = state.ground_surface;
    let has_frame = state.ground_surface.is_frame() || is_bounded && slides_in_frame(profile, state);
    let may_carry = has_frame || instances.has_moving_surfaces() || mover(instances, index).is_some();
    if may_carry || instances.turn().is_some() {
        return None;
    }
    let near = box_about(&tenant(profile, state.position), 0.0);
    block_cache?.lies_still(lanes, instances, &near).then(|| (Ridden::NOT, Frame::at_rest(Bond::of(profile, state))))
}

task! {
    /// Arguments of [`ride`], to be run on a backend.
    Ride<'a> {
        instances: Solids<'a>,
        profile: &'a CharacterProfile,
        state: &'a mut CharacterState,
        input: &'a MoveInput,
        is_bounded: bool,
        seconds: f32,
        scratch: &'a mut Scratch,
    } = ride => Result<(Ridden, Frame), InputError>
}

/// Carries and pushes a character, and makes its velocity relative to the frame of its move; on an error the state stays unchanged.
#[inline(always)]
#[expect(clippy::too_many_arguments, reason = "all that a ride has at its start")]
fn ride<L: Lanes>(
    lanes: L,
    instances: Solids,
    profile: &CharacterProfile,
    state: &mut CharacterState,
    input: &MoveInput,
    is_bounded: bool,
    seconds: f32,
    scratch: &mut Scratch,
) -> Result<(Ridden, Frame), InputError> {
    let mut near = take(&mut scratch.near_movers);
    let mut movers = take(&mut scratch.mover_parts);
    let mut bond = Bond::of(profile, state);
    let mut known = *state;
    if is_bounded && slides_in_frame(profile, state) {
        // Bounded, it has no frame.
        known.velocity += velocity_of_ground(instances, state, seconds);
        bond = Bond::Flies;
    }
    let ride =
        RideOfCharacter { instances, profile, state: &known, bond, input, is_bounded, seconds: f64::from(seconds) };
    let ridden = ride.run(lanes, &mut near, &mut movers, scratch);
    scratch.mover_parts = movers;
    scratch.near_movers = near;
    let Rode { ridden, frame, position, velocity, ground } = ridden?;
    (state.position, state.velocity) = (position, velocity);
    if let Some([normal, touched]) = ground {
        (state.ground_normal, state.ground_point) = (normal, position.high + touched);
    }
    if state.fall_speed > 0.0 && !falls_along(instances, state, &frame) {
        state.fall_speed = 0.0;
    }
    Ok((ridden, frame))
}

/// Whether the frame of a move is that of the steep surface that a character slides down, to which its fall speed is relative.
#[inline(never)]
fn falls_along(instances: Solids, state: &CharacterState, frame: &Frame) -> bool {
    let [index, _] = state.ground_surface.instance;
    frame.carrier.map_or_else(|| instances.motion(index).is_none(), |carrier| carrier == index)
}

/// Result of a ride.
struct Rode {
    /// Effects of the movers on the character.
    ridden: Ridden,
    /// The frame of its own move.
    frame: Frame,
    position: Position,
    /// Velocity relative to the frame, m/s.
    velocity: Vec3,
    /// Normal of the ground that carried a standing character, and the touched point relative to its centre, metres, after the ride.
    ground: Option<[Vec3; 2]>,
}

/// Arguments of a ride.
struct RideOfCharacter<'a> {
    instances: Solids<'a>,
    profile: &'a CharacterProfile,
    state: &'a CharacterState,
    bond: Bond,
    input: &'a MoveInput,
    /// Whether other characters bound the character's move.
    is_bounded: bool,
    seconds: f64,
}

impl RideOfCharacter<'_> {
    #[inline(always)]
    fn run<L: Lanes>(
        &self,
        lanes: L,
        near: &mut Vec<u32>,
        movers: &mut Vec<MoverPart>,
        scratch: &mut Scratch,
    ) -> Result<Rode, InputError> {
        let &Self { instances, profile, state, bond, input, is_bounded, seconds } = self;
        let up = input.up();
        let mut rider = rider(instances, profile, state, (up, is_bounded), seconds);
        lanes.call_outlined(ListNear { rider: &rider, position: state.position, near: &mut *near });
        let may_fly_along = bond == Bond::Flies && instances.has_moving_surfaces();
        if near.is_empty() && rider.carrier.is_none() && !may_fly_along {
            movers.clear();
            let (ridden, frame) = (Ridden::NOT, Frame::at_rest(bond));
            return Ok(Rode { ridden, frame, position: state.position, velocity: state.velocity, ground: None });
        }
        let (mut velocity, mut lands) = (self.relative(&rider, bond), false);
        if bond == Bond::Flies && rider.carrier.is_none() && (!near.is_empty() || instances.has_moving_surfaces()) {
            (velocity, lands) = self.find_frame(lanes, &mut rider, near, scratch);
            lanes.call_outlined(ListNear { rider: &rider, position: state.position, near: &mut *near });
        }
        let mut follow = Follow { lanes, near: &*near, movers, scratch };
        let mut rode = follow.run(&rider, state.position)?;
        let mut told = rode.0.moved;
        if bond == Bond::Flies && !lands {
            let is_pushed = follow.movers.iter().any(|part| part.push.is_some());
            let by_frame = rider.carried(state.position, [0.0, 1.0]).as_vec3();
            told = if is_pushed { told - by_frame } else { Vec3::ZERO };
        }
        if let Some(Pusher { mover, push }) = self.pusher(&rider, bond, follow.movers) {
            (rider.carrier, rider.arm, rider.surface, lands) = (Some(mover), Arm::Rigid, None, false);
            velocity = self.relative(&rider, bond);
            lanes.call_outlined(ListNear { rider: &rider, position: state.position, near: &mut *near });
            follow = Follow { lanes, near: &*near, movers, scratch };
            rode = follow.run(&rider, state.position)?;
            let part = follow.movers.iter_mut().find(|part| part.instance == mover.instance);
            if let Some(part) = part {
                part.push = push;
            }
        }
        let (mut ridden, position) = rode;
        let carried = rider.carried(state.position, [0.0, 1.0]);
        let frame_velocity = (carried / seconds).as_vec3();
        let carrier = rider.carrier.as_ref().map(|carrier| carrier.instance);
        let pushes = || follow.movers.iter().filter(|part| part.push.is_some());
        ridden.is_pushed = pushes().next().is_some();
        let is_pushed = pushes().any(|part| carrier != Some(part.instance));
        let frame = Frame {
            bond,
            carrier,
            velocity: frame_velocity,
            of_surface: rider.surface_velocity(state.position).as_vec3(),
            surface: rider.surface.as_ref().map(|surface| surface.motion),
            carried: carried.as_vec3(),
            told,
            is_pushed,
        };
        if (bond == Bond::Stands || lands)
            && let Some(carrier) = &rider.carrier
        {
            let up = up.as_dvec3();
            let in_itself = rider.surface.as_ref().map_or(0.0, |surface| surface.turn_about(carrier, up));
            ridden.turned_by = (carrier.motion.turn_about(up) + in_itself) as f32;
        }
        let ground = if bond == Bond::Stands { self.ground_after(&rider) } else { None };
        Ok(Rode { ridden, frame, position, velocity, ground })
    }

    /// Normal of the ground and the touched point relative to the centre, metres, as the carrier turns them; `None` without one.
    fn ground_after(&self, rider: &Rider) -> Option<[Vec3; 2]> {
        let state = self.state;
        let ground = [state.ground_normal, state.ground_point - state.position.high];
        let carrier = rider.carrier.as_ref()?;
        if carrier.motion.turn() == 0.0 {
            return Some(ground);
        }
        let turn = rider.arm.turn(&carrier.motion);
        Some(ground.map(|vector| (turn * vector.as_dvec3()).as_vec3()))
    }

    /// Velocity of the character relative to its carrier, m/s: one that is relative already turns with the carrier.
    fn relative(&self, rider: &Rider, bond: Bond) -> Vec3 {
        let velocity = self.state.velocity;
        let Some(carrier) = &rider.carrier else { return velocity };
        if bond == Bond::Flies {
            let carried = rider.carried(self.state.position, [0.0, 1.0]);
            return self.rounded((velocity.as_dvec3() - carried / self.seconds).as_vec3());
        }
        if velocity == Vec3::ZERO {
            return velocity;
        }
        let turned = carrier.motion.turn() != 0.0;
        let turned = if turned { (carrier.motion.turned_by(1.0) * velocity.as_dvec3()).as_vec3() } else { velocity };
        rider.surface.as_ref().map_or(turned, |surface| (surface.rotation(carrier) * turned.as_dvec3()).as_vec3())
    }

    /// A difference of the character's velocity and another one, m/s, without what is only rounding of its level part or of that
    /// along up: a character that falls straight down in a cabin lands there without a level velocity.
    fn rounded(&self, difference: Vec3) -> Vec3 {
        let (up, most) = (self.input.up(), LEVEL_ROUNDING * self.state.velocity.length());
        let rise = up * difference.dot(up);
        let [level, rise] = [difference - rise, rise].map(|part| if part.length() <= most { Vec3::ZERO } else { part });
        level + rise
    }

    /// Finds the mover that carries a character in the air; returns its velocity relative to that, m/s, and whether it stands on it.
    #[inline(always)]
    fn find_frame<L: Lanes>(
        &self,
        lanes: L,
        rider: &mut Rider,
        near: &mut Vec<u32>,
        scratch: &mut Scratch,
    ) -> (Vec3, bool) {
        let &Self { instances, state, input, seconds, .. } = self;
        let up = input.up();
        if !instances.are_solid() {
            lanes.call_outlined(KeepStopping {
                rider,
                position: state.position,
                near: &mut *near,
                scratch: &mut *scratch,
            });
        }
        let near = &*near;
        if up != Vec3::ZERO {
            let gravity = f64::from(input.gravity.length());
            let floor = lanes.call_outlined(FloorAtStart { rider, state, up, near, seconds, gravity, scratch });
            if let Some(FloorThere { carrier, normal, motion }) = floor {
                let is_turned = self.instances.turn().is_some();
                rider.carrier = Some(carrier);
                rider.surface = motion.map(|motion| MovingSurface { motion, normal, seconds });
                rider.arm = if is_turned { Arm::Rigid } else { Arm::Touching(normal) };
                let ground = (rider.carried(state.position, [0.0, 1.0]) / seconds).as_vec3();
                let keeps = self.profile.settings().keeps_ground_velocity;
                if !keeps {
                    return (state.velocity, true);
                }
                // Level and along up each by itself: a fall onto ground that rises or sinks takes nothing from the level velocity.
                let along_up = |v: Vec3| up * v.dot(up);
                let level = |v: Vec3| v - along_up(v);
                let given = given_up(level(state.velocity), level(ground));
                return (given + given_up(along_up(state.velocity), along_up(ground)), true);
            }
        }
        let velocity = (state.velocity + input.impulse).as_dvec3();
        let faster = input.desired_velocity.length() * self.profile.settings().air_control;
        let aside = seconds * (f64::from(faster) + 0.5 * seconds * f64::from(input.gravity.length()));
        let CharacterSettings { drag, max_fall_speed, .. } = *self.profile.settings();
        let gained = seconds * f64::from(input.gravity.length());
        let is_slowed = drag > 0.0 || gained - velocity.dot(up.as_dvec3()) > f64::from(max_fall_speed);
        let column = if is_slowed { up * IN_AIR } else { Vec3::ZERO };
        let position = state.position;
        let in_air = FrameInAir { rider, position, velocity, up, aside, column, near, seconds, scratch };
        rider.carrier = lanes.call_outlined(in_air);
        (self.relative(rider, Bond::Flies), false)
    }

    /// A mover that pushes a character in the air, and in whose frame the character may move instead.
    fn pusher(&self, rider: &Rider, bond: Bond, movers: &[MoverPart]) -> Option<Pusher> {
        if bond != Bond::Flies {
            return None;
        }
        let up = self.input.up();
        movers.iter().find_map(|part| {
            let normal = Vec3::from(part.push.as_ref()?.touch.normal());
            let is_floor = up != Vec3::ZERO && normal.dot(up) >= self.profile.rules.slope_cosine;
            let mover = mover(self.instances, part.instance)?;
            let pusher = Pusher { mover, push: part.push.filter(|_| !is_floor) };
            let is_frame = is_floor || !self.is_bounded && rider.goes_straight(self.state.position, &mover);
            is_frame.then_some(pusher)
        })
    }
}

/// A mover that pushes a character in the air, and becomes the frame of its move.
struct Pusher {
    mover: MovingInstance,
    /// The push; `None` of a floor, on which the character lands.
    push: Option<PushTouch>,
}

/// The parts of a step in which a character is carried and pushed.
struct Follow<'a, L> {
    lanes: L,
    near: &'a [u32],
    movers: &'a mut Vec<MoverPart>,
    scratch: &'a mut Scratch,
}

impl<L: Lanes> Follow<'_, L> {
    /// Carries and pushes a character through a whole step; returns what moved it, and its place.
    #[inline(always)]
    fn run(&mut self, rider: &Rider, start: Position) -> Result<(Ridden, Position), InputError> {
        let Self { lanes, near, movers, scratch } = self;
        movers.clear();
        let mut ridden = Ridden { is_near: !near.is_empty() || rider.surface.is_some(), ..Ridden::NOT };
        let parts = rider.parts(start, near)?;
        if parts == 0 {
            return Ok((ridden, start));
        }
        let mut position = start;
        let turning = rider.turning(near) / f64::from(parts);
        for part in 0..parts {
            let [from, to] = [part, part + 1].map(|part| f64::from(part) / f64::from(parts));
            rider.see(position, near, [from, to], movers);
            let carried = rider.carried(position, [from, to]);
            let tenant = rider.tenant(position);
            let carrier = rider.carrier.as_ref().map(|carrier| carrier.instance);
            let push = PushPart {
                instances: rider.instances,
                tenant,
                carried,
                carrier,
                is_at_rest: rider.is_at_rest(),
                turning,
                movers,
                scratch,
            };
            let Pushed { moved, crushed_by, is_out_of_iterations } = lanes.call_outlined(push);
            position = position.moved(moved);
            ridden.crushed_by = ridden.crushed_by.into_iter().chain(crushed_by).min();
            ridden.is_out_of_iterations |= is_out_of_iterations;
        }
        ridden.moved = (position.to_dvec3() - start.to_dvec3()).as_vec3();
        Ok((ridden, position))
    }
}

/// Velocity of the instance whose surface a character touches, at its centre, m/s; zero if it is gone.
#[inline(never)]
pub(crate) fn velocity_of_ground(instances: Solids, state: &CharacterState, seconds: f32) -> Vec3 {
    let Surface { instance: [index, generation], .. } = state.ground_surface;
    let is_there = instances.get(index).is_some() && instances.id(index).without_tag() == [index, generation];
    if is_there { surface_velocity(instances, index, state.position.to_dvec3(), seconds) } else { Vec3::ZERO }
}

/// Velocity of the ground that a character came to stand on in a step, at the character, m/s.
pub(crate) fn reached_velocity(
    instances: Solids,
    profile: &CharacterProfile,
    state: &CharacterState,
    seconds: f32,
) -> Vec3 {
    let Surface { instance: [index, _], triangle } = state.ground_surface;
    let point = state.position.to_dvec3() - profile.touching(state.ground_normal).as_dvec3();
    let velocity = surface_velocity(instances, index, point, seconds);
    if !instances.has_moving_surfaces() {
        return velocity;
    }
    velocity + velocity_along(instances, [index, triangle], point, state.ground_normal.as_dvec3())
}
