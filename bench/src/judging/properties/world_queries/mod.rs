//! A world of many triangles answers as its triangles answer alone, whatever the tree looks like.
//!
//! In: a soup of up to 160 triangles, a ray, a second shape. Out: findings about any query.
//!
//! 1. Every query is asked of the whole world, of the same world with far triangles behind its own (another tree, the
//!    same ids), and of a world for each triangle.
//! 2. The first two must agree in every bit. The answers of single triangles are combined by the documented rules; of queries for
//!    all hits they are the list.
//! 3. With the triangles in reverse order, each there twice and turned to begin with other corners, ids change, and with them the
//!    winner of a tie; its distance does not, to the bit.
//! 4. The face that every hit reports is held against `f64`.
//!
//! Of copies of a triangle a world keeps the one with the lowest id: single triangles are those that are kept.

mod all;
mod case;
mod check;
mod motion;
mod near;

pub(super) use check::{check, encode};
