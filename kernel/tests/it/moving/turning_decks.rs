//! Decks that turn and tilt: whoever stands on them keeps its place in their frame.

use crate::testkit::rider::{Rider, cuboid};
use glam::{DQuat, DVec3, Vec3};
use sweep8::{CharacterProfile, Ellipsoid, Ground, MoveInput, Placement};

const RATES: [f64; 4] = [30.0, 60.0, 144.0, 240.0];

const PERSON: Vec3 = Vec3::new(0.4, 0.9, 0.4);

/// How far somebody comes off its place on a tilted slab that turns about up, metres, after so many turns.
fn carousel(rate: f64, shape: Vec3, tilt: f64, turns: f64) -> f64 {
    let mesh = cuboid(DVec3::new(-6.0, -0.3, -6.0), DVec3::new(6.0, 0.0, 6.0));
    let tilted = DQuat::from_rotation_z(tilt);
    let at = |time: f64| Placement {
        rotation: (DQuat::from_rotation_y(0.5 * time) * tilted).as_quat(),
        ..Placement::IDENTITY
    };
    let profile = CharacterProfile::of_shape(Ellipsoid::new(shape).unwrap());
    // Where a body that touches the slab at its middle, off the axis, has its centre.
    let normal = (tilted * DVec3::Y).as_vec3();
    let along = (shape + 0.01) * normal;
    let start = tilted * DVec3::new(1.0, 0.0, 0.5) + ((shape + 0.01) * along / along.length()).as_dvec3();
    let mut rider = Rider::put(profile, start, rate, vec![(mesh, at(0.0))]);
    for _ in 0..10 {
        rider.step(&[], &MoveInput::EARTH);
    }
    let place = |rider: &Rider, placement: Placement| placement.rotation.as_dquat().conjugate() * rider.center();
    let begin = place(&rider, at(0.0));
    let frames = (turns * std::f64::consts::TAU / 0.5 * rate) as u32;
    let mut off = 0.0_f64;
    for frame in 1..=frames {
        let target = at(f64::from(frame) / rate);
        rider.step(&[(0, target)], &MoveInput::EARTH);
        assert!(matches!(rider.state.ground(), Ground::Floor(_)), "{tilt}, {rate} Hz, frame {frame}");
        off = off.max(place(&rider, target).distance(begin));
    }
    off
}

#[test]
fn whoever_stands_on_a_tilted_box_that_turns_keeps_its_place_on_it() {
    for rate in [30.0, 60.0, 240.0] {
        for tilt in [10.0_f64, 30.0] {
            for shape in [PERSON, Vec3::splat(0.4)] {
                let off = carousel(rate, shape, tilt.to_radians(), 2.0);
                println!("a box tilted by {tilt}°, {rate} Hz, {shape}: {off:.1e} m off after two turns");
                assert!(off < 1e-3, "{tilt}°, {rate} Hz, {shape}: {off} m");
            }
        }
    }
}

#[test]
fn whoever_stands_on_a_deck_that_rolls_with_its_gravity_keeps_its_place_turned_with_it_or_not() {
    let mesh = cuboid(DVec3::new(-6.0, -0.3, -6.0), DVec3::new(6.0, 0.0, 6.0));
    for rate in RATES {
        for (shape, turns_body) in [(PERSON, true), (Vec3::splat(0.4), false), (Vec3::splat(0.4), true)] {
            let at =
                |time: f64| Placement { rotation: DQuat::from_rotation_z(0.3 * time).as_quat(), ..Placement::IDENTITY };
            let start = DVec3::new(0.5, f64::from(shape.y) + 0.01, 0.2);
            let profile = CharacterProfile::of_shape(Ellipsoid::new(shape).unwrap());
            let mut rider = Rider::put(profile, start, rate, vec![(mesh.clone(), at(0.0))]);
            rider.step(&[], &MoveInput::EARTH);
            let mut off = 0.0_f64;
            for frame in 1..=(4.0 * rate) as u32 {
                let target = at(f64::from(frame) / rate);
                let rotation = target.rotation.as_dquat().normalize();
                if turns_body {
                    rider.state.orientation = target.rotation;
                }
                let gravity = (rotation * DVec3::NEG_Y * 9.81).as_vec3();
                rider.step(&[(0, target)], &MoveInput { gravity, ..MoveInput::WEIGHTLESS });
                assert!(matches!(rider.state.ground(), Ground::Floor(_)), "{rate} Hz, frame {frame}");
                off = off.max((rotation.conjugate() * rider.center()).distance(start));
            }
            println!("a deck that rolls, {rate} Hz, {shape}, body turns: {turns_body}: {off:.1e} m off after 4 s");
            assert!(off < 1e-3, "{rate} Hz, {shape}, {turns_body}: {off} m");
        }
    }
}
