//! One pass of a slide: sweep, stop before the contact, project the motion that is left, repeat.
//!
//! In: setup, progress and scene of a slide, a displacement, its role. Out: how the pass ended, and the part of the displacement
//! that is left. The numbers in the loop are those of the steps of a [slide](crate::character::slide::slide).

use crate::base::tolerance::{LOOK_PART, REST_PART, SHORTEST_MOVE, SLOPE_ROUNDING};
use crate::character::collide::collision_set::CollisionSet;
use crate::character::collide::swept::Swept;
use crate::character::slide::ceilings::comes_down_to_path;
use crate::character::slide::clip_bounds::enter_bounds;
use crate::character::slide::clip_plane::Plane;
use crate::character::slide::clip_planes::ClipPlanes;
use crate::character::slide::edges::{along_edge, edge_below};
use crate::character::slide::kerbs::is_kerb;
use crate::character::slide::pass_role::{Ended, Role};
use crate::character::slide::probes::{floor_below, way_between};
use crate::character::slide::progress::Progress;
use crate::character::slide::rebound::{bounces, turns_back};
use crate::character::slide::scene::{Scene, Stop};
use crate::character::slide::slide_observer::SlideObserver;
use crate::character::slide::slide_setup::SlideSetup;
use crate::character::slide::snap::snaps;
use crate::character::slide::steps::{Over, StepContact, goes_over};
use crate::narrow::sweep::hits::Start;
use crate::simd::Lanes;
use glam::Vec3;

/// Most times that a hull comes down from a ceiling again after a way shorter than it looks ahead.
const SHORT_WAYS: u32 = 2;

