//! A glTF of any bytes: an error, or a level of instances that can be used.
#![no_main]

use libfuzzer_sys::fuzz_target;
use sweep8_bench::judging::properties::Property;

fuzz_target!(|bytes: &[u8]| Property::named("gltf_input").expect("it is in the list").demand(bytes));
