//! Persons, and crowds, on surfaces that turn velocities back.

use crate::testkit::Random;
use crate::testkit::bouncing::{floor, floor_quad, made_of};
use crate::testkit::crowds::checked;
use glam::{DVec3, Vec3};
use sweep8::{
    CharacterProfile, CharacterSettings, CharacterState, Crowd, CrowdSettings, Ground, Material, Mesh, MeshError,
    MoveInput, MoveMode, World,
};

fn walks(
    world: &World,
    profile: &CharacterProfile,
    start: Vec3,
    seconds: f32,
    wish: impl Fn(f32) -> Vec3,
) -> Vec<CharacterState> {
    let mut state = CharacterState::standing(start, profile, Vec3::Y);
    let frames = (seconds * 60.0) as u32;
    let step = |frame: u32| {
        let input = MoveInput { desired_velocity: wish(frame as f32 / 60.0), ..MoveInput::EARTH };
        world.move_character(profile, &mut state, &input, 1.0 / 60.0).unwrap();
        state
    };
    (0..frames).map(step).collect()
}

/// A ramp, steps, a floor and a wall, all of one restitution.
fn course(restitution: f32) -> World {
    let mut quads = vec![floor_quad(restitution)];
    quads.push((Vec3::new(3.0, 0.0, -9.0), [Vec3::Z * 18.0, Vec3::new(3.0, 1.5, 0.0)], restitution));
    quads.push((Vec3::new(6.0, 1.5, -9.0), [Vec3::Z * 18.0, Vec3::new(3.0, -1.5, 0.0)], restitution));
    for step in 0_u8..4 {
        let (x, y) = (10.0 + 0.4 * f32::from(step), 0.2 * f32::from(step));
        quads.push((Vec3::new(x, y, -9.0), [Vec3::Z * 18.0, Vec3::Y * 0.2], restitution));
        quads.push((
            Vec3::new(x, y + 0.2, -9.0),
            [Vec3::Z * 18.0, Vec3::X * if step == 3 { 9.0 } else { 0.4 }],
            restitution,
        ));
    }
    quads.push((Vec3::new(15.0, 0.0, -9.0), [Vec3::Z * 18.0, Vec3::Y * 4.0], restitution));
    made_of(&quads)
}

#[test]
fn a_walk_over_ramps_and_steps_that_bounce_and_into_a_wall_is_the_same_to_the_bit() {
    let profile = CharacterProfile::default();
    for speed in [1.0, 4.0] {
        for heading in [0.0, 0.5_f32] {
            let wish = |time: f32| {
                let back = if time > 12.0 { -1.0 } else { 1.0 };
                Vec3::new(heading.cos() * back, 0.0, heading.sin() * 0.3) * speed
            };
            let [still, bounces] = [0.0, 0.9].map(|e| walks(&course(e), &profile, Vec3::ZERO, 24.0, wish));
            assert!(still.iter().any(|state| state.position.to_vec3().x > 10.0));
            assert_eq!(still, bounces, "{speed} m/s");
        }
    }
}

#[test]
fn a_person_who_jumps_down_onto_a_trampoline_bounces_and_at_last_stands_on_it() {
    let profile = CharacterProfile::default();
    let world = floor(0.8);
    let mut state = CharacterState::standing(Vec3::Y * 1.5, &profile, Vec3::Y);
    let mut bounces = 0;
    for frame in 0..900 {
        let fell = state.velocity.y <= 0.0;
        let input = MoveInput { desired_velocity: Vec3::X * 3.0, ..MoveInput::EARTH };
        world.move_character(&profile, &mut state, &input, 1.0 / 60.0).unwrap();
        bounces += u32::from(fell && state.velocity.y > 0.0);
        let gone = f64::from(frame + 1) / 20.0;
        assert!((state.position.to_dvec3().x - gone).abs() < 1e-3, "the desired way costs nothing");
    }
    assert!(bounces > 10 && matches!(state.ground(), Ground::Floor(_)), "{bounces} bounces");
    let input = MoveInput { jump_speed: 3.0, ..MoveInput::EARTH };
    world.move_character(&profile, &mut state, &input, 1.0 / 60.0).unwrap();
    assert!(state.velocity.y > 2.5);
}

