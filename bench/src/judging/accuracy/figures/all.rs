//! Draws all figures.
//!
//! In: nothing. Out: SVG texts by file name.

use super::{contact_point, padding, perimeter, speed, tunnel};
use crate::drawing::figure::{self, Figure, FigureError};

const FIGURES: [Figure; 5] = [
    Figure { name: "perimeter", size: (1280, 640), draw: perimeter::draw },
    Figure { name: "padding", size: (1280, 650), draw: padding::draw },
    Figure { name: "speed", size: (1280, 760), draw: speed::draw },
    Figure { name: "contact-point", size: (1280, 760), draw: contact_point::draw },
    Figure { name: "tunnel", size: (1280, 640), draw: tunnel::draw },
];

/// Draws every figure: returns file names and contents.
///
/// # Errors
/// [`FigureError`] names the first figure that cannot be drawn, and why.
pub fn all() -> Result<Vec<(String, String)>, FigureError> {
    figure::draw(&FIGURES)
}
