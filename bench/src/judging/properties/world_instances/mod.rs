//! A world of instances answers as brute force over all triangles where they lie.
//!
//! In: a soup of up to 24 triangles and the placements of up to four instances: turned, scaled by a hundredth to a hundred,
//! mirrored, moved. Each triangle is taken into the mesh space of one of them, rounded to `f32`, and placed again in `f64`.
//! Some instances are cooked with other vertices and deformed into what they are.
//! 1. Sweep, overlap and closest point are judged in `f64`, against 1e-5 of one and the largest coordinate seen from the centre,
//!    in units of the smallest radius: a matrix takes the rounding of every axis to every other.
//! 2. A ray passes nothing before its hit, and hits what it names.
//! 3. Shapes that feel fronts only feel all whose front they are surely on, and none whose back they are surely on.
//! 4. A slide that starts clear ends clear, and its path crosses no triangle.
//! 5. Other backends, a world in which all are cooked as they are, a world in which another instance came and went, and one whose instances were put elsewhere and back,
//!    give the same bits.

mod case;
mod check;
mod fronts;

pub(super) use case::{before, encode};
pub(super) use check::check;
