//! One part of a step in which instances move: its ground carries a character, other movers push it out of their way.
//!
//! In: a hull at a place, the displacement of its ground, the movers near it. Out: the place of the hull at the end of the part, and
//! the instance that crushes it.
//! 1. Every mover is placed where it is at the end of the part. For a mover that moves by `u` the hull starts at `u`, and moves by
//!    `e - u` while it moves by `e` in the world. The path of a mover that turns is a chord; see `docs/math/moving.md`.
//! 2. The hull moves up to the first contact, as in a [slide](crate::character::slide::slide). From then on it must not fall behind the
//!    touched surface: `n · e >= n · u` for its normal `n`. It takes the displacement nearest to `carried` that satisfies all surfaces.
//! 3. A mover that turns may overlap the hull at the start of a part, because it has its orientation of the end already. The overlap
//!    may last while the hull moves off. The hull must be free of it at the end.
//! 4. If no displacement is left, surfaces that were met at another place are forgotten; those that matter are met again.
//! 5. If still none is left, or after too many contacts, the shape goes on without its skin.
//! 6. If still none is left, the character is crushed: from now on the last mover that pressed on it does not stop it.

use crate::base::half_spaces::HalfSpaces;
use crate::base::tolerance::{
    CLIP_LEAN, DEPENETRATE_FROM, FRACTION_ROUNDING, GRAZE, HULL_PART, LOOK_PART, MAX_PUSH_SWEEPS, MOST_SQUEEZE,
    TOUCH_PART,
};
use crate::character::collide::collision_set::CollisionSet;
use crate::character::collide::gather::Reach;
use crate::character::collide::one_sided::lets_hull_through;
use crate::character::collide::room::Tenant;
use crate::frame::placement::Placed;
use crate::narrow::mesh_boxes::Way;
use crate::narrow::sweep::hits::Start;
use crate::query::contact::Touch;
use crate::query::scratch::{MoverPart, PushTouch, Scratch};
use crate::simd::{Lanes, task};
use crate::world::solids::{Solids, Which};
use glam::{DVec3, Vec3};

/// Result of moving a character's hull (body plus skin) with its moving ground and out of the way of other moving instances.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Pushed {
    /// Displacement of the hull by its ground and by other moving instances, world space, metres.
    pub(crate) moved: Vec3,
    /// The lowest index of the instances that crushed the character; `None` if none did.
    pub(crate) crushed_by: Option<u32>,
    pub(crate) is_out_of_iterations: bool,
}

task! {
    /// Task for one part of a step: moves a hull by `carried`, the displacement of its ground, and out of the way of moving instances.
    pub(crate) struct PushPart<'a> {
        pub(crate) instances: Solids<'a>,
        pub(crate) tenant: Tenant,
        /// Displacement of the hull by its moving ground in this part of the step, world space, metres.
        pub(crate) carried: DVec3,
        /// Index of the instance that carries the hull; `None` if nothing does.
        pub(crate) carrier: Option<u32>,
        /// Whether the hull keeps its place and its orientation in the frame of its carrier, so that both do not meet.
        pub(crate) is_at_rest: bool,
        /// Upper bound of the distance that the hull's surface moves in this part of the step relative to a turning instance, metres.
        pub(crate) turning: f64,
        pub(crate) movers: &'a mut [MoverPart],
        pub(crate) scratch: &'a mut Scratch,
    }
    fn run<L>(lanes) -> Pushed {
        let fastest = movers.iter().map(|mover| mover.displacement.length()).fold(carried.length(), f64::max) + turning;
        if !instances.are_solid() {
            for mover in &mut *movers {
                let hull = (tenant.hull(), tenant.position.moved(mover.displacement.as_vec3()));
                let instance = instances.get(mover.instance);
                mover.is_let_through =
                    instance.is_some_and(|instance| lets_hull_through(lanes, instance, &mover.end, hull, scratch));
            }
        }
        let mut part = Part { tenant, carried, carrier, is_at_rest, turning, fastest, moved: Vec3::ZERO, left: 1.0, crushed_by: None };
        let mut level = LEVELS;
        let end = loop {
            match part.follow(lanes, instances, level, movers, scratch) {
                End::Overlaps => level -= 1,
                End::NoRoom | End::OutOfIterations if level > 0 => level = 0,
                end => break end,
            }
        };
        Pushed { moved: part.moved, crushed_by: part.crushed_by, is_out_of_iterations: end == End::OutOfIterations }
    }
}

/// Fraction of the gap to surfaces below which an advance counts as zero, so that surfaces met before still bound the motion.
const SMALLEST_STEP: f32 = 0.1;

/// Number of sizes between the shape and the hull. The largest size that overlaps nothing at its start is swept. A larger one that
/// starts in an overlap may end its way with a smaller one inside a surface.
const LEVELS: u8 = 4;

