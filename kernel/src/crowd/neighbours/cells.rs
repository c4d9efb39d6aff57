//! Where everybody is at the start of a step: cells in which those near a place are found.
//!
//! In: the columns of a batch. Out: capsules in the order of their buckets, and runs of them around a box.
//! 1. Cells are cubes, with a power of two for a side that is twice the longest radius of most characters or more. Those too large for
//!    that have a bucket of their own.
//! 2. A row of [`ROW`] cells along the third axis and [`HIGH`] along the second is named by a hash, and is as many buckets in a row. All
//!    are counted, and put where their buckets begin. So a row, or a part of one, is one run of capsules, found without a search, and
//!    nothing is sorted. Rows may share their buckets: who is found for one of them is then too far away, or found twice.
//! 3. In a cell only the first [`MAX_IN_CELL`] names are seen by others: that bounds the work, however many are on one spot. Only where
//!    a bucket has more is anybody put in an order. So neither the order of slots nor threads show.
//! 4. Every [group](crate::crowd::groups) is a [`Region`] of buckets of its own, with its own side of cells, as if no other were there:
//!    a search sees its own group only, and costs what that group costs, however many others are in the same place.
//!
//! Coordinates of boxes are `f32`, and boxes grow by what that rounds; the gap to who is found is measured in `f64`. A box looks at
//! more cells where the world is so far out that its coordinates are coarse, and results are the same.

use crate::base::place_order::fill;
use crate::base::tolerance::{BOX_ROUNDING, LEAST_CELL, MAX_IN_CELL, MAX_LARGE};
use crate::character::model::profile::CharacterProfile;
use crate::character::others::body_capsule::{BodyCapsule, Tie, tie};
use crate::crowd::columns::Columns;
use crate::crowd::groups::Groups;
use crate::crowd::report::Contribution;
use crate::frame::position::Position;
use crate::simd::{Eight, WIDTH};
use alloc::vec::Vec;
use core::ops::Range;
use glam::Vec3;

/// Number of cells of the neighbour search in a row along z; a power of two.
const ROW: i32 = 8;

/// Number of cells along y that share a row of cells; searches reach farther along y, as most characters are upright.
const HIGH: i32 = 4;

/// Number of buckets of cells for each character; most buckets stay empty.
const BUCKETS: usize = 2;

/// Number of size classes of characters, one for each cell side from 2⁻⁶ m to 2¹⁸ m; the largest exceeds twice the maximum radius.
const CLASSES: usize = 25;

/// Size class of a character that does not respond to other characters.
const NO_CLASS: u8 = u8::MAX;

/// Axis segments and radii of the capsules around eight characters, as structure of arrays.
#[derive(Clone, Copy, Debug)]
pub(crate) struct EightSegments {
    pub(crate) centers: [Eight; 3],
    /// Half extents of each capsule's axis segment along x, y and z, metres.
    pub(crate) halves: [Eight; 3],
    /// Capsule radii of the characters plus the gap that each leaves when it stops, metres.
    pub(crate) radii: Eight,
}

/// The cells of one group of characters: its rows of cells, and behind them the bucket of those too large for a cell.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Region {
    /// First bucket of the region.
    first: u32,
    /// Bucket of the characters too large for a cell, the last of the region.
    large: u32,
    /// Side of a cell, metres.
    side: f32,
    /// Size class of the largest characters that are in cells.
    most: u8,
    /// Number of bits by which the hash of a row of cells is shifted to the right.
    shift: u32,
    /// Largest half extents along each axis of the capsules in cells, metres.
    widest: Vec3,
    /// Largest mass of all characters of the group that respond to others, kg.
    pub(crate) heaviest: f32,
}

/// Number of characters of a group in each size class; last: those that respond to no other.
type ClassCounts = [u32; CLASSES + 1];

#[derive(Clone, Debug, Default)]
pub(crate) struct NeighbourCells {
    groups: Groups,
    counts: Vec<ClassCounts>,
    /// The cells of each group, by its number.
    regions: Vec<Region>,
    /// Bucket of the character in each slot.
    buckets: Vec<u32>,
    /// First place of each bucket in `slots`; last the end of all.
    starts: Vec<u32>,
    /// Slots of the characters that respond to others, sorted by bucket.
    slots: Vec<u32>,
    capsules: Vec<BodyCapsule>,
    segments: Vec<EightSegments>,
    /// Size class of the characters of each profile.
    classes: Vec<u8>,
    /// Whether a full cell hides some of its characters from the neighbour search.
    is_overfull: bool,
}

