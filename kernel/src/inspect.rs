//! A view of single steps, for tests, fuzz targets and benches. Not part of the library's promises: it may change in
//! any version.
//!
//! Every function panics if the processor does not have the backend it is to run on.

use crate::base::input_error::check_move;
use crate::bvh::block::{NO_TRIANGLE, TriangleBlock};
use crate::bvh::node::{MOST_CHILDREN, Node};
use crate::bvh::tree::Tree;
use crate::character::gather::{Reach, gather};
use crate::character::outcome::SlideOutcome;
use crate::character::settings::{SlideRules, SlideSettings};
use crate::character::slide::Slide;
use crate::character::slide_end::Passes;
use crate::crowd::population::Crowd;
use crate::crowd::save::seal;
use crate::frame::ellipsoid_space::Space;
use crate::frame::motion::Motion;
use crate::frame::position::Position;
use crate::mesh::sides::Sides;
use crate::narrow::candidate_block::CandidateBlock;
use crate::narrow::closest::closest;
use crate::narrow::mesh_boxes::MeshBoxes;
use crate::narrow::prepare::prepare;
use crate::narrow::ray::{Ray, ray_block};
use crate::narrow::sweep::hits::{BlockHits, Rule, Start};
use crate::narrow::sweep::plane_and_face::sweep_block;
use crate::narrow::triangles::Triangles;
use crate::query::scratch::Scratch;
use crate::shape::ellipsoid::Ellipsoid;
use crate::simd::{Backend, Chosen, Eight, Lanes, Task, WIDTH, lanes_of};
use crate::world::triangle_world::World;
use glam::Vec3;

/// How many characters of a crowd are at rest: the next step under the conditions of the last does not move them.
#[must_use]
pub fn count_at_rest(crowd: &Crowd) -> usize {
    crowd.count_at_rest()
}

/// Makes the checksum of a saved crowd right, so that a fuzz target reaches what lies behind it.
pub fn seal_save(bytes: &mut [u8]) {
    seal(bytes);
}

/// What a slide of two passes is about: see [`slide_and_fall`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TwoPasses {
    /// As in [`SlideSettings::skin`], metres.
    pub skin: f32,
    /// As in [`SlideSettings::max_iterations`].
    pub max_iterations: u32,
    /// As in [`SlideSettings::sides`].
    pub sides: Sides,
    /// Displacement of the fall, world space, metres. Its opposite is up.
    pub gravity: Vec3,
    /// Cosine of the steepest slope that holds.
    pub slope_cosine: f32,
}

impl Default for TwoPasses {
    fn default() -> Self {
        let SlideSettings { skin, max_iterations, sides } = SlideSettings::default();
        Self { skin, max_iterations, sides, gravity: Vec3::ZERO, slope_cosine: 0.642_787_6 }
    }
}

/// The two passes of a character's move, a desired displacement and a fall, without the law that makes them of velocities.
///
/// # Panics
/// Where the input is out of range.
#[must_use]
pub fn slide_and_fall(
    world: &World,
    shape: &Ellipsoid,
    position: impl Into<Position>,
    desired: Vec3,
    settings: &TwoPasses,
    scratch: &mut Scratch,
) -> SlideOutcome {
    let &TwoPasses { skin, max_iterations, sides, gravity, slope_cosine } = settings;
    let mut position = position.into();
    let slide = SlideSettings { skin, max_iterations, sides };
    let checked = position.check().and_then(|()| check_move(desired)).and_then(|()| check_move(gravity));
    checked.and_then(|()| slide.check()).expect("input in range");
    let up = (-gravity).normalize_or_zero();
    let mut outcome = SlideOutcome::NOTHING;
    let about = Slide {
        instances: &world.instances,
        shape: *shape,
        position: &mut position,
        passes: &Passes { displacements: [desired, gravity], velocities: [Vec3::ZERO; 2], leaving: None, up },
        rules: &SlideRules::new(&slide, slope_cosine),
        block_cache: None,
        observer: &mut outcome,
        scratch,
    };
    let end = world.lanes.run(about);
    outcome.end_at(position, &end);
    outcome
}

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

/// A block of eight triangles in ellipsoid space to be prepared, then swept.
struct SweepEight<'a> {
    corners: &'a [[Eight; 3]; 3],
    motion: Motion,
    limit: f32,
    rule: Rule,
}

