//! What must not change a walk does not change it: a mirror, a turn, the time step, the speed, what nobody touches.
#![no_main]

use libfuzzer_sys::fuzz_target;
use sweep8_properties::Property;

fuzz_target!(|bytes: &[u8]| Property::named("walk_promises").expect("it is in the list").demand(bytes));
