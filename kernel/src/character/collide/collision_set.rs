//! The triangles that a slide sweeps its hull against: the candidates of one gather, or the tree itself.
//!
//! In: the start of the slide and its reach; then motions. Out: the nearest contact of each, in the world.
//!
//! The [regime](crate::query::sweep::regime) is chosen once, when the set is made. Over candidates and in dense places all sweeps run
//! in the ellipsoid space of the gather. Where the reach is too long to gather, each sweep runs in the space about its own start.

use crate::bvh::tree::Tree;
use crate::character::collide::block_cache::BlockCache;
use crate::character::collide::filtered_contacts::{MAX_IGNORED, let_through, view_of};
use crate::character::collide::gather::Reach;
use crate::character::collide::swept::{IN_KEYS, Swept};
use crate::character::collide::triangle_source::{SweepWay, TriangleSource};
use crate::frame::capsule_motion::CapsuleMotion;
use crate::frame::capsule_space::CapsuleSpace;
use crate::frame::ellipsoid_space::Space;
use crate::frame::motion::Motion;
use crate::frame::position::Position;
use crate::mesh::sides::Sides;
use crate::narrow::mesh_boxes::Way;
use crate::narrow::mover::{AtRest, Mover, ShapeSpace};
use crate::narrow::sweep::capsule_sweep::SweepCapsuleBlocks;
use crate::narrow::sweep::hits::{Rule, Start};
use crate::narrow::sweep::nearest::Nearest;
use crate::narrow::sweep::sweep_nearest::sweep_nearest;
use crate::query::contact::{ContactSpace, Touch};
use crate::query::scratch::{HeldSpine, Scratch};
use crate::query::sweep::culled::CulledSweep;
use crate::query::sweep::dense::{DenseSweep, ONLY};
use crate::query::sweep::regime::{gathers, is_culled};
use crate::query::sweep::slide_regime::SlideRegime;
use crate::shape::axis::Axis;
use crate::shape::swept_ellipsoid::Shape;
use crate::simd::{Lanes, task};
use crate::world::contact_filter::{ContactFilter, Verdict};
use crate::world::solids::Solids;
use glam::Vec3;

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
    /// The region of the set: the ball within which the hull's centre has to stay, and for which triangles are gathered.
    reach: Reach,
    /// Whether [`widen`](Self::widen) has made the region of this slide larger.
    pub(crate) is_wide: bool,
}

