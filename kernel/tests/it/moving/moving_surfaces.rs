//! Conveyors and discs that carry without moving: surfaces with a velocity of their own.

use crate::testkit::Random;
use crate::testkit::cases;
use glam::{DQuat, DVec3, Quat, Vec3};
use sweep8::{
    CharacterProfile, CharacterSettings, CharacterState, CookedMesh, Crowd, CrowdSettings, EventMask, Ground,
    InstanceId, Material, Mesh, MeshError, MoveInput, Placement, World,
};

const RATES: [f64; 4] = [30.0, 60.0, 144.0, 240.0];

/// A square of two triangles at height 0 of a mesh, all of one material.
fn square(half: f32, material: Material) -> CookedMesh {
    let corner = |x: f32, z: f32| Vec3::new(x * half, 0.0, z * half);
    let positions = [corner(-1.0, -1.0), corner(-1.0, 1.0), corner(1.0, 1.0), corner(1.0, -1.0)];
    let mesh = Mesh::new(&positions, &[[0, 1, 2], [0, 2, 3]]).unwrap();
    mesh.with_materials(&[material], &[0, 0]).unwrap().cook()
}

fn belt(velocity: Vec3) -> CookedMesh {
    square(60.0, Material::default().moving(velocity))
}

fn world_of(mesh: &CookedMesh, placement: Placement) -> (World, InstanceId) {
    let mut world = World::new();
    let id = world.add(mesh, placement).unwrap();
    (world, id)
}

fn walking(desired_velocity: Vec3) -> MoveInput {
    MoveInput { desired_velocity, ..MoveInput::EARTH }
}

fn standing() -> CharacterState {
    CharacterState::standing(Vec3::ZERO, &CharacterProfile::default(), Vec3::Y)
}

#[test]
fn an_idle_person_on_a_conveyor_goes_as_far_as_that_from_the_first_step_on() {
    let profile = CharacterProfile::default();
    for rate in RATES {
        for velocity in [Vec3::X, Vec3::new(-0.7, 0.0, 2.0), Vec3::Z * 9.0] {
            let (world, _) = world_of(&belt(velocity), Placement::IDENTITY);
            let mut state = standing();
            let begin = state.position.to_dvec3();
            for frame in 1..=(3.0 * rate) as u32 {
                let out = world.move_character(&profile, &mut state, &MoveInput::EARTH, (1.0 / rate) as f32).unwrap();
                let gone = velocity.as_dvec3() * f64::from(frame) / rate;
                let off = (state.position.to_dvec3() - begin - gone).length();
                assert!(off < 1e-3 && matches!(out.ground, Ground::Floor(_)), "{velocity}, {rate} Hz: {off} m");
                assert_eq!(state.velocity, Vec3::ZERO);
            }
        }
    }
}

#[test]
fn the_turn_of_a_surface_is_the_turn_of_a_character_on_it() {
    let profile = CharacterProfile::default();
    let mut random = Random(89);
    for case in 0..60 {
        // A carousel, a disc that is drawn still, and one on the other.
        let of_carousel = if case % 3 == 1 { 0.0 } else { random.range(-3.0, 3.0) };
        let of_disc = if case % 3 == 0 { 0.0 } else { random.range_f32(-3.0, 3.0) };
        let disc = square(9.0, Material { angular_velocity: Vec3::Y * of_disc, ..Material::default() });
        let (mut world, id) = world_of(&disc, Placement::IDENTITY);
        let mut state = standing();
        let seconds = 1.0 / [30.0_f32, 60.0, 240.0][case % 3];
        world.move_character(&profile, &mut state, &MoveInput::EARTH, seconds).unwrap();
        let (mut angle, mut told) = (0.0, 0.0);
        for _ in 0..30 {
            angle += of_carousel * f64::from(seconds);
            let rotation = Quat::from_rotation_y(angle as f32);
            world.move_to(id, Placement { rotation, ..Placement::IDENTITY }).unwrap();
            let step = world.begin_step(seconds).unwrap();
            let ground = state.ground_surface;
            let turn = step.surface_turn(ground.instance_id().unwrap(), ground.triangle, Vec3::Y * 7.0).unwrap();
            let down = step.surface_turn(ground.instance_id().unwrap(), ground.triangle, Vec3::NEG_Y).unwrap();
            let across = step.surface_turn(ground.instance_id().unwrap(), ground.triangle, Vec3::X).unwrap();
            assert_eq!((down, across), (-turn, 0.0));
            let out = step.move_character(&profile, &mut state, &MoveInput::EARTH).unwrap();
            assert_eq!(turn, out.turned_by, "case {case}");
            told += f64::from(turn);
        }
        let expected = (of_carousel + f64::from(of_disc)) * 30.0 * f64::from(seconds);
        assert!((told - expected).abs() < 1e-5, "case {case}: {told}, not {expected}");
        let step = world.begin_step(seconds).unwrap();
        assert!(step.surface_turn(id, 0, Vec3::ZERO).is_err() && step.surface_turn(id, 0, Vec3::X / 0.0).is_err());
    }
}