impl NeighbourCells {
    /// Sorts all characters that respond to others into cells.
    pub(crate) fn build(&mut self, columns: &Columns, profiles: &[CharacterProfile]) {
        let Columns { states, indices, resting, .. } = columns;
        self.classes.clear();
        self.classes.extend(profiles.iter().map(class_of));
        let classes = core::mem::take(&mut self.classes);
        let class = |slot: usize| {
            let is_refused = resting[slot] == Some(Contribution::REFUSED);
            if is_refused { NO_CLASS } else { classes[states[slot].profile as usize] }
        };
        self.groups.find(states);
        self.counts.clear();
        self.counts.resize(self.groups.count(), [0; CLASSES + 1]);
        for slot in 0..states.len() {
            self.counts[self.groups.of_slot(slot)][usize::from(class(slot)).min(CLASSES)] += 1;
        }
        let all = self.lay_out();
        let mut buckets = core::mem::take(&mut self.buckets);
        fill(&mut buckets, states, |slot, state| {
            let (class, region) = (class(slot as usize), &self.regions[self.groups.of_slot(slot as usize)]);
            if class == NO_CLASS {
                all
            } else if class > region.most {
                region.large
            } else {
                region.bucket(cell(middle(state.position), region.side)) as u32
            }
        });
        (self.buckets, self.classes) = (buckets, classes);
        let fullest = self.put_in_buckets(all as usize);
        self.is_overfull = false;
        if fullest > MAX_IN_CELL {
            self.thin_out(columns);
        }
        fill(&mut self.capsules, &self.slots, |_, &slot| {
            let state = &states[slot as usize];
            BodyCapsule::of(&profiles[state.profile as usize], state, indices[slot as usize])
        });
        self.measure();
    }

    /// Lays out the regions of all groups, from the numbers of characters in each class; returns the number of buckets of all.
    fn lay_out(&mut self) -> u32 {
        let Self { counts, regions, .. } = self;
        let mut first = 0;
        regions.clear();
        regions.extend(counts.iter().map(|counts| {
            let most = (0..CLASSES).max_by_key(|&class| counts[class]).unwrap_or(0);
            let characters: u32 = counts.iter().sum();
            let rows = (BUCKETS * characters as usize / ROW as usize).max(2).next_power_of_two();
            let region = Region {
                first,
                large: first + rows as u32 * ROW as u32,
                side: side_of(most),
                most: most as u8,
                shift: u64::BITS - rows.ilog2(),
                widest: Vec3::ZERO,
                heaviest: 0.0,
            };
            first = region.large + 1;
            region
        }));
        first
    }

    /// Counts the characters of each bucket and sorts slots by bucket; returns the number of characters in the fullest bucket. The
    /// bucket behind `all` has those that respond to no other.
    fn put_in_buckets(&mut self, all: usize) -> usize {
        let Self { buckets, starts, slots, .. } = self;
        starts.clear();
        // Two more than there are: what is counted for a bucket becomes where it begins, and then where it ends.
        starts.resize(all + 3, 0);
        for &bucket in buckets.iter() {
            starts[bucket as usize + 2] += 1;
        }
        let (mut fullest, mut before) = (0, 0);
        for (bucket, start) in starts[2..].iter_mut().enumerate() {
            // The bucket of those that meet nobody may be as full as it likes.
            if bucket < all {
                fullest = fullest.max(*start);
            }
            before += *start;
            *start = before;
        }
        slots.resize(buckets.len(), 0);
        for (slot, &bucket) in (0..).zip(buckets.iter()) {
            let place = &mut starts[bucket as usize + 1];
            slots[*place as usize] = slot;
            *place += 1;
        }
        slots.truncate(starts[all] as usize);
        starts.truncate(all + 1);
        fullest as usize
    }

