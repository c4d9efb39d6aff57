//! The observer of a slide: the receiver of its events.
//!
//! An observer records only what its caller needs: a single slide records everything, a crowd only counts.

use crate::character::model::outcome::{SlideContact, SlideOutcome};
use crate::query::contact::Touch;
use crate::world::solids::Solids;
use glam::Vec3;

/// The receiver of the events of a slide.
pub(crate) trait SlideObserver {
    /// Reports that the slide begins, or begins again; earlier events are then void.
    fn begins(&mut self);

    /// Reports that the slide touched a triangle of an instance, with contact normal (world space) and material index.
    fn touches(&mut self, instances: Solids, touch: &Touch, normal: Vec3, material: u16);

    /// Reports that the hull moved by `length` metres; `travel` is its displacement since the start of the character's move, metres.
    fn moves(&mut self, travel: Vec3, length: f32);

    /// Reports that a stair step has raised the hull by `height` metres during the slide.
    fn steps(&mut self, height: f32);
}

impl SlideObserver for SlideOutcome {
    fn begins(&mut self) {
        self.clear_path();
    }

    #[inline(always)]
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
