//! The triangles that a shape overlaps at a position.
//!
//! In: the tree and ellipsoid space about the position. Out: every overlapped triangle, until the caller stops the search.
//!
//! Blocks are mapped one by one, and prepared only for shapes with a spine; nothing is gathered, as each block is visited once. Lanes
//! decide whether a triangle is overlapped; [`Contact`](crate::query::contact::Contact) computes depth and way out for callers that
//! need them.

use crate::base::input_error::InputError;
use crate::bvh::traverse::in_box::BoxTraversal;
use crate::bvh::tree::Tree;
use crate::frame::ellipsoid_space::Space;
use crate::frame::placed_space::PlacedSpace;
use crate::frame::position::Position;
use crate::mesh::sides::Sides;
use crate::narrow::candidate_block::triangle_of;
use crate::narrow::lane::Lane;
use crate::narrow::mesh_boxes::MeshBoxes;
use crate::narrow::mover::ShapeSpace;
use crate::narrow::triangles::Triangles;
use crate::query::scratch::Scratch;
use crate::query::thread_memory::call_memory;
use crate::query::viewpoint::Viewpoint;
use crate::shape::oriented_ellipsoid::OrientedEllipsoid;
use crate::shape::oriented_shape::OrientedShape;
use crate::simd::{lanes_of, task};
use crate::world::filter::Filter;
use crate::world::solids::Solids;
use crate::world::world::World;
use alloc::vec::Vec;
use core::ops::ControlFlow;
use glam::{Vec3, Vec3A};

task! {
    /// Task that calls `take` for every triangle of a mesh that the shape overlaps, in no order, until `take` breaks.
    struct EachOverlap<'a, V: MeshBoxes, S: ShapeSpace, F: FnMut(Lane) -> ControlFlow<()>> {
        tree: &'a Tree,
        /// Map from mesh space to the ellipsoid space of the shape.
        view: &'a V,
        space: &'a S,
        sides: Sides,
        traversal: &'a mut BoxTraversal,
        take: F,
    }
    fn run<L>(lanes) {
        let mut take = take;
        let corners = tree.grid.corners(lanes, &view.near(Vec3::ZERO, 0.0, tree.largest));
        for &block in traversal.blocks_in(lanes, tree, corners) {
            let triangles = Triangles::of(lanes, view, &tree.blocks[block as usize]);
            let found = space.closest(lanes, &triangles, sides);
            let overlaps = lanes.bits(found.felt & lanes.lt(found.square, lanes.splat(1.0)));
            if overlaps == 0 {
                continue;
            }
            let faces = lanes.bits(found.over_face);
            let (ids, corners) = (lanes.store_bits(triangles.ids), lanes.store_corners(triangles.corners));
            for lane in lanes_of(overlaps) {
                let is_face = faces & (1 << lane) != 0;
                let overlap = Lane { triangle: ids[lane], corners: triangle_of(&corners, lane), is_face };
                if take(overlap).is_break() {
                    return;
                }
            }
        }
    }
}

impl World {
    /// Whether `shape` at `center` overlaps a triangle. Touching is not overlapping.
    ///
    /// World space, metres.
    ///
    /// ```
    /// use glam::Vec3;
    /// use sweep8::{Ellipsoid, Mesh, Sides, World};
    ///
    /// let floor = [Vec3::new(-9.0, 0.0, -9.0), Vec3::new(0.0, 0.0, 9.0), Vec3::new(9.0, 0.0, -9.0)];
    /// let world = World::from_mesh(Mesh::new(&floor, &[[0, 1, 2]])?);
    /// let person = Ellipsoid::new(Vec3::new(0.4, 0.9, 0.4))?;
    /// assert!(world.overlap(&person, Vec3::new(0.0, 0.8, 0.0), Sides::Both)?);
    /// assert!(!world.overlap(&person, Vec3::new(0.0, 1.0, 0.0), Sides::Both)?);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`InputError`] names the centre if it is refused.
    // Always inlined: facts about the shape that are known at the call, such as that it is an unturned ellipsoid, are known here.
    #[inline(always)]
    pub fn overlap(
        &self,
        shape: impl Into<OrientedShape>,
        center: impl Into<Position>,
        filter: impl Into<Filter>,
    ) -> Result<bool, InputError> {
        let position = center.into().checked()?;
        Ok(self.overlap_in(shape.into(), position, filter.into(), &mut call_memory()))
    }

