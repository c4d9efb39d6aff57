//! Names in the headers: every call is exported, is in the header of C++, and is spelled right where a comment names it.

use std::collections::BTreeSet;
use std::path::Path;

fn file(path: &str) -> String {
    std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(path)).expect("it is there")
}

/// Words of letters, digits and underscores that begin so.
fn words<'a>(text: &'a str, start: &str) -> BTreeSet<&'a str> {
    let words = text.split(|letter: char| !(letter.is_alphanumeric() || letter == '_'));
    words.filter(|word| word.starts_with(start)).collect()
}

/// The calls of the library.
fn calls(header: &str) -> BTreeSet<&str> {
    let declarations = header.lines().filter_map(|line| line.strip_prefix("S8_API "));
    let names = declarations.filter_map(|line| line.split('(').next()?.rsplit([' ', '*']).next());
    names.collect()
}

/// The text without comments.
fn code(text: &str) -> String {
    text.lines().map(|line| line.split("//").next().unwrap_or_default()).collect::<Vec<_>>().join("\n")
}

#[test]
fn comments_name_what_is_there() {
    let header = file("include/sweep8.h");
    let code = code(&header);
    let there: BTreeSet<_> = words(&code, "s8_").union(&words(&code, "S8_")).copied().collect();
    // `s8_..._new` stands for many.
    let named: BTreeSet<_> =
        words(&header, "s8_").union(&words(&header, "S8_")).copied().filter(|&name| name != "s8_").collect();
    assert_eq!(named.difference(&there).collect::<Vec<_>>(), Vec::<&&str>::new());
}

#[test]
fn every_call_is_exported_and_has_a_method_in_cpp() {
    let (header, cpp) = (file("include/sweep8.h"), file("include/sweep8.hpp"));
    let calls = calls(&header);
    assert!(calls.len() > 150 && calls.contains("s8_world_new") && calls.contains("s8_crowd_step"), "{calls:?}");
    let exported: BTreeSet<_> = std::fs::read_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("src"))
        .expect("the sources are there")
        .flat_map(|entry| {
            let text = std::fs::read_to_string(entry.expect("it can be read").path()).expect("it is text");
            let names = text.lines().filter_map(|line| line.split_once("extern \"C\" fn s8_"));
            names.map(|(_, rest)| format!("s8_{}", rest.split('(').next().unwrap_or_default())).collect::<Vec<_>>()
        })
        .collect();
    assert_eq!(exported.iter().map(String::as_str).collect::<BTreeSet<_>>(), calls);

    // Plain values are made as in C, and an exception has the code.
    let values = [
        "s8_capsule",
        "s8_character_filter_default",
        "s8_closest_query_of",
        "s8_crowd_settings_default",
        "s8_ellipsoid",
        "s8_error_code",
        "s8_filter_default",
        "s8_input_earth",
        "s8_overlap_query_of",
        "s8_placement_at",
        "s8_ray_query_of",
        "s8_sense_rays_of",
        "s8_settings_default",
        "s8_slide_settings_default",
        "s8_state_at",
        "s8_sweep_query_of",
    ];
    let cpp = code(&cpp);
    let used = words(&cpp, "s8_");
    // s8_check_header calls it.
    let missing: Vec<_> = calls.iter().filter(|call| !used.contains(**call) && **call != "s8_check_sizes").collect();
    assert_eq!(missing, values.iter().collect::<Vec<_>>());
}

#[test]
fn cmake_has_the_version_of_the_crate() {
    let version = format!("project(sweep8 VERSION {} ", env!("CARGO_PKG_VERSION"));
    assert!(file("CMakeLists.txt").contains(&version), "{version}");
}
