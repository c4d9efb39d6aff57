//! Where everybody was since the last check, and whether a way led through a triangle.
//!
//! In: every frame, the centres after it, and the states and inputs before it. Out: whose path crossed a triangle, in `f64`.
//!
//! A frame's way is first taken as the straight line between two centres. Where that crosses a triangle, it may be that
//! the way turned a corner the line cuts (a ball of 5 cm at 60 m/s goes twenty radii a frame): the move is then
//! repeated by itself and its true corners are looked at.

use crate::checking::{Tree, crosses};
use glam::{DVec3, Vec3};
use sweep8::{CharacterProfile, CharacterState, MoveInput, Position, Scratch, World};

/// One frame of everybody.
#[derive(Clone, Debug, Default)]
pub struct Frame {
    /// Centres at the end of the frame, metres.
    pub positions: Vec<DVec3>,
    /// The start of each move.
    pub starts: Vec<Start>,
}

/// The start of a move: as much of state and input as makes it again, in few bytes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Start {
    /// The centre.
    pub position: Position,
    /// The velocity that persists, m/s.
    pub velocity: Vec3,
    /// See [`CharacterState::fall_speed`], m/s.
    pub fall_speed: f32,
    /// The desired velocity, m/s.
    pub desired: Vec3,
    /// The speed of a jump, m/s; 0: none.
    pub jump_speed: f32,
    /// Acceleration of gravity, m/s².
    pub gravity: Vec3,
    /// The kind of ground, and its normal.
    pub ground: (u8, Vec3),
}

impl Start {
    /// Of a character of the first profile that has no impulse before it.
    #[must_use]
    pub fn new(state: &CharacterState, input: &MoveInput) -> Self {
        Self {
            position: state.position,
            velocity: state.velocity,
            fall_speed: state.fall_speed,
            desired: input.desired_velocity,
            jump_speed: input.jump_speed,
            gravity: input.gravity,
            ground: (state.ground_code, state.ground_normal),
        }
    }

    /// State and input before the move.
    #[must_use]
    pub fn state_and_input(&self) -> (CharacterState, MoveInput) {
        let &Self {
            position,
            velocity,
            fall_speed,
            desired,
            jump_speed,
            gravity,
            ground: (ground_code, ground_normal),
        } = self;
        let state =
            CharacterState { velocity, fall_speed, ground_code, ground_normal, ..CharacterState::new(position) };
        (state, MoveInput { desired_velocity: desired, jump_speed, gravity, ..MoveInput::default() })
    }
}

/// Repeats moves of one profile and time step.
#[derive(Clone, Copy, Debug)]
pub struct Mover {
    /// The profile of everybody.
    pub profile: CharacterProfile,
    /// Time step, seconds.
    pub seconds: f32,
}

impl Mover {
    /// Whether the way of character `index` in the frame after `before` crosses a triangle of a world in which nothing moves.
    #[must_use]
    pub fn crosses(&self, world: &World, tree: &Tree, [before, frame]: [&Frame; 2], index: usize) -> bool {
        let (from, to) = (before.positions[index], frame.positions[index]);
        if !crosses(tree, from, to) {
            return false;
        }
        let (mut state, input) = frame.starts[index].state_and_input();
        let moved = world.move_character(&self.profile, &mut state, &input, self.seconds, &mut Scratch::new());
        // Where it cannot be made again the straight line stands.
        let Ok(outcome) = moved else { return true };
        let corners = outcome.waypoints().iter().map(|corner| from + corner.as_dvec3());
        let mut at = from;
        // The end is the one that was reached, so that a repetition that led elsewhere is no excuse.
        corners.chain([to]).any(|next| crosses(tree, std::mem::replace(&mut at, next), next))
    }
}