impl<'a, L: Lanes> CollisionSet<'a, L> {
    /// Gathers all that a hull at a position can touch while its centre stays in `reach`.
    ///
    /// Seven arguments: it is inlined, and a struct of them would be built for every slide.
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
            gather_of_spine(lanes, source, (space, hull), reach, block_cache, scratch)
        } else {
            source.note_let_through(lanes, &space, reach, scratch);
            if gathers(reach.radius, space.radii) {
                of_gather(source.gather(lanes, &space, reach, block_cache, scratch))
            } else {
                far(block_cache)
            }
        };
        Self { lanes, instances, source, space, sides, scratch, regime, reach, is_wide: false }
    }

    /// As [`around`](Self::around), but a call: for rare sets, of which no block cache is kept.
    #[inline(never)]
    pub(crate) fn around_outlined(
        lanes: L,
        instances: Solids<'a>,
        (hull, position): (Shape, Position),
        sides: Sides,
        reach: Reach,
        scratch: &'a mut Scratch,
    ) -> Self {
        let source = TriangleSource::of(instances);
        let space = Space::new(hull.ellipsoid(), position);
        let regime = if hull.has_spine() {
            gather_of_spine(lanes, source, (space, hull), reach, None, scratch)
        } else {
            regime_outlined(lanes, source, &space, reach, None, scratch)
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
            return self.sweep_kept(filter, offset, motion, start);
        }
        self.sweep_once(offset, motion, start)
    }

    /// As [`sweep`](Self::sweep), but the sweep itself is a call: for rare sweeps.
    #[inline(always)]
    pub(crate) fn sweep_outlined(&mut self, offset: Vec3, motion: Vec3, start: Start) -> Swept {
        if let Some(filter) = self.instances.contact_filter() {
            return self.sweep_kept(filter, offset, motion, start);
        }
        self.lanes.call_outlined(SweepOnce { set: self, offset, motion, start })
    }

    /// Sweeps the hull once, without asking the contact filter whether the touched triangle counts.
    #[inline(always)]
    pub(crate) fn sweep_once(&mut self, offset: Vec3, motion: Vec3, start: Start) -> Swept {
        let rule = Rule { start, sides: self.sides };
        if !self.is_about_start() {
            return self.lanes.call_outlined(SweepElsewhere { set: self, offset, motion, rule });
        }
        self.sweep_about_start(offset, motion, rule)
    }

    /// [`sweep_once`](Self::sweep_once) in the space about the start of the slide.
    #[inline(always)]
    fn sweep_about_start(&mut self, offset: Vec3, motion: Vec3, rule: Rule) -> Swept {
        // Filled where it is returned: it is large, and would be copied.
        let mut swept = Swept {
            nearest: Nearest::NONE,
            way: Motion::new(self.space.displacement(offset), self.space.displacement(motion)),
            space_offset: Vec3::ZERO,
            instance: IN_KEYS,
        };
        let Swept { nearest, way, instance, .. } = &mut swept;
        let Scratch { candidates, blocks_swept, .. } = &mut *self.scratch;
        if self.regime == SlideRegime::Dense {
            let sweep = SweepWay { space: &self.space, way: Way { offset, displacement: motion }, motion: way };
            (*nearest, *instance) = self.source.sweep_dense(self.lanes, sweep, rule, self.scratch);
        } else if is_culled(candidates.blocks().len()) {
            *nearest = self.lanes.call_outlined(CulledSweep { candidates, mover: way, rule, blocks_swept });
        } else {
            let blocks = candidates.blocks();
            blocks_swept.add(blocks.len());
            for block in blocks {
                sweep_nearest(self.lanes, block, self.lanes.every(), way, nearest.limit(way), rule, nearest);
            }
        }
        swept
    }

    /// Whether sweeps of an ellipsoid run in the space about the start of the slide: all but long ones.
    #[inline(always)]
    pub(super) fn is_about_start(&self) -> bool {
        matches!(self.regime, SlideRegime::Gathered | SlideRegime::Dense)
    }

    /// Whether the hull has a spine, so that it is no ellipsoid.
    #[inline(always)]
    pub(super) fn has_spine(&self) -> bool {
        self.regime == SlideRegime::Spine
    }

    /// Half the length of the hull's spine, ellipsoid space, and its axis; 0 for an ellipsoid.
    #[inline(always)]
    pub(super) fn held_spine(&self) -> (f32, Axis) {
        if !self.has_spine() {
            return (0.0, Axis::Y);
        }
        let HeldSpine { half, axis, .. } = self.scratch.spine;
        (half, axis)
    }

    /// Ellipsoid space of a hull with a spine.
    pub(super) fn capsule(&self) -> CapsuleSpace {
        let HeldSpine { axis, half_length, .. } = self.scratch.spine;
        CapsuleSpace::of(self.space, axis, half_length)
    }
}

/// Gathers all that a hull with a spine can touch, and notes the spine with the regime of its sweeps; that of the set is always
/// [`SlideRegime::Spine`].
#[inline(never)]
fn gather_of_spine<L: Lanes>(
    lanes: L,
    source: TriangleSource,
    (space, hull): (Space, Shape),
    reach: Reach,
    block_cache: Option<&mut BlockCache>,
    scratch: &mut Scratch,
) -> SlideRegime {
    let space = CapsuleSpace::of(space, hull.axis(), hull.half_length());
    let regime = regime_outlined(lanes, source, &space, reach, block_cache, scratch);
    let (half_length, half, axis) = (space.half_length(), space.half(), space.axis);
    scratch.spine = HeldSpine { half_length, half, axis, regime };
    SlideRegime::Spine
}

