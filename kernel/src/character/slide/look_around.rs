//! The searches of a slider beside its way: for the way into a narrow wedge, and for the floor that it stands on.
//!
//! In: a slider that its planes leave no motion. Out: a motion, or a plane more.

use crate::base::tolerance::{LOOK_PART, TOUCH_PART};
use crate::character::slide::clip_plane::{Plane, towards_both};
use crate::character::slide::clip_planes::ClipPlanes;
use crate::character::slide::pass_role::Role;
use crate::character::slide::slide_observer::SlideObserver;
use crate::character::slide::slider::Slider;
use crate::narrow::sweep::hits::Start;
use crate::simd::Lanes;
use glam::Vec3;

impl<L: Lanes, W: SlideObserver + ?Sized> Slider<'_, L, W> {
    /// The way into a wedge whose surfaces are met at once, to a skin before them, if that is longer than `nearer`, which leads along
    /// one of them. Along a narrow wedge the stops before its surfaces leave much more than a skin.
    #[inline(never)]
    pub(super) fn way_between(&mut self, desired: Vec3, role: Role, planes: &ClipPlanes, nearer: Vec3) -> Vec3 {
        // To a character that walks, every plane that is no floor is a wall.
        let up_of_walls = (role == Role::Walk).then_some(self.up);
        let Some(normals) = planes.narrowest_wedge(TOUCH_PART, up_of_walls) else { return nearer };
        let (skin, look) = (self.rules.skin, LOOK_PART * self.rules.skin);
        let gaps = normals.map(|normal| {
            let swept = self.collision_set.sweep_apart(self.offset, normal * -look, Start::Approach);
            f64::from(swept.fraction() * look)
        });
        let Some(inward) = towards_both(normals.map(Vec3::as_dvec3), gaps, self.up.as_dvec3()) else { return nearer };
        let length = inward.dot(desired);
        // A short way says nothing of a skin behind its end.
        let look = if length + look > skin {
            look
        } else {
            self.widen();
            skin
        };
        let swept = self.collision_set.sweep_apart(self.offset, inward * (length + look), Start::Approach);
        let way = swept.fraction() * (length + look) - skin;
        if way > nearer.length().max(self.least_advance) {
            let inward = inward * way.min(length);
            return inward * self.neighbourhood.map_or(1.0, |others| others.part(self.offset, inward));
        }
        nearer
    }

    /// The floor that the hull stands on.
    #[inline(never)]
    pub(super) fn floor_below(&mut self) -> Option<Plane> {
        let down = self.up * (-LOOK_PART * self.rules.skin);
        let swept = self.collision_set.sweep_apart(self.offset, down, Start::Approach);
        let touch = self.collision_set.touch(&swept)?;
        let normal: Vec3 = touch.normal().into();
        let (_, friction) = self.collision_set.material(&touch);
        self.is_floor(normal).then(|| Plane::surface(normal, friction, true))
    }
}
