//! Queries, slides and moves answer through C what they answer through the crate, bit for bit.

use crate::testkit::{ok, read};
use std::ffi::c_void;
use std::mem::MaybeUninit;
use sweep8::glam::{DVec3, Quat, Vec3};
use sweep8::{
    Axis, Capsule, CharacterProfile, CharacterState, Ellipsoid, Filter, Ground, InstanceId, Mesh, MoveInput,
    MoveMemory, OrientedShape, Placement, Shape, Sides, Skip, SlideSettings, Sphere, Triangle, World,
};
use sweep8_c::character::{
    s8_step_move_character, s8_step_move_character_with, s8_step_move_characters, s8_world_move_character,
    s8_world_move_character_with, s8_world_move_characters,
};
use sweep8_c::contact_filter::s8_contact_view;
use sweep8_c::hit::{s8_face, s8_filter, s8_hit, s8_ray_hit};
use sweep8_c::memory::{s8_character_memory_new, s8_move_memory_new};
use sweep8_c::mesh::{s8_mesh_cook, s8_mesh_cuboid, s8_mesh_data};
use sweep8_c::outcome::s8_outcome;
use sweep8_c::profile::{s8_profiles_new, s8_settings, s8_settings_default};
use sweep8_c::query::{
    s8_sphere_out_of_triangle, s8_world_closest_point, s8_world_contains, s8_world_depenetrate, s8_world_overlap,
    s8_world_overlap_all, s8_world_ray, s8_world_ray_all, s8_world_ray_any, s8_world_segment, s8_world_segment_any,
    s8_world_sweep, s8_world_sweep_all, s8_world_sweep_any,
};
use sweep8_c::report::s8_report;
use sweep8_c::slide::s8_world_slide;
use sweep8_c::state::{s8_input, s8_state};
use sweep8_c::step::{s8_world_begin_filtered_step, s8_world_begin_step, s8_world_end_step};
use sweep8_c::types::{s8_dvec3, s8_instance_id, s8_placement, s8_placement_at, s8_shape, s8_vec3};
use sweep8_c::world::{s8_world, s8_world_add, s8_world_move_to, s8_world_new, s8_world_set_layers};
use sweep8_scalar_ref::random::Random;

const STEP: f32 = 1.0 / 60.0;

/// Draws what calls are given.
struct Draw(Random);

impl Draw {
    fn number(&mut self) -> f32 {
        self.0.unit()
    }

    fn vector(&mut self, most: f32) -> Vec3 {
        Vec3::from(self.0.signed_vector()) * most
    }

    fn place(&mut self, most: f32) -> DVec3 {
        self.vector(most).as_dvec3() + self.vector(1e-6).as_dvec3()
    }

    /// An ellipsoid about as large, with or without a spine along one of its axes.
    fn shape(&mut self, radius: f32, more: f32) -> Shape {
        let ellipsoid = Ellipsoid::new(Vec3::splat(radius) + self.vector(more)).expect("in range");
        let axis = [Axis::Y, Axis::Z, Axis::X][(self.number() * 3.0) as usize];
        let half_length = if self.number() < 0.5 { 0.0 } else { 0.05 + 0.5 * self.number() };
        Shape::swept(ellipsoid, axis, half_length).expect("in range")
    }

    fn turn(&mut self) -> Quat {
        if self.number() < 0.5 { Quat::IDENTITY } else { Quat::from_scaled_axis(self.vector(2.0)) }
    }
}

fn vec3(v: Vec3) -> s8_vec3 {
    v.into()
}

fn dvec3(v: DVec3) -> s8_dvec3 {
    v.into()
}

fn body(shape: &Shape, orientation: Quat) -> s8_shape {
    let spine_axis = match shape.axis() {
        Axis::Y => 0,
        Axis::Z => 1,
        Axis::X => 2,
    };
    s8_shape { radii: vec3(shape.radii()), orientation: orientation.into(), spine: shape.half_length(), spine_axis }
}

/// One level through both: triangles all over, with materials, some of them in a layer of their own, turned and scaled.
struct Both {
    rust: World,
    c: Box<s8_world>,
    last: InstanceId,
    c_last: s8_instance_id,
}

