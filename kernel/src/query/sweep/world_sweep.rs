//! Sweeps of a shape or a body through a world: the entry points that users call.

use crate::base::input_error::{InputError, check_displacement};
use crate::bvh::corner_order::CornerOrder;
use crate::bvh::tree::Tree;
use crate::frame::ellipsoid_space::Space;
use crate::frame::position::Position;
use crate::mesh::sides::Sides;
use crate::narrow::lane::Lane;
use crate::narrow::mesh_boxes::Way;
use crate::narrow::mover::ShapeSpace;
use crate::narrow::sweep::hits::{Rule, Start};
use crate::narrow::sweep::nearest::Nearest;
use crate::query::contact::Contact;
use crate::query::hit::{BodyHit, Hit};
use crate::query::scratch::Scratch;
use crate::query::sweep::dense::{DenseSweep, ONLY};
use crate::query::sweep::instances::SweepInstances;
use crate::query::sweep::regime::is_near;
use crate::query::sweep::sweep_task::SweepTask;
use crate::query::thread_memory::call_memory;
use crate::query::viewpoint::Viewpoint;
use crate::shape::body::{Body, BodyPart};
use crate::shape::oriented_ellipsoid::OrientedEllipsoid;
use crate::shape::oriented_shape::OrientedShape;
use crate::simd::{Lanes, task};
use crate::world::filter::{Filter, Skipped};
use crate::world::instance_id::InstanceId;
use crate::world::solids::Solids;
use crate::world::world::World;
use glam::{Vec3, Vec3A};

impl World {
    /// The nearest hit of `shape` moved from `center` by `displacement`; `None` if the way is free.
    ///
    /// World space, metres. The fraction is exact to rounding for every triangle, edge and corner, also for an
    /// [`OrientedShape`] and, with a [`Position`] in two parts, at any distance from the origin. A shape that overlaps a
    /// triangle at the start hits at fraction 0 with `overlap > 0`, in whatever direction it moves; the deepest of several is
    /// reported. With [`Filter::approach_only`] it hits only what it moves deeper into. A displacement shorter than 1.1e-19 radii
    /// counts as zero. [`Sides`] selects which triangles count.
    ///
    /// ```
    /// use glam::Vec3;
    /// use sweep8::{Ellipsoid, Field, Mesh, Sides, World};
    ///
    /// let wall = [Vec3::new(2.0, -9.0, -9.0), Vec3::new(2.0, -9.0, 9.0), Vec3::new(2.0, 9.0, 0.0)];
    /// let world = World::from_mesh(Mesh::new(&wall, &[[0, 1, 2]])?);
    /// let ball = Ellipsoid::ball(0.5)?;
    /// let hit = world.sweep(&ball, Vec3::ZERO, Vec3::X * 3.0, Sides::Both)?.expect("a wall");
    /// assert_eq!((hit.fraction, hit.triangle), (0.5, 0));
    ///
    /// let nowhere = Vec3::new(f32::NAN, 0.0, 0.0);
    /// let refused = world.sweep(&ball, nowhere, Vec3::X, Sides::Both);
    /// assert_eq!(refused.unwrap_err().field(), Field::Position);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// Source: Nettle 2000 and Fauerby 2000 for the method, with every edge and corner tested (see
    /// `docs/architecture.md`).
    ///
    /// # Errors
    /// [`InputError`] names the field that is refused: centre or displacement.
    // Always inlined: as a call it would copy the hit twice, 100 instructions of 800.
    #[doc(alias = "shape cast")]
    #[inline(always)]
    pub fn sweep(
        &self,
        shape: impl Into<OrientedShape>,
        center: impl Into<Position>,
        displacement: Vec3,
        filter: impl Into<Filter>,
    ) -> Result<Option<Hit>, InputError> {
        let position = center.into().checked()?;
        check_displacement(displacement)?;
        let (shape, filter, mut hit) = (shape.into(), filter.into(), None);
        if shape.has_spine() {
            self.first_capsule_hit_before(1.0, (shape, position), displacement, filter, &mut call_memory(), &mut hit);
        } else {
            let place = (shape.ellipsoid(), position);
            self.first_hit_before(1.0, place, displacement, filter, &mut call_memory(), &mut hit);
        }
        Ok(hit)
    }

