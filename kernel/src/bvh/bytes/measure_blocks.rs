//! Measures and checks blocks of triangles, eight lanes at a time.
//!
//! In: blocks of arbitrary bits. Out: the box around the triangles of each, with the bits that the build gives it, and the largest
//! extent of any triangle; or the first lane that cooking can't have written.
//! 1. A lane without an id holds the corners of [`NOWHERE`], far beyond those of any mesh; a lane with an id holds corners in the
//!    range of meshes. So the lanes in range must be exactly those with an id; in the others every bit is compared.
//! 2. A triangle has an area. The `f32` cross product decides where it exceeds its rounding; elsewhere `f64` decides.

use crate::base::tolerance::{CROSS_ROUNDING, LEAST_CROSS, MAX_COORDINATE};
use crate::bvh::block::{NO_TRIANGLE, NOWHERE, TriangleBlock};
use crate::bvh::boxes::Bounds;
use crate::bvh::bytes::cooked_error::CookedError;
use crate::mesh::area::has_area;
use crate::simd::{LaneVec, Lanes, WIDTH, lanes_of, task};
use glam::{Vec3, Vec3A};

/// Index of a block, and of its lane whose contents cooking cannot have written.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct WrongLane {
    pub(super) block: usize,
    pub(super) lane: usize,
}

task! {
    /// A task over blocks that writes their boxes. It returns the largest extent of a triangle along an axis, mesh units, or the block
    /// and lane at fault.
    pub(super) struct MeasureBlocks<'a> {
        pub(super) blocks: &'a [TriangleBlock],
        pub(super) boxes: &'a mut [Bounds],
    }
    fn run<L>(lanes) -> Result<f32, WrongLane> {
        let mut largest = lanes.splat(0.0);
        for (number, (block, around)) in blocks.iter().zip(boxes).enumerate() {
            let v = lanes.load_corners(&block.corners);
            let near = near(lanes, v[0]) & near(lanes, v[1]) & near(lanes, v[2]);
            let (held, named) = (lanes.bits(near), named(block));
            let wrong = held ^ named | flat(lanes, v, block, named) | misplaced(block, !named & ALL);
            if wrong != 0 {
                return Err(WrongLane { block: number, lane: wrong.trailing_zeros() as usize });
            }
            let (low, high) = (lanes.min3(lanes.min3(v[0], v[1]), v[2]), lanes.max3(lanes.max3(v[0], v[1]), v[2]));
            let extent = high - low;
            let extent = lanes.max(lanes.max(extent.x, extent.y), extent.z);
            largest = lanes.max(largest, lanes.select(near, extent, lanes.splat(0.0)));
            let Bounds { low: none_low, high: none_high } = Bounds::EMPTY;
            let low = lanes.select3(near, low, lanes.splat3(none_low.into()));
            let high = lanes.select3(near, high, lanes.splat3(none_high.into()));
            *around = Bounds { low: least(lanes, low), high: -least(lanes, -high) };
        }
        Ok(-first(lanes, lanes.least(-largest)))
    }
}

/// Bit mask of all eight lanes of a block.
const ALL: u32 = (1 << WIDTH) - 1;

/// Bit mask of the lanes of a block that have a triangle id.
#[inline(always)]
fn named(block: &TriangleBlock) -> u32 {
    let mut named = 0;
    for lane in 0..WIDTH {
        named |= u32::from(block.ids[lane] != NO_TRIANGLE) << lane;
    }
    named
}

/// Mask of the lanes whose triangle corner `corner` is within the coordinate range of meshes; false for NaN.
#[inline(always)]
fn near<L: Lanes>(lanes: L, corner: LaneVec<L::Float>) -> L::Mask {
    let most = lanes.splat(MAX_COORDINATE);
    lanes.le(lanes.abs(corner.x), most) & lanes.le(lanes.abs(corner.y), most) & lanes.le(lanes.abs(corner.z), most)
}

/// Bit mask of the lanes in `of` whose triangles, with the corners `[a, b, c]`, have no area.
#[inline(always)]
fn flat<L: Lanes>(lanes: L, [a, b, c]: [LaneVec<L::Float>; 3], block: &TriangleBlock, of: u32) -> u32 {
    let (u, v) = (b - a, c - a);
    let sure = surely_differ(lanes, u.y * v.z, u.z * v.y)
        | surely_differ(lanes, u.z * v.x, u.x * v.z)
        | surely_differ(lanes, u.x * v.y, u.y * v.x);
    let unsure = of & !lanes.bits(sure);
    if unsure == 0 { 0 } else { flat_one_by_one(block, unsure) }
}

