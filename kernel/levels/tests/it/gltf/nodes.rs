//! Where nodes put their meshes: nested, mirrored, sheared, shared.

use super::writer::{Writer, square, squares};
use super::{corners, level, nodes};
use glam::{DAffine3, DMat4, DQuat, DVec3, Vec3};
use serde_json::{Value, json};
use sweep8::{Placement, Sides};
use sweep8_levels::{LeftOut, Level};

/// A tetrahedron, so that nothing about it is even.
const CORNERS: [Vec3; 4] =
    [Vec3::new(0.5, 0.25, -1.0), Vec3::new(2.0, 0.0, 0.0), Vec3::new(0.0, 3.0, 0.5), Vec3::new(-1.0, 0.0, 4.0)];
const FACES: [u16; 12] = [0, 1, 3, 0, 2, 1, 0, 3, 2, 1, 2, 3];

/// Transforms: a translation, a rotation and a scale each.
fn transforms() -> [[f32; 10]; 5] {
    [
        [1.0, 2.0, 3.0, 0.0, 0.6, 0.0, 0.8, 1.0, 1.0, 1.0],
        [-40.0, 0.5, 7.0, 0.5, -0.5, 0.5, 0.5, 2.0, 2.0, 2.0],
        [0.0, -9.0, 0.0, 0.0, 0.0, 0.0, 1.0, -1.0, 1.0, 1.0],
        [3.0, 0.0, 1.0, 0.8, 0.0, -0.6, 0.0, 0.5, -0.5, 0.5],
        [8.0, 1.0, -2.0, 0.0, 0.0, 0.8, 0.6, -1.5, -1.5, -1.5],
    ]
}

fn json_of([tx, ty, tz, x, y, z, w, sx, sy, sz]: [f32; 10]) -> Value {
    json!({ "translation": [tx, ty, tz], "rotation": [x, y, z, w], "scale": [sx, sy, sz] })
}

fn matrix_of(transform: [f32; 10]) -> DMat4 {
    let [tx, ty, tz, x, y, z, w, sx, sy, sz] = transform.map(f64::from);
    let rotation = DQuat::from_xyzw(x, y, z, w).normalize();
    DMat4::from_scale_rotation_translation(DVec3::new(sx, sy, sz), rotation, DVec3::new(tx, ty, tz))
}

/// The corners of a face of the tetrahedron where a matrix puts it, counter-clockwise seen from its front.
fn face(number: usize, matrix: &DMat4) -> [DVec3; 3] {
    let corner = |at: usize| matrix.transform_point3(CORNERS[usize::from(FACES[3 * number + at])].as_dvec3());
    let [a, b, c] = [0, 1, 2].map(corner);
    if matrix.determinant() < 0.0 { [a, c, b] } else { [a, b, c] }
}

/// Holds an instance against the tetrahedron in its place.
fn is_at(level: &Level, part: usize, matrix: &DMat4, most: f64) {
    for number in 0..4 {
        let (found, wanted) = (corners(level, part, number), face(number, matrix));
        // Which corner is first says nothing.
        let apart =
            |first: usize| (0..3).map(|k| found[(first + k) % 3].as_dvec3().distance(wanted[k])).fold(0.0, f64::max);
        let least = (0..3).map(apart).fold(f64::INFINITY, f64::min);
        assert!(least <= most, "instance {part}, face {number}: {found:?} is not {wanted:?}");
    }
}

#[test]
fn nested_and_mirrored_nodes_lie_where_the_product_of_their_matrices_says() {
    // Each node is below the one before, so that the last is in all of their spaces.
    let mut file = Writer::new();
    let mesh = file.mesh("rock", &CORNERS, &FACES);
    let mut below = None;
    for transform in transforms().into_iter().rev() {
        let mut node = json_of(transform);
        node["mesh"] = mesh.into();
        node["children"] = below.map_or(json!(null), |child: usize| json!([child]));
        below = Some(file.node(node));
    }
    file.json["scenes"][0]["nodes"] = json!([below]);
    let level = level(&file);
    assert_eq!((level.instances.len(), level.meshes.len(), level.left_out), (5, 1, LeftOut::default()));
    let mut matrix = DMat4::IDENTITY;
    for (part, transform) in transforms().into_iter().enumerate() {
        matrix *= matrix_of(transform);
        is_at(&level, part, &matrix, 2e-5);
    }
    let mirrored = level.instances.iter().filter(|instance| instance.placement.scale.x < 0.0).count();
    assert_eq!(mirrored, 2, "the third mirrors, the fourth mirrors it back, the last mirrors again");
}

