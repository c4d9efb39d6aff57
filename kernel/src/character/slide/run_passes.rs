//! The passes of a slide, one after the other.
//!
//! In: setup, progress and scene of a slide. Out: how it ended. Steps 2 to 6 of a [slide](crate::character::slide::slide).
//! 1. A character that slides makes the pass of its desired displacement, then the pass of its fall.
//! 2. A character that walks follows [floors](crate::character::slide::walk_motion) and [steps](crate::character::slide::steps), then
//!    [snaps](crate::character::slide::snap) down to the ground. It falls only if it finds no ground.
//! 3. A character that lands follows the floor by what is left of the level part of its fall, then snaps down.
//! 4. The planes of a pass turn its velocity as they turn its displacement.

use crate::base::tolerance::{ACROSS, SHORTEST_MOVE};
use crate::character::model::ground::{Ground, Surface};
use crate::character::model::slide_settings::SlopeSpeed;
use crate::character::slide::clip_bounds::enter_bounds;
use crate::character::slide::clip_plane::Plane;
use crate::character::slide::clip_planes::ClipPlanes;
use crate::character::slide::pass::pass;
use crate::character::slide::pass_role::{Ended, Role};
use crate::character::slide::probes::is_over_floor;
use crate::character::slide::progress::Progress;
use crate::character::slide::reach::{landing_reach, landing_snap, near_snap};
use crate::character::slide::scene::Scene;
use crate::character::slide::slide_observer::SlideObserver;
use crate::character::slide::slide_setup::SlideSetup;
use crate::character::slide::snap::far_snap;
use crate::simd::Lanes;
use glam::Vec3;

/// Runs all passes of a slide; returns why the pass of the desired motion ended, or that a later pass ran out of iterations.
///
/// One function of more than 60 lines: it holds the only, inlined, pass of a slide.
#[inline(always)]
pub(super) fn run_passes<L: Lanes, W: SlideObserver + ?Sized>(
    setup: &SlideSetup,
    progress: &mut Progress,
    scene: &mut Scene<L, W>,
) -> Ended {
    let passes = setup.passes;
    let mut ended = Ended::Free;
    let mut roles: &[Role] = match passes.floor {
        Some(_) => &Role::OF_WALK,
        None if passes.hovers => &Role::OF_HOVER,
        None => &Role::OF_SLIDE,
    };
    let mut planes = ClipPlanes::new();
    // One call of `pass` in a loop: it is long, and inlined. Step 6 of a slide: the fall begins where the first pass ended.
    while let Some((&role, later)) = roles.split_first() {
        roles = later;
        planes.clear();
        let mut displacement = match begin(setup, progress, scene, role, &mut planes) {
            Begin::Pass(displacement) => displacement,
            Begin::NextRole => continue,
            Begin::Done => break,
        };
        if setup.neighbourhood.is_some() {
            displacement = enter_bounds(setup, progress.offset, displacement, role, 1.0, &mut planes);
        }
        let (end, left) = pass(setup, progress, scene, displacement, role, &mut planes);
        if let Ended::NeedsDepenetration { .. } = end {
            return end;
        }
        if role.is_snap() {
            if end == Ended::Slid {
                break;
            }
            note_no_ground(setup, progress, scene, end);
            continue;
        }
        let index = usize::from(role.is_down());
        if role != Role::Land {
            progress.velocities[index] = passes.velocities[index];
        }
        if let (Role::Fall, Some([_, velocity])) = (role, passes.leaving)
            && (progress.has_left || !matches!(progress.ground, Ground::Steep(_)) || planes.have_rebounds())
        {
            progress.velocities[index] = velocity;
        }
        if !planes.is_empty() && progress.velocities[index] != Vec3::ZERO {
            planes.press(displacement);
            turn_velocity(setup, progress, role, end, left, &planes);
        }
        if passes.lands && !role.is_snap() && role != Role::Land && matches!(progress.ground, Ground::Floor(_)) {
            progress.landing = if role == Role::Fall {
                level_of_fall(setup, progress, displacement) * left
            } else {
                progress.velocities[1] = passes.velocities[1];
                if progress.leaves {
                    turn_velocity(setup, progress, Role::Fall, end, left, &planes);
                }
                let landing = passes.level(displacement * left + passes.displacements[1]);
                // Up a slope it leads farther than the displacement that met the floor.
                setup.cover(&mut scene.set, progress.offset, landing_reach(landing.length(), setup.rules));
                landing
            };
            roles = &[];
            if progress.landing.length_squared() >= SHORTEST_MOVE * SHORTEST_MOVE {
                roles = &Role::OF_LANDING;
            }
        }
        if !role.is_down() || end == Ended::OutOfIterations {
            ended = end;
        }
    }
    ended
}

