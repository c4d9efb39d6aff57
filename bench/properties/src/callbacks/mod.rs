//! Sensors, and triangles that a callback ignores, do not change a character's move.
//!
//! In: bytes: a [scene](super::scene); which instances are sensors, and which instances or triangles a callback
//! ignores; before each of a few steps a change of an instance: it moves in the step, teleports, is removed and added
//! again, becomes a sensor or solid, or the motion of the world is saved, disturbed and restored. Out: whether
//! 1. the character moves with the same bits in a world in which the ignored triangles and the sensors' triangles have
//!    no area; with ignored triangles only to rounding, because an ignored one touched within rounding of a kept one
//!    may decide the last bits of its fraction;
//! 2. no contact is with an ignored triangle or a sensor;
//! 3. the id of a removed instance is refused with an error, and a restored world is saved as the same bytes;
//! 4. a batch and other backends give the same bits.

mod case;
mod check;

pub(super) use case::encode;
pub(super) use check::check;
