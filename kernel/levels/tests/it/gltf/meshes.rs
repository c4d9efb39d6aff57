//! Contents of meshes: lists, strips, fans, materials, sparse and quantized positions, indices of each size.

use super::writer::{F32, I16, U8, U16, U32, Writer, square};
use super::{level, parsed};
use glam::Vec3;
use serde_json::{Value, json};
use sweep8::Sides;
use sweep8_levels::{GltfReason, Level};

/// Modes of primitives, as glTF numbers them.
const POINTS: u32 = 0;
const LINE_STRIP: u32 = 3;
const STRIP: u32 = 5;
const FAN: u32 = 6;

fn corners(level: &Level) -> Vec<[Vec3; 3]> {
    let mesh = &level.meshes[0];
    (0..mesh.triangles.len()).map(|triangle| mesh.corners(triangle).expect("it is there")).collect()
}

/// A file of one mesh.
fn of_mesh(write: impl FnOnce(&mut Writer) -> Value) -> Writer {
    let mut file = Writer::new();
    let primitives = write(&mut file);
    let mesh = file.push("meshes", json!({ "name": "it", "primitives": primitives }));
    file.root(json!({ "mesh": mesh }));
    file
}

#[test]
fn lists_strips_and_fans_are_the_same_square_with_its_front_up() {
    let ([a, b, c, d], list) = square(2.0);
    let forms = |file: &mut Writer| {
        let (in_order, for_strip) = (file.positions(&[a, b, c, d]), file.positions(&[a, b, d, c]));
        let unindexed = file.positions(&[a, b, c, a, c, d]);
        let indices = file.indices(&list);
        // Two indices are left at the end of the list: they are no triangle.
        let longer = file.indices(&[0, 1, 2, 0, 2, 3, 1, 2]);
        [
            json!({ "attributes": { "POSITION": in_order }, "indices": indices }),
            json!({ "attributes": { "POSITION": in_order }, "indices": longer }),
            json!({ "attributes": { "POSITION": unindexed } }),
            json!({ "attributes": { "POSITION": for_strip }, "mode": STRIP }),
            json!({ "attributes": { "POSITION": in_order }, "mode": FAN }),
        ]
    };
    for number in 0..5 {
        let file = of_mesh(|file| json!([forms(file)[number]]));
        let triangles = corners(&level(&file));
        assert_eq!(triangles.len(), 2, "form {number}");
        let area = |[a, b, c]: [Vec3; 3]| 0.5 * (b - a).cross(c - a);
        assert!(triangles.iter().all(|&corners| area(corners) == Vec3::Y * 2.0), "form {number}: {triangles:?}");
        let all: Vec<_> = triangles.iter().flatten().collect();
        assert!([a, b, c, d].iter().all(|corner| all.contains(&corner)), "form {number}: {triangles:?}");
    }
}

#[test]
fn every_other_triangle_of_a_long_strip_keeps_its_front() {
    // A band of eight triangles, one meter each way.
    let rail: Vec<_> = (0..10).map(|k| Vec3::new(f32::from(k as u8 / 2), 0.0, f32::from(k as u8 % 2))).collect();
    let file = of_mesh(|file| json!([{ "attributes": { "POSITION": file.positions(&rail) }, "mode": STRIP }]));
    let triangles = corners(&level(&file));
    let normals: Vec<_> = triangles.iter().map(|[a, b, c]| (*b - *a).cross(*c - *a)).collect();
    assert_eq!(normals, [Vec3::Y; 8]);
}

#[test]
fn indices_of_each_size_and_a_stride_between_positions_are_read() {
    let (positions, _) = square(2.0);
    let sizes = [
        (U8, [0, 1, 2].map(u8::to_le_bytes).concat()),
        (U16, [0, 1, 2].map(u16::to_le_bytes).concat()),
        (U32, [0, 1, 2].map(u32::to_le_bytes).concat()),
    ];
    for (component, bytes) in sizes {
        let file = of_mesh(|file| {
            // Between two positions lie a normal and a value of a byte.
            let rows: Vec<u8> = positions
                .iter()
                .flat_map(|p| [p.to_array().map(f32::to_le_bytes).concat(), vec![0xff; 16]].concat())
                .collect();
            let view = file.view(&[vec![0xee; 8], rows].concat());
            file.json["bufferViews"][view]["byteStride"] = json!(28);
            let accessor =
                json!({ "bufferView": view, "byteOffset": 8, "componentType": F32, "type": "VEC3", "count": 4 });
            let accessor = file.push("accessors", accessor);
            let indices = file.accessor(&bytes, component, "SCALAR", 3);
            json!([{ "attributes": { "POSITION": accessor, "_WETNESS": 99 }, "indices": indices }])
        });
        assert_eq!(corners(&level(&file)), [[positions[0], positions[1], positions[2]]]);
    }
}