#[test]
fn a_crowd_tells_by_how_much_the_ground_of_each_turned_also_of_who_rests_at_the_axis() {
    let profile = CharacterProfile::default();
    let disc = square(9.0, Material { angular_velocity: Vec3::Y * 0.5, ..Material::default() });
    let (mut world, id) = world_of(&disc, Placement::IDENTITY);
    let floor = world.add(&square(9.0, Material::default()), Placement::at(DVec3::X * 30.0)).unwrap();
    let mut crowd = Crowd::new(CrowdSettings::default()).unwrap();
    let at = [Vec3::ZERO, Vec3::X * 5.0, Vec3::X * 30.0];
    let ids = at.map(|place| crowd.spawn_standing(&profile, place).unwrap());
    assert_eq!(crowd.turned_by(ids[0]), Ok(0.0));
    let mut angles = [1.0_f32; 3];
    for frame in 1..=60_u16 {
        if frame <= 30 {
            crowd.step(&world, 1.0 / 60.0).unwrap();
        } else {
            let rotation = Quat::from_rotation_y(f32::from(frame - 30) / 60.0);
            world.move_to(id, Placement { rotation, ..Placement::IDENTITY }).unwrap();
            crowd.step_in(&world.begin_step(1.0 / 60.0).unwrap());
        }
        crowd.copy_turned_by(&mut angles).unwrap();
        let expected = if frame <= 30 { 0.5 / 60.0 } else { 1.5 / 60.0 };
        for (&id, angle) in ids.iter().zip(angles) {
            assert_eq!(crowd.turned_by(id), Ok(angle));
        }
        assert!((angles[0] - expected).abs() < 1e-6 && (angles[1] - expected).abs() < 1e-6, "{frame}: {angles:?}");
        assert_eq!(angles[2], 0.0, "{floor:?} lies still");
    }
    crowd.jump(ids[1], 3.0).unwrap();
    (0..4).for_each(|_| _ = crowd.step(&world, 1.0 / 60.0).unwrap());
    assert_eq!(crowd.turned_by(ids[1]), Ok(0.0), "in the air nothing turns it");
    let mut saved = Vec::new();
    crowd.save_into(&mut saved);
    crowd.restore(&saved).unwrap();
    assert_eq!(crowd.turned_by(ids[0]), Ok(0.0), "a save has no memory of the last step");
    assert!(crowd.copy_turned_by(&mut angles[..2]).is_err());
    crowd.despawn(ids[0]).unwrap();
    assert!(crowd.turned_by(ids[0]).is_err());
}

