//! Recovery: pushing a hull that overlaps at the start of a slide free again.
//!
//! In: where it is. Out: where it is free, or where it overlaps least, and how deep it still is.
//! 1. The deepest overlap is found, and undone along its contact normal, the shortest way in ellipsoid space, by its
//!    rounding at least beyond it, or it would be found again. From the second on the push is the shortest way out of
//!    all overlaps found so far: out of a steep funnel that is up, and one by one they would push to and fro.
//! 2. A push is shorter than the distance to the nearest triangle, so that the centre itself never passes through
//!    one. For a centre that all but lies in one it is a fiftieth of a radius, if nothing else is in the way.
//! 3. A push that would take the straight way from the start through a triangle is not made: pushes around the end of a
//!    wall do that. The rest is left to the next move, which starts from there.
//! 4. Again, a bounded number of times. Between surfaces that leave no room the pushes go along one normal again, and
//!    alternate: the middle of the last two is taken, which shares out what room there is.

use crate::contact::Contact;
use crate::ellipsoid::Ellipsoid;
use crate::gather::Reach;
use crate::lanes::{Lanes, task};
use crate::obstacles::Obstacles;
use crate::ray_walk::Piece;
use crate::scratch::Scratch;
use crate::sides::Sides;
use crate::space::{Place, Space};
use crate::sweep::Start;
use crate::tree::Tree;
use crate::way_out::WayOut;
use glam::{DVec3, Vec3};

/// Most pushes of one recovery.
const MAX_PUSHES: u32 = 32;

/// Largest part of the distance to the nearest triangle that one push goes.
const PUSH_PART: f64 = 0.9;

/// Shortest push towards freedom, ellipsoid space: from a centre that lies in a triangle, where the part above would be
/// nothing.
const LEAST_PUSH: f64 = 0.02;

/// Where recovery led.
pub(crate) struct Recovered {
    pub(crate) place: Place,
    /// World displacement, metres.
    pub(crate) moved: Vec3,
    /// Overlap that is left, metres; 0 where the hull is free.
    pub(crate) depth: f32,
    /// The same in ellipsoid space: the part of the hull that does not fit.
    pub(crate) sunk: f32,
}

task! {
    /// One [`recover`].
    Recover<'a> {
        tree: &'a Tree,
        hull: Ellipsoid,
        place: Place,
        sides: Sides,
        gap: f32,
        scratch: &'a mut Scratch,
    } = recover => Recovered
}

/// Pushes the hull free, to a gap of `gap` metres where there is room.
#[inline(always)]
pub(crate) fn recover<L: Lanes>(
    lanes: L,
    tree: &Tree,
    hull: Ellipsoid,
    place: Place,
    sides: Sides,
    gap: f32,
    scratch: &mut Scratch,
) -> Recovered {
    let space = Space::new(hull, place);
    // Room for pushes of a diameter in all; farther out nothing was gathered.
    let room = 2.0 * space.radii.max_element();
    let radii = space.radii.as_dvec3();
    let mut obstacles = Obstacles::around(lanes, tree, space, sides, Reach::around(room), None, scratch);
    let (mut before, mut offset) = (DVec3::ZERO, DVec3::ZERO);
    let mut rounding_at_start = 0.0;
    let mut way = WayOut::new();
    for _ in 0..MAX_PUSHES {
        let Some((contact, rounding)) = deepest(&mut obstacles, radii, offset) else {
            let moved = (offset * radii).as_vec3();
            return Recovered { place: place.moved(moved), moved, depth: 0.0, sunk: 0.0 };
        };
        let wanted = contact.depth + (f64::from(gap) * (contact.normal / radii).length()).max(rounding);
        if offset == DVec3::ZERO {
            rounding_at_start = rounding;
        }
        way.add(contact.normal, contact.normal.dot(offset) + wanted);
        let push = way.nearest().map_or(contact.normal * wanted, |out| out - offset);
        let allowed = PUSH_PART * (1.0 - contact.depth);
        let mut next = offset + push.clamp_length_max(allowed.max(LEAST_PUSH));
        if allowed < LEAST_PUSH && passes_through(&mut obstacles, radii, offset, next, rounding) {
            next = offset + push.clamp_length_max(allowed);
        }
        if passes_through(&mut obstacles, radii, DVec3::ZERO, next, rounding_at_start) {
            before = offset;
            break;
        }
        (before, offset) = (offset, next);
        if (offset * radii).length() > f64::from(room) {
            break;
        }
    }
    let middle = (before + offset) * 0.5;
    let crosses = passes_through(&mut obstacles, radii, DVec3::ZERO, middle, rounding_at_start);
    let end = if crosses { before } else { middle };
    let (depth, sunk) = match deepest(&mut obstacles, radii, end) {
        Some((contact, rounding)) if contact.depth > rounding => (contact.world_depth(&space), contact.depth as f32),
        _ => (0.0, 0.0),
    };
    let moved = (end * radii).as_vec3();
    Recovered { place: place.moved(moved), moved, depth, sunk }
}

/// The deepest contact of the hull at an offset in ellipsoid space, and the rounding of its depth.
#[inline(always)]
fn deepest<L: Lanes>(obstacles: &mut Obstacles<L>, radii: DVec3, offset: DVec3) -> Option<(Contact, f64)> {
    let swept = obstacles.sweep((offset * radii).as_vec3(), Vec3::ZERO, Start::Contact);
    swept.contact().map(|contact| (contact, f64::from(swept.rounding())))
}

/// Whether the centre passes through a triangle between two offsets in ellipsoid space. One that lies in a triangle at
/// the first, to rounding, may leave it to either side.
#[inline(always)]
fn passes_through<L: Lanes>(obstacles: &mut Obstacles<L>, radii: DVec3, from: DVec3, to: DVec3, rounding: f64) -> bool {
    let way = to - from;
    let skipped = rounding / way.length();
    let piece = Piece { from: from * radii, step: way * radii, parts: [skipped as f32, 1.0] };
    skipped < 1.0 && obstacles.passes(&piece)
}
