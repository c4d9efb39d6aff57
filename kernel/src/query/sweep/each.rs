//! One sweep that finds every triangle it touches, as if the others did not exist, or any of them.
//!
//! In: a tree, the view of its mesh, a motion, and a [`TakeTouched`], the receiver. Out: the receiver.
//! 1. Up to four radii blocks are listed in any order; on longer ways they are visited nearest first, as for the [nearest
//!    contact](crate::query::sweep::regime). No contact ends the way.
//! 2. Boxes matter if the line of the centre enters them once they are grown by the radii; in a placed mesh, if the [swept
//!    sphere](crate::narrow::swept_sphere) comes near.
//! 3. Lanes whose boxes matter are compacted and swept, eight at a time.
//!
//! Each contact has the bits of a sweep against that triangle alone: same map, same motion, and a test that drops no lane.

use crate::bvh::block::TriangleBlock;
use crate::bvh::boxes::boxes_of;
use crate::bvh::node::Node;
use crate::bvh::traverse::nearest_first::{Visitor, traverse};
use crate::bvh::tree::Tree;
use crate::frame::ellipsoid_space::Space;
use crate::narrow::candidate_block::CandidateBlock;
use crate::narrow::lane::Lane;
use crate::narrow::lane_compactor::LaneCompactor;
use crate::narrow::line::{ChildrenOnLine, Line};
use crate::narrow::mesh_boxes::{MeshBoxes, Way};
use crate::narrow::mover::{Mover, ShapeSpace};
use crate::narrow::prepare::prepare;
use crate::narrow::seen_children::SeenChildren;
use crate::narrow::sweep::hits::Rule;
use crate::narrow::swept_sphere::SweptSphere;
use crate::narrow::triangles::Triangles;
use crate::query::block_count::BlockCount;
use crate::query::scratch::Scratch;
use crate::query::sweep::regime::SHORT_WAY;
use crate::simd::{Lanes, lanes_of, task};
use crate::world::filter::Skipped;
use crate::world::solids::Solids;
use core::mem::take;
use glam::Vec3;

/// A triangle that a sweep for all touched triangles has found, and the fraction at its contact.
pub(crate) struct TouchedTriangle {
    pub(crate) fraction: f32,
    pub(crate) lane: Lane,
    /// Whether the swept shape overlaps the triangle at the start.
    pub(crate) overlaps: bool,
    /// Index of the touched triangle's instance.
    pub(crate) instance: u32,
}

/// Receiver of the triangles that a sweep touches; it decides when the sweep ends.
pub(crate) trait TakeTouched {
    /// Receives one touched triangle.
    fn take(&mut self, touched: TouchedTriangle);

    /// Whether the receiver needs no more triangles.
    fn is_over(&self) -> bool;
}

/// Receiver of touched triangles that ends the sweep at the first one found, and keeps whether there was one.
#[derive(Default)]
pub(crate) struct AnyTouched(pub(crate) bool);

impl TakeTouched for AnyTouched {
    #[inline(always)]
    fn take(&mut self, _: TouchedTriangle) {
        self.0 = true;
    }

    #[inline(always)]
    fn is_over(&self) -> bool {
        self.0
    }
}

/// Receiver that calls a function for each triangle that a sweep touches, in no order.
pub(crate) struct EachTouched<F>(pub(crate) F);

impl<F: FnMut(TouchedTriangle)> TakeTouched for EachTouched<F> {
    #[inline(always)]
    fn take(&mut self, touched: TouchedTriangle) {
        (self.0)(touched);
    }

    #[inline(always)]
    fn is_over(&self) -> bool {
        false
    }
}

/// Receiver that forwards all touched triangles but those that the query skips.
pub(crate) struct NotSkippedTouched<'a> {
    pub(crate) skipped: Skipped,
    pub(crate) take: &'a mut dyn TakeTouched,
}

impl TakeTouched for NotSkippedTouched<'_> {
    #[inline(always)]
    fn take(&mut self, touched: TouchedTriangle) {
        if !self.skipped.has(touched.instance, touched.lane.triangle) {
            self.take.take(touched);
        }
    }

    #[inline(always)]
    fn is_over(&self) -> bool {
        self.take.is_over()
    }
}

