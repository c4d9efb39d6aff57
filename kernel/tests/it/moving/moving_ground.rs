//! Riders on lifts and turning discs keep their place, and who leaves moving ground keeps its velocity.

use glam::{DQuat, DVec3, Quat, Vec3};
use sweep8::{
    CharacterProfile, CharacterSettings, CharacterState, CookedMesh, Ground, InstanceId, Mesh, MoveInput, Placement,
    World,
};

const RATES: [f32; 3] = [30.0, 60.0, 240.0];

fn slab(half: Vec3) -> CookedMesh {
    Mesh::cuboid(half).expect("it is a cuboid").cook()
}

/// A disc of 32 sides, its top at the origin.
fn disc(radius: f32) -> CookedMesh {
    let mut corners = vec![Vec3::ZERO];
    let mut triangles = Vec::new();
    for side in 0..32_u16 {
        let (sine, cosine) = (f32::from(side) * std::f32::consts::TAU / 32.0).sin_cos();
        corners.push(Vec3::new(cosine, 0.0, sine) * radius);
        triangles.push([0, u32::from(side + 1) % 32 + 1, u32::from(side) + 1]);
    }
    Mesh::new(&corners, &triangles).expect("it is a mesh").cook()
}

/// Somebody who stands there.
fn settled(world: &World, profile: &CharacterProfile, start: Vec3) -> CharacterState {
    let mut state = CharacterState::new(start);
    for _ in 0..5 {
        world.move_character(profile, &mut state, &MoveInput::EARTH, 0.02).expect("it is in range");
    }
    assert!(state.ground().is_grounded());
    state
}

/// Moves a rider for some seconds while its platform goes where `at` says; its place in the space of the platform, in each step.
fn ride(
    world: &mut World,
    platform: InstanceId,
    start: Vec3,
    (rate, seconds): (f32, f32),
    at: impl Fn(f64) -> Placement,
) -> Vec<DVec3> {
    let profile = CharacterProfile::default();
    let mut state = settled(world, &profile, start);
    let mut places = Vec::new();
    for frame in 1..=(rate * seconds) as u32 {
        let target = at(f64::from(frame) / f64::from(rate));
        world.move_to(platform, target).expect("it is in range");
        let step = world.begin_step(1.0 / rate).expect("it is a time step");
        step.move_character(&profile, &mut state, &MoveInput::EARTH).expect("it is in range");
        assert!(matches!(state.ground(), Ground::Floor(_)), "{rate} Hz, frame {frame}: {:?}", state.ground());
        let back = target.rotation.as_dquat().normalize().conjugate();
        places.push(back * (state.position.to_dvec3() - target.translation));
    }
    places
}

fn drift(places: &[DVec3]) -> f64 {
    places.iter().map(|place| (*place - places[0]).length()).fold(0.0, f64::max)
}

#[test]
fn a_rider_on_a_lift_keeps_its_place_for_a_minute_at_any_speed() {
    for rate in RATES {
        for speed in [0.5, 2.0, 10.0] {
            let mut world = World::new();
            let start = Placement::at(DVec3::Y * -0.1);
            let lift = world.add(&slab(Vec3::new(2.0, 0.1, 2.0)), start).expect("it is in range");
            // Up and down, and aside.
            let at = |time: f64| {
                let height = speed * 2.0 * (time * 0.5).sin();
                Placement::at(start.translation + DVec3::new(0.3 * height, height, 0.1 * height))
            };
            let places = ride(&mut world, lift, Vec3::new(0.7, 0.91, -0.4), (rate, 60.0), at);
            println!("lift at {speed} m/s, {rate} Hz: {:.2e} m in 60 s", drift(&places));
            assert!(drift(&places) < 1e-3, "{speed} m/s, {rate} Hz: {}", drift(&places));
        }
    }
}

