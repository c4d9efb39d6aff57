//! A crowd that was saved and restored, or cloned, goes on as if nothing had been; other bytes are refused by name.

use crate::testkit::Random;
use crate::testkit::crowds::{new_crowd, profile_of};
use crate::testkit::worlds::{room, terrain, world_of};
use glam::Vec3;
use sweep8::inspect::seal_save;
use sweep8::{CharacterId, CharacterState, Crowd, CrowdSettings, MoveInput, RestoreError, World};

const FRAME: f32 = 1.0 / 60.0;

fn saved(crowd: &Crowd) -> Vec<u8> {
    let mut bytes = Vec::new();
    crowd.save_into(&mut bytes);
    bytes
}

/// Characters in a level, after some frames of walking, falling, jumping, being hit, removed and put elsewhere.
fn walked(seed: u64) -> (World, Crowd, Vec<CharacterId>, Random) {
    let mut random = Random(seed);
    let level = if seed.is_multiple_of(2) { room(&mut random, 6.0, 6, 20) } else { terrain(&mut random, 24, 0.6, 0.2) };
    let world = world_of(&level);
    let mut crowd = new_crowd();
    let shapes = [Vec3::splat(0.5), Vec3::new(0.4, 0.9, 0.4)].map(profile_of);
    let mut ids: Vec<_> =
        (0..100).map(|number| crowd.spawn(&shapes[number % 2], random.vector(4.0).as_vec3()).unwrap()).collect();
    for _ in 0..60 {
        disturb(&world, &mut crowd, &mut ids, &mut random);
        crowd.step(&world, FRAME).unwrap();
    }
    (world, crowd, ids, random)
}

fn disturb(world: &World, crowd: &mut Crowd, ids: &mut [CharacterId], random: &mut Random) {
    for name in ids {
        let id = *name;
        match random.whole(0, 99) as u32 {
            0..8 => crowd.set_desired_velocity(id, (random.direction() * random.range(0.0, 5.0)).as_vec3()).unwrap(),
            8..10 => crowd.set_desired_velocity(id, Vec3::ZERO).unwrap(),
            10 => crowd.jump(id, 4.0).unwrap(),
            11 => crowd.add_impulse(id, random.vector(3.0).as_vec3()).unwrap(),
            12 => crowd.teleport(id, random.vector(4.0).as_vec3()).unwrap(),
            13 => {
                crowd.despawn(id).unwrap();
                *name = crowd.spawn(&profile_of(Vec3::splat(0.3)), random.vector(4.0).as_vec3()).unwrap();
            }
            14 => {
                // Where there is no room nothing changes.
                let crouched = profile_of(Vec3::new(0.4, 0.5, 0.4));
                _ = crowd.set_profile(world, id, &crouched);
            }
            _ => {}
        }
    }
}

/// Steps both in the same way; they have to agree in every frame.
fn go_on_alike(world: &World, crowds: [&mut Crowd; 2], ids: &[CharacterId], random: &Random) {
    let mut runs = crowds.map(|crowd| (crowd, ids.to_vec(), Random(random.0)));
    for frame in 0..60 {
        let [one, other] = runs.each_mut().map(|(crowd, ids, random)| {
            disturb(world, crowd, ids, random);
            (crowd.step(world, FRAME), crowd.state_hash(), ids.clone())
        });
        assert_eq!(one, other, "frame {frame}");
    }
}

#[test]
fn a_restored_crowd_goes_on_with_the_same_bits_and_ids() {
    for seed in 0..4 {
        let (world, mut crowd, ids, random) = walked(seed);
        let bytes = saved(&crowd);
        let mut restored = Crowd::new(CrowdSettings { sort_every: 5, ..CrowdSettings::default() }).unwrap();
        restored.restore(&bytes).unwrap();
        assert_eq!(restored.state_hash(), crowd.state_hash());
        assert_eq!(saved(&restored), bytes, "the same bytes again");
        for &id in &ids {
            let [a, b] = [&crowd, &restored].map(|crowd| {
                let positions = (crowd.previous_position(id), crowd.profile(id).copied(), crowd.input(id).copied());
                (bytemuck_bits(crowd.state(id).unwrap()), positions)
            });
            assert_eq!(a, b);
        }
        go_on_alike(&world, [&mut crowd, &mut restored], &ids, &random);
    }
}

fn bytemuck_bits(state: &CharacterState) -> Vec<u8> {
    bytemuck::bytes_of(state).to_vec()
}

#[test]
fn a_crowd_restored_over_itself_goes_back() {
    let (world, mut crowd, ids, random) = walked(1);
    let (bytes, hash) = (saved(&crowd), crowd.state_hash());
    let mut straight = crowd.clone();
    for _ in 0..20 {
        crowd.step(&world, FRAME).unwrap();
    }
    assert_ne!(crowd.state_hash(), hash);
    crowd.restore(&bytes).unwrap();
    assert_eq!(crowd.state_hash(), hash);
    go_on_alike(&world, [&mut crowd, &mut straight], &ids, &random);
}

