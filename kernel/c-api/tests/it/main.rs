//! The tests of the C interface, in one program: `cargo test --package sweep8-c --test it header::` runs the module `header`.
//! Only the walk is tested elsewhere, beside the example that it is compared with: `examples/walk/by_calls_of_c.rs`.

#![allow(unsafe_code, reason = "this calls as C does")]
#![allow(clippy::unnecessary_box_returns, reason = "handles are boxes")]

mod any_bytes;
mod cooked;
mod crowd;
mod crowd_jobs;
mod drawn_and_told;
mod header;
mod header_names;
mod layout_check;
mod query_many;
mod read_back;
mod refusals;
mod same_bits;
mod sense;
mod spawning;
mod testkit;
mod world_access;
