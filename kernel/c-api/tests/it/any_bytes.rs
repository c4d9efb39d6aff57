//! Plain data of any bits never makes a call panic, and never gets a number that is not finite into a state.

use crate::testkit::{ok, read};
use bytemuck::{Pod, Zeroable};
use std::mem::MaybeUninit;
use sweep8_c::character::{s8_world_move_character, s8_world_move_characters};
use sweep8_c::crowd::{s8_crowd_new, s8_crowd_spawn, s8_crowd_step};
use sweep8_c::crowd_access::{s8_crowd_copy_states, s8_crowd_set_inputs, s8_crowd_set_states, s8_crowd_teleport};
use sweep8_c::error::s8_code;
use sweep8_c::memory::s8_move_memory_new;
use sweep8_c::mesh::s8_mesh_cuboid;
use sweep8_c::profile::{s8_profiles_new, s8_settings, s8_settings_default};
use sweep8_c::query::{s8_world_closest_point, s8_world_depenetrate, s8_world_ray, s8_world_sweep};
use sweep8_c::slide::s8_world_slide;
use sweep8_c::state::{s8_input, s8_input_earth, s8_state, s8_state_at};
use sweep8_c::state_access::{s8_state_check, s8_state_get_feet, s8_state_get_free_velocity};
use sweep8_c::types::{s8_dvec3, s8_instance_id, s8_placement_at, s8_quat, s8_shape, s8_vec3};
use sweep8_c::world::{s8_world_add, s8_world_move_to, s8_world_new, s8_world_remove};
use sweep8_scalar_ref::random::Random;

/// Bytes, the same in every run: of good data, with some of its words changed.
struct Bytes(Random);

impl Bytes {
    fn word(&mut self) -> u32 {
        (self.0.next_u64() >> 32) as u32
    }

    fn changed<T: Pod>(&mut self, good: T) -> T {
        let mut data = good;
        let words: &mut [u32] = bytemuck::cast_slice_mut(bytemuck::bytes_of_mut(&mut data));
        for _ in 0..self.word() % 4 {
            let special = [0x7fc0_0000, 0x7f80_0000, 0xff80_0000, 0, 0x8000_0000, 1, 0x7f7f_ffff, 0x4b80_0000];
            let place = self.word() as usize % words.len();
            words[place] = if self.word().is_multiple_of(2) { self.word() } else { special[self.word() as usize % 8] };
        }
        data
    }
}

/// Counts what was accepted; a panic is a fault.
#[derive(Default)]
struct Told {
    accepted: u32,
    refused: u32,
}

impl Told {
    fn take(&mut self, code: s8_code) {
        assert_ne!(code, s8_code::S8_ERROR_PANIC);
        *(if code == s8_code::S8_OK { &mut self.accepted } else { &mut self.refused }) += 1;
    }
}

fn is_finite(state: &s8_state) -> bool {
    let numbers = [state.position.high, state.position.low, state.velocity, state.ground_normal, state.ground_point];
    numbers.iter().all(|v| v.x.is_finite() && v.y.is_finite() && v.z.is_finite())
}

