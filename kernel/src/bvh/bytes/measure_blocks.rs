//! Measures and checks the blocks of a node, eight triangles at a time.
//!
//! In: up to 64 blocks of arbitrary bits. Out: the box around the triangles of each, the largest extent of any triangle, and the blocks
//! that are not surely sound; these are looked at [one triangle at a time](crate::bvh::bytes::faults).
//! 1. A lane without an id holds the corners of the placeholder, every bit of them.
//! 2. A triangle has an area if the `f32` cross product of two edges exceeds its rounding. Both products of two components of edges
//!    are at most the square of the triangle's extent, which bounds the rounding of all components at once. A corner that is not a
//!    number makes components that are none: the comparison is false.
//! 3. The box around the triangles lies in the box that is allowed: so do its corners.
//! 4. Boxes of eight blocks come from their lanes together, as the lanes of the boxes of children.

use crate::base::tolerance::{CROSS_ROUNDING, LEAST_CROSS};
use crate::bvh::block::{NO_TRIANGLE, NOWHERE, TriangleBlock};
use crate::bvh::boxes::Bounds;
use crate::bvh::child_boxes::ChildBoxes;
use crate::simd::{LaneVec, Lanes, WIDTH, one_norm, task};
use glam::Vec3;

/// Measurements of the blocks of a node.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Measured {
    /// The blocks that are not surely sound, a bit each.
    pub(super) unsure: u64,
    /// Number of triangles in the blocks, if these are sound.
    pub(super) triangles: u32,
    /// Largest extent of a triangle along an axis, mesh units, if they are sound.
    pub(super) largest: f32,
}

task! {
    /// A task over up to 64 blocks that writes their boxes. Notes each triangle's id by a 1 in `met`, which has a byte for each that
    /// there is.
    pub(super) struct MeasureBlocks<'a> {
        pub(super) blocks: &'a [TriangleBlock],
        pub(super) allowed: Bounds,
        pub(super) boxes: &'a mut ChildBoxes,
        pub(super) met: &'a mut [u8],
    }
    fn run<L>(lanes) -> Measured {
        let mut measured = Measured { unsure: 0, triangles: 0, largest: 0.0 };
        let (mut largest, no_triangle) = (lanes.splat(0.0), lanes.load_bits(&[NO_TRIANGLE; WIDTH]));
        let mut rows = [[lanes.splat(0.0); WIDTH]; 6];
        for (group, eight) in blocks.chunks(WIDTH).enumerate() {
            for slot in 0..WIDTH {
                let Some(block) = eight.get(slot) else { break };
                let empty = lanes.same_bits(lanes.load_bits(&block.ids), no_triangle);
                let empty_bits = lanes.bits(empty);
                // Two copies, each without what the other needs: values that both need would lie in memory.
                let Block { sides: [low, high], longest, sure } = if empty_bits == 0 {
                    note(&block.ids, met);
                    full(lanes, block)
                } else {
                    note_some(&block.ids, met);
                    part(lanes, block, empty)
                };
                largest = lanes.max(longest, largest);
                if lanes.bits(sure) != ALL {
                    measured.unsure |= 1 << (group * WIDTH + slot);
                }
                measured.triangles += WIDTH as u32 - empty_bits.count_ones();
                put(&mut rows, slot, [low, -high]);
            }
            let low = LaneVec { x: lanes.least_each(rows[0]), y: lanes.least_each(rows[1]), z: lanes.least_each(rows[2]) };
            let high = -LaneVec { x: lanes.least_each(rows[3]), y: lanes.least_each(rows[4]), z: lanes.least_each(rows[5]) };
            // Past the last block lie rows of the group before.
            let past = !lanes.lt(lanes.load(&NUMBERS), lanes.splat(eight.len() as f32));
            let sides = emptied(lanes, past, [low, high]);
            measured.unsure |= u64::from(lanes.bits(!within(lanes, sides, &allowed))) << (group * WIDTH);
            boxes.set_group(lanes, group, sides);
        }
        measured.largest = -lanes.store(lanes.least(-largest))[0];
        measured
    }
}

