//! Output for people: the table of a walk ([`report`]), its picture from above ([`picture`]), and what charts share
//! ([`chart`]).

pub mod chart;
pub mod picture;
pub mod replay_report;
pub mod report;
