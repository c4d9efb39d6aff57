//! The triangles that a slide sweeps its hull against: the candidates of one gather, or the tree itself.
//!
//! In: the start of the slide and its reach; then motions. Out: the nearest contact of each, in the world.
//!
//! The [regime](crate::query::sweep::regime) is chosen once, when the set is made. Over candidates and in dense places all sweeps run
//! in the ellipsoid space of the gather. Where the reach is too long to gather, each sweep runs in the space about its own start.

use crate::character::collide::block_cache::BlockCache;
use crate::character::collide::filtered_contacts::{MAX_IGNORED, let_through, view_of};
use crate::character::collide::gather::Reach;
use crate::character::collide::swept::{IN_KEYS, Swept};
use crate::character::collide::triangle_source::{SweepWay, TriangleSource};
use crate::frame::capsule_motion::CapsuleMotion;
use crate::frame::capsule_space::CapsuleSpace;
use crate::frame::ellipsoid_space::Space;
use crate::frame::motion::Motion;
use crate::frame::placed_space::PlacedSpace;
use crate::frame::placement::Placed;
use crate::frame::position::Position;
use crate::mesh::sides::Sides;
use crate::narrow::last_touch::{last_touch, last_touch_of_spine};
use crate::narrow::mesh_boxes::Way;
use crate::narrow::mover::ShapeSpace;
use crate::narrow::sweep::capsule_sweep::SweepCapsuleBlocks;
use crate::narrow::sweep::hits::{Rule, Start};
use crate::narrow::sweep::nearest::{Nearest, capsule_rounding, rounding};
use crate::narrow::sweep::sweep_nearest::sweep_nearest;
use crate::query::contact::{Contact, ContactSpace, Touch};
use crate::query::scratch::{HeldSpine, Scratch};
use crate::query::sweep::culled::CulledSweep;
use crate::query::sweep::dense::DenseSweep;
use crate::query::sweep::regime::{gathers, is_culled};
use crate::query::sweep::slide_regime::SlideRegime;
use crate::shape::axis::Axis;
use crate::shape::swept_ellipsoid::Shape;
use crate::simd::{Lanes, task};
use crate::world::contact_filter::{ContactFilter, Verdict};
use crate::world::solids::Solids;
use glam::{Vec3, Vec3A};

/// The end of a way on which a hull leaves a triangle.
pub(crate) struct LastTouch {
    /// Length of the way, metres.
    pub(crate) way: f32,
    /// Contact normal at the end, towards the hull, unit length, axes of the hull.
    pub(crate) normal: Vec3,
    /// Touched point relative to the hull's centre at the end, metres, axes of the hull.
    pub(crate) point: Vec3,
}

/// The triangles around a hull (body plus skin) that the sweeps of one slide test.
pub(crate) struct CollisionSet<'a, L> {
    pub(crate) lanes: L,
    pub(crate) instances: Solids<'a>,
    /// Where the triangles come from: the one mesh of the world, or its instances.
    pub(super) source: TriangleSource<'a>,
    pub(crate) space: Space,
    pub(crate) sides: Sides,
    pub(crate) scratch: &'a mut Scratch,
    pub(crate) regime: SlideRegime,
    /// The ball within which the hull's centre has to stay, for the triangles that were gathered.
    reach: Reach,
    /// Whether [`widen`](Self::widen) has gathered triangles in a larger region for this slide.
    pub(crate) is_wide: bool,
}

impl<'a, L: Lanes> CollisionSet<'a, L> {
    /// Gathers all that a hull at a position can touch while its centre stays in `reach`.
    ///
    /// Seven arguments: every caller differs in each of them.
    #[inline(always)]
    pub(crate) fn around(
        lanes: L,
        instances: Solids<'a>,
        (hull, position): (Shape, Position),
        sides: Sides,
        reach: Reach,
        block_cache: Option<&mut BlockCache>,
        scratch: &'a mut Scratch,
    ) -> Self {
        let source = TriangleSource::of(instances);
        let space = Space::new(hull.ellipsoid(), position);
        let regime = if hull.has_spine() {
            let space = &CapsuleSpace::of(space, hull.axis(), hull.half_length());
            lanes.call_outlined(GatherOfCapsule { source, space, reach, block_cache, scratch: &mut *scratch });
            SlideRegime::Spine
        } else {
            regime_of(lanes, source, &space, reach, block_cache, scratch)
        };
        Self { lanes, instances, source, space, sides, scratch, regime, reach, is_wide: false }
    }

