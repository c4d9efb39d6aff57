//! Ids of instances, input that is refused, and changes of a world between the steps of a crowd.

use crate::testkit::Random;
use crate::testkit::crowds::{new_crowd, profile_of};
use crate::testkit::placed::cook;
use crate::testkit::worlds::{Level, quad};
use glam::{DVec3, Quat, Vec3, Vec3Swizzles};
use sweep8::inspect::count_at_rest;
use sweep8::limits::{MAX_COORDINATE, MAX_SCALE};
use sweep8::{CharacterId, Crowd, Field, Ground, InputError, InstanceId, Placement, Sides, Surface, World};

const FRAME: f32 = 1.0 / 60.0;

/// A floor of so many metres each way about the origin.
fn floor(half: f32) -> Level {
    quad(Vec3::new(-half, 0.0, -half), Vec3::Z * 2.0 * half, Vec3::X * 2.0 * half)
}

fn at(x: f64, y: f64, z: f64) -> Placement {
    Placement::at(DVec3::new(x, y, z))
}

/// All that a world shows: its instances, where they lie, its bounds, its report, and the hits of rays down at some places.
fn shown(world: &World) -> String {
    let placements: Vec<_> = world.instances().map(|id| (id, world.placement(id).unwrap())).collect();
    let rays: Vec<_> = [-3.0, 0.5, 4.0]
        .map(|x| world.ray(Vec3::new(x, 50.0, 0.2), Vec3::NEG_Y, f32::INFINITY, Sides::Both).unwrap())
        .to_vec();
    format!("{placements:?} {:?} {rays:?} {:?}", world.bounds(), world.report())
}

#[test]
fn stale_and_foreign_ids_are_refused_by_name_and_change_nothing() {
    let mesh = cook(&floor(2.0));
    let (mut world, mut other) = (World::new(), World::new());
    let [kept, gone] = [at(0.0, 1.0, 0.0), at(4.0, 2.0, 0.0)].map(|placement| world.add(&mesh, placement).unwrap());
    let foreign = other.add(&mesh, at(0.0, 3.0, 0.0)).unwrap();
    world.remove(gone).unwrap();
    let before = shown(&world);
    let index = gone.index() as u32;
    let cases = [(gone, InputError::RemovedInstance { index }), (foreign, InputError::ForeignInstance { index: 0 })];
    for (id, error) in cases {
        assert_eq!(world.remove(id), Err(error));
        assert_eq!(world.place(id, Placement::IDENTITY), Err(error));
        assert_eq!(world.placement(id), Err(error));
        assert_eq!(world.mesh(id).unwrap_err(), error);
        assert_eq!(error.field(), Field::Instances);
        assert_eq!(shown(&world), before);
    }
    let again = world.add(&mesh, at(4.0, 2.0, 0.0)).unwrap();
    assert_eq!((again.index(), again.generation()), (gone.index(), 1));
    assert!(world.place(gone, Placement::IDENTITY).is_err() && world.placement(again).is_ok());
    assert_eq!(world.placement(kept), Ok(at(0.0, 1.0, 0.0)));
}

#[test]
fn a_placement_that_is_out_of_range_is_refused_by_its_field_and_changes_nothing() {
    let mesh = cook(&floor(2e4));
    let mut world = World::new();
    let id = world.add(&mesh, at(0.0, 1.0, 0.0)).unwrap();
    world.add(&mesh, at(0.0, -1.0, 0.0)).unwrap();
    let before = shown(&world);
    let good = Placement::IDENTITY;
    let far = f64::from(MAX_COORDINATE);
    let mut cases = Vec::new();
    for bad in [f64::NAN, f64::INFINITY, -f64::INFINITY, far * 1.01, -far * 1.01, 1e300] {
        cases.extend([DVec3::X, DVec3::Y, DVec3::Z].map(|axis| {
            let translation = DVec3::select(axis.cmpeq(DVec3::ONE), DVec3::splat(bad), DVec3::ZERO);
            (Field::Translation, Placement { translation, ..good })
        }));
    }
    for rotation in [[0.0; 4], [0.0, 0.0, 0.0, 1.1], [f32::NAN, 0.0, 0.0, 1.0], [f32::INFINITY; 4], [1e30; 4]] {
        cases.push((Field::Rotation, Placement { rotation: Quat::from_array(rotation), ..good }));
    }
    for bad in [0.0, -0.0, MAX_SCALE * 1.001, -MAX_SCALE * 1.001, 0.0009, f32::NAN, f32::INFINITY, 1e-40] {
        for axis in 0..3 {
            let mut scale = [1.0; 3];
            scale[axis] = bad;
            cases.push((Field::Scale, Placement { scale: Vec3::from_array(scale), ..good }));
        }
    }
    cases.push((Field::Bounds, Placement { scale: Vec3::new(MAX_SCALE, 1.0, 1.0), ..good }));
    cases.push((Field::Bounds, at(far - 1e4, 0.0, 0.0)));
    cases.push((Field::Bounds, at(0.0, 0.0, 1e4 - far)));
    for (field, placement) in cases {
        assert_eq!(world.place(id, placement).unwrap_err().field(), field, "{placement:?}");
        assert_eq!(world.add(&mesh, placement).unwrap_err().field(), field, "{placement:?}");
        assert_eq!(shown(&world), before, "{placement:?}");
    }
}

