//! All positions since the last check, and the paths that crossed a triangle.
//!
//! In: every frame, the centres after it, and the states and inputs before it. Out: the characters whose path crossed a
//! triangle, in `f64`.
//!
//! A frame's path is first taken as the straight line between two centres. If the line crosses a triangle, the path may
//! have turned a corner that the line cuts (a ball of 5 cm at 60 m/s moves twenty radii a frame): the move is then
//! repeated, among all others if the characters meet, and its true corners are tested.

use crate::checking::{Tree, crosses};
use glam::{DVec3, Vec3};
use sweep8::inspect::path_among;
use sweep8::{CharacterProfile, CharacterState, EachOther, MoveInput, Position, World};

/// Record of one frame of a crowd: positions after the frame, and starts of its moves.
#[derive(Clone, Debug, Default)]
pub struct Frame {
    /// Centre of each character at the end of the frame, world space, metres.
    pub positions: Vec<DVec3>,
    /// Start of each character's move in the frame.
    pub starts: Vec<Start>,
}

/// Compact start of a character's move: the parts of state and input that determine the move.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Start {
    /// Position of the character's centre.
    pub position: Position,
    /// Velocity of the character that persists from step to step, world space, m/s.
    pub velocity: Vec3,
    /// Downward speed at which the character falls, m/s, see [`CharacterState::fall_speed`].
    pub fall_speed: f32,
    /// Desired velocity of the character, world space, m/s.
    pub desired: Vec3,
    /// Upward speed of the jump that begins with the move, m/s; 0 without a jump.
    pub jump_speed: f32,
    /// Acceleration of gravity, world space, m/s².
    pub gravity: Vec3,
    /// Code of the kind of ground that the character is on, and unit normal of that ground.
    pub ground: (u8, Vec3),
}

impl Start {
    /// Extracts the start of a move from a character's state and input; assumes the crowd's first profile and no impulse.
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

    /// Restores the character's state and input before the move.
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
        (state, MoveInput { desired_velocity: desired, jump_speed, gravity, ..MoveInput::WEIGHTLESS })
    }
}

/// Repeats recorded moves of characters with one profile and time step, to find their true paths.
#[derive(Clone, Copy, Debug)]
pub struct Mover {
    /// Profile of all characters that are repeated.
    pub profile: CharacterProfile,
    /// Time step of each repeated move, seconds.
    pub seconds: f32,
}

impl Mover {
    /// Returns true if the path of character `index` in the frame after `before` crosses a triangle of a world without
    /// machines.
    #[must_use]
    pub fn crosses(&self, world: &World, tree: &Tree, [before, frame]: [&Frame; 2], index: usize) -> bool {
        let (from, to) = (before.positions[index], frame.positions[index]);
        if !crosses(tree, from, to) {
            return false;
        }
        let meet = self.profile.settings().each_other != EachOther::Ignore;
        let (starts, place) = if meet { (&frame.starts[..], index) } else { (&frame.starts[index..=index], 0) };
        let keyed = starts.iter().zip(0..).map(|(start, key)| {
            let (state, input) = start.state_and_input();
            (CharacterState { key, ..state }, input)
        });
        let (states, inputs): (Vec<_>, Vec<_>) = keyed.unzip();
        let moved = path_among(world, &[self.profile], &states, &inputs, place, self.seconds);
        // If the move cannot be repeated, the straight line counts.
        let Ok(outcome) = moved else { return true };
        let corners = outcome.waypoints().iter().map(|corner| from + corner.as_dvec3());
        let mut at = from;
        // Ends at the recorded place, so that a repetition with another end is no excuse.
        corners.chain([to]).any(|next| crosses(tree, std::mem::replace(&mut at, next), next))
    }
}
