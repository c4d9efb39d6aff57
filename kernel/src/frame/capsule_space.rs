//! The map from world space to the ellipsoid space of a shape with a spine, in which the shape is a capsule of radius 1 about the
//! origin.
//!
//! In: a shape with a spine and a position. Out: the ellipsoid space of the ellipsoid that is swept along the spine, and the spine in
//! it: an axis and half a length.

use crate::frame::ellipsoid_space::Space;
use crate::frame::mesh_view::MeshView;
use crate::frame::placed_space::PlacedSpace;
use crate::frame::placement::Placed;
use crate::frame::position::Position;
use crate::shape::axis::Axis;
use crate::shape::swept_ellipsoid::Shape;
use crate::simd::{Eight, LaneVec, Lanes};
use glam::{DVec3, Vec3};

/// Ellipsoid space around a position in which the shape is the unit sphere swept along its spine.
#[derive(Clone, Copy, Debug)]
pub(crate) struct CapsuleSpace {
    /// Ellipsoid space of the ellipsoid that is swept along the spine.
    pub(crate) space: Space,
    pub(crate) axis: Axis,
    /// Half the length of the spine, metres.
    half_length: f32,
}

impl CapsuleSpace {
    pub(crate) fn new(shape: Shape, position: Position) -> Self {
        let space = Space::new(shape.ellipsoid(), position);
        Self { space, axis: shape.axis(), half_length: shape.half_length() }
    }

    /// The ellipsoid space `space` with a spine of half a length, metres, along an axis.
    #[inline(always)]
    pub(crate) fn of(space: Space, axis: Axis, half_length: f32) -> Self {
        Self { space, axis, half_length }
    }

    /// Half the length of the spine, metres.
    pub(crate) fn half_length(&self) -> f32 {
        self.half_length
    }

    /// Half the length of the spine, ellipsoid space.
    #[inline(always)]
    pub(crate) fn half(&self) -> f32 {
        self.half_length * self.space.inverse_radii[self.axis.indices()[0]]
    }

    /// Vector from the centre to the end of the spine, ellipsoid space.
    pub(crate) fn spine(&self) -> DVec3 {
        (self.axis.unit() * self.half()).as_dvec3()
    }

    /// Vector from the centre to the end of the spine, along the axes of the body, metres.
    #[inline(always)]
    pub(crate) fn world_spine(&self) -> Vec3 {
        self.axis.unit() * self.half_length
    }

    /// Half extents of the shape along the axes of the body, metres.
    #[inline(always)]
    pub(crate) fn half_extents(&self) -> Vec3 {
        self.space.radii + self.world_spine()
    }

    /// The map from the mesh space of a placed instance to this space, with the extents of the whole shape.
    pub(crate) fn placed(&self, placed: &Placed) -> PlacedSpace {
        let mut view = PlacedSpace::new(&self.space, placed);
        let spine = self.world_spine().as_dvec3();
        let longer = placed.inverse_rows().map(|row| row.dot(spine).abs() as f32);
        view.extents += Vec3::from_array(longer);
        view
    }
}

impl MeshView for CapsuleSpace {
    #[inline(always)]
    fn points<L: Lanes>(&self, lanes: L, v: LaneVec<L::Float>) -> LaneVec<L::Float> {
        self.space.points(lanes, v)
    }

    #[inline(always)]
    fn corners<L: Lanes>(&self, lanes: L, corners: &[[Eight; 3]; 3]) -> [LaneVec<L::Float>; 3] {
        self.space.corners(lanes, corners)
    }
}
