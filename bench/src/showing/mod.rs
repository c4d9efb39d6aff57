//! Output for people: the table of a walk ([`report`]), its picture from above ([`picture`]), what charts share
//! ([`chart`]), and figures of documents ([`figure`]).

pub mod chart;
pub mod figure;
pub mod picture;
pub mod replay_report;
pub mod report;
pub(crate) mod sheet;
