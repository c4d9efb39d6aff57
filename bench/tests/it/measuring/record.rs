//! Records as files: a record is read as it was written, plots and the table of docs/performance.md show the records, and
//! an unreadable file is named.

use crate::testkit::{Folder, run};
use std::path::Path;
use sweep8_bench::measuring::record::origin::Origin;
use sweep8_bench::measuring::record::standard::{Build, Cost, Costs, Figures, Move};
use sweep8_bench::measuring::record::{Record, draw, load, table};

fn record(date: &str, commit: &str, cpu: &str, ns: f64) -> Record {
    let of = |level: &str, triangles, characters, threads, ns| Move {
        level: level.to_owned(),
        triangles,
        characters,
        threads,
        ns,
    };
    let costs = Costs { name: "full".to_owned(), costs: vec![Cost { backend: "portable".to_owned(), ns }] };
    let origin = Origin {
        date: date.to_owned(),
        commit: commit.to_owned(),
        cpu: cpu.to_owned(),
        cores: 2,
        rustc: "rustc 1.89.0".to_owned(),
    };
    let figures = Figures {
        sweep_block: vec![costs.clone()],
        sweep: vec![costs],
        crowd: vec![of("dungeon", 24_038, 10_000, 1, ns), of("dungeon", 24_038, 10_000, 2, 0.6 * ns)],
        build: vec![Build { level: "dungeon".to_owned(), triangles_per_second: 1.5e6, bytes_per_triangle: 51.0 }],
        over_triangles: vec![of("hills", 10_000, 10_000, 1, ns), of("hills", 100_000, 10_000, 1, 1.1 * ns)],
        in_the_middle: vec![of("hills", 10_000, 10_000, 1, ns), of("hills", 100_000, 10_000, 1, ns)],
        over_characters: vec![of("hills", 10_000, 100, 1, ns), of("dungeon", 24_038, 1_000, 1, ns)],
    };
    Record { origin, figures }
}

fn text(file: &Path) -> String {
    std::fs::read_to_string(file).expect("it was written")
}

#[test]
fn records_are_read_as_they_were_written_the_oldest_commit_first() {
    let folder = Folder::new("order");
    // The names of the files would put the later one of the day first.
    let later = record("2025-12-31T23:00:00Z", "aaaaaaaa", "Some(R) CPU @ 3.0GHz, family 6, model 85", 600.0);
    let earlier = record("2025-12-31T01:00:00Z", "bbbbbbbb", "Some(R) CPU @ 3.0GHz, family 6, model 85", 700.5);
    let file = later.save(&folder.0).expect("it can be written");
    assert!(file.ends_with("bench/record/2025-12-31-aaaaaaaa-some-3-0ghz-6-85.json"), "{}", file.display());
    earlier.save(&folder.0).expect("it can be written");
    assert_eq!(load(&folder.0), Ok(vec![earlier, later]));
}

#[test]
fn plots_name_every_commit_once_and_every_processor_and_scene() {
    let folder = Folder::new("plots");
    for (date, commit, cpu) in [
        ("2025-12-30T00:00:00Z", "cafe0001", "First"),
        ("2025-12-31T00:00:00Z", "cafe0002", "First"),
        ("2025-12-31T00:00:00Z", "cafe0002", "Second"),
    ] {
        record(date, commit, cpu, 600.0).save(&folder.0).expect("it can be written");
    }
    let [history, scaling] = draw(&folder.0).expect("there are records").map(|file| text(&file));
    for (words, times) in [("cafe0001", 1), ("cafe0002", 1), ("dungeon, First", 1), ("dungeon, Second", 1)] {
        assert_eq!(history.matches(words).count(), times, "{words}");
    }
    for words in ["triangles of one size", "hills", "dungeon, 10,000 characters", "times as fast as one"] {
        assert!(scaling.contains(words), "{words}");
    }
}

