//! Depenetration: pushes a hull that overlaps something at the start of a slide out of it.
//!
//! In: a hull at a place, and a gap to leave. Out: a place where the hull is free, or the one where it overlaps least, and the depth
//! that is left.
//! 1. *Deepest overlap.* A sweep of length zero finds it, and [`Contact`] measures it, as for every query. A face wins over
//!    an edge that is deeper by no more than rounding.
//! 2. *Target.* The way out of one triangle leads along the contact normal, by the depth and the gap, which is the
//!    shortest way in ellipsoid space. The gap is at least a part of the depth's rounding; otherwise the next round would
//!    find the same overlap. Each overlap adds a half-space. The target is the nearest point that lies outside of all
//!    overlaps found so far: in a steep funnel it lies above, where pushes out of one wall after the other would
//!    lead back and forth.
//! 3. *No room.* Where the half-spaces have no point in common, the target is the point where the deepest of their overlaps
//!    is least; it divides the room that there is. The rounds end when nothing deeper is found there.
//! 4. *Push.* The centre moves towards the target by less than its distance to the nearest triangle, so that it crosses
//!    none. A centre that lies almost in a triangle may move by [`LEAST_PUSH`], if it crosses no other.
//! 5. *Around a wall.* Several pushes can lead around the end of a wall. If the straight line from the start to the next place
//!    would cross a triangle, that push is not made and the rounds end. The hull is left at the least overlapping place so
//!    far; the next move goes on from there.
//! 6. *Detour.* Where a push led to an overlap that was not known, and that is deeper than the one at the start, the next
//!    push begins at the start once more, and keeps clear of that overlap, too.
//!
//! There are at most [`MAX_PUSHES`] rounds. Without a free place the result is the place with the least overlap of all that
//! were seen, which may be the start.

use crate::base::half_spaces::HalfSpaces;
use crate::base::tolerance::{LEAST_CLEARANCE, LEAST_PUSH, MAX_PUSHES, PUSH_PART};
use crate::character::collide::collision_set::CollisionSet;
use crate::character::collide::gather::Reach;
use crate::frame::ellipsoid_space::Space;
use crate::frame::position::Position;
use crate::mesh::sides::Sides;
use crate::narrow::sweep::hits::Start;
use crate::query::contact::Contact;
use crate::query::crossed::Piece;
use crate::query::scratch::Scratch;
use crate::shape::swept_ellipsoid::Shape;
use crate::simd::{Lanes, task};
use crate::world::solids::Solids;
use glam::{DVec3, Vec3};

/// Result of pushing a hull out of its overlaps (depenetration).
pub(crate) struct Depenetrated {
    pub(crate) position: Position,
    /// Displacement of the hull by the depenetration, world space, metres.
    pub(crate) moved: Vec3,
    /// Whether the hull overlaps nothing after the depenetration, not even by rounding.
    pub(crate) is_free: bool,
    /// Depth of the overlap that remains after the depenetration, metres; 0 if the overlap is only rounding.
    pub(crate) depth: f32,
}

