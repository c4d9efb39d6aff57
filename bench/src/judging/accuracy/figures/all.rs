//! Draws all figures.
//!
//! In: nothing. Out: SVG texts by file name, or the files.

use super::sheet::{self, Sheet, Trouble};
use super::{contact_point, padding, perimeter, speed, tunnel};
use std::path::{Path, PathBuf};
use thiserror::Error;

/// Why there is no figure.
#[derive(Debug, Error)]
pub enum FigureError {
    /// The method answered something else than the figure is about.
    #[error("figure {figure}: {reason}")]
    Case {
        /// Name of the figure.
        figure: &'static str,
        /// What was not as expected.
        reason: String,
    },
    /// The library that draws refused.
    #[error("cannot draw figure {figure}: {reason}")]
    Draw {
        /// Name of the figure.
        figure: &'static str,
        /// What it said.
        reason: String,
    },
    /// A file could not be written.
    #[error("cannot write {}: {reason}", file.display())]
    Write {
        /// Which.
        file: PathBuf,
        /// What the system said.
        reason: std::io::Error,
    },
}

/// A figure: its name, its size in pixels, what draws it.
struct Figure {
    name: &'static str,
    size: (u32, u32),
    draw: fn(&Sheet) -> Result<(), Trouble>,
}

const FIGURES: [Figure; 5] = [
    Figure { name: "perimeter", size: (1280, 640), draw: perimeter::draw },
    Figure { name: "padding", size: (1280, 650), draw: padding::draw },
    Figure { name: "speed", size: (1280, 760), draw: speed::draw },
    Figure { name: "contact-point", size: (1280, 760), draw: contact_point::draw },
    Figure { name: "tunnel", size: (1280, 640), draw: tunnel::draw },
];

/// Draws every figure: file names, and what belongs into the files.
///
/// # Errors
/// [`FigureError`] names the first figure that cannot be drawn, and why.
pub fn all() -> Result<Vec<(String, String)>, FigureError> {
    FIGURES
        .iter()
        .map(|figure| {
            let name = figure.name;
            let mut svg = String::new();
            {
                let trouble = |error: Trouble| FigureError::Case { figure: name, reason: error.to_string() };
                let broken = |error: Trouble| FigureError::Draw { figure: name, reason: error.to_string() };
                let sheet = Sheet::new(&mut svg, figure.size).map_err(broken)?;
                (figure.draw)(&sheet).map_err(trouble)?;
                sheet.finish().map_err(broken)?;
            }
            Ok((format!("{name}.svg"), sheet::shown(&svg, figure.size)))
        })
        .collect()
}

/// Draws every figure into `folder`, which is made if it does not exist; the files.
///
/// # Errors
/// [`FigureError`] names the first figure that cannot be drawn or written, and why.
pub fn save(folder: &Path) -> Result<Vec<PathBuf>, FigureError> {
    let refused = |file: &Path, reason| FigureError::Write { file: file.to_owned(), reason };
    std::fs::create_dir_all(folder).map_err(|reason| refused(folder, reason))?;
    let write = |(name, svg): (String, String)| {
        let file = folder.join(name);
        std::fs::write(&file, svg).map_err(|reason| refused(&file, reason))?;
        Ok(file)
    };
    all()?.into_iter().map(write).collect()
}