task! {
    /// A task that offers every triangle of a world that the unit sphere or capsule of `space` touches on its way by `displacement`,
    /// metres.
    ///
    /// Rare beside a sweep for the nearest contact: it calls `take` through a pointer, and sweeps each eight triangles in a separate
    /// function, so that all callers share one function.
    pub(crate) struct SweepEach<'a, S: ShapeSpace> {
        pub(crate) instances: Solids<'a>,
        pub(crate) space: &'a S,
        pub(crate) displacement: Vec3,
        pub(crate) rule: Rule,
        pub(crate) scratch: &'a mut Scratch,
        pub(crate) taker: &'a mut dyn TakeTouched,
    }
    fn run<L>(lanes) {
        let way = Way { offset: Vec3::ZERO, displacement };
        let mover = &space.mover_from_origin(displacement);
        if let Some(tree) = instances.only() {
            let instance = instances.only_id().index() as u32;
            let (&Space { position, inverse_radii, .. }, half) = (space.of_ellipsoid(), space.half_extents());
            let line = Line::new(position.high, displacement, displacement, half, inverse_radii, tree.bounds);
            let (view, reached, take) = (space, AsItIs { space, line }, taker);
            SweepEachOfMesh { tree, view, reached, instance, way, mover, rule, scratch, take }.run(lanes);
            return;
        }
        let mut near = take(&mut scratch.near_instances);
        instances.meeting(lanes, &space.around(&way, 1.0, instances.bounds()), &mut near);
        for &index in &near {
            let Some(instance) = instances.get(index) else { continue };
            let (tree, view) = (&*instance.mesh.tree, &space.placed(&instances.placed(instance)));
            let reached = InPlace { view, mover, swept: SweptSphere::new(mover.motion(), 1.0) };
            let (instance, scratch, take) = (index, &mut *scratch, &mut *taker);
            SweepEachOfMesh { tree, view, reached, instance, way, mover, rule, scratch, take }.run(lanes);
            if taker.is_over() {
                break;
            }
        }
        scratch.near_instances = near;
    }
}

/// Volume that a shape covers on its sweep, for tests of a mesh's boxes and triangles against it.
trait SweptVolume {
    /// The children of a node, for tests of their boxes.
    type Children<'n, L: Lanes>;

    fn children<'n, L: Lanes>(&self, lanes: L, node: &'n Node) -> Self::Children<'n, L>;

    /// Mask of the children `8 * group` to `8 * group + 7` that the sweep reaches, and the fraction at which it reaches each.
    fn entering<L: Lanes>(&self, lanes: L, children: &Self::Children<'_, L>, group: usize) -> (L::Mask, L::Float);

    /// Triangles of a block mapped to ellipsoid space, and a mask of those that the sweep may touch; `None` if it touches none.
    fn triangles<L: Lanes>(&self, lanes: L, block: &TriangleBlock) -> Option<(Triangles<L::Float>, u32)>;
}

/// Swept volume in a mesh without a placement: the line of the shape's centre against boxes grown by its half extents.
struct AsItIs<'a, S> {
    space: &'a S,
    line: Line,
}

impl<S: ShapeSpace> SweptVolume for AsItIs<'_, S> {
    type Children<'n, L: Lanes> = ChildrenOnLine<'n, L>;

    #[inline(always)]
    fn children<'n, L: Lanes>(&self, lanes: L, node: &'n Node) -> ChildrenOnLine<'n, L> {
        self.line.children_of(lanes, node)
    }

    #[inline(always)]
    fn entering<L: Lanes>(&self, lanes: L, children: &ChildrenOnLine<'_, L>, group: usize) -> (L::Mask, L::Float) {
        children.entering(lanes, group, 1.0)
    }

    #[inline(always)]
    fn triangles<L: Lanes>(&self, lanes: L, block: &TriangleBlock) -> Option<(Triangles<L::Float>, u32)> {
        let [low, high] = boxes_of(lanes, block);
        let mask = lanes.bits(self.line.entering(lanes, low, high, 1.0).0);
        if mask == 0 { None } else { Some((Triangles::of(lanes, self.space, block), mask)) }
    }
}

/// Swept volume in a placed mesh: the unit sphere or capsule swept along the motion, ellipsoid space.
struct InPlace<'a, V, M> {
    view: &'a V,
    mover: &'a M,
    swept: SweptSphere,
}

impl<V: MeshBoxes, M: Mover> SweptVolume for InPlace<'_, V, M> {
    type Children<'n, L: Lanes> = V::Children<'n, L>;

    #[inline(always)]
    fn children<'n, L: Lanes>(&self, lanes: L, node: &'n Node) -> V::Children<'n, L> {
        self.view.children(lanes, node)
    }

    #[inline(always)]
    fn entering<L: Lanes>(&self, lanes: L, children: &V::Children<'_, L>, group: usize) -> (L::Mask, L::Float) {
        let [low, high] = children.boxes(lanes, group);
        let [low, high] = self.mover.grown(lanes, low, high);
        self.swept.entering(lanes, low, high)
    }

    #[inline(always)]
    fn triangles<L: Lanes>(&self, lanes: L, block: &TriangleBlock) -> Option<(Triangles<L::Float>, u32)> {
        let triangles = Triangles::of(lanes, self.view, block);
        let [a, b, c] = triangles.corners;
        let (low, high) = (lanes.min3(lanes.min3(a, b), c), lanes.max3(lanes.max3(a, b), c));
        let [low, high] = self.mover.grown(lanes, low, high);
        let mask = lanes.bits(self.swept.meeting(lanes, low, high));
        if mask == 0 { None } else { Some((triangles, mask)) }
    }
}

