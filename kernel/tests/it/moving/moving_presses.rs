//! Platforms that take characters to walls and ceilings, and doors that swing over them: nobody gets through what stands, who has
//! no room is named crushed, and who has some is not.

use crate::testkit::rider::{RATES, Rider, SHAPES, cuboid, walking};
use glam::{DQuat, DVec3, Vec3};
use sweep8::{MoveInput, Placement, SlideStatus};
use sweep8_scalar_ref::brute_force::Triangle;

/// How far rounding and the error of a part of a step may take a body into what moves, metres.
const NOTHING: f64 = 1e-4;

/// Between what leaves room and what leaves none: a body is not pressed to the last place.
const HAIR: f64 = 2e-4;

fn above(radii: DVec3) -> f64 {
    radii.y + 0.01
}

/// Moves a rider against the second mesh with the first, which goes where `at` says; it says, too, what the rider wants and how much
/// room is left. The rider is crushed when there is none, not before, and never in the second mesh.
fn press(rider: &mut Rider, frames: u32, name: &str, at: impl Fn(u32, DVec3) -> (Placement, MoveInput, f64)) {
    let (mut deepest, mut crushed) = (f64::INFINITY, None);
    for frame in 1..=frames {
        let (place, input, room) = at(frame, rider.radii);
        let out = rider.step(&[(0, place)], &input);
        let is_crushed = out.status == SlideStatus::Crushed;
        assert_eq!(out.crushed_by, is_crushed.then(|| rider.id(0)));
        assert!(room > -HAIR || crushed.is_some() || is_crushed, "{name}: {room} m of room");
        if is_crushed && crushed.is_none() {
            crushed = Some(room);
            assert!(room < HAIR, "{name}: {room} m of room");
        }
        deepest = deepest.min(rider.gap(1));
    }
    println!("{name}: crushed with {crushed:?} m of room, {deepest:.5} m from what stays");
    assert!(deepest > -NOTHING, "{name}: {deepest} m");
    assert!(crushed.is_some(), "{name}");
}

#[test]
fn a_platform_that_takes_its_rider_to_a_wall_slides_on_under_him() {
    for rate in RATES {
        for speed in [0.5_f64, 3.0, 10.0, 40.0] {
            for shape in SHAPES {
                let deck = cuboid(DVec3::new(-200.0, -0.2, -4.0), DVec3::new(4.0, 0.0, 4.0));
                // A hand's breadth above the platform.
                let wall = cuboid(DVec3::new(3.0, 0.1, -9.0), DVec3::new(3.5, 6.0, 9.0));
                let start = DVec3::Y * above(shape.as_dvec3());
                let meshes = vec![(deck, Placement::IDENTITY), (wall, Placement::IDENTITY)];
                let mut rider = Rider::new(shape, start, rate, meshes);
                let (mut deepest, mut last) = (f64::INFINITY, 0.0);
                let frames = ((5.0 / speed).max(1.0) * rate) as u32;
                for frame in 1..=frames {
                    let gone = speed * f64::from(frame) / rate;
                    let out = rider.step(&[(0, Placement::at(DVec3::X * gone))], &MoveInput::EARTH);
                    assert_ne!(out.status, SlideStatus::Crushed, "{speed} m/s, {rate} Hz, frame {frame}");
                    assert!(rider.state.ground().is_grounded(), "{speed} m/s, {rate} Hz, frame {frame}");
                    deepest = deepest.min(rider.gap(0)).min(rider.gap(1));
                    last = rider.gap(1);
                }
                println!(
                    "to a wall at {speed} m/s, {rate} Hz, {shape}: least gap {deepest:.5} m, {last:.5} m at the end"
                );
                assert!(deepest > -NOTHING, "{speed} m/s, {rate} Hz: {deepest} m");
                assert!(rider.center().x < 3.0 && last < 0.02, "{speed} m/s, {rate} Hz: {last} m");
            }
        }
    }
}

#[test]
fn a_platform_with_a_back_crushes_its_rider_before_a_wall_when_there_is_no_room_and_not_before() {
    for rate in RATES {
        for speed in [0.5, 3.0, 10.0] {
            for shape in SHAPES {
                let deck = cuboid(DVec3::new(-4.0, -0.2, -4.0), DVec3::new(9.0, 0.0, 4.0));
                let back = cuboid(DVec3::new(-1.5, 0.0, -4.0), DVec3::new(-1.0, 6.0, 4.0));
                let mover: Vec<Triangle> = deck.into_iter().chain(back).collect();
                let wall = cuboid(DVec3::new(3.0, 0.1, -9.0), DVec3::new(3.5, 6.0, 9.0));
                let start = DVec3::Y * above(shape.as_dvec3());
                let meshes = vec![(mover, Placement::IDENTITY), (wall, Placement::IDENTITY)];
                let mut rider = Rider::new(shape, start, rate, meshes);
                let name = format!("before a wall at {speed} m/s, {rate} Hz, {shape}");
                press(&mut rider, (4.0 / speed * rate) as u32, &name, |frame, radii| {
                    let gone = speed * f64::from(frame) / rate;
                    (Placement::at(DVec3::X * gone), MoveInput::EARTH, 4.0 - gone - 2.0 * radii.x)
                });
            }
        }
    }
}