#[test]
fn a_mesh_as_large_as_it_may_be_fits_as_it_is() {
    let mut random = Random(1);
    for _ in 0..200 {
        let corner = |random: &mut Random| {
            let mut one = || (random.scale(1e-12, 1.0) as f32, MAX_COORDINATE, -MAX_COORDINATE);
            let [x, y, z] = [one(), one(), one()];
            Vec3::new(x.1, y.0, z.2)
        };
        let triangle = [corner(&mut random), corner(&mut random).yzx(), corner(&mut random).zxy()];
        let mut world = World::new();
        assert!(world.add(&cook(&[triangle]), Placement::IDENTITY).is_ok(), "{triangle:?}");
    }
}

/// Characters on two floors side by side, all at rest.
fn resting() -> (World, [InstanceId; 2], Crowd, Vec<CharacterId>) {
    let (mesh, mut world) = (cook(&floor(3.0)), World::new());
    let floors = [-3.0, 3.0].map(|x| world.add(&mesh, at(x, 1.0, 0.0)).unwrap());
    let mut crowd = new_crowd();
    let ids: Vec<CharacterId> = (0..10_u16)
        .map(|number| {
            let x = if number < 5 { -3.0 } else { 3.0 };
            crowd.spawn(&profile_of(Vec3::splat(0.4)), Vec3::new(x, 1.415, f32::from(number % 5) - 2.0)).unwrap()
        })
        .collect();
    for _ in 0..30 {
        crowd.step(&world, FRAME).unwrap();
    }
    assert_eq!(count_at_rest(&crowd), 10);
    (world, floors, crowd, ids)
}

fn surface_of(crowd: &Crowd, id: CharacterId) -> [u32; 2] {
    crowd.state(id).unwrap().ground_surface.instance
}

fn named(id: InstanceId) -> [u32; 2] {
    [id.index() as u32, id.generation().into()]
}

#[test]
fn a_character_whose_ground_is_removed_is_in_the_air_after_the_next_step() {
    let (mut world, floors, mut crowd, ids) = resting();
    assert!(ids.iter().enumerate().all(|(at, &id)| surface_of(&crowd, id) == named(floors[at / 5])));
    world.remove(floors[0]).unwrap();
    crowd.step(&world, FRAME).unwrap();
    for (at, &id) in ids.iter().enumerate() {
        let state = crowd.state(id).unwrap();
        assert!(state.check(1).is_ok());
        if at < 5 {
            assert_eq!((state.ground(), state.ground_surface), (Ground::Air, Surface::NONE));
            assert_eq!((state.ground_normal, state.ground_point), (Vec3::ZERO, Vec3::ZERO));
            assert!(state.velocity.y < -0.1);
        } else {
            assert_eq!((state.ground(), state.ground_surface.instance), (Ground::Floor(Vec3::Y), named(floors[1])));
        }
    }
    // Another floor comes in its place: its generation is another, too.
    let caught = world.add(&world.mesh(floors[1]).unwrap(), at(-3.0, 0.5, 0.0)).unwrap();
    for _ in 0..60 {
        crowd.step(&world, FRAME).unwrap();
    }
    assert_eq!((caught.index(), caught.generation()), (floors[0].index(), 1));
    assert!(ids[..5].iter().all(|&id| surface_of(&crowd, id) == named(caught)));
    world.remove(caught).unwrap();
    world.remove(floors[1]).unwrap();
    crowd.step(&world, FRAME).unwrap();
    assert!(ids.iter().all(|&id| crowd.ground(id) == Ok(Ground::Air)), "an empty world");
    assert_eq!(world.bounds(), None);
}

