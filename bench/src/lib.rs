//! Stand-by.
