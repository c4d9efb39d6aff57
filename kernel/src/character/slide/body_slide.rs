//! The slide of a body: several parts that move as one.
//!
//! In: the parts, each with its view of the world, and a displacement. Out: displacement of the body, and how the slide ended; an outcome
//! gets every contact on the way.
//! 1. Each part has its own hull, its own gather, and its own axes, as a [slide](crate::character::slide::slide) of it alone would.
//! 2. A pass sweeps all parts along the same motion, and stops where the first of them stops.
//! 3. The plane of its contact joins the planes, which all parts share; the rest of the displacement is projected on them.
//! 4. A part that overlaps at the start pushes the whole body free, the deepest first, as long as no other part is led through a surface.
//!
//! Source: Suter 1999, whose body of spheres is pushed by the part that touches.

use crate::base::tolerance::{ADVANCE_ROUNDING, LOOK_PART, REST_PART, SHORTEST_MOVE, TOUCH_PART};
use crate::character::collide::collision_set::CollisionSet;
use crate::character::collide::gather::Reach;
use crate::character::collide::room::Tenant;
use crate::character::model::body_outcome::BodySlideOutcome;
use crate::character::model::outcome::SlideContact;
use crate::character::model::slide_settings::SlideRules;
use crate::character::slide::clip_plane::Plane;
use crate::character::slide::clip_planes::ClipPlanes;
use crate::character::slide::pass::is_nothing;
use crate::character::slide::pass_role::Ended;
use crate::character::slide::slide_setup::kept_off;
use crate::narrow::sweep::hits::Start;
use crate::query::contact::Touch;
use crate::query::scratch::Scratch;
use crate::query::viewpoint::Viewpoint;
use crate::shape::body::Body;
use crate::shape::swept_ellipsoid::Shape;
use crate::simd::{Lanes, task};
use crate::world::solids::Solids;
use core::array;
use glam::Vec3;

/// Most pushes out of overlaps at the start: as many for each part.
const MOST_PUSHES: usize = 2 * Body::MAX_SLIDING_PARTS;

/// A part of a body that slides: its shape, and the world in the frame of its axes.
#[derive(Clone, Copy)]
pub(crate) struct SlidingPart<'a> {
    pub(crate) viewpoint: &'a Viewpoint,
    pub(crate) instances: Solids<'a>,
    pub(crate) shape: Shape,
}

/// A part in a slide.
struct Part<'a, L> {
    set: CollisionSet<'a, L>,
    viewpoint: &'a Viewpoint,
    /// Overlap of the hull up to which the slide goes on, ellipsoid space; `None` after a depenetration, which may leave overlaps.
    tolerated: Option<f32>,
}

/// Contact that stops a part.
struct Stop<'a> {
    part: usize,
    touch: Touch<'a>,
    /// Contact normal, world space.
    normal: Vec3,
    /// Fraction of the motion up to the stop, which leaves a gap.
    used: f32,
}

task! {
    /// Task that slides a body, for input that must have been checked; a working memory for each part.
    pub(crate) struct SlideBody<'a> {
        pub(crate) parts: &'a [SlidingPart<'a>],
        pub(crate) displacement: Vec3,
        pub(crate) rules: &'a SlideRules,
        pub(crate) memory: &'a mut [Scratch],
        pub(crate) outcome: &'a mut BodySlideOutcome,
    }
    fn run<L>(lanes) {
        let hulls: [Shape; Body::MAX_SLIDING_PARTS] =
            array::from_fn(|index| parts[index.min(parts.len() - 1)].tenant(Vec3::ZERO, rules).hull());
        let slide = Slide { lanes, parts, rules, displacement };
        let ended = slide.run(&hulls, Vec3::ZERO, true, memory, outcome);
        let Ended::NeedsDepenetration { is_deep } = ended else {
            outcome.slide.status = ended.status();
            return;
        };
        let gap = if is_deep { TOUCH_PART * rules.skin } else { 0.0 };
        let Some((moved, hulls)) = slide.make_room(hulls, gap, &mut memory[0]) else {
            outcome.slide.status = Ended::Overlapping.status();
            return;
        };
        outcome.slide.depenetrated_by = moved.length();
        outcome.slide.status = slide.run(&hulls, moved, false, memory, outcome).status();
    }
}

