//! Levels that are cooked into a file and walked in from there: the same walk as in the level itself, and each file that cannot be
//! used is named with the reason.

use crate::testkit::{Folder, crowd};
use serde_json::Value;
use std::fs;
use std::path::Path;
use sweep8_bench::levels::scenes::Scene;
use sweep8_bench::levels::{Level, file};
use sweep8_levels::cooked;

/// A level as a file of text.
fn obj(level: &Level) -> String {
    let vertices = level.positions.iter().map(|p| format!("v {} {} {}\n", p.x, p.y, p.z));
    let faces = level.triangles.iter().map(|[a, b, c]| format!("f {} {} {}\n", a + 1, b + 1, c + 1));
    vertices.chain(faces).collect()
}

/// Runs the program; its exit code, what it prints, and what it says on stderr.
fn run(folder: &Path, words: &str) -> (Option<i32>, String, String) {
    let output = crowd(folder, words);
    let text = |bytes| String::from_utf8(bytes).expect("UTF-8");
    (output.status.code(), text(output.stdout), text(output.stderr))
}

fn walk(folder: &Path, level: &str) -> Value {
    let words = format!("--level {level} --characters 200 --frames 90 --json");
    let (code, out, error) = run(folder, &words);
    assert_eq!((code, error.as_str()), (Some(0), ""), "{words}");
    serde_json::from_str(&out).unwrap_or_else(|error| panic!("{words}: {error}: {out}"))
}

#[test]
fn a_walk_in_a_cooked_level_is_the_walk_in_the_level() {
    let folder = Folder::new("cooked");
    fs::write(folder.0.join("stairs.obj"), obj(&Scene::Stairs.build())).expect("the folder is there");
    let (code, out, error) = run(&folder.0, "cook stairs.obj -o stairs.sweep8");
    assert_eq!((code, error.as_str()), (Some(0), ""));
    assert!(out.starts_with("stairs.sweep8: ") && out.contains(" triangles, "), "{out}");
    assert_eq!(folder.names(), ["stairs.obj", "stairs.sweep8"]);
    let [plain, cooked] = ["stairs.obj", "stairs.sweep8"].map(|level| walk(&folder.0, level));
    for field in ["state_hash", "contacts", "triangles", "bytes_per_triangle", "fell_through", "penetrating", "stuck"] {
        assert_eq!(cooked[field], plain[field], "{field}");
    }
    assert!(plain["contacts"].as_u64().is_some_and(|contacts| contacts > 1_000), "they walked");

    let bytes = fs::read(folder.0.join("stairs.sweep8")).expect("it was written");
    let (code, ..) = run(&folder.0, "cook stairs.obj --output again.sweep8");
    assert_eq!((code, fs::read(folder.0.join("again.sweep8")).ok()), (Some(0), Some(bytes)));
}

#[test]
fn a_walk_in_a_cooked_level_is_saved_and_goes_on() {
    let folder = Folder::new("cooked-save");
    fs::write(folder.0.join("stairs.obj"), obj(&Scene::Stairs.build())).expect("the folder is there");
    assert_eq!(run(&folder.0, "cook stairs.obj -o stairs.sweep8").0, Some(0));
    let words = "--level stairs.sweep8 --characters 100 --json";
    let hash = |words: &str| {
        let (code, out, error) = run(&folder.0, words);
        assert_eq!(code, Some(0), "{words}: {error}");
        serde_json::from_str::<Value>(&out).expect("an object")["state_hash"].clone()
    };
    let through = hash(&format!("{words} --frames 60"));
    hash(&format!("{words} --frames 40 --save walk"));
    assert_eq!(hash("--restore walk --frames 20 --json"), through);
}

#[test]
fn the_triangles_of_a_cooked_level_have_their_ids() {
    let folder = Folder::new("cooked-ids");
    let mut level = Scene::Wedge.build();
    level.triangles.push(level.triangles[0]);
    level.triangles.push([0, 0, 1]);
    let file = folder.0.join("wedge.sweep8");
    cooked::write(&file, &level.cook().expect("it is a mesh")).expect("the folder is there");
    let loaded = file::load(&file).expect("it was written").into_mesh();
    let count = level.triangles.len();
    assert_eq!(loaded.triangles.len(), count);
    for id in 0..count - 2 {
        assert_eq!(loaded.corners(id), level.corners(id), "{id}");
    }
    for left_out in count - 2..count {
        let [a, b, c] = loaded.corners(left_out);
        assert!(a == b && b == c, "{left_out}");
    }
    // A level that was changed is no longer that of the file.
    assert!(loaded.cooked.is_some() && loaded.clone().moved(glam::Vec3::X).cooked.is_none());
    let mut more = loaded;
    more.append(&level);
    assert_eq!(more.cook().expect("it is a mesh").report().triangles, 2 * count);
}

#[test]
fn files_that_cannot_be_used_are_named_with_the_reason() {
    let folder = Folder::new("cooked-wrong");
    fs::write(folder.0.join("stairs.obj"), obj(&Scene::Stairs.build())).expect("the folder is there");
    assert_eq!(run(&folder.0, "cook stairs.obj -o stairs.sweep8").0, Some(0));
    let sound = fs::read(folder.0.join("stairs.sweep8")).expect("it was written");
    let mut changed = sound.clone();
    changed[sound.len() / 2] ^= 1;
    let mut newer = sound.clone();
    newer[8] = 77;
    for (name, bytes) in [
        ("changed", &changed[..]),
        ("newer", &newer),
        ("cut", &sound[..sound.len() - 9]),
        ("text", b"v 0 0 0\nf 1 1 1\n"),
        ("empty", b""),
    ] {
        fs::write(folder.0.join(name).with_extension("sweep8"), bytes).expect("the folder is there");
    }
    let nothing = sweep8::Mesh::new(&[], &[]).expect("it is a mesh").cook();
    cooked::write(&folder.0.join("nothing.sweep8"), &nothing).expect("the folder is there");
    let names = folder.names();
    for (words, what) in [
        ("--level changed.sweep8", "cannot use changed.sweep8: the checksum does not fit"),
        ("--level newer.sweep8", "is of version 77, must be 4"),
        ("--level cut.sweep8", "it was cut short"),
        ("--level text.sweep8", "cannot use text.sweep8: these bytes are not a cooked mesh"),
        ("--level empty.sweep8", "cannot use empty.sweep8: these bytes are not a cooked mesh"),
        ("--level nothing.sweep8", "nothing.sweep8 has no triangles"),
        ("--level away.sweep8", "cannot read away.sweep8"),
        ("cook away.obj -o b.sweep8", "cannot read away.obj"),
        ("cook stairs.obj", "required"),
        ("cook stairs.obj -o stairs.bin", "name it with the ending .sweep8"),
        ("cook stairs.obj -o away/stairs.sweep8", "cannot write the output away/stairs.sweep8"),
    ] {
        let (code, out, error) = run(&folder.0, words);
        assert_eq!((code, out.as_str()), (Some(2), ""), "{words}: {error}");
        assert!(error.contains(what) && !error.contains("panicked"), "{words}: {error}");
    }
    assert_eq!(folder.names(), names, "nothing was written");
}
