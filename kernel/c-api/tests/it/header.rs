//! The header is what the sources say, in sections. `SWEEP8_WRITE_HEADER=1 cargo test --package sweep8-c --test it header::`
//! writes it anew.
//!
//! cbindgen translates the items; they are put into sections here, by the module or the name of each, with an assertion
//! of its size behind each struct and the check of all sizes at the end.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::Path;
use sweep8_c::layout::SIZES;

/// A section of the header.
struct Section {
    heading: &'static str,
    /// The subject of the section, in a line.
    about: &'static str,
    /// Modules of the crate, and names of items that are not in the section of their module. Calls are in this order.
    of: &'static [&'static str],
}

/// Each section uses types of its own and of earlier ones only.
const SECTIONS: &[Section] = &[
    Section { heading: "Handles", about: "Opaque types; the sections below make, use and free them.", of: &[] },
    Section {
        heading: "Errors",
        about: "The code that a call returns, and the message that the thread keeps.",
        of: &["error"],
    },
    Section {
        heading: "Version",
        about: "The version of header and library. `s8_check_header`, at the end, compares the two.",
        of: &["S8_VERSION_MAJOR", "S8_VERSION_MINOR", "S8_VERSION_PATCH", "s8_version", "layout"],
    },
    Section {
        heading: "Values",
        about: "Vectors, positions, placements, shapes and ids: plain data.",
        of: &["types", "s8_sides"],
    },
    Section {
        heading: "Working memory",
        about: "Memory that calls use again, so that they allocate nothing once it is warm.",
        of: &["memory"],
    },
    Section {
        heading: "Meshes",
        about: "Triangles, checked and cooked: made ready for queries and moves.",
        of: &["mesh", "mesh_access", "cooked"],
    },
    Section {
        heading: "Worlds",
        about: "Instances of meshes, which come, go and move.",
        of: &["world", "world_access"],
    },
    Section {
        heading: "Steps of a world",
        about: "The time in which instances move to their targets, and carry and push characters.",
        of: &["contact_filter", "step", "open_step"],
    },
    Section {
        heading: "Queries of a world",
        about: "Sweeps, rays, overlaps and the closest point. World space, metres.",
        of: &["hit", "query", "body", "query_many"],
    },
    Section {
        heading: "Slides",
        about: "Moves of a shape along what is in its way, and the outcome of moves.",
        of: &["slide", "body_slide", "outcome", "s8_status", "s8_ground"],
    },
    Section {
        heading: "Characters",
        about: "Profiles, and moves of characters whose states the caller keeps.",
        of: &["profile", "state", "state_access", "character", "report"],
    },
    Section {
        heading: "Crowds",
        about: "Many characters with ids, moved together; the crowd keeps their states.",
        of: &["crowd", "crowd_step", "crowd_access"],
    },
    Section {
        heading: "Queries of a crowd",
        about: "Rays, sweeps and overlaps with the bodies of characters. World space, metres.",
        of: &["crowd_query", "crowd_sense"],
    },
    Section {
        heading: "Events and contacts",
        about: "What happened to the characters of a crowd, or of an array, in its last step.",
        of: &["event", "move_events"],
    },
    Section {
        heading: "Save and restore",
        about: "Crowds, and the motion of worlds, as bytes: for rollback and files.",
        of: &[
            "s8_bytes_new",
            "s8_bytes_free",
            "s8_bytes_data",
            "s8_bytes_size",
            "s8_crowd_save",
            "s8_crowd_restore",
            "s8_world_save_motion",
            "s8_world_restore_motion",
        ],
    },
    Section { heading: "Debug lines", about: "The last step of a character, as lines to draw.", of: &["debug_line"] },
    Section { heading: "Check of this header", about: "The first call of a program.", of: &[] },
];

/// Kinds of items; a section has them in this order.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Kind {
    Constant,
    Enum,
    Handle,
    Type,
    Call,
}

/// The kind and the name of an item, which begins with its documentation.
fn named(item: &str) -> (Kind, &str) {
    let first = item.lines().find(|line| !line.starts_with("///")).expect("it is more than documentation");
    let word = |letter: char| letter.is_alphanumeric() || letter == '_';
    let first_word = |text: &'static str| first.split_once(text).and_then(|(_, rest)| rest.split(|c| !word(c)).next());
    let last_word = |text: &'static str| first.split_once(text).and_then(|(rest, _)| rest.rsplit(|c| !word(c)).next());
    let (kind, name) = if first.starts_with("#define") {
        (Kind::Constant, first_word("#define "))
    } else if first.starts_with("enum") {
        (Kind::Enum, first_word("enum "))
    } else if first.starts_with("typedef struct") && first.ends_with(';') {
        (Kind::Handle, last_word(";"))
    } else if first.starts_with("typedef struct") {
        (Kind::Type, last_word(" {"))
    } else if first.starts_with("typedef") {
        (Kind::Type, first_word("(*"))
    } else {
        (Kind::Call, last_word("("))
    };
    (kind, name.unwrap_or_else(|| panic!("an item without a name: {first}")))
}

/// The module of each item of the sources.
fn modules(folder: &Path) -> BTreeMap<String, String> {
    let mut modules = BTreeMap::new();
    for entry in std::fs::read_dir(folder).expect("the sources are there") {
        let path = entry.expect("it can be read").path();
        let module = path.file_stem().expect("it has a name").to_string_lossy().into_owned();
        for line in std::fs::read_to_string(&path).expect("it is text").lines() {
            let words = ["pub struct ", "pub enum ", "pub type ", "pub const ", "extern \"C\" fn "];
            let Some(rest) = words.iter().find_map(|word| line.split_once(word).map(|(_, rest)| rest)) else {
                continue;
            };
            let end = rest.find(|letter: char| !(letter.is_alphanumeric() || letter == '_')).unwrap_or(rest.len());
            if line.starts_with("pub") {
                modules.insert(rest[..end].to_owned(), module.clone());
            }
        }
    }
    modules
}