#[test]
fn whoever_stands_in_the_crease_of_a_conveyor_and_a_bank_is_carried() {
    // A way down may meet the bank first, by micrometres. It is the conveyor that carries.
    let (profile, mut random) = (CharacterProfile::default(), Random::new(3));
    for case in 0..cases(400, 60) {
        let (sine, cosine) = random.range_f32(51.0, 65.0).to_radians().sin_cos();
        let (speed, rate) = (random.range_f32(0.2, 2.0), RATES[case % 4] as f32);
        let side = |x: f32, y: f32| [Vec3::new(x, y, -30.0), Vec3::new(x, y, 30.0)];
        let positions = [side(-9.0, 0.0), side(0.0, 0.0), side(3.0 * cosine, 3.0 * sine)].concat();
        let mesh = Mesh::new(&positions, &[[0, 1, 3], [0, 3, 2], [2, 3, 5], [2, 5, 4]]).unwrap();
        let belt = Material::default().moving(Vec3::Z * speed);
        let world = World::from_mesh(mesh.with_materials(&[belt, Material::default()], &[0, 0, 1, 1]).unwrap());
        let mut state = CharacterState::standing(Vec3::NEG_X, &profile, Vec3::Y);
        let mut step = |velocity: Vec3| {
            world.move_character(&profile, &mut state, &walking(velocity), 1.0 / rate).unwrap();
            state
        };
        let pace = Vec3::X * random.range_f32(0.5, 4.0);
        (0..(2.0 * rate) as u32).for_each(|_| _ = step(pace));
        let begin = step(pace).position.to_vec3();
        for frame in 1..=(0.5 * rate) as u32 {
            let state = step(if case % 2 == 0 { pace } else { Vec3::ZERO });
            let gone = state.position.to_vec3().z - begin.z - speed * frame as f32 / rate;
            assert!(gone.abs() < 1e-3 && state.ground().is_grounded(), "{case}, {frame}: {gone} m off, {state:?}");
        }
    }
}

#[test]
fn a_walk_on_a_conveyor_adds_to_it() {
    let profile = CharacterProfile::default();
    for rate in RATES {
        for walk in [Vec3::X * 2.0, Vec3::X * -1.5, Vec3::Z * 3.0] {
            let (world, _) = world_of(&belt(Vec3::X * 1.5), Placement::IDENTITY);
            let mut state = standing();
            for _ in 0..(2.0 * rate) as u32 {
                world.move_character(&profile, &mut state, &walking(walk), (1.0 / rate) as f32).unwrap();
            }
            let off = state.position.to_vec3().with_y(0.0) - (walk + Vec3::X * 1.5) * 2.0;
            assert!(off.length() < 1e-3, "{walk}, {rate} Hz: {off}");
        }
    }
}

#[test]
fn a_jump_off_a_conveyor_keeps_its_velocity_if_the_profile_says_so_and_gives_it_up_where_it_lands() {
    for rate in RATES {
        for keeps_ground_velocity in [true, false] {
            let settings = CharacterSettings { keeps_ground_velocity, ..CharacterSettings::default() };
            let profile = CharacterProfile::new(&settings).unwrap();
            let (world, _) = world_of(&belt(Vec3::X * 2.0), Placement::IDENTITY);
            let mut state = standing();
            let seconds = (1.0 / rate) as f32;
            world.move_character(&profile, &mut state, &MoveInput::EARTH, seconds).unwrap();
            let begin = state.position.to_vec3().x;
            let jump = MoveInput { jump_speed: 4.0, ..MoveInput::EARTH };
            world.move_character(&profile, &mut state, &jump, seconds).unwrap();
            let kept = if keeps_ground_velocity { 2.0 } else { 0.0 };
            assert!((state.velocity.x - kept).abs() < 1e-4, "{rate} Hz: {}", state.velocity);
            let mut in_air = 1_u32;
            while !state.ground().is_grounded() {
                world.move_character(&profile, &mut state, &MoveInput::EARTH, seconds).unwrap();
                in_air += 1;
            }
            let gone = state.position.to_vec3().x - begin;
            // The first step carries before the jump, the last lands.
            let expected = kept * (in_air - 1) as f32 * seconds + 2.0 * seconds;
            assert!((gone - expected).abs() < 2.0 * 2.0 * seconds, "{rate} Hz: {gone} m, not {expected}");
            assert!(state.velocity.length() < 1e-3, "{rate} Hz: {}", state.velocity);
        }
    }
}

