//! Fauerby, "Collision detection & Response", November 2000, with its note of 2002.
//!
//! In: triangles of the world, counter-clockwise as seen from their front, an ellipsoid and its velocity. Out: where it
//! collides, and where it comes to rest after sliding.
//!
//! 1. *Ellipsoid space*: everything divided by the radius vector.
//! 2. *Detect* ([`detect`]): five steps for each triangle, with a point-in-triangle test by angles ([`polygon_point`]).
//! 3. *Respond* ([`respond`]): slide along the tangent plane, collide again; once with the velocity and once with
//!    gravity; a stuck body goes back to the last safe position; lifts carry.
//! 4. *Meshes* ([`meshes`]): several, each with a bounding sphere, a world matrix and a velocity, and one record for
//!    all.
//!
//! Flaws kept, each named where it lies and held by a test:
//!
//! - the point of the perimeter nearest to the plane intersection point is not the one touched: low steps met at a
//!   sharp angle are missed, as the note of 2002 admits;
//! - a body that starts embedded in a face hits it at the depth of the overlap, in whatever direction it moves, or not at all if it
//!   moves less far; one that exactly touches a face, or overlaps it by less than 0.001, falls through;
//! - the sum of angles lets in points beside a large triangle, and rounding turns points of the outline away;
//! - as printed, neither the angles nor the nearest points of edges come from unit vectors;
//! - the ellipsoid turns with a turned mesh, and the distance is measured in that mesh's space;
//! - sliding in ellipsoid space gains speed;
//! - one point inside the sphere freezes the body, and moving geometry gets inside it.
//!
//! Where we differ: the recursion is bounded and its exits have names; triangles without area are skipped; how close
//! to a triangle a body moves and how lifts take their turn is not told and was chosen. The document calls itself
//! outdated since July 2003, and sends its readers to a newer one.

pub mod detect;
pub mod meshes;
pub mod polygon_point;
pub mod respond;
mod sweep;

pub use sweep::sweep;
