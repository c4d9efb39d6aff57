//! A bitmap font of the characters that the legend needs.
//!
//! In: a character. Out: nine rows of five dots, the leftmost dot in bit 4; the base line is under the seventh row.
//! Drawn for this program, as small letters read better than capitals.

/// Number of dots across a glyph of the picture's font.
pub(super) const WIDTH: usize = 5;
/// Number of dot rows of a glyph of the picture's font; two rows are below the base line.
pub(super) const HEIGHT: usize = 9;
/// Number of dots from the left edge of a glyph to the left edge of the next glyph.
pub(super) const ADVANCE: usize = 6;

/// Returns the dot rows of a character's glyph, from the top, one bit per dot; blank if the font does not contain the character.
pub(super) fn glyph(character: char) -> [u8; HEIGHT] {
    match character {
        '0' => [14, 17, 19, 21, 25, 17, 14, 0, 0],
        '1' => [4, 12, 4, 4, 4, 4, 14, 0, 0],
        '2' => [14, 17, 1, 2, 4, 8, 31, 0, 0],
        '3' => [31, 2, 4, 2, 1, 17, 14, 0, 0],
        '4' => [2, 6, 10, 18, 31, 2, 2, 0, 0],
        '5' => [31, 16, 30, 1, 1, 17, 14, 0, 0],
        '6' => [6, 8, 16, 30, 17, 17, 14, 0, 0],
        '7' => [31, 1, 2, 4, 8, 8, 8, 0, 0],
        '8' => [14, 17, 17, 14, 17, 17, 14, 0, 0],
        '9' => [14, 17, 17, 15, 1, 2, 12, 0, 0],
        '.' => [0, 0, 0, 0, 0, 12, 12, 0, 0],
        ',' => [0, 0, 0, 0, 0, 12, 4, 8, 0],
        '-' => [0, 0, 0, 14, 0, 0, 0, 0, 0],
        'a' => [0, 0, 14, 1, 15, 17, 15, 0, 0],
        'c' => [0, 0, 14, 16, 16, 17, 14, 0, 0],
        'd' => [1, 1, 13, 19, 17, 17, 15, 0, 0],
        'e' => [0, 0, 14, 17, 31, 16, 14, 0, 0],
        'f' => [6, 9, 8, 28, 8, 8, 8, 0, 0],
        'g' => [0, 0, 15, 17, 17, 17, 15, 1, 14],
        'h' => [16, 16, 22, 25, 17, 17, 17, 0, 0],
        'i' => [4, 0, 12, 4, 4, 4, 14, 0, 0],
        'l' => [12, 4, 4, 4, 4, 4, 14, 0, 0],
        'm' => [0, 0, 26, 21, 21, 21, 21, 0, 0],
        'n' => [0, 0, 22, 25, 17, 17, 17, 0, 0],
        'o' => [0, 0, 14, 17, 17, 17, 14, 0, 0],
        'p' => [0, 0, 30, 17, 17, 17, 30, 16, 16],
        'r' => [0, 0, 22, 25, 16, 16, 16, 0, 0],
        's' => [0, 0, 14, 16, 14, 1, 30, 0, 0],
        't' => [8, 8, 28, 8, 8, 9, 6, 0, 0],
        _ => [0; HEIGHT],
    }
}

/// Returns the width of a text in the picture's font, pixels, if each dot is `size` pixels wide.
pub(super) fn text_width(text: &str, size: usize) -> usize {
    text.chars().count() * ADVANCE * size
}
