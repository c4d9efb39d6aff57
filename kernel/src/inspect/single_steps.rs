//! The tests of eight triangles, called one by one, in ellipsoid space.

use crate::bvh::block::NO_TRIANGLE;
use crate::frame::capsule_motion::CapsuleMotion;
use crate::frame::motion::Motion;
use crate::mesh::sides::Sides;
use crate::narrow::candidate_block::CandidateBlock;
use crate::narrow::closest::{Closest, closest};
use crate::narrow::closest_to_spine::closest_to_spine;
use crate::narrow::prepare::prepare;
use crate::narrow::ray::{Ray, RayStep, ray_block};
use crate::narrow::sweep::capsule_sweep::SweepCapsule;
use crate::narrow::sweep::hits::{BlockHits, Rule, Start};
use crate::narrow::sweep::plane_and_face::sweep_block;
use crate::narrow::triangles::Triangles;
use crate::shape::axis::Axis;
use crate::simd::{Backend, Chosen, Eight, Lanes, WIDTH, lanes_of, task};
use alloc::vec::Vec;
use glam::Vec3;

/// Result of [`sweep_eight`] for one of the eight triangles.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LaneResult {
    /// Unit normal of the triangle, ellipsoid space, as computed before the sweep; zero if the triangle is too thin.
    pub normal: [f32; 3],
    /// Inverse squared lengths of the triangle's edges, ellipsoid space, as computed before the sweep.
    pub inverse_square: [f32; 3],
    /// Fraction of the sweep's displacement up to the first contact with the triangle; `None` without a contact.
    pub fraction: Option<f32>,
    /// Squared distance of the triangle from the sphere's start, ellipsoid space, if it is below 1 (an overlap).
    pub start_square: Option<f32>,
    /// Whether the sphere touches the triangle's face, not an edge or corner; valid only with a fraction or a squared distance.
    pub face: bool,
}

task! {
    /// Task that precomputes normals and edges of eight triangles in ellipsoid space, then sweeps the unit sphere against them.
    struct PrepareAndSweepEight<'a> {
        corners: &'a [[Eight; 3]; 3],
        motion: Motion,
        limit: f32,
        rule: Rule,
    }
    fn run<L>(lanes) -> (CandidateBlock, BlockHits) {
        let block = prepare(lanes, &unnamed(lanes, corners));
        let found = sweep_block(lanes, &block, lanes.every(), &motion, limit, rule);
        (block, found)
    }
}

/// Prepares eight triangles in ellipsoid space and sweeps the unit sphere against them.
///
/// `approach_only`: an overlap at the start is a contact only if the motion goes deeper. `front_only`: a triangle with the start on
/// its back does not count.
///
/// Seven arguments: the options of the step that it shows are given one by one.
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
    let rule = Rule { start: Start::of(approach_only), sides: sides(front_only) };
    let motion = Motion::new(start, displacement);
    let (block, found) =
        chosen(backend).run(PrepareAndSweepEight { corners: &in_lanes(triangles), motion, limit, rule });
    lane_results(&block, &found)
}

fn lane_results(block: &CandidateBlock, found: &BlockHits) -> [LaneResult; WIDTH] {
    core::array::from_fn(|lane| LaneResult {
        normal: block.normal.map(|axis| axis[lane]),
        inverse_square: block.inverse_square.map(|edge| edge[lane]),
        fraction: (found.hits & (1 << lane) != 0).then_some(found.fraction[lane]),
        start_square: (found.overlaps & (1 << lane) != 0).then_some(found.start_square[lane]),
        face: found.faces & (1 << lane) != 0,
    })
}

task! {
    /// Task that precomputes normals and edges of eight triangles in ellipsoid space, then sweeps a capsule against them.
    struct PrepareAndSweepCapsule<'a> {
        corners: &'a [[Eight; 3]; 3],
        capsule: CapsuleMotion,
        limit: f32,
        rule: Rule,
    }
    fn run<L>(lanes) -> (CandidateBlock, BlockHits) {
        let block = prepare(lanes, &unnamed(lanes, corners));
        let (live, capsule) = (lanes.every(), &capsule);
        let found = lanes.call_outlined(SweepCapsule::<L, false> { lanes, block: &block, live, capsule, limit, rule });
        (block, found)
    }
}

