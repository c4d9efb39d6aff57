//! Threads, order of spawning, sorting and order of triangles do not change a crowd's results.
#![no_main]

use libfuzzer_sys::fuzz_target;
use sweep8_properties::Property;

fuzz_target!(|bytes: &[u8]| Property::named("crowd_order").expect("it is in the list").demand(bytes));
