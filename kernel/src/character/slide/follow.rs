//! The way of a hull over an obstacle: up, then across, along the walls beside it.
//!
//! In: a hull at an offset, a level displacement, the height up to which it may touch something. Out: two motions, of which the first
//! rises as far as the hull needs at the end of the second, and no further: a ceiling counts where the hull is.
//! 1. At the end of the displacement the hull takes the [lowest height](crate::character::slide::clear_height) at which it has room.
//! 2. It rises there straight up. Along a wall that leans over it also moves away from the wall, by the least level displacement that
//!    does not lead into it.
//! 3. It then moves across. What stops it there shortens the displacement, and the hull needs less height: back to 1.

use crate::base::tolerance::{CLIP_LEAN, SETTLED_PART, SLOPE_ROUNDING, TOUCH_PART};
use crate::character::collide::collision_set::CollisionSet;
use crate::character::slide::clear_height::{NoRoom, clear_rise};
use crate::character::slide::probes::{FreeWay, free_way};
use crate::character::slide::slide_setup::SlideSetup;
use crate::simd::Lanes;
use glam::Vec3;

/// Most attempts at one way: each shortens it, or turns it along a wall. A dash of ten radii into the corner of stairs and a wall takes
/// ten.
const ATTEMPTS: usize = 12;

/// Part of the displacement below which a way counts as blocked.
pub(super) const LEAST_PART: f32 = 1.0 / 64.0;

/// Part of the displacement up to which a wall is at the hull.
const NEAR_PART: f32 = 0.125;

/// Most shifts off walls at the end of one way: of a wall and what is behind it, where a long way ends inside of stairs, all attempts would
/// shift.
const SHIFTS: u32 = 3;

/// Most level motion off walls that lean over, as a part of the displacement: a wall that leans over by more is a ceiling.
const MOST_SHIFT: f32 = 0.25;

/// Sine of the angle between a level displacement and a surface up to which the surface is beside it: 30°, as for
/// [traces](crate::character::slide::trace).
pub(super) const SINE_ASIDE: f32 = 0.5;

/// A way over an obstacle.
#[derive(Clone, Copy)]
pub(super) struct Followed {
    /// Motion up, and off walls that lean over, metres.
    pub(super) first: Vec3,
    /// Height gained by the first motion, metres.
    pub(super) risen: f32,
    /// Level motion across, metres.
    pub(super) over: Vec3,
    /// The part of the displacement that the motion across makes: whole if it only turned along walls.
    pub(super) part: f32,
}

/// Result of an attempt to go over an obstacle.
pub(super) enum FollowResult {
    Free(Followed),
    /// Nothing is left of the displacement: a surface with this normal blocks it at the height where the hull is.
    BlockedBy(Vec3),
    /// Nothing is left of the displacement: it leads onto something too high.
    TooHigh,
}

