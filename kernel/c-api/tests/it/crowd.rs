//! A crowd through C is that of the crate: what happens in it, who is met, what is saved, and what is done to one of
//! them.

use crate::testkit::{ok, read};
use std::mem::MaybeUninit;
use sweep8::glam::{DVec3, Quat, Vec3};
use sweep8::{
    CharacterFilter, CharacterId, CharacterProfile, Crowd, CrowdSettings, Ellipsoid, EventMask, InstanceKind, Mesh,
    Placement, World,
};
use sweep8_c::crowd::{
    s8_crowd, s8_crowd_contains, s8_crowd_count, s8_crowd_despawn, s8_crowd_new, s8_crowd_restore, s8_crowd_save,
    s8_crowd_settings_default, s8_crowd_spawn, s8_crowd_state_hash, s8_crowd_step,
};
use sweep8_c::crowd_access::{
    s8_crowd_add_impulse, s8_crowd_copy_ids, s8_crowd_copy_previous_positions, s8_crowd_get_feet, s8_crowd_get_group,
    s8_crowd_get_input, s8_crowd_get_layers, s8_crowd_get_position, s8_crowd_get_previous_position, s8_crowd_get_state,
    s8_crowd_jump, s8_crowd_set_desired_velocities, s8_crowd_set_group, s8_crowd_set_input, s8_crowd_set_inputs,
    s8_crowd_set_layers, s8_crowd_set_settings_of, s8_crowd_set_state, s8_crowd_set_states, s8_crowd_teleport,
    s8_crowd_turn,
};
use sweep8_c::crowd_query::{
    s8_character_filter, s8_character_filter_default, s8_character_hit, s8_character_overlap, s8_crowd_overlap,
    s8_crowd_overlap_all, s8_crowd_ray, s8_crowd_ray_any, s8_crowd_sweep, s8_crowd_sweep_any,
};
use sweep8_c::event::s8_event_kind::{
    S8_EVENT_CONTACT_KEPT, S8_EVENT_GROUND_ENTERED, S8_EVENT_OTHER, S8_EVENT_SENSOR_ENTERED, S8_EVENT_SENSOR_LEFT,
    S8_EVENT_STEPPED,
};
use sweep8_c::event::s8_event_mask::S8_EVENTS_ALL;
use sweep8_c::event::{
    s8_character_contact, s8_crowd_copy_contacts, s8_crowd_copy_events, s8_crowd_event_count, s8_crowd_record_events,
    s8_crowd_watch_contacts, s8_event,
};
use sweep8_c::memory::{s8_bytes_data, s8_bytes_new, s8_bytes_size};
use sweep8_c::mesh::s8_mesh_cuboid;
use sweep8_c::profile::s8_settings_default;
use sweep8_c::state::{s8_state, s8_state_at};
use sweep8_c::step::{s8_world_begin_step, s8_world_end_step};
use sweep8_c::types::{s8_character_id, s8_ellipsoid, s8_instance_id, s8_placement_at, s8_position, s8_vec3};
use sweep8_c::world::{
    s8_kind, s8_world, s8_world_add, s8_world_get_kind, s8_world_get_placement, s8_world_move_to, s8_world_new,
    s8_world_restore_motion, s8_world_save_motion, s8_world_set_kind,
};

const STEP: f32 = 1.0 / 60.0;
const FLOOR: [f32; 3] = [20.0, 0.5, 20.0];
const KERB: [f32; 3] = [0.2, 0.2, 5.0];
const REGION: [f32; 3] = [1.0, 1.0, 5.0];

/// A floor whose top is at 0.5 m, with a kerb to step over and a region behind it, through the crate and through C.
struct Both {
    world: World,
    crowd: Crowd,
    ids: Vec<CharacterId>,
    c_world: Box<s8_world>,
    c_crowd: Box<s8_crowd>,
    c_ids: Vec<s8_character_id>,
    kerb: s8_instance_id,
}