fn both(random: &mut Draw) -> Both {
    let (mut rust, mut c) = (World::new(), s8_world_new());
    let (mut last, mut c_last) = (InstanceId::default(), s8_instance_id::default());
    for layer in 0..3 {
        let middles = [(); 80].map(|()| random.vector(6.0));
        let corners: Vec<_> = (0..240).map(|corner| middles[corner / 3] + random.vector(2.0)).collect();
        let indices: Vec<u32> = (0..240).collect();
        let materials: Vec<u16> = (0..80).map(|triangle| triangle % 2).collect();
        let placement = Placement {
            translation: random.place(1.0),
            rotation: random.turn(),
            scale: Vec3::new(1.0, 0.5 + random.number(), -1.0),
        };
        let (frictions, restitutions) = ([0.0, 0.3], [0.7, 0.0]);
        let velocities = [Vec3::ZERO, Vec3::new(0.5, 0.0, -1.0)];
        let kinds = [0, 1].map(|kind: usize| sweep8::Material {
            friction: frictions[kind],
            restitution: restitutions[kind],
            velocity: velocities[kind],
            angular_velocity: velocities[1 - kind],
        });
        let angular_velocities = [velocities[1], velocities[0]];
        let mesh = Mesh::new(&corners, bytemuck::cast_slice(&indices)).expect("it is in range");
        let mesh = mesh.with_materials(&kinds, &materials).expect("there are two").cook();
        last = rust.add(&mesh, placement).expect("it is in range");
        rust.set_layers(last, 1 << layer).expect("it is there");

        let data = s8_mesh_data {
            positions: corners.as_ptr().cast(),
            position_count: corners.len(),
            indices: indices.as_ptr(),
            triangle_count: 80,
            frictions: frictions.as_ptr(),
            material_count: 2,
            triangle_materials: materials.as_ptr(),
            velocities: velocities.as_ptr().cast(),
            angular_velocities: angular_velocities.as_ptr().cast(),
            restitutions: restitutions.as_ptr(),
        };
        // SAFETY: the arrays are as long as is said.
        let mesh = read(|mesh| unsafe { s8_mesh_cook(Some(&data), mesh) });
        let placement = s8_placement::from(placement);
        c_last = read(|id| s8_world_add(Some(&mut c), Some(&mesh), Some(&placement), id));
        ok(s8_world_set_layers(Some(&mut c), c_last, 1 << layer));
    }
    Both { rust, c, last, c_last }
}

/// Answers of a list that has room for all but one, and how many there are.
fn listed<T: Copy>(
    zero: T,
    count: usize,
    call: impl FnOnce(*mut T, usize, Option<&mut MaybeUninit<usize>>) -> sweep8_c::error::s8_code,
) -> Vec<T> {
    let mut out = vec![zero; count.saturating_sub(1)];
    let room = out.len();
    assert_eq!(read(|total| call(out.as_mut_ptr(), room, total)), count);
    out
}

fn sphere_leaves_a_triangle(from: DVec3, to: DVec3, distance: f32) {
    let corners = [from, from + DVec3::X, to].map(DVec3::as_vec3);
    let out =
        Sphere { center: from.as_vec3(), radius: distance }.separation_from_triangle(&Triangle { corners }).map(vec3);
    let corners = corners.map(vec3);
    let mut told = MaybeUninit::new(vec3(Vec3::ZERO));
    // SAFETY: there are three.
    let is_overlapping = read(|is_overlapping| unsafe {
        s8_sphere_out_of_triangle(vec3(from.as_vec3()), distance, corners.as_ptr(), Some(&mut told), is_overlapping)
    });
    // SAFETY: it was written before.
    assert_eq!(is_overlapping.then_some(unsafe { told.assume_init() }), out);
}

