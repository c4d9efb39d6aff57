//! Events by mask: what is recorded is what `ALL` records, without the kinds outside of the mask.

use crate::testkit::Random;
use crate::testkit::crowds::{new_crowd, profile_of};
use crate::testkit::stairs::stairs;
use crate::testkit::worlds::world_of;
use glam::{DVec3, Vec3};
use sweep8::inspect::count_at_rest;
use sweep8::{
    CharacterProfile, Crowd, EventKind, EventMask, InstanceKind, Mesh, MoveInput, MoveMemory, Placement, World,
};

const FRAME: f32 = 1.0 / 60.0;

const BITS: [EventMask; 6] = [
    EventMask::CONTACTS_BEGUN,
    EventMask::CONTACTS_KEPT,
    EventMask::CONTACTS_ENDED,
    EventMask::GROUND,
    EventMask::STEPS,
    EventMask::SENSORS,
];

fn bit_of(kind: EventKind) -> EventMask {
    match kind {
        EventKind::ContactBegan { .. } => EventMask::CONTACTS_BEGUN,
        EventKind::ContactKept { .. } => EventMask::CONTACTS_KEPT,
        EventKind::ContactEnded { .. } => EventMask::CONTACTS_ENDED,
        EventKind::GroundEntered | EventKind::GroundLeft => EventMask::GROUND,
        EventKind::Stepped { .. } => EventMask::STEPS,
        EventKind::SensorEntered { .. } | EventKind::SensorLeft { .. } => EventMask::SENSORS,
        _ => panic!("{kind:?} has no bit"),
    }
}

/// Stairs with a sensor halfway up, and people who walk and jump.
fn scene() -> (World, Crowd, Vec<sweep8::CharacterId>) {
    let mut world = world_of(&stairs(8, 0.25, 0.3));
    let block = Mesh::cuboid(Vec3::splat(1.0)).unwrap().cook();
    let sensor = world.add(&block, Placement::at(DVec3::new(1.2, 1.5, 0.0))).unwrap();
    world.set_kind(sensor, InstanceKind::Sensor).unwrap();
    let (mut crowd, mut ids) = (new_crowd(), Vec::new());
    let places: Vec<Vec3> = (0..20).map(|k| Vec3::new(-1.0, 0.91, k as f32 * 0.1 - 1.0)).collect();
    crowd.spawn_many(&CharacterProfile::default(), &places, &mut ids).unwrap();
    (world, crowd, ids)
}

#[test]
fn any_mask_records_what_all_records_but_for_the_kinds_outside_of_it() {
    let mut seen = [0; 6];
    for mask in 0..64 {
        let mask = EventMask::from_bits(mask).unwrap();
        let (world, mut masked, ids) = scene();
        let mut full = masked.clone();
        full.record_events(EventMask::ALL);
        masked.record_events(mask);
        let mut random = Random(2);
        for frame in 0..60 {
            for &id in &ids {
                let velocity = Vec3::new(random.range(-1.0, 5.0) as f32, 0.0, 0.0);
                let jumps = random.whole(0, 40) == 0.0;
                for crowd in [&mut masked, &mut full] {
                    crowd.set_desired_velocity(id, velocity).unwrap();
                    if jumps {
                        crowd.jump(id, 3.0).unwrap();
                    }
                }
            }
            masked.step(&world, FRAME).unwrap();
            full.step(&world, FRAME).unwrap();
            assert_eq!(masked.state_hash(), full.state_hash());
            let expected = full.events().iter().filter(|event| mask.contains(bit_of(event.kind)));
            assert!(masked.events().iter().eq(expected), "{mask:?}, frame {frame}");
            let has_contacts = ids.iter().any(|&id| !masked.contacts(id).unwrap().is_empty());
            assert!(has_contacts == mask.intersects(EventMask::CONTACTS) || frame < 1, "{mask:?}, frame {frame}");
            for (count, bit) in seen.iter_mut().zip(BITS) {
                *count += full.events().iter().filter(|event| bit_of(event.kind) == bit).count();
            }
            // A restored crowd goes on with the same events.
            if frame == 30 {
                let mut saved = Vec::new();
                masked.save_into(&mut saved);
                masked = new_crowd();
                masked.restore(&saved).unwrap();
            }
        }
    }
    assert!(seen.iter().all(|&count| count > 100), "{seen:?}");
}

