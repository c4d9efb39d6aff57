//! The kernel's sweep for one triangle in plain `f32`: the same operations in the same order, so that the kernel must
//! agree bit for bit.
//!
//! In: a triangle and a motion in ellipsoid space. Out: the result of one lane of the kernel's block; for eight triangles, the
//! results of all lanes, as a touched face ends the way of the others. It is no independent reference of the geometry (that is
//! [`brute_force`](crate::brute_force)) but of the lanes: a wrong mask, blend or backend shows here.
//!
//! To be read next to the files of the same names in the kernel's `narrow/`: same names, same statements; `scalar` has the
//! operations of its lanes. A predicate is a `bool`, a blend an `if`; a blend is not a branch, so that both sides are computed
//! where the kernel computes both.

mod closest;
mod closest_to_spine;
mod prepare;
mod ray;
mod scalar;
mod sweep;
mod tolerance;

pub use closest::{Closest, closest};
pub use closest_to_spine::{Spine, closest_to_spine};
pub use prepare::{Prepared, prepare};
pub use ray::ray;
pub use sweep::{Found, Rule, sweep, sweep_capsule, sweep_eight, sweep_eight_by_capsule};
