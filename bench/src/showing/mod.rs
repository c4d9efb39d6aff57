//! Output for people: the table of a walk ([`report`]) and its picture from above ([`picture`]); the table of a run that was made
//! again ([`replay_report`]). Imports everything else.

pub mod picture;
pub mod replay_report;
pub mod report;