#[test]
fn queries_answer_the_same_bits() {
    let mut random = Draw(Random(7));
    let Both { rust, c, .. } = both(&mut random);
    let c = Some(&*c);
    let zero: s8_hit = bytemuck::Zeroable::zeroed();
    let zero_ray: s8_ray_hit = bytemuck::Zeroable::zeroed();
    let (mut hits, mut rays, mut near, mut within) = (0, 0, 0, 0);
    for _ in 0..2_000 {
        let (shape, orientation) = (random.shape(0.2, 0.15), random.turn());
        let body = body(&shape, orientation);
        let shape = OrientedShape::new(shape, orientation).expect("unit length");
        let (from, way, distance) = (random.place(7.0), random.vector(6.0), random.number() * 6.0);
        let to = from + way.as_dvec3();
        let sides = if random.number() < 0.5 { Sides::Both } else { Sides::Front };
        // The triangle that a plain ray crosses first, or its instance, or nothing.
        let one = rust.segment(from, to, Sides::Both).expect("in range");
        let (skip, code) = match (one, (random.number() * 3.0) as u32) {
            (Some(one), 1) => (Skip::Triangle(one.instance, one.triangle), 1),
            (Some(one), 2) => (Skip::Instance(one.instance), 2),
            _ => (Skip::Nothing, 0),
        };
        let (layers, approach_only) = (1 + (random.number() * 7.0) as u32, random.number() < 0.5);
        let filter = Filter { sides, layers, approach_only, skip, ..Filter::default() };

        let (body, at, end, by) = (Some(&body), dvec3(from), dvec3(to), vec3(way));
        let seen = s8_filter {
            sides: sides as u32,
            layers,
            sensors: 0,
            approach_only: approach_only.into(),
            skip: code,
            // With the tag of the other world.
            skipped_instance: {
                let mut met = MaybeUninit::new(zero_ray);
                read(|is_hit| s8_world_segment(c, at, end, None, Some(&mut met), is_hit));
                // SAFETY: it was written before.
                unsafe { met.assume_init() }.face.instance
            },
            skipped_triangle: one.map_or(0, |one| one.triangle),
        };
        let seen = Some(&seen);

        let hit = rust.sweep(shape, from, way, filter).expect("in range");
        let mut told = MaybeUninit::new(zero);
        let is_hit = read(|is_hit| s8_world_sweep(c, body, at, by, seen, Some(&mut told), is_hit));
        // SAFETY: it was written before.
        let told = unsafe { told.assume_init() };
        assert_eq!((is_hit, told), (hit.is_some(), hit.as_ref().map_or(zero, Into::into)));
        assert_eq!(read(|is_hit| s8_world_sweep_any(c, body, at, by, seen, is_hit)), is_hit);
        hits += u32::from(is_hit);

        let inside = read(|out| s8_world_contains(c, at, seen, out));
        assert_eq!(inside, rust.contains(from, filter).expect("in range") as u32);
        sphere_leaves_a_triangle(from, to, distance);

        let mut all = Vec::new();
        rust.sweep_all(shape, from, way, filter, &mut all).expect("in range");
        // SAFETY: there is as much room as is said.
        let told = listed(zero, all.len(), |out, room, count| unsafe {
            s8_world_sweep_all(c, body, at, by, seen, out, room, count)
        });
        assert!(told.iter().zip(&all).all(|(told, hit)| *told == s8_hit::from(hit)));

        let hit = rust.ray(from, way, distance, filter).expect("in range");
        let mut told = MaybeUninit::new(zero_ray);
        let is_hit = read(|is_hit| s8_world_ray(c, at, by, distance, seen, Some(&mut told), is_hit));
        // SAFETY: it was written before.
        let told = unsafe { told.assume_init() };
        assert_eq!((is_hit, told), (hit.is_some(), hit.as_ref().map_or(zero_ray, Into::into)));
        assert_eq!(read(|is_hit| s8_world_ray_any(c, at, by, distance, seen, is_hit)), is_hit);
        rays += u32::from(is_hit);

        let mut all = Vec::new();
        rust.ray_all(from, way, f32::INFINITY, filter, &mut all).expect("in range");
        // SAFETY: there is as much room as is said.
        let told = listed(zero_ray, all.len(), |out, room, count| unsafe {
            s8_world_ray_all(c, at, by, f32::INFINITY, seen, out, room, count)
        });
        assert!(told.iter().zip(&all).all(|(told, hit)| *told == s8_ray_hit::from(hit)));

        let between = rust.segment(from, to, filter).expect("in range");
        let is_hit = read(|is_hit| s8_world_segment(c, at, end, seen, None, is_hit));
        assert_eq!(is_hit, between.is_some());
        assert_eq!(read(|is_hit| s8_world_segment_any(c, at, end, seen, is_hit)), is_hit);

        let closest = rust.closest_point(from, distance, filter).expect("in range");
        let mut told = MaybeUninit::zeroed();
        let is_hit = read(|is_hit| s8_world_closest_point(c, at, distance, seen, Some(&mut told), is_hit));
        // SAFETY: zeros, or what was written.
        let told = unsafe { told.assume_init() };
        let zero = bytemuck::Zeroable::zeroed();
        assert_eq!((is_hit, told), (closest.is_some(), closest.as_ref().map_or(zero, Into::into)));
        near += u32::from(is_hit);

        let overlaps = rust.overlap(shape, from, filter).expect("in range");
        assert_eq!(read(|is_hit| s8_world_overlap(c, body, at, seen, is_hit)), overlaps);
        let mut all = Vec::new();
        rust.overlap_all(shape, from, filter, &mut all).expect("in range");
        // SAFETY: there is as much room as is said.
        let told = listed(bytemuck::Zeroable::zeroed(), all.len(), |out, room, count| unsafe {
            s8_world_overlap_all(c, body, at, seen, out, room, count)
        });
        assert!(told.iter().zip(&all).all(|(told, overlap)| *told == overlap.into()));
        let way_out = rust.depenetrate(shape, from, filter, &mut all).expect("in range");
        let told = read(|way_out| s8_world_depenetrate(c, body, at, seen, way_out));
        assert_eq!((told.displacement, told.depth_left), (vec3(way_out.displacement), way_out.depth_left));
        within += u32::from(overlaps);
    }
    assert!(hits > 300 && rays > 50 && near > 100 && within > 50, "{hits} {rays} {near} {within}");
    assert_eq!(size_of::<s8_face>(), 52);
}

