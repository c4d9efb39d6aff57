//! The sweep without a motion: which of eight triangles does the unit sphere overlap where it is?
//!
//! In: a block of candidates, a place, ellipsoid space. Out: the hits of a [sweep](crate::narrow::sweep::plane_and_face) from there by
//! nothing that counts overlaps as contacts, bit for bit, for less than half of its instructions.
//! 1. *Plane.* Lanes whose plane does not cut the sphere are done.
//! 2. *Start.* The squared distance of the closest point. Below 1 it is an overlap.
//!
//! A sphere that does not move reaches no plane, edge or corner that it does not overlap: there are no roots, and a cull costs more than
//! the distances that it would save.

use crate::frame::motion::Motion;
use crate::narrow::candidate_block::CandidateBlock;
use crate::narrow::closest::nearest_on_edges;
use crate::narrow::sweep::hits::{BlockHits, Rule};
use crate::narrow::sweep::nearest::Nearest;
use crate::simd::{Lanes, task};

/// Tests the lanes `live` of a block for overlaps at the start of a motion, which is zero, and merges them into the nearest contact.
#[inline(always)]
pub(crate) fn overlap_nearest<L: Lanes>(
    lanes: L,
    block: &CandidateBlock,
    live: L::Mask,
    motion: &Motion,
    rule: Rule,
    nearest: &mut Nearest,
) {
    lanes.call_shared(OverlapNearest { lanes, block, live, motion, rule, nearest });
}

task! {
    /// Task of [`overlap_nearest`].
    struct OverlapNearest<'a, L: Lanes> {
        lanes: L,
        block: &'a CandidateBlock,
        live: L::Mask,
        motion: &'a Motion,
        rule: Rule,
        nearest: &'a mut Nearest,
    }
    fn run<M>(_) {
        let found = overlap_block(lanes, block, live, motion, rule, nearest.overlap_limit());
        nearest.take(&found, motion, block);
    }
}

/// Tests the lanes `live` of a block for overlaps at the start of a motion, which is zero. Those beyond the squared distance `limit` do
/// not matter.
#[inline(always)]
pub(crate) fn overlap_block<L: Lanes>(
    lanes: L,
    block: &CandidateBlock,
    live: L::Mask,
    motion: &Motion,
    rule: Rule,
    limit: f32,
) -> BlockHits {
    let zero = lanes.splat(0.0);
    let one = lanes.splat(1.0);
    let s = lanes.splat3(motion.start);
    let v = lanes.load_corners(&block.corners);
    let from_first = s - v[0];
    let n = lanes.load3(&block.normal);

    // Plane.
    let signed = n.dot(from_first);
    let height = lanes.abs(signed);
    let cuts = live & lanes.ge(signed, lanes.splat(rule.sides.lowest())) & lanes.lt(height, one);
    if !lanes.any(cuts) {
        return BlockHits::NONE;
    }

    // Start: closest point.
    let m = [from_first, s - v[1], s - v[2]];
    let e = [v[1] - v[0], v[2] - v[1], v[0] - v[2]];
    let inside = [n.cross(e[0]).dot(m[0]), n.cross(e[1]).dot(m[1]), n.cross(e[2]).dot(m[2])];
    let over_face = lanes.gt(inside[0], zero) & lanes.gt(inside[1], zero) & lanes.gt(inside[2], zero);
    let on_edges = nearest_on_edges(lanes, &block.inverse_squares(lanes), &m, &e);
    let square = lanes.select(over_face, height * height, on_edges);
    let overlaps = lanes.bits(cuts & lanes.lt(square, one) & lanes.le(square, lanes.splat(limit)));
    if overlaps == 0 {
        return BlockHits::NONE;
    }
    let faces = lanes.bits(over_face) & overlaps;
    BlockHits { hits: overlaps, overlaps, start_square: lanes.store(square), faces, ..BlockHits::NONE }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bvh::block::TriangleBlock;
    use crate::frame::ellipsoid_space::Space;
    use crate::frame::position::Position;
    use crate::mesh::sides::Sides;
    use crate::narrow::prepare::prepare;
    use crate::narrow::sweep::hits::Start;
    use crate::narrow::sweep::sweep_nearest::sweep_nearest;
    use crate::narrow::triangles::Triangles;
    use crate::shape::ellipsoid::Ellipsoid;
    use crate::simd::{Backend, Chosen, WIDTH};
    use alloc::vec::Vec;
    use core::array::from_fn;
    use glam::Vec3;
    use sweep8_scalar_ref::random::Random;

    task! {
        /// Test task that tests blocks as a sweep without a motion does, and for overlaps; returns the bits of both.
        struct Both<'a> {
            blocks: &'a [TriangleBlock],
            start: Vec3,
            sides: Sides,
        }
        fn run<L>(lanes) -> [(u32, Option<(u32, bool)>, u32); 2] {
            let space = Space::new(Ellipsoid::new(Vec3::ONE).expect("it is a shape"), Position::new(Vec3::ZERO));
            let (motion, rule) = (Motion::new(start, Vec3::ZERO), Rule { start: Start::Contact, sides });
            let (mut swept, mut overlapped) = (Nearest::NONE, Nearest::NONE);
            for block in blocks {
                let block = prepare(lanes, &Triangles::of(lanes, &space, block));
                sweep_nearest(lanes, &block, lanes.every(), &motion, 1.0, rule, &mut swept);
                overlap_nearest(lanes, &block, lanes.every(), &motion, rule, &mut overlapped);
            }
            [swept.bits(), overlapped.bits()]
        }
    }

    /// A block of triangles of all sizes and shapes, some of them needles and some without an area, around a unit sphere.
    fn block(random: &mut Random, first: u32) -> TriangleBlock {
        let mut block = TriangleBlock::EMPTY;
        for lane in 0..WIDTH {
            let middle = random.signed_vector() * 2.0;
            let size = 10.0_f32.powf(3.0 * random.signed());
            let thin = [1.0, 1.0, 1e-3, 1e-6, 0.0][lane % 5];
            let along = random.signed_vector() * size;
            let corners: [Vec3; 3] = from_fn(|corner| match corner {
                0 => (middle + along * random.signed()).into(),
                1 => (middle - along).into(),
                _ => (middle + along * random.signed() + random.signed_vector() * (size * thin)).into(),
            });
            block.set(lane, first + lane as u32, corners);
        }
        block
    }

    #[test]
    fn a_sphere_overlaps_what_a_sweep_without_a_motion_overlaps() {
        let mut random = Random(1);
        let (mut faces, mut outlines, mut none) = (0, 0, 0);
        for case in 0..30_000 {
            // One block, or three: overlaps in the later ones may be less deep than those found before.
            let blocks: Vec<_> =
                [0, 8, 16].into_iter().take(1 + 2 * (case % 2)).map(|first| block(&mut random, first)).collect();
            let start = Vec3::from(random.signed_vector()) * [0.0, 0.5, 3.0][case % 3];
            let sides = if case % 4 < 2 { Sides::Both } else { Sides::Front };
            for backend in Backend::available() {
                let both = Both { blocks: &blocks, start, sides };
                let [swept, overlapped] = Chosen::new(backend).expect("it is available").run(both);
                assert_eq!(swept, overlapped, "{backend}: {blocks:?} at {start}");
                *(match swept.1 {
                    Some((_, true)) => &mut faces,
                    Some(_) => &mut outlines,
                    None => &mut none,
                }) += 1;
            }
        }
        let all = [faces, outlines, none];
        assert!(all.iter().all(|count| *count > 4_000), "{all:?}: too few faces, outlines or misses");
    }
}
