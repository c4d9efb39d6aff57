//! Data that the library gives back: meshes, vertices, profiles, settings, paths; and copies into handles that are there
//! already. Each answer is that of the crate.

use crate::testkit::{ok, read, refused};
use bytemuck::Zeroable;
use std::mem::MaybeUninit;
use std::ptr::{null, null_mut};
use sweep8::glam::{DVec3, Quat, Vec3};
use sweep8::{
    CharacterProfile, CharacterState, Ellipsoid, Material, Mesh, MoveInput, Placement, SlideOutcome, SlideSettings,
    World,
};
use sweep8_c::character::s8_world_move_characters;
use sweep8_c::crowd::{
    s8_crowd, s8_crowd_clone_from, s8_crowd_despawn, s8_crowd_get_profiles, s8_crowd_get_settings, s8_crowd_new,
    s8_crowd_set_settings, s8_crowd_settings_default, s8_crowd_spawn, s8_crowd_state_hash, s8_crowd_step,
};
use sweep8_c::crowd_access::{
    s8_crowd_get_input, s8_crowd_get_settings_of, s8_crowd_get_state, s8_crowd_set_desired_velocity,
    s8_crowd_set_settings_of,
};
use sweep8_c::error::s8_code::{
    S8_ERROR_ALIGNMENT, S8_ERROR_IN_STEP, S8_ERROR_NULL, S8_ERROR_OUT_OF_RANGE, S8_ERROR_REMOVED, S8_ERROR_SHARED,
};
use sweep8_c::memory::{s8_move_memory_new, s8_move_memory_set_sort_every};
use sweep8_c::mesh::{s8_mesh, s8_mesh_cook, s8_mesh_cuboid, s8_mesh_data, s8_mesh_get_report};
use sweep8_c::mesh_access::{
    s8_mesh_copy_frictions, s8_mesh_copy_restitutions, s8_mesh_copy_triangles, s8_mesh_copy_velocities,
    s8_mesh_get_material, s8_triangle,
};
use sweep8_c::outcome::s8_outcome;
use sweep8_c::profile::{
    s8_profiles, s8_profiles_count, s8_profiles_get, s8_profiles_new, s8_profiles_set, s8_settings, s8_settings_default,
};
use sweep8_c::slide::s8_world_slide;
use sweep8_c::state::{s8_input, s8_input_earth, s8_state, s8_state_at};
use sweep8_c::state_access::{s8_state_check, s8_state_get_feet, s8_state_get_free_velocity};
use sweep8_c::step::{s8_world_begin_step, s8_world_end_step};
use sweep8_c::types::{s8_character_id, s8_dvec3, s8_ellipsoid, s8_instance_id, s8_placement_at, s8_vec3};
use sweep8_c::world::{
    s8_world, s8_world_add, s8_world_add_deformable, s8_world_new, s8_world_remove, s8_world_set_vertices,
};
use sweep8_c::world_access::{
    s8_world_clone_from, s8_world_copy_ids, s8_world_copy_vertices, s8_world_get_mesh, s8_world_instance_count,
    s8_world_set_vertices_at,
};

const STEP: f32 = 1.0 / 60.0;

/// Two triangles of stone and ice, a third without area, and their corners.
struct Floor {
    corners: [Vec3; 4],
    triangles: [[u32; 3]; 3],
    frictions: [f32; 2],
    of_triangle: [u16; 3],
}

const FLOOR: Floor = Floor {
    corners: [
        Vec3::new(-9.0, 0.0, -9.0),
        Vec3::new(-9.0, 0.0, 9.0),
        Vec3::new(9.0, 0.0, 9.0),
        Vec3::new(9.0, 0.0, -9.0),
    ],
    triangles: [[0, 1, 2], [1, 1, 3], [0, 2, 3]],
    frictions: [0.75, 0.0],
    of_triangle: [1, 0, 0],
};

