//! A sweep through a few degenerate triangles agrees with an `f64` oracle.
#![no_main]

use libfuzzer_sys::fuzz_target;
use sweep8_properties::Property;

fuzz_target!(|bytes: &[u8]| Property::named("sweep_oracle").expect("it is in the list").demand(bytes));
