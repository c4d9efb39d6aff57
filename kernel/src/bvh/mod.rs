//! Triangles made searchable: blocks of eight under a tree of nodes with 64 children; how it is built, refitted to moved vertices,
//! and traversed. Imports `mesh` and `simd`.

pub(crate) mod block;
pub(crate) mod boxes;
#[cfg(feature = "std")]
pub(crate) mod build;
pub(crate) mod bytes;
pub(crate) mod child_boxes;
pub(crate) mod cooked_mesh;
pub(crate) mod corner_order;
#[cfg(feature = "std")]
pub(crate) mod deformable_mesh;
pub(crate) mod grid;
mod lay_node;
pub(crate) mod node;
#[cfg(feature = "std")]
pub(crate) mod refit;
#[cfg(test)]
pub(crate) mod test_trees;
#[cfg(feature = "std")]
mod topology;
pub(crate) mod traverse;
pub(crate) mod tree;
