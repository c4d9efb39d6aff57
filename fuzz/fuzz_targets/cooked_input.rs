//! A cooked mesh restores from its own bytes with the same bits; a mesh from any other bytes is refused or safe to use.
#![no_main]

use libfuzzer_sys::fuzz_target;
use sweep8_properties::Property;

fuzz_target!(|bytes: &[u8]| Property::named("cooked_input").expect("it is in the list").demand(bytes));
