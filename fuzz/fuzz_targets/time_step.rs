//! An idle character in a crease of two steep planes slides as far at any time step.
#![no_main]

use libfuzzer_sys::fuzz_target;
use sweep8_properties::Property;

fuzz_target!(|bytes: &[u8]| Property::named("time_step").expect("it is in the list").demand(bytes));
