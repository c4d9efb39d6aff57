//! A crowd restores from its own bytes with the same bits; other bytes are refused with a named error.
#![no_main]

use libfuzzer_sys::fuzz_target;
use sweep8_properties::Property;

fuzz_target!(|bytes: &[u8]| Property::named("crowd_restore").expect("it is in the list").demand(bytes));
