//! Triangles as users give them, checked, with their materials and sides; simple meshes. Imports `shape`.

pub(crate) mod area;
#[cfg(feature = "std")]
pub(crate) mod capsule;
#[cfg(feature = "std")]
pub(crate) mod cuboid;
#[cfg(feature = "std")]
pub(crate) mod heightfield;
pub(crate) mod material;
#[cfg(feature = "std")]
#[allow(clippy::module_inception, reason = "a type lives in the file with its name")]
pub(crate) mod mesh;
pub(crate) mod sides;
#[cfg(test)]
pub(crate) mod test_surfaces;
