//! What a shape overlaps at a place.
//!
//! In: the tree and ellipsoid space about the place. Out: every triangle that is overlapped, until the caller has seen
//! enough.
//!
//! Blocks are mapped and prepared as they lie; nothing is gathered, as each is looked at once. Lanes decide whether a
//! triangle is overlapped; how deep it is, and which way is out, [`Contact`](crate::query::contact::Contact) measures
//! where a caller asks.

use crate::base::input_error::{InputError, check_center};
use crate::bvh::boxes::Bounds;
use crate::bvh::traverse::in_box::BoxWalk;
use crate::bvh::tree::Tree;
use crate::frame::ellipsoid_space::Space;
use crate::frame::position::Position;
use crate::mesh::sides::Sides;
use crate::narrow::closest::closest;
use crate::narrow::lane::Lane;
use crate::narrow::prepare::prepare;
use crate::narrow::triangles::Triangles;
use crate::narrow::way_box::half_extents;
use crate::query::scratch::Scratch;
use crate::shape::ellipsoid::Ellipsoid;
use crate::simd::{Lanes, Task, lanes_of};
use crate::world::static_world::World;
use glam::{Vec3, Vec3A};
use std::ops::ControlFlow;

/// Every triangle that the unit sphere of `space` overlaps, in no order, until `take` breaks.
pub(crate) struct EachOverlap<'a, F> {
    pub(crate) tree: &'a Tree,
    pub(crate) space: &'a Space,
    pub(crate) sides: Sides,
    pub(crate) walk: &'a mut BoxWalk,
    pub(crate) take: F,
}

impl<F: FnMut(Lane) -> ControlFlow<()>> Task for EachOverlap<'_, F> {
    type Output = ();

    #[inline(always)]
    fn run<L: Lanes>(mut self, lanes: L) {
        let Self { tree, space, ref mut walk, .. } = self;
        let half = half_extents(space, Vec3::ZERO, 0.0, tree.largest);
        let corners = tree.grid.corners(lanes, &Bounds::about(space.position.high.into(), half));
        for &block in walk.blocks_in(lanes, tree, corners) {
            let mapped = prepare(lanes, &Triangles::of(lanes, space, &tree.blocks[block as usize]));
            let found = closest(lanes, &mapped, Vec3::ZERO, self.sides);
            let overlaps = lanes.bits(found.felt & lanes.lt(found.square, lanes.splat(1.0)));
            if overlaps == 0 {
                continue;
            }
            let faces = lanes.bits(found.over_face);
            for lane in lanes_of(overlaps) {
                let is_face = faces & (1 << lane) != 0;
                let overlap = Lane { triangle: mapped.ids[lane], corners: mapped.triangle(lane), is_face };
                if (self.take)(overlap).is_break() {
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
    /// use sweep8::{Ellipsoid, Mesh, Scratch, Sides, World};
    ///
    /// let floor = [Vec3::new(-9.0, 0.0, -9.0), Vec3::new(0.0, 0.0, 9.0), Vec3::new(9.0, 0.0, -9.0)];
    /// let world = World::from_mesh(Mesh::new(&floor, &[[0, 1, 2]])?);
    /// let person = Ellipsoid::new(Vec3::new(0.4, 0.9, 0.4))?;
    /// let mut scratch = Scratch::new();
    /// assert!(world.overlap(&person, Vec3::new(0.0, 0.8, 0.0), Sides::Both, &mut scratch)?);
    /// assert!(!world.overlap(&person, Vec3::new(0.0, 1.0, 0.0), Sides::Both, &mut scratch)?);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`InputError`] names what is wrong with the centre.
    #[inline]
    pub fn overlap(
        &self,
        shape: &Ellipsoid,
        center: Vec3,
        sides: Sides,
        scratch: &mut Scratch,
    ) -> Result<bool, InputError> {
        check_center(center)?;
        let (radii, center) = (shape.radii().into(), center.into());
        Ok(self.overlaps(&mut OverlapInput { radii, center, sides, walk: &mut scratch.box_walk }))
    }

    /// Of the triangles that `shape` overlaps at a position that was checked the one with the lowest id.
    pub(crate) fn first_overlap(
        &self,
        shape: &Ellipsoid,
        position: Position,
        sides: Sides,
        scratch: &mut Scratch,
    ) -> Option<u32> {
        let mut first = None;
        let take = |overlap: Lane| {
            first = Some(first.map_or(overlap.triangle, |first: u32| first.min(overlap.triangle)));
            ControlFlow::Continue(())
        };
        let space = &Space::new(*shape, position);
        self.lanes.run(EachOverlap { tree: &self.tree, space, sides, walk: &mut scratch.box_walk, take });
        first
    }

    /// Whether anything overlaps there; checked input.
    #[inline(never)]
    fn overlaps(&self, input: &mut OverlapInput) -> bool {
        self.lanes.run(AnyOverlap { tree: &self.tree, input })
    }
}

/// A shape at a place, of which is asked whether it overlaps. `Vec3A`, passed by one reference: see
/// [`SweepInput`](crate::query::sweep::world_sweep).
struct OverlapInput<'a> {
    radii: Vec3A,
    center: Vec3A,
    sides: Sides,
    walk: &'a mut BoxWalk,
}

/// Whether it overlaps anything.
struct AnyOverlap<'a, 'w> {
    tree: &'a Tree,
    input: &'a mut OverlapInput<'w>,
}

impl Task for AnyOverlap<'_, '_> {
    type Output = bool;

    #[inline(always)]
    fn run<L: Lanes>(self, lanes: L) -> bool {
        let Self { tree, input } = self;
        let &mut OverlapInput { radii, center, sides, ref mut walk } = input;
        let position = Position::new(center.into());
        let space = Space { position, radii: radii.into(), inverse_radii: radii.recip().into() };
        let mut any = false;
        let take = |_| {
            any = true;
            ControlFlow::Break(())
        };
        EachOverlap { tree, space: &space, sides, walk, take }.run(lanes);
        any
    }
}
