//! A recording or a move of any bytes gives an error, or replays.
#![no_main]

use libfuzzer_sys::fuzz_target;
use sweep8_properties::Property;

fuzz_target!(|bytes: &[u8]| Property::named("replay_input").expect("it is in the list").demand(bytes));
