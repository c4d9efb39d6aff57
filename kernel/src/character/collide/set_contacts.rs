//! The contacts that the sweeps of a collision set find.
//!
//! In: a set, the result of one of its sweeps. Out: the touched surface, in the world or in ellipsoid space; how deep it is overlapped; the
//! way on which the hull leaves it.

use crate::character::collide::collision_set::CollisionSet;
use crate::character::collide::swept::Swept;
use crate::narrow::last_touch::{last_touch, last_touch_of_spine};
use crate::narrow::sweep::nearest::{capsule_rounding, rounding};
use crate::query::contact::{Contact, ContactSpace, Touch};
use crate::shape::axis::Axis;
use crate::simd::Lanes;
use glam::{Vec3, Vec3A};

/// The end of a way on which a hull leaves a triangle.
pub(crate) struct LastTouch {
    /// Length of the way, metres.
    pub(crate) way: f32,
    /// Contact normal at the end, towards the hull, unit length, axes of the hull.
    pub(crate) normal: Vec3,
    /// Touched point relative to the hull's centre at the end, metres, axes of the hull.
    pub(crate) point: Vec3,
}

impl<'a, L: Lanes> CollisionSet<'a, L> {
    /// Contact of a sweep's result, as a surface to slide along; `None` if the sweep has no contact.
    #[inline(always)]
    pub(crate) fn touch(&self, swept: &Swept) -> Option<Touch<'a>> {
        let lane = swept.nearest.found?;
        if !self.is_about_start() {
            return self.touch_elsewhere(swept);
        }
        let surface = self.source.surface(swept.instance, lane.triangle, self.scratch);
        Some(swept.touch(&lane, &self.space, (0.0, Axis::Y), self.instances.turn(), surface))
    }

    /// Contact of a hull with a spine, or of a long sweep, as [`touch`](Self::touch). Gathered sweeps have no offset.
    #[inline(never)]
    fn touch_elsewhere(&self, swept: &Swept) -> Option<Touch<'a>> {
        let lane = swept.nearest.found?;
        let space = self.space_at(swept.space_offset);
        let surface = self.source.surface(swept.instance, lane.triangle, self.scratch);
        Some(swept.touch(&lane, &space, self.held_spine(), self.instances.turn(), surface))
    }

    /// The contact of a sweep in ellipsoid space; `None` if the sweep has no contact.
    pub(crate) fn contact(&self, swept: &Swept) -> Option<Contact> {
        let center = swept.way.at(swept.nearest.fraction);
        swept.nearest.found.map(|lane| {
            if self.has_spine() { self.capsule().contact(center, &lane) } else { Contact::of(center, &lane) }
        })
    }

    /// Depth by which the hull overlaps the touched triangle at the start of a sweep, along the contact normal, metres.
    pub(crate) fn depth(&self, swept: &Swept) -> f32 {
        self.contact(swept).map_or(0.0, |contact| contact.world_depth(&self.space))
    }

    /// Bound on the rounding of the hull's distance to the touched triangle at the start of a sweep, ellipsoid space.
    pub(crate) fn rounding(&self, swept: &Swept) -> f32 {
        let start = swept.way.start;
        swept.nearest.found.map_or(0.0, |lane| {
            if self.has_spine() {
                capsule_rounding(start, self.scratch.spine.half, lane.corners)
            } else {
                rounding(start, lane.corners)
            }
        })
    }

    /// The way along `direction`, a unit vector, on which the hull leaves the triangle that a sweep overlaps at its start; `None` if the
    /// sweep has no contact.
    pub(crate) fn last_touch(&self, swept: &Swept, direction: Vec3) -> Option<LastTouch> {
        let lane = swept.nearest.found?;
        let (radii, corners) = (self.space.radii.as_dvec3(), lane.corners.map(Vec3A::as_dvec3));
        let (start, direction) = (swept.way.start.as_dvec3(), direction.as_dvec3() / radii);
        let (center, way, contact) = if self.has_spine() {
            let spine = self.capsule().spine();
            let way = last_touch_of_spine(start, spine, direction, corners);
            let center = start + direction * way;
            (center, way, Contact::of_capsule(center, spine, &lane))
        } else {
            let way = last_touch(start, direction, corners);
            let center = start + direction * way;
            (center, way, Contact::of(center, &lane))
        };
        let normal = contact.world_normal(&self.space);
        let point = ((contact.point - center) * radii).as_vec3();
        Some(LastTouch { way: way as f32, normal, point })
    }
}
