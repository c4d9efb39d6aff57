//! Characters at rest: their last move left every bit of their state as it was, so the next one would do the same.
//!
//! In: the state of a character before and after a move, and what all moves of a step depend on. Out: whether the move
//! may be left out of the next step.
//! 1. A move depends on the character's own state, its shape, its desired velocity, and the [`Conditions`] of the step.
//! 2. If a move leaves the state as it was, the step keeps what the move added to the report ([`Contribution`]) in a
//!    column beside the state. The next step adds it again instead of moving the character.
//! 3. Whatever changes the character clears its entry; a step under other conditions than the last one clears all.
//!
//! Comparisons are by bits: `-0.0` is not `0.0`. The column is not part of the state hash, and shows in no result.
//!
//! [`Contribution`]: super::report::Contribution

use crate::character::settings::GravityPass;
use crate::crowd::columns::bits;
use crate::crowd::settings::CrowdSettings;
use crate::frame::position::Position;
use crate::mesh::sides::Sides;
use crate::world::static_world::World;

/// All that a step depends on beside the characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Conditions {
    gravity: [u32; 3],
    /// Terminal speed, skin, floor cosine and time step.
    numbers: [u32; 4],
    max_iterations: u32,
    gravity_pass: GravityPass,
    sides: Sides,
    tree: u64,
}

impl Conditions {
    pub(super) fn new(settings: &CrowdSettings, seconds: f32, world: &World) -> Self {
        // Without `..`, so that a new setting is not forgotten here. Sorting changes no result.
        let &CrowdSettings {
            gravity,
            max_fall_speed,
            skin,
            max_iterations,
            gravity_pass,
            floor_cosine,
            sides,
            sort_every: _,
        } = settings;
        let numbers = [max_fall_speed, skin, floor_cosine, seconds].map(f32::to_bits);
        Self { gravity: bits(gravity), numbers, max_iterations, gravity_pass, sides, tree: world.tree.id }
    }
}

/// Whether every bit of two places is the same.
#[inline(always)]
pub(super) fn same_position(a: &Position, b: &Position) -> bool {
    bits(a.high) == bits(b.high) && bits(a.low) == bits(b.low)
}
