//! How instances that move act on a character before it moves by itself: its ground carries it, others push it.
//!
//! In: a state at the start of the step. Out: where the character is when all instances are where they go, by how much it was
//! turned, how fast its ground is, and what crushed it.
//! 1. A character that stands goes with the point of its ground that it touches, by the exact displacement of that point.
//! 2. The step is cut into equal parts, so many that an instance that turns goes straight in each, to a part of the skin.
//! 3. In each part the character is [carried and pushed](crate::character::carried::push).

use crate::base::correctly_rounded::CorrectlyRounded;
use crate::base::field::Field;
use crate::base::input_error::InputError;
use crate::base::tolerance::{BOX_ROUNDING, LOOK_PART, MAX_PARTS, MOST_SQUEEZE, SAGITTA_PART, SHAPE_CHANGE_PART};
use crate::bvh::boxes::Bounds;
use crate::character::carried::push::{Push, Pushed};
use crate::character::collide::room::Tenant;
use crate::character::model::profile::CharacterProfile;
use crate::character::model::slide_end::Ridden;
use crate::character::model::state::CharacterState;
use crate::frame::placement::Placed;
use crate::frame::position::Position;
use crate::frame::rigid_motion::RigidMotion;
use crate::query::scratch::{Passing, Scratch};
use crate::simd::{Lanes, task};
use crate::world::solids::Solids;
use alloc::vec::Vec;
use core::mem::take;
use glam::{DVec3, Vec3, Vec3A};

task! {
    /// One [`ride`].
    Ride<'a> {
        instances: Solids<'a>,
        profile: &'a CharacterProfile,
        state: &'a mut CharacterState,
        up: Vec3,
        scratch: &'a mut Scratch,
    } = ride => Result<Ridden, InputError>
}

/// Carries and pushes a character. An error leaves the state as it is.
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
        let mut passing = take(&mut scratch.passing);
        passing.clear();
        let begin = state.position;
        let turning = rider.turning(&near) / f64::from(parts);
        for part in 0..parts {
            let [from, to] = [part, part + 1].map(|part| f64::from(part) / f64::from(parts));
            rider.see(state.position, &near, [from, to], &mut passing);
            let carried = rider.carried(state.position, [from, to]);
            let tenant = rider.tenant(state.position);
            let push = Push { instances, tenant, carried, turning, passing: &mut passing, scratch: &mut *scratch };
            let Pushed { moved, crushed_by, is_out_of_iterations } = lanes.call_outlined(push);
            state.position = state.position.moved(moved);
            ridden.crushed_by = ridden.crushed_by.into_iter().chain(crushed_by).min();
            ridden.is_out_of_iterations |= is_out_of_iterations;
        }
        ridden.moved = (state.position.to_dvec3() - begin.to_dvec3()).as_vec3();
        ridden.turned_by = rider.ground.as_ref().map_or(0.0, |mover| mover.motion.turn_about(up.as_dvec3()) as f32);
        scratch.passing = passing;
    }
    scratch.near_movers = near;
    parts.map(|_| ridden)
}

/// The velocities of the ground that a character leaves and of the one that it comes to, m/s; zero where that does not move, or
/// is the same.
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

/// An instance that moves.
struct Mover {
    /// Its index.
    instance: u32,
    motion: RigidMotion,
}

/// How an instance moves in this step.
fn mover(instances: Solids, instance: u32) -> Option<Mover> {
    Some(Mover { instance, motion: instances.motion(instance)? })
}

/// A character among instances that move.
struct Rider<'a> {
    instances: Solids<'a>,
    profile: &'a CharacterProfile,
    /// The moving instance that it stands on.
    ground: Option<Mover>,
    /// From the point of the ground that it touches to its centre, metres.
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

    fn movers(&self, near: &[u32]) -> impl Iterator<Item = Mover> {
        near.iter().filter_map(|&index| mover(self.instances, index))
    }

    /// Lists the instances that may touch it, wherever it is carried and pushed by the others.
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

    /// In how many parts the step is cut; 0 where no instance moves that it may touch.
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

    /// How far its surface moves at most in the step, seen from an instance that turns, metres.
    fn turning(&self, near: &[u32]) -> f64 {
        let radii = self.profile.shape().radii();
        self.movers(near).map(|mover| mover.motion.shape_change(radii)).fold(0.0, f64::max)
    }

    /// Writes to `passing` how the instances near it move in a part of the step, as seen from a place at its start.
    fn see(&self, position: Position, near: &[u32], [from, to]: [f64; 2], passing: &mut Vec<Passing>) {
        let center = position.to_dvec3();
        let known = passing.len();
        for (place, mover) in self.movers(near).enumerate() {
            let end = self.placed(&mover, to);
            let displacement = end.in_world(mover.motion.at(from).in_mesh_space(center)) - center;
            let crushes = known > 0 && passing[place].crushes;
            let now = Passing { instance: mover.instance, end, displacement, crushes, is_passed: false };
            if known > 0 {
                passing[place] = now;
            } else {
                passing.push(now);
            }
        }
    }

    /// How far its ground carries it in a part of the step.
    fn carried(&self, position: Position, [from, to]: [f64; 2]) -> DVec3 {
        self.ground.as_ref().map_or(DVec3::ZERO, |mover| {
            let contact = position.to_dvec3() - self.off_ground.as_dvec3();
            self.placed(mover, to).in_world(mover.motion.at(from).in_mesh_space(contact)) - contact
        })
    }

    /// How far its ground has carried the point of it that is where it is now.
    fn carried_here(&self, position: Position) -> DVec3 {
        self.ground.as_ref().map_or(DVec3::ZERO, |mover| {
            let contact = position.to_dvec3() - self.off_ground.as_dvec3();
            contact - mover.motion.at(0.0).in_world(self.placed(mover, 1.0).in_mesh_space(contact))
        })
    }

    /// Where an instance is after a part of the step; at its end to the bit where the world has it.
    fn placed(&self, mover: &Mover, part: f64) -> Placed {
        let at_end = self.instances.get(mover.instance).filter(|_| part >= 1.0);
        at_end.map_or_else(|| mover.motion.at(part), |instance| self.instances.placed(instance))
    }
}

/// How far the origin of a mesh that moves is at most from a place.
fn farthest_from(mover: &Mover, position: Position) -> f64 {
    (position.to_dvec3() - mover.motion.end().translation).length() + mover.motion.translation().length()
}

/// A smaller skin than this part of the smallest radius cuts a step into no more parts.
const LEAST_SKIN_PART: f32 = 0.01;
