//! Traces: the first floor that a hull comes to if it goes straight on from an obstacle.
//!
//! In: a hull at an offset, a level direction, a length, bounds of heights. Out: height of the first floor that it rests on, or `None`. The
//! hull [follows](crate::character::slide::follow) the ground in pieces: up by what it needs, over, and down to what carries it there. It
//! rests on edges on the way, but ends on a floor only: a face, a crest, or an edge that it touches with a normal that is flat enough. Onto
//! an obstacle it may leave the direction beside a wall by up to 30°; off one it slides along whatever it meets. See
//! `docs/math/walking.md`.

use crate::base::tolerance::{LEAST_WALK_COSINE, SLOPE_ROUNDING};
use crate::character::collide::collision_set::CollisionSet;
use crate::character::collide::oriented_box::OrientedBox;
use crate::character::slide::follow::{FollowResult, Followed, LEAST_PART, follow};
use crate::character::slide::probes::{FreeWay, free_way};
use crate::character::slide::slide_setup::SlideSetup;
use crate::simd::Lanes;
use glam::Vec3;

/// Cosine of the largest angle by which a trace onto an obstacle leaves its direction along walls: 30°. Larger, and it finds floors round
/// the obstacle; smaller, and stairs beside a wall that is not quite parallel to them are walls.
const COSINE_ASIDE: f32 = 0.866_025_4;
/// Least such cosine of a trace off an obstacle: 89.5°. A hull that is pushed off slides along what is beside it to the floor before it.
const LEAST_SLIDING: f32 = 0.008_727;

/// Tangent of 30°.
const TANGENT_ASIDE: f32 = 0.577_350_26;

/// Cosines and sines of the angles by which a trace is [turned](first_floor_aside): 10° and 29°, which is inside of those 30°.
const TURNS: [[f32; 2]; 4] = [
    [0.984_807_7, 0.173_648_18],
    [0.984_807_7, -0.173_648_18],
    [0.874_619_7, 0.484_809_6],
    [0.874_619_7, -0.484_809_6],
];

/// Most pieces of a trace. Twice as many as a hull needs on the way of two diameters: among debris each piece ends at another obstacle.
const MOST_PIECES: usize = 16;

/// Least length of the piece after a contact with an edge, as a part of the others. Smaller, and pieces along an edge that is crossed
/// aslant shrink to nothing.
const LEAST_NEXT: f32 = 0.25;

/// Least cosine between a trace and the level direction off an edge with which the edge is crossed and not followed.
const LEAST_CLOSING: f32 = 0.1;

/// Part of the distance within which an edge is a floor at which a trace looks for that floor: not at its very end.
pub(super) const FLAT_PART: f32 = 0.98;

/// The same where the trace has no room to go to that place, or begins beyond it.
const JUST_FLAT_PART: f32 = 0.9999;

/// Part of the distance that a probe looks ahead, up to which something beyond a touched point counts as part of the same edge or wall: more
/// than the rounding of edges of 100 m.
const BEYOND_PART: f32 = 0.0625;

/// Part of a piece below which something has shortened it.
const SHORT_PART: f32 = 0.99;

/// Way of a trace.
#[derive(Clone, Copy)]
pub(super) struct Trace {
    /// Offset of the hull from the start of the slide, metres.
    pub(super) from: Vec3,
    /// Level direction, unit length, and the direction that it may leave by up to 30°.
    pub(super) direction: Vec3,
    pub(super) stated: Vec3,
    /// Normal of the contact that the hull starts at.
    pub(super) support: Vec3,
    /// Offset of the touched point along the stated direction, metres: what counts as a floor is touched there or farther on.
    pub(super) obstacle: f32,
    /// Length of the first piece, metres, and length of all pieces together.
    pub(super) first: f32,
    pub(super) length: f32,
    /// Whether the trace leads off the obstacle: it then slides along walls at any angle, and not at most 30° aside.
    pub(super) slides: bool,
    /// Lowest and highest height of the floor, and of all that is touched before it: metres above the start of the slide.
    pub(super) heights: [f32; 2],
}

/// The first floor on the way of a trace.
#[derive(Clone, Copy)]
pub(super) struct FirstFloor {
    /// Height of the touched point above the start of the slide, metres.
    pub(super) height: f32,
    /// Whether nothing shortened or turned the way there.
    pub(super) is_free: bool,
}

/// Follows the ground from an obstacle to the first floor. If the first piece leads to none, everything is tried once more in shorter
/// pieces, and then, if the trace `turns`, in directions to both sides of the stated one.
#[inline(never)]
pub(super) fn first_floor<L: Lanes>(
    setup: &SlideSetup,
    set: &mut CollisionSet<L>,
    trace: &Trace,
    turns: bool,
) -> Option<FirstFloor> {
    let floor = in_long_pieces(setup, set, trace);
    let is_all = !turns && trace.first <= short_piece(setup, trace);
    if floor.is_some() || is_all || is_over_nothing(setup, set, trace) {
        return floor;
    }
    let floor = in_short_pieces(setup, set, trace);
    if floor.is_some() || !turns {
        return floor;
    }
    first_floor_aside(setup, set, trace)
}

