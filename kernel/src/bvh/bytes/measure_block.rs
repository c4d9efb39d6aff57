//! What a block of triangles holds, measured and checked eight lanes at a time.
//!
//! In: a block of any bits. Out: whether each lane is what a cooked mesh has in it; the box around its triangles and their largest
//! extent, as the build has them. A loop over eight lanes becomes the vector instructions of any processor; the fault of a lane is
//! named one at a time, in code that is hardly ever run.

use crate::base::tolerance::MAX_COORDINATE;
use crate::bvh::block::{NO_TRIANGLE, NOWHERE, TriangleBlock};
use crate::bvh::boxes::Bounds;
use crate::bvh::bytes::cooked_error::CookedError;
use crate::simd::{Eight, WIDTH};
use glam::Vec3A;

/// A block whose lanes are sound.
pub(super) struct Measured {
    /// Around its triangles; empty without any.
    pub(super) around: Bounds,
    /// Largest extent of a triangle along an axis, mesh units.
    pub(super) largest: f32,
}

/// Measures block `number`, if each lane holds a triangle with an area, in the range of coordinates, or none at all.
pub(super) fn measure_block(block: &TriangleBlock, number: usize) -> Result<Measured, CookedError> {
    let is_empty = block.ids.map(|id| id == NO_TRIANGLE);
    let (mut is_far, mut is_nowhere) = ([false; WIDTH], [true; WIDTH]);
    let mut around = Bounds::EMPTY;
    let mut largest = 0.0_f32;
    for axis in 0..3 {
        let corners = block.corners.map(|corner| corner[axis]);
        let (mut lows, mut highs) = (corners[0], corners[0]);
        for (corner, nowhere) in corners.iter().zip(NOWHERE) {
            for lane in 0..WIDTH {
                let value = corner[lane];
                is_far[lane] |= value.abs() > MAX_COORDINATE || value.is_nan();
                is_nowhere[lane] &= value.to_bits() == nowhere[axis].to_bits();
                lows[lane] = if value < lows[lane] { value } else { lows[lane] };
                highs[lane] = if value > highs[lane] { value } else { highs[lane] };
            }
        }
        for lane in 0..WIDTH {
            let (low, high) = if is_empty[lane] { (f32::MAX, f32::MIN) } else { (lows[lane], highs[lane]) };
            let extent = if is_empty[lane] { 0.0 } else { highs[lane] - lows[lane] };
            around.low[axis] = if low < around.low[axis] { low } else { around.low[axis] };
            around.high[axis] = if high > around.high[axis] { high } else { around.high[axis] };
            largest = if extent > largest { extent } else { largest };
        }
    }
    let has_area = have_area(&block.corners);
    let is_sound = |lane: usize| if is_empty[lane] { is_nowhere[lane] } else { !is_far[lane] & has_area[lane] };
    match (0..WIDTH).find(|&lane| !is_sound(lane)) {
        None => Ok(Measured { around, largest }),
        Some(lane) => Err(fault(block, number, lane)),
    }
}

/// Whether eight triangles have an area, by the products of [`has_area`](crate::mesh::triangle_mesh::has_area).
fn have_area(corners: &[[Eight; 3]; 3]) -> [bool; WIDTH] {
    let side = |corner: usize, axis: usize| -> [f64; WIDTH] {
        core::array::from_fn(|lane| f64::from(corners[corner][axis][lane]) - f64::from(corners[0][axis][lane]))
    };
    let [u, v] = [1, 2].map(|corner| [side(corner, 0), side(corner, 1), side(corner, 2)]);
    let mut has_area = [false; WIDTH];
    for (y, z) in [(1, 2), (2, 0), (0, 1)] {
        for lane in 0..WIDTH {
            has_area[lane] |= u[y][lane] * v[z][lane] - v[y][lane] * u[z][lane] != 0.0;
        }
    }
    has_area
}

