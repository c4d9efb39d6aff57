//! Every promise of a slide holds for each move of a walk among degenerate triangles.
#![no_main]

use libfuzzer_sys::fuzz_target;
use sweep8_properties::Property;

fuzz_target!(|bytes: &[u8]| Property::named("slide_promises").expect("it is in the list").demand(bytes));
