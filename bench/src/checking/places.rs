//! The places of the [judge](sweep8_scalar_ref::standing) around a short way, and whether a walk makes way there at all.
//!
//! In: the level's triangles, a hull, the limits of a walker, a centre and a level way. Out: true if a walk that obeys the definition
//! stays.

use super::body::Body;
use super::tree::Tree;
use glam::{DVec3, Vec3Swizzles};
use sweep8_scalar_ref::standing::{Domain, Limits, March, Marched, Places};

/// Length of an increment of a march, metres.
pub(super) const INCREMENT: f64 = 5e-3;

/// Widths of the hull within which triangles can decide what carries it: it is traced as far as one width from its contact.
const WIDTHS: f64 = 2.0;

/// The places of a hull around a way between two centres, in a level with y up, metres.
pub(super) fn places_between(tree: &Tree, hull: Body, limits: Limits, [from, to]: [DVec3; 2]) -> Places {
    let half = hull.half_extents();
    let drop = limits.step_height.max(limits.snap_distance);
    let around = DVec3::new(2.0 * WIDTHS * half.x, half.y + 2.0 * drop, 2.0 * WIDTHS * half.z);
    let mut triangles = Vec::new();
    tree.visit(from.min(to) - around, from.max(to) + around, |_, triangle| triangles.push(*triangle));
    Places::of_capsule(&triangles, hull.radii, hull.spine.y)
}

/// Returns true if a walk of the hull `hull` (body and skin, its spine upright) from a centre by the level way `way`, in a level with y up,
/// metres, ends less than `least` from its start by the definition of a walk: in a corner, before an edge that does not carry.
#[must_use]
pub fn stays(tree: &Tree, hull: impl Into<Body>, limits: Limits, from: DVec3, way: DVec3, least: f64) -> bool {
    let places = places_between(tree, hull.into(), limits, [from, from + way]);
    let domain = Domain::new(&places, limits);
    let Some(mut march) = March::start(&domain, from.xz(), from.y) else { return false };
    march.advance(&domain, way.xz(), INCREMENT) != Marched::Falls && march.place.distance(from.xz()) < least
}
