//! Triangles as users give them, checked, with their materials and sides; simple meshes. Imports `shape`.

pub(crate) mod capsule;
pub(crate) mod cuboid;
pub(crate) mod heightfield;
pub(crate) mod material;
pub(crate) mod sides;
#[cfg(test)]
pub(crate) mod test_surfaces;
pub(crate) mod triangle_mesh;
