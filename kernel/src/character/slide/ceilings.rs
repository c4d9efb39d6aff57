//! Ceilings that a walking hull meets above its path: it comes down to the path first.
//!
//! In: a walk whose hull touches a surface over it. Out: the hull on the ground below, if it was not there. A hull rolls over an edge along
//! the plane in which it touches the edge, and leaves a slope at its end: it is then higher than its path, which rolls on. A ceiling counts
//! where the path is. See `docs/math/walking.md`.

use crate::base::tolerance::{SETTLED_PART, TOUCH_PART};
use crate::character::slide::clip_plane::Plane;
use crate::character::slide::clip_planes::ClipPlanes;
use crate::character::slide::probes::{FreeWay, free_way};
use crate::character::slide::progress::Progress;
use crate::character::slide::scene::Scene;
use crate::character::slide::slide_observer::SlideObserver;
use crate::character::slide::slide_setup::SlideSetup;
use crate::character::slide::snap::carrier;
use crate::character::slide::steps::StepContact;
use crate::simd::Lanes;
use glam::Vec3;

/// Moves a hull up to a ceiling, by `motion`, and down to the ground below, whose plane takes the place of the floors met so far. Returns
/// false, and moves nothing, if the hull is on that ground, or nothing below carries it.
#[inline(never)]
pub(super) fn comes_down_to_path<L: Lanes, W: SlideObserver + ?Sized>(
    setup: &SlideSetup,
    progress: &mut Progress,
    scene: &mut Scene<L, W>,
    motion: Vec3,
    planes: &mut ClipPlanes,
) -> bool {
    let from = progress.offset + motion;
    let down = setup.up * -(setup.rules.snap_distance + setup.look());
    let FreeWay { part, stop: Some((touch, point)) } = free_way(setup, &mut scene.set, from, down) else {
        return false;
    };
    let (normal, way): (Vec3, Vec3) = (touch.normal().into(), down * part);
    let length = way.length();
    if length <= SETTLED_PART * TOUCH_PART * setup.rules.skin
        || setup.neighbourhood.is_some_and(|others| others.part(from, way) < 1.0)
    {
        return false;
    }
    let contact = StepContact { normal, point, is_face: touch.is_face };
    let at = [from + way, from];
    if carrier(setup, &mut scene.set, &mut progress.known_step, contact, at).is_none() {
        return false;
    }
    progress.advance(scene.observer, motion, motion.length());
    progress.advance(scene.observer, way, length);
    let floor = if setup.is_walked_on(normal) { normal } else { setup.up };
    planes.replace_floors(Plane::surface(floor, 0.0, true));
    true
}
