//! The triangles that a slide sweeps its hull against: the candidates of one gather, or the tree itself.
//!
//! In: where the slide starts and how far it may go; then motions. Out: the nearest contact of each, in the world.
//!
//! The [regime](crate::query::sweep::regime) is chosen once, when the set is made. Over candidates and in dense places all sweeps run
//! in the ellipsoid space of the gather; on a way too long to gather for each runs in that about its own start.

use crate::bvh::tree::Tree;
use crate::character::collide::block_cache::BlockCache;
use crate::character::collide::gather::{Reach, gather};
use crate::character::collide::gather_instances::GatherInstances;
use crate::character::collide::kept_contacts::{FirstKept, MAX_IGNORED, view_of};
use crate::character::collide::one_sided::{note_more_passed, note_passed};
use crate::character::collide::swept::{IN_KEYS, Swept};
use crate::frame::ellipsoid_space::Space;
use crate::frame::motion::Motion;
use crate::frame::placed_space::PlacedSpace;
use crate::frame::placement::Placed;
use crate::mesh::material::Materials;
use crate::mesh::sides::Sides;
use crate::narrow::mesh_boxes::Way;
use crate::narrow::sweep::hits::{Rule, Start};
use crate::narrow::sweep::nearest::Nearest;
use crate::narrow::sweep::sweep_nearest::sweep_nearest;
use crate::narrow::triangle_point::front;
use crate::query::contact::Touch;
use crate::query::line_walk::first_passed;
use crate::query::passed::{Passed, Piece};
use crate::query::scratch::Scratch;
use crate::query::sweep::culled::CulledSweep;
use crate::query::sweep::dense::{DenseSweep, ONLY};
use crate::query::sweep::instances::SweepInstances;
use crate::query::sweep::regime::{SlideRegime, gathers, is_culled};
use crate::query::sweep::sweep_task::SweepTask;
use crate::simd::{Lanes, Task};
use crate::world::contact_filter::{ContactFilter, Verdict};
use crate::world::instance_id::InstanceId;
use crate::world::solids::Solids;
use glam::{DVec3, Vec3};

/// The triangles around one slide.
pub(crate) struct CollisionSet<'a, L> {
    pub(crate) lanes: L,
    pub(crate) instances: Solids<'a>,
    /// The tree of a world of one mesh that is seen as it lies.
    pub(crate) tree: Option<&'a Tree>,
    pub(crate) space: Space,
    pub(crate) sides: Sides,
    pub(crate) scratch: &'a mut Scratch,
    pub(crate) regime: SlideRegime,
    /// Whether more was gathered than at first.
    pub(crate) is_wide: bool,
}

impl<'a, L: Lanes> CollisionSet<'a, L> {
    /// All that the unit sphere of `space` can touch while its centre stays in `reach`.
    #[inline(always)]
    pub(crate) fn around(
        lanes: L,
        instances: Solids<'a>,
        space: Space,
        sides: Sides,
        reach: Reach,
        block_cache: Option<&mut BlockCache>,
        scratch: &'a mut Scratch,
    ) -> Self {
        let tree = instances.only();
        if tree.is_none() {
            note_passed(lanes, instances, &space, reach, scratch);
        }
        let regime = if gathers(reach.radius, space.radii) {
            let fits = if let Some(tree) = tree {
                gather(lanes, tree, &space, reach, block_cache, scratch)
            } else {
                let (space, scratch) = (&space, &mut *scratch);
                lanes.call_outlined(GatherInstances { instances, space, reach, block_cache, scratch })
            };
            if fits { SlideRegime::Gathered } else { SlideRegime::Dense }
        } else {
            // It says nothing of so long a way.
            block_cache.into_iter().for_each(BlockCache::forget);
            SlideRegime::Far
        };
        Self { lanes, instances, tree, space, sides, scratch, regime, is_wide: false }
    }

    /// Of the hull, metres.
    pub(crate) fn radii(&self) -> Vec3 {
        self.space.radii
    }

