//! A tree over the boxes of instances, or of characters: eight boxes a node, all leaves on one level.
//!
//! In: a box for each instance, world space. Out: the instances whose boxes meet another box, in ascending order.
//! 1. Leaves lie in the order of a space-filling curve; eight consecutive leaves are a node, eight consecutive nodes one of the
//!    level above, up to a single one. There are no links: the place of a node determines its children.
//! 2. A box that changes is written into its leaf, and the union into every node above: some hundred comparisons.
//! 3. New instances go behind the others, wherever they are. When more than 64 plus half of all have been added, moved or removed
//!    since the leaves were sorted, they are sorted again.
//!
//! The order of leaves changes no result.

use crate::base::place_order::{Key, position_on_curve, sort_keys};
use crate::bvh::boxes::Bounds;
use crate::simd::{Eight, Lanes, WIDTH};
use alloc::vec::Vec;
use glam::{Vec3, Vec3A};

/// Maximum number of levels of a tree with eight children per node, as leaf indices are `u32`.
pub(super) const MOST_LEVELS: usize = (u32::BITS as usize).div_ceil(WIDTH.ilog2() as usize);

/// Value for a tree leaf without an instance, and for an instance without a leaf.
const NONE: u32 = u32::MAX;

/// Number of box changes, in addition to half the number of leaves, after which the tree's leaves are sorted again.
const FEW_CHANGES: usize = 64;

/// The boxes of the eight children of a tree node: `low[axis][child]`, `high[axis][child]`.
#[derive(Clone, Copy, Debug)]
#[repr(C, align(64))]
pub(super) struct EightBoxes {
    pub(super) low: [Eight; 3],
    pub(super) high: [Eight; 3],
}

impl EightBoxes {
    /// Boxes that meet no box, not even an unbounded one, and add nothing to a union: every comparison with NaN is false.
    const EMPTY: Self = Self { low: [[f32::NAN; WIDTH]; 3], high: [[f32::NAN; WIDTH]; 3] };

    fn set(&mut self, child: usize, bounds: &Bounds) {
        for axis in 0..3 {
            (self.low[axis][child], self.high[axis][child]) = (bounds.low[axis], bounds.high[axis]);
        }
    }

    fn union(&self) -> Bounds {
        let mut bounds = NOTHING;
        for axis in 0..3 {
            bounds.low[axis] = self.low[axis].into_iter().fold(f32::INFINITY, f32::min);
            bounds.high[axis] = self.high[axis].into_iter().fold(f32::NEG_INFINITY, f32::max);
        }
        bounds
    }

    fn get(&self, child: usize) -> Bounds {
        let of = |v: &[Eight; 3]| Vec3A::new(v[0][child], v[1][child], v[2][child]);
        Bounds { low: of(&self.low), high: of(&self.high) }
    }

    /// Mask of the children whose boxes meet the box from `low` to `high`, a bit each.
    #[inline(always)]
    fn meeting<L: Lanes>(&self, lanes: L, low: Vec3, high: Vec3) -> u32 {
        let (lows, highs) = (lanes.load3(&self.low), lanes.load3(&self.high));
        let (low, high) = (lanes.splat3(low), lanes.splat3(high));
        let below = lanes.le(lows.x, high.x) & lanes.le(lows.y, high.y) & lanes.le(lows.z, high.z);
        let above = lanes.ge(highs.x, low.x) & lanes.ge(highs.y, low.y) & lanes.ge(highs.z, low.z);
        lanes.bits(below & above)
    }
}

/// Union of no boxes: the box that a union with any other box equals that box.
const NOTHING: Bounds = Bounds { low: Vec3A::INFINITY, high: Vec3A::NEG_INFINITY };

/// The box of a removed instance, which meets no box: see [`EightBoxes::EMPTY`].
const GONE: Bounds = Bounds { low: Vec3A::NAN, high: Vec3A::NAN };