#[test]
fn a_disc_drawn_still_turns_its_rider_about_its_middle() {
    let profile = CharacterProfile::default();
    for rate in RATES {
        for speed in [0.2_f32, -1.0, 4.0] {
            let (middle, angular_velocity) = (Vec3::new(3.0, 0.0, -1.0), Vec3::Y * speed);
            let velocity = -angular_velocity.cross(middle);
            let disc = square(20.0, Material { velocity, angular_velocity, ..Material::default() });
            let (world, _) = world_of(&disc, Placement::IDENTITY);
            let mut state = standing();
            let (arm, mut turned) = (-middle.as_dvec3(), 0.0);
            for frame in 1..=(3.0 * rate) as u32 {
                let out = world.move_character(&profile, &mut state, &MoveInput::EARTH, (1.0 / rate) as f32).unwrap();
                turned += f64::from(out.turned_by);
                let angle = f64::from(speed) * f64::from(frame) / rate;
                let expected = middle.as_dvec3() + DQuat::from_rotation_y(angle) * arm;
                let off = (state.position.to_dvec3() - expected).with_y(0.0).length();
                assert!(off < 1e-3, "{speed} rad/s, {rate} Hz: {off} m");
                assert!((turned - angle).abs() < 1e-4, "{speed} rad/s, {rate} Hz: {turned}, not {angle}");
            }
        }
    }
}

#[test]
fn contacts_tell_the_velocity_of_a_conveyor_and_a_crowd_moves_as_one_character_does() {
    let velocity = Vec3::new(1.0, 0.0, -0.5);
    let (mut world, id) = world_of(&belt(velocity), Placement::IDENTITY);
    let profile = CharacterProfile::default();
    let mut crowd = Crowd::new(CrowdSettings::default()).unwrap();
    let person = crowd.spawn_standing(&profile, Vec3::ZERO).unwrap();
    crowd.watch_contacts(person).unwrap();
    crowd.record_events(EventMask::ALL);
    let mut alone = standing();
    for _ in 0..120 {
        let step = world.begin_step(1.0 / 60.0).unwrap();
        crowd.step_in(&step);
        let out = step.move_character(&profile, &mut alone, &MoveInput::EARTH).unwrap();
        let contact = out.contacts()[0];
        let told = step.surface_velocity(contact.instance, contact.triangle, contact.point).unwrap();
        assert_eq!((contact.instance, told), (id, velocity));
        let contacts = crowd.contacts(person).unwrap();
        assert!(!contacts.is_empty() && contacts.iter().all(|contact| contact.surface_velocity == velocity));
        assert_eq!(crowd.position(person).unwrap(), alone.position);
    }
}

#[test]
fn a_conveyor_in_a_train_adds_to_the_train_and_turns_with_it() {
    let profile = CharacterProfile::default();
    for rate in RATES {
        for turn in [0.0, 0.4] {
            let at = |time: f64| Placement {
                rotation: DQuat::from_rotation_y(turn * time).as_quat(),
                ..Placement::at(DVec3::new(20.0 * time, 0.0, 0.0))
            };
            let (mut world, train) = world_of(&belt(Vec3::Z * 1.5), at(0.0));
            let mut state = standing();
            for frame in 1..=(2.0 * rate) as u32 {
                let time = f64::from(frame) / rate;
                world.move_to(train, at(time)).unwrap();
                let step = world.begin_step((1.0 / rate) as f32).unwrap();
                step.move_character(&profile, &mut state, &MoveInput::EARTH).unwrap();
                let back = at(time).rotation.as_dquat().normalize().conjugate();
                let inside = back * (state.position.to_dvec3() - at(time).translation);
                let off = (inside - DVec3::Z * 1.5 * time).with_y(0.0).length();
                assert!(off < 1e-3, "turns {turn}, {rate} Hz: {off} m");
            }
        }
    }
}