#[derive(Clone, Copy, PartialEq, Eq)]
enum End {
    Arrived,
    /// The hull overlaps at the start of the part of the step; a hull with a thinner skin may not.
    Overlaps,
    NoRoom,
    OutOfIterations,
}

/// State of the motion of a hull that moving instances carry and push in one of the parts into which a step is divided.
struct Part {
    tenant: Tenant,
    carried: DVec3,
    carrier: Option<u32>,
    /// Copy of [`PushPart::is_at_rest`] until something else deflects the hull.
    is_at_rest: bool,
    /// Copy of [`PushPart::turning`]: motion of the hull's surface relative to a turning instance, metres.
    turning: f64,
    /// Length of the longest displacement of a moving instance or the ground in this part of the step, metres.
    fastest: f64,
    moved: Vec3,
    /// Remaining fraction of the time of this part of the step, 0 to 1.
    left: f64,
    crushed_by: Option<u32>,
}

/// The first contact of a hull on its motion by moving instances.
struct PushContact<'a> {
    /// Fraction of the hull's remaining motion up to the contact.
    used: f32,
    normal: DVec3,
    /// Displacement of the touched surface during the whole part of the step, metres.
    displacement: DVec3,
    /// Distance by which the hull must move away from the touched surface until the end of the part of the step, metres.
    clearance: f64,
    /// Index of the touched instance in the list of moving instances; `None` if it does not move.
    by: Option<usize>,
    /// The touched surface of a mover.
    touch: Option<Touch<'a>>,
}

impl Part {
    #[inline(always)]
    fn follow<L: Lanes>(
        &mut self,
        lanes: L,
        instances: Solids,
        level: u8,
        movers: &mut [MoverPart],
        scratch: &mut Scratch,
    ) -> End {
        let Tenant { shape, position, sides, skin } = self.tenant;
        let swept = shape.grown(HULL_PART * skin * f32::from(level) / f32::from(LEVELS));
        let gap = if level > 0 { TOUCH_PART * skin } else { DEPENETRATE_FROM * TOUCH_PART * skin };
        let farthest = MOST_SQUEEZE * self.fastest;
        let position = position.moved(self.moved);
        let reach = Reach::around((farthest * self.left) as f32 + LOOK_PART * skin);
        let (hull, still) = ((swept, position), instances.only_those(Which::Still));
        let mut collision_set = CollisionSet::around_outlined(lanes, still, hull, sides, reach, scratch);
        let (start, mut offset, mut planes) = (self.moved, Vec3::ZERO, Planes::new());
        let mut velocity = self.carried;
        for sweep in 0..MAX_PUSH_SWEEPS {
            let (met, overlaps) = self.first_met(&mut collision_set, offset, velocity, gap, movers);
            if sweep == 0 && level > 0 && overlaps {
                return End::Overlaps;
            }
            let used = met.as_ref().map_or(1.0, |met| f64::from(met.used));
            let step = (velocity * (self.left * used)).as_vec3();
            offset += step;
            self.moved = start + offset;
            let Some(met) = met else { return End::Arrived };
            self.left *= 1.0 - used;
            self.is_at_rest = false;
            planes.are_of_elsewhere |= used > 0.0;
            self.note_push(&met, movers);
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
                let mover = &mut movers[culprit];
                mover.crushes = true;
                let first = self.crushed_by.map_or(mover.instance, |first| first.min(mover.instance));
                self.crushed_by = Some(first);
                (planes, velocity) = (Planes::new(), self.carried);
            } else {
                // Surfaces that are still always leave one way on: no motion.
                (planes, velocity) = (Planes::new(), DVec3::ZERO);
            }
        }
        End::OutOfIterations
    }

    /// Notes the touch of a mover that comes at the carried hull.
    #[inline(never)]
    fn note_push(&self, met: &PushContact, movers: &mut [MoverPart]) {
        if let (Some(by), Some(touch)) = (met.by, &met.touch) {
            let behind = met.displacement - self.carried;
            let mover = &mut movers[by];
            let comes_nearer = met.normal.dot(behind) > f64::from(GRAZE) * behind.length();
            if self.carrier != Some(mover.instance) && (comes_nearer || met.clearance > 0.0) {
                mover.push = Some(PushTouch { touch: touch.along_axes(), velocity: Vec3::ZERO });
            }
        }
    }

    /// Finds the first contact of the hull's remaining motion; also whether the hull starts in an overlap that no turn explains.
    #[inline(always)]
    fn first_met<'a, L: Lanes>(
        &self,
        collision_set: &mut CollisionSet<'a, L>,
        offset: Vec3,
        velocity: DVec3,
        gap: f32,
        movers: &[MoverPart],
    ) -> (Option<PushContact<'a>>, bool) {
        let motion = velocity * self.left;
        let swept = collision_set.sweep_outlined(offset, motion.as_vec3(), Start::Approach);
        let tolerated = self.tenant.tolerated(collision_set.radii());
        let (touch, mut overlaps) = (collision_set.touch(&swept), swept.deepest() > tolerated);
        let mut first = touch.and_then(|touch| {
            let (normal, displacement) = (touch.normal().as_dvec3(), DVec3::ZERO);
            let used = up_to(swept.fraction(), normal, motion, gap)?;
            Some(PushContact { used, normal, displacement, clearance: 0.0, by: None, touch: None })
        });
        for (by, mover) in movers.iter().enumerate() {
            let rests_on_it = self.is_at_rest && self.carrier == Some(mover.instance);
            if mover.crushes || mover.is_let_through || rests_on_it {
                continue;
            }
            let &MoverPart { instance, ref end, displacement, .. } = mover;
            let ahead = displacement * self.left;
            let (from, motion) = (offset.as_dvec3() + ahead, motion - ahead);
            let way = Way { offset: from.as_vec3(), displacement: motion.as_vec3() };
            let swept = collision_set.sweep_placed(instance, end, way, Start::Approach);
            if swept.deepest() > tolerated {
                let turned_in = self.turned_in(collision_set, instance, end, way.offset);
                overlaps |= turned_in.is_none();
                if let Some((touch, depth)) = turned_in {
                    let normal = touch.normal().as_dvec3();
                    if normal.dot(motion) < depth {
                        let (clearance, by, touch) = (depth + f64::from(gap), Some(by), Some(touch));
                        return (Some(PushContact { used: 0.0, normal, displacement, clearance, by, touch }), overlaps);
                    }
                }
            }
            let Some(touch) = collision_set.touch_placed(&swept) else { continue };
            let normal = touch.normal().as_dvec3();
            let Some(used) = up_to(swept.fraction(), normal, motion, gap) else { continue };
            if first.as_ref().is_none_or(|first| used < first.used) {
                let (by, touch) = (Some(by), Some(touch));
                first = Some(PushContact { used, normal, displacement, clearance: 0.0, by, touch });
            }
        }
        (first, overlaps)
    }

    /// Touched surface and depth (metres) of the deepest overlap with a mover; `None` if the mover's turn does not explain the depth.
    #[inline(never)]
    fn turned_in<'a, L: Lanes>(
        &self,
        collision_set: &mut CollisionSet<'a, L>,
        instance: u32,
        end: &Placed,
        offset: Vec3,
    ) -> Option<(Touch<'a>, f64)> {
        if self.turning == 0.0 {
            return None;
        }
        let way = Way { offset, displacement: Vec3::ZERO };
        let swept = collision_set.sweep_placed(instance, end, way, Start::Contact);
        let depth = f64::from(collision_set.depth(&swept));
        let touch = collision_set.touch_placed(&swept).filter(|_| depth <= self.turning)?;
        Some((touch, depth))
    }
}

