//! The moves of a hunt's findings, as files, each of which `crowd --replay` repeats alone.
//!
//! In: the levels and findings of a hunt. Out: for each round with a fault, the first move with each kind of fault,
//! with a name. The round is walked and recorded again for that.

use super::rounds::{Found, Ground};
use crate::replaying::one_move::Move;
use crate::replaying::replay::{ReplayError, cut};
use crate::simulating::simulation::{Course, SimulationError, run_course};
use crate::walking::stage;
use thiserror::Error;

/// Error: the faulty move of a hunt's finding cannot be cut out of its round.
#[derive(Debug, Error)]
pub enum FindingError {
    /// Error: the simulation of the finding's round failed when it was repeated.
    #[error(transparent)]
    Round(#[from] SimulationError),
    /// Error: the recording of the round does not contain the faulty move.
    #[error(transparent)]
    Cut(#[from] ReplayError),
}

/// Returns the moves of all faults that a hunt found in these levels, with names for their files.
///
/// # Errors
/// [`FindingError`] names the move that cannot be cut out.
pub fn moves(grounds: &[Ground], found: &Found) -> Result<Vec<(String, Move)>, FindingError> {
    let mut moves = Vec::new();
    for (ground, level) in grounds.iter().zip(&found.levels) {
        for (number, round) in (1..).zip(&level.rounds).filter(|(_, round)| !round.faults.is_empty()) {
            let place = stage::Ground::from(&ground.level);
            let course = Course { recorded_as: Some(&ground.recorded_as), ..Course::default() };
            let run = run_course(place, &round.settings, course, &|| 0, &|_| ())?;
            let Some(recording) = run.recording else { continue };
            for fault in &round.faults {
                let what = fault.what.replace(' ', "-");
                let name = format!("{}-{number}-{what}-{}-{}.move", level.name, fault.frame, fault.character);
                let cut = cut(place, &recording, &[(fault.frame, fault.character)])?;
                moves.extend(cut.into_iter().map(|one| (name.clone(), one)));
            }
        }
    }
    Ok(moves)
}
