//! Ties and shared parts of instances: of surfaces at one place that of the lower index counts, materials are those of
//! each mesh, and worlds whose instances are gone or have no triangles answer as empty ones.

use crate::testkit::Random;
use crate::testkit::crowds::{checked, profile_of};
use crate::testkit::placed::{cook, loose, turned};
use crate::testkit::worlds::{Level, quad};
use glam::{DVec3, Quat, Vec3};
use sweep8::{
    Body, BodyPart, CharacterSettings, CharacterState, CookedMesh, Crowd, CrowdSettings, Ellipsoid, Field, Ground,
    InputError, Material, Mesh, MoveInput, Placement, Sides, SlideSettings, World,
};

fn floor() -> Level {
    quad(Vec3::new(-4.0, 0.0, -4.0), Vec3::Z * 8.0, Vec3::X * 8.0)
}

/// A floor of one material.
fn floor_of(friction: f32, material: u16) -> CookedMesh {
    let level = floor();
    let positions: Vec<Vec3> = level.iter().flatten().copied().collect();
    let kinds: Vec<Material> = (0..=material).map(|_| Material::with_friction(friction)).collect();
    let mesh = Mesh::new(&positions, &[[0, 1, 2], [3, 4, 5]]).unwrap();
    mesh.with_materials(&kinds, &[material; 2]).unwrap().cook()
}

#[test]
fn of_two_instances_at_one_place_every_query_names_that_with_the_lower_index() {
    let mut random = Random(1);
    let ball = Ellipsoid::ball(0.4).unwrap();
    for case in 0..40 {
        let mesh = cook(&loose(&mut random, 12, 1.5, 0.8));
        let placement = Placement { rotation: turned(&mut random), ..Placement::at(random.vector(2.0)) };
        let mut world = World::new();
        let gone = world.add(&mesh, Placement::at(DVec3::splat(90.0))).unwrap();
        let high = world.add(&mesh, placement).unwrap();
        world.add(&mesh, placement).unwrap();
        // The freed index is lower than that of both.
        world.remove(gone).unwrap();
        let low = world.add(&mesh, placement).unwrap();
        assert!(low.index() < high.index() && low.generation() == 1);
        let mut met = 0;
        for _ in 0..60 {
            let from = (placement.translation + random.vector(2.5)).as_vec3();
            let way = (random.direction() * 4.0).as_vec3();
            let names = [
                world.ray(from, way, f32::INFINITY, Sides::Both).unwrap().map(|hit| hit.instance),
                world.sweep(&ball, from, way, Sides::Both).unwrap().map(|hit| hit.instance),
                world.closest_point(from, 9.0, Sides::Both).unwrap().map(|hit| hit.instance),
            ];
            assert!(names.iter().flatten().all(|&id| id == low), "case {case}: {names:?}, not {low:?}");
            met += names.iter().flatten().count();
            if world.overlap(&ball, from, Sides::Both).unwrap() {
                continue;
            }
            let slid = world.slide(&ball, from, way, &SlideSettings::default()).unwrap();
            let first = slid.contacts().first().map(|contact| contact.instance);
            assert!(first.is_none_or(|id| id == low), "case {case}: {slid:?}");
        }
        assert!(met > 60, "case {case}: {met}");
    }
}

#[test]
fn materials_and_frictions_are_those_of_each_mesh() {
    let mut world = World::new();
    let (ice, tar) = (floor_of(0.0, 2), floor_of(1.0, 5));
    let turned = Quat::from_rotation_y(0.3);
    let on_ice = world.add(&ice, Placement::at(DVec3::X * -5.0)).unwrap();
    let on_tar = world.add(&tar, Placement { rotation: turned, ..Placement::at(DVec3::X * 6.0) }).unwrap();
    let ball = Ellipsoid::ball(0.4).unwrap();
    for (x, id, material) in [(-5.0, on_ice, 2), (6.0, on_tar, 5)] {
        let above = Vec3::new(x, 2.0, 0.1);
        let down = Vec3::NEG_Y * 3.0;
        let hit = world.sweep(&ball, above, down, Sides::Both).unwrap().unwrap();
        assert_eq!((hit.instance, hit.material), (id, material));
        let hit = world.ray(above, down, 9.0, Sides::Both).unwrap().unwrap();
        assert_eq!((hit.instance, hit.material), (id, material));
        let near = world.closest_point(above, 9.0, Sides::Both).unwrap().unwrap();
        assert_eq!((near.instance, near.material), (id, material));
        let mut contacts = Vec::new();
        world.depenetrate(&ball, Vec3::new(x, 0.2, 0.1), Sides::Both, &mut contacts).unwrap();
        assert!(contacts.iter().all(|contact| contact.instance == id));
        let body =
            Body::new(&[BodyPart { shape: ball, offset: Vec3::Y * 0.3 }, BodyPart { shape: ball, offset: Vec3::ZERO }]);
        let met = world.sweep_body(&body.unwrap(), above, down, Sides::Both).unwrap().unwrap();
        assert_eq!((met.part, met.hit.instance, met.hit.material), (1, id, material));
        let way = Vec3::new(1.0, -2.0, 0.0);
        let slid = world.slide(&ball, above, way, &SlideSettings::default()).unwrap();
        assert_eq!((slid.contacts()[0].instance, slid.contacts()[0].material), (id, material));
        // Ice lets it slide on, tar holds it where it touches.
        let went = slid.position.to_vec3().x - x;
        assert!((went - if material == 2 { 1.0 } else { 0.795 }).abs() < 0.01, "{went}");
        let mut state = CharacterState::new(Vec3::new(x, 0.41, 0.0));
        let profile = profile_of(Vec3::splat(0.4));
        world.move_character(&profile, &mut state, &MoveInput::EARTH, 1.0 / 60.0).unwrap();
        assert_eq!((state.ground(), state.ground_material), (Ground::Floor(Vec3::Y), material));
    }
}

