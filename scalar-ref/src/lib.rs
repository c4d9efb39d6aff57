//! Plain scalar references for sweep8: the judge that its wide kernel is held against.
//!
//! Nothing here is fast and nothing here is shared with the kernel. The crate depends on `glam` alone and never on
//! `sweep8`: were a formula, a tolerance or a triangle layout taken from the kernel, a mistake in it would be made
//! twice and agree with itself. Tests, benches and fuzz targets get their expected results here, in `f64`:
//!
//! - [`brute_force`]: where is the nearest point of a triangle, when does a moving unit sphere first touch it, does a path cross it?
//!   Brute force in ellipsoid space, the sweep answered by two methods that share no formula of motion.
//! - [`capsule`]: how far are two characters apart?
//! - [`capsule_sweep`]: how far is a triangle from a capsule, and when does a moving capsule first touch it? By three methods.
//! - [`ellipsoids`]: how far are two ellipsoids apart, when does a moving one touch another?
//! - [`rigid_motion`]: how near does a mesh that turns and moves come to a body?
//! - [`slide`]: where does a character end that collides and slides? The rules of the response, over all triangles, without a tree.
//! - [`standing`]: where can a walker stand, where does a walk lead, which places does it reach? From the clear heights above each
//!   place, without a sweep.
//! - [`walking`]: what carries a walking character, what is a step, where does a step in time lead? From the definition, over all
//!   triangles.
//! - [`winding`]: how often does a surface wind round a point, and so is the point inside?
//! - [`classic`]: the common parts of the documents of 1999 and 2000, each of which is a module of its own: their methods,
//!   faithfully, to see where each of them fails.
//! - [`random`] and [`testkit`]: the seeded random numbers of all tests, scenes and benches, and drawn cases that several
//!   packages test with.
//!
//! All inputs are taken to be finite; refusing other input by name is the kernel's job and is tested there.

pub mod brute_force;
pub mod capsule;
pub mod capsule_sweep;
mod classics;
pub mod ellipsoids;
pub mod random;
pub mod rigid_motion;
pub mod slide;
pub mod standing;
pub mod testkit;
pub mod twin;
pub mod walking;
pub mod winding;

pub use classics::{bounds, classic, fauerby, nettle_scaled, nettle_world, primitives, suter};
