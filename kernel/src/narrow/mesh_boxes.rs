//! Query boxes in mesh space around everything that a shape can touch, and boxes of a node's children in ellipsoid space, for both kinds
//! of [view](MeshView).
//!
//! In: the motion of the centre, as displacements of the world from the centre of ellipsoid space, metres. Out: a box that meets
//! the box of every triangle that may be touched, grown for every rounding. Larger than necessary costs time and changes no result.
//!
//! In: a node of the tree. Out: [its children](MeshBoxes::Children), whose boxes contain those of their triangles in ellipsoid space.

use crate::base::tolerance::{BOX_ROUNDING, NEAR_ROUNDING, REACH_ROUNDING};
use crate::bvh::boxes::Bounds;
use crate::bvh::node::Node;
use crate::frame::capsule_space::CapsuleSpace;
use crate::frame::ellipsoid_space::Space;
use crate::frame::mesh_view::MeshView;
use crate::frame::placed_space::PlacedSpace;
use crate::narrow::seen_children::{AlignedChildren, PlacedChildren, SeenChildren};
use crate::narrow::way_box::{around_way, half_extents, way};
use crate::simd::Lanes;
use glam::{Vec3, Vec3A};

/// Straight motion of the shape's centre during a sweep, world space, metres.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Way {
    /// Vector from the centre of ellipsoid space to the start of the sweep, metres.
    pub(crate) offset: Vec3,
    pub(crate) displacement: Vec3,
}

/// Map from mesh space to ellipsoid space that also computes query boxes in mesh space, and maps the boxes of nodes.
pub(crate) trait MeshBoxes: MeshView {
    /// The children of a node, with their boxes in ellipsoid space, computed eight at a time.
    type Children<'n, L: Lanes>: SeenChildren<L>;

    /// The box around everything that the shape touches while its centre is within `radius` of `middle`. `largest` is the largest
    /// extent of a triangle, mesh units.
    fn near(&self, middle: Vec3, radius: f32, largest: f32) -> Bounds;

    /// Box around everything that the shape touches on its motion up to the fraction `limit`, among triangles in `bounds`.
    fn around(&self, way: &Way, limit: f32, bounds: Bounds) -> Bounds;

    /// Box around everything within `limit` metres of the centre, among triangles in `bounds`; the shape must be a ball of 1 m.
    fn within(&self, limit: f32, bounds: Bounds) -> Bounds;

    /// The children of a node, with their boxes in ellipsoid space.
    fn children<'n, L: Lanes>(&self, lanes: L, node: &'n Node) -> Self::Children<'n, L>;
}

impl MeshBoxes for Space {
    type Children<'n, L: Lanes> = AlignedChildren<'n, L>;

    #[inline(always)]
    fn near(&self, middle: Vec3, radius: f32, largest: f32) -> Bounds {
        let half = half_extents(self, middle, radius, largest);
        Bounds::about(Vec3A::from(self.position.high) + Vec3A::from(middle), half)
    }

    #[inline(always)]
    fn around(&self, &Way { offset, displacement }: &Way, limit: f32, bounds: Bounds) -> Bounds {
        let origin = self.position.high + offset;
        let Bounds { low, high } = around_way(origin, displacement * limit, self.radii, self.inverse_radii, bounds);
        // The offset is rounded in ellipsoid space, and the position is used without its low part.
        let rounding = Vec3A::from(offset.abs() + displacement.abs()) * REACH_ROUNDING;
        Bounds { low: low - rounding, high: high + rounding }
    }

    #[inline(always)]
    fn within(&self, limit: f32, Bounds { low, high }: Bounds) -> Bounds {
        let center = Vec3A::from(self.position.high);
        // The rounding by which a box may lie beyond the limit, and that of this box.
        let far = (low - center).abs().max((high - center).abs()).element_sum();
        let reach = (limit + far * NEAR_ROUNDING) * (1.0 + REACH_ROUNDING);
        Bounds::about(center, Vec3A::splat(reach) + center.abs() * BOX_ROUNDING)
    }

    #[inline(always)]
    fn children<'n, L: Lanes>(&self, lanes: L, node: &'n Node) -> AlignedChildren<'n, L> {
        AlignedChildren::new(lanes, self, node)
    }
}

impl MeshBoxes for CapsuleSpace {
    type Children<'n, L: Lanes> = AlignedChildren<'n, L>;