    /// Material and friction of a surface.
    #[inline(always)]
    pub(crate) fn material(&self, touch: &Touch) -> (u16, f32) {
        let Some(materials) = self.tree.map(|tree| &tree.materials).or_else(|| self.materials_of(touch.instance))
        else {
            return (0, 0.0);
        };
        let material = materials.of(touch.triangle);
        (material, materials.friction(material))
    }

    #[inline(never)]
    fn materials_of(&self, instance: InstanceId) -> Option<&Materials> {
        let instance = self.instances.get(instance.index() as u32)?;
        Some(&instance.mesh.tree.materials)
    }

    /// Sweeps the hull by `motion` from `offset`, both world displacements in metres.
    #[inline(always)]
    pub(crate) fn sweep(&mut self, offset: Vec3, motion: Vec3, start: Start) -> Swept {
        if let Some(filter) = self.instances.contact_filter() {
            return self.lanes.call_outlined(SweepKept { set: self, filter, offset, motion, start });
        }
        self.sweep_once(offset, motion, start)
    }

    /// The same, whatever a callback says of what is touched.
    #[inline(always)]
    pub(crate) fn sweep_once(&mut self, offset: Vec3, motion: Vec3, start: Start) -> Swept {
        let rule = Rule { start, sides: self.sides };
        match self.regime {
            SlideRegime::Gathered | SlideRegime::Dense => {
                let way = Motion::new(self.space.displacement(offset), self.space.displacement(motion));
                let mut nearest = Nearest::NONE;
                let mut instance = IN_KEYS;
                let Scratch { candidates, blocks_swept, .. } = &mut *self.scratch;
                if self.regime == SlideRegime::Dense {
                    let motion = Way { offset, displacement: motion };
                    (nearest, instance) = self.sweep_dense(self.space, motion, &way, rule);
                } else if is_culled(candidates.blocks().len()) {
                    nearest = self.lanes.call_outlined(CulledSweep { candidates, motion: &way, rule, blocks_swept });
                } else {
                    let blocks = candidates.blocks();
                    blocks_swept.add(blocks.len());
                    for block in blocks {
                        sweep_nearest(
                            self.lanes,
                            block,
                            self.lanes.every(),
                            &way,
                            nearest.limit(&way),
                            rule,
                            &mut nearest,
                        );
                    }
                }
                Swept { nearest, way, space_offset: Vec3::ZERO, instance }
            }
            SlideRegime::Far => {
                let space = self.space_at(offset);
                let way = Motion::new(Vec3::ZERO, space.displacement(motion));
                let (nearest, instance) = if let Some(tree) = self.tree {
                    let (displacement, scratch) = (motion, &mut *self.scratch);
                    let long = SweepTask::<false> { tree, space: &space, displacement, rule, before: 1.0, scratch };
                    (self.lanes.call_outlined(long), IN_KEYS)
                } else {
                    self.sweep_dense(space, Way { offset: Vec3::ZERO, displacement: motion }, &way, rule)
                };
                Swept { nearest, way, space_offset: offset, instance }
            }
        }
    }

    /// Sweeps over what is not gathered; the nearest contact, and whose it is.
    #[inline(always)]
    fn sweep_dense(&mut self, space: Space, way: Way, motion: &Motion, rule: Rule) -> (Nearest, u32) {
        let (scratch, before) = (&mut *self.scratch, 1.0);
        if let Some(tree) = self.tree {
            let sweep = DenseSweep { tree, view: &space, way, motion, rule, before, instance: ONLY, scratch };
            return (self.lanes.call_outlined(sweep), IN_KEYS);
        }
        let (instances, space) = (self.instances, &space);
        self.lanes.call_outlined(SweepInstances { instances, space, way, rule, before, scratch })
    }
}

impl<'a, L: Lanes> CollisionSet<'a, L> {
    /// Ellipsoid space about a place beside the one that the slide starts from.
    fn space_at(&self, offset: Vec3) -> Space {
        Space { position: self.space.position.moved(offset), ..self.space }
    }

