//! Shapes that move: ellipsoids, capsules, bodies of several, spheres, segments. Imports `base`.

pub(crate) mod axis;
pub(crate) mod body;
#[cfg(feature = "std")]
pub(crate) mod bounding_sphere;
pub(crate) mod capsule;
pub(crate) mod ellipsoid;
pub(crate) mod ellipsoid_pair;
pub(crate) mod oriented_ellipsoid;
pub(crate) mod oriented_shape;
pub(crate) mod shape_pair;
pub(crate) mod sphere;
pub(crate) mod swept_ellipsoid;
#[cfg(feature = "serde")]
mod written_shape;
