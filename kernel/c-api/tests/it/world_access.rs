//! Instances and bounds of a world, copies of it, other backends, bodies of several ellipsoids, and all that a segment passes.

use crate::testkit::{ok, read, refused};
use std::mem::MaybeUninit;
use sweep8::glam::{DVec3, Vec3};
use sweep8::{Backend, Body, BodyPart, Ellipsoid, Mesh, Placement, Sides, SlideSettings, World};
use sweep8_c::body::{s8_body, s8_body_new, s8_body_part, s8_world_sweep_body};
use sweep8_c::body_slide::s8_world_slide_body;
use sweep8_c::error::s8_code::{S8_ERROR_LENGTH, S8_ERROR_OUT_OF_RANGE, S8_OK};
use sweep8_c::hit::{s8_hit, s8_ray_hit};
use sweep8_c::mesh::s8_mesh_cuboid;
use sweep8_c::outcome::S8_MAX_CONTACTS;
use sweep8_c::query::s8_world_segment_all;
use sweep8_c::step::{s8_world_begin_step, s8_world_end_step};
use sweep8_c::types::{s8_dvec3, s8_ellipsoid, s8_instance_id, s8_placement_at, s8_vec3};
use sweep8_c::world::{s8_world, s8_world_add, s8_world_new, s8_world_place, s8_world_remove};
use sweep8_c::world_access::{
    s8_backend, s8_world_clone, s8_world_copy_ids, s8_world_get_backend, s8_world_get_bounds, s8_world_instance_count,
    s8_world_set_backend,
};

/// Three blocks of 2 m in a row along x, through the crate and through C.
fn blocks() -> (World, Box<s8_world>, Vec<s8_instance_id>) {
    let (mut world, mut c_world) = (World::new(), s8_world_new());
    let mesh = Mesh::cuboid(Vec3::ONE).expect("a box").cook();
    let c_mesh = read(|out| s8_mesh_cuboid(1.0, 1.0, 1.0, out));
    let mut ids = Vec::new();
    for x in [0.0, 4.0, 8.0] {
        world.add(&mesh, Placement::at(DVec3::X * x)).expect("in range");
        let place = s8_placement_at(x, 0.0, 0.0);
        ids.push(read(|id| s8_world_add(Some(&mut c_world), Some(&c_mesh), Some(&place), id)));
    }
    (world, c_world, ids)
}

fn ids_of(world: &s8_world) -> Vec<s8_instance_id> {
    let mut ids = [s8_instance_id::default(); 8];
    // SAFETY: there is room for so many.
    let count = read(|count| unsafe { s8_world_copy_ids(Some(world), ids.as_mut_ptr(), ids.len(), count) });
    ids[..count].to_vec()
}

fn bounds_of(world: &s8_world) -> Option<[s8_vec3; 2]> {
    let [mut low, mut high] = [MaybeUninit::uninit(), MaybeUninit::uninit()];
    let is_any = read(|is_any| s8_world_get_bounds(Some(world), Some(&mut low), Some(&mut high), is_any));
    // SAFETY: they are written where there are triangles.
    is_any.then(|| unsafe { [low.assume_init(), high.assume_init()] })
}

#[test]
fn a_copy_is_a_world_of_its_own_with_the_same_ids() {
    let (_, mut world, ids) = blocks();
    let mut copy = read(|copy| s8_world_clone(Some(&world), copy));
    assert_eq!(ids_of(&copy), ids);
    ok(s8_world_remove(Some(&mut copy), ids[1]));
    assert_eq!((s8_world_instance_count(Some(&world)), ids_of(&copy)), (3, vec![ids[0], ids[2]]));
    ok(s8_world_place(Some(&mut copy), ids[2], Some(&s8_placement_at(20.0, 0.0, 0.0))));
    // Boxes of instances are a little larger than what is in them.
    let is_about = |world: &s8_world, to_x: f32| {
        let [low, high] = bounds_of(world).expect("there are triangles");
        let all = [(low.x, -1.0), (low.y, -1.0), (low.z, -1.0), (high.x, to_x), (high.y, 1.0), (high.z, 1.0)];
        all.iter().all(|(is, exact)| is.abs() >= exact.abs() && (is - exact).abs() < 1e-4)
    };
    assert!(is_about(&world, 9.0) && is_about(&copy, 21.0), "{:?} {:?}", bounds_of(&world), bounds_of(&copy));
    assert_eq!(bounds_of(&s8_world_new()), None);

    let _step = read(|step| s8_world_begin_step(Some(&mut world), 0.1, step));
    let mut in_step = read(|copy| s8_world_clone(Some(&world), copy));
    ok(s8_world_place(Some(&mut in_step), ids[2], Some(&s8_placement_at(20.0, 0.0, 0.0))));
    ok(s8_world_end_step(Some(&mut world)));
    assert!(is_about(&world, 9.0) && is_about(&in_step, 21.0), "the copy is in no step");
}

