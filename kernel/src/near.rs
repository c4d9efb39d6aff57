//! Walks for what is near a place: what a shape overlaps there, and the closest point of all.
//!
//! In: the tree and ellipsoid space about the place. Out: every overlap, lane by lane; or the lane with the closest
//! point, the lowest id among equals.
//!
//! Blocks are mapped and prepared as they lie; nothing is gathered, as each is looked at once.

use crate::block::{TriangleBlock, in_lane};
use crate::box_walk::BoxWalk;
use crate::boxes::{self, Bounds};
use crate::candidates::CandidateBlock;
use crate::closest::{closest, separate};
use crate::lanes::{LaneVec, Lanes, Task, lanes_of, task};
use crate::nearest::Lane;
use crate::prepare::prepare;
use crate::sides::Sides;
use crate::space::Space;
use crate::tolerance::{BOX_ROUNDING, NEAR_ROUNDING, REACH_ROUNDING};
use crate::tree::Tree;
use crate::triangles::Triangles;
use crate::walk::{Pending, Visitor, walk};
use glam::{Vec3, Vec3A};
use std::ops::ControlFlow;

/// A triangle that the unit sphere of a space overlaps.
#[derive(Clone, Copy, Debug)]
pub(crate) struct LaneOverlap {
    pub(crate) triangle: u32,
    /// How far out, metres along `normal`.
    pub(crate) depth: f32,
    /// The way out, world space, unit length.
    pub(crate) normal: Vec3,
    /// From the closest point to the centre, ellipsoid space.
    pub(crate) apart: Vec3,
}

/// Every triangle that the unit sphere of `space` overlaps, in no order, until `take` breaks.
pub(crate) struct EachOverlap<'a, F> {
    pub(crate) tree: &'a Tree,
    pub(crate) space: &'a Space,
    pub(crate) sides: Sides,
    pub(crate) walk: &'a mut BoxWalk,
    pub(crate) take: F,
}

impl<F: FnMut(LaneOverlap) -> ControlFlow<()>> Task for EachOverlap<'_, F> {
    type Output = ();

    #[inline(always)]
    fn run<L: Lanes>(mut self, lanes: L) {
        let Self { tree, space, ref mut walk, .. } = self;
        let half = boxes::half_extents(space, Vec3::ZERO, 0.0, tree.largest);
        let corners = tree.grid.corners(lanes, &Bounds::about(space.place.center.into(), half));
        for &block in walk.blocks_in(lanes, tree, corners) {
            let mapped = prepare(lanes, &Triangles::of(lanes, space, &tree.blocks[block as usize]));
            let found = closest(lanes, &mapped, Vec3::ZERO, self.sides);
            let separation = separate(lanes, &found, space.inverse_radii);
            let overlaps = lanes.bits(separation.overlap);
            if overlaps == 0 {
                continue;
            }
            let (depth, normal, apart) =
                (lanes.store(separation.depth), lanes.store3(separation.normal), lanes.store3(found.apart));
            for lane in lanes_of(overlaps) {
                // An overlap found by the squared distance is one, also where the root rounds it to nothing.
                let (triangle, depth) = (mapped.ids[lane], depth[lane].max(f32::MIN_POSITIVE));
                let (normal, apart) = (in_lane(&normal, lane).into(), in_lane(&apart, lane).into());
                let overlap = LaneOverlap { triangle, depth, normal, apart };
                if (self.take)(overlap).is_break() {
                    return;
                }
            }
        }
    }
}

task! {
    /// One [`closest_lane`].
    ClosestLane<'a> {
        tree: &'a Tree,
        space: &'a Space,
        within: f32,
        sides: Sides,
        stack: &'a mut Vec<Pending>,
    } = closest_lane => Option<Lane>
}

/// The triangle closest to the origin of `space`, whose radii are one metre, and no farther than `within` metres.
#[inline(always)]
pub(crate) fn closest_lane<L: Lanes>(
    lanes: L,
    tree: &Tree,
    space: &Space,
    within: f32,
    sides: Sides,
    stack: &mut Vec<Pending>,
) -> Option<Lane> {
    let mut visitor = ClosestVisitor { lanes, tree, space, sides, within, best: None };
    walk(lanes, tree, stack, &mut visitor);
    visitor.best.map(|(_, lane)| lane)
}

struct ClosestVisitor<'a, L> {
    lanes: L,
    tree: &'a Tree,
    space: &'a Space,
    sides: Sides,
    within: f32,
    /// Squared distance, and whose.
    best: Option<(f32, Lane)>,
}

impl<L: Lanes> ClosestVisitor<'_, L> {
    #[inline(always)]
    fn take(&mut self, mapped: &CandidateBlock) {
        let lanes = self.lanes;
        let found = closest(lanes, mapped, Vec3::ZERO, self.sides);
        let near = lanes.le(lanes.sqrt(found.square), lanes.splat(self.limit()));
        let squares = lanes.store(found.square);
        let faces = lanes.bits(found.over_face);
        for lane in lanes_of(lanes.bits(found.felt & near)) {
            let (square, triangle) = (squares[lane], mapped.ids[lane]);
            if self.best.is_none_or(|(least, best)| (square, triangle) < (least, best.triangle)) {
                let is_face = faces & (1 << lane) != 0;
                self.best = Some((square, Lane { triangle, corners: mapped.triangle(lane), is_face }));
            }
        }
    }
}

impl<L: Lanes> Visitor<L> for ClosestVisitor<'_, L> {
    #[inline(always)]
    fn around(&self) -> L::Corners {
        let (center, Bounds { low, high }) = (Vec3A::from(self.space.place.center), self.tree.bounds);
        // As far as a box may be beyond the limit for its rounding, and a little more for that of this one.
        let far = (low - center).abs().max((high - center).abs()).element_sum();
        let reach = (self.limit() + far * NEAR_ROUNDING) * (1.0 + REACH_ROUNDING);
        let reach = Vec3A::splat(reach) + center.abs() * BOX_ROUNDING;
        self.tree.grid.corners(self.lanes, &Bounds::about(center, reach))
    }

    #[inline(always)]
    fn near(&mut self, low: LaneVec<L::Float>, high: LaneVec<L::Float>) -> (L::Mask, L::Float) {
        boxes::within(self.lanes, low, high, self.space.place.center, self.limit())
    }

    #[inline(always)]
    fn block(&mut self, blocks: &[TriangleBlock], index: usize) {
        let mapped = prepare(self.lanes, &Triangles::of(self.lanes, self.space, &blocks[index]));
        self.take(&mapped);
    }

    #[inline(always)]
    fn limit(&self) -> f32 {
        self.best.map_or(self.within, |(square, _)| square.sqrt())
    }
}
