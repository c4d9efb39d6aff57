//! Steps: a walking character goes over them, and rests on their edges halfway.
//!
//! In: a slide, and a contact that is no floor. Out: whether the contact is a step, and the motion over it. See `docs/math/walking.md`.
//! 1. The *base* of a contact is the [first floor](crate::character::slide::trace) that the hull comes to if it goes straight off the
//!    obstacle; its *top* is the first floor if it goes on over the obstacle. A contact is a step if it has both, and neither the touched
//!    point nor the top is higher above the base than the profile's height of a step. Face, edge and corner are not distinguished. All
//!    of it is geometry at one place: neither speed nor time step nor heading count, nor on which side the character came from.
//! 2. Over a step the hull [follows](crate::character::slide::follow) the ground: it rises by what it needs at the end of its way. So
//!    its height depends on the place and not on the time step, and its level way is no longer than without the step.
//! 3. A character that stops halfway rests on the step, which carries it like a floor.
//!
//! All engines climb steps by up, over and down since Quake (1996). Jolt's `CharacterVirtual` (2022) tests farther ahead than
//! one move goes, for the same reason as point 1.

use crate::base::tolerance::{HEIGHT_ROUNDING_PART, LEAST_DIP_COSINE, SLOPE_ROUNDING, TOUCH_PART};
use crate::character::collide::collision_set::CollisionSet;
use crate::character::slide::clip_plane::Plane;
use crate::character::slide::clip_planes::ClipPlanes;
use crate::character::slide::follow::{FollowResult, Followed, follow};
use crate::character::slide::known_step::{KnownStep, SHARED_PART, Step};
use crate::character::slide::probes::{FreeWay, free_way};
use crate::character::slide::progress::Progress;
use crate::character::slide::reach::reach;
use crate::character::slide::scene::Scene;
use crate::character::slide::slide_observer::SlideObserver;
use crate::character::slide::slide_setup::SlideSetup;
use crate::character::slide::trace::{FLAT_PART, Trace, first_floor};
use crate::query::contact::Touch;
use crate::simd::Lanes;
use glam::Vec3;

/// A contact that is no floor, as a possible step.
#[derive(Clone, Copy)]
pub(super) struct StepContact {
    pub(super) normal: Vec3,
    /// Touched point relative to the hull's centre, metres.
    pub(super) point: Vec3,
    /// Whether the point lies inside a face, so that the upper end of the obstacle is not known.
    pub(super) is_face: bool,
}

impl StepContact {
    /// The contact that a hull reaches after the motion `to_contact`, metres.
    #[inline(always)]
    pub(super) fn new(touch: &Touch, normal: Vec3, to_contact: Vec3) -> Self {
        Self { normal, point: touch.point_off_center() + to_contact, is_face: touch.is_face }
    }

    /// Whether the contact may be higher above the hull's feet than a step: with an edge, if the hull dips into a slot.
    fn may_lie_in_slot(&self, setup: &SlideSetup) -> bool {
        !self.is_face && self.normal.dot(setup.up) > LEAST_DIP_COSINE
    }
}

/// How a hull meets a contact.
#[derive(Clone, Copy)]
pub(super) enum Stance {
    /// It rises, from a floor at this height above the start of the slide if it rests on one.
    Rises { floor: Option<f32> },
    /// It stands or goes down. What carried it on the way there may carry it beside a thing that would stop it on its way up.
    Stands,
}

/// What is below a hull.
pub(super) enum Below {
    /// Something carries it at this offset.
    Carried(Vec3),
    /// Something stops it that does not carry it.
    Blocked,
    /// Nothing stops it.
    Free,
}

/// Most walls that are looked for beside an edge.
pub(super) const WALLS: usize = 2;

/// What a horizontal displacement does at a contact that is no floor.
pub(super) enum Over {
    /// It went over a step, or met a surface on the way, and used this part of itself.
    Went(f32),
    /// The contact is a step, but walls leave no way over it.
    Held,
    /// The contact is no step.
    Wall,
}

/// Place of a contact relative to the hull.
#[derive(Clone, Copy)]
struct Obstacle {
    /// Level direction off the obstacle, towards the hull's centre, unit length.
    outward: Vec3,
    /// Level distance from the touched point to the hull's centre along `outward`, metres.
    distance: f32,
    /// Height of the touched point above the start of the slide, metres.
    height: f32,
}

