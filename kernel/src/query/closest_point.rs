//! The point of a world closest to another point.
//!
//! In: the tree and ellipsoid space about the place. Out: the lane with the closest point, the lowest id among equals.
//!
//! Blocks are mapped and prepared as they lie; nothing is gathered, as each is looked at once.

use crate::base::input_error::{InputError, check_center, check_distance};
use crate::base::tolerance::{BOX_ROUNDING, FARTHEST, NEAR_ROUNDING, REACH_ROUNDING};
use crate::bvh::block::TriangleBlock;
use crate::bvh::boxes::Bounds;
use crate::bvh::traverse::nearest_first::{Pending, Visitor, walk};
use crate::bvh::tree::Tree;
use crate::frame::ellipsoid_space::Space;
use crate::frame::position::Position;
use crate::mesh::sides::Sides;
use crate::narrow::box_distance::within;
use crate::narrow::candidate_block::CandidateBlock;
use crate::narrow::closest::closest;
use crate::narrow::lane::Lane;
use crate::narrow::prepare::prepare;
use crate::narrow::triangles::Triangles;
use crate::query::contact::Contact;
use crate::query::hit::ClosestPoint;
use crate::query::scratch::Scratch;
use crate::simd::{LaneVec, Lanes, lanes_of, task};
use crate::world::static_world::World;
use glam::{DVec3, Vec3, Vec3A};

impl World {
    /// The point of the world closest to `point`, if there is one within `distance` metres.
    ///
    /// World space. `distance` may be infinite.
    ///
    /// ```
    /// use glam::Vec3;
    /// use sweep8::{Mesh, Scratch, Sides, World};
    ///
    /// let floor = [Vec3::new(-9.0, 0.0, -9.0), Vec3::new(0.0, 0.0, 9.0), Vec3::new(9.0, 0.0, -9.0)];
    /// let world = World::from_mesh(Mesh::new(&floor, &[[0, 1, 2]])?);
    /// let mut scratch = Scratch::new();
    /// let below = world.closest_point(Vec3::new(1.0, 3.0, 1.0), 5.0, Sides::Both, &mut scratch)?;
    /// assert_eq!(below.map(|closest| closest.point), Some(Vec3::new(1.0, 0.0, 1.0)));
    /// assert_eq!(world.closest_point(Vec3::new(1.0, 3.0, 1.0), 2.0, Sides::Both, &mut scratch)?, None);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`InputError`] names what is wrong with point or distance.
    pub fn closest_point(
        &self,
        point: Vec3,
        distance: f32,
        sides: Sides,
        scratch: &mut Scratch,
    ) -> Result<Option<ClosestPoint>, InputError> {
        check_center(point)?;
        check_distance(distance)?;
        // Seen from the point, one metre is one metre.
        let space = Space { position: Position::new(point), radii: Vec3::ONE, inverse_radii: Vec3::ONE };
        let (within, stack) = (distance.min(FARTHEST), &mut scratch.stack);
        let lane = self.lanes.run(ClosestLane { tree: &self.tree, space: &space, within, sides, stack });
        let closest = lane.map(|lane| {
            let contact = Contact::of(DVec3::ZERO, &lane);
            ClosestPoint {
                point: contact.world_point(&space),
                distance: contact.point.length() as f32,
                normal: contact.normal.as_vec3(),
                triangle: lane.triangle,
                material: self.tree.materials.of(lane.triangle),
            }
        });
        // Lanes are rounded as the coordinates of a triangle are; the contact is exact.
        Ok(closest.filter(|closest| closest.distance <= distance))
    }
}

task! {
    /// One [`closest_lane`].
    ClosestLane<'a> {
        tree: &'a Tree,
        space: &'a Space,
        within: f32,
        sides: Sides,
        stack: &'a mut Vec<Pending>,
    } = closest_lane => Option<Lane>
}

/// The triangle closest to the origin of `space`, whose radii are one metre, and no farther than `within` metres.
#[inline(always)]
pub(crate) fn closest_lane<L: Lanes>(
    lanes: L,
    tree: &Tree,
    space: &Space,
    within: f32,
    sides: Sides,
    stack: &mut Vec<Pending>,
) -> Option<Lane> {
    let mut visitor = ClosestVisitor { lanes, tree, space, sides, within, best: None };
    walk(lanes, tree, stack, &mut visitor);
    visitor.best.map(|(_, lane)| lane)
}

struct ClosestVisitor<'a, L> {
    lanes: L,
    tree: &'a Tree,
    space: &'a Space,
    sides: Sides,
    within: f32,
    /// Squared distance, and whose.
    best: Option<(f32, Lane)>,
}

impl<L: Lanes> ClosestVisitor<'_, L> {
    #[inline(always)]
    fn take(&mut self, mapped: &CandidateBlock) {
        let lanes = self.lanes;
        let found = closest(lanes, mapped, Vec3::ZERO, self.sides);
        let near = lanes.le(lanes.sqrt(found.square), lanes.splat(self.limit()));
        let squares = lanes.store(found.square);
        let faces = lanes.bits(found.over_face);
        for lane in lanes_of(lanes.bits(found.felt & near)) {
            let (square, triangle) = (squares[lane], mapped.ids[lane]);
            if self.best.is_none_or(|(least, best)| (square, triangle) < (least, best.triangle)) {
                let is_face = faces & (1 << lane) != 0;
                self.best = Some((square, Lane { triangle, corners: mapped.triangle(lane), is_face }));
            }
        }
    }
}

impl<L: Lanes> Visitor<L> for ClosestVisitor<'_, L> {
    #[inline(always)]
    fn around(&self) -> L::Corners {
        let (center, Bounds { low, high }) = (Vec3A::from(self.space.position.high), self.tree.bounds);
        // As far as a box may be beyond the limit for its rounding, and a little more for that of this one.
        let far = (low - center).abs().max((high - center).abs()).element_sum();
        let reach = (self.limit() + far * NEAR_ROUNDING) * (1.0 + REACH_ROUNDING);
        let reach = Vec3A::splat(reach) + center.abs() * BOX_ROUNDING;
        self.tree.grid.corners(self.lanes, &Bounds::about(center, reach))
    }

    #[inline(always)]
    fn near(&mut self, low: LaneVec<L::Float>, high: LaneVec<L::Float>) -> (L::Mask, L::Float) {
        within(self.lanes, low, high, self.space.position.high, self.limit())
    }

    #[inline(always)]
    fn block(&mut self, blocks: &[TriangleBlock], index: usize) {
        let mapped = prepare(self.lanes, &Triangles::of(self.lanes, self.space, &blocks[index]));
        self.take(&mapped);
    }

    #[inline(always)]
    fn limit(&self) -> f32 {
        self.best.map_or(self.within, |(square, _)| square.sqrt())
    }
}
