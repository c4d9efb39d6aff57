//! Collide and slide, gravity, being stuck, and riding on lifts.
//!
//! In: meshes, a body and its velocity and gravity, as displacements of this step in metres. Out: where the body is,
//! why its move ended, what it touched.
//!
//! 1. *Nothing in the way*: move to the destination. *Very little to go*: stay.
//! 2. *Stuck*, that is a polygon intersection point inside the sphere: no more recursion, back to the last safe
//!    position. Otherwise the position of this call is the last safe one.
//! 3. *Collision*: move close to it. The sliding plane is the sphere's tangent plane there, through the polygon
//!    intersection point, at right angles to the line to the sphere's centre.
//! 4. The destination projected onto it along its normal, less the polygon intersection point, is the new velocity.
//!    From 1.
//! 5. *Step*: one call for the velocity, one for gravity. The velocity of the mesh that was touched in the last step is added to
//!    the body's: a lift carries its rider.
//!
//! Outside ellipsoid space the tangent plane follows from the gradient of `x²/a² + y²/b² + z²/c²`: [`tangent_normal`].
//!
//! Source: Fauerby, "Collision detection & Response", November 2000, "Collision Response", "Gravity", "Error
//! handling", "Dynamic geometry". Flaws kept: sliding in ellipsoid space gains speed; the gap left is next to none
//! when grazing; one point inside the sphere freezes the body, also where it could leave, and for good if the
//! geometry came to it; a lift that arrives at one who does not ride on it gets inside the body and leaves it stuck.
//!
//! Where we differ: the recursion ends after [`MAX_RECURSION`] calls, by a name. How close is close and how little is
//! very little are not told: [`VERY_SMALL`], taken off along the velocity as in Nettle's text, as a distance of 0
//! would not be found again. Lifts have no code there: ours move between the two calls, after they carried and before
//! gravity.

use super::meshes::{Mesh, check_meshes};
use crate::classics::classic::ray_plane;
use glam::DVec3;

/// Minimum distance that a move covers, and distance at which the body stops before a triangle, in radii; our figure.
pub const VERY_SMALL: f64 = 1e-3;

/// Maximum depth of the recursion of collision and response in one move; our bound, the text has none.
pub const MAX_RECURSION: u32 = 64;

/// A moving ellipsoid; world space, metres.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Body {
    /// Radii of the ellipsoid, each > 0.
    pub radii: DVec3,
    /// Position of the ellipsoid's centre.
    pub position: DVec3,
    /// Last position of the ellipsoid's centre at which it was not stuck.
    pub last_safe: DVec3,
    /// Index of the mesh touched in the last step, whose velocity is added to the body's; `None` without one.
    pub carried_by: Option<usize>,
}

/// Reason why a move of the body ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Exit {
    /// Nothing stopped the rest of the body's motion.
    Arrived,
    /// The rest of the body's motion was shorter than [`VERY_SMALL`].
    Spent,
    /// A point of a polygon lay inside the sphere: the body returned to its last safe position.
    Stuck,
    /// The move reached [`MAX_RECURSION`]; the rest of the body's motion is dropped.
    OutOfRecursion,
}

/// Result of a move of the body, except its position, which is in the body.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// Reason why the body's move ended.
    pub exit: Exit,
    /// Index of the mesh of the move's last collision; `None` without a collision.
    pub touched: Option<usize>,
    /// Number of collisions of the body in the move.
    pub collisions: u32,
}

impl Body {
    /// Makes a body at a position that is assumed to be safe.
    #[must_use]
    pub fn new(radii: DVec3, position: DVec3) -> Self {
        Self { radii, position, last_safe: position, carried_by: None }
    }

    /// One call of the routines: moves the body by a displacement, or as far as collisions and slides let it.
    ///
    /// Gravity may be joined to the displacement; it makes stairs harder to climb.
    pub fn move_by(&mut self, meshes: &[Mesh], displacement: DVec3) -> Outcome {
        let start = Outcome { exit: Exit::Arrived, touched: None, collisions: 0 };
        let (source, velocity) = (self.position / self.radii, displacement / self.radii);
        let (end, outcome) = self.collide_with_world(meshes, source, velocity, start);
        self.position = if outcome.exit == Exit::Stuck { self.last_safe } else { end * self.radii };
        outcome
    }

    /// Runs one step: moves the body by its velocity and its carrier's, moves the meshes, applies gravity. Returns both moves' outcomes.
    pub fn step(&mut self, meshes: &mut [Mesh], velocity: DVec3, gravity: DVec3) -> [Outcome; 2] {
        let carried = self.carried_by.map_or(DVec3::ZERO, |mesh| meshes[mesh].velocity);
        let first = self.move_by(meshes, velocity + carried);
        meshes.iter_mut().for_each(Mesh::advance);
        let second = self.move_by(meshes, gravity);
        self.carried_by = second.touched.or(first.touched);
        [first, second]
    }

    /// Moves the unit sphere from `source` by `velocity`: stops it at a collision and recurses with the slide; ellipsoid space.
    fn collide_with_world(
        &mut self,
        meshes: &[Mesh],
        source: DVec3,
        velocity: DVec3,
        so_far: Outcome,
    ) -> (DVec3, Outcome) {
        if velocity.length() < VERY_SMALL {
            return (source, Outcome { exit: Exit::Spent, ..so_far });
        }
        if so_far.collisions == MAX_RECURSION {
            return (source, Outcome { exit: Exit::OutOfRecursion, ..so_far });
        }
        let record = check_meshes(meshes, self.radii, source, velocity);
        if record.stuck {
            return (source, Outcome { exit: Exit::Stuck, ..so_far });
        }
        self.last_safe = source * self.radii;
        let Some(collision) = record.nearest else {
            return (source + velocity, Outcome { exit: Exit::Arrived, ..so_far });
        };

        let new_source = source + velocity.normalize() * (collision.distance - VERY_SMALL);
        let new_velocity = slide_vector(collision.polygon_point, new_source, source + velocity);
        let met = Outcome { touched: Some(collision.mesh), collisions: so_far.collisions + 1, ..so_far };
        self.collide_with_world(meshes, new_source, new_velocity, met)
    }
}

/// Velocity after a collision: rest of the motion to `destination`, projected onto the sliding plane; ellipsoid space.
#[must_use]
pub fn slide_vector(polygon_point: DVec3, new_source: DVec3, destination: DVec3) -> DVec3 {
    let normal = (new_source - polygon_point).normalize();
    let along = ray_plane(destination, normal, polygon_point, normal);
    destination + normal * along - polygon_point
}

/// Outward unit normal at a point of an ellipsoid around the origin with these radii along the axes.
#[must_use]
pub fn tangent_normal(point: DVec3, radii: DVec3) -> DVec3 {
    (2.0 * point / (radii * radii)).normalize()
}
