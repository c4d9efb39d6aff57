//! The page about levels: its data, the files beside it, and the command lines that repeat its findings.

use crate::exploring::planted_levels::{furnished, planted};
use crate::testkit::{Folder, crowd, refusal, run};
use base64::prelude::{BASE64_STANDARD, Engine};
use serde_json::Value;
use std::fmt::Write;
use std::fs;
use std::path::Path;
use sweep8_bench::levels::Level;

/// A folder with a template as the front end makes it, and levels as files.
fn folder(name: &str, levels: &[Level]) -> Folder {
    let folder = Folder::new(name);
    fs::create_dir_all(folder.0.join("web/dist")).expect("a folder");
    fs::write(folder.0.join("web/dist/report.html"), "<title>a page</title><!--DATA--><p>its end</p>").expect("a file");
    for level in levels {
        fs::write(folder.0.join(format!("{}.obj", level.name)), obj(level)).expect("a file");
    }
    folder
}

fn obj(level: &Level) -> String {
    let mut text = String::new();
    for p in &level.positions {
        writeln!(text, "v {} {} {}", p.x, p.y, p.z).expect("text");
    }
    for [a, b, c] in level.triangles.iter().map(|triangle| triangle.map(|index| index + 1)) {
        writeln!(text, "f {a} {b} {c}").expect("text");
    }
    text
}

/// The object that the program prints, and the data in the page.
fn report(folder: &Path, words: &str) -> (Value, Value) {
    let output = crowd(folder, &format!("report {words} -o page.html --web web --json --frames 60"));
    assert!(output.status.success(), "{words}: {}", String::from_utf8_lossy(&output.stderr));
    let object = serde_json::from_slice(&output.stdout).unwrap_or_else(|error| panic!("{words}: {error}"));
    let page = fs::read_to_string(folder.join("page.html")).expect("it was written");
    let (head, rest) = page.split_once("<script id=\"data\" type=\"application/json\">").expect("its data");
    let (data, tail) = rest.split_once("</script>").expect("its end");
    assert_eq!((head, tail), ("<title>a page</title>", "<p>its end</p>"));
    (object, serde_json::from_str(data).unwrap_or_else(|error| panic!("{words}: {error}")))
}

fn strings<'a>(list: &'a Value, field: &str) -> Vec<&'a str> {
    list.as_array().expect("a list").iter().map(|one| one[field].as_str().expect("a text")).collect()
}

/// Number of elements of an array of numbers in the page.
fn length(numbers: &Value) -> usize {
    let bytes = BASE64_STANDARD.decode(numbers["base64"].as_str().expect("base64")).expect("base64");
    let size = match numbers["type"].as_str() {
        Some("f32" | "u32") => 4,
        Some("u8" | "i8") => 1,
        other => panic!("{other:?}"),
    };
    assert_eq!(bytes.len() % size, 0);
    bytes.len() / size
}

