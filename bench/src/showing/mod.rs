//! Output for people: the table of a walk ([`report`]) and its picture from above ([`picture`]); the table of a replay
//! ([`replay_report`]); the report about levels as a page ([`page`]); the folder of a page in which one walks ([`walk`]). Imports
//! everything else.

pub mod npm;
pub mod page;
pub mod picture;
pub mod replay_report;
pub mod report;
pub mod walk;
