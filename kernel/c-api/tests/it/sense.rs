//! Rays of all characters in one call tell what single rays tell.

use crate::testkit::{ok, read, refused};
use std::mem::MaybeUninit;
use sweep8_c::crowd::{s8_crowd, s8_crowd_new, s8_crowd_spawn};
use sweep8_c::crowd_query::{s8_character_filter, s8_character_filter_default, s8_character_hit, s8_crowd_ray};
use sweep8_c::crowd_sense::{s8_crowd_sense, s8_sense_rays, s8_sense_rays_of, s8_sensed, s8_sensed_kind};
use sweep8_c::error::s8_code;
use sweep8_c::error::s8_code::{S8_ERROR_LENGTH, S8_ERROR_NULL, S8_ERROR_OUT_OF_RANGE};
use sweep8_c::hit::s8_ray_hit;
use sweep8_c::mesh::s8_mesh_cuboid;
use sweep8_c::query::s8_world_ray;
use sweep8_c::types::{s8_character_id, s8_dvec3, s8_placement_at, s8_vec3};
use sweep8_c::world::{s8_world, s8_world_add, s8_world_new};

const COUNT: usize = 40;
const DIRECTIONS: [s8_vec3; 3] =
    [s8_vec3 { x: 1.0, y: 0.0, z: 0.0 }, s8_vec3 { x: -2.0, y: 0.0, z: 1.0 }, s8_vec3 { x: 0.0, y: 9.0, z: 0.5 }];

fn place(k: usize) -> s8_dvec3 {
    s8_dvec3 { x: (k % 8) as f64 * 1.5, y: 0.0, z: (k / 8) as f64 * 1.25 + (k % 3) as f64 * 0.25 }
}

/// Two walls, and characters between them.
fn scene() -> (Box<s8_world>, Box<s8_crowd>, Vec<s8_character_id>) {
    let (mut world, mut crowd) = (s8_world_new(), read(|out| s8_crowd_new(None, out)));
    let mesh = read(|out| s8_mesh_cuboid(0.25, 5.0, 4.0, out));
    for x in [-3.0, 13.0] {
        ok(s8_world_add(Some(&mut world), Some(&mesh), Some(&s8_placement_at(x, 0.0, 2.0)), None));
    }
    let ids = (0..COUNT).map(|k| read(|id| s8_crowd_spawn(Some(&mut crowd), None, place(k), id))).collect();
    (world, crowd, ids)
}

fn sense(world: &s8_world, crowd: &s8_crowd, rays: &s8_sense_rays, ways: &[s8_vec3], out: &mut [s8_sensed]) -> s8_code {
    let (answers, count) = (out.as_mut_ptr(), out.len());
    // SAFETY: there are so many of both.
    unsafe { s8_crowd_sense(Some(crowd), Some(world), Some(rays), ways.as_ptr(), ways.len(), answers, count) }
}

/// The distance of the nearer of both single rays, and the kind of what it hits.
fn alone(
    world: &s8_world,
    crowd: &s8_crowd,
    from: s8_dvec3,
    id: s8_character_id,
    way: s8_vec3,
) -> (f32, s8_sensed_kind) {
    let (mut hit, mut met) = (MaybeUninit::<s8_ray_hit>::zeroed(), MaybeUninit::<s8_character_hit>::zeroed());
    let others = s8_character_filter { skips: 1, skip: id, ..s8_character_filter_default() };
    let is_hit = read(|out| s8_world_ray(Some(world), from, way, 20.0, None, Some(&mut hit), out));
    let is_met = read(|out| s8_crowd_ray(Some(crowd), from, way, 20.0, Some(&others), Some(&mut met), out));
    // SAFETY: both were written before the calls.
    let (hit, met) = unsafe { (hit.assume_init().distance, met.assume_init().distance) };
    let far = |is_there: bool, distance: f32| if is_there { distance } else { f32::INFINITY };
    match (far(is_hit, hit), far(is_met, met)) {
        (hit, met) if met < hit => (met, s8_sensed_kind::S8_SENSED_CHARACTER),
        (f32::INFINITY, _) => (f32::INFINITY, s8_sensed_kind::S8_SENSED_NOTHING),
        (hit, _) => (hit, s8_sensed_kind::S8_SENSED_TRIANGLE),
    }
}

#[test]
fn characters_sense_what_single_rays_hit() {
    let (world, crowd, ids) = scene();
    let mut rays = s8_sense_rays_of(20.0);
    rays.offset.y = 0.5;
    let mut shared = vec![bytemuck::Zeroable::zeroed(); COUNT * 3];
    ok(sense(&world, &crowd, &rays, &DIRECTIONS, &mut shared));
    let mut counts = [0; 3];
    for (k, answer) in shared.iter().enumerate() {
        let from = s8_dvec3 { y: 0.5, ..place(k / 3) };
        let (distance, kind) = alone(&world, &crowd, from, ids[k / 3], DIRECTIONS[k % 3]);
        assert_eq!((answer.distance.to_bits(), answer.kind), (distance.to_bits(), kind as u32), "{k}");
        let is_character = kind == s8_sensed_kind::S8_SENSED_CHARACTER;
        assert_eq!(ids.contains(&answer.character), is_character, "{answer:?}");
        assert!(answer.character != ids[k / 3], "it is its own");
        counts[kind as usize] += 1;
    }
    assert!(counts.iter().all(|&count| count > 5), "{counts:?}");
    // The same directions, for each its own.
    let own: Vec<_> = DIRECTIONS.into_iter().cycle().take(COUNT * 3).collect();
    let mut answers = vec![bytemuck::Zeroable::zeroed(); COUNT * 3];
    ok(sense(&world, &crowd, &rays, &own, &mut answers));
    assert_eq!(answers, shared);
    rays.layers = 0;
    ok(sense(&world, &crowd, &rays, &own, &mut answers));
    assert!(answers.iter().all(|answer| answer.kind != s8_sensed_kind::S8_SENSED_CHARACTER as u32));
}

#[test]
fn what_does_not_fit_is_refused_and_nothing_is_written() {
    let (world, crowd, _) = scene();
    let (rays, zero) = (s8_sense_rays_of(20.0), s8_vec3 { x: 0.0, y: 0.0, z: 0.0 });
    let before: Vec<s8_sensed> = vec![bytemuck::Zeroable::zeroed(); COUNT * 3];
    let mut answers = before.clone();
    let text = "`answers` has 119 elements, must have 120";
    refused(sense(&world, &crowd, &rays, &DIRECTIONS, &mut answers[1..]), S8_ERROR_LENGTH, "answers", text);
    let text = "`directions` has 2 elements, must have 3";
    refused(sense(&world, &crowd, &rays, &DIRECTIONS[1..], &mut answers), S8_ERROR_LENGTH, "directions", text);
    let text = "`direction` is 0, must be finite, and longer than 0";
    let bad = [DIRECTIONS[0], zero, DIRECTIONS[1]];
    refused(sense(&world, &crowd, &rays, &bad, &mut answers), S8_ERROR_OUT_OF_RANGE, "direction", text);
    // SAFETY: NULL is noticed, and nothing is written without answers.
    let call = unsafe {
        let (ways, none) = (DIRECTIONS.as_ptr(), std::ptr::null_mut());
        s8_crowd_sense(Some(&crowd), Some(&world), None, ways, 3, none, 0)
    };
    refused(call, S8_ERROR_NULL, "rays", "`rays` is NULL");
    assert_eq!(answers, before);
}
