//! Several meshes, one record, and meshes that have been moved and turned.

use core::f64::consts::TAU;
use glam::{DAffine3, DQuat, DVec3};
use sweep8_scalar_ref::brute_force::Triangle;
use sweep8_scalar_ref::fauerby::detect::{CollisionRecord, check_triangles};
use sweep8_scalar_ref::fauerby::meshes::{Mesh, check_meshes};
use sweep8_scalar_ref::fauerby::respond::Body;
use sweep8_scalar_ref::fauerby::sweep;
use sweep8_scalar_ref::random::Random;
use sweep8_scalar_ref::testkit::level::{RADII, sheet};

/// A mesh of one triangle with the world matrix given.
fn placed(triangle: Triangle, world: DAffine3) -> Mesh {
    let mut mesh = Mesh::new(vec![triangle]);
    mesh.world = world;
    mesh
}

#[test]
fn several_meshes_share_one_record_of_the_nearest_collision() {
    let floor = |y: f64| Mesh::new(vec![sheet(DVec3::ZERO, DVec3::Y), sheet(DVec3::Y * y, DVec3::Y)]);
    let (source, velocity) = (DVec3::Y * 9.0, DVec3::Y * -20.0);
    for (meshes, nearest) in
        [([floor(1.0), floor(2.0)], 1), ([floor(2.0), floor(1.0)], 0), ([floor(2.0), floor(2.0)], 0)]
    {
        let collision = check_meshes(&meshes, DVec3::ONE, source, velocity).nearest.unwrap();
        assert_eq!((collision.mesh, collision.triangle), (nearest, 1));
        assert!((collision.distance - 6.0).abs() < 1e-12);
    }
    let mut record = CollisionRecord::default();
    check_triangles(&mut record, 7, &[sheet(DVec3::Y * 2.0, DVec3::Y)], source, velocity);
    assert_eq!(record.nearest.map(|collision| collision.mesh), Some(7));
    check_triangles(&mut record, 8, &[sheet(DVec3::Y, DVec3::Y)], source, velocity);
    assert_eq!(record.nearest.map(|collision| collision.mesh), Some(7), "a farther one does not replace it");
}

#[test]
fn mesh_is_within_reach_when_the_way_leads_into_its_bounding_sphere() {
    // The box about the corners is 4 long and 1 wide: a sphere of radius √(2² + 0.5²) about (10, 0, -0.5).
    let triangle = [DVec3::X * 8.0, DVec3::X * 12.0, DVec3::new(10.0, 0.0, -1.0)];
    let mesh = Mesh::new(vec![triangle]);
    let reaches = |length: f64| mesh.is_within_reach(DVec3::ZERO, DVec3::X * length, RADII);
    assert!(!reaches(7.0) && reaches(7.1));
    assert!(!mesh.is_within_reach(DVec3::ZERO, DVec3::X * -9.0, RADII));
    assert!(!Mesh::new(vec![]).is_within_reach(DVec3::ZERO, DVec3::X, RADII));
    assert_eq!(check_meshes(&[mesh], RADII, DVec3::ZERO, DVec3::X), CollisionRecord::default());
}

#[test]
fn moved_door_stops_the_body_where_it_stands_now() {
    let mut door = Mesh::new(vec![sheet(DVec3::ZERO, DVec3::X)]);
    let stopped = |door: &Mesh| {
        let record = check_meshes(std::slice::from_ref(door), RADII, DVec3::X * 5.0 / RADII, DVec3::X * -4.9 / RADII);
        record.nearest.map(|collision| (5.0 - collision.distance * RADII.x, collision.polygon_point.x * RADII.x))
    };
    let (center, point) = stopped(&door).unwrap();
    assert!((center - 0.4).abs() < 1e-12 && point.abs() < 1e-12);
    door.world.translation = DVec3::new(2.0, 1.0, -3.0);
    let (center, point) = stopped(&door).unwrap();
    assert!((center - 2.4).abs() < 1e-12 && (point - 2.0).abs() < 1e-12);
    door.world.translation.x = -2.0;
    assert_eq!(stopped(&door), None);
}