#[test]
fn a_clone_and_a_crowd_cloned_into_go_on_with_the_same_bits_and_ids() {
    for seed in 0..2 {
        let (world, mut crowd, ids, random) = walked(seed);
        let (mut clone, (_, mut other, ..)) = (crowd.clone(), walked(seed + 2));
        other.clone_from(&crowd);
        go_on_alike(&world, [&mut crowd.clone(), &mut clone], &ids, &random);
        go_on_alike(&world, [&mut crowd, &mut other], &ids, &random);
    }
}

#[test]
fn states_and_inputs_copied_out_and_in_go_on_with_the_same_bits() {
    let (world, mut crowd, ids, random) = walked(3);
    let mut states = vec![CharacterState::new(Vec3::ZERO); crowd.len()];
    crowd.copy_states(&mut states).unwrap();
    let mut in_order: Vec<CharacterId> = crowd.ids().collect();
    let inputs: Vec<MoveInput> = in_order.iter().map(|&id| *crowd.input(id).unwrap()).collect();
    let mut other = crowd.clone();
    for _ in 0..30 {
        other.step(&world, FRAME).unwrap();
    }
    other.set_states(&states).unwrap();
    other.set_inputs(&inputs).unwrap();
    other.copy_ids(&mut in_order).unwrap();
    assert!(in_order.iter().copied().eq(crowd.ids()));
    assert_eq!(other.state_hash(), crowd.state_hash());
    go_on_alike(&world, [&mut crowd, &mut other], &ids, &random);
}

#[test]
fn an_empty_crowd_is_saved_and_restored() {
    let mut other = walked(0).1;
    other.restore(&saved(&new_crowd())).unwrap();
    assert!(other.is_empty() && other.ids().next().is_none());
}

#[test]
fn bytes_that_were_cut_off_changed_or_added_to_are_refused_by_name_and_change_nothing() {
    let (_, crowd, ..) = walked(0);
    let bytes = saved(&crowd);
    let mut other = walked(1).1;
    let before = (saved(&other), other.state_hash());
    let mut refused = |bytes: &[u8]| {
        let error = other.restore(bytes).expect_err("it is no save");
        assert_eq!((saved(&other), other.state_hash()), before, "{error}");
        error
    };
    assert_eq!(refused(&[]), RestoreError::NotACrowd);
    assert_eq!(refused(b"glTF binary"), RestoreError::NotACrowd);
    assert_eq!(refused(&bytes[1..]), RestoreError::NotACrowd);
    let (given, expected) = (bytes.len() as u64 - 1, bytes.len() as u64);
    assert_eq!(refused(&bytes[..bytes.len() - 1]), RestoreError::Length { given, expected });
    assert_eq!(refused(&[&bytes[..], &[0]].concat()), RestoreError::Length { given: expected + 1, expected });
    for cut in [8, 40, 71, 72, 80, 100, bytes.len() / 2] {
        assert!(matches!(refused(&bytes[..cut]), RestoreError::Length { .. }), "{cut} bytes");
    }
    let mut of_version = bytes.clone();
    of_version[8] = 99;
    assert_eq!(refused(&of_version), RestoreError::Version { found: 99, expected: 8 });
    for place in (96..bytes.len()).step_by(97) {
        let mut changed = bytes.clone();
        changed[place] ^= 0x10;
        assert_eq!(refused(&changed), RestoreError::Checksum, "byte {place}");
    }
}

#[test]
fn what_no_crowd_could_have_saved_is_refused_though_its_checksum_fits() {
    let mut crowd = new_crowd();
    let ids: Vec<_> = (0..4_u8).map(|x| crowd.spawn(&profile_of(Vec3::ONE), Vec3::X * f32::from(x)).unwrap()).collect();
    crowd.despawn(ids[1]).unwrap();
    let bytes = saved(&crowd);
    let mut other = new_crowd();
    other.restore(&bytes).unwrap();
    let (mut refused, mut accepted) = (0, 0);
    for place in (0..bytes.len() - 8).step_by(4) {
        for value in [f32::NAN.to_bits(), 1, 2, u32::MAX, 0x7fff_ffff, 0x4f00_0000] {
            let mut changed = bytes.clone();
            changed[place..place + 4].copy_from_slice(&value.to_le_bytes());
            seal_save(&mut changed);
            let before = saved(&other);
            if other.restore(&changed).is_err() {
                assert_eq!(saved(&other), before, "word {place}");
                refused += 1;
            } else {
                // A number that a crowd could have had: it is kept.
                assert_eq!(saved(&other), changed, "word {place}");
                accepted += 1;
            }
        }
    }
    assert!(refused > 500 && accepted > 100, "{refused} refused, {accepted} accepted");
}

#[test]
fn a_save_after_more_steps_than_any_crowd_makes_is_refused() {
    let (world, crowd, ..) = walked(0);
    let bytes = saved(&crowd);
    for (steps, is_taken) in
        [(0, true), (1 << 62, true), ((1 << 62) + 1, false), (u64::MAX - 1, false), (u64::MAX, false)]
    {
        let mut changed = bytes.clone();
        changed[16..24].copy_from_slice(&u64::to_ne_bytes(steps));
        seal_save(&mut changed);
        let mut restored = new_crowd();
        let done = restored.restore(&changed);
        assert_eq!(done, if is_taken { Ok(()) } else { Err(RestoreError::Steps { steps }) });
        for _ in 0..5 {
            restored.step(&world, FRAME).unwrap();
        }
    }
}
