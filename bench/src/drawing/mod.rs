//! Shared parts of pictures and tables: charts ([`chart`]), figures of documents ([`figure`]), their sheets, and
//! formatted numbers ([`numbers`]). Imports nothing of this crate.

pub mod chart;
pub mod figure;
pub mod numbers;
pub(crate) mod sheet;
