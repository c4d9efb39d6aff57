//! Slots that the ellipsoid fits and its skin does not: the way along them is free.

use glam::Vec3;
use sweep8::{Ellipsoid, Mesh, SlideSettings, World};

/// Two walls of 18 m at z = ± `half`, turned about y by the unit vector (`cos`, `sin`).
fn slot(half: f32, (cos, sin): (f32, f32)) -> World {
    let mut positions = Vec::new();
    for z in [-half, half] {
        for (x, y) in [(-9.0, -9.0), (9.0, -9.0), (9.0, 9.0), (-9.0, 9.0)] {
            positions.push(Vec3::new(x * cos - z * sin, y, x * sin + z * cos));
        }
    }
    World::from_mesh(Mesh::new(&positions, &[[0, 1, 2], [0, 2, 3], [4, 6, 5], [4, 7, 6]]).unwrap())
}

#[test]
fn ball_gets_through_a_slot_that_its_skin_does_not_fit() {
    let ball = Ellipsoid::ball(0.4).unwrap();
    for turn in [(1.0, 0.0), (0.8, 0.6), (0.96, 0.28), (0.6, -0.8)] {
        for clear in [0.0005, 0.002, 0.005, 0.008, 0.00874, 0.00875, 0.008_752, 0.00876, 0.009, 0.01, 0.012] {
            let world = slot(0.4 + clear, turn);
            let desired = Vec3::new(0.05 * turn.0 - 0.02 * turn.1, 0.0, 0.05 * turn.1 + 0.02 * turn.0);
            let along = Vec3::new(turn.0, 0.0, turn.1);
            let mut center = Vec3::ZERO;
            for _ in 0..40 {
                center = world.slide(&ball, center, desired, &SlideSettings::default()).unwrap().position.to_vec3();
            }
            let way = center.dot(along);
            assert!(way > 1.9, "clear by {clear} m, turned {turn:?}: {way} m of 2 m");
        }
    }
}
