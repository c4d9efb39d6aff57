//! Instances that move a character before it moves by itself: its ground carries it, other movers push it.
//!
//! In: a state at the start of the step. Out: the place of the character when all movers are at their ends, the angle that its ground
//! turned it by, and the instance that crushed it.
//! 1. A character that stands moves with the point of its ground that it touches, by the exact displacement of that point.
//! 2. The step is cut into equal parts, short enough that a mover that turns goes straight in each, to a part of the skin.
//! 3. In each part the character is [carried and pushed](crate::character::carried::push).

use crate::base::correctly_rounded::CorrectlyRounded;
use crate::base::field::Field;
use crate::base::input_error::InputError;
use crate::base::tolerance::{BOX_ROUNDING, LOOK_PART, MAX_PARTS, MOST_SQUEEZE, SAGITTA_PART, SHAPE_CHANGE_PART};
use crate::bvh::boxes::Bounds;
use crate::character::carried::push::{PushPart, Pushed};
use crate::character::collide::room::Tenant;
use crate::character::model::profile::CharacterProfile;
use crate::character::model::slide_end::Ridden;
use crate::character::model::state::CharacterState;
use crate::frame::placement::Placed;
use crate::frame::position::Position;
use crate::frame::rigid_motion::RigidMotion;
use crate::query::scratch::{MoverPart, Scratch};
use crate::simd::{Lanes, task};
use crate::world::solids::Solids;
use alloc::vec::Vec;
use core::mem::take;
use glam::{DVec3, Vec3, Vec3A};

task! {
    /// Arguments of [`ride`], which moves a character with moving instances, to be run on a SIMD backend.
    Ride<'a> {
        instances: Solids<'a>,
        profile: &'a CharacterProfile,
        state: &'a mut CharacterState,
        up: Vec3,
        scratch: &'a mut Scratch,
    } = ride => Result<Ridden, InputError>
}

/// Moves a character with its moving ground and out of the way of other moving instances; on an error the state stays unchanged.
#[inline(always)]
fn ride<L: Lanes>(
    lanes: L,
    instances: Solids,
    profile: &CharacterProfile,
    state: &mut CharacterState,
    up: Vec3,
    scratch: &mut Scratch,
) -> Result<Ridden, InputError> {
    let rider = Rider::new(instances, profile, state);
    let mut near = take(&mut scratch.near_movers);
    rider.list_near(lanes, state.position, &mut near);
    let parts = rider.parts(state.position, &near);
    let mut ridden = Ridden { is_near: !near.is_empty(), ..Ridden::NOT };
    if let Ok(parts) = parts
        && parts > 0
    {
        let mut movers = take(&mut scratch.mover_parts);
        movers.clear();
        let begin = state.position;
        let turning = rider.turning(&near) / f64::from(parts);
        for part in 0..parts {
            let [from, to] = [part, part + 1].map(|part| f64::from(part) / f64::from(parts));
            rider.see(state.position, &near, [from, to], &mut movers);
            let carried = rider.carried(state.position, [from, to]);
            let tenant = rider.tenant(state.position);
            let push = PushPart { instances, tenant, carried, turning, movers: &mut movers, scratch: &mut *scratch };
            let Pushed { moved, crushed_by, is_out_of_iterations } = lanes.call_outlined(push);
            state.position = state.position.moved(moved);
            ridden.crushed_by = ridden.crushed_by.into_iter().chain(crushed_by).min();
            ridden.is_out_of_iterations |= is_out_of_iterations;
        }
        ridden.moved = (state.position.to_dvec3() - begin.to_dvec3()).as_vec3();
        ridden.turned_by = rider.ground.as_ref().map_or(0.0, |mover| mover.motion.turn_about(up.as_dvec3()) as f32);
        scratch.mover_parts = movers;
    }
    scratch.near_movers = near;
    parts.map(|_| ridden)
}

/// Velocities of the ground that a character stood on before a step and of that after it, m/s; both zero if it is the same
/// instance, each zero if it does not move.
#[inline(never)]
pub(crate) fn ground_velocities(
    instances: Solids,
    profile: &CharacterProfile,
    [before, after]: [&CharacterState; 2],
    seconds: f32,
) -> [Vec3; 2] {
    let [left, reached] = [before, after].map(|state| Rider::new(instances, profile, state));
    let index = |rider: &Rider| rider.ground.as_ref().map(|mover| mover.instance);
    if index(&left) == index(&reached) {
        return [Vec3::ZERO; 2];
    }
    let displacements = [left.carried(before.position, [0.0, 1.0]), reached.carried_here(after.position)];
    displacements.map(|displacement| (displacement / f64::from(seconds)).as_vec3())
}

/// An instance that moves in the current step, with its motion.
struct MovingInstance {
    /// The index of the moving instance in the world.
    instance: u32,
    motion: RigidMotion,
}

/// The instance with this index, with its motion; `None` if it does not move in the current step.
fn mover(instances: Solids, instance: u32) -> Option<MovingInstance> {
    Some(MovingInstance { instance, motion: instances.motion(instance)? })
}

/// A character that moving instances carry and push, for the computation of its motion.
struct Rider<'a> {
    instances: Solids<'a>,
    profile: &'a CharacterProfile,
    /// The moving instance that the character stands on; `None` if its ground does not move.
    ground: Option<MovingInstance>,
    /// Vector from the point of the ground that the character touches to the character's centre, metres.
    off_ground: Vec3,
}

