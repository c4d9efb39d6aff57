//! Ids of a crowd: whom they name after others came and went, and that bulk calls go by their order.

use crate::testkit::Random;
use crate::testkit::crowds::{new_crowd, profile_of};
use crate::testkit::worlds::{room, terrain, world_of};
use glam::Vec3;
use sweep8::limits::MAX_DISPLACEMENT;
use sweep8::{CharacterId, CharacterState, Crowd, CrowdSettings, Field, InputError, MoveInput, Position, World};

const SHAPES: [Vec3; 3] = [Vec3::splat(0.5), Vec3::new(0.4, 0.9, 0.4), Vec3::new(0.9, 0.3, 0.6)];
const FRAME: f32 = 1.0 / 60.0;

/// The answers of all calls that take an id, given `id`.
fn every_call(crowd: &mut Crowd, world: &World, id: CharacterId) -> Vec<Result<(), InputError>> {
    let (profile, state) = (profile_of(SHAPES[0]), CharacterState::new(Vec3::ZERO));
    vec![
        crowd.state(id).map(drop),
        crowd.set_state(id, &state),
        crowd.input(id).map(drop),
        crowd.set_input(id, &MoveInput::EARTH),
        crowd.set_desired_velocity(id, Vec3::X),
        crowd.position(id).map(drop),
        crowd.position(id).map(drop),
        crowd.previous_position(id).map(drop),
        crowd.feet(id).map(drop),
        crowd.velocity(id).map(drop),
        crowd.ground(id).map(drop),
        crowd.status(id).map(drop),
        crowd.profile(id).map(drop),
        crowd.jump(id, 1.0),
        crowd.add_impulse(id, Vec3::X),
        crowd.teleport(id, Vec3::ZERO),
        crowd.set_profile(world, id, &profile),
        crowd.watch_contacts(id),
        crowd.contacts(id).map(drop),
        crowd.despawn(id),
    ]
}

/// All that a crowd says of its characters.
fn all_of(crowd: &Crowd) -> (Vec<CharacterState>, Vec<MoveInput>, u64) {
    let ids = || crowd.ids();
    let states = ids().map(|id| *crowd.state(id).unwrap()).collect();
    (states, ids().map(|id| *crowd.input(id).unwrap()).collect(), crowd.state_hash())
}

#[test]
fn an_id_names_its_character_until_it_is_removed_and_nobody_after_that() {
    let mut random = Random(1);
    let world = world_of(&terrain(&mut random, 20, 0.6, 0.1));
    let mut crowd = Crowd::new(CrowdSettings { sort_every: 2, ..CrowdSettings::default() }).unwrap();
    // Every character that was ever there: the id, a mark of its own, and whether it is still there.
    let mut known: Vec<(CharacterId, u32, bool)> = Vec::new();
    let (mut most, mut alive) = (0, 0);
    for turn in 0..2_000_u32 {
        if alive == 0 || random.whole(0, 9) < 6.0 && alive < 60 {
            let shape = SHAPES[turn as usize % SHAPES.len()];
            let id = crowd.spawn(&profile_of(shape), random.vector(5.0).as_vec3().with_y(1.2)).unwrap();
            let state = CharacterState { user_data: [turn, !turn], ..*crowd.state(id).unwrap() };
            crowd.set_state(id, &state).unwrap();
            known.push((id, turn, true));
            alive += 1;
        } else {
            let mut left = known.iter_mut().filter(|known| known.2);
            let one = left.nth(random.whole(0, alive - 1) as usize).unwrap();
            one.2 = false;
            crowd.despawn(one.0).unwrap();
            alive -= 1;
        }
        most = most.max(alive);
        if turn % 5 == 0 {
            crowd.step(&world, FRAME).unwrap();
        }
        if turn % 50 != 49 {
            continue;
        }
        let mut ids: Vec<CharacterId> = known.iter().filter(|known| known.2).map(|known| known.0).collect();
        ids.sort();
        assert!(crowd.ids().eq(ids.iter().copied()), "in the order of indices");
        assert!(ids.windows(2).all(|two| two[0].index() < two[1].index()), "an index names one at a time");
        assert!(ids.iter().all(|id| id.index() < most as usize), "indices are used again");
        assert_eq!((crowd.len(), crowd.is_empty()), (ids.len(), ids.is_empty()));
        let before = all_of(&crowd);
        for &(id, mark, is_there) in &known {
            assert_eq!(crowd.contains(id), is_there);
            if is_there {
                let state = crowd.state(id).unwrap();
                assert_eq!((state.user_data, state.key as usize), ([mark, !mark], id.index()));
                assert_eq!(crowd.profile(id), Ok(&profile_of(SHAPES[mark as usize % SHAPES.len()])));
            } else {
                let error = InputError::Removed { index: id.index() as u32 };
                assert!(every_call(&mut crowd, &world, id).into_iter().all(|said| said == Err(error)), "{id:?}");
            }
        }
        assert!(all_of(&crowd) == before, "stale ids change nothing");
    }
    let generations = known.iter().map(|known| known.0.generation()).max();
    println!("{} were there, {most} at a time, up to generation {generations:?}", known.len());
    assert!(known.len() > 900 && generations > Some(10));
    let error = InputError::Removed { index: 7 };
    assert_eq!(error.to_string(), "`character` 7 is no longer in this crowd: it was removed");
    assert_eq!(error.field(), Field::Ids);
}

