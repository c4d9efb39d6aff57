//! A walk of the exploration as a recording, which the program replays.
//!
//! In: a place, an order, the level. Out: the recording of a crowd of one, with the same bits, and the line of its centres.

use super::columns::SECONDS;
use super::places::Stand;
use super::walker::{HZ, Order, SPEED, Walker};
use crate::replaying::recorder::{About, Recorder};
use crate::replaying::recording::Recording;
use crate::walking::settings::Settings;
use glam::Vec3;
use sweep8::{Crowd, MoveInput};

/// Frames after the end of a walk, so that it is seen where the character stays.
const AFTER: usize = 15;

/// Records a walk; `level` is the text that names the level, and its hash. The settings give all but the length and the rate.
///
/// # Panics
/// Never: the walk has been made before.
#[must_use]
pub fn record(
    walker: &Walker,
    (stand, order): (&Stand, &Order),
    level: (String, u64),
    settings: &Settings,
) -> Recording {
    let mut inputs = Vec::new();
    walker.walk_with(stand, order, |input| inputs.push(*input));
    inputs.extend([MoveInput::EARTH; AFTER]);
    let settings = Settings { characters: 1, frames: inputs.len(), hz: HZ, speed: SPEED, ..settings.clone() };
    let mut crowd = Crowd::default();
    let id = crowd.spawn(walker.profile, stand.position).expect("in range");
    let start = stand.state();
    crowd.set_state(id, &start).expect("in range");
    let mut recorder = Recorder::new(About { level, settings: &settings, first: 0 }, walker.world, &crowd);
    for (input, frame) in inputs.iter().zip(1..) {
        crowd.set_input(id, input).expect("in range");
        recorder.before(&crowd);
        crowd.step(walker.world, SECONDS).expect("in range");
        recorder.after(&crowd, frame);
    }
    recorder.finish(&crowd)
}

/// Returns the centres of a walk, world space, metres: every third one, the first and the last.
#[must_use]
pub fn line(walker: &Walker, stand: &Stand, order: &Order) -> Vec<Vec3> {
    let mut state = stand.state();
    let mut inputs = Vec::new();
    walker.walk_with(stand, order, |input| inputs.push(*input));
    let mut line = vec![state.position.to_vec3()];
    for (index, input) in inputs.iter().enumerate() {
        if walker.world.move_character(walker.profile, &mut state, input, SECONDS).is_err() {
            break;
        }
        if index % 3 == 2 || index + 1 == inputs.len() {
            line.push(state.position.to_vec3());
        }
    }
    line
}
