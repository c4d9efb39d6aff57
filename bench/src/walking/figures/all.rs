//! Draws all figures.
//!
//! In: nothing. Out: SVG texts by file name.

use super::{fall, floors, jump, ride, snap, steps, walls};
use crate::drawing::figure::{self, Figure, FigureError};

/// Figures of the document that explains the step of a character, in the order of the step's phases.
const FIGURES: [Figure; 7] = [
    Figure { name: "ride", size: (1280, 620), draw: ride::draw },
    Figure { name: "jump", size: (1280, 620), draw: jump::draw },
    Figure { name: "floors", size: (1280, 610), draw: floors::draw },
    Figure { name: "walls", size: (1280, 690), draw: walls::draw },
    Figure { name: "steps", size: (1280, 700), draw: steps::draw },
    Figure { name: "snap", size: (1280, 730), draw: snap::draw },
    Figure { name: "fall", size: (1280, 700), draw: fall::draw },
];

/// Draws every figure: returns file names and contents.
///
/// # Errors
/// [`FigureError`] names the first figure that cannot be drawn, and why.
pub fn all() -> Result<Vec<(String, String)>, FigureError> {
    figure::draw(&FIGURES)
}
