//! The nearest of many contacts: fraction first, then the deeper overlap, then the lower triangle id.
//!
//! In: the hits of each block's sweep. Out: one lane. The order of blocks never changes the result.
//!
//! A face wins over an edge or corner that is nearer by no more than rounding. Over a seam the centre stands above one triangle,
//! but the neighbour's edge touches at a fraction that differs by less than an ulp, and a contact line to that edge leans by the
//! square root of the ulp: a level floor of many triangles would have normals off by a thousandth.

use crate::base::correctly_rounded::CorrectlyRounded;
use crate::base::tolerance::{SEAM_ROUNDING, SEAM_WINDOW};
use crate::frame::capsule_motion::CapsuleMotion;
use crate::frame::motion::Motion;
use crate::narrow::candidate_block::CandidateBlock;
use crate::narrow::lane::Lane;
use crate::narrow::sweep::hits::BlockHits;
use crate::simd::lanes_of;
use glam::{Vec3, Vec3A};

/// Nearest contact of a sweep so far, over all blocks of triangles that it has tested.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Nearest {
    /// Smallest fraction of the displacement at any contact so far, even if the found face wins over an edge touched before it.
    pub(crate) fraction: f32,
    /// Triangle of the nearest contact so far; `None` without a contact.
    pub(crate) found: Option<Lane>,
    /// Smallest squared distance of any triangle from the sphere's centre at the start, contact or not; 1 without an overlap.
    pub(crate) least_square: f32,
    rank: Rank,
}

/// The sort key of contacts: less is nearer. Fraction and squared distance at the start, both reduced by the rounding for a face,
/// then the id.
type Rank = (f32, f32, u32);

impl Nearest {
    /// Start value of a sweep, before the first contact; contacts up to the whole displacement count.
    pub(crate) const NONE: Self =
        Self { fraction: 1.0, found: None, least_square: 1.0, rank: (f32::INFINITY, f32::INFINITY, u32::MAX) };

    /// Fraction of the motion beyond which no contact can win against the nearest contact so far.
    #[inline(always)]
    pub(crate) fn limit(&self, motion: &Motion) -> f32 {
        winning_limit(self.fraction, motion)
    }

    /// Squared distance at the start beyond which no overlap can win against the deepest so far, whatever the roundings of both.
    ///
    /// A rank is a square less `2 r √square`, at most `2 SEAM_WINDOW`, since `square ≤ 1` and `r ≤ SEAM_WINDOW`; twice that leaves room
    /// for rounding.
    #[inline(always)]
    pub(super) fn overlap_limit(&self) -> f32 {
        let (near, deep, _) = self.rank;
        if near <= 0.0 { deep + 4.0 * SEAM_WINDOW } else { f32::INFINITY }
    }

    /// Merges the nearest contact over triangles with higher ids; returns true if it is nearer.
    #[inline(always)]
    pub(crate) fn join(&mut self, other: &Self) -> bool {
        self.fraction = self.fraction.min(other.fraction);
        self.least_square = self.least_square.min(other.least_square);
        let is_nearer = other.found.is_some() && (other.rank.0, other.rank.1) < (self.rank.0, self.rank.1);
        if is_nearer {
            (self.found, self.rank) = (other.found, other.rank);
        }
        is_nearer
    }

    /// Nearest contact as bits, for tests: fraction; triangle and whether its face is touched; squared distance at the start.
    #[cfg(test)]
    pub(crate) fn bits(&self) -> (u32, Option<(u32, bool)>, u32) {
        let lane = self.found.map(|lane| (lane.triangle, lane.is_face));
        (self.fraction.to_bits(), lane, self.least_square.to_bits())
    }

    /// Merges a sweep's hits in one block into the nearest contact.
    #[inline(always)]
    pub(super) fn take(&mut self, found: &BlockHits, motion: &Motion, block: &CandidateBlock) {
        self.take_rounded(found, motion, block, 0.0);
    }

    /// Merges a capsule's hits in one block into the nearest contact. The squares of triangles that the spine crosses are negative:
    /// minus the squared depth.
    #[inline(always)]
    pub(crate) fn take_capsule(&mut self, found: &BlockHits, capsule: &CapsuleMotion, block: &CandidateBlock) {
        self.take_rounded(found, &capsule.motion, block, capsule.half);
    }