    /// As [`sweep`](World::sweep), with the memory of a call of many; writes the hit to `hit`, which must be `None` before. A function of
    /// its own: memory that is taken before the checks costs a single sweep 6 % more instructions.
    #[inline(always)]
    pub(in crate::query) fn sweep_into(
        &self,
        (shape, center): (OrientedShape, Position),
        displacement: Vec3,
        filter: Filter,
        scratch: &mut Scratch,
        hit: &mut Option<Hit>,
    ) -> Result<(), InputError> {
        let position = center.checked()?;
        check_displacement(displacement)?;
        if shape.has_spine() {
            self.first_capsule_hit_before(1.0, (shape, position), displacement, filter, scratch, hit);
        } else {
            self.first_hit_before(1.0, (shape.ellipsoid(), position), displacement, filter, scratch, hit);
        }
        Ok(())
    }

    /// The nearest hit of all parts of `body`, whose centre moves from `center` by `displacement`.
    ///
    /// World space, metres; each part as in [`sweep`](World::sweep). The parts keep their relative positions; the hit names the
    /// part that touches first.
    ///
    /// Source: Suter 1999 for several shapes in one body. See [`Body`] for an example.
    ///
    /// # Errors
    /// [`InputError`] names the centre or displacement if it is refused, for the body or one of its parts.
    pub fn sweep_body(
        &self,
        body: &Body,
        center: impl Into<Position>,
        displacement: Vec3,
        filter: impl Into<Filter>,
    ) -> Result<Option<BodyHit>, InputError> {
        let (center, filter) = (center.into(), filter.into());
        self.sweep_parts(body, center, displacement, filter, &mut call_memory())
    }

    fn sweep_parts(
        &self,
        body: &Body,
        center: Position,
        displacement: Vec3,
        filter: Filter,
        scratch: &mut Scratch,
    ) -> Result<Option<BodyHit>, InputError> {
        let center = center.checked()?;
        check_displacement(displacement)?;
        for part in body.parts() {
            center.moved(part.offset).check()?;
        }
        let mut first: Option<BodyHit> = None;
        for (part, &BodyPart { shape, offset }) in body.parts().iter().enumerate() {
            let before = first.map_or(1.0, |first| first.hit.fraction);
            let (position, mut hit) = (center.moved(offset), None);
            if shape.has_spine() {
                self.first_capsule_hit_before(before, (shape, position), displacement, filter, scratch, &mut hit);
            } else {
                let place = (shape.ellipsoid(), position);
                self.first_hit_before(before, place, displacement, filter, scratch, &mut hit);
            }
            let nearer = |hit: &Hit, first: &Hit| {
                hit.fraction < first.fraction || (hit.fraction == first.fraction && hit.overlap > first.overlap)
            };
            first = match (hit, first) {
                (Some(hit), Some(first)) if !nearer(&hit, &first.hit) => Some(first),
                (Some(hit), _) => Some(BodyHit { part, hit }),
                (None, first) => first,
            };
        }
        Ok(first)
    }

    /// Finds the nearest hit up to a fraction, for checked input, and writes it to `hit`, which must be `None` before.
    ///
    /// Seven arguments: they arrive in registers, and a struct of them would be built for every query.
    #[inline(always)]
    fn first_hit_before(
        &self,
        before: f32,
        (shape, position): (OrientedEllipsoid, Position),
        displacement: Vec3,
        filter: Filter,
        scratch: &mut Scratch,
        hit: &mut Option<Hit>,
    ) {
        let mut input = SweepInput {
            instances: self.asked_for(filter),
            radii: shape.shape().radii().into(),
            high: position.high.into(),
            low: position.low.into(),
            displacement: displacement.into(),
            sides: filter.sides,
            before,
            scratch,
            hit,
        };
        if !filter.is_plain_for_sweeps() {
            self.first_hit_by_filter(shape, position, filter, &mut input);
        } else if shape.is_turned() {
            self.first_hit_of_turned(shape, position, &mut input);
        } else if position.low != Vec3::ZERO {
            self.first_hit_in_two_parts(&mut input);
        } else {
            self.first_hit(&mut input);
        }
    }

    /// Finds the nearest hit of a rotated shape's sweep, computed in body space, in which the shape lies along the axes.
    #[inline(never)]
    fn first_hit_of_turned(&self, shape: OrientedEllipsoid, position: Position, input: &mut SweepInput) {
        let viewpoint = &Viewpoint::new(shape, position);
        self.first_hit(&mut input.seen_from(viewpoint));
        *input.hit = input.hit.map(|hit| viewpoint.world_hit(hit));
    }

    /// Finds the nearest hit with a filter that skips a surface or counts approaches only. All such sweeps take the way of several
    /// instances, so that others need no rule at run time.
    #[cold]
    #[inline(never)]
    fn first_hit_by_filter(
        &self,
        shape: OrientedEllipsoid,
        position: Position,
        filter: Filter,
        input: &mut SweepInput,
    ) {
        let viewpoint = &Viewpoint::new(shape, position);
        let (start, skipped) = (Start::of(filter.approach_only), self.skipped(filter.skip));
        self.lanes.run(FirstHitByFilter { input: &mut input.seen_from(viewpoint), start, skipped });
        *input.hit = input.hit.map(|hit| viewpoint.world_hit(hit));
    }

