//! Reads a level from a Wavefront OBJ file.
//!
//! In: a path. Out: one [`Level`] of all objects and groups in the file, polygons cut into fans, or one line that names
//! the fault and the remedy. No bytes make it panic.
//!
//! 1. Keep only the lines of a level: `v` lines (x y z, or x y z w) and `f` lines, of these only the position of each
//!    corner. Normals, texture coordinates, colours, groups and materials never reach the parser: `tobj` 4.0 overflows
//!    on a texture index far below zero, refuses files where only some vertices have a colour, and would repeat the
//!    vertices at the border of two groups. Comments behind a line and lines continued by `\` are resolved here because
//!    the parser knows neither.
//! 2. `tobj` parses and triangulates.
//! 3. If it refuses, look for the first bad line, because its errors have no line number.

use std::path::{Path, PathBuf};

use glam::Vec3;
use thiserror::Error;

use crate::levels::Level;
use crate::levels::other_formats;

/// Error: a level could not be loaded from a Wavefront OBJ. Each variant prints as one line with the remedy.
#[derive(Debug, Error)]
pub enum LevelError {
    /// Error: the OBJ file could not be opened or read.
    #[error("cannot read {}: {cause}; check the path and that the file may be read", path.display())]
    CannotRead {
        /// Path of the OBJ file that could not be read.
        path: PathBuf,
        /// Error of the operating system when the file was read.
        cause: std::io::Error,
    },
    /// Error: the file has data, but neither an OBJ vertex nor an OBJ face.
    #[error(
        "{} is not a Wavefront OBJ: it has no `v` and no `f` line; export the level as OBJ text or as glTF",
        path.display()
    )]
    NotObj {
        /// Path of the file without vertices and faces.
        path: PathBuf,
    },
    /// Error: the file has another known format than OBJ or glTF.
    #[error(
        "{} is {format}, neither Wavefront OBJ nor glTF; export the level as one of them, in metres, y up (Blender: import \
         it, then File > Export > glTF 2.0)",
        path.display()
    )]
    OtherFormat {
        /// Path of the file with the other format.
        path: PathBuf,
        /// Name of the file's actual format.
        format: &'static str,
    },
    /// Error: a `v` or `f` line of the OBJ file cannot be parsed.
    #[error(
        "{} line {line}: cannot read {text:?}: {reason}; correct the line or export the level again",
        path.display()
    )]
    BadLine {
        /// Path of the OBJ file with the faulty line.
        path: PathBuf,
        /// Number of the faulty line in the OBJ file, from 1.
        line: usize,
        /// Beginning of the text of the faulty line.
        text: String,
        /// Description of the line's fault.
        reason: &'static str,
    },
    /// Error: a face of the OBJ file refers to a vertex that does not exist.
    #[error(
        "{} line {line}: {text:?} names a vertex that does not exist, the file has {vertices}; export the level again",
        path.display()
    )]
    IndexOutOfRange {
        /// Path of the OBJ file with the invalid vertex index.
        path: PathBuf,
        /// Number of the line with the invalid vertex index, from 1.
        line: usize,
        /// Beginning of the text of the line with the invalid vertex index.
        text: String,
        /// Number of vertices in the whole OBJ file.
        vertices: usize,
    },
    /// Error: a vertex of a face of the OBJ file is not finite.
    #[error(
        "{} line {line}: {text:?} is not a finite position in 32 bits; correct the vertex or export the level again",
        path.display()
    )]
    NotFinite {
        /// Path of the OBJ file with the vertex that is not finite.
        path: PathBuf,
        /// Number of the line with the vertex that is not finite, from 1.
        line: usize,
        /// Beginning of the text of the line with the vertex that is not finite.
        text: String,
    },
    /// Error: the OBJ file has vertices but no triangles.
    #[error(
        "{} has no triangles; export the level with its faces (`f` lines), not as points or curves",
        path.display()
    )]
    NoTriangles {
        /// Path of the OBJ file without triangles.
        path: PathBuf,
    },
}

/// Loads the OBJ file at `path`: metres, y up, counter-clockwise front faces are taken as they come. Vertices without a
/// face are dropped.
///
/// # Errors
///
/// See [`LevelError`].
pub fn load(path: &Path) -> Result<Level, LevelError> {
    let bytes = std::fs::read(path).map_err(|cause| LevelError::CannotRead { path: path.to_owned(), cause })?;
    let name = path.file_stem().map_or_else(|| "level".into(), |stem| stem.to_string_lossy().into_owned());
    parse(&bytes, &name, path)
}

/// Parses the bytes of an OBJ file. `path` is used in errors only.
///
/// # Errors
///
/// See [`LevelError`].
pub fn parse(bytes: &[u8], name: &str, path: &Path) -> Result<Level, LevelError> {
    let geometry = Geometry::of(&String::from_utf8_lossy(bytes));
    if geometry.numbers.is_empty() {
        let blank = bytes.iter().all(u8::is_ascii_whitespace);
        let path = path.to_owned();
        return Err(match other_formats::name_of(bytes, &path) {
            Some(format) => LevelError::OtherFormat { path, format },
            None if blank => LevelError::NoTriangles { path },
            None => LevelError::NotObj { path },
        });
    }
    let options = tobj::LoadOptions {
        triangulate: true,
        ignore_points: true,
        ignore_lines: true,
        ..tobj::LoadOptions::default()
    };
    let no_materials = |_: &Path| Ok((Vec::new(), std::collections::HashMap::default()));
    let models = match tobj::load_obj_buf(&mut geometry.text.as_bytes(), &options, no_materials) {
        Ok((models, _)) => models,
        Err(error) => return Err(explain(&geometry, path, error)),
    };

    let mut level = Level::new(name);
    for model in models {
        let (positions, _) = model.mesh.positions.as_chunks::<3>();
        let (triangles, _) = model.mesh.indices.as_chunks::<3>();
        let positions = positions.iter().copied().map(Vec3::from_array).collect();
        level.append(&Level { name: String::new(), positions, triangles: triangles.to_vec(), ..Level::default() });
    }
    if level.triangles.is_empty() {
        return Err(LevelError::NoTriangles { path: path.to_owned() });
    }
    if level.positions.iter().any(|p| !p.is_finite()) {
        let line = geometry.lines().find(|line| line.is_vertex() && !line.position().is_some_and(Vec3::is_finite));
        let (line, text) = line.map_or((0, String::new()), |line| (line.number, line.excerpt()));
        return Err(LevelError::NotFinite { path: path.to_owned(), line, text });
    }
    Ok(level)
}

