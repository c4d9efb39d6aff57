//! Steps: a walking character goes over them, and rests on their edges halfway.
//!
//! In: a slide in front of an obstacle, and its contact. Out: whether the obstacle is a step, and the motion over it.
//! 1. An obstacle is a step if its touched point is no higher above the feet than the profile's height of a step, the hull has
//!    room above it, can then go so far ahead, straight across the edge, that its centre is behind the edge by a tenth of its radius,
//!    and has a floor below it there. Where treads are less deep than the hull is wide, the edge of the next step may stop it
//!    before; that edge must then be no higher above the first than a step. Where a face is touched, not an edge, the next edge may be
//!    that of this face: one higher above the feet than a step then needs a floor before it, no deeper than a step. All of it is
//!    geometry at one place: neither speed nor time step nor heading count.
//! 2. The motion goes up as far, over by the level displacement that is left, and down to what it meets. However short that
//!    displacement is, it ends on the surface that the hull's centre follows around the edge: so height depends on the way
//!    and not on the time step, and the level way is no longer than without the step.
//! 3. A character that stops halfway rests on the edge. The edge carries it if it is that of a step, and something lies below on
//!    its other side that is no deeper than a step: the rim of an abyss does not.
//!
//! Up, over and down is how all engines climb steps since Quake (1996). Jolt's `CharacterVirtual` (2022) tests farther ahead than
//! one move goes, for the same reason as point 1.

use crate::base::tolerance::{LOOK_PART, STEP_MARGIN_PART};
use crate::character::collide::collision_set::CollisionSet;
use crate::character::slide::clip_plane::Plane;
use crate::character::slide::clip_planes::ClipPlanes;
use crate::character::slide::probes::free_way;
use crate::character::slide::progress::Progress;
use crate::character::slide::scene::{Scene, Stop};
use crate::character::slide::slide_observer::SlideObserver;
use crate::character::slide::slide_setup::SlideSetup;
use crate::narrow::sweep::hits::Start;
use crate::query::contact::Touch;
use crate::simd::Lanes;
use glam::Vec3;

/// Point at which the hull touches an obstacle, as a possible edge of a stair step.
#[derive(Clone, Copy)]
struct Edge {
    /// Horizontal direction across the edge, away from the hull, unit length.
    inward: Vec3,
    /// Distance from the hull's centre to the edge point along `inward`, metres.
    ahead: f32,
    /// Height of the edge point above the lowest point of the hull, metres.
    height: f32,
    /// Whether the touched point lies inside a triangle's face, so that the upper edge of the obstacle is not known.
    is_face: bool,
}

/// Top of a stair step that the hull can climb.
struct StepTop {
    /// Height by which the hull rises to get onto the stair step, metres.
    raised: f32,
    /// Normal of the floor on top of the stair step.
    normal: Vec3,
}

/// Goes over a step that a horizontal displacement touches, metres. Returns the part of the displacement that was used; a surface that
/// stops the hull on top joins the planes. `None` if the obstacle is no step, or nothing was used and its plane is known already.
pub(super) fn goes_over<L: Lanes, W: SlideObserver + ?Sized>(
    setup: &SlideSetup,
    progress: &mut Progress,
    scene: &mut Scene<L, W>,
    stop: &Stop,
    level: Vec3,
    planes: &mut ClipPlanes,
) -> Option<f32> {
    let (used, stop) = step_over(setup, progress, scene, stop, level)?;
    let is_news = stop.is_none_or(|normal| planes.add(Plane::surface(normal, 0.0, setup.is_walked_on(normal))));
    (used > 0.0 || is_news).then_some(used)
}

/// Goes over a step that a horizontal displacement touches, metres. Returns the part of the displacement that was used, and the normal
/// of the surface that stopped it; `None` if the obstacle is no step.
#[inline(never)]
fn step_over<L: Lanes, W: SlideObserver + ?Sized>(
    setup: &SlideSetup,
    progress: &mut Progress,
    Scene { set, observer }: &mut Scene<L, W>,
    &Stop { touch, normal, .. }: &Stop,
    level: Vec3,
) -> Option<(f32, Option<Vec3>)> {
    let edge = edge(setup, touch, normal)?;
    let at = progress.offset;
    let StepTop { raised, .. } = step_top(setup, set, at, edge)?;
    let up = setup.up * raised;
    let (part, stop) = free_way(setup, set, at + up, level);
    let stop = stop.map(|touch| touch.normal().into());
    let length = level.length() * part;
    if length < setup.least_advance {
        return Some((0.0, stop));
    }
    let over = level * part;
    let (down, _) = free_way(setup, set, at + up + over, -up);
    if let Some(neighbourhood) = setup.neighbourhood
        && neighbourhood.part(at, over + up * (1.0 - down)) < 1.0
    {
        return None;
    }
    progress.advance(*observer, up, raised);
    progress.advance(*observer, over, length);
    progress.advance(*observer, up * -down, raised * down);
    observer.steps(raised * (1.0 - down));
    Some((part, stop))
}