    /// Writes the nearest hit of checked input into the input's `hit`: a function without a result ends in a jump to the entry of
    /// the backend.
    #[inline(never)]
    fn first_hit(&self, input: &mut SweepInput) {
        self.run_first_hit::<false>(input);
    }

    /// Finds the nearest hit of a sweep from a position with a low part; otherwise like [`first_hit`](Self::first_hit).
    #[inline(never)]
    fn first_hit_in_two_parts(&self, input: &mut SweepInput) {
        self.run_first_hit::<true>(input);
    }

    #[inline(always)]
    fn run_first_hit<const HAS_LOW: bool>(&self, input: &mut SweepInput) {
        let Some(tree) = input.instances.only() else {
            self.lanes.run(FirstHitOfInstances { input });
            return;
        };
        if is_near(input.displacement, input.radii) {
            self.lanes.run(FirstHit::<true, HAS_LOW> { tree, input });
        } else {
            self.lanes.run(FirstHit::<false, HAS_LOW> { tree, input });
        }
    }
}

/// The input of one sweep; checked.
///
/// `Vec3A`, not `Vec3`: a 16-byte load after three 4-byte stores can't be store-forwarded, and waits until they are in the cache,
/// which is after the sweep before this one. For the same reason the functions above are inlined, and their only argument is a
/// reference to this.
struct SweepInput<'a> {
    instances: Solids<'a>,
    radii: Vec3A,
    /// High part of the shape's start position, see [`Position`].
    high: Vec3A,
    low: Vec3A,
    displacement: Vec3A,
    sides: Sides,
    /// Fraction of the displacement behind which contacts need not be found.
    before: f32,
    scratch: &'a mut Scratch,
    /// Nearest hit of the sweep, written by it; `None` before the sweep.
    hit: &'a mut Option<Hit>,
}

impl SweepInput<'_> {
    /// The same sweep in the frame of a viewpoint, in which the shape lies along the axes.
    #[inline(always)]
    fn seen_from<'s>(&'s mut self, viewpoint: &'s Viewpoint) -> SweepInput<'s> {
        let Space { position: Position { high, low }, .. } = viewpoint.space;
        SweepInput {
            instances: viewpoint.of(self.instances),
            high: high.into(),
            low: low.into(),
            displacement: viewpoint.displacement(self.displacement.into()).into(),
            scratch: &mut *self.scratch,
            hit: &mut *self.hit,
            ..*self
        }
    }

    /// Ellipsoid space around the shape's start position.
    #[inline(always)]
    fn space(&self) -> Space {
        let Self { radii, high, low, .. } = *self;
        let position = Position { high: high.into(), low: low.into() };
        Space { position, radii: radii.into(), inverse_radii: radii.recip().into() }
    }
}

task! {
    /// A task: one sweep and its report. `IS_NEAR`: see [`SweepTask`]. `HAS_LOW`: whether the centre has a low part; without one,
    /// nothing is subtracted for it from the corners of triangles.
    ///
    /// Two references and no more, so that they are handed over in registers: a task of three is written to memory and read again.
    struct FirstHit<'a, 's; const IS_NEAR: bool, const HAS_LOW: bool> {
        tree: &'a Tree,
        input: &'a mut SweepInput<'s>,
    }
    fn run<L>(lanes) {
        let &mut SweepInput { displacement, sides, before, .. } = input;
        let rule = Rule { start: Start::Contact, sides };
        let (mut space, displacement) = (input.space(), displacement.into());
        if !HAS_LOW {
            space.position.low = Vec3::ZERO;
        }
        let scratch = &mut *input.scratch;
        let sweep = SweepTask::<IS_NEAR> { tree, space: &space, displacement, rule, before, scratch };
        // Far ones from a place in two parts are rare: they share the function of slides on a long way.
        let nearest = if HAS_LOW && !IS_NEAR { lanes.call_outlined(sweep) } else { sweep.run(lanes) };
        match nearest {
            Some(nearest) => report(lanes, tree, input, &nearest),
            None => lanes.call_outlined(FirstHitInDensePlace { tree, input }),
        }
    }
}

