//! The point of a world closest to another point.
//!
//! In: the tree and ellipsoid space about a point. Out: the triangle with the closest point; ties go to the lower id.
//!
//! Blocks are mapped one by one, and prepared only for shapes with a spine; nothing is gathered, as each block is visited once.

use crate::base::correctly_rounded::CorrectlyRounded;
use crate::base::input_error::{InputError, check_distance};
use crate::base::tolerance::{FARTHEST, NEAR_ROUNDING};
use crate::bvh::block::TriangleBlock;
use crate::bvh::node::Node;
use crate::bvh::traverse::nearest_first::{Pending, Visitor, traverse};
use crate::bvh::tree::Tree;
use crate::frame::ellipsoid_space::Space;
use crate::frame::placed_space::PlacedSpace;
use crate::frame::position::Position;
use crate::mesh::sides::Sides;
use crate::narrow::box_distance::within;
use crate::narrow::candidate_block::triangle_of;
use crate::narrow::lane::Lane;
use crate::narrow::mesh_boxes::MeshBoxes;
use crate::narrow::mover::ShapeSpace;
use crate::narrow::seen_children::SeenChildren;
use crate::narrow::triangles::Triangles;
use crate::query::contact::Contact;
use crate::query::hit::ClosestPoint;
use crate::query::scratch::Scratch;
use crate::query::thread_memory::call_memory;
use crate::simd::{Lanes, lanes_of, task};
use crate::world::filter::Filter;
use crate::world::solids::Solids;
use crate::world::world::World;
use alloc::vec::Vec;
use glam::{DVec3, Vec3};

impl World {
    /// The point of the world closest to `point`; `None` if there is none within `distance` metres.
    ///
    /// World space. `distance` may be infinite.
    ///
    /// ```
    /// use glam::Vec3;
    /// use sweep8::{Mesh, Sides, World};
    ///
    /// let floor = [Vec3::new(-9.0, 0.0, -9.0), Vec3::new(0.0, 0.0, 9.0), Vec3::new(9.0, 0.0, -9.0)];
    /// let world = World::from_mesh(Mesh::new(&floor, &[[0, 1, 2]])?);
    /// let below = world.closest_point(Vec3::new(1.0, 3.0, 1.0), 5.0, Sides::Both)?;
    /// assert_eq!(below.map(|closest| closest.point), Some(Vec3::new(1.0, 0.0, 1.0)));
    /// assert_eq!(world.closest_point(Vec3::new(1.0, 3.0, 1.0), 2.0, Sides::Both)?, None);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`InputError`] names the field that is refused: point or distance.
    pub fn closest_point(
        &self,
        point: impl Into<Position>,
        distance: f32,
        filter: impl Into<Filter>,
    ) -> Result<Option<ClosestPoint>, InputError> {
        self.closest_of(point.into(), distance, filter.into())
    }

    fn closest_of(&self, point: Position, distance: f32, filter: Filter) -> Result<Option<ClosestPoint>, InputError> {
        self.closest_in(point, distance, filter, &mut call_memory())
    }

    /// As [`closest_point`](World::closest_point), with the memory of the call.
    #[inline(always)]
    pub(super) fn closest_in(
        &self,
        point: Position,
        distance: f32,
        filter: Filter,
        scratch: &mut Scratch,
    ) -> Result<Option<ClosestPoint>, InputError> {
        let position = point.checked()?;
        check_distance(distance)?;
        // Radii of one metre: ellipsoid space is in metres.
        let space = &Space { position, radii: Vec3::ONE, inverse_radii: Vec3::ONE };
        let (within, instances) = (distance.min(FARTHEST), self.asked_for(filter));
        let sides = filter.sides;
        let lane = self.lanes.run(ClosestLane { instances, space, within, sides, scratch });
        let closest = lane.map(|(index, lane)| {
            let instance = instances.get(index);
            let contact = Contact::of(DVec3::ZERO, &lane);
            let face = contact.world_face(space.radii, instances.corner_order(index, lane.triangle));
            ClosestPoint {
                point: contact.world_point(space),
                distance: contact.point.length() as f32,
                normal: contact.normal.as_vec3(),
                face_normal: face.normal,
                barycentric: face.barycentric,
                is_front: face.is_front,
                instance: instances.id(index),
                triangle: lane.triangle,
                material: instance.map_or(0, |instance| instance.mesh.tree.materials.of(lane.triangle)),
            }
        });
        // Lanes have the rounding of a triangle's coordinates; the contact is exact.
        Ok(closest.filter(|closest| closest.distance <= distance))
    }
}

task! {
    /// Arguments of [`closest_lane`], the search for the triangle closest to a point, to be run on a SIMD backend.
    ClosestLane<'a> {
        instances: Solids<'a>,
        space: &'a Space,
        within: f32,
        sides: Sides,
        scratch: &'a mut Scratch,
    } = closest_lane => Option<(u32, Lane)>
}

/// The triangle closest to the origin of `space`, whose radii are one metre, within `within` metres; with the index of its
/// instance.
#[inline(always)]
fn closest_lane<L: Lanes>(
    lanes: L,
    instances: Solids,
    space: &Space,
    within: f32,
    sides: Sides,
    scratch: &mut Scratch,
) -> Option<(u32, Lane)> {
    let Scratch { near_instances, stack, .. } = scratch;
    if let Some(tree) = instances.only() {
        let mut visitor = ClosestVisitor::new(lanes, tree, space, space, sides, within * within);
        traverse(lanes, tree, stack, &mut visitor);
        return visitor.best.map(|(_, lane)| (instances.only_id().index() as u32, lane));
    }
    instances.meeting(lanes, &space.within(within, instances.bounds()), near_instances);
    let (mut first, mut of) = (None, 0);
    for &index in near_instances.iter() {
        let Some(instance) = instances.get(index) else { continue };
        let (tree, view) = (&*instance.mesh.tree, &PlacedSpace::new(space, &instances.placed(instance)));
        let limit = first.map_or(within * within, |(square, _): (f32, Lane)| square);
        let mut visitor = ClosestVisitor::new(lanes, tree, view, space, sides, limit);
        traverse(lanes, tree, stack, &mut visitor);
        if let Some((square, lane)) = visitor.best
            && first.is_none_or(|(least, _)| square < least)
        {
            (first, of) = (Some((square, lane)), index);
        }
    }
    first.map(|(_, lane)| (of, lane))
}