impl Task for SweepEight<'_> {
    type Output = (CandidateBlock, BlockHits);

    #[inline(always)]
    fn run<L: Lanes>(self, lanes: L) -> (CandidateBlock, BlockHits) {
        let block = prepare(lanes, &unnamed(lanes, self.corners));
        let found = sweep_block(lanes, &block, lanes.every(), &self.motion, self.limit, self.rule);
        (block, found)
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
    let rule = Rule { start: if approach_only { Start::Approach } else { Start::Contact }, sides: sides(front_only) };
    let motion = Motion::new(start, displacement);
    let (block, found) = chosen(backend).run(SweepEight { corners: &in_lanes(triangles), motion, limit, rule });
    std::array::from_fn(|lane| LaneResult {
        normal: block.normal.map(|axis| axis[lane]),
        inverse_square: block.inverse_square.map(|edge| edge[lane]),
        fraction: (found.hits & (1 << lane) != 0).then_some(found.fraction[lane]),
        start_square: (found.overlaps & (1 << lane) != 0).then_some(found.start_square[lane]),
        face: found.faces & (1 << lane) != 0,
    })
}

/// How far one triangle is from a point.
#[derive(Clone, Copy, Debug)]
pub struct LaneDistance {
    /// Squared distance of the closest point.
    pub square: f32,
    /// Whether the closest point is inside the face.
    pub over_face: bool,
    /// Whether the side that the centre is on counts.
    pub felt: bool,
}

struct ClosestEight {
    corners: [[Eight; 3]; 3],
    center: Vec3,
    sides: Sides,
}

impl Task for ClosestEight {
    type Output = [LaneDistance; WIDTH];

    #[inline(always)]
    fn run<L: Lanes>(self, lanes: L) -> [LaneDistance; WIDTH] {
        let block = prepare(lanes, &unnamed(lanes, &self.corners));
        let found = closest(lanes, &block, self.center, self.sides);
        let (square, over_face, felt) =
            (lanes.store(found.square), lanes.bits(found.over_face), lanes.bits(found.felt));
        std::array::from_fn(|lane| LaneDistance {
            square: square[lane],
            over_face: over_face & (1 << lane) != 0,
            felt: felt & (1 << lane) != 0,
        })
    }
}

/// Prepares eight triangles in ellipsoid space and finds how far they are from `center`.
#[must_use]
pub fn closest_eight(
    backend: Backend,
    triangles: &[[Vec3; 3]; WIDTH],
    center: Vec3,
    front_only: bool,
) -> [LaneDistance; WIDTH] {
    chosen(backend).run(ClosestEight { corners: in_lanes(triangles), center, sides: sides(front_only) })
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

/// Blocks of eight triangles in ellipsoid space, prepared: what one character sweeps its sphere against.
#[derive(Debug)]
pub struct Blocks {
    lanes: Chosen,
    blocks: Vec<CandidateBlock>,
}

impl Blocks {
    /// Prepares blocks.
    #[must_use]
    pub fn new(backend: Backend, triangles: &[[[Vec3; 3]; WIDTH]]) -> Self {
        let lanes = chosen(backend);
        Self { lanes, blocks: lanes.run(PrepareBlocks(triangles)) }
    }

    /// Sweeps the unit sphere from the origin by each displacement against each block, alone: how many lanes are
    /// touched, and a hash of the fractions at which they are.
    #[must_use]
    pub fn sweep(&self, displacements: &[Vec3]) -> (u64, u64) {
        self.lanes.run(SweepBlocks { blocks: &self.blocks, displacements })
    }
}

struct PrepareBlocks<'a>(&'a [[[Vec3; 3]; WIDTH]]);

impl Task for PrepareBlocks<'_> {
    type Output = Vec<CandidateBlock>;

    #[inline(always)]
    fn run<L: Lanes>(self, lanes: L) -> Vec<CandidateBlock> {
        let mut blocks = Vec::with_capacity(self.0.len());
        for triangles in self.0 {
            blocks.push(prepare(lanes, &unnamed(lanes, &in_lanes(triangles))));
        }
        blocks
    }
}

struct SweepBlocks<'a> {
    blocks: &'a [CandidateBlock],
    displacements: &'a [Vec3],
}

