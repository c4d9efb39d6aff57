//! Lines to draw, copies of crowds, and what is told of characters in arrays.

use crate::testkit::{ok, read};
use sweep8::glam::Vec3;
use sweep8::{CharacterProfile, CharacterState, EventMask, Mesh, MoveInput, MoveMemory, Placement, World};
use sweep8_c::character::s8_world_move_characters;
use sweep8_c::crowd::{s8_crowd, s8_crowd_clone, s8_crowd_new, s8_crowd_spawn, s8_crowd_state_hash, s8_crowd_step};
use sweep8_c::crowd_access::s8_crowd_set_desired_velocity;
use sweep8_c::debug_line::{s8_crowd_copy_debug_lines, s8_line, s8_line_kind};
use sweep8_c::event::s8_event_mask::S8_EVENTS_ALL;
use sweep8_c::event::{s8_character_contact, s8_crowd_record_events, s8_event};
use sweep8_c::memory::s8_move_memory_new;
use sweep8_c::mesh::s8_mesh_cuboid;
use sweep8_c::move_events::{
    s8_move_memory_copy_contacts, s8_move_memory_copy_events, s8_move_memory_event_count, s8_move_memory_record_events,
    s8_move_memory_watch_contacts,
};
use sweep8_c::profile::{s8_profiles_new, s8_settings_default};
use sweep8_c::state::{s8_input_earth, s8_state_at};
use sweep8_c::types::{s8_dvec3, s8_vec3};
use sweep8_c::world::{s8_world, s8_world_add, s8_world_new};

const STEP: f32 = 1.0 / 60.0;
const PLACE: s8_dvec3 = s8_dvec3 { x: 0.0, y: 1.45, z: 0.0 };
const WALK: s8_vec3 = s8_vec3 { x: 2.0, y: 0.0, z: 0.0 };

/// A floor whose top is at 0.5 m.
fn floor() -> Box<s8_world> {
    let mut world = s8_world_new();
    let mesh = read(|mesh| s8_mesh_cuboid(20.0, 0.5, 20.0, mesh));
    ok(s8_world_add(Some(&mut world), Some(&mesh), None, None));
    world
}

fn step(crowd: &mut s8_crowd, world: &s8_world) {
    ok(s8_crowd_step(Some(crowd), Some(world), STEP, None));
}

#[test]
fn the_copy_of_a_crowd_goes_on_with_the_same_bits_and_the_same_ids() {
    let (world, mut crowd) = (floor(), read(|crowd| s8_crowd_new(None, crowd)));
    let id = read(|id| s8_crowd_spawn(Some(&mut crowd), None, PLACE, id));
    step(&mut crowd, &world);
    let mut copy = read(|copy| s8_crowd_clone(Some(&crowd), copy));
    let hash = |crowd: &s8_crowd| s8_crowd_state_hash(Some(crowd));
    for one in [&mut crowd, &mut copy] {
        ok(s8_crowd_set_desired_velocity(Some(one), id, WALK));
        step(one, &world);
    }
    assert_eq!(hash(&crowd), hash(&copy));
    step(&mut copy, &world);
    assert_ne!(hash(&crowd), hash(&copy), "one of them walked on");
}

#[test]
fn lines_show_the_way_and_the_ground() {
    let (world, mut crowd) = (floor(), read(|crowd| s8_crowd_new(None, crowd)));
    let id = read(|id| s8_crowd_spawn(Some(&mut crowd), None, PLACE, id));
    ok(s8_crowd_record_events(Some(&mut crowd), S8_EVENTS_ALL as u32));
    ok(s8_crowd_set_desired_velocity(Some(&mut crowd), id, WALK));
    for _ in 0..30 {
        step(&mut crowd, &world);
    }
    let mut lines: [s8_line; 8] = bytemuck::Zeroable::zeroed();
    let (out, room) = (lines.as_mut_ptr(), lines.len());
    // SAFETY: there is room for so many.
    let count = read(|count| unsafe { s8_crowd_copy_debug_lines(Some(&crowd), id, out, room, count) });
    let of = |kind: s8_line_kind| lines[..count].iter().find(|line| line.kind == kind as u32);
    let way = of(s8_line_kind::S8_LINE_WAY).expect("it walks");
    assert!((way.to.x - way.from.x - 2.0 * STEP).abs() < 1e-5);
    let ground = of(s8_line_kind::S8_LINE_GROUND).expect("it stands");
    assert!((ground.from.y - 0.5).abs() < 1e-4 && (ground.to.y - ground.from.y - 0.4).abs() < 1e-4);
    assert!(of(s8_line_kind::S8_LINE_CONTACT).is_some());
}

