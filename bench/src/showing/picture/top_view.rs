//! A picture of a level from above with the paths of the characters, for people to look at.
//!
//! In: the level, the paths and the last positions (metres, y up). Out: a PNG, x to the right and z down, with a scale
//! bar and a legend in a strip below.
//!
//! How: `ceiling` selects the visible storey from the paths, `relief` draws floors and walls at two samples a pixel,
//! `palette` colours them by height, `canvas` puts the paths on top (some of them, from all over the level, so that the
//! picture stays readable; the legend says how many) and then a dot for every character.

use std::path::{Path, PathBuf};

use glam::{DVec2, Vec2, Vec3};

use super::canvas::{Canvas, Colour, mix};
use super::ceiling::Ceiling;
use super::legend;
use super::palette;
use super::pixel_image::PixelImage;
use super::relief::{self, Relief, SampleGrid};

/// Maximum number of character paths drawn in a picture; more would cover the level and each other.
pub const MOST_PATHS: usize = 300;

/// Minimum number of character paths drawn in a picture, if so many exist, however long the paths are.
const FEWEST_PATHS: usize = 24;

/// Width of the line of a character's path, pixels.
const PATH_WIDTH: f32 = 1.6;

/// Maximum fraction of the floor's pixels that all drawn paths may take together, so that single paths can be followed.
const PATH_SHARE: f64 = 0.25;

/// A floor up to this many metres above the ceiling still counts for the range of colours: an unclimbed hill does, a
/// cliff outside the windows does not.
const NEAR_STOREY: f32 = 4.0;

/// Number of samples per pixel of the picture along each axis.
const SAMPLES: usize = 2;

/// Width of the empty margin around the level in the picture, pixels.
const MARGIN: usize = 16;

/// Error: a picture was not written.
#[derive(Debug, thiserror::Error)]
pub enum PictureError {
    /// Error: the file of the picture could not be written.
    #[error("cannot write the picture {}: {source}", path.display())]
    Write {
        /// Path of the picture file that could not be written.
        path: PathBuf,
        /// Error of the PNG encoder or of the file system.
        source: png::EncodingError,
    },
}

/// Picture under construction: the level, and the paths and end points added so far. [`Picture::render`] draws the picture.
#[derive(Clone, Debug)]
pub struct Picture<'a> {
    positions: &'a [Vec3],
    triangles: &'a [[u32; 3]],
    /// Index of the first triangle that belongs to a machine; all triangles after it do, too.
    moving_from: usize,
    long_side: usize,
    paths: Vec<Vec<Vec3>>,
    ends: Vec<Vec3>,
}

/// Results of drawing the level into a picture: range of floor heights, and area of the floors.
struct Drawn {
    /// Heights of the lowest and highest visible floor, metres, the range of the floor colours; `None` without a floor.
    heights: Option<(f32, f32)>,
    /// Number of pixels of the picture that show a floor.
    floor_pixels: usize,
}

/// Sizes in pixels and scale of a picture, computed from the extent of the level.
#[derive(Clone, Copy)]
struct Layout {
    width: usize,
    height: usize,
    /// Height of the map of the level above the legend, pixels.
    map_height: usize,
    /// World-space x and z of the map's upper left corner, metres.
    origin: DVec2,
    /// Number of pixels per metre of the level.
    scale: f64,
}

impl<'a> Picture<'a> {
    /// Creates a picture of the level (positions in metres, y up; indices into them) whose longer side has `width_px` pixels,
    /// kept within 256 and 4096.
    ///
    /// Any input is accepted: triangles without finite positions are not drawn.
    #[must_use]
    pub fn new(positions: &'a [Vec3], triangles: &'a [[u32; 3]], width_px: u32) -> Self {
        let long_side = width_px.clamp(256, 4096) as usize;
        Self { positions, triangles, moving_from: triangles.len(), long_side, paths: Vec::new(), ends: Vec::new() }
    }

