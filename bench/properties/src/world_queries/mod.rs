//! Every query of a world agrees with the queries of its single triangles, for any tree.
//!
//! In: a soup of up to 160 triangles, a ray, a second shape. Out: findings about any query.
//!
//! 1. Every query runs on the whole world, on the same world with more triangles far away (another tree, the same ids),
//!    and on a world for each triangle.
//! 2. The first two must agree in every bit. The answers of single triangles are combined by the documented rules;
//!    queries for all hits give their list.
//! 3. With the triangles in reverse order, each twice and beginning with another corner, ids change, and with them the
//!    winner of a tie; its distance keeps its bits.
//! 4. The face that every hit reports is checked in `f64`.
//!
//! A world keeps the lowest id of equal triangles; only kept triangles have a world of their own.

mod all;
mod case;
mod check;
mod motion;
mod near;

pub(super) use check::{check, encode};