    /// Radii of the hull (body plus skin) that this set sweeps, metres.
    pub(crate) fn radii(&self) -> Vec3 {
        self.space.radii
    }

    /// Material index and coefficients of friction and of restitution of a touched surface.
    #[inline(always)]
    pub(crate) fn material(&self, touch: &Touch) -> (u16, [f32; 2]) {
        let Some(materials) = self.source.materials(touch.instance) else { return (0, [0.0; 2]) };
        let material = materials.of(touch.triangle);
        (material, materials.coefficients(material))
    }

    /// Sweeps the hull by `motion` from `offset` (relative to the start of the slide), both world space, metres.
    #[inline(always)]
    pub(crate) fn sweep(&mut self, offset: Vec3, motion: Vec3, start: Start) -> Swept {
        if let Some(filter) = self.instances.contact_filter() {
            return self.lanes.call_outlined(SweepKept { set: self, filter, offset, motion, start });
        }
        self.sweep_once(offset, motion, start)
    }

    /// Sweeps the hull once, without asking the contact filter whether the touched triangle counts.
    #[inline(always)]
    pub(crate) fn sweep_once(&mut self, offset: Vec3, motion: Vec3, start: Start) -> Swept {
        let rule = Rule { start, sides: self.sides };
        if !self.is_about_start() {
            return self.lanes.call_outlined(SweepElsewhere { set: self, offset, motion, rule });
        }
        let way = Motion::new(self.space.displacement(offset), self.space.displacement(motion));
        let mut nearest = Nearest::NONE;
        let mut instance = IN_KEYS;
        let Scratch { candidates, blocks_swept, .. } = &mut *self.scratch;
        if self.regime == SlideRegime::Dense {
            let sweep = SweepWay { space: &self.space, way: Way { offset, displacement: motion }, motion: &way };
            (nearest, instance) = self.source.sweep_dense(self.lanes, sweep, rule, self.scratch);
        } else if is_culled(candidates.blocks().len()) {
            nearest = self.lanes.call_outlined(CulledSweep { candidates, mover: &way, rule, blocks_swept });
        } else {
            let blocks = candidates.blocks();
            blocks_swept.add(blocks.len());
            for block in blocks {
                sweep_nearest(self.lanes, block, self.lanes.every(), &way, nearest.limit(&way), rule, &mut nearest);
            }
        }
        Swept { nearest, way, space_offset: Vec3::ZERO, instance }
    }

    /// Whether sweeps of an ellipsoid run in the space about the start of the slide: all but long ones.
    #[inline(always)]
    fn is_about_start(&self) -> bool {
        matches!(self.regime, SlideRegime::Gathered | SlideRegime::Dense)
    }

    /// Whether the hull has a spine, so that it is no ellipsoid.
    #[inline(always)]
    fn has_spine(&self) -> bool {
        self.regime == SlideRegime::Spine
    }

    /// Half the length of the hull's spine, ellipsoid space, and its axis; 0 for an ellipsoid.
    #[inline(always)]
    fn held_spine(&self) -> (f32, Axis) {
        if !self.has_spine() {
            return (0.0, Axis::Y);
        }
        let HeldSpine { half, axis, .. } = self.scratch.spine;
        (half, axis)
    }

    /// Ellipsoid space of a hull with a spine.
    fn capsule(&self) -> CapsuleSpace {
        let HeldSpine { axis, half_length, .. } = self.scratch.spine;
        CapsuleSpace::of(self.space, axis, half_length)
    }
}

