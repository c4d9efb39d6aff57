//! Converts bytes to numbers, and numbers to the same bytes.
//!
//! In: the bytes of a case. Out: its fields, one after the other; a case that is too short ends in zeros. A [`Writer`]
//! writes what a [`Reader`] reads, so that cases can be made from scenes.
//!
//! 1. Every field has a fixed size and is little-endian: numbers are `f32`, kinds and counts are one byte.
//! 2. A number within its bounds is used as it is. A number out of bounds is mapped into them by its bits: no case is
//!    lost, and a small change of the bytes mostly stays a small change of the case.

use arbitrary::Unstructured;
use glam::Vec3;
use sweep8::{Axis, Ellipsoid, Shape};

/// Decodes the fields of a property's test case from bytes, one after the other.
pub(crate) struct Reader<'a>(Unstructured<'a>);

impl<'a> Reader<'a> {
    pub(crate) fn new(bytes: &'a [u8]) -> Self {
        Self(Unstructured::new(bytes))
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Reads one byte of the test case, for a kind or a count; 0 at the end.
    pub(crate) fn byte(&mut self) -> u8 {
        self.0.arbitrary().unwrap_or_default()
    }

    pub(crate) fn flag(&mut self) -> bool {
        self.byte() & 1 == 1
    }

    /// Reads an `f32` of the test case with any bit pattern, including NaN and infinity.
    pub(crate) fn raw(&mut self) -> f32 {
        f32::from_bits(self.0.arbitrary().unwrap_or_default())
    }

    pub(crate) fn raw_vector(&mut self) -> Vec3 {
        Vec3::from_array([(); 3].map(|()| self.raw()))
    }

    /// Reads a number of the test case; maps a number that is not within `low..=high` into this range by its bits.
    pub(crate) fn between(&mut self, low: f32, high: f32) -> f32 {
        let value = self.raw();
        if (low..=high).contains(&value) {
            return value;
        }
        let part = f64::from(value.to_bits()) / f64::from(u32::MAX);
        (f64::from(low) + (f64::from(high) - f64::from(low)) * part) as f32
    }

    /// Reads 0 or a number of either sign of the test case; maps one whose magnitude is not in `least..=most` to up to `most`.
    pub(crate) fn around(&mut self, least: f32, most: f32) -> f32 {
        let value = self.raw();
        if value == 0.0 || (least..=most).contains(&value.abs()) {
            return value;
        }
        let part = f64::from(value.to_bits().cast_signed()) / -f64::from(i32::MIN);
        (f64::from(most) * part) as f32
    }

    pub(crate) fn vector(&mut self, least: f32, most: f32) -> Vec3 {
        Vec3::from_array([(); 3].map(|()| self.around(least, most)))
    }

    pub(crate) fn radii(&mut self, low: f32, high: f32) -> Vec3 {
        Vec3::from_array([(); 3].map(|()| self.between(low, high)))
    }

    /// Reads the spine of a shape from the test case: along one of three axes, a quarter to two and a half radii long to both sides. A
    /// quarter of all bytes, and the end of a case, give none.
    pub(crate) fn spine(&mut self, ellipsoid: Ellipsoid) -> Shape {
        let code = self.byte();
        let part = [0.25, 1.0, 0.5, 2.5][usize::from(code >> 2) % 4];
        let [x, y, z] = ellipsoid.radii().to_array();
        let (axis, radius) = match code % 4 {
            0 => return ellipsoid.into(),
            1 => (Axis::Y, y),
            2 => (Axis::X, x),
            _ => (Axis::Z, z),
        };
        Shape::swept(ellipsoid, axis, radius * part).unwrap_or_else(|_| ellipsoid.into())
    }
}

/// Encodes the fields of a property's test case as bytes, which [`Reader`] decodes.
#[derive(Default)]
pub(crate) struct Writer(Vec<u8>);

impl Writer {
    pub(crate) fn byte(&mut self, value: u8) -> &mut Self {
        self.0.push(value);
        self
    }

    pub(crate) fn number(&mut self, value: f32) -> &mut Self {
        self.0.extend(value.to_le_bytes());
        self
    }

    pub(crate) fn vector(&mut self, value: Vec3) -> &mut Self {
        value.to_array().into_iter().fold(self, Self::number)
    }

    pub(crate) fn triangle(&mut self, corners: [Vec3; 3]) -> &mut Self {
        corners.into_iter().fold(self, Self::vector)
    }

    pub(crate) fn finish(self) -> Vec<u8> {
        self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read_and_what_is_out_of_bounds_is_mapped_into_them() {
        let mut writer = Writer::default();
        writer.byte(7).number(-0.0).vector(Vec3::new(1.5, -2.0, f32::NAN)).number(3.0).number(f32::INFINITY);
        let bytes = writer.finish();
        let mut reader = Reader::new(&bytes);
        assert_eq!(reader.byte(), 7);
        assert_eq!(reader.raw().to_bits(), (-0.0_f32).to_bits());
        let read = reader.vector(0.1, 2.0);
        assert_eq!((read.x, read.y), (1.5, -2.0));
        assert!(read.z.abs() <= 2.0, "{read}");
        assert_eq!(reader.between(2.0, 4.0), 3.0);
        assert!((2.0..=4.0).contains(&reader.between(2.0, 4.0)));
        assert!(reader.is_empty());
        assert_eq!((reader.raw(), reader.byte()), (0.0, 0), "behind the end all is zero");
    }
}