impl SlidingPart<'_> {
    /// The part with its skin, moved by a displacement of the body.
    fn tenant(&self, moved: Vec3, rules: &SlideRules) -> Tenant {
        let position = self.viewpoint.space.position.moved(self.viewpoint.displacement(moved));
        Tenant { shape: self.shape, position, sides: rules.sides, skin: rules.skin }
    }
}

/// Values that stay the same in the slide of a body.
#[derive(Clone, Copy)]
struct Slide<'a, L> {
    lanes: L,
    parts: &'a [SlidingPart<'a>],
    rules: &'a SlideRules,
    displacement: Vec3,
}

impl<L: Lanes> Slide<'_, L> {
    /// Makes the pass of the displacement from the start of the body, moved by `moved`.
    #[inline(never)]
    fn run(
        &self,
        hulls: &[Shape],
        moved: Vec3,
        tolerates: bool,
        memory: &mut [Scratch],
        outcome: &mut BodySlideOutcome,
    ) -> Ended {
        let mut memory = memory.iter_mut();
        let mut parts: [Option<Part<L>>; Body::MAX_SLIDING_PARTS] = array::from_fn(|index| {
            let (part, scratch) = (self.parts.get(index)?, memory.next()?);
            let (viewpoint, tenant, hull) = (part.viewpoint, part.tenant(moved, self.rules), hulls[index]);
            let way = viewpoint.displacement(self.displacement);
            let reach = Reach::of_slide(way, Vec3::ZERO, LOOK_PART * self.rules.skin);
            let place = (hull, tenant.position);
            let set =
                CollisionSet::around_outlined(self.lanes, part.instances, place, self.rules.sides, reach, scratch);
            let tolerated = tolerates.then(|| tenant.tolerated(hull.radii()));
            Some(Part { set, viewpoint, tolerated })
        });
        let largest = hulls.iter().map(Shape::largest).fold(0.0, f32::max);
        self.pass(&mut parts, ADVANCE_ROUNDING * largest, moved, outcome)
    }

    /// Sweeps all parts, stops for the first, and projects the rest, until nothing is left.
    fn pass(
        &self,
        parts: &mut [Option<Part<L>>],
        least_advance: f32,
        before: Vec3,
        outcome: &mut BodySlideOutcome,
    ) -> Ended {
        outcome.clear();
        let (mut offset, mut left, mut planes) = (Vec3::ZERO, 1.0, ClipPlanes::new());
        if before != Vec3::ZERO {
            outcome.slide.push_waypoint(before);
            outcome.slide.travel = before;
        }
        let is_move = self.displacement.length_squared() >= SHORTEST_MOVE * SHORTEST_MOVE;
        let desired = if is_move { self.displacement } else { Vec3::ZERO };
        for iteration in 0..self.rules.max_iterations {
            let (projected, motion) = planes.project(desired);
            if iteration > 0 && left <= REST_PART {
                return Ended::Slid;
            }
            if iteration > 0 && is_nothing(projected, desired) {
                return Ended::Blocked;
            }
            let motion = motion * left;
            let length = motion.length();
            let mut first: Option<Stop> = None;
            for (index, part) in parts.iter_mut().enumerate() {
                let Some(Part { set, viewpoint, tolerated }) = part else { continue };
                let [from, way] = [offset, motion].map(|v| viewpoint.displacement(v));
                let swept = set.sweep_outlined(from, way, Start::Approach);
                if let Some(tolerated) = tolerated.filter(|_| swept.deepest() > 0.0) {
                    let is_deep = swept.deepest() > tolerated;
                    if is_deep || iteration == 0 {
                        return Ended::NeedsDepenetration { is_deep };
                    }
                }
                let Some(touch) = set.touch(&swept) else { continue };
                let normal = viewpoint.world_displacement(touch.normal().into());
                let stop = swept.fraction() - kept_off(self.rules, normal, motion, length);
                if stop < first.as_ref().map_or(1.0, |first| first.used) {
                    first = Some(Stop { part: index, touch, normal, used: stop });
                }
            }
            let used = first.as_ref().map_or(1.0, |stop| stop.used.max(0.0));
            let used = if first.is_some() && used * length < least_advance { 0.0 } else { used };
            let step = motion * used;
            if step != Vec3::ZERO {
                offset += step;
                outcome.advance(before + offset, length * used);
            }
            let Some(Stop { part, touch, normal, .. }) = first else {
                return if iteration == 0 { Ended::Free } else { Ended::Slid };
            };
            left *= 1.0 - used;
            let Some(Part { set, .. }) = &parts[part] else { continue };
            let (material, [friction, _]) = set.material(&touch);
            let Touch { instance, triangle, .. } = touch;
            outcome.touch(part, SlideContact { point: touch.point(), normal, instance, triangle, material });
            planes.add(Plane::surface(normal, friction, false));
        }
        Ended::OutOfIterations
    }

    /// Pushes the body out of its overlaps: the displacement, and the hulls that fit there, which may be smaller where the place is narrow.
    /// `None` if there is no room for all parts, or a push would lead one through a surface.
    #[inline(never)]
    fn make_room<const N: usize>(
        &self,
        mut hulls: [Shape; N],
        gap: f32,
        scratch: &mut Scratch,
    ) -> Option<(Vec3, [Shape; N])> {
        let mut moved = Vec3::ZERO;
        for _ in 0..MOST_PUSHES {
            let mut deepest: Option<(f32, usize)> = None;
            for (index, part) in self.parts.iter().enumerate() {
                let depth = self.depth(part, hulls[index], moved, scratch);
                if depth > deepest.map_or(0.0, |(depth, _)| depth) {
                    deepest = Some((depth, index));
                }
            }
            let Some((_, index)) = deepest else { return Some((moved, hulls)) };
            let part = &self.parts[index];
            let room = part.tenant(moved, self.rules).make_room(self.lanes, part.instances, gap, scratch);
            let push = part.viewpoint.world_displacement(room.moved);
            if room.is_too_small || self.parts.iter().any(|part| self.crosses(part, moved, push, scratch)) {
                return None;
            }
            moved += push;
            hulls[index] = room.hull;
        }
        None
    }

    /// Depth by which a hull of a part overlaps more than rounding, along the contact normal, metres.
    fn depth(&self, part: &SlidingPart, hull: Shape, moved: Vec3, scratch: &mut Scratch) -> f32 {
        let tenant = part.tenant(moved, self.rules);
        let mut set = self.at(part, (hull, tenant), scratch);
        let swept = set.sweep_outlined(Vec3::ZERO, Vec3::ZERO, Start::Contact);
        if swept.deepest() > tenant.tolerated(hull.radii()) { set.depth(&swept) } else { 0.0 }
    }

    /// Whether the centre of a part crosses a triangle on a push.
    fn crosses(&self, part: &SlidingPart, moved: Vec3, push: Vec3, scratch: &mut Scratch) -> bool {
        let tenant = part.tenant(moved, self.rules);
        let mut set = self.at(part, (tenant.hull(), tenant), scratch);
        set.first_face(Vec3::ZERO, part.viewpoint.displacement(push)).is_some()
    }

    fn at<'s>(
        &self,
        part: &SlidingPart<'s>,
        (hull, tenant): (Shape, Tenant),
        scratch: &'s mut Scratch,
    ) -> CollisionSet<'s, L> {
        let (place, reach) = ((hull, tenant.position), Reach::around(0.0));
        CollisionSet::around_outlined(self.lanes, part.instances, place, tenant.sides, reach, scratch)
    }
}
