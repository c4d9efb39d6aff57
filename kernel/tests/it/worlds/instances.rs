//! Worlds of instances against brute force in `f64` over all triangles where they lie.

use glam::{DVec3, Quat, Vec3};
use sweep8::{CookedMesh, Ellipsoid, Mesh, Placement, Sides, World};
use sweep8_scalar_ref::brute_force::{closest_point, distance, first_contact, to_ellipsoid_space};

use crate::testkit::Random;

/// A world, and its triangles in `f64`: index of the instance, index of the triangle, corners.
struct Placed {
    world: World,
    triangles: Vec<(usize, u32, [DVec3; 3])>,
}

fn rubble(random: &mut Random, count: usize) -> (Vec<Vec3>, CookedMesh) {
    let mut corners = Vec::new();
    for _ in 0..count {
        let middle = random.direction().as_vec3() * random.range(0.0, 2.0) as f32;
        corners.extend([(); 3].map(|()| middle + random.direction().as_vec3() * random.range(0.05, 0.8) as f32));
    }
    let triangles: Vec<[u32; 3]> = (0..count as u32).map(|first| [3 * first, 3 * first + 1, 3 * first + 2]).collect();
    let mesh = Mesh::new(&corners, &triangles).expect("a mesh").cook();
    (corners, mesh)
}

fn placement(random: &mut Random, about: DVec3) -> Placement {
    let turn = random.direction() * random.range(0.0, 3.0);
    let scale = [(); 3].map(|()| random.range(0.4, 2.0) as f32 * if random.range(0.0, 1.0) < 0.2 { -1.0 } else { 1.0 });
    Placement {
        translation: about + random.direction() * random.range(0.0, 4.0),
        rotation: Quat::from_scaled_axis(turn.as_vec3()).normalize(),
        scale: Vec3::from_array(scale),
    }
}

fn placed(random: &mut Random, about: DVec3) -> Placed {
    let meshes = [(); 2].map(|()| {
        let count = random.range(3.0, 60.0) as usize;
        rubble(random, count)
    });
    let mut world = World::new();
    let mut triangles = Vec::new();
    for instance in 0..random.range(2.0, 9.0) as usize {
        let (corners, mesh) = &meshes[instance % 2];
        let placement = placement(random, about);
        let id = world.add(mesh, placement).expect("it fits");
        assert_eq!(id.index(), instance);
        let rotation = placement.rotation.as_dquat().normalize();
        let at = |v: &Vec3| placement.translation + rotation * (placement.scale.as_dvec3() * v.as_dvec3());
        for (triangle, corners) in corners.chunks(3).enumerate() {
            triangles.push((instance, triangle as u32, [at(&corners[0]), at(&corners[1]), at(&corners[2])]));
        }
    }
    Placed { world, triangles }
}

#[test]
fn a_sweep_touches_what_brute_force_over_all_instances_touches() {
    let random = &mut Random(1);
    let (mut touched, mut free, mut worst) = (0, 0, 0.0_f64);
    for case in 0..400 {
        let about = [DVec3::ZERO, DVec3::new(3e3, -200.0, 5e3)][case % 2];
        let Placed { world, triangles } = placed(random, about);
        let radii = [Vec3::splat(0.3), Vec3::new(0.2, 0.6, 0.3)][case / 2 % 2];
        let shape = Ellipsoid::new(radii).expect("a shape");
        for _ in 0..20 {
            let center = (about + random.direction() * random.range(0.0, 6.0)).as_vec3();
            let way = (random.direction() * random.scale(0.01, 8.0)).as_vec3();
            let hit = world.sweep(&shape, center, way, Sides::Both).expect("in range");
            let local =
                |corners: &[DVec3; 3]| corners.map(|v| to_ellipsoid_space(v, center.as_dvec3(), radii.as_dvec3()));
            let displacement = way.as_dvec3() / radii.as_dvec3();
            let contacts = triangles.iter().filter_map(|(_, _, corners)| {
                first_contact(DVec3::ZERO, displacement, &local(corners)).map(|contact| contact.fraction)
            });
            let expected = contacts.fold(f64::INFINITY, f64::min);
            let Some(hit) = hit else {
                free += 1;
                assert!(expected > 1.0 - 1e-4, "case {case}: passed by a contact at {expected}");
                continue;
            };
            touched += 1;
            // In metres along the way.
            let off = (f64::from(hit.fraction) - expected.min(1.0)).abs() * way.as_dvec3().length();
            worst = worst.max(off);
            assert!(off < 2e-5, "case {case}: {} instead of {expected}, {off} m", hit.fraction);
            let named = (hit.instance.index(), hit.triangle);
            let own = triangles.iter().find(|(instance, triangle, _)| (*instance, *triangle) == named);
            let (_, _, corners) = own.expect("the triangle is there");
            let near = distance(displacement * f64::from(hit.fraction), &local(corners));
            assert!(near < 1.0 + 1e-4, "case {case}: {near} from the triangle that is named");
        }
    }
    println!("{touched} touched, {free} free, at most {worst} m off");
    assert!(touched > 2_000 && free > 1_000, "{touched} touched, {free} free");
}

#[test]
fn overlaps_and_closest_points_are_those_of_brute_force_over_all_instances() {
    let random = &mut Random(2);
    let (mut overlapping, mut clear) = (0, 0);
    for case in 0..300 {
        let Placed { world, triangles } = placed(random, DVec3::ZERO);
        let radii = [Vec3::splat(0.3), Vec3::new(0.2, 0.6, 0.3)][case % 2];
        let shape = Ellipsoid::new(radii).expect("a shape");
        for _ in 0..20 {
            let center = (random.direction() * random.range(0.0, 6.0)).as_vec3();
            let nearest = triangles.iter().map(|(_, _, corners)| {
                distance(DVec3::ZERO, &corners.map(|v| to_ellipsoid_space(v, center.as_dvec3(), radii.as_dvec3())))
            });
            let least = nearest.fold(f64::INFINITY, f64::min);
            let overlaps = world.overlap(&shape, center, Sides::Both).expect("in range");
            if (least - 1.0).abs() > 1e-5 {
                assert_eq!(overlaps, least < 1.0, "case {case}: {least}");
                let mut contacts = Vec::new();
                world.depenetrate(&shape, center, Sides::Both, &mut contacts).expect("in range");
                let contacts = contacts.len();
                let all = triangles.iter().filter(|(_, _, corners)| {
                    distance(DVec3::ZERO, &corners.map(|v| to_ellipsoid_space(v, center.as_dvec3(), radii.as_dvec3())))
                        < 1.0
                });
                let expected = all.count();
                assert!(contacts.abs_diff(expected) <= 1, "case {case}: {contacts} instead of {expected}");
            }
            *(if overlaps { &mut overlapping } else { &mut clear }) += 1;

            let point = center.as_dvec3();
            let apart = triangles.iter().map(|(_, _, corners)| closest_point(point, corners).distance(point));
            let expected = apart.fold(f64::INFINITY, f64::min);
            let closest = world.closest_point(center, f32::INFINITY, Sides::Both).expect("in range");
            let closest = closest.expect("there is something");
            assert!((f64::from(closest.distance) - expected).abs() < 1e-5, "case {case}: {expected}, {closest:?}");
        }
    }
    assert!(overlapping > 500 && clear > 500, "{overlapping} overlapping, {clear} clear");
}
