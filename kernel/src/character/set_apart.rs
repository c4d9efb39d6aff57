//! Rare queries of a collision set: called, not inlined into the loop of a slide.
//!
//! In: a collision set. Out: the contact of a sweep, what a straight line passes, or the set with more candidates.

use crate::character::collision_set::CollisionSet;
use crate::character::gather::{Reach, gather};
use crate::character::gather_instances::GatherInstances;
use crate::character::kept_contacts::FirstKept;
use crate::character::one_sided::note_more_passed;
use crate::character::swept::Swept;
use crate::narrow::sweep::hits::Start;
use crate::narrow::triangle_point::front;
use crate::query::crossed::{Crossed, Piece};
use crate::query::line_walk::first_crossed;
use crate::query::sweep::regime::SlideRegime;
use crate::simd::{Lanes, Task};
use glam::{DVec3, Vec3};

impl<L: Lanes> CollisionSet<'_, L> {
    /// A [sweep](CollisionSet::sweep).
    pub(super) fn sweep_apart(&mut self, offset: Vec3, motion: Vec3, start: Start) -> Swept {
        self.lanes.call_outlined(SweepApart { set: self, offset, motion, start })
    }

    /// Gathers all that can be touched while the centre stays in `reach`, which holds the ball of before.
    pub(super) fn widen(&mut self, reach: Reach) {
        if !self.is_wide {
            self.is_wide = true;
            self.lanes.call_outlined(Widen { set: self, reach });
        }
    }

    /// The normal, on the side of `offset`, of the first face that lies on a straight way from there.
    pub(super) fn first_face(&mut self, offset: Vec3, way: Vec3) -> Option<Vec3> {
        self.lanes.call_outlined(FirstFace { set: self, offset, way })
    }

    /// Whether the centre passes through a triangle on a piece of a straight line.
    #[inline(always)]
    pub(super) fn passes(&mut self, piece: &Piece) -> bool {
        self.first_crossed(piece).is_some()
    }

    /// The first triangle that counts of those that the centre passes through on a piece of a straight line.
    #[inline(always)]
    fn first_crossed(&mut self, piece: &Piece) -> Option<Crossed> {
        let (instances, position, sides) = (self.instances, self.space.position, self.sides);
        let scratch = &mut *self.scratch;
        if self.tree.is_none() && (instances.contact_filter().is_some() || !scratch.gone_through.is_empty()) {
            return self.lanes.call_outlined(FirstKept { instances, position, piece, sides, scratch });
        }
        first_crossed(self.lanes, instances, position, piece, sides, scratch)
    }
}

/// One [`sweep_apart`](CollisionSet::sweep_apart).
struct SweepApart<'s, 'a, L> {
    set: &'s mut CollisionSet<'a, L>,
    offset: Vec3,
    motion: Vec3,
    start: Start,
}

impl<L: Lanes> Task for SweepApart<'_, '_, L> {
    type Output = Swept;

    #[inline(always)]
    fn run<M: Lanes>(self, _: M) -> Swept {
        self.set.sweep(self.offset, self.motion, self.start)
    }
}

/// One [`widen`](CollisionSet::widen).
struct Widen<'s, 'a, L> {
    set: &'s mut CollisionSet<'a, L>,
    reach: Reach,
}

impl<L: Lanes> Task for Widen<'_, '_, L> {
    type Output = ();

    #[inline(always)]
    fn run<M: Lanes>(self, lanes: M) {
        let CollisionSet { instances, tree, space, scratch, regime, .. } = self.set;
        let (instances, space, scratch, reach) = (*instances, &*space, &mut **scratch, self.reach);
        if *regime != SlideRegime::Gathered {
            return;
        }
        let fits = if let Some(tree) = tree {
            gather(lanes, tree, space, reach, None, scratch)
        } else {
            note_more_passed(lanes, instances, space, reach, scratch);
            lanes.call_outlined(GatherInstances { instances, space, reach, block_cache: None, scratch })
        };
        *regime = if fits { SlideRegime::Gathered } else { SlideRegime::Dense };
    }
}

/// One [`first_face`](CollisionSet::first_face).
struct FirstFace<'s, 'a, L> {
    set: &'s mut CollisionSet<'a, L>,
    offset: Vec3,
    way: Vec3,
}

impl<L: Lanes> Task for FirstFace<'_, '_, L> {
    type Output = Option<Vec3>;

    #[inline(always)]
    fn run<M: Lanes>(self, _: M) -> Option<Vec3> {
        let Self { set, offset, way } = self;
        let piece = Piece { from: offset.as_dvec3(), step: way.as_dvec3(), parts: [0.0, 1.0] };
        let passed = set.first_crossed(&piece)?;
        let mut normal: DVec3 = front(passed.corners);
        if set.tree.is_none() {
            let instances = set.instances;
            normal = instances.placed(instances.get(passed.instance)?).world_normal(normal);
        }
        let normal = normal.normalize_or_zero().as_vec3();
        Some(if normal.dot(way) > 0.0 { -normal } else { normal })
    }
}
