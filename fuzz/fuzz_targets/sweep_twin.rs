//! For eight triangles and a motion of any bits, every lane equals its scalar twin.
#![no_main]

use libfuzzer_sys::fuzz_target;
use sweep8_properties::Property;

fuzz_target!(|bytes: &[u8]| Property::named("sweep_twin").expect("it is in the list").demand(bytes));
