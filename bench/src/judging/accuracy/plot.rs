//! The distribution of gap errors as a picture.
//!
//! In: an [`Accuracy`]. Out: an SVG with a curve for each method: the share of all hits (upwards) that was stopped with
//! at most a given gap error (to the right, powers of ten). A curve that rises on the left is exact; a curve that ends
//! below 100 % has missed hits.

use super::judge::TOLERANCE;
use super::measure::Accuracy;
use super::methods::Method;
use super::tally::Tally;
use crate::drawing::chart::{self, Area, BORDER, COLOURS, GRID, Trouble, key, power_of_ten};
use crate::drawing::numbers::grouped;
use plotters::prelude::*;
use std::ops::Range;
use std::path::Path;

/// Width and height of the picture of gap errors, pixels.
const SIZE: (u32, u32) = (1100, 680);

/// Powers of ten on the axis of gap errors: from the rounding of `f64` to more than a radius.
const POWERS: Range<f64> = -17.0..1.0;

// One colour for each method.
const _: () = assert!(COLOURS.len() == Method::ALL.len());

/// Draws the error curves of all methods and writes the picture to `file`.
///
/// # Errors
/// One line that names the cause.
pub fn save(accuracy: &Accuracy, file: &Path) -> Result<(), String> {
    chart::save(file, SIZE, |area| draw(accuracy, area))
}

fn draw(accuracy: &Accuracy, area: &Area) -> Result<(), Trouble> {
    let totals = accuracy.totals();
    let title = format!("How closely {} hits were stopped: classics in f64, sweep8 in f32", grouped(totals[0].hits));
    let mut chart = ChartBuilder::on(area)
        .caption(title, ("sans-serif", 22))
        .margin(16)
        .x_label_area_size(52)
        .y_label_area_size(64)
        .build_cartesian_2d(POWERS, 0.0..100.0_f64)?;
    chart
        .configure_mesh()
        .x_labels(19)
        .y_labels(11)
        .light_line_style(TRANSPARENT)
        .bold_line_style(GRID)
        .x_label_formatter(&|power| power_of_ten(*power))
        .y_label_formatter(&|share| format!("{share:.0} %"))
        .x_desc("gap error, radii (at most)")
        .y_desc("share of all hits")
        .label_style(("sans-serif", 14))
        .axis_desc_style(("sans-serif", 16))
        .draw()?;

    let allowed = TOLERANCE.log10();
    let dash = DashedLineSeries::new([(allowed, 0.0), (allowed, 100.0)], 5, 4, BLACK.stroke_width(1));
    chart.draw_series(dash)?.label("least tolerance").legend(|(x, y)| key(x, y, BLACK.stroke_width(1)));
    for ((method, colour), tally) in Method::ALL.into_iter().zip(COLOURS).zip(&totals) {
        let style = colour.stroke_width(width(method));
        chart
            .draw_series(LineSeries::new(curve(tally), style))?
            .label(format!("{}: {:.2} % missed", method.name(), share(tally.missed, tally)))
            .legend(move |(x, y)| key(x, y, style));
    }
    chart
        .configure_series_labels()
        .position(SeriesLabelPosition::UpperLeft)
        .margin(14)
        .background_style(WHITE.mix(0.9))
        .border_style(BORDER)
        .label_font(("sans-serif", 15))
        .draw()?;
    Ok(())
}

/// Returns the width of a method's curve, pixels. If two methods agree, the narrow curve runs within the wide one.
fn width(method: Method) -> u32 {
    match method {
        Method::Sweep8 => 4,
        Method::NettleScaled => 6,
        _ => 2,
    }
}

/// Converts a count of stops to per cent of all sweeps with a contact.
fn share(count: u64, tally: &Tally) -> f64 {
    100.0 * count as f64 / tally.hits.max(1) as f64
}

/// Returns the visible points (power of ten, per cent) of a method's curve; the first includes all smaller errors.
fn curve(tally: &Tally) -> impl Iterator<Item = (f64, f64)> + '_ {
    let inside = tally.gap_errors.rising().filter(|(power, _)| POWERS.contains(power));
    inside.map(|(power, count)| (power, share(count, tally)))
}