#[test]
fn a_backend_is_chosen_and_told() {
    let (_, mut world, ids) = blocks();
    let backend = |world: &s8_world| read(|backend| s8_world_get_backend(Some(world), backend));
    let best =
        if Backend::best() == Backend::Avx2 { s8_backend::S8_BACKEND_AVX2 } else { s8_backend::S8_BACKEND_PORTABLE };
    assert_eq!(backend(&world), best as u32);
    ok(s8_world_set_backend(Some(&mut world), s8_backend::S8_BACKEND_PORTABLE as u32));
    assert_eq!((backend(&world), ids_of(&world)), (0, ids));
    let text = "`backend` is 2, must be one of s8_backend";
    refused(s8_world_set_backend(Some(&mut world), 2), S8_ERROR_OUT_OF_RANGE, "backend", text);
}

#[test]
fn all_that_a_segment_passes_is_listed_nearest_first() {
    let (world, c_world, _) = blocks();
    let (from, to) = (DVec3::new(-3.0, 0.1, 0.2), DVec3::new(12.0, 0.3, 0.1));
    let mut found = Vec::new();
    world.segment_all(from, to, Sides::Both, &mut found).expect("in range");
    let expected: Vec<s8_ray_hit> = found.iter().map(Into::into).collect();
    assert_eq!(expected.len(), 6);
    let mut hits = [bytemuck::Zeroable::zeroed(); 4];
    let count = read(|count| {
        let world = Some(&*c_world);
        let (from, to): (s8_dvec3, s8_dvec3) = (from.into(), to.into());
        // SAFETY: there is room for so many.
        unsafe { s8_world_segment_all(world, from, to, None, hits.as_mut_ptr(), hits.len(), count) }
    });
    assert_eq!((count, &hits[..]), (6, &expected[..4]), "those that have room");
}

#[test]
fn a_body_of_several_ellipsoids_touches_with_the_part_that_is_first() {
    let (world, c_world, _) = blocks();
    let sizes = [([0.14, 0.16, 0.14], 0.7), ([0.3, 0.45, 0.25], 0.2)];
    let parts = sizes.map(|([x, y, z], height)| BodyPart {
        shape: Ellipsoid::new(Vec3::new(x, y, z)).expect("in range"),
        offset: Vec3::Y * height,
    });
    let c_parts = sizes.map(|([x, y, z], height)| s8_body_part {
        shape: s8_ellipsoid(x, y, z),
        offset: s8_vec3 { x: 0.0, y: height, z: 0.0 },
    });
    let body = Body::new(&parts).expect("it has parts");
    // SAFETY: there are two.
    let c_body: Box<s8_body> = read(|body| unsafe { s8_body_new(c_parts.as_ptr(), 2, body) });
    let (center, way) = (DVec3::new(-4.0, -1.7, 0.0), Vec3::X * 9.0);
    let expected = world.sweep_body(&body, center, way, Sides::Both).expect("in range");
    let expected = expected.expect("a block is there");
    let (mut hit, mut part) = (MaybeUninit::uninit(), MaybeUninit::uninit());
    assert!(read(|is_hit| {
        let (hit, part) = (Some(&mut hit), Some(&mut part));
        s8_world_sweep_body(Some(&c_world), Some(&c_body), center.into(), way.into(), None, hit, part, is_hit)
    }));
    // SAFETY: there is a hit, so both were written.
    let (hit, part): (s8_hit, usize) = unsafe { (hit.assume_init(), part.assume_init()) };
    assert_eq!((hit, part), ((&expected.hit).into(), 0), "the head, which is level with the block");

    let slid = world.slide_body(&body, center, way, &SlideSettings::default()).expect("in range");
    let (mut outcome, mut parts) = (MaybeUninit::uninit(), [9_u32; S8_MAX_CONTACTS]);
    // SAFETY: there is room for so many.
    let code = unsafe {
        let (world, body, to) = (Some(&*c_world), Some(&*c_body), Some(&mut outcome));
        s8_world_slide_body(world, body, center.into(), way.into(), None, to, parts.as_mut_ptr())
    };
    assert_eq!(code, S8_OK);
    // SAFETY: the call has succeeded.
    let outcome = unsafe { outcome.assume_init() };
    assert_eq!(outcome.position, slid.slide.position.to_dvec3().into());
    let expected: Vec<u32> = slid.contacts().map(|(part, _)| part as u32).collect();
    assert!(!expected.is_empty() && parts[..outcome.contact_count as usize] == expected[..], "{parts:?}");

    let mut none = MaybeUninit::uninit();
    // SAFETY: an array without elements may be NULL.
    let of_nothing = unsafe { s8_body_new(std::ptr::null(), 0, Some(&mut none)) };
    refused(of_nothing, S8_ERROR_LENGTH, "parts", "a body needs at least one part");
}
