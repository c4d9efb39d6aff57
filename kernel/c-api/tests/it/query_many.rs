//! Many queries in one call answer what each does alone.

use crate::testkit::{ok, read, refused};
use std::mem::MaybeUninit;
use sweep8_c::error::s8_code::{S8_ERROR_OUT_OF_RANGE, S8_OK};
use sweep8_c::hit::{s8_closest, s8_hit, s8_ray_hit};
use sweep8_c::mesh::s8_mesh_cuboid;
use sweep8_c::query::{s8_world_closest_point, s8_world_overlap, s8_world_ray, s8_world_sweep};
use sweep8_c::query_many::{
    s8_closest_answer, s8_closest_query_of, s8_overlap_answer, s8_overlap_query, s8_overlap_query_of, s8_ray_answer,
    s8_ray_query_of, s8_sweep_answer, s8_sweep_query, s8_sweep_query_of, s8_world_closest_point_many,
    s8_world_overlap_many, s8_world_ray_many, s8_world_sweep_many,
};
use sweep8_c::types::{s8_dvec3, s8_ellipsoid, s8_placement_at, s8_vec3};
use sweep8_c::world::{s8_world, s8_world_add, s8_world_new};

const COUNT: usize = 200;

/// A row of boxes, one metre apart.
fn boxes() -> Box<s8_world> {
    let mut world = s8_world_new();
    let mesh = read(|out| s8_mesh_cuboid(0.25, 0.25, 1.0, out));
    for k in 0..10 {
        let place = s8_placement_at(f64::from(k), f64::from(k % 3), 0.0);
        ok(s8_world_add(Some(&mut world), Some(&mesh), Some(&place), None));
    }
    world
}

/// Above the row, and beside it; the last one is nowhere.
fn place(k: usize) -> s8_dvec3 {
    s8_dvec3 { x: if k + 1 == COUNT { f64::NAN } else { k as f64 / 16.0 - 1.0 }, y: 5.0, z: (k % 5) as f64 * 0.125 }
}

const DOWN: s8_vec3 = s8_vec3 { x: 0.25, y: -6.0, z: 0.0 };

#[test]
fn each_of_many_sweeps_is_answered_as_alone() {
    let (world, shape) = (boxes(), s8_ellipsoid(0.1, 0.2, 0.1));
    let mut queries: Vec<_> = (0..COUNT).map(|k| s8_sweep_query_of(shape, place(k), DOWN)).collect();
    let nothing = s8_sweep_answer { code: S8_OK, is_hit: 0, hit: bytemuck::Zeroable::zeroed() };
    let mut answers = vec![nothing; COUNT];
    let ask = |queries: &[s8_sweep_query], answers: &mut [s8_sweep_answer]| {
        // SAFETY: there are so many.
        unsafe { s8_world_sweep_many(Some(&world), queries.as_ptr(), answers.as_mut_ptr(), COUNT) }
    };
    ok(ask(&queries, &mut answers));
    for (query, answer) in queries.iter().zip(&answers) {
        let (mut hit, mut is_hit) = (MaybeUninit::<s8_hit>::zeroed(), MaybeUninit::new(false));
        let (hit_out, is_hit_out) = (Some(&mut hit), Some(&mut is_hit));
        let shape = Some(&query.shape);
        let code = s8_world_sweep(Some(&world), shape, query.center, DOWN, None, hit_out, is_hit_out);
        // SAFETY: both were written before the call.
        let alone = unsafe { (code, u32::from(is_hit.assume_init()), hit.assume_init()) };
        assert_eq!((answer.code, answer.is_hit, answer.hit), alone);
    }
    assert!(answers.iter().filter(|answer| answer.is_hit == 1).count() > 50);
    assert_eq!(answers[COUNT - 1].code, S8_ERROR_OUT_OF_RANGE);

    queries[7].shape.radii.y = -1.0;
    let before = answers.clone();
    let text = "the radius along y is -1: it must be greater than 0";
    refused(ask(&queries, &mut answers), S8_ERROR_OUT_OF_RANGE, "radii", text);
    assert_eq!(answers, before);
}