/// What is wrong with a lane.
#[cold]
#[inline(never)]
fn fault(block: &TriangleBlock, number: usize, lane: usize) -> CookedError {
    let (triangle, corners) = (block.ids[lane], block.triangle(lane));
    if triangle == NO_TRIANGLE {
        return CookedError::Lane { block: number as u32, lane: lane as u32 };
    }
    let is_near = |corner: Vec3A| corner.abs().cmple(Vec3A::splat(MAX_COORDINATE)).all();
    if let Some(value) = corners.into_iter().find(|&corner| !is_near(corner.into())) {
        return CookedError::Corner { triangle, value };
    }
    CookedError::NoArea { triangle }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::test_random::TestRandom;
    use crate::mesh::triangle_mesh::has_area;
    use alloc::vec::Vec;
    use glam::Vec3;

    /// A block of random triangles in some lanes, some of them long and thin, flat or mere lines.
    fn block(random: &mut TestRandom) -> TriangleBlock {
        let mut block = TriangleBlock::EMPTY;
        for lane in (0..WIDTH).filter(|lane| lane % 3 != 1) {
            let [a, b, c] = [(); 3].map(|()| Vec3::from(random.vector()) * 40.0);
            let corners = match lane {
                0 => [a, b, c],
                2 => [a, b, a + (b - a) * 0.5],
                3 => [a, a + Vec3::X, a + Vec3::Y],
                _ => [a, b, b + Vec3::Z * 1e-6],
            };
            block.set(lane, lane as u32, corners);
        }
        block
    }

    #[test]
    fn eight_lanes_are_measured_as_one_triangle_at_a_time() {
        let mut random = TestRandom(1);
        let mut sound = 0;
        for number in 0..4_000 {
            let block = block(&mut random);
            let lanes = (0..WIDTH).filter(|&lane| block.ids[lane] != NO_TRIANGLE);
            let expected = have_area(&block.corners);
            let is_sound = lanes.clone().all(|lane| has_area(block.triangle(lane)));
            assert!((0..WIDTH).all(|lane| expected[lane] == has_area(block.triangle(lane))), "{block:?}");
            match measure_block(&block, number) {
                Err(error) => assert!(!is_sound && matches!(error, CookedError::NoArea { .. }), "{error}: {block:?}"),
                Ok(Measured { around, largest }) => {
                    sound += 1;
                    let boxes = lanes.map(|lane| Bounds::of_triangle(block.triangle(lane).map(Vec3A::from)));
                    let boxes: Vec<Bounds> = boxes.collect();
                    assert!(is_sound, "{block:?}");
                    assert_eq!(around, Bounds::around(&boxes));
                    let extents = boxes.iter().map(|around| around.extent().max_element());
                    assert_eq!(largest, extents.fold(0.0, f32::max));
                }
            }
        }
        assert!(sound > 1_000 && sound < 3_900, "{sound} of 4000");
    }

    #[test]
    fn a_block_without_triangles_has_the_empty_box() {
        let Measured { around, largest } = measure_block(&TriangleBlock::EMPTY, 0).expect("it is sound");
        assert_eq!((around, largest), (Bounds::EMPTY, 0.0));
    }

    #[test]
    fn each_number_of_a_block_is_checked() {
        let mut random = TestRandom(2);
        let mut sound = TriangleBlock::EMPTY;
        for lane in 0..WIDTH - 1 {
            let [a, b, c] = [(); 3].map(|()| Vec3::from(random.vector()));
            sound.set(lane, lane as u32, [a, b, c]);
        }
        for (corner, axis, lane) in (0..72).map(|at| (at / 24, at / 8 % 3, at % 8)) {
            for value in [f32::NAN, f32::INFINITY, f32::NEG_INFINITY, MAX_COORDINATE * 1.01, -3e38] {
                let mut block = sound;
                block.corners[corner][axis][lane] = value;
                let error = measure_block(&block, 9).err().expect("it is wrong");
                match error {
                    CookedError::Corner { triangle, value: found } => {
                        assert_eq!((triangle, found[axis].to_bits()), (lane as u32, value.to_bits()));
                    }
                    other => assert_eq!(other, CookedError::Lane { block: 9, lane: 7 }),
                }
            }
        }
    }
}
