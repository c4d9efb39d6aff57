//! One part of a step in which instances move: who is carried, and who is pushed out of the way.
//!
//! In: a hull at a place, where it is carried, what moves past it and by how much. Out: where it is at the end of the part, and
//! what crushes it.
//! 1. All is seen at the end of the part. An instance that moves by `u` in it is there already; so the hull starts `u` further,
//!    and goes by `e - u` while it goes by `e` in the world. The way of one that turns is a chord; see `docs/math/moving.md`.
//! 2. The way goes up to the first contact, as in a [slide](crate::character::slide::slide). There it must not fall behind the surface any more:
//!    `n · e >= n · u` for its normal `n`. Of all such ways the one nearest to where it is carried is taken.
//! 3. An instance that turns may overlap the hull at the start of a part, as its orientation there is that of the end. The
//!    overlap may last though the way leads off. The hull must be free of it at the end.
//! 4. If no way is left the surfaces that were met elsewhere are forgotten: those that matter are met again.
//! 5. If there is still none, or after too many contacts, the shape goes on without its skin.
//! 6. If there is still none the character is crushed: the instance that moved into it last goes through it from now on.

use crate::base::half_spaces::HalfSpaces;
use crate::base::tolerance::{
    CLIP_LEAN, DEPENETRATE_FROM, FRACTION_ROUNDING, GRAZE, HULL_PART, LOOK_PART, MAX_PUSH_SWEEPS, MOST_SQUEEZE,
    TOUCH_PART,
};
use crate::character::collide::collision_set::CollisionSet;
use crate::character::collide::gather::Reach;
use crate::character::collide::one_sided::goes_through;
use crate::character::collide::room::Tenant;
use crate::frame::ellipsoid_space::Space;
use crate::frame::placement::Placed;
use crate::narrow::mesh_boxes::Way;
use crate::narrow::sweep::hits::Start;
use crate::query::scratch::{Passing, Scratch};
use crate::simd::{Lanes, task};
use crate::world::solids::{Solids, Which};
use glam::{DVec3, Vec3};

/// How a part of a step ended.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Pushed {
    /// World displacement, metres.
    pub(crate) moved: Vec3,
    /// The lowest index of an instance that crushed it.
    pub(crate) crushed_by: Option<u32>,
    pub(crate) is_out_of_iterations: bool,
}

task! {
    /// One [`push`].
    Push<'a> {
        instances: Solids<'a>,
        tenant: Tenant,
        carried: DVec3,
        turning: f64,
        passing: &'a mut [Passing],
        scratch: &'a mut Scratch,
    } = push => Pushed
}

/// Moves a hull by `carried`, out of the way of all that passes. Seen from an instance that turns, its surface moves by up to
/// `turning`, metres.
#[inline(always)]
fn push<L: Lanes>(
    lanes: L,
    instances: Solids,
    tenant: Tenant,
    carried: DVec3,
    turning: f64,
    passing: &mut [Passing],
    scratch: &mut Scratch,
) -> Pushed {
    let fastest =
        passing.iter().map(|passing| passing.displacement.length()).fold(carried.length(), f64::max) + turning;
    if !instances.are_solid() {
        for passing in &mut *passing {
            let space = &Space::new(tenant.hull(), tenant.position.moved(passing.displacement.as_vec3()));
            let instance = instances.get(passing.instance);
            passing.is_passed =
                instance.is_some_and(|instance| goes_through(lanes, instance, &passing.end, space, scratch));
        }
    }
    let mut part = Part { tenant, carried, turning, fastest, moved: Vec3::ZERO, left: 1.0, crushed_by: None };
    let mut level = LEVELS;
    let end = loop {
        match part.follow(lanes, instances, level, passing, scratch) {
            End::Overlaps => level -= 1,
            End::NoRoom | End::OutOfIterations if level > 0 => level = 0,
            end => break end,
        }
    };
    Pushed { moved: part.moved, crushed_by: part.crushed_by, is_out_of_iterations: end == End::OutOfIterations }
}

/// A step up to a surface that is shorter than this part of the gap is rounding: what was met before it still matters.
const SMALLEST_STEP: f32 = 0.1;