#[test]
fn who_stands_still_rests_while_only_changes_of_the_ground_are_recorded() {
    let (world, mut crowd, ids) = scene();
    for (mask, at_rest) in [(EventMask::NONE, 20), (EventMask::GROUND, 20), (EventMask::STEPS, 0), (EventMask::NEWS, 0)]
    {
        crowd.record_events(mask);
        for _ in 0..60 {
            crowd.step(&world, FRAME).unwrap();
        }
        assert_eq!(count_at_rest(&crowd), at_rest, "{mask:?}");
    }
    crowd.record_events(EventMask::GROUND);
    for _ in 0..10 {
        crowd.step(&world, FRAME).unwrap();
    }
    crowd.jump(ids[3], 3.0).unwrap();
    crowd.step(&world, FRAME).unwrap();
    let [event] = crowd.events() else { panic!("{:?}", crowd.events()) };
    assert_eq!((event.character, event.kind), (ids[3], EventKind::GroundLeft));
}

#[test]
fn events_and_contacts_name_the_character_by_its_id_and_those_of_slices_by_its_place() {
    let (world, mut crowd, _) = scene();
    let gone: Vec<_> = crowd.ids().take(3).collect();
    for &id in &gone {
        crowd.despawn(id).unwrap();
    }
    let again = crowd.spawn(&profile_of(Vec3::new(0.4, 0.9, 0.4)), Vec3::new(-2.0, 0.91, 0.0)).unwrap();
    assert_eq!(again.generation(), 1);
    crowd.record_events(EventMask::ALL);
    crowd.step(&world, FRAME).unwrap();
    assert!(crowd.events().iter().all(|event| crowd.contains(event.character)));
    assert!(crowd.events().iter().any(|event| event.character == again));
    assert!(crowd.contacts(again).unwrap().iter().all(|contact| contact.character == again));

    let profiles = [CharacterProfile::default()];
    let mut states: Vec<_> = crowd.ids().map(|id| *crowd.state(id).unwrap()).collect();
    for state in &mut states {
        state.profile = 0;
    }
    let inputs = vec![MoveInput::EARTH; states.len()];
    let mut memory = MoveMemory::new();
    memory.record_events(EventMask::NEWS);
    memory.watch_contacts(2);
    world.move_characters(&profiles, &mut states, &inputs, FRAME, &mut memory).unwrap();
    assert!(memory.events().iter().any(|event| event.character.index() == 2));
    let place = memory.contacts(2)[0].character;
    assert_eq!((place.index(), place.generation()), (2, 0));
    // No crowd takes it for one of its own.
    for crowd in [&crowd, &new_crowd()] {
        assert_eq!(crowd.position(place).map(drop), Err(sweep8::InputError::Foreign { index: 2 }));
    }
    memory.record_events(EventMask::NONE);
    memory.unwatch_contacts(2);
    world.move_characters(&profiles, &mut states, &inputs, FRAME, &mut memory).unwrap();
    assert!(memory.events().is_empty() && memory.contacts(2).is_empty());
}

#[test]
fn bits_that_this_version_does_not_know_make_no_mask() {
    assert_eq!(EventMask::from_bits(256), None);
    assert_eq!(EventMask::from_bits(u32::MAX), None);
    // Nothing moves in this scene, and nothing pushes or crushes.
    let all = BITS.into_iter().fold(EventMask::PUSHES | EventMask::CRUSHES, |all, bit| all | bit);
    assert_eq!((all, EventMask::from_bits(all.bits())), (EventMask::ALL, Some(EventMask::ALL)));
}
