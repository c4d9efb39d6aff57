//! One-sided platforms stop those who begin a step on their front, and nobody else.
//!
//! In: a body, turned or not, and up to two one-sided sheets of folded ground, turned, scaled and mirrored, beside solid triangles; one
//! of the sheets may be a lift. Out: a finding.
//!
//! 1. `f64` says of each sheet, at the start of each step, whether the body is on its front or goes through it: it goes through what it
//!    overlaps, and what its centre is off by more than 45° from the point nearest to the body.
//! 2. The step ends with the bits that it has where each sheet on whose front the body is is solid, and each other one a sensor. So does a
//!    slide.
//! 3. The path crosses no sheet from whose front it begins, and ends clear of it; no sheet that it goes through is touched.
//! 4. Other backends, a batch, and a world whose kinds were restored give the same bits.

mod case;
mod check;
mod stand;

pub(super) use case::encode;
pub(super) use check::check;
