//! Figures of documents: each is drawn on a sheet from what the code answers.
//!
//! In: figures, which may refuse: one whose case is not as its words say is an error, not a picture. Out: SVG texts by file name,
//! or the files.

use crate::drawing::sheet::{self, Sheet, Trouble};
use std::path::{Path, PathBuf};
use thiserror::Error;

/// Why there is no figure.
#[derive(Debug, Error)]
pub enum FigureError {
    /// The computed case is not the one that the figure is about.
    #[error("figure {figure}: {reason}")]
    Case {
        /// Name of the figure.
        figure: &'static str,
        /// The part of the case that is not as expected.
        reason: String,
    },
    /// The library that draws refused.
    #[error("cannot draw figure {figure}: {reason}")]
    Draw {
        /// Name of the figure.
        figure: &'static str,
        /// The error of the library.
        reason: String,
    },
    /// A file could not be written.
    #[error("cannot write {}: {reason}", file.display())]
    Write {
        /// Which.
        file: PathBuf,
        /// The error of the system.
        reason: std::io::Error,
    },
}

/// A figure.
pub(crate) struct Figure {
    pub(crate) name: &'static str,
    /// Pixels.
    pub(crate) size: (u32, u32),
    pub(crate) draw: fn(&Sheet) -> Result<(), Trouble>,
}

impl Figure {
    /// The name of its file, and what belongs into it.
    fn svg(&self) -> Result<(String, String), FigureError> {
        let (name, size) = (self.name, self.size);
        let mut svg = String::new();
        {
            let trouble = |error: Trouble| FigureError::Case { figure: name, reason: error.to_string() };
            let broken = |error: Trouble| FigureError::Draw { figure: name, reason: error.to_string() };
            let sheet = Sheet::new(&mut svg, size).map_err(broken)?;
            (self.draw)(&sheet).map_err(trouble)?;
            sheet.finish().map_err(broken)?;
        }
        Ok((format!("{name}.svg"), sheet::shown(&svg, size)))
    }
}

/// Draws every figure: file names, and what belongs into the files.
pub(crate) fn draw(figures: &[Figure]) -> Result<Vec<(String, String)>, FigureError> {
    figures.iter().map(Figure::svg).collect()
}

/// Writes what was drawn into `folder`, which is made if it does not exist; the files.
///
/// # Errors
/// [`FigureError`] names the first file that cannot be written, and why.
pub fn write(drawn: Vec<(String, String)>, folder: &Path) -> Result<Vec<PathBuf>, FigureError> {
    let refused = |file: &Path, reason| FigureError::Write { file: file.to_owned(), reason };
    std::fs::create_dir_all(folder).map_err(|reason| refused(folder, reason))?;
    let write = |(name, svg): (String, String)| {
        let file = folder.join(name);
        std::fs::write(&file, svg).map_err(|reason| refused(&file, reason))?;
        Ok(file)
    };
    drawn.into_iter().map(write).collect()
}