#[test]
fn a_rider_on_a_turning_disc_keeps_its_place_for_a_minute() {
    for rate in RATES {
        for turn in [0.3, 1.5, 4.0] {
            let mut world = World::new();
            let turntable = world.add(&disc(4.0), Placement::IDENTITY).expect("it is in range");
            let at = |time: f64| Placement {
                rotation: DQuat::from_rotation_y(turn * time).as_quat(),
                ..Placement::IDENTITY
            };
            let places = ride(&mut world, turntable, Vec3::new(2.5, 0.91, 0.0), (rate, 60.0), at);
            println!("disc at {turn} rad/s, {rate} Hz: {:.2e} m in 60 s", drift(&places));
            assert!(drift(&places) < 1e-3, "{turn} rad/s, {rate} Hz: {}", drift(&places));
        }
    }
}

#[test]
fn a_rider_reports_the_rotation_of_its_ground() {
    let mut world = World::new();
    let turntable = world.add(&disc(4.0), Placement::IDENTITY).expect("it is in range");
    let profile = CharacterProfile::default();
    let mut state = CharacterState::new(Vec3::new(1.0, 0.91, 0.0));
    world.move_character(&profile, &mut state, &MoveInput::EARTH, 0.02).expect("it is in range");
    world.move_to(turntable, Placement { rotation: Quat::from_rotation_y(0.1), ..Placement::IDENTITY }).expect("it is");
    let step = world.begin_step(0.02).expect("it is a time step");
    let out = step.move_character(&profile, &mut state, &MoveInput::EARTH).expect("it is in range");
    assert!((out.turned_by - 0.1).abs() < 1e-6, "{}", out.turned_by);
    let expected = Quat::from_rotation_y(0.1) * Vec3::X - Vec3::X;
    assert!((out.carried_by - expected).length() < 1e-5, "{} is not {expected}", out.carried_by);
}

#[test]
fn a_rider_on_ground_that_tilts_goes_with_the_point_that_it_touches() {
    let top =
        Mesh::new(&[Vec3::new(-9.0, 0.0, -9.0), Vec3::new(0.0, 0.0, 9.0), Vec3::new(9.0, 0.0, -9.0)], &[[0, 1, 2]]);
    for tilt in [-0.02_f32, 0.02] {
        let mut world = World::new();
        let seesaw =
            world.add(&top.clone().expect("it is a mesh").cook(), Placement::IDENTITY).expect("it is in range");
        let profile = CharacterProfile::default();
        let mut state = settled(&world, &profile, Vec3::new(1.0, 0.91, -2.0));
        let rotation = Quat::from_rotation_z(tilt);
        world.move_to(seesaw, Placement { rotation, ..Placement::IDENTITY }).expect("it is in range");
        let step = world.begin_step(0.02).expect("it is a time step");
        let touched = state.ground_point;
        step.move_character(&profile, &mut state, &MoveInput::EARTH).expect("it is in range");
        // The body stays upright, and rolls on the ground that tilts below it: the point that it touches is another one of the body,
        // and the same of the ground.
        let expected = rotation * touched;
        assert!((state.ground_point - expected).length() < 1e-4, "{} is not {expected}", state.ground_point);
    }
}

#[test]
fn a_target_whose_quaternion_has_the_other_sign_is_as_near() {
    let mut world = World::new();
    let turntable = world.add(&disc(4.0), Placement::IDENTITY).expect("it is in range");
    let profile = CharacterProfile::default();
    let mut state = settled(&world, &profile, Vec3::new(1.0, 0.91, 0.0));
    let rotation = -Quat::from_rotation_y(0.1);
    world.move_to(turntable, Placement { rotation, ..Placement::IDENTITY }).expect("it turns by 0.1");
    let step = world.begin_step(0.02).expect("it is a time step");
    let out = step.move_character(&profile, &mut state, &MoveInput::EARTH).expect("it is in range");
    assert!((out.turned_by - 0.1).abs() < 1e-6, "{}", out.turned_by);
}