    /// Limits the number of characters in each cell, and of those too large for a cell; keeps the first in tie-breaking order.
    #[inline(never)]
    fn thin_out(&mut self, Columns { states, indices, .. }: &Columns) {
        let (mut kept, mut start, mut number) = (0, 0, 0);
        for bucket in 0..self.starts.len() - 1 {
            let Region { large, side, .. } = self.regions[number];
            let name = |slot: u32| -> ([i32; 3], Tie) {
                let state = &states[slot as usize];
                (cell(middle(state.position), side), tie(state, indices[slot as usize]))
            };
            let end = self.starts[bucket + 1] as usize;
            let is_large = bucket == large as usize;
            number += usize::from(is_large);
            let most = if is_large { MAX_LARGE } else { MAX_IN_CELL };
            if end - start > most {
                let key = |slot: u32| if is_large { ([0; 3], name(slot).1) } else { name(slot) };
                self.slots[start..end].sort_unstable_by_key(|&slot| key(slot));
                let (mut of_cell, mut count) = (None, 0);
                for place in start..end {
                    let this = Some(key(self.slots[place]).0);
                    count = if this == of_cell { count + 1 } else { 1 };
                    of_cell = this;
                    if count <= most {
                        self.slots[kept] = self.slots[place];
                        kept += 1;
                    }
                }
            } else {
                self.slots.copy_within(start..end, kept);
                kept += end - start;
            }
            start = end;
            self.starts[bucket + 1] = kept as u32;
        }
        self.is_overfull = kept < self.slots.len();
        self.slots.truncate(kept);
    }

    /// Computes the segments of all characters' capsules, and for each group the largest half extents and the largest mass.
    fn measure(&mut self) {
        let Self { starts, capsules, segments: all, regions, .. } = self;
        all.clear();
        let mut regions = regions.iter_mut();
        let (mut in_cells, mut end) = (0, 0);
        let mut region = None;
        for (block, eight) in capsules.chunks(WIDTH).enumerate() {
            let nobody = [0.0; WIDTH];
            let mut segments = EightSegments { centers: [nobody; 3], halves: [nobody; 3], radii: nobody };
            for (lane, capsule) in eight.iter().enumerate() {
                let (center, half) = (middle(capsule.position), capsule.half.abs());
                for axis in 0..3 {
                    segments.centers[axis][lane] = center[axis];
                    segments.halves[axis][lane] = half[axis];
                }
                segments.radii[lane] = capsule.radius + capsule.touch_gap;
                let place = (block * WIDTH + lane) as u32;
                while place >= end {
                    region = regions.next();
                    let large = region.as_ref().map_or(starts.len() - 2, |region| region.large as usize);
                    (in_cells, end) = (starts[large], starts[large + 1]);
                }
                if let Some(region) = &mut region {
                    if place < in_cells {
                        region.widest = region.widest.max(capsule.extents());
                    }
                    region.heaviest = region.heaviest.max(capsule.mass);
                }
            }
            all.push(segments);
        }
    }

    /// Whether a full cell hides characters from the neighbour search: which ones, depends on all characters in the cell.
    pub(crate) fn is_overfull(&self) -> bool {
        self.is_overfull
    }

    /// The cells of a group; `None` if it has no characters.
    #[inline(always)]
    pub(crate) fn region(&self, group: u32) -> Option<&Region> {
        self.groups.number(group).map(|number| &self.regions[number])
    }

    /// The cells of the group of the character at a place of the list sorted by bucket.
    #[inline(always)]
    pub(crate) fn region_at(&self, place: usize) -> &Region {
        &self.regions[self.groups.of_slot(self.slot(place))]
    }

    pub(crate) fn capsule(&self, place: usize) -> &BodyCapsule {
        &self.capsules[place]
    }

    pub(crate) fn capsules(&self) -> &[BodyCapsule] {
        &self.capsules
    }

    /// Sets the rank of the character at a place.
    pub(crate) fn set_rank(&mut self, place: usize, rank: f32) {
        self.capsules[place].rank = rank;
    }

    /// Slot of the character at a place of the list sorted by bucket.
    pub(crate) fn slot(&self, place: usize) -> usize {
        self.slots[place] as usize
    }

    pub(crate) fn segments(&self, block: usize) -> &EightSegments {
        &self.segments[block]
    }