task! {
    /// Task that gathers all that a hull with a spine can touch, and notes the spine.
    struct GatherOfCapsule<'s, 'a> {
        source: TriangleSource<'a>,
        space: &'s CapsuleSpace,
        reach: Reach,
        block_cache: Option<&'s mut BlockCache>,
        scratch: &'s mut Scratch,
    }
    fn run<L>(lanes) {
        let regime = regime_of(lanes, source, space, reach, block_cache, scratch);
        let (half_length, half, axis) = (space.half_length(), space.half(), space.axis);
        scratch.spine = HeldSpine { half_length, half, axis, regime };
    }
}

/// Gathers all that the unit sphere or capsule of `space` can touch, if it can; returns where its sweeps find triangles.
#[inline(always)]
fn regime_of<L: Lanes, S: ContactSpace>(
    lanes: L,
    source: TriangleSource,
    space: &S,
    reach: Reach,
    block_cache: Option<&mut BlockCache>,
    scratch: &mut Scratch,
) -> SlideRegime {
    source.note_let_through(lanes, space, reach, scratch);
    if gathers(reach.radius, space.half_extents()) {
        let fits = source.gather(lanes, space, reach, block_cache, scratch);
        if fits { SlideRegime::Gathered } else { SlideRegime::Dense }
    } else {
        // It says nothing of so long a way.
        block_cache.into_iter().for_each(BlockCache::forget);
        SlideRegime::Far
    }
}

task! {
    /// Task of a sweep of a hull with a spine, or of a long one: as [`CollisionSet::sweep_once`], in a function of its own.
    struct SweepElsewhere<'s, 'a, L: Lanes> {
        set: &'s mut CollisionSet<'a, L>,
        offset: Vec3,
        motion: Vec3,
        rule: Rule,
    }
    fn run<M>(_) -> Swept {
        let (lanes, way) = (set.lanes, Way { offset, displacement: motion });
        if !set.has_spine() {
            let space = set.space_at(offset);
            let way = Motion::new(Vec3::ZERO, space.displacement(motion));
            let on_way = Way { offset: Vec3::ZERO, displacement: motion };
            let sweep = SweepWay { space: &space, way: on_way, motion: &way };
            let (nearest, instance) = set.source.sweep_far(lanes, sweep, rule, set.scratch);
            return Swept { nearest, way, space_offset: offset, instance };
        }
        let HeldSpine { half, axis, regime, .. } = set.scratch.spine;
        if regime != SlideRegime::Gathered {
            return sweep_tree(set, way, rule);
        }
        let motion = Motion::new(set.space.displacement(offset), set.space.displacement(motion));
        let mover = CapsuleMotion::new(motion, axis, half);
        let mut nearest = Nearest::NONE;
        let Scratch { candidates, blocks_swept, .. } = &mut *set.scratch;
        if is_culled(candidates.blocks().len()) {
            nearest = CulledSweep { candidates, mover: &mover, rule, blocks_swept }.run(lanes);
        } else {
            let blocks = candidates.blocks();
            blocks_swept.add(blocks.len());
            let (chosen, live, capsule, limit) = ((1 << blocks.len()) - 1, lanes.every(), &mover, 1.0);
            let nearest = &mut nearest;
            SweepCapsuleBlocks { lanes, blocks, chosen, live, capsule, limit, rule, nearest }.run(lanes);
        }
        Swept { nearest: not_crossing(nearest), way: motion, space_offset: Vec3::ZERO, instance: IN_KEYS }
    }
}

/// Sweeps a hull with a spine through the trees.
#[inline(always)]
fn sweep_tree<L: Lanes>(set: &mut CollisionSet<L>, way: Way, rule: Rule) -> Swept {
    let (lanes, mut space) = (set.lanes, set.capsule());
    let is_far = set.scratch.spine.regime == SlideRegime::Far;
    let (way, space_offset) = if is_far {
        space.space = set.space_at(way.offset);
        (Way { offset: Vec3::ZERO, ..way }, way.offset)
    } else {
        (way, Vec3::ZERO)
    };
    let mover = space.mover(&way);
    let sweep = SweepWay { space: &space, way, motion: &mover };
    let (nearest, instance) = if is_far {
        set.source.sweep_far(lanes, sweep, rule, set.scratch)
    } else {
        set.source.sweep_dense(lanes, sweep, rule, set.scratch)
    };
    Swept { nearest: not_crossing(nearest), way: mover.motion, space_offset, instance }
}

