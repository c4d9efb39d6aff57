//! Characters that are added many at a time, or placed by their feet; which events are recorded; what crushed one.

use crate::testkit::{ok, read, refused};
use std::mem::MaybeUninit;
use std::ptr::null_mut;
use sweep8::glam::{DVec3, Vec3};
use sweep8::{CharacterProfile, CharacterState, Ellipsoid, Surface};
use sweep8_c::character::s8_world_set_profile;
use sweep8_c::crowd::{
    s8_crowd, s8_crowd_count, s8_crowd_new, s8_crowd_spawn, s8_crowd_spawn_many, s8_crowd_spawn_standing,
    s8_crowd_state_hash, s8_crowd_step,
};
use sweep8_c::crowd_access::{
    s8_crowd_get_feet, s8_crowd_get_position, s8_crowd_place_feet, s8_crowd_set_desired_velocity,
};
use sweep8_c::error::s8_code::{S8_ERROR_ALIGNMENT, S8_ERROR_NO_ROOM, S8_ERROR_NULL, S8_ERROR_OUT_OF_RANGE};
use sweep8_c::event::s8_event_kind::{
    S8_EVENT_CONTACT_BEGAN, S8_EVENT_CONTACT_ENDED, S8_EVENT_CONTACT_KEPT, S8_EVENT_GROUND_ENTERED,
    S8_EVENT_GROUND_LEFT, S8_EVENT_STEPPED,
};
use sweep8_c::event::s8_event_mask::{
    S8_EVENTS_ALL, S8_EVENTS_CONTACTS, S8_EVENTS_GROUND, S8_EVENTS_NEWS, S8_EVENTS_NONE, S8_EVENTS_STEPS,
};
use sweep8_c::event::{s8_crowd_copy_events, s8_crowd_record_events, s8_event, s8_event_kind};
use sweep8_c::memory::s8_move_memory_new;
use sweep8_c::mesh::s8_mesh_cuboid;
use sweep8_c::move_events::s8_move_memory_record_events;
use sweep8_c::profile::{s8_profiles, s8_profiles_new, s8_profiles_standing_on, s8_settings_default};
use sweep8_c::state::{s8_state, s8_state_at, s8_status};
use sweep8_c::state_access::{s8_state_get_crushed_by, s8_state_place_feet, s8_state_standing};
use sweep8_c::types::{s8_character_id, s8_dvec3, s8_instance_id, s8_placement_at, s8_vec3};
use sweep8_c::world::{s8_world, s8_world_add, s8_world_new, s8_world_remove};

const UP: s8_vec3 = s8_vec3 { x: 0.0, y: 1.0, z: 0.0 };
const WALK: s8_vec3 = s8_vec3 { x: 2.0, y: 0.0, z: 0.0 };

fn crowd() -> Box<s8_crowd> {
    read(|out| s8_crowd_new(None, out))
}

/// Profiles of an adult and a child.
fn profiles() -> Box<s8_profiles> {
    let mut settings = [s8_settings_default(); 2];
    settings[1].radii = s8_vec3 { x: 0.25, y: 0.5, z: 0.25 };
    // SAFETY: there are two.
    read(|out| unsafe { s8_profiles_new(settings.as_ptr(), 2, out) })
}

#[test]
fn many_are_added_as_one_by_one_or_none_is() {
    let mut places: Vec<_> = (0..100).map(|k| s8_dvec3 { x: f64::from(k), y: 0.91, z: 0.0 }).collect();
    let (mut many, mut single) = (crowd(), crowd());
    let mut ids = vec![s8_character_id::default(); places.len()];
    let mut spawn = |places: &[s8_dvec3], ids: *mut s8_character_id| {
        // SAFETY: there are so many, and room for as many.
        let code = unsafe { s8_crowd_spawn_many(Some(&mut many), None, places.as_ptr(), places.len(), ids) };
        (code, s8_crowd_count(Some(&many)), s8_crowd_state_hash(Some(&many)))
    };
    let (code, count, hash) = spawn(&places, ids.as_mut_ptr());
    ok(code);
    let one_by_one = |&place| read(|id| s8_crowd_spawn(Some(&mut single), None, place, id));
    let theirs: Vec<_> = places.iter().map(one_by_one).collect();
    assert_eq!((count, hash), (100, s8_crowd_state_hash(Some(&single))));
    assert!(ids.iter().zip(&theirs).all(|(id, other)| id.index == other.index));

    let before = ids.clone();
    places[3].y = f64::NAN;
    let (code, ..) = spawn(&places, ids.as_mut_ptr());
    let text = "place 3: `position` is NaN, must be -16777216 to 16777216 m along each axis";
    refused(code, S8_ERROR_OUT_OF_RANGE, "position", text);
    assert_eq!((spawn(&[], null_mut()).1, spawn(&[], null_mut()).2), (count, hash), "nobody came");
    assert_eq!(ids, before);
    places[3].y = 0.0;
    let (code, count, _) = spawn(&places, null_mut());
    ok(code);
    assert_eq!(count, 200, "ids are not needed");
    let place = read(|place| s8_crowd_get_position(Some(&many), ids[7], place));
    assert_eq!(place.x, places[7].x);

    // SAFETY: NULL is looked at.
    let nowhere = unsafe { s8_crowd_spawn_many(Some(&mut many), None, null_mut(), 3, null_mut()) };
    refused(nowhere, S8_ERROR_NULL, "places", "`places` is NULL");
}

