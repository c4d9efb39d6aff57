//! Splits neighbouring boxes into groups of a given size, most of them full.
//!
//! In: the boxes of some triangles, or of blocks. Out: groups of them, and the boxes around those.
//!
//! A row sorted along an axis is cut where groups stay full and the surfaces of both sides, times their groups, are least;
//! then each side again. García, López and Leutenegger (1998) build trees from above in this way; the cost is the surface
//! area heuristic of Goldsmith and Salmon (1987). Reading a group costs the same however full it is, and blocks that follow
//! a binary tree hold less than six triangles on average.
//!
//! A row is sorted once along each axis, and a cut leaves the rows of both its sides sorted. So a cut takes time in
//! proportion to what it cuts; there are at most 64 groups, and most often six cuts one after the other.

use crate::bvh::boxes::Bounds;
use alloc::vec::Vec;
use core::array::from_fn;
use core::ops::Range;
use glam::{Mat3A, Vec3A};

/// Reusable memory for cutting boxes of a tree under construction into groups.
#[derive(Debug, Default)]
pub(crate) struct Partitioner {
    boxes: Vec<Bounds>,
    /// For each axis, the indices of all boxes, sorted by their middles along this axis and divided at every cut.
    rows: [Vec<u32>; 3],
    /// Sort keys of the boxes along one axis: middle of each box, and its index.
    keys: Vec<u64>,
    /// For each place in the sorted rows, half the surface area of the box around this and all later boxes; a component for each axis.
    behind: Vec<Vec3A>,
    /// For each box, whether it lies before the current cut.
    is_first: Vec<bool>,
    /// Indices of the boxes behind the current cut, while a sorted row of boxes is divided.
    second: Vec<u32>,
}

impl Partitioner {
    /// Splits boxes into groups of up to `size`; `take` receives the indices of each group into `boxes`, and the box around it.
    /// Cuts leave a multiple of `step` on one side: with `step = size` the number of groups is minimal; with 1 some groups are
    /// smaller if that makes boxes smaller. Both are powers of two: every index is tested for its remainder.
    pub(crate) fn partition(
        &mut self,
        boxes: &[Bounds],
        size: usize,
        step: usize,
        take: &mut impl FnMut(&[u32], Bounds),
    ) {
        self.boxes.clear();
        self.boxes.extend_from_slice(boxes);
        self.is_first.resize(boxes.len(), false);
        self.behind.resize(boxes.len(), Vec3A::ZERO);
        self.second.resize(boxes.len(), 0);
        for (axis, row) in self.rows.iter_mut().enumerate() {
            let key = |(place, around): (usize, &Bounds)| {
                u64::from(ascending(around.low[axis] + around.high[axis])) << 32 | place as u64
            };
            self.keys.clear();
            self.keys.extend(self.boxes.iter().enumerate().map(key));
            self.keys.sort_unstable();
            row.clear();
            row.extend(self.keys.iter().map(|&key| key as u32));
        }
        self.cut(0..boxes.len(), size, step, take);
    }

    /// Cuts the boxes at the places `part` of the sorted rows recursively into groups of up to `size`, which `take` receives.
    fn cut(&mut self, part: Range<usize>, size: usize, step: usize, take: &mut impl FnMut(&[u32], Bounds)) {
        if part.len() <= size {
            let group = &self.rows[0][part];
            let around = group.iter().fold(Bounds::EMPTY, |all, &place| all.union(&self.boxes[place as usize]));
            take(group, around);
            return;
        }
        let (axis, first) = self.best_cut(part.clone(), size, step);
        let middle = part.start + first;
        for (place, &member) in self.rows[axis][part.clone()].iter().enumerate() {
            self.is_first[member as usize] = place < first;
        }
        // The row along the axis of the cut is already divided.
        for other in [(axis + 1) % 3, (axis + 2) % 3] {
            divide(&mut self.rows[other][part.clone()], &self.is_first, &mut self.second);
        }
        self.cut(part.start..middle, size, step, take);
        self.cut(middle..part.end, size, step, take);
    }

