//! Bounds from other characters, beside the clip planes of surfaces.
//!
//! In: a [neighbourhood](crate::character::others::neighbourhood), the progress of a slide. Out: whether motions of a pass stay in the
//! bounds.
//!
//! A bound differs from a surface: it gives way by the part of a gap that is left; it is known from the start of a pass; nothing is
//! swept against it, so that a motion needs no lean off it; it has no friction, and is no floor. A pass moves by parts of motions in
//! the bounds, and the parts add up to at most one. As the motions in the bounds are convex, their sum is in the bounds, too.

use crate::character::others::bounds::Bound;
use crate::character::others::bounds::PassBounds;
use crate::character::others::neighbourhood::Neighbourhood;
use crate::character::slide::clip_planes::ClipPlanes;
use crate::character::slide::pass_role::Role;
use crate::character::slide::slide_setup::SlideSetup;
use glam::{DVec3, Vec3};

impl ClipPlanes {
    /// Sets the bounds of a pass at `offset` from the start of the step, of which the part `left` is left. Bounds that a motion of
    /// `length` metres cannot reach are left out.
    #[inline(never)]
    pub(super) fn bound(&mut self, neighbourhood: &Neighbourhood, offset: Vec3, left: f32, length: f32) {
        let mut bounds = PassBounds::new();
        for bound in neighbourhood.bounds() {
            let gives = bound.room(offset) / left;
            if gives < length {
                bounds.push(Bound { gives, ..*bound });
            }
        }
        self.bounds = Some(bounds);
    }

    /// Keeps only the bounds that `displacement` violates, and makes them strict, to turn a velocity as the displacement was turned.
    #[inline(always)]
    pub(super) fn press(&mut self, displacement: Vec3) {
        if let Some(bounds) = &mut self.bounds {
            bounds.press(displacement);
        }
    }

    #[inline(always)]
    pub(super) fn have_bounds(&self) -> bool {
        !self.bounds().is_empty()
    }

    #[inline(always)]
    pub(super) fn bounds(&self) -> &[Bound] {
        self.bounds.as_ref().map_or(&[], PassBounds::all)
    }

    /// Whether a motion satisfies all bounds from other characters on this pass of a slide.
    #[inline(always)]
    pub(super) fn is_in_bounds(&self, motion: Vec3) -> bool {
        self.bounds().iter().all(|bound| bound.outward(motion) >= 0.0)
    }

    /// Whether a motion of length `length`, metres, satisfies all bounds from other characters, to the rounding of normals.
    #[inline(always)]
    pub(super) fn allow_bounds(&self, motion: DVec3, length: f64) -> bool {
        self.bounds().iter().all(|bound| bound.allows(motion, length))
    }
}

