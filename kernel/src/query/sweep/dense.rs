//! One sweep of a slide through the tree, where so many triangles are within its reach that they are not gathered.
//!
//! In: the tree, the ellipsoid space that the slide began in, where in it the sweep starts, a displacement. Out: the nearest
//! contact, the same bits as over gathered candidates.
//! 1. A child matters if its box comes within the radius of the [way of the sphere](crate::narrow::swept_sphere) up to
//!    the best contact so far. The nearest to the start come first.
//! 2. Lanes of a block that matter are [packed and swept](super::packed_sweep). What they touch ends the way of the sphere.
//!
//! So a sweep looks at what can be touched first. A box around the way of a person that stands on a floor holds its shadow on
//! it; the person touches some centimetres of that, and reaches no more.

use crate::base::tolerance::REACH_ROUNDING;
use crate::bvh::block::TriangleBlock;
use crate::bvh::boxes::Bounds;
use crate::bvh::traverse::nearest_first::{Visitor, walk};
use crate::bvh::tree::Tree;
use crate::frame::ellipsoid_space::Space;
use crate::frame::motion::Motion;
use crate::narrow::sweep::hits::Rule;
use crate::narrow::sweep::nearest::{Nearest, winning_limit};
use crate::narrow::swept_sphere::SweptSphere;
use crate::narrow::triangles::Triangles;
use crate::narrow::way_box::around_way;
use crate::query::scratch::Scratch;
use crate::query::sweep::packed_sweep::PackedSweep;
use crate::simd::{LaneVec, Lanes, task};
use glam::{Vec3, Vec3A};

task! {
    /// One [`dense_sweep`].
    DenseSweep<'a> {
        tree: &'a Tree,
        space: &'a Space,
        offset: Vec3,
        displacement: Vec3,
        rule: Rule,
        scratch: &'a mut Scratch,
    } = dense_sweep => Nearest
}

/// Sweeps the unit sphere of `space`, `offset` beside its origin, by `displacement`, both metres.
#[inline(always)]
fn dense_sweep<L: Lanes>(
    lanes: L,
    tree: &Tree,
    space: &Space,
    offset: Vec3,
    displacement: Vec3,
    rule: Rule,
    scratch: &mut Scratch,
) -> Nearest {
    let Scratch { stack, blocks_swept, .. } = scratch;
    let motion = Motion::new(space.displacement(offset), space.displacement(displacement));
    let way = Way { tree, space, offset, displacement };
    let mut visitor = DenseVisitor {
        lanes,
        way,
        until: 1.0,
        swept: SweptSphere::new(&motion, 1.0),
        around: way.around(lanes, 1.0),
        sweep: PackedSweep::new(lanes, motion, rule, blocks_swept),
    };
    walk(lanes, tree, stack, &mut visitor);
    visitor.sweep.finish(winning_limit(visitor.until, &motion))
}

/// Where the ellipsoid goes, mesh space.
#[derive(Clone, Copy)]
struct Way<'a> {
    tree: &'a Tree,
    space: &'a Space,
    offset: Vec3,
    displacement: Vec3,
}

impl Way<'_> {
    /// The corners of the box around all that it touches up to a fraction.
    #[inline(always)]
    fn around<L: Lanes>(&self, lanes: L, limit: f32) -> L::Corners {
        let Self { tree, space, offset, displacement } = *self;
        let origin = space.position.high + offset;
        let Bounds { low, high } =
            around_way(origin, displacement * limit, space.radii, space.inverse_radii, tree.bounds);
        // The offset is rounded in ellipsoid space, and the place without what lies below its last digit.
        let rounding = Vec3A::from(offset.abs() + displacement.abs()) * REACH_ROUNDING;
        tree.grid.corners(lanes, &Bounds { low: low - rounding, high: high + rounding })
    }
}

struct DenseVisitor<'a, L: Lanes> {
    lanes: L,
    way: Way<'a>,
    /// The fraction of the best contact so far.
    until: f32,
    /// The way up to there, ellipsoid space, and the corners of the box around what may win against it.
    swept: SweptSphere,
    around: L::Corners,
    sweep: PackedSweep<'a, L>,
}

impl<L: Lanes> Visitor<L> for DenseVisitor<'_, L> {
    #[inline(always)]
    fn around(&self) -> L::Corners {
        self.around
    }

    #[inline(always)]
    fn near(&mut self, low: LaneVec<L::Float>, high: LaneVec<L::Float>) -> (L::Mask, L::Float) {
        // Boxes are mapped as their corners are: however that is rounded, they hold them still.
        let (low, high) = (self.way.space.points(self.lanes, low), self.way.space.points(self.lanes, high));
        self.swept.entering(self.lanes, low, high)
    }

    #[inline(always)]
    fn block(&mut self, blocks: &[TriangleBlock], index: usize) {
        let lanes = self.lanes;
        let triangles = Triangles::of(lanes, self.way.space, &blocks[index]);
        let [a, b, c] = triangles.corners;
        let (low, high) = (lanes.min3(lanes.min3(a, b), c), lanes.max3(lanes.max3(a, b), c));
        let mask = lanes.bits(self.swept.meeting(lanes, low, high));
        if mask == 0 {
            return;
        }
        let Some(eight) = self.sweep.join(&triangles, mask) else { return };
        self.sweep.sweep_eight(&eight, winning_limit(self.until, &self.sweep.motion));
        if self.sweep.nearest.fraction < self.until {
            self.until = self.sweep.nearest.fraction;
            self.swept = SweptSphere::new(&self.sweep.motion, self.until);
            self.around = self.way.around(lanes, winning_limit(self.until, &self.sweep.motion));
        }
    }

    #[inline(always)]
    fn limit(&self) -> f32 {
        self.until
    }
}
