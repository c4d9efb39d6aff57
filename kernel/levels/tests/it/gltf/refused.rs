//! A file that is no level is refused by one line that names the file, the fault and the way out.

use super::writer::squares;
use super::writer::{F32, Writer, square};
use super::{nodes, parsed};
use serde_json::{Value, json};
use sweep8_levels::{Format, GltfError, GltfReason, LeftOut, Level, LevelError};
use sweep8_scalar_ref::testkit::folder::Folder;

/// Words that an error has to contain, and the change that leads to it.
type Case<'a> = (&'a str, &'a dyn Fn(&mut Value));

/// The error, after a look at its line.
fn error_of(bytes: &[u8]) -> GltfError {
    let error = parsed(bytes).expect_err("it is no level");
    let line = error.to_string();
    assert!(!line.contains('\n') && line.starts_with("test.glb ") && line.contains("; "), "{line}");
    error
}

/// The error of a file after a change.
fn changed(change: impl FnOnce(&mut Value)) -> String {
    let mut file = squares();
    file.json["meshes"][0]["name"] = json!("plate\n");
    change(&mut file.json);
    error_of(&file.glb()).to_string()
}

#[test]
fn what_is_compressed_is_named() {
    for extension in ["KHR_draco_mesh_compression", "EXT_meshopt_compression", "KHR_meshopt_compression"] {
        let required = changed(|json| json["extensionsRequired"] = json!(["KHR_materials_unlit", extension]));
        assert!(required.contains(&format!("has geometry that is compressed ({extension})")), "{required}");
        // A careless exporter requires nothing, and leaves the accessors empty.
        let used = changed(|json| {
            json["extensionsUsed"] = json!([extension]);
            json["accessors"][0].as_object_mut().expect("an object").remove("bufferView");
        });
        assert!(used.contains(&format!("has geometry that is compressed ({extension})")), "{used}");
    }
    let unknown = changed(|json| json["extensionsRequired"] = json!(["MAKER_voxels"]));
    assert!(unknown.contains(r#"needs the extension "MAKER_voxels", which this program does not know"#), "{unknown}");
    let instancing = changed(|json| json["extensionsUsed"] = json!(["EXT_mesh_gpu_instancing"]));
    assert!(instancing.contains(r#"needs the extension "EXT_mesh_gpu_instancing""#), "{instancing}");
}

/// Which nodes are read, and what is left out.
fn read(change: impl FnOnce(&mut Value)) -> (Vec<String>, LeftOut) {
    let mut file = squares();
    change(&mut file.json);
    let level = super::level(&file);
    (nodes(&level).into_iter().map(str::to_owned).collect(), level.left_out)
}

#[test]
fn meshes_that_a_skeleton_or_shape_keys_deform_are_left_out_and_counted_and_others_are_read() {
    let whole = read(|_| ());
    assert_eq!(whole.0.len(), 2);
    let skinned = |json: &mut Value, node: usize| {
        json["skins"] = json!([{ "joints": [0] }]);
        json["nodes"][node]["skin"] = json!(0);
    };
    let (nodes, left_out) = read(|json| skinned(json, 1));
    assert_eq!((nodes, left_out), (whole.0[..1].to_vec(), LeftOut { skinned: 1, ..whole.1 }));
    // At rest, where no key has a weight, a mesh with keys is what its positions say.
    let keys = |json: &mut Value| json["meshes"][0]["primitives"][0]["targets"] = json!([{ "POSITION": 0 }]);
    assert_eq!(read(keys), whole);
    let (nodes, left_out) = read(|json| {
        keys(json);
        json["meshes"][0]["weights"] = json!([0.5]);
        json["nodes"][0]["weights"] = json!([0.0]);
    });
    assert_eq!((nodes, left_out), (whole.0[..1].to_vec(), LeftOut { morphed: 1, ..whole.1 }));

    // With nothing else there is no level.
    let error = changed(|json| [0, 1].iter().for_each(|&node| skinned(json, node)));
    assert!(error.contains(r#"has no mesh but such as node "node 0", whose mesh a skeleton deforms"#), "{error}");
    let error = changed(|json| {
        keys(json);
        json["meshes"][0]["weights"] = json!([1.0]);
    });
    assert!(error.contains(r#"has no mesh but such as node "node 0", which shape keys"#), "{error}");
}

#[test]
fn a_skeleton_outside_of_the_scene_is_ignored() {
    let mut file = squares();
    file.node(json!({ "mesh": 0, "skin": 0 }));
    assert_eq!(super::level(&file).instances.len(), 2);
}

#[test]
fn what_leads_nowhere_is_named() {
    let cases: [Case; 16] = [
        ("names node 7,", &|json| json["scenes"][0]["nodes"] = json!([0, 7])),
        ("names node 7,", &|json| json["nodes"][0]["children"] = json!([7])),
        ("names scene 1,", &|json| json["scene"] = json!(1)),
        ("names mesh 9,", &|json| json["nodes"][0]["mesh"] = json!(9)),
        ("names accessor 4,", &|json| json["meshes"][0]["primitives"][0]["indices"] = json!(4)),
        ("names accessor 4294967295,", &|json| {
            json["meshes"][0]["primitives"][0]["attributes"]["POSITION"] = json!(u32::MAX);
        }),
        ("names material 0,", &|json| json["meshes"][0]["primitives"][0]["material"] = json!(0)),
        ("names buffer view 3,", &|json| json["accessors"][0]["bufferView"] = json!(3)),
        ("names buffer 1,", &|json| json["bufferViews"][0]["buffer"] = json!(1)),
        ("accessor 0 that reaches beyond its buffer", &|json| json["accessors"][0]["count"] = json!(5)),
        ("accessor 0 that reaches beyond its buffer", &|json| json["accessors"][0]["count"] = json!(u64::MAX)),
        ("accessor 0 that reaches beyond its buffer", &|json| json["accessors"][0]["byteOffset"] = json!(u64::MAX)),
        ("accessor 0 that reaches beyond its buffer", &|json| json["bufferViews"][0]["byteLength"] = json!(u64::MAX)),
        ("accessor 0 that reaches beyond its buffer", &|json| json["bufferViews"][0]["byteOffset"] = json!(u64::MAX)),
        ("accessor 0 whose values overlap", &|json| json["bufferViews"][0]["byteStride"] = json!(8)),
        ("buffer 0 of 60 bytes that announces 61", &|json| json["buffers"] = json!([{ "byteLength": 61 }])),
    ];
    for (what, change) in cases {
        let error = changed(change);
        assert!(error.contains(what), "{what}: {error}");
    }
    let shorter = changed(|json| json["accessors"][0]["count"] = json!(3));
    assert!(shorter.contains(r#"mesh "plate\n" that names vertex 3 of 3"#), "{shorter}");
    let twice = changed(|json| json["nodes"][0]["children"] = json!([1]));
    assert!(twice.contains(r#"has a node "upper" with two parents, or below itself"#), "{twice}");
    let around = changed(|json| {
        json["nodes"][0]["children"] = json!([0]);
        json["scenes"][0]["nodes"] = json!([0]);
    });
    assert!(around.contains(r#"has a node "node 0" with two parents, or below itself"#), "{around}");
}

#[test]
fn what_is_of_another_kind_is_named() {
    let cases: [Case; 9] = [
        ("accessor 1 that is no position, or no index", &|json| json["accessors"][1]["type"] = json!("VEC3")),
        ("accessor 0 that is no position, or no index", &|json| json["accessors"][0]["type"] = json!("MAT4")),
        ("accessor 1 whose indices have a sign", &|json| json["accessors"][1]["componentType"] = json!(5122)),
        ("accessor 1 whose indices have a sign", &|json| json["accessors"][1]["componentType"] = json!(F32)),
        ("accessor 0 whose positions are integers of 32 bits", &|json| {
            json["accessors"][0]["componentType"] = json!(5125);
        }),
        ("accessor 0 of an unknown component type", &|json| json["accessors"][0]["componentType"] = json!(5130)),
        ("primitive of an unknown mode", &|json| json["meshes"][0]["primitives"][0]["mode"] = json!(9)),
        ("primitive without positions", &|json| {
            json["meshes"][0]["primitives"][0]["attributes"] = json!({ "NORMAL": 0 });
        }),
        ("is not a glTF: ", &|json| json["nodes"] = json!([{ "mesh": -1 }])),
    ];
    for (what, change) in cases {
        let error = changed(change);
        assert!(error.contains(what), "{what}: {error}");
    }
    let version = changed(|json| json["asset"]["version"] = json!("1.0"));
    assert!(version.contains(r#"is glTF "1.0", must be 2.0"#), "{version}");
    let empty = changed(|json| json["scenes"][0]["nodes"] = json!([]));
    assert!(empty.contains("has no triangles in its scene"), "{empty}");
    let infinite = changed(|json| json["nodes"][0]["translation"] = json!([0.0, 1e300, 0.0]));
    assert!(infinite.contains(r#"node "node 0" whose transform is not finite"#), "{infinite}");
    let mut file = Writer::new();
    let (mut positions, indices) = square(1.0);
    positions[2].y = f32::NAN;
    let mesh = file.mesh("hole", &positions, &indices);
    file.root(json!({ "mesh": mesh }));
    assert!(matches!(error_of(&file.glb()).reason, GltfReason::NotFinite { mesh } if mesh == "hole"));
    file.json["materials"] = json!(vec![json!({}); 65_536]);
    assert!(matches!(error_of(&file.glb()).reason, GltfReason::TooManyMaterials { count: 65_536 }));
}

#[test]
fn missing_buffers_are_named() {
    let folder = Folder::new("buffers");
    let path = folder.file("level.gltf", squares().text_beside("the%20data.bin"));
    let load = |path| match Level::read(path) {
        Err(LevelError::Gltf(error)) => error,
        other => panic!("no fault of a glTF: {other:?}"),
    };
    let error = load(&path);
    assert!(matches!(&error.reason, GltfReason::MissingBuffer { uri, .. } if uri == "the%20data.bin"), "{error}");
    assert!(
        error.to_string().contains("level.gltf needs the buffer \"the%20data.bin\", which cannot be read"),
        "{error}"
    );
    folder.file("the data.bin", &squares().bytes[1..]);
    assert!(matches!(load(&path).reason, GltfReason::ShortBuffer { buffer: 0, .. }));
    let cases = [
        (json!({ "uri": "https://example.org/a.bin", "byteLength": 60 }), "whose URI is not that of a file next to it"),
        (json!({ "uri": "/etc/hosts", "byteLength": 60 }), "whose URI is not that of a file next to it"),
        (json!({ "uri": "../a.bin", "byteLength": 60 }), "whose URI is not that of a file next to it"),
        (json!({ "uri": "%2fdev%2fzero", "byteLength": 60 }), "whose URI is not that of a file next to it"),
        (json!({ "uri": "data:application/octet-stream,AAAA", "byteLength": 60 }), "whose text is not base64"),
        (json!({ "uri": "data:;base64,AA*A", "byteLength": 60 }), "whose text is not base64"),
        (json!({ "uri": "%ff.bin", "byteLength": 60 }), "whose URI is not UTF-8"),
    ];
    for (buffer, what) in cases {
        let error = changed(|json| json["buffers"] = json!([buffer]));
        assert!(error.contains(what), "{error}");
    }
    let mut file = squares();
    file.json["buffers"] = json!([{ "byteLength": 60 }]);
    let error = error_of(&file.text()).to_string();
    assert!(error.contains("buffer 0 without bytes in the file or a URI"), "{error}");
}

#[test]
fn a_file_that_was_cut_short_is_refused_wherever_it_was_cut() {
    let whole = squares().glb();
    assert!(parsed(&whole).is_ok());
    for length in 4..whole.len() {
        let error = error_of(&whole[..length]);
        assert!(matches!(error.reason, GltfReason::Truncated { given, .. } if given == length), "{length}: {error}");
    }
    let text = squares().text();
    for length in 0..text.len() {
        assert!(matches!(error_of(&text[..length]).reason, GltfReason::NotGltf(_)), "{length}");
    }
    // A header that lies.
    for length in [0_u32, 11, 12, 19, 20, 30, u32::MAX] {
        let mut bytes = whole.clone();
        bytes[8..12].copy_from_slice(&length.to_le_bytes());
        error_of(&bytes);
    }
    let mut bytes = whole;
    bytes[4] = 1;
    assert!(matches!(error_of(&bytes).reason, GltfReason::Version { found } if found == "1"));
}

#[test]
fn a_file_is_what_its_bytes_say_or_else_its_ending() {
    let folder = Folder::new("kinds");
    let obj = "v 0 0 0\nv 0 0 1\nv 1 0 0\nf 1 2 3\n";
    let level = |name: &str, bytes: &[u8]| Level::read(folder.file(name, bytes));
    assert!(matches!(level("a.obj", obj.as_bytes()), Ok(Level { format: Format::Obj, .. })));
    assert!(matches!(level("a.level", &squares().glb()), Ok(Level { format: Format::Gltf, .. })));
    assert!(matches!(level("a.json", &squares().text()), Ok(Level { format: Format::Gltf, .. })));
    assert!(
        matches!(level("a.glb", obj.as_bytes()), Err(LevelError::Gltf(error)) if error.to_string().contains("not a glTF"))
    );
    assert!(matches!(level("a.txt", b"hello"), Err(LevelError::UnknownFormat { .. })));
    let missing = Level::read(folder.0.join("missing.glb")).expect_err("it is not there").to_string();
    assert!(missing.starts_with("cannot read ") && missing.contains("missing.glb: "), "{missing}");
    let both = level("b.glb", &squares().glb()).expect("a level");
    assert_eq!((both.name.as_str(), both.triangle_count()), ("b", 4), "all instances are in it");
}
