//! Bytes that begin where a test wants them to, as a file does that is mapped into memory.

use std::sync::Arc;

/// The alignment from which the start of the bytes is counted, bytes.
const LINE: usize = 64;

/// Bytes so far behind a multiple of 64.
pub(crate) struct Storage {
    memory: Vec<u8>,
    start: usize,
    length: usize,
}

impl Storage {
    pub(crate) fn new(bytes: &[u8], over: usize) -> Arc<Self> {
        let mut memory = vec![0; bytes.len() + 2 * LINE];
        let start = memory.as_ptr().align_offset(LINE) + over;
        memory[start..start + bytes.len()].copy_from_slice(bytes);
        Arc::new(Self { memory, start, length: bytes.len() })
    }
}

impl AsRef<[u8]> for Storage {
    fn as_ref(&self) -> &[u8] {
        &self.memory[self.start..self.start + self.length]
    }
}
