//! The way down to the ground of who walks: over crests, down slopes and stairs.
//!
//! In: a slider after its walk. Out: whether there is ground below that carries. It is first looked for as far down as slopes lead on
//! the way, and only if nothing is there as far as the profile says: that takes a gather of its own.

use crate::character::slide::pass_role::{Ended, Role};
use crate::character::slide::reach::near_snap;
use crate::character::slide::slide_observer::SlideObserver;
use crate::character::slide::slider::Slider;
use crate::query::contact::Touch;
use crate::simd::Lanes;
use glam::Vec3;

impl<L: Lanes, W: SlideObserver + ?Sized> Slider<'_, L, W> {
    /// Goes down to what is touched if that carries.
    #[inline(never)]
    pub(super) fn snaps(
        &mut self,
        touch: &Touch,
        normal: Vec3,
        motion: Vec3,
        [stop, fraction]: [f32; 2],
    ) -> (Ended, f32) {
        let way = motion * stop;
        let mut floor = normal;
        if !self.is_floor(normal) {
            let Some(of_step) = self.step_below(touch, normal, way) else { return (Ended::Blocked, 1.0) };
            floor = of_step;
            self.edge_of_step = Some(touch.point_off_center() + motion * (fraction - stop));
        }
        let (material, _) = self.collision_set.material(touch);
        self.observer.touches(self.collision_set.instances, touch, normal, material);
        let length = way.length();
        if length >= self.least_way(Role::Snap) {
            self.advance(way, length);
        }
        self.stands_on(floor, touch, material);
        (Ended::Slid, 0.0)
    }

    /// Down to the ground beyond a near one, where nothing is nearer.
    pub(super) fn far_snap(&mut self) -> Option<Vec3> {
        if self.is_off_ground || self.rules.snap_distance <= near_snap(self.passes, self.rules) {
            return None;
        }
        self.widen();
        Some(self.up * -self.rules.snap_distance)
    }
}
