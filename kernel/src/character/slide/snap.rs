//! Snap to the ground: the way down of a character that walks, over crests, down slopes and stairs.
//!
//! In: the progress of a slide after its walk. Out: whether there is ground below that carries. It is looked for as far down as
//! slopes lead on the way; only if nothing is there, as far as the profile says, which takes a second gather.

use crate::character::collide::collision_set::CollisionSet;
use crate::character::slide::pass_role::{Ended, Role};
use crate::character::slide::progress::Progress;
use crate::character::slide::reach::near_snap;
use crate::character::slide::scene::{Scene, Stop};
use crate::character::slide::slide_observer::SlideObserver;
use crate::character::slide::slide_setup::SlideSetup;
use crate::character::slide::steps::step_below;
use crate::simd::Lanes;
use glam::Vec3;

/// Moves the hull down to a contact if the character can stand on the touched surface or stair step; returns how the snap ended.
#[inline(never)]
pub(super) fn snaps<L: Lanes, W: SlideObserver + ?Sized>(
    setup: &SlideSetup,
    progress: &mut Progress,
    scene: &mut Scene<L, W>,
    &Stop { touch, normal, fraction, back }: &Stop,
    motion: Vec3,
) -> (Ended, f32) {
    let stop = (fraction - back).max(0.0);
    let way = motion * stop;
    let mut floor = normal;
    if !setup.is_floor(normal) {
        let at = progress.offset + way;
        let Some(of_step) = step_below(setup, &mut scene.set, touch, normal, at) else { return (Ended::Blocked, 1.0) };
        floor = of_step;
        progress.edge_of_step = Some(touch.point_off_center() + motion * (fraction - stop));
    }
    let (material, _) = scene.report(touch, normal);
    let length = way.length();
    if length >= progress.least_way(setup, Role::Snap) {
        progress.advance(scene.observer, way, length);
    }
    progress.stands_on(setup, floor, touch, material);
    (Ended::Slid, 0.0)
}

/// Displacement of a snap by the full snap distance; `None` if the first snap already went as far, or met a surface too steep.
pub(super) fn far_snap<L: Lanes>(setup: &SlideSetup, progress: &Progress, set: &mut CollisionSet<L>) -> Option<Vec3> {
    if progress.is_off_ground || setup.rules.snap_distance <= near_snap(setup.passes, setup.rules) {
        return None;
    }
    setup.widen(set);
    Some(setup.up * -setup.rules.snap_distance)
}
