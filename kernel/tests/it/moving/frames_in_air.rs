//! Which mover is the frame of a character in the air: none that it cannot touch, that stays, that only falls as fast, or whose surfaces a
//! callback ignores.

use glam::{DVec3, Quat, Vec3};
use sweep8::{
    CharacterProfile, CharacterSettings, CharacterState, ContactView, CookedMesh, Ellipsoid, Mesh, MoveInput,
    Placement, Verdict, World,
};

fn slab(half: Vec3) -> CookedMesh {
    Mesh::cuboid(half).expect("it is a cuboid").cook()
}

/// A mover beside a flight at 6 m/s along x.
#[derive(Clone, Copy, PartialEq)]
enum Beside {
    Nothing,
    /// Two triangles far from the character, in whose common box it flies.
    FarTriangles,
    /// A box about the character that a callback ignores.
    IgnoredBox,
}

/// The state after a tenth of a second close above a still floor, beside a mover that goes almost as fast, and down into the floor.
fn flown(beside: Beside) -> CharacterState {
    let mut world = World::new();
    world.add(&slab(Vec3::new(50.0, 1.0, 50.0)), Placement::at(DVec3::Y * -1.0)).expect("it is in range");
    let far =
        [[-5.0, 5.0, -5.0], [-4.9, 5.0, -5.0], [-5.0, 5.0, -4.9], [5.0, -5.0, 5.0], [4.9, -5.0, 5.0], [5.0, -5.0, 4.9]];
    let mesh = match beside {
        Beside::Nothing => None,
        Beside::FarTriangles => {
            Some(Mesh::new(&far.map(Vec3::from_array), &[[0, 1, 2], [3, 4, 5]]).expect("a mesh").cook())
        }
        Beside::IgnoredBox => Some(slab(Vec3::new(1.0, 0.5, 1.0))),
    };
    let mover = mesh.map(|mesh| world.add(&mesh, Placement::at(DVec3::Y)).expect("it is in range"));
    let ignores = |contact: &ContactView| {
        if beside == Beside::IgnoredBox && Some(contact.instance) == mover {
            Verdict::IgnoreInstance
        } else {
            Verdict::Keep
        }
    };
    let velocity = Vec3::new(6.0, 1.0, 0.0);
    let mut state = CharacterState { velocity, ..CharacterState::new(Vec3::Y * 0.93) };
    for frame in 1..=6 {
        if let Some(mover) = mover {
            let gone = f64::from(frame) / 60.0;
            world.move_to(mover, Placement::at(DVec3::new(5.5 * gone, 1.0 - gone, 0.0))).expect("it is in range");
        }
        let step = world.begin_step(1.0 / 60.0).expect("it is a time step").filtered(&ignores);
        step.move_character(&CharacterProfile::default(), &mut state, &MoveInput::EARTH).expect("it is in range");
    }
    state
}

#[test]
fn a_mover_that_nobody_can_touch_carries_nobody_in_the_air() {
    assert_eq!(flown(Beside::FarTriangles), flown(Beside::Nothing));
}

#[test]
fn a_mover_that_a_callback_ignores_carries_nobody_in_the_air() {
    assert_eq!(flown(Beside::IgnoredBox), flown(Beside::Nothing));
}

#[test]
fn a_wall_that_is_told_to_stay_leaves_a_slide_down_a_steep_face_as_it_is() {
    let slide = |told: bool| {
        let mut world = World::new();
        let face = Placement {
            translation: DVec3::new(2.7, 0.31, 0.0),
            rotation: Quat::from_rotation_z(1.1),
            ..Placement::IDENTITY
        };
        world.add(&slab(Vec3::new(20.0, 0.1, 20.0)), face).expect("it is in range");
        // Close beside the slide, so that it may be touched, and turned, so that the way from its space to the world and back is rounded.
        let place = Placement {
            translation: DVec3::new(0.13, 0.71, 0.605),
            rotation: Quat::from_rotation_z(0.37),
            ..Placement::IDENTITY
        };
        let wall = world.add(&slab(Vec3::new(20.0, 20.0, 0.1)), place).expect("it is in range");
        let mut state = CharacterState::new(Vec3::new(1.3, 0.5, 0.1));
        let mut falls = Vec::new();
        for _ in 0..90 {
            if told {
                world.move_to(wall, place).expect("it is in range");
            }
            let step = world.begin_step(1.0 / 60.0).expect("it is a time step");
            step.move_character(&CharacterProfile::default(), &mut state, &MoveInput::EARTH).expect("it is in range");
            falls.push(state.fall_speed);
        }
        (falls, state.position.to_dvec3(), state.velocity)
    };
    let ((still, place, velocity), (told, told_place, told_velocity)) = (slide(false), slide(true));
    assert!(still.iter().filter(|speed| **speed > 0.0).count() > 40, "it slides down the face: {still:?}");
    for (frame, (still, told)) in still.iter().zip(&told).enumerate() {
        assert!(
            (still - told).abs() <= 1e-5 * still,
            "frame {frame}: {told} beside a wall that stays, {still} without"
        );
    }
    assert!((told_place - place).length() < 1e-5, "{told_place} {place}");
    assert!((told_velocity - velocity).length() < 1e-5, "{told_velocity} {velocity}");
}

#[test]
fn a_roof_that_sinks_faster_takes_nobody_along_before_it_touches() {
    let ball =
        CharacterSettings { shape: Ellipsoid::ball(0.5).expect("a ball").into(), ..CharacterSettings::default() };
    let profile = CharacterProfile::new(&ball).expect("it is in range");
    for wall_speed in [0.0, -1.5] {
        let mut world = World::new();
        let [wall_at, roof_at] = [DVec3::X * 0.63, DVec3::Y * 0.86];
        let wall = world.add(&slab(Vec3::new(0.1, 3.0, 2.0)), Placement::at(wall_at)).expect("it is in range");
        let roof = world.add(&slab(Vec3::new(1.0, 0.2, 1.0)), Placement::at(roof_at)).expect("it is in range");
        let velocity = Vec3::new(wall_speed, -10.0, 0.0);
        let mut state = CharacterState { velocity, ..CharacterState::new(Vec3::ZERO) };
        let mut speeds = Vec::new();
        for frame in 1..=6 {
            let gone = f64::from(frame) / 60.0;
            let wall_now = wall_at + DVec3::X * (f64::from(wall_speed) * gone);
            world.move_to(wall, Placement::at(wall_now)).expect("it is in range");
            world.move_to(roof, Placement::at(roof_at - DVec3::Y * (12.0 * gone))).expect("it is in range");
            let step = world.begin_step(1.0 / 60.0).expect("it is a time step");
            step.move_character(&profile, &mut state, &MoveInput::EARTH).expect("it is in range");
            speeds.push(-state.velocity.y);
        }
        // The roof comes nearer by 3 cm a step or less, and is 15 cm away.
        for (frame, speed) in (1..=5).zip(&speeds) {
            let free = 10.0 + 9.81 / 60.0 * frame as f32;
            assert!((speed - free).abs() < 1e-4, "wall at {wall_speed} m/s, frame {frame}: {speed}, free {free}");
        }
        assert!((speeds[5] - 12.0).abs() < 1e-4, "then it is pushed: {speeds:?}");
    }
}
