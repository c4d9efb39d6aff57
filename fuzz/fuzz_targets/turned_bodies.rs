//! A character whose body is turned: as brute force in `f64` and an upright twin say.
#![no_main]

use libfuzzer_sys::fuzz_target;
use sweep8_bench::judging::properties::Property;

fuzz_target!(|bytes: &[u8]| Property::named("turned_bodies").expect("it is in the list").demand(bytes));
