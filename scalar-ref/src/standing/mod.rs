//! Walking by where the hull can stand, in `f64` over all triangles: the judge of walks, and of what walkers can reach.
//!
//! In: triangles, the radii of a hull, the limits of a walker. Up is +y; [`upright`] turns other worlds. Out: what carries the hull
//! at a place, where a walk leads, and which places can be reached.
//!
//! 1. *Blocked* ([`Places`]): above each level position (place) a triangle blocks one interval of heights of the hull's centre. The
//!    clear intervals remain. A walker stands at the lower end of one of them.
//! 2. *Domain* ([`Domain`]): the lower end carries if a floor touches the hull there, or a step: an obstacle with a floor on both
//!    sides of it, at most a step's height apart.
//! 3. *March* ([`March`]): a walk is the limit of small level increments from place to place of the domain; heights follow.
//! 4. *Flood* ([`flood`]): every place that such increments reach.
//!
//! No rule asks how the hull got somewhere: no sweep, no probe, no time step. [`walking`](crate::walking) is the other judge, which
//! repeats the kernel's own rules.

mod domain;
mod flood;
mod interval;
mod march;
mod obstacle;
mod places;
mod turn;

pub use domain::{Class, Domain, Limits, Next};
pub use flood::{Flooded, flood};
pub use interval::{Contact, Interval};
pub use march::{March, Marched};
pub use obstacle::Feature;
pub use places::{Places, upright};