#[test]
fn a_lift_crushes_its_rider_under_a_ceiling_when_there_is_no_room_also_if_he_walks() {
    for rate in RATES {
        for (speed, pace) in [(0.5, 0.0), (0.5, 1.0), (3.0, 0.0), (3.0, 1.0), (10.0, 0.0), (10.0, 3.0)] {
            for shape in SHAPES {
                let deck = cuboid(DVec3::new(-9.0, -0.2, -9.0), DVec3::new(9.0, 0.0, 9.0));
                let ceiling = cuboid(DVec3::new(-20.0, 2.5, -20.0), DVec3::new(20.0, 3.0, 20.0));
                let start = DVec3::Y * above(shape.as_dvec3());
                let meshes = vec![(deck, Placement::IDENTITY), (ceiling, Placement::IDENTITY)];
                let mut rider = Rider::new(shape, start, rate, meshes);
                let name = format!("under a ceiling at {speed} m/s, {rate} Hz, {shape}");
                press(&mut rider, (2.4 / speed * rate) as u32, &name, |frame, radii| {
                    let height = speed * f64::from(frame) / rate;
                    let place = Placement::at(DVec3::Y * height);
                    (place, walking(DVec3::X * pace), 2.5 - height - 2.0 * radii.y)
                });
            }
        }
    }
}

/// A door that turns about its edge, the wall that it opens to, and a floor; where it is `closed`, a second wall in the way out.
/// The least gaps to what stands, and to the door up to where it crushes somebody; whether it does; and where he is in the end.
fn swung(shape: Vec3, rate: f64, seconds: f64, closed: bool) -> ([f64; 2], bool, DVec3) {
    let floor = cuboid(DVec3::new(-9.0, -0.5, -9.0), DVec3::new(9.0, 0.0, 9.0));
    let wall = cuboid(DVec3::new(-0.6, -0.5, -9.0), DVec3::new(-0.1, 4.0, 9.0));
    let door = cuboid(DVec3::new(0.0, 0.02, -0.03), DVec3::new(1.2, 2.2, 0.03));
    // The door's edge passes it at 5 cm.
    let second = cuboid(DVec3::new(-0.1, -0.5, 1.25), DVec3::new(9.0, 4.0, 1.5));
    let meshes = [door, floor, wall].into_iter().chain(closed.then_some(second));
    let meshes: Vec<_> = meshes.map(|mesh| (mesh, Placement::IDENTITY)).collect();
    let others = 1..meshes.len();
    let start = DVec3::new(f64::from(shape.x) - 0.08, above(shape.as_dvec3()), 0.64);
    let mut rider = Rider::new(shape, start, rate, meshes);
    let (mut of_walls, mut of_door, mut is_crushed) = (f64::INFINITY, f64::INFINITY, false);
    let frames = (seconds * rate).round() as u32;
    for frame in 1..=frames {
        // From along x to along z, before the wall.
        let turn = -1.5 * f64::from(frame) / f64::from(frames);
        let target = Placement { rotation: DQuat::from_rotation_y(turn).as_quat(), ..Placement::IDENTITY };
        let out = rider.step(&[(0, target)], &MoveInput::EARTH);
        is_crushed |= out.status == SlideStatus::Crushed;
        assert_eq!(out.crushed_by, (out.status == SlideStatus::Crushed).then(|| rider.id(0)));
        of_walls = others.clone().map(|part| rider.gap(part)).fold(of_walls, f64::min);
        if !is_crushed {
            of_door = of_door.min(rider.gap(0));
        }
    }
    ([of_walls, of_door], is_crushed, rider.center())
}

#[test]
fn a_door_that_swings_to_a_wall_pushes_characters_out_and_crushes_only_those_without_a_way_out() {
    for rate in RATES {
        for seconds in [0.25, 1.0, 3.0] {
            for shape in SHAPES {
                for closed in [false, true] {
                    let ([of_walls, of_door], is_crushed, end) = swung(shape, rate, seconds, closed);
                    let way = if closed { "no way out" } else { "a way out" };
                    println!(
                        "door in {seconds} s, {rate} Hz, {shape}, {way}: walls {of_walls:.5} m, door {of_door:.5} m, crushed: {is_crushed}, at {end:.3}"
                    );
                    assert!(of_walls > -NOTHING, "{seconds} s, {rate} Hz, {shape}, {way}: {of_walls} m in a wall");
                    assert!(of_door > -NOTHING, "{seconds} s, {rate} Hz, {shape}, {way}: {of_door} m in the door");
                    assert_eq!(is_crushed, closed, "{seconds} s, {rate} Hz, {shape}, {way}: at {end}");
                }
            }
        }
    }
}
