//! All triangles that a ray or a segment crosses, or whether it crosses any.
//!
//! In: a line, checked as for the first triangle. Out: every crossed triangle in the order along the line, or a `bool` as soon as
//! one is found.

use crate::base::input_error::InputError;
use crate::bvh::traverse::nearest_first::Pending;
use crate::bvh::tree::Tree;
use crate::frame::position::Position;
use crate::mesh::sides::Sides;
use crate::query::crossed::{AnyCrossed, Crossed, EachCrossed, NotSkipped, TakeCrossed};
use crate::query::hit::RayHit;
use crate::query::line_traversal::{CrossInstances, CrossMesh, cross_mesh};
use crate::query::ray::{CheckedLine, along_ray_in, along_segment};
use crate::query::scratch::Scratch;
use crate::query::thread_memory::call_memory;
use crate::simd::task;
use crate::world::filter::Filter;
use crate::world::world::World;
use alloc::vec::Vec;
use core::mem::take;
use glam::Vec3;

task! {
    /// Task that tests whether a ray from three `f32` crosses any triangle of a world of one mesh, and checks the ray.
    struct AnyOnRay<'a> {
        tree: &'a Tree,
        origin: &'a Vec3,
        direction: &'a Vec3,
        distance: f32,
        sides: Sides,
        stack: &'a mut Vec<Pending>,
    }
    fn run<L>(lanes) -> Result<bool, InputError> {
        let Some(line) = along_ray_in(tree, *origin, *direction, distance)? else { return Ok(false) };
        let (piece, take) = (&line.piece(), AnyCrossed::default());
        Ok(cross_mesh::<L, _, false>(lanes, tree, 0, line.origin, piece, None, sides, stack, take).0)
    }
}

impl World {
    /// Every triangle that a ray from `origin` along `direction` crosses within `distance` metres, the nearest first; ties go to
    /// the lower [index](crate::InstanceId::index) of the instance, then to the lower triangle.
    ///
    /// World space; otherwise as [`ray`](World::ray), which returns the first of these hits. A line through an edge that two
    /// triangles share passes one of them or both. The hits replace what is in `hits`; nothing is allocated once that is large
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
    /// [`InputError`] names the field that is refused: origin, direction or distance; `hits` stays as it was.
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

    /// Every triangle that the segment between two points crosses, its ends included, in the order of [`ray_all`](World::ray_all).
    ///
    /// World space, metres. [`segment`](World::segment) returns the first of these hits. They replace what is in `hits`.
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
    /// [`InputError`] names the point that is refused; `hits` stays as it was.
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

    /// Whether a ray from `origin` along `direction` crosses any triangle within `distance` metres, so that [`ray`](World::ray)
    /// returns a hit. The search ends with the first triangle it finds, which need not be the nearest.
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
    /// [`InputError`] names the field that is refused: origin, direction or distance.
    #[doc(alias = "occluded")]
    pub fn ray_any(
        &self,
        origin: impl Into<Position>,
        direction: Vec3,
        distance: f32,
        filter: impl Into<Filter>,
    ) -> Result<bool, InputError> {
        let (origin, filter, scratch): (Position, Filter, _) = (origin.into(), filter.into(), &mut *call_memory());
        if let Some(tree) = self.only_unskipped(filter)
            && origin.is_single()
        {
            let (sides, stack, origin, direction) = (filter.sides, &mut scratch.stack, &origin.high, &direction);
            return self.lanes.run(AnyOnRay { tree, origin, direction, distance, sides, stack });
        }
        Ok(self.any_on(self.along_ray(origin, direction, distance)?, filter, scratch))
    }

    /// Whether the segment between two points, its ends included, crosses any triangle, so that [`segment`](World::segment) returns
    /// a hit. The search ends with the first triangle it finds.
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
    /// [`InputError`] names the point that is refused.
    #[doc(alias = "line of sight")]
    pub fn segment_any(
        &self,
        from: impl Into<Position>,
        to: impl Into<Position>,
        filter: impl Into<Filter>,
    ) -> Result<bool, InputError> {
        Ok(self.any_on(along_segment(from.into(), to.into())?, filter.into(), &mut call_memory()))
    }

    #[inline(never)]
    fn any_on(&self, line: Option<CheckedLine>, filter: Filter, scratch: &mut Scratch) -> bool {
        let Some(line) = line else { return false };
        let mut take = AnyCrossed::default();
        if let Some(tree) = self.only_unskipped(filter) {
            let (position, piece, step) = (line.origin, &line.piece(), None);
            let (sides, stack) = (filter.sides, &mut scratch.stack);
            return self.lanes.run(CrossMesh { tree, position, piece, step, sides, stack, take }).0;
        }
        self.cross(&line, filter, &mut take, scratch);
        take.0
    }

    fn all_on(&self, line: Option<CheckedLine>, filter: Filter, hits: &mut Vec<RayHit>) {
        hits.clear();
        let Some(line) = line else { return };
        let scratch = &mut *call_memory();
        let mut crossed = take(&mut scratch.crossed);
        crossed.clear();
        self.cross(&line, filter, &mut EachCrossed(|one| crossed.push(one)), scratch);
        crossed.sort_unstable_by(|a: &Crossed, b| {
            a.fraction.total_cmp(&b.fraction).then((a.instance, a.triangle).cmp(&(b.instance, b.triangle)))
        });
        let instances = self.asked_for(filter);
        hits.extend(crossed.iter().filter_map(|crossed| line.hit(instances, crossed)));
        scratch.crossed = crossed;
    }

    /// Calls `take` for the world's triangles that a line crosses, in no order, without those that the filter skips; `scratch` is
    /// working memory.
    pub(super) fn cross(&self, line: &CheckedLine, filter: Filter, take: &mut dyn TakeCrossed, scratch: &mut Scratch) {
        match self.skipped(filter.skip) {
            Some(mut skipped) => {
                if self.asked_for(filter).only().is_some() {
                    skipped.instance = 0; // as the traversal of one mesh names it
                }
                self.cross_all(line, filter, &mut NotSkipped { skipped, take }, scratch);
            }
            None => self.cross_all(line, filter, take, scratch),
        }
    }

    fn cross_all(&self, line: &CheckedLine, filter: Filter, take: &mut dyn TakeCrossed, scratch: &mut Scratch) {
        let (instances, sides) = (self.asked_for(filter), filter.sides);
        let (position, piece) = (line.origin, &line.piece());
        match instances.only() {
            Some(tree) => {
                let (step, stack) = (None, &mut scratch.stack);
                self.lanes.run(CrossMesh { tree, position, piece, step, sides, stack, take });
            }
            None => {
                self.lanes.run(CrossInstances { instances, position, piece, sides, scratch, take });
            }
        }
    }
}