    /// As [`overlap`](World::overlap), of a checked centre, with the memory of the call.
    // Shape and position are two arguments: the compiler keeps a pair in memory, and forgets which parts of the shape are constant. That
    // costs a ball 55 instructions of 1,255.
    #[inline(always)]
    pub(super) fn overlap_in(
        &self,
        shape: OrientedShape,
        position: Position,
        filter: Filter,
        scratch: &mut Scratch,
    ) -> bool {
        if shape.has_spine() {
            return self.capsule_overlaps((shape, position), filter, scratch);
        }
        let shape = shape.ellipsoid();
        let (radii, high, low) = (shape.shape().radii().into(), position.high.into(), position.low.into());
        let (instances, sides) = (self.asked_for(filter), filter.sides);
        let mut input = OverlapInput { instances, radii, high, low, sides, scratch };
        if shape.is_turned() {
            self.overlaps_turned(shape, position, &mut input)
        } else if position.low != Vec3::ZERO {
            self.overlaps_in_two_parts(&mut input)
        } else {
            self.overlaps(&mut input)
        }
    }

    /// Whether a shape with a spine overlaps any triangle.
    #[inline(never)]
    fn capsule_overlaps(
        &self,
        (shape, position): (OrientedShape, Position),
        filter: Filter,
        scratch: &mut Scratch,
    ) -> bool {
        let viewpoint = &Viewpoint::of_capsule(shape, position);
        let (instances, space) = (viewpoint.of(self.asked_for(filter)), &viewpoint.space);
        let mut any = false;
        let take = &mut |_, _| {
            any = true;
            ControlFlow::Break(())
        };
        self.lanes.run(EachOverlapOfWorld { instances, space, sides: filter.sides, scratch, take });
        any
    }

    /// Indices of the instances that the shape overlaps, in ascending order, each with the lowest index of such a triangle in its mesh.
    pub(crate) fn overlapped(
        &self,
        shape: OrientedShape,
        position: Position,
        filter: Filter,
        scratch: &mut Scratch,
    ) -> Vec<(u32, u32)> {
        let mut overlapped: Vec<(u32, u32)> = Vec::new();
        let take = &mut |instance, Lane { triangle, .. }: Lane| {
            match overlapped.iter_mut().find(|(of, _)| *of == instance) {
                Some((_, first)) => *first = triangle.min(*first),
                None => overlapped.push((instance, triangle)),
            }
            ControlFlow::Continue(())
        };
        let sides = filter.sides;
        if shape.has_spine() {
            let viewpoint = &Viewpoint::of_capsule(shape, position);
            let (instances, space) = (viewpoint.of(self.asked_for(filter)), &viewpoint.space);
            self.lanes.run(EachOverlapOfWorld { instances, space, sides, scratch, take });
        } else {
            let viewpoint = &Viewpoint::new(shape.ellipsoid(), position);
            let (instances, space) = (viewpoint.of(self.asked_for(filter)), &viewpoint.space);
            self.lanes.run(EachOverlapOfWorld { instances, space, sides, scratch, take });
        }
        overlapped.sort_unstable();
        overlapped
    }

    /// Whether a rotated shape overlaps any triangle, computed in body space, in which the shape lies along the axes.
    #[inline(never)]
    fn overlaps_turned(&self, shape: OrientedEllipsoid, position: Position, input: &mut OverlapInput) -> bool {
        let viewpoint = &Viewpoint::new(shape, position);
        let Position { high, low } = viewpoint.space.position;
        let (instances, scratch) = (viewpoint.of(input.instances), &mut *input.scratch);
        self.overlaps(&mut OverlapInput { instances, high: high.into(), low: low.into(), scratch, ..*input })
    }

    /// Whether the shape overlaps any triangle; the input must have been checked.
    #[inline(never)]
    fn overlaps(&self, input: &mut OverlapInput) -> bool {
        self.run_overlaps::<false>(input)
    }

    /// Whether the shape overlaps any triangle, for checked input whose position is the sum of two `f32` vectors, high and low part.
    #[inline(never)]
    fn overlaps_in_two_parts(&self, input: &mut OverlapInput) -> bool {
        self.run_overlaps::<true>(input)
    }

