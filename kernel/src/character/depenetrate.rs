//! Depenetration: pushing a hull that overlaps at the start of a slide free again.
//!
//! In: where it is. Out: where it is free, or where it overlaps least, and how deep it still is.
//! 1. The deepest overlap is found, and undone along its contact normal, the shortest way in ellipsoid space, and by some
//!    of its rounding beyond it, or it would be found again. From the second on the push is the shortest way out of
//!    all overlaps found so far: out of a steep funnel that is up, and one by one they would push to and fro.
//! 2. A push is shorter than the distance to the nearest triangle, so that the centre itself never passes through
//!    one. For a centre that all but lies in one it is a fiftieth of a radius, if nothing else is in the way.
//! 3. A push that would take the straight way from the start through a triangle is not made: pushes around the end of a
//!    wall do that. The rest is left to the next move, which starts from there.
//! 4. Between surfaces that leave no room the push leads to where the deepest overlap with all found so far is least,
//!    which shares out what room there is; it is over where nothing deeper is found there.
//!    Where a push led deeper into a surface that was not known before, the pushes begin at the start again.
//! 5. Again, a bounded number of times. Of all places seen the one with the least overlap counts; it may be the start.

use crate::base::half_spaces::HalfSpaces;
use crate::base::tolerance::{LEAST_CLEARANCE, LEAST_PUSH, MAX_PUSHES, PUSH_PART};
use crate::bvh::tree::Tree;
use crate::character::collision_set::CollisionSet;
use crate::character::gather::Reach;
use crate::frame::ellipsoid_space::Space;
use crate::frame::position::Position;
use crate::mesh::sides::Sides;
use crate::narrow::sweep::hits::Start;
use crate::query::contact::Contact;
use crate::query::ray::Piece;
use crate::query::scratch::Scratch;
use crate::shape::ellipsoid::Ellipsoid;
use crate::simd::{Lanes, task};
use glam::{DVec3, Vec3};

/// Where depenetration led.
pub(crate) struct Depenetrated {
    pub(crate) position: Position,
    /// World displacement, metres.
    pub(crate) moved: Vec3,
    /// Whether nothing is overlapped there, not even by rounding.
    pub(crate) is_free: bool,
    /// Overlap that is left, metres; 0 where it is rounding.
    pub(crate) depth: f32,
}

task! {
    /// One [`depenetrate`].
    Depenetrate<'a> {
        tree: &'a Tree,
        hull: Ellipsoid,
        position: Position,
        sides: Sides,
        gap: f32,
        scratch: &'a mut Scratch,
    } = depenetrate => Depenetrated
}

/// Pushes the hull free, to a gap of `gap` metres where there is room.
#[inline(always)]
pub(crate) fn depenetrate<L: Lanes>(
    lanes: L,
    tree: &Tree,
    hull: Ellipsoid,
    position: Position,
    sides: Sides,
    gap: f32,
    scratch: &mut Scratch,
) -> Depenetrated {
    let space = Space::new(hull, position);
    // Room for pushes of a diameter in all; farther out nothing was gathered.
    let room = 2.0 * space.radii.max_element();
    let radii = space.radii.as_dvec3();
    let mut collision_set = CollisionSet::around(lanes, tree, space, sides, Reach::around(room), None, scratch);
    let mut offset = DVec3::ZERO;
    let mut least: Option<Overlapping> = None;
    let (mut depth_at_start, mut rounding_at_start) = (0.0, 0.0);
    let mut way = HalfSpaces::new();
    let mut clearance = LEAST_CLEARANCE;
    for _ in 0..MAX_PUSHES {
        let Some((contact, rounding)) = deepest(&mut collision_set, radii, offset) else {
            let moved = (offset * radii).as_vec3();
            return Depenetrated { position: position.moved(moved), moved, is_free: true, depth: 0.0 };
        };
        if least.as_ref().is_none_or(|least| contact.depth < least.contact.depth) {
            least = Some(Overlapping { contact, rounding, offset });
        }
        let wanted = contact.depth + (f64::from(gap) * (contact.normal / radii).length()).max(clearance * rounding);
        clearance = (2.0 * clearance).min(1.0);
        if offset == DVec3::ZERO {
            (depth_at_start, rounding_at_start) = (contact.depth, rounding);
        }
        let is_new = way.add(contact.normal, contact.normal.dot(offset) + wanted);
        let target = if let Some(out) = way.nearest() {
            out
        } else {
            let (point, behind) = way.least_behind();
            if wanted <= behind + rounding {
                break;
            }
            point
        };
        // A push that led deeper into something else than the start was a detour. On the straight way from the start to the
        // target nothing known gets deeper.
        let is_detour = is_new && contact.depth > depth_at_start;
        let (from, depth, rounding) = if is_detour {
            (DVec3::ZERO, depth_at_start, rounding_at_start)
        } else {
            (offset, contact.depth, rounding)
        };
        let push = target - from;
        let allowed = PUSH_PART * (1.0 - depth);
        let mut next = from + push.clamp_length_max(allowed.max(LEAST_PUSH));
        if allowed < LEAST_PUSH && passes_through(&mut collision_set, radii, from, next, rounding) {
            next = from + push.clamp_length_max(allowed);
        }
        if passes_through(&mut collision_set, radii, DVec3::ZERO, next, rounding_at_start) {
            break;
        }
        offset = next;
        if (offset * radii).length() > f64::from(room) {
            break;
        }
    }
    let Some(Overlapping { contact, rounding, offset }) = least else {
        return Depenetrated { position, moved: Vec3::ZERO, is_free: true, depth: 0.0 };
    };
    let moved = (offset * radii).as_vec3();
    let depth = if contact.depth > rounding { contact.world_depth(&space) } else { 0.0 };
    Depenetrated { position: position.moved(moved), moved, is_free: false, depth }
}

/// A place where the hull overlaps something.
struct Overlapping {
    contact: Contact,
    /// Of the contact's depth, ellipsoid space.
    rounding: f64,
    /// From the start, ellipsoid space.
    offset: DVec3,
}

/// The deepest contact of the hull at an offset in ellipsoid space, and the rounding of its depth.
#[inline(always)]
fn deepest<L: Lanes>(collision_set: &mut CollisionSet<L>, radii: DVec3, offset: DVec3) -> Option<(Contact, f64)> {
    let swept = collision_set.sweep((offset * radii).as_vec3(), Vec3::ZERO, Start::Contact);
    swept.contact().map(|contact| (contact, f64::from(swept.rounding())))
}

/// Whether the centre passes through a triangle between two offsets in ellipsoid space. One that lies in a triangle at
/// the first, to rounding, may leave it to either side.
#[inline(always)]
fn passes_through<L: Lanes>(
    collision_set: &mut CollisionSet<L>,
    radii: DVec3,
    from: DVec3,
    to: DVec3,
    rounding: f64,
) -> bool {
    let way = to - from;
    let skipped = rounding / way.length();
    let piece = Piece { from: from * radii, step: way * radii, parts: [skipped as f32, 1.0] };
    skipped < 1.0 && collision_set.passes(&piece)
}
