//! The stand-in for the AVX2 backend where a program cannot have it: other processors, and programs without `std` that
//! are not compiled for AVX2. (Targets without vector registers cannot even compile its code.)

use crate::simd::Task;

/// Token that nobody has.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Avx2 {}

impl Avx2 {
    pub(crate) fn detect() -> Option<Self> {
        None
    }

    pub(crate) fn call_outlined<T: Task>(self, _: T) -> T::Output {
        match self {}
    }
}