    /// Declares that the triangles from index `first` on belong to machines, to be drawn in their own colour.
    #[must_use]
    pub fn moving_from(self, first: usize) -> Self {
        Self { moving_from: first, ..self }
    }

    /// Adds the path of one character: its centres (metres) in the order of time.
    ///
    /// A point that is not finite breaks the line: put one where a character was teleported. All paths select the
    /// visible storey; at most [`MOST_PATHS`] are drawn, and fewer when they are so long that they would cover the
    /// floor.
    pub fn path(&mut self, points: impl IntoIterator<Item = Vec3>) {
        self.paths.push(points.into_iter().collect());
    }

    /// Adds the last position of a character, world space, metres, to be drawn as a dot.
    pub fn end(&mut self, position: Vec3) {
        self.ends.push(position);
    }

    /// Returns width and height of the picture, pixels.
    #[must_use]
    pub fn dimensions(&self) -> (u32, u32) {
        let layout = self.layout();
        (layout.width as u32, layout.height as u32)
    }

    /// Draws the picture into an image.
    #[must_use]
    pub fn render(&self) -> PixelImage {
        let layout = self.layout();
        let mut canvas = Canvas::new(layout.width, layout.height, palette::PAPER);
        let level = self.draw_level(&layout, &mut canvas);
        let drawn = self.paths_to_draw(&layout, level.floor_pixels);
        self.draw_characters(&layout, &mut canvas, drawn);
        let counts = [self.triangles.len(), self.ends.len(), drawn, self.paths.len()];
        let moves = self.moving_from < self.triangles.len();
        legend::draw(&mut canvas, layout.map_height, layout.scale, level.heights, counts, moves);
        PixelImage::new(layout.width as u32, layout.height as u32, canvas.pixels)
    }

    /// Draws the picture and writes it as a PNG.
    ///
    /// # Errors
    /// [`PictureError::Write`] when the file cannot be written.
    pub fn save(&self, path: impl AsRef<Path>) -> Result<(), PictureError> {
        let path = path.as_ref();
        self.render().save(path).map_err(|source| PictureError::Write { path: path.to_owned(), source })
    }

    /// Draws floors and walls of the level on the canvas; returns the drawn height range and the number of floor pixels.
    fn draw_level(&self, layout: &Layout, canvas: &mut Canvas) -> Drawn {
        let size = DVec2::new(layout.width as f64, layout.map_height as f64);
        let points = self.paths.iter().flatten().chain(&self.ends).copied();
        let ceiling = Ceiling::new(layout.origin, size / layout.scale, points);
        let grid = SampleGrid {
            width: layout.width * SAMPLES,
            height: layout.map_height * SAMPLES,
            origin: layout.origin,
            scale: layout.scale * SAMPLES as f64,
        };
        let relief = Relief::new(self.positions, self.triangles, self.moving_from, &grid, &ceiling);
        let heights = height_range(&relief, &grid, &ceiling);
        for y in 0..layout.map_height {
            for x in 0..layout.width {
                let mut sum = [0_u32; 3];
                for i in 0..SAMPLES * SAMPLES {
                    let (column, row) = (x * SAMPLES + i % SAMPLES, y * SAMPLES + i / SAMPLES);
                    let colour = sample_colour(&relief, column, row, heights, grid.scale);
                    sum = std::array::from_fn(|k| sum[k] + u32::from(colour[k]));
                }
                canvas.pixels[y * layout.width + x] = sum.map(|s| (s / (SAMPLES * SAMPLES) as u32) as u8);
            }
        }
        let floor_samples = relief.floor.iter().filter(|y| !y.is_nan()).count();
        Drawn { heights, floor_pixels: floor_samples / (SAMPLES * SAMPLES) }
    }