/// Velocities and angular velocities of the two materials.
const VELOCITIES: [[s8_vec3; 2]; 2] = [
    [s8_vec3 { x: 1.5, y: 0.0, z: 0.0 }, s8_vec3 { x: 0.0, y: 0.0, z: 0.0 }],
    [s8_vec3 { x: 0.0, y: 0.0, z: 0.0 }, s8_vec3 { x: 0.0, y: -2.0, z: 0.0 }],
];

const RESTITUTIONS: [f32; 2] = [0.0, 0.5];

impl Floor {
    fn data(&self) -> s8_mesh_data {
        s8_mesh_data {
            positions: self.corners.as_ptr().cast(),
            position_count: 4,
            indices: self.triangles.as_ptr().cast(),
            triangle_count: 3,
            frictions: self.frictions.as_ptr(),
            material_count: 2,
            triangle_materials: self.of_triangle.as_ptr(),
            velocities: VELOCITIES[0].as_ptr(),
            angular_velocities: VELOCITIES[1].as_ptr(),
            restitutions: RESTITUTIONS.as_ptr(),
        }
    }

    fn cook(&self) -> Box<s8_mesh> {
        // SAFETY: the arrays are as long as is said.
        read(|mesh| unsafe { s8_mesh_cook(Some(&self.data()), mesh) })
    }
}

fn triangles_of(mesh: &s8_mesh) -> Vec<s8_triangle> {
    let mut triangles = [s8_triangle { index: 0, corners: [s8_vec3::zeroed(); 3] }; 16];
    // SAFETY: there is room for so many.
    let count = read(|count| unsafe { s8_mesh_copy_triangles(Some(mesh), triangles.as_mut_ptr(), 16, count) });
    triangles[..count].to_vec()
}

fn vertices_of(world: &s8_world, id: s8_instance_id) -> Vec<Vec3> {
    let mut vertices = [s8_vec3::zeroed(); 8];
    // SAFETY: there is room for so many.
    let count = read(|count| unsafe { s8_world_copy_vertices(Some(world), id, vertices.as_mut_ptr(), 8, count) });
    vertices[..count].iter().map(|&vertex| vertex.into()).collect()
}

#[test]
fn a_mesh_is_read_as_it_was_cooked() {
    let Floor { corners, triangles, frictions, of_triangle } = FLOOR;
    let mut kinds = frictions.map(Material::with_friction);
    for (kind, material) in kinds.iter_mut().zip(0..) {
        let [velocity, angular_velocity] = VELOCITIES.map(|velocities| velocities[material].into());
        (kind.velocity, kind.angular_velocity) = (velocity, angular_velocity);
        kind.restitution = RESTITUTIONS[material];
    }
    let cooked =
        Mesh::new(&corners, &triangles).expect("a mesh").with_materials(&kinds, &of_triangle).expect("two").cook();
    let mesh = FLOOR.cook();
    let expected = cooked.triangles().map(|(index, corners)| s8_triangle { index, corners: corners.map(Into::into) });
    assert_eq!(triangles_of(&mesh), expected.collect::<Vec<_>>());
    assert_eq!(triangles_of(&mesh).len(), 2, "one has no area");
    assert_eq!(read(|report| s8_mesh_get_report(Some(&mesh), report)).degenerate, 1);

    for triangle in [0, 1, 2, 3, u32::MAX] {
        let material = read(|material| s8_mesh_get_material(Some(&mesh), triangle, material));
        assert_eq!(material, u32::from(cooked.material_of(triangle)));
    }
    let mut read_frictions = [9.0; 4];
    // SAFETY: there is room for so many.
    let count = read(|count| unsafe { s8_mesh_copy_frictions(Some(&mesh), read_frictions.as_mut_ptr(), 4, count) });
    assert_eq!((count, read_frictions), (2, [0.75, 0.0, 9.0, 9.0]));
    let mut restitutions = [9.0; 4];
    // SAFETY: there is room for so many.
    let count = read(|count| unsafe { s8_mesh_copy_restitutions(Some(&mesh), restitutions.as_mut_ptr(), 4, count) });
    assert_eq!((count, restitutions), (2, [0.0, 0.5, 9.0, 9.0]));
    let mut velocities = [[s8_vec3::zeroed(); 2]; 2];
    let [own, angular] = velocities.each_mut().map(|velocities| velocities.as_mut_ptr());
    // SAFETY: there is room for so many.
    let count = read(|count| unsafe { s8_mesh_copy_velocities(Some(&mesh), own, angular, 2, count) });
    assert_eq!((count, velocities), (2, VELOCITIES));
    assert_eq!(cooked.materials().iter().map(|kind| kind.velocity.into()).collect::<Vec<s8_vec3>>(), VELOCITIES[0]);
    let plain = read(|mesh| s8_mesh_cuboid(1.0, 1.0, 1.0, mesh));
    // SAFETY: an array without elements may be NULL.
    assert_eq!(read(|count| unsafe { s8_mesh_copy_frictions(Some(&plain), null_mut(), 0, count) }), 0);
}

