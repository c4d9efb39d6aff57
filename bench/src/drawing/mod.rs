//! What pictures and tables share: charts ([`chart`]), figures of documents ([`figure`]), sheets that they are drawn on, and
//! numbers as people read them ([`numbers`]). Imports nothing of this crate.

pub mod chart;
pub mod figure;
pub mod numbers;
pub(crate) mod sheet;
