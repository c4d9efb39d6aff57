//! Snap to the ground: the way down of a character that walks, over crests, down slopes and stairs.
//!
//! In: the progress of a slide after its walk. Out: whether there is ground below that carries. It is looked for as far down as
//! slopes lead on the way; only if nothing is there, as far as the profile says, which takes a second gather.

use crate::base::correctly_rounded::CorrectlyRounded;
use crate::base::tolerance::SLOPE_ROUNDING;
use crate::character::collide::center_crossings::CrossedFace;
use crate::character::collide::collision_set::CollisionSet;
use crate::character::slide::clip_plane::Plane;
use crate::character::slide::clip_planes::ClipPlanes;
use crate::character::slide::follow::SINE_ASIDE;
use crate::character::slide::known_step::KnownStep;
use crate::character::slide::pass_role::{Ended, Role};
use crate::character::slide::probes::{FreeWay, free_way};
use crate::character::slide::progress::Progress;
use crate::character::slide::scene::{Scene, Stop};
use crate::character::slide::slide_observer::SlideObserver;
use crate::character::slide::slide_setup::SlideSetup;
use crate::character::slide::steps::{Stance, StepContact, step_at};
use crate::character::slide::trace::is_walked;
use crate::query::contact::Touch;
use crate::simd::Lanes;
use glam::Vec3;

/// Cosine between floors that a hull touches at the same height above its feet, to a millimetre: 1°.
const SAME_FLOOR: f32 = 0.999_847_7;

/// Parts of a walk that a snap keeps, one after the other, if the way off a surface is too long for it.
const KEPT_PARTS: [f32; 3] = [0.9, 0.75, 0.5];

/// Most motions of a snap: straight down, then along up to three steep surfaces.
const MOTIONS: usize = 4;

/// Moves down to a contact if the character can stand on the touched surface or stair step.
#[inline(always)]
pub(super) fn snaps<L: Lanes, W: SlideObserver + ?Sized>(
    setup: &SlideSetup,
    progress: &mut Progress,
    scene: &mut Scene<L, W>,
    stop: &Stop,
    motion: Vec3,
) -> (Ended, f32) {
    let &Stop { touch, normal, fraction, back } = stop;
    let part = (fraction - back).max(0.0);
    let way = motion * part;
    // Whatever a hull touches is no lower than its feet.
    let is_near = -way.dot(setup.up) <= setup.rules.snap_distance;
    if setup.is_floor(normal) && is_near && !leaves_rim(setup, progress, way, normal) {
        return stands(setup, progress, scene, touch, normal, (normal, None), &[way]);
    }
    // A hull that has not moved keeps its floor without a search for steps.
    if progress.offset == Vec3::ZERO
        && let Some(end) = stays_on_floor(setup, progress, scene, (touch, normal), way)
    {
        return end;
    }
    snaps_along(setup, progress, scene, stop, motion)
}

/// Stands on the floor that the hull rested on, if it still touches that floor. In the crease of a floor and a steep surface a way down may
/// meet either of them first.
#[inline(never)]
fn stays_on_floor<L: Lanes, W: SlideObserver + ?Sized>(
    setup: &SlideSetup,
    progress: &mut Progress,
    scene: &mut Scene<L, W>,
    (touch, normal): (&Touch, Vec3),
    way: Vec3,
) -> Option<(Ended, f32)> {
    let floor = setup.passes.floor.filter(|_| setup.passes.rests_on_floor)?;
    if -way.dot(setup.up) > setup.look() || !setup.is_floor(floor) {
        return None;
    }
    let face = face_below(setup, progress, scene, floor)?;
    scene.report(touch, normal);
    // The floor carries the hull: its velocity and material count.
    let on_floor = Touch { instance: face.instance, triangle: face.triangle, ..*touch };
    let (material, _) = scene.set.material(&on_floor);
    progress.stands_on(setup, floor, &on_floor, material);
    progress.touched_point = progress.touched_point.map(|_| setup.hull.touching(floor));
    Some((Ended::Slid, 0.0))
}

