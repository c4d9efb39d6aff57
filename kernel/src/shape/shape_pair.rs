//! Tests whether, where and when two shapes with spines meet, or one meets a point; in `f64`.
//!
//! In: two shapes, turned or not, and the vector between their centres. Out: as for [two ellipsoids](crate::shape::ellipsoid_pair),
//! which this becomes without a spine.
//! 1. A shape with a spine is an ellipsoid at every point of the spine. So two shapes overlap if the ellipsoids do for any of the ways
//!    `ρ = apart + a s + b t` between their centres, `a` and `b` within ±1: a parallelogram of ways.
//! 2. For given weights `w` the way that counts is the one for which `w · (ρ∘ρ)` is least: the point of the parallelogram nearest to the
//!    origin, after a scaling. That is where two segments are nearest to each other (Ericson 2005, 5.1.9). The weights are those for which
//!    this least value is largest. Least and largest may be exchanged, because the value is convex in the way and concave in the weights.
//! 3. Of a motion: in each round the way into the unit sphere about the parallelogram, which is the first of the ways into two faces, four
//!    cylinders and four spheres.
//!
//! Both spines of upright capsules are parallel: then the parallelogram is a segment. Round capsules have all weights equal, and need one
//! round.

use crate::base::correctly_rounded::CorrectlyRounded;
use crate::base::fallback_direction::FALLBACK_DIRECTION;
use crate::base::tolerance::{MAX_PAIR_ROUNDS, PAIR_ROUNDING, PARALLEL_SPINES};
use crate::shape::ellipsoid_pair::{EllipsoidPair, PairContact};
use crate::shape::oriented_shape::OrientedShape;
use glam::DVec3;

/// Two shapes, or a shape and a point, whose contact is computed.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ShapePair {
    /// The ellipsoids that are swept along the spines.
    pair: EllipsoidPair,
    /// Half of the spines of the first and the second shape, pair space; `None` if both are ellipsoids.
    spines: Option<[DVec3; 2]>,
}

/// The way between the ellipsoids that counts, among all along the spines.
#[derive(Clone, Copy)]
struct Nearest {
    /// Way from the first ellipsoid to the second, pair space.
    place: DVec3,
    weights: DVec3,
    /// Multiple of the first spine that was added to the way between the centres.
    along_first: f64,
}

impl ShapePair {
    pub(crate) fn new(first: &OrientedShape, second: Option<&OrientedShape>) -> Self {
        let pair = EllipsoidPair::new(&first.ellipsoid(), second.map(OrientedShape::ellipsoid).as_ref());
        let has_spine = first.has_spine() || second.is_some_and(OrientedShape::has_spine);
        let spines = has_spine.then(|| {
            [first.spine(), second.map_or(DVec3::ZERO, OrientedShape::spine)].map(|spine| pair.to_pair * spine)
        });
        Self { pair, spines }
    }

    /// As [`EllipsoidPair::overlap`].
    pub(crate) fn overlap(&self, apart: DVec3) -> Option<PairContact> {
        let Some(spines) = &self.spines else { return self.pair.overlap(apart) };
        let between = self.pair.to_pair * apart;
        let nearest = self.nearest(between, spines);
        (nearest.square() < 1.0).then(|| self.contact(0.0, between, &nearest, spines, true))
    }

    /// As [`EllipsoidPair::first_contact`].
    pub(crate) fn first_contact(&self, apart: DVec3, way: DVec3, most: f64) -> Option<PairContact> {
        let Some(spines) = &self.spines else { return self.pair.first_contact(apart, way, most) };
        self.first_with_spines(apart, way, most, spines)
    }

    #[inline(never)]
    fn first_with_spines(&self, apart: DVec3, way: DVec3, most: f64, spines: &[DVec3; 2]) -> Option<PairContact> {
        let (start, step) = (self.pair.to_pair * apart, self.pair.to_pair * way);
        let mut part = 0.0;
        for _ in 0..MAX_PAIR_ROUNDS {
            let between = start + step * part;
            let nearest = self.nearest(between, spines);
            let square = nearest.square();
            let overlaps = part == 0.0 && square < 1.0;
            if overlaps || part > 0.0 && square <= 1.0 + PAIR_ROUNDING {
                return Some(self.contact(part, between, &nearest, spines, overlaps));
            }
            let scale = DVec3::from_array(nearest.weights.to_array().map(CorrectlyRounded::root));
            let next = entry(start * scale, step * scale, spines.map(|spine| spine * scale), part)?;
            if next > most {
                return None;
            }
            if next <= part {
                return Some(self.contact(part, between, &nearest, spines, false));
            }
            part = next;
        }
        let between = start + step * part;
        Some(self.contact(part, between, &self.nearest(between, spines), spines, false))
    }