impl Stance {
    /// Greatest height of a step, metres.
    fn limit(self, setup: &SlideSetup) -> f32 {
        if let Self::Stands = self { setup.deepest_step() } else { setup.rules.step_height }
    }

    fn floor(self) -> Option<f32> {
        if let Self::Rises { floor } = self { floor } else { None }
    }
}

/// Part of the hull's radius, along a displacement, that a way over a step takes where the whole displacement finds no place to end.
const NEAR_WAY: f32 = 0.25;

/// Goes over a step that a horizontal displacement touches. A surface that stops the hull joins the planes.
#[inline(never)]
pub(super) fn goes_over<L: Lanes, W: SlideObserver + ?Sized>(
    setup: &SlideSetup,
    progress: &mut Progress,
    Scene { set, observer }: &mut Scene<L, W>,
    (touch, contact): (&Touch, StepContact),
    level: Vec3,
    planes: &mut ClipPlanes,
) -> Over {
    let at = progress.offset;
    if is_above_floors(setup, progress, touch, contact, planes) {
        return Over::Wall;
    }
    let stance = Stance::Rises { floor: floor_at(setup, progress, planes) };
    let Some(Step { highest, is_free }) = step_at(setup, set, &mut progress.known_step, contact, at, stance) else {
        return Over::Wall;
    };
    let way = way_over(setup, progress, set, contact, [at, level], (highest, is_free), planes);
    // A long way may end beyond the step, where nothing carries. A short one ends on the step itself.
    let near = NEAR_WAY * setup.hull.extent(level.normalize_or_zero()) / level.length();
    let (way, taken) = match way {
        Err(Over::Held) if near < 1.0 => {
            (way_over(setup, progress, set, contact, [at, level * near], (highest, is_free), planes), near)
        }
        way => (way, 1.0),
    };
    let followed = match way {
        Ok(followed) => followed,
        Err(over) => return over,
    };
    let Followed { first, risen, over, part, .. } = followed;
    if climbs(setup, progress, set, *observer, [first, over], risen) { Over::Went(part * taken) } else { Over::Wall }
}

/// Whether walls shortened or turned the way of a level displacement over a step, or moved it aside.
fn is_beside_walls(setup: &SlideSetup, level: Vec3, followed: &Followed) -> bool {
    followed.over != level || followed.first != setup.up * followed.risen
}

/// The way over a step by a level displacement, to a place that carries, or what else the displacement does. A surface that stops the hull
/// joins the planes.
fn way_over<L: Lanes>(
    setup: &SlideSetup,
    progress: &mut Progress,
    set: &mut CollisionSet<L>,
    contact: StepContact,
    [at, level]: [Vec3; 2],
    (highest, is_free): (f32, bool),
    planes: &mut ClipPlanes,
) -> Result<Followed, Over> {
    let followed = match follow(setup, set, at, level, highest) {
        FollowResult::Free(way) => way,
        FollowResult::BlockedBy(by) => {
            let plane = Plane::surface(by, 0.0, setup.is_walked_on(by));
            progress.walls.are_met = true;
            return Err(if by != contact.normal && planes.add(plane) { Over::Went(0.0) } else { Over::Held });
        }
        FollowResult::TooHigh => return Err(Over::Held),
    };
    if followed.over.length() < setup.least_advance {
        return Err(Over::Held);
    }
    // Beside walls and under rails an edge that is a step at one place may be none at another.
    let may_end = is_beside_walls(setup, level, &followed) || !is_free;
    if may_end && !carries(setup, set, &mut progress.known_step, at + followed.first + followed.over) {
        return Err(Over::Held);
    }
    Ok(followed)
}

/// Moves up over a step by the motions `ways`, which rise by `risen` metres; false if they lead beyond the bound of another character.
pub(super) fn climbs<L: Lanes, W: SlideObserver + ?Sized>(
    setup: &SlideSetup,
    progress: &mut Progress,
    set: &mut CollisionSet<L>,
    observer: &mut W,
    ways: [Vec3; 2],
    risen: f32,
) -> bool {
    let [first, over] = ways;
    if let Some(neighbourhood) = setup.neighbourhood
        && neighbourhood.part(progress.offset, first + over) < 1.0
    {
        return false;
    }
    for way in ways {
        progress.advance(observer, way, way.length());
    }
    progress.walls.has_left_edge = true;
    // What is left of the slide begins higher than it would without the step.
    setup.cover(set, progress.offset, 2.0 * reach(setup.passes, setup.rules).radius);
    observer.steps(risen);
    true
}

