//! Eight triangles and a motion of any bits: every lane answers what the scalar twin answers.
#![no_main]

use libfuzzer_sys::fuzz_target;
use sweep8_bench::judging::properties::Property;

fuzz_target!(|bytes: &[u8]| Property::named("sweep_twin").expect("it is in the list").demand(bytes));
