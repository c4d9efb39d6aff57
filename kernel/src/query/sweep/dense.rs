//! One sweep through the tree among many small triangles: of a slide that has too many within reach to gather them, or by itself.
//!
//! In: the tree, the view of its mesh from the start of the slide, the start of the sweep relative to it, a displacement. Out: the
//! nearest contact, the same bits as over gathered candidates. Sweeps of any length against [placed](crate::frame::placed_space)
//! meshes that are not gathered run here, too.
//! 1. A child matters if its box comes within the radius of the [swept sphere](crate::narrow::swept_sphere) up to the best contact
//!    so far. The nearest to the start come first.
//! 2. Triangles of a block that the sphere comes near are [compacted and swept](super::packed_sweep). Their contacts shorten the way of
//!    the sphere.
//!
//! So a sweep visits first what it can touch. A box around the way of a person on a floor contains all of the floor below; the
//! person touches some centimetres of that, and reaches no more.

use crate::bvh::block::TriangleBlock;
use crate::bvh::node::Node;
use crate::bvh::traverse::nearest_first::{Visitor, traverse};
use crate::bvh::tree::Tree;
use crate::narrow::mesh_boxes::{MeshBoxes, Way};
use crate::narrow::mover::Mover;
use crate::narrow::seen_children::SeenChildren;
use crate::narrow::sweep::hits::Rule;
use crate::narrow::sweep::nearest::{Nearest, winning_limit};
use crate::narrow::swept_sphere::SweptSphere;
use crate::narrow::triangles::Triangles;
use crate::query::ignored_contacts::IgnoredContacts;
use crate::query::scratch::Scratch;
use crate::query::sweep::packed_sweep::PackedSweep;
use crate::simd::{Lanes, lanes_of, task};

task! {
    /// Task that sweeps the unit sphere, or a capsule, along a motion against a mesh, traversing the mesh's tree front to back.
    pub(crate) struct DenseSweep<'a, V: MeshBoxes, M: Mover> {
        pub(crate) tree: &'a Tree,
        /// Map from mesh space to the ellipsoid space of the shape.
        pub(crate) view: &'a V,
        pub(crate) way: Way,
        /// Motion of the sphere or capsule in ellipsoid space.
        pub(crate) motion: &'a M,
        pub(crate) rule: Rule,
        /// Fraction of the motion behind which contacts need not be found.
        pub(crate) before: f32,
        /// Index of the mesh's instance; its triangles that are [let through](Scratch::let_through) are skipped.
        pub(crate) instance: u32,
        pub(crate) scratch: &'a mut Scratch,
    }
    fn run<L>(lanes) -> Nearest {
        let Scratch { stack, blocks_swept, let_through, .. } = scratch;
        let around = |limit| tree.grid.corners(lanes, &view.around(&way, limit, tree.bounds));
        let mut visitor = DenseVisitor {
            lanes,
            tree,
            view,
            way,
            until: before,
            swept: SweptSphere::new(motion.motion(), before),
            around: around(winning_limit(before, motion.motion())),
            sweep: PackedSweep::new(lanes, *motion, rule, blocks_swept),
            instance,
            let_through,
        };
        traverse(lanes, tree, stack, &mut visitor);
        visitor.sweep.finish(winning_limit(visitor.until, motion.motion()))
    }
}

/// Value of [`DenseSweep::instance`] in a world of one mesh, in which no triangle is skipped.
pub(crate) const ONLY: u32 = u32::MAX;

struct DenseVisitor<'a, L: Lanes, V, M> {
    lanes: L,
    tree: &'a Tree,
    view: &'a V,
    way: Way,
    /// Fraction of the motion at the best contact so far.
    until: f32,
    /// Unit sphere swept up to the fraction `until` of the motion, ellipsoid space.
    swept: SweptSphere,
    /// Corners of the box around all contacts that may still win, in units of the tree's grid.
    around: L::Corners,
    sweep: PackedSweep<'a, L, M>,
    instance: u32,
    let_through: &'a IgnoredContacts,
}

impl<L: Lanes, V: MeshBoxes, M: Mover> Visitor<L> for DenseVisitor<'_, L, V, M> {
    type Opened<'n> = V::Children<'n, L>;

    #[inline(always)]
    fn around(&mut self) -> L::Corners {
        self.around
    }

    #[inline(always)]
    fn open<'n>(&self, node: &'n Node) -> V::Children<'n, L> {
        self.view.children(self.lanes, node)
    }

    #[inline(always)]
    fn near(&mut self, children: &V::Children<'_, L>, group: usize) -> (L::Mask, L::Float) {
        let [low, high] = children.boxes(self.lanes, group);
        let [low, high] = self.sweep.mover.grown(self.lanes, low, high);
        self.swept.entering(self.lanes, low, high)
    }

    #[inline(always)]
    fn block(&mut self, blocks: &[TriangleBlock], index: usize) {
        let lanes = self.lanes;
        let triangles = Triangles::of(lanes, self.view, &blocks[index]);
        let mut mask = lanes.bits(self.swept.meeting_triangles(lanes, &self.sweep.mover, &triangles.corners));
        if self.let_through.has_triangles() {
            let is_let_through = |lane: &usize| self.let_through.has_triangle(self.instance, blocks[index].ids[*lane]);
            mask = lanes_of(mask).filter(|lane| !is_let_through(lane)).fold(0, |mask, lane| mask | 1 << lane);
        }
        if mask == 0 {
            return;
        }
        let Some(eight) = self.sweep.join(&triangles, mask) else { return };
        self.sweep.sweep_eight(&eight, winning_limit(self.until, self.sweep.mover.motion()));
        if self.sweep.nearest.fraction < self.until {
            self.until = self.sweep.nearest.fraction;
            self.swept = SweptSphere::new(self.sweep.mover.motion(), self.until);
            let limit = winning_limit(self.until, self.sweep.mover.motion());
            self.around = self.tree.grid.corners(lanes, &self.view.around(&self.way, limit, self.tree.bounds));
        }
    }

    #[inline(always)]
    fn limit(&self) -> f32 {
        self.until
    }
}
