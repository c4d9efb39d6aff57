//! The table of docs/performance.md: the figures of the newest recorded commit.
//!
//! In: all records, and the document. Out: a Markdown table with one row per piece of work and one column per
//! processor, and the document with that table between its two markers. The text is a function of the records alone, so
//! that a test can compare the document with it.

use super::files::{Record, load};
use super::standard::{Cost, Costs, Figures, Move};
use crate::drawing::numbers::grouped;
use std::path::{Path, PathBuf};

/// Path of the document with the table of performance figures, relative to the root of the repository.
const DOCUMENT: &str = "docs/performance.md";

/// Line that begins the table of performance figures in the document.
const BEGIN: &str = "<!-- table of bench/record: begin (crowd record writes it) -->\n";
/// Line that ends the table of performance figures in the document.
const END: &str = "<!-- table of bench/record: end -->\n";

/// Limit below which times in the table have one decimal, nanoseconds.
const FEW: f64 = 10.0;

/// A table cell of one record with the name of its row: name of a piece of work, and its figures as text.
type Row = (String, String);

/// Returns the figures of the newest commit as a Markdown table, below a line that names the commit; empty without records.
#[must_use]
pub fn markdown(records: &[Record]) -> String {
    let Some(newest) = records.last() else { return String::new() };
    let of_newest: Vec<&Record> = records.iter().filter(|of| of.origin.commit == newest.origin.commit).collect();
    let columns: Vec<Vec<Row>> = of_newest.iter().map(|of| rows(&of.figures)).collect();
    let mut lines = vec![
        format!(
            "Commit `{}` of {}, {}. Times in ns, medians.\n",
            newest.origin.commit,
            newest.origin.day(),
            compiler(&newest.origin.rustc)
        ),
        line("", of_newest.iter().map(|of| format!("{}, {} cores", of.origin.cpu, of.origin.cores))),
        format!("|---|{}", "---|".repeat(of_newest.len())),
    ];
    for (piece, _) in &columns[0] {
        let cell =
            |column: &Vec<Row>| column.iter().find(|row| row.0 == *piece).map_or("-".to_owned(), |row| row.1.clone());
        lines.push(line(piece, columns.iter().map(cell)));
    }
    lines.join("\n") + "\n"
}

/// Returns one row of a Markdown table from its first cell and its other cells.
fn line(first: &str, cells: impl Iterator<Item = String>) -> String {
    let cells: Vec<String> = cells.collect();
    let first = if first.is_empty() { String::new() } else { format!("{first} ") };
    format!("| {first}| {} |", cells.join(" | "))
}

/// Writes the table of all records into the document; returns its path.
///
/// # Errors
/// One line: a record or the document cannot be read or written, or the document has no markers.
pub fn refresh(root: &Path) -> Result<PathBuf, String> {
    let file = root.join(DOCUMENT);
    let fault = |what: &str, error: std::io::Error| format!("cannot {what} {}: {error}", file.display());
    let document = std::fs::read_to_string(&file).map_err(|error| fault("read", error))?;
    let markers = document.split_once(BEGIN).and_then(|(head, rest)| Some((head, rest.split_once(END)?.1)));
    let (head, tail) =
        markers.ok_or_else(|| format!("{} lacks the markers of its table:\n{BEGIN}{END}", file.display()))?;
    let table = markdown(&load(root)?);
    std::fs::write(&file, format!("{head}{BEGIN}{table}{END}{tail}")).map_err(|error| fault("write", error))?;
    Ok(file)
}

fn rows(figures: &Figures) -> Vec<Row> {
    let mut rows: Vec<Row> = Vec::new();
    for piece in &figures.sweep_block {
        rows.push((format!("block of 8 triangles, {}", exit(&piece.name)), costs(piece)));
    }
    for piece in &figures.sweep {
        rows.push((format!("sweep, {}", piece.name), costs(piece)));
    }
    for one in figures.crowd.iter().filter(|of| of.threads == 1) {
        let is_shared = |of: &&Move| of.threads > 1 && of.level == one.level && of.characters == one.characters;
        let shared = figures.crowd.iter().filter(is_shared);
        let shared = shared.map(|of| format!("{} threads {} ({:.2}×)", of.threads, time(of.ns), one.ns / of.ns));
        let cell = [vec![time(one.ns)], shared.collect()].concat().join("; ");
        rows.push((format!("move, {}, {} characters", one.level, grouped(one.characters as u64)), cell));
    }
    let sizes = [
        ("move, 10,000 characters spread over hills", &figures.over_triangles),
        ("move, the same ground in larger hills", &figures.in_the_middle),
    ];
    for (piece, moves) in sizes {
        rows.push((format!("{piece} of {} triangles", joined(moves, |of| round(of.triangles))), joined(moves, ns)));
    }
    let mut levels: Vec<&str> = figures.over_characters.iter().map(|of| of.level.as_str()).collect();
    levels.dedup();
    for level in levels {
        let moves: Vec<Move> = figures.over_characters.iter().filter(|of| of.level == level).cloned().collect();
        rows.push((
            format!("move, {level}, {} characters", joined(&moves, |of| round(of.characters))),
            joined(&moves, ns),
        ));
    }
    for of in &figures.build {
        let speed = of.triangles_per_second / 1e6;
        rows.push((
            format!("build, {}, one thread", of.level),
            format!("{speed:.1} million triangles/s, {} bytes a triangle", of.bytes_per_triangle),
        ));
    }
    rows
}

/// Returns as text the time of a piece of work on the fastest backend, and on the others with name and ratio.
fn costs(piece: &Costs) -> String {
    let Some((fastest, others)) = piece.costs.split_last() else { return "-".to_owned() };
    let other = |cost: &Cost| format!("; {} {} ({:.2}×)", cost.backend, time(cost.ns), cost.ns / fastest.ns);
    format!("{} {}", fastest.backend, time(fastest.ns)) + &others.iter().map(other).collect::<String>()
}

/// Describes the point at which the test of a triangle block ended, from the name of that point in the records.
fn exit(name: &str) -> &str {
    match name {
        "full" => "edges and corners tested (`full`)",
        "beside" => "plane reached, triangle missed (`beside`)",
        "rejected" => "plane not reached (`rejected`)",
        other => other,
    }
}

fn joined(moves: &[Move], of: impl Fn(&Move) -> String) -> String {
    moves.iter().map(of).collect::<Vec<_>>().join(", ")
}

fn ns(of: &Move) -> String {
    time(of.ns)
}

fn time(ns: f64) -> String {
    if ns < FEW { format!("{ns:.1}") } else { grouped(ns.round() as u64) }
}

/// Returns a number of triangles or characters as text, in whole thousands (`k`) or millions (`M`).
fn round(size: usize) -> String {
    match size {
        0..1_000 => size.to_string(),
        1_000..950_000 => format!("{:.0}k", size as f64 / 1e3),
        _ => format!("{:.0}M", size as f64 / 1e6),
    }
}

/// Returns name and version from the output of a compiler, such as `rustc 1.95.0`, without the commit of its build.
fn compiler(name: &str) -> &str {
    name.split_once(" (").map_or(name, |(short, _)| short)
}
