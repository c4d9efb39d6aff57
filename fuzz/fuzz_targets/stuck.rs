//! A character in a nook neither stops for good while a direction is free, nor trembles for ever.
#![no_main]

use libfuzzer_sys::fuzz_target;
use sweep8_properties::Property;

fuzz_target!(|bytes: &[u8]| Property::named("stuck").expect("it is in the list").demand(bytes));