/// Whether a trace off an obstacle, straight on or aside, ends on no floor because there is nothing beyond the obstacle.
///
/// Where a round upright hull touches anything that is not beyond the obstacle, the level part of the normal leads off the obstacle: so nothing
/// there turns the trace back. And the hull is farther off, measured along the trace, than it would be on a floor: so nothing there is one.
fn is_over_nothing<L: Lanes>(setup: &SlideSetup, set: &mut CollisionSet<L>, trace: &Trace) -> bool {
    let &Trace { from, stated, obstacle, length, slides, heights: [lowest, _], .. } = trace;
    let (up, look, radius) = (setup.up, setup.look(), setup.hull.extent(stated));
    let (out, height, beyond) = (from.dot(stated), from.dot(up), obstacle + BEYOND_PART * look);
    if !slides || out - beyond <= setup.floor_distance(stated) || !setup.is_round(stated) {
        return false;
    }
    // Where the centre may be on a floor: ahead, to both sides, and below.
    let depth = (height - lowest - setup.vertical_radius() + setup.cap()).max(0.0);
    let half = Vec3::new(length, length, depth) * 0.5;
    setup.cover(set, from + stated * half.x - up * half.z, half.length());
    let across = up.cross(stated);
    let (beside, aside) = (from.dot(across), radius + half.y);
    set.is_empty_in(&OrientedBox {
        axes: [stated, across, up],
        sides: [
            [beyond, out + length + radius],
            [beside - aside, beside + aside],
            [lowest - look, height + setup.vertical_radius()],
        ],
    })
}

/// Follows the ground in pieces of which the first may be long.
fn in_long_pieces<L: Lanes>(setup: &SlideSetup, set: &mut CollisionSet<L>, trace: &Trace) -> Option<FirstFloor> {
    in_pieces(setup, set, trace, trace.first, short_piece(setup, trace))
}

/// As [`in_long_pieces`] of a trace whose first piece is longer than the others, in short pieces only.
fn in_short_pieces<L: Lanes>(setup: &SlideSetup, set: &mut CollisionSet<L>, trace: &Trace) -> Option<FirstFloor> {
    let piece = short_piece(setup, trace);
    if trace.first <= piece { None } else { in_pieces(setup, set, trace, piece, piece).map(not_free) }
}

/// Length of all pieces of a trace but the first, metres.
fn short_piece(setup: &SlideSetup, trace: &Trace) -> f32 {
    0.25 * setup.hull.extent(trace.direction)
}

fn not_free(floor: FirstFloor) -> FirstFloor {
    FirstFloor { is_free: false, ..floor }
}

/// As [`first_floor`], in directions to both sides of the stated one. Something beside an edge may touch the hull on the straight way
/// onto it only, as the corner of the next stair step does.
#[inline(never)]
fn first_floor_aside<L: Lanes>(setup: &SlideSetup, set: &mut CollisionSet<L>, trace: &Trace) -> Option<FirstFloor> {
    let across = setup.up.cross(trace.stated);
    TURNS.iter().find_map(|[cosine, sine]| {
        let trace = Trace { direction: trace.stated * *cosine + across * *sine, ..*trace };
        in_long_pieces(setup, set, &trace).map(not_free).or_else(|| in_short_pieces(setup, set, &trace))
    })
}

