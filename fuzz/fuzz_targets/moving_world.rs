//! A character in a world that moves is where nothing is, or named crushed, in `f64`.
#![no_main]

use libfuzzer_sys::fuzz_target;
use sweep8_bench::judging::properties::Property;

fuzz_target!(|bytes: &[u8]| Property::named("moving_world").expect("it is in the list").demand(bytes));