/// Tree over the bounding boxes of instances: finds the instances whose boxes meet a box.
#[derive(Clone, Debug)]
pub(crate) struct BoxTree {
    /// Boxes of the tree by level; level 0 holds the leaves. Levels from `height` on are empty and keep their memory.
    levels: Vec<Vec<EightBoxes>>,
    height: usize,
    /// Box around all leaves. Kept, as every query asks for it, and its 48 comparisons cost more than opening a node.
    bounds: Bounds,
    /// Index of the instance of each leaf, or [`NONE`].
    owners: Vec<u32>,
    /// Leaf number of each instance, or [`NONE`].
    leaves: Vec<u32>,
    /// Number of boxes added, moved or removed since the tree's leaves were sorted.
    changes: usize,
    keys: Vec<Key>,
    spare: Vec<(u32, Bounds)>,
}

impl Default for BoxTree {
    fn default() -> Self {
        Self {
            levels: Vec::new(),
            height: 0,
            bounds: NOTHING,
            owners: Vec::new(),
            leaves: Vec::new(),
            changes: 0,
            keys: Vec::new(),
            spare: Vec::new(),
        }
    }
}

impl BoxTree {
    /// Bounding box of an instance; a box that meets nothing if the instance has none.
    pub(super) fn get(&self, instance: u32) -> Bounds {
        let leaf = self.leaves.get(instance as usize).map_or(NONE, |&leaf| leaf) as usize;
        self.levels().first().and_then(|leaves| leaves.get(leaf / WIDTH)).map_or(GONE, |eight| eight.get(leaf % WIDTH))
    }

    /// Sets the bounding box of an instance, which may be new, and updates the nodes above it.
    pub(super) fn set(&mut self, instance: u32, bounds: &Bounds) {
        if self.leaves.len() <= instance as usize {
            self.leaves.resize(instance as usize + 1, NONE);
        }
        let mut leaf = self.leaves[instance as usize];
        if leaf == NONE {
            leaf = self.owners.len() as u32;
            self.owners.push(instance);
            self.leaves[instance as usize] = leaf;
        }
        self.write(leaf as usize, bounds);
        self.note_change();
    }

    /// Removes the bounding box of an instance that has one from the tree.
    pub(super) fn remove(&mut self, instance: u32) {
        let leaf = core::mem::replace(&mut self.leaves[instance as usize], NONE) as usize;
        self.owners[leaf] = NONE;
        self.write(leaf, &GONE);
        self.note_change();
    }

    /// Removes the boxes of all instances from the tree.
    pub(super) fn clear(&mut self) {
        for &owner in self.owners.iter().filter(|&&owner| owner != NONE) {
            self.leaves[owner as usize] = NONE;
        }
        self.owners.clear();
        self.lower(0);
        self.bounds = NOTHING;
        self.changes = 0;
    }

    /// Replaces the boxes of all instances by `boxes` (instance index and box each); `sort` must sort a slice of keys.
    pub(crate) fn rebuild(&mut self, boxes: impl Iterator<Item = (u32, Bounds)>, sort: impl FnOnce(&mut [Key])) {
        self.clear();
        self.spare.clear();
        self.spare.extend(boxes);
        if let Some(most) = self.spare.iter().map(|&(instance, _)| instance as usize + 1).max() {
            self.leaves.resize(self.leaves.len().max(most), NONE);
            self.build(sort);
        }
    }

    /// Box around the boxes of all instances in the tree.
    #[inline(always)]
    pub(crate) fn bounds(&self) -> Bounds {
        self.bounds
    }

    /// Appends the indices of the instances whose boxes meet `bounds` to an empty list, in ascending order.
    #[inline(always)]
    pub(super) fn meeting<L: Lanes>(&self, lanes: L, bounds: &Bounds, instances: &mut Vec<u32>) {
        self.visit_meeting(lanes, bounds, |instance| {
            instances.push(instance);
            true
        });
        instances.sort_unstable();
    }

    /// Whether the box of any instance meets `bounds`.
    #[inline(always)]
    pub(super) fn meets<L: Lanes>(&self, lanes: L, bounds: &Bounds) -> bool {
        let mut meets = false;
        self.visit_meeting(lanes, bounds, |_| {
            meets = true;
            false
        });
        meets
    }