/// Finds the way over what stops a hull at offset `at`, by a level displacement, touching nothing above `highest`.
#[inline(never)]
pub(super) fn follow<L: Lanes>(
    setup: &SlideSetup,
    set: &mut CollisionSet<L>,
    at: Vec3,
    level: Vec3,
    highest: f32,
) -> FollowResult {
    let up = setup.up;
    let least = LEAST_PART * level.length();
    let (mut over, mut kept, mut shift) = (level, 1.0, Vec3::ZERO);
    let mut blocked = FollowResult::TooHigh;
    let (mut shifts, mut meets_no_wall) = (0, false);
    for _ in 0..ATTEMPTS {
        if over.dot(level) < least * level.length() {
            break;
        }
        if shift == Vec3::ZERO {
            shifts = 0;
        }
        let risen = match clear_rise(setup, set, at + over + shift, highest) {
            Ok(risen) => risen,
            Err(NoRoom { off, .. }) if shifts < SHIFTS && (shift + off).length() <= MOST_SHIFT * over.length() => {
                (shift, shifts) = (shift + off, shifts + 1);
                continue;
            }
            Err(NoRoom { normal, .. }) => {
                // A wall on the way is met before its height matters. Where a longer way meets none first, a part of it meets none.
                let wall = if meets_no_wall { None } else { wall_on_way(setup, set, at, over) };
                meets_no_wall = wall.is_none();
                if let Some((normal, part)) = wall
                    && leads_into(over, normal)
                {
                    blocked = FollowResult::BlockedBy(normal);
                    let along = along_wall(setup, over, normal);
                    // Straight into a wall the hull goes up to it.
                    if along.dot(level) < least * level.length() && part * over.length() >= least {
                        (over, kept) = (over * part, kept * part);
                    } else {
                        over = along;
                    }
                } else if let Some(along) =
                    along_side(setup, over, normal).or_else(|| before_wall(setup, set, [at, over], normal, highest))
                {
                    (over, meets_no_wall) = (along, false);
                } else {
                    (over, kept) = (over * 0.5, kept * 0.5);
                }
                shift = Vec3::ZERO;
                continue;
            }
        };
        let first = up * risen + shift;
        let stop = if first == Vec3::ZERO { None } else { free_way(setup, set, at, first).stop };
        if let Some((touch, _)) = stop {
            let normal: Vec3 = touch.normal().into();
            blocked = FollowResult::BlockedBy(normal);
            let away = normal - up * normal.dot(up);
            // A wall that leans over lets pass what moves away from it; under a ceiling a shorter way needs less height.
            let (sine, closing) = (away.length(), CLIP_LEAN * first.length() - normal.dot(first));
            // Past the upper edge of a wall the hull bulges by nanometres: shifts as short as that would fill all attempts.
            let least_shift = SETTLED_PART * TOUCH_PART * setup.rules.skin;
            let off = if sine > 0.0 { away * ((closing / sine).max(least_shift) / sine) } else { Vec3::MAX };
            // Between two surfaces it would move off one into the other, and back.
            let is_between = shift.dot(normal) < 0.0;
            if !is_between && (shift + off).length() <= MOST_SHIFT * over.length() {
                shift += off;
            } else {
                (over, kept, shift) = (over * 0.5, kept * 0.5, Vec3::ZERO);
            }
            continue;
        }
        let FreeWay { part, stop } = free_way(setup, set, at + first, over);
        if let Some((touch, _)) = stop {
            let normal: Vec3 = touch.normal().into();
            blocked = FollowResult::BlockedBy(normal);
            let is_wall = normal.dot(up) <= SLOPE_ROUNDING && leads_into(over, normal);
            if is_wall && part * over.length() < least {
                (over, meets_no_wall) = (along_wall(setup, over, normal), false);
            } else {
                let part = if part * over.length() >= least { part } else { 0.5 };
                (over, kept) = (over * part, kept * part);
            }
            continue;
        }
        return FollowResult::Free(Followed { first, risen, over, part: kept });
    }
    blocked
}

/// Normal of a wall that stops a level displacement at the height where the hull is, and the part of the displacement before it; `None` if
/// something else stops it, or nothing.
fn wall_on_way<L: Lanes>(setup: &SlideSetup, set: &mut CollisionSet<L>, at: Vec3, level: Vec3) -> Option<(Vec3, f32)> {
    let FreeWay { part, stop } = free_way(setup, set, at, level);
    let normal: Vec3 = stop?.0.normal().into();
    (normal.dot(setup.up) <= SLOPE_ROUNDING).then_some((normal, part))
}

fn leads_into(level: Vec3, normal: Vec3) -> bool {
    level.dot(normal) < 0.0
}

/// The part of a level displacement that runs along a surface beside it, too high for a step; `None` if the surface is more across.
fn along_side(setup: &SlideSetup, level: Vec3, normal: Vec3) -> Option<Vec3> {
    // However steep it is: the edge of a step that is touched from above still lies across the way.
    let across = setup.passes.level(normal).normalize_or_zero();
    let is_beside = leads_into(level, normal) && -level.dot(across) <= SINE_ASIDE * level.length();
    is_beside.then(|| along_wall(setup, level, normal))
}

/// The part of a level displacement that runs along a wall which the hull is at, or nearly. A hull that is farther off goes up to the wall
/// first. A wall may lean over so much that only the room at a place tells how far off it is.
fn before_wall<L: Lanes>(
    setup: &SlideSetup,
    set: &mut CollisionSet<L>,
    [at, level]: [Vec3; 2],
    normal: Vec3,
    highest: f32,
) -> Option<Vec3> {
    let is_wall = normal.dot(setup.up) <= SLOPE_ROUNDING && leads_into(level, normal);
    let mut is_near = || clear_rise(setup, set, at + level * NEAR_PART, highest).is_err();
    (is_wall && is_near()).then(|| along_wall(setup, level, normal))
}

/// The part of a level displacement that runs along a wall.
fn along_wall(setup: &SlideSetup, level: Vec3, normal: Vec3) -> Vec3 {
    let across = normal - setup.up * normal.dot(setup.up);
    level - across * (level.dot(across) / across.length_squared())
}