#[test]
fn lists_are_counted_where_there_is_less_room() {
    let (mesh, mut one) = (FLOOR.cook(), [s8_triangle { index: 7, corners: [s8_vec3::zeroed(); 3] }; 2]);
    // SAFETY: there is room for one, or none.
    unsafe {
        assert_eq!(read(|count| s8_mesh_copy_triangles(Some(&mesh), null_mut(), 0, count)), 2);
        assert_eq!(read(|count| s8_mesh_copy_triangles(Some(&mesh), one.as_mut_ptr(), 1, count)), 2);
        assert_eq!((one[0], one[1].index), (triangles_of(&mesh)[0], 7), "no more than has room");
        let none = s8_mesh_copy_triangles(Some(&mesh), null_mut(), 1, Some(&mut MaybeUninit::uninit()));
        refused(none, S8_ERROR_NULL, "triangles", "`triangles` is NULL");
        refused(s8_mesh_copy_triangles(None, null_mut(), 0, None), S8_ERROR_NULL, "mesh", "`mesh` is NULL");
    }
}

#[test]
fn the_mesh_of_an_instance_can_be_added_elsewhere() {
    let (mut world, mut other) = (s8_world_new(), s8_world_new());
    let id = read(|id| s8_world_add(Some(&mut world), Some(&FLOOR.cook()), None, id));
    let mesh = read(|mesh| s8_world_get_mesh(Some(&world), id, mesh));
    ok(s8_world_remove(Some(&mut world), id));
    assert_eq!(triangles_of(&mesh), triangles_of(&FLOOR.cook()));
    ok(s8_world_add(Some(&mut other), Some(&mesh), None, None));
    let text = "`instance` 0 is no longer in this world: it was removed";
    let gone = s8_world_get_mesh(Some(&world), id, Some(&mut MaybeUninit::uninit()));
    refused(gone, S8_ERROR_REMOVED, "instances", text);
}

