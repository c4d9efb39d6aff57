//! Sweeps of a hull against one instance, placed where it is at the end of a part of a step.

use crate::character::collision_set::CollisionSet;
use crate::character::kept_contacts::{MAX_IGNORED, view_of};
use crate::character::swept::Swept;
use crate::frame::motion::Motion;
use crate::frame::placed_space::PlacedSpace;
use crate::frame::placement::Placed;
use crate::narrow::mesh_boxes::Way;
use crate::narrow::sweep::hits::{Rule, Start};
use crate::narrow::sweep::nearest::Nearest;
use crate::query::contact::Touch;
use crate::query::sweep::dense::DenseSweep;
use crate::simd::Lanes;
use crate::world::contact_filter::{ContactFilter, Verdict};
use glam::Vec3;

impl<'a, L: Lanes> CollisionSet<'a, L> {
    /// Sweeps the hull against one instance, which lies at `placed`; world displacements in metres.
    #[inline(always)]
    pub(crate) fn sweep_placed(&mut self, index: u32, placed: &Placed, way: Way, start: Start) -> Swept {
        let mut swept = self.sweep_placed_once(index, placed, way, start);
        let Some(filter) = self.instances.contact_filter() else { return swept };
        for _ in 0..MAX_IGNORED {
            let mut ignored = self.ignored_placed(filter, &swept);
            if ignored.is_none() && start == Start::Approach && swept.deepest() > 0.0 {
                let way = Way { displacement: Vec3::ZERO, ..way };
                let overlaps = self.sweep_placed_once(index, placed, way, Start::Contact);
                ignored = self.ignored_placed(filter, &overlaps);
            }
            match ignored {
                None => break,
                Some((_, Verdict::IgnoreInstance)) => return Swept { nearest: Nearest::NONE, ..swept },
                Some((triangle, _)) => self.scratch.ignored.push((index, triangle)),
            }
            swept = self.sweep_placed_once(index, placed, way, start);
        }
        swept
    }

    /// The triangle that such a sweep touches, and the verdict; none where a callback keeps the contact.
    fn ignored_placed(&self, filter: ContactFilter, swept: &Swept) -> Option<(u32, Verdict)> {
        let touch = self.touch_placed(swept)?;
        let verdict = filter(&view_of(&touch, self.instances, self.material(&touch).0));
        (verdict != Verdict::Keep).then_some((touch.triangle, verdict))
    }

    #[inline(always)]
    fn sweep_placed_once(&mut self, index: u32, placed: &Placed, way: Way, start: Start) -> Swept {
        let rule = Rule { start, sides: self.sides };
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

    /// The contact of such a sweep, as a surface to slide along.
    pub(crate) fn touch_placed(&self, swept: &Swept) -> Option<Touch<'a>> {
        let lane = swept.nearest.found?;
        let surface = (self.instances.id(swept.instance), lane.triangle);
        Some(swept.touch(&lane, &self.space, self.instances.turn(), surface))
    }

    /// By how much the hull overlaps what such a sweep touches at its start, along the normal; world space, metres.
    pub(crate) fn depth(&self, swept: &Swept) -> f32 {
        swept.contact().map_or(0.0, |contact| contact.world_depth(&self.space))
    }
}