    /// Calls `take` for each instance whose box meets `bounds`, until it returns false.
    #[inline(always)]
    fn visit_meeting<L: Lanes>(&self, lanes: L, bounds: &Bounds, mut take: impl FnMut(u32) -> bool) {
        let (low, high) = (bounds.low.into(), bounds.high.into());
        let Some(mut level) = self.height.checked_sub(1) else { return };
        // For each level the current node, and its children that wait.
        let mut waiting = [(0_usize, 0_u32); MOST_LEVELS];
        waiting[level] = (0, self.levels[level][0].meeting(lanes, low, high));
        loop {
            let (node, children) = &mut waiting[level];
            if *children == 0 {
                level += 1;
                if level == self.height {
                    break;
                }
                continue;
            }
            let child = *node * WIDTH + children.trailing_zeros() as usize;
            *children &= *children - 1;
            if level == 0 {
                if !take(self.owners[child]) {
                    break;
                }
            } else {
                level -= 1;
                waiting[level] = (child, self.levels[level][child].meeting(lanes, low, high));
            }
        }
    }

    /// Writes the bounding box of a leaf, and updates the union in each node above it.
    fn write(&mut self, leaf: usize, bounds: &Bounds) {
        let (mut child, mut bounds) = (leaf, *bounds);
        for level in 0.. {
            if level == self.height {
                self.add_level();
            }
            let nodes = &mut self.levels[level];
            if nodes.len() <= child / WIDTH {
                nodes.resize(child / WIDTH + 1, EightBoxes::EMPTY);
            }
            let node = &mut nodes[child / WIDTH];
            node.set(child % WIDTH, &bounds);
            if nodes.len() == 1 {
                self.bounds = nodes[0].union();
                return;
            }
            (bounds, child) = (nodes[child / WIDTH].union(), child / WIDTH);
        }
    }

    /// Index of the instance of a leaf, or [`NONE`].
    #[inline(always)]
    pub(super) fn owner(&self, leaf: usize) -> u32 {
        self.owners[leaf]
    }

    #[inline(always)]
    pub(super) fn levels(&self) -> &[Vec<EightBoxes>] {
        &self.levels[..self.height]
    }

    /// Removes all levels of the tree from level `height` on.
    fn lower(&mut self, height: usize) {
        self.levels[height..].iter_mut().for_each(Vec::clear);
        self.height = height;
    }

    /// Adds a tree level above the highest one, with the unions of its boxes.
    fn add_level(&mut self) {
        if self.levels.len() == self.height {
            self.levels.push(Vec::new());
        }
        let (levels, above) = self.levels.split_at_mut(self.height);
        if let Some(below) = levels.last() {
            above[0].resize(below.len().div_ceil(WIDTH), EightBoxes::EMPTY);
            for (place, node) in below.iter().enumerate() {
                above[0][place / WIDTH].set(place % WIDTH, &node.union());
            }
        }
        self.height += 1;
    }

    fn note_change(&mut self) {
        self.changes += 1;
        if self.changes > FEW_CHANGES + self.owners.len() / 2 {
            self.sort();
        }
    }

    /// Sorts the leaves by the position of their boxes along a Morton curve, and drops leaves without an instance.
    fn sort(&mut self) {
        self.spare.clear();
        for (leaf, &owner) in self.owners.iter().enumerate() {
            if owner != NONE {
                self.spare.push((owner, self.levels[0][leaf / WIDTH].get(leaf % WIDTH)));
            }
        }
        self.build(sort_keys);
    }