#[test]
fn ball_meets_a_turned_mesh_where_it_meets_the_turned_triangles() {
    let mut random = Random(36);
    let mut stopped = 0;
    for _ in 0..5_000 {
        let triangle = [random.vector(3.0), random.vector(3.0), random.vector(3.0)];
        let (center, displacement, radii) = (random.vector(4.0), random.vector(8.0), DVec3::splat(0.7));
        let world = DAffine3::from_rotation_translation(random.turn(), random.vector(1.0));
        let mesh = placed(triangle, world);
        let expected = sweep(&[triangle.map(|v| world.transform_point3(v))], radii, center, displacement);
        let found = check_meshes(&[mesh], radii, center / radii, displacement / radii).nearest;
        let (Some(expected), Some(found)) = (expected, found) else {
            assert_eq!(expected.is_some(), found.is_some());
            continue;
        };
        assert!((center.distance(expected.center) - found.distance * 0.7).abs() < 1e-7);
        assert!(expected.point.distance(found.polygon_point * radii) < 1e-7);
        stopped += 1;
    }
    assert!(stopped > 100, "{stopped}");
}

#[test]
fn ellipsoid_turns_with_a_turned_mesh_and_sinks_into_it() {
    // A wall x = 0 turned by 90° is the floor y = 0. In the wall's space the body falls along x, where it is 0.4 thick:
    // from a height of 2 it touches after 1.6 m, 4 radii of 0.4. Right are 1.1 m.
    let world = DAffine3::from_quat(DQuat::from_rotation_z(TAU / 4.0));
    let floor = [placed(sheet(DVec3::ZERO, DVec3::X), world)];
    let collision = check_meshes(&floor, RADII, DVec3::Y * 2.0 / RADII, DVec3::Y * -9.0 / RADII).nearest.unwrap();
    assert!((collision.distance * RADII.x - 1.6).abs() < 1e-12);
    let upright = sweep(&[sheet(DVec3::ZERO, DVec3::Y)], RADII, DVec3::Y * 2.0, DVec3::Y * -9.0).unwrap();
    assert!((2.0 - upright.center.y - 1.1).abs() < 1e-12);
}

#[test]
fn distance_measured_in_the_mesh_and_travelled_in_the_world_takes_a_body_through_the_floor() {
    // As above: 4 radii of 0.4 in the mesh, travelled as 4 radii of 0.9: 3.6 m from a height of 2.
    let world = DAffine3::from_quat(DQuat::from_rotation_z(TAU / 4.0));
    let floor = [placed(sheet(DVec3::ZERO, DVec3::X), world)];
    let mut body = Body::new(RADII, DVec3::Y * 2.0);
    let outcome = body.move_by(&floor, DVec3::Y * -4.0);
    assert_eq!(outcome.collisions, 1);
    assert!(body.position.y < -1.5, "{:?}", body.position);
}

#[test]
fn floor_farther_below_is_found_instead_of_a_nearer_one_in_a_turned_mesh() {
    // The turned floor at y = 0 counts 4 as above, the other at y = -1.5 counts (3.5 - 0.9) / 0.9 = 2.9.
    let turned = placed(sheet(DVec3::ZERO, DVec3::X), DAffine3::from_quat(DQuat::from_rotation_z(TAU / 4.0)));
    let meshes = [turned, Mesh::new(vec![sheet(DVec3::Y * -1.5, DVec3::Y)])];
    let nearest = check_meshes(&meshes, RADII, DVec3::Y * 2.0 / RADII, DVec3::Y * -9.0 / RADII).nearest.unwrap();
    assert_eq!(nearest.mesh, 1);
    assert!((nearest.distance - 2.6 / 0.9).abs() < 1e-12);
}

#[test]
fn place_of_a_mesh_checked_later_does_not_move_what_was_found_before() {
    let floor = sheet(DVec3::ZERO, DVec3::Y);
    let below = placed(floor, DAffine3::from_translation(DVec3::new(3.0, -1.0, 0.0)));
    let alone = check_meshes(&[Mesh::new(vec![floor])], RADII, DVec3::Y * 3.0 / RADII, DVec3::Y * -9.0 / RADII);
    let both = [Mesh::new(vec![floor]), below];
    let record = check_meshes(&both, RADII, DVec3::Y * 3.0 / RADII, DVec3::Y * -9.0 / RADII);
    assert_eq!(record, alone);
    assert!(record.nearest.unwrap().polygon_point.length() < 1e-12);
}
