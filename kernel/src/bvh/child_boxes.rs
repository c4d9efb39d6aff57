//! The boxes of up to 64 children of a node, as lanes read them: a child in each lane, eight children in a group.
//!
//! In: boxes, one by one or eight at a time. Out: groups of eight, and the box around all.

use crate::bvh::boxes::Bounds;
use crate::bvh::node::{GROUPS, MOST_CHILDREN};
use crate::simd::{Eight, LaneVec, Lanes, WIDTH, task};
use glam::Vec3A;

/// Corners of boxes along each axis, by group.
type Corners = [[Eight; 3]; GROUPS];

/// Boxes of the children of one node, mesh space; past the last of them lie empty boxes.
#[derive(Clone, Debug)]
pub(crate) struct ChildBoxes {
    count: usize,
    low: Corners,
    high: Corners,
}

impl ChildBoxes {
    /// `count` empty boxes, at most 64.
    pub(crate) fn empty(count: usize) -> Self {
        debug_assert!(count <= MOST_CHILDREN, "{count} children");
        let Bounds { low, high } = Bounds::EMPTY;
        Self { count, low: [[[low.x; WIDTH]; 3]; GROUPS], high: [[[high.x; WIDTH]; 3]; GROUPS] }
    }

    /// The boxes of a slice of at most 64.
    #[cfg(any(feature = "std", test))]
    pub(crate) fn of(boxes: &[Bounds]) -> Self {
        let mut all = Self::empty(boxes.len());
        for (child, bounds) in boxes.iter().enumerate() {
            all.set(child, bounds);
        }
        all
    }

    /// Number of boxes, empty ones included.
    #[inline(always)]
    pub(crate) fn len(&self) -> usize {
        self.count
    }

    pub(crate) fn get(&self, child: usize) -> Bounds {
        let corner = |of: &Corners| Vec3A::from_array(of[child / WIDTH].map(|axis| axis[child % WIDTH]));
        Bounds { low: corner(&self.low), high: corner(&self.high) }
    }

    pub(crate) fn set(&mut self, child: usize, bounds: &Bounds) {
        for axis in 0..3 {
            self.low[child / WIDTH][axis][child % WIDTH] = bounds.low[axis];
            self.high[child / WIDTH][axis][child % WIDTH] = bounds.high[axis];
        }
    }

    /// Low and high corners of the children `8 * group` to `8 * group + 7`.
    #[inline(always)]
    pub(crate) fn group<L: Lanes>(&self, lanes: L, group: usize) -> [LaneVec<L::Float>; 2] {
        [lanes.load3(&self.low[group]), lanes.load3(&self.high[group])]
    }

    /// Sets the boxes of the children `8 * group` to `8 * group + 7`.
    #[inline(always)]
    pub(crate) fn set_group<L: Lanes>(&mut self, lanes: L, group: usize, [low, high]: [LaneVec<L::Float>; 2]) {
        (self.low[group], self.high[group]) = (lanes.store3(low), lanes.store3(high));
    }

    /// The box around all boxes; [`Bounds::EMPTY`] if all are empty.
    #[inline(always)]
    pub(crate) fn around<L: Lanes>(&self, lanes: L) -> Bounds {
        let [mut low, mut high] = self.group(lanes, 0);
        for group in 1..self.count.div_ceil(WIDTH) {
            let [other_low, other_high] = self.group(lanes, group);
            (low, high) = (lanes.min3(low, other_low), lanes.max3(high, other_high));
        }
        let high = -high;
        let all = lanes.store(lanes.least_each([low.x, low.y, low.z, low.z, high.x, high.y, high.z, high.z]));
        Bounds { low: Vec3A::new(all[0], all[1], all[2]), high: -Vec3A::new(all[4], all[5], all[6]) }
    }
}

task! {
    /// Task that returns the [box around](ChildBoxes::around) boxes.
    pub(crate) struct Around<'a> {
        pub(crate) boxes: &'a ChildBoxes,
    }
    fn run<L>(lanes) -> Bounds {
        boxes.around(lanes)
    }
}
