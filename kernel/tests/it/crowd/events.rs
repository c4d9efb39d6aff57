//! Events of a step: told as brute force over contacts and states tells them, in any order of memory, on any number of threads.

use crate::testkit::Random;
use crate::testkit::crowds::{by_place, new_crowd, profile_of};
use crate::testkit::stairs::{floor, stairs};
use crate::testkit::worlds::{Level, quad, terrain, world_of};
use glam::Vec3;
use std::collections::{BTreeMap, BTreeSet};
use sweep8::{
    CharacterEvent, CharacterId, CharacterProfile, CharacterState, Crowd, CrowdSettings, EventKind, EventMask,
    InstanceId, MoveInput, MoveMemory, RestoreError, World,
};

const FRAME: f32 = 1.0 / 60.0;

/// Surfaces that each character touched.
type Touched = BTreeSet<(CharacterId, InstanceId, u32)>;

fn touched(crowd: &Crowd, ids: &[CharacterId]) -> Touched {
    let each = ids.iter().flat_map(|&id| crowd.contacts(id).unwrap());
    each.map(|about| (about.character, about.contact.instance, about.contact.triangle)).collect()
}

/// The contacts of a list of events: `[begun, kept, ended]`.
fn told(events: &[CharacterEvent]) -> [Touched; 3] {
    let mut told = [const { Touched::new() }; 3];
    for &CharacterEvent { character, kind, .. } in events {
        let (place, instance, triangle) = match kind {
            EventKind::ContactBegan { instance, triangle } => (0, instance, triangle),
            EventKind::ContactKept { instance, triangle } => (1, instance, triangle),
            EventKind::ContactEnded { instance, triangle } => (2, instance, triangle),
            _ => continue,
        };
        assert!(told[place].insert((character, instance, triangle)), "told once");
    }
    told
}

fn crowd_of(settings: CrowdSettings, random: &mut Random, count: usize) -> (Crowd, Vec<CharacterId>) {
    let mut crowd = Crowd::new(settings).unwrap();
    crowd.record_events(EventMask::ALL);
    let shapes = [Vec3::splat(0.5), Vec3::new(0.4, 0.9, 0.4)].map(profile_of);
    let spawn = |number: usize| crowd.spawn(&shapes[number % 2], random.vector(4.0).as_vec3() + Vec3::Y * 3.0).unwrap();
    let ids = (0..count).map(spawn).collect();
    (crowd, ids)
}

/// Has some of them walk elsewhere, and some jump.
fn stir(crowd: &mut Crowd, ids: &[CharacterId], random: &mut Random) {
    for &id in ids {
        match random.whole(0, 29) as u32 {
            0..3 => crowd.set_desired_velocity(id, (random.direction() * random.range(0.0, 5.0)).as_vec3()).unwrap(),
            3 => crowd.set_desired_velocity(id, Vec3::ZERO).unwrap(),
            4 => crowd.jump(id, 4.0).unwrap(),
            _ => {}
        }
    }
}

#[test]
fn contact_and_ground_events_match_the_contacts_and_states_of_both_steps() {
    let (mut counts, mut grounds) = ([0; 3], [0; 2]);
    for seed in 0..4 {
        let mut random = Random(seed);
        let world = world_of(&terrain(&mut random, 24, 0.6, 0.4));
        let (mut crowd, ids) = crowd_of(CrowdSettings::default(), &mut random, 40);
        let mut before = Touched::new();
        for _ in 0..200 {
            stir(&mut crowd, &ids, &mut random);
            let stood: Vec<bool> = ids.iter().map(|&id| crowd.ground(id).unwrap().is_grounded()).collect();
            crowd.step(&world, FRAME).unwrap();
            let after = touched(&crowd, &ids);
            let expected = [&after - &before, &after & &before, &before - &after];
            assert_eq!(told(crowd.events()), expected);
            for (count, set) in counts.iter_mut().zip(&expected) {
                *count += set.len();
            }
            before = after;
            for (&id, stood) in ids.iter().zip(stood) {
                let stands = crowd.ground(id).unwrap().is_grounded();
                let events = crowd.events().iter().filter(|event| event.character == id);
                let has = |kind| events.clone().any(|event| event.kind == kind);
                assert_eq!(has(EventKind::GroundEntered), !stood && stands);
                assert_eq!(has(EventKind::GroundLeft), stood && !stands);
                grounds[usize::from(stands)] += u32::from(stood != stands);
            }
            assert!(crowd.events().is_sorted_by_key(|event| event.character));
        }
    }
    println!("contacts begun, kept, ended: {counts:?}; ground left, entered: {grounds:?}");
    assert!(counts.iter().all(|&count| count > 1_000) && grounds.iter().all(|&count| count > 100));
}

