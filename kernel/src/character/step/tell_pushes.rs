//! Tells the observer of a move of the instances that pushed the character before it moved by itself.

use crate::character::carried::frame::Frame;
use crate::character::model::outcome::MAX_PUSHES_TOLD;
use crate::character::slide::slide_observer::SlideObserver;
use crate::query::scratch::{MoverPart, PushTouch};
use crate::world::solids::Solids;
use crate::world::surface_velocity::told_velocity;

/// Tells an observer of the movers that have pushed a character, and notes their velocities; the carrier of a character in the air is
/// left out, which its own move touches.
#[inline(never)]
pub(super) fn tell_pushes<W: SlideObserver + ?Sized>(
    instances: Solids,
    frame: &Frame,
    movers: &mut [MoverPart],
    observer: &mut W,
    seconds: f32,
) {
    let mut told = 0;
    for part in movers {
        let Some(PushTouch { touch, velocity }) = &mut part.push else { continue };
        let index = part.instance;
        let along_axes = told_velocity(instances, [index, touch.triangle], touch.point_along_axes(), seconds);
        *velocity = instances.turn().map_or(along_axes, |turn| turn.world_displacement(along_axes));
        if frame.carrier == Some(index) || told == MAX_PUSHES_TOLD {
            continue;
        }
        let material = instances.get(index).map_or(0, |instance| instance.mesh.tree.materials.of(touch.triangle));
        let touch = touch.seen(instances.turn());
        observer.touches(instances, &touch, touch.normal().into(), material);
        told += 1;
    }
}