/// How a slide continues at the start of a pass.
enum Begin {
    /// The pass runs, with this displacement, world space, metres.
    Pass(Vec3),
    /// The pass has no displacement: the pass with the next role follows.
    NextRole,
    /// The pass has no displacement, and no other pass of the slide follows.
    Done,
}

/// Computes the displacement of a slide pass; adds the plane of the floor that a pass with a level displacement follows.
#[inline(always)]
fn begin<L: Lanes, W: SlideObserver + ?Sized>(
    setup: &SlideSetup,
    progress: &mut Progress,
    scene: &mut Scene<L, W>,
    role: Role,
    planes: &mut ClipPlanes,
) -> Begin {
    let (passes, up) = (setup.passes, setup.up);
    Begin::Pass(match role {
        Role::Desired => passes.displacements[0],
        Role::Fall => {
            let displacement = passes.displacements[1];
            if displacement == Vec3::ZERO {
                progress.velocities[1] = passes.velocities[1];
                return Begin::Done;
            }
            displacement
        }
        Role::Walk => {
            let displacement = passes.displacements[0];
            progress.velocities[0] = passes.velocities[0];
            if displacement.length_squared() < SHORTEST_MOVE * SHORTEST_MOVE {
                return Begin::NextRole;
            }
            planes.add_first(first_floor(setup, passes.floor, displacement));
            displacement
        }
        Role::Land => {
            let floor = progress.ground.normal().filter(|&normal| setup.is_walked_on(normal));
            planes.add_first(first_floor(setup, floor, progress.landing));
            progress.landing
        }
        Role::Snap if progress.landing != Vec3::ZERO => up * -landing_snap(progress.landing.length(), setup.rules),
        Role::Snap => up * -near_snap(passes, setup.rules),
        Role::SnapFar => match far_snap(setup, progress, &mut scene.set) {
            Some(far) => far,
            None => return Begin::NextRole,
        },
    })
}

/// Plane of the floor that a level displacement follows first. A floor that rises may be the edge of a
/// [kerb](crate::character::slide::kerbs) on which the hull rests halfway: it is met again, and asked.
#[inline(always)]
fn first_floor(setup: &SlideSetup, floor: Option<Vec3>, level: Vec3) -> Plane {
    let floor = floor.filter(|floor| level.dot(*floor) >= 0.0 || !setup.has_kerbs());
    Plane::surface(floor.unwrap_or(setup.up), 0.0, true)
}

/// Notes in the progress that a snap down, which ended in `end`, found no ground.
#[inline(always)]
fn note_no_ground<L: Lanes, W: SlideObserver + ?Sized>(
    setup: &SlideSetup,
    progress: &mut Progress,
    scene: &mut Scene<L, W>,
    end: Ended,
) {
    if progress.landing != Vec3::ZERO {
        // Either the hull went past the end of the floor that it landed on, or a surface that is no floor is nearer than that.
        let is_over_floor = end == Ended::Blocked && is_over_floor(setup, progress, &mut scene.set);
        if !is_over_floor {
            (progress.ground, progress.ground_surface) = (Ground::Air, (Surface::NONE, 0));
        }
    } else if end == Ended::Blocked {
        // A surface that is no floor is nearer than any ground.
        progress.is_off_ground = true;
    }
}