#[test]
fn the_table_of_the_document_is_that_of_the_records() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let table = table::markdown(&load(&root).expect("the records can be read"));
    assert!(table.lines().count() > 15, "{table}");
    let document = text(&root.join("docs/performance.md"));
    assert!(document.contains(&table), "make it anew: crowd record --plots; the records say\n{table}");
}

#[test]
fn the_table_has_the_newest_commit_with_a_column_for_each_processor() {
    let of = |date, commit, cpu, ns| record(date, commit, cpu, ns);
    let records = [
        of("2025-12-30T00:00:00Z", "cafe0001", "First", 100.0),
        of("2025-12-31T00:00:00Z", "cafe0002", "First", 600.0),
        of("2025-12-31T00:00:00Z", "cafe0002", "Second", 1_500.0),
    ];
    let table = table::markdown(&records);
    assert!(table.starts_with("Commit `cafe0002` of 2025-12-31, rustc 1.89.0."), "{table}");
    for line in [
        "| | First, 2 cores | Second, 2 cores |",
        "| sweep, full | portable 600 | portable 1,500 |",
        "| move, dungeon, 10,000 characters | 600; 2 threads 360 (1.67×) | 1,500; 2 threads 900 (1.67×) |",
        "| move, 10,000 characters spread over hills of 10k, 100k triangles | 600, 660 | 1,500, 1,650 |",
    ] {
        assert!(table.lines().any(|of| of == line), "{line} in\n{table}");
    }
    assert!(!table.contains("cafe0001") && table::markdown(&[]).is_empty(), "{table}");
}

#[test]
fn a_document_gets_the_table_between_its_markers_and_one_without_markers_is_named() {
    let folder = Folder::new("table");
    record("2025-12-31T00:00:00Z", "cafe0001", "First", 600.0).save(&folder.0).expect("it can be written");
    assert!(table::refresh(&folder.0).is_err_and(|error| error.contains("cannot read")));
    let file = folder.0.join("docs/performance.md");
    std::fs::create_dir_all(folder.0.join("docs")).expect("it can be made");
    std::fs::write(&file, "before\n").expect("it can be written");
    assert!(table::refresh(&folder.0).is_err_and(|error| error.contains("lacks the markers")));
    let markers =
        "<!-- table of bench/record: begin (crowd record writes it) -->\nold\n<!-- table of bench/record: end -->\n";
    std::fs::write(&file, format!("before\n{markers}behind\n")).expect("it can be written");
    assert_eq!(table::refresh(&folder.0), Ok(file.clone()));
    let written = text(&file);
    assert!(written.starts_with("before\n") && written.ends_with("end -->\nbehind\n"), "{written}");
    assert!(written.contains(&table::markdown(&load(&folder.0).expect("there is one"))) && !written.contains("old"));
}

#[test]
fn a_file_that_is_no_record_is_named() {
    let folder = Folder::new("broken");
    assert!(load(&folder.0).is_err_and(|error| error.contains("cannot read the records")));
    let file = record("2025-12-31T00:00:00Z", "cafe0001", "Some", 600.0).save(&folder.0).expect("it can be written");
    std::fs::write(&file, "{}").expect("it can be written");
    let error = draw(&folder.0).expect_err("it is no record");
    assert!(error.contains("cafe0001") && error.contains("is no record") && error.lines().count() == 1, "{error}");
    std::fs::remove_file(&file).expect("it is there");
    assert!(draw(&folder.0).is_err_and(|error| error.contains("there is no record")));
}

#[test]
fn outside_of_a_repository_nothing_is_measured() {
    let folder = Folder::new("outside");
    for words in [&["record"][..], &["record", "--plots"], &["record", "--changed", "--plots"]] {
        let run = run(&folder.0, words.iter().copied());
        let error = String::from_utf8_lossy(&run.stderr);
        assert!(run.status.code() == Some(2) && run.stdout.is_empty() && !error.contains("panicked"), "{error}");
    }
}
