//! glTF files become levels: as they are in all three forms, wherever their nodes lie, whatever their meshes are made of; what
//! is no level is refused by name. The files are written here.

mod meshes;
mod nodes;
mod program;
mod refused;
mod writer;

use crate::testkit::Folder;
use glam::Vec3;
use serde_json::json;
use std::io;
use std::path::Path;
use sweep8_bench::levels::gltf::{GltfError, GltfLevel, load, parse};
use writer::{Writer, square};

/// The level of a file that needs no other.
fn parsed(bytes: &[u8]) -> Result<GltfLevel, GltfError> {
    parse(bytes, "test", Path::new("test.glb"), &|_| Err(io::ErrorKind::NotFound.into()))
}

/// The level of a file that is right.
fn level(file: &Writer) -> GltfLevel {
    parsed(&file.glb()).unwrap_or_else(|error| panic!("{error}"))
}

/// Two squares, of which one is named and above the other.
fn squares() -> Writer {
    let mut file = Writer::new();
    let (positions, indices) = square(4.0);
    let mesh = file.mesh("plate", &positions, &indices);
    file.root(json!({ "mesh": mesh }));
    file.root(json!({ "mesh": mesh, "name": "upper", "translation": [0.0, 3.0, 0.0] }));
    file
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
    let levels = paths.map(|path| load(&path).unwrap_or_else(|error| panic!("{error}")));
    for level in &levels {
        assert_eq!(level, &levels[0]);
    }
    let GltfLevel { parts, nodes, .. } = &levels[0];
    assert_eq!((parts.name.as_str(), parts.meshes[0].name.as_str()), ("level", "plate"));
    assert_eq!(nodes, &["node 0", "upper"]);
    assert_eq!(parts.corners(0, 0, 0.0), [Vec3::ZERO, Vec3::Z * 4.0, Vec3::new(4.0, 0.0, 4.0)]);
    assert_eq!(parts.corners(1, 0, 0.0), parts.corners(0, 0, 0.0).map(|corner| corner + Vec3::Y * 3.0));
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
        assert_eq!(level.parts.material_names, ["paint", "without material"]);
        assert_eq!(level.parts.parts.len(), 2);
    }
}
