//! The tests of the scalar references, in one program: `cargo test --package sweep8-scalar-ref --test it slide::` runs the module
//! `slide`.

mod brute_force;
mod capsules;
mod fauerby;
mod flats;
mod nettle_scaled;
mod nettle_world;
mod primitives;
mod slide;
mod standing;
mod suter;
mod walking_hull;
mod winding;
