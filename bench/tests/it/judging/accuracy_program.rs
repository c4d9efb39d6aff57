//! `crowd accuracy` as a person and a script meet it: tables or one JSON object, a plot, exit codes, one line of error.

use crate::testkit::{Folder, crowd};
use serde_json::Value;
use std::path::Path;
use std::process::Output;
use sweep8_bench::judging::accuracy::families::Family;
use sweep8_bench::judging::accuracy::methods::Method;

/// Runs the program in a folder, with words split at blanks.
fn accuracy(folder: &Path, words: &str) -> Output {
    crowd(folder, &format!("accuracy {words}"))
}

fn text(bytes: &[u8]) -> &str {
    std::str::from_utf8(bytes).expect("UTF-8")
}

const YARD: &str = "v -9 0 -9\nv 9 0 -9\nv 9 0 9\nv -9 0 9\nf 4 3 2 1\n";

#[test]
fn the_object_has_every_method_and_family_and_they_add_up() {
    let folder = Folder::new("json");
    std::fs::write(folder.0.join("yard.obj"), YARD).expect("the temporary folder can be written");
    let output = accuracy(&folder.0, "--sweeps 60 --threads 2 --seed 5 --json --level yard.obj");
    assert!(output.status.success() && output.stderr.is_empty(), "{}", text(&output.stderr));
    assert_eq!(text(&output.stdout).lines().count(), 1);
    assert_eq!(folder.names(), ["yard.obj"], "no plot unless asked for");

    let all: Value = serde_json::from_slice(&output.stdout).expect("one object");
    assert_eq!((&all["seed"], &all["tolerance"]), (&Value::from(5), &Value::from(1e-5)));
    let mut names: Vec<String> = Family::all().iter().map(|family| family.name().to_owned()).collect();
    names.insert(0, "yard".to_owned());
    assert_eq!(all["families"], Value::from(names.clone()));
    let methods = all["methods"].as_array().expect("a list");
    assert!(methods.iter().map(|method| &method["method"]).eq(Method::ALL.map(Method::name).iter()));
    for method in methods {
        let families = method["families"].as_array().expect("a list");
        assert!(families.iter().map(|family| &family["family"]).eq(names.iter()));
        for key in ["sweeps", "hits", "missed", "invented", "beyond_tolerance"] {
            let count = |figures: &Value| figures[key].as_u64().unwrap_or_else(|| panic!("{key} in {figures}"));
            assert_eq!(count(&method["total"]), families.iter().map(count).sum::<u64>(), "{key}");
        }
        assert_eq!(method["total"]["sweeps"], Value::from(60 * names.len()));
        for key in ["median_gap_error", "worst_gap_error", "longest_tunnel"] {
            assert!(method["total"][key].is_f64() || method["total"][key].is_null(), "{key} in {method}");
        }
    }
}

#[test]
fn tables_fit_a_terminal_and_the_plot_is_an_svg_with_a_curve_for_each_method() {
    let folder = Folder::new("table");
    let output = accuracy(&folder.0, "--sweeps 40");
    assert!(output.status.success() && output.stderr.is_empty(), "{}", text(&output.stderr));
    let table = text(&output.stdout);
    assert!(table.lines().all(|line| line.chars().count() <= 120), "{table}");
    for name in Method::ALL.map(Method::name) {
        assert!(table.lines().any(|line| line.trim_start().starts_with(name)), "{name} is missing:\n{table}");
    }
    for family in Family::all() {
        let name = family.name();
        assert!(table.lines().any(|line| line.trim_start().starts_with(name)), "{name} is missing:\n{table}");
    }
    assert_eq!(folder.names(), ["accuracy.svg"]);
    let svg = std::fs::read_to_string(folder.0.join("accuracy.svg")).expect("a plot");
    assert!(svg.starts_with("<svg") && svg.trim_end().ends_with("</svg>"));
    let curves = svg.lines().filter(|line| line.starts_with("<polyline") && line.len() > 2_000).count();
    assert_eq!(curves, Method::ALL.len());
    for name in Method::ALL.map(Method::name) {
        assert!(svg.contains(&format!("{name}: ")), "{name} is not in the legend");
    }
}

#[test]
fn wrong_input_is_refused_before_the_sweeps() {
    let folder = Folder::new("wrong");
    let write = |name: &str, text: &str| {
        std::fs::write(folder.0.join(name), text).expect("the temporary folder can be written");
    };
    write("vast.obj", "v -1e9 0 -1e9\nv 1e9 0 1e9\nv 1e9 0 -1e9\nf 1 2 3\n");
    write("lines.obj", "v 0 0 0\nv 1 0 0\nv 2 0 0\nf 1 2 3\n");
    write("points.obj", "v 0 0 0\n");
    let before = folder.names().len();
    for (words, what) in [
        ("--level missing.obj", "crowd: cannot read missing.obj"),
        ("--level points.obj", "crowd: points.obj has no triangles"),
        ("--level vast.obj --sweeps 1000000", "crowd: vast cannot be used"),
        ("--level lines.obj --sweeps 1000000", "crowd: lines has no triangle with an area"),
        ("--plot missing/folder/a.svg", "crowd: cannot write the plot missing/folder/a.svg"),
    ] {
        let output = accuracy(&folder.0, words);
        let error = text(&output.stderr);
        assert_eq!((output.status.code(), text(&output.stdout)), (Some(2), ""), "{words}: {error}");
        assert!(error.starts_with(what) && error.lines().count() == 1, "{words}: {error}");
    }
    for (words, what) in [
        ("--plot a.png", "name it with the ending .svg"),
        ("--sweeps 0", "whole number from 1 to"),
        ("--threads 1025", "whole number from 0 to"),
        ("--seed first", "whole number from 0 to"),
        ("--scene stairs", "unexpected argument '--scene'"),
        ("stairs", "unexpected argument 'stairs'"),
    ] {
        let output = accuracy(&folder.0, words);
        let error = text(&output.stderr);
        assert_eq!((output.status.code(), text(&output.stdout)), (Some(2), ""), "{words}: {error}");
        assert!(error.contains(what) && !error.contains("panicked"), "{words}: {error}");
    }
    assert_eq!(folder.names().len(), before, "{:?}", folder.names());
}
