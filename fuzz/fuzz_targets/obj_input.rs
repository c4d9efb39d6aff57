//! An OBJ file of any bytes gives an error, or a level that is safe to use.
#![no_main]

use libfuzzer_sys::fuzz_target;
use sweep8_properties::Property;

fuzz_target!(|bytes: &[u8]| Property::named("obj_input").expect("it is in the list").demand(bytes));
