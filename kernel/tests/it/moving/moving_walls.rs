//! Walls, discs and lifts that come at characters: they pass through nobody, push nobody into what does not move, and name those
//! crushed that have no room, and no others.

use crate::testkit::Random;
use crate::testkit::cases;
use glam::{DQuat, DVec3, Vec3};
use sweep8::{
    CharacterProfile, CharacterState, CookedMesh, InstanceId, Mesh, MoveInput, MoveMemory, Placement, SlideStatus,
    World,
};
use sweep8_scalar_ref::brute_force::{distance, to_ellipsoid_space};

const SPEEDS: [f64; 4] = [1.0, 10.0, 40.0, 100.0];
const RATES: [f64; 2] = [30.0, 240.0];

/// How far rounding and the error of a part of a step may take a body into what moves, metres.
const NOTHING: f64 = 1e-4;

fn cuboid(half: Vec3) -> CookedMesh {
    Mesh::cuboid(half).expect("it is a cuboid").cook()
}

fn add(world: &mut World, half: Vec3, center: DVec3) -> InstanceId {
    world.add(&cuboid(half), Placement::at(center)).expect("it is in range")
}

/// The triangles of a cuboid about the origin.
fn triangles(half: Vec3) -> Vec<[DVec3; 3]> {
    let corner = |number: usize| {
        let side = |bit: usize| if number >> bit & 1 == 0 { -1.0 } else { 1.0 };
        DVec3::new(side(0), side(1), side(2)) * half.as_dvec3()
    };
    let faces = [[0, 1, 3, 2], [4, 5, 7, 6], [0, 1, 5, 4], [2, 3, 7, 6], [0, 2, 6, 4], [1, 3, 7, 5]];
    faces.into_iter().flat_map(|[a, b, c, d]| [[a, b, c].map(corner), [a, c, d].map(corner)]).collect()
}

/// How far an ellipsoid is from triangles at a placement, in its smallest radius: less than 0 where it is in them.
fn gap_to(triangles: &[[DVec3; 3]], placement: &Placement, center: DVec3, radii: DVec3) -> f64 {
    let rotation = placement.rotation.as_dquat().normalize();
    let placed = |v: DVec3| to_ellipsoid_space(placement.translation + rotation * v, center, radii);
    let gap = |corners: &[DVec3; 3]| distance(DVec3::ZERO, &corners.map(placed)) - 1.0;
    triangles.iter().map(gap).fold(f64::INFINITY, f64::min) * radii.min_element()
}

fn profiles() -> Vec<CharacterProfile> {
    [Vec3::new(0.4, 0.9, 0.4), Vec3::splat(0.3), Vec3::new(0.3, 0.5, 0.6)]
        .map(|radii| CharacterProfile::of_shape(sweep8::Ellipsoid::new(radii).expect("it is a shape")))
        .to_vec()
}

/// Characters that stand on a floor at height 0, `place` says where.
fn characters(
    profiles: &[CharacterProfile],
    seed: u64,
    place: impl Fn(&mut Random) -> (f64, f64),
) -> Vec<CharacterState> {
    let mut random = Random(seed);
    (0..cases(1_000, 250))
        .map(|number| {
            let profile = number % profiles.len() as u32;
            let (x, z) = place(&mut random);
            let (x, z) = (x as f32, z as f32);
            let height = profiles[profile as usize].shape().radii().y + 0.01;
            CharacterState { profile, ..CharacterState::new(Vec3::new(x, height, z)) }
        })
        .collect()
}

/// A crowd beside something that moves.
struct Beside {
    world: World,
    mover: InstanceId,
    profiles: Vec<CharacterProfile>,
    states: Vec<CharacterState>,
    memory: MoveMemory,
}

impl Beside {
    fn step(&mut self, target: Placement, rate: f64) {
        let Self { world, mover, profiles, states, memory } = self;
        world.move_to(*mover, target).expect("it is in range");
        let step = world.begin_step((1.0 / rate) as f32).expect("it is a time step");
        let inputs = vec![MoveInput::EARTH; states.len()];
        let report = step.move_characters(profiles, states, &inputs, memory).expect("all is in range");
        let stuck = states.iter().find(|state| state.status() == SlideStatus::OutOfIterations);
        assert_eq!((report.refused, report.out_of_iterations), (0, 0), "{target:?}, {rate} Hz: {stuck:?}");
    }

