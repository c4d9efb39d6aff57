//! Winding numbers: those of closed surfaces are integers, and those that geometry asks for.

use glam::{DQuat, DVec3};
use sweep8_scalar_ref::brute_force::distance;
use sweep8_scalar_ref::random::Random;
use sweep8_scalar_ref::testkit::level::box_of;
use sweep8_scalar_ref::winding::winding_number;

/// The triangles of a box with their fronts outside.
fn solid_box(center: DVec3, half: DVec3, turn: DQuat) -> Vec<[DVec3; 3]> {
    let outward = |[a, b, c]: [DVec3; 3]| {
        let front = (b - a).cross(c - a).dot(a + b + c - center * 3.0);
        if front > 0.0 { [a, b, c] } else { [a, c, b] }
    };
    box_of(center, half, turn).into_iter().map(outward).collect()
}

#[test]
fn boxes_wind_once_round_what_is_inside_and_not_round_what_is_outside() {
    let mut random = Random::new(7);
    let (mut inside, mut outside) = (0, 0);
    for _ in 0..20_000 {
        let (center, turn) = (random.vector(3.0), random.turn());
        let half = DVec3::new(random.scale(0.05, 4.0), random.scale(0.05, 4.0), random.scale(0.05, 4.0));
        let triangles = solid_box(center, half, turn);
        let point = center + turn * (half * random.vector(2.0));
        if triangles.iter().any(|triangle| distance(point, triangle) < 1e-6) {
            continue;
        }
        let is_inside = (turn.conjugate() * (point - center)).abs().cmplt(half).all();
        let expected = f64::from(u8::from(is_inside));
        let winding = winding_number(point, &triangles);
        assert!((winding - expected).abs() < 1e-9, "{winding}, not {expected}");
        *(if is_inside { &mut inside } else { &mut outside }) += 1;
        // Turned about, a cavity; two together, the sum.
        let cavity: Vec<_> = triangles.iter().map(|&[a, b, c]| [a, c, b]).collect();
        assert!((winding_number(point, &cavity) + expected).abs() < 1e-9);
        assert!(winding_number(point, &[triangles, cavity].concat()).abs() < 1e-9);
    }
    assert!(inside > 2_000 && outside > 2_000, "{inside} inside, {outside} outside");
}

#[test]
fn a_sheet_winds_by_the_part_of_the_view_that_it_fills() {
    let far = 1e9;
    let quad = [
        DVec3::new(-far, 0.0, -far),
        DVec3::new(-far, 0.0, far),
        DVec3::new(far, 0.0, far),
        DVec3::new(far, 0.0, -far),
    ];
    let sheet = [[quad[0], quad[1], quad[2]], [quad[0], quad[2], quad[3]]];
    assert!((winding_number(DVec3::NEG_Y, &sheet) - 0.5).abs() < 1e-6, "half of what is seen from below is its back");
    assert!((winding_number(DVec3::Y, &sheet) + 0.5).abs() < 1e-6);
}