    /// Axis of the cut of `part` with the least surface area, and the number of boxes before this cut.
    fn best_cut(&mut self, part: Range<usize>, size: usize, step: usize) -> (usize, usize) {
        let count = part.len();
        let groups = |members: usize| ((members + size - 1) >> size.trailing_zeros()) as f32;
        let is_cut = |place: usize| place & (step - 1) == 0 || (count - place) & (step - 1) == 0;
        let rows = self.rows.each_ref().map(|row| &row[part.clone()]);
        let member = |axis: usize, place: usize| &self.boxes[rows[axis][place] as usize];
        let behind = &mut self.behind[..count];
        let mut around = [Bounds::EMPTY; 3];
        for place in (1..count).rev() {
            around = from_fn(|axis| around[axis].union(member(axis, place)));
            if is_cut(place) {
                behind[place] = half_areas(&around);
            }
        }
        let (mut best, mut least) = ([size; 3], Vec3A::INFINITY);
        let mut around = [Bounds::EMPTY; 3];
        for (place, &behind) in behind.iter().enumerate().skip(1) {
            around = from_fn(|axis| around[axis].union(member(axis, place - 1)));
            if is_cut(place) {
                let cost = half_areas(&around) * groups(place) + behind * groups(count - place);
                let less = cost.cmplt(least);
                if less.any() {
                    least = Vec3A::select(less, cost, least);
                    best = from_fn(|axis| if less.test(axis) { place } else { best[axis] });
                }
            }
        }
        let axis = least.min_position();
        (axis, best[axis])
    }
}

/// Half the surface areas of three boxes, a component for each; operations are in the same order as in `half_area`.
fn half_areas(boxes: &[Bounds; 3]) -> Vec3A {
    let [x, y, z] = boxes.map(|around| around.extent());
    let Mat3A { x_axis: x, y_axis: y, z_axis: z } = Mat3A::from_cols(x, y, z).transpose();
    (x + y) * z + x * y
}

/// Divides a sorted row of box indices: moves boxes before the cut in front of the others; both parts keep their order.
fn divide(row: &mut [u32], is_first: &[bool], second: &mut [u32]) {
    let (mut firsts, mut seconds) = (0, 0);
    for place in 0..row.len() {
        let member = row[place];
        // Writes both and advances one: the branch would be unpredictable.
        row[firsts] = member;
        second[seconds] = member;
        let is_first = usize::from(is_first[member as usize]);
        firsts += is_first;
        seconds += 1 - is_first;
    }
    row[firsts..].copy_from_slice(&second[..seconds]);
}

/// Maps a float to an integer so that integers have the order of the floats.
fn ascending(value: f32) -> u32 {
    let bits = value.to_bits();
    if bits >> 31 == 0 { bits | 1 << 31 } else { !bits }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::vec;

    const SIZE: usize = 8;

    /// Makes test boxes scattered along a curve, some of them large.
    fn scattered(count: usize) -> Vec<Bounds> {
        let boxes = (0..count).map(|place| {
            let turn = place as f32 * 2.4;
            let middle = Vec3A::new(turn.cos() * turn, 0.3 * turn, turn.sin() * turn);
            let half = Vec3A::splat(if place % 7 == 0 { 5.0 } else { 0.2 });
            Bounds::about(middle, half)
        });
        boxes.collect()
    }

    fn groups_of(bounds: &[Bounds], step: usize) -> Vec<Vec<u32>> {
        let mut groups = Vec::new();
        Partitioner::default().partition(bounds, SIZE, step, &mut |group, around| {
            assert!(group.iter().all(|&member| {
                let inner = &bounds[member as usize];
                around.holds(inner)
            }));
            groups.push(group.to_vec());
        });
        groups
    }

    #[test]
    fn every_triangle_is_in_one_group_and_all_groups_but_one_are_full() {
        for count in 1..=64 {
            let groups = groups_of(&scattered(count), SIZE);
            assert_eq!(groups.len(), count.div_ceil(SIZE), "{count}");
            assert!(groups.iter().filter(|group| group.len() < SIZE).count() <= 1, "{groups:?}");
            let mut members = groups.concat();
            members.sort_unstable();
            assert!(members.iter().copied().eq(0..count as u32), "{groups:?}");
        }
    }

    #[test]
    fn two_heaps_far_apart_share_no_group_whatever_their_size() {
        let mut bounds = scattered(32);
        for bounds in &mut bounds[..13] {
            (bounds.low, bounds.high) = (bounds.low + 1e4, bounds.high + 1e4);
        }
        let is_apart = |group: &Vec<u32>| group.iter().all(|&member| (member < 13) == (group[0] < 13));
        assert!(groups_of(&bounds, 1).iter().all(is_apart));
        assert!(!groups_of(&bounds, SIZE).iter().all(is_apart), "both heaps have a rest");
    }

    #[test]
    fn boxes_as_large_as_numbers_are_packed_all_the_same() {
        let bounds = vec![Bounds { low: Vec3A::splat(-3e38), high: Vec3A::splat(3e38) }; 20];
        assert_eq!(groups_of(&bounds, 1).concat().len(), 20);
    }
}