#[test]
fn the_scale_of_a_conveyor_does_not_change_its_speed() {
    let profile = CharacterProfile::default();
    for scale in [Vec3::new(20.0, 1.0, 0.5), Vec3::new(-1.0, 1.0, 1.0), Vec3::splat(7.0)] {
        let placement = Placement { scale, ..Placement::IDENTITY };
        let (world, _) = world_of(&belt(Vec3::X * 2.0), placement);
        let mut state = standing();
        for _ in 0..60 {
            world.move_character(&profile, &mut state, &MoveInput::EARTH, 1.0 / 60.0).unwrap();
        }
        assert!((state.position.to_vec3().x - 2.0).abs() < 1e-3, "{scale}: {:?}", state.position);
    }
}

#[test]
fn only_the_part_of_a_velocity_along_its_surface_carries() {
    let profile = CharacterProfile::default();
    for velocity in [Vec3::new(1.0, 5.0, 0.0), Vec3::new(1.0, -5.0, 0.0)] {
        let (world, _) = world_of(&belt(velocity), Placement::IDENTITY);
        let mut state = standing();
        let begin = state.position.to_vec3();
        for _ in 0..60 {
            let out = world.move_character(&profile, &mut state, &MoveInput::EARTH, 1.0 / 60.0).unwrap();
            assert!(matches!(out.ground, Ground::Floor(_)));
        }
        let gone = state.position.to_vec3() - begin;
        assert!((gone - Vec3::X).length() < 1e-3, "{velocity}: {gone}");
    }
}

#[test]
fn a_conveyor_carries_nobody_through_a_wall_and_its_end_lets_walk_off() {
    let mesh = belt(Vec3::X * 3.0);
    let (mut world, _) = world_of(&mesh, Placement::IDENTITY);
    world.add(&Mesh::cuboid(Vec3::new(0.5, 3.0, 9.0)).unwrap().cook(), Placement::at(DVec3::X * 2.5)).unwrap();
    let profile = CharacterProfile::default();
    let mut state = standing();
    for _ in 0..120 {
        world.move_character(&profile, &mut state, &MoveInput::EARTH, 1.0 / 60.0).unwrap();
    }
    let radius = profile.shape().radii().x;
    let gap = 2.0 - radius - state.position.to_vec3().x;
    assert!((0.0..0.02).contains(&gap) && state.velocity == Vec3::ZERO, "{gap} m, {}", state.velocity);

    // From a belt that ends at x = 1 onto a floor that lies still, in one mesh.
    let corner = |x: f32, z: f32| Vec3::new(x, 0.0, z);
    let positions = [-9.0, 1.0, 9.0].map(|x| [corner(x, -9.0), corner(x, 9.0)]).concat();
    let mesh = Mesh::new(&positions, &[[0, 1, 3], [0, 3, 2], [2, 3, 5], [2, 5, 4]]).unwrap();
    let kinds = [Material::default().moving(Vec3::X * 2.0), Material::default()];
    let (world, _) = world_of(&mesh.with_materials(&kinds, &[0, 0, 1, 1]).unwrap().cook(), Placement::IDENTITY);
    let mut state = standing();
    for _ in 0..180 {
        let out = world.move_character(&profile, &mut state, &MoveInput::EARTH, 1.0 / 60.0).unwrap();
        assert!(matches!(out.ground, Ground::Floor(_)));
    }
    // It keeps 2 m/s, which the floor damps by a tenth in 10 ms: 2 m/s / 10 a second is 0.2 m.
    let gone = state.position.to_vec3().x;
    assert!((1.0..1.3).contains(&gone) && state.velocity.length() < 1e-2, "{gone} m, {}", state.velocity);
}

