//! Every query of a world agrees with the queries of worlds of a single triangle.
#![no_main]

use libfuzzer_sys::fuzz_target;
use sweep8_properties::Property;

fuzz_target!(|bytes: &[u8]| Property::named("world_queries").expect("it is in the list").demand(bytes));
