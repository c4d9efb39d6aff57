//! Compaction: collects the relevant lanes of many blocks into few full ones.
//!
//! In: eight triangles at a time, and a mask of relevant lanes. Out: a full block whenever eight relevant triangles have come, in
//! their order; at the end the rest: padded with triangles out of reach if the block is kept, or with a mask if it is swept at
//! once. No geometry happens here.
//!
//! All of it stays in registers: a masked store of a row takes 14 cycles on AMD's Zen 3, and a block has ten rows.

use crate::narrow::triangles::{Triangles, first_lanes};
use crate::simd::{COMPRESS_ORDER, Lanes, WIDTH};

/// Packs the wanted lanes of many blocks: holds up to seven waiting triangles; eight if it [began](LaneCompactor::of) with eight.
pub(crate) struct LaneCompactor<F> {
    triangles: Triangles<F>,
    count: usize,
}

impl<F: Copy> LaneCompactor<F> {
    /// Makes a compactor without triangles.
    #[inline(always)]
    pub(crate) fn none<L: Lanes<Float = F>>(lanes: L) -> Self {
        Self { triangles: Triangles::nowhere(lanes), count: 0 }
    }

    /// Makes a compactor that holds those of the eight `triangles` whose lanes are in `mask`.
    #[inline(always)]
    pub(crate) fn of<L: Lanes<Float = F>>(lanes: L, triangles: &Triangles<F>, mask: u32) -> Self {
        let order = lanes.order(COMPRESS_ORDER[mask as usize % COMPRESS_ORDER.len()]);
        Self { triangles: triangles.permuted(lanes, order), count: mask.count_ones() as usize }
    }

    /// Number of triangles that wait in the compactor.
    #[inline(always)]
    pub(crate) fn count(&self) -> usize {
        self.count
    }

    /// Adds the triangles whose lanes are in `mask`; returns eight triangles as soon as eight wait, and keeps the others.
    #[inline(always)]
    pub(crate) fn join<L: Lanes<Float = F>>(
        &mut self,
        lanes: L,
        triangles: &Triangles<F>,
        mask: u32,
    ) -> Option<Triangles<F>> {
        // Rotates the lanes in the mask to the first free lane; they wrap around after the eighth.
        let order = COMPRESS_ORDER[mask as usize % COMPRESS_ORDER.len()].rotate_left(8 * self.count as u32);
        let moved = triangles.permuted(lanes, lanes.order(order));
        let all = self.triangles.before(lanes, self.count, &moved);
        self.count += mask.count_ones() as usize;
        if self.count < WIDTH {
            self.triangles = all;
            return None;
        }
        self.count -= WIDTH;
        self.triangles = moved;
        Some(all)
    }

    /// Returns the waiting triangles, padded with triangles out of reach, and empties the compactor; `None` if none wait.
    #[inline(always)]
    pub(crate) fn rest<L: Lanes<Float = F>>(&mut self, lanes: L) -> Option<Triangles<F>> {
        if self.count == 0 {
            return None;
        }
        let rest = self.triangles.before(lanes, self.count, &Triangles::nowhere(lanes));
        self.count = 0;
        Some(rest)
    }

