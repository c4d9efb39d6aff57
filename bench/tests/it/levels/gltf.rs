//! The program walks in glTF files.

#[expect(dead_code, reason = "the tests of the reader use all of it")]
#[path = "../../../../kernel/levels/tests/it/gltf/writer.rs"]
mod writer;

use crate::testkit::{Folder, crowd, object, refusal};
use glam::Vec3;
use serde_json::json;
use sweep8::Mesh;
use sweep8_bench::levels::{Level, Parts};
use writer::{Writer, squares};

/// A hall of one box: its floor, a stair of eight steps up to a gallery, and four walls, which are mirrored or turned boxes.
fn hall() -> Writer {
    let mut file = Writer::new();
    let cube = Mesh::cuboid(Vec3::ONE).expect("a cube");
    let indices: Vec<u16> = cube.triangles().iter().flatten().map(|&index| index as u16).collect();
    let mesh = file.mesh("cube", cube.positions(), &indices);
    let mut block = |name: String, [x, y, z]: [f32; 3], [a, b, c]: [f32; 3]| {
        file.root(json!({ "name": name, "mesh": mesh, "translation": [x, y, z], "scale": [a, b, c] }))
    };
    block("floor".to_owned(), [0.0, -0.5, 0.0], [16.0, 0.5, 12.0]);
    block("gallery".to_owned(), [12.0, 0.9, 0.0], [4.0, 0.9, 12.0]);
    for step in 0..8 {
        let height = 0.1 * f32::from(step as u8) + 0.05;
        block(format!("step {step}"), [3.3 + 0.6 * f32::from(step as u8), height, 0.0], [0.3, height, -3.0]);
    }
    for side in [-1.0, 1.0] {
        block(format!("wall across x {side}"), [16.5 * side, 2.5, 0.0], [-0.5 * side, 3.0, 13.0]);
        block(format!("wall across z {side}"), [0.0, 2.5, 12.5 * side], [17.0, 3.0, 0.5 * side]);
    }
    file
}

#[test]
fn a_crowd_walks_in_a_hall_of_instances_and_every_check_holds() {
    let folder = Folder::new("walk");
    folder.file("hall.glb", hall().glb());
    folder.file("hall.gltf", hall().text());
    let words = "--characters 120 --frames 240 --seed 3 --neighbours ignore --walkers turning";
    let walk = object(&folder.0, &format!("--level hall.glb {words} --picture hall.png"));
    for count in ["fell_through", "penetrating", "stuck", "frozen", "not_finite", "left_level"] {
        assert_eq!(walk[count], 0, "{count}: {walk}");
    }
    assert_eq!((&walk["instances"], &walk["machines"], &walk["triangles"]), (&json!(14), &json!(0), &json!(12)));
    assert!(walk["contacts"].as_u64() > Some(5_000), "{walk}");
    assert!(folder.0.join("hall.png").exists());
    let as_text = object(&folder.0, &format!("--level hall.gltf {words}"));
    assert_eq!(as_text["state_hash"], walk["state_hash"]);
}

#[test]
fn a_walk_in_a_gltf_is_saved_goes_on_and_is_recorded() {
    let folder = Folder::new("saved");
    folder.file("hall.glb", hall().glb());
    let words = "--level hall.glb --characters 40 --seed 5";
    let whole = object(&folder.0, &format!("{words} --frames 90"));
    object(&folder.0, &format!("{words} --frames 50 --save half.walk --record half.rec"));
    let rest = object(&folder.0, "--restore half.walk --frames 40");
    assert_eq!(rest["state_hash"], whole["state_hash"]);
    object(&folder.0, "--replay half.rec");
}

#[test]
fn hunts_and_accuracy_take_a_gltf_as_one_mesh() {
    let folder = Folder::new("others");
    folder.file("hall.glb", hall().glb());
    let hunt = crowd(&folder.0, "hunt --moves 20000 --scene stairs --level hall.glb --json");
    assert!(hunt.status.success(), "{}", String::from_utf8_lossy(&hunt.stderr));
    let hunt: serde_json::Value = serde_json::from_slice(&hunt.stdout).expect("an object");
    assert_eq!(hunt["levels"][1]["level"], "hall");
    let accuracy = crowd(&folder.0, "accuracy --sweeps 50 --level hall.glb --json");
    assert!(accuracy.status.success(), "{}", String::from_utf8_lossy(&accuracy.stderr));
}

#[test]
fn what_is_left_out_is_said_and_what_is_no_level_refused() {
    let folder = Folder::new("words");
    let mut file = hall();
    file.root(json!({ "mesh": 0, "scale": [0.0, 0.0, 0.0] }));
    folder.file("hall.glb", file.glb());
    let output = crowd(&folder.0, "--level hall.glb --characters 10 --frames 30 --json");
    let said = String::from_utf8_lossy(&output.stderr);
    assert_eq!(said, "crowd: warning: hall: 1 nodes are scaled to nothing, and left out\n");
    assert!(output.status.success());
    let mut file = squares();
    file.json["extensionsRequired"] = json!(["KHR_draco_mesh_compression"]);
    folder.file("small.glb", file.glb());
    let error = refusal(&folder.0, "--level small.glb");
    assert!(error.contains("crowd: small.glb has geometry that is compressed (KHR_draco_mesh_compression)"), "{error}");
    let mut far = squares();
    far.json["nodes"][1]["translation"] = json!([1e9, 0.0, 0.0]);
    folder.file("far.glb", far.glb());
    let error = refusal(&folder.0, "--level far.glb");
    assert!(error.contains("far cannot be used: "), "{error}");
}

#[test]
fn the_hall_as_one_mesh_is_the_hall() {
    let read = sweep8_levels::Level::from_bytes("hall.glb", &hall().glb()).expect("it is a level");
    let (Level { triangles, positions, .. }, still) = Parts::from(read).flattened(0.0);
    assert_eq!((triangles.len(), positions.len(), still), (14 * 12, 14 * 8, 14 * 12));
}