    /// Merges the hits of a shape whose spine extends by `half` to both sides of its centre.
    #[inline(always)]
    fn take_rounded(&mut self, found: &BlockHits, motion: &Motion, block: &CandidateBlock, half: f32) {
        for lane in lanes_of(found.overlaps) {
            self.least_square = self.least_square.min(found.start_square[lane]);
        }
        for lane in lanes_of(found.hits) {
            let (fraction, triangle, corners) = (found.fraction[lane], block.ids[lane], block.triangle(lane));
            let overlaps = found.overlaps & (1 << lane) != 0;
            let start_square = if overlaps { found.start_square[lane] } else { 1.0 };
            let is_face = found.faces & (1 << lane) != 0;
            let rounding = if is_face { capsule_rounding(motion.start, half, corners) } else { 0.0 };
            let near = (fraction - rounding * motion.inverse_length).max(0.0);
            let deep = start_square - 2.0 * rounding * start_square.abs().root();
            let rank = (near, deep, triangle);
            self.fraction = self.fraction.min(fraction);
            if rank < self.rank {
                self.found = Some(Lane { triangle, corners, is_face });
                self.rank = rank;
            }
        }
    }
}

/// Fraction of the motion beyond which no contact can win against a contact at `fraction`.
#[inline(always)]
pub(crate) fn winning_limit(fraction: f32, motion: &Motion) -> f32 {
    (fraction + SEAM_WINDOW * motion.inverse_length).min(1.0)
}

/// Bound on the rounding of the distance between a sphere's centre and a triangle.
#[inline(always)]
pub(crate) fn rounding(center: Vec3, corners: [Vec3A; 3]) -> f32 {
    capsule_rounding(center, 0.0, corners)
}

