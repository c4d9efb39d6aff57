//! Colliders from mesh assets, and their reflection.

mod common;

use bevy::asset::RenderAssetUsages;
use bevy::mesh::{Indices, PrimitiveTopology};
use bevy::prelude::*;
use bevy::reflect::TypeRegistry;
use bevy_sweep8::prelude::*;
use bevy_sweep8::sweep8::{Mesh as Triangles, Sides};
use bevy_sweep8::{ColliderError, ColliderHandle, TransformInterpolation};
use common::{app, listen, output, spawn_floor, spawn_person, step, sweep8, told, translation};

fn mesh(topology: PrimitiveTopology, corners: &[[f32; 3]], indices: Option<Indices>) -> Mesh {
    let mesh = Mesh::new(topology, RenderAssetUsages::MAIN_WORLD);
    let mesh = mesh.with_inserted_attribute(Mesh::ATTRIBUTE_POSITION, corners.to_vec());
    if let Some(indices) = indices { mesh.with_inserted_indices(indices) } else { mesh }
}

/// A square of 4 m at height 0; its front faces up.
const SQUARE: [[f32; 3]; 4] = [[-2.0, 0.0, -2.0], [-2.0, 0.0, 2.0], [2.0, 0.0, -2.0], [2.0, 0.0, 2.0]];

#[test]
fn lists_and_strips_with_and_without_indices_are_the_same_square() {
    let of = |order: &[usize]| -> Vec<[f32; 3]> { order.iter().map(|&k| SQUARE[k]).collect() };
    let meshes = [
        mesh(PrimitiveTopology::TriangleList, &SQUARE, Some(Indices::U16(vec![0, 1, 2, 2, 1, 3]))),
        mesh(PrimitiveTopology::TriangleList, &SQUARE, Some(Indices::U32(vec![0, 1, 2, 2, 1, 3]))),
        mesh(PrimitiveTopology::TriangleList, &of(&[0, 1, 2, 2, 1, 3]), None),
        mesh(PrimitiveTopology::TriangleStrip, &SQUARE, Some(Indices::U16(vec![0, 1, 2, 3]))),
        mesh(PrimitiveTopology::TriangleStrip, &SQUARE, None),
    ];
    for (k, mesh) in meshes.into_iter().enumerate() {
        let mut app = app();
        let handle = app.world_mut().resource_mut::<Assets<Mesh>>().add(mesh);
        let square = app.world_mut().spawn(Collider::Mesh(handle)).id();
        step(&mut app, 1);
        let world = sweep8(&app).world();
        for (x, z, triangle) in [(-1.0, -0.5, 0), (1.0, 0.5, 1)] {
            let down = |sides| world.ray(Vec3::new(x, 3.0, z), Vec3::NEG_Y, 9.0, sides).expect("a good ray");
            let hit = down(Sides::Front).unwrap_or_else(|| panic!("mesh {k} has its front above"));
            assert_eq!((hit.triangle, sweep8(&app).collider(hit.instance)), (triangle, Some(square)), "mesh {k}");
        }
    }
}

#[test]
fn an_asset_that_loads_later_is_there_after_that() {
    let mut app = app();
    let handle = app.world().resource::<Assets<Mesh>>().reserve_handle();
    let square = app.world_mut().spawn(Collider::Mesh(handle.clone())).id();
    step(&mut app, 3);
    assert!(app.world().get::<ColliderHandle>(square).is_none());
    let loaded = mesh(PrimitiveTopology::TriangleStrip, &SQUARE, None);
    app.world_mut().resource_mut::<Assets<Mesh>>().insert(&handle, loaded).expect("it is reserved");
    let person = spawn_person(&mut app, 0.0, 0.0);
    step(&mut app, 2);
    assert_eq!(output(&app, person).ground_collider, Some(square));
}

#[test]
fn a_floor_that_is_inserted_again_carries_while_its_asset_loads() {
    let mut app = app();
    let assets = &mut app.world_mut().resource_mut::<Assets<Mesh>>();
    let first = assets.add(mesh(PrimitiveTopology::TriangleStrip, &SQUARE, None));
    let second = assets.reserve_handle();
    let floor = app.world_mut().spawn(Collider::Mesh(first)).id();
    let person = spawn_person(&mut app, 0.0, 0.0);
    step(&mut app, 2);
    let before = app.world().get::<ColliderHandle>(floor).expect("it is one").id();
    app.world_mut().entity_mut(floor).insert(Collider::Mesh(second.clone()));
    let height = translation(&app, person).y;
    for _ in 0..30 {
        step(&mut app, 1);
        assert_eq!(output(&app, person).ground_collider, Some(floor), "the floor before carries");
    }
    assert_eq!(app.world().get::<ColliderHandle>(floor).expect("it is one").id(), before);
    let loaded = mesh(PrimitiveTopology::TriangleStrip, &SQUARE.map(|[x, y, z]| [2.0 * x, y, 2.0 * z]), None);
    app.world_mut().resource_mut::<Assets<Mesh>>().insert(&second, loaded).expect("it is reserved");
    step(&mut app, 2);
    let after = app.world().get::<ColliderHandle>(floor).expect("it is one").id();
    assert_ne!(before, after);
    assert_eq!((sweep8(&app).collider(before), sweep8(&app).collider(after)), (None, Some(floor)));
    assert_eq!(sweep8(&app).world().instances().count(), 1);
    assert_eq!((output(&app, person).ground_collider, translation(&app, person).y), (Some(floor), height));
}

