//! Tests whether, where and when an ellipsoid meets another one, or a point; in `f64`.
//!
//! In: two ellipsoids, turned or not, and the vector between their centres. Out: the point, normal and depth of their contact, and
//! the fraction of a straight motion at which they first touch.
//! 1. *Pair space* is the space in which the first ellipsoid is the unit sphere and the second one lies along the axes,
//!    with squared radii `s`. For `m > 0` the two overlap nowhere outside of `w · (ρ∘ρ) <= 1`, where `ρ` is the way
//!    between the centres there and `w = m / ((1 + m) (m + s))`: an ellipsoid around all places at which they do. The
//!    places are what all these ellipsoids have in common. So the two overlap if `w · (ρ∘ρ) < 1` for the `m` for which
//!    that is largest (Perram and Wertheim 1985).
//! 2. It is largest where `Σ ρ² (m² - s) / (m + s)²`, which grows with `m`, is 0: between the least and the largest of
//!    the roots of `s`. Newton's method, and halving where that leads out of the interval.
//! 3. Of a motion: the way into the ellipsoid of the start ends no later than the way into what they have in common.
//!    From there on the same again. Each of these ellipsoids touches what they have in common, so the number of right
//!    digits doubles in each round. A motion that misses one of them misses all: a miss is never a matter of how often
//!    that was done.
//!
//! The second one may be a point: then there is one such ellipsoid, the first one.

use crate::base::correctly_rounded::CorrectlyRounded;
use crate::base::fallback_direction::FALLBACK_DIRECTION;
use crate::base::tolerance::{MAX_PAIR_ROUNDS, PAIR_ROUNDING};
use crate::shape::oriented_ellipsoid::OrientedEllipsoid;
use glam::{DMat3, DVec3};

/// Two ellipsoids, or an ellipsoid and a point, whose contact is computed.
#[derive(Clone, Copy, Debug)]
pub(crate) struct EllipsoidPair {
    /// Map of displacements from world space to pair space, in which the first ellipsoid is the unit sphere.
    pub(super) to_pair: DMat3,
    pub(super) to_world: DMat3,
    /// Map of normals from pair space, in which the first ellipsoid is the unit sphere, to world space; lengths change.
    pub(super) normals: DMat3,
    /// Squared radii of the second ellipsoid in pair space, in which the first is the unit sphere; 0 for a point.
    pub(super) squares: DVec3,
}

/// A contact of two ellipsoids, or of an ellipsoid and a point; world axes, metres.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PairContact {
    /// Fraction of the second ellipsoid's motion at the contact.
    pub(crate) part: f64,
    /// Vector from the centre of the first ellipsoid to a point of its surface: the touched one, or, for an overlap, the one in the
    /// direction of the normal.
    pub(crate) point: DVec3,
    /// Unit normal of the contact, world space, outwards from the first ellipsoid.
    pub(crate) normal: DVec3,
    /// Distance along the normal by which the second ellipsoid must move to be clear, metres; positive only for an overlap.
    pub(crate) depth: f64,
}

impl EllipsoidPair {
    pub(crate) fn new(first: &OrientedEllipsoid, second: Option<&OrientedEllipsoid>) -> Self {
        let (radii, axes) = (first.shape().radii().as_dvec3(), first.axes());
        let Some(second) = second else {
            return Self::of(radii, axes, DMat3::IDENTITY, DVec3::ZERO);
        };
        let others = second.shape().radii().as_dvec3();
        let is_aligned = first.orientation() == second.orientation();
        if is_aligned {
            let ratios = others / radii;
            return Self::of(radii, axes, DMat3::IDENTITY, ratios * ratios);
        }
        // The rows of the map from the unit sphere to the second ellipsoid, in the space in which the first one is the unit sphere.
        let turn = axes.transpose() * second.axes();
        let rows = [0, 1, 2].map(|axis| turn.row(axis) * others / radii[axis]);
        let (directions, squares) = principal_axes(rows);
        Self::of(radii, axes, directions, squares)
    }

    /// The pair of an ellipsoid with `radii` and `axes`, and a second one with `squares` as squared radii along `directions` in the
    /// space in which the first one is the unit sphere.
    fn of(radii: DVec3, axes: DMat3, directions: DMat3, squares: DVec3) -> Self {
        let [scale, shrink] = [radii, radii.recip()].map(DMat3::from_diagonal);
        let normals = axes * (shrink * directions);
        Self { to_pair: normals.transpose(), to_world: axes * (scale * directions), normals, squares }
    }

    /// The contact of the ellipsoids if they overlap; `apart` leads from the centre of the first one to that of the second.
    /// Touching is not overlapping.
    pub(crate) fn overlap(&self, apart: DVec3) -> Option<PairContact> {
        let place = self.to_pair * apart;
        let weights = self.weights(place);
        (weights.dot(place * place) < 1.0).then(|| self.contact(0.0, place, weights, true))
    }

