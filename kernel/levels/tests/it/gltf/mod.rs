//! glTF files become levels: as they are in all three forms, wherever their nodes lie, whatever their meshes are made of; what
//! is no level is refused by name. The files are written here.

mod meshes;
mod nodes;
mod refused;
mod writer;

use glam::Vec3;
use serde_json::json;
use std::io;
use sweep8_levels::{Format, GltfError, Level, LevelError};
use sweep8_scalar_ref::testkit::folder::Folder;
use writer::{Writer, squares};

/// The level of a file that needs no other.
fn parsed(bytes: &[u8]) -> Result<Level, GltfError> {
    Level::from_bytes("test.glb", bytes).map_err(|error| match error {
        LevelError::Gltf(error) => error,
        error => panic!("no fault of a glTF: {error}"),
    })
}

/// The level of a file that is right.
fn level(file: &Writer) -> Level {
    parsed(&file.glb()).unwrap_or_else(|error| panic!("{error}"))
}

/// The corners of a triangle of an instance that is there.
fn corners(level: &Level, instance: usize, triangle: usize) -> [Vec3; 3] {
    level.corners(instance, triangle).expect("it is there")
}

/// The names of all instances.
fn nodes(level: &Level) -> Vec<&str> {
    level.instances.iter().map(|instance| instance.name.as_str()).collect()
}

#[test]
fn a_binary_file_a_text_and_a_text_with_a_file_beside_it_are_the_same_level() {
    let folder = Folder::new("forms");
    let file = squares();
    folder.file("the data.bin", &file.bytes);
    let paths = [
        folder.file("level.glb", file.glb()),
        folder.file("level.gltf", file.text()),
        folder.file("level.GLTF", file.text_beside("the%20data.bin")),
    ];
    let levels = paths.map(|path| Level::read(path).unwrap_or_else(|error| panic!("{error}")));
    for level in &levels {
        assert_eq!(level, &levels[0]);
    }
    let &Level { ref name, format, ref meshes, .. } = &levels[0];
    assert_eq!((name.as_str(), format, meshes[0].name.as_str()), ("level", Format::Gltf, "plate"));
    assert_eq!(nodes(&levels[0]), ["node 0", "upper"]);
    assert_eq!(corners(&levels[0], 0, 0), [Vec3::ZERO, Vec3::Z * 4.0, Vec3::new(4.0, 0.0, 4.0)]);
    assert_eq!(corners(&levels[0], 1, 0), corners(&levels[0], 0, 0).map(|corner| corner + Vec3::Y * 3.0));
    assert_eq!((levels[0].corners(2, 0), levels[0].corners(0, 2), levels[0].triangle_count()), (None, None, 4));
    // The same from bytes, with the file beside them as a page has it.
    let beside =
        |name: &str| if name == "the data.bin" { Ok(file.bytes.clone()) } else { Err(io::ErrorKind::NotFound.into()) };
    let text = file.text_beside("the%20data.bin");
    assert_eq!(&Level::from_bytes_with("level.gltf", &text, &beside).expect("it is beside it"), &levels[0]);
    let alone = Level::from_bytes("level.gltf", &text).expect_err("it has no buffer").to_string();
    assert!(alone.contains("needs the buffer \"the%20data.bin\", which cannot be read: only this file"), "{alone}");
    for name in ["glb", "level", "level.obj", "GLTF"] {
        let read = Level::from_bytes(name, &file.glb()).expect("its bytes say what it is");
        assert_eq!((read.format, &read.meshes), (Format::Gltf, &levels[0].meshes), "{name}");
    }
}

#[test]
fn other_data_of_exporters_is_ignored() {
    let mut file = squares();
    // A texture without a source, as extensions have it; an animation, a camera and an image that are wrong.
    file.json["textures"] = json!([{ "extensions": { "KHR_texture_basisu": { "source": 0 } } }]);
    file.json["images"] = json!([{ "uri": "is not there.ktx2" }]);
    file.json["animations"] = json!([{ "channels": "none" }]);
    file.json["cameras"] = json!([7]);
    file.json["materials"] =
        json!([{ "name": "paint", "pbrMetallicRoughness": { "baseColorTexture": { "index": 5 } } }]);
    file.json["nodes"][0]["camera"] = json!(3);
    file.json["nodes"][0]["extras"] = json!({ "collider": true });
    file.json["extensionsUsed"] = json!(["KHR_texture_basisu", "KHR_materials_unlit", "KHR_draco_mesh_compression"]);
    file.json["extensionsRequired"] = json!(["KHR_texture_basisu", "KHR_materials_unlit", "KHR_texture_transform"]);
    let mut with_mark = b"\xef\xbb\xbf ".to_vec();
    with_mark.extend(file.text());
    for bytes in [file.glb(), file.text(), with_mark] {
        let level = parsed(&bytes).unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(level.material_names, ["paint", "without material"]);
        assert_eq!(level.instances.len(), 2);
    }
}
