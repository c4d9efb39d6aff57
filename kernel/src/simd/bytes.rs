//! 64 signed bytes at a time: cells of the boxes of a tree node's children, compared with a query box.
//!
//! Cells are whole numbers, so that a comparison has no rounding and takes one cycle.

use crate::simd::{FloatLanes, WIDTH};
use core::ops::BitOr;
use glam::Vec3A;

/// Bytes compared at a time.
pub(crate) const BYTES: usize = 64;

/// Whole numbers by axis, as they lie in memory; the fourth is unused.
pub(crate) type Units = [i32; 4];

/// Operations on 64 signed bytes: compares the boxes of a node's children with a query box.
pub(crate) trait ByteLanes: FloatLanes {
    /// Signed bytes, or a predicate for each.
    type Bytes: Copy + BitOr<Output = Self::Bytes>;
    /// Two corners of a box, whole numbers.
    type Corners: Copy;
    /// Truncates both corners to `i32`. Below `i32::MIN` it saturates; above `i32::MAX` is an error of the caller: a grid
    /// maps everything to 0 or less.
    fn corners(self, low: Vec3A, high: Vec3A) -> Self::Corners;
    /// Both corners relative to `origin`, shifted right by `shift` bits and saturated to bytes: the three axes of the low
    /// corner, then those of the high one, each in all 64 bytes.
    fn cells(self, corners: Self::Corners, origin: &Units, shift: &Units) -> [Self::Bytes; 6];
    /// Eight signed bytes as floats.
    fn widen(self, bytes: [i8; WIDTH]) -> Self::Float;
    /// Reads bytes.
    fn load_bytes(self, bytes: &[i8; BYTES]) -> Self::Bytes;
    /// `a > b` for each byte.
    fn above(self, a: Self::Bytes, b: Self::Bytes) -> Self::Bytes;
    /// Bit `i` of the result is byte `i` of the predicate.
    fn byte_bits(self, mask: Self::Bytes) -> u64;
}