/// The section of an item, and its place in there.
fn place(kind: Kind, name: &str, modules: &BTreeMap<String, String>) -> (usize, Kind, usize) {
    if kind == Kind::Handle {
        return (0, kind, 0);
    }
    let module = modules.get(name).unwrap_or_else(|| panic!("{name} is in no module"));
    let find = |word: &str| {
        let mut found = SECTIONS.iter().enumerate().filter_map(|(section, Section { of, .. })| {
            of.iter().position(|&listed| listed == word).map(|place| (section, place))
        });
        let first = found.next();
        assert!(found.next().is_none(), "{word} is in two sections");
        first
    };
    let (section, place) = find(name).or_else(|| find(module)).unwrap_or_else(|| panic!("{module} is in no section"));
    // Types are in the order of their use.
    (section, kind, if kind == Kind::Call { place } else { 0 })
}

/// The size of a struct, as C may write it.
fn size(name: &str) -> String {
    let &(_, size) = SIZES.iter().find(|(known, _)| *known == name).unwrap_or_else(|| panic!("layout.rs lacks {name}"));
    // Those of pointers and counts differ on processors of 32 bits.
    match name {
        "s8_mesh_data" | "s8_struct_size" => format!("{} * sizeof(void *)", size / size_of::<usize>()),
        _ => size.to_string(),
    }
}

/// The comment that a section begins with.
fn begun(Section { heading, about, .. }: &Section) -> String {
    let rule = "-".repeat(117);
    format!("\n// {rule}\n// {heading}\n// {about}\n// {rule}\n")
}

/// A call, marked as exported, its arguments in lines of at most 120 columns.
fn exported(item: &str) -> String {
    let (documentation, call) = item.rsplit_once('\n').expect("it has documentation, and a line of its own");
    let mut made = format!("{documentation}\n");
    let mut line = format!("S8_API {call}");
    while line.len() > 120 {
        let end = line[..120].rfind(", ").expect("arguments are shorter than a line");
        writeln!(made, "{}", &line[..=end]).expect("it is a string");
        line = format!("    {}", &line[end + 2..]);
    }
    made + &line
}

fn header() -> String {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"));
    let config = cbindgen::Config::from_file(folder.join("cbindgen.toml")).expect("it is there");
    let bindings = cbindgen::Builder::new()
        .with_config(config)
        .with_src(folder.join("src/lib.rs"))
        .generate()
        .expect("cbindgen reads the sources");
    let mut bytes = Vec::new();
    bindings.write(&mut bytes);
    let text = String::from_utf8(bytes).expect("a header is text");

    let modules = modules(&folder.join("src"));
    let (start, _) = text.split_once("\n///").expect("items are documented");
    let headings: Vec<_> = SECTIONS.iter().map(|section| format!("\n//   {}", section.heading)).collect();
    let mut made = start.trim_end().replace("{sections}", &headings.join(","));
    made.push_str("\n\n#ifdef __cplusplus\nextern \"C\" {\n#endif\n");
    let mut items: Vec<_> =
        text.split("\n\n").filter(|item| item.trim_start().starts_with("///")).map(str::trim).collect();
    items.sort_by_key(|item| {
        let (kind, name) = named(item);
        place(kind, name, &modules)
    });
    let mut section = usize::MAX;
    let mut structs = String::new();
    for item in items {
        let (kind, name) = named(item);
        let (of, ..) = place(kind, name, &modules);
        if of != section {
            section = of;
            made.push_str(&begun(&SECTIONS[of]));
        }
        let item = if kind == Kind::Call { exported(item) } else { item.to_owned() };
        write!(made, "\n{item}\n").expect("it is a string");
        if kind == Kind::Type && item.contains("typedef struct") {
            writeln!(made, "S8_SIZE({name}, {});", size(name)).expect("it is a string");
            writeln!(structs, "        {{\"{name}\", sizeof({name})}},").expect("it is a string");
        }
    }
    assert_eq!(structs.lines().count(), SIZES.len(), "layout.rs has a struct that the header has not");
    made.push_str(&begun(SECTIONS.last().expect("there are sections")));
    write!(
        made,
        "
/// Compares this header to the library that the program runs with: call it once, before all others. The error names the
/// first struct whose size differs, or says which versions meet.
static inline s8_code s8_check_header(void) {{
    const s8_struct_size structs[] = {{
{structs}    }};
    const size_t count = sizeof structs / sizeof structs[0];
    return s8_check_sizes(S8_VERSION_MAJOR, S8_VERSION_MINOR, S8_VERSION_PATCH, structs, count);
}}

#ifdef __cplusplus
}} // extern \"C\"
#endif
"
    )
    .expect("it is a string");
    made
}

#[test]
fn the_committed_header_is_made_from_these_sources() {
    let (made, path) = (header(), Path::new(env!("CARGO_MANIFEST_DIR")).join("include/sweep8.h"));
    if std::env::var_os("SWEEP8_WRITE_HEADER").is_some() {
        std::fs::write(&path, &made).expect("it can be written");
    }
    let committed = std::fs::read_to_string(&path).unwrap_or_default();
    let differs = made.lines().zip(committed.lines()).find(|(made, committed)| made != committed);
    assert!(
        made == committed,
        "include/sweep8.h is not what the sources say, from {differs:?} on: SWEEP8_WRITE_HEADER=1 writes it anew"
    );
    assert!(made.contains("s8_code s8_crowd_step(") && made.contains("extern \"C\""), "it has the calls");
}
