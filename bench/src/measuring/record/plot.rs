//! Records as plots: the history of the speed, and how the cost grows.
//!
//! In: records. Out: an SVG of all records with a line for each processor and scene, and an SVG of the newest record with
//! a panel each for triangles, characters and threads.

use super::files::Record;
use super::standard::Move;
use crate::drawing::chart::{self, Area, BORDER, COLOURS, GRID, Trouble, key, power_of_ten};
use crate::drawing::numbers::grouped;
use crate::measuring::speed::model::Sharing;
use plotters::prelude::*;
use std::ops::Range;
use std::path::Path;

/// Width and height of the plot of move costs over commits, pixels.
const HISTORY: (u32, u32) = (1100, 560);
/// Width and height of the plot of move costs over triangles, characters and threads, pixels.
const SCALING: (u32, u32) = (1500, 520);

/// Number of characters of the crowds, on one thread, in the plot of move costs over commits.
const CHARACTERS: usize = 10_000;

/// Maximum number of commit names on the axis of the plot of move costs over commits.
const MOST_NAMES: usize = 8;

/// Maximum number of threads for which the plot estimates the speed-up.
const MOST_THREADS: usize = 16;

/// If the highest point of a chart is below this limit, the labels of the vertical axis have one decimal.
const FEW: f64 = 10.0;

/// Ratio of the vertical axis' length to the highest point of a chart.
const HEAD_ROOM: f64 = 1.25;

/// A labelled line of a chart.
struct Line {
    label: String,
    points: Vec<(f64, f64)>,
    /// True for measured points, which are drawn with markers; false for an estimate, drawn as a line only.
    is_measured: bool,
}

/// Title, axes and labels of a chart.
struct Axes<'a> {
    title: &'a str,
    across: Range<f64>,
    names: usize,
    name: &'a dyn Fn(f64) -> String,
    below: &'a str,
    beside: &'a str,
}

/// Draws the cost of a move from record to record.
///
/// # Errors
/// One line: the file cannot be written.
pub fn history(records: &[Record], file: &Path) -> Result<(), String> {
    // One position for all records of a commit. They are sorted by date.
    let mut commits: Vec<String> = records.iter().map(commit).collect();
    commits.dedup();
    let mut lines: Vec<Line> = Vec::new();
    for record in records {
        let place = commits.iter().position(|name| *name == commit(record)).unwrap_or_default();
        for of in record.figures.crowd.iter().filter(|of| of.characters == CHARACTERS && of.threads == 1) {
            let label = format!("{}, {}", of.level, record.origin.cpu);
            let point = (place as f64, of.ns);
            match lines.iter_mut().find(|line| line.label == label) {
                Some(line) => line.points.push(point),
                None => lines.push(Line { label, points: vec![point], is_measured: true }),
            }
        }
    }
    let name = |place: f64| {
        let is_whole = place.fract() == 0.0 && place >= 0.0;
        is_whole.then(|| commits.get(place as usize).cloned()).flatten().unwrap_or_default()
    };
    let axes = Axes {
        title: "A crowd's move from record to record: 10,000 balls, one thread",
        across: -0.5..commits.len() as f64 - 0.5,
        names: commits.len().min(MOST_NAMES),
        name: &name,
        below: "commit",
        beside: "ns of a move",
    };
    chart::save(file, HISTORY, |area| draw(area, &axes, &lines))
}

/// Returns day and hash of the commit of a record, the label on the axis of a plot.
fn commit(record: &Record) -> String {
    format!("{} {}", record.origin.day(), record.origin.commit)
}