    /// Number of character paths that can be drawn on `floor_pixels` pixels of floor and still be told apart.
    fn paths_to_draw(&self, layout: &Layout, floor_pixels: usize) -> usize {
        let steps = self.paths.iter().flat_map(|path| path.windows(2));
        let metres: f64 = steps
            .map(|pair| f64::from(Vec2::new(pair[1].x - pair[0].x, pair[1].z - pair[0].z).length()))
            .filter(|length| length.is_finite())
            .sum();
        let ink = metres * layout.scale * f64::from(PATH_WIDTH);
        let share = floor_pixels as f64 * PATH_SHARE / ink.max(1.0);
        let readable = (self.paths.len() as f64 * share.min(1.0)) as usize;
        readable.clamp(FEWEST_PATHS, MOST_PATHS).min(self.paths.len())
    }

    /// Draws `drawn` of the paths first and then all character dots, so that no line hides a dot.
    fn draw_characters(&self, layout: &Layout, canvas: &mut Canvas, drawn: usize) {
        for (number, index) in far_apart(&self.paths, drawn).into_iter().enumerate() {
            canvas.line(self.paths[index].iter().map(|&p| layout.pixel(p)), PATH_WIDTH, palette::path(number), 0.7);
        }
        // The more dots, the smaller and plainer, or the rims alone would hide the paths.
        let (radius, rim) = match self.ends.len() {
            0..=600 => (2.6, 0.8),
            601..=6000 => (1.8, 0.7),
            _ => (1.0, 0.0),
        };
        for &end in &self.ends {
            canvas.disc(layout.pixel(end), radius + 1.0, palette::PAPER, rim);
        }
        for &end in &self.ends {
            canvas.disc(layout.pixel(end), radius, palette::INK, 1.0);
        }
    }

    fn layout(&self) -> Layout {
        let (mut min, mut max) = (DVec2::INFINITY, DVec2::NEG_INFINITY);
        for p in self.triangles.iter().filter_map(|t| relief::corners(self.positions, *t)).flatten() {
            (min, max) = (min.min(DVec2::new(p.x, p.z)), max.max(DVec2::new(p.x, p.z)));
        }
        if !min.is_finite() {
            (min, max) = (DVec2::ZERO, DVec2::ZERO);
        }
        // A level without extent is shown as a metre of paper with it in the middle.
        let extent = (max - min).max(DVec2::ONE);
        let around = (2 * MARGIN) as f64;
        let strip = legend::HEIGHT as f64;
        let side = self.long_side as f64;
        let scale = ((side - around) / extent.x).min((side - around - strip) / extent.y);
        // A narrow level still leaves room for the legend.
        let fit = |length: f64| ((length * scale + around).round() as usize).min(self.long_side);
        let width = fit(extent.x).max(self.long_side.min(legend::LEAST_WIDTH));
        let map_height = fit(extent.y).max(4 * MARGIN).min(self.long_side - legend::HEIGHT);
        let pixels = DVec2::new(width as f64, map_height as f64);
        let origin = (min + max) * 0.5 - pixels / (2.0 * scale);
        Layout { width, height: map_height + legend::HEIGHT, map_height, origin, scale }
    }
}

impl Layout {
    /// Converts a world-space position to pixel coordinates of the picture, clamped far outside of it.
    fn pixel(&self, p: Vec3) -> Vec2 {
        if !p.is_finite() {
            return Vec2::NAN;
        }
        let place = (DVec2::new(f64::from(p.x), f64::from(p.z)) - self.origin) * self.scale;
        place.clamp(DVec2::splat(-1e5), DVec2::splat(1e5)).as_vec2()
    }
}