/// Follows the ground in pieces of a length, the first of which may be longer. An edge that is touched is a floor on a part of the way
/// that may be short: the trace looks there.
fn in_pieces<L: Lanes>(
    setup: &SlideSetup,
    set: &mut CollisionSet<L>,
    trace: &Trace,
    first: f32,
    piece: f32,
) -> Option<FirstFloor> {
    let &Trace { from, direction, length, .. } = trace;
    let (mut at, mut travelled, mut next, mut support) = (from, 0.0, first, trace.support);
    let mut is_free = true;
    for _ in 0..MOST_PIECES {
        if travelled >= length {
            break;
        }
        let (begin, long) = (at, next.min(length - travelled));
        let Piece { gained, lowered } = go(setup, set, trace, &mut at, support, long)?;
        let Lowered { normal, point, is_face, .. } = lowered;
        let is_short = gained < SHORT_PART * long;
        is_free &= !is_short;
        if setup.is_floor(normal) {
            // A floor that slopes begins at another height than that at the end of the piece.
            let mut there = begin;
            if is_face
                && let Some(way) = until_floor(setup, direction, [begin, at], [support, normal])
                && let Some(Piece { lowered, .. }) = go(setup, set, trace, &mut there, support, way)
                && setup.is_floor(lowered.normal)
            {
                return trace.floor(setup, &lowered, there, is_free);
            }
            return trace.floor(setup, &lowered, at, is_free);
        }
        next = piece;
        let until = |part| if is_face { 0.0 } else { until_flat(setup, direction, normal, point, part) };
        let (flat, end) = (until(FLAT_PART), until(JUST_FLAT_PART));
        if flat > 0.0 {
            // Along an edge that is crossed aslant the touched point moves on: the way is not known. What has shortened the last piece
            // may leave just the room to come to where the edge is a floor.
            next = if is_short { end } else { flat.max(LEAST_NEXT * piece) };
        } else if -end < gained {
            // The hull has passed the part of the way on which it would have come down on the floor of an edge behind it.
            let mut there = begin;
            let back = if -flat < gained { flat } else { end };
            if back < 0.0
                && let Some(Piece { lowered, .. }) = go(setup, set, trace, &mut there, support, gained + back)
                && setup.is_floor(lowered.normal)
            {
                return trace.floor(setup, &lowered, there, is_free);
            }
        }
        travelled += gained;
        support = normal;
    }
    None
}

/// Whether a walker comes from the start of its slide to the offset `at` in short pieces, each of which ends no more than a step below the
/// one before it, on a floor or an edge: down stairs, of which a long step passes several.
#[inline(never)]
pub(super) fn is_walked<L: Lanes>(setup: &SlideSetup, set: &mut CollisionSet<L>, at: Vec3) -> bool {
    let way = setup.passes.level(at);
    let Some(direction) = way.try_normalize() else { return false };
    let (down, step) = (setup.deepest_step() + setup.look(), setup.rules.step_height + setup.look());
    let count = 1 + (4.0 * way.length() / setup.hull.extent(direction)) as usize;
    let (mut here, mut support) = (Vec3::ZERO, setup.passes.floor.unwrap_or(setup.up));
    let mut last = -setup.hull.touching(support).dot(setup.up);
    if count > MOST_PIECES {
        return false;
    }
    for _ in 0..count {
        let long = way.length() / count as f32;
        let heights = [last - down, last + step];
        let trace = Trace {
            from: here,
            direction,
            stated: direction,
            support,
            obstacle: f32::MIN,
            first: long,
            length: long,
            slides: false,
            heights,
        };
        let Some(Piece { lowered, .. }) = go(setup, set, &trace, &mut here, support, long) else {
            return false;
        };
        if lowered.height < last - down || lowered.is_face && !setup.is_floor(lowered.normal) {
            return false;
        }
        (last, support) = (lowered.height, lowered.normal);
    }
    (here - at).dot(setup.up).abs() <= setup.look()
}

/// Way along the direction of a trace to where the hull comes from the plane of its support to that of a floor, on which a piece has ended,
/// metres; `None` if the floor is about as high there as at that end, or the piece does not lead from one plane to the other.
fn until_floor(
    setup: &SlideSetup,
    direction: Vec3,
    [begin, end]: [Vec3; 2],
    [support, floor]: [Vec3; 2],
) -> Option<f32> {
    let up = setup.up;
    let slope = |normal: Vec3| -normal.dot(direction) / normal.dot(up);
    let (way, rise) = ((end - begin).dot(direction), (end - begin).dot(up));
    let (along, onto) = (slope(support), slope(floor));
    let until = (rise - onto * way) / (along - onto);
    let is_between = support.dot(up) > LEAST_WALK_COSINE && 0.0 < until && until < way;
    (is_between && (onto * (way - until)).abs() > setup.look()).then(|| until + setup.look())
}

/// Way along the direction of a trace to where the hull touches an edge with the normal of a floor, metres: positive if the edge lies
/// ahead of that, negative if the hull has passed it; 0 if it is there, or goes along the edge. `part` as in [`FLAT_PART`].
fn until_flat(setup: &SlideSetup, direction: Vec3, normal: Vec3, point: Vec3, part: f32) -> f32 {
    let Some(off) = setup.passes.level(normal).try_normalize() else { return 0.0 };
    let (flat, distance) = (part * setup.floor_distance(off), -point.dot(off));
    let closing = -direction.dot(off);
    let way = (distance - flat) / closing;
    if distance > flat && closing.abs() >= LEAST_CLOSING { way } else { 0.0 }
}

