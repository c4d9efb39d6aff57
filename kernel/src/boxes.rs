//! What boxes are asked: how large are they around a motion, does a line pass eight of them, how far are eight from a point?
//!
//! In: boxes, mesh space. Out: a predicate for each, and how near it is where that orders a walk. All are
//! conservative: rounding may keep a box that has nothing to offer, and never drops one that has.

use crate::block::TriangleBlock;
use crate::lanes::{Eight, LaneVec, Lanes};
use crate::space::Space;
use crate::tolerance::{BOX_ROUNDING, FARTHEST, NEAR_ROUNDING, REACH_ROUNDING, SLOWEST};
use glam::{Vec3, Vec3A};

/// A box, mesh space.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Bounds {
    pub(crate) low: Vec3,
    pub(crate) high: Vec3,
}

impl Bounds {
    /// That of nothing: it holds no other.
    pub(crate) const NONE: Self = Self { low: Vec3::NAN, high: Vec3::NAN };

    /// Whether another lies in it.
    pub(crate) fn holds(&self, other: &Self) -> bool {
        self.low.cmple(other.low).all() && self.high.cmpge(other.high).all()
    }

    /// The low sides by axis, then the high sides; two lanes are unused.
    pub(crate) fn sides(&self) -> Eight {
        let Self { low, high } = self;
        [low.x, low.y, low.z, high.x, high.y, high.z, 0.0, 0.0]
    }

    /// The boxes from `low` to `high` that meet this one.
    #[inline(always)]
    pub(crate) fn meeting<L: Lanes>(&self, lanes: L, low: LaneVec<L::Float>, high: LaneVec<L::Float>) -> L::Mask {
        let (from, to) = (lanes.splat3(self.low), lanes.splat3(self.high));
        lanes.le(low.x, to.x)
            & lanes.ge(high.x, from.x)
            & lanes.le(low.y, to.y)
            & lanes.ge(high.y, from.y)
            & lanes.le(low.z, to.z)
            & lanes.ge(high.z, from.z)
    }
}

/// Half extents of the box that everything meets which the unit sphere of `space` can touch while its centre is no
/// farther than `reach` from a place beside the centre of that space; metres. `largest` is the largest extent of a
/// triangle.
///
/// Grown for the roundings of centre and reach, and of distances: those are rounded as the coordinates of corners and
/// of the motion, in ellipsoid space, whichever axis they lie along.
#[inline(always)]
pub(crate) fn half_extents(space: &Space, beside: Vec3, reach: f32, largest: f32) -> Vec3 {
    let far = (largest + reach) * space.inverse_radii.max_element();
    (space.radii + Vec3::splat(reach)) * (1.0 + REACH_ROUNDING)
        + space.place.center.abs() * BOX_ROUNDING
        + beside.abs() * REACH_ROUNDING
        + space.radii * (far * NEAR_ROUNDING)
}

/// A motion from a point along a straight line, mesh space.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Line {
    /// One over what the line goes by, by axis.
    inverse: Vec3,
    /// Its origin at the far and at the near side of a box that is grown to hold every origin of a line that meets what
    /// is in it, metres.
    from: Vec3,
    to: Vec3,
    /// What meets every box that the line enters.
    pub(crate) around: Bounds,
}