#[test]
fn vertices_are_read_and_single_ones_are_moved() {
    let (mut world, mut kernel) = (s8_world_new(), World::new());
    // SAFETY: the arrays are as long as is said.
    let id = read(|id| unsafe { s8_world_add_deformable(Some(&mut world), Some(&FLOOR.data()), None, id) });
    let mesh = Mesh::new(&FLOOR.corners, &FLOOR.triangles).expect("a mesh").cook_deformable();
    let kernel_id = kernel.add_deformable(mesh, Placement::IDENTITY).expect("in range");
    assert_eq!(vertices_of(&world, id), FLOOR.corners);

    let (indices, places) = ([3, 0, 3], [Vec3::X, Vec3::Y, Vec3::Z]);
    let c_places = places.map(s8_vec3::from);
    // SAFETY: there are three of each.
    ok(unsafe { s8_world_set_vertices_at(Some(&mut world), id, indices.as_ptr(), c_places.as_ptr(), 3) });
    kernel.set_vertices_at(kernel_id, &indices, &places).expect("in range");
    assert_eq!(vertices_of(&world, id), kernel.vertices(kernel_id).expect("it deforms"));
    assert_eq!(vertices_of(&world, id)[3], Vec3::Z, "the last counts");

    let before = vertices_of(&world, id);
    // SAFETY: there are as many as is said, or NULL is looked at.
    unsafe {
        let beyond = s8_world_set_vertices_at(Some(&mut world), id, [4].as_ptr(), c_places.as_ptr(), 1);
        assert_eq!(beyond, S8_ERROR_OUT_OF_RANGE, "{}", crate::testkit::message());
        let none = s8_world_set_vertices_at(Some(&mut world), id, null(), c_places.as_ptr(), 1);
        refused(none, S8_ERROR_NULL, "indices", "`indices` is NULL");
        let nan = [s8_vec3 { x: f32::NAN, y: 0.0, z: 0.0 }];
        assert_ne!(s8_world_set_vertices(Some(&mut world), id, 0, nan.as_ptr(), 1), sweep8_c::error::s8_code::S8_OK);
    }
    assert_eq!(vertices_of(&world, id), before, "a refused call changes nothing");

    let stiff = read(|id| s8_world_add(Some(&mut world), Some(&FLOOR.cook()), None, id));
    // SAFETY: an array without elements may be NULL.
    let shared =
        unsafe { s8_world_copy_vertices(Some(&world), stiff, null_mut(), 0, Some(&mut MaybeUninit::uninit())) };
    assert_eq!(shared, S8_ERROR_SHARED);
}

/// The path of a slide, of the crate and of C.
#[test]
fn a_slide_tells_its_path() {
    let walls = [Vec3::new(2.0, -9.0, -9.0), Vec3::new(2.0, -9.0, 9.0), Vec3::new(2.0, 9.0, 0.0)];
    let kernel = World::from_mesh(Mesh::new(&walls, &[[0, 1, 2]]).expect("a wall"));
    let mut world = s8_world_new();
    let data = s8_mesh_data {
        positions: walls.as_ptr().cast(),
        position_count: 3,
        indices: [0, 1, 2].as_ptr(),
        triangle_count: 1,
        ..NO_DATA
    };
    // SAFETY: the arrays are as long as is said.
    let mesh = read(|mesh| unsafe { s8_mesh_cook(Some(&data), mesh) });
    ok(s8_world_add(Some(&mut world), Some(&mesh), None, None));

    let (ball, way) = (Ellipsoid::ball(0.5).expect("a ball"), Vec3::new(3.0, 0.0, 1.0));
    let expected: SlideOutcome = kernel.slide(&ball, Vec3::ZERO, way, &SlideSettings::default()).expect("in range");
    let told: s8_outcome = read(|outcome| {
        let shape = s8_ellipsoid(0.5, 0.5, 0.5);
        s8_world_slide(Some(&world), Some(&shape), DVec3::ZERO.into(), way.into(), None, outcome)
    });
    let count = told.waypoint_count as usize;
    let path: Vec<Vec3> = told.waypoints[..count].iter().map(|&waypoint| waypoint.into()).collect();
    assert_eq!(path, expected.waypoints());
    assert!(count >= 2 && told.waypoints[count - 1] == told.travel, "it turns at the wall, and ends where the ball is");
    assert!(told.waypoints[count..].iter().all(|&waypoint| waypoint == s8_vec3::zeroed()));
}

const NO_DATA: s8_mesh_data = s8_mesh_data {
    positions: null(),
    position_count: 0,
    indices: null(),
    triangle_count: 0,
    frictions: null(),
    material_count: 0,
    triangle_materials: null(),
    velocities: null(),
    angular_velocities: null(),
    restitutions: null(),
};

fn profiles(settings: &[s8_settings]) -> Box<s8_profiles> {
    // SAFETY: there are so many.
    read(|profiles| unsafe { s8_profiles_new(settings.as_ptr(), settings.len(), profiles) })
}

