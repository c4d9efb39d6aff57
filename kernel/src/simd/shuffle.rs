//! Eight floats whose lanes change places.

use crate::simd::{FloatLanes, LaneVec, WIDTH};

/// Operations that move values from lane to lane.
pub(crate) trait ShuffleLanes: FloatLanes {
    /// A permutation of eight lanes: the number of each lane's source lane.
    type Order: Copy;

    /// Makes the permutation whose lane `i` takes the source lane in the low three bits of byte `i`.
    fn order(self, bytes: u64) -> Self::Order;
    /// Permutes the lanes of `value`: lane `i` takes the source lane that `order` has for it.
    fn permute(self, value: Self::Float, order: Self::Order) -> Self::Float;
    /// Combines lanes 0 and 4 of the first row, lanes 1 and 5 of the second, and the other four of the third.
    fn weave(self, rows: [Self::Float; 3]) -> Self::Float;

    /// Returns the minimum over the lanes of each of eight vectors: lane `i` is that of `rows[i]`. No lane may be NaN.
    #[inline(always)]
    fn least_each(self, rows: [Self::Float; WIDTH]) -> Self::Float {
        let mut each = [0.0; WIDTH];
        for (least, row) in each.iter_mut().zip(rows) {
            *least = self.store(self.least(row))[0];
        }
        self.load(&each)
    }

    /// Permutes the lanes of x, y and z of `v` in the same way: lane `i` takes the source lane that `order` has for it.
    #[inline(always)]
    fn permute3(self, v: LaneVec<Self::Float>, order: Self::Order) -> LaneVec<Self::Float> {
        LaneVec { x: self.permute(v.x, order), y: self.permute(v.y, order), z: self.permute(v.z, order) }
    }

    /// Applies [`weave`](ShuffleLanes::weave), which takes some lanes of each of three rows, to x, y and z of three vectors.
    #[inline(always)]
    fn weave3(self, [a, b, c]: [LaneVec<Self::Float>; 3]) -> LaneVec<Self::Float> {
        LaneVec { x: self.weave([a.x, b.x, c.x]), y: self.weave([a.y, b.y, c.y]), z: self.weave([a.z, b.z, c.z]) }
    }
}