impl<'a> Rider<'a> {
    fn new(instances: Solids<'a>, profile: &'a CharacterProfile, state: &CharacterState) -> Self {
        let [index, _] = state.ground_surface.instance;
        let mover = if state.ground().is_grounded() { mover(instances, index) } else { None };
        let ground = mover.filter(|_| instances.id(index).without_tag() == state.ground_surface.instance);
        let off_ground = if ground.is_some() { profile.touching(state.ground_normal) } else { Vec3::ZERO };
        Self { instances, profile, ground, off_ground }
    }

    fn tenant(&self, position: Position) -> Tenant {
        let rules = &self.profile.rules;
        Tenant { shape: self.profile.shape(), position, sides: rules.sides, skin: rules.skin }
    }

    fn movers(&self, near: &[u32]) -> impl Iterator<Item = MovingInstance> {
        near.iter().filter_map(|&index| mover(self.instances, index))
    }

    /// Lists the indices of the moving instances that may touch the character anywhere on its motion by them.
    fn list_near<L: Lanes>(&self, lanes: L, position: Position, near: &mut Vec<u32>) {
        let tenant = self.tenant(position);
        let half = Vec3A::from(tenant.hull().radii()) + Vec3A::splat(LOOK_PART * tenant.skin);
        let center = Vec3A::from(position.high);
        let carried = self.carried(position, [0.0, 1.0]).length();
        let mut farther = carried;
        loop {
            let half = (half + Vec3A::splat(farther as f32)) * 1.001 + center.abs() * BOX_ROUNDING;
            self.instances.moving_through(lanes, &Bounds::about(center, half), near);
            let fastest = self.movers(near).map(|mover| mover.motion.reach(farthest_from(&mover, position)));
            let needed = MOST_SQUEEZE * fastest.fold(carried, f64::max);
            if near.is_empty() || needed <= farther {
                return;
            }
            farther = needed;
        }
    }

    /// Number of equal parts into which the step must be divided; 0 if no moving instance may touch the character.
    fn parts(&self, position: Position, near: &[u32]) -> Result<u32, InputError> {
        let tenant = self.tenant(position);
        let radii = tenant.hull().radii();
        let skin = f64::from(tenant.skin.max(LEAST_SKIN_PART * radii.min_element()));
        let carried = self.carried(position, [0.0, 1.0]).length();
        let mut parts = u32::from(!near.is_empty());
        for mover in self.movers(near) {
            let apart = mover.motion.translation().length() + carried;
            let bulge = mover.motion.sagitta(farthest_from(&mover, position), apart);
            let straight = (bulge / (SAGITTA_PART * skin)).root();
            let unturned = mover.motion.shape_change(radii) / (SHAPE_CHANGE_PART * skin);
            let needed = straight.max(unturned).round_up();
            if needed > f64::from(MAX_PARTS) {
                return Err(InputError::out_of_range(Field::Turn, mover.motion.turn() as f32));
            }
            parts = parts.max(needed as u32);
        }
        Ok(parts)
    }

    /// Upper bound of the distance that the body's surface moves in the step relative to a turning instance, metres.
    fn turning(&self, near: &[u32]) -> f64 {
        let radii = self.profile.shape().radii();
        self.movers(near).map(|mover| mover.motion.shape_change(radii)).fold(0.0, f64::max)
    }

    /// Writes displacement and end placement of each near moving instance for the part of the step between two fractions of the step.
    fn see(&self, position: Position, near: &[u32], [from, to]: [f64; 2], movers: &mut Vec<MoverPart>) {
        let center = position.to_dvec3();
        let known = movers.len();
        for (place, mover) in self.movers(near).enumerate() {
            let end = self.placed(&mover, to);
            let displacement = end.in_world(mover.motion.at(from).in_mesh_space(center)) - center;
            let crushes = known > 0 && movers[place].crushes;
            let now = MoverPart { instance: mover.instance, end, displacement, crushes, is_let_through: false };
            if known > 0 {
                movers[place] = now;
            } else {
                movers.push(now);
            }
        }
    }

    /// Displacement of the character's ground between two fractions of the step, metres; `position` is the character's at the first.
    fn carried(&self, position: Position, [from, to]: [f64; 2]) -> DVec3 {
        self.ground.as_ref().map_or(DVec3::ZERO, |mover| {
            let contact = position.to_dvec3() - self.off_ground.as_dvec3();
            self.placed(mover, to).in_world(mover.motion.at(from).in_mesh_space(contact)) - contact
        })
    }

    /// Displacement of the character's ground in the whole step, metres; `position` is the character's at the end of the step.
    fn carried_here(&self, position: Position) -> DVec3 {
        self.ground.as_ref().map_or(DVec3::ZERO, |mover| {
            let contact = position.to_dvec3() - self.off_ground.as_dvec3();
            contact - mover.motion.at(0.0).in_world(self.placed(mover, 1.0).in_mesh_space(contact))
        })
    }

    /// Placement of a moving instance after a fraction of the step; at fraction 1 bit for bit its placement in the world.
    fn placed(&self, mover: &MovingInstance, part: f64) -> Placed {
        let at_end = self.instances.get(mover.instance).filter(|_| part >= 1.0);
        at_end.map_or_else(|| mover.motion.at(part), |instance| self.instances.placed(instance))
    }
}

/// Upper bound of the distance from a position to the origin of a moving mesh during the step, metres.
fn farthest_from(mover: &MovingInstance, position: Position) -> f64 {
    (position.to_dvec3() - mover.motion.end().translation).length() + mover.motion.translation().length()
}

/// Minimum skin, as a fraction of the smallest radius, from which the number of parts of a step is computed.
const LEAST_SKIN_PART: f32 = 0.01;