#[test]
fn profiles_are_read_and_replaced() {
    let (adult, mut child) = (s8_settings_default(), s8_settings_default());
    child.radii = s8_vec3 { x: 0.25, y: 0.5, z: 0.25 };
    child.mass = 30.0;
    let mut profiles = profiles(&[adult, child]);
    let at = |profiles: &s8_profiles, index| read(|settings| s8_profiles_get(Some(profiles), index, settings));
    assert_eq!((at(&profiles, 0), at(&profiles, 1)), (adult, child));
    child.mass = 35.0;
    ok(s8_profiles_set(Some(&mut profiles), 1, Some(&child)));
    assert_eq!((at(&profiles, 0), at(&profiles, 1), s8_profiles_count(Some(&profiles))), (adult, child, 2));

    let text = "`index` is 2, must be less than the number of profiles";
    refused(s8_profiles_set(Some(&mut profiles), 2, Some(&child)), S8_ERROR_OUT_OF_RANGE, "index", text);
    let beyond = s8_profiles_get(Some(&profiles), 2, Some(&mut MaybeUninit::uninit()));
    refused(beyond, S8_ERROR_OUT_OF_RANGE, "index", text);
    let mut wrong = child;
    wrong.skin = -1.0;
    let text = "`skin` is -1, must be 0 to 100000 m";
    refused(s8_profiles_set(Some(&mut profiles), 1, Some(&wrong)), S8_ERROR_OUT_OF_RANGE, "skin", text);
    assert_eq!(at(&profiles, 1), child);
}

fn floor() -> Box<s8_world> {
    let mut world = s8_world_new();
    ok(s8_world_add(Some(&mut world), Some(&FLOOR.cook()), None, None));
    world
}

fn spawn(crowd: &mut s8_crowd, settings: Option<&s8_settings>, x: f64) -> s8_character_id {
    read(|id| s8_crowd_spawn(Some(crowd), settings, s8_dvec3 { x, y: 1.0, z: 0.0 }, id))
}

#[test]
fn a_character_of_a_crowd_tells_its_profile() {
    let (world, mut crowd) = (floor(), read(|crowd| s8_crowd_new(None, crowd)));
    let mut child = s8_settings_default();
    child.radii.y = 0.5;
    let (first, second) = (spawn(&mut crowd, None, 0.0), spawn(&mut crowd, Some(&child), 2.0));
    let of = |crowd: &s8_crowd, id| read(|settings| s8_crowd_get_settings_of(Some(crowd), id, settings));
    assert_eq!((of(&crowd, first), of(&crowd, second)), (s8_settings_default(), child));
    child.mass = 20.0;
    ok(s8_crowd_set_settings_of(Some(&mut crowd), Some(&world), second, Some(&child)));
    assert_eq!(of(&crowd, second), child);

    let table = read(|profiles| s8_crowd_get_profiles(Some(&crowd), profiles));
    let mut state = s8_state::zeroed();
    // SAFETY: it is a state.
    ok(unsafe { s8_crowd_get_state(Some(&crowd), second, &raw mut state) });
    assert_eq!(read(|settings| s8_profiles_get(Some(&table), state.profile, settings)), child);
    ok(s8_crowd_despawn(Some(&mut crowd), second));
    let gone = s8_crowd_get_settings_of(Some(&crowd), second, Some(&mut MaybeUninit::uninit()));
    assert_eq!(gone, S8_ERROR_REMOVED);
}

#[test]
fn settings_of_a_crowd_are_read_and_changed() {
    let mut crowd = read(|crowd| s8_crowd_new(None, crowd));
    let person = spawn(&mut crowd, None, 0.0);
    let settings = |crowd: &s8_crowd| read(|settings| s8_crowd_get_settings(Some(crowd), settings));
    assert_eq!(settings(&crowd), s8_crowd_settings_default());
    let mut moon = s8_crowd_settings_default();
    (moon.gravity.y, moon.sort_every) = (-1.62, 4);
    ok(s8_crowd_set_settings(Some(&mut crowd), Some(&moon)));
    assert_eq!(settings(&crowd), moon);
    let input: s8_input = read(|input| s8_crowd_get_input(Some(&crowd), person, input));
    assert_eq!(input.gravity, moon.gravity, "who had the old gravity has the new one");
    let mut wrong = moon;
    wrong.gravity.x = f32::NAN;
    assert_eq!(s8_crowd_set_settings(Some(&mut crowd), Some(&wrong)), S8_ERROR_OUT_OF_RANGE);
    assert_eq!(settings(&crowd), moon);
}

