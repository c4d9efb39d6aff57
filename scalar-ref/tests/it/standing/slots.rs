//! Slots, decks, low ceilings: places where several intervals lie above each other.

use super::scenes::{FAR, PERSON, Scene, floor, heading, limits, profile, quad};
use glam::{DVec2, DVec3};

/// Two floors along z with a slot about x = 0 between them.
fn slot(width: f64) -> Scene {
    Scene::person(&[profile(&[(-FAR, 0.0), (-0.5 * width, 0.0)]), profile(&[(0.5 * width, 0.0), (FAR, 0.0)])])
}

#[test]
fn a_slot_narrower_than_the_hull_is_gone_over_at_the_desired_speed() {
    for (radii, dip) in [(1.0, 0.12), (1.3, 0.22), (1.5, 0.31), (1.7, 0.43), (1.9, 0.63), (1.98, 0.78)] {
        let trail = slot(radii * PERSON.x).walk([-1.0, 0.0], 0.0, heading(6.0), 2.0);
        let lowest = trail.steps.iter().map(|step| step.low).fold(f64::INFINITY, f64::min);
        assert!(!trail.falls && trail.carries(), "{radii} radii: {}", trail.kinds());
        assert!((trail.way(heading(6.0)) - 2.0).abs() < 1e-9, "{radii} radii");
        assert!((PERSON.y - lowest - dip).abs() < 0.01, "{radii} radii: {} m deep", PERSON.y - lowest);
    }
    assert!(slot(2.02 * PERSON.x).walk([-1.0, 0.0], 0.0, heading(6.0), 2.0).falls);
}

#[test]
fn a_ball_goes_under_a_deck_onto_which_a_person_steps() {
    let deck = |y: f64| quad(DVec3::new(0.0, y, -FAR), DVec3::Z * 2.0 * FAR, DVec3::X * FAR);
    let level =
        [floor(0.0), deck(0.25), deck(0.3), quad(DVec3::new(0.0, 0.25, -FAR), DVec3::Z * 2.0 * FAR, DVec3::Y * 0.05)];
    let ball = Scene::new(&level, DVec3::splat(0.1), limits(0.4, 0.4)).walk([-1.0, 0.0], 0.0, DVec2::X, 2.0);
    assert!(ball.carries() && ball.last().place.x > 0.99 && (ball.last().low - 0.1).abs() < 1e-9, "{:?}", ball.last());
    let person = Scene::person(&level).walk([-1.0, 0.0], 0.0, DVec2::X, 2.0);
    assert!(person.carries() && (person.last().low - 1.21).abs() < 1e-9, "{:?}", person.last());
}

#[test]
fn low_bodies_jump_onto_a_block_where_a_person_rolls() {
    for (radii, jump) in [(DVec3::splat(0.35), Some(0.05)), (DVec3::new(0.6, 0.2, 0.6), Some(0.183)), (PERSON, None)] {
        let scene =
            Scene::new(&[profile(&[(-FAR, 0.0), (0.0, 0.0), (0.0, 0.38), (FAR, 0.38)])], radii, limits(0.4, 0.4));
        let trail = scene.walk([-1.0, 0.0], 0.0, heading(6.0), 2.0);
        let most = trail.steps.windows(2).map(|ends| ends[1].low - ends[0].low).fold(0.0, f64::max);
        assert!(trail.carries() && (trail.last().low - 0.38 - radii.y).abs() < 1e-9, "{radii}: {:?}", trail.last());
        println!("{radii}: {most}");
        match jump {
            // The first increment beyond the jump adds its own part of the roll.
            Some(jump) => assert!(most > jump - 0.01 && most < jump + 0.06, "{radii}: {most}"),
            None => assert!(most < 0.02, "{radii}: {most}"),
        }
    }
}
