//! A character whose motion by moving instances is computed: what carries it, the movers near it, the parts of its step.

use crate::base::correctly_rounded::CorrectlyRounded;
use crate::base::field::Field;
use crate::base::input_error::{InputError, check_move};
use crate::base::tolerance::{BOX_ROUNDING, LOOK_PART, MAX_PARTS, MOST_SQUEEZE, SAGITTA_PART, SHAPE_CHANGE_PART};
use crate::bvh::boxes::Bounds;
use crate::character::carried::arm::Arm;
use crate::character::collide::room::Tenant;
use crate::character::model::profile::CharacterProfile;
use crate::frame::placement::Placed;
use crate::frame::position::Position;
use crate::frame::rigid_motion::RigidMotion;
use crate::query::scratch::MoverPart;
use crate::simd::task;
use crate::world::solids::Solids;
use crate::world::surface_motion::SurfaceMotion;
use alloc::vec::Vec;
use glam::{DQuat, DVec3, Vec3, Vec3A};

/// An instance that moves in this step, with its motion.
#[derive(Clone, Copy)]
pub(super) struct MovingInstance {
    /// The index of the instance.
    pub(super) instance: u32,
    pub(super) motion: RigidMotion,
}

/// The moving instance with this index; `None` if it does not move in this step.
pub(super) fn mover(instances: Solids, instance: u32) -> Option<MovingInstance> {
    Some(MovingInstance { instance, motion: instances.motion(instance)? })
}

/// A character whose motion by movers is computed.
#[derive(Clone, Copy)]
pub(super) struct Rider<'a> {
    pub(super) instances: Solids<'a>,
    pub(super) profile: &'a CharacterProfile,
    /// The moving instance that carries the character.
    pub(super) carrier: Option<MovingInstance>,
    /// Vector from the touched point of the ground to the character's centre.
    pub(super) arm: Arm,
    /// Ground that moves in itself.
    pub(super) surface: Option<MovingSurface>,
}

/// Ground whose surface moves in itself, under a character that stands on it.
#[derive(Clone, Copy)]
pub(super) struct MovingSurface {
    /// Motion of the surface along the axes of its mesh.
    pub(super) motion: SurfaceMotion,
    /// Normal of the ground at the start of the step.
    pub(super) normal: Vec3,
    /// Duration of the step.
    pub(super) seconds: f64,
}

/// The instance with this index as one that stays where it is in this step.
pub(super) fn at_rest(instances: Solids, instance: u32) -> Option<MovingInstance> {
    Some(MovingInstance { instance, motion: instances.at_rest(instance)? })
}

/// The body of a character of this profile at a position.
#[inline(always)]
pub(super) fn tenant(profile: &CharacterProfile, position: Position) -> Tenant {
    let rules = &profile.rules;
    Tenant { shape: profile.shape(), position, sides: rules.sides, skin: rules.skin }
}

