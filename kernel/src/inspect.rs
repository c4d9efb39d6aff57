//! A view of single steps, for tests, fuzz targets and benches. Not part of the library's promises: it may change in
//! any version.

use crate::candidates::CandidateBlock;
use crate::lanes::{Portable, WIDTH};
use crate::motion::Motion;
use crate::prepare::prepare;
use crate::sweep::{Start, sweep_block};
use glam::Vec3;

/// What [`sweep_eight`] found for one triangle.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LaneResult {
    /// The unit normal as prepared.
    pub normal: [f32; 3],
    /// The inverse squared edge lengths as prepared.
    pub inverse_square: [f32; 3],
    /// The fraction of first contact.
    pub fraction: Option<f32>,
    /// The squared distance at the start, where that is below 1.
    pub start_square: Option<f32>,
    /// Whether what is touched is the face; meaningful with a fraction or a squared distance.
    pub face: bool,
}

/// Prepares eight triangles in ellipsoid space and sweeps the unit sphere against them.
///
/// `approach_only`: an overlap at the start is a contact only where the motion goes deeper.
#[must_use]
pub fn sweep_eight(
    triangles: &[[Vec3; 3]; WIDTH],
    start: Vec3,
    displacement: Vec3,
    limit: f32,
    approach_only: bool,
) -> [LaneResult; WIDTH] {
    let mut block = CandidateBlock::EMPTY;
    for (lane, triangle) in triangles.iter().enumerate() {
        for (corner, position) in triangle.iter().enumerate() {
            for axis in 0..3 {
                block.corners[corner][axis][lane] = position[axis];
            }
        }
    }
    prepare(Portable, &mut block);
    let start_rule = if approach_only { Start::Approach } else { Start::Contact };
    let found = sweep_block(Portable, &block, &Motion::new(start, displacement), limit, start_rule);
    std::array::from_fn(|lane| LaneResult {
        normal: block.normal.map(|axis| axis[lane]),
        inverse_square: block.inverse_square.map(|edge| edge[lane]),
        fraction: (found.hits & (1 << lane) != 0).then_some(found.fraction[lane]),
        start_square: (found.overlaps & (1 << lane) != 0).then_some(found.start_square[lane]),
        face: found.faces & (1 << lane) != 0,
    })
}
