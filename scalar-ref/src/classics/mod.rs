//! The documents of 1999 and 2000, a module each, and what several of them share: [`classic`] and [`bounds`].

pub mod bounds;
pub mod classic;
pub mod fauerby;
pub mod nettle_scaled;
pub mod nettle_world;
pub mod primitives;
pub mod suter;
