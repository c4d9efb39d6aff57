//! The header is what the sources say. `SWEEP8_WRITE_HEADER=1 cargo test --package sweep8-c --test it header::` writes it
//! anew.

use std::path::Path;

#[test]
fn the_committed_header_is_made_from_these_sources() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"));
    let config = cbindgen::Config::from_file(folder.join("cbindgen.toml")).expect("it is there");
    let bindings = cbindgen::Builder::new()
        .with_config(config)
        .with_src(folder.join("src/lib.rs"))
        .generate()
        .expect("cbindgen reads the sources");
    let mut bytes = Vec::new();
    bindings.write(&mut bytes);
    let made = String::from_utf8(bytes).expect("a header is text");

    let path = folder.join("include/sweep8.h");
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