/// Whether a floor or a step carries a hull that goes down from offset `at`, or nothing is below; the step becomes the known one.
#[inline(never)]
fn carries<L: Lanes>(setup: &SlideSetup, set: &mut CollisionSet<L>, known: &mut Option<KnownStep>, at: Vec3) -> bool {
    let depth = setup.rules.snap_distance + setup.look();
    !matches!(comes_down(setup, set, known, (at, depth), f32::MAX), Below::Blocked)
}

/// Lowers a hull from an offset by at most `depth` metres until something carries it that is touched no higher than `highest`, along steep
/// faces that it touches before.
pub(super) fn comes_down<L: Lanes>(
    setup: &SlideSetup,
    set: &mut CollisionSet<L>,
    known: &mut Option<KnownStep>,
    (mut at, depth): (Vec3, f32),
    highest: f32,
) -> Below {
    let lowest = at.dot(setup.up) - depth;
    let (mut down, mut walls) = (setup.up * -depth, ClipPlanes::new());
    for _ in 0..=WALLS {
        let FreeWay { part, stop } = free_way(setup, set, at, down);
        at += down * part;
        let Some((touch, point)) = stop else { return Below::Free };
        let contact = StepContact { normal: touch.normal().into(), point, is_face: touch.is_face };
        let is_low = (at + point).dot(setup.up) <= highest;
        if is_low && carries_at(setup, set, known, contact, at) {
            return Below::Carried(at);
        }
        // An edge that does not carry is the end: off it the hull would fall.
        if !contact.is_face || !walls.add(Plane::surface(contact.normal, 0.0, false)) {
            break;
        }
        down = walls.along(setup.up * (lowest - at.dot(setup.up))).frictionless;
    }
    Below::Blocked
}

/// Whether a contact carries a hull at offset `at`, as a floor or a step; the step becomes the known one.
fn carries_at<L: Lanes>(
    setup: &SlideSetup,
    set: &mut CollisionSet<L>,
    known: &mut Option<KnownStep>,
    contact: StepContact,
    at: Vec3,
) -> bool {
    if setup.is_floor(contact.normal) {
        return true;
    }
    let mut there = None;
    step_at(setup, set, &mut there, contact, at, Stance::Stands);
    *known = there.or(*known);
    there.is_some()
}

/// Whether a contact, or the face that is touched straight above it, is higher above every floor that the hull has followed from the one
/// that it rested on than a step is: its base is one of these floors. A hull that has gone over a step may rest on its edge, below the
/// floor behind it.
#[inline(always)]
fn is_above_floors(
    setup: &SlideSetup,
    progress: &Progress,
    touch: &Touch,
    contact: StepContact,
    planes: &ClipPlanes,
) -> bool {
    if contact.may_lie_in_slot(setup) {
        return false;
    }
    let limit = setup.rules.step_height + setup.look();
    let height = setup.vertical_radius() + contact.point.dot(setup.up);
    let at = (progress.offset + contact.point).dot(setup.up);
    let Some(floor) = floor_at(setup, progress, planes) else { return false };
    // How much farther up the obstacle goes on.
    let needed = (limit - height).max(floor + limit - at);
    needed < 0.0 || contact.is_face && touch.face_rise(setup.up) > needed
}

/// Height at which the hull touches the highest floor that it has followed from the one that it rested on, metres above the start of the
/// slide; `None` for a hull that rested on none, or has gone over a step: that may rest on its edge, below the floor behind it.
fn floor_at(setup: &SlideSetup, progress: &Progress, planes: &ClipPlanes) -> Option<f32> {
    let rests_on_floor = setup.passes.rests_on_floor && progress.known_step.is_none();
    rests_on_floor.then(|| {
        let lower = planes.floors().map(|floor| setup.hull.touching(floor.normal).dot(setup.up));
        progress.offset.dot(setup.up) - lower.fold(setup.vertical_radius(), f32::min)
    })
}

/// The step that a hull at offset `at` touches at a contact; `None` if the contact is no step.
/// Contacts of one slide with the same edge share the answer, which `known` keeps.
#[inline(never)]
pub(super) fn step_at<L: Lanes>(
    setup: &SlideSetup,
    set: &mut CollisionSet<L>,
    known: &mut Option<KnownStep>,
    contact: StepContact,
    at: Vec3,
    stance: Stance,
) -> Option<Step> {
    let limit = stance.limit(setup);
    let obstacle = obstacle(setup, contact, at, limit)?;
    let point = at + contact.point;
    if let Some(known) = known
        && known.is_of(setup, obstacle.outward, point, limit)
    {
        return Some(known.step);
    }
    let step = find_step(setup, set, contact, obstacle, at, stance)?;
    *known = Some(KnownStep { step, point, outward: obstacle.outward, limit });
    Some(step)
}

