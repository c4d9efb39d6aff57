//! Of `sweep8-bench` the modules that `instructions.rs` uses, compiled with cargo's own release profile.
//!
//! In: their files, where they lie. Out: a library of the same name. The rest of `sweep8-bench`, pictures, tables, the
//! command line, would take minutes to compile and counts nothing.

#[path = "../src/levels"]
pub mod levels {
    mod cooked_mesh;
    pub mod door;
    pub mod field;
    mod level;
    pub mod machine;
    pub mod parts;
    pub mod rooms;
    pub mod scenes;

    pub use cooked_mesh::Cooked;
    pub use level::Level;
    pub use parts::Parts;
}

#[path = "../src/measuring"]
pub mod measuring {
    pub mod deforming;
    pub mod square;
    pub mod workload;
}

#[path = "../src/random.rs"]
pub mod random;

#[path = "../src/walking"]
pub mod walking {
    pub mod oncoming;
    pub mod places;
    pub mod roaming;
    pub mod spacing;
    pub mod walkers;
}