    /// The way between the ellipsoids for which they are nearest to overlapping, and its weights; `between`: the way between the centres.
    fn nearest(&self, between: DVec3, spines: &[DVec3; 2]) -> Nearest {
        let squares = self.pair.squares;
        if squares == DVec3::ZERO {
            return Nearest::of(between, DVec3::ONE, spines);
        }
        let weights = |m: f64| m / ((DVec3::splat(m) + squares) * (1.0 + m));
        let (mut low, mut high) = (squares.min_element().root(), squares.max_element().root());
        let mut m = (low * high).root();
        let mut nearest = Nearest::of(between, weights(m), spines);
        for round in 0..MAX_PAIR_ROUNDS {
            let parts = nearest.place * nearest.place;
            let inverse = (DVec3::splat(m) + squares).recip();
            let terms = parts * inverse * inverse;
            let slope = terms.dot(DVec3::splat(m * m) - squares);
            let change = 2.0 * (1.0 + m) * (terms * inverse).dot(squares);
            if slope < 0.0 {
                low = m;
            } else {
                high = m;
            }
            // The way moves with the weights, which a step of Newton's does not know: every other round halves.
            let newton = m - slope / change;
            let is_inside = newton >= low && newton <= high && round % 2 == 0;
            let next = if is_inside { newton } else { (low * high).root() };
            let is_found = (next - m).abs() <= PAIR_ROUNDING * m || high - low <= PAIR_ROUNDING * high;
            m = next;
            nearest = Nearest::of(between, weights(m), spines);
            if is_found {
                break;
            }
        }
        nearest
    }

    fn contact(
        &self,
        part: f64,
        between: DVec3,
        nearest: &Nearest,
        spines: &[DVec3; 2],
        overlaps: bool,
    ) -> PairContact {
        let EllipsoidPair { to_world, normals, squares, .. } = self.pair;
        let [first, second] = *spines;
        // Where the spines cross, or one goes through a centre, the way is rounding: the shapes part across both.
        let size = between.abs() + first.abs() + second.abs();
        let is_rounding = nearest.place.abs().cmple(size * CROSSING_ROUNDING).all();
        let normal = if is_rounding { across(between, first, second) } else { nearest.weights * nearest.place };
        let normal = normal.try_normalize().unwrap_or_else(|| {
            // The two centres coincide.
            (to_world.transpose() * FALLBACK_DIRECTION.as_dvec3()).normalize()
        });
        let in_world = normals * normal;
        let length = in_world.length();
        // The extents of both along the normal, minus the distance of the centres.
        let extents = 1.0 + squares.dot(normal * normal).root() + first.dot(normal).abs() + second.dot(normal).abs();
        let depth = if overlaps { ((extents - normal.dot(between)) / length).max(f64::MIN_POSITIVE) } else { 0.0 };
        let along = if is_rounding { support(first, normal) } else { -nearest.along_first };
        PairContact { part, point: to_world * (normal + first * along), normal: in_world / length, depth }
    }
}

/// Part of the components of a way up to which the way is rounding.
const CROSSING_ROUNDING: f64 = 64.0 * f64::EPSILON;

impl Nearest {
    /// The way nearest to the origin under weights.
    #[inline(always)]
    fn of(between: DVec3, weights: DVec3, [first, second]: &[DVec3; 2]) -> Self {
        let [along_first, along_second] = nearest_to_origin(between, weights, [*first, *second]);
        Self { place: between + *first * along_first + *second * along_second, weights, along_first }
    }

    fn square(&self) -> f64 {
        self.weights.dot(self.place * self.place)
    }
}

/// The multiples, within ±1, of two vectors that bring `p` nearest to the origin, under weights. Of several by parallel vectors those in
/// the middle.
fn nearest_to_origin(p: DVec3, weights: DVec3, [u, v]: [DVec3; 2]) -> [f64; 2] {
    let (wu, wv) = (weights * u, weights * v);
    let (uu, uv, vv) = (wu.dot(u), wu.dot(v), wv.dot(v));
    let (pu, pv) = (wu.dot(p), wv.dot(p));
    let kept = |value: f64| value.clamp(-1.0, 1.0);
    if vv == 0.0 {
        return [if uu == 0.0 { 0.0 } else { kept(-pu / uu) }, 0.0];
    }
    if uu == 0.0 {
        return [0.0, kept(-pv / vv)];
    }
    let determinant = uu * vv - uv * uv;
    if determinant <= PARALLEL_SPINES * uu * vv {
        // `v` is `ratio` times `u`: a multiple of `u` in all, and of the ways to share it the middle one.
        let ratio = uv / uu;
        let in_all = (-pu / uu).clamp(-1.0 - ratio.abs(), 1.0 + ratio.abs());
        let (low, high) = ((in_all - ratio.abs()).max(-1.0), (in_all + ratio.abs()).min(1.0));
        let first = 0.5 * (low + high);
        return [first, kept((in_all - first) / ratio)];
    }
    let first = kept((uv * pv - vv * pu) / determinant);
    let free = -(pv + first * uv) / vv;
    let second = kept(free);
    [if second == free { first } else { kept(-(pu + second * uv) / uu) }, second]
}