/// The nearest contact of a hull with a spine, for [`Swept::deepest`]: a spine that crosses a triangle is as deep as one that touches it.
fn not_crossing(mut nearest: Nearest) -> Nearest {
    nearest.least_square = nearest.least_square.max(0.0);
    nearest
}

impl<'a, L: Lanes> CollisionSet<'a, L> {
    /// Ellipsoid space about the start of the slide plus `offset`, world space, metres.
    fn space_at(&self, offset: Vec3) -> Space {
        Space { position: self.space.position.moved(offset), ..self.space }
    }

    /// Contact of a sweep's result, as a surface to slide along; `None` if the sweep has no contact.
    #[inline(always)]
    pub(crate) fn touch(&self, swept: &Swept) -> Option<Touch<'a>> {
        let lane = swept.nearest.found?;
        if !self.is_about_start() {
            return self.touch_elsewhere(swept);
        }
        let surface = self.source.surface(swept.instance, lane.triangle, self.scratch);
        Some(swept.touch(&lane, &self.space, (0.0, Axis::Y), self.instances.turn(), surface))
    }

    /// Contact of a hull with a spine, or of a long sweep, as [`touch`](Self::touch). Gathered sweeps have no offset.
    #[inline(never)]
    fn touch_elsewhere(&self, swept: &Swept) -> Option<Touch<'a>> {
        let lane = swept.nearest.found?;
        let space = self.space_at(swept.space_offset);
        let surface = self.source.surface(swept.instance, lane.triangle, self.scratch);
        Some(swept.touch(&lane, &space, self.held_spine(), self.instances.turn(), surface))
    }

    /// The contact of a sweep in ellipsoid space; `None` if the sweep has no contact.
    pub(crate) fn contact(&self, swept: &Swept) -> Option<Contact> {
        let center = swept.way.at(swept.nearest.fraction);
        swept.nearest.found.map(|lane| {
            if self.has_spine() { self.capsule().contact(center, &lane) } else { Contact::of(center, &lane) }
        })
    }

    /// Bound on the rounding of the hull's distance to the touched triangle at the start of a sweep, ellipsoid space.
    pub(crate) fn rounding(&self, swept: &Swept) -> f32 {
        let start = swept.way.start;
        swept.nearest.found.map_or(0.0, |lane| {
            if self.has_spine() {
                capsule_rounding(start, self.scratch.spine.half, lane.corners)
            } else {
                rounding(start, lane.corners)
            }
        })
    }

    /// The way along `direction`, a unit vector, on which the hull leaves the triangle that a sweep overlaps at its start; `None` if the
    /// sweep has no contact.
    pub(crate) fn last_touch(&self, swept: &Swept, direction: Vec3) -> Option<LastTouch> {
        let lane = swept.nearest.found?;
        let (radii, corners) = (self.space.radii.as_dvec3(), lane.corners.map(Vec3A::as_dvec3));
        let (start, direction) = (swept.way.start.as_dvec3(), direction.as_dvec3() / radii);
        let (center, way, contact) = if self.has_spine() {
            let spine = self.capsule().spine();
            let way = last_touch_of_spine(start, spine, direction, corners);
            let center = start + direction * way;
            (center, way, Contact::of_capsule(center, spine, &lane))
        } else {
            let way = last_touch(start, direction, corners);
            let center = start + direction * way;
            (center, way, Contact::of(center, &lane))
        };
        let normal = contact.world_normal(&self.space);
        let point = ((contact.point - center) * radii).as_vec3();
        Some(LastTouch { way: way as f32, normal, point })
    }

    /// Instance, triangle and verdict of a contact that the contact filter ignores; `None` if it keeps the contact.
    fn let_through_by(&self, filter: ContactFilter, swept: &Swept) -> Option<(u32, u32, Verdict)> {
        let touch = self.touch(swept)?;
        let verdict = filter(&view_of(&touch, self.instances, self.material(&touch).0));
        (verdict != Verdict::Keep).then_some((touch.instance.index() as u32, touch.triangle, verdict))
    }
}