task! {
    /// Pushes the hull free, to a gap of `gap` metres where there is room.
    ///
    /// One function of more than 60 lines: every round decides by all that earlier rounds have found.
    pub(crate) struct Depenetrate<'a> {
        pub(crate) instances: Solids<'a>,
        pub(crate) hull: Shape,
        pub(crate) position: Position,
        pub(crate) sides: Sides,
        pub(crate) gap: f32,
        pub(crate) scratch: &'a mut Scratch,
    }
    fn run<L>(lanes) -> Depenetrated {
        let space = Space::new(hull.ellipsoid(), position);
        // Room for pushes of a diameter in all; farther out nothing was gathered.
        let room = 2.0 * hull.largest();
        let radii = space.radii.as_dvec3();
        let reach = Reach::around(room);
        let mut collision_set = CollisionSet::around_outlined(lanes, instances, (hull, position), sides, reach, scratch);
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
            // A spine that crosses the triangle leaves it at once: the centre moves away from it all along.
            let longest = if depth > 1.0 { f64::INFINITY } else { allowed.max(LEAST_PUSH) };
            let mut next = from + push.clamp_length_max(longest);
            if allowed < LEAST_PUSH && crosses(&mut collision_set, radii, from, next, rounding) {
                next = from + push.clamp_length_max(allowed.max(0.0));
            }
            if crosses(&mut collision_set, radii, DVec3::ZERO, next, rounding_at_start) {
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
}

/// An offset at which the hull overlaps triangles, with its deepest contact there.
struct Overlapping {
    contact: Contact,
    /// Bound on the rounding of the depth of the deepest contact, ellipsoid space.
    rounding: f64,
    /// Displacement of the hull from the start of the depenetration, ellipsoid space.
    offset: DVec3,
}

/// Deepest contact of the hull at `offset` (ellipsoid space), and the rounding of its depth; `None` without a contact.
#[inline(always)]
fn deepest<L: Lanes>(collision_set: &mut CollisionSet<L>, radii: DVec3, offset: DVec3) -> Option<(Contact, f64)> {
    let swept = collision_set.sweep_outlined((offset * radii).as_vec3(), Vec3::ZERO, Start::Contact);
    collision_set.contact(&swept).map(|contact| (contact, f64::from(collision_set.rounding(&swept))))
}

/// Whether the centre crosses a triangle between two offsets in ellipsoid space. A triangle that contains the first of them, to
/// rounding, does not count.
#[inline(always)]
fn crosses<L: Lanes>(collision_set: &mut CollisionSet<L>, radii: DVec3, from: DVec3, to: DVec3, rounding: f64) -> bool {
    let way = to - from;
    let skipped = rounding / way.length();
    let piece = Piece { from: from * radii, step: way * radii, parts: [skipped as f32, 1.0] };
    skipped < 1.0 && collision_set.crosses(&piece)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bvh::test_trees::{rubble, tree_of, triangles_of};
    use crate::narrow::lane::Lane;
    use crate::query::overlap::EachOverlapOfWorld;
    use crate::shape::ellipsoid::Ellipsoid;
    use crate::simd::{Backend, Chosen};
    use crate::world::instances::Instances;
    use alloc::vec::Vec;
    use core::ops::ControlFlow;
    use std::println;
    use sweep8_scalar_ref::brute_force::{distance, segment_crosses, to_ellipsoid_space};
    use sweep8_scalar_ref::random::Random;

    /// Gap to surfaces that the tested depenetrations leave, metres.
    const GAP: f32 = 1e-3;

    fn depenetrated(backend: Backend, instances: Solids, radii: Vec3, center: Vec3) -> Depenetrated {
        let (hull, scratch) = (Ellipsoid::new(radii).expect("it is a shape").into(), &mut Scratch::new());
        let position = Position::new(center);
        let task = Depenetrate { instances, hull, position, sides: Sides::Both, gap: GAP, scratch };
        Chosen::new(backend).expect("it is available").run(task)
    }

    /// Corners of a large test triangle around a point, with the normal `normal`.
    fn plane(point: Vec3, normal: Vec3) -> [Vec3; 3] {
        let (across, along) = normal.any_orthonormal_pair();
        [point - across * 20.0 - along * 20.0, point + across * 20.0 - along * 20.0, point + along * 20.0]
    }

    /// Depth of the unit sphere's deepest overlap by brute force, ellipsoid space; negative if the sphere overlaps nothing.
    fn deepest(triangles: &[(u32, [DVec3; 3])], radii: Vec3, center: DVec3) -> f64 {
        let mapped = |corners: &[DVec3; 3]| corners.map(|v| to_ellipsoid_space(v, center, radii.as_dvec3()));
        triangles.iter().map(|(_, corners)| 1.0 - distance(DVec3::ZERO, &mapped(corners))).fold(-1.0, f64::max)
    }

    task! {
        /// Task that returns the deepest contact at the start of a depenetration.
        AtStart<'a> {
            instances: Solids<'a>,
            hull: (Shape, Position),
            scratch: &'a mut Scratch,
        } = at_start => Option<Contact>
    }

    #[inline(always)]
    fn at_start<L: Lanes>(
        lanes: L,
        instances: Solids,
        hull: (Shape, Position),
        scratch: &mut Scratch,
    ) -> Option<Contact> {
        let mut set = CollisionSet::around_outlined(lanes, instances, hull, Sides::Both, Reach::around(0.0), scratch);
        super::deepest(&mut set, hull.0.radii().as_dvec3(), DVec3::ZERO).map(|(contact, _)| contact)
    }

    #[test]
    fn the_deepest_overlap_is_as_deep_to_the_bit_as_the_overlap_query_says_of_that_triangle() {
        let mut random = Random(2);
        let (mut overlaps, mut less_deep) = (0, 0.0_f64);
        for case in 0..600 {
            let world = Instances::of_tree(rubble(&mut random, [40, 150][case % 2], 1.5, 0.6));
            let hull = Ellipsoid::new([Vec3::splat(0.3), Vec3::new(0.2, 0.5, 0.3)][case / 2 % 2]).expect("a shape");
            let position = Position::new(random.signed_vector().into());
            let (space, hull) = (Space::new(hull, position), (hull.into(), position));
            for lanes in Backend::available().map(|backend| Chosen::new(backend).expect("it is available")) {
                let scratch = &mut Scratch::new();
                let found = lanes.run(AtStart { instances: Solids::all(&world), hull, scratch });
                let mut queried = Vec::new();
                let take = &mut |_, lane: Lane| {
                    queried.push(Contact::of(DVec3::ZERO, &lane));
                    ControlFlow::Continue(())
                };
                let (instances, space, sides) = (Solids::all(&world), &space, Sides::Both);
                lanes.run(EachOverlapOfWorld { instances, space, sides, scratch, take });
                let Some(found) = found else {
                    assert!(queried.is_empty(), "case {case}: only the query overlaps {queried:?}");
                    continue;
                };
                overlaps += 1;
                let all = |contact: &Contact| (contact.depth, contact.normal, contact.point);
                assert!(
                    queried.iter().any(|contact| all(contact) == all(&found)),
                    "case {case}: {found:?}, {queried:?}"
                );
                let deepest = queried.iter().map(|contact| contact.depth).fold(0.0, f64::max);
                less_deep = less_deep.max(deepest - found.depth);
            }
        }
        println!("{overlaps} overlaps; the deepest of each is less deep than another by {less_deep:.1e} at most");
        assert!(overlaps > 500 && less_deep < 1e-5, "{overlaps} overlaps, {less_deep}");
    }

    #[test]
    fn out_of_a_floor_it_goes_straight_up_by_the_depth_and_the_gap() {
        let world = Instances::of_tree(tree_of(&plane(Vec3::ZERO, Vec3::Y)));
        for backend in Backend::available() {
            let out = depenetrated(backend, Solids::all(&world), Vec3::new(0.4, 0.9, 0.4), Vec3::new(0.3, 0.7, 0.1));
            assert!(out.is_free && out.depth == 0.0);
            assert!((out.moved - Vec3::Y * (0.2 + GAP)).length() < 1e-5, "{backend}: {}", out.moved);
        }
    }

    #[test]
    fn out_of_three_walls_at_once_it_leaves_the_gap_to_each() {
        let walls = [Vec3::X, Vec3::Y, Vec3::Z].map(|normal| plane(Vec3::ZERO, normal));
        let world = Instances::of_tree(tree_of(walls.as_flattened()));
        for backend in Backend::available() {
            let out = depenetrated(backend, Solids::all(&world), Vec3::splat(0.5), Vec3::new(0.45, 0.4, 0.48));
            let expected = Vec3::new(0.05, 0.1, 0.02) + GAP;
            assert!(out.is_free && (out.moved - expected).length() < 1e-5, "{backend}: {}", out.moved);
        }
    }

    #[test]
    fn between_walls_that_leave_no_room_it_ends_in_the_middle_and_says_how_deep() {
        let walls = [plane(Vec3::ZERO, Vec3::X), plane(Vec3::X * 0.8, Vec3::NEG_X)];
        let world = Instances::of_tree(tree_of(walls.as_flattened()));
        for backend in Backend::available() {
            let out = depenetrated(backend, Solids::all(&world), Vec3::splat(0.5), Vec3::new(0.35, 0.0, 0.0));
            assert!(!out.is_free && (out.depth - 0.1).abs() < 1e-3, "{backend}: {}", out.depth);
            assert!((out.moved - Vec3::X * 0.05).length() < 1e-3, "{backend}: {}", out.moved);
        }
    }

    #[test]
    fn between_two_sheets_nearer_than_a_push_is_long_the_centre_crosses_neither() {
        let sheets = [plane(Vec3::ZERO, Vec3::Y), plane(Vec3::Y * 0.01, Vec3::NEG_Y)];
        let world = Instances::of_tree(tree_of(sheets.as_flattened()));
        for backend in Backend::available() {
            for height in [0.001, 0.004, 0.006, 0.009] {
                let out = depenetrated(backend, Solids::all(&world), Vec3::splat(0.5), Vec3::Y * height);
                let end = height + out.moved.y;
                assert!(end > 0.0 && end < 0.01, "{backend}: from {height} to {end}");
            }
        }
    }

    #[test]
    fn among_rubble_it_never_gets_deeper_never_crosses_a_triangle_and_says_rightly_whether_it_is_free() {
        let mut random = Random(1);
        let (mut free, mut held) = (0, 0);
        for case in 0..300 {
            let tree = rubble(&mut random, [40, 150][case / 2 % 2], 1.5, 0.6);
            let triangles = triangles_of(&tree);
            let world = Instances::of_tree(tree);
            let radii = [Vec3::splat(0.3), Vec3::new(0.2, 0.5, 0.3)][case % 2];
            let center = Vec3::from(random.signed_vector());
            let start = center.as_dvec3();
            let before = deepest(&triangles, radii, start);
            if before < 1e-3 {
                continue;
            }
            let out = depenetrated(Backend::best(), Solids::all(&world), radii, center);
            let end = start + out.moved.as_dvec3();
            let after = deepest(&triangles, radii, end);
            assert!(after < before + 1e-6, "case {case}: {before} to {after}");
            assert_eq!(out.is_free, after < 1e-6, "case {case}: {after}");
            assert!((out.depth == 0.0) == (after < 1e-5), "case {case}: {} and {after}", out.depth);
            let crossed = triangles.iter().find(|(_, corners)| segment_crosses(start, end, corners));
            assert!(crossed.is_none(), "case {case}: {crossed:?} lies between {start} and {end}");
            *(if out.is_free { &mut free } else { &mut held }) += 1;
        }
        assert!(free > 40 && held > 20, "{free} free, {held} held");
    }
}
