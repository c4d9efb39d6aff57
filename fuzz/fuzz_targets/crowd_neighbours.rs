//! Characters that meet each other never overlap, in any order and on any number of threads.
#![no_main]

use libfuzzer_sys::fuzz_target;
use sweep8_properties::Property;

fuzz_target!(|bytes: &[u8]| Property::named("crowd_neighbours").expect("it is in the list").demand(bytes));