/// Follows the ground by one piece: over what is in the way, and down to what carries. Returns the way along the direction of the trace,
/// metres, and what carries the hull there.
fn go<L: Lanes>(
    setup: &SlideSetup,
    set: &mut CollisionSet<L>,
    trace: &Trace,
    at: &mut Vec3,
    support: Vec3,
    long: f32,
) -> Option<Piece> {
    let &Trace { direction, stated, slides, heights: [lowest, highest], .. } = trace;
    let (mut first, mut over) = match follow(setup, set, *at, direction * long, highest) {
        FollowResult::Free(Followed { first, over, .. }) => (first, over),
        FollowResult::BlockedBy(normal) if normal.dot(setup.up) < 0.0 => {
            if support.dot(direction) <= 0.0 {
                return None;
            }
            (Vec3::ZERO, along_support(setup, set, *at, support, direction * long)?)
        }
        _ => return None,
    };
    let mut moved = setup.passes.level(first + over);
    let least = if slides { LEAST_SLIDING } else { COSINE_ASIDE };
    if moved.dot(stated) < least * moved.length() {
        // Something leads it too far aside. Straight on there may be room enough.
        (first, over) = (Vec3::ZERO, along_support(setup, set, *at, support, direction * long)?);
        moved = setup.passes.level(over);
    }
    let begin = *at;
    *at += first + over;
    let lowered = lower(setup, set, at, moved, lowest)?;
    Some(Piece { gained: (*at - begin).dot(direction), lowered })
}

/// The free part of a motion by a level displacement along the surface that carries a hull, straight up to what is in the way; `None` if
/// there is no room. Under a ceiling it leads down to where there is room.
fn along_support<L: Lanes>(
    setup: &SlideSetup,
    set: &mut CollisionSet<L>,
    at: Vec3,
    support: Vec3,
    level: Vec3,
) -> Option<Vec3> {
    let cosine = support.dot(setup.up);
    if cosine < LEAST_WALK_COSINE {
        return None;
    }
    let way = level - setup.up * (support.dot(level) / cosine);
    let part = free_way(setup, set, at, way).part;
    (part > LEAST_PART).then(|| way * part)
}

/// A piece of a trace.
struct Piece {
    /// Way along the direction of the trace, metres.
    gained: f32,
    lowered: Lowered,
}

/// What carries a hull after it was lowered.
struct Lowered {
    /// Height of the touched point above the start of the slide, metres, and normal there.
    height: f32,
    normal: Vec3,
    /// Touched point relative to the hull's centre, metres.
    point: Vec3,
    is_face: bool,
}

impl Trace {
    /// The floor that carries a hull at an offset, if it counts. In front of a wall the hull stops on the floor that it came from.
    fn floor(&self, setup: &SlideSetup, lowered: &Lowered, at: Vec3, is_free: bool) -> Option<FirstFloor> {
        let &Lowered { height, point, .. } = lowered;
        let [lowest, highest] = self.heights;
        let is_behind = (at + point).dot(self.stated) >= self.obstacle - setup.look();
        (is_behind && lowest <= height && height <= highest).then_some(FirstFloor { height, is_free })
    }
}

/// Lowers a hull to what carries it; `None` if that is below `lowest`. Beside a wall that leans back the hull goes down along the wall,
/// away from it by at most as much as a trace may leave its direction.
fn lower<L: Lanes>(
    setup: &SlideSetup,
    set: &mut CollisionSet<L>,
    at: &mut Vec3,
    moved: Vec3,
    lowest: f32,
) -> Option<Lowered> {
    let up = setup.up;
    let mut aside = TANGENT_ASIDE * moved.length();
    let mut held = None;
    for _ in 0..3 {
        // Only a hull that dips into a slot touches anything higher than its feet: edges, at most as high as its centre.
        let farthest = (at.dot(up) - lowest).max(setup.look());
        let mut depth = (farthest - setup.vertical_radius()).max(setup.look());
        let mut free = free_way(setup, set, *at, up * -depth);
        if free.stop.is_none() {
            depth = farthest;
            free = free_way(setup, set, *at, up * -depth);
        }
        let FreeWay { part, stop: Some((touch, point)) } = free else { return held };
        *at -= up * (depth * part);
        let normal: Vec3 = touch.normal().into();
        held = Some(Lowered { height: at.dot(up) + point.dot(up), normal, point, is_face: touch.is_face });
        let away = normal - up * normal.dot(up);
        let is_steep = !setup.is_floor(normal) && normal.dot(up) > SLOPE_ROUNDING;
        // An edge across the direction is what the trace rolls over, and one that it leads off aslant is what it rolls off.
        let (off, whole) = (away.dot(moved), away.length() * moved.length());
        let most_off = if touch.is_face { TANGENT_ASIDE } else { LEAST_CLOSING };
        let is_beside = -TANGENT_ASIDE * whole <= off && off <= most_off * whole;
        if !is_steep || !is_beside || aside <= 0.0 {
            return held;
        }
        let off = away.normalize_or_zero() * aside;
        *at += off * free_way(setup, set, *at, off).part;
        aside = 0.0;
    }
    held
}
