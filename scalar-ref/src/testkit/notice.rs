//! A line at the start of a test that takes long, for whoever waits before a silent terminal.

use std::io::{Write, stderr};

/// Writes how long a test takes on two idle cores. It writes to stderr itself, because the test harness shows what the macros
/// print only after the test has failed.
pub fn takes_about(seconds: u32, test: &str) {
    // A closed stderr is no fault of what is tested.
    let _ = writeln!(stderr(), "{test}: takes about {seconds} s on two idle cores");
}