#[test]
fn a_crowd_is_copied_into_another_and_goes_on_with_the_same_bits() {
    let (world, mut crowd) = (floor(), read(|crowd| s8_crowd_new(None, crowd)));
    for x in 0..5 {
        let id = spawn(&mut crowd, None, f64::from(x));
        ok(s8_crowd_set_desired_velocity(Some(&mut crowd), id, s8_vec3 { x: 1.0, y: 0.0, z: 0.5 }));
    }
    let mut kept = read(|crowd| s8_crowd_new(None, crowd));
    let step = |crowd: &mut s8_crowd| {
        ok(s8_crowd_step(Some(crowd), Some(&world), STEP, None));
        s8_crowd_state_hash(Some(crowd))
    };
    step(&mut crowd);
    let copy = |to: &mut s8_crowd, from: &s8_crowd| {
        // SAFETY: they are two.
        ok(unsafe { s8_crowd_clone_from(Some(to), from) });
    };
    copy(&mut kept, &crowd);
    let hashes: Vec<_> = (0..10).map(|_| step(&mut crowd)).collect();
    for _ in 0..2 {
        // Back, and once more.
        copy(&mut crowd, &kept);
        assert_eq!((0..10).map(|_| step(&mut crowd)).collect::<Vec<_>>(), hashes);
    }
    // SAFETY: NULL is looked at, and a crowd may be its own source.
    unsafe {
        refused(s8_crowd_clone_from(Some(&mut crowd), null()), S8_ERROR_NULL, "source", "`source` is NULL");
        let itself = &raw mut *crowd;
        ok(s8_crowd_clone_from(itself.as_mut(), itself));
    }
    assert_eq!(s8_crowd_state_hash(Some(&crowd)), hashes[9]);
}

#[test]
fn a_world_is_copied_into_another_outside_of_steps() {
    let (mut world, mut other) = (floor(), s8_world_new());
    let place = s8_placement_at(0.0, 3.0, 0.0);
    ok(s8_world_add(Some(&mut other), Some(&FLOOR.cook()), Some(&place), None));
    ok(s8_world_add(Some(&mut other), Some(&FLOOR.cook()), None, None));
    let text = "the world is in a step: end it with s8_world_end_step";
    ok(s8_world_begin_step(Some(&mut world), STEP, None));
    // SAFETY: they are two.
    let copy = |to: &mut s8_world, from: &s8_world| unsafe { s8_world_clone_from(Some(to), from) };
    refused(copy(&mut world, &other), S8_ERROR_IN_STEP, "world", text);
    ok(copy(&mut other, &world));
    assert_eq!(s8_world_instance_count(Some(&world)), 1);
    ok(s8_world_end_step(Some(&mut world)));
    ok(copy(&mut world, &other));
    let ids = |world: &s8_world| {
        let mut ids = [s8_instance_id::default(); 4];
        // SAFETY: there is room for so many.
        let count = read(|count| unsafe { s8_world_copy_ids(Some(world), ids.as_mut_ptr(), 4, count) });
        (count, ids)
    };
    assert_eq!(ids(&world), ids(&other));
    // SAFETY: NULL is looked at, and a world may be its own source.
    unsafe {
        refused(s8_world_clone_from(Some(&mut world), null()), S8_ERROR_NULL, "source", "`source` is NULL");
        let itself = &raw mut *world;
        ok(s8_world_clone_from(itself.as_mut(), itself));
    }
    assert_eq!(ids(&world), ids(&other));
}

