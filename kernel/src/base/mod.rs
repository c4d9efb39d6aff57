//! The base of all other modules: tolerances, errors, and the geometry of points, segments and half-spaces. Imports nothing.

pub(crate) mod active_sets;
pub(crate) mod correctly_rounded;
pub(crate) mod elements;
pub(crate) mod exponential;
pub(crate) mod fallback_direction;
pub(crate) mod field;
pub(crate) mod half_spaces;
pub(crate) mod input_error;
pub(crate) mod lock;
pub(crate) mod morton;
pub(crate) mod place_order;
pub(crate) mod restore_error;
pub(crate) mod saved_bytes;
pub(crate) mod segments;
pub(crate) mod sorting_network;
pub(crate) mod spans;
pub(crate) mod threads;
pub(crate) mod tolerance;
pub(crate) mod triangle_point;
pub(crate) mod triangle_spine;
pub(crate) mod unique;