/// The parts of the growth from the shape to the hull. The shape is swept grown by all of them, or by as many as overlap nothing
/// where it starts. A way on which no overlap of a larger one gets deeper may lead a smaller one into something.
const LEVELS: u8 = 4;

#[derive(Clone, Copy, PartialEq, Eq)]
enum End {
    Arrived,
    /// At the start: a smaller one may not.
    Overlaps,
    NoRoom,
    OutOfIterations,
}

/// How far a part has come.
struct Part {
    tenant: Tenant,
    carried: DVec3,
    /// How far the surface of the hull moves at most, seen from an instance that turns, metres.
    turning: f64,
    /// How far the fastest goes, metres.
    fastest: f64,
    moved: Vec3,
    /// Which part of the time is left.
    left: f64,
    crushed_by: Option<u32>,
}

/// The first contact of a way.
struct Met {
    /// Of what is left of the way.
    used: f32,
    normal: DVec3,
    /// How far the surface goes in the whole part.
    displacement: DVec3,
    /// How much farther off it must be at the end than now, metres.
    clearance: f64,
    /// The instance, as its place in the list of those that pass; `None` for one that is still.
    by: Option<usize>,
}

impl Part {
    #[inline(always)]
    fn follow<L: Lanes>(
        &mut self,
        lanes: L,
        instances: Solids,
        level: u8,
        passing: &mut [Passing],
        scratch: &mut Scratch,
    ) -> End {
        let Tenant { shape, position, sides, skin } = self.tenant;
        let swept = shape.grown(HULL_PART * skin * f32::from(level) / f32::from(LEVELS));
        let gap = if level > 0 { TOUCH_PART * skin } else { DEPENETRATE_FROM * TOUCH_PART * skin };
        let farthest = MOST_SQUEEZE * self.fastest;
        let position = position.moved(self.moved);
        let reach = Reach::around((farthest * self.left) as f32 + LOOK_PART * skin);
        let (space, still) = (Space::new(swept, position), instances.only_those(Which::Still));
        let mut collision_set = CollisionSet::around(lanes, still, space, sides, reach, None, scratch);
        let (start, mut offset, mut planes) = (self.moved, Vec3::ZERO, Planes::new());
        let mut velocity = self.carried;
        for sweep in 0..MAX_PUSH_SWEEPS {
            let (met, overlaps) = self.first_met(&mut collision_set, offset, velocity, gap, passing);
            if sweep == 0 && level > 0 && overlaps {
                return End::Overlaps;
            }
            let used = met.as_ref().map_or(1.0, |met| f64::from(met.used));
            let step = (velocity * (self.left * used)).as_vec3();
            offset += step;
            self.moved = start + offset;
            let Some(met) = met else { return End::Arrived };
            self.left *= 1.0 - used;
            planes.are_of_elsewhere |= used > 0.0;
            planes.add(&met, self.carried, self.left);
            let way_on = planes.nearest(self.carried, farthest).or_else(|| {
                if !planes.are_of_elsewhere {
                    return None;
                }
                planes = Planes::new();
                planes.add(&met, self.carried, self.left);
                planes.nearest(self.carried, farthest)
            });
            if let Some(way_on) = way_on {
                velocity = way_on;
            } else if level > 0 {
                return if met.clearance > 0.0 { End::Overlaps } else { End::NoRoom };
            } else if let Some(culprit) = met.by.or(planes.pressing) {
                let passing = &mut passing[culprit];
                passing.crushes = true;
                let first = self.crushed_by.map_or(passing.instance, |first| first.min(passing.instance));
                self.crushed_by = Some(first);
                (planes, velocity) = (Planes::new(), self.carried);
            } else {
                // Surfaces that are still always leave one way on: no motion.
                (planes, velocity) = (Planes::new(), DVec3::ZERO);
            }
        }
        End::OutOfIterations
    }

