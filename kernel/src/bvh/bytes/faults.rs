//! Looks for the fault in what the check in lanes is not sure of, one triangle at a time.
//!
//! In: a tree read from bytes, a block of it. Out: the fault, or none: thin triangles are sound although lanes cannot be sure of it.

use crate::base::tolerance::MAX_COORDINATE;
use crate::bvh::block::{NO_TRIANGLE, NOWHERE, TriangleBlock};
use crate::bvh::boxes::Bounds;
use crate::bvh::bytes::cooked_error::CookedError;
use crate::bvh::tree::Tree;
use crate::mesh::area::has_area;
use crate::simd::WIDTH;
use alloc::vec;
use glam::{Vec3, Vec3A};

/// Checks block `number`: each lane, and that all triangles lie in the box of the tree's grid.
#[cold]
pub(super) fn check_block(tree: &Tree, number: usize) -> Result<(), CookedError> {
    let block = &tree.blocks[number];
    let mut around = Bounds::EMPTY;
    for lane in 0..WIDTH {
        if block.ids[lane] != NO_TRIANGLE {
            let corners = block.triangle(lane);
            check_triangle(tree, number, lane)?;
            for corner in corners.map(Vec3A::from) {
                around = around.union(&Bounds { low: corner, high: corner });
            }
        } else if !is_nowhere(block, lane) {
            return Err(CookedError::Lane { block: number as u32, lane: lane as u32 });
        }
    }
    if around.is_empty() || tree.covered.holds(&around) {
        Ok(())
    } else {
        Err(CookedError::Outside { block: number as u32 })
    }
}

/// Checks a triangle: its corners, its area, its id.
fn check_triangle(tree: &Tree, number: usize, lane: usize) -> Result<(), CookedError> {
    let block = &tree.blocks[number];
    let (triangle, corners) = (block.ids[lane], block.triangle(lane));
    let is_near = |corner: Vec3| Vec3A::from(corner).abs().cmple(Vec3A::splat(MAX_COORDINATE)).all();
    if let Some(value) = corners.into_iter().find(|&corner| !is_near(corner)) {
        return Err(CookedError::Corner { triangle, value });
    }
    if !has_area(corners) {
        return Err(CookedError::NoArea { triangle });
    }
    check_range(tree, number, lane)
}

/// Checks that there is a triangle with the id in a lane.
fn check_range(tree: &Tree, number: usize, lane: usize) -> Result<(), CookedError> {
    let (triangle, count) = (tree.blocks[number].ids[lane], tree.triangles as u32);
    if triangle < count {
        return Ok(());
    }
    Err(CookedError::TriangleOutOfRange { block: number as u32, lane: lane as u32, triangle, count })
}

/// Whether the corners in a lane are those of the placeholder [`NOWHERE`], bit by bit.
fn is_nowhere(block: &TriangleBlock, lane: usize) -> bool {
    let [a, b, c] = block.triangle(lane);
    bits(a) == bits(NOWHERE[0]) && bits(b) == bits(NOWHERE[1]) && bits(c) == bits(NOWHERE[2])
}

fn bits(v: Vec3) -> [u32; 3] {
    [v.x.to_bits(), v.y.to_bits(), v.z.to_bits()]
}

/// Checks that each triangle of a tree has an id in range that no other has.
#[cold]
pub(super) fn check_ids(tree: &Tree) -> Result<(), CookedError> {
    let mut met = vec![false; tree.triangles];
    for (number, block) in tree.blocks.iter().enumerate() {
        for (lane, &triangle) in block.ids.iter().enumerate().filter(|(_, id)| **id != NO_TRIANGLE) {
            check_range(tree, number, lane)?;
            if core::mem::replace(&mut met[triangle as usize], true) {
                return Err(CookedError::Twice { triangle });
            }
        }
    }
    Ok(())
}
