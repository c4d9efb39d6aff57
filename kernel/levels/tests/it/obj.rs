//! Loading OBJ files: good ones as they are, bad ones with one line that helps, none with a panic.

use glam::Vec3;
use sweep8_levels::{Format, Level, LevelError, ObjError};
use sweep8_scalar_ref::random::Random;
use sweep8_scalar_ref::testkit::folder::Folder;

fn parse_text(text: &str) -> Result<Level, LevelError> {
    Level::from_bytes("test.obj", text.as_bytes())
}

/// The error, after a look at its line.
fn error_of(text: &str) -> LevelError {
    let error = parse_text(text).expect_err(text);
    let line = error.to_string();
    assert!(!line.contains('\n') && line.contains("test.obj") && line.contains(';'), "{line}");
    error
}

const TRIANGLE: &str = "v 0 0 0\nv 1 0 0\nv 0 1 0\n";

#[test]
fn a_small_file_is_loaded() {
    let text = "# a house\nmtllib missing.mtl\no floor\nv 0 0 0\nv 0 0 2\nv 2 0 2\nv 2 0 0\nusemtl wood\nf 1 2 3 4\n\
                g wall\nv 2 3 0\nf -1 4/1/1 3//2 # two-sided\nl 1 2\np 1\n";
    let level = Level::read(Folder::new("small").file("small.obj", text)).expect("a valid file");
    assert_eq!((level.name.as_str(), level.format, level.instances.len()), ("small", Format::Obj, 1));
    let expected = [
        [Vec3::ZERO, Vec3::new(0.0, 0.0, 2.0), Vec3::new(2.0, 0.0, 2.0)],
        [Vec3::ZERO, Vec3::new(2.0, 0.0, 2.0), Vec3::new(2.0, 0.0, 0.0)],
        [Vec3::new(2.0, 3.0, 0.0), Vec3::new(2.0, 0.0, 0.0), Vec3::new(2.0, 0.0, 2.0)],
    ];
    assert_eq!([0, 1, 2].map(|triangle| level.corners(0, triangle)), expected.map(Some));
    assert_eq!(level.meshes[0].positions.len(), 5, "vertices are shared between groups");
}

#[test]
fn what_exporters_write_is_understood() {
    let same = |text: &str| {
        let level = parse_text(text).unwrap_or_else(|error| panic!("{text:?}: {error}"));
        assert_eq!(level.corners(0, 0), Some([Vec3::ZERO, Vec3::X, Vec3::Y]), "{text:?}");
    };
    same(&format!("{TRIANGLE}f 1 2 3"));
    same(&format!("\u{feff}{TRIANGLE}f -3 -2 -1"));
    same(&format!("f 1 2 3\n{TRIANGLE}"));
    same(&format!("{TRIANGLE}f 1 \\\n 2 3\n"));
    same(&format!("{TRIANGLE}f 1 2 3").replace('\n', "\r\n"));
    same(&format!("{TRIANGLE}f 1 2 3").replace('\n', "\r"));
    // Colours on some vertices, w on another, references to missing normals, a texture index far below zero.
    same("v 0 0 0 1 1 1\nv 2 0 0 2\nv 0 1 0\nf 1/1 2//9 3");
    same(&format!("vt 0 0\nvn 0 1 0\n{TRIANGLE}f 1/-9223372036854775808/1 2/-99/7 3/1/1"));
    // Points and lines are not surfaces.
    same(&format!("{TRIANGLE}f 1\nf 1 2\nl 1 2\nf 1 2 3"));
    // Bytes that are not text, in a comment.
    let mut bytes = b"# caf\xe9\n".to_vec();
    bytes.extend_from_slice(TRIANGLE.as_bytes());
    bytes.extend_from_slice(b"f 1 2 3");
    assert!(Level::from_bytes("test.obj", &bytes).is_ok());
}

#[test]
fn a_file_that_is_not_there_is_named() {
    let path = std::env::temp_dir().join("sweep8-no-such-folder").join("level.obj");
    let error = Level::read(&path).expect_err("there is no such file");
    assert!(matches!(error, LevelError::CannotRead { .. }), "{error}");
    assert!(error.to_string().contains("level.obj"), "{error}");
    // A folder can be opened on some systems, but not read.
    assert!(matches!(Level::read(std::env::temp_dir()), Err(LevelError::CannotRead { .. })));
}

#[test]
fn files_without_triangles_say_so() {
    for text in ["", "  \n\n", TRIANGLE, "v 0 0 0\nf 1\n", "v 0 0 0\nv 1 0 0\nf 1 2\n"] {
        let error = error_of(text);
        assert!(matches!(error, LevelError::Obj(ObjError::NoTriangles { .. })), "{text:?}: {error}");
    }
}

