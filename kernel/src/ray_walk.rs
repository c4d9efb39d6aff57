//! One ray through the tree, front to back.
//!
//! In: the tree, where the ray starts, its step, how many steps it may go. Out: the nearest triangle it passes, the lowest id
//! among equals.

use crate::block::TriangleBlock;
use crate::boxes::Line;
use crate::lanes::{Eight, Lanes, lanes_of};
use crate::node::Node;
use crate::ray::{Ray, ray_block};
use crate::sides::Sides;
use crate::tree::Tree;
use crate::walk::{Pending, Visitor, walk};
use glam::Vec3;

/// A triangle that the ray passes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Passed {
    /// Where, in steps of the ray.
    pub(crate) fraction: f32,
    pub(crate) triangle: u32,
    /// Its corners, mesh space.
    pub(crate) corners: [Vec3; 3],
}

/// The first triangle that the ray from `origin` by `step` passes within `0..=limit` steps.
#[inline(always)]
pub(crate) fn first_passed<L: Lanes>(
    lanes: L,
    tree: &Tree,
    origin: Vec3,
    step: Vec3,
    limit: f32,
    sides: Sides,
    stack: &mut Vec<Pending>,
) -> Option<Passed> {
    let line = Line::new(origin, step, step * limit, Vec3::ZERO);
    let mut visitor = RayVisitor { lanes, line, ray: Ray::new(origin, step), limit, sides, first: None };
    walk(tree, stack, &mut visitor);
    visitor.first
}

struct RayVisitor<L> {
    lanes: L,
    line: Line,
    ray: Ray,
    limit: f32,
    sides: Sides,
    first: Option<Passed>,
}

impl<L: Lanes> Visitor for RayVisitor<L> {
    const ORDERED: bool = true;

    #[inline(always)]
    fn children(&mut self, node: &Node) -> (u32, Eight) {
        self.line.entering(self.lanes, node, self.limit())
    }

    #[inline(always)]
    fn block(&mut self, block: &TriangleBlock) {
        let passed = ray_block(self.lanes, block, &self.ray, self.limit(), self.sides);
        for lane in lanes_of(self.lanes.bits(passed)) {
            let (corners, triangle) = (block.triangle(lane), block.ids[lane]);
            let fraction = self.ray.fraction(corners);
            let counts = fraction >= 0.0 && fraction <= self.limit;
            if counts && self.first.is_none_or(|first| (fraction, triangle) < (first.fraction, first.triangle)) {
                self.first = Some(Passed { fraction, triangle, corners });
            }
        }
    }

    #[inline(always)]
    fn limit(&self) -> f32 {
        self.first.map_or(self.limit, |first| first.fraction)
    }
}