#[test]
fn slides_lead_to_the_same_bits() {
    let mut random = Draw(Random(8));
    let Both { rust, c, .. } = both(&mut random);
    let mut touched = 0;
    for _ in 0..1_000 {
        let shape = random.shape(0.3, 0.2);
        let (from, way) = (random.place(7.0), random.vector(3.0));
        let out = rust.slide(shape, from, way, &SlideSettings::default()).expect("in range");
        let body = body(&shape, Quat::IDENTITY);
        let told: s8_outcome = read(|out| {
            let (c, body) = (Some(&*c), Some(&body));
            s8_world_slide(c, body, dvec3(from), vec3(way), None, out)
        });
        assert_eq!((told.position, told.travel), (dvec3(out.position.to_dvec3()), vec3(out.travel)));
        assert_eq!((told.status, told.path, told.depenetrated_by), (out.status as u32, out.path, out.depenetrated_by));
        assert_eq!(told.contact_count as usize, out.contacts().len());
        assert!(told.contacts.iter().zip(out.contacts()).all(|(told, contact)| *told == contact.into()));
        touched += out.contacts().len();
    }
    assert!(touched > 500, "{touched}");
}

/// A crowd of states, every other one with the second profile, and what they want.
fn people(random: &mut Draw) -> (Vec<CharacterState>, Vec<MoveInput>) {
    let state = |key| {
        let mut state = CharacterState::new(random.place(6.0));
        state.key = key;
        state.profile = (key % 2) as _;
        state
    };
    let states = (0..60).map(state).collect();
    let inputs = (0..60).map(|_| MoveInput { desired_velocity: random.vector(3.0), ..MoveInput::EARTH }).collect();
    (states, inputs)
}

/// The settings of an ellipsoid and of a capsule.
fn settings() -> [s8_settings; 2] {
    let ellipsoid = s8_settings_default();
    [ellipsoid, s8_settings { radii: vec3(Vec3::splat(0.35)), spine: 0.5, ..ellipsoid }]
}