/// Draws how the cost of a move grows with triangles, characters and threads.
///
/// # Errors
/// One line: the file cannot be written.
pub fn scaling(record: &Record, file: &Path) -> Result<(), String> {
    let figures = &record.figures;
    let triangles = [
        grown("spread over all of it", &figures.over_triangles, |of| of.triangles),
        grown("on the same ground", &figures.in_the_middle, |of| of.triangles),
    ];
    let by_triangles = Axes {
        title: "10,000 characters, one thread",
        across: 3.8..7.2,
        names: 4,
        name: &power_of_ten,
        below: "triangles of one size",
        beside: "ns of a move",
    };
    let on = |level: &str| {
        let of = figures.over_characters.iter().filter(|of| of.level == level).cloned().collect::<Vec<_>>();
        grown(level, &of, |of| of.characters)
    };
    let characters = ["hills", "dungeon"].map(on);
    let by_characters = Axes {
        title: "One level, one thread",
        across: 1.8..6.2,
        names: 5,
        name: &power_of_ten,
        below: "characters",
        beside: "ns of a move",
    };
    let threads: Vec<Line> = figures.crowd.chunks(2).flat_map(shared).collect();
    let by_threads = Axes {
        title: "Two threads, and more by Amdahl's law",
        across: 0.0..MOST_THREADS as f64 + 1.0,
        names: MOST_THREADS,
        name: &|threads| format!("{threads:.0}"),
        below: "threads",
        beside: "times as fast as one",
    };
    chart::save(file, SCALING, |area| {
        let panels = area.split_evenly((1, 3));
        draw(&panels[0], &by_triangles, &triangles)?;
        draw(&panels[1], &by_characters, &characters)?;
        draw(&panels[2], &by_threads, &threads)
    })
}

/// Returns a line of the costs of moves, nanoseconds, over the decimal logarithm of `size`.
fn grown(label: &str, moves: &[Move], size: impl Fn(&Move) -> usize) -> Line {
    let points = moves.iter().map(|of| ((size(of) as f64).log10(), of.ns)).collect();
    Line { label: label.to_owned(), points, is_measured: true }
}

/// Returns two lines: the measured speed-up of two threads over one, and Amdahl's estimate for more threads.
fn shared(pair: &[Move]) -> Vec<Line> {
    let [one, two] = pair else { return Vec::new() };
    let times = one.ns / two.ns;
    let law = Sharing::fitted(times);
    let label = format!("{}, {} characters", one.level, grouped(one.characters as u64));
    let estimated = (1..=MOST_THREADS).map(|threads| (threads as f64, law.speed_up(threads))).collect();
    vec![
        Line { label, points: vec![(1.0, 1.0), (2.0, times)], is_measured: true },
        Line { label: String::new(), points: estimated, is_measured: false },
    ]
}

fn draw(area: &Area, axes: &Axes, lines: &[Line]) -> Result<(), Trouble> {
    let highest = lines.iter().flat_map(|line| &line.points).map(|point| point.1).fold(1.0, f64::max);
    let decimals = usize::from(highest < FEW);
    let mut chart = ChartBuilder::on(area)
        .caption(axes.title, ("sans-serif", 20))
        .margin(16)
        .x_label_area_size(52)
        .y_label_area_size(68)
        .build_cartesian_2d(axes.across.clone(), 0.0..highest * HEAD_ROOM)?;
    chart
        .configure_mesh()
        .x_labels(axes.names)
        .light_line_style(TRANSPARENT)
        .bold_line_style(GRID)
        .x_label_formatter(&|at| (axes.name)(*at))
        .y_label_formatter(&|height| format!("{height:.decimals$}"))
        .x_desc(axes.below)
        .y_desc(axes.beside)
        .label_style(("sans-serif", 14))
        .axis_desc_style(("sans-serif", 16))
        .draw()?;
    let mut colours = COLOURS.into_iter().cycle();
    let mut colour = BLACK;
    for line in lines {
        if !line.is_measured {
            chart.draw_series(DashedLineSeries::new(line.points.iter().copied(), 5, 4, colour.stroke_width(1)))?;
            continue;
        }
        colour = colours.next().unwrap_or(BLACK);
        let style = colour.stroke_width(2);
        chart
            .draw_series(LineSeries::new(line.points.iter().copied(), style))?
            .label(line.label.as_str())
            .legend(move |(x, y)| key(x, y, style));
        chart.draw_series(line.points.iter().map(|&point| Circle::new(point, 4, style.filled())))?;
    }
    chart
        .configure_series_labels()
        .position(SeriesLabelPosition::LowerRight)
        .margin(14)
        .background_style(WHITE.mix(0.9))
        .border_style(BORDER)
        .label_font(("sans-serif", 14))
        .draw()?;
    Ok(())
}
