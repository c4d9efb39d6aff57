//! Places and times of changes in a world: data cached for a place is valid while nothing changed there.
//!
//! In: the boxes of instances that are added, removed or moved. Out: whether nothing changed in a box since a stamp. Space is cut
//! into cells, and cells share a table by a hash of their place. Each entry has the stamp of the last change in any of its cells:
//! two cells that share one cost time, never a result.

use crate::bvh::boxes::Bounds;
use alloc::boxed::Box;
use core::sync::atomic::{AtomicU32, Ordering};
use glam::IVec3;

/// Side of a grid cell of recorded changes, metres: the surroundings of a person meet eight cells.
const CELL: f32 = 4.0;

/// Number of entries in the hash table that records the last change in each grid cell.
const ENTRIES: usize = 4096;

/// Maximum number of grid cells in which one change is recorded; a larger change counts as a change everywhere.
const MOST_NOTED: i32 = 512;

/// Maximum number of grid cells that one question for changes reads; a larger box counts as changed.
const MOST_ASKED: i32 = 64;

/// Version number of a world, which grows with each change of it. Stamps of different worlds never compare equal.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Stamp(u64);

impl Stamp {
    /// Converts the stamp to a number that never equals the id of a mesh's tree, because those ids are smaller.
    #[inline(always)]
    pub(crate) fn number(self) -> u64 {
        self.0
    }

    /// Converts a number from [`number`](Self::number) back to the stamp.
    #[inline(always)]
    pub(crate) fn of_number(number: u64) -> Self {
        Self(number)
    }
}

/// Records of the last change in each grid cell of one world, to tell whether data cached for a place is still valid.
#[derive(Debug)]
pub(super) struct Changes {
    world: u32,
    latest: u32,
    /// Version number of the last change that counts for every place of the world.
    everywhere: u32,
    entries: Box<[u32; ENTRIES]>,
}

impl Default for Changes {
    fn default() -> Self {
        Self { world: next_world(), latest: 1, everywhere: 1, entries: Box::new([0; ENTRIES]) }
    }
}

impl Clone for Changes {
    /// Copies the records, with a new identity: data cached for one world is not valid for the other.
    fn clone(&self) -> Self {
        Self { world: next_world(), entries: self.entries.clone(), ..*self }
    }
}

fn next_world() -> u32 {
    static NEXT: AtomicU32 = AtomicU32::new(1);
    NEXT.fetch_add(1, Ordering::Relaxed)
}

impl Changes {
    /// Current version number of the world, which has grown with each change.
    #[inline(always)]
    pub(super) fn stamp(&self) -> Stamp {
        Stamp(u64::from(self.world) << 32 | u64::from(self.latest))
    }

    /// Increases the world's version number: changes recorded from now on are later than every stamp so far.
    pub(super) fn begin(&mut self) {
        match self.latest.checked_add(1) {
            Some(next) => self.latest = next,
            None => *self = Self::default(),
        }
    }

    /// Records that something inside a box has changed; world space.
    pub(super) fn note(&mut self, bounds: &Bounds) {
        // An empty box has no cells.
        if !bounds.low.cmple(bounds.high).all() {
            return;
        }
        let Some((low, high)) = cells(bounds, MOST_NOTED) else {
            self.everywhere = self.latest;
            return;
        };
        for_each(low, high, |entry| {
            self.entries[entry] = self.latest;
            true
        });
    }

    /// Records that anything in the world may have changed.
    pub(super) fn note_everywhere(&mut self) {
        self.everywhere = self.latest;
    }

    /// Whether nothing in a box, world space, has changed since the stamp; false if that is not known.
    #[inline(always)]
    pub(super) fn unchanged_since(&self, stamp: Stamp, bounds: &Bounds) -> bool {
        stamp == self.stamp() || self.unchanged_between(stamp, bounds)
    }

    #[inline(never)]
    fn unchanged_between(&self, Stamp(stamp): Stamp, bounds: &Bounds) -> bool {
        let (world, since) = ((stamp >> 32) as u32, stamp as u32);
        if world != self.world || self.everywhere > since {
            return false;
        }
        let Some((low, high)) = cells(bounds, MOST_ASKED) else { return false };
        for_each(low, high, |entry| self.entries[entry] <= since)
    }
}

/// Lowest and highest grid cell that a box meets; `None` if it meets more than `most` cells or is not finite.
fn cells(bounds: &Bounds, most: i32) -> Option<(IVec3, IVec3)> {
    let [low, high] = [bounds.low, bounds.high].map(|corner| (corner / CELL).floor());
    if !(low.is_finite() && high.is_finite()) {
        return None;
    }
    let sides = high - low + 1.0;
    let (low, high) = (low.as_ivec3(), high.as_ivec3());
    (sides.x * sides.y * sides.z <= most as f32).then_some((low, high))
}

/// Calls `act` with each grid cell's index in the hash table until `act` returns false; returns whether it never did.
fn for_each(low: IVec3, high: IVec3, mut act: impl FnMut(usize) -> bool) -> bool {
    for z in low.z..=high.z {
        for y in low.y..=high.y {
            for x in low.x..=high.x {
                let hash = x.wrapping_mul(73_856_093) ^ y.wrapping_mul(19_349_663) ^ z.wrapping_mul(83_492_791);
                let mixed = (hash as u32).wrapping_mul(0x9E37_79B9) >> 20;
                if !act(mixed as usize % ENTRIES) {
                    return false;
                }
            }
        }
    }
    true
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::Vec3A;

    fn about(x: f32, z: f32) -> Bounds {
        Bounds::about(Vec3A::new(x, 1.0, z), Vec3A::splat(1.2))
    }

    #[test]
    fn a_change_counts_where_it_is_and_from_then_on() {
        let mut changes = Changes::default();
        let before = changes.stamp();
        changes.begin();
        changes.note(&about(10.0, 0.0));
        let after = changes.stamp();
        assert!(!changes.unchanged_since(before, &about(9.0, 0.0)));
        assert!(changes.unchanged_since(after, &about(9.0, 0.0)));
        let apart = (0..100).filter(|&x| changes.unchanged_since(before, &about(30.0 + x as f32, 50.0))).count();
        assert!(apart >= 95, "{apart} of 100 boxes elsewhere");
        changes.begin();
        assert!(changes.unchanged_since(after, &about(9.0, 0.0)), "nothing was noted since");
    }

    #[test]
    fn what_is_large_or_without_bounds_counts_everywhere_and_nothing_nowhere() {
        for half in [100.0, f32::INFINITY, f32::NAN] {
            let mut changes = Changes::default();
            let before = changes.stamp();
            changes.begin();
            changes.note(&Bounds::about(Vec3A::ZERO, Vec3A::splat(half)));
            assert_eq!(changes.unchanged_since(before, &about(900.0, 900.0)), half.is_nan());
        }
        let changes = Changes::default();
        let stamp = changes.stamp();
        assert!(!changes.clone().unchanged_since(stamp, &about(0.0, 0.0)), "a copy has a life of its own");
    }
}
