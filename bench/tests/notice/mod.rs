//! A line at the start of a test that takes long, for whoever waits before a silent terminal.

use std::io::{Write, stderr};

/// Says how long the test takes on two idle cores. It writes to stderr itself: what the macros print is held back until the
/// test has failed.
pub(crate) fn takes_about(seconds: u32, test: &str) {
    // A closed stderr is no fault of what is tested.
    let _ = writeln!(stderr(), "{test}: takes about {seconds} s on two idle cores");
}