#[test]
fn moves_of_one_and_of_many_lead_to_the_same_bits() {
    let mut random = Draw(Random(9));
    let Both { mut rust, mut c, last, c_last } = both(&mut random);
    let settings = settings();
    // SAFETY: there are two.
    let profiles = read(|out| unsafe { s8_profiles_new(settings.as_ptr(), 2, out) });
    let (mut ours, inputs) = people(&mut random);
    let (start, mut one_by_one) = (ours.clone(), ours.clone());
    let mut theirs: Vec<s8_state> = ours.iter().map(|&state| bytemuck::cast(state)).collect();
    let (mut memory, mut c_memory) = (MoveMemory::new(), s8_move_memory_new());
    let capsule = Capsule::new(0.35, 0.5).expect("in range");
    let profile = [CharacterProfile::default(), CharacterProfile::of_shape(capsule)];
    let asked: &[s8_input] = bytemuck::cast_slice(&inputs);
    for _ in 0..120 {
        let report = rust.move_characters(&profile, &mut ours, &inputs, STEP, &mut memory).expect("in range");
        // SAFETY: there are so many.
        let told: s8_report = read(|report| unsafe {
            let (world, profiles, states) = (Some(&*c), Some(&*profiles), theirs.as_mut_ptr());
            s8_world_move_characters(world, profiles, states, asked.as_ptr(), 60, STEP, Some(&mut c_memory), report)
        });
        assert_eq!(told, report.into());
        for (state, input) in one_by_one.iter_mut().zip(asked) {
            // SAFETY: it is a state, in C's words.
            ok(unsafe {
                let (world, profiles, state) = (Some(&*c), Some(&*profiles), std::ptr::from_mut(state).cast());
                s8_world_move_character(world, profiles, state, Some(input), STEP, None)
            });
        }
    }
    assert_eq!(bytemuck::cast_slice::<_, u8>(&ours), bytemuck::cast_slice::<_, u8>(&theirs));
    assert_eq!(bytemuck::cast_slice::<_, u8>(&ours), bytemuck::cast_slice::<_, u8>(&one_by_one));
    assert_ne!(ours, start);

    // In steps of a world in which something moves.
    for _ in 0..60 {
        let there = rust.placement(last).expect("it is there");
        let target = Placement { translation: there.translation + DVec3::Y * 0.02, ..there };
        rust.move_to(last, target).expect("in range");
        ok(s8_world_move_to(Some(&mut c), c_last, Some(&target.into())));
        let step = rust.begin_step(STEP).expect("in range");
        let report = step.move_characters(&profile, &mut ours, &inputs, &mut memory).expect("in range");
        let step = read(|step| s8_world_begin_step(Some(&mut c), STEP, step));
        // SAFETY: the step is a part of the world, which lives, and there are so many.
        let told: s8_report = read(|report| unsafe {
            let (step, states) = (step.as_ref(), theirs.as_mut_ptr());
            s8_step_move_characters(step, Some(&profiles), states, asked.as_ptr(), 60, Some(&mut c_memory), report)
        });
        ok(s8_world_end_step(Some(&mut c)));
        assert_eq!(told, report.into());
    }
    assert_eq!(bytemuck::cast_slice::<_, u8>(&ours), bytemuck::cast_slice::<_, u8>(&theirs));
}

/// A wall that comes nearer pushes the character; then it walks along it.
#[test]
fn a_character_with_memory_of_its_own_moves_to_the_same_bits() {
    let mut world = s8_world_new();
    let (floor, wall) =
        (read(|out| s8_mesh_cuboid(20.0, 1.0, 20.0, out)), read(|out| s8_mesh_cuboid(0.5, 2.0, 5.0, out)));
    let below = s8_placement_at(0.0, -1.0, 0.0);
    ok(s8_world_add(Some(&mut world), Some(&floor), Some(&below), None));
    let place = s8_placement_at(2.0, 2.0, 0.0);
    let moved = read(|id| s8_world_add(Some(&mut world), Some(&wall), Some(&place), id));
    let settings = s8_settings_default();
    // SAFETY: it is one.
    let profiles = read(|out| unsafe { s8_profiles_new(&raw const settings, 1, out) });
    let (mut alone, mut memory) = (CharacterState::new(Vec3::Y), s8_character_memory_new());
    let (mut with, start) = (alone, alone);
    let input: s8_input = bytemuck::cast(MoveInput { desired_velocity: Vec3::new(1.0, 0.0, 0.5), ..MoveInput::EARTH });
    let (state, other): (*mut s8_state, *mut s8_state) = ((&raw mut alone).cast(), (&raw mut with).cast());
    for frame in 0..120 {
        if frame < 60 {
            let target = s8_placement_at(2.0 - f64::from(frame) * 0.02, 2.0, 0.0);
            ok(s8_world_move_to(Some(&mut world), moved, Some(&target)));
            let step = read(|step| s8_world_begin_step(Some(&mut world), STEP, step));
            // SAFETY: the step is a part of the world, which lives; each is a state, in C's words.
            unsafe {
                let (step, profiles) = (step.as_ref(), Some(&*profiles));
                ok(s8_step_move_character(step, profiles, state, Some(&input), None));
                ok(s8_step_move_character_with(step, profiles, other, Some(&input), Some(&mut memory), None));
            }
            ok(s8_world_end_step(Some(&mut world)));
        } else {
            // SAFETY: as above.
            unsafe {
                let (world, profiles) = (Some(&*world), Some(&*profiles));
                ok(s8_world_move_character(world, profiles, state, Some(&input), STEP, None));
                ok(s8_world_move_character_with(world, profiles, other, Some(&input), STEP, Some(&mut memory), None));
            }
        }
        assert_eq!(alone, with, "frame {frame}");
    }
    assert!(alone != start && alone.ground() == Ground::Floor(Vec3::Y), "{alone:?}");
}