    /// Builds leaves and nodes of the tree from the boxes in `spare`, with `sort` for the keys of the leaves.
    fn build(&mut self, sort: impl FnOnce(&mut [Key])) {
        self.changes = 0;
        self.keys.clear();
        self.keys.extend(self.spare.iter().enumerate().map(|(place, (_, bounds))| {
            let middle = if bounds.low.is_finite() { (bounds.low + bounds.high) * 0.5 } else { Vec3A::ZERO };
            (position_on_curve(middle.into()), place as u32)
        }));
        sort(&mut self.keys);
        self.owners.clear();
        self.lower(0);
        self.add_level();
        let leaves = &mut self.levels[0];
        leaves.resize(self.spare.len().div_ceil(WIDTH).max(1), EightBoxes::EMPTY);
        for (leaf, &(_, place)) in self.keys.iter().enumerate() {
            let (owner, bounds) = self.spare[place as usize];
            self.owners.push(owner);
            self.leaves[owner as usize] = leaf as u32;
            leaves[leaf / WIDTH].set(leaf % WIDTH, &bounds);
        }
        while self.levels().last().is_some_and(|top| top.len() > 1) {
            self.add_level();
        }
        self.bounds = self.levels[self.height - 1][0].union();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::simd::{Backend, Chosen, task};
    use sweep8_scalar_ref::random::Random;

    task! {
        struct MeetBoxes<'a> {
            tree: &'a BoxTree,
            bounds: &'a Bounds,
        }
        fn run<L>(lanes) -> Vec<u32> {
            let mut instances = Vec::new();
            tree.meeting(lanes, bounds, &mut instances);
            instances
        }
    }

    #[test]
    fn a_box_without_bounds_meets_all_that_are_there_and_none_that_are_gone() {
        let everywhere = Bounds { low: Vec3A::NEG_INFINITY, high: Vec3A::INFINITY };
        let mut tree = BoxTree::default();
        for backend in Backend::available() {
            let chosen = Chosen::new(backend).expect("it is available");
            for instance in 0..20 {
                tree.set(instance, &Bounds::about(Vec3A::splat(instance as f32), Vec3A::ONE));
                assert_eq!(
                    chosen.run(MeetBoxes { tree: &tree, bounds: &everywhere }),
                    (0..=instance).collect::<Vec<_>>(),
                    "{backend}"
                );
            }
            for instance in 0..20 {
                tree.remove(instance);
                assert_eq!(
                    chosen.run(MeetBoxes { tree: &tree, bounds: &everywhere }),
                    (instance + 1..20).collect::<Vec<_>>(),
                    "{backend}"
                );
            }
        }
    }

    #[test]
    fn of_boxes_that_come_move_and_go_those_are_found_that_meet_another() {
        let mut random = Random(1);
        let (mut tree, mut boxes) = (BoxTree::default(), Vec::<Option<Bounds>>::new());
        let mut found = 0;
        for change in 0..3_000 {
            let bounds = Bounds::about(random.signed_vector() * 50.0, (random.signed_vector().abs() + 0.1) * 2.0);
            let index = (random.signed().abs() * boxes.len() as f32) as usize % boxes.len().max(1);
            if boxes.is_empty() || change % 3 == 0 {
                boxes.push(Some(bounds));
                tree.set(boxes.len() as u32 - 1, &bounds);
            } else if change % 7 == 0 && boxes[index].is_some() {
                boxes[index] = None;
                tree.remove(index as u32);
            } else {
                boxes[index] = Some(bounds);
                tree.set(index as u32, &bounds);
            }
            let asked = Bounds::about(random.signed_vector() * 50.0, random.signed_vector().abs() * 20.0);
            let meets = |bounds: &Bounds| bounds.low.cmple(asked.high).all() && bounds.high.cmpge(asked.low).all();
            let expected: Vec<u32> =
                (0..boxes.len() as u32).filter(|&index| boxes[index as usize].as_ref().is_some_and(meets)).collect();
            for backend in Backend::available() {
                let met = Chosen::new(backend).expect("it is available").run(MeetBoxes { tree: &tree, bounds: &asked });
                assert_eq!(met, expected, "{backend}, change {change}");
            }
            found += expected.len();
            let all = boxes
                .iter()
                .flatten()
                .fold(NOTHING, |all, next| Bounds { low: all.low.min(next.low), high: all.high.max(next.high) });
            let bounds = tree.bounds();
            assert_eq!((bounds.low, bounds.high), (all.low, all.high), "change {change}");
        }
        assert!(found > 10_000, "{found}");
    }
}