    /// Finds places of characters of a group whose capsule boxes may meet a box (metres); also returns its half extents, grown for
    /// rounding.
    #[inline(always)]
    pub(crate) fn around<'a>(&'a self, region: &'a Region, center: Vec3, half: Vec3) -> (Runs<'a>, Vec3) {
        let half = half * (1.0 + BOX_ROUNDING) + center.abs() * BOX_ROUNDING;
        let reach = half + region.widest;
        let [low, high] = [center - reach, center + reach].map(|corner| cell(corner, region.side));
        let [begin, large, end] =
            [region.first, region.large, region.large + 1].map(|bucket| self.starts[bucket as usize] as usize);
        let first = [low[0], low[1].div_euclid(HIGH), low[2].div_euclid(ROW)];
        let last = [high[0], high[1].div_euclid(HIGH), high[2].div_euclid(ROW)];
        let rows = |axis: usize| (i64::from(last[axis]) - i64::from(first[axis]) + 1) as usize;
        // A row takes about as long as a look at one block.
        let is_wide = rows(0).saturating_mul(rows(1)).saturating_mul(rows(2)) > 4 + (end - begin).div_ceil(WIDTH);
        let rest = if is_wide { begin } else { large }..end;
        let next = (!is_wide).then_some(first);
        (Runs { cells: self, region, along: [low[2], high[2]], first, last, next, rest: Some(rest) }, half)
    }
}

impl Region {
    /// Bucket of the cell with these coordinates; other cells of the group may share it.
    #[inline(always)]
    fn bucket(&self, [x, y, z]: [i32; 3]) -> usize {
        let of_row = |along: i32, factor: u64| (i64::from(along) as u64).wrapping_mul(factor);
        // Rows that are neighbours are spread evenly, as by Fibonacci hashing (Knuth 1973).
        let hash = of_row(x, 0x9E37_79B9_7F4A_7C15)
            .wrapping_add(of_row(y.div_euclid(HIGH), 0xC2B2_AE3D_27D4_EB4F))
            .wrapping_add(of_row(z.div_euclid(ROW), 0x1656_67B1_9E37_79F9));
        self.first as usize + (hash >> self.shift) as usize * ROW as usize + z.rem_euclid(ROW) as usize
    }
}

/// Iterator over ranges of places in the list of characters: one for each row of cells, one for those in no cell; may overlap.
pub(crate) struct Runs<'a> {
    cells: &'a NeighbourCells,
    region: &'a Region,
    /// First and last cell along z in which the search looks.
    along: [i32; 2],
    /// First row of cells along each axis in which the search looks; `last`: last row.
    first: [i32; 3],
    last: [i32; 3],
    next: Option<[i32; 3]>,
    rest: Option<Range<usize>>,
}

impl Iterator for Runs<'_> {
    type Item = Range<usize>;

    #[inline(always)]
    fn next(&mut self) -> Option<Range<usize>> {
        while let Some(row @ [x, y, z]) = self.next {
            let Self { first, last, .. } = *self;
            self.next = if z < last[2] {
                Some([x, y, z + 1])
            } else if y < last[1] {
                Some([x, y + 1, first[2]])
            } else {
                (x < last[0]).then(|| [x + 1, first[1], first[2]])
            };
            let run = self.run(row);
            if !run.is_empty() {
                return Some(run);
            }
        }
        self.rest.take().filter(|rest| !rest.is_empty())
    }
}

impl Runs<'_> {
    /// Range of places, in the list of characters, of those in one row of cells.
    #[inline(always)]
    fn run(&self, [x, y, z]: [i32; 3]) -> Range<usize> {
        let [low, high] = self.along;
        let (from, to) = (low.max(z * ROW), high.min(z * ROW + (ROW - 1)));
        let first = self.region.bucket([x, y * HIGH, from]);
        let starts = &self.cells.starts;
        starts[first] as usize..starts[first + (to - from) as usize + 1] as usize
    }
}

/// Position of a character rounded to `f32`; both parts are added, as the low part may be large.
#[inline(always)]
pub(crate) fn middle(position: Position) -> Vec3 {
    position.high + position.low
}

#[inline(always)]
fn cell(center: Vec3, side: f32) -> [i32; 3] {
    // `floor` is a call where the processor's instruction for it must not be taken for granted. A side is a power of two.
    (center * (1.0 / side)).to_array().map(|at| {
        let towards_zero = at as i32;
        towards_zero - i32::from(towards_zero as f32 > at)
    })
}

/// Side of the cells for characters of a size class, metres.
fn side_of(class: usize) -> f32 {
    LEAST_CELL * (1_u32 << class) as f32
}

/// Size class of the characters of a profile, by the diameter of their bodies: the smallest class whose cells are as large.
fn class_of(profile: &CharacterProfile) -> u8 {
    if !profile.meets_others() {
        return NO_CLASS;
    }
    let diameter = 2.0 * profile.shape().half_extents().max_element();
    (0..CLASSES - 1).find(|&class| side_of(class) >= diameter).unwrap_or(CLASSES - 1) as u8
}