fn both() -> Both {
    let parts = [(FLOOR, [0.0, 0.0]), (KERB, [2.0, 0.5]), (REGION, [5.0, 1.0])];
    let (mut world, mut c_world) = (World::new(), s8_world_new());
    let mut kerb = s8_instance_id::default();
    for ([x, y, z], at) in parts {
        let mesh = Mesh::cuboid(Vec3::new(x, y, z)).expect("a box").cook();
        let id = world.add(&mesh, Placement::at(DVec3::new(at[0], at[1], 0.0))).expect("in range");
        let mesh = read(|out| s8_mesh_cuboid(x, y, z, out));
        let place = s8_placement_at(at[0], at[1], 0.0);
        let c_id = read(|id| s8_world_add(Some(&mut c_world), Some(&mesh), Some(&place), id));
        if [x, y, z] == KERB {
            kerb = c_id;
        }
        if [x, y, z] == REGION {
            world.set_kind(id, InstanceKind::Sensor).expect("it is there");
            let kind = s8_kind::S8_KIND_SENSOR as u32;
            ok(s8_world_set_kind(Some(&mut c_world), c_id, kind));
            assert_eq!(read(|kind| s8_world_get_kind(Some(&c_world), c_id, kind)), kind);
        }
    }
    let mut crowd = Crowd::new(CrowdSettings::default()).expect("the defaults");
    let mut c_crowd = read(|out| s8_crowd_new(Some(&s8_crowd_settings_default()), out));
    crowd.record_events(EventMask::ALL);
    ok(s8_crowd_record_events(Some(&mut c_crowd), S8_EVENTS_ALL as u32));
    let places = (0..5).map(|k| DVec3::new(0.0, 1.45, f64::from(k) * 2.0 - 4.0));
    let ids: Vec<_> =
        places.clone().map(|at| crowd.spawn(&CharacterProfile::default(), at).expect("in range")).collect();
    let c_ids = places.map(|at| read(|id| s8_crowd_spawn(Some(&mut c_crowd), None, at.into(), id))).collect();
    let velocities = [Vec3::X * 3.0; 5];
    crowd.set_desired_velocities(&velocities).expect("in range");
    // SAFETY: there are five.
    ok(unsafe { s8_crowd_set_desired_velocities(Some(&mut c_crowd), velocities.as_ptr().cast(), 5) });
    Both { world, crowd, ids, c_world, c_crowd, c_ids, kerb }
}

impl Both {
    fn step(&mut self) {
        let report = self.crowd.step(&self.world, STEP).expect("in range");
        let told = read(|report| s8_crowd_step(Some(&mut self.c_crowd), Some(&self.c_world), STEP, report));
        assert_eq!(told, report.into());
        self.is_same();
    }

    #[track_caller]
    fn is_same(&self) {
        assert_eq!(s8_crowd_state_hash(Some(&self.c_crowd)), self.crowd.state_hash());
    }
}

