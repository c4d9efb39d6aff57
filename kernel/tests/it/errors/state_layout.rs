//! Layout 2 of a state: size, places of the fields, what is reserved, and the ids that a state gives.

use crate::testkit::crowds::new_crowd;
use crate::testkit::worlds::quad;
use glam::{DVec3, Vec3};
use std::mem::{align_of, offset_of};
use sweep8::inspect::seal_save;
use sweep8::{
    CharacterProfile, CharacterState, Field, InputError, InstanceId, Mesh, MoveInput, Placement, RestoreError,
    SlideStatus, Surface, World,
};

const FRAME: f32 = 1.0 / 60.0;

#[test]
fn the_fields_lie_where_layout_2_has_them() {
    assert_eq!((CharacterState::LAYOUT, size_of::<CharacterState>(), align_of::<CharacterState>()), (2, 128, 16));
    let offsets = [
        offset_of!(CharacterState, position),
        offset_of!(CharacterState, velocity),
        offset_of!(CharacterState, ground_normal),
        offset_of!(CharacterState, orientation),
        offset_of!(CharacterState, ground_point),
        offset_of!(CharacterState, ground_surface),
        offset_of!(CharacterState, last_safe_position),
        offset_of!(CharacterState, profile),
        offset_of!(CharacterState, key),
        offset_of!(CharacterState, ground_code),
        offset_of!(CharacterState, status_code),
        offset_of!(CharacterState, ground_material),
        offset_of!(CharacterState, fall_speed),
        offset_of!(CharacterState, user_data),
        offset_of!(CharacterState, group),
    ];
    assert_eq!(offsets, [0, 24, 36, 48, 64, 76, 88, 100, 104, 108, 109, 110, 112, 116, 124]);
}

/// A press between a floor and a ceiling that comes down, both with a generation of their own.
#[test]
fn a_crushed_state_names_the_press_with_its_generation_and_every_world_takes_the_id() {
    let mut world = World::new();
    let block = Mesh::cuboid(Vec3::new(4.0, 0.5, 4.0)).unwrap().cook();
    let gone = [0.0, 9.0].map(|y| world.add(&block, Placement::at(DVec3::Y * y)).unwrap());
    for id in gone {
        world.remove(id).unwrap();
    }
    let press = world.add(&block, Placement::at(DVec3::Y * 2.6)).unwrap();
    let floor = world.add(&block, Placement::at(DVec3::Y * -0.5)).unwrap();
    assert_eq!((press.generation(), floor.generation(), world.instance_count()), (1, 1, 2));
    let profile = CharacterProfile::default();
    let mut state = CharacterState::standing(Vec3::ZERO, &profile, Vec3::Y);
    world.move_character(&profile, &mut state, &MoveInput::EARTH, FRAME).unwrap();
    assert_eq!((state.ground_surface.instance_id(), state.crushed_by()), (Some(floor), None));
    let mut crushed = 0;
    for frame in 0..40 {
        world.move_to(press, Placement::at(DVec3::Y * (2.6 - 0.03 * f64::from(frame)))).unwrap();
        let step = world.begin_step(FRAME).unwrap();
        let out = step.move_character(&profile, &mut state, &MoveInput::EARTH).unwrap();
        assert_eq!(out.crushed_by, state.crushed_by());
        assert_eq!(state.check(1), Ok(()));
        if state.status() == SlideStatus::Crushed {
            crushed += 1;
            assert_eq!(state.crushed_by(), Some(press));
            assert_eq!(state.ground_surface, Surface { instance: [press.index() as u32, 1], triangle: u32::MAX });
            assert_eq!(state.ground_surface.instance_id(), None, "no ground");
        }
    }
    assert!(crushed > 5, "{crushed} frames");
    // An id of a state is of no particular world.
    let id = state.crushed_by().expect("it is under the press");
    assert_eq!(world.placement(id), world.placement(press));
    assert_eq!(world.clone().placement(id), world.placement(press));
    assert_eq!(World::new().placement(id), Err(InputError::RemovedInstance { index: press.index() as u32 }));
    world.remove(press).unwrap();
    assert!(world.placement(id).is_err(), "the generation is checked");
    // In a crowd the hash does not tell who crushed it.
    let mut crowd = new_crowd();
    let person = crowd.spawn(&profile, Vec3::ZERO).unwrap();
    crowd.set_state(person, &state).unwrap();
    let hash = crowd.state_hash();
    crowd.set_state(person, &CharacterState { ground_surface: Surface::NONE, ..state }).unwrap();
    assert_eq!(crowd.state_hash(), hash);
}

#[test]
fn the_default_id_names_no_instance_of_any_world() {
    let mut world = World::new();
    let mesh = Mesh::cuboid(Vec3::ONE).unwrap().cook();
    let first = world.add(&mesh, Placement::IDENTITY).unwrap();
    assert_eq!((first, world.instance_count()), (InstanceId::default(), 1), "by index and generation it is the first");
    assert_eq!(world.placement(InstanceId::default()), Err(InputError::ForeignInstance { index: 0 }));
    let [triangle, _] = quad(Vec3::ZERO, Vec3::Z, Vec3::X)[..] else { panic!("two triangles") };
    assert_eq!(World::from_mesh(Mesh::new(&triangle, &[[0, 1, 2]]).unwrap()).instance_count(), 1);
    assert_eq!(World::new().instance_count(), 0);
}

#[test]
fn any_group_is_saved_and_a_spine_that_means_nothing_is_refused_by_name() {
    let profile = CharacterProfile::default();
    let mut crowd = new_crowd();
    let person = crowd.spawn(&profile, Vec3::ZERO).unwrap();
    let hash = crowd.state_hash();
    crowd.set_state(person, &CharacterState { group: u32::MAX, ..*crowd.state(person).unwrap() }).unwrap();
    assert_ne!(crowd.state_hash(), hash);
    let mut saved = Vec::new();
    crowd.save_into(&mut saved);
    let mut restored = new_crowd();
    restored.restore(&saved).unwrap();
    assert_eq!((restored.group(person), restored.state_hash()), (Ok(u32::MAX), crowd.state_hash()));
    crowd.set_group(person, 0).unwrap();
    assert_eq!(crowd.state_hash(), hash, "a crowd without groups has the hash of before there were groups");
    // The header has 80 bytes; a profile 16 words, and two of its spine.
    for word in [16, 17] {
        let mut changed = saved.clone();
        changed[80 + 4 * word] = 1;
        seal_save(&mut changed);
        let Err(RestoreError::Input(error)) = crowd.restore(&changed) else { panic!("word {word} was taken") };
        assert_eq!(error.field(), Field::Spine);
    }
    crowd.restore(&saved).unwrap();
}
