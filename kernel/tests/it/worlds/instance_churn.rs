//! Instances that come and go by the thousand: every id is given once, and queries meet those that are there.

use crate::testkit::Random;
use crate::testkit::placed::{cook, turned};
use crate::testkit::worlds::{Level, quad};
use glam::{DVec3, Vec3};
use std::collections::HashSet;
use sweep8::{CookedMesh, InstanceId, Placement, Scratch, Sides, World};

/// A floor of so many metres each way about the origin.
fn floor(half: f32) -> Level {
    quad(Vec3::new(-half, 0.0, -half), Vec3::Z * 2.0 * half, Vec3::X * 2.0 * half)
}

/// A patch of floor in a world, and where it lies.
struct Kept {
    id: InstanceId,
    place: DVec3,
}

/// The highest patch below a place, by brute force.
fn below(kept: &[Kept], x: f32, z: f32) -> Option<&Kept> {
    let is_over =
        |kept: &&Kept| (f64::from(x) - kept.place.x).abs() < 0.999 && (f64::from(z) - kept.place.z).abs() < 0.999;
    kept.iter().filter(is_over).max_by(|a, b| a.place.y.total_cmp(&b.place.y))
}

fn random_place(random: &mut Random) -> DVec3 {
    DVec3::new(random.range(-20.0, 20.0), random.range(-5.0, 5.0), random.range(-20.0, 20.0))
}

#[test]
fn thousands_of_instances_come_and_go_and_rays_meet_those_that_are_there() {
    let (mut random, mut world, mut scratch) = (Random(8), World::new(), Scratch::new());
    let mesh: CookedMesh = cook(&floor(1.0));
    let (mut kept, mut seen, mut met) = (Vec::<Kept>::new(), HashSet::new(), 0);
    for round in 0..40 {
        for _ in 0..500 {
            let change = random.range(0.0, 1.0);
            let some = (random.range(0.0, kept.len().max(1) as f64) as usize).min(kept.len().saturating_sub(1));
            // More come than go, and the other way round by turns.
            if kept.is_empty() || change < if round % 8 < 4 { 0.6 } else { 0.2 } {
                let place = random_place(&mut random);
                let id = world.add(&mesh, Placement::at(place)).unwrap();
                assert!(seen.insert(id), "{id:?} was given before");
                kept.push(Kept { id, place });
            } else if change < 0.8 {
                world.remove(kept.swap_remove(some).id).unwrap();
            } else {
                kept[some].place = random_place(&mut random);
                world.place(kept[some].id, Placement::at(kept[some].place)).unwrap();
            }
        }
        for _ in 0..50 {
            let from = random_place(&mut random).as_vec3() * Vec3::new(1.0, 0.0, 1.0) + Vec3::Y * 10.0;
            let hit = world.ray(from, Vec3::NEG_Y, f32::INFINITY, Sides::Both, &mut scratch).unwrap();
            let Some(expected) = below(&kept, from.x, from.z) else { continue };
            let hit = hit.expect("a patch is below");
            assert!(f64::from(hit.point.y) >= expected.place.y - 1e-5, "round {round}: {hit:?}");
            met += u32::from(hit.instance == expected.id);
        }
        assert_eq!(world.instances().count(), kept.len());
        assert!(kept.iter().all(|kept| world.placement(kept.id) == Ok(Placement::at(kept.place))));
    }
    println!("{} ids given, {} instances left, {met} rays met the patch that is expected", seen.len(), kept.len());
    assert!(met > 700 && seen.len() > 5_000);
}

#[test]
fn an_index_whose_generations_are_used_up_is_given_no_more() {
    let (mesh, mut world) = (cook(&floor(1.0)), World::new());
    let mut random = Random(9);
    let rotation = turned(&mut random);
    let mut last = world.add(&mesh, Placement { rotation, ..Placement::IDENTITY }).unwrap();
    let (first, mut highest) = (last, 0);
    for _ in 0..70_000 {
        world.remove(last).unwrap();
        let next = world.add(&mesh, Placement::IDENTITY).unwrap();
        assert!(next > last || next.index() > last.index(), "{next:?} after {last:?}");
        highest = highest.max(next.index());
        last = next;
    }
    assert_eq!((highest, world.instances().count()), (1, 1));
    assert!(world.placement(first).is_err());
}
