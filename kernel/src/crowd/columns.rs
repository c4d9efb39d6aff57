//! The state of a crowd: structure of arrays, one slot a character, in any order. No geometry happens here.

use crate::character::block_cache::BlockCache;
use crate::character::ground::Ground;
use crate::character::status::SlideStatus;
use crate::crowd::report::Contribution;
use crate::frame::position::Position;
use crate::shape::ellipsoid::Ellipsoid;
use glam::Vec3;

/// Slot of an id that is not in the crowd.
const NO_SLOT: u32 = u32::MAX;

#[derive(Debug, Default)]
pub(super) struct State {
    pub(super) ids: Vec<u32>,
    pub(super) positions: Vec<Position>,
    pub(super) shapes: Vec<Ellipsoid>,
    pub(super) velocities: Vec<Vec3>,
    /// Speed along gravity, m/s.
    pub(super) fall_speeds: Vec<f32>,
    pub(super) statuses: Vec<SlideStatus>,
    pub(super) grounds: Vec<Ground>,
    pub(super) block_caches: Vec<BlockCache>,
    /// What a character at [rest](super::rest) adds to the report; `None` for one that has to be moved.
    pub(super) resting: Vec<Option<Contribution>>,
    /// Slot of each id ever given.
    slots: Vec<u32>,
}

impl State {
    #[inline]
    pub(super) fn len(&self) -> usize {
        self.ids.len()
    }

    #[inline]
    pub(super) fn slot(&self, id: u32) -> Option<usize> {
        self.slots.get(id as usize).filter(|&&slot| slot != NO_SLOT).map(|&slot| slot as usize)
    }

    pub(super) fn push(&mut self, shape: Ellipsoid, position: Position) -> u32 {
        let id = self.skip_id();
        self.slots[id as usize] = self.len() as u32;
        self.ids.push(id);
        self.positions.push(position);
        self.shapes.push(shape);
        self.velocities.push(Vec3::ZERO);
        self.fall_speeds.push(0.0);
        self.statuses.push(SlideStatus::default());
        self.grounds.push(Ground::default());
        self.block_caches.push(BlockCache::UNKNOWN);
        self.resting.push(None);
        id
    }

    /// Gives an id that nobody has.
    pub(super) fn skip_id(&mut self) -> u32 {
        self.slots.push(NO_SLOT);
        (self.slots.len() - 1) as u32
    }

    pub(super) fn remove(&mut self, id: u32) -> bool {
        let Some(slot) = self.slot(id) else { return false };
        self.slots[id as usize] = NO_SLOT;
        self.ids.swap_remove(slot);
        self.positions.swap_remove(slot);
        self.shapes.swap_remove(slot);
        self.velocities.swap_remove(slot);
        self.fall_speeds.swap_remove(slot);
        self.statuses.swap_remove(slot);
        self.grounds.swap_remove(slot);
        self.block_caches.swap_remove(slot);
        self.resting.swap_remove(slot);
        if let Some(&moved) = self.ids.get(slot) {
            self.slots[moved as usize] = slot as u32;
        }
        true
    }

    /// Puts the character of a slot at rest elsewhere.
    pub(super) fn put(&mut self, slot: usize, position: Position) {
        self.positions[slot] = position;
        self.fall_speeds[slot] = 0.0;
        self.statuses[slot] = SlideStatus::default();
        self.grounds[slot] = Ground::default();
        self.resting[slot] = None;
    }

    /// Sets the desired velocity of the character of a slot.
    pub(super) fn set_velocity(&mut self, slot: usize, velocity: Vec3) {
        if bits(self.velocities[slot]) != bits(velocity) {
            self.velocities[slot] = velocity;
            self.resting[slot] = None;
        }
    }

    /// Has everybody moved in the next step.
    pub(super) fn wake_all(&mut self) {
        self.resting.fill(None);
    }

    /// Says again which slot each id has, after the slots were reordered.
    pub(super) fn renumber(&mut self) {
        for (slot, &id) in self.ids.iter().enumerate() {
            self.slots[id as usize] = slot as u32;
        }
    }

    /// A hash of all of it, by id.
    pub(super) fn hash(&self) -> u64 {
        let mut hash = Hash(0x5357_4545_5038_0001);
        for id in 0..self.slots.len() as u32 {
            let Some(slot) = self.slot(id) else { continue };
            hash.word(id);
            hash.vector(self.positions[slot].high);
            hash.vector(self.positions[slot].low);
            hash.vector(self.shapes[slot].radii());
            hash.vector(self.velocities[slot]);
            hash.word(self.fall_speeds[slot].to_bits());
            hash.word(status_code(self.statuses[slot]));
            let (code, normal) = ground_bits(self.grounds[slot]);
            hash.word(code);
            hash.words(normal);
        }
        hash.0
    }
}

fn status_code(status: SlideStatus) -> u32 {
    match status {
        SlideStatus::Free => 0,
        SlideStatus::Slid => 1,
        SlideStatus::Blocked => 2,
        SlideStatus::OutOfIterations => 3,
        SlideStatus::Overlapping => 4,
        SlideStatus::Refused(reason) => 5 + reason as u32,
    }
}

/// The kind of ground, and the bits of its normal.
#[inline(always)]
pub(super) fn ground_bits(ground: Ground) -> (u32, [u32; 3]) {
    match ground {
        Ground::Air => (0, [0; 3]),
        Ground::Floor(normal) => (1, bits(normal)),
        Ground::Steep(normal) => (2, bits(normal)),
        Ground::HeldBySteep(normal) => (3, bits(normal)),
    }
}

/// The bits of a vector: `-0.0` is not `0.0`.
#[inline(always)]
pub(super) fn bits(v: Vec3) -> [u32; 3] {
    bytemuck::cast(v.to_array())
}

/// Multiply and fold, 32 bits at a time.
struct Hash(u64);

impl Hash {
    fn word(&mut self, word: u32) {
        self.0 = (self.0 ^ u64::from(word)).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        self.0 ^= self.0 >> 32;
    }

    fn vector(&mut self, v: Vec3) {
        self.words(bits(v));
    }

    fn words(&mut self, words: [u32; 3]) {
        for word in words {
            self.word(word);
        }
    }
}