/// Measurements of a block: boxes of its triangles, their largest extents, and the lanes that are surely sound.
struct Block<L: Lanes> {
    sides: [LaneVec<L::Float>; 2],
    longest: L::Float,
    sure: L::Mask,
}

/// Measures a block that has a triangle in every lane.
#[inline(always)]
fn full<L: Lanes>(lanes: L, block: &TriangleBlock) -> Block<L> {
    let v = lanes.load_corners(&block.corners);
    let [low, high] = [lanes.min3(lanes.min3(v[0], v[1]), v[2]), lanes.max3(lanes.max3(v[0], v[1]), v[2])];
    let extent = high - low;
    let longest = lanes.max(lanes.max(extent.x, extent.y), extent.z);
    Block { sides: [low, high], longest, sure: surely_has_area(lanes, v, longest) }
}

/// Measures a block that has no triangle in the lanes `empty`.
#[inline(always)]
fn part<L: Lanes>(lanes: L, block: &TriangleBlock, empty: L::Mask) -> Block<L> {
    let Block { sides, longest, sure } = full(lanes, block);
    let longest = lanes.select(empty, lanes.splat(0.0), longest);
    let is_nowhere = is_nowhere(lanes, lanes.load_corners(&block.corners));
    Block { sides: emptied(lanes, empty, sides), longest, sure: sure & !empty | empty & is_nowhere }
}

/// Boxes, as low and high corners, that are empty in some lanes.
#[inline(always)]
fn emptied<L: Lanes>(lanes: L, empty: L::Mask, [low, high]: [LaneVec<L::Float>; 2]) -> [LaneVec<L::Float>; 2] {
    let Bounds { low: none_low, high: none_high } = Bounds::EMPTY;
    [
        lanes.select3(empty, lanes.splat3(none_low.into()), low),
        lanes.select3(empty, lanes.splat3(none_high.into()), high),
    ]
}

/// Writes the low and the negated high sides of a block's triangles along each axis to its rows.
#[inline(always)]
fn put<F: Copy>(rows: &mut [[F; WIDTH]; 6], slot: usize, [low, high]: [LaneVec<F>; 2]) {
    (rows[0][slot], rows[1][slot], rows[2][slot]) = (low.x, low.y, low.z);
    (rows[3][slot], rows[4][slot], rows[5][slot]) = (high.x, high.y, high.z);
}

/// Bit mask of all eight lanes of a block.
const ALL: u32 = (1 << WIDTH) - 1;

/// Numbers of lanes.
const NUMBERS: [f32; WIDTH] = [0.0, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0];

/// Mask of the lanes whose corners are those of the placeholder, bit by bit.
#[inline(always)]
fn is_nowhere<L: Lanes>(lanes: L, [a, b, c]: [LaneVec<L::Float>; 3]) -> L::Mask {
    let [of_a, of_b, of_c] = NOWHERE;
    same_bits(lanes, a, of_a) & same_bits(lanes, b, of_b) & same_bits(lanes, c, of_c)
}

#[inline(always)]
fn same_bits<L: Lanes>(lanes: L, v: LaneVec<L::Float>, other: Vec3) -> L::Mask {
    let other = lanes.splat3(other);
    lanes.same_bits(v.x, other.x) & lanes.same_bits(v.y, other.y) & lanes.same_bits(v.z, other.z)
}

/// Notes the ids of triangles by a 1 in `met`; those that no triangle can have are not noted.
#[inline(always)]
fn note(ids: &[u32; WIDTH], met: &mut [u8]) {
    for &id in ids {
        if let Some(met) = met.get_mut(id as usize) {
            *met = 1;
        }
    }
}

