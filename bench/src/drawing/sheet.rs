//! A sheet to draw on: lengths in metres, y up, the origin anywhere.
//!
//! In: shapes. Out: SVG. This file knows nothing about the figures' subjects.

use plotters::coord::Shift;
use plotters::prelude::*;
use std::cell::Cell;

/// Error while a figure is drawn: of the drawing library, or a computed case that does not match the caption.
pub(crate) type Trouble = Box<dyn std::error::Error>;

/// Fill colour of obstacles in a figure.
pub(crate) const SOLID: RGBColor = RGBColor(205, 205, 205);
/// Colour of surface outlines and of text in a figure.
pub(crate) const INK: RGBColor = RGBColor(40, 40, 40);
/// Colour in a figure of a shape at the start of its motion.
pub(crate) const START: RGBColor = RGBColor(150, 150, 150);
/// Colour in a figure of a correct answer.
pub(crate) const RIGHT: RGBColor = RGBColor(0, 114, 178);
/// Colour in a figure of a wrong answer.
pub(crate) const WRONG: RGBColor = RGBColor(213, 94, 0);

/// Factor by which figures are drawn larger, because the library rounds to whole pixels and would draw uneven circles.
const FINE: i32 = 8;

/// Width of a figure's lines, pixels of the enlarged drawing.
const LINE: u32 = 3 * FINE as u32;

/// Height of a figure's text, pixels of the final figure.
const TEXT: i32 = 26;

/// Position in the plane that a figure shows, right and up, metres.
pub(crate) type Point = (f64, f64);

/// Drawing surface of one figure, which converts metres to pixels.
pub(crate) struct Sheet<'a> {
    area: DrawingArea<SVGBackend<'a>, Shift>,
    /// Pixels from the upper left corner right and down to the figure's origin, and its scale, pixels per metre.
    view: Cell<(f64, f64, f64)>,
}

impl<'a> Sheet<'a> {
    pub(crate) fn new(svg: &'a mut String, size: (u32, u32)) -> Result<Self, Trouble> {
        let area = SVGBackend::with_string(svg, (size.0 * FINE as u32, size.1 * FINE as u32)).into_drawing_area();
        area.fill(&WHITE)?;
        Ok(Self { area, view: Cell::new((0.0, 0.0, 100.0)) })
    }

    /// Sets the figure's view: its origin is `right` and `down` pixels from the upper left corner; `scale` is in pixels
    /// per metre.
    pub(crate) fn look(&self, right: f64, down: f64, scale: f64) {
        self.view.set((right, down, scale));
    }

    fn pixel(&self, (x, y): Point) -> (i32, i32) {
        let (right, down, scale) = self.view.get();
        let fine = |pixel: f64| (pixel * f64::from(FINE)).round() as i32;
        (fine(right + x * scale), fine(down - y * scale))
    }

    /// Draws a polyline through the points `path` of the figure, metres.
    pub(crate) fn path(&self, path: impl IntoIterator<Item = Point>, color: RGBColor) -> Result<(), Trouble> {
        let path: Vec<_> = path.into_iter().map(|point| self.pixel(point)).collect();
        self.area.draw(&PathElement::new(path, color.stroke_width(LINE)))?;
        Ok(())
    }

    /// Draws a filled polygon with these corners, metres.
    pub(crate) fn solid(&self, corners: &[Point]) -> Result<(), Trouble> {
        let corners: Vec<_> = corners.iter().map(|&corner| self.pixel(corner)).collect();
        self.area.draw(&Polygon::new(corners, SOLID.filled()))?;
        Ok(())
    }

    pub(crate) fn line(&self, from: Point, to: Point, color: RGBColor) -> Result<(), Trouble> {
        self.path([from, to], color)
    }

    pub(crate) fn dashed(&self, from: Point, to: Point, color: RGBColor) -> Result<(), Trouble> {
        /// Length of a dash and of a gap between dashes in a figure's dashed line, pixels; the drawing scales both to metres.
        const DASH: f64 = 9.0;
        let (dx, dy) = (to.0 - from.0, to.1 - from.1);
        let length = dx.hypot(dy);
        let step = DASH / self.view.get().2 / length;
        let at = |part: f64| (from.0 + dx * part.min(1.0), from.1 + dy * part.min(1.0));
        let mut part = 0.0;
        while part < 1.0 {
            self.path([at(part), at(part + step)], color)?;
            part += 2.0 * step;
        }
        Ok(())
    }

    pub(crate) fn arrow(&self, from: Point, to: Point, color: RGBColor) -> Result<(), Trouble> {
        /// Length and half the width of the head of a figure's arrow, pixels.
        const HEAD: (f64, f64) = (20.0, 8.0);
        let scale = self.view.get().2;
        let (dx, dy) = (to.0 - from.0, to.1 - from.1);
        let length = dx.hypot(dy);
        let (along, across) = ((dx / length, dy / length), (-dy / length, dx / length));
        let (back, aside) = (HEAD.0 / scale, HEAD.1 / scale);
        let foot = (to.0 - along.0 * back, to.1 - along.1 * back);
        let side = |sign: f64| (foot.0 + sign * across.0 * aside, foot.1 + sign * across.1 * aside);
        self.path([from, foot], color)?;
        let head: Vec<_> = [to, side(1.0), side(-1.0)].into_iter().map(|point| self.pixel(point)).collect();
        self.area.draw(&Polygon::new(head, color.filled()))?;
        Ok(())
    }

    /// Draws the outline of an axis-aligned ellipse; centre and radii in metres.
    pub(crate) fn ellipse(&self, center: Point, radii: Point, color: RGBColor) -> Result<(), Trouble> {
        const CORNERS: u32 = 180;
        let at = |corner: u32| {
            let (sine, cosine) = (f64::from(corner) * std::f64::consts::TAU / f64::from(CORNERS)).sin_cos();
            (center.0 + radii.0 * cosine, center.1 + radii.1 * sine)
        };
        self.path((0..=CORNERS).map(at), color)
    }

    pub(crate) fn dot(&self, at: Point, color: RGBColor) -> Result<(), Trouble> {
        self.area.draw(&Circle::new(self.pixel(at), 7 * FINE, color.filled()))?;
        Ok(())
    }

    /// Draws text into the figure that begins at the point `at`, metres.
    pub(crate) fn text(&self, at: Point, words: &str, color: RGBColor) -> Result<(), Trouble> {
        self.area.draw(&Text::new(words.to_owned(), self.pixel(at), words_in(color)))?;
        Ok(())
    }

    /// Draws a line of text at the top of the figure; `line` counts downward from 0.
    pub(crate) fn note(&self, line: i32, words: &str, color: RGBColor) -> Result<(), Trouble> {
        let at = (24 * FINE, (20 + line * (TEXT + 8)) * FINE);
        self.area.draw(&Text::new(words.to_owned(), at, words_in(color)))?;
        Ok(())
    }

    pub(crate) fn finish(self) -> Result<(), Trouble> {
        self.area.present()?;
        Ok(())
    }
}

fn words_in(color: RGBColor) -> TextStyle<'static> {
    ("sans-serif", TEXT * FINE).into_font().color(&color)
}

/// Scales the SVG text of an enlarged drawing down to the requested size of the figure, pixels.
pub(crate) fn shown(svg: &str, (width, height): (u32, u32)) -> String {
    let drawn = format!("width=\"{}\" height=\"{}\"", width * FINE as u32, height * FINE as u32);
    svg.replacen(&drawn, &format!("width=\"{width}\" height=\"{height}\""), 1)
}