task! {
    /// Task like [`FirstHit`], in a dense place.
    struct FirstHitInDensePlace<'a, 's> {
        tree: &'a Tree,
        input: &'a mut SweepInput<'s>,
    }
    fn run<L>(lanes) {
        let &mut SweepInput { displacement, sides, before, .. } = input;
        let (view, way) = (&input.space(), Way { offset: Vec3::ZERO, displacement: displacement.into() });
        let (rule, motion) = (Rule { start: Start::Contact, sides }, &view.mover_from_origin(way.displacement));
        let scratch = &mut *input.scratch;
        let sweep = DenseSweep { tree, view, way, motion, rule, before, instance: ONLY, scratch };
        let nearest = lanes.call_outlined(sweep);
        report(lanes, tree, input, &nearest);
    }
}

/// Writes the nearest contact of a sweep in a world of one mesh to the input's `hit`, if there is one.
#[inline(always)]
fn report<L: Lanes>(lanes: L, tree: &Tree, input: &mut SweepInput, nearest: &Nearest) {
    let Some(lane) = nearest.found else { return };
    let &Nearest { fraction, least_square, .. } = nearest;
    let (instance, is_mirrored) = (input.instances.only_id(), false);
    lanes.call_outlined(ReportHit { tree, instance, is_mirrored, input, lane: &lane, fraction, least_square });
}

task! {
    /// Task that sweeps a shape over a world of several instances and writes the nearest hit to the input's `hit`.
    struct FirstHitOfInstances<'a, 's> {
        input: &'a mut SweepInput<'s>,
    }
    fn run<L>(lanes) {
        first_hit_of_instances(lanes, input, Start::Contact, None);
    }
}

task! {
    /// Task like [`FirstHitOfInstances`], with a rule for overlaps at the start, without a surface that the query skips.
    struct FirstHitByFilter<'a, 's> {
        input: &'a mut SweepInput<'s>,
        start: Start,
        skipped: Option<Skipped>,
    }
    fn run<L>(lanes) {
        first_hit_of_instances(lanes, input, start, skipped);
    }
}

/// Sweeps a shape over the instances of a world and writes the nearest hit to the input's `hit`.
#[inline(always)]
fn first_hit_of_instances<L: Lanes>(lanes: L, input: &mut SweepInput, start: Start, skipped: Option<Skipped>) {
    let &mut SweepInput { instances, displacement, sides, before, .. } = input;
    let rule = Rule { start, sides };
    let (space, way) = (&input.space(), Way { offset: Vec3::ZERO, displacement: displacement.into() });
    let scratch = &mut *input.scratch;
    scratch.let_through.clear();
    match skipped {
        Some(Skipped { instance, triangle: Some(triangle) }) => scratch.let_through.add_triangle(instance, triangle),
        Some(Skipped { instance, triangle: None }) => scratch.let_through.add_instance(instance),
        None => {}
    }
    let (nearest, index) = lanes.call_outlined(SweepInstances { instances, space, way, rule, before, scratch });
    let (Some(lane), Some(instance)) = (nearest.found, instances.get(index)) else { return };
    let Nearest { fraction, least_square, .. } = nearest;
    let (tree, is_mirrored, instance) = (&*instance.mesh.tree, instance.placed.is_mirrored(), instances.id(index));
    lanes.call_outlined(ReportHit { tree, instance, is_mirrored, input, lane: &lane, fraction, least_square });
}

task! {
    /// Task that converts a sweep's contact to a hit; outlined, because many sweeps find none.
    struct ReportHit<'a, 's> {
        tree: &'a Tree,
        instance: InstanceId,
        is_mirrored: bool,
        input: &'a mut SweepInput<'s>,
        lane: &'a Lane,
        fraction: f32,
        /// Squared distance of the nearest triangle from the shape's centre at the start, ellipsoid space; 1 without an overlap.
        least_square: f32,
    }
    fn run<L>(_) {
        let space = input.space();
        let contact = Contact::on_way(space.displacement(input.displacement.into()), fraction, lane);
        // An overlap that is left, not approached, is no hit.
        let overlaps = least_square < 1.0 && fraction == 0.0;
        let face =
            contact.world_face(space.radii, CornerOrder { first: tree.first_corners.of(lane.triangle), is_mirrored });
        *input.hit = Some(Hit {
            fraction,
            point: contact.world_point(&space),
            normal: contact.world_normal(&space),
            face_normal: face.normal,
            barycentric: face.barycentric,
            is_front: face.is_front,
            instance,
            triangle: lane.triangle,
            // An overlap found by the squared distance counts, even if the root rounds it to 0.
            overlap: if overlaps { contact.world_depth(&space).max(f32::MIN_POSITIVE) } else { 0.0 },
            material: tree.materials.of(lane.triangle),
        });
    }
}
