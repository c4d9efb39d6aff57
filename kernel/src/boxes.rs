//! What boxes are asked: how large are they around a motion, does a line pass eight of them, how far are eight from a point?
//!
//! In: boxes, mesh space. Out: a predicate for each, and how near it is where that orders a walk. All are
//! conservative: rounding may keep a box that has nothing to offer, and never drops one that has.

use crate::block::TriangleBlock;
use crate::lanes::{LaneVec, Lanes};
use crate::space::Space;
use crate::tolerance::{BOX_ROUNDING, FARTHEST, NEAR_ROUNDING, REACH_ROUNDING, SLOWEST};
use glam::{Vec3, Vec3A};

/// A box, mesh space.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Bounds {
    pub(crate) low: Vec3A,
    pub(crate) high: Vec3A,
}

impl Bounds {
    /// That of nothing: it holds no other.
    pub(crate) const NONE: Self = Self { low: Vec3A::NAN, high: Vec3A::NAN };

    /// That which reaches so far to all sides of its middle.
    #[inline(always)]
    pub(crate) fn about(middle: Vec3A, half: Vec3A) -> Self {
        Self { low: middle - half, high: middle + half }
    }

    /// Whether another lies in it.
    #[inline(always)]
    pub(crate) fn holds(&self, other: &Self) -> bool {
        self.low.cmple(other.low).all() && self.high.cmpge(other.high).all()
    }
}

/// What the unit sphere of an ellipsoid space can touch while its centre stays in a box: the ellipsoid around every point
/// of it, mesh space. The box around that holds twice as much: a ball that hovers over a floor reaches little of what
/// lies below its box.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Rounded {
    /// Where the centre stays.
    core: Bounds,
    inverse_radii: Vec3,
}

impl Rounded {
    /// That which fills the box `around` it. By what the box is larger for roundings, the core is, too: all that is
    /// farther from the centre than the sphere by no more than that is held.
    #[inline(always)]
    pub(crate) fn filling(around: &Bounds, space: &Space) -> Self {
        let radii = Vec3A::from(space.radii);
        let core = Bounds { low: around.low + radii, high: around.high - radii };
        Self { core, inverse_radii: space.inverse_radii }
    }

    /// The boxes from `low` to `high` that meet it.
    #[inline(always)]
    pub(crate) fn meeting<L: Lanes>(&self, lanes: L, low: LaneVec<L::Float>, high: LaneVec<L::Float>) -> L::Mask {
        let apart = gap(lanes, lanes.splat3(self.core.low.into()) - high, low - lanes.splat3(self.core.high.into()));
        let apart = apart.multiply(lanes.splat3(self.inverse_radii));
        lanes.le(apart.dot(apart), lanes.splat(1.0))
    }
}

/// Half extents of the box that everything meets which the unit sphere of `space` can touch while its centre is no
/// farther than `reach` from a place beside the centre of that space; metres. `largest` is the largest extent of a
/// triangle.
///
/// Grown for the roundings of centre and reach, and of distances: those are rounded as the coordinates of corners and
/// of the motion, in ellipsoid space, whichever axis they lie along.
#[inline(always)]
pub(crate) fn half_extents(space: &Space, beside: Vec3, reach: f32, largest: f32) -> Vec3A {
    let (radii, center) = (Vec3A::from(space.radii), Vec3A::from(space.place.center));
    let far = (largest + reach) * space.inverse_radii.max_element();
    (radii + Vec3A::splat(reach)) * (1.0 + REACH_ROUNDING)
        + center.abs() * BOX_ROUNDING
        + Vec3A::from(beside).abs() * REACH_ROUNDING
        + radii * (far * NEAR_ROUNDING)
}

/// What meets every box that something with the half extents `half` touches on its way from `origin` by `reach`, metres,
/// among triangles that lie in `bounds`. `inverse_half` is one over `half`, 0 for a point.
#[inline(always)]
pub(crate) fn around_way(origin: Vec3, reach: Vec3, half: Vec3, inverse_half: Vec3, bounds: Bounds) -> Bounds {
    way(origin, reach, way_extents(origin, reach, half, inverse_half, bounds))
}

/// The box around a way for something with the half extents `grow`.
#[inline(always)]
fn way(origin: Vec3, reach: Vec3, grow: Vec3A) -> Bounds {
    let (origin, reach) = (Vec3A::from(origin), Vec3A::from(reach));
    Bounds { low: origin + reach.min(Vec3A::ZERO) - grow, high: origin + reach.max(Vec3A::ZERO) + grow }
}