task! {
    /// Task of a sweep that skips triangles which the contact filter ignores.
    struct SweepKept<'s, 'a, L: Lanes> {
        set: &'s mut CollisionSet<'a, L>,
        filter: ContactFilter<'a>,
        offset: Vec3,
        motion: Vec3,
        start: Start,
    }
    /// Takes ignored triangles out of the set, so that the filter is asked once about each in one place. An overlap that the motion
    /// leads out of is no contact, but counts as an overlap: the filter is asked about it, too.
    fn run<M>(_) -> Swept {
        let mut swept = set.sweep_once(offset, motion, start);
        for _ in 0..MAX_IGNORED {
            let mut ignored = set.let_through_by(filter, &swept);
            if ignored.is_none() && start == Start::Approach && swept.deepest() > 0.0 {
                let overlaps = set.sweep_once(offset, Vec3::ZERO, Start::Contact);
                ignored = set.let_through_by(filter, &overlaps);
            }
            let Some((instance, triangle, verdict)) = ignored else { break };
            let_through(set.scratch, instance, triangle, verdict);
            swept = set.sweep_once(offset, motion, start);
        }
        swept
    }
}

impl<L: Lanes> CollisionSet<'_, L> {
    /// Version of [`sweep`](CollisionSet::sweep) that is not inlined, for rare calls.
    pub(crate) fn sweep_apart(&mut self, offset: Vec3, motion: Vec3, start: Start) -> Swept {
        self.lanes.call_outlined(SweepApart { set: self, offset, motion, start })
    }

    /// Whether all triangles are known that the hull can touch with its centre within `radius` metres of `offset`.
    pub(crate) fn covers(&self, offset: Vec3, radius: f32) -> bool {
        match self.regime {
            SlideRegime::Gathered => self.reach.covers(offset, radius),
            SlideRegime::Dense | SlideRegime::Far => true,
            SlideRegime::Spine => {
                self.scratch.spine.regime != SlideRegime::Gathered || self.reach.covers(offset, radius)
            }
        }
    }

    /// Gathers triangles again for a larger region, which contains the one before.
    pub(crate) fn widen(&mut self, reach: Reach) {
        self.is_wide = true;
        self.reach = reach;
        self.lanes.call_outlined(Widen { set: self, reach });
    }
}

task! {
    /// Arguments of [`sweep_apart`](CollisionSet::sweep_apart), to be run on a SIMD backend.
    struct SweepApart<'s, 'a, L: Lanes> {
        set: &'s mut CollisionSet<'a, L>,
        offset: Vec3,
        motion: Vec3,
        start: Start,
    }
    fn run<M>(_) -> Swept {
        set.sweep(offset, motion, start)
    }
}

