//! Reads a level from a Wavefront OBJ file.
//!
//! In: the bytes of a file. Out: a [`Level`] of one mesh of all objects and groups in the file, polygons cut into fans, or one line that
//! names the fault and the remedy. No bytes make it panic.
//!
//! 1. Keep only the lines of a level: `v` lines (x y z, or x y z w) and `f` lines, of these only the position of each
//!    corner. Normals, texture coordinates, colours, groups and materials never reach the parser: `tobj` 4.0 overflows
//!    on a texture index far below zero, refuses files where only some vertices have a colour, and would repeat the
//!    vertices at the border of two groups. Comments behind a line and lines continued by `\` are resolved here because
//!    the parser knows neither.
//! 2. `tobj` parses and triangulates.
//! 3. If it refuses, look for the first bad line, because its errors have no line number.

use std::path::Path;

use glam::Vec3;

use crate::guess::other_format;
use crate::{Format, Level, LevelError, LevelMesh, ObjError};

/// Parses the bytes of an OBJ file, as they are: metres, y up and counter-clockwise fronts are up to its exporter. Vertices
/// without a face are dropped. `path` is used in errors only.
pub(crate) fn parse(bytes: &[u8], name: &str, path: &Path) -> Result<Level, LevelError> {
    let geometry = Geometry::of(&String::from_utf8_lossy(bytes));
    if geometry.numbers.is_empty() {
        let blank = bytes.iter().all(u8::is_ascii_whitespace);
        let path = path.to_owned();
        return Err(match other_format(bytes, &path) {
            Some(format) => LevelError::OtherFormat { path, format },
            None if blank => ObjError::NoTriangles { path }.into(),
            None => ObjError::NotObj { path }.into(),
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
        Err(error) => return Err(explain(&geometry, path, error).into()),
    };

    // Groups never reach the parser, so there is one model, or none.
    let (positions, indices) =
        models.into_iter().next().map(|model| (model.mesh.positions, model.mesh.indices)).unwrap_or_default();
    let mesh = LevelMesh {
        name: name.to_owned(),
        positions: positions.as_chunks::<3>().0.iter().copied().map(Vec3::from_array).collect(),
        triangles: indices.as_chunks::<3>().0.to_vec(),
        ..LevelMesh::default()
    };
    if mesh.triangles.is_empty() {
        return Err(ObjError::NoTriangles { path: path.to_owned() }.into());
    }
    if mesh.positions.iter().any(|p| !p.is_finite()) {
        let line = geometry.lines().find(|line| line.is_vertex() && !line.position().is_some_and(Vec3::is_finite));
        let (line, text) = line.map_or((0, String::new()), |line| (line.number, line.excerpt()));
        return Err(ObjError::NotFinite { path: path.to_owned(), line, text }.into());
    }
    Ok(Level::of_mesh(Format::Obj, mesh))
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
fn explain(geometry: &Geometry, path: &Path, error: tobj::LoadError) -> ObjError {
    let path = path.to_owned();
    let vertices = geometry.lines().filter(Line::is_vertex).count();
    let mut seen = 0_usize;
    for line in geometry.lines() {
        let bad = |reason| ObjError::BadLine { path: path.clone(), line: line.number, text: line.excerpt(), reason };
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
                    return ObjError::IndexOutOfRange { path, line: line.number, text: line.excerpt(), vertices };
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
    ObjError::BadLine { path, line: 0, text: error.to_string(), reason }
}
