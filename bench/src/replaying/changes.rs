//! Changes of many lists of words: the lists, their changed words, and the new values.
//!
//! In: lists before and after. Out: bytes, none for an unchanged list; and from bytes the lists after.
//!
//! A block is the number of changes; for each change the distance from the previous changed list, a bit for each word,
//! and the words whose bit is set.

use crate::replaying::fields::{Reader, Writer};

/// Minimum number of bytes that one change of a list takes in a file.
const LEAST: usize = 2;

/// Difference between two versions of one list of 32-bit words: index of the list, and the words that differ.
#[derive(Clone, Copy, Debug)]
pub(super) struct Change<const N: usize> {
    pub(super) index: usize,
    mask: u32,
    words: [u32; N],
}

impl<const N: usize> Change<N> {
    /// Computes the change of list number `index` from `before` to `after`; `None` if both are equal.
    pub(super) fn between(index: usize, before: &[u32; N], after: &[u32; N]) -> Option<Self> {
        let mask = (0..N).filter(|&word| before[word] != after[word]).fold(0, |mask, word| mask | 1 << word);
        (mask != 0).then_some(Self { index, mask, words: *after })
    }

    /// Applies the change to `words`, the list before the change; returns the list after it.
    pub(super) fn applied(&self, mut words: [u32; N]) -> [u32; N] {
        for word in (0..N).filter(|word| self.mask >> word & 1 == 1) {
            words[word] = self.words[word];
        }
        words
    }

    /// Writes changes of different lists, sorted by ascending list index, as one block.
    pub(super) fn write(writer: &mut Writer, changes: &[Self]) {
        writer.number(changes.len() as u64);
        let mut next = 0;
        for &Self { index, mask, words } in changes {
            writer.number((index - next) as u64);
            next = index + 1;
            writer.number(mask.into());
            for word in (0..N).filter(|word| mask >> word & 1 == 1) {
                writer.words(&[words[word]]);
            }
        }
    }

    /// Reads a block of changes of some of `lists` lists; `None` if the bytes are invalid.
    pub(super) fn read(reader: &mut Reader<'_>, lists: usize) -> Option<Vec<Self>> {
        const { assert!(N <= 32, "a bit a word") };
        let count = reader.count(LEAST)?;
        let mut changes = Vec::with_capacity(count.min(lists));
        let mut next = 0_usize;
        for _ in 0..count {
            let index = next.checked_add(usize::try_from(reader.number()?).ok()?)?;
            next = index.checked_add(1).filter(|_| index < lists)?;
            let mask = reader.index().filter(|mask| u64::from(*mask) >> N == 0)?;
            let mut words = [0; N];
            for word in (0..N).filter(|word| mask >> word & 1 == 1) {
                words[word] = reader.word()?;
            }
            changes.push(Self { index, mask, words });
        }
        Some(changes)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_changed_comes_back_and_what_stayed_takes_no_byte() {
        let before = [[1, 2, 3], [4, 5, 6], [7, 8, 9]];
        let after = [[1, 2, 3], [4, 5, 6], [7, 0, u32::MAX]];
        let changes: Vec<_> = (0..3).filter_map(|i| Change::between(i, &before[i], &after[i])).collect();
        let mut writer = Writer::default();
        Change::write(&mut writer, &changes);
        assert_eq!(writer.0.len(), 1 + 1 + 1 + 8);
        let read = Change::<3>::read(&mut Reader(&writer.0), 3).expect("it was written");
        assert_eq!((read.len(), read[0].index, read[0].applied(before[2])), (1, 2, after[2]));
        assert!(Change::<3>::read(&mut Reader(&writer.0), 2).is_none(), "a list that there is not");
        assert!(Change::<2>::read(&mut Reader(&writer.0), 3).is_none(), "a word that there is not");
        assert!(Change::<3>::read(&mut Reader(&writer.0[..10]), 3).is_none(), "cut short");
    }
}
