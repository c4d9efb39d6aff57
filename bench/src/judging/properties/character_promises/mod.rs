//! Who walks, jumps and falls among boxes, ramps, stairs and rough ground keeps what it promises, whatever its profile.
//!
//! In: a small level, a profile, a few inputs that are each kept for some steps, at 30 to 1,000 Hz, up in any direction. Of every step:
//!
//! 1. *Clear*: one that starts clear ends clear, in `f64`. *Through nothing*: its path crosses no triangle.
//! 2. *Way*: of who walks the level part of the path is no longer than that of what is desired with the velocity; of others the path is
//!    no longer than displacement and fall.
//! 3. *Height*: who walks rises no faster than the steepest slope that carries, but for steps, each no higher than a step; and goes down no
//!    farther than slopes, steps, snap and fall lead.
//! 4. *Ground*: what carries is what brute force finds there, and no floor within the snap distance is left; both asked with rules a
//!    little stricter and a little looser, where they agree.
//! 5. *Place*: it ends where the same step ends by brute force, where that is sure of its end.
//! 6. *Bounded*: who was not told to be out of sweeps is where eight sweeps lead.
//! 7. *Repeated*: the same bits on other backends, in another tree, in a batch. *Finite*.
//! 8. *At rest*: who stands and wants nothing stays where it is to the bit after a few steps.

mod case;
mod check;
mod level;
mod truth;

pub(super) use case::encode;
pub(super) use check::check;
