//! The portable backend: the vector instructions of the compile target, the fallback on every machine.
//!
//! Its operations are in a file for each kind of target, of which one is compiled: `simd128.rs` for WebAssembly with `simd128`,
//! `neon.rs` for aarch64, `by_wide.rs` for x86, `by_number.rs` for all others.

use crate::simd::{Lanes, Task};

/// Token of the portable SIMD backend, which needs no instructions beyond those of the compile target.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Portable;

impl Lanes for Portable {
    #[inline(never)]
    fn call_outlined<T: Task>(self, task: T) -> T::Output {
        task.run(self)
    }

    #[inline(always)]
    fn call_shared<T: Task>(self, task: T) -> T::Output {
        self.call_outlined(task)
    }

    #[inline(always)]
    fn prefetch<T>(self, _: &T) {}
}
