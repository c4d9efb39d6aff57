//! Triangles as users give them, checked, with their materials and sides; simple meshes. Imports `shape`.

pub(crate) mod area;
#[cfg(feature = "std")]
pub(crate) mod capsule;
#[cfg(feature = "std")]
pub(crate) mod cuboid;
#[cfg(feature = "std")]
pub(crate) mod heightfield;
pub(crate) mod material;
pub(crate) mod sides;
#[cfg(test)]
pub(crate) mod test_surfaces;
#[cfg(feature = "std")]
pub(crate) mod triangle_mesh;