    /// The contact of a sweep, as a surface to slide along.
    #[inline(always)]
    pub(crate) fn touch(&self, swept: &Swept) -> Option<Touch<'a>> {
        let lane = swept.nearest.found?;
        let space = if self.regime == SlideRegime::Far { self.space_at(swept.space_offset) } else { self.space };
        let surface = if self.tree.is_some() {
            (self.instances.only_id(), lane.triangle)
        } else {
            self.surface(swept.instance, lane.triangle)
        };
        Some(swept.touch(&lane, &space, self.instances.turn(), surface))
    }

    /// The instance and the triangle that a sweep touches, and the verdict; none where a callback keeps the contact.
    fn ignored(&self, filter: ContactFilter, swept: &Swept) -> Option<(u32, u32, Verdict)> {
        let touch = self.touch(swept)?;
        let verdict = filter(&view_of(&touch, self.instances, self.material(&touch).0));
        (verdict != Verdict::Keep).then_some((touch.instance.index() as u32, touch.triangle, verdict))
    }

    /// Which instance is touched, and which of its triangles.
    #[inline(never)]
    fn surface(&self, instance: u32, number: u32) -> (InstanceId, u32) {
        let (index, triangle) = if instance == IN_KEYS { self.scratch.surface_of(number) } else { (instance, number) };
        (self.instances.id(index), triangle)
    }
}

/// A sweep of a set whose contacts a callback may ignore.
struct SweepKept<'s, 'a, L> {
    set: &'s mut CollisionSet<'a, L>,
    filter: ContactFilter<'a>,
    offset: Vec3,
    motion: Vec3,
    start: Start,
}

impl<L: Lanes> Task for SweepKept<'_, '_, L> {
    type Output = Swept;

    /// Takes ignored triangles out of the set, so that the callback is asked once about each in one place. An overlap that the
    /// motion does not lead into is no contact, but counts as an overlap: the callback is asked about it, too.
    #[inline(always)]
    fn run<M: Lanes>(self, _: M) -> Swept {
        let Self { set, filter, offset, motion, start } = self;
        let mut swept = set.sweep_once(offset, motion, start);
        for _ in 0..MAX_IGNORED {
            let mut ignored = set.ignored(filter, &swept);
            if ignored.is_none() && start == Start::Approach && swept.deepest() > 0.0 {
                let overlaps = set.sweep_once(offset, Vec3::ZERO, Start::Contact);
                ignored = set.ignored(filter, &overlaps);
            }
            let Some((instance, triangle, verdict)) = ignored else { break };
            set.scratch.ignore(instance, triangle, verdict);
            swept = set.sweep_once(offset, motion, start);
        }
        swept
    }
}

