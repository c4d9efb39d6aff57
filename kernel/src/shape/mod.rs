//! Shapes that move: ellipsoids, bodies of several, spheres, segments. Imports `base`.

pub(crate) mod body;
#[cfg(feature = "std")]
pub(crate) mod bounding_sphere;
pub(crate) mod ellipsoid;
pub(crate) mod ellipsoid_pair;
pub(crate) mod oriented_ellipsoid;
pub(crate) mod sphere;
