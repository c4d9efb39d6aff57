//! `World::depenetrate`: the way out of all overlaps of a shape.

use crate::base::input_error::InputError;
use crate::base::tolerance::{BOX_ROUNDING, FARTHEST_GAP};
use crate::character::collide::depenetrate::Depenetrate;
use crate::frame::position::Position;
use crate::query::hit::{Depenetration, Overlap};
use crate::query::scratch::Scratch;
use crate::query::thread_memory::call_memory;
use crate::query::viewpoint::Viewpoint;
use crate::shape::oriented_shape::OrientedShape;
use crate::world::filter::Filter;
use crate::world::world::World;
use alloc::vec::Vec;
use glam::Vec3;

impl World {
    /// Finds the triangles that `shape` at `center` overlaps, how deep, the way out of each, and one displacement out of all.
    ///
    /// The triangles replace what is in `overlaps`, as [`overlap_all`](World::overlap_all) lists them; nothing is allocated once that
    /// is large enough.
    ///
    /// World space, metres. The way out of all is found as [`slide`](World::slide) finds it for a start that overlaps. It leads
    /// so far that a centre that is one `f32` is clear when it is moved and rounded, up to 1 km from the origin; farther out, and
    /// to a place in two parts, add it in `f64`.
    ///
    /// ```
    /// use glam::Vec3;
    /// use sweep8::{Ellipsoid, Mesh, Sides, World};
    ///
    /// let floor = [Vec3::new(-9.0, 0.0, -9.0), Vec3::new(0.0, 0.0, 9.0), Vec3::new(9.0, 0.0, -9.0)];
    /// let world = World::from_mesh(Mesh::new(&floor, &[[0, 1, 2]])?);
    /// let person = Ellipsoid::new(Vec3::new(0.4, 0.9, 0.4))?;
    /// let mut overlaps = Vec::new();
    /// let sunk = world.depenetrate(&person, Vec3::new(0.0, 0.8, 0.0), Sides::Both, &mut overlaps)?;
    /// assert_eq!(overlaps[0].normal, Vec3::Y);
    /// assert!((overlaps[0].depth - 0.1).abs() < 1e-6);
    /// assert!((sunk.displacement - Vec3::new(0.0, 0.1, 0.0)).length() < 1e-4, "out, and a hair");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`InputError`] names what is wrong with the centre; `overlaps` is then as it was.
    #[doc(alias = "minimum translation")]
    pub fn depenetrate(
        &self,
        shape: impl Into<OrientedShape>,
        center: impl Into<Position>,
        filter: impl Into<Filter>,
        overlaps: &mut Vec<Overlap>,
    ) -> Result<Depenetration, InputError> {
        let (shape, center, filter) = (shape.into(), center.into().checked()?, filter.into());
        Ok(self.depenetrate_from(shape, center, filter, overlaps, &mut call_memory()))
    }

    fn depenetrate_from(
        &self,
        shape: OrientedShape,
        center: Position,
        filter: Filter,
        overlaps: &mut Vec<Overlap>,
        scratch: &mut Scratch,
    ) -> Depenetration {
        let viewpoint = &Viewpoint::new(shape.ellipsoid(), center);
        if shape.has_spine() {
            self.list_overlaps(&Viewpoint::of_capsule(shape, center), filter, overlaps, scratch);
        } else {
            self.list_overlaps(viewpoint, filter, overlaps, scratch);
        }
        if overlaps.is_empty() {
            return Depenetration { displacement: Vec3::ZERO, depth_left: 0.0 };
        }
        let (instances, sides) = (viewpoint.of(self.asked_for(filter)), filter.sides);
        let (hull, position) = (shape.shape(), viewpoint.space.position);
        let gap = gap_at(center, hull.half_extents().max_element());
        let depenetrated = self.lanes.run(Depenetrate { instances, hull, position, sides, gap, scratch });
        Depenetration { displacement: viewpoint.world_displacement(depenetrated.moved), depth_left: depenetrated.depth }
    }
}

/// A gap so large that rounding of the new centre does not bring the overlap back: of one `f32`, or of the second.
fn gap_at(center: Position, largest: f32) -> f32 {
    let is_whole = center.low == Vec3::ZERO;
    let rounded =
        if is_whole { center.high.abs().max_element().min(FARTHEST_GAP) } else { center.low.abs().max_element() };
    BOX_ROUNDING * (rounded + largest)
}
