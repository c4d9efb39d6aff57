//! Helpers that the tests of several packages share: drawn cases, small levels with measures of a path through them, how many
//! cases a test draws, temporary folders, and a notice of tests that take long.

pub mod capsule_families;
pub mod cases;
pub mod families;
pub mod folder;
pub mod level;
pub mod lists;
pub mod notice;
pub mod triangles;