#[test]
fn neither_threads_nor_the_order_in_memory_show_in_events() {
    let run = |threads: usize, sort_every: u32| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        pool.install(|| {
            let mut random = Random(5);
            let world = world_of(&terrain(&mut random, 24, 0.6, 0.4));
            let settings = CrowdSettings { sort_every, ..CrowdSettings::default() };
            let (mut crowd, ids) = crowd_of(settings, &mut random, 200);
            let mut all = Vec::new();
            for _ in 0..60 {
                stir(&mut crowd, &ids, &mut random);
                crowd.step(&world, FRAME).unwrap();
                all.extend(by_place(crowd.events()));
            }
            all
        })
    };
    let one = run(1, 16);
    assert!(one.len() > 2_000, "{}", one.len());
    for (threads, sort_every) in [(2, 16), (3, 1), (1, 0)] {
        assert_eq!(run(threads, sort_every), one, "{threads} threads, sorted every {sort_every}");
    }
}

#[test]
fn slices_tell_the_events_of_a_crowd_and_a_clone_and_a_restored_crowd_tell_them_too() {
    let mut random = Random(9);
    let world = world_of(&terrain(&mut random, 24, 0.6, 0.4));
    let (mut crowd, ids) = crowd_of(CrowdSettings::default(), &mut random, 50);
    let mut memory = MoveMemory::new();
    memory.record_events(EventMask::ALL);
    let profiles = [Vec3::splat(0.5), Vec3::new(0.4, 0.9, 0.4)].map(profile_of);
    let mut states: Vec<CharacterState> = ids.iter().map(|&id| *crowd.state(id).unwrap()).collect();
    for frame in 0..120 {
        stir(&mut crowd, &ids, &mut random);
        let inputs: Vec<MoveInput> = ids.iter().map(|&id| *crowd.input(id).unwrap()).collect();
        crowd.step(&world, FRAME).unwrap();
        world.move_characters(&profiles, &mut states, &inputs, FRAME, &mut memory).unwrap();
        assert_eq!(by_place(memory.events()), by_place(crowd.events()), "frame {frame}");
    }
    let (mut saved, mut restored) = (Vec::new(), new_crowd());
    crowd.save_into(&mut saved);
    restored.restore(&saved).unwrap();
    let mut clone = crowd.clone();
    for frame in 0..60 {
        for crowd in [&mut crowd, &mut restored, &mut clone] {
            stir(crowd, &ids, &mut Random(100 + frame));
            crowd.step(&world, FRAME).unwrap();
        }
        assert!(!crowd.events().is_empty());
        assert_eq!(restored.events(), crowd.events(), "frame {frame} after the save");
        assert_eq!(clone.events(), crowd.events(), "frame {frame} of the clone");
    }
    // A save of a crowd that records nothing restores one that records nothing.
    let mut quiet = new_crowd();
    quiet.save_into(&mut saved);
    restored.restore(&saved).unwrap();
    restored.spawn(&profiles[0], Vec3::Y).unwrap();
    restored.step(&world, FRAME).unwrap();
    assert!(restored.events().is_empty());
    quiet.record_events(EventMask::ALL);
    quiet.save_into(&mut saved);
    saved.truncate(saved.len() - 1);
    assert!(matches!(restored.restore(&saved), Err(RestoreError::Length { .. })));
}

