//! Stand-by.

pub mod twin;