    /// Whether the shape overlaps any triangle of a world of several instances; the input must have been checked.
    fn overlaps_instances(&self, input: &mut OverlapInput) -> bool {
        let (instances, space, sides) = (input.instances, &input.space(), input.sides);
        let mut any = false;
        let take = &mut |_, _| {
            any = true;
            ControlFlow::Break(())
        };
        self.lanes.run(EachOverlapOfWorld { instances, space, sides, scratch: &mut *input.scratch, take });
        any
    }

    #[inline(always)]
    fn run_overlaps<const HAS_LOW: bool>(&self, input: &mut OverlapInput) -> bool {
        match input.instances.only() {
            Some(tree) => self.lanes.run(AnyOverlap::<HAS_LOW> { tree, input }),
            None => self.overlaps_instances(input),
        }
    }
}

task! {
    /// Task that calls `take` for every triangle of a placed mesh that the shape overlaps, until `take` breaks.
    pub(crate) struct EachOverlapOfPlaced<'a, S: ShapeSpace> {
        pub(crate) tree: &'a Tree,
        pub(crate) view: &'a PlacedSpace,
        pub(crate) space: &'a S,
        pub(crate) sides: Sides,
        pub(crate) traversal: &'a mut BoxTraversal,
        pub(crate) take: &'a mut dyn FnMut(Lane) -> ControlFlow<()>,
    }
    fn run<L>(lanes) {
        EachOverlap { tree, view, space, sides, traversal, take }.run(lanes);
    }
}

task! {
    /// A task that offers every triangle of a world that the unit sphere or capsule of `space` overlaps, each with the index of its
    /// instance, until `take` breaks. It calls `take` through a pointer, so that all callers share one function.
    pub(crate) struct EachOverlapOfWorld<'a, S: ShapeSpace> {
        pub(crate) instances: Solids<'a>,
        pub(crate) space: &'a S,
        pub(crate) sides: Sides,
        pub(crate) scratch: &'a mut Scratch,
        pub(crate) take: &'a mut dyn FnMut(u32, Lane) -> ControlFlow<()>,
    }
    fn run<L>(lanes) {
        let Scratch { near_instances, box_traversal, .. } = scratch;
        if let Some(tree) = instances.only() {
            let index = instances.only_id().index() as u32;
            let take = |overlap| take(index, overlap);
            EachOverlap { tree, view: space, space, sides, traversal: box_traversal, take }.run(lanes);
            return;
        }
        instances.meeting(lanes, &space.near(Vec3::ZERO, 0.0, instances.largest()), near_instances);
        let mut is_enough = false;
        for &index in near_instances.iter() {
            let Some(instance) = instances.get(index) else { continue };
            let view = &space.placed(&instances.placed(instance));
            let take = &mut |overlap| {
                let flow = take(index, overlap);
                is_enough = flow.is_break();
                flow
            };
            let tree = &*instance.mesh.tree;
            lanes.call_outlined(EachOverlapOfPlaced { tree, view, space, sides, traversal: &mut *box_traversal, take });
            if is_enough {
                return;
            }
        }
    }
}

/// The input of an overlap test: a shape at a position. `Vec3A`, handed over by one reference: see
/// [`SweepInput`](crate::query::sweep::world_sweep).
struct OverlapInput<'a> {
    instances: Solids<'a>,
    radii: Vec3A,
    /// High part of the shape's position, see [`Position`].
    high: Vec3A,
    low: Vec3A,
    sides: Sides,
    scratch: &'a mut Scratch,
}

impl OverlapInput<'_> {
    /// Ellipsoid space around the shape's position.
    #[inline(always)]
    fn space(&self) -> Space {
        let &Self { radii, high, low, .. } = self;
        let position = Position { high: high.into(), low: low.into() };
        Space { position, radii: radii.into(), inverse_radii: radii.recip().into() }
    }
}

task! {
    /// Task that returns whether the shape overlaps any triangle of one mesh. `HAS_LOW`: whether its position has a low part.
    struct AnyOverlap<'a, 'w; const HAS_LOW: bool> {
        tree: &'a Tree,
        input: &'a mut OverlapInput<'w>,
    }
    fn run<L>(lanes) -> bool {
        let (mut space, sides) = (input.space(), input.sides);
        if !HAS_LOW {
            space.position.low = Vec3::ZERO;
        }
        let traversal = &mut input.scratch.box_traversal;
        let mut any = false;
        let take = |_| {
            any = true;
            ControlFlow::Break(())
        };
        EachOverlap { tree, view: &space, space: &space, sides, traversal, take }.run(lanes);
        any
    }
}