    fn each(&self) -> impl Iterator<Item = (&CharacterState, DVec3, DVec3)> {
        self.states.iter().map(|state| {
            let radii = self.profiles[state.profile as usize].shape().radii();
            (state, state.position.to_dvec3(), radii.as_dvec3())
        })
    }
}

#[test]
fn a_wall_pushes_all_characters_before_it_and_none_crosses_it() {
    for rate in RATES {
        for speed in SPEEDS {
            let mut world = World::new();
            add(&mut world, Vec3::new(200.0, 0.5, 60.0), DVec3::Y * -0.5);
            let mover = add(&mut world, Vec3::new(0.05, 3.0, 50.0), DVec3::new(0.0, 2.9, 0.0));
            let profiles = profiles();
            let states = characters(&profiles, 1, |random| (random.range(0.8, 8.0), random.range(-40.0, 40.0)));
            let mut beside = Beside { world, mover, profiles, states, memory: MoveMemory::new() };
            let starts: Vec<DVec3> = beside.each().map(|(_, center, _)| center).collect();
            let frames = ((15.0 / speed) * rate).min(0.75 * rate).max(6.0) as u32;
            for frame in 1..=frames {
                let gone = speed * f64::from(frame) / rate;
                beside.step(Placement::at(DVec3::new(gone, 2.9, 0.0)), rate);
                for (number, (state, center, radii)) in beside.each().enumerate() {
                    let gap = center.x - radii.x - (gone + 0.05);
                    assert!(gap > -NOTHING, "{speed} m/s, {rate} Hz, frame {frame}: {gap} m to the wall");
                    let farther = center.x - starts[number].x;
                    assert!(farther < NOTHING || gap < 0.011, "pushed {farther} m, and {gap} m from the wall");
                    assert!(center.y - radii.y > -NOTHING, "in the floor: {center}");
                    assert_ne!(state.status(), SlideStatus::Crushed, "{speed} m/s, {rate} Hz, frame {frame}: {center}");
                }
            }
        }
    }
}

#[test]
fn a_wall_crushes_all_that_have_no_room_before_another_and_pushes_nobody_into_that() {
    for rate in RATES {
        for speed in SPEEDS {
            let mut world = World::new();
            add(&mut world, Vec3::new(200.0, 0.5, 60.0), DVec3::Y * -0.5);
            add(&mut world, Vec3::new(0.5, 5.0, 55.0), DVec3::new(9.5, 4.5, 0.0));
            let mover = add(&mut world, Vec3::new(0.05, 3.0, 50.0), DVec3::new(7.0, 2.9, 0.0));
            let profiles = profiles();
            let states = characters(&profiles, 2, |random| (random.range(7.7, 8.3), random.range(-40.0, 40.0)));
            let mut beside = Beside { world, mover, profiles, states, memory: MoveMemory::new() };
            let frames = ((4.0 / speed) * rate).max(6.0) as u32;
            let mut crushed = vec![false; beside.states.len()];
            for frame in 1..=frames {
                let gone = speed * f64::from(frame) / rate;
                let front = 7.0 + 0.05 + gone;
                beside.step(Placement::at(DVec3::new(7.0 + gone, 2.9, 0.0)), rate);
                for (number, (state, center, radii)) in beside.each().enumerate() {
                    let into = center.x + radii.x - 9.0;
                    assert!(into < NOTHING, "{speed} m/s, {rate} Hz, frame {frame}: {into} m in the wall behind");
                    assert!(center.y - radii.y > -NOTHING, "in the floor: {center}");
                    let room = 9.0 - front - 2.0 * radii.x;
                    let is_crushed = state.status() == SlideStatus::Crushed;
                    assert_eq!(is_crushed, state.crushed_by().is_some());
                    if room > 2e-4 {
                        assert!(!is_crushed, "{speed} m/s, {rate} Hz, frame {frame}: {room} m of room");
                        let gap = center.x - radii.x - front;
                        assert!(gap > -NOTHING, "{speed} m/s, {rate} Hz, frame {frame}: {gap} m to the wall");
                    } else if room < -2e-4 && !crushed[number] {
                        assert!(is_crushed, "{speed} m/s, {rate} Hz, frame {frame}: {room} m of room for {center}");
                        assert_eq!(state.crushed_by().map(InstanceId::index), Some(2), "the wall that moves");
                        crushed[number] = true;
                    }
                }
            }
            assert!(crushed.iter().all(|&crushed| crushed), "{speed} m/s, {rate} Hz");
        }
    }
}

