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
//!    which divides the room that there is; depenetration ends where nothing deeper is found there.
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::test_random::TestRandom;
    use crate::bvh::test_trees::{rubble, tree_of, triangles_of};
    use crate::simd::{Backend, Chosen};
    use sweep8_scalar_ref::exact::{distance, segment_crosses, to_ellipsoid_space};

    /// Metres that are left free.
    const GAP: f32 = 1e-3;

    fn depenetrated(backend: Backend, tree: &Tree, radii: Vec3, center: Vec3) -> Depenetrated {
        let (hull, scratch) = (Ellipsoid::new(radii).expect("it is a shape"), &mut Scratch::new());
        let position = Position::new(center);
        let task = Depenetrate { tree, hull, position, sides: Sides::Both, gap: GAP, scratch };
        Chosen::new(backend).expect("it is available").run(task)
    }

    /// Corners of a large triangle about a point, whose normal is `normal`.
    fn plane(point: Vec3, normal: Vec3) -> [Vec3; 3] {
        let (across, along) = normal.any_orthonormal_pair();
        [point - across * 20.0 - along * 20.0, point + across * 20.0 - along * 20.0, point + along * 20.0]
    }

    /// The deepest overlap by brute force, ellipsoid space; negative where nothing is overlapped.
    fn deepest(triangles: &[(u32, [DVec3; 3])], radii: Vec3, center: DVec3) -> f64 {
        let mapped = |corners: &[DVec3; 3]| corners.map(|v| to_ellipsoid_space(v, center, radii.as_dvec3()));
        triangles.iter().map(|(_, corners)| 1.0 - distance(DVec3::ZERO, &mapped(corners))).fold(-1.0, f64::max)
    }

    #[test]
    fn out_of_a_floor_it_goes_straight_up_by_the_depth_and_the_gap() {
        let tree = tree_of(&plane(Vec3::ZERO, Vec3::Y));
        for backend in Backend::available() {
            let out = depenetrated(backend, &tree, Vec3::new(0.4, 0.9, 0.4), Vec3::new(0.3, 0.7, 0.1));
            assert!(out.is_free && out.depth == 0.0);
            assert!((out.moved - Vec3::Y * (0.2 + GAP)).length() < 1e-5, "{backend}: {}", out.moved);
        }
    }

    #[test]
    fn out_of_three_walls_at_once_it_leaves_the_gap_to_each() {
        let walls = [Vec3::X, Vec3::Y, Vec3::Z].map(|normal| plane(Vec3::ZERO, normal));
        let tree = tree_of(walls.as_flattened());
        for backend in Backend::available() {
            let out = depenetrated(backend, &tree, Vec3::splat(0.5), Vec3::new(0.45, 0.4, 0.48));
            let expected = Vec3::new(0.05, 0.1, 0.02) + GAP;
            assert!(out.is_free && (out.moved - expected).length() < 1e-5, "{backend}: {}", out.moved);
        }
    }

    #[test]
    fn between_walls_that_leave_no_room_it_ends_in_the_middle_and_says_how_deep() {
        let walls = [plane(Vec3::ZERO, Vec3::X), plane(Vec3::X * 0.8, Vec3::NEG_X)];
        let tree = tree_of(walls.as_flattened());
        for backend in Backend::available() {
            let out = depenetrated(backend, &tree, Vec3::splat(0.5), Vec3::new(0.35, 0.0, 0.0));
            assert!(!out.is_free && (out.depth - 0.1).abs() < 1e-3, "{backend}: {}", out.depth);
            assert!((out.moved - Vec3::X * 0.05).length() < 1e-3, "{backend}: {}", out.moved);
        }
    }

    #[test]
    fn between_two_sheets_nearer_than_a_push_is_long_the_centre_passes_neither() {
        let sheets = [plane(Vec3::ZERO, Vec3::Y), plane(Vec3::Y * 0.01, Vec3::NEG_Y)];
        let tree = tree_of(sheets.as_flattened());
        for backend in Backend::available() {
            for height in [0.001, 0.004, 0.006, 0.009] {
                let out = depenetrated(backend, &tree, Vec3::splat(0.5), Vec3::Y * height);
                let end = height + out.moved.y;
                assert!(end > 0.0 && end < 0.01, "{backend}: from {height} to {end}");
            }
        }
    }

    #[test]
    fn among_rubble_it_never_gets_deeper_never_passes_a_triangle_and_says_rightly_whether_it_is_free() {
        let mut random = TestRandom(1);
        let (mut free, mut held) = (0, 0);
        for case in 0..300 {
            let tree = rubble(&mut random, [40, 150][case / 2 % 2], 1.5, 0.6);
            let triangles = triangles_of(&tree);
            let radii = [Vec3::splat(0.3), Vec3::new(0.2, 0.5, 0.3)][case % 2];
            let center = Vec3::from(random.vector());
            let start = center.as_dvec3();
            let before = deepest(&triangles, radii, start);
            if before < 1e-3 {
                continue;
            }
            let out = depenetrated(Backend::best(), &tree, radii, center);
            let end = start + out.moved.as_dvec3();
            let after = deepest(&triangles, radii, end);
            assert!(after < before + 1e-6, "case {case}: {before} to {after}");
            assert_eq!(out.is_free, after < 1e-6, "case {case}: {after}");
            assert!((out.depth == 0.0) == (after < 1e-5), "case {case}: {} and {after}", out.depth);
            let passed = triangles.iter().find(|(_, corners)| segment_crosses(start, end, corners));
            assert!(passed.is_none(), "case {case}: {passed:?} lies between {start} and {end}");
            *(if out.is_free { &mut free } else { &mut held }) += 1;
        }
        assert!(free > 40 && held > 20, "{free} free, {held} held");
    }
}
