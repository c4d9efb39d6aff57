//! A character flickers whose ground is gone for a moment although a floor goes on below it and nothing took it off.

use glam::{DVec3, Vec3};
use sweep8_bench::checking::{FLICKER_SECONDS, FlickerTracker, Footing};

const FRAME: f32 = 1.0 / 60.0;
const SNAP: f32 = 0.4;

/// On the floor y = 0.
fn on_floor() -> Footing {
    Footing { ground: Some((Vec3::Y, 0.0)), center: DVec3::ZERO, velocity: Vec3::ZERO, jumped: false }
}

/// In the air a little above it, falling.
fn off_floor() -> Footing {
    Footing { ground: None, center: DVec3::ZERO, velocity: Vec3::NEG_Y * 0.2, jumped: false }
}

/// Whether somebody who stands, then is off the ground in frames like these, then stands again, has flickered.
fn flickers(lost: &[Footing], has_floor: impl Fn(f64) -> bool) -> bool {
    let mut tracker = FlickerTracker::new(1, FRAME, SNAP);
    assert!(!tracker.frame(0, &on_floor(), &has_floor, |_| false), "it has lost nothing");
    for footing in lost {
        assert!(!tracker.frame(0, footing, &has_floor, |_| false), "it is not back");
    }
    tracker.frame(0, &on_floor(), &has_floor, |_| false)
}

#[test]
fn ground_that_is_gone_for_a_frame_or_fourteen_over_a_floor_flickers() {
    let floor = |lowest: f64| (lowest + f64::from(SNAP)).abs() < 1e-6;
    for frames in [1, 2, 14] {
        assert!(flickers(&vec![off_floor(); frames], floor), "{frames} frames");
    }
    let fall = (FLICKER_SECONDS / FRAME).round() as usize;
    assert!(!flickers(&vec![off_floor(); fall], floor), "a quarter of a second is a fall");
    assert!(!flickers(&[], floor));
}

#[test]
fn who_jumps_is_thrown_off_or_walks_over_an_edge_does_not_flicker() {
    assert!(!flickers(&[Footing { jumped: true, ..off_floor() }, off_floor()], |_| true), "a jump");
    assert!(!flickers(&[off_floor(), Footing { velocity: Vec3::Y, ..off_floor() }], |_| true), "thrown off");
    assert!(!flickers(&[off_floor(); 3], |_| false), "an edge");
    // Along a slope, or into it, is not off it.
    let slope = Vec3::new(0.6, 0.8, 0.0);
    let mut tracker = FlickerTracker::new(1, FRAME, SNAP);
    tracker.frame(0, &Footing { ground: Some((slope, 0.0)), ..on_floor() }, |_| true, |_| false);
    tracker.frame(0, &Footing { velocity: Vec3::new(-0.8, 0.6, 0.0) * 3.0, ..off_floor() }, |_| true, |_| false);
    assert!(tracker.frame(0, &on_floor(), |_| true, |_| false), "up along the slope");
}

#[test]
fn who_was_in_the_air_from_the_start_or_is_put_elsewhere_does_not_flicker() {
    let mut tracker = FlickerTracker::new(2, FRAME, SNAP);
    tracker.frame(0, &off_floor(), |_| true, |_| false);
    assert!(!tracker.frame(0, &on_floor(), |_| true, |_| false), "it had no ground to lose");
    tracker.frame(0, &off_floor(), |_| true, |_| false);
    tracker.restart(0);
    assert!(!tracker.frame(0, &on_floor(), |_| true, |_| false), "it was put elsewhere");
    assert!(!tracker.frame(7, &on_floor(), |_| true, |_| false), "there is no such character");
}

#[test]
fn who_rolls_off_a_rim_that_is_higher_than_a_snap_does_not_flicker() {
    // A ball of 0.5 m on the rim of a ledge: its feet are 0.32 m above the floor, the point that it touches is as high as the ledge.
    let below = |ledge: f64| move |lowest: f64| lowest <= -ledge;
    let rim = Footing { ground: Some((Vec3::new(0.1, 0.68, 0.72).normalize(), 0.0)), ..on_floor() };
    for (ledge, is_fault) in [(0.39, true), (0.41, false), (0.5, false)] {
        let mut tracker = FlickerTracker::new(1, FRAME, SNAP);
        tracker.frame(0, &rim, |_| true, |_| false);
        tracker.frame(0, &off_floor(), below(ledge), |_| false);
        assert_eq!(tracker.frame(0, &on_floor(), below(ledge), |_| false), is_fault, "{ledge} m");
    }
}