/// Task like [`SweepEach`] for one mesh: calls `take` for every triangle that the shape touches.
struct SweepEachOfMesh<'a, V, R, M> {
    tree: &'a Tree,
    /// Map from mesh space to the ellipsoid space of the shape.
    view: &'a V,
    reached: R,
    instance: u32,
    way: Way,
    /// Motion of the sphere or capsule in ellipsoid space.
    mover: &'a M,
    rule: Rule,
    scratch: &'a mut Scratch,
    take: &'a mut dyn TakeTouched,
}

impl<V: MeshBoxes, R: SweptVolume, M: Mover> SweepEachOfMesh<'_, V, R, M> {
    #[inline(always)]
    fn run<L: Lanes>(self, lanes: L) {
        let Self { tree, view, reached, instance, way, mover, rule, scratch, take } = self;
        let Scratch { stack, box_traversal, blocks_swept, .. } = scratch;
        let around = tree.grid.corners(lanes, &view.around(&way, 1.0, tree.bounds));
        let compactor = LaneCompactor::none(lanes);
        let mut visitor = EachVisitor { lanes, reached, instance, around, mover, rule, compactor, blocks_swept, take };
        if mover.motion().length <= SHORT_WAY {
            let numbers = box_traversal.blocks_in(lanes, tree, around);
            tree.ask_for(lanes, numbers);
            for &number in numbers {
                visitor.block(&tree.blocks, number as usize);
                if visitor.take.is_over() {
                    return;
                }
            }
        } else {
            traverse(lanes, tree, stack, &mut visitor);
        }
        visitor.finish();
    }
}

struct EachVisitor<'a, L: Lanes, R, M> {
    lanes: L,
    reached: R,
    instance: u32,
    around: L::Corners,
    mover: &'a M,
    rule: Rule,
    compactor: LaneCompactor<L::Float>,
    blocks_swept: &'a mut BlockCount,
    take: &'a mut dyn TakeTouched,
}

impl<L: Lanes, R, M: Mover> EachVisitor<'_, L, R, M> {
    #[inline(always)]
    fn sweep(&mut self, triangles: &Triangles<L::Float>, live: L::Mask) {
        self.blocks_swept.add(1);
        let &mut Self { lanes, instance, mover, rule, ref mut take, .. } = self;
        lanes.call_outlined(SweepEight { lanes, triangles, live, instance, mover, rule, take: &mut **take });
    }

    /// Sweeps the triangles that wait in the compactor, unless the receiver needs no more triangles.
    #[inline(always)]
    fn finish(mut self) {
        if self.take.is_over() {
            return;
        }
        if let Some((last, live)) = self.compactor.last(self.lanes) {
            self.sweep(&last, live);
        }
    }
}

impl<L: Lanes, R: SweptVolume, M: Mover> Visitor<L> for EachVisitor<'_, L, R, M> {
    type Opened<'n> = R::Children<'n, L>;

    #[inline(always)]
    fn around(&mut self) -> L::Corners {
        self.around
    }

    #[inline(always)]
    fn open<'n>(&self, node: &'n Node) -> R::Children<'n, L> {
        self.reached.children(self.lanes, node)
    }

    #[inline(always)]
    fn near(&mut self, children: &R::Children<'_, L>, group: usize) -> (L::Mask, L::Float) {
        self.reached.entering(self.lanes, children, group)
    }

    #[inline(always)]
    fn block(&mut self, blocks: &[TriangleBlock], index: usize) {
        let lanes = self.lanes;
        let Some((triangles, mask)) = self.reached.triangles(lanes, &blocks[index]) else { return };
        if let Some(eight) = self.compactor.join(lanes, &triangles, mask) {
            self.sweep(&eight, lanes.every());
        }
    }

    #[inline(always)]
    fn limit(&self) -> f32 {
        // Below every distance: the traversal drops all that waits.
        if self.take.is_over() { f32::NEG_INFINITY } else { 1.0 }
    }
}

task! {
    /// Task that sweeps the shape against eight triangles, each with the result that it would have alone.
    struct SweepEight<'a, L: Lanes, M: Mover> {
        lanes: L,
        triangles: &'a Triangles<L::Float>,
        live: L::Mask,
        instance: u32,
        mover: &'a M,
        rule: Rule,
        take: &'a mut dyn TakeTouched,
    }
    fn run<N>(_) {
        let block: CandidateBlock = prepare(lanes, triangles);
        let found = mover.sweep_each(lanes, &block, live, rule);
        for lane in lanes_of(found.hits) {
            let is_face = found.faces & (1 << lane) != 0;
            take.take(TouchedTriangle {
                fraction: found.fraction[lane],
                overlaps: found.overlaps & (1 << lane) != 0,
                lane: Lane { triangle: block.ids[lane], corners: block.triangle(lane), is_face },
                instance,
            });
        }
    }
}