/// Asserts that nothing is met.
fn answers_as_empty(world: &World, what: &str) {
    let ball = Ellipsoid::ball(0.4).unwrap();
    let way = Vec3::new(0.3, -50.0, 0.1);
    let from = Vec3::Y * 3.0;
    assert_eq!(world.bounds(), None, "{what}");
    assert_eq!(world.ray(from, way, f32::INFINITY, Sides::Both), Ok(None), "{what}");
    assert_eq!(world.segment(from, from + way, Sides::Both), Ok(None), "{what}");
    assert_eq!(world.sweep(&ball, from, way, Sides::Both), Ok(None), "{what}");
    assert_eq!(world.overlap(&ball, Vec3::ZERO, Sides::Both), Ok(false), "{what}");
    assert_eq!(world.closest_point(from, f32::INFINITY, Sides::Both), Ok(None), "{what}");
    for length in [0.02, 1.0, 60.0] {
        let way = way.normalize() * length;
        let slid = world.slide(&ball, from, way, &SlideSettings::default()).unwrap();
        assert!((slid.position.to_vec3() - from - way).length() < 1e-5, "{what}: {slid:?}");
    }
    let (mut state, profile) = (CharacterState::new(Vec3::ZERO), profile_of(Vec3::splat(0.4)));
    world.move_character(&profile, &mut state, &MoveInput::EARTH, 1.0 / 60.0).unwrap();
    assert_eq!(state.ground(), Ground::Air, "{what}");
}

#[test]
fn worlds_without_triangles_answer_as_empty_ones() {
    let nothing = cook(&[]);
    let turned = Placement { rotation: Quat::from_rotation_y(1.0), ..Placement::at(DVec3::new(5.0, 1.0, -3.0)) };
    answers_as_empty(&World::new(), "no instance");
    let mut world = World::new();
    world.add(&nothing, Placement::IDENTITY).unwrap();
    answers_as_empty(&world, "an empty mesh");
    let second = world.add(&nothing, turned).unwrap();
    answers_as_empty(&world, "two empty meshes");
    let mut ids: Vec<_> = (0..300).map(|_| world.add(&cook(&floor()), turned).unwrap()).collect();
    for id in ids.drain(..) {
        world.remove(id).unwrap();
    }
    answers_as_empty(&world, "all floors are gone");
    world.remove(second).unwrap();
    answers_as_empty(&world, "one empty mesh is left");
    let flat = [[Vec3::ZERO, Vec3::X, Vec3::X * 2.0]];
    world.add(&cook(&flat), turned).unwrap();
    answers_as_empty(&world, "a mesh of triangles without area");
}

#[test]
fn triangles_that_are_left_out_do_not_shift_the_names_of_others() {
    // Of five triangles two have no area and one lies there twice.
    let a = [Vec3::new(-4.0, 0.0, -4.0), Vec3::new(0.0, 0.0, 4.0), Vec3::new(4.0, 0.0, -4.0)];
    let none = [Vec3::ZERO, Vec3::X, Vec3::X * 2.0];
    let mesh = cook(&[none, a, a, none, a.map(|v| v + Vec3::X * 9.0)]);
    let mut world = World::new();
    let ids: Vec<_> =
        (0..3).map(|at| world.add(&mesh, Placement::at(DVec3::Y * f64::from(-2 * at))).unwrap()).collect();
    let ball = Ellipsoid::ball(0.4).unwrap();
    for (at, &id) in ids.iter().enumerate() {
        for (x, triangle) in [(0.0, 1), (9.0, 4)] {
            let above = Vec3::new(x, 0.6 - 2.0 * at as f32, 0.0);
            let slid = world.slide(&ball, above, Vec3::NEG_Y, &SlideSettings::default()).unwrap();
            assert_eq!((slid.contacts()[0].instance, slid.contacts()[0].triangle), (id, triangle), "{slid:?}");
        }
    }
}

#[test]
fn a_profile_for_which_an_instance_leaves_no_room_is_refused_by_the_name_of_that() {
    let mut world = World::new();
    let mesh = cook(&floor());
    world.add(&mesh, Placement::IDENTITY).unwrap();
    let lid = Placement { scale: Vec3::new(1.0, -1.0, 1.0), ..Placement::at(DVec3::Y * 1.2) };
    let lid = world.add(&mesh, lid).unwrap();
    let crouched = profile_of(Vec3::new(0.3, 0.5, 0.3));
    let tall = checked(CharacterSettings {
        shape: Ellipsoid::new(Vec3::new(0.3, 0.9, 0.3)).unwrap().into(),
        ..Default::default()
    });
    let mut crowd = Crowd::new(CrowdSettings::default()).unwrap();
    let id = crowd.spawn(&crouched, Vec3::new(0.0, 0.51, 0.5)).unwrap();
    crowd.step(&world, 1.0 / 60.0).unwrap();
    let refused = crowd.set_profile(&world, id, &tall).unwrap_err();
    assert!(
        matches!(refused, InputError::NoRoom { field: Field::Profile, instance, .. } if instance as usize == lid.index())
    );
    world.remove(lid).unwrap();
    assert!(crowd.set_profile(&world, id, &tall).is_ok());
}