/// Adds the bounds from other characters to a pass at `offset`, of which the part `left` is left. Returns its displacement: a snap
/// is cut where it reaches another character.
#[inline(never)]
pub(super) fn enter_bounds(
    setup: &SlideSetup,
    offset: Vec3,
    displacement: Vec3,
    role: Role,
    left: f32,
    planes: &mut ClipPlanes,
) -> Vec3 {
    let Some(neighbourhood) = setup.neighbourhood else { return displacement };
    if role.is_snap() {
        return displacement * neighbourhood.part(offset, displacement);
    }
    let mut length = displacement.length();
    match (role, setup.passes.leaving) {
        (Role::Walk | Role::Land, _) => length /= setup.rules.walk_cosine(),
        (Role::Fall, Some([leaving, _])) => length = length.max(leaving.length()),
        _ => {}
    }
    planes.bound(neighbourhood, offset, left, length);
    displacement
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::character::model::slide_settings::SlopeSpeed;
    use crate::character::slide::clip_plane::Plane;
    use alloc::vec;
    use alloc::vec::Vec;
    use sweep8_scalar_ref::random::Random;

    /// The motion nearest to a desired one in bounds and before walls, by projections in turn (Boyle and Dykstra 1986); none where
    /// planes are so nearly parallel that these have not arrived.
    fn projected(bounds: &[Bound], desired: DVec3) -> Option<DVec3> {
        let mut motion = desired;
        let mut corrections = vec![DVec3::ZERO; bounds.len()];
        for _ in 0..20_000 {
            for (bound, correction) in bounds.iter().zip(&mut corrections) {
                let corrected = motion + *correction;
                let normal = bound.normal.as_dvec3();
                motion = corrected + normal * (-f64::from(bound.gives) - normal.dot(corrected)).max(0.0);
                *correction = corrected - motion;
            }
        }
        let is_in = |bound: &Bound| bound.normal.as_dvec3().dot(motion) + f64::from(bound.gives) > -1e-6;
        bounds.iter().all(is_in).then_some(motion)
    }

    fn planes_of(bounds: &[Bound]) -> ClipPlanes {
        let mut planes = ClipPlanes::new();
        let mut others = PassBounds::new();
        for bound in bounds {
            if bound.gives == 0.0 && planes.met().len() < 2 {
                planes.add(Plane::surface(bound.normal, 0.0, false));
            } else {
                others.push(*bound);
            }
        }
        planes.bounds = Some(others);
        planes
    }

    /// Draws up to six random bounds for a test, some of which allow no motion behind their planes; up to two of those are walls.
    fn drawn(random: &mut Random, case: usize, level: bool) -> Vec<Bound> {
        let bound = |_| {
            let mut normal = Vec3::from(random.signed_vector());
            if level {
                normal.y = 0.0;
            }
            let gives = if random.signed() < -0.4 { 0.0 } else { 0.5 * random.signed().abs() };
            Bound { normal: normal.normalize(), gives }
        };
        (0..=case % 6).map(bound).collect()
    }

    #[test]
    fn a_motion_in_bounds_and_before_walls_is_the_nearest_to_the_desired_one() {
        let (mut random, mut judged) = (Random(3), 0);
        for case in 0..400 {
            let bounds = drawn(&mut random, case, false);
            let desired = Vec3::from(random.signed_vector());
            let (left, _) = planes_of(&bounds).project(desired);
            let Some(expected) = projected(&bounds, desired.as_dvec3()) else { continue };
            judged += 1;
            assert!((left.as_dvec3() - expected).length() < 1e-4, "case {case}: {left} is not {expected}: {bounds:?}");
        }
        assert!(judged > 350, "{judged} judged");
    }

    #[test]
    fn a_level_motion_in_bounds_and_before_walls_is_the_nearest_to_the_desired_one() {
        let mut random = Random(4);
        let (mut corners, mut judged) = (0, 0);
        for case in 0..400 {
            let bounds = drawn(&mut random, case, true);
            let desired = Vec3::from(random.signed_vector()) * Vec3::new(1.0, 0.0, 1.0);
            let left = planes_of(&bounds).walked(desired, Vec3::Y, SlopeSpeed::Level).level;
            let Some(expected) = projected(&bounds, desired.as_dvec3()) else { continue };
            judged += 1;
            assert!((left.as_dvec3() - expected).length() < 1e-4, "case {case}: {left} is not {expected}: {bounds:?}");
            let at = |bound: &&Bound| (bound.normal.dot(left) + bound.gives).abs() < 1e-5;
            corners += usize::from(left.length() > 1e-3 && bounds.iter().filter(at).count() == 2);
        }
        assert!(corners > 20 && judged > 350, "{corners} in a corner of two, {judged} judged");
    }

    #[test]
    fn a_bound_that_stops_a_part_of_a_displacement_stops_all_of_its_velocity() {
        let mut planes = planes_of(&[Bound { normal: Vec3::X, gives: 0.1 }, Bound { normal: Vec3::Z, gives: 0.4 }]);
        planes.press(Vec3::new(-0.2, 0.0, -0.2));
        let along = planes.along(Vec3::new(-3.0, 0.0, -3.0)).frictionless;
        assert!((along - Vec3::new(0.0, 0.0, -3.0)).length() < 1e-6, "{along}");
    }
}
