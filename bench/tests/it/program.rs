//! The built program, as a person and a script meet it: every wrong input is answered by a few clear lines on stderr,
//! an exit code and nothing else; a right one by a table or one JSON object, and a picture.

use crate::testkit::{Folder, crowd};
use serde_json::Value;
use std::path::Path;
use sweep8::Backend;
use sweep8_bench::levels::scenes::{AnyScene, Scene};

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).expect("UTF-8")
}

/// Runs the program on wrong input; what it says.
fn refusal(folder: &Path, words: &str, most_lines: usize) -> String {
    let output = crowd(folder, words);
    let error = text(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{words}: {error}");
    assert_eq!(text(&output.stdout), "", "{words}");
    assert!(!error.contains("panicked") && !error.contains("RUST_BACKTRACE"), "{words}: {error}");
    let lines = error.lines().filter(|line| !line.trim().is_empty()).count();
    assert!((1..=most_lines).contains(&lines), "{words}: {lines} lines:\n{error}");
    error
}

/// Runs the program on right input; its object.
fn object(folder: &Path, words: &str) -> Value {
    let output = crowd(folder, words);
    let (out, error) = (text(&output.stdout), text(&output.stderr));
    assert!(output.status.success(), "{words}: {error}");
    assert_eq!(error, "", "{words}: something on stderr");
    let last = out.lines().last().unwrap_or_default();
    serde_json::from_str(last).unwrap_or_else(|error| panic!("{words}: {error}: {last}"))
}

const SQUARE: &str = "v -9 0 -9\nv 9 0 -9\nv 9 0 9\nv -9 0 9\n";

#[test]
fn wrong_arguments_are_named_with_what_is_right() {
    let folder = Folder::new("arguments");
    let wrong = [
        ("--characters 0", "whole number from 1 to"),
        ("--characters -5", "whole number from 1 to"),
        ("--characters 1e4", "whole number from 1 to"),
        ("--characters 4000001", "whole number from 1 to"),
        ("--frames 0", "whole number from 1 to"),
        ("--verify-every 0", "whole number from 1 to"),
        ("--hz 0", "whole number from 1 to"),
        ("--hz 59.94", "whole number from 1 to"),
        ("--walkers idle", "walkers are turning, mixed or roaming"),
        ("--threads 1025", "whole number from 0 to"),
        ("--threads -1", "whole number from 0 to"),
        ("--seed first", "whole number from 0 to"),
        ("--speed -1", "number from 0 to 1000"),
        ("--speed NaN", "number from 0 to 1000"),
        ("--speed inf", "number from 0 to 1000"),
        ("--radii 0", "greater than 0"),
        ("--picture a.jpg", "it is drawn as PNG: name it with the ending .png"),
        ("--picture a", "name it with the ending .png"),
        ("--radii -1", "greater than 0"),
        ("--radii 0.4,-0.9,0.4", "radius along y is -0.9"),
        ("--radii nan", "must be finite"),
        ("--radii 1e9", "must lie between"),
        ("--radii 0.4,0.9", "one radius or three"),
        ("--radii 0.4,0.9,0.4,1", "one radius or three"),
        ("--radii 0.4,,0.4", "\"\" is not a number"),
        ("--radii wide", "\"wide\" is not a number"),
        ("--capsule 0.4", "give radius and height"),
        ("--capsule 0.4,0.7", "at least twice the radius"),
        ("--capsule 0,1.8", "`radius` is 0"),
        ("--capsule 0.4,high", "\"high\" is not a number"),
        ("--capsule 0.4,1.8 --radii 0.4", "cannot be used with"),
        ("--fast", "unexpected argument '--fast'"),
        ("dungeon", "unexpected argument 'dungeon'"),
        ("--level", "a value is required"),
        ("--level a.obj --scene grid", "cannot be used with"),
    ];
    for (words, what) in wrong {
        let error = refusal(&folder.0, words, 3);
        assert!(error.contains(what), "{words}: {error}");
    }
    assert!(folder.names().is_empty(), "{:?}", folder.names());
}

#[test]
fn an_unknown_scene_lists_those_there_are() {
    let folder = Folder::new("scene");
    for words in ["--scene castle", "--scene Dungeon", "--scene="] {
        let error = refusal(&folder.0, words, 3);
        assert!(Scene::names().all(|name| error.contains(name)), "{error}");
    }
}

#[test]
fn a_level_that_is_none_is_refused_in_one_line() {
    let folder = Folder::new("level");
    folder.file("garbage.obj", b"\x00\x01\xff\xfe nothing \x80 to see\n\x07");
    folder.file("castle.obj", b"glTF\x02\0\0\0");
    folder.file("empty.obj", b"");
    folder.file("points.obj", SQUARE);
    folder.file("typing.obj", format!("{SQUARE}f 1 2 x\n"));
    folder.file("index.obj", format!("{SQUARE}f 1 2 5\n"));
    folder.file("nan.obj", format!("v nan 0 0\n{SQUARE}f 1 2 3\n"));
    folder.file("vast.obj", b"v -1e9 0 -1e9\nv 1e9 0 1e9\nv 1e9 0 -1e9\nf 1 2 3\n");
    folder.file("lines.obj", b"v 0 0 0\nv 1 0 0\nv 2 0 0\nf 1 2 3\nf 1 1 2\nf 3 3 3\n");
    folder.file("upside-down.obj", format!("{SQUARE}f 1 2 3 4\n"));
    folder.file("wall.obj", b"v 0 0 0\nv 9 0 0\nv 9 9 0\nv 0 9 0\nf 1 2 3 4\n");
    folder.file("steep.obj", b"v -9 0 9\nv 9 0 9\nv 9 18 -1\nv -9 18 -1\nf 1 2 3 4\n");
    let wrong = [
        ("missing", "check the path"),
        ("garbage", "not a Wavefront OBJ"),
        ("castle", "it was cut short"),
        ("empty", "has no triangles"),
        ("points", "has no triangles"),
        ("typing", "line 5"),
        ("index", "names a vertex that does not exist, the file has 4"),
        ("nan", "line 1"),
        ("vast", "coordinate must be within"),
        ("lines", "no triangle with an area"),
        ("upside-down", "found no floor"),
        ("wall", "found no floor"),
        ("steep", "found no floor"),
    ];
    for (name, what) in wrong {
        let error = refusal(&folder.0, &format!("--level {name}.obj --characters 500"), 1);
        assert!(error.starts_with("crowd: ") && error.contains(name) && error.contains(what), "{error}");
    }
    assert!(refusal(&folder.0, "--level .", 1).contains("cannot read"));
    assert!(
        refusal(&folder.0, "--scene wedge --radii 90 --characters 9", 1)
            .contains("--radii 90,90,90 has room to stand; try a smaller one")
    );
    let left = folder.names();
    assert!(left.iter().all(|name| Path::new(name).extension().is_some_and(|it| it == "obj")), "{left:?}");
}

#[test]
fn a_room_gets_as_many_characters_as_have_room_to_walk_and_more_than_fit_are_warned_of() {
    let folder = Folder::new("room");
    let room = |half: u32| {
        format!("v -{half} 0 -{half}\nv {half} 0 -{half}\nv {half} 0 {half}\nv -{half} 0 {half}\nf 4 3 2 1\n")
    };
    folder.file("small.obj", room(10));
    folder.file("large.obj", room(200));
    let walk = |words: &str| object(&folder.0, &format!("{words} --frames 20 --json"));
    let small = walk("--level small.obj");
    // Capsules of 0.8 m that stand at random fill half of 20 m by 20 m: about 400 of them; a quarter of those walks.
    let characters = small["characters"].as_u64().expect("a number");
    assert!((60..=130).contains(&characters) && small["overlapping_pairs"] == 0, "{small}");
    assert_eq!(walk("--level large.obj")["characters"], 10_000);
    assert_eq!(walk("--level small.obj --neighbours ignore")["characters"], 10_000, "they go through each other");

    let crowded = crowd(&folder.0, "--level small.obj --characters 3000 --frames 5 --json");
    let said = text(&crowded.stderr);
    let first = said.lines().next().unwrap_or_default();
    assert!(
        first.starts_with("crowd: warning: small has room for about ") && first.contains("--characters "),
        "{said}"
    );
    let fits = crowd(&folder.0, "--level small.obj --characters 150 --frames 5 --json");
    assert_eq!(text(&fits.stderr), "");
}

#[test]
fn a_file_of_an_unknown_ending_is_known_by_its_contents_or_refused_in_one_line() {
    let folder = Folder::new("ending");
    let yard = format!("{SQUARE}f 4 3 2 1\n");
    for name in ["yard.obj", "yard.OBJ", "yard.txt", "yard", "yard.max", "yard.fbx"] {
        folder.file(name, &yard);
    }
    folder.file("scene.bin", b"glTF\x02\0\0\0");
    for name in ["yard.txt", "yard", "yard.max"] {
        let error = refusal(&folder.0, &format!("--level {name}"), 1);
        assert!(error.starts_with(&format!("crowd: {name} is no level that is known")), "{error}");
        assert!([".obj", ".glb", ".gltf", ".sweep8"].iter().all(|ending| error.contains(ending)), "{error}");
    }
    assert!(refusal(&folder.0, "--level yard.fbx", 1).contains("is FBX"));
    assert!(refusal(&folder.0, "--level scene.bin", 1).contains("it was cut short"), "a glTF by its first bytes");
    for name in ["yard.obj", "yard.OBJ"] {
        object(&folder.0, &format!("--level {name} --characters 20 --frames 5 --json"));
    }
}

#[test]
fn a_hopeless_search_for_places_ends_soon() {
    let folder = Folder::new("hopeless");
    folder.file("wall.obj", b"v 0 0 0\nv 9 0 0\nv 9 9 0\nv 0 9 0\nf 1 2 3 4\n");
    let started = std::time::Instant::now();
    refusal(&folder.0, "--level wall.obj --characters 4000000", 1);
    assert!(started.elapsed().as_secs() < 20, "{:?}", started.elapsed());
}

#[test]
fn a_picture_that_cannot_be_written_is_reported_before_the_walk() {
    let folder = Folder::new("unwritable");
    std::fs::create_dir(folder.0.join("folder.png")).expect("the temporary folder can be written");
    let before = std::time::Instant::now();
    for words in ["--picture missing/folder/a.png", "--picture folder.png"] {
        let error = refusal(&folder.0, &format!("--scene grid --frames 1000000 {words}"), 1);
        assert!(error.starts_with("crowd: cannot write the picture"), "{error}");
    }
    assert!(before.elapsed().as_secs() < 20, "it walked first: {:?}", before.elapsed());
    // Nor is there half a picture where something else went wrong.
    refusal(&folder.0, "--level missing.obj --picture a.png", 1);
    assert_eq!(folder.names(), ["folder.png"]);
}

#[test]
fn triangles_too_large_for_the_skin_are_warned_of_in_one_line() {
    let folder = Folder::new("vast");
    let square = |half: u32| {
        format!("v -{half} 0 -{half}\nv {half} 0 -{half}\nv {half} 0 {half}\nv -{half} 0 {half}\nf 4 3 2 1\n")
    };
    for (half, lines) in [(1000, 0), (2000, 1)] {
        folder.file("plain.obj", square(half));
        let output = crowd(&folder.0, "--level plain.obj --characters 9 --frames 5 --json");
        let error = text(&output.stderr);
        assert_eq!(error.lines().count(), lines, "{error}");
        assert!(lines == 0 || error.contains("an edge of 5657 m; beyond 3000 m") && error.contains("split"), "{error}");
        assert!(output.status.success(), "{error}");
    }
}

#[test]
fn the_object_has_all_figures_and_they_make_sense() {
    let folder = Folder::new("json");
    let all = object(&folder.0, "--scene stairs --characters 200 --frames 150 --threads 2 --json");
    let map = all.as_object().expect("an object");
    let number = |key: &str| map.get(key).and_then(Value::as_f64).unwrap_or_else(|| panic!("{key} in {all}"));
    for (key, value) in [("characters", 200.0), ("frames", 150.0), ("threads", 2.0), ("allocations_per_frame", 0.0)] {
        assert_eq!(number(key), value, "{key}");
    }
    assert_eq!((&map["hz"], &map["walkers"]), (&Value::from(60), &Value::from("roaming")));
    assert_eq!((&map["mode"], &map["neighbours"]), (&Value::from("walk"), &Value::from("solid")));
    // Nobody is asked whether it is stuck while another is near.
    assert!((1.0..30_000.0).contains(&number("moves_watched")) && number("overlapping_pairs") == 0.0, "{all}");
    assert!((0.2..0.4).contains(&number("others_within")) && map["rooms"].is_null() && map["rooms_seen"].is_null());
    for key in ["fell_through", "penetrating", "stuck", "frozen", "not_finite", "left_level", "max_penetration"] {
        assert_eq!(number(key), 0.0, "{key}");
    }
    assert_eq!(number("triangles"), Scene::Stairs.build().triangles.len() as f64);
    assert!((0.001..10_000.0).contains(&number("build_ms")));
    assert!((30.0..300.0).contains(&number("bytes_per_triangle")));
    assert!((10.0..1e6).contains(&number("ns_per_move_median")));
    assert!(number("ns_per_move_p99") >= number("ns_per_move_median"));
    // Half of the frames take the median or longer, so that the mean is half of it at least.
    assert!((1e3..=2.01e9 / number("ns_per_move_median")).contains(&number("moves_per_second")));
    let slides = ["ns_slide_p50", "ns_slide_p99", "ns_slide_p999"].map(number);
    assert!(slides.is_sorted() && (10.0..1e9).contains(&slides[0]), "{slides:?}");
    // Everybody stands or walks on something, and most sweep it more than once.
    let (mean, most) = (number("blocks_swept_mean"), number("blocks_swept_p999"));
    assert!((1.0..100.0).contains(&mean) && (mean..10_000.0).contains(&most), "{mean} and {most}");
    assert_eq!(map["backend"], Backend::best().name());
    let hash = map["state_hash"].as_str().expect("a hash is text: programs round large numbers");
    assert!(hash.len() == 16 && u64::from_str_radix(hash, 16).is_ok(), "{hash}");
    assert!(folder.names().is_empty(), "no picture unless asked for: {:?}", folder.names());
}

#[test]
fn the_state_hash_depends_on_the_seed_and_not_on_threads_or_backend() {
    let folder = Folder::new("hash");
    let hash = |words: &str| {
        let all = object(&folder.0, &format!("--scene humps --characters 400 --frames 60 --json {words}"));
        all["state_hash"].as_str().expect("text").to_owned()
    };
    let one = hash("--threads 1");
    assert_eq!(one, hash("--threads 2"));
    assert_eq!(one, hash("--threads 3 --verify-every 7"));
    for backend in Backend::available() {
        assert_eq!(one, hash(&format!("--backend {backend}")), "{backend}");
    }
    assert_ne!(one, hash("--threads 1 --seed 2"));
}

#[test]
fn one_object_is_all_that_is_printed_and_the_picture_is_a_png() {
    let folder = Folder::new("picture");
    folder.file("yard.obj", format!("{SQUARE}f 4 3 2 1\n"));
    let words = "--level yard.obj --characters 60 --frames 90 --json --picture here.png";
    let output = crowd(&folder.0, words);
    assert_eq!(text(&output.stdout).lines().count(), 1);
    assert_eq!(object(&folder.0, words)["level"], "yard");
    assert_eq!(folder.names(), ["here.png", "yard.obj"]);
    let bytes = std::fs::read(folder.0.join("here.png")).expect("a picture");
    let picture = png::Decoder::new(std::io::Cursor::new(bytes)).read_info().expect("a PNG");
    let (width, height) = picture.info().size();
    assert_eq!(width.max(height), 1600);
}

#[test]
fn scenes_that_move_have_the_same_figures_and_say_who_was_crushed() {
    let folder = Folder::new("moving");
    let all = object(&folder.0, "--scene machines --characters 500 --frames 120 --json");
    for key in ["fell_through", "penetrating", "stuck", "frozen", "not_finite"] {
        assert_eq!(all[key], 0, "{key} in {all}");
    }
    assert!(all["machines"] == 210 && all["instances"].as_u64() > Some(400), "{all}");
    assert!(all["crushed"].as_u64() > Some(0), "{all}");
    let table = text(&crowd(&folder.0, "--scene city --characters 100 --frames 40").stdout);
    for line in ["instances             5,000, of which ", "crushed               "] {
        assert!(table.lines().any(|it| it.trim_start().starts_with(line)), "{line:?} is missing:\n{table}");
    }
    let still = object(&folder.0, "--scene grid --characters 50 --frames 20 --json");
    assert_eq!((&still["machines"], &still["instances"], &still["crushed"]), (&0.into(), &1.into(), &0.into()));
    let error = refusal(&folder.0, "--scene machines --characters 10 --hz 2", 3);
    assert!(error.contains("a machine of machines moves too far in a frame") && error.contains("--hz"), "{error}");
}

#[test]
fn the_table_is_for_people() {
    let folder = Folder::new("table");
    let output = crowd(&folder.0, "--scene needles --characters 1200 --frames 40 --threads 1 --neighbours ignore");
    let table = text(&output.stdout);
    assert!(output.status.success() && output.stderr.is_empty(), "{}", text(&output.stderr));
    for line in [
        "level                 needles",
        "triangles             21,864, 400 without area and 400 copies left out",
        "moves                 1,200 characters, 40 frames, 1 thread",
        "one slide alone       ",
        "blocks it sweeps      ",
        "fell through          0",
        "penetrating           0 (deepest 0.000000 m)",
        "stuck                 0 ",
        "frozen                0 ",
        "not finite            0",
        "left the level        0 ",
        "allocations per frame 0.000",
        "picture               crowd.png",
    ] {
        assert!(table.lines().any(|it| it.trim_start().starts_with(line)), "{line:?} is missing:\n{table}");
    }
    assert!(table.lines().all(|line| line.len() < 100 && line.starts_with("  ")), "{table}");
    assert!(!table.contains("rooms seen") && !table.contains("checked for all"), "{table}");
    assert_eq!(folder.names(), ["crowd.png"]);
    let table = text(&crowd(&folder.0, "--scene dungeon --characters 50 --frames 20").stdout);
    for line in
        ["rooms seen            ", "checked for all three ", "overlapping pairs     0 (characters that are solid)"]
    {
        assert!(table.lines().any(|it| it.trim_start().starts_with(line)), "{line:?} is missing:\n{table}");
    }
    assert!(table.contains(" of 36, by an average character"), "{table}");
}

#[test]
fn help_and_version_go_to_stdout() {
    let folder = Folder::new("help");
    for (words, what) in [("--help", "Usage: crowd"), ("-h", "Usage: crowd"), ("--version", "crowd 0.")] {
        let output = crowd(&folder.0, words);
        assert!(output.status.success() && output.stderr.is_empty());
        assert!(text(&output.stdout).contains(what), "{}", text(&output.stdout));
    }
    let help = text(&crowd(&folder.0, "--help").stdout);
    for task in ["accuracy", "hunt", "figures"] {
        assert!(help.contains(&format!("crowd {task} ")), "{task} is missing:\n{help}");
    }
    assert!(AnyScene::descriptions().all(|(name, about)| help.contains(name) && help.contains(about)));
}