/// A rider jumps off a platform with this velocity; its velocity after the step of the jump.
fn velocity_after_jump(velocity: DVec3, rate: f32, keeps: bool) -> Vec3 {
    let mut world = World::new();
    let lift = world.add(&slab(Vec3::new(50.0, 0.1, 50.0)), Placement::at(DVec3::Y * -0.1)).expect("it is in range");
    let settings = CharacterSettings { keeps_ground_velocity: keeps, ..CharacterSettings::default() };
    let profile = CharacterProfile::new(&settings).expect("they are in range");
    let mut state = settled(&world, &profile, Vec3::new(0.0, 0.91, 0.0));
    for frame in 1..=20 {
        let place = DVec3::Y * -0.1 + velocity * f64::from(frame) / f64::from(rate);
        world.move_to(lift, Placement::at(place)).expect("it is in range");
        let step = world.begin_step(1.0 / rate).expect("it is a time step");
        let input = MoveInput { jump_speed: if frame == 20 { 4.0 } else { 0.0 }, ..MoveInput::EARTH };
        step.move_character(&profile, &mut state, &input).expect("it is in range");
    }
    assert_eq!(state.ground(), Ground::Air, "{velocity} at {rate} Hz");
    state.velocity
}

#[test]
fn who_jumps_off_moving_ground_keeps_its_velocity_where_the_profile_asks() {
    for rate in RATES {
        for velocity in [DVec3::Y * -3.0, DVec3::Y * 2.0, DVec3::new(5.0, -1.0, 2.0)] {
            let own = Vec3::Y * (4.0 - 9.81 / rate);
            let kept = velocity_after_jump(velocity, rate, true);
            assert!((kept - own - velocity.as_vec3()).length() < 1e-3, "{rate} Hz, {velocity}: {kept}");
            let lost = velocity_after_jump(velocity, rate, false);
            assert!((lost - own).length() < 1e-3, "{rate} Hz, {velocity}: {lost}");
        }
    }
}

#[test]
fn who_jumps_straight_up_on_a_moving_deck_stays_above_its_place_and_is_carried_on_when_it_lands() {
    for rate in RATES {
        let mut world = World::new();
        let deck = world.add(&slab(Vec3::new(90.0, 0.1, 9.0)), Placement::at(DVec3::Y * -0.1)).expect("it is in range");
        let profile = CharacterProfile::default();
        let mut state = settled(&world, &profile, Vec3::new(0.0, 0.91, 0.0));
        let (mut in_air, mut at_landing, mut last, mut flights) = (0.0_f64, 0.0, 0.0, 0);
        for frame in 1..=(3.0 * rate) as u32 {
            let gone = 6.0 * f64::from(frame) / f64::from(rate);
            world.move_to(deck, Placement::at(DVec3::new(gone, -0.1, 0.0))).expect("it is in range");
            let step = world.begin_step(1.0 / rate).expect("it is a time step");
            let jumps = frame == (0.5 * rate) as u32;
            let input = MoveInput { jump_speed: if jumps { 4.0 } else { 0.0 }, ..MoveInput::EARTH };
            step.move_character(&profile, &mut state, &input).expect("it is in range");
            last = state.position.to_dvec3().x - gone;
            if state.ground() == Ground::Air {
                in_air = in_air.max(last.abs());
                flights += 1;
            } else if flights > 0 && at_landing == 0.0 {
                at_landing = last;
            }
        }
        println!("jump on a deck at 6 m/s, {rate} Hz: {in_air:.1e} m aside in the air, {at_landing:.1e} m by landing");
        assert!(flights > (0.7 * rate) as u32 && state.ground().is_grounded(), "{rate} Hz: {flights} steps in the air");
        assert!(in_air < 1e-4, "{rate} Hz: {in_air} m aside in the air");
        assert!(at_landing.abs() < 1e-4 && (last - at_landing).abs() < 1e-4, "{rate} Hz: {at_landing}, {last}");
    }
}
