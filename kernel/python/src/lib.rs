//! The extension module `sweep8._core`: crowds and worlds of [`sweep8`] for Python, with numpy arrays.
//!
//! In: arrays of Python. Out: arrays of Python. Files: [`memory`] is what arrays of states and inputs look at, [`arrays`] reads arguments,
//! [`world`] has meshes and worlds, [`crowd`] the crowd, [`fields`] its arrays, [`step`] its steps, [`sense`] rays and overlaps of
//! characters. Signatures and docstrings for users stand in `python/sweep8/_core.pyi`, and here at each item.

mod arrays;
mod crowd;
mod errors;
mod fields;
mod memory;
mod profile;
mod report;
mod sense;
mod shapes;
mod step;
mod threads;
mod world;

use pyo3::prelude::*;

/// Crowds of characters in triangle worlds. Import `sweep8` instead.
#[pymodule]
mod _core {
    #[pymodule_export]
    use crate::crowd::Crowd;
    #[pymodule_export]
    use crate::memory::Memory;
    #[pymodule_export]
    use crate::profile::Profile;
    #[pymodule_export]
    use crate::report::StepReport;
    #[pymodule_export]
    use crate::sense::{Overlaps, Sensed};
    #[pymodule_export]
    use crate::shapes::{Capsule, Ellipsoid};
    #[pymodule_export]
    use crate::step::step_all;
    #[pymodule_export]
    use crate::world::{CookedMesh, Hits, Mesh, Placement, World, load};
}