#[test]
fn a_state_is_checked_and_asked() {
    let mut settings = s8_settings_default();
    settings.radii.y = 1.5;
    let profiles = profiles(&[s8_settings_default(), settings]);
    let profile = CharacterProfile::of_shape(Ellipsoid::new(Vec3::new(0.4, 1.5, 0.4)).expect("in range"));
    let lying = Quat::from_rotation_x(1.25);
    let kernel = CharacterState { profile: 1, orientation: lying, ..CharacterState::new(DVec3::new(1e6, 2.0, 3.0)) };
    let state: s8_state = bytemuck::cast(kernel);
    let state_at = &raw const state;
    // SAFETY: it is a state.
    unsafe {
        ok(s8_state_check(state_at, 2));
        let text = "`profile` is 1, must be less than the number of profiles";
        refused(s8_state_check(state_at, 1), S8_ERROR_OUT_OF_RANGE, "profile", text);
        let feet = read(|feet| s8_state_get_feet(state_at, Some(&profiles), Vec3::Y.into(), feet));
        assert_eq!(DVec3::from(feet), kernel.feet(&profile, Vec3::Y).to_dvec3());

        let input = MoveInput { desired_velocity: Vec3::X * 4.0, ..MoveInput::EARTH };
        let c_input: s8_input = bytemuck::cast(input);
        let free = |seconds, out: Option<&mut MaybeUninit<s8_vec3>>| {
            s8_state_get_free_velocity(state_at, Some(&profiles), Some(&c_input), seconds, out)
        };
        let velocity = read(|out| free(0.1, out));
        assert_eq!(Vec3::from(velocity), kernel.free_velocity(&profile, &input, 0.1).expect("in range"));
        let text = "`time step` is -1, must be 0 s or more, and finite";
        refused(free(-1.0, Some(&mut MaybeUninit::uninit())), S8_ERROR_OUT_OF_RANGE, "time step", text);

        let (mut odd, mut two) = (state, [state; 2]);
        odd.velocity.z = f32::NAN;
        assert_eq!(s8_state_check(&raw const odd, 2), S8_ERROR_OUT_OF_RANGE);
        let odd_feet =
            s8_state_get_feet(&raw const odd, Some(&profiles), Vec3::Y.into(), Some(&mut MaybeUninit::uninit()));
        assert_eq!(odd_feet, S8_ERROR_OUT_OF_RANGE);
        let aslant = two.as_mut_ptr().byte_add(4).cast_const();
        refused(s8_state_check(aslant, 2), S8_ERROR_ALIGNMENT, "state", "`state` is not aligned to 16 bytes");
        refused(s8_state_check(null(), 2), S8_ERROR_NULL, "state", "`state` is NULL");
    }
}

#[test]
fn how_often_an_array_is_sorted_shows_in_no_result() {
    let (world, profiles) = (floor(), profiles(&[s8_settings_default()]));
    let ran = |sort_every: Option<u32>| {
        let mut memory = s8_move_memory_new();
        if let Some(steps) = sort_every {
            ok(s8_move_memory_set_sort_every(Some(&mut memory), steps));
        }
        let mut states: Vec<_> =
            (0..6).map(|k| s8_state_at(s8_dvec3 { x: f64::from(k * 5 % 6), y: 1.0, z: 0.0 })).collect();
        let mut input = s8_input_earth();
        input.desired_velocity.x = 1.0;
        let inputs = [input; 6];
        for _ in 0..20 {
            // SAFETY: there are six of each.
            ok(unsafe {
                let (world, profiles, memory) = (Some(&*world), Some(&*profiles), Some(&mut *memory));
                s8_world_move_characters(world, profiles, states.as_mut_ptr(), inputs.as_ptr(), 6, STEP, memory, None)
            });
        }
        states
    };
    assert!(ran(None) == ran(Some(0)) && ran(None) == ran(Some(1)));
    refused(s8_move_memory_set_sort_every(None, 1), S8_ERROR_NULL, "memory", "`memory` is NULL");
}