    /// The waiting triangles and the mask of their lanes; `None` if none waits. Empties the compactor. The other lanes are
    /// undefined.
    #[inline(always)]
    pub(crate) fn last<L: Lanes<Float = F>>(&mut self, lanes: L) -> Option<(Triangles<F>, L::Mask)> {
        let count = core::mem::take(&mut self.count);
        (count > 0).then_some((self.triangles, first_lanes(lanes, count)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bvh::block::{NO_TRIANGLE, NOWHERE};
    use crate::simd::{Backend, Chosen, Eight, task};
    use alloc::vec::Vec;
    use glam::Vec3;

    /// A triangle in a lane: its corners and its id.
    type InLane = ([Vec3; 3], u32);

    /// Makes eight triangles: lane `i` of block `b` has the id and the coordinates `8 b + i`.
    fn numbered<L: Lanes>(lanes: L, block: usize) -> Triangles<L::Float> {
        let ids: [u32; WIDTH] = core::array::from_fn(|lane| (WIDTH * block + lane) as u32);
        let corners = lanes.load_corners(&[[ids.map(|id| id as f32); 3]; 3]);
        Triangles { corners, ids: lanes.load_bits(&ids) }
    }

    task! {
        /// Test task that packs the lanes of a mask for each block into full blocks, and pads the rest.
        struct Pack<'a> {
            masks: &'a [u32],
        }
        fn run<L>(lanes) -> Vec<InLane> {
            let mut packed = Vec::new();
            let mut compactor = LaneCompactor::none(lanes);
            for (block, &mask) in masks.iter().enumerate() {
                let waited = compactor.count();
                let full = compactor.join(lanes, &numbered(lanes, block), mask);
                assert_eq!(
                    compactor.count() + if full.is_some() { WIDTH } else { 0 },
                    waited + mask.count_ones() as usize
                );
                if let Some(full) = full {
                    packed.extend(in_lanes(lanes, &full));
                }
            }
            if let Some(rest) = compactor.rest(lanes) {
                packed.extend(in_lanes(lanes, &rest));
            }
            assert!(compactor.rest(lanes).is_none(), "none waits any more");
            packed
        }
    }

    task! {
        /// Test task that packs lanes, starts the compactor with the first block's lanes, and returns the rest without padding.
        struct PackFrom<'a> {
            masks: &'a [u32],
        }
        fn run<L>(lanes) -> Vec<InLane> {
            let mut packed = Vec::new();
            let mut compactor = LaneCompactor::of(lanes, &numbered(lanes, 0), masks[0]);
            for (block, &mask) in masks.iter().enumerate().skip(1) {
                if let Some(full) = compactor.join(lanes, &numbered(lanes, block), mask) {
                    packed.extend(in_lanes(lanes, &full));
                }
            }
            if let Some((last, live)) = compactor.last(lanes) {
                let live = lanes.bits(live);
                assert_eq!(live, (1 << live.count_ones()) - 1, "those in front count");
                packed.extend_from_slice(&in_lanes(lanes, &last)[..live.count_ones() as usize]);
            }
            assert!(compactor.last(lanes).is_none(), "none waits any more");
            packed
        }
    }

    fn in_lanes<L: Lanes>(lanes: L, triangles: &Triangles<L::Float>) -> [InLane; WIDTH] {
        let (corners, ids) = (lanes.store_corners(triangles.corners), lanes.store_bits(triangles.ids));
        core::array::from_fn(|lane| {
            (corners.map(|corner| Vec3::from_array(corner.map(|axis: Eight| axis[lane]))), ids[lane])
        })
    }

    /// All masks of eight lanes in a mixed order, so that every number of lanes occurs, 0 and 8 included.
    fn masks() -> Vec<u32> {
        (0..256).map(|step| step * 167 % 256).collect()
    }

    /// Triangles whose lanes are in the masks (mask `b` is that of block `b`), in order, as [`numbered`] makes them.
    fn named(masks: &[u32]) -> Vec<InLane> {
        let ids = masks.iter().enumerate().flat_map(|(block, mask)| {
            (0..WIDTH).filter(move |lane| mask >> lane & 1 == 1).map(move |lane| (WIDTH * block + lane) as u32)
        });
        ids.map(|id| ([Vec3::splat(id as f32); 3], id)).collect()
    }

    #[test]
    fn lanes_are_packed_in_order_and_what_is_left_of_the_last_eight_is_out_of_reach() {
        let masks = masks();
        for backend in Backend::available() {
            for count in 0..masks.len() {
                let mut expected = named(&masks[..count]);
                expected.resize(expected.len().next_multiple_of(WIDTH), (NOWHERE, NO_TRIANGLE));
                let packed = Chosen::new(backend).expect("it is available").run(Pack { masks: &masks[..count] });
                assert_eq!(packed, expected, "{backend}, {count} blocks");
            }
        }
    }

    #[test]
    fn lanes_that_begin_with_some_are_packed_in_order_and_the_last_are_said() {
        let masks = masks();
        for backend in Backend::available() {
            for first in 0..masks.len() {
                for count in 1..=4 {
                    let masks: Vec<u32> = masks.iter().copied().cycle().skip(first).take(count).collect();
                    let packed = Chosen::new(backend).expect("it is available").run(PackFrom { masks: &masks });
                    assert_eq!(packed, named(&masks), "{backend}: {masks:x?}");
                }
            }
        }
    }
}