#[test]
fn stair_step_events_report_their_height() {
    let world = world_of(&stairs(8, 0.25, 0.3));
    for hz in [30.0_f32, 240.0] {
        let mut crowd = new_crowd();
        crowd.record_events(EventMask::ALL);
        let person = crowd.spawn(&CharacterProfile::default(), Vec3::Y * 0.91).unwrap();
        crowd.step(&world, 1.0 / hz).unwrap();
        crowd.set_desired_velocity(person, Vec3::X * 2.0).unwrap();
        let (mut raised, mut count) = (0.0_f32, 0);
        for _ in 0..(2.5 * hz) as u32 {
            let before = crowd.position(person).unwrap().to_vec3().y;
            crowd.step(&world, 1.0 / hz).unwrap();
            for event in crowd.events() {
                if let EventKind::Stepped { height } = event.kind {
                    let rise = crowd.position(person).unwrap().to_vec3().y - before;
                    assert!(height > 0.0 && height < rise + 0.01, "{height} of {rise} m");
                    (raised, count) = (raised + height, count + 1);
                }
            }
        }
        assert!((crowd.position(person).unwrap().to_vec3().y - 2.91).abs() < 0.01);
        println!("{hz} Hz: {count} moves over steps, raised by {raised} of 2 m");
        assert!(count >= 8 && raised < 2.01, "{hz} Hz: {count} moves over steps, raised by {raised}");
    }
}

#[test]
fn who_gets_the_index_of_a_removed_character_ends_no_contact_of_it() {
    let world = world_of(&floor());
    let mut crowd = new_crowd();
    crowd.record_events(EventMask::ALL);
    let ids = [0.0, 3.0].map(|x| crowd.spawn(&CharacterProfile::default(), Vec3::new(x, 0.91, 0.0)).unwrap());
    for _ in 0..3 {
        crowd.step(&world, FRAME).unwrap();
    }
    crowd.despawn(ids[0]).unwrap();
    let other = crowd.spawn(&CharacterProfile::default(), Vec3::Y * 9.0).unwrap();
    assert_eq!(other.index(), ids[0].index());
    crowd.step(&world, FRAME).unwrap();
    assert!(crowd.events().iter().all(|event| event.character == ids[1]), "{:?}", crowd.events());
    assert!(!crowd.events().is_empty());
}

#[test]
fn events_are_recorded_only_while_enabled_and_all_characters_rest_again_afterwards() {
    let level: Level = [floor(), quad(Vec3::new(2.0, 0.0, -9.0), Vec3::Z * 18.0, Vec3::Y * 3.0)].concat();
    let world: World = world_of(&level);
    let mut crowd = new_crowd();
    let person = crowd.spawn(&CharacterProfile::default(), Vec3::new(1.0, 0.91, 0.0)).unwrap();
    crowd.set_desired_velocity(person, Vec3::X).unwrap();
    let mut counts = BTreeMap::new();
    for frame in 0..180 {
        if frame == 60 || frame == 120 {
            crowd.record_events(if frame == 60 { EventMask::ALL } else { EventMask::NONE });
        }
        crowd.step(&world, FRAME).unwrap();
        let count = crowd.events().len();
        *counts.entry(frame / 60).or_insert(0) += count;
        if frame == 60 {
            let begun = crowd.events().iter().all(|event| matches!(event.kind, EventKind::ContactBegan { .. }));
            assert!(begun && count >= 2, "the first step has all contacts begun: {:?}", crowd.events());
        }
    }
    assert_eq!((counts[&0], counts[&2]), (0, 0));
    assert!(counts[&1] > 60);
    assert_eq!(sweep8::inspect::count_at_rest(&crowd), 1, "it leans on the wall, and rests");
}
