//! A finished picture: pixels, and the file that they become.
//!
//! In: 8-bit sRGB pixels in rows from the top. Out: a PNG, by the crate `png`.

use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::Path;

/// An image of 8-bit sRGB pixels, in rows from the top.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PixelImage {
    width: u32,
    height: u32,
    /// Colours of all pixels (red, green, blue), in rows from the top.
    pixels: Vec<[u8; 3]>,
}

impl PixelImage {
    /// Creates an image; `pixels` has `width * height` entries, in rows from the top.
    pub(super) fn new(width: u32, height: u32, pixels: Vec<[u8; 3]>) -> Self {
        debug_assert_eq!(pixels.len(), width as usize * height as usize, "rows of {width} pixels");
        Self { width, height, pixels }
    }

    /// Returns the width of the image, pixels.
    #[must_use]
    pub fn width(&self) -> u32 {
        self.width
    }

    /// Returns the height of the image, pixels.
    #[must_use]
    pub fn height(&self) -> u32 {
        self.height
    }

    /// Returns the colour of a pixel: red, green, blue.
    ///
    /// # Panics
    /// If the pixel is outside the image.
    #[must_use]
    pub fn pixel(&self, x: u32, y: u32) -> [u8; 3] {
        assert!(x < self.width && y < self.height, "({x}, {y}) is outside of {} by {}", self.width, self.height);
        self.pixels[y as usize * self.width as usize + x as usize]
    }

    /// Returns the colours of all pixels (red, green, blue), in rows from the top.
    #[must_use]
    pub fn pixels(&self) -> &[[u8; 3]] {
        &self.pixels
    }

    /// Writes the image to `path` as a PNG.
    pub(super) fn save(&self, path: &Path) -> Result<(), png::EncodingError> {
        let mut file = BufWriter::new(File::create(path)?);
        let mut encoder = png::Encoder::new(&mut file, self.width, self.height);
        encoder.set_color(png::ColorType::Rgb);
        encoder.set_depth(png::BitDepth::Eight);
        encoder.set_compression(png::Compression::Fast);
        encoder.set_filter(png::Filter::Adaptive);
        let mut writer = encoder.write_header()?;
        writer.write_image_data(self.pixels.as_flattened())?;
        writer.finish()?;
        Ok(file.flush()?)
    }
}
