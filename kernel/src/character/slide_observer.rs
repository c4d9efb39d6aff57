//! Who is told what happens on the way of a slide.
//!
//! An observer records only what its caller needs: a single slide records everything, a crowd only counts.

use crate::query::contact::Touch;
use crate::world::solids::Solids;
use glam::Vec3;

/// Who is told of a slide on its way.
pub(crate) trait SlideObserver {
    /// It begins, or begins again: what was told before did not happen.
    fn begins(&mut self);

    /// It touches a surface of one of the instances, with that normal in the world, made of that material.
    fn touches(&mut self, instances: Solids, touch: &Touch, normal: Vec3, material: u16);

    /// It has moved on by `length` metres, to `travel` from where the move began.
    fn moves(&mut self, travel: Vec3, length: f32);

    /// A step has raised it by `height` metres.
    fn steps(&mut self, height: f32);
}
