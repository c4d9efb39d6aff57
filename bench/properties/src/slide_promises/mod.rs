//! The promises of a slide hold for every move.
//!
//! In: the bytes of a case, a kind first. Out: a finding of that kind:
//! - `walk`: a walk among loose triangles, some of them degenerate.
//! - `dash`: moves along an edge of 10 m to 3 km.
//! - `narrow`: shafts of 3 to 12 walls and closed boxes, with less room than the skin needs.
//! - `lying`: a hull exactly on a floor, walking against a wall that leans.
//! - `along`: a hull exactly on a plane of any slope, or in the crease of two.
//! - `ramp`: a ramp beside a slope too steep to stand on.
//! - `pressed`: shafts that fit the shape but not the hull: slow walks against their walls, and places off the middle.
//! - `wedge`: narrow wedges of two upright walls that are walked into.
//!
//! The judge is `f64` over all triangles.

mod along;
mod check;
mod dash;
mod geometry;
mod lying;
mod narrow;
mod place;
mod pressed;
mod ramp;
mod walk;
mod wedge;

pub(super) use check::{cases, check, encode};