#[test]
fn characters_at_rest_move_again_when_their_floor_is_put_elsewhere() {
    let (mut world, floors, mut crowd, ids) = resting();
    world.place(floors[1], at(3.0, 0.0, 0.0)).unwrap();
    crowd.step(&world, FRAME).unwrap();
    assert!(ids[5..].iter().all(|&id| crowd.ground(id) == Ok(Ground::Air)));
    assert!(ids[..5].iter().all(|&id| crowd.ground(id) == Ok(Ground::Floor(Vec3::Y))));
    for _ in 0..120 {
        crowd.step(&world, FRAME).unwrap();
    }
    assert_eq!(count_at_rest(&crowd), 10);
    // Up into them: they are depenetrated.
    world.place(floors[0], at(-3.0, 1.2, 0.0)).unwrap();
    let report = crowd.step(&world, FRAME).unwrap();
    assert_eq!((report.depenetrated, report.standing), (5, 10));
    assert!(ids[..5].iter().all(|&id| crowd.position(id).unwrap().to_vec3().y > 1.6));
    // A refused change wakes nobody.
    for _ in 0..30 {
        crowd.step(&world, FRAME).unwrap();
    }
    assert!(world.place(floors[0], Placement { scale: Vec3::ZERO, ..Placement::IDENTITY }).is_err());
    assert_eq!(count_at_rest(&crowd), 10);
}

#[test]
fn a_clone_goes_its_own_way() {
    let (world, floors, mut crowd, ids) = resting();
    let (mut clone, mut crowd_of_clone) = (world.clone(), crowd.clone());
    crowd.step(&world, FRAME).unwrap();
    crowd_of_clone.step(&clone, FRAME).unwrap();
    assert_eq!(crowd.state_hash(), crowd_of_clone.state_hash());
    clone.remove(floors[0]).unwrap();
    assert_eq!((world.placement(floors[0]), world.instances().count()), (Ok(at(-3.0, 1.0, 0.0)), 2));
    assert!(clone.placement(floors[0]).is_err());
    // The one crowd in both worlds by turns: nothing that it remembers of one counts in the other.
    for _ in 0..5 {
        crowd.step(&clone, FRAME).unwrap();
        assert_eq!(crowd.ground(ids[0]), Ok(Ground::Air));
        crowd.teleport(ids[0], Vec3::new(-3.0, 1.41, 0.0)).unwrap();
        crowd.step(&world, FRAME).unwrap();
        assert!(matches!(crowd.ground(ids[0]), Ok(Ground::Floor(_))));
    }
}

#[test]
fn a_single_instance_is_the_same_to_the_bit_whether_others_came_and_went() {
    let mesh = cook(&floor(3.0));
    let mut plain = World::new();
    let id = plain.add(&mesh, Placement::IDENTITY).unwrap();
    let mut changed = World::new();
    let same = changed.add(&mesh, Placement::IDENTITY).unwrap();
    let mut crowds = [(); 2].map(|()| new_crowd());
    for crowd in &mut crowds {
        for x in [-1.0, 0.0, 1.3] {
            let walker = crowd.spawn(&profile_of(Vec3::splat(0.4)), Vec3::new(x, 0.5, 0.0)).unwrap();
            crowd.set_desired_velocity(walker, Vec3::new(0.3, 0.0, 0.2 * x)).unwrap();
        }
    }
    for step in 0..120 {
        // Far from all.
        let other = (step % 3 == 0).then(|| changed.add(&mesh, at(0.0, 0.0, 50.0)).unwrap());
        crowds[0].step(&plain, FRAME).unwrap();
        crowds[1].step(&changed, FRAME).unwrap();
        if let Some(other) = other {
            changed.remove(other).unwrap();
        }
        assert_eq!(crowds[0].state_hash(), crowds[1].state_hash(), "step {step}");
    }
    assert_eq!(named(id), named(same));
}