    #[inline(always)]
    fn near(&self, middle: Vec3, radius: f32, largest: f32) -> Bounds {
        let half = self.half_extents();
        let whole = Space { radii: half, ..self.space };
        let half = half_extents(&whole, middle, radius, largest + 2.0 * half.max_element());
        Bounds::about(Vec3A::from(self.space.position.high) + Vec3A::from(middle), half)
    }

    #[inline(always)]
    fn around(&self, &Way { offset, displacement }: &Way, limit: f32, bounds: Bounds) -> Bounds {
        let (origin, half) = (self.space.position.high + offset, self.half_extents());
        let whole = around_way(origin, displacement * limit, half, self.space.inverse_radii, bounds);
        let rounding = Vec3A::from(offset.abs() + displacement.abs()) * REACH_ROUNDING;
        Bounds { low: whole.low - rounding, high: whole.high + rounding }
    }

    #[inline(always)]
    fn within(&self, limit: f32, bounds: Bounds) -> Bounds {
        let (spine, Bounds { low, high }) = (Vec3A::from(self.world_spine()), self.space.within(limit, bounds));
        Bounds { low: low - spine, high: high + spine }
    }

    #[inline(always)]
    fn children<'n, L: Lanes>(&self, lanes: L, node: &'n Node) -> AlignedChildren<'n, L> {
        AlignedChildren::new(lanes, &self.space, node)
    }
}

impl MeshBoxes for PlacedSpace {
    type Children<'n, L: Lanes> = PlacedChildren<'n, L>;

    #[inline(always)]
    fn near(&self, middle: Vec3, radius: f32, largest: f32) -> Bounds {
        self.around_centers(middle, Vec3A::splat(radius), largest)
    }

    #[inline(always)]
    fn around(&self, &Way { offset, displacement }: &Way, limit: f32, bounds: Bounds) -> Bounds {
        let origin = Vec3A::from(self.view.position.high) + Vec3A::from(self.mesh_displacement(offset));
        let reach = Vec3A::from(self.mesh_displacement(displacement * limit));
        let far = (bounds.low - origin).abs().max((bounds.high - origin).abs()) + reach.abs();
        let aside = offset.abs() + displacement.abs();
        way(origin.into(), reach.into(), self.half(Vec3A::ZERO, origin.abs() + reach.abs(), aside, far))
    }

    #[inline(always)]
    fn within(&self, limit: f32, Bounds { low, high }: Bounds) -> Bounds {
        let center = Vec3A::from(self.view.position.high);
        let far = (low - center).abs().max((high - center).abs()).dot(self.view.amplification().into());
        let reach = (limit + far * MAP_NEAR_ROUNDING) * (1.0 + REACH_ROUNDING);
        Bounds::about(center, Vec3A::from(self.extents) * reach + center.abs() * BOX_ROUNDING)
    }

    #[inline(always)]
    fn children<'n, L: Lanes>(&self, lanes: L, node: &'n Node) -> PlacedChildren<'n, L> {
        PlacedChildren::new(lanes, &self.view, node)
    }
}

/// Factor of rounding, as [`NEAR_ROUNDING`], for maps by a matrix: each coordinate is a sum of three rounded products.
const MAP_NEAR_ROUNDING: f32 = 2.0 * NEAR_ROUNDING;

impl PlacedSpace {
    /// Box around everything that the shape touches while its centre is within `half` of `middle` on each axis, world space.
    #[inline(always)]
    pub(crate) fn around_centers(&self, middle: Vec3, half: Vec3A, largest: f32) -> Bounds {
        let center = Vec3A::from(self.view.position.high);
        let aside = Vec3A::from(self.mesh_displacement(middle));
        let reach = Vec3A::from(Vec3::from_array(self.inverse_rows.map(|row| row.abs().dot(half.into()))));
        let far = Vec3A::splat(largest) + reach;
        Bounds::about(center + aside, self.half(reach, center.abs() + aside.abs(), middle, far))
    }

    /// Half extents of everything that the shape touches while its centre stays within `reach`, grown for the rounding of
    /// coordinates up to `size`, of the world displacement `aside`, and of points up to `far` from the centre.
    #[inline(always)]
    fn half(&self, reach: Vec3A, size: Vec3A, aside: Vec3, far: Vec3A) -> Vec3A {
        let extents = Vec3A::from(self.extents);
        let aside = Vec3::from_array(self.inverse_rows.map(|row| row.abs().dot(aside.abs())));
        (extents + reach) * (1.0 + REACH_ROUNDING)
            + size * BOX_ROUNDING
            + Vec3A::from(aside) * REACH_ROUNDING
            + extents * (far.dot(self.view.amplification().into()) * MAP_NEAR_ROUNDING)
    }
}