/// Triangle of a mesh closest to the shape's centre, or to its spine, by the distance in the shape's ellipsoid space, to which `view`
/// maps.
#[inline(always)]
pub(crate) fn closest_of_mesh<L: Lanes, V: MeshBoxes, S: ShapeSpace>(
    lanes: L,
    tree: &Tree,
    view: &V,
    space: &S,
    stack: &mut Vec<Pending>,
) -> Option<Lane> {
    let mut visitor = ClosestVisitor::new(lanes, tree, view, space, Sides::Both, FARTHEST * FARTHEST);
    traverse(lanes, tree, stack, &mut visitor);
    visitor.best.map(|(_, lane)| lane)
}

struct ClosestVisitor<'a, L: Lanes, V, S> {
    lanes: L,
    tree: &'a Tree,
    view: &'a V,
    space: &'a S,
    sides: Sides,
    /// Squared distance from the centre up to which triangles count, ellipsoid space.
    limit: f32,
    /// Corners of the box around all that counts, in units of the tree's grid; `None` if the limit has changed since.
    around: Option<L::Corners>,
    /// Closest triangle so far, with its squared distance from the centre, ellipsoid space.
    best: Option<(f32, Lane)>,
}

impl<'a, L: Lanes, V: MeshBoxes, S: ShapeSpace> ClosestVisitor<'a, L, V, S> {
    #[inline(always)]
    fn new(lanes: L, tree: &'a Tree, view: &'a V, space: &'a S, sides: Sides, limit: f32) -> Self {
        Self { lanes, tree, view, space, sides, limit, around: None, best: None }
    }

    #[inline(always)]
    fn take(&mut self, block: &TriangleBlock) {
        let lanes = self.lanes;
        let triangles = &Triangles::of(lanes, self.view, block);
        let found = self.space.closest(lanes, triangles, self.sides);
        // A spine that crosses a triangle is at no distance from it.
        let square = lanes.max(found.square, lanes.splat(0.0));
        let counts = found.felt & lanes.le(square, lanes.splat(self.limit));
        if !lanes.any(counts) {
            return;
        }
        // The nearest lane, or several that are as near.
        let of_counted = lanes.select(counts, found.square, lanes.splat(f32::INFINITY));
        let nearest = counts & lanes.le(of_counted, lanes.least(of_counted));
        let squares = lanes.store(found.square);
        let faces = lanes.bits(found.over_face);
        let (ids, corners) = (&block.ids, lanes.store_corners(triangles.corners));
        for lane in lanes_of(lanes.bits(nearest)) {
            let (square, triangle) = (squares[lane], ids[lane]);
            if self.best.is_none_or(|(least, best)| (square, triangle) < (least, best.triangle)) {
                let is_face = faces & (1 << lane) != 0;
                self.best = Some((square, Lane { triangle, corners: triangle_of(&corners, lane), is_face }));
                (self.limit, self.around) = (square.max(0.0), None);
            }
        }
    }
}

task! {
    /// Task of [`ClosestVisitor::take`]: out of line where eight lanes are several registers.
    struct TakeBlock<'v, 'a, L: Lanes, V: MeshBoxes, S: ShapeSpace> {
        visitor: &'v mut ClosestVisitor<'a, L, V, S>,
        block: &'v TriangleBlock,
    }
    fn run<M>(_) {
        visitor.take(block);
    }
}

impl<L: Lanes, V: MeshBoxes, S: ShapeSpace> Visitor<L> for ClosestVisitor<'_, L, V, S> {
    type Opened<'n> = V::Children<'n, L>;

    /// All around a point may be within the distance that is asked.
    const LEAVES_FEW: bool = true;

    const TAKES_ONE_UNTESTED: bool = true;

    #[inline(always)]
    fn around(&mut self) -> L::Corners {
        let &mut Self { lanes, tree, view, limit, .. } = self;
        *self.around.get_or_insert_with(|| tree.grid.corners(lanes, &view.within(S::reach(limit.root()), tree.bounds)))
    }

    #[inline(always)]
    fn open<'n>(&self, node: &'n Node) -> V::Children<'n, L> {
        let children = self.view.children(self.lanes, node);
        // The distance to a triangle has the rounding of its coordinates, seen from the shape.
        let far = children.far() + self.space.half_spine();
        children.grown(self.lanes, far * NEAR_ROUNDING)
    }

    #[inline(always)]
    fn near(&mut self, children: &V::Children<'_, L>, group: usize) -> (L::Mask, L::Float) {
        let [low, high] = children.boxes(self.lanes, group);
        within(self.lanes, self.space.grown(self.lanes, low, high), self.limit)
    }

    #[inline(always)]
    fn block(&mut self, blocks: &[TriangleBlock], index: usize) {
        self.lanes.call_shared(TakeBlock { visitor: self, block: &blocks[index] });
    }

    #[inline(always)]
    fn limit(&self) -> f32 {
        self.limit
    }
}