#[test]
fn each_of_many_rays_is_answered_as_alone() {
    let world = boxes();
    let queries: Vec<_> = (0..COUNT).map(|k| s8_ray_query_of(place(k), DOWN, 20.0)).collect();
    let nothing = s8_ray_answer { code: S8_OK, is_hit: 0, hit: bytemuck::Zeroable::zeroed() };
    let mut answers = vec![nothing; COUNT];
    // SAFETY: there are so many.
    ok(unsafe { s8_world_ray_many(Some(&world), queries.as_ptr(), answers.as_mut_ptr(), COUNT) });
    for (query, answer) in queries.iter().zip(&answers) {
        let (mut hit, mut is_hit) = (MaybeUninit::<s8_ray_hit>::zeroed(), MaybeUninit::new(false));
        let (hit_out, is_hit_out) = (Some(&mut hit), Some(&mut is_hit));
        let code = s8_world_ray(Some(&world), query.origin, DOWN, 20.0, None, hit_out, is_hit_out);
        // SAFETY: both were written before the call.
        let alone = unsafe { (code, u32::from(is_hit.assume_init()), hit.assume_init()) };
        assert_eq!((answer.code, answer.is_hit, answer.hit), alone);
    }
    assert!(answers.iter().filter(|answer| answer.is_hit == 1).count() > 50);
}

#[test]
fn each_of_many_overlaps_is_answered_as_alone() {
    let (world, shape) = (boxes(), s8_ellipsoid(0.2, 1.5, 0.2));
    let low = |k| s8_dvec3 { y: 1.0, ..place(k) };
    let mut queries: Vec<_> = (0..COUNT).map(|k| s8_overlap_query_of(shape, low(k))).collect();
    let mut answers = vec![s8_overlap_answer { code: S8_OK, is_hit: 7 }; COUNT];
    let ask = |queries: &[s8_overlap_query], answers: &mut [s8_overlap_answer]| {
        // SAFETY: there are so many.
        unsafe { s8_world_overlap_many(Some(&world), queries.as_ptr(), answers.as_mut_ptr(), COUNT) }
    };
    ok(ask(&queries, &mut answers));
    for (query, answer) in queries.iter().zip(&answers) {
        let mut is_hit = MaybeUninit::new(false);
        let code = s8_world_overlap(Some(&world), Some(&query.shape), query.center, None, Some(&mut is_hit));
        // SAFETY: it was written before the call.
        assert_eq!((answer.code, answer.is_hit), (code, u32::from(unsafe { is_hit.assume_init() })));
    }
    let hits = answers.iter().filter(|answer| answer.is_hit == 1).count();
    assert!(hits > 20 && hits < COUNT - 20, "{hits}");
    assert_eq!(answers[COUNT - 1].code, S8_ERROR_OUT_OF_RANGE);

    queries[7].filter.sides = 9;
    let before = answers.clone();
    assert_eq!(ask(&queries, &mut answers), S8_ERROR_OUT_OF_RANGE);
    assert_eq!(answers, before);
}

#[test]
fn each_of_many_closest_points_is_answered_as_alone() {
    let world = boxes();
    let queries: Vec<_> = (0..COUNT).map(|k| s8_closest_query_of(place(k), 2.9)).collect();
    let nothing = s8_closest_answer { code: S8_OK, is_hit: 7, closest: bytemuck::Zeroable::zeroed() };
    let mut answers = vec![nothing; COUNT];
    // SAFETY: there are so many.
    ok(unsafe { s8_world_closest_point_many(Some(&world), queries.as_ptr(), answers.as_mut_ptr(), COUNT) });
    for (query, answer) in queries.iter().zip(&answers) {
        let (mut closest, mut is_hit) = (MaybeUninit::<s8_closest>::zeroed(), MaybeUninit::new(false));
        let (closest_out, is_hit_out) = (Some(&mut closest), Some(&mut is_hit));
        let code = s8_world_closest_point(Some(&world), query.point, 2.9, None, closest_out, is_hit_out);
        // SAFETY: both were written before the call.
        let alone = unsafe { (code, u32::from(is_hit.assume_init()), closest.assume_init()) };
        assert_eq!((answer.code, answer.is_hit, answer.closest), alone);
    }
    let hits = answers.iter().filter(|answer| answer.is_hit == 1).count();
    assert!(hits > 50 && hits < COUNT - 50, "{hits}");
    assert_eq!(answers[COUNT - 1].code, S8_ERROR_OUT_OF_RANGE);
}
