//! A character moves through surfaces that a callback ignores, and through sensors, as it does without them.
#![no_main]

use libfuzzer_sys::fuzz_target;
use sweep8_properties::Property;

fuzz_target!(|bytes: &[u8]| Property::named("callbacks").expect("it is in the list").demand(bytes));
