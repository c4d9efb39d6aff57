//! Collide and slide, by Nettle's two routines: the entry, and the one that calls itself.
//!
//! In: a scene, the space of an ellipsoid, its centre, velocity and gravity as displacements of this move, metres.
//! Out: where it ends and why.
//!
//! 1. *Entry*: gravity is joined to the velocity once, outside the recursion, or slides would never end. Then into
//!    ellipsoid space. Or the trick for stairs: a run without gravity, and from where it ends a run of gravity alone.
//! 2. Less than EPSILON to go: done. The potential colliders and the nearest collision are found anew in every call;
//!    without a collision the source moves to its destination.
//! 3. *Move* by the nearest distance less EPSILON. *Destination*: what is left of the velocity, from the polygon
//!    intersection point.
//! 4. *Sliding plane*: through the polygon intersection point, at right angles to the line from there to the source.
//!    The destination is projected onto it along its normal; the slide vector leads there from the polygon
//!    intersection point.
//! 5. *Friction* of the surface shortens the slide vector. Then from step 2 with the slide vector.
//!
//! On a slope gravity alone leaves a slide vector that leads down: sliding downhill needs no rule.
//!
//! Source: Nettle, revised October 2000, "Sliding", "Gravity", "Summary". Flaws kept: the slide is a projection in
//! ellipsoid space, where right angles and lengths are not the world's, so that it can end up longer than the
//! velocity was; EPSILON is taken off along the velocity, which leaves a gap of EPSILON times the cosine to the
//! normal, next to none when grazing, tilts the sliding plane, as its normal comes from the source pulled back, and
//! moves a body that is nearer than EPSILON backwards.
//!
//! Where we differ: the recursion ends after [`MAX_RECURSION`] calls, by a name. The print's misprints are taken as
//! meant: `destination` is the destination point, and the projection's direction is normalised. EPSILON has no figure
//! there; see [`EPSILON`].

use super::detect::{Collision, Faces, nearest_collision};
use super::potential::potential_colliders;
use super::transform::{EllipsoidSpace, NormalRule};
use crate::brute_force::Triangle;
use crate::classics::classic::ray_plane;
use glam::DVec3;

/// The least way worth going and how far short of a collision to stop; radii. The text names it without a figure: a
/// thousandth is far above rounding and below a millimetre for a person.
pub const EPSILON: f64 = 1e-3;

/// Maximum depth of the recursion of collision and response in one move; our bound, the text has none.
pub const MAX_RECURSION: u32 = 64;

/// Triangles that an ellipsoid collides with, and the rules of collisions.
#[derive(Clone, Copy, Debug)]
pub struct Scene<'a> {
    /// Triangles of the scene, world space, counter-clockwise as seen from the front.
    pub triangles: &'a [Triangle],
    /// Fraction of the slide vector that a contact with each triangle removes, `0.0..=1.0`; 0 for a triangle without an entry.
    pub frictions: &'a [f64],
    /// Sides of the scene's triangles that collide.
    pub faces: Faces,
    /// Rule by which normals of triangles are mapped to ellipsoid space.
    pub normals: NormalRule,
}

/// Reason why a move of the ellipsoid ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Exit {
    /// Nothing stopped the rest of the ellipsoid's motion.
    Arrived,
    /// The rest of the ellipsoid's motion was shorter than [`EPSILON`].
    Spent,
    /// The move reached [`MAX_RECURSION`]; the rest of the ellipsoid's motion is dropped.
    OutOfRecursion,
}

/// Result of a move of the ellipsoid.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Outcome {
    /// Centre of the ellipsoid at the end of the move, world space.
    pub center: DVec3,
    /// Reason why the ellipsoid's move ended.
    pub exit: Exit,
    /// Number of collisions of the ellipsoid in the move.
    pub collisions: u32,
}

impl Scene<'_> {
    /// Moves the ellipsoid once by `velocity` plus `gravity`, with collision and response; world space.
    #[must_use]
    pub fn collision_detection(
        &self,
        space: &EllipsoidSpace,
        center: DVec3,
        velocity: DVec3,
        gravity: DVec3,
    ) -> Outcome {
        let (source, velocity) = (space.point(center), space.vector(velocity + gravity));
        let outcome = self.collide_with_world(space, source, velocity, 0);
        Outcome { center: space.point_to_world(outcome.center), ..outcome }
    }

    /// Moves the ellipsoid first by `velocity`, then by `gravity`, the document's trick for stairs. Returns both moves' outcomes.
    #[must_use]
    pub fn collision_detection_twice(
        &self,
        space: &EllipsoidSpace,
        center: DVec3,
        velocity: DVec3,
        gravity: DVec3,
    ) -> [Outcome; 2] {
        let first = self.collision_detection(space, center, velocity, DVec3::ZERO);
        [first, self.collision_detection(space, first.center, DVec3::ZERO, gravity)]
    }

    /// Moves the unit sphere from `source` by `velocity`: stops it at a collision and recurses with the slide; ellipsoid space.
    fn collide_with_world(&self, space: &EllipsoidSpace, source: DVec3, velocity: DVec3, collisions: u32) -> Outcome {
        let end = |center, exit| Outcome { center, exit, collisions };
        if velocity.length() < EPSILON {
            return end(source, Exit::Spent);
        }
        if collisions == MAX_RECURSION {
            return end(source, Exit::OutOfRecursion);
        }

        let (center, displacement) = (space.point_to_world(source), space.vector_to_world(velocity));
        let colliders = potential_colliders(self.triangles, space, center, displacement, self.normals);
        let Some(collision) = nearest_collision(source, velocity, &colliders, self.faces) else {
            return end(source + velocity, Exit::Arrived);
        };

        let moved = source + velocity.normalize() * (collision.distance - EPSILON);
        let friction = self.frictions.get(collision.triangle).copied().unwrap_or(0.0);
        let slide = slide_vector(&collision, moved, velocity) * (1.0 - friction);
        self.collide_with_world(space, moved, slide, collisions + 1)
    }
}

/// Rest of the velocity after a collision, along the sliding plane; ellipsoid space. `source` is the centre after the move.
#[must_use]
pub fn slide_vector(collision: &Collision, source: DVec3, velocity: DVec3) -> DVec3 {
    let left = velocity.normalize() * (velocity.length() - collision.distance);
    let destination = collision.polygon_point + left;
    let normal = (collision.polygon_point - source).normalize();
    let time = ray_plane(destination, normal, collision.polygon_point, normal);
    destination + normal * time - collision.polygon_point
}
