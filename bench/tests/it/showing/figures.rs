//! The figures of `docs/accuracy.md` and `docs/character.md` are those that the program draws: no number in them can go stale.

use std::fs;
use std::path::Path;
use sweep8_bench::drawing::figure;
use sweep8_bench::judging::accuracy;
use sweep8_bench::walking;

#[test]
fn the_committed_figures_are_what_the_program_draws() {
    let images = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/images");
    for (folder, drawn, count) in [("accuracy", accuracy::figures::all(), 5), ("character", walking::figures::all(), 7)]
    {
        let drawn = drawn.unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(drawn.len(), count);
        for (name, svg) in drawn {
            let file = images.join(folder).join(&name);
            let committed = fs::read_to_string(file).unwrap_or_else(|error| panic!("{folder}/{name}: {error}"));
            assert!(
                committed == svg,
                "{folder}/{name} has changed; if that is meant, draw it anew: cargo run --release -- figures"
            );
        }
    }
}

#[test]
fn the_gained_speed_is_the_one_that_the_design_names() {
    let drawn = accuracy::figures::all().unwrap_or_else(|error| panic!("{error}"));
    let (_, speed) = drawn.iter().find(|(name, _)| name == "speed.svg").expect("there is a figure of the speed");
    for words in ["slide found in ellipsoid space: 1.147", "slide along the slope: 0.459"] {
        assert!(speed.contains(words), "{words}");
    }
}

#[test]
fn a_folder_that_cannot_be_made_is_named() {
    let file = std::env::temp_dir().join(format!("sweep8 figures {}", std::process::id()));
    fs::write(&file, "in the way").expect("there is room for a temporary file");
    let error = figure::write(Vec::new(), &file.join("here")).expect_err("a file is no folder");
    fs::remove_file(&file).expect("it was written here");
    assert!(error.to_string().contains("here"), "{error}");
}