impl<L: Lanes> CollisionSet<'_, L> {
    /// A [sweep](CollisionSet::sweep).
    pub(crate) fn sweep_apart(&mut self, offset: Vec3, motion: Vec3, start: Start) -> Swept {
        self.lanes.call_outlined(SweepApart { set: self, offset, motion, start })
    }

    /// Gathers all that can be touched while the centre stays in `reach`, which holds the ball of before.
    pub(crate) fn widen(&mut self, reach: Reach) {
        if !self.is_wide {
            self.is_wide = true;
            self.lanes.call_outlined(Widen { set: self, reach });
        }
    }

    /// The normal, on the side of `offset`, of the first face that lies on a straight way from there.
    pub(crate) fn first_face(&mut self, offset: Vec3, way: Vec3) -> Option<Vec3> {
        self.lanes.call_outlined(FirstFace { set: self, offset, way })
    }

    /// Whether the centre passes through a triangle on a piece of a straight line.
    #[inline(always)]
    pub(crate) fn passes(&mut self, piece: &Piece) -> bool {
        self.first_passed(piece).is_some()
    }

    /// The first triangle that counts of those that the centre passes through on a piece of a straight line.
    #[inline(always)]
    fn first_passed(&mut self, piece: &Piece) -> Option<Passed> {
        let (instances, position, sides) = (self.instances, self.space.position, self.sides);
        let scratch = &mut *self.scratch;
        if self.tree.is_none() && (instances.contact_filter().is_some() || !scratch.gone_through.is_empty()) {
            return self.lanes.call_outlined(FirstKept { instances, position, piece, sides, scratch });
        }
        first_passed(self.lanes, instances, position, piece, sides, scratch)
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
        let passed = set.first_passed(&piece)?;
        let mut normal: DVec3 = front(passed.corners);
        if set.tree.is_none() {
            let instances = set.instances;
            normal = instances.placed(instances.get(passed.instance)?).world_normal(normal);
        }
        let normal = normal.normalize_or_zero().as_vec3();
        Some(if normal.dot(way) > 0.0 { -normal } else { normal })
    }
}

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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bvh::block::NO_TRIANGLE;
    use crate::bvh::test_trees::{bumps, soup};
    use crate::frame::position::Position;
    use crate::narrow::candidates::Candidates;
    use crate::narrow::lane_compactor::LaneCompactor;
    use crate::narrow::prepare::prepare;
    use crate::narrow::triangles::Triangles;
    use crate::query::block_count::BlockCount;
    use crate::shape::ellipsoid::Ellipsoid;
    use crate::simd::{Backend, Chosen, WIDTH};
    use crate::world::instances::Instances;
    use alloc::vec::Vec;
    use sweep8_scalar_ref::random::Random;

    /// A sweep of a slide from beside its start.
    #[derive(Clone, Copy, Debug)]
    struct Sweep {
        offset: Vec3,
        motion: Vec3,
        rule: Rule,
    }

    /// The ways to sweep over the triangles.
    #[derive(Clone, Copy, Debug)]
    enum How {
        /// All triangles of the tree.
        All,
        /// Those of the same that the sphere comes near.
        Culled,
        /// Through the tree, front to back.
        Dense,
        /// As a slide does it.
        Held,
    }

    /// The sweeps one after the other; the contact of each, bit for bit, and how many blocks were swept.
    struct Run<'a>(Solids<'a>, Space, &'a [Sweep], How);

    /// Fraction, triangle, whether it is a face, squared distance at the start.
    type Found = (u32, Option<(u32, bool)>, u32);

    impl Task for Run<'_> {
        type Output = (Vec<Found>, u64);

        #[inline(always)]
        fn run<L: Lanes>(self, lanes: L) -> Self::Output {
            let Self(instances, space, sweeps, how) = self;
            let tree = instances.only().expect("a single mesh");
            let (mut found, mut swept, mut scratch) = (Vec::new(), BlockCount::default(), Scratch::new());
            let mut candidates = Candidates::default();
            let mut compactor = LaneCompactor::none(lanes);
            for block in &*tree.blocks {
                let live =
                    (0..WIDTH).filter(|&lane| block.ids[lane] != NO_TRIANGLE).fold(0, |live, lane| live | 1 << lane);
                if let Some(eight) = compactor.join(lanes, &Triangles::of(lanes, &space, block), live) {
                    *candidates.room(WIDTH).expect("there is room") = prepare(lanes, &eight);
                }
            }
            let left = compactor.count();
            if let Some(eight) = compactor.rest(lanes) {
                *candidates.room(left).expect("there is room") = prepare(lanes, &eight);
            }
            let reach = Reach::around(3.0 * space.radii.max_element());
            for &Sweep { offset, motion, rule } in sweeps {
                let way = Motion::new(space.displacement(offset), space.displacement(motion));
                let nearest = match how {
                    How::All => {
                        let mut nearest = Nearest::NONE;
                        for block in candidates.blocks() {
                            sweep_nearest(lanes, block, lanes.every(), &way, nearest.limit(&way), rule, &mut nearest);
                        }
                        swept.add(candidates.blocks().len());
                        nearest
                    }
                    How::Culled => {
                        let blocks_swept = &mut swept;
                        CulledSweep { candidates: &mut candidates, motion: &way, rule, blocks_swept }.run(lanes)
                    }
                    How::Dense => {
                        let scratch = &mut scratch;
                        let (view, motion, way) = (&space, &way, Way { offset, displacement: motion });
                        DenseSweep { tree, view, way, motion, rule, before: 1.0, instance: ONLY, scratch }.run(lanes)
                    }
                    How::Held => {
                        let mut held =
                            CollisionSet::around(lanes, instances, space, rule.sides, reach, None, &mut scratch);
                        held.sweep(offset, motion, rule.start).nearest
                    }
                };
                found.push(nearest.bits());
            }
            (found, swept.get() + scratch.blocks_swept.get())
        }
    }

    #[test]
    fn a_sweep_that_leaves_blocks_out_finds_the_same_bits_as_one_over_all_blocks() {
        let mut random = Random(1);
        let (mut touched, mut overlapping, mut free) = (0, 0, 0);
        let mut swept = [0; 4];
        for case in 0..180 {
            let center = [Vec3::ZERO, Vec3::new(-300.0, 20.0, 41.0), Vec3::new(5000.0, -7.0, 900.0)][case % 3];
            // The last block full, of one triangle, of some.
            let count = [1024, 80, 73, 300][case % 4];
            let tree = match case / 3 % 3 {
                0 => soup(&mut random, count, 0.02, 0.5, center),
                1 => soup(&mut random, count, 0.4, 2.0, center),
                _ => bumps(&mut random, [0.01, 0.03, 0.1][case % 3], center),
            };
            let world = Instances::of_tree(tree);
            let radii = [Vec3::splat(0.48), Vec3::new(0.2, 0.5, 0.2), Vec3::new(0.05, 1.2, 0.05)][case / 12 % 3];
            let shape = Ellipsoid::new(radii).expect("it is a shape");
            let space = Space::new(shape, Position::new(center).moved(Vec3::from(random.signed_vector()) * 0.1));
            let sweeps: Vec<Sweep> = (0..40)
                .map(|sweep| {
                    let far = [0.0, 1e-4, 0.05, 0.5, 1.5][sweep % 5];
                    let offset = Vec3::from(random.signed_vector()) * radii * [0.0, 0.05, 0.5][sweep / 5 % 3];
                    let level = if sweep % 2 == 0 { Vec3::ONE } else { Vec3::new(1.0, 0.05, 1.0) };
                    let start = if sweep % 4 < 2 { Start::Contact } else { Start::Approach };
                    let sides = if sweep % 8 < 6 { Sides::Both } else { Sides::Front };
                    Sweep {
                        offset,
                        motion: Vec3::from(random.signed_vector()) * level * far,
                        rule: Rule { start, sides },
                    }
                })
                .collect();
            for backend in Backend::available() {
                let chosen = Chosen::new(backend).expect("it is available");
                let (all, of_all) = chosen.run(Run(Solids::all(&world), space, &sweeps, How::All));
                swept[0] += of_all;
                for (which, how) in [(1, How::Culled), (2, How::Dense), (3, How::Held)] {
                    let (found, blocks) = chosen.run(Run(Solids::all(&world), space, &sweeps, how));
                    for ((all, found), sweep) in all.iter().zip(&found).zip(&sweeps) {
                        assert_eq!(all, found, "{backend}, {how:?}: {sweep:?} in {space:?}, case {case}");
                    }
                    swept[which] += blocks;
                }
                for (fraction, lane, least_square) in all {
                    overlapping += usize::from(f32::from_bits(least_square) < 1.0);
                    touched += usize::from(lane.is_some() && f32::from_bits(fraction) > 0.0);
                    free += usize::from(lane.is_none());
                }
            }
        }
        let counts = [touched, overlapping, free];
        assert!(counts.iter().all(|count| *count > 300), "{counts:?}: too few touched, overlapping or free");
        assert!(2 * swept[1] < swept[0] && 2 * swept[2] < swept[0], "{swept:?}: few are left out");
    }
}