/// Two threads move a half each, as the jobs of an engine do, in one step.
#[test]
fn threads_of_the_caller_move_parts_of_the_characters_to_the_same_bits() {
    let mut random = Draw(Random(10));
    let Both { c, .. } = both(&mut random);
    let settings = settings();
    // SAFETY: there are two.
    let profiles = read(|out| unsafe { s8_profiles_new(settings.as_ptr(), 2, out) });
    let (states, inputs) = people(&mut random);
    let inputs: &[s8_input] = bytemuck::cast_slice(&inputs);
    let run = |states: &mut [CharacterState], inputs: &[s8_input]| {
        let mut memory = s8_move_memory_new();
        for _ in 0..60 {
            // SAFETY: there are so many.
            ok(unsafe {
                let (world, profiles, memory) = (Some(&*c), Some(&*profiles), Some(&mut *memory));
                let (states, count) = (states.as_mut_ptr().cast(), states.len());
                s8_world_move_characters(world, profiles, states, inputs.as_ptr(), count, STEP, memory, None)
            });
        }
    };
    let (mut together, mut apart) = (states.clone(), states);
    run(&mut together, inputs);
    let (first, second) = apart.split_at_mut(23);
    std::thread::scope(|scope| {
        scope.spawn(|| run(first, &inputs[..23]));
        scope.spawn(|| run(second, &inputs[23..]));
    });
    assert_eq!(bytemuck::cast_slice::<_, u8>(&together), bytemuck::cast_slice::<_, u8>(&apart));
}

extern "C" fn goes_through_what_it_is_told(contact: *const s8_contact_view, user: *mut c_void) -> u32 {
    // SAFETY: the kernel gives a contact, and the user of below.
    let (contact, through) = unsafe { (&*contact, *user.cast::<u32>()) };
    if contact.instance.index == through { 2 } else { 0 }
}

#[test]
fn a_filter_decides_what_stops_a_character() {
    let mut world = s8_world_new();
    let mesh = read(|out| s8_mesh_cuboid(0.5, 5.0, 5.0, out));
    for x in [2.0, 6.0] {
        let place = s8_placement_at(x, 0.0, 0.0);
        ok(s8_world_add(Some(&mut world), Some(&mesh), Some(&place), None));
    }
    let settings = s8_settings_default();
    // SAFETY: it is one.
    let profiles = read(|out| unsafe { s8_profiles_new(&raw const settings, 1, out) });
    let (mut states, mut memory) = ([CharacterState::new(Vec3::ZERO)], s8_move_memory_new());
    let inputs = [MoveInput { desired_velocity: Vec3::X * 10.0, ..MoveInput::WEIGHTLESS }];
    let mut through = 0_u32;
    let step = read(|step| {
        let user = (&raw mut through).cast();
        s8_world_begin_filtered_step(Some(&mut world), 1.0, Some(goes_through_what_it_is_told), user, step)
    });
    // SAFETY: the step is a part of the world, which lives, and there is one.
    ok(unsafe {
        let (step, states, inputs) = (step.as_ref(), states.as_mut_ptr().cast(), inputs.as_ptr().cast());
        s8_step_move_characters(step, Some(&profiles), states, inputs, 1, Some(&mut memory), None)
    });
    ok(s8_world_end_step(Some(&mut world)));
    assert!(
        (states[0].position.to_vec3().x - 5.09).abs() < 1e-3,
        "through the first wall, up to the second: {}",
        states[0].position.to_vec3()
    );
}
