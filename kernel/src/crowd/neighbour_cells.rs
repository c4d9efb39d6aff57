//! Where everybody is at the start of a step: cells in which those near a place are found.
//!
//! In: the columns of a batch. Out: capsules in the order of their cells, and runs of them around a box.
//! 1. Cells are cubes, with a power of two for a side that is twice the longest radius of most characters or more. Those too large for
//!    that have a list of their own.
//! 2. Keys are sorted: cells along one axis, then the names. So a row of cells is one run of capsules, found by bisection, and
//!    neither the order of slots nor threads show.
//! 3. In a cell only the first [`MAX_IN_CELL`] names are seen by others: that bounds the work, however many are on one spot.
//!
//! Coordinates of boxes are `f32`, and boxes grow by what that rounds; the gap to who is found is measured in `f64`. A box looks at
//! more cells where the world is so far out that its coordinates are coarse, and results are the same.

use crate::base::place_order::{fill, sort_keys};
use crate::base::tolerance::{BOX_ROUNDING, LEAST_CELL, MAX_IN_CELL, MAX_LARGE};
use crate::character::body_capsule::{BodyCapsule, Tie, tie};
use crate::character::profile::CharacterProfile;
use crate::crowd::columns::Columns;
use crate::crowd::report::Contribution;
use crate::frame::position::Position;
use crate::simd::{Eight, WIDTH};
use glam::Vec3;
use std::ops::Range;

/// Which cell, which of those in it, and where in the columns it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct CellKey {
    /// Of the first and the third axis; after them those too large for a cell, and those who meet nobody.
    row: u64,
    /// Along the second axis.
    along: u32,
    tie: Tie,
    slot: u32,
}

const LARGE: u64 = u64::MAX - 1;
const NOBODY: u64 = u64::MAX;

/// Sides of cells are powers of two from -6 to 18: twice the largest radius.
const CLASSES: usize = 25;

/// What stands for the class of who meets nobody.
const NO_CLASS: u8 = u8::MAX;

/// The boxes around eight capsules.
#[derive(Clone, Copy, Debug)]
pub(super) struct EightBoxes {
    pub(super) centers: [Eight; 3],
    pub(super) halves: [Eight; 3],
}

#[derive(Clone, Debug, Default)]
pub(super) struct NeighbourCells {
    keys: Vec<CellKey>,
    capsules: Vec<BodyCapsule>,
    boxes: Vec<EightBoxes>,
    /// The class of the size of each profile.
    classes: Vec<u8>,
    /// Metres.
    side: f32,
    /// Half the extents of the largest in a cell, along each axis.
    widest: Vec3,
    /// How many are in cells.
    in_cells: usize,
    heaviest: f32,
    /// Whether somebody is not seen by others.
    is_overfull: bool,
}

impl NeighbourCells {
    /// Puts everybody into cells who meets others.
    pub(super) fn build(&mut self, columns: &Columns, profiles: &[CharacterProfile]) {
        let Columns { states, indices, resting, .. } = columns;
        self.classes.clear();
        self.classes.extend(profiles.iter().map(class_of));
        let classes = &self.classes;
        let class = |slot: usize| {
            let is_refused = resting[slot] == Some(Contribution::REFUSED);
            if is_refused { NO_CLASS } else { classes[states[slot].profile as usize] }
        };
        let mut counts = [0_usize; CLASSES];
        for slot in 0..states.len() {
            if let Some(count) = counts.get_mut(usize::from(class(slot))) {
                *count += 1;
            }
        }
        let most = (0..CLASSES).max_by_key(|&class| counts[class]).unwrap_or(0);
        let side = side_of(most);
        fill(&mut self.keys, states, |slot, state| {
            let tie = tie(state, indices[slot as usize]);
            let (row, along) = match class(slot as usize) {
                NO_CLASS => (NOBODY, 0),
                class if usize::from(class) > most => (LARGE, 0),
                _ => {
                    let [x, y, z] = cell(middle(state.position), side);
                    (row(x, z), ordered(y))
                }
            };
            CellKey { row, along, tie, slot }
        });
        sort_keys(&mut self.keys);
        self.keys.truncate(self.keys.partition_point(|key| key.row != NOBODY));
        let everybody = self.keys.len();
        let (mut cell, mut count) = (None, 0);
        self.keys.retain(|key| {
            let this = Some((key.row, key.along));
            count = if this == cell { count + 1 } else { 1 };
            cell = this;
            count <= if key.row == LARGE { MAX_LARGE } else { MAX_IN_CELL }
        });
        self.is_overfull = self.keys.len() < everybody;
        fill(&mut self.capsules, &self.keys, |_, key| {
            let state = &states[key.slot as usize];
            BodyCapsule::of(&profiles[state.profile as usize], state, indices[key.slot as usize])
        });
        self.side = side;
        self.in_cells = self.keys.partition_point(|key| key.row != LARGE);
        self.measure();
    }

