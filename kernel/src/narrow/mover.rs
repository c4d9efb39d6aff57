//! The moving shape in ellipsoid space: the unit sphere, or a capsule of radius 1. The regimes of sweeps are written once for both.

use crate::frame::capsule_motion::CapsuleMotion;
use crate::frame::capsule_space::CapsuleSpace;
use crate::frame::ellipsoid_space::Space;
use crate::frame::motion::Motion;
use crate::frame::placed_space::PlacedSpace;
use crate::frame::placement::Placed;
use crate::mesh::sides::Sides;
use crate::narrow::candidate_block::CandidateBlock;
use crate::narrow::closest::{Closest, closest};
use crate::narrow::closest_to_spine::closest_to_spine;
use crate::narrow::mesh_boxes::{MeshBoxes, Way};
use crate::narrow::prepare::prepare;
use crate::narrow::sweep::capsule_sweep::{SweepCapsule, SweepCapsuleBlocks};
use crate::narrow::sweep::hits::{BlockHits, Rule};
use crate::narrow::sweep::nearest::Nearest;
use crate::narrow::sweep::overlap::{overlap_block, overlap_nearest};
use crate::narrow::sweep::plane_and_face::sweep_each;
use crate::narrow::sweep::sweep_nearest::sweep_nearest;
use crate::narrow::triangles::Triangles;
use crate::simd::{LaneVec, Lanes};
use core::slice;
use glam::Vec3;

/// A straight motion of a shape in ellipsoid space, and the tests of blocks and boxes for that shape.
pub(crate) trait Mover: Copy {
    /// Whether the shape has a spine: it is a capsule.
    const HAS_SPINE: bool;

    /// Half of the shape's spine along each axis; zero without one.
    fn spine(&self) -> Vec3;

    /// Motion of the shape's centre.
    fn motion(&self) -> &Motion;

    /// Boxes that the centre's unit sphere touches where the shape touches the boxes from `low` to `high`.
    #[inline(always)]
    fn grown<L: Lanes>(&self, lanes: L, low: LaneVec<L::Float>, high: LaneVec<L::Float>) -> [LaneVec<L::Float>; 2] {
        if !Self::HAS_SPINE {
            return [low, high];
        }
        let spine = lanes.splat3(self.spine());
        [low - spine, high + spine]
    }

    /// Sweeps the lanes `live` of a block up to the fraction `limit`, and merges the hits into the nearest contact.
    fn sweep_nearest<L: Lanes>(
        &self,
        lanes: L,
        block: &CandidateBlock,
        live: L::Mask,
        limit: f32,
        rule: Rule,
        nearest: &mut Nearest,
    );

    /// Sweeps each triangle of a block by itself.
    fn sweep_each<L: Lanes>(&self, lanes: L, block: &CandidateBlock, live: L::Mask, rule: Rule) -> BlockHits;
}

/// The ellipsoid space of a shape: what is moved in it, and how blocks are tested against it at rest.
pub(crate) trait ShapeSpace: MeshBoxes {
    type Mover: Mover;

    /// Ellipsoid space of the ellipsoid; of the one that is swept along the spine, if there is one.
    fn of_ellipsoid(&self) -> &Space;

    /// Half extents of the shape along the axes of the body, metres.
    fn half_extents(&self) -> Vec3;

    /// The motion of the shape along `way`.
    fn mover(&self, way: &Way) -> Self::Mover;

    /// The motion of the shape from the origin by `displacement`, metres. The compiler knows its start, and drops what multiplies it.
    fn mover_from_origin(&self, displacement: Vec3) -> Self::Mover;

    /// The map from the mesh space of a placed instance to this space.
    fn placed(&self, placed: &Placed) -> PlacedSpace;

    /// Boxes that the centre's unit sphere touches where the shape touches the boxes from `low` to `high`.
    fn grown<L: Lanes>(&self, lanes: L, low: LaneVec<L::Float>, high: LaneVec<L::Float>) -> [LaneVec<L::Float>; 2];

    /// Half the length of the shape's spine, ellipsoid space; 0 without one.
    fn half_spine(&self) -> f32;

    /// A factor by which the half extents of the shape contain everything within `distance`, ellipsoid space, of its centre or spine.
    fn reach(distance: f32) -> f32;

    /// Finds the points closest to the shape, to its spine if it has one, on eight triangles.
    fn closest<L: Lanes>(&self, lanes: L, triangles: &Triangles<L::Float>, sides: Sides) -> Closest<L>;
}

impl ShapeSpace for Space {
    type Mover = Motion;

    #[inline(always)]
    fn of_ellipsoid(&self) -> &Space {
        self
    }

    #[inline(always)]
    fn half_extents(&self) -> Vec3 {
        self.radii
    }

    #[inline(always)]
    fn mover(&self, way: &Way) -> Motion {
        Motion::new(self.displacement(way.offset), self.displacement(way.displacement))
    }

    #[inline(always)]
    fn mover_from_origin(&self, displacement: Vec3) -> Motion {
        Motion::new(Vec3::ZERO, self.displacement(displacement))
    }

    #[inline(always)]
    fn placed(&self, placed: &Placed) -> PlacedSpace {
        PlacedSpace::new(self, placed)
    }