impl Rider<'_> {
    pub(super) fn tenant(&self, position: Position) -> Tenant {
        tenant(self.profile, position)
    }

    fn movers(&self, near: &[u32]) -> impl Iterator<Item = MovingInstance> {
        near.iter().filter_map(|&index| mover(self.instances, index))
    }

    /// Number of parts of the step; 0 if no mover may touch the character.
    pub(super) fn parts(&self, position: Position, near: &[u32]) -> Result<u32, InputError> {
        let tenant = self.tenant(position);
        let hull = tenant.hull();
        let skin = f64::from(tenant.skin.max(LEAST_SKIN_PART * hull.radii().min_element()));
        let carried = self.carried(position, [0.0, 1.0]).length();
        if self.surface.is_some() {
            check_move(self.carried(position, [0.0, 1.0]).as_vec3())?;
        }
        let mut parts = u32::from(!near.is_empty() || self.surface.is_some());
        for mover in self.movers(near) {
            let apart = mover.motion.translation().length() + carried;
            let bulge = mover.motion.sagitta(farthest_from(&mover, position), apart);
            let straight = (bulge / (SAGITTA_PART * skin)).root();
            let unturned = mover.motion.shape_change(&hull) / (SHAPE_CHANGE_PART * skin);
            let needed = straight.max(unturned).round_up();
            if needed > f64::from(MAX_PARTS) {
                return Err(InputError::out_of_range(Field::Turn, mover.motion.turn() as f32));
            }
            parts = parts.max(needed as u32);
        }
        Ok(parts)
    }

    /// Upper bound of the distance that the shape's surface moves in the step relative to a turning mover, metres.
    pub(super) fn turning(&self, near: &[u32]) -> f64 {
        let shape = self.profile.shape();
        self.movers(near).map(|mover| mover.motion.shape_change(&shape)).fold(0.0, f64::max)
    }

    /// Writes the displacements of the near movers in a part of the step, at the position of the character at its start.
    pub(super) fn see(&self, position: Position, near: &[u32], [from, to]: [f64; 2], movers: &mut Vec<MoverPart>) {
        let center = position.to_dvec3();
        let known = movers.len();
        for (place, mover) in self.movers(near).enumerate() {
            let end = self.placed(&mover, to);
            let displacement = end.in_world(mover.motion.at(from).in_mesh_space(center)) - center;
            let earlier = if known > 0 { Some(movers[place]) } else { None };
            let (crushes, push) = earlier.map_or((false, None), |earlier| (earlier.crushes, earlier.push));
            let now = MoverPart { instance: mover.instance, end, displacement, crushes, is_let_through: false, push };
            if known > 0 {
                movers[place] = now;
            } else {
                movers.push(now);
            }
        }
    }

    /// Displacement of the centre by its carrier in a part of the step, at a character position given at the start of the part,
    /// metres.
    pub(super) fn carried(&self, position: Position, parts: [f64; 2]) -> DVec3 {
        let Some(mover) = &self.carrier else { return DVec3::ZERO };
        let [before, after] = self.arm.at(self.profile, &mover.motion, parts).unwrap_or_default();
        let contact = position.to_dvec3() - before;
        let [from, to] = parts;
        let there = self.placed(mover, to).in_world(mover.motion.at(from).in_mesh_space(contact));
        let carried = there - contact + (after - before);
        self.surface.as_ref().map_or(carried, |surface| carried + surface.displacement(mover, there, parts))
    }

    /// Velocity of the ground in itself at the end of the step, m/s, of a character that it carries from a position.
    pub(super) fn surface_velocity(&self, position: Position) -> DVec3 {
        let Some(surface) = &self.surface else { return DVec3::ZERO };
        let without = Self { surface: None, ..*self }.carried(position, [0.0, 1.0]);
        (self.carried(position, [0.0, 1.0]) - without) / surface.seconds
    }

    /// Whether the body keeps its place and its orientation in the frame of its carrier.
    pub(super) fn is_at_rest(&self) -> bool {
        let turns_with_it = matches!(self.arm, Arm::Rigid) && self.instances.turn().is_some();
        let moves_in_itself = self.surface.is_some();
        self.carrier.as_ref().is_some_and(|carrier| !moves_in_itself && (turns_with_it || carrier.motion.turn() == 0.0))
    }

    /// Whether a mover goes straight past a character in the whole step, to a part of the skin.
    pub(super) fn goes_straight(&self, position: Position, mover: &MovingInstance) -> bool {
        self.parts(position, &[mover.instance]).is_ok_and(|parts| parts == 1)
    }

    /// Displacement in the whole step of a rigid part of a mover that is at a character's centre at the start, metres.
    pub(super) fn displacement_at(&self, position: Position, mover: &MovingInstance) -> DVec3 {
        let center = position.to_dvec3();
        self.placed(mover, 1.0).in_world(mover.motion.at(0.0).in_mesh_space(center)) - center
    }

    /// Placement of a mover after a fraction of the step; at fraction 1 bit for bit the placement in the world.
    fn placed(&self, mover: &MovingInstance, part: f64) -> Placed {
        let at_end = self.instances.get(mover.instance).filter(|_| part >= 1.0);
        at_end.map_or_else(|| mover.motion.at(part), |instance| self.instances.placed(instance))
    }
}

/// Box outside of which no mover touches a character that movers carry by `farther` metres.
#[inline(always)]
pub(super) fn box_about(tenant: &Tenant, farther: f64) -> Bounds {
    let half = Vec3A::from(tenant.hull().half_extents()) + Vec3A::splat(LOOK_PART * tenant.skin);
    let center = Vec3A::from(tenant.position.high);
    Bounds::about(center, (half + Vec3A::splat(farther as f32)) * 1.001 + center.abs() * BOX_ROUNDING)
}

task! {
    /// Lists the movers that may touch the character anywhere on its motion by other movers.
    pub(super) struct ListNear<'a> {
        pub(super) rider: &'a Rider<'a>,
        pub(super) position: Position,
        pub(super) near: &'a mut Vec<u32>,
    }
    fn run<L>(lanes) {
        let tenant = rider.tenant(position);
        let carried = rider.carried(position, [0.0, 1.0]).length();
        let mut farther = carried;
        loop {
            rider.instances.moving_through(lanes, &box_about(&tenant, farther), near);
            let fastest = rider.movers(near).map(|mover| mover.motion.reach(farthest_from(&mover, position)));
            let needed = MOST_SQUEEZE * fastest.fold(carried, f64::max);
            if near.is_empty() || needed <= farther {
                return;
            }
            farther = needed;
        }
    }
}

impl MovingSurface {
    /// Displacement along the ground in a part of the step of what a moved instance has at a point, metres.
    fn displacement(&self, mover: &MovingInstance, point: DVec3, [from, to]: [f64; 2]) -> DVec3 {
        let &Self { motion, normal, seconds } = self;
        let placed = mover.motion.at(to);
        let way =
            motion.turned(mover.motion.rotation(to)).displacement(point - placed.translation, (to - from) * seconds);
        let normal = mover.motion.turned_by(to) * normal.as_dvec3();
        way - normal * way.dot(normal)
    }

    /// Rotation of the surface in itself in the whole step.
    pub(super) fn rotation(&self, mover: &MovingInstance) -> DQuat {
        self.motion.turned(mover.motion.rotation(1.0)).rotation(self.seconds)
    }

    /// Angle about a unit axis by which the surface turns in itself in the whole step, radians.
    pub(super) fn turn_about(&self, mover: &MovingInstance, axis: DVec3) -> f64 {
        self.motion.turned(mover.motion.rotation(1.0)).turn_about(axis, self.seconds)
    }
}

/// Upper bound of the distance from a position to the origin of a moving mesh, metres.
fn farthest_from(mover: &MovingInstance, position: Position) -> f64 {
    (position.to_dvec3() - mover.motion.end().translation).length() + mover.motion.translation().length()
}

/// Minimum skin, as a fraction of the smallest radius, in the computation of the number of parts of a step.
const LEAST_SKIN_PART: f32 = 0.01;
