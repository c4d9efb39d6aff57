//! Loading OBJ files: good ones as they are, bad ones with one line that helps, none with a panic.

use std::path::{Path, PathBuf};

use glam::Vec3;
use sweep8_bench::levels::Level;
use sweep8_bench::levels::obj::{LevelError, load, parse};
use sweep8_bench::random::Random;

/// A file that is gone when the test is over.
struct TempFile(PathBuf);

impl TempFile {
    fn new(test: &str, bytes: &[u8]) -> Self {
        let path = std::env::temp_dir().join(format!("sweep8-obj-{test}-{}.obj", std::process::id()));
        std::fs::write(&path, bytes).expect("the temporary folder can be written");
        Self(path)
    }
}

impl Drop for TempFile {
    fn drop(&mut self) {
        let _ = std::fs::remove_file(&self.0);
    }
}

fn parse_text(text: &str) -> Result<Level, LevelError> {
    parse(text.as_bytes(), "test", Path::new("test.obj"))
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
    let file = TempFile::new("small", text.as_bytes());
    let level = load(&file.0).expect("a valid file");
    assert!(level.name.starts_with("sweep8-obj-small"), "{}", level.name);
    let expected = [
        [Vec3::ZERO, Vec3::new(0.0, 0.0, 2.0), Vec3::new(2.0, 0.0, 2.0)],
        [Vec3::ZERO, Vec3::new(2.0, 0.0, 2.0), Vec3::new(2.0, 0.0, 0.0)],
        [Vec3::new(2.0, 3.0, 0.0), Vec3::new(2.0, 0.0, 0.0), Vec3::new(2.0, 0.0, 2.0)],
    ];
    assert_eq!(level.each_triangle().collect::<Vec<_>>(), expected);
    assert_eq!(level.positions.len(), 5, "vertices are shared between groups");
}

#[test]
fn what_exporters_write_is_understood() {
    let same = |text: &str| {
        let level = parse_text(text).unwrap_or_else(|error| panic!("{text:?}: {error}"));
        assert_eq!(level.corners(0), [Vec3::ZERO, Vec3::X, Vec3::Y], "{text:?}");
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
    assert!(parse(&bytes, "test", Path::new("test.obj")).is_ok());
}

#[test]
fn a_file_that_is_not_there_is_named() {
    let path = std::env::temp_dir().join("sweep8-no-such-folder").join("level.obj");
    let error = load(&path).expect_err("there is no such file");
    assert!(matches!(error, LevelError::CannotRead { .. }), "{error}");
    assert!(error.to_string().contains("level.obj"), "{error}");
    // A folder can be opened on some systems, but not read.
    assert!(matches!(load(&std::env::temp_dir()), Err(LevelError::CannotRead { .. })));
}

#[test]
fn files_without_triangles_say_so() {
    for text in ["", "  \n\n", TRIANGLE, "v 0 0 0\nf 1\n", "v 0 0 0\nv 1 0 0\nf 1 2\n"] {
        let error = error_of(text);
        assert!(matches!(error, LevelError::NoTriangles { .. }), "{text:?}: {error}");
    }
}

#[test]
fn files_of_another_kind_say_so() {
    for text in ["<html></html>", "PK\u{3}\u{4}", "vn 0 1 0"] {
        let error = error_of(text);
        assert!(matches!(error, LevelError::NotObj { .. }), "{text:?}: {error}");
    }
    for (text, name) in [("solid cube\nfacet normal 0 0 1\n", "STL"), ("ply\n", "PLY")] {
        let error = error_of(text);
        assert!(matches!(error, LevelError::OtherFormat { format, .. } if format == name), "{text:?}: {error}");
    }
    let error = parse(b"PK\x03\x04", "castle", Path::new("castle.USDZ")).expect_err("it is an archive");
    assert!(
        error.to_string().contains("is USD, neither Wavefront OBJ nor glTF; export the level as one of them"),
        "{error}"
    );
    assert!(
        parse(format!("{TRIANGLE}f 1 2 3\n").as_bytes(), "castle", Path::new("castle.usdz")).is_ok(),
        "what the bytes say counts"
    );
}

#[test]
fn indices_out_of_range_name_the_line() {
    for face in ["f 1 2 4", "f 0 1 2", "f -4 1 2", "f 1 2 9223372036854775807", "f 1 2 -9223372036854775808"] {
        let error = error_of(&format!("{TRIANGLE}# comment\n{face}\n"));
        assert!(matches!(error, LevelError::IndexOutOfRange { line: 5, vertices: 3, .. }), "{face}: {error}");
    }
    assert!(matches!(error_of("f 1 2 3\n"), LevelError::IndexOutOfRange { line: 1, vertices: 0, .. }));
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
        assert!(matches!(error, LevelError::BadLine { line: 4, .. }), "{line}: {error}");
    }
    // A long line of control characters stays one short line.
    let error = error_of(&format!("v \u{1b}[31m{}\n", "x".repeat(10_000))).to_string();
    assert!(error.len() < 300 && !error.contains('\u{1b}'), "{error}");
}

#[test]
fn positions_that_are_not_finite_are_refused() {
    for vertex in ["v nan 0 0", "v 0 inf 0", "v 0 0 -infinity", "v 1e39 0 0", "v 1e38 0 0 1e-3"] {
        let error = error_of(&format!("{TRIANGLE}{vertex}\nf 1 2 4\n"));
        assert!(matches!(error, LevelError::NotFinite { line: 4, .. }), "{vertex}: {error}");
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
        check_result(&parse(&bytes, "test", Path::new("test.obj")));
    }
    // A valid file with single bytes changed.
    let text = format!("{TRIANGLE}vt 0 0\nvn 0 1 0\nf 1/1/1 2/1/1 3/1/1\nf -1 -2 -3\n");
    for _ in 0..20_000 {
        let mut bytes = text.clone().into_bytes();
        for _ in 0..=random.below(3) {
            let at = random.below(bytes.len());
            bytes[at] = random.next_u64() as u8;
        }
        check_result(&parse(&bytes, "test", Path::new("test.obj")));
    }
}

/// Checks that bytes gave a sound level or an error; an error about a line must name the line.
fn check_result(result: &Result<Level, LevelError>) {
    match result {
        Ok(level) => {
            assert!(!level.triangles.is_empty());
            assert!(level.triangles.iter().flatten().all(|&i| (i as usize) < level.positions.len()));
            assert!(level.positions.iter().all(|p| p.is_finite()));
        }
        Err(
            LevelError::BadLine { line, .. }
            | LevelError::IndexOutOfRange { line, .. }
            | LevelError::NotFinite { line, .. },
        ) => assert!(*line > 0, "{result:?}"),
        Err(_) => {}
    }
}