    #[inline(always)]
    fn grown<L: Lanes>(&self, _: L, low: LaneVec<L::Float>, high: LaneVec<L::Float>) -> [LaneVec<L::Float>; 2] {
        [low, high]
    }

    #[inline(always)]
    fn half_spine(&self) -> f32 {
        0.0
    }

    #[inline(always)]
    fn reach(distance: f32) -> f32 {
        distance
    }

    #[inline(always)]
    fn closest<L: Lanes>(&self, lanes: L, triangles: &Triangles<L::Float>, sides: Sides) -> Closest<L> {
        closest(lanes, &triangles.corners, Vec3::ZERO, sides)
    }
}

impl ShapeSpace for CapsuleSpace {
    type Mover = CapsuleMotion;

    #[inline(always)]
    fn of_ellipsoid(&self) -> &Space {
        &self.space
    }

    #[inline(always)]
    fn half_extents(&self) -> Vec3 {
        CapsuleSpace::half_extents(self)
    }

    #[inline(always)]
    fn mover(&self, way: &Way) -> CapsuleMotion {
        CapsuleMotion::new(self.space.mover(way), self.axis, self.half())
    }

    #[inline(always)]
    fn mover_from_origin(&self, displacement: Vec3) -> CapsuleMotion {
        CapsuleMotion::new(self.space.mover_from_origin(displacement), self.axis, self.half())
    }

    #[inline(always)]
    fn placed(&self, placed: &Placed) -> PlacedSpace {
        CapsuleSpace::placed(self, placed)
    }

    #[inline(always)]
    fn grown<L: Lanes>(&self, lanes: L, low: LaneVec<L::Float>, high: LaneVec<L::Float>) -> [LaneVec<L::Float>; 2] {
        let spine = lanes.splat3(self.axis.unit() * self.half());
        [low - spine, high + spine]
    }

    #[inline(always)]
    fn half_spine(&self) -> f32 {
        self.half()
    }

    #[inline(always)]
    fn reach(distance: f32) -> f32 {
        // Nearer than a radius, the spine still extends as far.
        distance.max(1.0)
    }

    #[inline(always)]
    fn closest<L: Lanes>(&self, lanes: L, triangles: &Triangles<L::Float>, sides: Sides) -> Closest<L> {
        closest_to_spine(lanes, &prepare(lanes, triangles), Vec3::ZERO, (self.axis, self.half()), sides)
    }
}

impl Mover for Motion {
    const HAS_SPINE: bool = false;

    #[inline(always)]
    fn spine(&self) -> Vec3 {
        Vec3::ZERO
    }

    #[inline(always)]
    fn motion(&self) -> &Motion {
        self
    }

    #[inline(always)]
    fn sweep_nearest<L: Lanes>(
        &self,
        lanes: L,
        block: &CandidateBlock,
        live: L::Mask,
        limit: f32,
        rule: Rule,
        nearest: &mut Nearest,
    ) {
        sweep_nearest(lanes, block, live, self, limit, rule, nearest);
    }

    #[inline(always)]
    fn sweep_each<L: Lanes>(&self, lanes: L, block: &CandidateBlock, live: L::Mask, rule: Rule) -> BlockHits {
        sweep_each(lanes, block, live, self, rule)
    }
}

/// The unit sphere at the start of a motion, which is zero. Its sweep finds overlaps only, and every overlap is a contact.
#[derive(Clone, Copy)]
pub(crate) struct AtRest(pub(crate) Motion);

impl Mover for AtRest {
    const HAS_SPINE: bool = false;

    #[inline(always)]
    fn spine(&self) -> Vec3 {
        Vec3::ZERO
    }

    #[inline(always)]
    fn motion(&self) -> &Motion {
        &self.0
    }

    #[inline(always)]
    fn sweep_nearest<L: Lanes>(
        &self,
        lanes: L,
        block: &CandidateBlock,
        live: L::Mask,
        _: f32,
        rule: Rule,
        nearest: &mut Nearest,
    ) {
        overlap_nearest(lanes, block, live, &self.0, rule, nearest);
    }

    #[inline(always)]
    fn sweep_each<L: Lanes>(&self, lanes: L, block: &CandidateBlock, live: L::Mask, rule: Rule) -> BlockHits {
        overlap_block(lanes, block, live, &self.0, rule, f32::INFINITY)
    }
}

impl Mover for CapsuleMotion {
    const HAS_SPINE: bool = true;

    #[inline(always)]
    fn spine(&self) -> Vec3 {
        self.axis.unit() * self.half
    }

    #[inline(always)]
    fn motion(&self) -> &Motion {
        &self.motion
    }

    #[inline(always)]
    fn sweep_nearest<L: Lanes>(
        &self,
        lanes: L,
        block: &CandidateBlock,
        live: L::Mask,
        limit: f32,
        rule: Rule,
        nearest: &mut Nearest,
    ) {
        let blocks = slice::from_ref(block);
        lanes.call_outlined(SweepCapsuleBlocks { lanes, blocks, live, capsule: self, limit, rule, nearest });
    }

    #[inline(always)]
    fn sweep_each<L: Lanes>(&self, lanes: L, block: &CandidateBlock, live: L::Mask, rule: Rule) -> BlockHits {
        lanes.call_outlined(SweepCapsule::<L, true> { lanes, block, live, capsule: self, limit: 1.0, rule })
    }
}
