//! A character in a moving world overlaps nothing in `f64`, or is reported as crushed.
#![no_main]

use libfuzzer_sys::fuzz_target;
use sweep8_properties::Property;

fuzz_target!(|bytes: &[u8]| Property::named("moving_world").expect("it is in the list").demand(bytes));
