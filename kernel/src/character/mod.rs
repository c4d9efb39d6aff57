//! One character, in six rooms; a room imports the rooms above it in this list, never those below. Imports `query`.
//!
//! | room | job |
//! |---|---|
//! | `model` | plain data: profile, state, ground, status, input, outcome |
//! | `collide` | the triangles that a move can touch: gathers, block cache, collision set, contact callbacks, depenetration |
//! | `others` | other characters as bounds of a motion |
//! | `carried` | moving instances: riding on them, being pushed and crushed by them |
//! | `slide` | the response to contacts: passes, clip planes, walking, steps, snap |
//! | `step` | the move of one character in a time step, and the public entry points |

pub(crate) mod carried;
pub(crate) mod collide;
pub(crate) mod model;
pub(crate) mod others;
pub(crate) mod slide;
pub(crate) mod step;
