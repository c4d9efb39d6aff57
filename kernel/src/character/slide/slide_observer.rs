//! The observer of a slide: it is told of the events on the way.
//!
//! An observer records only what its caller needs: a single slide records everything, a crowd only counts.

use crate::character::model::outcome::{SlideContact, SlideOutcome};
use crate::query::contact::Touch;
use crate::world::solids::Solids;
use glam::Vec3;

/// An observer that a slide tells of the events on its way.
pub(crate) trait SlideObserver {
    /// The slide begins, or begins again: the events told before did not happen.
    fn begins(&mut self);

    /// The slide touches a surface of one of the instances, with that normal in the world, made of that material.
    fn touches(&mut self, instances: Solids, touch: &Touch, normal: Vec3, material: u16);

    /// The slide has moved on by `length` metres, to `travel` from where the move began.
    fn moves(&mut self, travel: Vec3, length: f32);

    /// A step has raised the hull by `height` metres.
    fn steps(&mut self, height: f32);
}

impl SlideObserver for SlideOutcome {
    fn begins(&mut self) {
        self.clear_path();
    }

    fn touches(&mut self, _: Solids, touch: &Touch, normal: Vec3, material: u16) {
        let &Touch { instance, triangle, .. } = touch;
        self.push_contact(SlideContact { point: touch.point(), normal, instance, triangle, material });
    }

    fn moves(&mut self, travel: Vec3, length: f32) {
        self.path += length;
        self.push_waypoint(travel);
    }

    fn steps(&mut self, height: f32) {
        self.stepped_by += height;
    }
}