#[test]
fn who_is_placed_by_the_feet_is_where_the_crate_puts_it() {
    let (floor, mut crowd, profiles) = (DVec3::new(2.0, 1.5, -3.0), crowd(), profiles());
    let person = CharacterProfile::default();
    let id = read(|id| s8_crowd_spawn_standing(Some(&mut crowd), None, floor.into(), id));
    let expected: s8_dvec3 = person.standing_on(floor, Vec3::Y).into();
    assert_eq!(read(|place| s8_crowd_get_position(Some(&crowd), id, place)), expected);
    assert_eq!(read(|out| s8_profiles_standing_on(Some(&profiles), 0, floor.into(), UP, out)), expected);
    let nowhere = s8_dvec3 { x: f64::INFINITY, y: 0.0, z: 0.0 };
    let text = "`position` is inf, must be -16777216 to 16777216 m along each axis";
    refused(s8_crowd_spawn_standing(Some(&mut crowd), None, nowhere, None), S8_ERROR_OUT_OF_RANGE, "position", text);
    assert_eq!(s8_crowd_count(Some(&crowd)), 1);

    let mut states = [s8_state_at(floor.into()); 2];
    let stand = |profile, state: *mut s8_state| {
        // SAFETY: there is room for one, or it is refused before.
        unsafe { s8_state_standing(floor.into(), Some(&profiles), profile, UP, state) }
    };
    ok(stand(0, &raw mut states[0]));
    let expected = CharacterState::standing(floor, &person, Vec3::Y);
    assert_eq!(states[0], bytemuck::cast(expected));
    ok(stand(1, &raw mut states[0]));
    assert_eq!((states[0].profile, states[0].position.high.y), (1, 1.5 + 0.5 + 0.01));
    let text = "`profile` is 2, must be less than the number of profiles";
    refused(stand(2, &raw mut states[0]), S8_ERROR_OUT_OF_RANGE, "profile", text);
    let text = "`state` is not aligned to 16 bytes";
    // SAFETY: it lies within the two states.
    let aslant = unsafe { (&raw mut states[0]).byte_add(4) };
    refused(stand(0, aslant), S8_ERROR_ALIGNMENT, "state", text);
}

#[test]
fn feet_are_placed_and_stay_in_another_body_as_the_crate_does_it() {
    let (feet, mut crowd, profiles) = (DVec3::new(2.0, 1.5, -3.0), crowd(), profiles());
    let id = read(|id| s8_crowd_spawn_standing(Some(&mut crowd), None, s8_dvec3::default(), id));
    ok(s8_crowd_place_feet(Some(&mut crowd), id, feet.into()));
    let read_back: DVec3 = read(|place| s8_crowd_get_feet(Some(&crowd), id, place)).into();
    assert!((read_back - feet).length() < 1e-6);

    let adult = CharacterProfile::default();
    let child = CharacterProfile::of_shape(Ellipsoid::new(Vec3::new(0.25, 0.5, 0.25)).expect("radii"));
    let mut state: s8_state = bytemuck::cast(CharacterState { profile: 1, ..CharacterState::new(Vec3::ONE) });
    let mut expected = CharacterState { profile: 1, ..CharacterState::new(Vec3::ONE) };
    // SAFETY: it is one.
    ok(unsafe { s8_state_place_feet(&raw mut state, Some(&profiles), UP, feet.into()) });
    expected.place_feet(feet, &child, Vec3::Y);
    assert_eq!(state, bytemuck::cast(expected));

    // A ceiling 1.2 m above the feet.
    let (mut world, slab) = (s8_world_new(), read(|out| s8_mesh_cuboid(9.0, 0.5, 9.0, out)));
    let at = s8_placement_at(2.0, 1.5 + 1.2 + 0.5, -3.0);
    let ceiling = read(|id| s8_world_add(Some(&mut world), Some(&slab), Some(&at), id));
    // SAFETY: it is one.
    let grow = |world: &s8_world, state: &mut s8_state| unsafe {
        s8_world_set_profile(Some(world), Some(&profiles), state, 0, UP)
    };
    let before = state;
    assert_eq!((grow(&world, &mut state), state), (S8_ERROR_NO_ROOM, before));
    ok(s8_world_remove(Some(&mut world), ceiling));
    ok(grow(&world, &mut state));
    sweep8::World::new().set_profile(&child, &adult, &mut expected, Vec3::Y).expect("there is room");
    expected.profile = 0;
    assert_eq!(state, bytemuck::cast(expected));
    // SAFETY: NULL is refused.
    let missing = unsafe { s8_world_set_profile(Some(&world), Some(&profiles), null_mut(), 0, UP) };
    refused(missing, S8_ERROR_NULL, "state", "`state` is NULL");
}