#[test]
fn files_of_another_kind_say_so() {
    for text in ["<html></html>", "PK\u{3}\u{4}", "vn 0 1 0"] {
        let error = error_of(text);
        assert!(matches!(error, LevelError::Obj(ObjError::NotObj { .. })), "{text:?}: {error}");
    }
    for (text, name) in [("solid cube\nfacet normal 0 0 1\n", "STL"), ("ply\n", "PLY")] {
        let error = error_of(text);
        assert!(matches!(error, LevelError::OtherFormat { format, .. } if format == name), "{text:?}: {error}");
    }
    let error = Level::from_bytes("castle.USDZ", b"PK\x03\x04").expect_err("it is an archive");
    assert!(
        error.to_string().contains("is USD, neither Wavefront OBJ nor glTF; export the level as one of them"),
        "{error}"
    );
}

#[test]
fn indices_out_of_range_name_the_line() {
    for face in ["f 1 2 4", "f 0 1 2", "f -4 1 2", "f 1 2 9223372036854775807", "f 1 2 -9223372036854775808"] {
        let error = error_of(&format!("{TRIANGLE}# comment\n{face}\n"));
        assert!(
            matches!(error, LevelError::Obj(ObjError::IndexOutOfRange { line: 5, vertices: 3, .. })),
            "{face}: {error}"
        );
    }
    assert!(matches!(error_of("f 1 2 3\n"), LevelError::Obj(ObjError::IndexOutOfRange { line: 1, vertices: 0, .. })));
}

#[test]
fn lines_that_cannot_be_read_are_named() {
    for line in [
        "v 1 2",
        "v",
        "v a b c",
        "v 1 2 3 0",
        "v 1 2 3 x",
        "f 1 2 x",
        "f /1 /2 /3",
        "f",
        "f 1.5 2 3",
        "f 1 2 99999999999999999999",
    ] {
        let error = error_of(&format!("{TRIANGLE}{line}\nf 1 2 3\n"));
        assert!(matches!(error, LevelError::Obj(ObjError::BadLine { line: 4, .. })), "{line}: {error}");
    }
    // A long line of control characters stays one short line.
    let error = error_of(&format!("v \u{1b}[31m{}\n", "x".repeat(10_000))).to_string();
    assert!(error.len() < 300 && !error.contains('\u{1b}'), "{error}");
}

#[test]
fn positions_that_are_not_finite_are_refused() {
    for vertex in ["v nan 0 0", "v 0 inf 0", "v 0 0 -infinity", "v 1e39 0 0", "v 1e38 0 0 1e-3"] {
        let error = error_of(&format!("{TRIANGLE}{vertex}\nf 1 2 4\n"));
        assert!(matches!(error, LevelError::Obj(ObjError::NotFinite { line: 4, .. })), "{vertex}: {error}");
    }
}

#[test]
fn no_bytes_panic() {
    let mut random = Random::new(1);
    let words = [
        "v",
        "f",
        "vt",
        "vn",
        "o",
        "g",
        "l",
        "usemtl",
        "mtllib",
        "#",
        "\\",
        "/",
        "//",
        "1",
        "2",
        "-1",
        "0",
        "nan",
        "inf",
        "1e99",
        "1/1/1",
        "-9223372036854775808",
        "1/-9223372036854775808",
        "\n",
        "\n",
        "\n",
        "\r",
        "\0",
        "\u{a0}",
        "\u{feff}",
        "é",
    ];
    for _ in 0..20_000 {
        let count = random.below(40);
        let mut text = String::new();
        for _ in 0..count {
            text.push_str(words[random.below(words.len())]);
            text.push_str([" ", "", "\n"][random.below(3)]);
        }
        check_result(&parse_text(&text));
    }
    for _ in 0..5_000 {
        let count = random.below(200);
        let bytes: Vec<u8> = (0..count).map(|_| random.next_u64() as u8).collect();
        check_result(&Level::from_bytes("test.obj", &bytes));
    }
    // A valid file with single bytes changed.
    let text = format!("{TRIANGLE}vt 0 0\nvn 0 1 0\nf 1/1/1 2/1/1 3/1/1\nf -1 -2 -3\n");
    for _ in 0..20_000 {
        let mut bytes = text.clone().into_bytes();
        for _ in 0..=random.below(3) {
            let at = random.below(bytes.len());
            bytes[at] = random.next_u64() as u8;
        }
        check_result(&Level::from_bytes("test.obj", &bytes));
    }
}

/// Checks that bytes gave a sound level or an error; an error about a line must name the line.
fn check_result(result: &Result<Level, LevelError>) {
    match result {
        Ok(level) => {
            assert_eq!((level.meshes.len(), level.instances.len()), (1, 1));
            let mesh = &level.meshes[0];
            assert!(!mesh.triangles.is_empty());
            assert!(mesh.triangles.iter().flatten().all(|&i| (i as usize) < mesh.positions.len()));
            assert!(mesh.positions.iter().all(|p| p.is_finite()));
        }
        Err(LevelError::Obj(
            ObjError::BadLine { line, .. } | ObjError::IndexOutOfRange { line, .. } | ObjError::NotFinite { line, .. },
        )) => assert!(*line > 0, "{result:?}"),
        Err(_) => {}
    }
}
