//! A small RGB canvas with smooth lines, discs and text.
//!
//! In: shapes in pixels, x to the right, y down, pixel centres at half numbers. Out: 8-bit sRGB pixels.
//!
//! A shape covers a pixel by the distance of the pixel's centre from the shape's outline, clamped over one pixel: that
//! is smooth without supersampling. A whole polyline is first written to a mask (greatest coverage wins) and blended
//! once; blending piece by piece would darken a half-transparent line at each of its joints.

use glam::Vec2;

use super::font;

/// 8-bit sRGB colour of a pixel: red, green, blue.
pub(super) type Colour = [u8; 3];

/// Canvas on which a picture is drawn: pixels in rows from the top, and the scratch mask of the line in progress.
pub(super) struct Canvas {
    pub(super) width: usize,
    pub(super) height: usize,
    pub(super) pixels: Vec<Colour>,
    mask: Vec<u8>,
    touched: Vec<usize>,
}

impl Canvas {
    pub(super) fn new(width: usize, height: usize, colour: Colour) -> Self {
        let count = width * height;
        Self { width, height, pixels: vec![colour; count], mask: vec![0; count], touched: Vec::new() }
    }

    /// Blends `colour` over a polyline through `points`, `width` pixels wide; a point that is not finite starts a new line.
    pub(super) fn line(&mut self, points: impl IntoIterator<Item = Vec2>, width: f32, colour: Colour, alpha: f32) {
        let mut last: Option<Vec2> = None;
        for point in points {
            if !point.is_finite() {
                last = None;
                continue;
            }
            // Points closer than half a pixel add work and no picture.
            match last {
                Some(from) if from.distance_squared(point) < 0.25 => {}
                Some(from) => {
                    self.cover(from, point, width * 0.5);
                    last = Some(point);
                }
                None => last = Some(point),
            }
        }
        for index in self.touched.drain(..) {
            let covered = f32::from(std::mem::take(&mut self.mask[index])) / 255.0;
            self.pixels[index] = mix(self.pixels[index], colour, covered * alpha);
        }
    }

    /// Blends `colour` over a disc, as far as it lies on the canvas; centre and radius in pixels.
    pub(super) fn disc(&mut self, center: Vec2, radius: f32, colour: Colour, alpha: f32) {
        if let Some((columns, rows)) = self.pixels_near(center, center, radius) {
            for y in rows {
                for x in columns.clone() {
                    let covered = coverage(pixel_center(x, y).distance(center), radius);
                    let pixel = &mut self.pixels[y * self.width + x];
                    *pixel = mix(*pixel, colour, covered * alpha);
                }
            }
        }
    }

    /// Fills the pixels of a rectangle with `colour`, as far as it lies on the canvas; lengths in pixels.
    pub(super) fn fill(&mut self, left: usize, top: usize, width: usize, height: usize, colour: Colour) {
        for y in top..(top + height).min(self.height) {
            for x in left..(left + width).min(self.width) {
                self.pixels[y * self.width + x] = colour;
            }
        }
    }

    /// Writes `text` with its top left corner at pixel `(left, top)`, font dots `size` pixels wide; returns the x of its right end.
    pub(super) fn text(&mut self, text: &str, left: usize, top: usize, size: usize, colour: Colour) -> usize {
        let mut x = left;
        for character in text.chars() {
            for (row, bits) in font::glyph(character).iter().enumerate() {
                for column in (0..font::WIDTH).filter(|column| bits >> (font::WIDTH - 1 - column) & 1 == 1) {
                    self.fill(x + column * size, top + row * size, size, size, colour);
                }
            }
            x += font::ADVANCE * size;
        }
        x
    }

    /// Adds a stroke from `a` to `b` with half width `radius` (pixels) to the scratch mask of the line in progress.
    fn cover(&mut self, a: Vec2, b: Vec2, radius: f32) {
        let Some((columns, rows)) = self.pixels_near(a, b, radius) else { return };
        let along = b - a;
        let scale = 1.0 / along.length_squared().max(f32::MIN_POSITIVE);
        let reach = radius + 1.0;
        for y in rows {
            // For a long line, only the part near this row: the columns between its crossings of the row's margins.
            let columns = columns_near_row(a, along, y, reach, &columns);
            for x in columns {
                let p = pixel_center(x, y);
                let nearest = a + along * ((p - a).dot(along) * scale).clamp(0.0, 1.0);
                let covered = (coverage(p.distance(nearest), radius) * 255.0) as u8;
                let index = y * self.width + x;
                if covered > self.mask[index] {
                    if self.mask[index] == 0 {
                        self.touched.push(index);
                    }
                    self.mask[index] = covered;
                }
            }
        }
    }

    /// Columns and rows of pixels in the box around `a` and `b` grown by `radius` and a pixel; `None` if it misses the canvas.
    fn pixels_near(&self, a: Vec2, b: Vec2, radius: f32) -> Option<(std::ops::Range<usize>, std::ops::Range<usize>)> {
        let grow = Vec2::splat(radius + 1.0);
        let (min, max) = (a.min(b) - grow, a.max(b) + grow);
        let size = Vec2::new(self.width as f32, self.height as f32);
        if !(min.cmplt(size).all() && max.cmpgt(Vec2::ZERO).all()) {
            return None;
        }
        let (min, max) = (min.max(Vec2::ZERO), max.min(size).ceil());
        Some((min.x as usize..max.x as usize, min.y as usize..max.y as usize))
    }
}

/// Range within `columns` in which the line from `a` to `a + along` is within `reach` of pixel row `row`, with a margin; pixels.
fn columns_near_row(
    a: Vec2,
    along: Vec2,
    row: usize,
    reach: f32,
    columns: &std::ops::Range<usize>,
) -> std::ops::Range<usize> {
    if along.y.abs() < 1.0 {
        return columns.clone();
    }
    let at = |y: f32| a.x + along.x * ((y - a.y) / along.y).clamp(0.0, 1.0);
    let (p, q) = (at(row as f32 - reach), at(row as f32 + 1.0 + reach));
    let (low, high) = (p.min(q) - reach, p.max(q) + reach);
    let start = columns.start.max(low.max(0.0) as usize);
    start..columns.end.min(high.max(0.0).ceil() as usize).max(start)
}

fn pixel_center(x: usize, y: usize) -> Vec2 {
    Vec2::new(x as f32 + 0.5, y as f32 + 0.5)
}

/// Part (0 to 1) of a pixel covered by a stroke of half width `radius` with its centre line `distance` away, pixels.
fn coverage(distance: f32, radius: f32) -> f32 {
    (radius + 0.5 - distance).clamp(0.0, 1.0)
}

/// Blends colour `over` onto colour `under` with weight `share`, 0 to 1.
pub(super) fn mix(under: Colour, over: Colour, share: f32) -> Colour {
    std::array::from_fn(|i| {
        let (a, b) = (f32::from(under[i]), f32::from(over[i]));
        (a + (b - a) * share).round() as u8
    })
}
