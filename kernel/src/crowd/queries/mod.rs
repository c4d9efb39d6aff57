//! Queries about the characters of a crowd: rays, sweeps and overlaps against their bodies, and lines to draw.

pub(crate) mod ask;
pub(crate) mod character_hit;
pub(crate) mod character_index;
pub(crate) mod character_search;
pub(crate) mod debug_lines;
pub(crate) mod sense;
