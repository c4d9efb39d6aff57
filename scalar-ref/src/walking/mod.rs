//! The move of a walking character, in `f64` over all triangles: the judge of ground, steps and snap.

mod along;
mod ground;
mod hull;
mod steps;
mod walker;

pub use along::{Along, along};
pub use ground::{Ground, ground_at};
pub use hull::{FACE_SINE, Hull, Touch};
pub use steps::{Rules, Step, step_at};
pub use walker::{Displacements, Input, Walker, displacements, move_walker};
