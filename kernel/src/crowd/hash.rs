//! A hash of all that a crowd is: its members, and every bit of their states.

use crate::base::saved_bytes::fold;
use crate::character::model::ground::{Ground, Surface};
use crate::crowd::crowd::Crowd;

impl Crowd {
    /// A hash of the crowd, in the order of indices: different hashes, different crowds.
    ///
    /// For each character its index, generation, position, velocity, fall speed, orientation, ground (kind, normal,
    /// surface), status, group, and what its profile says; not what is yours or what is remembered to be fast: user data,
    /// previous positions, inputs, contacts, the place in the table of profiles. The same on every supported machine,
    /// thread count and sorting.
    #[must_use]
    pub fn state_hash(&self) -> u64 {
        let mut hash = Hash(0x5357_4545_5038_0003);
        for slot in self.ids.slots() {
            let columns = &self.batch.columns;
            let (index, state) = (columns.indices[slot], &columns.states[slot]);
            hash.words(&[index, u32::from(self.ids.id(index).generation())]);
            hash.words(&bytemuck::cast::<_, [u32; 6]>(state.position));
            for vector in [state.velocity, state.ground_normal] {
                hash.words(&vector.to_array().map(f32::to_bits));
            }
            hash.words(&state.orientation.to_array().map(f32::to_bits));
            // Without the instance that crushed it: no step reads that.
            let surface = if state.ground() == Ground::Air { Surface::NONE } else { state.ground_surface };
            hash.words(&bytemuck::cast::<_, [u32; 3]>(surface));
            hash.words(&[state.fall_speed.to_bits(), u32::from(state.ground_code), u32::from(state.status_code)]);
            hash.words(&self.profiles.list()[state.profile as usize].bits());
            // Crowds without groups keep the hashes that they had before there were groups.
            if state.group != 0 {
                hash.words(&[state.group]);
            }
        }
        hash.0
    }
}

struct Hash(u64);

impl Hash {
    fn words(&mut self, words: &[u32]) {
        self.0 = words.iter().fold(self.0, |hash, &word| fold(hash, u64::from(word)));
    }
}
