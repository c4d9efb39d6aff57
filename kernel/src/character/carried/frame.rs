//! The frame in which a character makes its own move: that of the instance which carries it.
//!
//! In: a state at the start of a step, its input, the movers near it. Out: the instance that carries it, and its velocity relative to
//! that.
//! 1. A character that stands is carried by its ground, one that slides down a steep surface by that surface, one whose state names
//!    an instance by that. Velocities of the first and the last are relative already, and turn with the instance. A steep surface
//!    carries no character that others bound: what it does to that is a push, which overrides their bounds.
//! 2. A character in the air that touches a floor of a mover, and does not lead away from it, stands on it from the start of the
//!    step: it was put there.
//! 3. Any other character in the air moves in the frame relative to which it is slowest: that of a mover that it may touch in this step,
//!    or the world's. Its speed across up counts first: a fall is as fast in every cabin. Its way through the world is the same in
//!    every frame. In that of a cabin it meets the walls of the cabin as if they lay still. A mover that it cannot touch, or whose
//!    surfaces the contact filter ignores, is not there for it. Only if the air slows its fall, by drag or at the largest speed of a
//!    fall, it is in the air of a mover above or below it.

use crate::base::half_spaces::HalfSpaces;
use crate::base::tolerance::{LEVEL_ROUNDING, LOOK_PART};
use crate::character::carried::arm::Arm;
use crate::character::carried::rider::{MovingInstance, MovingSurface, Rider, at_rest, mover};
use crate::character::collide::collision_set::CollisionSet;
use crate::character::collide::gather::Reach;
use crate::character::collide::one_sided::lets_hull_through;
use crate::character::model::ground::{Ground, Surface};
use crate::character::model::profile::CharacterProfile;
use crate::character::model::state::CharacterState;
use crate::frame::position::Position;
use crate::mesh::material::rebound;
use crate::narrow::mesh_boxes::Way;
use crate::narrow::sweep::hits::Start;
use crate::query::scratch::{MoverPart, PushTouch, Scratch};
use crate::simd::task;
use crate::world::solids::{Solids, Which};
use crate::world::surface_motion::SurfaceMotion;
use crate::world::surface_velocity::surface_velocity;
use alloc::vec::Vec;
use glam::{DVec3, Vec3};

/// How a character is bound to the frame of its move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Bond {
    /// It stands on the instance; its velocity is relative to that.
    Stands,
    /// It is in the air; its velocity is that in the world.
    Flies,
    /// It is in the air, and its state names the instance, or it [slides down](slides_in_frame) that; its velocity is relative to that.
    Named,
}

/// The frame in which a character makes its own move in a step.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Frame {
    pub(crate) bond: Bond,
    /// Index of the moving instance that carries the character; `None` if the frame is at rest.
    pub(crate) carrier: Option<u32>,
    /// Velocity of the carrier at the character, world space, m/s.
    pub(crate) velocity: Vec3,
    /// Part of the velocity that the carrier's surface has in itself, m/s.
    pub(crate) of_surface: Vec3,
    /// Motion of the carrier's surface in itself; `None` if it has none.
    pub(crate) surface: Option<SurfaceMotion>,
    /// Displacement of the character by its carrier alone, world space, metres.
    pub(crate) carried: Vec3,
    /// Displacement of which the caller is told, world space, metres: in the air only that by pushes, as the character makes up for
    /// the motion of its frame by its own.
    pub(crate) told: Vec3,
    /// Whether movers other than the carrier have pushed the character.
    pub(crate) is_pushed: bool,
}

impl Frame {
    /// The frame of a character that nothing carries and nobody pushes.
    #[inline(always)]
    pub(super) const fn at_rest(bond: Bond) -> Self {
        let none = Vec3::ZERO;
        Self {
            bond,
            carrier: None,
            velocity: none,
            of_surface: none,
            surface: None,
            carried: none,
            told: none,
            is_pushed: false,
        }
    }
}

impl Bond {
    pub(super) fn of(profile: &CharacterProfile, state: &CharacterState) -> Self {
        if state.ground().is_grounded() {
            Self::Stands
        } else if state.ground_surface.is_frame() || slides_in_frame(profile, state) {
            Self::Named
        } else {
            Self::Flies
        }
    }
}

/// Whether a character slides down a steep surface that is its frame of reference: a profile that keeps the ground it left keeps this one,
/// and its velocity is relative to it. There is no other place in the state for the frame that it had before.
pub(crate) fn slides_in_frame(profile: &CharacterProfile, state: &CharacterState) -> bool {
    matches!(state.ground(), Ground::Steep(_)) && profile.settings().keeps_ground_frame
}