#[test]
fn a_floor_stays_when_what_is_inserted_in_its_place_is_refused() {
    let mut app = app();
    listen::<ColliderRefused>(&mut app);
    let floor = spawn_floor(&mut app);
    let person = spawn_person(&mut app, 0.0, 0.0);
    step(&mut app, 2);
    let points = mesh(PrimitiveTopology::PointList, &SQUARE, None);
    let points = app.world_mut().resource_mut::<Assets<Mesh>>().add(points);
    app.world_mut().entity_mut(floor).insert(Collider::Mesh(points));
    step(&mut app, 30);
    assert_eq!(output(&app, person).ground_collider, Some(floor));
    let refused = told::<ColliderRefused>(&mut app);
    assert_eq!(refused.len(), 1, "{refused:?}");
    assert_eq!((refused[0].entity, refused[0].error.clone()), (floor, ColliderError::NoTriangles));
    app.world_mut().despawn(floor);
    step(&mut app, 8);
    assert_eq!((output(&app, person).ground, sweep8(&app).world().instances().count()), (Ground::Air, 0));
}

#[test]
fn a_mesh_is_cooked_once_and_anew_after_it_has_changed() {
    let mut app = app();
    let handle =
        app.world_mut().resource_mut::<Assets<Mesh>>().add(mesh(PrimitiveTopology::TriangleStrip, &SQUARE, None));
    for k in 0..5_u8 {
        app.world_mut().spawn((Collider::Mesh(handle.clone()), Transform::from_xyz(0.0, f32::from(k), 0.0)));
        app.world_mut().spawn((Collider::cuboid(Vec3::ONE), Transform::from_xyz(0.0, f32::from(k), 9.0)));
    }
    step(&mut app, 1);
    assert_eq!(sweep8(&app).world().instances().count(), 10);
    assert_eq!(sweep8(&app).world().report().triangles, 2 + 12, "each mesh once");
    let triangle = mesh(PrimitiveTopology::TriangleList, &SQUARE[..3], None);
    app.world_mut().resource_mut::<Assets<Mesh>>().insert(&handle, triangle).expect("it is there");
    step(&mut app, 2);
    app.world_mut().spawn(Collider::Mesh(handle));
    step(&mut app, 1);
    assert_eq!(sweep8(&app).world().report().triangles, 2 + 12 + 1);
}

#[test]
fn a_cooked_mesh_is_taken_as_it_is() {
    let mut app = app();
    let ramp = [Vec3::new(-9.0, 0.0, -9.0), Vec3::new(-9.0, 0.0, 9.0), Vec3::new(9.0, 9.0, 0.0)];
    let ramp = Triangles::new(&ramp, &[[0, 1, 2]]).expect("a mesh").cook();
    app.world_mut().spawn(Collider::cooked(ramp));
    let person = app.world_mut().spawn((Character::default(), Transform::from_xyz(0.0, 6.0, 0.0))).id();
    step(&mut app, 64);
    let normal = output(&app, person).ground.normal().expect("it stands on the ramp");
    assert!((normal.x / normal.y + 0.5).abs() < 1e-4, "{normal}");
}

#[test]
fn components_are_registered_and_can_be_read_and_written_by_name() {
    let mut app = app();
    spawn_floor(&mut app);
    let person = spawn_person(&mut app, 0.0, 0.0);
    step(&mut app, 2);
    let registry = app.world().resource::<AppTypeRegistry>().clone();
    let registry: &TypeRegistry = &registry.read();
    let names = ["Character", "CharacterContacts", "CharacterInput", "CharacterOutput", "Collider", "ColliderKind"];
    for name in names.into_iter().chain(["ColliderLayers", "NoTransformInterpolation", "TransformInterpolation"]) {
        let registration =
            registry.get_with_short_type_path(name).unwrap_or_else(|| panic!("{name} is not registered"));
        assert!(registration.data::<ReflectComponent>().is_some(), "{name} is no component to reflection");
    }
    assert!(registry.get(std::any::TypeId::of::<Gravity>()).is_some_and(|it| it.data::<ReflectResource>().is_some()));
    assert!(registry.get(std::any::TypeId::of::<TransformInterpolation>()).is_some());

    let mut character = *app.world().get::<Character>(person).expect("it is one");
    *character.path_mut::<f32>("settings.step_height").expect("a setting") = 0.25;
    assert_eq!(character.settings.step_height, 0.25);
    let output = output(&app, person);
    assert_eq!(*output.path::<Vec3>("ground.0").expect("the normal of the floor"), Vec3::Y);
    let dynamic = character.to_dynamic_struct().expect("every field can be cloned");
    let copy = Character::from_reflect(&dynamic).expect("it is complete");
    assert_eq!(copy, character);
}
