//! The kernel's sweep for one triangle in plain `f32`: the same operations in the same order, so that the kernel must
//! agree bit for bit.
//!
//! In: a triangle and a motion in ellipsoid space. Out: what one lane of the kernel's block answers; of eight triangles,
//! what all lanes answer, as one that touches a face ends the way of the others. It is no
//! independent reference of the geometry (that is [`exact`](crate::exact)) but of the lanes: a mask, a blend or a
//! backend that is wrong shows here.
//!
//! To be read beside the files of the same names in the kernel's `narrow/`: same names, same statements; `scalar` has the
//! operations of its lanes. A predicate is a `bool`, a blend an `if`; a blend is not a branch, so that both sides are
//! computed where the kernel computes both.

mod closest;
mod prepare;
mod ray;
mod scalar;
mod sweep;
mod tolerance;

pub use closest::{Closest, closest};
pub use prepare::{Prepared, prepare};
pub use ray::ray;
pub use sweep::{Found, Rule, sweep, sweep_eight};
