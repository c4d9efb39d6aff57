//! One-sided platforms stop characters that begin a step on their front, and no others.
//!
//! In: a body, turned or not, and up to two one-sided sheets of folded ground, turned, scaled and mirrored, next to
//! solid triangles; one of the sheets may be a lift. Out: a finding.
//!
//! 1. At the start of each step `f64` decides for each sheet whether the body is on its front or goes through it: it
//!    goes through a sheet that it overlaps, or whose nearest point sees the centre more than 45° off its normal.
//! 2. The step has the same bits if each sheet on whose front the body is becomes solid, and each other one a sensor.
//!    So does a slide.
//! 3. The path crosses no sheet on whose front it begins, and ends without overlapping it; it has no contact with a
//!    sheet that it goes through.
//! 4. Other backends, a batch, and a world whose kinds were restored give the same bits.

mod case;
mod check;
mod stand;

pub(super) use case::encode;
pub(super) use check::check;