/// Where a surface takes a point in some seconds, in steps of 0.1 ms: `v + ω × p` along a plane.
fn followed(material: &Material, normal: DVec3, point: DVec3, seconds: f64) -> DVec3 {
    let (velocity, angular) = (material.velocity.as_dvec3(), material.angular_velocity.as_dvec3());
    let along = |at: DVec3| (velocity + angular.cross(at)).reject_from(normal);
    let (mut at, steps) = (point, (seconds * 1e4) as u32);
    for _ in 0..steps {
        let short = seconds / f64::from(steps);
        at += along(at + along(at) * (0.5 * short)) * short;
    }
    at
}

#[test]
fn discs_and_conveyors_at_any_place_carry_as_their_velocities_say() {
    let (mut random, mut most) = (Random(8), 0.0_f64);
    for case in 0..cases(400, 60) {
        let rate = RATES[case as usize % 4];
        // A floor of at most 30°, in a mesh whose axes lie anyhow.
        let tilt = DQuat::from_axis_angle(random.direction().with_y(0.0).normalize(), random.range(0.0, 0.5));
        let axes = DQuat::from_axis_angle(random.direction(), random.range(0.0, 3.0));
        let normal = axes * DVec3::Y;
        let material = Material {
            friction: 0.0,
            restitution: 0.0,
            velocity: (random.direction() * random.range(0.0, 4.0)).as_vec3(),
            angular_velocity: (normal * random.range(-2.0, 2.0)).as_vec3(),
        };
        let corner = |x: f64, z: f64| (axes * DVec3::new(x, 0.0, z)).as_vec3();
        let positions = [corner(-50.0, -50.0), corner(-50.0, 50.0), corner(50.0, 50.0), corner(50.0, -50.0)];
        let mesh = Mesh::new(&positions, &[[0, 1, 2], [0, 2, 3]]).unwrap();
        let mesh = mesh.with_materials(&[material], &[0, 0]).unwrap().cook();
        let rotation = (tilt * axes.conjugate()).normalize().as_quat();
        let (world, _) = world_of(&mesh, Placement { rotation, ..Placement::IDENTITY });
        let profile = CharacterProfile::default();
        let up = tilt * DVec3::Y;
        // Where the hull touches the floor at its middle.
        let along = (profile.shape().radii() + 0.01) * up.as_vec3();
        let arm = (profile.shape().radii() + 0.01) * along / along.length();
        let mut state = CharacterState::new(arm);
        let seconds = (1.0 / rate) as f32;
        let back = rotation.as_dquat().normalize().conjugate();
        let mut begin = None;
        for frame in 0..(1.5 * rate) as u32 {
            let out = world.move_character(&profile, &mut state, &MoveInput::EARTH, seconds).unwrap();
            assert!(matches!(out.ground, Ground::Floor(_)), "case {case}, {rate} Hz, frame {frame}");
            begin = begin.or(Some(back * (state.position.to_dvec3() - arm.as_dvec3())));
        }
        let expected = followed(&material, normal, begin.unwrap(), f64::from((1.5 * rate) as u32 - 1) / rate);
        let off = (back * (state.position.to_dvec3() - arm.as_dvec3())).distance(expected);
        most = most.max(off);
        assert!(off < 2e-3, "case {case}, {rate} Hz: {off} m off");
    }
    println!("conveyors and discs: {most:.1e} m off at most in 1.5 s");
}

#[test]
fn velocities_that_are_no_numbers_or_too_long_are_refused_by_the_material() {
    let mesh = Mesh::cuboid(Vec3::ONE).unwrap();
    let of_triangle = vec![1; mesh.triangle_count()];
    for bad in [f32::NAN, f32::INFINITY, 4_097.0] {
        for kind in [
            Material { velocity: Vec3::X * bad, ..Material::default() },
            Material { angular_velocity: Vec3::Y * bad, ..Material::default() },
        ] {
            let refused = mesh.clone().with_materials(&[Material::default(), kind], &of_triangle).unwrap_err();
            assert!(matches!(refused, MeshError::SurfaceVelocity { material: 1, .. }), "{refused}");
        }
    }
}