#[test]
fn a_state_tells_what_crushed_the_character() {
    let mut state = s8_state_at(s8_dvec3::default());
    let ask = |state: &s8_state| {
        let mut id = MaybeUninit::new(s8_instance_id::default());
        // SAFETY: it is one.
        let is_crushed = read(|is_crushed| unsafe { s8_state_get_crushed_by(state, Some(&mut id), is_crushed) });
        // SAFETY: it was written before the call.
        (is_crushed, unsafe { id.assume_init() })
    };
    assert_eq!(ask(&state), (false, s8_instance_id::default()));
    state.status = s8_status::S8_STATUS_CRUSHED as u8;
    state.ground_surface = bytemuck::cast(Surface { instance: [3, 1 << 16], triangle: u32::MAX });
    assert!(!ask(&state).0, "no instance has this generation");
    let by = Surface { instance: [3, 2], triangle: u32::MAX };
    state.ground_surface = bytemuck::cast(by);
    let (is_crushed, id) = ask(&state);
    let theirs = bytemuck::cast::<_, CharacterState>(state).crushed_by().map(s8_instance_id::from);
    assert_eq!((is_crushed, id.index, id.generation, Some(id)), (true, 3, 2, theirs));
}

/// A floor with a kerb to step over.
fn kerb() -> Box<s8_world> {
    let mut world = s8_world_new();
    for (half, x, y) in [([20.0, 0.5, 20.0], 0.0, -0.5), ([0.2, 0.1, 5.0], 1.0, 0.1)] {
        let mesh = read(|out| s8_mesh_cuboid(half[0], half[1], half[2], out));
        ok(s8_world_add(Some(&mut world), Some(&mesh), Some(&s8_placement_at(x, y, 0.0)), None));
    }
    world
}

/// The events of a walk over the kerb, with a mask.
fn walk(mask: u32) -> Vec<s8_event> {
    let (world, mut crowd, mut told) = (kerb(), crowd(), Vec::new());
    let id = read(|id| s8_crowd_spawn(Some(&mut crowd), None, s8_dvec3 { x: 0.0, y: 1.2, z: 0.0 }, id));
    ok(s8_crowd_set_desired_velocity(Some(&mut crowd), id, WALK));
    ok(s8_crowd_record_events(Some(&mut crowd), mask));
    for _ in 0..90 {
        ok(s8_crowd_step(Some(&mut crowd), Some(&world), 1.0 / 60.0, None));
        let mut events: [s8_event; 32] = bytemuck::Zeroable::zeroed();
        // SAFETY: there is room for so many.
        let count = read(|count| unsafe { s8_crowd_copy_events(Some(&crowd), events.as_mut_ptr(), 32, count) });
        assert!(events[..count].iter().all(|event| event.character == id));
        told.extend_from_slice(&events[..count]);
    }
    told
}

#[test]
fn only_events_of_the_mask_are_recorded() {
    let all = walk(S8_EVENTS_ALL as u32);
    let contacts = [S8_EVENT_CONTACT_BEGAN, S8_EVENT_CONTACT_KEPT, S8_EVENT_CONTACT_ENDED];
    let ground = [S8_EVENT_GROUND_ENTERED, S8_EVENT_GROUND_LEFT];
    let of = |kinds: &[s8_event_kind]| {
        let is_of = |event: &&s8_event| kinds.iter().any(|&kind| kind as u32 == event.kind);
        let count = all.iter().filter(is_of).count();
        assert!(count > 0, "{kinds:?}");
        all.iter().filter(is_of).map(|event| (event.kind, event.triangle, event.height)).collect::<Vec<_>>()
    };
    let told =
        |mask: u32| walk(mask).iter().map(|event| (event.kind, event.triangle, event.height)).collect::<Vec<_>>();
    assert_eq!(told(S8_EVENTS_NONE as u32), []);
    assert_eq!(told(S8_EVENTS_CONTACTS as u32), of(&contacts));
    assert_eq!(told(S8_EVENTS_GROUND as u32), of(&ground));
    assert_eq!(told(S8_EVENTS_STEPS as u32), of(&[S8_EVENT_STEPPED]));
    assert_eq!(told(S8_EVENTS_GROUND as u32 | S8_EVENTS_STEPS as u32), of(&[ground[0], ground[1], S8_EVENT_STEPPED]));
    let news = [contacts[0], contacts[2], ground[0], ground[1], S8_EVENT_STEPPED];
    assert_eq!(told(S8_EVENTS_NEWS as u32), of(&news));

    let text = "`mask` is 256, must be bits of s8_event_mask";
    refused(s8_crowd_record_events(Some(&mut crowd()), 256), S8_ERROR_OUT_OF_RANGE, "mask", text);
    let mut memory = s8_move_memory_new();
    refused(s8_move_memory_record_events(Some(&mut memory), 256), S8_ERROR_OUT_OF_RANGE, "mask", text);
}