    /// The first contact, up to the fraction `most`, while the second ellipsoid moves by `way` from `apart`; a contact at the start
    /// if they overlap there.
    pub(crate) fn first_contact(&self, apart: DVec3, way: DVec3, most: f64) -> Option<PairContact> {
        let (start, step) = (self.to_pair * apart, self.to_pair * way);
        let mut part = 0.0;
        for _ in 0..MAX_PAIR_ROUNDS {
            let place = start + step * part;
            let weights = self.weights(place);
            let square = weights.dot(place * place);
            let overlaps = part == 0.0 && square < 1.0;
            if overlaps || part > 0.0 && square <= 1.0 + PAIR_ROUNDING {
                return Some(self.contact(part, place, weights, overlaps));
            }
            // The fraction at which the motion is deepest in the ellipsoid of these weights, and half of its chord through it.
            let speed = weights.dot(step * step);
            let middle = -weights.dot(start * step) / speed;
            let nearest = start + step * middle;
            let chord = (1.0 - weights.dot(nearest * nearest)) / speed;
            // Comparisons are false for a zero motion.
            if !(middle > part && chord >= 0.0) {
                return None;
            }
            let next = middle - chord.root();
            if next > most {
                return None;
            }
            if next <= part {
                return Some(self.contact(part, place, weights, false));
            }
            part = next;
        }
        // A grazing motion comes nearer by a constant factor in each round.
        let place = start + step * part;
        Some(self.contact(part, place, self.weights(place), false))
    }

    /// Weights `w` that maximise `w · place²` and so decide whether the ellipsoids overlap; `place`: between the centres, pair space.
    fn weights(&self, place: DVec3) -> DVec3 {
        let squares = self.squares;
        if squares == DVec3::ZERO {
            return DVec3::ONE;
        }
        let (mut low, mut high) = (squares.min_element().root(), squares.max_element().root());
        let (parts, mut m) = (place * place, (low * high).root());
        for _ in 0..MAX_PAIR_ROUNDS {
            let inverse = (DVec3::splat(m) + squares).recip();
            let terms = parts * inverse * inverse;
            let slope = terms.dot(DVec3::splat(m * m) - squares);
            let change = 2.0 * (1.0 + m) * (terms * inverse).dot(squares);
            if slope < 0.0 {
                low = m;
            } else {
                high = m;
            }
            let newton = m - slope / change;
            let next = if newton >= low && newton <= high { newton } else { (low * high).root() };
            let is_found = (next - m).abs() <= PAIR_ROUNDING * m;
            m = next;
            if is_found {
                break;
            }
        }
        m / ((DVec3::splat(m) + squares) * (1.0 + m))
    }

    fn contact(&self, part: f64, place: DVec3, weights: DVec3, overlaps: bool) -> PairContact {
        let normal = (weights * place).try_normalize().unwrap_or_else(|| {
            // The two centres coincide.
            (self.to_world.transpose() * FALLBACK_DIRECTION.as_dvec3()).normalize()
        });
        let in_world = self.normals * normal;
        let length = in_world.length();
        // The extents of both along the normal, minus the distance of the centres.
        let depth = (1.0 + self.squares.dot(normal * normal).root() - normal.dot(place)) / length;
        let depth = if overlaps { depth.max(f64::MIN_POSITIVE) } else { 0.0 };
        PairContact { part, point: self.to_world * normal, normal: in_world / length, depth }
    }
}

/// The directions and squared lengths of the half axes of the ellipsoid that is the image of the unit sphere under a map, given by
/// its rows.
///
/// Source: Hestenes 1958, rotations of pairs of rows until they are orthogonal. So small axes keep their digits next to large ones.
fn principal_axes(mut rows: [DVec3; 3]) -> (DMat3, DVec3) {
    let mut axes = [DVec3::X, DVec3::Y, DVec3::Z];
    for _ in 0..MAX_PAIR_ROUNDS {
        let mut is_done = true;
        for (i, j) in [(0, 1), (0, 2), (1, 2)] {
            let (a, b, across) = (rows[i].length_squared(), rows[j].length_squared(), rows[i].dot(rows[j]));
            if across.abs() <= PAIR_ROUNDING * (a * b).root() {
                continue;
            }
            is_done = false;
            let cotangent = (b - a) / (2.0 * across);
            let tangent = cotangent.signum() / (cotangent.abs() + (1.0 + cotangent * cotangent).root());
            let cosine = (1.0 + tangent * tangent).root().recip();
            let sine = cosine * tangent;
            for of in [&mut rows, &mut axes] {
                (of[i], of[j]) = (of[i] * cosine - of[j] * sine, of[i] * sine + of[j] * cosine);
            }
        }
        if is_done {
            break;
        }
    }
    (DMat3::from_cols(axes[0], axes[1], axes[2]), DVec3::from_array(rows.map(DVec3::length_squared)))
}
