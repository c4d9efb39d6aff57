//! Every query of a world of instances agrees with brute force over all placed triangles.
//!
//! In: a soup of up to 24 triangles, its ellipsoid with or without a spine, and the placements of up to four instances: turned, scaled by a
//! hundredth to a hundred, mirrored, moved. Each triangle is taken into the mesh space of one of them, rounded to `f32`, and placed
//! again in `f64`. Some instances are cooked with other vertices and then deformed.
//! 1. Sweep, overlap and closest point are judged in `f64`, against 1e-5 of one and the largest coordinate seen from
//!    the centre, in units of the smallest radius: a matrix spreads the rounding of every axis to every other.
//! 2. A ray crosses nothing before its hit, and hits the reported triangle.
//! 3. One-sided shapes hit all triangles on whose front they surely are, and none on whose back they surely are.
//! 4. A slide that starts without overlap ends without, and its path crosses no triangle.
//! 5. Other backends, a world of meshes cooked with their final vertices, a world in which another instance was added
//!    and removed, and one whose instances were moved away and back, give the same bits.

mod case;
mod check;
mod fronts;

pub(super) use case::{before, encode};
pub(super) use check::check;
