//! A glTF file of any bytes gives an error, or a level of instances that is safe to use.
#![no_main]

use libfuzzer_sys::fuzz_target;
use sweep8_properties::Property;

fuzz_target!(|bytes: &[u8]| Property::named("gltf_input").expect("it is in the list").demand(bytes));