/// As [`note`], of a block in which some lanes have no triangle: without a branch, as it cannot be foreseen which.
#[inline(always)]
fn note_some(ids: &[u32; WIDTH], met: &mut [u8]) {
    if let Some(last) = met.len().checked_sub(1) {
        for &id in ids {
            met[last.min(id as usize)] |= u8::from(id as usize <= last);
        }
    }
}

/// Mask of the lanes whose triangles, with corners `[a, b, c]` and this largest extent along an axis, surely have an area and corners
/// that are numbers.
///
/// A component of the cross product is `one - other`, two products of at most `extent²`. It is surely not zero above
/// `2 extent² CROSS_ROUNDING + LEAST_CROSS`; if the sum of three is above four times as much, one of them is.
#[inline(always)]
fn surely_has_area<L: Lanes>(lanes: L, [a, b, c]: [LaneVec<L::Float>; 3], extent: L::Float) -> L::Mask {
    let (u, v) = (b - a, c - a);
    let normal = LaneVec { x: u.y * v.z - u.z * v.y, y: u.z * v.x - u.x * v.z, z: u.x * v.y - u.y * v.x };
    let rounding = extent * extent * lanes.splat(8.0 * CROSS_ROUNDING) + lanes.splat(4.0 * LEAST_CROSS);
    lanes.gt(one_norm(lanes, normal), rounding)
}