/// Fraction of a motion that keeps a gap (metres) before a contact at `fraction`; `None` if the motion ends before the contact.
fn up_to(fraction: f32, normal: DVec3, motion: DVec3, gap: f32) -> Option<f32> {
    let (closing, length) = (-normal.dot(motion) as f32, motion.length() as f32);
    let back = if closing <= GRAZE * length { 0.0 } else { (gap / closing).max(FRACTION_ROUNDING) };
    let used = fraction - back;
    (used < 1.0).then_some(if used * length < SMALLEST_STEP * gap { 0.0 } else { used })
}

/// Surfaces that a hull has met on its motion by moving instances, as half-spaces in which its displacement must lie.
struct Planes {
    half_spaces: HalfSpaces,
    /// Whether the hull has moved since it met some of these surfaces.
    are_of_elsewhere: bool,
    /// Index in the list of moving instances of the first of these that the hull has met.
    pressing: Option<usize>,
}

impl Planes {
    fn new() -> Self {
        Self { half_spaces: HalfSpaces::new(), are_of_elsewhere: false, pressing: None }
    }

    /// Adds a met surface relative to the hull's ground displacement `carried`; `left` is the remaining fraction of the time.
    fn add(&mut self, met: &PushContact, carried: DVec3, left: f64) {
        let behind = met.displacement - carried;
        let lean = f64::from(CLIP_LEAN) * behind.length();
        self.half_spaces.add(met.normal, met.normal.dot(behind) + lean + met.clearance / left);
        self.pressing = self.pressing.into_iter().chain(met.by).min();
    }

    /// Finds the displacement of the hull nearest to `carried` in all half-spaces; `None` if none is shorter than `farthest` metres.
    fn nearest(&self, carried: DVec3, farthest: f64) -> Option<DVec3> {
        let way = carried + self.half_spaces.nearest()?;
        (way.length() <= farthest).then_some(way)
    }
}