/// Mask of the lanes in which the rounded products `one` and `other` differ by so much that the exact products differ, too.
#[inline(always)]
fn surely_differ<L: Lanes>(lanes: L, one: L::Float, other: L::Float) -> L::Mask {
    let rounding = (lanes.abs(one) + lanes.abs(other)) * lanes.splat(CROSS_ROUNDING) + lanes.splat(LEAST_CROSS);
    lanes.gt(lanes.abs(one - other), rounding)
}

/// Bit mask of the lanes in `of` whose triangles have no area, computed lane by lane in `f64`.
#[inline(never)]
fn flat_one_by_one(block: &TriangleBlock, of: u32) -> u32 {
    let mut flat = 0;
    for lane in lanes_of(of) {
        flat |= u32::from(!has_area(block.triangle(lane))) << lane;
    }
    flat
}

/// Bit mask of the lanes in `of` whose corners are not those of the placeholder [`NOWHERE`].
#[inline(always)]
fn misplaced(block: &TriangleBlock, of: u32) -> u32 {
    let mut misplaced = 0;
    for lane in lanes_of(of) {
        let [a, b, c] = block.triangle(lane);
        let is_nowhere = bits(a) == bits(NOWHERE[0]) && bits(b) == bits(NOWHERE[1]) && bits(c) == bits(NOWHERE[2]);
        misplaced |= u32::from(!is_nowhere) << lane;
    }
    misplaced
}

#[inline(always)]
fn bits(v: Vec3) -> [u32; 3] {
    [v.x.to_bits(), v.y.to_bits(), v.z.to_bits()]
}

/// Minimum of each component of a vector over all lanes.
#[inline(always)]
fn least<L: Lanes>(lanes: L, v: LaneVec<L::Float>) -> Vec3A {
    Vec3A::new(first(lanes, lanes.least(v.x)), first(lanes, lanes.least(v.y)), first(lanes, lanes.least(v.z)))
}

/// Number in the first lane of a SIMD register.
#[inline(always)]
fn first<L: Lanes>(lanes: L, value: L::Float) -> f32 {
    lanes.store(value)[0]
}

/// Returns the error that describes why the contents of a lane of block `number` are wrong.
pub(super) fn fault(block: &TriangleBlock, number: usize, lane: usize) -> CookedError {
    let (triangle, corners) = (block.ids[lane], block.triangle(lane));
    if triangle == NO_TRIANGLE {
        return CookedError::Lane { block: number as u32, lane: lane as u32 };
    }
    let is_near = |corner: Vec3A| corner.abs().cmple(Vec3A::splat(MAX_COORDINATE)).all();
    match corners.into_iter().find(|&corner| !is_near(corner.into())) {
        Some(value) => CookedError::Corner { triangle, value },
        None => CookedError::NoArea { triangle },
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mesh::area::has_area_in_f64;
    use crate::mesh::test_surfaces::on_a_line;
    use crate::simd::{Backend, Chosen};
    use alloc::vec::Vec;
    use sweep8_scalar_ref::random::Random;

    fn measure(backend: Backend, block: &TriangleBlock) -> Result<(Bounds, f32), WrongLane> {
        let mut boxes = [Bounds::EMPTY];
        let lanes = Chosen::new(backend).expect("it is available");
        let largest = lanes.run(MeasureBlocks { blocks: core::slice::from_ref(block), boxes: &mut boxes })?;
        Ok((boxes[0], largest))
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
                Some(lane) => Err(WrongLane { block: 0, lane }),
                None => Ok((Bounds::around(&boxes), largest)),
            };
            sound += u32::from(wrong.is_none());
            for backend in Backend::available() {
                assert_eq!(measure(backend, &block), expected, "{backend}: {block:?}");
            }
        }
        assert!(sound > 1_000 && sound < 3_900, "{sound} of 4000");
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
                assert_eq!(measure(backend, &block).is_ok(), has_area_in_f64(corners), "{backend}: {corners:?}");
            }
        }
        assert!(flat > 5_000 && thin > 5_000, "{flat} {thin}");
    }

    #[test]
    fn a_block_without_triangles_has_the_empty_box() {
        for backend in Backend::available() {
            assert_eq!(measure(backend, &TriangleBlock::EMPTY), Ok((Bounds::EMPTY, 0.0)));
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
            for value in [f32::NAN, f32::INFINITY, f32::NEG_INFINITY, MAX_COORDINATE * 1.01, -3e38] {
                let mut block = sound;
                block.corners[corner][axis][lane] = value;
                for backend in Backend::available() {
                    assert_eq!(measure(backend, &block), Err(WrongLane { block: 0, lane }), "{backend} {value}");
                }
                match fault(&block, 9, lane) {
                    CookedError::Corner { triangle, value: found } => {
                        assert_eq!((triangle, found[axis].to_bits()), (lane as u32, value.to_bits()));
                    }
                    other => assert_eq!(other, CookedError::Lane { block: 9, lane: 7 }),
                }
            }
        }
    }
}