/// As [`sweep_eight`], for the unit sphere swept along a spine: an axis of ellipsoid space, and half a length. The square of an overlap
/// is negative where the spine crosses the triangle: minus the squared depth.
///
/// Seven arguments: as there.
#[must_use]
pub fn sweep_eight_by_capsule(
    backend: Backend,
    triangles: &[[Vec3; 3]; WIDTH],
    start: Vec3,
    displacement: Vec3,
    (axis, half): (Axis, f32),
    limit: f32,
    [approach_only, front_only]: [bool; 2],
) -> [LaneResult; WIDTH] {
    let rule = Rule { start: Start::of(approach_only), sides: sides(front_only) };
    let capsule = CapsuleMotion::new(Motion::new(start, displacement), axis, half);
    let (block, found) =
        chosen(backend).run(PrepareAndSweepCapsule { corners: &in_lanes(triangles), capsule, limit, rule });
    lane_results(&block, &found)
}

/// Result of [`closest_eight`] for one of the eight triangles: its distance from the point.
#[derive(Clone, Copy, Debug)]
pub struct LaneDistance {
    /// Squared distance from the point to the triangle's closest point, ellipsoid space.
    pub square: f32,
    /// Whether the triangle's closest point lies inside its face, not on an edge or corner.
    pub over_face: bool,
    /// Whether the side of the triangle that faces the point counts (a back does not if only fronts count).
    pub felt: bool,
}

#[inline(always)]
fn lane_distances<L: Lanes>(lanes: L, found: &Closest<L>) -> [LaneDistance; WIDTH] {
    let (square, over_face, felt) = (lanes.store(found.square), lanes.bits(found.over_face), lanes.bits(found.felt));
    core::array::from_fn(|lane| LaneDistance {
        square: square[lane],
        over_face: over_face & (1 << lane) != 0,
        felt: felt & (1 << lane) != 0,
    })
}

task! {
    struct ClosestEight {
        corners: [[Eight; 3]; 3],
        center: Vec3,
        sides: Sides,
    }
    fn run<L>(lanes) -> [LaneDistance; WIDTH] {
        lane_distances(lanes, &closest(lanes, &unnamed(lanes, &corners).corners, center, sides))
    }
}

/// Measures the distances of eight triangles from `center`, all in ellipsoid space.
#[must_use]
pub fn closest_eight(
    backend: Backend,
    triangles: &[[Vec3; 3]; WIDTH],
    center: Vec3,
    front_only: bool,
) -> [LaneDistance; WIDTH] {
    chosen(backend).run(ClosestEight { corners: in_lanes(triangles), center, sides: sides(front_only) })
}

task! {
    struct ClosestEightToSpine {
        corners: [[Eight; 3]; 3],
        center: Vec3,
        spine: (Axis, f32),
        sides: Sides,
    }
    fn run<L>(lanes) -> [LaneDistance; WIDTH] {
        let block = prepare(lanes, &unnamed(lanes, &corners));
        lane_distances(lanes, &closest_to_spine(lanes, &block, center, spine, sides))
    }
}

/// As [`closest_eight`], for a spine about `center`: an axis of ellipsoid space, and half a length. The square is negative where the
/// spine crosses the triangle: minus the squared depth.
#[must_use]
pub fn closest_eight_to_spine(
    backend: Backend,
    triangles: &[[Vec3; 3]; WIDTH],
    center: Vec3,
    spine: (Axis, f32),
    front_only: bool,
) -> [LaneDistance; WIDTH] {
    let sides = sides(front_only);
    chosen(backend).run(ClosestEightToSpine { corners: in_lanes(triangles), center, spine, sides })
}

task! {
    struct RayEight<'a> {
        corners: &'a [[Eight; 3]; 3],
        ray: &'a Ray,
        limit: f32,
        sides: Sides,
    }
    fn run<L>(lanes) -> u32 {
        lanes.bits(ray_block(lanes, corners, ray, limit, sides))
    }
}

/// A mask of eight triangles that a ray from `origin` along `step` crosses, among those that extend into `0..=limit` steps; any one
/// frame.
#[must_use]
pub fn ray_eight(
    backend: Backend,
    triangles: &[[Vec3; 3]; WIDTH],
    origin: Vec3,
    step: Vec3,
    limit: f32,
    front_only: bool,
) -> [bool; WIDTH] {
    let ray = &Ray::new(Vec3::ZERO.into(), origin.as_dvec3(), RayStep::new(step.as_dvec3()));
    let corners = in_lanes(triangles);
    let crossed = chosen(backend).run(RayEight { corners: &corners, ray, limit, sides: sides(front_only) });
    core::array::from_fn(|lane| crossed & (1 << lane) != 0)
}

