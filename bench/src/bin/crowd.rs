//! Stand-by.
fn main() {}
