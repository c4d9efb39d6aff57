//! A hash of where a crowd is and how fast it moves, that survives a new layout of the state.
//!
//! In: a crowd. Out: a hash of every bit of positions and velocities, in the order of indices. Golden tables pin it; the
//! kernel's own `state_hash` covers all that a state has.

use sweep8::Crowd;

/// Hashes all bits of the positions and velocities of a crowd, in the order of character indices.
#[must_use]
pub fn path_hash(crowd: &Crowd) -> u64 {
    let states = crowd.ids().filter_map(|id| crowd.state(id).ok());
    let bits = states.flat_map(|state| [state.position.high, state.position.low, state.velocity]);
    bits.flat_map(|vector| vector.to_array()).fold(0x5357_4545_5038_0003, |hash, value| {
        let product = (hash ^ u64::from(value.to_bits())).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        product ^ product >> 32
    })
}
