//! The promises of a character's move hold when it walks, jumps and falls among boxes, ramps and stairs.
#![no_main]

use libfuzzer_sys::fuzz_target;
use sweep8_properties::Property;

fuzz_target!(|bytes: &[u8]| Property::named("character_promises").expect("it is in the list").demand(bytes));