/// The face of the floor with this normal that the hull touches; `None` if it does not.
fn face_below<L: Lanes, W: SlideObserver + ?Sized>(
    setup: &SlideSetup,
    progress: &Progress,
    scene: &mut Scene<L, W>,
    floor: Vec3,
) -> Option<CrossedFace> {
    let towards = -setup.hull.touching(floor) - floor * setup.look();
    let face = scene.set.first_face(progress.offset, towards)?;
    let is_floor = |face: &CrossedFace| face.normal.dot(floor) >= SAME_FLOOR;
    if is_floor(&face) {
        return Some(face);
    }
    // A step may end with the hull nearer to the steep surface than the gap of a stop, so that its lowest point lies beyond the crease,
    // where the steep surface covers the floor. Look for the floor again from as far back as the hull went beyond the crease.
    let off = face.normal - floor * face.normal.dot(floor);
    let beyond = -face.normal.dot(towards) * (1.0 - face.fraction) / off.length_squared();
    scene.set.first_face(progress.offset + off * beyond, towards).filter(is_floor)
}

/// Moves down to a contact that is no floor, or farther down than a snap, if it carries. Beside a surface that leans back the way down
/// leads off it: the character goes down along such surfaces, by no more level distance than it walked, and first back by as much
/// as the way off makes its whole level way longer than desired. Where nothing is found so near, it goes back by parts of its walk: in the
/// corner of two edges the path turns along both.
///
/// One function of more than 60 lines: every way down begins with what all earlier ones have met.
#[inline(never)]
fn snaps_along<L: Lanes, W: SlideObserver + ?Sized>(
    setup: &SlideSetup,
    progress: &mut Progress,
    scene: &mut Scene<L, W>,
    stop: &Stop,
    motion: Vec3,
) -> (Ended, f32) {
    let &Stop { touch, normal, fraction, back } = stop;
    let part = (fraction - back).max(0.0);
    let way = motion * part;
    let point = touch.point_off_center() + motion * (fraction - part);
    let from = progress.offset;
    if let Some(end) = lands(setup, progress, scene, (touch, point), from, &[way]) {
        return end;
    }
    if let Some(end) = stays_on_floor(setup, progress, scene, (touch, normal), way) {
        return end;
    }
    let (desired, walked) = if progress.landing == Vec3::ZERO {
        (setup.passes.displacements[0].length(), setup.passes.level(progress.offset))
    } else {
        (progress.landing.length(), Vec3::ZERO)
    };
    let mut ways = [Vec3::ZERO; MOTIONS + 1];
    ways[1] = way;
    let mut planes = ClipPlanes::new();
    planes.add(Plane::surface(normal, 0.0, false));
    let (mut at, mut depth, mut aside) = (from + way, motion.length() * (1.0 - part), desired);
    let (mut next, mut backs) = (2, 0);
    while next < ways.len() {
        let down = planes.along(setup.up * -depth).frictionless;
        let sinking = -down.dot(setup.up);
        if sinking <= SLOPE_ROUNDING * depth {
            break;
        }
        let mut way = down * (depth / sinking);
        let level = setup.passes.level(way).length();
        if level > aside {
            way *= aside / level;
        }
        let is_whole = level <= aside;
        let FreeWay { part, stop } = free_way(setup, &mut scene.set, at, way);
        let off = setup.passes.level(way) * part;
        let kept = match stop {
            Some(_) => (backs == 0).then(|| kept_of(walked, off, desired)).flatten(),
            // In the corner of two edges the way off one of them may be as long as the walk along it.
            None if is_whole || walked == Vec3::ZERO => None,
            None => KEPT_PARTS.get(backs).copied(),
        };
        if next == 2
            && let Some(kept) = kept
        {
            backs += 1;
            // Off an edge that it walks onto a hull goes back.
            let is_rim = if stop.is_some() { leads_on(walked, off) } else { off.dot(walked) >= 0.0 };
            ways[0] = from * (kept - 1.0);
            ways[0] *= free_way(setup, &mut scene.set, from, ways[0]).part;
            let from = from + ways[0];
            let FreeWay { part, stop } = free_way(setup, &mut scene.set, from, motion);
            let Some((touch, point)) = stop else { break };
            ways[1] = motion * part;
            (at, depth) = (from + ways[1], motion.length() * (1.0 - part));
            if is_rim {
                // Of an abyss, if it carries here and not farther on. In the corner of two edges the other one carries.
                if carrier_at(setup, progress, scene, (&touch, point), [at, from]).is_some() {
                    break;
                }
            } else if let Some(end) = lands(setup, progress, scene, (&touch, point), from, &ways[..2]) {
                return end;
            }
            planes.clear();
            planes.add(Plane::surface(touch.normal().into(), 0.0, false));
            continue;
        }
        let Some((touch, point)) = stop else {
            return (if is_whole { Ended::Free } else { Ended::Blocked }, 1.0);
        };
        ways[next] = way * part;
        at += ways[next];
        (depth, aside) = (depth + ways[next].dot(setup.up), aside - off.length());
        if let Some(end) = lands(setup, progress, scene, (&touch, point), from, &ways[..=next]) {
            return end;
        }
        if !planes.add(Plane::surface(touch.normal().into(), 0.0, false)) {
            break;
        }
        next += 1;
    }
    (Ended::Blocked, 1.0)
}

