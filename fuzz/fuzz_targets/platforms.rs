//! One-sided sheets stop only characters that are on their front, as `f64` sees it.
#![no_main]

use libfuzzer_sys::fuzz_target;
use sweep8_properties::Property;

fuzz_target!(|bytes: &[u8]| Property::named("platforms").expect("it is in the list").demand(bytes));
