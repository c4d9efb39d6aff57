//! Rays and segments through a world.

use super::World;
use crate::answer::RayHit;
use crate::ray_walk::{FirstPassed, Piece};
use crate::refusal::{Refusal, check_center, check_distance};
use crate::scratch::Scratch;
use crate::sides::Sides;
use crate::space::Place;
use crate::tolerance::REACH_ROUNDING;
use glam::{DVec3, Vec3};

impl World {
    /// The first triangle that a ray from `origin` along `direction` passes within `distance` metres.
    ///
    /// World space. `direction` may have any length that is not zero; `distance` may be infinite. A ray that runs along
    /// a triangle's plane passes it by; one that runs through an edge or corner of a closed surface hits one of the
    /// triangles there.
    ///
    /// ```
    /// use glam::Vec3;
    /// use sweep8::{Mesh, Scratch, Sides, World};
    ///
    /// let floor = [Vec3::new(-9.0, 0.0, -9.0), Vec3::new(0.0, 0.0, 9.0), Vec3::new(9.0, 0.0, -9.0)];
    /// let world = World::from_mesh(Mesh::new(&floor, &[[0, 1, 2]])?);
    /// let hit = world.ray(Vec3::new(1.0, 3.0, 1.0), Vec3::NEG_Y, f32::INFINITY, Sides::Both, &mut Scratch::new())?;
    /// let hit = hit.expect("there is a floor");
    /// assert_eq!((hit.distance, hit.point, hit.normal), (3.0, Vec3::new(1.0, 0.0, 1.0), Vec3::Y));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// Source: Woop, Benthin and Wald 2013, for the test of a triangle.
    ///
    /// # Errors
    /// [`Refusal`] names what is wrong with origin, direction or distance.
    #[doc(alias = "raycast")]
    pub fn ray(
        &self,
        origin: Vec3,
        direction: Vec3,
        distance: f32,
        sides: Sides,
        scratch: &mut Scratch,
    ) -> Result<Option<RayHit>, Refusal> {
        check_center(origin)?;
        check_distance(distance)?;
        let along = direction.as_dvec3().normalize_or_zero();
        if !direction.is_finite() || along == DVec3::ZERO {
            return Err(Refusal::Direction);
        }
        let Some((low, high)) = self.bounds() else { return Ok(None) };
        // No triangle is farther than the far corner of the box around all; a ray that ends there by rounding must
        // not miss it.
        let farthest = (low - origin).abs().max((high - origin).abs()).length() * (1.0 + REACH_ROUNDING);
        Ok(self.passed(origin, along, distance.min(farthest), sides, scratch))
    }

    /// The first triangle that the segment between two points passes, its ends included.
    ///
    /// World space, metres. Otherwise as [`ray`](World::ray). A segment without length passes nothing.
    ///
    /// ```
    /// use glam::Vec3;
    /// use sweep8::{Mesh, Scratch, Sides, World};
    ///
    /// let wall = [Vec3::new(2.0, -9.0, -9.0), Vec3::new(2.0, -9.0, 9.0), Vec3::new(2.0, 9.0, 0.0)];
    /// let world = World::from_mesh(Mesh::new(&wall, &[[0, 1, 2]])?);
    /// let (eye, target) = (Vec3::ZERO, Vec3::new(8.0, 0.0, 0.0));
    /// let between = world.segment(eye, target, Sides::Both, &mut Scratch::new())?.expect("the wall is between");
    /// assert_eq!(between.distance, 2.0);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`Refusal`] names what is wrong with one of the points.
    #[doc(alias = "line of sight")]
    pub fn segment(
        &self,
        from: Vec3,
        to: Vec3,
        sides: Sides,
        scratch: &mut Scratch,
    ) -> Result<Option<RayHit>, Refusal> {
        check_center(from)?;
        check_center(to)?;
        if from == to {
            return Ok(None);
        }
        let step = to.as_dvec3() - from.as_dvec3();
        Ok(self.passed(from, step, 1.0, sides, scratch))
    }

    /// The first triangle within `limit` steps.
    #[inline(always)]
    fn passed(&self, origin: Vec3, step: DVec3, limit: f32, sides: Sides, scratch: &mut Scratch) -> Option<RayHit> {
        let piece = Piece { from: DVec3::ZERO, step, parts: [0.0, limit] };
        let stack = &mut scratch.stack;
        let place = Place::new(origin);
        let passed = self.lanes.run(FirstPassed { tree: &self.tree, place, piece: &piece, sides, stack })?;
        let way = step * f64::from(passed.fraction);
        let [a, b, c] = passed.corners;
        let front = (b - a).cross(c - a).normalize_or_zero();
        Some(RayHit {
            distance: way.length() as f32,
            point: (origin.as_dvec3() + way).as_vec3(),
            normal: if front.dot(step) > 0.0 { -front } else { front }.as_vec3(),
            triangle: passed.triangle,
            material: self.tree.materials.of(passed.triangle),
        })
    }
}