/// Makes one pass: steps 2 to 5. Returns how it ended, and which part of the displacement is left.
///
/// One function of more than 60 lines: the values that change from sweep to sweep stay in registers.
#[allow(clippy::too_many_lines)]
#[inline(always)]
pub(super) fn pass<L: Lanes, W: SlideObserver + ?Sized>(
    setup: &SlideSetup,
    progress: &mut Progress,
    scene: &mut Scene<L, W>,
    desired: Vec3,
    role: Role,
    planes: &mut ClipPlanes,
) -> (Ended, f32) {
    let (mut left, mut has_met) = (1.0, false);
    // The displacement that a fall takes instead if it meets nothing.
    let mut leaving = setup.passes.leaving.filter(|_| role == Role::Fall);
    // The longest way from here to no less than a skin before a contact.
    let mut nearer = Vec3::ZERO;
    // Whether the hull has come down from a ceiling, and how many of the ways to the next one were short.
    let (mut has_come_down, mut short_ways) = (false, 0);
    // Whether the floor below has been looked for.
    let mut knows_floor = false;
    // Of a shorter displacement even the direction is rounding.
    let mut desired = if desired.length_squared() < SHORTEST_MOVE * SHORTEST_MOVE { Vec3::ZERO } else { desired };
    for iteration in 0..setup.rules.max_iterations {
        // 2. Project the displacement on the planes met so far.
        let mut level = Vec3::ZERO;
        let (projected, motion) = if role.is_level() {
            let walked = planes.walked(desired, setup.up, setup.rules.slope_speed);
            level = walked.level;
            (walked.level, walked.motion)
        } else {
            planes.project(desired)
        };
        if has_met && left <= REST_PART {
            return (Ended::Slid, left);
        }
        let is_turned = planes.have_bounds() && projected != desired;
        if (has_met || is_turned && role != Role::Fall) && is_nothing(projected, desired) {
            // Others leave no motion, so that nothing has been swept yet: the world comes first.
            if role == Role::Desired
                && iteration == 0
                && let Some(overlaps) = overlaps_world(setup, progress, &mut scene.set, role)
            {
                return (overlaps, left);
            }
            if role == Role::Desired && !knows_floor && planes.have_wall() {
                knows_floor = true;
                if let Some(floor) = floor_below(setup, &mut scene.set, progress.offset) {
                    planes.add(floor);
                    continue;
                }
            }
            if !role.is_down() && left >= 1.0 - REST_PART {
                let ways = [desired, nearer];
                let nearer = way_between(setup, &mut scene.set, progress.offset, ways, role, planes);
                progress.advance(scene.observer, nearer, nearer.length());
            }
            return (progress.blocked(role), left);
        }
        // 2. Sweep the part that is left. A fall is swept beyond its end: falls shorter than the gap of a stop would otherwise
        // creep into the hull's distance, step by step. So is every motion of a hull that depenetration made as large as there is
        // room: short motions would use up the room, step by step, and be pushed back.
        let motion = motion * left;
        let length = motion.length();
        let looks = (role == Role::Fall || setup.is_narrow && !role.is_snap()) && length > 0.0;
        let ahead = if looks { 1.0 + LOOK_PART * setup.rules.skin / length } else { 1.0 };
        let swept = scene.set.sweep(progress.offset, motion * ahead, Start::Approach);
        // 7. An overlap at the start is left to the caller.
        if let Some(overlaps) = overlaps(setup, progress, role, iteration, &swept) {
            return (overlaps, left);
        }
        // 3. Find the stop, a gap before the contact.
        let touch = scene.set.touch(&swept);
        let mut stop = None;
        if let Some(touch) = &touch {
            let normal: Vec3 = touch.normal().into();
            let back = setup.kept_off(normal, motion, length);
            let found = Stop { touch, normal, fraction: swept.fraction() * ahead, back };
            if role.is_snap() {
                return snaps(setup, progress, scene, &found, motion);
            }
            if found.fraction - back < 1.0 {
                stop = Some(found);
            }
        } else if role.is_snap() {
            return (Ended::Free, left);
        }
        // A fall that meets nothing, or only a surface that the other displacement leads away from, leaves the steep surfaces
        // that it followed, as at the end of a slope.
        if let Some([leaving, _]) = leaving.take()
            && stop.as_ref().is_none_or(|stop| leaving.dot(stop.normal) > 0.0)
        {
            progress.has_left = true;
            desired = leaving;
            continue;
        }
        let Some(stop) = stop else {
            progress.advance(scene.observer, motion, length);
            return (if !has_met && !is_turned { Ended::Free } else { Ended::Slid }, left);
        };
        let Stop { touch, normal, fraction, back } = stop;
        // 3. Go up to the stop, unless the way is shorter than a sweep can tell: such advances never end. Where nothing is left,
        // remember the way to a skin before the contact.
        let used = (fraction - back).max(0.0);
        let used = if used * length < progress.least_way(setup, role) { 0.0 } else { used };
        // A ceiling counts where the path is, not where the hull has left it.
        let is_ceiling = role == Role::Walk && normal.dot(setup.up) < -SLOPE_ROUNDING;
        if is_ceiling && short_ways < SHORT_WAYS && comes_down_to_path(setup, progress, scene, motion * used, planes) {
            // Under a wall that leans over, each way down makes room for another short way: after some the wall is followed.
            short_ways += u32::from(has_come_down && used * length < setup.look());
            has_come_down = true;
            left *= 1.0 - used;
            has_met = true;
            continue;
        }
        let (material, [friction, restitution]) = scene.report(touch, normal);
        if let Some(frame) = &setup.passes.frame {
            planes.next_moves(scene.velocity_of(touch, frame));
        }
        if used > 0.0 {
            nearer = Vec3::ZERO;
        } else {
            let kept_off = back.min(setup.rules.skin / length);
            let step = motion * (fraction - kept_off).max(0.0);
            nearer = if step.length_squared() > nearer.length_squared() { step } else { nearer };
        }
        progress.advance(scene.observer, motion * used, length * used);
        // 4. The displacement shrinks by the fraction used.
        left *= 1.0 - used;
        has_met = true;

        // 6. A floor ends a fall, also one that is met by the desired displacement.
        let may_land = role == Role::Fall || role == Role::Desired && setup.lands_on(normal);
        if may_land && progress.stands_on(setup, normal, touch, material) {
            if restitution > 0.0 {
                let plane = Plane::surface(normal, friction, true);
                progress.leaves = bounces(setup, role, plane, [restitution, 1.0 - left], planes);
            }
            return (Ended::Slid, left);
        }
        let to_contact = motion * (fraction - used);
        let is_floor = if role.is_level() {
            let at = (progress.offset, to_contact);
            setup.is_walked_on(normal) && !is_kerb(setup, &mut scene.set, (touch, normal), level, at)
        } else {
            setup.is_floor(normal)
        };
        let is_obstacle = role == Role::Walk && !is_floor;
        let mut edge = None;
        if is_obstacle {
            let contact = StepContact::new(touch, normal, to_contact);
            match goes_over(setup, progress, scene, (touch, contact), level * left, planes) {
                Over::Went(used) => {
                    left *= 1.0 - used;
                    enter_bounds(setup, progress.offset, desired, role, left, planes);
                    continue;
                }
                Over::Held => {
                    progress.walls.are_met = true;
                    if let Some(used) = along_edge(setup, progress, scene, contact, desired * left, planes) {
                        left *= 1.0 - used;
                        enter_bounds(setup, progress.offset, desired, role, left, planes);
                        continue;
                    }
                }
                Over::Wall => edge = edge_below(setup, progress),
            }
            progress.walls.are_met = true;
        }
        // 4. The plane of the contact joins the planes.
        let plane = Plane::surface(normal, friction, is_floor);
        if restitution > 0.0 {
            turns_back(setup, progress, role, plane, [restitution, 1.0 - left], planes);
        }
        planes.add(plane);
        if let Some(edge) = edge
            && let Some(used) = along_edge(setup, progress, scene, edge, desired * left, planes)
        {
            left *= 1.0 - used;
            enter_bounds(setup, progress.offset, desired, role, left, planes);
            continue;
        }
        // 5. So does the vertical plane of a surface too steep to stand on.
        if role == Role::Desired
            && let Some(wall) = Plane::wall(normal, friction, setup.up, setup.rules.slope_cosine, desired)
        {
            if restitution > 0.0 {
                turns_back(setup, progress, role, plane, [restitution, 1.0 - left], planes);
            }
            planes.add(wall);
        }
    }
    (Ended::OutOfIterations, left)
}

