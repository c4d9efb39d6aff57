//! One walk of one character: from a place to the middle of a cell near it, and down whatever it walks off.
//!
//! In: a place, an order. Out: where the character stands at the end, or that it left the level; and how far it fell.
//! 1. On the ground it walks towards its target until it is there, or gets no farther.
//! 2. When the ground is gone, it goes on until its body is clear of the edge, and then falls straight down; or it keeps its
//!    velocity, as a runner who leaps off. It slides down steep surfaces as the kernel has it.
//! 3. Where it stands again, the walk ends.

use super::columns::SECONDS;
use super::places::Stand;
use crate::checking::{LEFT_BELOW, LEFT_SIDEWAYS};
use glam::{DVec2, DVec3, Vec3, Vec3Swizzles};
use sweep8::{CharacterProfile, CharacterState, MoveInput, World};

/// Speed of a walk, m/s: a third of a person's radius in a step.
pub const SPEED: f32 = 4.0;

/// Frames in a second of a walk.
pub const HZ: u32 = 30;

/// Most steps on the ground: three times what the farthest neighbour takes on the level.
const MOST_ON_GROUND: usize = 15;
/// Most steps of a walk: half a minute, in which a fall goes 1.5 km.
const MOST: usize = 900;

/// A target as near as this is reached, metres.
const THERE: f64 = 0.01;
/// A step on the ground that gets no farther than this is the last one, metres.
const NOWHERE: f64 = 0.002;

/// Radii that a body goes on over an edge, so that it falls clear of it.
const CLEAR: f64 = 1.3;

/// What a character is to do.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Order {
    /// Where it walks to, x and z, metres.
    pub target: DVec2,
    /// Whether it keeps its velocity when the ground is gone.
    pub runs_on: bool,
    /// Upward speed with which it begins, m/s; 0: it does not jump.
    pub jump_speed: f32,
}

/// How a walk ended.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum End {
    /// The character stands.
    Stands(Stand),
    /// The character left the level, by an open border.
    Left,
    /// The character neither stood nor left within the time of a walk.
    Lost,
}

/// A walk that was made.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Walked {
    /// How the walk ended.
    pub end: End,
    /// Height from the ground that it lost down to that on which it stands again, metres; 0 if the ground was never gone.
    pub fell: f32,
    /// Number of steps.
    pub steps: u32,
}

/// Walks characters of one profile through one world.
#[derive(Clone, Copy, Debug)]
pub struct Walker<'a> {
    /// World in which the characters walk.
    pub world: &'a World,
    /// Profile of the characters.
    pub profile: &'a CharacterProfile,
    /// Bounds of the level, metres.
    pub bounds: (Vec3, Vec3),
}

/// Progress of a walk.
struct Course {
    heading: DVec2,
    /// Last centre on the ground before the ground was gone.
    edge: DVec3,
    /// Height of the point that it touched there, metres: over a rim the centre is lower than on the floor.
    rim: f32,
    is_falling: bool,
}

impl Walker<'_> {
    /// Makes a walk.
    #[must_use]
    pub fn walk(&self, from: &Stand, order: &Order) -> Walked {
        self.walk_with(from, order, |_| ())
    }

    /// Makes a walk and shows each input before its step, to repeat the walk elsewhere.
    ///
    /// # Panics
    /// Never: all input is in range.
    pub fn walk_with(&self, from: &Stand, order: &Order, mut see: impl FnMut(&MoveInput)) -> Walked {
        let mut state = from.state();
        let start = from.center();
        let heading = (order.target - start.xz()).normalize_or_zero();
        let mut course = Course { heading, edge: start, rim: from.point.y, is_falling: order.jump_speed > 0.0 };
        for step in 0..MOST {
            let before = state.position.to_dvec3();
            let desired = self.desired(order, &course, before);
            if !course.is_falling && (step == MOST_ON_GROUND || desired == DVec2::ZERO) {
                return stands(&state, 0.0, step);
            }
            let desired_velocity = Vec3::new(desired.x as f32, 0.0, desired.y as f32);
            let jump_speed = if step == 0 { order.jump_speed } else { 0.0 };
            let input = MoveInput { desired_velocity, jump_speed, ..MoveInput::EARTH };
            see(&input);
            self.world.move_character(self.profile, &mut state, &input, SECONDS).expect("in range");
            let now = state.position.to_dvec3();
            if !state.ground().is_grounded() {
                course.edge = if course.is_falling { course.edge } else { before };
                course.is_falling = true;
                if self.is_left(now) {
                    return Walked { end: End::Left, fell: (course.edge.y - now.y) as f32, steps: step as u32 + 1 };
                }
                continue;
            }
            if course.is_falling {
                return stands(&state, (course.rim - state.ground_point.y).max(0.0), step + 1);
            }
            course.rim = state.ground_point.y;
            if (now - before).length() < NOWHERE {
                return stands(&state, 0.0, step + 1);
            }
        }
        Walked { end: End::Lost, fell: 0.0, steps: MOST as u32 }
    }

    /// The desired velocity (x and z) of the next step, m/s; zero where the walk has come to its target.
    fn desired(&self, order: &Order, course: &Course, at: DVec3) -> DVec2 {
        let speed = f64::from(SPEED);
        if course.is_falling {
            let half = self.profile.shape().half_extents();
            let clear = CLEAR * f64::from(half.x.max(half.z));
            let goes_on = order.runs_on || (at - course.edge).xz().length() < clear;
            return if goes_on { course.heading * speed } else { DVec2::ZERO };
        }
        let way = order.target - at.xz();
        let left = way.length();
        if left < THERE { DVec2::ZERO } else { way / left * speed.min(left / f64::from(SECONDS)) }
    }

    /// Whether a centre is as far below or beside the level as the checks of a walk have it.
    fn is_left(&self, at: DVec3) -> bool {
        let (low, high) = (self.bounds.0.as_dvec3(), self.bounds.1.as_dvec3());
        let beside = (low - at).max(at - high);
        at.y < low.y - LEFT_BELOW || beside.x.max(beside.z) > LEFT_SIDEWAYS
    }
}

fn stands(state: &CharacterState, fell: f32, steps: usize) -> Walked {
    let end = if state.ground().is_grounded() { End::Stands(Stand::of(state)) } else { End::Lost };
    Walked { end, fell, steps: steps as u32 }
}
