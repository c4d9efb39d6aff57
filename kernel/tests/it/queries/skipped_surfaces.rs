//! Rays, segments and sweeps that skip a triangle or an instance: the answers of the world without it.

use crate::testkit::placed::{cook, soups};
use crate::testkit::soup::point_of;
use crate::testkit::worlds::{exactly, room, world_of};
use crate::testkit::{Random, cases};
use glam::{DVec3, Vec3};
use sweep8::{Ellipsoid, Filter, Hit, InstanceId, Placement, RayHit, RayQuery, Sides, Skip, World};
use sweep8_scalar_ref::testkit::lists::listed;

fn skipping(skip: Skip) -> Filter {
    Filter { skip, ..Filter::default() }
}

#[test]
fn a_ray_from_a_point_of_a_surface_often_hits_that_surface_and_never_once_it_is_skipped() {
    let mut random = Random(2_510);
    let level = room(&mut random, 4.0, 6, 0);
    let (world, exact) = (world_of(&level), exactly(&level));
    let (mut own, mut rays) = (0, 0);
    for _ in 0..5_000 {
        let eye = random.vector(3.5).as_vec3();
        let toward = random.direction().as_vec3();
        let Some(hit) = world.ray(eye, toward, 20.0, Sides::Both).unwrap() else { continue };
        // From the rounded point, away from the surface.
        let [a, b, c] = exact[hit.triangle as usize];
        let side = if hit.is_front { 1.0 } else { -1.0 };
        let normal = (b - a).cross(c - a).normalize() * side;
        let along = (random.direction() + normal * 1.01).normalize().as_vec3();
        let plain = world.ray(hit.point, along, 20.0, Sides::Both).unwrap();
        own += u32::from(plain.is_some_and(|again| again.triangle == hit.triangle));
        rays += 1;
        let filter = skipping(Skip::Triangle(hit.instance, hit.triangle));
        let skipped = world.ray(hit.point, along, 20.0, filter).unwrap();
        assert!(skipped.is_none_or(|next| next.triangle != hit.triangle), "{skipped:?}");
        assert_eq!(world.ray_any(hit.point, along, 20.0, filter), Ok(skipped.is_some()));
        let mut answers = [Ok(None)];
        world.ray_many(&[RayQuery { filter, ..RayQuery::new(hit.point, along, 20.0) }], &mut answers).unwrap();
        assert_eq!(answers[0], Ok(skipped));
    }
    println!("{own} of {rays} rays hit the triangle on which they start");
    assert!(rays > 3_000 && own > rays / 5, "{own} of {rays}: too few");
}

/// The hits without those of what is skipped.
fn rest<T: Copy>(hits: &[T], skip: Skip, of: impl Fn(&T) -> (InstanceId, u32)) -> Vec<T> {
    let is_skipped = |hit: &T| match skip {
        Skip::Triangle(instance, triangle) => of(hit) == (instance, triangle),
        Skip::Instance(instance) => of(hit).0 == instance,
        _ => false,
    };
    hits.iter().copied().filter(|hit| !is_skipped(hit)).collect()
}

fn rays_skip(world: &World, from: Vec3, to: Vec3, pick: &mut Random) -> u32 {
    let named = |hit: &RayHit| (hit.instance, hit.triangle);
    let way = to - from;
    let all = listed(|hits| world.segment_all(from, to, Sides::Both, hits)).unwrap();
    let Some(one) = all.get(pick.range(0.0, all.len() as f64) as usize) else { return 0 };
    for skip in [Skip::Triangle(one.instance, one.triangle), Skip::Instance(one.instance)] {
        let (filter, expected) = (skipping(skip), rest(&all, skip, named));
        assert_eq!(listed(|hits| world.segment_all(from, to, filter, hits)), Ok(expected.clone()));
        assert_eq!(world.segment(from, to, filter), Ok(expected.first().copied()));
        assert_eq!(world.segment_any(from, to, filter), Ok(!expected.is_empty()));
        let rays = listed(|hits| world.ray_all(from, way, way.length(), Sides::Both, hits)).unwrap();
        let expected = rest(&rays, skip, named);
        assert_eq!(world.ray(from, way, way.length(), filter), Ok(expected.first().copied()));
        assert_eq!(listed(|hits| world.ray_all(from, way, way.length(), filter, hits)), Ok(expected));
    }
    1
}

