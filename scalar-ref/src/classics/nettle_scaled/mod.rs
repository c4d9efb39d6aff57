//! Nettle, "Generic Collision Detection for Games Using Ellipsoids", as revised in October 2000.
//!
//! In: triangles of the world, counter-clockwise as seen from their front, an ellipsoid (radii, or any affine image
//! of the unit sphere), its velocity, gravity. Out: where it collides, and where it comes to rest after sliding.
//!
//! 1. *Scale* ([`transform`]): source, velocity, polygons and their normals are divided by the radii, or taken
//!    through any transform; the ellipsoid becomes the unit sphere. The end is taken back.
//! 2. *Potential colliders* ([`potential`]): triangles that reach into the box about start and destination.
//! 3. *Detect* ([`detect`]): plane, foot or ray, polygon intersection point, reverse ray to the sphere; the nearest
//!    counts.
//! 4. *Respond* ([`respond`]): move to just short of it, project the destination onto the sliding plane, collide again
//!    with the slide vector; gravity joined to the velocity once, or in a run of its own.
//!
//! Flaws kept, each named where it lies and held by a test:
//!
//! - a normal scaled like a point is wrong ([`transform::NormalRule::AsPrinted`]); the running system has it right;
//! - the point of the perimeter nearest to the plane intersection point is not the one touched: low steps met at a
//!   sharp angle are missed;
//! - a body that starts embedded in a face is not stopped by it, as the distance is negative;
//! - without the back-face rule all that lies behind counts as embedded, however far, and oblique motion crosses it;
//! - sliding in ellipsoid space gains speed;
//! - stopping EPSILON short *along the velocity* leaves less of a gap the more the motion grazes.
//!
//! Where we differ: the recursion is bounded and its exits have names; triangles without area are skipped. See the
//! parts.

pub mod detect;
pub mod potential;
pub mod respond;
mod sweep;
pub mod transform;

pub use sweep::{stop_in, sweep, sweep_two_sided};
