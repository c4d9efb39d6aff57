//! Lanes that wait until there are eight of them: how triangles of many blocks become few full ones.
//!
//! In: eight triangles at a time, and which of them matter. Out: eight that matter whenever there are so many, in the order
//! in which they came; at the end what is left, filled up with triangles out of reach. No geometry happens here.
//!
//! All of it stays in registers. A row of which only some lanes are written to memory takes 14 cycles on AMD's Zen 3, and
//! a block has ten rows.

use crate::lanes::{Lanes, WIDTH};
use crate::together::TOGETHER;
use crate::triangles::Triangles;

/// Up to seven triangles, in the first lanes of eight.
pub(crate) struct Waiting<F> {
    triangles: Triangles<F>,
    count: usize,
}

impl<F: Copy> Waiting<F> {
    /// None yet.
    #[inline(always)]
    pub(crate) fn none<L: Lanes<Float = F>>(lanes: L) -> Self {
        Self { triangles: Triangles::nowhere(lanes), count: 0 }
    }

    /// How many wait.
    #[inline(always)]
    pub(crate) fn count(&self) -> usize {
        self.count
    }

    /// Adds the lanes that `mask` names. Eight, as soon as there are so many; the others go on waiting.
    #[inline(always)]
    pub(crate) fn join<L: Lanes<Float = F>>(
        &mut self,
        lanes: L,
        triangles: &Triangles<F>,
        mask: u32,
    ) -> Option<Triangles<F>> {
        // The named lanes are moved to where the waiting ones end, and round the eighth lane to the first.
        let order = TOGETHER[mask as usize % TOGETHER.len()].rotate_left(8 * self.count as u32);
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

    /// Those that wait, if any does, and triangles out of reach; none waits any more.
    #[inline(always)]
    pub(crate) fn rest<L: Lanes<Float = F>>(&mut self, lanes: L) -> Option<Triangles<F>> {
        if self.count == 0 {
            return None;
        }
        let rest = self.triangles.before(lanes, self.count, &Triangles::nowhere(lanes));
        self.count = 0;
        Some(rest)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::block::{NO_TRIANGLE, NOWHERE};
    use crate::lanes::{Backend, Chosen, Eight, Task};
    use glam::Vec3;

    /// A triangle in a lane: its corners and its id.
    type InLane = ([Vec3; 3], u32);

    /// Packs the lanes that each mask names; lane `i` of block `b` has the id and the coordinates `8 b + i`.
    struct Pack<'a>(&'a [u32]);

    impl Task for Pack<'_> {
        type Output = Vec<InLane>;

        #[inline(always)]
        fn run<L: Lanes>(self, lanes: L) -> Vec<InLane> {
            let mut packed = Vec::new();
            let mut waiting = Waiting::none(lanes);
            for (block, &mask) in self.0.iter().enumerate() {
                let mut ids = [0; WIDTH];
                for (lane, id) in ids.iter_mut().enumerate() {
                    *id = (WIDTH * block + lane) as u32;
                }
                let corners = lanes.load_corners(&[[ids.map(|id| id as f32); 3]; 3]);
                let waited = waiting.count();
                let full = waiting.join(lanes, &Triangles { corners, ids: lanes.load_bits(&ids) }, mask);
                assert_eq!(
                    waiting.count() + if full.is_some() { WIDTH } else { 0 },
                    waited + mask.count_ones() as usize
                );
                if let Some(full) = full {
                    packed.extend(in_lanes(lanes, &full));
                }
            }
            if let Some(rest) = waiting.rest(lanes) {
                packed.extend(in_lanes(lanes, &rest));
            }
            assert!(waiting.rest(lanes).is_none(), "none waits any more");
            packed
        }
    }

    fn in_lanes<L: Lanes>(lanes: L, triangles: &Triangles<L::Float>) -> [InLane; WIDTH] {
        let (corners, ids) = (lanes.store_corners(triangles.corners), lanes.store_bits(triangles.ids));
        std::array::from_fn(|lane| {
            (corners.map(|corner| Vec3::from_array(corner.map(|axis: Eight| axis[lane]))), ids[lane])
        })
    }

    #[test]
    fn lanes_are_packed_in_order_and_what_is_left_of_the_last_eight_is_out_of_reach() {
        let masks: Vec<u32> = (0..256).map(|step| step * 167 % 256).collect();
        for backend in Backend::available() {
            for count in 0..masks.len() {
                let masks = &masks[..count];
                let named = masks.iter().enumerate().flat_map(|(block, mask)| {
                    (0..WIDTH).filter(move |lane| mask >> lane & 1 == 1).map(move |lane| (WIDTH * block + lane) as u32)
                });
                let mut expected: Vec<InLane> = named.map(|id| ([Vec3::splat(id as f32); 3], id)).collect();
                expected.resize(expected.len().next_multiple_of(WIDTH), (NOWHERE, NO_TRIANGLE));
                let packed = Chosen::new(backend).expect("it is available").run(Pack(masks));
                assert_eq!(packed, expected, "{backend}, {count} blocks");
            }
        }
    }
}
