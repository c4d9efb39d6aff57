//! Triangles as users give them, checked, with their materials and sides. Imports `shape`.

pub(crate) mod material;
pub(crate) mod sides;
pub(crate) mod triangle_mesh;
