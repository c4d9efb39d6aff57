//! One ray through the tree, front to back.
//!
//! In: the tree, a place, a piece of a line as seen from there. Out: the nearest triangle that the piece passes, the
//! lowest id among equals.

use crate::block::TriangleBlock;
use crate::boxes::Line;
use crate::lanes::{LaneVec, Lanes, lanes_of, task};
use crate::ray::{Ray, ray_block};
use crate::sides::Sides;
use crate::space::Place;
use crate::tree::Tree;
use crate::walk::{Pending, Visitor, walk};
use glam::{DVec3, Vec3};

/// A triangle that the ray passes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Passed {
    /// Where, in steps of the ray.
    pub(crate) fraction: f32,
    pub(crate) triangle: u32,
    /// Its corners as seen from the place, metres.
    pub(crate) corners: [DVec3; 3],
}

/// A piece of a straight line: from `from` by parts of `step`, both displacements from a place, metres.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Piece {
    pub(crate) from: DVec3,
    pub(crate) step: DVec3,
    /// The parts of the step between which triangles count, ends included.
    pub(crate) parts: [f32; 2],
}

task! {
    /// One [`first_passed`].
    FirstPassed<'a> {
        tree: &'a Tree,
        place: Place,
        piece: &'a Piece,
        sides: Sides,
        stack: &'a mut Vec<Pending>,
    } = first_passed => Option<Passed>
}

/// The first triangle that a piece of a line passes.
#[inline(always)]
pub(crate) fn first_passed<L: Lanes>(
    lanes: L,
    tree: &Tree,
    place: Place,
    piece: &Piece,
    sides: Sides,
    stack: &mut Vec<Pending>,
) -> Option<Passed> {
    let Piece { from, step, parts: [least, most] } = *piece;
    let (origin, way) = (place.moved(from.as_vec3()).center, step.as_vec3());
    let line = Line::new(origin, way, way * most, Vec3::ZERO, Vec3::ZERO, tree.bounds);
    let (around, ray) = (tree.grid.corners(lanes, &line.around), Ray::new(from, step));
    let mut visitor = RayVisitor { lanes, place, line, around, ray, least, most, sides, first: None };
    walk(lanes, tree, stack, &mut visitor);
    visitor.first
}

struct RayVisitor<L: Lanes> {
    lanes: L,
    place: Place,
    line: Line,
    /// The corners of the box around it.
    around: L::Corners,
    ray: Ray,
    least: f32,
    most: f32,
    sides: Sides,
    first: Option<Passed>,
}

impl<L: Lanes> Visitor<L> for RayVisitor<L> {
    #[inline(always)]
    fn around(&self) -> L::Corners {
        self.around
    }

    #[inline(always)]
    fn near(&mut self, low: LaneVec<L::Float>, high: LaneVec<L::Float>) -> (L::Mask, L::Float) {
        self.line.entering(self.lanes, low, high, self.limit())
    }

    #[inline(always)]
    fn block(&mut self, blocks: &[TriangleBlock], index: usize) {
        let (lanes, block) = (self.lanes, &blocks[index]);
        let center = lanes.splat3(self.place.center);
        let rest = lanes.splat3(self.place.rest);
        let [a, b, c] = lanes.load_corners(&block.corners);
        let corners = lanes.store_corners([a - center - rest, b - center - rest, c - center - rest]);
        let passed = ray_block(lanes, &corners, &self.ray, self.limit(), self.sides);
        for lane in lanes_of(lanes.bits(passed)) {
            let [a, b, c] = block.triangle(lane);
            let corners = [self.place.to(a), self.place.to(b), self.place.to(c)];
            let Some(fraction) = self.ray.fraction(corners) else { continue };
            let triangle = block.ids[lane];
            let counts = fraction >= self.least && fraction <= self.limit();
            if counts && self.first.is_none_or(|first| (fraction, triangle) < (first.fraction, first.triangle)) {
                self.first = Some(Passed { fraction, triangle, corners });
            }
        }
    }

    #[inline(always)]
    fn limit(&self) -> f32 {
        self.first.map_or(self.most, |first| first.fraction)
    }
}
