//! One part of a step in which instances move: who is carried, and who is pushed out of the way.
//!
//! In: a hull at a place, where it is carried, what moves past it and by how much. Out: where it is at the end of the part, and
//! what crushes it.
//! 1. All is seen at the end of the part. What moves by `u` in it is there already; so the hull starts `u` further, and goes by
//!    `e - u` while it goes by `e` in the world. The way of what turns is a chord; see `docs/math/moving.md`.
//! 2. The way goes up to the first contact, as in a [slide](super::slide). There it must not fall behind the surface any more:
//!    `n · e >= n · u` for its normal `n`. Of all such ways the one nearest to where it is carried is taken.
//! 3. If no way is left the surfaces that were met elsewhere are forgotten: those that matter are met again.
//! 4. If there is still none, or after too many contacts, the shape goes on without its skin.
//! 5. If there is still none the character is crushed: what moved into it last goes through it from now on.

use crate::base::half_spaces::HalfSpaces;
use crate::base::tolerance::{
    CLIP_LEAN, DEPENETRATE_FROM, FRACTION_ROUNDING, GRAZE, HULL_PART, LOOK_PART, MAX_PUSH_SWEEPS, MOST_SQUEEZE,
    TOUCH_PART,
};
use crate::character::collision_set::CollisionSet;
use crate::character::gather::Reach;
use crate::character::room::Tenant;
use crate::frame::ellipsoid_space::Space;
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
        passing: &'a mut [Passing],
        scratch: &'a mut Scratch,
    } = push => Pushed
}

/// Moves a hull by `carried`, out of the way of all that passes.
#[inline(always)]
fn push<L: Lanes>(
    lanes: L,
    instances: Solids,
    tenant: Tenant,
    carried: DVec3,
    passing: &mut [Passing],
    scratch: &mut Scratch,
) -> Pushed {
    let fastest = passing.iter().map(|passing| passing.displacement.length()).fold(carried.length(), f64::max);
    let mut way = Way { tenant, carried, fastest, moved: Vec3::ZERO, left: 1.0, crushed_by: None };
    let mut level = LEVELS;
    let end = loop {
        match way.follow(lanes, instances, level, passing, scratch) {
            End::Overlaps => level -= 1,
            End::NoRoom | End::OutOfIterations if level > 0 => level = 0,
            end => break end,
        }
    };
    Pushed { moved: way.moved, crushed_by: way.crushed_by, is_out_of_iterations: end == End::OutOfIterations }
}

/// A step up to a surface that is shorter than this part of the gap is rounding: what was met before it still matters.
const SMALLEST_STEP: f32 = 0.1;

/// What is swept is the shape, grown by so many parts of what makes it the hull: all of them, or as many as overlap nothing where
/// it starts. A way on which no overlap of a larger one gets deeper may lead a smaller one into something.
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
struct Way {
    tenant: Tenant,
    carried: DVec3,
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
    /// Whose, of the list of what passes; `None` for what is still.
    by: Option<usize>,
}

impl Way {
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
            let (met, deepest) = self.first_met(&mut collision_set, offset, velocity, gap, passing);
            if sweep == 0 && level > 0 && deepest > self.tenant.tolerated(space.radii) {
                return End::Overlaps;
            }
            let used = met.as_ref().map_or(1.0, |met| f64::from(met.used));
            let step = (velocity * (self.left * used)).as_vec3();
            offset += step;
            self.moved = start + offset;
            let Some(met) = met else { return End::Arrived };
            self.left *= 1.0 - used;
            planes.are_of_elsewhere |= used > 0.0;
            planes.add(&met, self.carried);
            let way_on = planes.nearest(self.carried, farthest).or_else(|| {
                if !planes.are_of_elsewhere {
                    return None;
                }
                planes = Planes::new();
                planes.add(&met, self.carried);
                planes.nearest(self.carried, farthest)
            });
            if let Some(way_on) = way_on {
                velocity = way_on;
            } else if level > 0 {
                return End::NoRoom;
            } else if let Some(culprit) = met.by.or(planes.pressing) {
                let passing = &mut passing[culprit];
                passing.crushes = true;
                let first = self.crushed_by.map_or(passing.instance, |first| first.min(passing.instance));
                self.crushed_by = Some(first);
                (planes, velocity) = (Planes::new(), self.carried);
            } else {
                // What is still leaves a way on: none.
                (planes, velocity) = (Planes::new(), DVec3::ZERO);
            }
        }
        End::OutOfIterations
    }

    /// The first contact on what is left of the way, `None` where there is none; and how deep the deepest overlap at its start is,
    /// ellipsoid space.
    #[inline(always)]
    fn first_met<L: Lanes>(
        &self,
        collision_set: &mut CollisionSet<L>,
        offset: Vec3,
        velocity: DVec3,
        gap: f32,
        passing: &[Passing],
    ) -> (Option<Met>, f32) {
        let motion = velocity * self.left;
        let swept = collision_set.sweep(offset, motion.as_vec3(), Start::Approach);
        let (touch, mut deepest) = (collision_set.touch(&swept), swept.deepest());
        let mut first = touch.and_then(|touch| {
            let (normal, displacement) = (touch.normal().as_dvec3(), DVec3::ZERO);
            let used = up_to(swept.fraction(), normal, motion, gap)?;
            Some(Met { used, normal, displacement, by: None })
        });
        for (by, passing) in passing.iter().enumerate() {
            if passing.crushes {
                continue;
            }
            let &Passing { instance, ref end, displacement, .. } = passing;
            let ahead = displacement * self.left;
            let (from, motion) = (offset.as_dvec3() + ahead, motion - ahead);
            let swept = collision_set.sweep_placed(instance, end, from.as_vec3(), motion.as_vec3());
            deepest = deepest.max(swept.deepest());
            let Some(touch) = collision_set.touch_placed(&swept) else { continue };
            let normal = touch.normal().as_dvec3();
            let Some(used) = up_to(swept.fraction(), normal, motion, gap) else { continue };
            if first.as_ref().is_none_or(|first| used < first.used) {
                first = Some(Met { used, normal, displacement, by: Some(by) });
            }
        }
        (first, deepest)
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
    /// What moves of all that was met, the first in the list.
    pressing: Option<usize>,
}

impl Planes {
    fn new() -> Self {
        Self { half_spaces: HalfSpaces::new(), are_of_elsewhere: false, pressing: None }
    }

    /// Adds a surface, seen from who is carried.
    fn add(&mut self, met: &Met, carried: DVec3) {
        let behind = met.displacement - carried;
        let lean = f64::from(CLIP_LEAN) * behind.length();
        self.half_spaces.add(met.normal, met.normal.dot(behind) + lean);
        self.pressing = self.pressing.into_iter().chain(met.by).min();
    }

    /// The way nearest to `carried` that falls behind none and is no longer than `farthest`.
    fn nearest(&self, carried: DVec3, farthest: f64) -> Option<DVec3> {
        let way = carried + self.half_spaces.nearest()?;
        (way.length() <= farthest).then_some(way)
    }
}
