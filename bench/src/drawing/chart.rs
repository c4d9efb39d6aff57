//! Shared parts of charts: colours, the key of a line, powers of ten, writing a file.
//!
//! In: a function that draws. Out: an SVG file. Text stays text in the file, so no font is needed to draw it.

use plotters::coord::Shift;
use plotters::prelude::*;
use std::path::Path;

/// Drawing area of a chart, which is written into an SVG file.
pub type Area<'a> = DrawingArea<SVGBackend<'a>, Shift>;

/// Error of the drawing library while a chart is drawn.
pub type Trouble = Box<dyn std::error::Error>;

/// Colours of a chart's curves that colour-blind readers can tell apart, by Okabe and Ito (2008), with grey for their yellow.
pub const COLOURS: [RGBColor; 7] = [
    RGBColor(230, 159, 0),
    RGBColor(86, 180, 233),
    RGBColor(0, 158, 115),
    RGBColor(204, 121, 167),
    RGBColor(0, 114, 178),
    RGBColor(150, 150, 150),
    RGBColor(213, 94, 0),
];

/// Colour of a chart's grid lines.
pub const GRID: RGBColor = RGBColor(225, 225, 225);

/// Colour of the border around a chart's legend.
pub const BORDER: RGBColor = RGBColor(180, 180, 180);

/// Draws a chart of `size` pixels and writes it to `file`.
///
/// # Errors
/// One line that names the cause.
pub fn save(file: &Path, size: (u32, u32), draw: impl Fn(&Area) -> Result<(), Trouble>) -> Result<(), String> {
    let mut svg = String::new();
    {
        let area = SVGBackend::with_string(&mut svg, size).into_drawing_area();
        let drawn = area.fill(&WHITE).map_err(Trouble::from).and_then(|()| draw(&area));
        drawn
            .and_then(|()| area.present().map_err(Trouble::from))
            .map_err(|error| format!("cannot draw the plot: {error}"))?;
    }
    std::fs::write(file, svg).map_err(|error| format!("cannot write the plot {}: {error}", file.display()))
}

/// Draws the short line that represents a curve in a chart's legend, at pixel `(x, y)`.
#[must_use]
pub fn key(x: i32, y: i32, style: ShapeStyle) -> PathElement<(i32, i32)> {
    PathElement::new(vec![(x, y), (x + 20, y)], style)
}

/// Formats ten to the power `power`, a whole number, as a label of a logarithmic axis.
#[must_use]
pub fn power_of_ten(power: f64) -> String {
    const RAISED: [char; 10] = ['⁰', '¹', '²', '³', '⁴', '⁵', '⁶', '⁷', '⁸', '⁹'];
    let written = format!("{power:.0}");
    let raise = |c: char| c.to_digit(10).map_or('⁻', |digit| RAISED[digit as usize]);
    format!("10{}", written.chars().map(raise).collect::<String>())
}
