//! The surroundings of a slide: the triangles that it sweeps against, the contacts that these give, the observer that it reports to.

use crate::character::collide::collision_set::CollisionSet;
use crate::character::slide::passes::MovingFrame;
use crate::character::slide::slide_observer::SlideObserver;
use crate::query::contact::Touch;
use crate::simd::Lanes;
use crate::world::surface_velocity::{surface_velocity, velocity_along};
use glam::Vec3;

/// Triangles around a slide, and the observer that receives the slide's events.
pub(super) struct Scene<'a, L, W: ?Sized> {
    pub(super) set: CollisionSet<'a, L>,
    pub(super) observer: &'a mut W,
}

/// Contact that stops the hull in one sweep of a slide pass.
pub(super) struct Stop<'t> {
    pub(super) touch: &'t Touch<'t>,
    pub(super) normal: Vec3,
    /// Fraction of the swept motion up to the contact.
    pub(super) fraction: f32,
    /// Fraction of the swept motion by which the hull stops before the contact, to leave a gap.
    pub(super) back: f32,
}

impl<L: Lanes, W: SlideObserver + ?Sized> Scene<'_, L, W> {
    /// Velocity of a touched surface relative to the frame of the move, m/s.
    #[inline(never)]
    pub(super) fn velocity_of(&self, touch: &Touch, frame: &MovingFrame) -> Vec3 {
        let (instances, index) = (self.set.instances, touch.instance.index() as u32);
        // Most surfaces lie still beside a mover: the touched point need not be known.
        if !instances.has_moving_surfaces() && instances.motion(index).is_none() {
            return Vec3::ZERO - frame.velocity;
        }
        let point = touch.point_along_axes();
        let velocity = surface_velocity(instances, index, point, frame.seconds) - frame.velocity;
        if !instances.has_moving_surfaces() {
            return velocity;
        }
        velocity + velocity_along(instances, [index, touch.triangle], point, touch.normal().as_dvec3())
    }

    /// Reports a contact to the slide's observer; returns material index, friction and restitution of the touched surface.
    #[inline(always)]
    pub(super) fn report(&mut self, touch: &Touch, normal: Vec3) -> (u16, [f32; 2]) {
        let (material, coefficients) = self.set.material(touch);
        self.observer.touches(self.set.instances, touch, normal, material);
        (material, coefficients)
    }
}
