//! A hash of numbers, bit for bit.

use sweep8::Crowd;
use sweep8::glam::Vec3;

/// Hash of the words that were added so far, which depends on their order.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Hash(u64);

impl Hash {
    pub(crate) fn new() -> Self {
        Self(0x5357_4545_5038_0047)
    }

    pub(crate) fn word(&mut self, word: u64) {
        let product = (self.0 ^ word).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        self.0 = product ^ product >> 32;
    }

    pub(crate) fn number(&mut self, number: f32) {
        self.word(number.to_bits().into());
    }

    pub(crate) fn vector(&mut self, vector: Vec3) {
        for number in vector.to_array() {
            self.number(number);
        }
    }

    /// Adds the positions and velocities of a crowd, in the order of indices: they survive a new layout of the state.
    pub(crate) fn crowd(&mut self, crowd: &Crowd) {
        for state in crowd.ids().filter_map(|id| crowd.state(id).ok()) {
            for vector in [state.position.high, state.position.low, state.velocity] {
                self.vector(vector);
            }
        }
    }

    pub(crate) fn value(self) -> u64 {
        self.0
    }
}
