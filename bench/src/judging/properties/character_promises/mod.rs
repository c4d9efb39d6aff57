//! A character of any profile that walks, jumps and falls among boxes, ramps, stairs and rough ground keeps its promises.
//!
//! In: a small level, a profile, a few inputs that are each kept for some steps, at 30 to 1,000 Hz, up in any direction. Of every step:
//!
//! 1. *Clear*: one that starts clear ends clear, in `f64`. *Through nothing*: its path crosses no triangle.
//! 2. *Way*: the level path of a character that walks is no longer than the level part of its desired displacement and velocity;
//!    the path of others is no longer than displacement and fall.
//! 3. *Height*: a character that walks rises no faster than the steepest slope that carries, but for steps, each no higher than a
//!    step; and goes down no farther than slopes, steps, snap and fall lead.
//! 4. *Ground*: what carries is what brute force finds there, and no floor within the snap distance is left; both asked with rules a
//!    little stricter and a little looser, where they agree.
//! 5. *Place*: it ends where the same step ends by brute force, where that is sure of its end.
//! 6. *Bounded*: a character whose status is not `OutOfIterations` is where eight sweeps lead.
//! 7. *Repeated*: the same bits on other backends, in another tree, in a batch. *Finite*.
//! 8. *At rest*: a character that stands without desired velocity stays where it is to the bit after a few steps. One that overlaps
//!    something and is still pushed has more room after each step.

mod case;
mod check;
mod level;
mod truth;

pub(super) use case::encode;
pub(super) use check::check;