    /// The boxes of all capsules.
    fn measure(&mut self) {
        self.boxes.clear();
        (self.widest, self.heaviest) = (Vec3::ZERO, 0.0);
        for (block, eight) in self.capsules.chunks(WIDTH).enumerate() {
            let nowhere = [[f32::MAX; WIDTH]; 3];
            let mut boxes = EightBoxes { centers: nowhere, halves: [[0.0; WIDTH]; 3] };
            for (lane, capsule) in eight.iter().enumerate() {
                let (center, half) = (middle(capsule.position), capsule.extents());
                for axis in 0..3 {
                    boxes.centers[axis][lane] = center[axis];
                    boxes.halves[axis][lane] = half[axis];
                }
                if block * WIDTH + lane < self.in_cells {
                    self.widest = self.widest.max(half);
                }
                self.heaviest = self.heaviest.max(capsule.mass);
            }
            self.boxes.push(boxes);
        }
    }

    /// Whether somebody is not seen by others: who that is may change by who comes to another place of the cell.
    pub(super) fn is_overfull(&self) -> bool {
        self.is_overfull
    }

    /// The largest mass.
    pub(super) fn heaviest(&self) -> f32 {
        self.heaviest
    }

    pub(super) fn capsule(&self, place: usize) -> &BodyCapsule {
        &self.capsules[place]
    }

    /// Where in the columns.
    pub(super) fn slot(&self, place: usize) -> usize {
        self.keys[place].slot as usize
    }

    pub(super) fn boxes(&self, block: usize) -> &EightBoxes {
        &self.boxes[block]
    }

    /// Runs of places that hold all whose boxes meet one, metres, and others; and half its extents, grown by rounding.
    pub(super) fn around(&self, center: Vec3, half: Vec3) -> (Runs<'_>, Vec3) {
        let half = half * (1.0 + BOX_ROUNDING) + center.abs() * BOX_ROUNDING;
        let reach = half + self.widest;
        let [low, high] = [center - reach, center + reach].map(|corner| cell(corner, self.side));
        let rows = |axis: usize| (i64::from(high[axis]) - i64::from(low[axis]) + 1) as usize;
        let [across, deep] = [rows(0), rows(2)];
        // A bisection takes about as long as a look at sixteen blocks.
        let is_wide = across.saturating_mul(deep) > 4 + self.boxes.len() / 16;
        let (rest, next) = if is_wide { (0, None) } else { (self.in_cells, Some([low[0], low[2]])) };
        (Runs { cells: self, low, high, next, rest: Some(rest..self.keys.len()) }, half)
    }
}

/// Runs of places: one for each row of cells, one for those that are in none.
pub(super) struct Runs<'a> {
    cells: &'a NeighbourCells,
    low: [i32; 3],
    high: [i32; 3],
    /// The row that comes next, along the first and the third axis.
    next: Option<[i32; 2]>,
    rest: Option<Range<usize>>,
}

impl Iterator for Runs<'_> {
    type Item = Range<usize>;

    fn next(&mut self) -> Option<Range<usize>> {
        while let Some([x, z]) = self.next {
            self.next =
                if z < self.high[2] { Some([x, z + 1]) } else { (x < self.high[0]).then(|| [x + 1, self.low[2]]) };
            let row = row(x, z);
            let [first, last] = [self.low[1], self.high[1]].map(|y| (row, ordered(y)));
            let keys = &self.cells.keys[..self.cells.in_cells];
            let start = keys.partition_point(|key| (key.row, key.along) < first);
            let count = keys[start..].iter().take_while(|key| (key.row, key.along) <= last).count();
            if count > 0 {
                return Some(start..start + count);
            }
        }
        self.rest.take().filter(|rest| !rest.is_empty())
    }
}

/// A centre, rounded to `f32`: the smaller part may be large.
#[inline(always)]
pub(super) fn middle(position: Position) -> Vec3 {
    position.high + position.low
}

#[inline(always)]
fn cell(center: Vec3, side: f32) -> [i32; 3] {
    // `floor` is a call where the processor's instruction for it must not be taken for granted.
    (center / side).to_array().map(|at| {
        let towards_zero = at as i32;
        towards_zero - i32::from(towards_zero as f32 > at)
    })
}

/// In an order that goes on through zero.
#[inline(always)]
fn ordered(cell: i32) -> u32 {
    cell as u32 ^ 1 << 31
}

#[inline(always)]
fn row(x: i32, z: i32) -> u64 {
    u64::from(ordered(x)) << 32 | u64::from(ordered(z))
}

/// The side of the cells for a class of sizes, metres.
fn side_of(class: usize) -> f32 {
    LEAST_CELL * (1_u32 << class) as f32
}

/// The class of the size of characters of a profile.
fn class_of(profile: &CharacterProfile) -> u8 {
    if !profile.meets_others() {
        return NO_CLASS;
    }
    let diameter = 2.0 * profile.shape().radii().max_element();
    (0..CLASSES - 1).find(|&class| side_of(class) >= diameter).unwrap_or(CLASSES - 1) as u8
}
