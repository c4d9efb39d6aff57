//! 64 signed bytes at a time: cells of the boxes of a tree node's children, compared with a query box.
//!
//! Cells are whole numbers, so that a comparison has no rounding and takes one cycle.

use crate::simd::{FloatLanes, WIDTH};
use core::ops::BitOr;
use glam::Vec3A;

/// Number of bytes that one SIMD comparison handles: two 256-bit registers of grid coordinates.
pub(crate) const BYTES: usize = 64;

/// A point in grid units: one whole number for each axis, as in memory; the fourth is unused.
pub(crate) type Units = [i32; 4];

/// Operations on 64 signed bytes, which compare the boxes of a node's children with a query box.
pub(crate) trait ByteLanes: FloatLanes {
    /// Vector of 64 signed bytes, or of 64 predicates: a byte of ones or zeros each.
    type Bytes: Copy + BitOr<Output = Self::Bytes>;
    /// Low and high corner of a box, as whole numbers of grid units.
    type Corners: Copy;
    /// Truncates both corners to `i32`. Below `i32::MIN` it saturates; above `i32::MAX` is an error of the caller: a grid
    /// maps everything to 0 or less.
    fn corners(self, low: Vec3A, high: Vec3A) -> Self::Corners;
    /// Both corners relative to `origin`, shifted right by `shift` bits and saturated to bytes: the three axes of the low
    /// corner, then those of the high one, each in all 64 bytes.
    fn cells(self, corners: Self::Corners, origin: &Units, shift: &Units) -> [Self::Bytes; 6];
    /// Eight coordinates in units of a grid, truncated to `i32` as in [`corners`](ByteLanes::corners), relative to `origin`, shifted
    /// right by `shift` bits, and rounded to `f32`: exact up to 2²⁴.
    fn axis_cells(self, units: Self::Float, origin: i32, shift: i32) -> Self::Float;
    /// Converts eight whole numbers to signed bytes, saturated. Numbers beyond `i32` give any bytes.
    fn narrow(self, numbers: Self::Float) -> [i8; WIDTH];
    /// Converts eight signed bytes to eight `f32`, exactly.
    fn widen(self, bytes: [i8; WIDTH]) -> Self::Float;
    /// Loads 64 signed bytes from memory into a vector.
    fn load_bytes(self, bytes: &[i8; BYTES]) -> Self::Bytes;
    /// Compares `a > b` for each of the 64 signed bytes.
    fn above(self, a: Self::Bytes, b: Self::Bytes) -> Self::Bytes;
    /// Converts 64 predicates to bits: bit `i` is byte `i` of `mask`.
    fn byte_bits(self, mask: Self::Bytes) -> u64;
}
