//! The moves of what a hunt found, as files: each is made again alone by `crowd --replay`.
//!
//! In: the levels of a hunt, and what it found. Out: for each round with a fault, the move of the frame in which each kind
//! was seen first, with a name. The round is walked again for that, and recorded.

use super::rounds::{Found, Ground};
use crate::replaying::one_move::Move;
use crate::replaying::replay::{ReplayError, cut};
use crate::simulating::simulation::{Course, SimulationError, run_course};
use crate::walking::stage;
use thiserror::Error;

/// Why there is no move of a finding.
#[derive(Debug, Error)]
pub enum FindingError {
    /// The round could not be walked again.
    #[error(transparent)]
    Round(#[from] SimulationError),
    /// The move does not come out of it.
    #[error(transparent)]
    Cut(#[from] ReplayError),
}

/// The moves of all faults of a hunt in these levels, and names for their files.
///
/// # Errors
/// [`FindingError`] says which move does not come out of its round.
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
