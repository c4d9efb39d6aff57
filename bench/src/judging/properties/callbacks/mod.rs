//! Sensors, and all that a callback ignores, stop nobody: a character moves as if they were not there.
//!
//! In: bytes: a [scene](super::scene); which instances are sensors, and which of them or of their triangles a callback ignores;
//! what is done to an instance before each of a few steps: it moves in it, is put elsewhere, goes and comes again, becomes a sensor
//! or none, or the motion of the world is saved, disturbed and restored. Out: whether
//! 1. the character moves with the same bits in a world in which the triangles that are ignored or a sensor's have no area; to
//!    rounding where triangles are ignored, as one of those that is touched within rounding of a kept one may decide the last bits of
//!    its fraction;
//! 2. no contact is with what is ignored, or a sensor;
//! 3. the id of an instance that went is refused by name, and a restored world is saved as the same bytes;
//! 4. a batch and other backends give the same bits.

mod case;
mod check;

pub(super) use case::encode;
pub(super) use check::check;
