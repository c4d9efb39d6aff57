//! Sweeps of a slide's hull against one instance, placed where it is on its way: what moves is met so.
//!
//! In: a collision set, an instance and a placement, a way. Out: the nearest contact with that instance, in the world.

use crate::character::collide::collision_set::{CollisionSet, not_crossing};
use crate::character::collide::filtered_contacts::{MAX_IGNORED, view_of};
use crate::character::collide::swept::Swept;
use crate::frame::motion::Motion;
use crate::frame::placed_space::PlacedSpace;
use crate::frame::placement::Placed;
use crate::narrow::mesh_boxes::Way;
use crate::narrow::mover::ShapeSpace;
use crate::narrow::sweep::hits::{Rule, Start};
use crate::narrow::sweep::nearest::Nearest;
use crate::query::contact::Touch;
use crate::query::sweep::dense::DenseSweep;
use crate::simd::{Lanes, task};
use crate::world::contact_filter::{ContactFilter, Verdict};
use glam::Vec3;

impl<'a, L: Lanes> CollisionSet<'a, L> {
    /// Sweeps the hull by `way` (world space, metres) against the one instance `index`, placed at `placed`.
    #[inline(always)]
    pub(crate) fn sweep_placed(&mut self, index: u32, placed: &Placed, way: Way, start: Start) -> Swept {
        let mut swept = self.sweep_placed_once(index, placed, way, start);
        let Some(filter) = self.instances.contact_filter() else { return swept };
        for _ in 0..MAX_IGNORED {
            let mut ignored = self.placed_let_through_by(filter, &swept);
            if ignored.is_none() && start == Start::Approach && swept.deepest() > 0.0 {
                let way = Way { displacement: Vec3::ZERO, ..way };
                let overlaps = self.sweep_placed_once(index, placed, way, Start::Contact);
                ignored = self.placed_let_through_by(filter, &overlaps);
            }
            match ignored {
                None => break,
                Some((_, Verdict::IgnoreInstance)) => return Swept { nearest: Nearest::NONE, ..swept },
                Some((triangle, _)) => self.scratch.let_through.add_triangle(index, triangle),
            }
            swept = self.sweep_placed_once(index, placed, way, start);
        }
        swept
    }

    /// Triangle and verdict of the contact with one placed instance if the contact filter ignores it; `None` if the filter keeps it.
    fn placed_let_through_by(&self, filter: ContactFilter, swept: &Swept) -> Option<(u32, Verdict)> {
        let touch = self.touch_placed(swept)?;
        let verdict = filter(&view_of(&touch, self.instances, self.material(&touch).0));
        (verdict != Verdict::Keep).then_some((touch.triangle, verdict))
    }

    #[inline(always)]
    fn sweep_placed_once(&mut self, index: u32, placed: &Placed, way: Way, start: Start) -> Swept {
        let rule = Rule { start, sides: self.sides };
        if self.has_spine() {
            return self.lanes.call_outlined(SweepCapsulePlaced { set: self, index, placed, way, rule });
        }
        let (scratch, before) = (&mut *self.scratch, 1.0);
        let motion = Motion::new(self.space.displacement(way.offset), self.space.displacement(way.displacement));
        let view = &PlacedSpace::new(&self.space, placed);
        let nearest = self.instances.get(index).map_or(Nearest::NONE, |instance| {
            let (tree, motion) = (&*instance.mesh.tree, &motion);
            let sweep = DenseSweep { tree, view, way, motion, rule, before, instance: index, scratch };
            self.lanes.call_outlined(sweep)
        });
        Swept { nearest, way: motion, space_offset: Vec3::ZERO, instance: index }
    }

    /// Contact of a [`sweep_placed`](Self::sweep_placed) result, as a surface to slide along; `None` without a contact.
    pub(crate) fn touch_placed(&self, swept: &Swept) -> Option<Touch<'a>> {
        let lane = swept.nearest.found?;
        let surface = (self.instances.id(swept.instance), lane.triangle);
        Some(swept.touch(&lane, &self.space, self.held_spine(), self.instances.turn(), surface))
    }
}

task! {
    /// Task that sweeps a hull with a spine against one placed instance.
    struct SweepCapsulePlaced<'s, 'a, L: Lanes> {
        set: &'s mut CollisionSet<'a, L>,
        index: u32,
        placed: &'s Placed,
        way: Way,
        rule: Rule,
    }
    fn run<M>(_) -> Swept {
        let space = set.capsule();
        let (view, mover, before) = (&space.placed(placed), &space.mover(&way), 1.0);
        let scratch = &mut *set.scratch;
        let nearest = set.instances.get(index).map_or(Nearest::NONE, |instance| {
            let tree = &*instance.mesh.tree;
            let sweep = DenseSweep { tree, view, way, motion: mover, rule, before, instance: index, scratch };
            set.lanes.call_outlined(sweep)
        });
        Swept { nearest: not_crossing(nearest), way: mover.motion, space_offset: Vec3::ZERO, instance: index }
    }
}
