//! The level speed beside walls: that of the crease of wall and floor.

use super::scenes::{FAR, INCREMENT, PERSON, Scene, Trail, heading, profile, stairs, wall};
use glam::DVec2;

/// Speed of a walk of `length` m at `speed` m/s over its last half.
fn speed(trail: &Trail, speed: f64) -> f64 {
    let half = trail.steps.len() / 2;
    let way = trail.last().place.distance(trail.steps[half].place);
    speed * way / (INCREMENT * (trail.steps.len() - 1 - half) as f64)
}

#[test]
fn down_a_ramp_beside_a_wall_the_floor_carries_and_the_speed_is_that_along_the_crease() {
    let slope = 10_f64.to_radians().tan();
    let ramp = profile(&[(-FAR, FAR * slope), (FAR, -FAR * slope)]);
    for (degrees, expected) in [(75.0, 2.019), (89.5, 2.118), (89.97, 2.121), (90.0, 2.121), (91.0, 2.128)] {
        // The wall passes beside the start at the height of the feet.
        let scene = Scene::person(&[ramp.clone(), wall(degrees, 0.6, 0.0)]);
        let trail = scene.walk([0.0, -0.2], 0.0, heading(45.0), 3.5);
        let along = speed(&trail, 3.0);
        println!("wall {degrees}°: {along} m/s");
        assert!(!trail.falls && trail.kinds() == "f", "{degrees}°: {}", trail.kinds());
        assert!((along - expected).abs() < 2e-3, "{degrees}°: {along} m/s, not {expected}");
    }
}

#[test]
fn down_stairs_beside_a_wall_that_leans_every_place_carries() {
    let mut points: Vec<(f64, f64)> = stairs(24, 0.17, 0.29).iter().map(|(x, y)| (-x, *y)).collect();
    points.reverse();
    for (degrees, expected) in [(89.9, 1.731), (85.0, 1.674)] {
        let scene = Scene::person(&[profile(&points), wall(degrees, 0.5, 2.0)]);
        let trail = scene.walk([-6.0, 0.0], 24.0 * 0.17, heading(30.0), 6.5);
        let along = speed(&trail, 2.0);
        println!("wall {degrees}°: {along} m/s");
        assert!(!trail.falls && trail.carries(), "{degrees}°: {}", trail.kinds());
        assert!((along - expected).abs() < 0.02, "{degrees}°: {along} m/s, not {expected}");
    }
}

#[test]
fn stairs_beside_a_wall_end_at_the_same_place_for_any_increment() {
    let scene = Scene::person(&[profile(&stairs(10, 0.2, 0.3)), wall(89.0, 0.9, 0.0)]);
    let ends = [0.02, 0.01, 0.005, 0.0025].map(|increment| {
        let trail = scene.walk_by([-0.5, 0.0], 0.0, |_| heading(35.0), 3.0, increment);
        assert!(trail.carries() && !trail.falls, "{increment}: {}", trail.kinds());
        trail.last().place
    });
    println!("{ends:?}");
    let far = ends.iter().map(|end| end.distance(ends[3])).fold(0.0, f64::max);
    // The prototype's four ends lie within 0.4 mm.
    assert!(far < 2e-3, "{far} m: {ends:?}");
}

#[test]
fn the_border_of_a_lean_wall_moves_by_the_height_of_the_contact_times_the_lean() {
    let end = |degrees: f64| {
        let scene = Scene::person(&[profile(&stairs(6, 0.2, 0.3)), wall(degrees, 0.9, 0.0)]);
        let trail = scene.walk([-0.5, 0.0], 0.0, heading(35.0), 2.5);
        assert!(trail.carries() && !trail.falls, "{degrees}°: {}", trail.kinds());
        trail.last().place
    };
    let upright: DVec2 = end(90.0);
    for lean in [-1.0_f64, -0.1, -0.01, 0.01, 0.1, 1.0] {
        let moved = end(90.0 + lean) - upright;
        println!("lean {lean}°: {moved}");
        let height = PERSON.y + 1.2;
        let least = 1.5e-3;
        assert!(moved.length() < lean.to_radians().abs() * 1.5 * height + least, "{lean}°: {moved}");
    }
}