/// The half extents of [`around_way`], grown for all roundings.
#[inline(always)]
fn way_extents(origin: Vec3, reach: Vec3, half: Vec3, inverse_half: Vec3, bounds: Bounds) -> Vec3A {
    let (origin, reach, half) = (Vec3A::from(origin), Vec3A::from(reach), Vec3A::from(half));
    // A distance in ellipsoid space is rounded as the coordinates of corners there are, whichever axis they lie along;
    // and the longer the way, the farther off a miss counts as a touch. A sweep waits for this sum over the axes, so
    // that it joins the rest last.
    let far = (bounds.low - origin).abs().max((bounds.high - origin).abs());
    let [x, y, z] = ((far + reach.abs()) * Vec3A::from(inverse_half)).to_array();
    let miss = half * (NEAR_ROUNDING * (1.0 + REACH_ROUNDING)) * (x + y + z);
    let rounding = (origin.abs() + reach.abs()) * BOX_ROUNDING;
    // An axis that a line runs across is gone along at the slowest: as far as that leads, in a box that ends at 0.
    let slow = Vec3A::splat(SLOWEST * FARTHEST);
    (half + rounding + slow) * (1.0 + REACH_ROUNDING) + miss
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
        // A little early in, a little late out: where a box is entered and left is rounded, too, as parts of the way are.
        let grow = way_extents(origin, reach, half, inverse_half, bounds) + Vec3A::from(reach).abs() * REACH_ROUNDING;
        let around = way(origin, reach, grow);
        let (origin, step) = (Vec3A::from(origin), Vec3A::from(step));
        let slowest = Vec3A::splat(SLOWEST);
        let steps = Vec3A::select(step.abs().cmplt(slowest), slowest, step);
        Self { inverse: steps.recip().into(), from: (origin + grow).into(), to: (origin - grow).into(), around }
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

/// By how much boxes are apart, axis by axis, of which one ends `below` before the other and begins `above` behind it.
#[inline(always)]
fn gap<L: Lanes>(lanes: L, below: LaneVec<L::Float>, above: LaneVec<L::Float>) -> LaneVec<L::Float> {
    let zero = lanes.splat(0.0);
    lanes.max3(lanes.max3(below, above), LaneVec { x: zero, y: zero, z: zero })
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
    let (below, above) = (low - p, p - high);
    let apart = gap(lanes, below, above);
    let distance = lanes.sqrt(apart.dot(apart));
    // A distance to a triangle is rounded as its coordinates are, seen from the point: those of the box's far side.
    let size = larger(lanes, below.x, above.x) + larger(lanes, below.y, above.y) + larger(lanes, below.z, above.z);
    let near = lanes.max(distance - size * lanes.splat(NEAR_ROUNDING), zero);
    (lanes.le(near, lanes.splat(limit)), near)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ellipsoid::Ellipsoid;
    use crate::gather::{Reach, near};
    use crate::lanes::{Backend, Chosen, Eight, Task, WIDTH};
    use crate::mesh::Mesh;
    use crate::space::Place;
    use crate::strewn::Strewn;
    use crate::tree;
    use glam::DVec3;

    /// Which boxes meet the rounded one.
    struct Meet<'a>(&'a Bounds, &'a Space, &'a [Bounds]);

    impl Task for Meet<'_> {
        type Output = Vec<bool>;

        #[inline(always)]
        fn run<L: Lanes>(self, lanes: L) -> Vec<bool> {
            let Self(around, space, boxes) = self;
            let rounded = Rounded::filling(around, space);
            let mut meets = Vec::new();
            for eight in boxes.chunks(WIDTH) {
                let (mut low, mut high) = ([[0.0; WIDTH]; 3], [[0.0; WIDTH]; 3]);
                for (lane, bounds) in eight.iter().enumerate() {
                    for axis in 0..3 {
                        (low[axis][lane], high[axis][lane]) = (bounds.low[axis], bounds.high[axis]);
                    }
                }
                let bits = lanes.bits(rounded.meeting(lanes, lanes.load3(&low), lanes.load3(&high)));
                meets.extend((0..eight.len()).map(|lane| bits >> lane & 1 == 1));
            }
            meets
        }
    }

    /// Which boxes a line enters before `limit`.
    struct Enter<'a>(&'a Line, &'a [[Eight; 3]; 2], f32);

    impl Task for Enter<'_> {
        type Output = u32;

        #[inline(always)]
        fn run<L: Lanes>(self, lanes: L) -> u32 {
            let Self(line, [low, high], limit) = self;
            lanes.bits(line.entering(lanes, lanes.load3(low), lanes.load3(high), limit).0)
        }
    }

    #[test]
    fn a_line_enters_every_box_that_it_is_at_by_then_to_the_last_place() {
        let mut strewn = Strewn(1);
        let bounds = Bounds::about(Vec3A::ZERO, Vec3A::splat(1e5));
        for case in 0..20_000 {
            let far = [0.0, 1.0, 1e4][case % 3];
            let origin = Vec3::from(strewn.vector()) * far;
            let along = [Vec3::ONE, Vec3::X, Vec3::new(1e-3, 1.0, 0.0), Vec3::new(1.0, 1e-28, -1e-9)][case / 3 % 4];
            let reach = Vec3::from(strewn.vector()) * along * 10.0_f32.powf(3.0 * strewn.next());
            let half = if case % 2 == 0 { Vec3::ZERO } else { Vec3::new(0.4, 0.9, 0.4) };
            // A ray goes by steps, as far as its reach; a sweep in one.
            let steps = if half == Vec3::ZERO { 1.0 + 99.0 * strewn.next().abs() } else { 1.0 };
            let inverse_half = if half == Vec3::ZERO { Vec3::ZERO } else { half.recip() };
            let line = Line::new(origin, reach / steps, reach, half, inverse_half, bounds);
            let by_then = steps * strewn.next().abs();
            let mut boxes = [[[0.0; WIDTH]; 3]; 2];
            let [lows, highs] = &mut boxes;
            for axis in 0..3 {
                let at = f64::from(origin[axis]) + f64::from((reach / steps)[axis]) * f64::from(by_then);
                let half = f64::from(half[axis]);
                for (low, high) in lows[axis].iter_mut().zip(&mut highs[axis]) {
                    // The near or the far side of a box, which what is as large as the half extents just reaches.
                    let size = strewn.next().abs();
                    if strewn.next() < 0.0 {
                        *low = ((at + half) as f32).next_down();
                        *high = *low + size;
                    } else {
                        *high = ((at - half) as f32).next_up();
                        *low = *high - size;
                    }
                }
            }
            for backend in Backend::available() {
                let entered = Chosen::new(backend).expect("it is available").run(Enter(&line, &boxes, by_then));
                assert_eq!(entered, 0xFF, "{backend}: {line:?} is at {boxes:?} by {by_then}");
            }
        }
    }

    /// Unit vectors to all sides.
    fn directions() -> impl Iterator<Item = DVec3> {
        let steps = || (-3..=3).map(f64::from);
        let all = steps().flat_map(move |x| steps().flat_map(move |y| steps().map(move |z| DVec3::new(x, y, z))));
        all.filter(|direction| *direction != DVec3::ZERO).map(DVec3::normalize)
    }

    /// A ball, a person and a needle, at the origin and far from it; how far each may go, and the box around all of that.
    fn cases() -> Vec<(Space, Reach, Bounds)> {
        let tree = tree::build(&Mesh::new(&[], &[]).expect("it is a mesh"));
        let mut cases = Vec::new();
        for radii in [Vec3::splat(0.5), Vec3::new(0.4, 0.9, 0.4), Vec3::new(0.05, 3.4, 0.05)] {
            for center in [Vec3::ZERO, Vec3::new(-3.0, 0.7, 40.0), Vec3::new(5000.0, -300.0, 800.0)] {
                for (middle, radius) in [(0.0, 0.0), (0.02, 0.05), (-0.7, 1.3)] {
                    let space = Space::new(Ellipsoid::new(radii).expect("it is a shape"), Place::new(center));
                    let reach = Reach { middle: Vec3::splat(middle), radius };
                    let around = near(&tree, &space, reach);
                    cases.push((space, reach, around));
                }
            }
        }
        cases
    }

    #[test]
    fn whatever_a_sphere_touches_from_anywhere_in_its_reach_meets_what_is_reached() {
        let mut met = 0;
        for (space, reach, around) in cases() {
            let mut boxes = Vec::new();
            for to in directions() {
                let center = space.place.center.as_dvec3() + reach.middle.as_dvec3() + to * f64::from(reach.radius);
                for towards in directions().step_by(7) {
                    // A box that is touched at the corner that it turns to the sphere.
                    let corner = (center + towards * space.radii.as_dvec3()).as_vec3();
                    let away = corner + towards.as_vec3() * 0.3;
                    boxes.push(Bounds { low: corner.min(away).into(), high: corner.max(away).into() });
                }
            }
            for backend in Backend::available() {
                let meets = Chosen::new(backend).expect("it is available").run(Meet(&around, &space, &boxes));
                for (bounds, meets) in boxes.iter().zip(meets) {
                    assert!(meets, "{backend}: {space:?} from {reach:?} does not reach {bounds:?}");
                }
            }
            met += boxes.len();
        }
        assert!(met > 100_000, "{met}");
    }

    #[test]
    fn what_lies_beyond_a_rounded_edge_or_corner_does_not_meet() {
        let mut beyond = 0;
        for (space, reach, around) in cases() {
            let mut boxes = Vec::new();
            for towards in directions().map(DVec3::as_vec3).filter(|to| to.abs().max_element() < 0.9) {
                // From a corner of the box around all centres, a tenth farther than the sphere goes.
                let corner = space.place.center + reach.middle + towards.signum() * reach.radius;
                let point = corner + towards * space.radii * 1.1;
                let bounds = Bounds::about(point.into(), Vec3A::ZERO);
                assert!(around.holds(&bounds), "{bounds:?} is not in {around:?}");
                boxes.push(bounds);
            }
            for backend in Backend::available() {
                let meets = Chosen::new(backend).expect("it is available").run(Meet(&around, &space, &boxes));
                assert!(!meets.contains(&true), "{backend}: {space:?} from {reach:?}");
            }
            beyond += boxes.len();
        }
        assert!(beyond > 1_000, "{beyond}");
    }
}
