//! Kerbs: edges so low that a hull touches them with the normal of a floor, and still higher than the steps of its profile.
//!
//! In: a slide that walks, and a contact with an edge or a corner. Out: whether the contact is such an edge, which is a wall to whoever
//! rises onto it. A hull touches edges like floors up to the height of its [cap](SlideSetup::cap) above the ground, 0.11 m for a person;
//! profiles with lower steps ask here. An edge is no kerb if a floor begins no more than a step below it:
//! 1. the face right beside it, as on ramps, crests and rough ground, or the tread of a low stair; or
//! 2. what the hull touches where it has rolled off the edge, as at the foot of a low steep face.
//!
//! See `docs/math/walking.md`.

use crate::base::correctly_rounded::CorrectlyRounded;
use crate::base::tolerance::TOUCH_PART;
use crate::character::collide::collision_set::CollisionSet;
use crate::character::slide::probes::free_way;
use crate::character::slide::slide_setup::SlideSetup;
use crate::character::slide::steps::StepContact;
use crate::character::slide::trace::FLAT_PART;
use crate::query::contact::Touch;
use crate::simd::Lanes;
use glam::Vec3;

/// Whether a walker who rises onto a contact by a level displacement meets a kerb there. The hull is at offset `at`, and touches it after
/// the motion `to_contact`.
#[inline(always)]
pub(super) fn is_kerb<L: Lanes>(
    setup: &SlideSetup,
    set: &mut CollisionSet<L>,
    (touch, normal): (&Touch, Vec3),
    level: Vec3,
    (at, to_contact): (Vec3, Vec3),
) -> bool {
    let rises = !touch.is_face && level.dot(normal) < 0.0;
    // The touched point takes long to find.
    rises && setup.has_kerbs() && !rolls_over(setup, set, StepContact::new(touch, normal, to_contact), at)
}

/// Whether a floor begins no more than a step below an edge.
#[inline(never)]
fn rolls_over<L: Lanes>(setup: &SlideSetup, set: &mut CollisionSet<L>, contact: StepContact, at: Vec3) -> bool {
    let Some(off) = setup.passes.level(contact.normal).try_normalize() else { return true };
    is_beside_floor(setup, set, at + contact.point, off) || comes_to_floor(setup, set, contact, at, off)
}

/// Whether the first face below a point right beside an edge is a floor no more than a step below it.
fn is_beside_floor<L: Lanes>(setup: &SlideSetup, set: &mut CollisionSet<L>, edge: Vec3, off: Vec3) -> bool {
    let beside = TOUCH_PART * setup.rules.skin;
    let cosine = setup.rules.walk_cosine();
    // A floor may fall by this on its way from the edge.
    let falls = beside * (1.0 - cosine * cosine).max(0.0).root() / cosine;
    let depth = beside + setup.rules.step_height + setup.look() + falls;
    let face = set.first_face(edge + off * beside + setup.up * beside, setup.up * -depth);
    face.is_some_and(|face| setup.is_floor(face.normal))
}

/// Whether a hull that has rolled off an edge touches a floor no more than a step below it.
fn comes_to_floor<L: Lanes>(
    setup: &SlideSetup,
    set: &mut CollisionSet<L>,
    edge: StepContact,
    at: Vec3,
    off: Vec3,
) -> bool {
    // As far as the hull could touch the edge like a floor.
    let way = off * (setup.floor_distance(off) / FLAT_PART + edge.point.dot(off)).max(0.0);
    let way = way * free_way(setup, set, at, way).part;
    let limit = setup.rules.step_height + setup.look();
    let depth = setup.cap() + limit;
    let free = free_way(setup, set, at + way, setup.up * -depth);
    let Some((touch, point)) = free.stop else { return false };
    let below = (edge.point - point - way).dot(setup.up) + depth * free.part;
    // The edge itself is no such floor: a hull that is stopped on its way off may touch it still.
    let is_lower = below > TOUCH_PART * setup.rules.skin;
    is_lower && below <= limit && setup.is_floor(touch.normal().into())
}