/// Gathers all that the unit sphere or capsule of `space` can touch, if it can; returns where its sweeps find triangles.
fn regime_outlined<L: Lanes, S: ContactSpace>(
    lanes: L,
    source: TriangleSource,
    space: &S,
    reach: Reach,
    block_cache: Option<&mut BlockCache>,
    scratch: &mut Scratch,
) -> SlideRegime {
    source.note_let_through(lanes, space, reach, scratch);
    if gathers(reach.radius, space.half_extents()) {
        of_gather(source.gather_outlined(lanes, space, reach, block_cache, scratch))
    } else {
        far(block_cache)
    }
}

/// The regime after a gather; `fits` if there was room for all triangles.
#[inline(always)]
fn of_gather(fits: bool) -> SlideRegime {
    if fits { SlideRegime::Gathered } else { SlideRegime::Dense }
}

/// The regime of a long way, of which a block cache says nothing.
#[inline(always)]
fn far(block_cache: Option<&mut BlockCache>) -> SlideRegime {
    block_cache.into_iter().for_each(BlockCache::forget);
    SlideRegime::Far
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
            let (live, capsule, limit, nearest) = (lanes.every(), &mover, 1.0, &mut nearest);
            SweepCapsuleBlocks { lanes, blocks, live, capsule, limit, rule, nearest }.run(lanes);
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
pub(super) fn not_crossing(mut nearest: Nearest) -> Nearest {
    nearest.least_square = nearest.least_square.max(0.0);
    nearest
}

impl<L: Lanes> CollisionSet<'_, L> {
    /// Ellipsoid space about the start of the slide plus `offset`, world space, metres.
    pub(super) fn space_at(&self, offset: Vec3) -> Space {
        Space { position: self.space.position.moved(offset), ..self.space }
    }

    /// Instance, triangle and verdict of a contact that the contact filter ignores; `None` if it keeps the contact.
    fn let_through_by(&self, filter: ContactFilter, swept: &Swept) -> Option<(u32, u32, Verdict)> {
        let touch = self.touch(swept)?;
        let verdict = filter(&view_of(&touch, self.instances, self.material(&touch).0));
        (verdict != Verdict::Keep).then_some((touch.instance.index() as u32, touch.triangle, verdict))
    }
}

impl<L: Lanes> CollisionSet<'_, L> {
    /// A sweep that skips triangles which the contact filter ignores.
    ///
    /// Takes ignored triangles out of the set, so that the filter is asked once about each in one place. An overlap that the motion
    /// leads out of is no contact, but counts as an overlap: the filter is asked about it, too.
    #[inline(never)]
    fn sweep_kept(&mut self, filter: ContactFilter, offset: Vec3, motion: Vec3, start: Start) -> Swept {
        let lanes = self.lanes;
        let mut swept = lanes.call_outlined(SweepOnce { set: self, offset, motion, start });
        for _ in 0..MAX_IGNORED {
            let mut ignored = self.let_through_by(filter, &swept);
            if ignored.is_none() && start == Start::Approach && swept.deepest() > 0.0 {
                let (motion, start) = (Vec3::ZERO, Start::Contact);
                let overlaps = lanes.call_outlined(SweepOnce { set: self, offset, motion, start });
                ignored = self.let_through_by(filter, &overlaps);
            }
            let Some((instance, triangle, verdict)) = ignored else { break };
            let_through(self.scratch, instance, triangle, verdict);
            swept = lanes.call_outlined(SweepOnce { set: self, offset, motion, start });
        }
        swept
    }

    /// The overlaps of the hull at `offset`, world space, metres: the result of a sweep from there by nothing that counts overlaps as
    /// contacts.
    pub(crate) fn overlaps_outlined(&mut self, offset: Vec3) -> Swept {
        let is_dense = self.regime == SlideRegime::Dense;
        let tree = if let TriangleSource::Mesh(tree, _) = self.source { Some(tree) } else { None };
        // Elsewhere nothing is known of overlaps but what a sweep finds.
        if !self.is_about_start() || self.instances.contact_filter().is_some() || is_dense && tree.is_none() {
            return self.sweep_outlined(offset, Vec3::ZERO, Start::Contact);
        }
        self.lanes.call_outlined(OverlapsApart { set: self, tree: tree.filter(|_| is_dense), offset })
    }

    /// Whether the region of the set contains the ball of `radius` metres about `offset`. Then all triangles are known that the hull can
    /// touch with its centre in that ball.
    pub(crate) fn covers(&self, offset: Vec3, radius: f32) -> bool {
        self.regime == SlideRegime::Far || self.reach.covers(offset, radius)
    }

    /// Makes the region of the set larger, and gathers triangles again where they are gathered; the region contains the one before.
    #[inline(never)]
    pub(crate) fn widen(&mut self, reach: Reach) {
        self.is_wide = true;
        self.reach = reach;
        let largest = self.instances.largest();
        let sought =
            if self.has_spine() { reach.sought(&self.capsule(), largest) } else { reach.sought(&self.space, largest) };
        self.scratch.looked_in = self.instances.in_world(&sought.near);
        let (lanes, source) = (self.lanes, self.source);
        match self.regime {
            SlideRegime::Gathered => self.regime = gather_more(lanes, source, &self.space, reach, self.scratch),
            SlideRegime::Spine if self.scratch.spine.regime == SlideRegime::Gathered => {
                self.scratch.spine.regime = gather_more(lanes, source, &self.capsule(), reach, self.scratch);
            }
            SlideRegime::Dense | SlideRegime::Far | SlideRegime::Spine => {}
        }
    }
}