#[test]
fn what_is_told_of_an_array_is_what_the_crate_tells() {
    let (mesh, c_world) = (Mesh::cuboid(Vec3::new(20.0, 0.5, 20.0)).expect("a box").cook(), floor());
    let mut plain = World::new();
    plain.add(&mesh, Placement::IDENTITY).expect("in range");
    let profile = [CharacterProfile::default()];
    let mut states = [0.0, 3.0].map(|z| CharacterState::new(Vec3::new(0.0, 1.6, z)));
    let inputs = [MoveInput { desired_velocity: Vec3::X * 2.0, ..MoveInput::EARTH }; 2];
    let mut memory = MoveMemory::new();
    memory.record_events(EventMask::ALL);
    memory.watch_contacts(1);

    let settings = s8_settings_default();
    // SAFETY: it is one.
    let c_profiles = read(|out| unsafe { s8_profiles_new(&raw const settings, 1, out) });
    let mut c_states = [0.0, 3.0].map(|z| s8_state_at(s8_dvec3 { x: 0.0, y: f64::from(1.6_f32), z }));
    let mut c_inputs = [s8_input_earth(); 2];
    for input in &mut c_inputs {
        input.desired_velocity = WALK;
    }
    let mut c_memory = s8_move_memory_new();
    ok(s8_move_memory_record_events(Some(&mut c_memory), S8_EVENTS_ALL as u32));
    ok(s8_move_memory_watch_contacts(Some(&mut c_memory), 1, true));
    let (mut all_events, mut all_contacts) = (0, 0);
    for _ in 0..60 {
        plain.move_characters(&profile, &mut states, &inputs, STEP, &mut memory).expect("in range");
        // SAFETY: there are two of each.
        ok(unsafe {
            let (states, inputs) = (c_states.as_mut_ptr(), c_inputs.as_ptr());
            let (world, memory) = (Some(&*c_world), Some(&mut *c_memory));
            s8_world_move_characters(world, Some(&c_profiles), states, inputs, 2, STEP, memory, None)
        });
        let events: Vec<s8_event> = memory.events().iter().map(Into::into).collect();
        let mut told: [s8_event; 16] = bytemuck::Zeroable::zeroed();
        // SAFETY: there is room for so many.
        let count = read(|count| unsafe { s8_move_memory_copy_events(Some(&c_memory), told.as_mut_ptr(), 16, count) });
        assert_eq!((count, s8_move_memory_event_count(Some(&c_memory))), (events.len(), events.len()));
        // Ids of instances differ in the tag of their worlds.
        let of = |event: &s8_event| (event.character, event.kind, event.triangle, event.height);
        assert!(told[..count].iter().map(of).eq(events.iter().map(of)), "{:?}", &told[..count]);
        let mut contacts: [s8_character_contact; 8] = bytemuck::Zeroable::zeroed();
        let (out, of_whom) = (contacts.as_mut_ptr(), Some(&*c_memory));
        // SAFETY: there is room for so many.
        let count = read(|count| unsafe { s8_move_memory_copy_contacts(of_whom, 1, out, 8, count) });
        let expected = memory.contacts(1);
        assert_eq!(count, expected.len());
        for (told, expected) in contacts.iter().zip(expected) {
            assert_eq!((told.contact.point, told.mass), (expected.contact.point.into(), expected.mass));
            assert_eq!((told.character.index, told.number), (1, u32::from(expected.number)));
        }
        (all_events, all_contacts) = (all_events + events.len(), all_contacts + count);
    }
    assert!(all_events > 60 && all_contacts > 30, "they came down and walked: {all_events}, {all_contacts}");
}