/// Whether a way `off` a surface leads on in the direction of a level way, instead of aside.
fn leads_on(walked: Vec3, off: Vec3) -> bool {
    off.dot(walked) > SINE_ASIDE * off.length() * walked.length()
}

/// The part of a level way that may be kept if a way `off` a surface follows it, so that both together are no longer than `desired`; `None`
/// if all of it, or if it has no length.
fn kept_of(walked: Vec3, off: Vec3, desired: f32) -> Option<f32> {
    let (on, square) = (off.dot(walked), walked.length_squared());
    if square == 0.0 || (walked + off).length_squared() <= desired * desired {
        return None;
    }
    let root = (on * on + square * (desired * desired - off.length_squared()).max(0.0)).root();
    Some(((root - on) / square).clamp(0.0, 1.0))
}

/// Normal of the ground at a contact of a hull at offset `at`, lowered from the offset `from`, and the touched point if it is that of a
/// step; `None` if the contact does not carry.
pub(super) fn carrier<L: Lanes>(
    setup: &SlideSetup,
    set: &mut CollisionSet<L>,
    known: &mut Option<KnownStep>,
    contact: StepContact,
    [at, from]: [Vec3; 2],
) -> Option<(Vec3, Option<Vec3>)> {
    // A hull that rolls off an edge may sink farther than it snaps; what it touches then is still as high as that.
    let feet = from.dot(setup.up) - setup.vertical_radius();
    let height = at.dot(setup.up) + contact.point.dot(setup.up);
    let lowest = height + setup.rules.snap_distance + setup.look();
    let is_deep = is_below_rim(setup, height) || lowest < feet && !is_under_way(setup, set, at, lowest);
    if is_deep && !is_walked(setup, set, at) {
        return None;
    }
    if setup.is_floor(contact.normal) {
        return Some((contact.normal, None));
    }
    if !setup.rules.walks {
        return None;
    }
    step_at(setup, set, known, contact, at, Stance::Stands).map(|_| (setup.up, Some(contact.point)))
}

/// Whether a height above the start of the slide is more than a step below the point that the hull rests on there, if that is
/// on a floor.
fn is_below_rim(setup: &SlideSetup, height: f32) -> bool {
    let Some(floor) = setup.passes.floor.filter(|_| setup.passes.rests_on_floor) else { return false };
    height < -setup.hull.touching(floor).dot(setup.up) - setup.deepest_step() - setup.look()
}

/// Whether a way down leads from the rim that the hull rests on to a floor with this normal, too far below the rim.
#[inline(always)]
fn leaves_rim(setup: &SlideSetup, progress: &Progress, way: Vec3, normal: Vec3) -> bool {
    let is_other = |floor: Vec3| floor.dot(normal) < SAME_FLOOR;
    // Nearly every way down leads to the floor that the hull was on.
    progress.landing == Vec3::ZERO
        && setup.passes.floor.is_some_and(is_other)
        && leaves_rim_for_other_floor(setup, progress, way, normal)
}

