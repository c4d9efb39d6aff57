//! Every query of a world of instances agrees with brute force in `f64`.
#![no_main]

use libfuzzer_sys::fuzz_target;
use sweep8_properties::Property;

fuzz_target!(|bytes: &[u8]| Property::named("world_instances").expect("it is in the list").demand(bytes));
