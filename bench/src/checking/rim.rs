//! Whether a walk leads off the ground: over a rim, an edge that does not carry the hull where the walk crosses it.
//!
//! In: the level's triangles, a hull, the limits of a walker, two centres. Out: true if a walk from one to the other, in increments of
//! half a centimetre by the [judge of places](sweep8_scalar_ref::standing), comes to a place where a fall begins.
//!
//! The ground of a walker ends where neither a floor nor a step touches its hull from below. That can be less than a snap above a
//! floor: where a ball goes off the side of a flight, the lowest edge is a step only as long as the second does not touch the ball.

use super::body::Body;
use super::places::{INCREMENT, places_between};
use super::tree::Tree;
use glam::{DVec3, Vec3Swizzles};
use sweep8_scalar_ref::standing::{Contact, Domain, Feature, Limits, March, Marched};

/// Distance from the plane of a face up to which a point is on it, metres.
const ON_PLANE: f64 = 1e-5;

/// Returns true if a walk of the hull `hull` (body and skin, its spine upright) between two centres, in a level with y up, metres,
/// comes to a place where a fall begins, or ends on the edge or face that carried it, where it carries it no more.
#[must_use]
pub fn leads_off(tree: &Tree, hull: impl Into<Body>, limits: Limits, [from, to]: [DVec3; 2]) -> bool {
    let places = places_between(tree, hull.into(), limits, [from, to]);
    let domain = Domain::new(&places, limits);
    let Some(start) = March::start(&domain, from.xz(), from.y) else { return false };
    let mut march = start;
    if march.advance(&domain, to.xz() - from.xz(), INCREMENT) == Marched::Falls {
        return true;
    }
    // The march has gone round the places of such an edge or face that do not carry.
    let end = March::start(&domain, to.xz(), to.y);
    end.is_some_and(|March { place, interval }| {
        let [before, after] = [start.interval.contact, interval.contact];
        let is_same = before
            .zip(after)
            .is_some_and(|(before, after)| places.is_same(&before, &after) || is_same_plane(&before, &after));
        is_same && !domain.class(place, &interval, false).carries()
    })
}

/// Whether two contacts touch faces of one plane, as those of the triangles of a flat side do.
fn is_same_plane(before: &Contact, after: &Contact) -> bool {
    let is_on =
        |contact: &Contact, other: &Contact| (other.point - contact.point).dot(contact.normal).abs() <= ON_PLANE;
    let are_faces = before.feature == Feature::Face && after.feature == Feature::Face;
    are_faces && is_on(before, after) && is_on(after, before)
}