#[test]
fn materials_become_ids_and_keep_their_names() {
    let (positions, list) = square(4.0);
    let mut file = of_mesh(|file| {
        let beside = positions.map(|corner| corner + Vec3::X * 4.0);
        let beyond = positions.map(|corner| corner + Vec3::X * 8.0);
        let primitives = [positions, beside, beyond].map(|corners| {
            let (positions, indices) = (file.positions(&corners), file.indices(&list));
            json!({ "attributes": { "POSITION": positions }, "indices": indices })
        });
        json!(primitives)
    });
    file.json["materials"] = json!([{ "name": "stone" }, {}, { "name": "ice" }]);
    file.json["meshes"][0]["primitives"][0]["material"] = json!(2);
    file.json["meshes"][0]["primitives"][1]["material"] = json!(0);
    let level = level(&file);
    assert_eq!(level.material_names, ["stone", "material 1", "ice", "without material"]);
    assert_eq!(level.meshes[0].materials, [2, 2, 0, 0, 3, 3]);
    let world = level.world().expect("a mesh and a placement");
    let below = |x: f32| {
        let hit = world.ray(Vec3::new(x, 1.0, 1.0), Vec3::NEG_Y, 2.0, Sides::Front);
        level.material_names[usize::from(hit.expect("a ray").expect("a floor").material)].as_str()
    };
    assert_eq!([1.0, 5.0, 9.0].map(below), ["ice", "stone", "without material"]);
}

#[test]
fn points_and_lines_are_left_out_and_counted() {
    let (positions, list) = square(4.0);
    let mut file = of_mesh(|file| {
        let (positions, indices) = (file.positions(&positions), file.indices(&list));
        let primitive = |mode| json!({ "attributes": { "POSITION": positions }, "mode": mode });
        json!([primitive(POINTS), { "attributes": { "POSITION": positions }, "indices": indices }, primitive(LINE_STRIP)])
    });
    // A second mesh of lines alone has no place in the level, and is counted once for both of its nodes.
    let lines = json!({ "primitives": [file.json["meshes"][0]["primitives"][2]] });
    let lines = file.push("meshes", lines);
    file.root(json!({ "mesh": lines }));
    file.root(json!({ "mesh": lines }));
    let level = level(&file);
    assert_eq!((level.left_out.primitives, level.meshes.len(), level.instances.len()), (3, 1, 1));
    assert_eq!(corners(&level).len(), 2);
}

#[test]
fn vertices_are_shared_between_primitives_and_not_kept_where_no_triangle_names_them() {
    // 1,000 positions that two meshes of two primitives each take a few from.
    let all: Vec<_> = (0..1000).map(|k| Vec3::new(f32::from(k as u16), 0.0, f32::from(k as u16 * 7 % 64))).collect();
    let mut file = Writer::new();
    let positions = file.positions(&all);
    for base in [100, 900] {
        let primitives = [[base, base + 1, base + 2], [base + 2, base + 1, base + 3]].map(|corners| {
            let indices = file.indices(&corners);
            json!({ "attributes": { "POSITION": positions }, "indices": indices })
        });
        let mesh = file.push("meshes", json!({ "primitives": primitives }));
        file.root(json!({ "mesh": mesh }));
    }
    let level = level(&file);
    for (mesh, base) in level.meshes.iter().zip([100, 900]) {
        assert_eq!(mesh.positions, all[base..base + 4]);
        assert_eq!(mesh.triangles, [[0, 1, 2], [2, 1, 3]]);
    }
}

