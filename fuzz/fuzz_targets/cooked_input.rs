//! A cooked mesh: it comes back from its own bytes with the same bits, and what is made of others can be used.
#![no_main]

use libfuzzer_sys::fuzz_target;
use sweep8_bench::judging::properties::Property;

fuzz_target!(|bytes: &[u8]| Property::named("cooked_input").expect("it is in the list").demand(bytes));