#[test]
fn any_bits_are_moved_or_refused() {
    let (mut world, mut bytes, mut told) = (s8_world_new(), Bytes(Random(1)), Told::default());
    let mesh = read(|out| s8_mesh_cuboid(5.0, 0.5, 5.0, out));
    ok(s8_world_add(Some(&mut world), Some(&mesh), None, None));
    let mut memory = s8_move_memory_new();
    let settings = s8_settings_default();
    // SAFETY: it is one.
    let profiles = read(|out| unsafe { s8_profiles_new(&raw const settings, 1, out) });
    let mut crowd = read(|out| s8_crowd_new(None, out));
    let good = s8_state_at(s8_dvec3 { x: 0.0, y: 1.41, z: 0.0 });
    let id = read(|id| s8_crowd_spawn(Some(&mut crowd), None, s8_dvec3 { x: 0.0, y: 1.41, z: 0.0 }, id));

    for _ in 0..2_000 {
        let mut states = [(); 3].map(|()| bytes.changed(good));
        let inputs: [s8_input; 3] = [(); 3].map(|()| bytes.changed(s8_input_earth()));
        let seconds = bytes.changed(1.0_f32 / 60.0);
        let before = states;
        let (world, profiles) = (Some(&*world), Some(&*profiles));
        // SAFETY: there are as many as is said.
        unsafe {
            let (state, input) = (&raw mut states[0], Some(&inputs[0]));
            told.take(s8_world_move_character(world, profiles, state, input, seconds, None));
            let (states, inputs) = (states.as_mut_ptr(), inputs.as_ptr());
            let memory = Some(&mut *memory);
            told.take(s8_world_move_characters(world, profiles, states, inputs, 3, seconds, memory, None));
            told.take(s8_state_check(states, 1));
            let up = bytes.changed(s8_vec3 { x: 0.0, y: 1.0, z: 0.0 });
            told.take(s8_state_get_feet(states, profiles, up, Some(&mut MaybeUninit::uninit())));
            let velocity = Some(&mut MaybeUninit::uninit());
            told.take(s8_state_get_free_velocity(states, profiles, input, seconds, velocity));
            told.take(s8_crowd_set_inputs(Some(&mut crowd), inputs, 1));
            told.take(s8_crowd_set_states(Some(&mut crowd), states, 1));
        }
        told.take(s8_crowd_step(Some(&mut crowd), world, seconds, None));
        let mut state = s8_state::zeroed();
        // SAFETY: there is one.
        told.take(unsafe { s8_crowd_copy_states(Some(&crowd), &raw mut state, 1) });
        assert!(is_finite(&state), "{state:?}");
        for (state, before) in states.iter().zip(&before) {
            let [is, was] = [state, before].map(bytemuck::bytes_of);
            assert!(is == was || is_finite(state), "{state:?}");
        }
        let place = s8_dvec3 { x: f64::from(f32::from_bits(bytes.word())), y: 1.0, z: 0.0 };
        told.take(s8_crowd_teleport(Some(&mut crowd), id, place));
        ok(s8_crowd_teleport(Some(&mut crowd), id, s8_dvec3 { x: 0.0, y: 1.41, z: 0.0 }));
    }
    assert!(told.accepted > 2_000 && told.refused > 2_000, "{} {}", told.accepted, told.refused);
}

#[test]
fn any_bits_are_answered_or_refused() {
    let (mut world, mut bytes, mut told) = (s8_world_new(), Bytes(Random(2)), Told::default());
    let mesh = read(|out| s8_mesh_cuboid(5.0, 0.5, 5.0, out));
    let id = read(|id| s8_world_add(Some(&mut world), Some(&mesh), None, id));
    let shape = s8_shape {
        radii: s8_vec3 { x: 0.4, y: 0.9, z: 0.4 },
        orientation: s8_quat { x: 0.0, y: 0.0, z: 0.0, w: 1.0 },
        spine: 0.0,
        spine_axis: 0,
    };
    for _ in 0..2_000 {
        let (shape, place) = (bytes.changed(shape), bytes.changed(s8_dvec3 { x: 0.0, y: 3.0, z: 0.0 }));
        let (way, distance) = (bytes.changed(s8_vec3 { x: 0.5, y: -4.0, z: 0.0 }), bytes.changed(9.0_f32));
        let mut is_hit = MaybeUninit::uninit();
        let (mut outcome, mut way_out) = (MaybeUninit::uninit(), MaybeUninit::uninit());
        {
            let (world, shape) = (Some(&*world), Some(&shape));
            told.take(s8_world_sweep(world, shape, place, way, None, None, Some(&mut is_hit)));
            told.take(s8_world_ray(world, place, way, distance, None, None, Some(&mut is_hit)));
            told.take(s8_world_closest_point(world, place, distance, None, None, Some(&mut is_hit)));
            told.take(s8_world_slide(world, shape, place, way, None, Some(&mut outcome)));
            told.take(s8_world_depenetrate(world, shape, place, None, Some(&mut way_out)));
        }
        let mut placement = s8_placement_at(place.x, place.y, place.z);
        placement.scale = way;
        placement.rotation = shape.orientation;
        told.take(s8_world_move_to(Some(&mut world), id, Some(&placement)));
        told.take(s8_world_add(Some(&mut world), Some(&mesh), Some(&placement), None));
        let stranger = bytes.changed(s8_instance_id { generation: 7, ..id });
        told.take(s8_world_remove(Some(&mut world), stranger));

        let mut settings: s8_settings = s8_settings_default();
        settings.radii = shape.radii;
        settings.skin = distance;
        settings.mode = bytes.word() % 3;
        // SAFETY: it is one.
        told.take(unsafe { s8_profiles_new(&raw const settings, 1, Some(&mut MaybeUninit::uninit())) });
    }
    assert!(told.accepted > 2_000 && told.refused > 2_000, "{} {}", told.accepted, told.refused);
}