/// Finds base and top of an obstacle.
fn find_step<L: Lanes>(
    setup: &SlideSetup,
    set: &mut CollisionSet<L>,
    contact: StepContact,
    obstacle: Obstacle,
    at: Vec3,
    stance: Stance,
) -> Option<Step> {
    let limit = stance.limit(setup);
    let Obstacle { outward, distance, height } = obstacle;
    let is_face = contact.is_face;
    let radius = setup.hull.extent(outward);
    let rounding = HEIGHT_ROUNDING_PART * setup.rules.skin;
    // The base is no higher than a floor that the hull rests on: nothing is traced from what is too high above that.
    if stance.floor().is_some_and(|floor| height > floor + limit + rounding) {
        return None;
    }
    let lowest = height - limit - rounding;
    // A hull that goes off an edge has left it a radius away; one that goes over it rests on it like on a floor where the normal is
    // flat enough. The upper end of a face is not known.
    let (off, onto) = if is_face {
        (0.25 * radius, 0.25 * radius)
    } else {
        (radius - distance, distance - FLAT_PART * setup.floor_distance(outward))
    };
    let least = (1.0 - FLAT_PART) * radius;
    let touched = (at + contact.point).dot(outward);
    let base = Trace {
        from: at,
        direction: outward,
        stated: outward,
        support: contact.normal,
        obstacle: touched,
        first: off + least,
        length: 2.0 * radius - distance,
        slides: true,
        heights: [lowest, height + limit],
    };
    // What carries a hull on its edge carries it up, too.
    let turns = matches!(stance, Stance::Stands) || rests_on(setup, at + contact.point, radius);
    // A floor that the hull rests on is the first of all, where it lies in the way of the trace.
    let base = match (first_floor(setup, set, &base, turns).map(|floor| floor.height), stance.floor()) {
        (Some(base), Some(floor)) => base.min(floor),
        (base, floor) => base.or(floor)?,
    };
    let highest = base + limit + rounding;
    if height > highest {
        return None;
    }
    let top = Trace {
        from: at,
        direction: -outward,
        stated: -outward,
        support: contact.normal,
        obstacle: -touched,
        first: onto.max(least),
        length: distance + radius,
        slides: false,
        heights: [lowest, highest],
    };
    let top = first_floor(setup, set, &top, turns).map(|floor| floor.is_free);
    // A hull keeps a gap to what is behind the edge. Within that gap the edge would be a floor.
    let is_at_floor = !is_face && distance - setup.floor_distance(outward) <= TOUCH_PART * setup.rules.skin;
    top.or(is_at_floor.then_some(false)).map(|is_free| Step { highest, is_free })
}

/// Whether the hull rested on the edge of a step at a point, relative to the start of the slide, or near it. `radius`: its level extent
/// across the edge, metres. Heights count as equal to within the gap that a rest leaves above an edge.
fn rests_on(setup: &SlideSetup, point: Vec3, radius: f32) -> bool {
    setup.passes.edge().is_some_and(|edge| {
        let (apart, near) = (point - edge, SHARED_PART * radius);
        apart.dot(setup.up).abs() <= TOUCH_PART * setup.rules.skin && apart.length_squared() <= near * near
    })
}

/// Converts a contact to an obstacle; `None` if it leans over, faces straight up or down, or is part of a wall: higher above the feet than
/// any step that starts from a floor beside them.
fn obstacle(setup: &SlideSetup, contact: StepContact, at: Vec3, limit: f32) -> Option<Obstacle> {
    let (up, StepContact { normal, point, .. }) = (setup.up, contact);
    let cosine = normal.dot(up);
    if limit <= 0.0 || cosine < -SLOPE_ROUNDING {
        return None;
    }
    let outward = (normal - up * cosine).try_normalize()?;
    let feet = setup.vertical_radius();
    if !contact.may_lie_in_slot(setup) && feet + point.dot(up) > limit + setup.cap() {
        return None;
    }
    let height = at.dot(up) + point.dot(up);
    Some(Obstacle { outward, distance: -point.dot(outward), height })
}
