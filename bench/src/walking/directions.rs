//! Directions in which rays look around a place: whether a level encloses it, or it lies inside of a solid.

use glam::Vec3;

/// Returns `count` unit vectors spread evenly over the sphere, along a spiral by the golden angle (Gonzalez 2010); computed by repeated
/// rotation, so that no trigonometric function decides their bits.
pub fn directions(count: usize) -> impl Iterator<Item = Vec3> {
    let golden = (-0.737_368_9_f32, 0.675_490_3_f32);
    let mut turn = (1.0_f32, 0.0_f32);
    (0..count).map(move |index| {
        turn = (turn.0 * golden.0 - turn.1 * golden.1, turn.0 * golden.1 + turn.1 * golden.0);
        let y = 1.0 - (2 * index + 1) as f32 / count as f32;
        let across = (1.0 - y * y).sqrt();
        Vec3::new(across * turn.0, y, across * turn.1).normalize()
    })
}
