//! Eight lanes: the vocabulary of block tests, the backends that implement it, and the choice between them. Imports `base`.
//!
//! Block tests are written once over [`Lanes`]; a backend is a zero-sized token that owns the right to use its
//! instructions. All backends give the same bits.

// Without `std` there is no detection at run time: the program has to be compiled for AVX2.
#[cfg_attr(
    not(all(
        target_arch = "x86_64",
        any(
            feature = "std",
            all(
                target_feature = "avx2",
                target_feature = "bmi1",
                target_feature = "bmi2",
                target_feature = "lzcnt",
                target_feature = "popcnt"
            )
        )
    )),
    path = "no_avx2.rs"
)]
pub(crate) mod avx2;
pub(crate) mod backend;
#[cfg_attr(target_feature = "sse", path = "by_wide.rs")]
#[cfg_attr(all(target_arch = "wasm32", target_feature = "simd128"), path = "simd128.rs")]
#[cfg_attr(all(target_arch = "aarch64", target_feature = "neon", target_endian = "little"), path = "neon.rs")]
mod by_number;
pub(crate) mod bytes;
pub(crate) mod compress;
pub(crate) mod float;
pub(crate) mod lanes;
pub(crate) mod one_lane;
pub(crate) mod pick;
pub(crate) mod portable;
pub(crate) mod shuffle;
pub(crate) mod vector;

pub(crate) use avx2::Avx2;
pub(crate) use backend::Chosen;
pub use backend::{Backend, BackendError};
pub(crate) use bytes::{BYTES, ByteLanes, Units};
pub(crate) use compress::COMPRESS_ORDER;
pub(crate) use float::{Eight, FloatLanes, WIDTH, lanes_of, one_norm};
pub(crate) use lanes::{Lanes, Task, task};
pub(crate) use one_lane::OneLane;
pub(crate) use portable::Portable;
pub(crate) use shuffle::ShuffleLanes;
pub(crate) use vector::LaneVec;