#[test]
fn a_knock_back_into_a_wall_comes_back_and_a_desired_velocity_does_not() {
    for mode in [MoveMode::Walk, MoveMode::Slide] {
        let profile = checked(CharacterSettings { mode, ground_damping: 0.0, ..CharacterSettings::default() });
        for lean in [0.0, 0.5, -0.5_f32] {
            let wall =
                (Vec3::new(2.0 - 3.0 * lean, -3.0, -90.0), [Vec3::Z * 180.0, Vec3::new(6.0 * lean, 6.0, 0.0)], 0.6);
            let world = made_of(&[floor_quad(0.0), wall]);
            let mut state = CharacterState::standing(Vec3::ZERO, &profile, Vec3::Y);
            let knock = MoveInput { impulse: Vec3::new(5.0, 0.0, 2.0), ..MoveInput::EARTH };
            world.move_character(&profile, &mut state, &knock, 1.0 / 60.0).unwrap();
            for _ in 0..60 {
                world.move_character(&profile, &mut state, &MoveInput::EARTH, 1.0 / 60.0).unwrap();
            }
            let off = (state.velocity - Vec3::new(-3.0, 0.0, 2.0)).length();
            assert!(off < 1e-3, "{mode:?}, {lean}: {:?}", state.velocity);
        }
        let wall = (Vec3::new(2.0, -3.0, -90.0), [Vec3::Z * 180.0, Vec3::Y * 6.0], 0.6);
        let walk = |restitution: f32| {
            let world = made_of(&[floor_quad(0.0), (wall.0, wall.1, restitution)]);
            walks(&world, &profile, Vec3::ZERO, 2.0, |_| Vec3::new(5.0, 0.0, 2.0))
        };
        assert_eq!(walk(0.0), walk(0.6), "{mode:?}");
    }
}

#[test]
fn a_crowd_and_a_character_alone_bounce_to_the_same_bit_and_a_restored_crowd_goes_on_so() {
    let (world, profile) = (course(0.85), CharacterProfile::default());
    let settings = CrowdSettings { gravity: Vec3::NEG_Y * 9.81, ..CrowdSettings::default() };
    let mut crowd = Crowd::new(settings).unwrap();
    let mut random = Random(65);
    let mut states = Vec::new();
    for _ in 0..60 {
        let place = DVec3::new(random.range(-8.0, 13.0), random.range(3.0, 6.0), random.range(-8.0, 8.0));
        let id = crowd.spawn(&profile, place).unwrap();
        let impulse = (random.direction() * random.range(0.0, 8.0)).as_vec3();
        crowd.add_impulse(id, impulse).unwrap();
        states.push((id, CharacterState::new(place), impulse));
    }
    let mut copy = None;
    for frame in 0..300 {
        crowd.step(&world, 1.0 / 60.0).unwrap();
        for (id, state, impulse) in &mut states {
            let input = MoveInput { impulse: std::mem::take(impulse), ..MoveInput::EARTH };
            world.move_character(&profile, state, &input, 1.0 / 60.0).unwrap();
            let of_crowd = crowd.state(*id).unwrap();
            assert_eq!((state.position, state.velocity), (of_crowd.position, of_crowd.velocity), "frame {frame}");
        }
        if frame == 60 {
            let mut bytes = Vec::new();
            crowd.save_into(&mut bytes);
            let mut restored = Crowd::new(settings).unwrap();
            restored.restore(&bytes).unwrap();
            copy = Some(restored);
        } else if let Some(copy) = &mut copy {
            copy.step(&world, 1.0 / 60.0).unwrap();
            assert_eq!(copy.state_hash(), crowd.state_hash(), "frame {frame}");
        }
    }
}

#[test]
fn a_restitution_beyond_0_to_1_is_refused_by_name_and_value() {
    let (mesh, of_triangle) = (Mesh::cuboid(Vec3::ONE).unwrap(), [1; 12]);
    for bad in [-0.1, 1.001, f32::NAN, f32::INFINITY, -f32::MIN_POSITIVE] {
        let kinds = [Material::default(), Material::default().bouncing(bad)];
        let error = mesh.clone().with_materials(&kinds, &of_triangle).unwrap_err();
        assert!(matches!(error, MeshError::Restitution { material: 1, .. }), "{error}");
        assert_eq!(error.to_string(), format!("material 1 has restitution {bad}: it must be 0 to 1"));
    }
    let kinds = [Material::default().bouncing(1.0), Material::with_friction(0.5).bouncing(0.25)];
    let cooked = mesh.with_materials(&kinds, &of_triangle).unwrap().cook();
    assert_eq!(sweep8::CookedMesh::from_bytes(&cooked.to_bytes()).unwrap().materials(), kinds);
}