/// Gathers all that the unit sphere or capsule of `space` can touch in a larger region.
fn gather_more<L: Lanes, S: ContactSpace>(
    lanes: L,
    source: TriangleSource,
    space: &S,
    reach: Reach,
    scratch: &mut Scratch,
) -> SlideRegime {
    source.note_more_let_through(lanes, space, reach, scratch);
    of_gather(source.gather_outlined(lanes, space, reach, None, scratch))
}

task! {
    /// Arguments of [`sweep_once`](CollisionSet::sweep_once), to be run on a SIMD backend.
    struct SweepOnce<'s, 'a, L: Lanes> {
        set: &'s mut CollisionSet<'a, L>,
        offset: Vec3,
        motion: Vec3,
        start: Start,
    }
    fn run<M>(_) -> Swept {
        set.sweep_once(offset, motion, start)
    }
}

task! {
    /// Arguments of [`overlaps_outlined`](CollisionSet::overlaps_outlined), to be run on a SIMD backend.
    struct OverlapsApart<'s, 'a, L: Lanes> {
        set: &'s mut CollisionSet<'a, L>,
        /// The tree of the world in a dense place, `None` where triangles are gathered.
        tree: Option<&'a Tree>,
        offset: Vec3,
    }
    fn run<M>(lanes) -> Swept {
        let (rule, space) = (Rule { start: Start::Contact, sides: set.sides }, &set.space);
        let way = Motion::new(space.displacement(offset), Vec3::ZERO);
        let (motion, scratch) = (&AtRest(way), &mut *set.scratch);
        let nearest = if let Some(tree) = tree {
            let way = Way { offset, displacement: Vec3::ZERO };
            DenseSweep { tree, view: space, way, motion, rule, before: 1.0, instance: ONLY, scratch }.run(lanes)
        } else {
            let Scratch { candidates, blocks_swept, .. } = scratch;
            if is_culled(candidates.blocks().len()) {
                CulledSweep { candidates, mover: motion, rule, blocks_swept }.run(lanes)
            } else {
                let (blocks, mut nearest) = (candidates.blocks(), Nearest::NONE);
                blocks_swept.add(blocks.len());
                for block in blocks {
                    motion.sweep_nearest(lanes, block, lanes.every(), 1.0, rule, &mut nearest);
                }
                nearest
            }
        };
        Swept { nearest, way, space_offset: Vec3::ZERO, instance: IN_KEYS }
    }
}
