//! At a rim the hull of a walker touches the rim itself, or the face beside it as far as that is taken to reach.

use glam::DVec3;
use sweep8_scalar_ref::brute_force::Triangle;
use sweep8_scalar_ref::walking::{FACE_SINE, Hull};

/// The sine up to which wider faces are touched.
const WIDER: f64 = 5e-3;

/// Level, with a rim along z at x = 0.
const LEDGE: [Triangle; 1] = [[DVec3::new(0.0, 0.0, -1.0), DVec3::new(0.0, 0.0, 1.0), DVec3::new(-1.0, 0.0, 0.0)]];

/// The normal of the first contact of a unit sphere that goes straight to the ledge, `beside` the rim, and whether it is of the face.
fn touch(beside: f64, from: f64, face_sine: f64) -> (DVec3, bool) {
    let hull = Hull::new(&LEDGE, DVec3::ONE, 0.0, face_sine);
    let center = DVec3::new(beside, from, 0.0);
    let first = hull.first(center, DVec3::Y * -from).expect("the ledge is in the way");
    let there = hull.touched(center + DVec3::Y * -from * first.fraction, 1e-9);
    assert_eq!(there.len(), 1, "it touches the ledge there");
    assert_eq!(there[0].is_face, first.is_face);
    assert!(there[0].normal.distance(first.normal) < 1e-7, "{} and {}", there[0].normal, first.normal);
    (first.normal, first.is_face)
}

#[test]
fn beside_a_rim_the_rim_is_touched_and_by_wider_faces_the_face() {
    for side in [1.0, -1.0] {
        let (normal, is_face) = touch(1e-3, 2.0 * side, FACE_SINE);
        assert!(!is_face && normal.distance(DVec3::new(1e-3, side * (1.0_f64 - 1e-6).sqrt(), 0.0)) < 1e-12, "{normal}");
        assert_eq!(touch(1e-3, 2.0 * side, WIDER), (DVec3::Y * side, true));
    }
}

#[test]
fn beyond_what_the_wider_faces_reach_the_rim_is_touched() {
    let (normal, is_face) = touch(6e-3, 2.0, WIDER);
    assert!(!is_face && (normal.x - 6e-3).abs() < 1e-12, "{normal}");
}

#[test]
fn a_centre_in_a_face_has_no_way_out_of_it() {
    let hull = Hull::new(&LEDGE, DVec3::ONE, 0.0, FACE_SINE);
    let inside = DVec3::new(-0.25, 0.0, 0.0);
    assert_eq!((hull.first(inside, DVec3::Y), hull.touched(inside, 0.0)), (None, Vec::new()));
}

#[test]
fn inside_of_a_face_the_face_is_touched() {
    assert_eq!(touch(-0.25, 2.0, FACE_SINE), (DVec3::Y, true));
}