/// Mask of the lanes whose boxes, as low and high corner, lie within another box.
#[inline(always)]
fn within<L: Lanes>(lanes: L, [low, high]: [LaneVec<L::Float>; 2], outer: &Bounds) -> L::Mask {
    let [outer_low, outer_high] = [lanes.splat3(outer.low.into()), lanes.splat3(outer.high.into())];
    let below = lanes.le(outer_low.x, low.x) & lanes.le(outer_low.y, low.y) & lanes.le(outer_low.z, low.z);
    let above = lanes.ge(outer_high.x, high.x) & lanes.ge(outer_high.y, high.y) & lanes.ge(outer_high.z, high.z);
    below & above
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::tolerance::MAX_COORDINATE;
    use crate::bvh::bytes::cooked_error::CookedError;
    use crate::bvh::bytes::faults::check_block;
    use crate::bvh::test_trees::tree_of_block;
    use crate::mesh::area::has_area_in_f64;
    use crate::mesh::test_surfaces::on_a_line;
    use crate::simd::{Backend, Chosen};
    use alloc::vec::Vec;
    use glam::Vec3A;
    use sweep8_scalar_ref::random::Random;

    /// Ids below this are those of triangles.
    const COUNT: usize = WIDTH;

    fn measure(backend: Backend, blocks: &[TriangleBlock], allowed: Bounds) -> (Measured, ChildBoxes, Vec<u8>) {
        let (mut boxes, mut met) = (ChildBoxes::empty(blocks.len()), Vec::from([0; COUNT]));
        let lanes = Chosen::new(backend).expect("it is available");
        let measured = lanes.run(MeasureBlocks { blocks, allowed, boxes: &mut boxes, met: &mut met });
        (measured, boxes, met)
    }

    const ANYWHERE: Bounds = Bounds { low: Vec3A::splat(-MAX_COORDINATE), high: Vec3A::splat(MAX_COORDINATE) };

    /// Box and largest extent of the triangles of a block, or what is wrong with it; one triangle at a time where lanes are not sure.
    fn judged(backend: Backend, block: &TriangleBlock) -> Result<(Bounds, f32), CookedError> {
        let (measured, boxes, _) = measure(backend, core::slice::from_ref(block), ANYWHERE);
        if measured.unsure != 0 {
            check_block(&tree_of_block(block, &ANYWHERE), 0)?;
        }
        Ok((boxes.get(0), measured.largest))
    }

    /// Makes a test block with random triangles in some lanes, some of them long and thin, tiny, flat or degenerate.
    fn block(random: &mut Random) -> TriangleBlock {
        let mut block = TriangleBlock::EMPTY;
        for lane in (0..WIDTH).filter(|lane| lane % 3 != 1) {
            let [a, b, c] = [(); 3].map(|()| Vec3::from(random.signed_vector()) * 40.0);
            let corners = match lane {
                0 => [a, b, c],
                2 => [a, b, a + (b - a) * 0.5],
                3 => [a, a + Vec3::X, a + Vec3::Y],
                5 => [a * 1e-22, b * 1e-22, c * 1e-22],
                _ => [a, b, b + Vec3::Z * 1e-6],
            };
            block.set(lane, lane as u32, corners);
        }
        block
    }

    #[test]
    fn eight_lanes_are_measured_as_one_triangle_at_a_time() {
        let mut random = Random(1);
        let mut sound = 0;
        for _ in 0..4_000 {
            let block = block(&mut random);
            let lanes = (0..WIDTH).filter(|&lane| block.ids[lane] != NO_TRIANGLE);
            let wrong = lanes.clone().find(|&lane| !has_area_in_f64(block.triangle(lane)));
            let boxes: Vec<Bounds> =
                lanes.map(|lane| Bounds::of_triangle(block.triangle(lane).map(Vec3A::from))).collect();
            let largest = boxes.iter().map(|around| around.extent().max_element()).fold(0.0, f32::max);
            let expected = match wrong {
                Some(lane) => Err(CookedError::NoArea { triangle: lane as u32 }),
                None => Ok((Bounds::around(&boxes), largest)),
            };
            sound += u32::from(wrong.is_none());
            for backend in Backend::available() {
                assert_eq!(judged(backend, &block), expected, "{backend}: {block:?}");
            }
        }
        assert!(sound > 1_000 && sound < 3_900, "{sound} of 4000");
    }

    #[test]
    fn all_blocks_of_a_node_are_measured_as_each_alone() {
        let mut random = Random(5);
        for count in 1..=64 {
            let mut blocks: Vec<TriangleBlock> = (0..count).map(|_| block(&mut random)).collect();
            blocks[count / 2] = TriangleBlock::EMPTY;
            let allowed = Bounds { low: Vec3A::splat(-36.0), high: Vec3A::splat(38.0) };
            for backend in Backend::available() {
                let (all, boxes, met) = measure(backend, &blocks, allowed);
                assert_eq!(
                    (all.triangles, met),
                    (5 * (count as u32 - 1), [1, 0, 1, 1, 0, 1, 1, 0].map(|met| met * u8::from(count > 1)).into())
                );
                let mut largest = 0.0_f32;
                for (number, block) in blocks.iter().enumerate() {
                    let (alone, around, _) = measure(backend, core::slice::from_ref(block), allowed);
                    assert_eq!(all.unsure >> number & 1, alone.unsure, "{backend}: {block:?}");
                    assert_eq!(boxes.get(number), around.get(0), "{backend}: {block:?}");
                    let is_out = !around.get(0).is_empty() && !allowed.holds(&around.get(0));
                    assert!(!is_out || alone.unsure == 1, "{backend}: {block:?}");
                    largest = largest.max(alone.largest);
                }
                assert_eq!(all.largest, largest);
                assert!((count..64).all(|past| boxes.get(past) == Bounds::EMPTY));
            }
        }
    }

    #[test]
    fn lanes_are_sure_of_most_triangles_and_of_none_without_an_area() {
        let mut random = Random(7);
        let (mut sure, mut count) = (0, 0);
        for round in 0..20_000 {
            let scale = 10.0_f32.powi(round % 16 - 10);
            let [a, b, c] = [(); 3].map(|()| Vec3::from(random.signed_vector()) * scale);
            let thin = if round % 4 == 0 { 1e-3 } else { 1.0 };
            let mut block = TriangleBlock::EMPTY;
            block.set(2, 1, [a, b, b + (c - b) * thin]);
            for backend in Backend::available() {
                let (measured, ..) = measure(backend, core::slice::from_ref(&block), ANYWHERE);
                (sure, count) = (sure + u32::from(measured.unsure == 0), count + 1);
            }
        }
        assert!(sure * 100 > count * 99, "{sure} of {count}");
    }

    #[test]
    fn a_triangle_on_a_line_is_told_from_one_beside_it_wherever_it_is() {
        let mut random = Random(3);
        let (mut flat, mut thin) = (0, 0);
        for round in 0..20_000 {
            // Corners exactly on a line, or off it by one unit in the last place.
            let mut corners = on_a_line(&mut random, round % 40 - 30);
            if round % 2 == 0 {
                corners[2].y = f32::from_bits(corners[2].y.to_bits() ^ 1);
            }
            let mut block = TriangleBlock::EMPTY;
            block.set(5, 1, corners);
            flat += u32::from(!has_area_in_f64(corners));
            thin += u32::from(has_area_in_f64(corners));
            for backend in Backend::available() {
                assert_eq!(judged(backend, &block).is_ok(), has_area_in_f64(corners), "{backend}: {corners:?}");
            }
        }
        assert!(flat > 5_000 && thin > 5_000, "{flat} {thin}");
    }

    #[test]
    fn a_block_without_triangles_has_the_empty_box() {
        for backend in Backend::available() {
            assert_eq!(judged(backend, &TriangleBlock::EMPTY), Ok((Bounds::EMPTY, 0.0)));
        }
    }

    #[test]
    fn each_number_of_a_block_is_checked() {
        let mut random = Random(2);
        let mut sound = TriangleBlock::EMPTY;
        for lane in 0..WIDTH - 1 {
            let [a, b, c] = [(); 3].map(|()| Vec3::from(random.signed_vector()));
            sound.set(lane, lane as u32, [a, b, c]);
        }
        for (corner, axis, lane) in (0..72).map(|at| (at / 24, at / 8 % 3, at % 8)) {
            for value in [f32::NAN, f32::INFINITY, f32::NEG_INFINITY, MAX_COORDINATE * 1.01, -3e38, -0.0] {
                let mut block = sound;
                block.corners[corner][axis][lane] = value;
                for backend in Backend::available() {
                    match judged(backend, &block) {
                        Err(CookedError::Corner { triangle, value: found }) => {
                            assert_eq!((triangle, found[axis].to_bits()), (lane as u32, value.to_bits()));
                        }
                        Ok(_) => assert!(lane < 7 && value == 0.0, "{backend} {value} in lane {lane}"),
                        other => {
                            assert_eq!(other, Err(CookedError::Lane { block: 0, lane: 7 }), "{backend} {value}");
                            assert_eq!(lane, 7);
                        }
                    }
                }
            }
        }
        // Ids that no triangle can have are not noted: fewer ids than triangles.
        for id in [COUNT as u32, 1 << 31, 0x7F80_0001, u32::MAX - 1] {
            for lane in 0..WIDTH {
                let mut block = sound;
                block.ids[lane] = id;
                for backend in Backend::available() {
                    let (measured, _, met) = measure(backend, core::slice::from_ref(&block), ANYWHERE);
                    let noted: u32 = met.iter().copied().map(u32::from).sum();
                    assert_eq!(
                        (measured.triangles - noted, measured.unsure),
                        (1, u64::from(lane == 7)),
                        "{backend} {id}"
                    );
                }
                let error = check_block(&tree_of_block(&block, &ANYWHERE), 0);
                let (lane, count) = (lane as u32, COUNT as u32);
                let range = Err(CookedError::TriangleOutOfRange { block: 0, lane, triangle: id, count });
                // The last lane has the corners of the placeholder.
                assert!(error == range || lane == 7 && matches!(error, Err(CookedError::Corner { .. })), "{error:?}");
            }
        }
    }
}