#[test]
fn a_lift_carries_everybody_up_and_crushes_all_under_a_ceiling() {
    for rate in RATES {
        for speed in SPEEDS {
            let mut world = World::new();
            add(&mut world, Vec3::new(55.0, 0.5, 55.0), DVec3::Y * 6.5);
            let mover = add(&mut world, Vec3::new(50.0, 0.05, 50.0), DVec3::Y * -0.05);
            let profiles = profiles();
            let states = characters(&profiles, 3, |random| (random.range(-40.0, 40.0), random.range(-40.0, 40.0)));
            let mut beside = Beside { world, mover, profiles, states, memory: MoveMemory::new() };
            beside.step(Placement::at(DVec3::Y * -0.05), rate);
            let frames = ((6.5 / speed) * rate).max(4.0) as u32;
            for frame in 1..=frames {
                let height = speed * f64::from(frame) / rate;
                beside.step(Placement::at(DVec3::Y * (height - 0.05)), rate);
                for (state, center, radii) in beside.each() {
                    let into = center.y + radii.y - 6.0;
                    assert!(into < NOTHING, "{speed} m/s, {rate} Hz, frame {frame}: {into} m in the ceiling");
                    let room = 6.0 - height - 2.0 * radii.y;
                    let is_crushed = state.status() == SlideStatus::Crushed;
                    if room > 2e-4 {
                        assert!(!is_crushed, "{speed} m/s, {rate} Hz, frame {frame}: {room} m of room");
                        let gap = center.y - radii.y - height;
                        assert!((-NOTHING..0.03).contains(&gap), "{speed} m/s, {rate} Hz, frame {frame}: {gap} m");
                    } else if room < -2e-4 && height < 6.0 && center.y > height {
                        assert!(is_crushed, "{speed} m/s, {rate} Hz, frame {frame}: {room} m of room for {center}");
                    }
                }
            }
        }
    }
}

#[test]
fn a_turning_bar_sweeps_all_characters_along_and_none_crosses_it() {
    let length = 8.0;
    for rate in RATES {
        for speed in SPEEDS {
            let mut world = World::new();
            add(&mut world, Vec3::new(200.0, 0.5, 200.0), DVec3::Y * -0.5);
            let half = Vec3::new(length as f32, 1.5, 0.1);
            let mover = add(&mut world, half, DVec3::Y * 1.4);
            let bar = triangles(half);
            let profiles = profiles();
            // On both sides of the bar, clear of it.
            let states = characters(&profiles, 4, |random| {
                let (away, angle) = (random.range(1.5, 7.5), random.range(0.6, 2.5));
                let side = if random.range(-1.0, 1.0) < 0.0 { -1.0 } else { 1.0 };
                (away * angle.cos() * side, away * angle.sin() * side)
            });
            let mut beside = Beside { world, mover, profiles, states, memory: MoveMemory::new() };
            let turn = speed / length / rate;
            let frames = ((3.0 / (turn * rate)) * rate).min(rate).max(6.0) as u32;
            let along = |center: DVec3, turned: f64| DQuat::from_rotation_y(turned).conjugate() * center;
            let mut before: Vec<DVec3> = beside.each().map(|(_, center, _)| along(center, 0.0)).collect();
            for frame in 1..=frames {
                let turned = turn * f64::from(frame);
                let rotation = DQuat::from_rotation_y(turned).as_quat();
                beside.step(Placement { rotation, ..Placement::at(DVec3::Y * 1.4) }, rate);
                let now: Vec<DVec3> = beside.each().map(|(_, center, _)| along(center, turned)).collect();
                for (number, (state, center, radii)) in beside.each().enumerate() {
                    assert_ne!(state.status(), SlideStatus::Crushed, "{speed} m/s, {rate} Hz, frame {frame}: {center}");
                    assert!(center.y - radii.y > -NOTHING, "in the floor: {center}");
                    let [was, is] = [before[number], now[number]];
                    let is_beside = was.x.abs() < length && is.x.abs() < length;
                    assert!(
                        !is_beside || was.z * is.z > 0.0,
                        "{speed} m/s, {rate} Hz, frame {frame}: from {was} to {is}"
                    );
                    let gap = gap_to(&bar, &Placement { rotation, ..Placement::at(DVec3::Y * 1.4) }, center, radii);
                    assert!(gap > -NOTHING, "{speed} m/s, {rate} Hz, frame {frame}: {gap} m at {is}");
                }
                before = now;
            }
        }
    }
}