#[test]
fn events_and_contacts_are_told_as_they_are() {
    let mut both = both();
    ok(s8_crowd_watch_contacts(Some(&mut both.c_crowd), both.c_ids[1], true));
    let mut seen = [0; 9];
    for _ in 0..180 {
        both.step();
        let events: Vec<s8_event> = both.crowd.events().iter().map(Into::into).collect();
        assert_eq!(s8_crowd_event_count(Some(&both.c_crowd)), events.len());
        let mut told = vec![bytemuck::Zeroable::zeroed(); events.len()];
        // SAFETY: there is room for so many.
        let count =
            read(|count| unsafe { s8_crowd_copy_events(Some(&both.c_crowd), told.as_mut_ptr(), events.len(), count) });
        // Ids differ in the tag of their crowds.
        let of_whom = |events: &[s8_event]| events.iter().map(|event| event.character.index).collect::<Vec<_>>();
        let character = s8_character_id::default();
        let without_ids =
            |events: &[s8_event]| events.iter().map(|&event| s8_event { character, ..event }).collect::<Vec<_>>();
        assert_eq!((count, of_whom(&told)), (events.len(), of_whom(&events)));
        assert_eq!(without_ids(&told), without_ids(&events));
        for event in &told {
            seen[event.kind as usize] += 1;
        }

        let contacts = both.crowd.contacts(both.ids[1]).expect("it is there");
        let mut told: Vec<s8_character_contact> = vec![bytemuck::Zeroable::zeroed(); 32];
        // SAFETY: there is room for so many.
        let count = read(|count| unsafe {
            s8_crowd_copy_contacts(Some(&both.c_crowd), both.c_ids[1], told.as_mut_ptr(), 32, count)
        });
        assert_eq!(count, contacts.len());
        let same = |told: &s8_character_contact, contact: s8_character_contact| {
            *told == s8_character_contact { character: both.c_ids[1], ..contact }
        };
        assert!(told.iter().zip(contacts).all(|(told, contact)| same(told, contact.into())));
    }
    for kind in [S8_EVENT_STEPPED, S8_EVENT_SENSOR_ENTERED, S8_EVENT_SENSOR_LEFT] {
        assert!(seen[kind as usize] >= 5, "{kind:?}: {seen:?}");
    }
    assert!(seen[S8_EVENT_CONTACT_KEPT as usize] > 100 && seen[S8_EVENT_GROUND_ENTERED as usize] >= 5);
    assert_eq!(seen[S8_EVENT_OTHER as usize], 0, "all have a name");
}

#[test]
fn a_query_sees_the_group_that_its_filter_names() {
    let Both { mut c_crowd, c_ids, .. } = both();
    let gone = c_ids[0];
    ok(s8_crowd_set_group(Some(&mut c_crowd), gone, 7));
    let c = Some(&*c_crowd);
    assert_eq!(read(|group| s8_crowd_get_group(c, gone, group)), 7);
    let place = read(|place| s8_crowd_get_position(c, gone, place));
    let body = s8_ellipsoid(0.1, 0.1, 0.1);
    let is_met = |has_group, group| {
        let filter = s8_character_filter { has_group, group, ..s8_character_filter_default() };
        read(|is_met| s8_crowd_overlap(c, Some(&body), place, Some(&filter), is_met))
    };
    assert!(is_met(1, 7) && !is_met(1, 0) && !is_met(0, 7));
    assert!(!read(|is_met| s8_crowd_overlap(c, Some(&body), place, None, is_met)));
}

#[test]
fn who_is_met_is_told_as_it_is() {
    let both = both();
    let (c, body) = (Some(&*both.c_crowd), s8_ellipsoid(0.3, 0.3, 0.3));
    let shape = Ellipsoid::ball(0.3).expect("in range");
    let (from, way) = (DVec3::new(0.2, 1.5, -8.0), Vec3::Z * 20.0);
    let mut first = None;
    for skip in [false, true] {
        let filter = CharacterFilter { skip: skip.then(|| both.ids[0]), ..CharacterFilter::default() };
        let seen = s8_character_filter {
            layers: u32::MAX,
            skips: u32::from(skip),
            skip: both.c_ids[0],
            ..s8_character_filter_default()
        };
        let (seen, at, by) = (Some(&seen), from.into(), way.into());

        let hit = both.crowd.ray(from, way, 50.0, filter).expect("in range").expect("somebody is there");
        let mut told = MaybeUninit::<s8_character_hit>::zeroed();
        assert!(read(|is_hit| s8_crowd_ray(c, at, by, 50.0, seen, Some(&mut told), is_hit)));
        // SAFETY: it was written.
        let told = unsafe { told.assume_init() };
        assert_eq!((told.id.index as usize, told.distance), (hit.id.index(), hit.distance));
        assert_eq!(
            [told.point, told.from_center, told.normal],
            [hit.point, hit.from_center, hit.normal].map(Into::into)
        );
        assert!(read(|is_hit| s8_crowd_ray_any(c, at, by, 50.0, seen, is_hit)));
        assert_ne!(first.replace(told.id), Some(told.id), "who is skipped is not met");

        let hit = both.crowd.sweep(shape, from, way, filter).expect("in range").expect("somebody is there");
        let mut told = MaybeUninit::<s8_character_hit>::zeroed();
        assert!(read(|is_hit| s8_crowd_sweep(c, Some(&body), at, by, seen, Some(&mut told), is_hit)));
        // SAFETY: it was written.
        let told = unsafe { told.assume_init() };
        assert_eq!((told.id.index as usize, told.distance), (hit.id.index(), hit.fraction));
        assert_eq!((told.normal, told.overlap), (hit.normal.into(), hit.overlap));
        assert!(read(|is_hit| s8_crowd_sweep_any(c, Some(&body), at, by, seen, is_hit)));

        let (blast, mut overlaps) = (Ellipsoid::ball(5.0).expect("in range"), Vec::new());
        both.crowd.overlap_all(blast, from, filter, &mut overlaps).expect("in range");
        let blast = s8_ellipsoid(5.0, 5.0, 5.0);
        let mut told = [bytemuck::Zeroable::zeroed(); 8];
        // SAFETY: there is room for so many.
        let count =
            read(|count| unsafe { s8_crowd_overlap_all(c, Some(&blast), at, seen, told.as_mut_ptr(), 8, count) });
        assert_eq!(count, overlaps.len());
        let overlaps = overlaps.iter().map(s8_character_overlap::from);
        let same =
            |(a, b): (&s8_character_overlap, s8_character_overlap)| (a.id.index, a.depth) == (b.id.index, b.depth);
        assert!(told.iter().zip(overlaps).all(same));
        assert_eq!(read(|is_hit| s8_crowd_overlap(c, Some(&blast), at, seen, is_hit)), count > 0);
    }
}

