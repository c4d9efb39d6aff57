//! Probe sweeps: searches beside the path of a slide, for free ways, for floors, and into narrow wedges.
//!
//! In: setup and collision set of a slide, an offset from its start. Out: what is there. A probe moves nothing and reports nothing.

use crate::base::tolerance::{LOOK_PART, TOUCH_PART};
use crate::character::collide::collision_set::CollisionSet;
use crate::character::slide::clip_plane::{Plane, towards_both};
use crate::character::slide::clip_planes::ClipPlanes;
use crate::character::slide::pass_role::Role;
use crate::character::slide::progress::Progress;
use crate::character::slide::slide_setup::SlideSetup;
use crate::narrow::sweep::hits::Start;
use crate::query::contact::Touch;
use crate::simd::Lanes;
use glam::Vec3;

/// The way into a wedge between two surfaces, up to a skin before them, if it is longer than `nearer`, which leads along one of them.
/// Stops along a narrow wedge alone would leave much more than a skin before its end.
#[inline(never)]
pub(super) fn way_between<L: Lanes>(
    setup: &SlideSetup,
    set: &mut CollisionSet<L>,
    offset: Vec3,
    [desired, nearer]: [Vec3; 2],
    role: Role,
    planes: &ClipPlanes,
) -> Vec3 {
    // To a character that walks, every plane that is no floor is a wall.
    let up_of_walls = (role == Role::Walk).then_some(setup.up);
    let Some(normals) = planes.narrowest_wedge(TOUCH_PART, up_of_walls) else { return nearer };
    let (skin, look) = (setup.rules.skin, setup.look());
    let gaps = normals.map(|normal| {
        let swept = set.sweep_outlined(offset, normal * -look, Start::Approach);
        f64::from(swept.fraction() * look)
    });
    let Some(inward) = towards_both(normals.map(Vec3::as_dvec3), gaps, setup.up.as_dvec3()) else { return nearer };
    let length = inward.dot(desired);
    // The gather covers a skin beyond the end of the move only if the way is long.
    let look = if length + look > skin {
        look
    } else {
        setup.cover(set, offset + inward * length, skin);
        skin
    };
    let swept = set.sweep_outlined(offset, inward * (length + look), Start::Approach);
    let way = swept.fraction() * (length + look) - skin;
    if way > nearer.length().max(setup.least_advance) {
        let inward = inward * way.min(length);
        return inward * setup.neighbourhood.map_or(1.0, |others| others.part(offset, inward));
    }
    nearer
}

/// Plane of the floor directly below a hull at `offset` from the start of the slide; `None` if there is none.
#[inline(never)]
pub(super) fn floor_below<L: Lanes>(setup: &SlideSetup, set: &mut CollisionSet<L>, offset: Vec3) -> Option<Plane> {
    let swept = set.sweep_outlined(offset, setup.up * (-LOOK_PART * setup.rules.skin), Start::Approach);
    let touch = set.touch(&swept)?;
    let normal: Vec3 = touch.normal().into();
    let (_, [friction, _]) = set.material(&touch);
    setup.is_floor(normal).then(|| Plane::surface(normal, friction, true))
}

/// Whether a floor lies below the point where the hull touches its ground, within the reach of a probe sweep.
#[inline(never)]
pub(super) fn is_over_floor<L: Lanes>(setup: &SlideSetup, progress: &Progress, set: &mut CollisionSet<L>) -> bool {
    let Some(normal) = progress.ground.normal() else { return false };
    let way = -setup.hull.touching(normal) - normal * setup.look();
    set.first_face(progress.offset, way).is_some_and(|face| setup.is_floor(face.normal))
}

/// The free part of a motion.
pub(super) struct FreeWay<'a> {
    /// Fraction of the motion up to a stop that keeps its gap; 1 if nothing stops it.
    pub(super) part: f32,
    /// Contact that stops the motion, and its touched point relative to the hull's centre at the stop, metres.
    pub(super) stop: Option<(Touch<'a>, Vec3)>,
}

/// How far a motion is free, up to a stop that keeps its gap.
pub(super) fn free_way<'a, L: Lanes>(
    setup: &SlideSetup,
    set: &mut CollisionSet<'a, L>,
    offset: Vec3,
    motion: Vec3,
) -> FreeWay<'a> {
    setup.cover(set, offset + motion * 0.5, motion.length() * 0.5);
    let swept = set.sweep_outlined(offset, motion, Start::Approach);
    let Some(touch) = set.touch(&swept) else { return FreeWay { part: 1.0, stop: None } };
    let back = setup.kept_off(touch.normal().into(), motion, motion.length());
    let part = (swept.fraction() - back).max(0.0);
    if part >= 1.0 {
        return FreeWay { part, stop: None };
    }
    let point = touch.point_off_center() + motion * (swept.fraction() - part);
    FreeWay { part, stop: Some((touch, point)) }
}