/// A character at the start of a step, before anything carries it; `is_bounded` if other characters bound its move.
pub(super) fn rider<'a>(
    instances: Solids<'a>,
    profile: &'a CharacterProfile,
    state: &CharacterState,
    (up, is_bounded): (Vec3, bool),
    seconds: f64,
) -> Rider<'a> {
    let Surface { instance: [index, generation], triangle } = state.ground_surface;
    let slides = state.ground() != Ground::Air && !is_bounded;
    let is_named = state.ground().is_grounded() || slides || state.ground_surface.is_frame();
    let stands = state.ground().is_grounded();
    let motion = if stands { instances.surface_motion(index, triangle) } else { None };
    let carrier = if is_named { mover(instances, index) } else { None };
    let carrier = carrier.or_else(|| motion.and_then(|_| at_rest(instances, index)));
    let carrier = carrier.filter(|_| instances.id(index).without_tag() == [index, generation]);
    let arm = match &carrier {
        Some(carrier) if stands => Arm::new(profile, state, &carrier.motion, instances.turn().is_some(), up),
        _ => Arm::Rigid,
    };
    let motion = motion.filter(|_| carrier.is_some());
    let surface = motion.map(|motion| MovingSurface { motion, normal: state.ground_normal, seconds });
    Rider { instances, profile, carrier, arm, surface }
}

task! {
    /// The instance on whose floor a hull stands at the start of a step, the normal of that floor, and its motion in itself: of a
    /// mover, or of an instance with a surface that moves.
    pub(super) struct FloorAtStart<'a> {
        pub(super) rider: &'a Rider<'a>,
        pub(super) state: &'a CharacterState,
        pub(super) up: Vec3,
        pub(super) near: &'a [u32],
        pub(super) seconds: f64,
        /// Acceleration of gravity, m/s².
        pub(super) gravity: f64,
        pub(super) scratch: &'a mut Scratch,
    }
    fn run<L>(lanes) -> Option<FloorThere> {
        let (instances, tenant) = (rider.instances, rider.tenant(state.position));
        let hull = (tenant.hull(), state.position);
        let still = instances.only_those(Which::Still);
        let reach = Reach::around(0.0);
        let way = Way { offset: Vec3::ZERO, displacement: up * -(LOOK_PART * tenant.skin) };
        let (mut first, mut floor) = (1.0, None);
        let leads_away = |velocity: DVec3, normal: Vec3| velocity.dot(normal.as_dvec3()) > 0.0;
        let is_floor = |normal: Vec3| normal.dot(up) >= rider.profile.rules.slope_cosine;
        let velocity = state.velocity.as_dvec3();
        // A character that falls onto a floor which turns it back is not put there.
        let bounces = |index: u32, triangle: u32, normal: Vec3, ground: DVec3| {
            let speed = (ground - velocity).dot(normal.as_dvec3());
            velocity != DVec3::ZERO && rebound(instances.restitution(index, triangle), speed, gravity * seconds) > 0.0
        };
        if instances.has_moving_surfaces() {
            let reach = Reach::around(LOOK_PART * tenant.skin);
            let mut set = CollisionSet::around_outlined(lanes, still, hull, tenant.sides, reach, scratch);
            let swept = set.sweep_outlined(way.offset, way.displacement, Start::Approach);
            if let Some(touch) = set.touch(&swept) {
                let (normal, index) = (touch.normal().into(), touch.instance.index() as u32);
                let motion = instances.surface_motion(index, touch.triangle);
                first = swept.fraction();
                let stays = !leads_away(velocity, normal) && !bounces(index, touch.triangle, normal, DVec3::ZERO);
                if motion.is_some() && is_floor(normal) && stays {
                    floor = at_rest(instances, index).map(|carrier| FloorThere { carrier, normal, motion });
                }
            }
        }
        for &index in near {
            let Some(mover) = mover(instances, index) else { continue };
            let begin = mover.motion.at(0.0);
            let mut set = CollisionSet::around_outlined(lanes, still, hull, tenant.sides, reach, scratch);
            let swept = set.sweep_placed(index, &begin, way, Start::Approach);
            let Some(touch) = set.touch_placed(&swept) else { continue };
            let normal: Vec3 = touch.normal().into();
            let ground = rider.displacement_at(state.position, &mover) / seconds;
            let leads_away = leads_away(velocity, normal) && leads_away(velocity - ground, normal);
            let stays = !leads_away && !bounces(index, touch.triangle, normal, ground);
            if is_floor(normal) && swept.fraction() < first && stays {
                let motion = instances.surface_motion(index, touch.triangle);
                (first, floor) = (swept.fraction(), Some(FloorThere { carrier: mover, normal, motion }));
            }
        }
        floor
    }
}

