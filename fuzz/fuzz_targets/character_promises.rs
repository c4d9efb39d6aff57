//! A character that walks, jumps and falls among boxes, ramps and stairs keeps what it promises.
#![no_main]

use libfuzzer_sys::fuzz_target;
use sweep8_bench::judging::properties::Property;

fuzz_target!(|bytes: &[u8]| Property::named("character_promises").expect("it is in the list").demand(bytes));
