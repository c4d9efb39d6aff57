//! The strip under the picture: scale bar, heights, signs of lines and dots, counts.
//!
//! In: the scale, the range of heights shown, and how much of everything there is. Out: text and bars on the canvas.
//! Items stand in a row, and an item without room is not drawn, so a small picture keeps the scale bar.

use super::canvas::Canvas;
use super::font;
use super::palette;
use glam::Vec2;

/// Height of the legend at the bottom of the picture, pixels.
pub(super) const HEIGHT: usize = 44;

/// Minimum width of a picture, pixels, at which the legend's scale bar and colour bar fit.
pub(super) const LEAST_WIDTH: usize = 560;

/// Horizontal distance between items of the legend, and from the picture's left edge to the first item, pixels.
const GAP: usize = 28;

/// Length of the legend's bar that shows the colours of floor heights, pixels.
const RAMP: usize = 140;

/// Length of the legend's sample line that stands for a path, pixels.
const LINE: usize = 36;

/// Radius of the legend's sample dot that stands for a character, pixels.
const DOT: usize = 4;

/// Half the side of the legend's sample square that stands for a machine, pixels.
const MACHINE: usize = 6;

/// Sample symbol in front of the text of a legend item.
#[derive(Clone, Copy)]
enum Sample {
    None,
    /// Line that stands for a path, in three of the colours of paths.
    Line,
    /// Dot that stands for a character.
    Dot,
    /// Square that stands for a machine.
    Machine,
}

impl Sample {
    /// Width of the sample symbol and the space after it, pixels.
    fn width(self) -> usize {
        match self {
            Self::None => 0,
            Self::Line => LINE + 8,
            Self::Dot => 2 * DOT + 8,
            Self::Machine => 2 * MACHINE + 8,
        }
    }

    fn draw(self, canvas: &mut Canvas, left: usize, middle: usize) {
        let at = |x: usize| Vec2::new((left + x) as f32, middle as f32);
        match self {
            Self::None => {}
            Self::Line => {
                for part in 0..3 {
                    let ends = [at(part * LINE / 3), at((part + 1) * LINE / 3)];
                    canvas.line(ends, 2.0, palette::path(part), 1.0);
                }
            }
            Self::Dot => canvas.disc(at(DOT), DOT as f32, palette::INK, 1.0),
            Self::Machine => {
                let side = 2 * MACHINE;
                canvas.fill(left, middle - MACHINE, side, side, palette::MACHINE_WALL);
                canvas.fill(left + 1, middle - MACHINE + 1, side - 2, side - 2, palette::MACHINE);
            }
        }
    }
}

/// Draws the strip below `top`, for `scale` pixels per metre and floors between `heights` (metres, lowest and highest).
/// `counts`: triangles, characters, paths drawn, paths in all. `moves`: true if there are machines.
pub(super) fn draw(
    canvas: &mut Canvas,
    top: usize,
    scale: f64,
    heights: Option<(f32, f32)>,
    counts: [usize; 4],
    moves: bool,
) {
    let size = if canvas.width < LEAST_WIDTH { 1 } else { 2 };
    let text_top = top + (HEIGHT - 7 * size) / 2;
    let middle = top + HEIGHT / 2;
    let right_end = canvas.width.saturating_sub(GAP / 2);

    let metres = bar_length(scale, canvas.width as f64 * 0.12);
    let pixels = (metres * scale).round().max(1.0) as usize;
    let mut x = GAP / 2;
    canvas.fill(x, middle - 1, pixels, 2, palette::INK);
    canvas.fill(x, middle - 6, 2, 12, palette::INK);
    canvas.fill(x + pixels.saturating_sub(2), middle - 6, 2, 12, palette::INK);
    x = canvas.text(&format!("{metres} m"), x + pixels + 8, text_top, size, palette::INK) + GAP;

    if let Some((low, high)) = heights {
        let (low, high) = (format!("height {}", tenths(low)), format!("{} m", tenths(high)));
        let width = font::text_width(&low, size) + font::text_width(&high, size) + RAMP + 16;
        if x + width <= right_end {
            x = canvas.text(&low, x, text_top, size, palette::INK) + 8 - size;
            for i in 0..RAMP {
                canvas.fill(x + i, middle - 7, 1, 14, palette::floor(i as f32 / (RAMP - 1) as f32));
            }
            x = canvas.text(&high, x + RAMP + 8, text_top, size, palette::INK) + GAP;
        }
    }

    let [triangles, characters, drawn, paths] = counts;
    let shown = if drawn < paths { format!("{drawn} of {} paths", thousands(paths)) } else { format!("{paths} paths") };
    // Left-out paths matter more than the size of the level, so the number of triangles comes last.
    let machines = moves.then(|| (Sample::Machine, "machines at the end".to_owned()));
    let items = [
        (Sample::Line, shown),
        (Sample::Dot, format!("{} characters at the end", thousands(characters))),
        (Sample::None, format!("{} triangles", thousands(triangles))),
    ];
    for (sample, item) in machines.into_iter().chain(items) {
        if x + sample.width() + font::text_width(&item, size) <= right_end {
            sample.draw(canvas, x, middle);
            x = canvas.text(&item, x + sample.width(), text_top, size, palette::INK) + GAP;
        }
    }
}

/// Longest length of 1, 2 or 5 times a power of ten, metres, whose bar at `scale` pixels per metre takes at most `room` pixels.
fn bar_length(scale: f64, room: f64) -> f64 {
    let metres = room / scale;
    let decade = 10_f64.powi(metres.log10().floor().clamp(-6.0, 12.0) as i32);
    [5.0, 2.0, 1.0].into_iter().map(|step| step * decade).find(|&length| length <= metres).unwrap_or(decade)
}

/// Formats a height as text with one decimal, without a minus sign before zero.
fn tenths(metres: f32) -> String {
    let text = format!("{metres:.1}");
    if text == "-0.0" { "0.0".to_owned() } else { text }
}

/// Formats a number as text with a comma before every three digits.
fn thousands(number: usize) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}