/// Turns the velocity of a pass along the surfaces that its motion met: zero where they leave no motion and do not turn it back, and of a
/// pass that ran out of iterations the part that it used. Over floors that is the level part: a floor has taken the other from a fall that
/// landed on it, unless it turns it back.
#[inline(never)]
fn turn_velocity(setup: &SlideSetup, progress: &mut Progress, role: Role, end: Ended, left: f32, planes: &ClipPlanes) {
    let index = usize::from(role.is_down());
    let part = match end {
        Ended::Blocked if !planes.have_rebounds() => 0.0,
        Ended::OutOfIterations => 1.0 - left,
        _ => 1.0,
    };
    let whole = progress.velocities[index];
    let velocity = if role == Role::Land { setup.passes.level(whole) * part } else { whole * part };
    if planes.are_moving() {
        turn_among_movers(setup, progress, role, velocity, planes);
    } else if role.is_level() {
        progress.velocities[index] = planes.walked(velocity, setup.up, SlopeSpeed::Level).level;
    } else {
        turn_along(setup, progress, index, velocity, planes);
    }
    if role == Role::Land && progress.leaves {
        progress.velocities[index] += setup.up * whole.dot(setup.up);
    }
}

/// Turns a velocity along surfaces that do not move relative to the frame of the move. On steep ground it also finds the fall whose
/// projection the velocity is.
#[inline(always)]
fn turn_along(setup: &SlideSetup, progress: &mut Progress, index: usize, velocity: Vec3, planes: &ClipPlanes) {
    let along = planes.along(velocity);
    progress.velocities[index] = along.after_friction;
    if let (1, Ground::Steep(_)) = (index, progress.ground) {
        let down = -setup.up;
        let straight = velocity.dot(down);
        if (velocity - down * straight).length() <= ACROSS * straight {
            progress.fall_speed = straight;
            return;
        }
        let sinking = along.frictionless.dot(down);
        let speed = (along.frictionless.length_squared() / sinking).min(setup.passes.max_fall_speed);
        // A velocity across the slope, up it, or faster down than any fall, is the projection of no fall.
        let is_fall = sinking > 0.0
            && (planes.along(down * speed).frictionless - along.frictionless).length() <= ACROSS * sinking;
        progress.fall_speed = if is_fall { speed } else { 0.0 };
    }
}

/// Turns a velocity along surfaces that move relative to the frame of the move: each takes the part that leads into it, relative to
/// it. Where all move alike, that is a turn along surfaces at rest, seen from them.
#[inline(never)]
fn turn_among_movers(setup: &SlideSetup, progress: &mut Progress, role: Role, velocity: Vec3, planes: &ClipPlanes) {
    let index = usize::from(role.is_down());
    let gives_velocity = setup.passes.frame.is_some_and(|frame| frame.gives_velocity);
    let bounces = planes.have_rebounds();
    let is_alone = gives_velocity && !role.is_level() && !planes.have_bounds() && !bounces;
    if let Some(common) = planes.common_velocity().filter(|_| is_alone) {
        turn_along(setup, progress, index, velocity - common, planes);
        progress.velocities[index] += common;
    } else {
        let level = role.is_level().then_some(setup.up);
        let along = planes.along_movers(velocity, level, gives_velocity);
        let began = if role == Role::Fall { setup.passes.began } else { velocity };
        progress.velocities[index] = if bounces { planes.turned_back(along, [velocity, began]) } else { along };
    }
}

/// Level part of a fall's displacement, which the floor that ends the fall does not stop, metres.
#[inline(never)]
fn level_of_fall(setup: &SlideSetup, progress: &Progress, fall: Vec3) -> Vec3 {
    let leaving = setup.passes.leaving.filter(|_| progress.has_left);
    setup.passes.level(leaving.map_or(fall, |[displacement, _]| displacement))
}