#[test]
fn matrices_are_placements_too() {
    let mut file = Writer::new();
    let mesh = file.mesh("rock", &CORNERS, &FACES);
    let matrices = transforms().map(|transform| matrix_of(transform).as_mat4());
    for matrix in matrices {
        file.root(json!({ "mesh": mesh, "matrix": matrix.to_cols_array() }));
    }
    let level = level(&file);
    assert_eq!((level.instances.len(), level.left_out.baked), (5, 0));
    for (part, matrix) in matrices.into_iter().enumerate() {
        is_at(&level, part, &matrix.as_dmat4(), 2e-5);
    }
}

#[test]
fn what_is_sheared_flat_or_tiny_gets_a_mesh_of_its_own_in_the_same_place() {
    let uneven = [5.0, 0.0, 0.0, 0.0, 0.0, 0.0, 1.0, 1.0, 2.0, -1.0];
    let turned = [0.0, 1.0, 0.0, 0.6, 0.0, 0.0, 0.8, 1.0, 1.0, 1.0];
    let flat = [0.0, 0.0, 9.0, 0.0, 0.6, 0.0, 0.8, 1.0, 0.0, 1.0];
    let tiny = [0.0, 0.0, -9.0, 0.0, 0.6, 0.0, 0.8, 1e-4, 1e-4, 1e-4];
    let mut file = Writer::new();
    let mesh = file.mesh("rock", &CORNERS, &FACES);
    let with_mesh = |transform| {
        let mut node = json_of(transform);
        node["mesh"] = mesh.into();
        node
    };
    let child = file.node(with_mesh(turned));
    let mut parent = json_of(uneven);
    parent["children"] = json!([child]);
    file.root(parent);
    file.root(with_mesh(flat));
    file.root(with_mesh(tiny));
    for scale in [[0.0; 3], [0.0, 3.0, 0.0]] {
        file.root(json!({ "mesh": mesh, "scale": scale }));
    }
    let level = level(&file);
    assert_eq!(level.left_out, LeftOut { nodes: 2, baked: 3, ..LeftOut::default() });
    assert_eq!((level.instances.len(), level.meshes.len()), (3, 4));
    let matrices = [matrix_of(uneven) * matrix_of(turned), matrix_of(flat), matrix_of(tiny)];
    for (part, matrix) in matrices.iter().enumerate() {
        let translation = DAffine3::from_mat4(*matrix).translation;
        assert_eq!(level.instances[part].placement, Placement::at(translation));
        is_at(&level, part, matrix, 1e-6);
    }
    assert!(matrices[0].determinant() < 0.0, "the sheared one is mirrored");
}

#[test]
fn a_mesh_of_many_nodes_is_cooked_once() {
    let mut file = squares();
    for number in 0..30 {
        file.root(json!({ "mesh": 0, "translation": [5.0 * f64::from(number), 0.0, 9.0], "scale": [1.0, 1.0, -1.0] }));
    }
    let level = level(&file);
    assert_eq!((level.meshes.len(), level.instances.len()), (1, 32));
    let world = level.world().expect("a mesh and placements");
    assert_eq!(world.instances().count(), 32);
    assert_eq!(world.report().triangles, 2, "each mesh is counted once");
    // From above onto the last one, which is mirrored: its front is still up.
    let origin = Vec3::new(147.0, 2.0, 7.0);
    let hit = world.ray(origin, Vec3::NEG_Y, 9.0, Sides::Front).expect("a ray");
    assert_eq!(hit.expect("the last square").instance.index(), 31);
}

#[test]
fn the_scene_that_is_said_to_be_shown_is_the_level() {
    let mut file = squares();
    file.json["scenes"] = json!([{ "nodes": [0, 1] }, { "name": "cellar", "nodes": [1] }]);
    file.json["scene"] = json!(1);
    assert_eq!(nodes(&level(&file)), ["upper"]);
    file.json.as_object_mut().expect("an object").remove("scene");
    assert_eq!(nodes(&level(&file)), ["node 0", "upper"], "the first, where none is said to be");
    file.json.as_object_mut().expect("an object").remove("scenes");
    file.json["nodes"][0]["children"] = json!([1]);
    file.json["nodes"][0]["translation"] = json!([0.0, 5.0, 0.0]);
    let without = level(&file);
    assert_eq!(nodes(&without), ["node 0", "upper"], "all roots, where there is no scene");
    assert_eq!(without.instances[1].placement.translation.y, 8.0);
}

#[test]
fn a_chain_of_a_hundred_thousand_nodes_is_walked() {
    let mut file = Writer::new();
    let (positions, indices) = square(1.0);
    let mesh = file.mesh("plate", &positions, &indices);
    let mut below = file.node(json!({ "mesh": mesh }));
    for _ in 0..100_000 {
        below = file.node(json!({ "children": [below], "translation": [0.0, 0.25, 0.0] }));
    }
    file.json["scenes"][0]["nodes"] = json!([below]);
    assert_eq!(level(&file).instances[0].placement.translation, DVec3::Y * 25_000.0);
}