#[test]
fn what_is_done_to_one_is_done_through_c() {
    let mut both = both();
    both.step();
    let (one, c_one) = (both.ids[2], both.c_ids[2]);
    both.crowd.jump(one, 4.0).expect("in range");
    ok(s8_crowd_jump(Some(&mut both.c_crowd), c_one, 4.0));
    both.crowd.add_impulse(one, Vec3::Z).expect("in range");
    ok(s8_crowd_add_impulse(Some(&mut both.c_crowd), c_one, s8_vec3 { x: 0.0, y: 0.0, z: 1.0 }));
    for _ in 0..40 {
        both.step();
    }
    let lying = Quat::from_rotation_x(std::f32::consts::FRAC_PI_2);
    both.crowd.turn(&both.world, one, lying).expect("there is room");
    ok(s8_crowd_turn(Some(&mut both.c_crowd), Some(&both.c_world), c_one, lying.into()));
    both.is_same();
    let crouching = CharacterProfile::of_shape(Ellipsoid::new(Vec3::new(0.4, 0.5, 0.4)).expect("in range"));
    let mut settings = s8_settings_default();
    settings.radii.y = 0.5;
    both.crowd.set_profile(&both.world, both.ids[3], &crouching).expect("there is room");
    let (c_world, crouched) = (Some(&*both.c_world), Some(&settings));
    ok(s8_crowd_set_settings_of(Some(&mut both.c_crowd), c_world, both.c_ids[3], crouched));
    both.step();
    let far = DVec3::new(-3.0, 4.0, 0.0);
    both.crowd.teleport(one, far).expect("in range");
    ok(s8_crowd_teleport(Some(&mut both.c_crowd), c_one, far.into()));
    both.is_same();
    both.step();

    let c = Some(&*both.c_crowd);
    let position = both.crowd.position(one).expect("it is there").to_dvec3();
    assert_eq!(read(|place| s8_crowd_get_position(c, c_one, place)), position.into());
    let before = both.crowd.previous_position(one).expect("it is there");
    assert_eq!(read(|place| s8_crowd_get_previous_position(c, c_one, place)), before.into());
    let feet = both.crowd.feet(one).expect("it is there");
    assert_eq!(read(|place| s8_crowd_get_feet(c, c_one, place)), feet.into());
    let mut previous = [s8_position::default(); 5];
    // SAFETY: there are five.
    ok(unsafe { s8_crowd_copy_previous_positions(c, previous.as_mut_ptr(), 5) });
    assert_eq!(sum(previous[2]), before.to_dvec3());

    ok(s8_crowd_set_layers(Some(&mut both.c_crowd), c_one, 6));
    assert_eq!(read(|layers| s8_crowd_get_layers(Some(&both.c_crowd), c_one, layers)), 6);
    both.crowd.despawn(one).expect("it is there");
    ok(s8_crowd_despawn(Some(&mut both.c_crowd), c_one));
    assert_eq!(s8_crowd_count(Some(&both.c_crowd)), 4);
    assert!(!s8_crowd_contains(Some(&both.c_crowd), c_one));
    both.step();
}