fn sweeps_skip(world: &World, from: Vec3, way: Vec3, pick: &mut Random) -> u32 {
    let named = |hit: &Hit| (hit.instance, hit.triangle);
    let shape = Ellipsoid::new(Vec3::new(0.3, 0.5, 0.2)).unwrap();
    let all = listed(|hits| world.sweep_all(shape, from, way, Sides::Both, hits)).unwrap();
    let Some(one) = all.get(pick.range(0.0, all.len() as f64) as usize) else { return 0 };
    for skip in [Skip::Triangle(one.instance, one.triangle), Skip::Instance(one.instance)] {
        let (filter, expected) = (skipping(skip), rest(&all, skip, named));
        let first = world.sweep(shape, from, way, filter).unwrap();
        assert_eq!(first.map(|hit| hit.fraction), expected.first().map(|hit| hit.fraction));
        assert!(first.is_none_or(|hit| !rest(&[hit], skip, named).is_empty()), "{first:?}");
        assert_eq!(world.sweep_any(shape, from, way, filter), Ok(!expected.is_empty()));
        assert_eq!(listed(|hits| world.sweep_all(shape, from, way, filter, hits)), Ok(expected));
    }
    1
}

#[test]
fn lines_and_sweeps_that_skip_a_surface_have_the_answers_of_the_world_without_it() {
    let mut random = Random(2_511);
    let (mut rays, mut sweeps) = (0, 0);
    for round in 0..cases(80, 20) {
        let placed = soups(&mut random, DVec3::ZERO, 5);
        let (one, several) = (world_of(&placed.baked()), placed.world);
        let world = if round % 2 == 0 { &one } else { &several };
        for _ in 0..50 {
            let triangle = placed.triangles[random.range(0.0, placed.triangles.len() as f64) as usize];
            let [from, to] = [point_of(&mut random, &triangle).as_vec3(), random.vector(5.0).as_vec3()];
            rays += rays_skip(world, from, to, &mut random);
            sweeps += sweeps_skip(world, random.vector(5.0).as_vec3(), to - from, &mut random);
        }
    }
    assert!(rays > cases(1_600, 400) && sweeps > cases(600, 150), "{rays} rays, {sweeps} sweeps");
}

#[test]
fn an_id_of_another_world_or_of_a_removed_instance_skips_nothing() {
    let wall = |x: f32| [[Vec3::new(x, -9.0, -9.0), Vec3::new(x, -9.0, 9.0), Vec3::new(x, 9.0, 0.0)]];
    let mesh = |x| cook(&wall(x));
    let (mut world, mut other) = (World::new(), World::new());
    let removed = world.add(&mesh(1.0), Placement::IDENTITY).unwrap();
    world.remove(removed).unwrap();
    let near = world.add(&mesh(2.0), Placement::IDENTITY).unwrap();
    world.add(&mesh(3.0), Placement::IDENTITY).unwrap();
    let foreign = other.add(&mesh(2.0), Placement::IDENTITY).unwrap();
    let distance = |skip| world.ray(Vec3::ZERO, Vec3::X, 9.0, skipping(skip)).unwrap().map(|hit| hit.distance);
    for nobody in [removed, foreign] {
        assert_eq!([Skip::Instance(nobody), Skip::Triangle(nobody, 0), Skip::Nothing].map(distance), [Some(2.0); 3]);
    }
    assert_eq!([Skip::Instance(near), Skip::Triangle(near, 0)].map(distance), [Some(3.0); 2]);
    assert_eq!(distance(Skip::Triangle(near, 1)), Some(2.0));
}
