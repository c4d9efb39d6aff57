//! The colours of the picture.
//!
//! In: a share of the height range, or the number of a path. Out: sRGB.
//!
//! Floors run from a slate blue over sage and sand to near white: lightness grows evenly, so the order is seen without
//! the legend, and little chroma is spent, so that it is left for the paths. Those step around the hues of OKLCH
//! (Ottosson 2020) by the golden angle at equal lightness: neighbours in number are far apart, and none stands out.

use super::canvas::Colour;

/// Colour of the paper behind the picture.
pub(super) const PAPER: Colour = [250, 249, 245];
/// Colour of text, scale bar and character dots.
pub(super) const INK: Colour = [28, 30, 36];
/// Colour of walls and of the outlines of floors.
pub(super) const WALL: Colour = [44, 48, 60];
/// Colour of the floors of machines.
pub(super) const MACHINE: Colour = [240, 128, 30];
/// Colour of the walls of machines.
pub(super) const MACHINE_WALL: Colour = [176, 62, 0];

/// Colours of floors, evenly spaced from the lowest to the highest visible floor.
const RAMP: [Colour; 5] = [[98, 116, 146], [131, 153, 168], [172, 187, 176], [213, 210, 185], [243, 236, 218]];

/// Returns the colour of a floor at fraction `share` of the picture's height range: 0 for the lowest floor, 1 for the highest.
pub(super) fn floor(share: f32) -> Colour {
    let at = share.clamp(0.0, 1.0) * (RAMP.len() - 1) as f32;
    let index = (at as usize).min(RAMP.len() - 2);
    super::canvas::mix(RAMP[index], RAMP[index + 1], at - index as f32)
}

/// Returns the colour of the path with index `number`; paths with successive indices have clearly different colours.
pub(super) fn path(number: usize) -> Colour {
    let hue = (number % 1024) as f32 * 2.399_963 + 0.5;
    let lightness = if number.is_multiple_of(2) { 0.60 } else { 0.50 };
    oklch(lightness, 0.20, hue)
}

/// Converts an OKLCH colour to sRGB, clamped to the sRGB range; `hue` in radians.
fn oklch(lightness: f32, chroma: f32, hue: f32) -> Colour {
    let (a, b) = (chroma * hue.cos(), chroma * hue.sin());
    let l = (lightness + 0.396_337_78 * a + 0.215_803_76 * b).powi(3);
    let m = (lightness - 0.105_561_346 * a - 0.063_854_17 * b).powi(3);
    let s = (lightness - 0.089_484_18 * a - 1.291_485_5 * b).powi(3);
    let linear = [
        4.076_741_7 * l - 3.307_711_6 * m + 0.230_969_94 * s,
        -1.268_438 * l + 2.609_757_4 * m - 0.341_319_4 * s,
        -0.004_196_086_3 * l - 0.703_418_6 * m + 1.707_614_7 * s,
    ];
    linear.map(|x| {
        let x = x.clamp(0.0, 1.0);
        let encoded = if x <= 0.003_130_8 { 12.92 * x } else { 1.055 * x.powf(1.0 / 2.4) - 0.055 };
        (encoded * 255.0).round() as u8
    })
}