#[test]
fn the_page_has_what_is_wrong_and_a_replay_of_each_walk() {
    let folder = folder("page_planted", &[planted()]);
    let (object, data) = report(&folder.0, "planted.obj --characters 20");
    let level = &object["levels"][0];
    let wrong: Vec<&Value> =
        level["findings"].as_array().expect("a list").iter().filter(|fact| fact["is_wrong"] == true).collect();
    let kinds: Vec<&str> = wrong.iter().map(|fact| fact["kind"].as_str().expect("a kind")).collect();
    assert_eq!(kinds, ["open border", "pit", "one-way drop", "unreached floor"]);
    for fact in &wrong[..3] {
        let file = fact["replay"].as_str().expect("a walk shows it");
        assert!(fact["way"].as_array().is_some_and(|way| way.len() >= 6 && way.len() % 3 == 0), "{fact}");
        let command = fact["command"].as_str().expect("a command line");
        assert_eq!(command, format!("crowd --replay {file}"));
        let replayed = run(&folder.0, command.split(' ').skip(1).chain(["--json"]));
        assert!(replayed.status.success(), "{command}: {}", String::from_utf8_lossy(&replayed.stderr));
    }
    assert!(wrong[3]["replay"].is_null());

    let page = &data["levels"][0];
    assert_eq!(strings(&page["findings"], "title"), strings(&level["findings"], "title"));
    let mesh = &page["mesh"];
    assert_eq!(length(&mesh["indices"]), 3 * planted().triangles.len());
    assert_eq!(3 * length(&mesh["classes"]), length(&mesh["indices"]));
    assert!(length(&mesh["positions"]) >= 9);
    let tiles = &page["tiles"];
    let places = length(&tiles["kinds"]);
    assert_eq!(length(&tiles["widths"]), places);
    assert!(places > 2000 && length(&tiles["points"]) == 3 * places && length(&tiles["normals"]) == 3 * places);
    let counts: Vec<u64> = serde_json::from_value(page["paths"]["counts"].clone()).expect("counts");
    assert_eq!(counts.len(), 20);
    assert_eq!(length(&page["paths"]["points"]) as u64, 3 * counts.iter().sum::<u64>());
    let bars: Vec<u64> = serde_json::from_value(page["times"]["counts"].clone()).expect("counts");
    assert_eq!(bars.iter().sum::<u64>(), 20 * 60, "a move each is measured");
    let rows = page["table"].as_array().expect("a table");
    assert!(rows.iter().any(|row| row[0] == "fell through" && row[1] == "0"), "{rows:?}");
    assert!(
        page["command"]
            .as_str()
            .is_some_and(|line| line.starts_with("crowd report planted.obj -o page.html --radii 0.4,0.9,0.4"))
    );
}

#[test]
fn several_levels_are_in_one_page_and_scenes_have_their_machines() {
    let folder = folder("page_several", &[furnished()]);
    let (object, data) = report(&folder.0, "furnished.obj machines --characters 10");
    assert_eq!(strings(&object["levels"], "level"), ["furnished", "machines"]);
    let levels = &data["levels"];
    assert_eq!(strings(levels, "name"), ["furnished", "machines"]);
    assert!(levels[0]["movers"].is_null());
    let movers = &levels[1]["movers"];
    let instances = movers["instances"].as_array().expect("machines").len();
    let frames = movers["frames"].as_u64().expect("a number") as usize;
    assert!(instances > 3 && frames == 61, "{instances} {frames}");
    assert_eq!(length(&movers["placements"]), 10 * instances * frames);
    // Only something to know, in a list of its own.
    let groups = levels[0]["groups"].as_array().expect("groups");
    assert_eq!(strings(&levels[0]["groups"], "title"), ["What is wrong", "Above"]);
    assert_eq!([&groups[0]["isOpen"], &groups[1]["isOpen"]], [true, false]);
}

#[test]
fn wrong_input_is_refused_by_name() {
    let folder = folder("page_refused", &[planted()]);
    fs::create_dir_all(folder.0.join("empty")).expect("a folder");
    for (words, said) in [
        ("report planted.obj -o page.html --web empty", "holds neither dist/report.html nor a front end"),
        ("report nowhere.obj -o page.html --web web", "nowhere.obj"),
        ("report planted.obj -o page.html --web web --spawn 500,0,0", "the spawn [500, 0, 0] is over no floor"),
        ("report planted.obj planted.obj -o page.html --web web --spawn 0,1,0", "--spawn is for one level"),
        ("report planted.obj -o nowhere/page.html --web web", "cannot write the output nowhere/page.html"),
    ] {
        let line = refusal(&folder.0, words);
        assert!(line.contains(said), "{words}: {line}");
    }
    for words in
        ["report planted.obj -o page.txt", "report planted.obj -o page.html --within 5,5,0,0", "report -o page.html"]
    {
        assert_eq!(crowd(&folder.0, words).status.code(), Some(2), "{words}");
    }
}
