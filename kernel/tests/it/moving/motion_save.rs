//! The motion of a world as bytes: a world and a crowd that are restored go on with the same bits, and bytes of another world, or
//! changed ones, are refused by name.

use glam::{DVec3, Quat, Vec3};
use sweep8::{
    CharacterProfile, CookedMesh, Crowd, CrowdSettings, Field, InputError, InstanceId, Mesh, Placement, RestoreError,
    World,
};

const FRAME: f32 = 1.0 / 60.0;

fn cuboid(half: Vec3) -> CookedMesh {
    Mesh::cuboid(half).expect("it is a cuboid").cook()
}

/// A floor, a lift, a bar that turns, and a wall that comes and goes.
fn machines() -> (World, [InstanceId; 3]) {
    let mut world = World::new();
    world.add(&cuboid(Vec3::new(30.0, 0.5, 30.0)), Placement::at(DVec3::Y * -0.5)).expect("it is in range");
    let gone = world.add(&cuboid(Vec3::ONE), Placement::IDENTITY).expect("it is in range");
    let lift = world.add(&cuboid(Vec3::new(2.0, 0.2, 2.0)), Placement::at(DVec3::Y * 0.1)).expect("it is in range");
    world.remove(gone).expect("it is there");
    let bar = world.add(&cuboid(Vec3::new(6.0, 0.4, 0.2)), Placement::at(DVec3::Y * 0.4)).expect("it is in range");
    let wall = world.add(&cuboid(Vec3::new(0.2, 2.0, 8.0)), Placement::at(DVec3::new(9.0, 2.0, 0.0))).expect("it is");
    (world, [lift, bar, wall])
}

fn set_targets(world: &mut World, [lift, bar, wall]: [InstanceId; 3], frame: u32) {
    let time = frame as f32 * FRAME;
    let height = f64::from((time * 1.3).sin()) + 1.1;
    world.move_to(lift, Placement::at(DVec3::new(-8.0, height, 3.0))).expect("it is in range");
    let rotation = Quat::from_rotation_y(time * 1.1);
    world.move_to(bar, Placement { rotation, ..Placement::at(DVec3::new(0.0, 0.4, 0.0)) }).expect("it is in range");
    let place = 6.0 + 3.0 * f64::from((time * 0.9).cos());
    world.move_to(wall, Placement::at(DVec3::new(place, 2.0, 0.0))).expect("it is in range");
}

fn crowd() -> Crowd {
    let mut crowd = Crowd::new(CrowdSettings::default()).expect("they are in range");
    for number in 0..120_u8 {
        let (x, z) = (f32::from(number % 12) * 1.6 - 9.0, f32::from(number / 12) * 1.6 - 8.0);
        let id = crowd.spawn(&CharacterProfile::default(), Vec3::new(x, 3.0, z)).expect("it is in range");
        let (sine, cosine) = f32::from(number).sin_cos();
        crowd.set_desired_velocity(id, Vec3::new(cosine, 0.0, sine) * 1.2).expect("it is in range");
    }
    crowd
}

#[test]
fn a_world_and_a_crowd_that_are_restored_in_another_process_go_on_with_the_same_bits() {
    let (mut world, ids) = machines();
    let mut crowd = crowd();
    let (mut of_world, mut of_crowd) = (Vec::new(), Vec::new());
    for frame in 0..240 {
        set_targets(&mut world, ids, frame);
        if frame == 120 {
            world.save_motion_into(&mut of_world);
            crowd.save_into(&mut of_crowd);
        }
        crowd.step_in(&world.begin_step(FRAME).expect("it is a time step"));
    }
    let (mut other, others) = machines();
    let mut restored = Crowd::default();
    other.restore_motion(&of_world).expect("the instances are the same");
    restored.restore(&of_crowd).expect("it was saved");
    for frame in 120..240 {
        // The targets of the step that was about to begin are in the save.
        if frame > 120 {
            set_targets(&mut other, others, frame);
        }
        restored.step_in(&other.begin_step(FRAME).expect("it is a time step"));
    }
    assert_eq!(restored.state_hash(), crowd.state_hash());
    for (id, other_id) in ids.into_iter().zip(others) {
        assert_eq!(world.placement(id), other.placement(other_id));
    }
    // And back, in the same process.
    world.restore_motion(&of_world).expect("the instances are the same");
    crowd.restore(&of_crowd).expect("it was saved");
    for frame in 120..240 {
        if frame > 120 {
            set_targets(&mut world, ids, frame);
        }
        crowd.step_in(&world.begin_step(FRAME).expect("it is a time step"));
    }
    assert_eq!(restored.state_hash(), crowd.state_hash());
}