/// Indices of `count` paths whose middles are far apart: each next one is the farthest from all before (Gonzalez 1985),
/// so that few paths still show all parts of the level, and the paths that left it.
fn far_apart(paths: &[Vec<Vec3>], count: usize) -> Vec<usize> {
    let middle = |path: &Vec<Vec3>| path.get(path.len() / 2).map_or(Vec2::NAN, |p| Vec2::new(p.x, p.z));
    let middles: Vec<Vec2> = paths.iter().map(middle).collect();
    // Squared distance to the nearest chosen middle. Middles that are not finite come last.
    let mut nearest: Vec<f32> = middles.iter().map(|m| if m.is_finite() { f32::INFINITY } else { -1.0 }).collect();
    let mut chosen = Vec::with_capacity(count);
    for _ in 0..count.min(paths.len()) {
        let farthest = (0..nearest.len()).fold(0, |best, i| if nearest[i] > nearest[best] { i } else { best });
        nearest[farthest] = f32::NEG_INFINITY;
        chosen.push(farthest);
        for (distance, middle) in nearest.iter_mut().zip(&middles) {
            // Also false for NaN: chosen middles and middles that are not finite keep their mark.
            let now = middle.distance_squared(middles[farthest]);
            if now < *distance {
                *distance = now;
            }
        }
    }
    chosen
}

/// Lowest and highest floor of the visible storeys, metres, without half a percent at either end: a deep pit or high
/// roof would use up the range of colours. `None` without any floor.
fn height_range(relief: &Relief, grid: &SampleGrid, ceiling: &Ceiling) -> Option<(f32, f32)> {
    // Some fifty thousand samples give the percentiles well enough; an odd stride visits every column.
    let stride = (relief.floor.len() / 50_000) | 1;
    let every = |stride: usize| {
        let floors = relief.floor.iter().copied().enumerate().step_by(stride).filter(|(_, y)| !y.is_nan());
        floors.map(|(i, y)| (y, ceiling.at(grid.middle(i % grid.width, i / grid.width)) + NEAR_STOREY))
    };
    let mut heights: Vec<f32> = every(stride).filter(|(y, limit)| y <= limit).map(|(y, _)| y).collect();
    if heights.is_empty() {
        // If there is next to no floor near the paths, all floors count.
        heights.extend(every(1).map(|(y, _)| y));
    }
    heights.sort_unstable_by(f32::total_cmp);
    let last = heights.len().checked_sub(1)?;
    Some((heights[last / 200], heights[last - last / 200]))
}

/// Returns the colour of the sample in column `x`, row `y`: floor by height and light, wall, or an outline at a floor's end.
fn sample_colour(relief: &Relief, x: usize, y: usize, heights: Option<(f32, f32)>, scale: f64) -> Colour {
    let index = y * relief.width + x;
    let floor = relief.floor[index];
    let mut colour = palette::PAPER;
    let is_machine = relief.moves[index];
    if let Some((low, high)) = heights.filter(|_| !floor.is_nan()) {
        let share = if high - low > 0.01 { (floor - low) / (high - low) } else { 0.5 };
        // Level ground keeps its colour; slopes towards the light are brighter, others darker.
        let light = f32::from(relief.light[index]) / 255.0 - relief::LEVEL_LIGHT;
        let floor = if is_machine { mix(palette::MACHINE, palette::floor(share), 0.15) } else { palette::floor(share) };
        colour = mix(floor, palette::WALL, (light * -1.2).clamp(0.0, 0.6));
        colour = mix(colour, palette::PAPER, (light * 2.0).clamp(0.0, 0.5));
    }
    let mut line = f32::from(relief.wall[index]) / 255.0;
    // A drop steeper than any floor between two samples is an edge.
    let drop = 0.35 + 3.5 / scale as f32;
    for (right, down) in [(1, 0), (0, 1)] {
        if x + right < relief.width && y + down < relief.height {
            let next = relief.floor[index + down * relief.width + right];
            if floor.is_nan() != next.is_nan() {
                line = line.max(0.9);
            } else if (floor - next).abs() > drop {
                line = line.max(((floor - next).abs() * 0.3).clamp(0.35, 0.8));
            }
        }
    }
    let wall = if relief.wall_moves[index] { palette::MACHINE_WALL } else { palette::WALL };
    mix(colour, wall, line)
}
