//! A character with a turned body agrees with brute force in `f64` and with an upright twin.
#![no_main]

use libfuzzer_sys::fuzz_target;
use sweep8_properties::Property;

fuzz_target!(|bytes: &[u8]| Property::named("turned_bodies").expect("it is in the list").demand(bytes));
