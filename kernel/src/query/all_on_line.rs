//! All triangles that a ray or a segment passes, or whether there is any.
//!
//! In: where a line goes, checked as for the first triangle. Out: every triangle in the order in which it is passed, or a
//! `bool` as soon as one was found.

use crate::base::input_error::InputError;
use crate::frame::position::Position;
use crate::query::hit::RayHit;
use crate::query::line_walk::{PassInstances, PassMesh};
use crate::query::passed::{AnyPassed, EachPassed, Passed, TakePassed};
use crate::query::ray::{Along, along_segment};
use crate::query::scratch::Scratch;
use crate::query::thread_memory::with_scratch;
use crate::world::filter::Filter;
use crate::world::triangle_world::World;
use alloc::vec::Vec;
use core::mem::take;
use glam::Vec3;

impl World {
    /// Every triangle that a ray from `origin` along `direction` passes within `distance` metres, the nearest first; of
    /// those at the same place that of the lower [index](crate::InstanceId::index) of the instance, then the lower triangle.
    ///
    /// World space; otherwise as [`ray`](World::ray), whose answer is the first of them. A line through an edge that two
    /// triangles share passes one of them or both. They replace what is in `hits`; nothing is allocated once that is large
    /// enough.
    ///
    /// ```
    /// use glam::Vec3;
    /// use sweep8::{Mesh, Sides, World};
    ///
    /// let crate_ = World::from_mesh(Mesh::cuboid(Vec3::splat(0.5))?);
    /// let mut hits = Vec::new();
    /// crate_.ray_all(Vec3::new(0.1, 3.0, 0.2), Vec3::NEG_Y, 9.0, Sides::Both, &mut hits)?;
    /// let met: Vec<_> = hits.iter().map(|hit| (hit.distance, hit.is_front)).collect();
    /// assert_eq!(met, [(2.5, true), (3.5, false)], "in at the top, out at the bottom");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`InputError`] names what is wrong with origin, direction or distance; `hits` is then as it was.
    #[doc(alias = "raycast all")]
    pub fn ray_all(
        &self,
        origin: impl Into<Position>,
        direction: Vec3,
        distance: f32,
        filter: impl Into<Filter>,
        hits: &mut Vec<RayHit>,
    ) -> Result<(), InputError> {
        self.all_on(self.along_ray(origin.into(), direction, distance)?, filter.into(), hits);
        Ok(())
    }

    /// Every triangle that the segment between two points passes, its ends included, in the order of
    /// [`ray_all`](World::ray_all).
    ///
    /// World space, metres. The first of them is what [`segment`](World::segment) answers. They replace what is in `hits`.
    ///
    /// ```
    /// use glam::Vec3;
    /// use sweep8::{Mesh, Sides, World};
    ///
    /// let crate_ = World::from_mesh(Mesh::cuboid(Vec3::splat(0.5))?);
    /// let (from, inside, mut hits) = (Vec3::new(0.1, 3.0, 0.2), Vec3::new(0.1, 0.0, 0.2), Vec::new());
    /// crate_.segment_all(from, inside, Sides::Both, &mut hits)?;
    /// assert_eq!(hits.len(), 1, "it only goes in");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`InputError`] names what is wrong with one of the points; `hits` is then as it was.
    pub fn segment_all(
        &self,
        from: impl Into<Position>,
        to: impl Into<Position>,
        filter: impl Into<Filter>,
        hits: &mut Vec<RayHit>,
    ) -> Result<(), InputError> {
        self.all_on(along_segment(from.into(), to.into())?, filter.into(), hits);
        Ok(())
    }

    /// Whether a ray from `origin` along `direction` passes any triangle within `distance` metres: whether
    /// [`ray`](World::ray) answers anything. It ends with the first triangle that it finds, which need not be the nearest.
    ///
    /// ```
    /// use glam::Vec3;
    /// use sweep8::{Mesh, Sides, World};
    ///
    /// let crate_ = World::from_mesh(Mesh::cuboid(Vec3::splat(0.5))?);
    /// assert!(crate_.ray_any(Vec3::Y * 3.0, Vec3::NEG_Y, 9.0, Sides::Both)?);
    /// assert!(!crate_.ray_any(Vec3::Y * 3.0, Vec3::NEG_Y, 2.0, Sides::Both)?);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`InputError`] names what is wrong with origin, direction or distance.
    #[doc(alias = "occluded")]
    pub fn ray_any(
        &self,
        origin: impl Into<Position>,
        direction: Vec3,
        distance: f32,
        filter: impl Into<Filter>,
    ) -> Result<bool, InputError> {
        Ok(self.any_on(self.along_ray(origin.into(), direction, distance)?, filter.into()))
    }

    /// Whether the segment between two points passes any triangle, its ends included: whether [`segment`](World::segment)
    /// answers anything. It ends with the first triangle that it finds.
    ///
    /// ```
    /// use glam::Vec3;
    /// use sweep8::{Mesh, Sides, World};
    ///
    /// let wall = [Vec3::new(2.0, -9.0, -9.0), Vec3::new(2.0, -9.0, 9.0), Vec3::new(2.0, 9.0, 0.0)];
    /// let world = World::from_mesh(Mesh::new(&wall, &[[0, 1, 2]])?);
    /// let eye = Vec3::ZERO;
    /// assert!(world.segment_any(eye, Vec3::X * 8.0, Sides::Both)?, "behind the wall");
    /// assert!(!world.segment_any(eye, Vec3::X, Sides::Both)?, "before it");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`InputError`] names what is wrong with one of the points.
    #[doc(alias = "line of sight")]
    pub fn segment_any(
        &self,
        from: impl Into<Position>,
        to: impl Into<Position>,
        filter: impl Into<Filter>,
    ) -> Result<bool, InputError> {
        Ok(self.any_on(along_segment(from.into(), to.into())?, filter.into()))
    }

    fn any_on(&self, line: Option<Along>, filter: Filter) -> bool {
        line.is_some_and(|line| with_scratch(|scratch| self.pass(&line, filter, AnyPassed::default(), scratch).0))
    }

    fn all_on(&self, line: Option<Along>, filter: Filter, hits: &mut Vec<RayHit>) {
        hits.clear();
        let Some(line) = line else { return };
        with_scratch(|scratch| {
            let mut passed = take(&mut scratch.passed);
            passed.clear();
            self.pass(&line, filter, EachPassed(|one| passed.push(one)), scratch);
            passed.sort_unstable_by(|a: &Passed, b| {
                a.fraction.total_cmp(&b.fraction).then((a.instance, a.triangle).cmp(&(b.instance, b.triangle)))
            });
            let instances = self.asked_for(filter);
            hits.extend(passed.iter().filter_map(|passed| line.hit(instances, passed)));
            scratch.passed = passed;
        });
    }

    /// Walks along a line.
    fn pass<T: TakePassed>(&self, line: &Along, filter: Filter, take: T, scratch: &mut Scratch) -> T {
        let (instances, sides) = (self.asked_for(filter), filter.sides);
        let (position, piece) = (line.origin, &line.piece());
        match instances.only() {
            Some(tree) => {
                let stack = &mut scratch.stack;
                self.lanes.run(PassMesh { tree, position, piece, sides, stack, take })
            }
            None => self.lanes.run(PassInstances { instances, position, piece, sides, scratch, take }),
        }
    }
}