    /// The first contact on what is left of the way, `None` where there is none; and whether it starts in an overlap that is not
    /// that of something that turns.
    #[inline(always)]
    fn first_met<L: Lanes>(
        &self,
        collision_set: &mut CollisionSet<L>,
        offset: Vec3,
        velocity: DVec3,
        gap: f32,
        passing: &[Passing],
    ) -> (Option<Met>, bool) {
        let motion = velocity * self.left;
        let swept = collision_set.sweep(offset, motion.as_vec3(), Start::Approach);
        let tolerated = self.tenant.tolerated(collision_set.radii());
        let (touch, mut overlaps) = (collision_set.touch(&swept), swept.deepest() > tolerated);
        let mut first = touch.and_then(|touch| {
            let (normal, displacement) = (touch.normal().as_dvec3(), DVec3::ZERO);
            let used = up_to(swept.fraction(), normal, motion, gap)?;
            Some(Met { used, normal, displacement, clearance: 0.0, by: None })
        });
        for (by, passing) in passing.iter().enumerate() {
            if passing.crushes || passing.is_passed {
                continue;
            }
            let &Passing { instance, ref end, displacement, .. } = passing;
            let ahead = displacement * self.left;
            let (from, motion) = (offset.as_dvec3() + ahead, motion - ahead);
            let way = Way { offset: from.as_vec3(), displacement: motion.as_vec3() };
            let swept = collision_set.sweep_placed(instance, end, way, Start::Approach);
            if swept.deepest() > tolerated {
                let turned_in = self.turned_in(collision_set, instance, end, way.offset);
                overlaps |= turned_in.is_none();
                if let Some((normal, depth)) = turned_in
                    && normal.dot(motion) < depth
                {
                    let clearance = depth + f64::from(gap);
                    return (Some(Met { used: 0.0, normal, displacement, clearance, by: Some(by) }), overlaps);
                }
            }
            let Some(touch) = collision_set.touch_placed(&swept) else { continue };
            let normal = touch.normal().as_dvec3();
            let Some(used) = up_to(swept.fraction(), normal, motion, gap) else { continue };
            if first.as_ref().is_none_or(|first| used < first.used) {
                first = Some(Met { used, normal, displacement, clearance: 0.0, by: Some(by) });
            }
        }
        (first, overlaps)
    }

    /// The normal and the depth of the deepest overlap with an instance, metres; `None` where more than its turn has led to it.
    #[inline(never)]
    fn turned_in<L: Lanes>(
        &self,
        collision_set: &mut CollisionSet<L>,
        instance: u32,
        end: &Placed,
        offset: Vec3,
    ) -> Option<(DVec3, f64)> {
        if self.turning == 0.0 {
            return None;
        }
        let way = Way { offset, displacement: Vec3::ZERO };
        let swept = collision_set.sweep_placed(instance, end, way, Start::Contact);
        let depth = f64::from(collision_set.depth(&swept));
        let touch = collision_set.touch_placed(&swept).filter(|_| depth <= self.turning)?;
        Some((touch.normal().as_dvec3(), depth))
    }
}

/// Which fraction of a motion leads up to a gap before a contact; `None` if all of it does.
fn up_to(fraction: f32, normal: DVec3, motion: DVec3, gap: f32) -> Option<f32> {
    let (closing, length) = (-normal.dot(motion) as f32, motion.length() as f32);
    let back = if closing <= GRAZE * length { 0.0 } else { (gap / closing).max(FRACTION_ROUNDING) };
    let used = fraction - back;
    (used < 1.0).then_some(if used * length < SMALLEST_STEP * gap { 0.0 } else { used })
}

/// The surfaces met, which a way must not fall behind.
struct Planes {
    half_spaces: HalfSpaces,
    /// Whether some may have been met at another place than where the hull is now.
    are_of_elsewhere: bool,
    /// The first in the list of the moving instances that were met.
    pressing: Option<usize>,
}

impl Planes {
    fn new() -> Self {
        Self { half_spaces: HalfSpaces::new(), are_of_elsewhere: false, pressing: None }
    }

    /// Adds a surface, seen from the carried hull; `left` is the part of the time that is left.
    fn add(&mut self, met: &Met, carried: DVec3, left: f64) {
        let behind = met.displacement - carried;
        let lean = f64::from(CLIP_LEAN) * behind.length();
        self.half_spaces.add(met.normal, met.normal.dot(behind) + lean + met.clearance / left);
        self.pressing = self.pressing.into_iter().chain(met.by).min();
    }

    /// The way nearest to `carried` that falls behind none and is no longer than `farthest`.
    fn nearest(&self, carried: DVec3, farthest: f64) -> Option<DVec3> {
        let way = carried + self.half_spaces.nearest()?;
        (way.length() <= farthest).then_some(way)
    }
}