/// Bound on the rounding of the distance between a spine, which extends by `half` to both sides of its centre, and a triangle.
#[inline(always)]
pub(crate) fn capsule_rounding(center: Vec3, half: f32, [a, b, c]: [Vec3A; 3]) -> f32 {
    let center = Vec3A::from(center);
    let apart = (a - center).abs().max((b - center).abs()).max((c - center).abs());
    (SEAM_ROUNDING * (apart.max_element() + half).max(1.0)).min(SEAM_WINDOW)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bvh::block::TriangleBlock;
    use crate::frame::ellipsoid_space::Space;
    use crate::frame::position::Position;
    use crate::mesh::sides::Sides;
    use crate::narrow::prepare::prepare;
    use crate::narrow::sweep::hits::{Rule, Start};
    use crate::narrow::sweep::plane_and_face::{sweep_block, sweep_one_by_one};
    use crate::narrow::triangles::Triangles;
    use crate::shape::ellipsoid::Ellipsoid;
    use crate::simd::{Backend, Chosen, WIDTH, task};
    use core::array::from_fn;
    use core::f32::consts::TAU;
    use glam::Quat;
    use sweep8_scalar_ref::random::Random;

    task! {
        /// Test task that sweeps the unit sphere from the origin against several blocks, one after the other.
        struct SweepBlocks<'a> {
            blocks: &'a [TriangleBlock],
            displacement: Vec3,
            start: Start,
            /// Whether the lanes of a block are swept one after the other, as on targets without vector instructions.
            one_by_one: bool,
        }
        fn run<L>(lanes) -> Nearest {
            let space = Space::new(Ellipsoid::new(Vec3::ONE).expect("it is a shape"), Position::new(Vec3::ZERO));
            let motion = Motion::new(Vec3::ZERO, displacement);
            let rule = Rule { start, sides: Sides::Both };
            let mut nearest = Nearest::NONE;
            for block in blocks {
                let block = &prepare(lanes, &Triangles::of(lanes, &space, block));
                let (live, limit, motion, nearest) = (lanes.every(), nearest.limit(&motion), &motion, &mut nearest);
                let found = if one_by_one {
                    sweep_one_by_one(block, lanes.bits(live), motion, limit, rule)
                } else {
                    sweep_block(lanes, block, live, motion, limit, rule)
                };
                nearest.take(&found, motion, block);
            }
            nearest
        }
    }

    /// Makes a block of eight lanes from up to eight triangles, with ids from `first` on.
    fn block(triangles: &[[Vec3; 3]], first: usize) -> TriangleBlock {
        let mut block = TriangleBlock::EMPTY;
        for (lane, &corners) in triangles.iter().enumerate() {
            block.set(lane, (first + lane) as u32, corners);
        }
        block
    }

    /// Makes eight triangles that share the corner `middle`, around it in a level plane, bent by up to `bend` at the rim.
    fn fan(random: &mut Random, middle: Vec3, bend: f32) -> [[Vec3; 3]; WIDTH] {
        let size = 1.0 + 3.0 * random.signed().abs();
        let rim: [Vec3; WIDTH] = from_fn(|spoke| {
            let (sine, cosine) = (TAU * (spoke as f32 + 0.3 * random.signed()) / WIDTH as f32).sin_cos();
            middle + Vec3::new(cosine, bend * random.signed(), sine) * size
        });
        from_fn(|spoke| [middle, rim[spoke], rim[(spoke + 1) % WIDTH]])
    }

    /// Makes eight overlapping triangles of all sizes in one tilted plane.
    fn sheets(random: &mut Random) -> [[Vec3; 3]; WIDTH] {
        let tilt = Quat::from_rotation_z(0.7 * random.signed()) * Quat::from_rotation_x(0.7 * random.signed());
        from_fn(|_| {
            let (size, turn) = (10.0_f32.powf(3.0 * random.signed().abs()), 3.0 * random.signed());
            from_fn(|corner| {
                let (sine, cosine) = (turn + TAU * corner as f32 / 3.0).sin_cos();
                tilt * (Vec3::new(cosine, 0.0, sine) * size - Vec3::Y * 1.5)
            })
        })
    }

    #[test]
    fn a_face_that_ends_the_way_of_its_block_takes_no_contact_away_that_would_win() {
        let mut random = Random(1);
        let (mut faces, mut outlines, mut overlaps) = (0, 0, 0);
        for case in 0..30_000 {
            let triangles: [[Vec3; 3]; WIDTH] = match case % 3 {
                0 => {
                    // A floor, met at a seam or near it, down to rounding.
                    let beside = random.signed_vector() * 10.0_f32.powf(4.0 * random.signed() - 4.0);
                    let bend = [0.0, 1e-6, 1e-3, 0.3][case / 3 % 4];
                    fan(&mut random, Vec3::new(0.0, -1.5, 0.0) + Vec3::from(beside), bend)
                }
                1 => sheets(&mut random),
                _ => from_fn(|_| {
                    let middle = random.signed_vector() * 3.0;
                    from_fn(|_| (middle + random.signed_vector() * 1.5).into())
                }),
            };
            let displacement = Vec3::new(random.signed(), -1.5, random.signed());
            let start = if case % 2 == 0 { Start::Contact } else { Start::Approach };
            let together = [block(&triangles, 0)];
            let apart: [_; WIDTH] = from_fn(|lane| block(&triangles[lane..=lane], lane));
            for backend in Backend::available() {
                let chosen = Chosen::new(backend).expect("it is available");
                let run = |blocks, one_by_one| chosen.run(SweepBlocks { blocks, displacement, start, one_by_one });
                let (one_by_one, together, apart) = (run(&together, true), run(&together, false), run(&apart, false));
                assert_eq!(together.bits(), apart.bits(), "{backend}: {triangles:?} by {displacement}");
                assert_eq!(together.bits(), one_by_one.bits(), "{backend}: {triangles:?} by {displacement}");
                overlaps += usize::from(together.least_square < 1.0);
                if let Some(lane) = together.found {
                    *(if lane.is_face { &mut faces } else { &mut outlines }) += 1;
                }
            }
        }
        let all = [faces, outlines, overlaps];
        assert!(all.iter().all(|count| *count > 4_000), "{all:?}: too few faces, outlines or overlaps");
    }
}