#[test]
fn an_id_of_another_crowd_is_refused_by_name_and_a_clone_knows_the_same_ids() {
    let world = world_of(&terrain(&mut Random(2), 8, 0.6, 0.1));
    let [mut one, mut other] = [new_crowd(), new_crowd()];
    let ids = [&mut one, &mut other].map(|crowd| crowd.spawn(&profile_of(SHAPES[0]), Vec3::Y).unwrap());
    assert_ne!(ids[0], ids[1], "the same index in two crowds");
    let error = InputError::Foreign { index: 0 };
    assert_eq!((error.to_string().as_str(), error.field()), ("`character` 0 belongs to another crowd", Field::Ids));
    let before = all_of(&one);
    assert!(every_call(&mut one, &world, ids[1]).into_iter().all(|said| said == Err(error)));
    assert!(all_of(&one) == before && one.contains(ids[0]) && !one.contains(ids[1]));
    let mut clone = one.clone();
    assert!(every_call(&mut clone, &world_of(&[]), ids[0]).into_iter().all(|said| said.is_ok()));
    assert!(clone.is_empty() && one.len() == 1);
    clone.clone_from(&one);
    assert!(clone.contains(ids[0]) && clone.ids().eq(one.ids()));
}

#[test]
fn bulk_calls_go_by_the_order_of_ids_whoever_came_and_went() {
    let mut random = Random(3);
    let world = world_of(&room(&mut random, 6.0, 4, 10));
    let mut crowd = Crowd::new(CrowdSettings { sort_every: 3, ..CrowdSettings::default() }).unwrap();
    for round in 0..60 {
        for _ in 0..random.whole(0, 8) as u32 {
            crowd.spawn(&profile_of(SHAPES[round % SHAPES.len()]), random.vector(4.0).as_vec3()).unwrap();
        }
        let ids: Vec<_> = crowd.ids().collect();
        ids.iter().filter(|_| random.whole(0, 9) == 0.0).for_each(|&id| crowd.despawn(id).unwrap());
        let count = crowd.len();
        let Some(first) = crowd.ids().next() else { continue };

        // Each character has what was set in bulk.
        let velocities: Vec<Vec3> = (0..count).map(|_| random.vector(3.0).as_vec3()).collect();
        let inputs: Vec<MoveInput> = (0..count)
            .map(|_| MoveInput {
                jump_speed: random.whole(0, 3) as f32,
                impulse: random.vector(1.0).as_vec3(),
                ..MoveInput::EARTH
            })
            .collect();
        crowd.set_inputs(&inputs).unwrap();
        crowd.set_desired_velocities(&velocities).unwrap();
        for ((id, input), &velocity) in crowd.ids().zip(&inputs).zip(&velocities) {
            assert_eq!(crowd.input(id), Ok(&MoveInput { desired_velocity: velocity, ..*input }));
        }
        let mut states = vec![CharacterState::new(Vec3::ZERO); count];
        crowd.copy_states(&mut states).unwrap();
        for (number, (state, id)) in states.iter_mut().zip(crowd.ids()).enumerate() {
            assert_eq!(crowd.state(id), Ok(&*state));
            state.user_data = [round as u32, number as u32];
            state.velocity = random.vector(2.0).as_vec3();
            state.key = 12_345;
        }
        crowd.set_states(&states).unwrap();
        for (state, id) in states.iter().zip(crowd.ids()) {
            let kept = CharacterState { key: id.index() as u32, ..*state };
            assert_eq!(crowd.state(id), Ok(&kept), "all but the key");
        }

        // Each character has what was copied in bulk.
        let before: Vec<Position> = crowd.ids().map(|id| crowd.position(id).unwrap()).collect();
        crowd.step(&world, FRAME).unwrap();
        let (mut ids, mut positions) = (vec![first; count], vec![Position::default(); count]);
        let mut previous = positions.clone();
        crowd.copy_ids(&mut ids).unwrap();
        crowd.copy_positions(&mut positions).unwrap();
        crowd.copy_previous_positions(&mut previous).unwrap();
        assert!(crowd.ids().eq(ids.iter().copied()));
        for (k, &id) in ids.iter().enumerate() {
            assert_eq!(crowd.state(id).unwrap().position, positions[k]);
            assert_eq!((previous[k], crowd.previous_position(id).unwrap()), (before[k], before[k]));
        }

        // Slices and values that do not fit are refused, and nothing changes.
        let now = all_of(&crowd);
        for given in [0, count - 1, count + 1] {
            let refused = |field| Err(InputError::Length { field, given: given as u32, expected: count as u32 });
            assert_eq!(crowd.copy_ids(&mut vec![first; given]), refused(Field::Ids));
            assert_eq!(crowd.copy_states(&mut vec![states[0]; given]), refused(Field::States));
            assert_eq!(crowd.copy_positions(&mut vec![positions[0]; given]), refused(Field::Positions));
            assert_eq!(crowd.copy_previous_positions(&mut vec![positions[0]; given]), refused(Field::Positions));
            assert_eq!(crowd.set_states(&vec![states[0]; given]), refused(Field::States));
            assert_eq!(crowd.set_inputs(&vec![inputs[0]; given]), refused(Field::Inputs));
            assert_eq!(crowd.set_desired_velocities(&vec![Vec3::X; given]), refused(Field::DesiredVelocity));
        }
        let (last, far) = (count - 1, MAX_DISPLACEMENT * 2.0);
        let out_of = |field, value| Err(InputError::OutOfRange { field, value });
        let (mut velocities, mut inputs, mut states) = (velocities, inputs, states);
        velocities[last].z = far;
        (inputs[last].jump_speed, states[last].profile) = (-1.0, 99);
        assert_eq!(crowd.set_desired_velocities(&velocities), out_of(Field::DesiredVelocity, far));
        assert_eq!(crowd.set_inputs(&inputs), out_of(Field::JumpSpeed, -1.0));
        assert_eq!(crowd.set_states(&states), out_of(Field::Profile, 99.0));
        assert!(all_of(&crowd) == now, "round {round}: what is refused changes nothing");
    }
    assert!(crowd.len() > 20, "{}", crowd.len());
}