/// Sign of the end of a spine that lies farthest along a direction; 0 for a spine across it.
fn support(spine: DVec3, direction: DVec3) -> f64 {
    let along = spine.dot(direction);
    if along == 0.0 { 0.0 } else { along.signum() }
}

/// Direction across two spines, towards the second shape; across one, if they are parallel or there is one only.
fn across(between: DVec3, first: DVec3, second: DVec3) -> DVec3 {
    let both = first.cross(second);
    if both.length_squared() > PARALLEL_SPINES * first.length_squared() * second.length_squared() {
        return if both.dot(between) < 0.0 { -both } else { both };
    }
    let longer = if first.length_squared() >= second.length_squared() { first } else { second };
    longer.normalize_or_zero().any_orthonormal_vector()
}

/// Part of the motion `p + d t` at which it comes into the unit sphere about all points `a u + b v`, `a` and `b` within ±1; `None` if it
/// misses it, or leaves it. At `from` the motion is outside.
fn entry(p: DVec3, d: DVec3, [u, v]: [DVec3; 2], from: f64) -> Option<f64> {
    let mut first = f64::INFINITY;
    let mut take = |part: Option<f64>| first = part.map_or(first, |part| first.min(part));
    let corners = if u == DVec3::ZERO || v == DVec3::ZERO { [[1.0, 1.0], [-1.0, -1.0]].as_slice() } else { &SIGNS };
    for [a, b] in corners {
        take(into_sphere(p - u * *a - v * *b, d, from));
    }
    for (along, other) in [(u, v), (v, u)] {
        if along == DVec3::ZERO {
            continue;
        }
        let sides: &[f64] = if other == DVec3::ZERO { &[0.0] } else { &[1.0, -1.0] };
        for &side in sides {
            take(into_cylinder(p - other * side, d, along, from));
        }
    }
    take(into_faces(p, d, [u, v], from));
    (first < f64::INFINITY).then_some(first)
}

/// Signs of the corners of a parallelogram.
const SIGNS: [[f64; 2]; 4] = [[1.0, 1.0], [1.0, -1.0], [-1.0, 1.0], [-1.0, -1.0]];

/// Part at which `p + d t` comes into the unit sphere about the origin.
fn into_sphere(p: DVec3, d: DVec3, from: f64) -> Option<f64> {
    let speed = d.length_squared();
    let middle = -p.dot(d) / speed;
    let nearest = p + d * middle;
    let chord = (1.0 - nearest.length_squared()) / speed;
    // Comparisons are false for a zero motion.
    (middle > from && chord >= 0.0).then(|| middle - chord.root())
}

/// Part at which `p + d t` comes into the unit cylinder about the spine from `-u` to `u`, between its ends.
fn into_cylinder(p: DVec3, d: DVec3, u: DVec3, from: f64) -> Option<f64> {
    let square = u.length_squared();
    let across = |v: DVec3| v - u * (v.dot(u) / square);
    let part = into_sphere(across(p), across(d), from)?;
    // Of one that went in before, what counts is whether it still is between the ends.
    ((p + d * part.max(from)).dot(u).abs() <= square).then_some(part)
}

/// Part at which `p + d t` comes to a plane 1 off the parallelogram, over its face.
fn into_faces(p: DVec3, d: DVec3, [u, v]: [DVec3; 2], from: f64) -> Option<f64> {
    let normal = u.cross(v);
    let square = normal.length_squared();
    if square <= PARALLEL_SPINES * u.length_squared() * v.length_squared() {
        return None;
    }
    let (height, speed) = (p.dot(normal), d.dot(normal));
    let middle = -height / speed;
    let part = middle - square.root() / speed.abs();
    let there = p + d * part.max(from);
    let is_over = there.cross(v).dot(normal).abs() <= square && u.cross(there).dot(normal).abs() <= square;
    // Comparisons are false for a motion along the plane.
    (middle > from && is_over).then_some(part)
}
