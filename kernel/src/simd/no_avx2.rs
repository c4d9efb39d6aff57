//! The placeholder for the AVX2 backend in programs that can't have it: other processors, and programs without `std` that are not
//! compiled for AVX2. (Targets without vector registers cannot even compile the real one.)

use crate::simd::Task;

/// Token type of the AVX2 backend, without values: this target has no AVX2 backend.
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
