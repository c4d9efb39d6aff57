//! Moves along the wall of a round room, which touch a new facet of it again and again.

use glam::Vec3;
use std::f32::consts::TAU;
use sweep8::{CharacterProfile, CharacterState, Ground, Mesh, MoveInput, Scratch, SlideOutcome, World};

/// Facets of the wall; a step at 200 m/s passes more than eight.
const FACETS: u16 = 192;

/// A room with a radius of 5 m and a level floor.
fn room() -> World {
    let (mut positions, mut triangles) = (vec![Vec3::ZERO], Vec::new());
    for facet in 0..FACETS {
        let (z, x) = (TAU * f32::from(facet) / f32::from(FACETS)).sin_cos();
        positions.extend([0.0, 20.0].map(|y| Vec3::new(5.0 * x, y, 5.0 * z)));
        let [low, next] = [facet, (facet + 1) % FACETS].map(|facet| 1 + 2 * u32::from(facet));
        triangles.extend([[0, next, low], [low, next, low + 1], [next, next + 1, low + 1]]);
    }
    World::from_mesh(Mesh::new(&positions, &triangles).unwrap())
}

#[test]
fn a_flight_along_the_wall_that_lands_tells_all_its_contacts_and_ends_its_path_where_the_body_is() {
    let (world, profile, mut scratch) = (room(), CharacterProfile::default(), Scratch::new());
    let (mut most, mut landed) = (0, 0);
    for fall in 1..=40 {
        let mut state = CharacterState::new(Vec3::new(4.5, 1.4, 0.0));
        state.velocity = Vec3::new(0.0, -3.0 * fall as f32, 200.0);
        let input = MoveInput { desired_velocity: Vec3::Z * 200.0, ..MoveInput::EARTH };
        let out = world.move_character(&profile, &mut state, &input, 1.0 / 60.0, &mut scratch).unwrap();
        let mut corners = vec![Vec3::ZERO];
        corners.extend(out.waypoints());
        assert_eq!(corners.last(), Some(&out.travel), "{out:?}");
        let length: f32 = corners.windows(2).map(|way| way[0].distance(way[1])).sum();
        assert!((length - out.path).abs() < 1e-4, "{length} m of waypoints, a path of {}", out.path);
        assert!(out.contacts().len() <= SlideOutcome::MAX_CONTACTS);
        if matches!(out.ground, Ground::Floor(_)) {
            landed += 1;
            most = most.max(out.contacts().len());
        }
    }
    println!("{landed} landings, with up to {most} contacts");
    assert!(landed > 5 && most > 16, "{landed} landings with up to {most} contacts: no more than two passes have");
}