/// End of a pass that does not move, if its hull overlaps the world.
#[inline(never)]
fn overlaps_world<L: Lanes>(
    setup: &SlideSetup,
    progress: &Progress,
    set: &mut CollisionSet<L>,
    role: Role,
) -> Option<Ended> {
    let swept = set.sweep_outlined(progress.offset, Vec3::ZERO, Start::Approach);
    overlaps(setup, progress, role, 0, &swept)
}

/// How a slide pass ends if the hull overlaps at its start, or later by more than rounding; `None` if the pass continues.
#[inline(always)]
fn overlaps(setup: &SlideSetup, progress: &Progress, role: Role, iteration: u32, swept: &Swept) -> Option<Ended> {
    let is_first = !role.is_down() || role.is_snap() && progress.offset == Vec3::ZERO;
    let tolerated = setup.tolerated.filter(|_| is_first && swept.deepest() > 0.0)?;
    let is_deep = swept.deepest() > tolerated;
    (is_deep || iteration == 0).then_some(Ended::NeedsDepenetration { is_deep })
}

/// Whether the displacement that planes leave over is zero, or leads only against the desired displacement.
#[inline(always)]
pub(super) fn is_nothing(left: Vec3, desired: Vec3) -> bool {
    left.length_squared() <= REST_PART * REST_PART * desired.length_squared() || left.dot(desired) <= 0.0
}
