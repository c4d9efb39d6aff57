//! Shapes that move: ellipsoids, bodies of several, spheres, segments. Imports `base`.

#[cfg(feature = "std")]
pub(crate) mod bounding_sphere;
pub(crate) mod compound;
pub(crate) mod ellipsoid;
pub(crate) mod ellipsoid_pair;
pub(crate) mod oriented_ellipsoid;
pub(crate) mod sphere;