task! {
    /// The mover in whose frame a hull in the air moves: relative to which its velocity, m/s, is slowest across `up`, or else as a whole,
    /// if that is slower than relative to the world by more than rounding. Only movers count that the hull touches if it goes on, or that
    /// would push it if it stayed where it is; it may leave that way by `aside` metres. Where the air slows its fall, those also count that
    /// have a surface above or below it: in a cabin the air goes along.
    pub(super) struct FrameInAir<'a> {
        pub(super) rider: &'a Rider<'a>,
        pub(super) position: Position,
        pub(super) velocity: DVec3,
        pub(super) up: Vec3,
        pub(super) aside: f64,
        /// How far surfaces above and below count, world space, metres; zero where the air does not slow the fall.
        pub(super) column: Vec3,
        pub(super) near: &'a [u32],
        pub(super) seconds: f64,
        pub(super) scratch: &'a mut Scratch,
    }
    fn run<L>(lanes) -> Option<MovingInstance> {
        let tenant = rider.tenant(position);
        let (still, reach) = (rider.instances.only_those(Which::Still), Reach::around(0.0));
        let hull = (tenant.hull().grown(aside as f32 + LOOK_PART * tenant.skin), position);
        let up = up.as_dvec3();
        let speeds = |velocity: DVec3| [velocity - up * velocity.dot(up), velocity].map(DVec3::length);
        let [across, whole] = speeds(velocity);
        let mut least = [across - f64::from(LEVEL_ROUNDING) * whole, whole];
        let mut slowest = [None; 2];
        for &index in near {
            // Relative to a mover that was told to move and stays, what makes a velocity slower is rounding.
            let moves = |mover: &MovingInstance| mover.motion.reach(1.0) > 0.0;
            let Some(mover) = mover(rider.instances, index).filter(moves) else { continue };
            let moved = rider.displacement_at(position, &mover);
            let relative = velocity - moved / seconds;
            let speeds = speeds(relative);
            if speeds[0] >= least[0] && speeds[1] >= least[1] {
                continue;
            }
            let begin = mover.motion.at(0.0);
            let mut set = CollisionSet::around_outlined(lanes, still, hull, tenant.sides, reach, scratch);
            let mut meets = false;
            for displacement in [(relative * seconds).as_vec3(), -moved.as_vec3(), column, -column] {
                if displacement != Vec3::ZERO && !meets {
                    let way = Way { offset: Vec3::ZERO, displacement };
                    let swept = set.sweep_placed(index, &begin, way, Start::Approach);
                    meets = swept.fraction() < 1.0 || swept.deepest() > 0.0;
                }
            }
            if !meets {
                continue;
            }
            for ((least, slowest), speed) in least.iter_mut().zip(&mut slowest).zip(speeds) {
                if speed < *least {
                    (*least, *slowest) = (speed, Some(mover));
                }
            }
        }
        let [across, whole] = slowest;
        across.or(whole)
    }
}

task! {
    /// Keeps only the movers that do not let a hull through at the start of a step: others carry no character.
    pub(super) struct KeepStopping<'a> {
        pub(super) rider: &'a Rider<'a>,
        pub(super) position: Position,
        pub(super) near: &'a mut Vec<u32>,
        pub(super) scratch: &'a mut Scratch,
    }
    fn run<L>(lanes) -> () {
        let instances = rider.instances;
        let hull = (rider.tenant(position).hull(), position);
        let mut kept = 0;
        for place in 0..near.len() {
            let index = near[place];
            let (Some(instance), Some(mover)) = (instances.get(index), mover(instances, index)) else { continue };
            if !lets_hull_through(lanes, instance, &mover.motion.at(0.0), hull, scratch) {
                near[kept] = index;
                kept += 1;
            }
        }
        near.truncate(kept);
    }
}

/// A floor on which a character stands at the start of a step although its state says that it is in the air.
pub(super) struct FloorThere {
    pub(super) carrier: MovingInstance,
    pub(super) normal: Vec3,
    /// Motion of the floor's surface in itself; `None` if it has none.
    pub(super) motion: Option<SurfaceMotion>,
}

/// Part of a velocity that remains relative to ground of another velocity, m/s, for a character that comes to stand on it: the ground
/// takes what the character has in the direction of its own velocity, at most as much as that.
pub(crate) fn given_up(velocity: Vec3, ground: Vec3) -> Vec3 {
    let square = ground.length_squared();
    let part = if square > 0.0 { (velocity.dot(ground) / square).clamp(0.0, 1.0) } else { 0.0 };
    velocity - ground * part
}

/// Change of a velocity relative to a frame of a velocity of its own, m/s, after which it leads into no mover but the carrier that has
/// pushed the character, and leads off each by what that turns back, if it is faster than what the step `gained` by gravity. A desired
/// velocity makes room where it leads away from a mover; where it leads into one, it gives no velocity.
pub(crate) fn knocked(
    instances: Solids,
    movers: &[MoverPart],
    carrier: Option<u32>,
    [velocity, desired, gained]: [Vec3; 3],
    (frame, seconds): (Vec3, f32),
) -> Vec3 {
    let mut planes = HalfSpaces::new();
    for part in movers.iter().filter(|part| carrier != Some(part.instance)) {
        if let Some(PushTouch { touch, .. }) = &part.push {
            let point = touch.point_along_axes();
            let surface = surface_velocity(instances, part.instance, point, seconds) - frame;
            let normal = Vec3::from(touch.normal()).as_dvec3();
            let makes_room = normal.dot(desired.as_dvec3()).max(0.0);
            let into = normal.dot((surface - velocity).as_dvec3()) - makes_room;
            let given = -normal.dot(gained.as_dvec3()).min(0.0);
            planes.add(normal, into + rebound(instances.restitution(part.instance, touch.triangle), into, given));
        }
    }
    planes.nearest().unwrap_or_default().as_vec3()
}
