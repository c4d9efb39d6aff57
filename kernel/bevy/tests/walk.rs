//! The walk of the examples has the state hash that it has through the library itself and through C.

#[path = "../examples/walk.rs"]
mod walk;

use bevy_sweep8::Sweep8;

#[path = "../../c-api/examples/walk.rs"]
#[allow(dead_code, reason = "its main is not run")]
mod by_the_library;

#[test]
fn a_thousand_climb_stairs_and_take_a_lift_with_the_same_hash_as_without_bevy() {
    let mut app = walk::app();
    while app.world().resource::<Sweep8>().steps() < 1800 {
        app.update();
    }
    let sweep8 = app.world().resource::<Sweep8>();
    let walked = format!("state hash {:016x}, {} stand", sweep8.crowd().state_hash(), sweep8.report().standing);
    assert_eq!(walked, by_the_library::walk().expect("it walks"));
}
