//! Positions, indices and materials of any bits give an error, or a world that is safe to use.
#![no_main]

use libfuzzer_sys::fuzz_target;
use sweep8_properties::Property;

fuzz_target!(|bytes: &[u8]| Property::named("mesh_input").expect("it is in the list").demand(bytes));