task! {
    /// Arguments of [`widen`](CollisionSet::widen), to be run on a SIMD backend.
    struct Widen<'s, 'a, L: Lanes> {
        set: &'s mut CollisionSet<'a, L>,
        reach: Reach,
    }
    fn run<M>(lanes) {
        if set.regime == SlideRegime::Spine {
            if set.scratch.spine.regime != SlideRegime::Gathered {
                return;
            }
            let space = &set.capsule();
            let CollisionSet { source, scratch, .. } = set;
            source.note_more_let_through(lanes, space, reach, scratch);
            let fits = source.gather(lanes, space, reach, None, scratch);
            scratch.spine.regime = if fits { SlideRegime::Gathered } else { SlideRegime::Dense };
            return;
        }
        let CollisionSet { source, space, scratch, regime, .. } = set;
        if *regime != SlideRegime::Gathered {
            return;
        }
        source.note_more_let_through(lanes, space, reach, scratch);
        let fits = source.gather(lanes, space, reach, None, scratch);
        *regime = if fits { SlideRegime::Gathered } else { SlideRegime::Dense };
    }
}

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

    /// Depth by which the hull overlaps the touched triangle at the start of a sweep, along the contact normal, metres.
    pub(crate) fn depth(&self, swept: &Swept) -> f32 {
        self.contact(swept).map_or(0.0, |contact| contact.world_depth(&self.space))
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bvh::block::NO_TRIANGLE;
    use crate::bvh::test_trees::{bumps, soup};
    use crate::narrow::candidates::Candidates;
    use crate::narrow::lane_compactor::LaneCompactor;
    use crate::narrow::prepare::prepare;
    use crate::narrow::triangles::Triangles;
    use crate::query::block_count::BlockCount;
    use crate::query::sweep::dense::ONLY;
    use crate::shape::ellipsoid::Ellipsoid;
    use crate::simd::{Backend, Chosen, WIDTH};
    use crate::world::instances::Instances;
    use alloc::vec::Vec;
    use sweep8_scalar_ref::random::Random;

    /// A sweep to test that starts at an offset from the start of the slide.
    #[derive(Clone, Copy, Debug)]
    struct SlideSweep {
        offset: Vec3,
        motion: Vec3,
        rule: Rule,
    }

    /// Method by which the test sweeps the unit sphere over the triangles.
    #[derive(Clone, Copy, Debug)]
    enum How {
        /// Sweeps over all triangles of the tree.
        All,
        /// Sweeps over the triangles of the tree that the sphere comes near.
        Culled,
        /// Walks the tree front to back, without a gather.
        Dense,
        /// Sweeps through a `CollisionSet`, as a slide does.
        Held,
    }

    /// Result of a test sweep as bits: fraction; triangle and whether its face is touched; squared distance at the start.
    type Found = (u32, Option<(u32, bool)>, u32);

    task! {
        /// Task that runs the test sweeps one after the other; returns the contact bits of each, and the number of blocks swept.
        struct Run<'a> {
            instances: Solids<'a>,
            space: Space,
            sweeps: &'a [SlideSweep],
            how: How,
        }
        fn run<L>(lanes) -> (Vec<Found>, u64) {
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
            let hull = (Ellipsoid::new(space.radii).expect("it is a shape").into(), space.position);
            for &SlideSweep { offset, motion, rule } in sweeps {
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
                        CulledSweep { candidates: &mut candidates, mover: &way, rule, blocks_swept }.run(lanes)
                    }
                    How::Dense => {
                        let scratch = &mut scratch;
                        let (view, motion, way) = (&space, &way, Way { offset, displacement: motion });
                        DenseSweep { tree, view, way, motion, rule, before: 1.0, instance: ONLY, scratch }.run(lanes)
                    }
                    How::Held => {
                        let mut held =
                            CollisionSet::around(lanes, instances, hull, rule.sides, reach, None, &mut scratch);
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
            let sweeps: Vec<SlideSweep> = (0..40)
                .map(|sweep| {
                    let far = [0.0, 1e-4, 0.05, 0.5, 1.5][sweep % 5];
                    let offset = Vec3::from(random.signed_vector()) * radii * [0.0, 0.05, 0.5][sweep / 5 % 3];
                    let level = if sweep % 2 == 0 { Vec3::ONE } else { Vec3::new(1.0, 0.05, 1.0) };
                    let start = if sweep % 4 < 2 { Start::Contact } else { Start::Approach };
                    let sides = if sweep % 8 < 6 { Sides::Both } else { Sides::Front };
                    SlideSweep {
                        offset,
                        motion: Vec3::from(random.signed_vector()) * level * far,
                        rule: Rule { start, sides },
                    }
                })
                .collect();
            for backend in Backend::available() {
                let chosen = Chosen::new(backend).expect("it is available");
                let (all, of_all) =
                    chosen.run(Run { instances: Solids::all(&world), space, sweeps: &sweeps, how: How::All });
                swept[0] += of_all;
                for (which, how) in [(1, How::Culled), (2, How::Dense), (3, How::Held)] {
                    let (instances, sweeps) = (Solids::all(&world), &sweeps[..]);
                    let (found, blocks) = chosen.run(Run { instances, space, sweeps, how });
                    for ((all, found), sweep) in all.iter().zip(&found).zip(sweeps) {
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
