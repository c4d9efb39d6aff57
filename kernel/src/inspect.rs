//! A view of single steps, for tests, fuzz targets and benches. Not part of the library's promises: it may change in
//! any version.
//!
//! Every function panics if the processor does not have the backend it is to run on.

use crate::candidates::CandidateBlock;
use crate::closest::{closest, separate};
use crate::lanes::{Backend, Chosen, Eight, Lanes, Task, WIDTH};
use crate::motion::Motion;
use crate::prepare::prepare;
use crate::ray::{Ray, ray_block};
use crate::sides::Sides;
use crate::sweep::{BlockHits, Rule, Start, sweep_block};
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

/// A block of eight triangles in ellipsoid space to be prepared, then swept or separated.
struct SweepEight<'a> {
    block: &'a mut CandidateBlock,
    motion: Motion,
    limit: f32,
    rule: Rule,
}

impl Task for SweepEight<'_> {
    type Output = BlockHits;

    #[inline(always)]
    fn run<L: Lanes>(self, lanes: L) -> BlockHits {
        prepare(lanes, self.block);
        sweep_block(lanes, self.block, &self.motion, self.limit, self.rule)
    }
}

/// Prepares eight triangles in ellipsoid space and sweeps the unit sphere against them.
///
/// `approach_only`: an overlap at the start is a contact only where the motion goes deeper. `front_only`: a triangle
/// whose back the start is on does not count.
#[must_use]
pub fn sweep_eight(
    backend: Backend,
    triangles: &[[Vec3; 3]; WIDTH],
    start: Vec3,
    displacement: Vec3,
    limit: f32,
    approach_only: bool,
    front_only: bool,
) -> [LaneResult; WIDTH] {
    let mut block = CandidateBlock::EMPTY;
    block.corners = in_lanes(triangles);
    let rule = Rule { start: if approach_only { Start::Approach } else { Start::Contact }, sides: sides(front_only) };
    let motion = Motion::new(start, displacement);
    let found = chosen(backend).run(SweepEight { block: &mut block, motion, limit, rule });
    std::array::from_fn(|lane| LaneResult {
        normal: block.normal.map(|axis| axis[lane]),
        inverse_square: block.inverse_square.map(|edge| edge[lane]),
        fraction: (found.hits & (1 << lane) != 0).then_some(found.fraction[lane]),
        start_square: (found.overlaps & (1 << lane) != 0).then_some(found.start_square[lane]),
        face: found.faces & (1 << lane) != 0,
    })
}

/// What separates the unit sphere from one triangle.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LaneSeparation {
    /// Squared distance of the closest point, ellipsoid space.
    pub square: f32,
    /// From it to the centre, ellipsoid space.
    pub apart: [f32; 3],
    /// Depth in metres and the way out in the world, where they overlap.
    pub out: Option<(f32, [f32; 3])>,
}

struct SeparateEight {
    block: CandidateBlock,
    center: Vec3,
    inverse_radii: Vec3,
    sides: Sides,
}

impl Task for SeparateEight {
    type Output = [LaneSeparation; WIDTH];

    #[inline(always)]
    fn run<L: Lanes>(mut self, lanes: L) -> [LaneSeparation; WIDTH] {
        prepare(lanes, &mut self.block);
        let found = closest(lanes, &self.block, self.center, self.sides);
        let separation = separate(lanes, &found, self.inverse_radii);
        let overlaps = lanes.bits(separation.overlap);
        let (square, apart) = (lanes.store(found.square), lanes.store3(found.apart));
        let (depth, normal) = (lanes.store(separation.depth), lanes.store3(separation.normal));
        std::array::from_fn(|lane| LaneSeparation {
            square: square[lane],
            apart: apart.map(|axis| axis[lane]),
            out: (overlaps & (1 << lane) != 0).then(|| (depth[lane], normal.map(|axis| axis[lane]))),
        })
    }
}

/// Prepares eight triangles in ellipsoid space and separates the unit sphere at `center` from them.
#[must_use]
pub fn separate_eight(
    backend: Backend,
    triangles: &[[Vec3; 3]; WIDTH],
    center: Vec3,
    inverse_radii: Vec3,
    front_only: bool,
) -> [LaneSeparation; WIDTH] {
    let mut block = CandidateBlock::EMPTY;
    block.corners = in_lanes(triangles);
    chosen(backend).run(SeparateEight { block, center, inverse_radii, sides: sides(front_only) })
}

struct RayEight<'a> {
    corners: &'a [[Eight; 3]; 3],
    ray: Ray,
    limit: f32,
    sides: Sides,
}

impl Task for RayEight<'_> {
    type Output = u32;

    #[inline(always)]
    fn run<L: Lanes>(self, lanes: L) -> u32 {
        lanes.bits(ray_block(lanes, self.corners, &self.ray, self.limit, self.sides))
    }
}

/// Which of eight triangles a ray from `origin` along `step` passes, of those that reach into `0..=limit` steps; any
/// one frame.
#[must_use]
pub fn ray_eight(
    backend: Backend,
    triangles: &[[Vec3; 3]; WIDTH],
    origin: Vec3,
    step: Vec3,
    limit: f32,
    front_only: bool,
) -> [bool; WIDTH] {
    let ray = Ray::new(origin.as_dvec3(), step.as_dvec3());
    let corners = in_lanes(triangles);
    let passed = chosen(backend).run(RayEight { corners: &corners, ray, limit, sides: sides(front_only) });
    std::array::from_fn(|lane| passed & (1 << lane) != 0)
}

fn chosen(backend: Backend) -> Chosen {
    Chosen::new(backend).unwrap_or_else(|error| panic!("{error}"))
}

fn sides(front_only: bool) -> Sides {
    if front_only { Sides::Front } else { Sides::Both }
}

/// Triangles as structure of arrays, `[corner][axis][lane]`.
fn in_lanes(triangles: &[[Vec3; 3]; WIDTH]) -> [[Eight; 3]; 3] {
    std::array::from_fn(|corner| std::array::from_fn(|axis| std::array::from_fn(|lane| triangles[lane][corner][axis])))
}
