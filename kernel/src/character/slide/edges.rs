//! Edges of steps beside walls: a hull that rolls over an edge goes along the crease of edge and wall.
//!
//! In: a walk that a wall stops, or that walls keep from going over a step. Out: the level displacement that walls and the edge leave
//! together, gone up over the step, or left to the walk, down along the edge.
//!
//! Over an edge that the hull touches with the normal `e` a level displacement `l` rises by `-(e·l) / (e·up)`, as over a floor. So the
//! border beside a wall `w` is `w·(l + up rise(l)) = 0`: not the wall's own vertical plane, as the hull is higher or lower at the end. See
//! `docs/math/walking.md`.

use crate::base::correctly_rounded::CorrectlyRounded;
use crate::base::tolerance::{LEAST_DIP_COSINE, SLOPE_ROUNDING};
use crate::character::collide::collision_set::CollisionSet;
use crate::character::slide::clip_plane::Plane;
use crate::character::slide::clip_planes::ClipPlanes;
use crate::character::slide::follow::LEAST_PART;
use crate::character::slide::known_step::Step;
use crate::character::slide::passes::{Passes, RestsOnEdge};
use crate::character::slide::probes::{FreeWay, free_way};
use crate::character::slide::progress::Progress;
use crate::character::slide::scene::Scene;
use crate::character::slide::slide_observer::SlideObserver;
use crate::character::slide::slide_setup::SlideSetup;
use crate::character::slide::steps::{Below, Stance, StepContact, WALLS, climbs, comes_down, step_at};
use crate::character::slide::walk_motion::Walked;
use crate::simd::Lanes;
use glam::Vec3;

/// Squared sine of the angle with up below which a spine is upright: 1°.
const LEAST_LEVEL: f32 = 3e-4;

/// The contact with the edge of a step on which the hull rests, as the hull touches it straight below; `None` if it rests on none, or has
/// left it.
#[inline(always)]
pub(super) fn edge_below(setup: &SlideSetup, progress: &Progress) -> Option<StepContact> {
    let edge = setup.passes.edge().filter(|_| !progress.walls.has_left_edge)?;
    touched_below(setup, edge - progress.offset)
}

#[cold]
#[inline(never)]
fn touched_below(setup: &SlideSetup, edge: Vec3) -> Option<StepContact> {
    let (radii, on_spine) = (setup.hull.radii(), below_on_spine(setup, edge));
    // In ellipsoid space: the point of the unit sphere below its centre that is as far aside as the edge.
    let (level, up) = (setup.passes.level(edge - on_spine) / radii, setup.up / radii);
    let (square, along) = (up.length_squared(), level.dot(up));
    let inner = along * along - square * (level.length_squared() - 1.0);
    if inner <= 0.0 {
        return None;
    }
    let touched = level - up * ((inner.root() + along) / square);
    let normal = -(touched / radii).normalize_or_zero();
    let contact = StepContact { normal, point: touched * radii + on_spine, is_face: false };
    (normal.dot(setup.up) > LEAST_DIP_COSINE).then_some(contact)
}

/// The point of the hull's spine about which it touches an edge below, relative to its centre, metres; zero without a spine.
///
/// Seen along the spine, in ellipsoid space, the hull is the unit circle. The edge moves along up until it lies on the lower half of that
/// circle, which is the lower root of a quadratic; the point of the spine beside it is the one asked for. Of an upright spine it is the
/// lower end.
fn below_on_spine(setup: &SlideSetup, edge: Vec3) -> Vec3 {
    let (spine, radii) = (setup.hull.spine(), setup.hull.radii());
    let (half, edge, up) = (spine / radii, edge / radii, setup.up / radii);
    let square = half.length_squared();
    if square == 0.0 {
        return Vec3::ZERO;
    }
    let across = |v: Vec3| v - half * (v.dot(half) / square);
    let (aside, rising) = (across(edge), across(up));
    let rising_square = rising.length_squared();
    if rising_square <= LEAST_LEVEL * up.length_squared() {
        return if half.dot(up) > 0.0 { -spine } else { spine };
    }
    let along = aside.dot(rising);
    let inner = along * along - rising_square * (aside.length_squared() - 1.0);
    let touched = edge - up * ((inner.max(0.0).root() + along) / rising_square);
    spine * (touched.dot(half) / square).clamp(-1.0, 1.0)
}

