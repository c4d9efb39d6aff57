//! Figures of documents: each is drawn on a sheet from results of the code.
//!
//! In: figures. A figure whose case does not match its caption is an error, not a picture. Out: SVG texts by file name,
//! or the files.

use crate::drawing::sheet::{self, Sheet, Trouble};
use std::path::{Path, PathBuf};
use thiserror::Error;

/// Error: a figure of the documents was not drawn or not written.
#[derive(Debug, Error)]
pub enum FigureError {
    /// Error: the computed case that a figure shows does not match the figure's caption.
    #[error("figure {figure}: {reason}")]
    Case {
        /// Name of the figure with the wrong caption.
        figure: &'static str,
        /// Description of what in the computed case does not match the caption.
        reason: String,
    },
    /// Error: the drawing library could not draw a figure.
    #[error("cannot draw figure {figure}: {reason}")]
    Draw {
        /// Name of the figure that was not drawn.
        figure: &'static str,
        /// Error message of the drawing library for the figure.
        reason: String,
    },
    /// Error: a figure's file could not be written.
    #[error("cannot write {}: {reason}", file.display())]
    Write {
        /// Path of the file that could not be written.
        file: PathBuf,
        /// I/O error of the operating system when the file was written.
        reason: std::io::Error,
    },
}

/// A figure of the documents: its name, size and drawing function.
pub(crate) struct Figure {
    pub(crate) name: &'static str,
    /// Width and height of the figure, pixels.
    pub(crate) size: (u32, u32),
    pub(crate) draw: fn(&Sheet) -> Result<(), Trouble>,
}

impl Figure {
    /// Draws the figure; returns its file name and its SVG text.
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

/// Draws every figure; returns pairs of file name and SVG text.
pub(crate) fn draw(figures: &[Figure]) -> Result<Vec<(String, String)>, FigureError> {
    figures.iter().map(Figure::svg).collect()
}

/// Writes drawn figures into `folder`, which is created if it does not exist; returns the files.
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