/// A square whose positions are sparse: these numbers have other values.
fn sparse(listed: &[u16], has_base: bool) -> Writer {
    let (positions, list) = square(4.0);
    of_mesh(|file| {
        let accessor = if has_base {
            file.positions(&positions)
        } else {
            file.push("accessors", json!({ "componentType": F32, "type": "VEC3", "count": 4 }))
        };
        let numbers: Vec<u8> = listed.iter().copied().flat_map(u16::to_le_bytes).collect();
        let values: Vec<u8> =
            listed.iter().flat_map(|&number| [f32::from(number), 5.0, -1.0]).flat_map(f32::to_le_bytes).collect();
        let (numbers, values) = (file.view(&numbers), file.view(&values));
        file.json["accessors"][accessor]["sparse"] = json!({
            "count": listed.len(),
            "indices": { "bufferView": numbers, "componentType": U16 },
            "values": { "bufferView": values },
        });
        let indices = file.indices(&list);
        json!([{ "attributes": { "POSITION": accessor }, "indices": indices }])
    })
}

#[test]
fn sparse_positions_take_the_place_of_those_below_them() {
    let ([a, _, c, _], _) = square(4.0);
    let [b, d] = [Vec3::new(1.0, 5.0, -1.0), Vec3::new(3.0, 5.0, -1.0)];
    assert_eq!(corners(&level(&sparse(&[1, 3], true))), [[a, b, c], [a, c, d]]);
    assert_eq!(corners(&level(&sparse(&[1, 3], false))), [[Vec3::ZERO, b, Vec3::ZERO], [Vec3::ZERO, Vec3::ZERO, d]]);
    for listed in [&[3, 1][..], &[1, 1], &[1, 4]] {
        let error = parsed(&sparse(listed, true).glb()).expect_err("numbers that do not ascend below 4");
        assert!(matches!(error.reason, GltfReason::Accessor { accessor: 0, .. }), "{error}");
    }
}

#[test]
fn a_few_bytes_are_not_a_level_of_any_size() {
    let mut file = sparse(&[1, 3], false);
    file.json["accessors"][0]["count"] = json!(4_000_000_000_u32);
    file.primitive(0)["indices"] = json!(null);
    let error = parsed(&file.glb()).expect_err("zeros that take no bytes");
    assert!(error.to_string().contains("of more zeros than its buffers have bytes"), "{error}");
    // 200 primitives of the same 100,000 indices are no more than the file says; 10,000 meshes at 1,000 nodes would be.
    let mut file = Writer::new();
    let mesh = file.mesh("many", &square(1.0).0, &[0, 1, 2].repeat(100_000));
    for _ in 0..2_700 {
        file.root(json!({ "mesh": mesh }));
    }
    let error = parsed(&file.glb()).expect_err("270 million triangles");
    assert!(matches!(error.reason, GltfReason::TooManyTriangles { .. }), "{error}");
}

#[test]
fn quantized_positions_are_read() {
    let file = |component, is_normalized, bytes: &[u8]| {
        of_mesh(|file| {
            let view = file.view(bytes);
            let stride = if component == I16 { 8 } else { 4 };
            file.json["bufferViews"][view]["byteStride"] = json!(stride);
            let accessor = json!({
                "bufferView": view, "componentType": component, "type": "VEC3", "count": 3, "normalized": is_normalized,
            });
            let accessor = file.push("accessors", accessor);
            file.json["extensionsRequired"] = json!(["KHR_mesh_quantization"]);
            json!([{ "attributes": { "POSITION": accessor } }])
        })
    };
    let words = [[0_i16, 0, 0, 9], [0, 0, 32_767, 9], [-32_768, 0, 0, 9]];
    let bytes: Vec<u8> = words.as_flattened().iter().copied().flat_map(i16::to_le_bytes).collect();
    assert_eq!(corners(&level(&file(I16, true, &bytes))), [[Vec3::ZERO, Vec3::Z, Vec3::NEG_X]]);
    assert_eq!(corners(&level(&file(I16, false, &bytes))), [[Vec3::ZERO, Vec3::Z * 32_767.0, Vec3::X * -32_768.0]]);
    let bytes = [0, 0, 0, 9, 0, 0, 255, 9, 51, 0, 0, 9];
    assert_eq!(corners(&level(&file(U8, true, &bytes))), [[Vec3::ZERO, Vec3::Z, Vec3::X * 0.2]]);
    assert_eq!(corners(&level(&file(U8, false, &bytes))), [[Vec3::ZERO, Vec3::Z * 255.0, Vec3::X * 51.0]]);
}