/// The passes with what the hull rests on as it is found below the hull.
#[cold]
#[inline(never)]
pub(super) fn with_edge<L: Lanes>(setup: &SlideSetup, set: &mut CollisionSet<L>) -> Passes {
    let down = setup.up * -setup.rules.skin;
    let FreeWay { part, stop } = free_way(setup, set, Vec3::ZERO, down);
    let on_edge = stop.filter(|(touch, _)| !touch.is_face && !setup.is_floor(touch.normal().into()));
    let edge = on_edge.map_or(RestsOnEdge::No, |(_, point)| RestsOnEdge::At(point + down * part));
    Passes { rests_on_floor: matches!(edge, RestsOnEdge::No), edge, ..*setup.passes }
}

/// Follows an edge beside the walls met so far by what is left of a walk, `desired`, metres. Returns the part of that which it has used, 0
/// of one that leads down the edge: that stays to be swept, with the edge as the floor. `None` if the edge turns no wall, or no way leads
/// up over it.
#[cold]
#[inline(never)]
pub(super) fn along_edge<L: Lanes, W: SlideObserver + ?Sized>(
    setup: &SlideSetup,
    progress: &mut Progress,
    scene: &mut Scene<L, W>,
    edge: StepContact,
    desired: Vec3,
    planes: &mut ClipPlanes,
) -> Option<f32> {
    let walked = |planes: &ClipPlanes| planes.walked(desired, setup.up, setup.rules.slope_speed);
    let upright = walked(planes).level;
    let mut turned = *planes;
    turned.replace_floors(Plane::surface(edge.normal, 0.0, true));
    let mut along = walked(&turned);
    for _ in 0..WALLS {
        // A wall that the hull is at.
        let FreeWay { part, stop } = free_way(setup, &mut scene.set, progress.offset, along.motion);
        let Some((touch, _)) = stop.filter(|_| part < LEAST_PART) else { break };
        let normal: Vec3 = touch.normal().into();
        if let Some(frame) = &setup.passes.frame {
            turned.next_moves(scene.velocity_of(&touch, frame));
        }
        if setup.is_walked_on(normal) || !turned.add(Plane::surface(normal, 0.0, false)) {
            break;
        }
        along = walked(&turned);
    }
    if (along.level - upright).length() <= LEAST_PART * desired.length() {
        return None;
    }
    if along.motion.dot(setup.up) <= SLOPE_ROUNDING * along.motion.length() {
        *planes = turned;
        return Some(0.0);
    }
    let used = goes_up(setup, progress, scene, edge, (desired, along))?;
    turned.replace_floors(Plane::surface(setup.up, 0.0, true));
    *planes = turned;
    Some(used)
}

/// Goes up over the edge of a step along the crease of the edge and walls; returns the part of the way that it has gone. `None` if that
/// leads onto nothing that carries, or onto something too high.
///
/// An edge that a hull rolls over is convex: at the end of the way along the planes of edge and walls the hull is clear of both. It comes
/// down there, along a wall that it touches first.
fn goes_up<L: Lanes, W: SlideObserver + ?Sized>(
    setup: &SlideSetup,
    progress: &mut Progress,
    Scene { set, observer }: &mut Scene<L, W>,
    edge: StepContact,
    (desired, along): (Vec3, Walked),
) -> Option<f32> {
    let (at, up) = (progress.offset, setup.up);
    let stance = Stance::Rises { floor: None };
    let Step { highest, .. } = step_at(setup, set, &mut progress.known_step, edge, at, stance)?;
    let most = highest + setup.vertical_radius() - at.dot(up);
    let rise = along.motion.dot(up);
    let most = (most / rise).min(1.0);
    let used = most * free_way(setup, set, at, along.motion * most).part;
    if used < LEAST_PART {
        return None;
    }
    let from = (at + along.motion * used, rise * used);
    let Below::Carried(end) = comes_down(setup, set, &mut progress.known_step, from, highest) else { return None };
    let (risen, over) = ((end - at).dot(up), setup.passes.level(end - at));
    let (first, length) = (up * risen, over.length());
    if risen < 0.0 || length > desired.length() || free_way(setup, set, at, first).stop.is_some() {
        return None;
    }
    let part = free_way(setup, set, at + first, over).part;
    if part < LEAST_PART || !climbs(setup, progress, set, *observer, [first, over * part], risen) {
        return None;
    }
    Some((used * part).max(length * part / desired.length()))
}
