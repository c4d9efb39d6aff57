//! Places and times of changes in a world: data cached for a place is valid while nothing changed there.
//!
//! In: the boxes of instances that are added, removed or moved. Out: whether nothing changed in a box since a stamp, and whether an
//! instance did not. Space is cut into cells; a hash table has an entry for each cell in which something changed lately, with the
//! stamp of its last change. A second table has the same for cells of four times the side: it is small, and answers first.
//!
//! A table grows until changes of some steps fit into it. When it is full, the half that changed longest ago is dropped: for older
//! stamps every place then counts as changed, which costs time, never a result. An entry knows its cell by 64 bits of a hash: two cells
//! that share them would cost time, never a result, either.

use crate::bvh::boxes::Bounds;
use alloc::vec;
use alloc::vec::Vec;
use core::sync::atomic::{AtomicU32, Ordering};
use glam::IVec3;

/// Side of a grid cell of recorded changes, metres: the surroundings of a person meet eight cells.
const CELL: f32 = 4.0;

/// Binary logarithm of the side of a large cell in cells.
const LARGE: i32 = 2;

/// Number of entries in a hash table of changed cells at first, 48 kB: enough for a level that deforms as a whole. At most half of them are
/// used.
const LEAST_ENTRIES: usize = 4096;

/// Maximum number of entries in a hash table of changed cells, 12 MiB: enough for ten thousand moving instances.
const MOST_ENTRIES: usize = 1 << 20;

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

    /// Whether `later` is the next version of the same world.
    #[inline(always)]
    pub(super) fn is_directly_before(self, later: Self) -> bool {
        self.0.checked_add(1) == Some(later.0)
    }
}

/// A grid cell in which something has changed: lower and upper half of the hash of the cell's place, and the version number of the last
/// change in the cell; 0: the entry is empty. As an array a table of empty ones is memory that comes zeroed.
type Entry = [u32; 3];

/// Hash table of the cells that changed lately, with linear probing; at most half of the entries are used.
#[derive(Debug)]
struct Table {
    /// No entries, or a power of two.
    entries: Vec<Entry>,
    /// Number of entries that are not empty.
    used: usize,
    /// Version number at which half of the cells that fit were in the table: it drops older ones when it is full.
    halfway: u32,
    /// Version number of the last change that is not in the table.
    dropped: u32,
    /// Empty entries, as many, for the next table.
    spare: Vec<Entry>,
}

/// Records of the last change in each grid cell of one world, to tell whether data cached for a place is still valid.
#[derive(Debug)]
pub(super) struct Changes {
    world: u32,
    latest: u32,
    /// Version number of the last change that counts for every place of the world.
    everywhere: u32,
    cells: Table,
    large_cells: Table,
    /// Version number of the last change of each instance, by index; 0 or no entry: none in this world.
    instances: Vec<u32>,
}

impl Default for Changes {
    fn default() -> Self {
        let (cells, large_cells) = (Table::new(), Table::new());
        Self { world: next_world(), latest: 1, everywhere: 1, cells, large_cells, instances: Vec::new() }
    }
}