fn sum(s8_position { high, low }: s8_position) -> DVec3 {
    Vec3::from(high).as_dvec3() + Vec3::from(low).as_dvec3()
}

#[test]
fn a_saved_crowd_and_world_go_on_with_the_same_bits() {
    let mut both = both();
    for _ in 0..30 {
        both.step();
    }
    let (mut crowd, mut motion) = (s8_bytes_new(), s8_bytes_new());
    ok(s8_crowd_save(Some(&both.c_crowd), Some(&mut crowd)));
    ok(s8_world_save_motion(Some(&both.c_world), Some(&mut motion)));
    let kerb = both.kerb;
    let was = read(|place| s8_world_get_placement(Some(&both.c_world), kerb, place));
    ok(s8_world_move_to(Some(&mut both.c_world), kerb, Some(&s8_placement_at(2.0, 0.25, 0.0))));
    ok(s8_world_begin_step(Some(&mut both.c_world), STEP, None));
    ok(s8_world_end_step(Some(&mut both.c_world)));
    assert_ne!(read(|place| s8_world_get_placement(Some(&both.c_world), kerb, place)), was);
    ok(s8_crowd_step(Some(&mut both.c_crowd), Some(&both.c_world), 0.5, None));

    // SAFETY: there are so many bytes.
    unsafe {
        let (data, size) = (s8_bytes_data(Some(&motion)), s8_bytes_size(Some(&motion)));
        ok(s8_world_restore_motion(Some(&mut both.c_world), data, size));
        ok(s8_crowd_restore(Some(&mut both.c_crowd), s8_bytes_data(Some(&crowd)), s8_bytes_size(Some(&crowd))));
    }
    assert_eq!(read(|place| s8_world_get_placement(Some(&both.c_world), kerb, place)), was);
    for _ in 0..60 {
        both.step();
    }

    // The same by states and inputs, which are plain data.
    let mut ids = [s8_character_id::default(); 5];
    // SAFETY: there are five.
    ok(unsafe { s8_crowd_copy_ids(Some(&both.c_crowd), ids.as_mut_ptr(), 5) });
    assert_eq!(ids[..], both.c_ids[..]);
    let state = |id| {
        let mut state = s8_state_at(DVec3::ZERO.into());
        // SAFETY: there is room for one.
        ok(unsafe { s8_crowd_get_state(Some(&both.c_crowd), id, &raw mut state) });
        state
    };
    let input = |id| read(|input| s8_crowd_get_input(Some(&both.c_crowd), id, input));
    let (states, inputs) = (ids.map(state), ids.map(input));
    both.step();
    // SAFETY: there are five.
    unsafe {
        ok(s8_crowd_set_states(Some(&mut both.c_crowd), states.as_ptr(), 5));
        ok(s8_crowd_set_inputs(Some(&mut both.c_crowd), inputs.as_ptr(), 5));
    }
    // SAFETY: it is one.
    ok(unsafe { s8_crowd_set_state(Some(&mut both.c_crowd), ids[0], &raw const states[0]) });
    ok(s8_crowd_set_input(Some(&mut both.c_crowd), ids[0], Some(&inputs[0])));
    assert_ne!(s8_crowd_state_hash(Some(&both.c_crowd)), both.crowd.state_hash());
    ok(s8_crowd_step(Some(&mut both.c_crowd), Some(&both.c_world), STEP, None));
    both.is_same();
    assert_eq!(size_of::<s8_state>(), 128);
}
