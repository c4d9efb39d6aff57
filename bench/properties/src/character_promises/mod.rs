//! The promises of a character's step hold for any profile that walks, jumps and falls among boxes, ramps, stairs and
//! rough ground.
//!
//! In: a small level, a profile, a few inputs that are each kept for some steps, at 30 to 1,000 Hz, up in any
//! direction. For every step:
//!
//! 1. *Clear*: a step that starts without overlap ends without overlap, in `f64`. *Through nothing*: its path crosses
//!    no triangle.
//! 2. *Way*: the level way of a character that walks, from end to end, is no longer than the level part of its desired displacement and
//!    velocity; the path of others is no longer than displacement and fall.
//! 3. *Height*: a character that walks rises no faster than the steepest floor allows, but for stair steps of at most
//!    the step height; and goes down no farther than slopes, steps, snap and fall allow.
//! 4. *Ground*: an upright character that walks stands where a floor or a step carries its hull, and leaves no ground within the snap
//!    distance; the ground of others is a floor that they touch. Checked where slightly stricter and slightly looser rules agree.
//! 5. *Place*: a step of an upright character that walks ends where a walk by small increments does; others end where brute force
//!    ends, if brute force is sure of its end.
//! 6. *Bounded*: unless the status is `OutOfIterations`, eight sweeps lead to the same place.
//! 7. *Repeated*: the same bits on other backends, in another tree, in a batch. *Finite*.
//! 8. *At rest*: a character that stands without desired velocity stays where it is to the bit after a few steps. A
//!    character that overlaps something and is still pushed has more room after each step.

mod case;
mod check;
mod level;
mod standing;
mod truth;

pub(super) use case::encode;
pub(super) use check::check;
