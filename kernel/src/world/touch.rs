//! What is near a place in a world: overlaps, the way out of them, the closest point.

use super::World;
use crate::answer::{ClosestPoint, Depenetration, Overlap};
use crate::box_walk::BoxWalk;
use crate::contact::Contact;
use crate::ellipsoid::Ellipsoid;
use crate::lanes::{Lanes, Task};
use crate::near::{ClosestLane, EachOverlap, LaneOverlap};
use crate::recover::Recover;
use crate::refusal::{Refusal, check_center, check_distance};
use crate::scratch::Scratch;
use crate::sides::Sides;
use crate::space::{Place, Space};
use crate::tolerance::{BOX_ROUNDING, FARTHEST};
use crate::tree::Tree;
use glam::{DVec3, Vec3, Vec3A};
use std::ops::ControlFlow;

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
    /// [`Refusal`] names what is wrong with the centre.
    #[inline]
    pub fn overlap(
        &self,
        shape: &Ellipsoid,
        center: Vec3,
        sides: Sides,
        scratch: &mut Scratch,
    ) -> Result<bool, Refusal> {
        check_center(center)?;
        let (radii, center) = (shape.radii().into(), center.into());
        Ok(self.overlaps(&mut Wanted { radii, center, sides, walk: &mut scratch.box_walk }))
    }

    /// Whether anything overlaps there; checked input.
    #[inline(never)]
    fn overlaps(&self, wanted: &mut Wanted) -> bool {
        self.lanes.run(AnyOverlap { tree: &self.tree, wanted })
    }

    /// What `shape` at `center` overlaps, how deep, which way is out of each triangle, and one displacement out of all.
    ///
    /// World space, metres. The way out of all is found as [`slide`](World::slide) finds it for a start that overlaps.
    ///
    /// ```
    /// use glam::Vec3;
    /// use sweep8::{Ellipsoid, Mesh, Scratch, Sides, World};
    ///
    /// let floor = [Vec3::new(-9.0, 0.0, -9.0), Vec3::new(0.0, 0.0, 9.0), Vec3::new(9.0, 0.0, -9.0)];
    /// let world = World::from_mesh(Mesh::new(&floor, &[[0, 1, 2]])?);
    /// let person = Ellipsoid::new(Vec3::new(0.4, 0.9, 0.4))?;
    /// let mut scratch = Scratch::new();
    /// let sunk = world.depenetrate(&person, Vec3::new(0.0, 0.8, 0.0), Sides::Both, &mut scratch)?;
    /// assert_eq!(sunk.contacts[0].normal, Vec3::Y);
    /// assert!((sunk.contacts[0].depth - 0.1).abs() < 1e-6);
    /// assert!((sunk.displacement - Vec3::new(0.0, 0.1, 0.0)).length() < 1e-4, "out, and a hair");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`Refusal`] names what is wrong with the centre.
    #[doc(alias = "minimum translation")]
    pub fn depenetrate<'s>(
        &self,
        shape: &Ellipsoid,
        center: Vec3,
        sides: Sides,
        scratch: &'s mut Scratch,
    ) -> Result<Depenetration<'s>, Refusal> {
        check_center(center)?;
        let place = Place::new(center);
        let space = Space::new(*shape, place);
        let contacts = &mut scratch.overlaps;
        contacts.clear();
        let take = |overlap: LaneOverlap| {
            contacts.push(Overlap {
                triangle: overlap.triangle,
                depth: overlap.depth,
                normal: overlap.normal,
                point: center - overlap.apart * space.radii,
                material: self.tree.materials.of(overlap.triangle),
            });
            ControlFlow::Continue(())
        };
        self.lanes.run(EachOverlap { tree: &self.tree, space: &space, sides, walk: &mut scratch.box_walk, take });
        contacts.sort_unstable_by_key(|contact| contact.triangle);
        if contacts.is_empty() {
            return Ok(Depenetration { contacts: &[], displacement: Vec3::ZERO, depth_left: 0.0 });
        }
        // Far enough that rounding of the new centre does not bring the overlap back.
        let gap = BOX_ROUNDING * (center.abs().max_element() + shape.radii().max_element());
        let recovered = self.lanes.run(Recover { tree: &self.tree, hull: *shape, place, sides, gap, scratch });
        Ok(Depenetration { contacts: &scratch.overlaps, displacement: recovered.moved, depth_left: recovered.depth })
    }

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
    /// [`Refusal`] names what is wrong with point or distance.
    pub fn closest_point(
        &self,
        point: Vec3,
        distance: f32,
        sides: Sides,
        scratch: &mut Scratch,
    ) -> Result<Option<ClosestPoint>, Refusal> {
        check_center(point)?;
        check_distance(distance)?;
        // Seen from the point, one metre is one metre.
        let space = Space { place: Place::new(point), radii: Vec3::ONE, inverse_radii: Vec3::ONE };
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

/// A shape at a place, of which is asked whether it overlaps. Vectors of four, and handed over by one reference: as in a
/// [sweep](super::moves).
struct Wanted<'a> {
    radii: Vec3A,
    center: Vec3A,
    sides: Sides,
    walk: &'a mut BoxWalk,
}

/// Whether it overlaps anything.
struct AnyOverlap<'a, 'w> {
    tree: &'a Tree,
    wanted: &'a mut Wanted<'w>,
}

impl Task for AnyOverlap<'_, '_> {
    type Output = bool;

    #[inline(always)]
    fn run<L: Lanes>(self, lanes: L) -> bool {
        let Self { tree, wanted } = self;
        let &mut Wanted { radii, center, sides, ref mut walk } = wanted;
        let place = Place::new(center.into());
        let space = Space { place, radii: radii.into(), inverse_radii: radii.recip().into() };
        let mut any = false;
        let take = |_| {
            any = true;
            ControlFlow::Break(())
        };
        EachOverlap { tree, space: &space, sides, walk, take }.run(lanes);
        any
    }
}