/// The `v` and `f` lines of an OBJ file, reduced to positions and vertex indices for the parser.
struct Geometry {
    text: String,
    /// Line number in the OBJ file, from 1, of each line of the reduced `text`.
    numbers: Vec<usize>,
}

/// One `v` or `f` line of an OBJ file, with its number in the file.
struct Line<'a> {
    number: usize,
    text: &'a str,
}

impl Line<'_> {
    fn is_vertex(&self) -> bool {
        self.text.starts_with('v')
    }

    /// Parses the vertex position of a `v` line and divides it by w; `None` if the line is invalid.
    fn position(&self) -> Option<Vec3> {
        let words: Result<Vec<f32>, _> = self.text.split_whitespace().skip(1).map(str::parse).collect();
        match words.ok()?[..] {
            [x, y, z] => Some(Vec3::new(x, y, z)),
            [x, y, z, w] => Some(Vec3::new(x, y, z) / w),
            _ => None,
        }
    }

    fn excerpt(&self) -> String {
        self.text.chars().take(60).collect()
    }
}

impl Geometry {
    fn of(text: &str) -> Self {
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        let mut geometry = Self { text: String::with_capacity(text.len()), numbers: Vec::new() };
        // Very old files end their lines with a carriage return alone.
        let end = if text.contains('\n') { '\n' } else { '\r' };
        let mut source = text.split(end).enumerate();
        let mut joined = String::new();
        while let Some((index, line)) = source.next() {
            let mut line = line.trim_end();
            if line.ends_with('\\') {
                joined.clear();
                while let Some(head) = line.strip_suffix('\\') {
                    joined.push_str(head);
                    joined.push(' ');
                    line = source.next().map_or("", |(_, next)| next.trim_end());
                }
                joined.push_str(line);
                line = &joined;
            }
            if geometry.keep(line.split('#').next().unwrap_or("")) {
                geometry.numbers.push(index + 1);
            }
        }
        geometry
    }

    /// Appends an OBJ line to `text`, reduced to positions or vertex indices; returns false for a line other than `v` and `f`.
    fn keep(&mut self, line: &str) -> bool {
        let mut words = line.split_whitespace();
        match words.next() {
            Some("v") => {
                self.text.push('v');
                // Three numbers, four with w, more with a colour.
                let kept = if words.clone().count() == 4 { 4 } else { 3 };
                for word in words.take(kept) {
                    self.push_word(word);
                }
            }
            Some("f") => {
                self.text.push('f');
                for word in words {
                    // A corner without position, as in `/1/2`, must remain for the parser to refuse.
                    let position = word.split('/').next().unwrap_or("");
                    self.push_word(if position.is_empty() { "?" } else { position });
                }
            }
            _ => return false,
        }
        self.text.push('\n');
        true
    }

    fn push_word(&mut self, word: &str) {
        self.text.push(' ');
        self.text.push_str(word);
    }

    fn lines(&self) -> impl Iterator<Item = Line<'_>> {
        self.text.split('\n').zip(&self.numbers).map(|(text, &number)| Line { number, text })
    }
}

/// Finds the OBJ line on which the parser failed, and returns an error that names the line.
fn explain(geometry: &Geometry, path: &Path, error: tobj::LoadError) -> LevelError {
    let path = path.to_owned();
    let vertices = geometry.lines().filter(Line::is_vertex).count();
    let mut seen = 0_usize;
    for line in geometry.lines() {
        let bad = |reason| LevelError::BadLine { path: path.clone(), line: line.number, text: line.excerpt(), reason };
        let mut words = line.text.split_whitespace().skip(1);
        if line.is_vertex() {
            seen += 1;
            if line.position().is_none() {
                return bad("a vertex needs three numbers");
            }
            if words.nth(3).and_then(|w| w.parse::<f32>().ok()) == Some(0.0) {
                return bad("the fourth number of a vertex divides the others and may not be 0");
            }
        } else {
            for word in words.clone() {
                let Ok(index) = word.parse::<isize>() else {
                    return bad("the corners of a face must be whole numbers");
                };
                // Indices count from 1, or backwards from the last vertex so far.
                let there = if index < 0 {
                    index.unsigned_abs() <= seen
                } else {
                    (1..=vertices).contains(&index.unsigned_abs())
                };
                if !there {
                    return LevelError::IndexOutOfRange { path, line: line.number, text: line.excerpt(), vertices };
                }
            }
            if words.count() == 0 {
                return bad("a face without corners");
            }
        }
    }
    let reason = match error {
        tobj::LoadError::FaceVertexOutOfBounds => "a face names a vertex that does not exist",
        _ => "the OBJ parser refuses it",
    };
    LevelError::BadLine { path, line: 0, text: error.to_string(), reason }
}