impl Clone for Changes {
    /// Makes empty records with a new identity: data cached for one world is not valid for the other.
    fn clone(&self) -> Self {
        Self::default()
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

    /// Records that an instance has changed inside a box, world space.
    pub(super) fn note(&mut self, instance: u32, bounds: &Bounds) {
        let place = instance as usize;
        if self.instances.len() <= place {
            self.instances.resize(place + 1, 0);
        }
        self.instances[place] = self.latest;
        self.note_box(bounds);
    }

    fn note_box(&mut self, bounds: &Bounds) {
        // An empty box has no cells.
        if !bounds.low.cmple(bounds.high).all() {
            return;
        }
        let Some((low, high)) = cells(bounds, MOST_NOTED) else {
            self.everywhere = self.latest;
            return;
        };
        let latest = self.latest;
        for (table, bits) in [(&mut self.cells, 0), (&mut self.large_cells, LARGE)] {
            for_each(low >> bits, high >> bits, |cell| {
                table.put(cell, latest);
                true
            });
        }
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
    fn unchanged_between(&self, stamp: Stamp, bounds: &Bounds) -> bool {
        if !self.knows_since(stamp) {
            return false;
        }
        let Stamp(number) = stamp;
        let since = number as u32;
        let Some((low, high)) = cells(bounds, MOST_ASKED) else { return false };
        for_each(low >> LARGE, high >> LARGE, |cell| self.large_cells.is_unchanged(cell, since))
            || for_each(low, high, |cell| self.cells.is_unchanged(cell, since))
    }
}

impl Changes {
    /// Whether the stamp is one of this world, since which no change has counted for every place.
    #[inline(always)]
    pub(super) fn knows_since(&self, Stamp(stamp): Stamp) -> bool {
        let (world, since) = ((stamp >> 32) as u32, stamp as u32);
        world == self.world && self.everywhere <= since
    }

    /// Whether an instance has not changed since a stamp that is [known](Self::knows_since).
    #[inline(always)]
    pub(super) fn instance_is_unchanged(&self, instance: u32, Stamp(stamp): Stamp) -> bool {
        self.instances.get(instance as usize).is_none_or(|&changed| changed <= stamp as u32)
    }
}

impl Table {
    fn new() -> Self {
        Self { entries: Vec::new(), used: 0, halfway: 1, dropped: 0, spare: Vec::new() }
    }

    /// Whether the cell with this hash has not changed since a version; false if that is not known.
    #[inline(always)]
    fn is_unchanged(&self, cell: u64, since: u32) -> bool {
        let changed = if self.entries.is_empty() { 0 } else { self.entries[place(&self.entries, cell)][2] };
        self.dropped.max(changed) <= since
    }

    /// Records that something in the cell with this hash has changed, in the latest version.
    fn put(&mut self, cell: u64, latest: u32) {
        if 2 * (self.used + 1) > self.entries.len() {
            self.make_room(latest);
        }
        let place = place(&self.entries, cell);
        let is_new = self.entries[place][2] == 0;
        let [low, high] = halves(cell);
        self.entries[place] = [low, high, latest];
        if is_new {
            self.used += 1;
            if 4 * self.used == self.entries.len() {
                self.halfway = latest;
            }
        }
    }

    /// Drops the entries that changed longest ago; makes the table larger if the others fill three quarters of it.
    #[cold]
    #[inline(never)]
    fn make_room(&mut self, latest: u32) {
        let Self { halfway, .. } = *self;
        let is_kept = |entry: &&Entry| entry[2] >= halfway;
        let length = self.entries.len();
        self.used = self.entries.iter().filter(is_kept).count();
        let larger = if 8 * self.used >= 3 * length { (2 * length).clamp(LEAST_ENTRIES, MOST_ENTRIES) } else { length };
        if larger > length {
            self.spare = vec![[0; 3]; larger];
        }
        if 2 * (self.used + 1) > larger {
            // The changes of one step do not fit.
            (self.used, self.dropped) = (0, latest);
        } else {
            self.dropped = self.dropped.max(halfway - 1);
            for entry in self.entries.iter().filter(is_kept) {
                let [low, high, _] = entry.map(u64::from);
                let place = place(&self.spare, low | high << 32);
                self.spare[place] = *entry;
            }
        }
        core::mem::swap(&mut self.entries, &mut self.spare);
        // Now, so that the next time allocates nothing unless the table grows.
        if larger > length {
            self.spare = vec![[0; 3]; larger];
        } else {
            self.spare.fill([0; 3]);
        }
        if 4 * self.used >= larger {
            self.halfway = latest;
        }
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

/// Calls `act` with the hash of each grid cell until `act` returns false; returns whether it never did.
#[inline(always)]
fn for_each(low: IVec3, high: IVec3, mut act: impl FnMut(u64) -> bool) -> bool {
    let part = |coordinate: i32, factor: u64| u64::from(coordinate as u32).wrapping_mul(factor);
    for z in low.z..=high.z {
        for y in low.y..=high.y {
            let row = part(y, 0xC2B2_AE3D_27D4_EB4F) ^ part(z, 0x1656_67B1_9E37_79F9);
            for x in low.x..=high.x {
                let hash = (part(x, 0x9E37_79B1_85EB_CA87) ^ row).wrapping_mul(0xFF51_AFD7_ED55_8CCD);
                if !act(hash ^ hash >> 32) {
                    return false;
                }
            }
        }
    }
    true
}

/// Lower and upper half of a cell's hash.
#[inline(always)]
fn halves(cell: u64) -> [u32; 2] {
    [cell as u32, (cell >> 32) as u32]
}

/// Place of the entry of the cell with this hash, or of the empty one that the cell would get; one must be empty.
#[inline(always)]
fn place(entries: &[Entry], cell: u64) -> usize {
    let mask = entries.len() - 1;
    let mut place = cell as usize & mask;
    while entries[place][2] != 0 && entries[place][..2] != halves(cell) {
        place = (place + 1) & mask;
    }
    place
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
        changes.note(0, &about(10.0, 0.0));
        let after = changes.stamp();
        assert!(!changes.unchanged_since(before, &about(9.0, 0.0)));
        assert!(changes.unchanged_since(after, &about(9.0, 0.0)));
        let apart = (0..100).filter(|&x| changes.unchanged_since(before, &about(30.0 + x as f32, 50.0))).count();
        assert_eq!(apart, 100, "of 100 boxes elsewhere");
        changes.begin();
        assert!(changes.unchanged_since(after, &about(9.0, 0.0)), "nothing was noted since");
    }

    #[test]
    fn what_is_large_or_without_bounds_counts_everywhere_and_nothing_nowhere() {
        for half in [100.0, f32::INFINITY, f32::NAN] {
            let mut changes = Changes::default();
            let before = changes.stamp();
            changes.begin();
            changes.note(0, &Bounds::about(Vec3A::ZERO, Vec3A::splat(half)));
            assert_eq!(changes.unchanged_since(before, &about(900.0, 900.0)), half.is_nan());
        }
        let changes = Changes::default();
        let stamp = changes.stamp();
        assert!(!changes.clone().unchanged_since(stamp, &about(0.0, 0.0)), "a copy has a life of its own");
    }

    #[test]
    fn ten_thousand_places_that_change_in_each_step_leave_all_others_unchanged() {
        let mut changes = Changes::default();
        let mut lengths = Vec::new();
        for step in 0..40_u16 {
            let before = changes.stamp();
            changes.begin();
            // They drift, so that each step meets some new cells.
            for place in 0..10_000_u16 {
                let [row, column] = [place / 100, place % 100].map(|line| f32::from(line) * 16.0);
                changes.note(0, &about(row + 0.1 * f32::from(step), column));
            }
            for place in 0..10_000_u16 {
                let [row, column] = [place / 100, place % 100].map(|line| f32::from(line) * 16.0);
                let row = row + 0.1 * f32::from(step);
                assert!(!changes.unchanged_since(before, &about(row, column)), "step {step}, {place}");
                assert!(changes.unchanged_since(before, &about(row + 8.0, column + 8.0)), "step {step}, {place}");
            }
            lengths.push(changes.cells.entries.len());
        }
        assert!(lengths[5] == lengths[39], "the table is as large as it has to be: {lengths:?}");
    }

    #[test]
    fn changes_that_leave_the_table_count_everywhere_and_what_is_left_is_right() {
        // One thing that wanders off, for ever: the table stays small, and answers about the last changes.
        let mut changes = Changes::default();
        let first = changes.stamp();
        for step in 0..100_000_u32 {
            let (before, x) = (changes.stamp(), step as f32 * 0.5);
            changes.begin();
            changes.note(0, &about(x, 0.0));
            assert!(!changes.unchanged_since(before, &about(x, 0.0)), "{step}");
            assert!(changes.unchanged_since(before, &about(x + 20.0, 0.0)), "{step}");
        }
        assert_eq!([&changes.cells, &changes.large_cells].map(|table| table.entries.len()), [LEAST_ENTRIES; 2]);
        assert!(!changes.unchanged_since(first, &about(-900.0, 0.0)), "it is not known any more");
    }
}