#[test]
fn bytes_that_are_no_motion_of_this_world_are_refused_by_name_and_change_nothing() {
    let (mut world, ids) = machines();
    set_targets(&mut world, ids, 40);
    drop(world.begin_step(FRAME).expect("it is a time step"));
    set_targets(&mut world, ids, 41);
    let mut bytes = Vec::new();
    world.save_motion_into(&mut bytes);
    let (mut other, _) = machines();
    let mut before = Vec::new();
    other.save_motion_into(&mut before);
    let mut refused = |bytes: &[u8]| {
        let error = other.restore_motion(bytes).expect_err("they are wrong");
        let mut after = Vec::new();
        other.save_motion_into(&mut after);
        assert_eq!(before, after, "{error}");
        error
    };
    assert_eq!(refused(b"something else"), RestoreError::NotAMotion);
    assert!(matches!(refused(&bytes[..bytes.len() - 1]), RestoreError::Length { .. }));
    assert!(matches!(refused(&bytes[..16]), RestoreError::Length { .. }));
    let mut of_version = bytes.clone();
    of_version[8] = 77;
    assert_eq!(refused(&of_version), RestoreError::Version { found: 77, expected: 1 });
    for place in 24..bytes.len() {
        let mut changed = bytes.clone();
        changed[place] ^= 1;
        assert_eq!(refused(&changed), RestoreError::Checksum, "byte {place}");
    }
    let (mut fewer, [lift, ..]) = machines();
    fewer.remove(lift).expect("it is there");
    let index = lift.index() as u32;
    assert_eq!(fewer.restore_motion(&bytes), Err(RestoreError::Instance { index }));
    assert!(matches!(World::new().restore_motion(&bytes), Err(RestoreError::Instance { .. })));
}

#[test]
fn an_instance_too_many_is_named_and_once_it_is_gone_again_the_save_fits() {
    let (mut world, [lift, bar, wall]) = machines();
    world.remove(bar).expect("it is there");
    let mut bytes = Vec::new();
    world.save_motion_into(&mut bytes);
    let [of_lift, of_wall] = [lift, wall].map(|id| world.placement(id).expect("it is there"));
    world.place(lift, Placement::at(DVec3::X)).expect("it is in range");
    world.move_to(wall, Placement::at(DVec3::X)).expect("it is in range");
    // At the index that is free in the save, and behind all others.
    let extra = [(); 2].map(|()| world.add(&cuboid(Vec3::ONE), Placement::IDENTITY).expect("it is in range"));
    for (gone, of) in extra.into_iter().zip([1, 4]) {
        let error = world.restore_motion(&bytes).expect_err("it is too many");
        assert_eq!((error, gone.index()), (RestoreError::ExtraInstance { index: of }, of as usize));
        let told = error.to_string();
        assert!(told.contains(&format!("`instance` {of} of this world is not in the save")), "{told}");
        world.remove(gone).expect("it is there");
    }
    world.restore_motion(&bytes).expect("they are the same instances");
    assert_eq!([lift, wall].map(|id| world.placement(id)), [Ok(of_lift), Ok(of_wall)]);
    crowd().step(&world, FRAME).expect("nothing has a target");
    // Another instance in the place of one is not that one.
    world.remove(wall).expect("it is there");
    world.add(&cuboid(Vec3::new(0.2, 2.0, 8.0)), Placement::IDENTITY).expect("it is in range");
    let index = wall.index() as u32;
    assert_eq!(world.restore_motion(&bytes), Err(RestoreError::Instance { index }));
}

#[test]
fn a_target_that_is_no_rigid_motion_of_one_step_is_refused_by_its_field() {
    let (mut world, [lift, ..]) = machines();
    let here = world.placement(lift).expect("it is there");
    let mut refused = |target: Placement| world.move_to(lift, target).expect_err("it is wrong").field();
    assert_eq!(refused(Placement { scale: Vec3::splat(2.0), ..here }), Field::MovedScale);
    assert_eq!(refused(Placement { rotation: Quat::from_rotation_x(1.6), ..here }), Field::Turn);
    assert_eq!(refused(Placement { translation: DVec3::X * 5_000.0, ..here }), Field::Move);
    assert_eq!(refused(Placement { translation: DVec3::X * f64::NAN, ..here }), Field::Translation);
    assert_eq!(refused(Placement { rotation: here.rotation * 2.0, ..here }), Field::Rotation);
    // It had none, and has none: other ways to step are open.
    crowd().step(&world, FRAME).expect("nothing has a target");
}

#[test]
fn an_instance_with_a_target_needs_begin_step() {
    let (mut world, [lift, bar, _]) = machines();
    world.move_to(bar, Placement::IDENTITY).expect("it is in range");
    world.move_to(lift, Placement::at(DVec3::Y)).expect("it is in range");
    let [first, second] = [bar, lift].map(|id| InputError::HasTarget { index: id.index() as u32 });
    assert_eq!(crowd().step(&world, FRAME), Err(first));
    // To be removed, or put somewhere, takes a target back.
    world.remove(bar).expect("it is there");
    assert_eq!(crowd().step(&world, FRAME), Err(second));
    world.place(lift, Placement::IDENTITY).expect("it is in range");
    crowd().step(&world, FRAME).expect("nothing has a target");
    assert_eq!(world.begin_step(-1.0).map(|_| ()).expect_err("it is negative").field(), Field::TimeStep);
    // A step of no time leaves targets where they are.
    world.move_to(lift, Placement::at(DVec3::Y)).expect("it is in range");
    drop(world.begin_step(0.0).expect("it is a time step"));
    assert_eq!(world.placement(lift), Ok(Placement::IDENTITY));
    drop(world.begin_step(FRAME).expect("it is a time step"));
    assert_eq!(world.placement(lift), Ok(Placement::at(DVec3::Y)));
}
