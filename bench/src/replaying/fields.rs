//! Fields of files: little-endian on every machine, whole numbers in as few bytes as they need.
//!
//! In: numbers and words. Out: bytes, and from bytes the same. A [`Reader`] never reads beyond its bytes, and never makes a
//! list that is longer than its bytes allow.

use glam::{DVec3, Quat, Vec3};
use sweep8::Placement;

/// Number of bits of a whole number that each of its bytes holds; the eighth bit marks that another byte follows.
const BITS: u32 = 7;

/// Writer that appends encoded fields of a file to a byte vector.
#[derive(Clone, Debug, Default)]
pub(super) struct Writer(pub(super) Vec<u8>);

impl Writer {
    pub(super) fn byte(&mut self, value: u8) {
        self.0.push(value);
    }

    /// Appends a whole number in 7-bit groups: one byte up to 127.
    pub(super) fn number(&mut self, mut value: u64) {
        while value >> BITS != 0 {
            self.0.push(value as u8 | 1 << BITS);
            value >>= BITS;
        }
        self.0.push(value as u8);
    }

    pub(super) fn words(&mut self, words: &[u32]) {
        self.0.extend(words.iter().flat_map(|word| word.to_le_bytes()));
    }

    pub(super) fn long(&mut self, value: u64) {
        self.0.extend(value.to_le_bytes());
    }

    pub(super) fn floats(&mut self, values: &[f32]) {
        self.0.extend(values.iter().flat_map(|value| value.to_le_bytes()));
    }

    pub(super) fn text(&mut self, text: &str) {
        self.number(text.len() as u64);
        self.0.extend(text.as_bytes());
    }

    pub(super) fn placement(&mut self, placement: &Placement) {
        let Placement { translation, rotation, scale } = placement;
        self.0.extend(translation.to_array().iter().flat_map(|value| value.to_le_bytes()));
        self.floats(&rotation.to_array());
        self.floats(&scale.to_array());
    }
}

/// Reader that decodes fields of a file from the front of its bytes; methods return `None` for missing or invalid bytes.
#[derive(Clone, Copy, Debug)]
pub(super) struct Reader<'a>(pub(super) &'a [u8]);

impl<'a> Reader<'a> {
    fn bytes(&mut self, count: usize) -> Option<&'a [u8]> {
        let (taken, rest) = self.0.split_at_checked(count)?;
        self.0 = rest;
        Some(taken)
    }

    fn array<const N: usize>(&mut self) -> Option<[u8; N]> {
        self.bytes(N)?.try_into().ok()
    }

    pub(super) fn byte(&mut self) -> Option<u8> {
        self.array().map(|[byte]| byte)
    }

    pub(super) fn number(&mut self) -> Option<u64> {
        let mut value = 0;
        for shift in (0..u64::BITS).step_by(BITS as usize) {
            let byte = self.byte()?;
            let bits = u64::from(byte & !(1 << BITS));
            let shifted = bits << shift;
            if shifted >> shift != bits {
                return None;
            }
            value |= shifted;
            if byte >> BITS == 0 {
                return Some(value);
            }
        }
        None
    }

    /// Reads a number of items; `None` if the remaining bytes cannot hold so many items of at least `least` bytes each.
    pub(super) fn count(&mut self, least: usize) -> Option<usize> {
        let count = usize::try_from(self.number()?).ok()?;
        (count <= self.0.len() / least).then_some(count)
    }

    pub(super) fn index(&mut self) -> Option<u32> {
        self.number().and_then(|number| u32::try_from(number).ok())
    }

    pub(super) fn word(&mut self) -> Option<u32> {
        self.array().map(u32::from_le_bytes)
    }

    pub(super) fn words<const N: usize>(&mut self) -> Option<[u32; N]> {
        let mut words = [0; N];
        for word in &mut words {
            *word = self.word()?;
        }
        Some(words)
    }

    pub(super) fn long(&mut self) -> Option<u64> {
        self.array().map(u64::from_le_bytes)
    }

    pub(super) fn floats<const N: usize>(&mut self) -> Option<[f32; N]> {
        self.words().map(|words| words.map(f32::from_bits))
    }

    pub(super) fn vector(&mut self) -> Option<Vec3> {
        self.floats().map(Vec3::from_array)
    }

    pub(super) fn text(&mut self) -> Option<String> {
        let length = self.count(1)?;
        String::from_utf8(self.bytes(length)?.to_vec()).ok()
    }

    pub(super) fn placement(&mut self) -> Option<Placement> {
        let mut translation = [0.0; 3];
        for along in &mut translation {
            *along = self.array().map(f64::from_le_bytes)?;
        }
        let translation = DVec3::from_array(translation);
        Some(Placement { translation, rotation: Quat::from_array(self.floats()?), scale: self.vector()? })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whole_numbers_come_back_in_as_few_bytes_as_they_need() {
        for (value, length) in [(0, 1), (1, 1), (127, 1), (128, 2), (16_383, 2), (16_384, 3), (u64::MAX, 10)] {
            let mut writer = Writer::default();
            writer.number(value);
            assert_eq!(writer.0.len(), length, "{value}");
            let mut reader = Reader(&writer.0);
            assert_eq!((reader.number(), reader.0.len()), (Some(value), 0));
            assert_eq!(Reader(&writer.0[..length - 1]).number(), None, "{value}, cut short");
        }
        assert_eq!(Reader(&[0xff; 10]).number(), None, "more than 64 bits");
        assert_eq!(Reader(&[0xff; 20]).number(), None, "it never ends");
    }

    #[test]
    fn a_list_is_no_longer_than_its_bytes() {
        let mut bytes = vec![200, 1];
        bytes.extend([0; 399]);
        assert_eq!(Reader(&bytes).count(2), None);
        bytes.push(0);
        assert_eq!(Reader(&bytes).count(2), Some(200));
    }
}