/// Normal of the top of the stair step on whose touched edge a hull at offset `at` rests; `None` if there is no such step.
#[inline(never)]
pub(super) fn step_below<L: Lanes>(
    setup: &SlideSetup,
    set: &mut CollisionSet<L>,
    touch: &Touch,
    normal: Vec3,
    at: Vec3,
) -> Option<Vec3> {
    if touch.is_face {
        return None;
    }
    let edge = edge(setup, touch, normal)?;
    let StepTop { normal, .. } = step_top(setup, set, at, edge)?;
    has_floor_behind(setup, set, at, edge).then_some(normal)
}

/// Converts a touched obstacle to the edge of a possible stair step; `None` if it is too high, or faces straight up or down.
fn edge(setup: &SlideSetup, touch: &Touch, normal: Vec3) -> Option<Edge> {
    let cosine = normal.dot(setup.up);
    let inward = (setup.up * cosine - normal).try_normalize()?;
    let point = touch.point_off_center();
    let feet = (setup.radii * setup.up).length();
    let height = feet + point.dot(setup.up);
    let is_low = setup.rules.step_height > 0.0 && height <= setup.rules.step_height;
    is_low.then(|| Edge { inward, ahead: point.dot(inward), height, is_face: touch.is_face })
}

/// Finds the top of the stair step behind an edge for a hull at offset `at`; `None` if no stair step is there.
fn step_top<L: Lanes>(setup: &SlideSetup, set: &mut CollisionSet<L>, at: Vec3, edge: Edge) -> Option<StepTop> {
    let Edge { inward, ahead, height, is_face } = edge;
    setup.widen(set);
    let highest = setup.rules.step_height + LOOK_PART * setup.rules.skin;
    let raised = highest * free_way(setup, set, at, setup.up * highest).0;
    let ahead = ahead + margin(setup, inward);
    if raised < height || ahead <= 0.0 {
        return None;
    }
    let (up, across) = (setup.up * raised, inward * ahead);
    let feet = (setup.radii * setup.up).length();
    let behind = at + up + across;
    let (part, stop) = free_way(setup, set, at + up, across);
    let mut touched = None;
    if let Some(stop) = stop.filter(|_| part < 1.0) {
        let next = raised + feet + stop.point_off_center().dot(setup.up);
        let is_next_step = !stop.is_face && next - height <= setup.rules.step_height;
        let is_low = !is_face || next <= setup.rules.step_height;
        if !is_next_step || !is_low && !has_floor_before(setup, set, at + up + across * part, &stop, inward) {
            return None;
        }
    } else {
        let swept = set.sweep_apart(behind, -up, Start::Approach);
        touched = set.touch(&swept).map(|touch| touch.normal().into());
    }
    // On treads that are less deep than the hull is wide it comes down on the next edge.
    let normal = touched
        .filter(|&normal| setup.is_floor(normal))
        .or_else(|| set.first_face(behind, setup.up * -(raised + feet)))?;
    setup.is_floor(normal).then_some(StepTop { raised, normal })
}

/// Whether a surface lies below the hull outside of a stair step's edge, away from its top, no deeper than the height of a step.
fn has_floor_behind<L: Lanes>(setup: &SlideSetup, set: &mut CollisionSet<L>, at: Vec3, edge: Edge) -> bool {
    let Edge { inward, ahead, .. } = edge;
    let outward = ((setup.radii * inward).length() - ahead + margin(setup, inward)).max(0.0);
    let across = inward * -outward;
    let is_free = free_way(setup, set, at, across).0 >= 1.0;
    if !is_free {
        return true;
    }
    let down = setup.up * -setup.rules.step_height;
    let swept = set.sweep_apart(at + across, down, Start::Approach);
    set.touch(&swept).is_some_and(|touch| Vec3::from(touch.normal()).dot(setup.up) > 0.0)
}

/// Whether a floor lies below, no deeper than a stair step, one skin in front of an edge that a hull at `center` touches.
fn has_floor_before<L: Lanes>(
    setup: &SlideSetup,
    set: &mut CollisionSet<L>,
    center: Vec3,
    edge: &Touch,
    inward: Vec3,
) -> bool {
    let before = center + edge.point_off_center() - inward * setup.rules.skin;
    let below = set.first_face(before, setup.up * -setup.rules.step_height);
    below.is_some_and(|normal| setup.is_floor(normal))
}

/// Distance behind the edge of a stair step at which the hull's centre must have room, metres.
fn margin(setup: &SlideSetup, inward: Vec3) -> f32 {
    STEP_MARGIN_PART * (setup.radii * inward).length()
}
