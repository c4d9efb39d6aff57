//! The tests of the reading of levels, in one program: `cargo test --package sweep8-levels --test it obj::` runs the module
//! `obj`.

mod cooked;
mod gltf;
mod obj;
