//! The two traversals of the tree: nearest first, and all in a box.

pub(crate) mod in_box;
pub(crate) mod index_list;
pub(crate) mod nearest_first;