impl Task for SweepBlocks<'_> {
    type Output = (u64, u64);

    #[inline(always)]
    fn run<L: Lanes>(self, lanes: L) -> (u64, u64) {
        let rule = Rule { start: Start::Contact, sides: Sides::Both };
        let (mut touched, mut hash) = (0, 0_u64);
        for &displacement in self.displacements {
            let motion = Motion::new(Vec3::ZERO, displacement);
            for block in self.blocks {
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

/// The mesh of a world that has no other instances.
fn only_mesh(world: &World) -> &Tree {
    world.instances.only().expect("a world of one mesh, which lies as it is")
}

/// Gathers what each of many ellipsoids may touch that slides from a centre by a desired displacement; how many
/// triangles that is in all. Nothing is remembered from one to the next.
#[must_use]
pub fn gather_all(world: &World, shape: &Ellipsoid, moves: &[(Vec3, Vec3)], scratch: &mut Scratch) -> u64 {
    world.lanes.run(GatherAll { tree: only_mesh(world), shape: *shape, moves, scratch })
}

struct GatherAll<'a> {
    tree: &'a Tree,
    shape: Ellipsoid,
    moves: &'a [(Vec3, Vec3)],
    scratch: &'a mut Scratch,
}

impl Task for GatherAll<'_> {
    type Output = u64;

    #[inline(always)]
    fn run<L: Lanes>(self, lanes: L) -> u64 {
        let mut triangles = 0;
        for &(center, desired) in self.moves {
            let space = Space::new(self.shape, Position::new(center));
            let reach = Reach::of_slide(desired, Vec3::ZERO, 0.0);
            gather(lanes, self.tree, &space, reach, None, self.scratch);
            triangles += self.scratch.candidates.count() as u64;
        }
        triangles
    }
}

/// What all gathers read and write, summed up.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Touched {
    /// Nodes that a walk looks at.
    pub nodes: u64,
    /// Blocks of the world whose lanes are held against the box.
    pub blocks: u64,
    /// Blocks of candidates that are written.
    pub candidates: u64,
}

impl Touched {
    /// Bytes of these nodes and blocks of the world, which are read.
    #[must_use]
    pub fn read(&self) -> u64 {
        self.nodes * size_of::<Node>() as u64 + self.blocks * size_of::<TriangleBlock>() as u64
    }

    /// Bytes of these blocks of candidates, which are written.
    #[must_use]
    pub fn written(&self) -> u64 {
        self.candidates * size_of::<CandidateBlock>() as u64
    }
}

/// What [`gather_all`] touches.
#[must_use]
pub fn touched(world: &World, shape: &Ellipsoid, moves: &[(Vec3, Vec3)], scratch: &mut Scratch) -> Touched {
    world.lanes.run(Touch { tree: only_mesh(world), shape: *shape, moves, scratch })
}

struct Touch<'a> {
    tree: &'a Tree,
    shape: Ellipsoid,
    moves: &'a [(Vec3, Vec3)],
    scratch: &'a mut Scratch,
}

impl Task for Touch<'_> {
    type Output = Touched;

    #[inline(always)]
    fn run<L: Lanes>(self, lanes: L) -> Touched {
        let mut touched = Touched::default();
        let mut waiting = Vec::<&Node>::new();
        for &(center, desired) in self.moves {
            let space = Space::new(self.shape, Position::new(center));
            let reach = Reach::of_slide(desired, Vec3::ZERO, 0.0);
            gather(lanes, self.tree, &space, reach, None, self.scratch);
            touched.candidates += self.scratch.candidates.blocks().len() as u64;
            let corners = self.tree.grid.corners(lanes, &space.near(reach.middle, reach.radius, self.tree.largest));
            waiting.extend(self.tree.nodes.first());
            while let Some(node) = waiting.pop() {
                touched.nodes += 1;
                let met = node.meeting(lanes, corners);
                if node.is_lowest() {
                    touched.blocks += u64::from(met.count_ones());
                } else {
                    let children = self.tree.nodes[node.first()..].iter().take(MOST_CHILDREN).enumerate();
                    waiting.extend(children.filter(|(child, _)| met >> child & 1 == 1).map(|(_, node)| node));
                }
            }
        }
        touched
    }
}

/// Blocks of eight triangles that sweeps with this memory tested since it was made, those of slides included.
#[must_use]
pub fn blocks_swept(scratch: &Scratch) -> u64 {
    scratch.blocks_swept.get()
}

fn chosen(backend: Backend) -> Chosen {
    Chosen::new(backend).unwrap_or_else(|error| panic!("{error}"))
}

fn sides(front_only: bool) -> Sides {
    if front_only { Sides::Front } else { Sides::Both }
}

/// Eight triangles in registers, without ids.
#[inline(always)]
fn unnamed<L: Lanes>(lanes: L, corners: &[[Eight; 3]; 3]) -> Triangles<L::Float> {
    Triangles { corners: lanes.load_corners(corners), ids: lanes.load_bits(&[NO_TRIANGLE; WIDTH]) }
}

/// Triangles as structure of arrays, `[corner][axis][lane]`.
fn in_lanes(triangles: &[[Vec3; 3]; WIDTH]) -> [[Eight; 3]; 3] {
    std::array::from_fn(|corner| std::array::from_fn(|axis| std::array::from_fn(|lane| triangles[lane][corner][axis])))
}