impl Line {
    /// From `origin` by `step`, as far as `reach` (component by component, metres, at least `step`), for something with
    /// the half extents `half`, among triangles that lie in `bounds`. `inverse_half` is one over `half`, 0 for a point.
    #[inline(always)]
    pub(crate) fn new(origin: Vec3, step: Vec3, reach: Vec3, half: Vec3, inverse_half: Vec3, bounds: Bounds) -> Self {
        let (origin, step, reach, half) =
            (Vec3A::from(origin), Vec3A::from(step), Vec3A::from(reach), Vec3A::from(half));
        // A distance in ellipsoid space is rounded as the coordinates of corners there are, whichever axis they lie
        // along; and the longer the way, the farther off a miss counts as a touch. A sweep waits for this sum over the
        // axes, so that it joins the rest last.
        let far = (Vec3A::from(bounds.low) - origin).abs().max((Vec3A::from(bounds.high) - origin).abs());
        let [x, y, z] = ((far + reach.abs()) * Vec3A::from(inverse_half)).to_array();
        let miss = half * (NEAR_ROUNDING * (1.0 + REACH_ROUNDING)) * (x + y + z);
        let rounding = (origin.abs() + reach.abs()) * BOX_ROUNDING;
        // An axis that the line runs across is gone along at the slowest: as far as that leads, in a box that ends at
        // 0.
        let slow = Vec3A::splat(SLOWEST * FARTHEST);
        let grow = (half + rounding + slow) * (1.0 + REACH_ROUNDING) + miss;
        let slowest = Vec3A::splat(SLOWEST);
        let steps = Vec3A::select(step.abs().cmplt(slowest), slowest, step);
        let (low, high) = (origin + reach.min(Vec3A::ZERO) - grow, origin + reach.max(Vec3A::ZERO) + grow);
        Self {
            inverse: steps.recip().into(),
            from: (origin + grow).into(),
            to: (origin - grow).into(),
            around: Bounds { low: low.into(), high: high.into() },
        }
    }

    /// The boxes from `low` to `high` that the line enters before `limit`, and where it does, in parts of its step.
    #[inline(always)]
    pub(crate) fn entering<L: Lanes>(
        &self,
        lanes: L,
        low: LaneVec<L::Float>,
        high: LaneVec<L::Float>,
        limit: f32,
    ) -> (L::Mask, L::Float) {
        let inverse = lanes.splat3(self.inverse);
        let a = (low - lanes.splat3(self.from)).multiply(inverse);
        let b = (high - lanes.splat3(self.to)).multiply(inverse);
        let enter = lanes.max(lanes.max(lanes.min(a.x, b.x), lanes.min(a.y, b.y)), lanes.min(a.z, b.z));
        let leave = lanes.min(lanes.min(lanes.max(a.x, b.x), lanes.max(a.y, b.y)), lanes.max(a.z, b.z));
        // A little early in, a little late out: the products are rounded.
        let enter = enter - lanes.abs(enter) * lanes.splat(REACH_ROUNDING);
        let leave = leave + lanes.abs(leave) * lanes.splat(REACH_ROUNDING);
        let meets = lanes.le(enter, leave) & lanes.ge(leave, lanes.splat(0.0)) & lanes.le(enter, lanes.splat(limit));
        (meets, enter)
    }
}

/// The low and the high corners of the boxes around the triangles of a block.
#[inline(always)]
pub(crate) fn boxes_of<L: Lanes>(lanes: L, block: &TriangleBlock) -> [LaneVec<L::Float>; 2] {
    let v = lanes.load_corners(&block.corners);
    [lanes.min3(lanes.min3(v[0], v[1]), v[2]), lanes.max3(lanes.max3(v[0], v[1]), v[2])]
}

/// The larger of two sizes.
#[inline(always)]
fn larger<L: Lanes>(lanes: L, a: L::Float, b: L::Float) -> L::Float {
    lanes.max(lanes.abs(a), lanes.abs(b))
}

/// The boxes from `low` to `high` that are not farther from `point` than `limit`, and a distance that nothing in them is
/// nearer than; metres.
#[inline(always)]
pub(crate) fn within<L: Lanes>(
    lanes: L,
    low: LaneVec<L::Float>,
    high: LaneVec<L::Float>,
    point: Vec3,
    limit: f32,
) -> (L::Mask, L::Float) {
    let zero = lanes.splat(0.0);
    let p = lanes.splat3(point);
    let below = low - p;
    let above = p - high;
    let apart = LaneVec {
        x: lanes.max(lanes.max(below.x, above.x), zero),
        y: lanes.max(lanes.max(below.y, above.y), zero),
        z: lanes.max(lanes.max(below.z, above.z), zero),
    };
    let distance = lanes.sqrt(apart.dot(apart));
    // A distance to a triangle is rounded as its coordinates are, seen from the point: those of the box's far side.
    let size = larger(lanes, below.x, above.x) + larger(lanes, below.y, above.y) + larger(lanes, below.z, above.z);
    let near = lanes.max(distance - size * lanes.splat(NEAR_ROUNDING), zero);
    (lanes.le(near, lanes.splat(limit)), near)
}