/// [`leaves_rim`] of a floor that is not the one that the hull was on.
#[inline(never)]
fn leaves_rim_for_other_floor(setup: &SlideSetup, progress: &Progress, way: Vec3, normal: Vec3) -> bool {
    let height = (progress.offset + way).dot(setup.up) - setup.hull.touching(normal).dot(setup.up);
    is_below_rim(setup, height)
}

/// Whether a hull at offset `at`, raised so that its feet are at the height `feet` above the start of the slide, has a free level way
/// back to that start. Up a slope, or over an edge that it touches aslant, a long step ends higher than any ground that it walked over: the
/// plane goes on, the ground does not. Where the way is free, none of that ground was higher than `feet`.
#[inline(never)]
fn is_under_way<L: Lanes>(setup: &SlideSetup, set: &mut CollisionSet<L>, at: Vec3, feet: f32) -> bool {
    if feet < -setup.vertical_radius() {
        return false;
    }
    let rise = setup.up * (feet + setup.vertical_radius() - at.dot(setup.up));
    free_way(setup, set, at, rise).stop.is_none()
        && free_way(setup, set, at + rise, -setup.passes.level(at)).stop.is_none()
}

/// Ends a snap at a contact with `point` after `ways`; `None` if the contact does not carry a hull lowered from the offset `from`. A way
/// aside that leads beyond the bound of another character is blocked.
fn lands<L: Lanes, W: SlideObserver + ?Sized>(
    setup: &SlideSetup,
    progress: &mut Progress,
    scene: &mut Scene<L, W>,
    (touch, point): (&Touch, Vec3),
    from: Vec3,
    ways: &[Vec3],
) -> Option<(Ended, f32)> {
    let normal: Vec3 = touch.normal().into();
    let way: Vec3 = ways.iter().sum();
    let carrier = carrier_at(setup, progress, scene, (touch, point), [progress.offset + way, from])?;
    if let Some(neighbourhood) = setup.neighbourhood
        && neighbourhood.part(progress.offset, way) < 1.0
    {
        return Some((Ended::Blocked, 1.0));
    }
    Some(stands(setup, progress, scene, touch, normal, carrier, ways))
}

/// As [`carrier`], of a contact with `point` after a walk.
fn carrier_at<L: Lanes, W: SlideObserver + ?Sized>(
    setup: &SlideSetup,
    progress: &mut Progress,
    scene: &mut Scene<L, W>,
    (touch, point): (&Touch, Vec3),
    at: [Vec3; 2],
) -> Option<(Vec3, Option<Vec3>)> {
    let contact = StepContact { normal: touch.normal().into(), point, is_face: touch.is_face };
    let known = if progress.walls.are_met { &mut None } else { &mut progress.known_step };
    carrier(setup, &mut scene.set, known, contact, at)
}

/// Moves to the contact that carries, and stands there.
#[inline(always)]
fn stands<L: Lanes, W: SlideObserver + ?Sized>(
    setup: &SlideSetup,
    progress: &mut Progress,
    scene: &mut Scene<L, W>,
    touch: &Touch,
    normal: Vec3,
    (floor, edge): (Vec3, Option<Vec3>),
    ways: &[Vec3],
) -> (Ended, f32) {
    let (material, _) = scene.report(touch, normal);
    let least = progress.least_way(setup, Role::Snap);
    for way in ways {
        let length = way.length();
        if length >= least {
            progress.advance(scene.observer, *way, length);
        }
    }
    progress.stands_on(setup, floor, touch, material);
    progress.touched_point = edge.or(progress.touched_point);
    (Ended::Slid, 0.0)
}

/// Displacement of a snap by the full snap distance, below the end of the walk or its start, whichever is lower; `None` if the profile has
/// none, or the first snap met a surface too steep.
pub(super) fn far_snap<L: Lanes>(setup: &SlideSetup, progress: &Progress, set: &mut CollisionSet<L>) -> Option<Vec3> {
    if progress.is_off_ground || setup.rules.snap_distance == 0.0 {
        return None;
    }
    // A hull may also roll off an edge.
    let risen = progress.offset.dot(setup.up).max(0.0);
    let way = setup.up * -(setup.rules.snap_distance + risen + setup.vertical_radius());
    setup.cover(set, progress.offset + way * 0.5, way.length() * 0.5);
    Some(way)
}