/// Blocks of eight triangles in ellipsoid space with precomputed normals and edges: the triangles near one character.
#[derive(Debug)]
pub struct Blocks {
    lanes: Chosen,
    blocks: Vec<CandidateBlock>,
}

impl Blocks {
    /// Makes the blocks from triangles in ellipsoid space; precomputes normals and edges.
    #[must_use]
    pub fn new(backend: Backend, triangles: &[[[Vec3; 3]; WIDTH]]) -> Self {
        let lanes = chosen(backend);
        Self { lanes, blocks: lanes.run(PrepareBlocks { eights: triangles }) }
    }

    /// Sweeps the unit sphere from the origin by each displacement against each block separately; returns the number of touched
    /// lanes, and a hash of their fractions.
    #[must_use]
    pub fn sweep(&self, displacements: &[Vec3]) -> (u64, u64) {
        self.lanes.run(SweepBlocksByMotions { blocks: &self.blocks, displacements })
    }

    /// As [`sweep`](Self::sweep), for the unit sphere swept along a spine: an axis of ellipsoid space, and half a length.
    #[must_use]
    pub fn sweep_by_capsule(&self, displacements: &[Vec3], spine: (Axis, f32)) -> (u64, u64) {
        self.lanes.run(SweepBlocksByCapsules { blocks: &self.blocks, displacements, spine })
    }
}

task! {
    struct PrepareBlocks<'a> {
        eights: &'a [[[Vec3; 3]; WIDTH]],
    }
    fn run<L>(lanes) -> Vec<CandidateBlock> {
        let mut blocks = Vec::with_capacity(eights.len());
        for triangles in eights {
            blocks.push(prepare(lanes, &unnamed(lanes, &in_lanes(triangles))));
        }
        blocks
    }
}

task! {
    struct SweepBlocksByMotions<'a> {
        blocks: &'a [CandidateBlock],
        displacements: &'a [Vec3],
    }
    fn run<L>(lanes) -> (u64, u64) {
        let rule = Rule { start: Start::Contact, sides: Sides::Both };
        let (mut touched, mut hash) = (0, 0_u64);
        for &displacement in displacements {
            let motion = Motion::new(Vec3::ZERO, displacement);
            for block in blocks {
                let found = sweep_block(lanes, block, lanes.every(), &motion, 1.0, rule);
                touched += u64::from(found.hits.count_ones());
                for lane in lanes_of(found.hits) {
                    hash = (hash ^ u64::from(found.fraction[lane].to_bits())).wrapping_mul(0x9E37_79B9_7F4A_7C15);
                }
            }
        }
        (touched, hash)
    }
}

task! {
    struct SweepBlocksByCapsules<'a> {
        blocks: &'a [CandidateBlock],
        displacements: &'a [Vec3],
        spine: (Axis, f32),
    }
    fn run<L>(lanes) -> (u64, u64) {
        let rule = Rule { start: Start::Contact, sides: Sides::Both };
        let (mut touched, mut hash) = (0, 0_u64);
        let (axis, half) = spine;
        for &displacement in displacements {
            let capsule = &CapsuleMotion::new(Motion::new(Vec3::ZERO, displacement), axis, half);
            for block in blocks {
                let live = lanes.every();
                let found = lanes.call_outlined(SweepCapsule::<L, false> { lanes, block, live, capsule, limit: 1.0, rule });
                touched += u64::from(found.hits.count_ones());
                for lane in lanes_of(found.hits) {
                    hash = (hash ^ u64::from(found.fraction[lane].to_bits())).wrapping_mul(0x9E37_79B9_7F4A_7C15);
                }
            }
        }
        (touched, hash)
    }
}

fn chosen(backend: Backend) -> Chosen {
    Chosen::new(backend).unwrap_or_else(|error| panic!("{error}"))
}

fn sides(front_only: bool) -> Sides {
    if front_only { Sides::Front } else { Sides::Both }
}

/// Loads the corners of eight triangles into SIMD registers, without triangle ids.
#[inline(always)]
fn unnamed<L: Lanes>(lanes: L, corners: &[[Eight; 3]; 3]) -> Triangles<L::Float> {
    Triangles { corners: lanes.load_corners(corners), ids: lanes.load_bits(&[NO_TRIANGLE; WIDTH]) }
}

/// Converts eight triangles to structure of arrays: `[corner][axis][lane]`.
fn in_lanes(triangles: &[[Vec3; 3]; WIDTH]) -> [[Eight; 3]; 3] {
    core::array::from_fn(|corner| {
        core::array::from_fn(|axis| core::array::from_fn(|lane| triangles[lane][corner][axis]))
    })
}
