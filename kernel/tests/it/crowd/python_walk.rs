//! The walk that the tests of the package for Python repeat: both have the same hash.

use crate::testkit::crowds::{checked, new_crowd};
use glam::{DVec3, Vec3};
use sweep8::{Capsule, CharacterProfile, CharacterSettings, EachOther, Mesh, Placement, World};

/// Hash at the end of the walk. `HASH` of `kernel/python/tests/test_walk.py` is the same number.
const HASH: u64 = 0x0828_25EC_0D41_6C1A;

#[test]
fn the_walk_of_the_package_for_python_has_its_hash() {
    let solid = |shape| CharacterSettings { shape, each_other: EachOther::Solid, ..CharacterSettings::default() };
    let usual = solid(CharacterSettings::default().shape);
    let capsule = solid(Capsule::new(0.25, 0.5).unwrap().into());
    let profiles: [CharacterProfile; 2] = [checked(usual), checked(CharacterSettings { mass: 20.0, ..capsule })];
    let mut world = World::new();
    let floor = Mesh::cuboid(Vec3::new(40.0, 1.0, 40.0)).unwrap().cook();
    world.add(&floor, Placement::at(DVec3::new(0.0, -1.0, 0.0))).unwrap();
    let block = Mesh::cuboid(Vec3::new(1.0, 0.25, 1.0)).unwrap().cook();
    for k in 0..16 {
        let at = DVec3::new(f64::from(k % 4) * 5.0 - 7.0, 0.0, f64::from(k / 4) * 5.0 - 7.0);
        world.add(&block, Placement::at(at)).unwrap();
    }
    let lift = world.add(&block, Placement::at(DVec3::new(0.0, 0.0, 12.0))).unwrap();

    let mut crowd = new_crowd();
    let mut ids = Vec::new();
    for k in 0..200_u32 {
        let floor = DVec3::new(f64::from(k % 20) - 9.5, 0.5, f64::from(k / 20) * 2.0 - 9.5);
        let id = crowd.spawn_standing(&profiles[(k % 2) as usize], floor).unwrap();
        crowd.set_group(id, k / 2 % 3).unwrap();
        crowd.set_desired_velocity(id, Vec3::new((k % 5) as f32 - 2.0, 0.0, (k % 7) as f32 * 0.5 - 1.5)).unwrap();
        ids.push(id);
    }
    for step in 0..120 {
        if step == 40 {
            ids.iter().step_by(3).for_each(|&id| crowd.jump(id, 4.0).unwrap());
        }
        if step < 60 {
            world.move_to(lift, Placement::at(DVec3::new(0.0, f64::from(step + 1) / 64.0, 12.0))).unwrap();
        }
        crowd.step_in(&world.begin_step(1.0 / 64.0).unwrap());
    }
    assert!(ids.iter().filter(|&&id| crowd.ground(id).unwrap().is_grounded()).count() > 180);
    assert_eq!(crowd.state_hash(), HASH, "{:#x}", crowd.state_hash());
}
